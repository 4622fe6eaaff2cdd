//! Values against a map that counts all.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

/// Numbers of values that few texts exceed: of the sample, of the heaviest, and of those that are counted exactly.
const SMALL: usize = 16;
const SMALL_HEAVIEST: usize = 4;
const SMALL_COUNTED: usize = 64;

fn empty() -> Values {
    Values {
        sampled: SMALL,
        ..Values::default()
    }
}

fn values(texts: &[String]) -> Values {
    let mut values = empty();
    for text in texts {
        values.add(text);
    }
    values
}

/// Makes values of those that a profile lists.
fn completed(listed: Vec<Value>, dropped: u64) -> Result<Values, &'static str> {
    let mut values = Values { dropped, ..empty() };
    for value in listed {
        assert!(values.list(value));
    }
    values.complete().map(|()| values)
}

fn value(text: &str, count: (u64, u64)) -> Value {
    Value {
        hash: hash(text),
        bytes: text.len() as u64,
        text: Some(text.into()),
        count,
    }
}

/// Returns the values of texts by their hashes.
fn counted(texts: &[String]) -> Vec<Value> {
    let mut values = BTreeMap::new();
    for text in texts {
        let value = values.entry(hash(text));
        value
            .or_insert_with(|| self::value(text, (0, 0)))
            .add((1, 1));
    }
    values.into_values().collect()
}

/// Makes values as a SQL engine does that sorts all of them.
fn sorted(texts: &[String]) -> Values {
    let mut others = counted(texts);
    let mut listed: Vec<Value> = others.clone();
    listed.truncate(SMALL);
    others.sort_unstable_by_key(|value| (Reverse(value.count.0), value.hash));
    for value in others.drain(..SMALL_HEAVIEST.min(others.len())) {
        if !listed.contains(&value) {
            listed.push(value);
        }
    }
    others.retain(|value| !listed.contains(value));
    let unlisted = others.first().map_or(0, |value| value.count.0);
    completed(listed, unlisted).unwrap()
}

/// Asserts that the values are true of these texts, as far as they claim.
fn assert_sound(values: &Values, texts: &[String]) {
    let counted = counted(texts);
    let smallest = counted.iter().take(SMALL);
    assert_eq!(values.sample(), smallest.collect::<Vec<_>>());
    let heaviest = values.heaviest();
    assert_eq!(heaviest.len(), counted.len().min(SMALL_HEAVIEST));
    assert!(heaviest.is_sorted_by_key(|value| (Reverse(value.count.0), value.hash)));
    let (listed, others) = values.listed();
    for (listed, bound) in [(heaviest, values.unlisted()), (listed, others)] {
        for Value { hash, count, .. } in &counted {
            let value = listed.iter().find(|value| value.hash == *hash);
            let (least, most) = value.map_or((0, bound), |value| value.count);
            assert!((least..=most).contains(&count.0), "{value:?}");
        }
    }
    let Distinct { estimate, error } = values.distinct();
    if counted.len() <= SMALL {
        assert_eq!((estimate, error), (counted.len() as f64, 0.0));
    } else {
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
    fn values_are_those_of_an_engine_that_sorts_all_and_bounds_hold_beyond(texts in texts()) {
        let values = values(&texts);
        assert_sound(&values, &texts);
        prop_assert!(values.table.len() <= SMALL_COUNTED);
        if counted(&texts).len() <= SMALL_COUNTED {
            prop_assert_eq!(values, sorted(&texts));
        }
    }

    #[test]
    fn values_of_parts_merge_to_those_of_the_whole(texts in texts(), parts in 1..6_usize) {
        let whole = values(&texts);
        let size = texts.len().div_ceil(parts).max(1);
        let mut merged = empty();
        for part in texts.chunks(size).rev() {
            merged.merge(&values(part));
        }
        assert_sound(&merged, &texts);
        prop_assert_eq!(merged.distinct(), whole.distinct());
        if counted(&texts).len() <= SMALL_COUNTED {
            prop_assert_eq!(merged, whole);
        }
    }

    #[test]
    fn listed_values_are_read_back_and_merge(texts in texts()) {
        let of = values(&texts);
        let (listed, bound) = of.listed();
        let mut read = completed(listed.into_iter().cloned().collect(), bound).unwrap();
        prop_assert_eq!(&read, &of);
        prop_assert_eq!(read.distinct(), of.distinct());
        read.merge(&of);
        assert_sound(&read, &[&texts[..], &texts].concat());
    }

    #[test]
    fn bounds_hold_in_little_memory(texts in texts(), bytes in 0..10_000_usize) {
        let mut values = Values::default();
        values.limit(bytes);
        for text in &texts {
            values.add(text);
        }
        let size = values.iter().map(Value::size).sum::<usize>();
        prop_assert!(size <= bytes || values.sampled == LEAST_SAMPLED);
        let sample = values.sample();
        let counted = counted(&texts);
        prop_assert!(sample.iter().eq(&counted.iter().take(sample.len()).collect::<Vec<_>>()));
    }
}

#[test]
fn many_distinct_values_are_estimated_and_a_heavy_one_is_found() {
    let mut values = Values::default();
    for number in 0..200_000 {
        values.add(&number.to_string());
        if number % 10 == 0 {
            values.add("heavy");
        }
    }
    let Distinct { estimate, error } = values.distinct();
    let is_close = (estimate / 200_001.0 - 1.0).abs() < 3.0 * error;
    assert!(is_close, "{estimate} {error}");
    assert!((0.01..0.02).contains(&error));
    let heaviest = values.heaviest()[0];
    assert_eq!(heaviest.text.as_deref(), Some("heavy"));
    assert!(heaviest.count.0 <= 20_000 && 20_000 <= heaviest.count.1);
    assert!(values.unlisted() < 100, "{}", values.unlisted());
}

#[test]
fn long_values_are_kept_without_their_text() {
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
fn an_inexact_count_in_the_sample_is_a_fault() {
    let listed = vec![value("a", (1, 1)), value("b", (1, 2))];
    assert!(completed(listed, 0).unwrap_err().contains("not exact"));
}
