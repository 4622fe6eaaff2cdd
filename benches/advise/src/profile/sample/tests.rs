//! Samples of streams, and drawn samples.

use super::*;

/// Samples records that this makes of their numbers.
fn sampled(records: u64, texts: impl Fn(u64) -> Vec<String>) -> Sample {
    let mut sampler = Sampler::default();
    for record in 0..records {
        for (field, text) in texts(record).iter().enumerate() {
            sampler.text(field, text);
        }
        sampler.end_record();
    }
    sampler.finish()
}

/// Returns the texts of the first field.
fn first_texts(sample: &Sample) -> Vec<&str> {
    let texts = sample.parts().filter(|(field, _)| *field == 0);
    texts.map(|(_, text)| text).collect()
}

fn numbers(sample: &Sample) -> Vec<u64> {
    let numbers = first_texts(sample).into_iter();
    numbers.map(|text| text.trim().parse().unwrap()).collect()
}

#[test]
fn a_small_file_is_its_own_sample() {
    let sample = sampled(1000, |record| match record % 2 {
        0 => Vec::new(),
        parity => vec![record.to_string(), parity.to_string()],
    });
    assert_eq!(numbers(&sample), (1..1000).step_by(2).collect::<Vec<_>>());
    let records: Vec<_> = sample.records().collect();
    assert_eq!(records[7], [(0, "7"), (1, "1")]);
    assert_eq!((records.len(), sample.population), (1000, 1000));
    assert!(!sample.is_drawn);
}

#[test]
fn larger_files_leave_blocks_at_equal_distances() {
    let longest = RECORD_BYTES - size_of::<Part>();
    for (records, width, distance) in [(3_000_001, 0, 4), (20_000, 4000, 8), (2_000, longest, 8)] {
        let sample = sampled(records, |record| vec![format!("{record:width$}")]);
        let kept = (0..records).filter(|record| (record / BLOCK).is_multiple_of(distance));
        assert_eq!(numbers(&sample), kept.collect::<Vec<_>>());
        assert_eq!(sample.too_long, 0);
        assert!(sample.records().count() <= RECORDS && sample.size() <= BYTES);
    }
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

/// Draws a sample of the profile of these texts of one field.
fn drawn(texts: &[&str]) -> Sample {
    let profile = Profile {
        records: texts.len() as u64,
        fields: vec![Field::from_texts(texts)],
        ..Profile::default()
    };
    Sample::draw(&profile, &mut fastrand::Rng::with_seed(1))
}

#[test]
fn values_are_drawn_by_their_counts() {
    let long = "x".repeat(2000);
    let texts = [("often", 30_000), ("rarely", 10_000), (&long, 10)];
    let sample = drawn(&texts.map(|(text, count)| vec![text; count]).concat());
    assert!(sample.is_drawn);
    assert_eq!(sample.population, 40_010);
    let texts = first_texts(&sample);
    assert_eq!(texts.len() as u64, DRAWN);
    assert_eq!(texts.len(), sample.records().count());
    let often = texts.iter().filter(|&&text| text == "often").count();
    assert!((12_000..12_600).contains(&often), "{often}");
    assert!(texts.iter().all(|text| ["often", "rarely"].contains(text)));
}

#[test]
fn rare_values_have_their_share_of_the_drawn() {
    let numbers: Vec<String> = (0..40_000).map(|number| number.to_string()).collect();
    let texts: Vec<&str> = numbers
        .iter()
        .flat_map(|number| ["often", number])
        .collect();
    let sample = drawn(&texts);
    assert!(sample.records().all(|record| record.len() == 1));
    let texts = first_texts(&sample);
    let often = texts.iter().filter(|&&text| text == "often").count();
    assert!((7_900..8_500).contains(&often), "{often}");
    let distinct: std::collections::HashSet<_> = texts.iter().collect();
    assert!(distinct.len() > 3_000, "{}", distinct.len());
}

#[test]
fn nothing_is_drawn_of_fields_without_texts() {
    let long = "x".repeat(2000);
    for texts in [&[][..], &[&*long]] {
        assert!(first_texts(&drawn(texts)).is_empty());
    }
}
