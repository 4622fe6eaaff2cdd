//! Values against a map that counts all.

use std::collections::HashMap;

use proptest::prelude::*;

use super::*;

/// Numbers of values that few texts exceed: of the sample, of the heaviest, and of those that are counted.
const SMALL: usize = 16;
const SMALL_HEAVIEST: usize = 4;
const SMALL_COUNTED: usize = 64;

fn values(texts: &[String]) -> Values {
    let mut values = Values::with(SMALL);
    for text in texts {
        values.add(text);
    }
    values
}

/// Asserts that the values are true of these texts, as far as they claim.
fn assert_sound(values: &Values, texts: &[String]) {
    let mut counts: HashMap<&str, u64> = HashMap::new();
    for text in texts {
        *counts.entry(text).or_default() += 1;
    }
    let mut smallest: Vec<_> = counts
        .iter()
        .map(|(&text, &count)| (hash(text), text, count))
        .collect();
    smallest.sort_unstable();
    smallest.truncate(SMALL);
    let sample = values.sample().into_iter();
    let sample: Vec<_> = sample
        .map(|value| {
            assert_eq!(value.count.0, value.count.1);
            (value.hash, value.text.as_deref().unwrap(), value.count.0)
        })
        .collect();
    assert_eq!(sample, smallest);

    let heaviest = values.heaviest();
    assert_eq!(heaviest.len(), counts.len().min(SMALL_HEAVIEST));
    assert!(heaviest.is_sorted_by_key(|value| (Reverse(value.count.0), value.hash)));
    let (listed, others) = values.listed();
    for (listed, bound) in [(&heaviest, values.unlisted()), (&listed, others)] {
        let mut rest = counts.clone();
        for value in listed {
            let text = value.text.as_deref().unwrap();
            let count = rest.remove(text).unwrap();
            assert!(
                (value.count.0..=value.count.1).contains(&count),
                "{value:?}"
            );
        }
        let heaviest = rest.values().max().copied().unwrap_or_default();
        assert!(heaviest <= bound, "{heaviest} {bound}");
        // Few values are all counted.
        if counts.len() <= SMALL_COUNTED {
            assert_eq!(heaviest, bound);
            assert!(listed.iter().all(|value| value.count.0 == value.count.1));
        }
    }
    let distinct = values.distinct();
    if counts.len() <= SMALL {
        assert_eq!(
            distinct,
            Distinct {
                estimate: as_f64(counts.len() as u64),
                error: 0.0
            }
        );
    } else {
        assert!(distinct.error > 0.0);
    }
}

/// Returns texts of which some are much more frequent than others.
fn texts(distinct: u32) -> impl Strategy<Value = Vec<String>> {
    let number = (0..distinct, 0..distinct).prop_map(|(a, b)| a.min(b).to_string());
    prop::collection::vec(number, 0..400)
}

proptest! {
    #[test]
    fn bounds_hold_for_any_texts(texts in prop_oneof![texts(6), texts(32), texts(80), texts(1000)]) {
        let values = values(&texts);
        assert_sound(&values, &texts);
        prop_assert!(values.table.len() <= 2 * SMALL + SMALL_COUNTED);
    }

    #[test]
    fn values_of_parts_merge_to_those_of_the_whole(
        texts in prop_oneof![texts(6), texts(32), texts(80), texts(1000)],
        parts in 1..6_usize,
        first in 0..6_usize,
    ) {
        let whole = values(&texts);
        let mut size = texts.len().div_ceil(parts).max(1);
        let mut of_parts: Vec<_> = texts.chunks(size).map(values).collect();
        size = of_parts.len().max(1);
        of_parts.rotate_left(first % size);
        let mut merged = Values::with(SMALL);
        for part in &of_parts {
            merged.merge(part);
        }
        assert_sound(&merged, &texts);
        prop_assert_eq!(merged.sample(), whole.sample());
        prop_assert_eq!(merged.distinct(), whole.distinct());
        if texts.iter().collect::<std::collections::HashSet<_>>().len() <= SMALL_COUNTED {
            prop_assert_eq!(merged, whole);
        }
    }

    #[test]
    fn listed_values_are_read_back(texts in prop_oneof![texts(6), texts(32), texts(80), texts(1000)]) {
        let of = values(&texts);
        let (listed, bound) = of.listed();
        let listed = listed.into_iter().cloned().collect();
        let read = Values::with(SMALL).listing(listed, bound).unwrap();
        prop_assert_eq!(&read, &of);
        prop_assert_eq!(read.distinct(), of.distinct());
        // They merge with others, too.
        let mut twice = read;
        twice.merge(&of);
        assert_sound(&twice, &[texts.clone(), texts].concat());
    }
}

#[test]
fn many_distinct_values_are_estimated() {
    let mut values = Values::default();
    for number in 0..100_000 {
        values.add(&number.to_string());
    }
    let Distinct { estimate, error } = values.distinct();
    assert!(
        (estimate / 1e5 - 1.0).abs() < 3.0 * error,
        "{estimate} {error}"
    );
    assert!((0.01..0.02).contains(&error));
}

#[test]
fn a_heavy_value_among_many_is_found() {
    let mut values = Values::default();
    for number in 0..200_000 {
        values.add(&number.to_string());
        if number % 10 == 0 {
            values.add("heavy");
        }
    }
    let heaviest = values.heaviest()[0];
    assert_eq!(heaviest.text.as_deref(), Some("heavy"));
    assert!(heaviest.count.0 <= 20_000 && 20_000 <= heaviest.count.1);
    assert!(values.unlisted() < 100, "{}", values.unlisted());
}

#[test]
fn long_values_are_told_apart_without_their_text() {
    let long = |text: &str| text.repeat(LONGEST);
    let mut values = values(&[long("ab"), long("ab"), long("cd"), "x".repeat(LONGEST)]);
    values.merge(&values.clone());
    let heaviest = values.heaviest();
    let counts: Vec<_> = heaviest.iter().map(|value| value.count).collect();
    assert_eq!(counts, [(4, 4), (2, 2), (2, 2)]);
    assert_eq!((heaviest[0].bytes, &heaviest[0].text), (2048, &None));
    let kept = heaviest.iter().filter_map(|value| value.text.as_ref());
    assert_eq!(kept.count(), 1);
}

#[test]
fn listed_values_that_contradict_are_a_fault() {
    let value = |text: &str, count| Value {
        hash: hash(text),
        bytes: text.len() as u64,
        text: Some(text.into()),
        count,
    };
    let read =
        |listed: &[Value], unlisted| Values::with(SMALL).listing(listed.to_vec(), unlisted).err();
    let (a, b) = (value("a", (1, 1)), value("b", (1, 2)));
    assert!(read(&[a.clone(), a.clone()], 0).unwrap().contains("twice"));
    assert!(read(&[a.clone(), b], 0).unwrap().contains("not exact"));
    assert!(
        read(std::slice::from_ref(&a), 1)
            .unwrap()
            .contains("not complete")
    );
    assert_eq!(read(&[a], 0), None);
}
