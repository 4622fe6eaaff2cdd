//! The number of distinct texts of each length.

use std::collections::BTreeMap;

use crate::profile::{Field, Lengths};

/// Returns the number of distinct texts of each length: exact if all of them are known, else
/// estimated.
pub(crate) fn distinct(field: &Field) -> Lengths {
    let sample = field.values.sample().into_iter();
    let sampled = sample.map(|(_, value)| (value.bytes, 1)).collect();
    let distinct = field.distinct();
    if distinct.error == 0.0 {
        return sampled;
    }
    scaled(&sampled, distinct.estimate, &field.lengths)
}

/// Estimates the number of distinct texts of each length from a sample of them, of `distinct` in
/// all, and from the lengths of all texts.
///
/// The sample gives the number of distinct texts of each band of lengths, from a power of two to
/// the next. There are no more of them than texts, and each length has one at least: a long text
/// that the sample lacks, or has by chance, counts once.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn scaled(sampled: &Lengths, distinct: f64, lengths: &Lengths) -> Lengths {
    let band = |bytes: u64| match bytes {
        // Types keep some of these inline.
        ..=64 => bytes,
        _ => bytes.next_power_of_two(),
    };
    let counts = |lengths: &Lengths| -> BTreeMap<u64, u64> {
        let bands = lengths.iter().map(|(bytes, count)| (band(bytes), count));
        bands.collect::<Lengths>().iter().collect()
    };
    let (sampled_of, all_of) = (counts(sampled), counts(lengths));
    let scale = distinct / sampled.count() as f64;
    let result = lengths.iter().map(|(bytes, texts)| {
        let of_band = sampled_of.get(&band(bytes)).copied().unwrap_or_default() as f64 * scale;
        let share = of_band / all_of[&band(bytes)] as f64;
        let estimate = (texts as f64 * share).round() as u64;
        (bytes, estimate.clamp(1, texts))
    });
    result.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_gives_the_distinct_texts_of_each_length() {
        let lengths = |counts: &[(u64, u64)]| counts.iter().copied().collect::<Lengths>();
        let check = |sampled: &[_], distinct, texts: &[_], expected: &[_]| {
            let result = scaled(&lengths(sampled), distinct, &lengths(texts));
            assert_eq!(result, lengths(expected));
        };
        let (texts, expected) = ([(10, 100_000), (20, 20_480)], [(10, 20_480), (20, 20_480)]);
        check(&[(10, 2048), (20, 2048)], 40_960.0, &texts, &expected);
        // A long text that the sample lacks counts once, as does one that it has by chance.
        let [texts, expected] = [2_000_000, 1_000_000].map(|count| [(10, count), (1 << 27, 1)]);
        check(&[(10, 4096)], 1e6, &texts, &expected);
        check(&[(10, 4096), (1 << 27, 1)], 1_000_244.0, &texts, &expected);
        // The lengths of a band are estimated together.
        let each: Vec<(u64, u64)> = (1025..=2048).map(|bytes| (bytes, 100)).collect();
        let half: Vec<(u64, u64)> = (1025..=2048).map(|bytes| (bytes, 50)).collect();
        check(&[(1500, 3), (1600, 1)], 51_200.0, &each, &half);
    }
}
