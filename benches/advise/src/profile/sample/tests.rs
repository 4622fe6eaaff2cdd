//! Samples of streams, drawn samples, and their files.

use super::*;
use crate::input::Sink;
use crate::profile::{MEMORY, Profiler};

/// Samples records that this makes of their numbers.
fn sampled(records: u64, texts: impl Fn(u64) -> Vec<String>) -> Sample {
    let mut sampler = Sampler::default();
    for record in 0..records {
        for (field, text) in texts(record).iter().enumerate() {
            sampler.text(field, text);
        }
        sampler.end_record();
    }
    sampler.finish(vec!["number".to_owned(), "parity".to_owned()])
}

fn numbers(sample: &Sample) -> Vec<u64> {
    let numbers = sample.texts().swap_remove(0).into_iter();
    numbers.map(|text| text.trim().parse().unwrap()).collect()
}

#[test]
fn a_small_file_is_its_own_sample() {
    let sample = sampled(1000, |record| {
        vec![record.to_string(), (record % 2).to_string()]
    });
    assert_eq!(numbers(&sample), (0..1000).collect::<Vec<_>>());
    let records: Vec<_> = sample.records().collect();
    assert_eq!(records.len(), 1000);
    assert_eq!(records[7], [(0, "7"), (1, "1")]);
    assert_eq!(
        (sample.of, sample.too_long, sample.is_drawn),
        (1000, 0, false)
    );
}

#[test]
fn records_without_texts_are_records() {
    let sample = sampled(100, |record| vec!["x".to_owned(); (record % 2) as usize]);
    assert_eq!(sample.records().count(), 100);
    assert_eq!(sample.texts()[0].len(), 50);
}

/// Asserts that a sample has all records of blocks at the same distance, and returns the distance.
fn distance(sample: &Sample) -> u64 {
    let numbers = numbers(sample);
    let blocks: Vec<u64> = numbers.chunks(64).map(|block| block[0] / BLOCK).collect();
    let distance = blocks[1];
    let all = (0..sample.of).filter(|record| (record / BLOCK).is_multiple_of(distance));
    assert_eq!(numbers, all.collect::<Vec<_>>());
    distance
}

#[test]
fn many_records_leave_blocks_at_equal_distances() {
    let sample = sampled(3_000_001, |record| vec![record.to_string()]);
    assert_eq!(distance(&sample), 4);
    assert!((RECORDS / 2..=RECORDS).contains(&sample.records().count()));
}

#[test]
fn long_texts_leave_fewer_records() {
    let sample = sampled(20_000, |record| vec![format!("{record:4000}")]);
    assert_eq!(distance(&sample), 8);
    let size: usize = sample.blocks.iter().map(Block::size).sum();
    assert!((BYTES / 3..=BYTES).contains(&size), "{size}");
}

#[test]
fn the_longest_records_that_are_kept_are_within_the_limit() {
    let longest = RECORD_BYTES - size_of::<Part>();
    let sample = sampled(2_000, |record| vec![format!("{record:longest$}")]);
    assert_eq!(distance(&sample), 8);
    assert_eq!(sample.too_long, 0);
}

#[test]
fn records_of_long_texts_are_counted_and_left_out() {
    let sample = sampled(200_000, |record| match record % 1000 {
        1 => vec![record.to_string(), "x".repeat(RECORD_BYTES)],
        _ => vec![record.to_string()],
    });
    assert_eq!(sample.too_long, 200);
    assert!(numbers(&sample).iter().all(|record| record % 1000 != 1));
    assert!(sample.records().all(|record| record.len() == 1));
}

/// Returns the profile of one field with these texts, each so many times.
fn profile(texts: &[(&str, usize)]) -> Profile {
    let mut profiler = Profiler::new(&["field".to_owned()], MEMORY);
    for (text, count) in texts {
        for _ in 0..*count {
            profiler.text(0, text);
            profiler.end_record();
        }
    }
    profiler.finish().0
}

#[test]
fn values_are_drawn_by_their_counts() {
    let long = "x".repeat(2000);
    let profile = profile(&[("often", 30_000), ("rarely", 10_000), (&long, 10)]);
    let sample = Sample::draw(&profile, &mut fastrand::Rng::with_seed(1));
    assert!(sample.is_drawn);
    assert_eq!(
        (sample.of, &*sample.fields),
        (40_010, &["field".to_owned()][..])
    );
    let texts = sample.texts().swap_remove(0);
    assert_eq!(texts.len(), DRAWN);
    assert_eq!(sample.records().count(), DRAWN);
    let often = texts.iter().filter(|&&text| text == "often").count();
    assert!((12_000..12_600).contains(&often), "{often}");
    assert!(texts.iter().all(|text| ["often", "rarely"].contains(text)));
}

#[test]
fn rare_values_have_their_share_of_the_drawn() {
    let mut profiler = Profiler::new(&["field".to_owned()], MEMORY);
    for number in 0..40_000 {
        profiler.text(0, "often");
        profiler.text(0, &number.to_string());
        profiler.end_record();
    }
    let sample = Sample::draw(&profiler.finish().0, &mut fastrand::Rng::with_seed(1));
    assert!(sample.records().all(|record| record.len() == 1));
    let texts = sample.texts().swap_remove(0);
    let often = texts.iter().filter(|&&text| text == "often").count();
    assert!((7_900..8_500).contains(&often), "{often}");
    let distinct: HashSet<_> = texts.iter().collect();
    assert!(distinct.len() > 3_000, "{}", distinct.len());
}

#[test]
fn nothing_is_drawn_of_fields_without_texts() {
    let sample = Sample::draw(&profile(&[]), &mut fastrand::Rng::with_seed(1));
    assert!(sample.texts()[0].is_empty());
    let profile = profile(&[(&"x".repeat(2000), 3)]);
    let sample = Sample::draw(&profile, &mut fastrand::Rng::with_seed(1));
    assert!(sample.texts()[0].is_empty());
}
