//! From samples to a number and how sure it is.

use serde::Serialize;

/// The fewest rounds that a 95 % interval can be told from: with 5, the median lies outside their
/// whole range once in 16 times.
pub const MIN_ROUNDS: usize = 6;

/// A median and its 95 % interval.
///
/// The interval is one of order statistics: it assumes nothing of how times are distributed.
///
/// ```
/// use string_kit_benches::measure::Estimate;
///
/// let estimate = Estimate::of(vec![4.0, 1.0, 3.0, 2.0, 6.0, 5.0]);
/// assert_eq!((estimate.low, estimate.median, estimate.high), (1.0, 3.5, 6.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The median of the samples.
    pub median: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

impl Estimate {
    /// The estimate of samples that were drawn independently.
    ///
    /// # Panics
    ///
    /// If there are none. With fewer than [`MIN_ROUNDS`] the interval is their range, and narrower
    /// than 95 %.
    #[must_use]
    pub fn of(mut samples: Vec<f64>) -> Self {
        samples.sort_unstable_by(f64::total_cmp);
        let n = samples.len();
        let cut = cut(n);
        Self {
            median: f64::midpoint(samples[(n - 1) / 2], samples[n / 2]),
            low: samples[cut],
            high: samples[n - 1 - cut],
        }
    }

    /// Whether the interval has this value in it.
    ///
    /// ```
    /// use string_kit_benches::measure::Estimate;
    ///
    /// assert!(Estimate { median: 1.0, low: 0.9, high: 1.1 }.contains(1.0));
    /// ```
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// The estimate of those that are known, if any is.
pub(crate) fn estimate(known: impl IntoIterator<Item = Option<f64>>) -> Option<Estimate> {
    let known: Vec<f64> = known.into_iter().flatten().collect();
    (!known.is_empty()).then(|| Estimate::of(known))
}

/// The estimate of ratios, of the repetitions in which both sides are known. Of fewer than
/// [`MIN_ROUNDS`] no interval has 95 % but that of all ratios there are.
pub(crate) fn over(ratios: impl IntoIterator<Item = Option<f64>>) -> Option<Estimate> {
    let known: Vec<f64> = ratios.into_iter().flatten().collect();
    let is_enough = known.len() >= MIN_ROUNDS;
    let known = estimate(known.into_iter().map(Some))?;
    Some(if is_enough {
        known
    } else {
        Estimate {
            low: 0.0,
            high: f64::INFINITY,
            ..known
        }
    })
}

/// How many samples an interval of 95 % leaves out at each end.
///
/// The greatest `k` with P(at most `k` of `n` coins show heads) <= 2.5 %: so often do fewer than
/// `k + 1` samples lie on one side of the true median.
#[allow(clippy::cast_precision_loss)] // `n` is far from 2^52.
fn cut(n: usize) -> usize {
    // In logarithms: 0.5^n is zero from n = 1075 on.
    let mut ln_term = -(n as f64) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    for k in 0..n / 2 {
        tail += ln_term.exp();
        if tail > 0.025 {
            return k.saturating_sub(1);
        }
        ln_term += ((n - k) as f64 / (k + 1) as f64).ln();
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ranks from the tables of the sign test at 5 %, two-sided.
    #[test]
    fn cuts_are_those_of_the_sign_test() {
        for (n, left_out) in [(6, 0), (8, 0), (9, 1), (10, 1), (20, 5), (25, 7), (100, 39)] {
            assert_eq!(cut(n), left_out, "{n} samples");
        }
    }

    #[test]
    fn many_samples_do_not_underflow() {
        assert_eq!(cut(10_000), 4_901);
    }

    #[test]
    fn few_samples_give_their_range() {
        let estimate = Estimate::of(vec![3.0]);
        assert_eq!((estimate.low, estimate.high), (3.0, 3.0));
    }
}
