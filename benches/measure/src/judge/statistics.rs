//! Statistics: from the medians of processes to an estimate, and how sure it is.

use std::f64::consts::FRAC_PI_2;

/// The share of the processes that is left out at either end, against a process that was slow as a
/// whole.
const TRIM: f64 = 0.1;
/// The number of samples that a bootstrap draws: enough to know a standard error to 2 %.
const DRAWS: usize = 1000;
/// The fewest processes that give an interval.
const FEWEST: usize = 3;

/// A mean, with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    pub(super) mean: f64,
    /// Infinite if there are fewer than [`FEWEST`] values.
    pub(super) error: f64,
    /// The degrees of freedom of the error.
    pub(super) freedom: f64,
}

impl Estimate {
    /// Estimates the trimmed mean of independent values, its error by a bootstrap over them; none if
    /// there are no values.
    pub(super) fn of(values: &[f64], seed: u64) -> Option<Self> {
        Self::by_bootstrap::<DRAWS>(values, seed)
    }

    fn by_bootstrap<const DRAWS: usize>(values: &[f64], seed: u64) -> Option<Self> {
        let n = values.len();
        if n == 0 {
            return None;
        }
        let mut random = fastrand::Rng::with_seed(seed);
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_unstable_by(|&a, &b| values[a].total_cmp(&values[b]));
        let sorted: Vec<f64> = order.iter().map(|&at| values[at]).collect();
        let mut ranks = vec![0; n];
        for (rank, &at) in order.iter().enumerate() {
            ranks[at] = rank;
        }
        let mut means = [0.0; DRAWS];
        for mean in &mut means {
            // PERF: values are counted in their order, so that no draw is sorted.
            let mut counts = vec![0; n];
            for _ in 0..n {
                counts[ranks[random.usize(..n)]] += 1;
            }
            *mean = trimmed_mean(&sorted, &counts);
        }
        let mean_of_means = means.iter().sum::<f64>() / DRAWS as f64;
        let squares = means.iter().map(|mean| (mean - mean_of_means).powi(2));
        let variance = squares.sum::<f64>() / DRAWS as f64;
        let n = n as f64;
        Some(Self {
            mean: trimmed_mean(&sorted, &vec![1; values.len()]),
            // A bootstrap draws from a sample, whose variance is too small by (n - 1) / n.
            error: if values.len() < FEWEST {
                f64::INFINITY
            } else {
                (variance * n / (n - 1.0)).sqrt()
            },
            freedom: (n - 2.0 * (n * TRIM).floor() - 1.0).max(1.0),
        })
    }

    /// Subtracts an independent estimate.
    pub(super) fn minus(self, other: Self) -> Self {
        Self {
            mean: self.mean - other.mean,
            error: self.error.hypot(other.error),
            freedom: self.freedom.min(other.freedom),
        }
    }

    /// Returns the interval that holds the truth with a probability of `level`.
    pub(super) fn interval(self, level: f64) -> (f64, f64) {
        let half = if self.error == 0.0 {
            0.0
        } else {
            self.error * t_quantile(level, self.freedom)
        };
        (self.mean - half, self.mean + half)
    }
}

/// Returns the mean without the least and the greatest tenth. Each value counts as often as `counts` says; together they
/// count once each.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Some dozens.
fn trimmed_mean(sorted: &[f64], counts: &[usize]) -> f64 {
    let cut = (sorted.len() as f64 * TRIM) as usize;
    let (mut place, mut sum) = (0, 0.0);
    let kept = cut..sorted.len() - cut;
    for (value, count) in sorted.iter().zip(counts) {
        let next = place + count;
        for _ in place.max(kept.start)..next.min(kept.end) {
            sum += value;
        }
        place = next;
    }
    sum / kept.len() as f64
}

/// Returns the median; none of no values.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let n = values.len();
    (n > 0).then(|| f64::midpoint(values[(n - 1) / 2], values[n / 2]))
}

/// Returns the t for which a value of Student's distribution lies within -t to t with a probability
/// of `level`.
///
/// With x = √freedom tan θ the density is proportional to a power of cos θ, which is summed up over
/// equal steps of θ.
fn t_quantile(level: f64, freedom: f64) -> f64 {
    const STEPS: u32 = 1_000;
    let step = FRAC_PI_2 / f64::from(STEPS);
    let density = |at: u32| ((f64::from(at) + 0.5) * step).cos().powf(freedom - 1.0);
    let wanted = level * (0..STEPS).map(density).sum::<f64>();
    let mut sum = 0.0;
    for at in 0..STEPS {
        let share = density(at);
        if sum + share >= wanted {
            let angle = (f64::from(at) + (wanted - sum) / share) * step;
            return freedom.sqrt() * angle.tan();
        }
        sum += share;
    }
    f64::INFINITY
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (level, freedom, expected) in
            [(0.95, 1.0, 12.71), (0.95, 15.0, 2.131), (0.99, 5.0, 4.032)]
        {
            let t = t_quantile(level, freedom);
            assert!(
                (t / expected - 1.0).abs() < 0.002,
                "{t} for {level}, {freedom}"
            );
        }
    }

    #[test]
    fn medians_lie_in_the_middle() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![4.0, 1.0]), Some(2.5));
    }

    #[test]
    fn too_few_values_have_an_endless_interval() {
        let of_two = Estimate::of(&[1.0, 2.0], 1).unwrap();
        assert_eq!(of_two.interval(0.95), (f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!(Estimate::of(&[], 1), None);
    }

    #[test]
    fn equal_values_leave_no_doubt() {
        let same = Estimate::of(&[0.5; 20], 1).unwrap();
        assert_eq!(same.interval(0.95), (0.5, 0.5));
    }

    /// Returns a normal value of mean 0 and deviation 1.
    pub(in crate::judge) fn normal(random: &mut fastrand::Rng) -> f64 {
        (0..12).map(|_| random.f64()).sum::<f64>() - 6.0
    }

    /// Returns the number of intervals that hold the truth, of 1,000 experiments with effects of
    /// processes and of rounds.
    fn coverage(effect: impl Fn(&mut fastrand::Rng) -> f64, processes: usize) -> usize {
        let mut random = fastrand::Rng::with_seed(5);
        let freedom = Estimate::of(&vec![0.0; processes], 1).unwrap().freedom;
        let t = t_quantile(0.95, freedom);
        let holds = |_: &usize| {
            let values: Vec<f64> = (0..processes)
                .map(|_| {
                    let of_process = effect(&mut random);
                    let rounds = (0..9).map(|_| of_process + 0.01 * normal(&mut random));
                    median(rounds.collect()).unwrap()
                })
                .collect();
            // Fewer draws than the judge's: they are nearly all of this test's time.
            let estimate = Estimate::by_bootstrap::<200>(&values, random.u64(..)).unwrap();
            estimate.mean.abs() <= estimate.error * t
        };
        (0..1000).filter(holds).count()
    }

    #[test]
    fn intervals_hold_in_95_of_100_experiments() {
        for processes in [8, 20, 40] {
            let plain = coverage(|random| 0.02 * normal(random), processes);
            assert!(
                (930..=970).contains(&plain),
                "{plain} of 1,000, normal, {processes}"
            );
            // One process of twenty is far off, to either side.
            let tailed = coverage(
                |random| {
                    let far = if random.u8(..20) == 0 { 5.0 } else { 1.0 };
                    0.02 * far * normal(random)
                },
                processes,
            );
            assert!(
                (930..=975).contains(&tailed),
                "{tailed} of 1,000, tailed, {processes}"
            );
        }
    }
}
