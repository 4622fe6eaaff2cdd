//! Who is faster, and who as fast, as far as one can tell.
//!
//! There is one rule for tables and sentences: intervals of ratios to the baseline, of pairs of the
//! same round. Times themselves move with the machine, so that their intervals overlap sooner.

use super::cells::many;
use crate::measure::Estimate;

/// How many names a sentence has of those that are level.
const NAMED: usize = 3;

/// Whether a ratio is below another, and not by chance.
///
/// It errs on the side of "no": intervals that overlap a little may still be of different times.
pub(super) fn beats(ratio: Estimate, other: Estimate) -> bool {
    ratio.high < other.low
}

/// Which others are as fast as the first, as far as one can tell: a part of a sentence, empty if
/// none is.
pub(super) fn level<N: Into<String>>(
    first: Estimate,
    others: impl IntoIterator<Item = (N, Estimate)>,
) -> String {
    let mut names: Vec<String> = others
        .into_iter()
        .filter(|(_, ratio)| !beats(first, *ratio))
        .map(|(name, _)| name.into())
        .collect();
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    match (names.len(), more) {
        (0, _) => String::new(),
        (_, 0) => format!(" (level with {})", names.join(", ")),
        (_, more) => format!(
            " (level with {} and {})",
            names.join(", "),
            many(more, "other")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(low: f64, high: f64) -> Estimate {
        Estimate {
            median: f64::midpoint(low, high),
            low,
            high,
        }
    }

    #[test]
    fn whom_the_table_calls_faster_the_sentence_does_too() {
        let baseline = ratio(1.0, 1.0);
        let (faster, unsure) = (ratio(0.8, 0.9), ratio(0.8, 1.1));
        assert!(beats(faster, baseline) && !faster.contains(1.0));
        assert!(!beats(unsure, baseline) && unsure.contains(1.0));
        assert_eq!(level(faster, [("string", baseline)]), "");
        assert_eq!(
            level(unsure, [("string", baseline)]),
            " (level with string)"
        );
    }

    #[test]
    fn of_many_three_are_named() {
        let same = ratio(0.9, 1.1);
        let of = |count| {
            level(
                same,
                ["a", "b", "c", "d", "e"].map(|name| (name, same))[..count]
                    .iter()
                    .copied(),
            )
        };
        assert_eq!(of(0), "");
        assert_eq!(of(3), " (level with a, b, c)");
        assert_eq!(of(4), " (level with a, b, c and 1 other)");
        assert_eq!(of(5), " (level with a, b, c and 2 others)");
    }
}
