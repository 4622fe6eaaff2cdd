//! Values against a map that counts all.

#![allow(clippy::cast_precision_loss)] // Counts are small.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

/// A size of the sample that few texts exceed twofold.
const SMALL: usize = 32;

fn empty() -> Values {
    Values::new(SMALL, usize::MAX)
}

fn values(texts: &[String]) -> Values {
    let mut values = empty();
    for text in texts {
        values.count(text);
    }
    values
}

/// Returns the number of texts of each value, by its hash.
fn counts(texts: &[String]) -> BTreeMap<u64, i64> {
    let mut counts = BTreeMap::new();
    for text in texts {
        *counts.entry(hash(text)).or_default() += 1;
    }
    counts
}

/// Asserts that the values are true of these texts, as far as they claim.
fn assert_sound(values: &Values, texts: &[String]) {
    let counts = counts(texts);
    let sample = values.sample().into_iter();
    let sampled = sample.map(|(hash, value)| (hash, value.count));
    let expected = counts.range(..=values.threshold);
    assert!(sampled.eq(expected.map(|(&hash, &count)| (hash, count))));
    let frequent = values.frequent();
    assert!(frequent.is_sorted_by_key(|(hash, value)| (Reverse(value.count), *hash)));
    assert!((frequent.iter()).all(|(hash, value)| value.count <= counts[hash]));
    let (estimate, error) = values.distinct();
    if values.is_complete() {
        assert_eq!((estimate, error), (counts.len() as f64, 0.0));
    } else {
        assert!(estimate >= (values.sample.values.len() + values.heavy.values.len()) as f64);
        assert!(error > 0.0);
    }
}

/// Returns texts of which some are much more frequent than others.
fn texts() -> impl Strategy<Value = Vec<String>> {
    let texts = |distinct: u32| {
        let number = (0..distinct, 0..distinct).prop_map(|(a, b)| a.min(b).to_string());
        prop::collection::vec(number, 0..400)
    };
    prop_oneof![texts(6), texts(32), texts(80), texts(1000)]
}

proptest! {
    #[test]
    fn values_of_parts_merge_to_those_of_the_whole(texts in texts(), parts in 1..6_usize) {
        let whole = values(&texts);
        assert_sound(&whole, &texts);
        prop_assert!(whole.sample.values.len() <= 2 * SMALL);
        prop_assert_eq!(whole.is_complete(), counts(&texts).len() <= 2 * SMALL);
        let size = texts.len().div_ceil(parts).max(1);
        let mut merged = empty();
        for part in texts.chunks(size).rev() {
            merged.merge(&values(part));
        }
        assert_sound(&merged, &texts);
        if whole.is_complete() {
            prop_assert_eq!(merged, whole);
        }
    }

    #[test]
    fn counts_are_sound_in_little_memory(texts in texts(), bytes in 0..10_000_usize) {
        let mut values = empty();
        values.limit(bytes);
        for text in &texts {
            values.count(text);
        }
        for kept in [&values.sample, &values.heavy] {
            let size = kept.values.values().map(Value::size).sum::<usize>();
            prop_assert_eq!(size, kept.bytes);
            prop_assert!(size <= bytes / 2 || kept.values.len() <= LEAST);
        }
        assert_sound(&values, &texts);
    }
}

#[test]
fn the_error_of_an_estimate_is_the_spread_over_many_sets() {
    const SETS: u32 = 200;
    const DISTINCT: u32 = 4000;
    let (mut mean, mut square, mut claimed) = (0.0, 0.0, 0.0);
    for set in 0..SETS {
        let texts = (0..DISTINCT).map(|number| (set * DISTINCT + number).to_string());
        let (estimate, error) = values(&texts.collect::<Vec<_>>()).distinct();
        let difference = estimate / f64::from(DISTINCT) - 1.0;
        mean += difference / f64::from(SETS);
        square += difference.powi(2) / f64::from(SETS);
        claimed += error.powi(2) / f64::from(SETS);
    }
    assert!(
        mean.abs() < 3.0 * (claimed / f64::from(SETS)).sqrt(),
        "{mean}"
    );
    let ratio = (square / claimed).sqrt();
    assert!((0.9..1.15).contains(&ratio), "{ratio}");
}

#[test]
fn long_values_are_kept_without_their_text() {
    let long = |text: &str| text.repeat(LONGEST);
    let mut values = values(&[long("ab"), long("ab"), long("cd"), "x".repeat(LONGEST)]);
    values.merge(&values.clone());
    let mut values: Vec<&Value> = values
        .sample()
        .into_iter()
        .map(|(_, value)| value)
        .collect();
    values.sort_unstable_by_key(|value| (Reverse(value.count), value.bytes));
    let counts: Vec<_> = values.iter().map(|value| value.count).collect();
    assert_eq!(counts, [4, 2, 2]);
    assert_eq!((values[0].bytes, &values[0].text), (2048, &None));
    let kept = values.iter().filter_map(|value| value.text.as_ref());
    assert_eq!(kept.count(), 1);
}
