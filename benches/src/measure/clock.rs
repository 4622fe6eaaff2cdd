//! Time: short batches of every way in turn, in a new order each round.
//!
//! What slows a machine down for a while (another process, a clock that drops) then slows every
//! way of a round down, and cancels out in the ratio of two ways of the same round.

use std::time::{Duration, Instant};

/// How long a batch is to take: a thousand times what reading the clock takes (about 25 ns), and
/// short against the time slice of a scheduler (some ms).
const BATCH: Duration = Duration::from_micros(30);

/// The order of the rounds is drawn from this seed: two runs measure in the same order.
const SEED: u64 = 0x5717_1CED;

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Budget {
    /// After so many rounds.
    Rounds(usize),
    /// After so much time, but not before [`MIN_ROUNDS`](super::MIN_ROUNDS).
    Time(Duration),
}

impl Budget {
    /// How much of it is spent, from 0 to 1.
    #[allow(clippy::cast_precision_loss)] // It is a share.
    fn spent(self, rounds: usize, time: Duration) -> f64 {
        let share = match self {
            Self::Rounds(budget) => rounds as f64 / budget as f64,
            Self::Time(budget) => {
                let by_rounds = rounds as f64 / super::MIN_ROUNDS as f64;
                by_rounds.min(time.as_secs_f64() / budget.as_secs_f64())
            }
        };
        share.min(1.0)
    }
}

/// The samples of one way: nanoseconds a pass, one for each round.
#[derive(Clone, Debug, Default)]
pub struct Timing {
    /// The samples; those of different ways at one index are of the same round.
    pub ns: Vec<f64>,
}

impl Timing {
    /// This way's time over another's, round by round.
    ///
    /// ```
    /// use string_kit_benches::measure::Timing;
    ///
    /// let (a, b) = (Timing { ns: vec![2.0, 3.0] }, Timing { ns: vec![4.0, 4.0] });
    /// assert_eq!(a.over(&b), [0.5, 0.75]);
    /// ```
    #[must_use]
    pub fn over(&self, other: &Self) -> Vec<f64> {
        self.ns.iter().zip(&other.ns).map(|(a, b)| a / b).collect()
    }
}

/// Times a pass of each way; `passes` runs a way so many times and says how long that took.
///
/// What a pass needs may be made outside of what `passes` says, with a
/// [`Stopwatch`](super::Stopwatch); a plain loop is [`repeat`](super::repeat). `progress` hears the
/// share that is done.
///
/// ```
/// use std::hint::black_box;
/// use string_kit_benches::measure::{Budget, repeat, time};
///
/// let texts = ["a tag", "and a longer one"];
/// let copy = |text: &&str, count| repeat(count, || drop(black_box(String::from(*text))));
/// let timings = time(&texts, copy, Budget::Rounds(6), |_| {});
/// assert!(timings.iter().all(|timing| timing.ns.len() == 6));
/// ```
pub fn time<W>(
    ways: &[W],
    passes: impl Fn(&W, u32) -> Duration,
    budget: Budget,
    mut progress: impl FnMut(f64),
) -> Vec<Timing> {
    let batches: Vec<u32> = ways.iter().map(|way| batch(|n| passes(way, n))).collect();
    let mut timings = vec![Timing::default(); ways.len()];
    let mut order: Vec<usize> = (0..ways.len()).collect();
    let mut random = fastrand::Rng::with_seed(SEED);
    let start = Instant::now();
    for rounds in 1.. {
        random.shuffle(&mut order);
        for &way in &order {
            // Brings the way's code and data back into the caches, which the others had.
            passes(&ways[way], 1);
            let batch_time = passes(&ways[way], batches[way]);
            timings[way]
                .ns
                .push(batch_time.as_secs_f64() * 1e9 / f64::from(batches[way]));
        }
        let spent = budget.spent(rounds, start.elapsed());
        progress(spent);
        if spent >= 1.0 {
            break;
        }
    }
    timings
}

/// How many passes take about as long as a batch is to take; one that takes longer is a batch.
fn batch(passes: impl Fn(u32) -> Duration) -> u32 {
    let mut passes_now = 1;
    while passes(passes_now) < BATCH {
        passes_now *= 2;
    }
    // The first to reach it took between one and two batches: of three quarters of as many passes
    // none takes under 3/4 or over 3/2 of a batch.
    (passes_now * 3 / 4).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_of_time_waits_for_the_fewest_rounds() {
        let budget = Budget::Time(Duration::from_secs(1));
        assert!(budget.spent(1, Duration::from_secs(9)) < 1.0);
        assert!(budget.spent(6, Duration::from_secs(9)) >= 1.0);
        assert!(budget.spent(900, Duration::from_millis(500)) < 1.0);
    }
}
