//! Time: short batches of all cells in turn, in a new order each round.
//!
//! A disturbance that slows a cell and its baseline alike cancels out in their ratio. So the cells of
//! a group, which are compared with each other, have their batches one right after the other.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::sentinel::Sentinel;
use super::stack::at_random_place;
use crate::judge::median;
use crate::run::Factors;

/// The length of a batch: some hundred readings of the clock, and so short that a group is done before
/// the neighbours on the core change.
const BATCH: Duration = Duration::from_micros(15);
/// The fewest rounds of a process.
const FEWEST: usize = 5;
/// The number of timings of each size that is tried for a batch. The shortest counts, so that one
/// preemption does not shrink the batch.
const TRIALS: usize = 3;
/// The number of cells of a group between two times of the sentinel.
const WATCHED: usize = 4;

/// A cell that is timed.
#[allow(missing_debug_implementations)] // It holds a closure.
pub struct Timed<'a> {
    /// The factors beside those of the unit.
    pub factors: Factors,
    /// The cells of a group are measured one after the other.
    pub(super) group: Factors,
    /// The name of the time: "time", where there are not several.
    pub metric: &'static str,
    /// The note of the cell.
    pub note: Option<String>,
    /// The family of the cell.
    pub family: Option<String>,
    /// Does a pass a number of times, and returns how long they took together.
    pub run: Box<dyn FnMut(u32) -> Duration + 'a>,
    /// The number of operations of a pass: samples are of one.
    operations: f64,
}

impl<'a> Timed<'a> {
    /// Times an operation in this setting.
    pub fn new(factors: Factors, run: impl FnMut(u32) -> Duration + 'a) -> Self {
        Self {
            group: Factors::default(),
            factors,
            metric: "time",
            note: None,
            family: None,
            run: Box::new(run),
            operations: 1.0,
        }
    }

    /// Times passes of `operations` operations.
    pub fn of(mut self, operations: usize) -> Self {
        self.operations = operations as f64;
        self
    }
}

/// The samples of a process.
#[derive(Debug)]
pub(super) struct Rounds {
    /// Those of each cell, in nanoseconds for each operation.
    pub(super) samples: Vec<Vec<f64>>,
    /// Those of the sentinel in each group.
    pub(super) sentinels: BTreeMap<Factors, Vec<f64>>,
}

/// Measures all cells, round by round, for about so long.
pub(super) fn rounds(
    cells: &mut [Timed<'_>],
    time: Duration,
    random: &mut fastrand::Rng,
) -> Rounds {
    let mut sentinel = Sentinel::new(random);
    let start = Instant::now();
    let mut order: Vec<usize> = (0..cells.len()).collect();
    // The first calls decide where caches and the allocator put things.
    random.shuffle(&mut order);
    let mut batches = vec![1; cells.len()];
    for &cell in &order {
        batches[cell] = batch(&mut cells[cell].run);
    }
    let mut samples = vec![Vec::new(); cells.len()];
    // Sorted: the order of a hash map would not come from the seed.
    let mut groups: BTreeMap<Factors, Vec<usize>> = BTreeMap::new();
    for (index, cell) in cells.iter().enumerate() {
        groups.entry(cell.group.clone()).or_default().push(index);
    }
    let mut groups: Vec<(Factors, Vec<usize>)> = groups.into_iter().collect();
    let mut sentinels = BTreeMap::<Factors, Vec<f64>>::new();
    for round in 1.. {
        random.shuffle(&mut groups);
        for (factors, group) in &mut groups {
            random.shuffle(group);
            let mut watched = Vec::new();
            for (place, &cell) in group.iter().enumerate() {
                if place % WATCHED == 0 {
                    watched.push(sentinel.time());
                }
                let Timed {
                    run, operations, ..
                } = &mut cells[cell];
                let count = batches[cell];
                let spent = at_random_place(random, || {
                    // Untimed: brings the code, the data and the pages of the stack back into the caches,
                    // and trains the branch predictor, which ran other cells since.
                    run(count.div_ceil(4));
                    run(count)
                });
                samples[cell].push(spent.as_nanos() as f64 / (f64::from(count) * *operations));
            }
            watched.push(sentinel.time());
            let of_group = sentinels.entry(factors.clone()).or_default();
            of_group.extend(median(watched));
        }
        if round >= FEWEST && start.elapsed() >= time {
            break;
        }
    }
    Rounds { samples, sentinels }
}

/// Returns the number of passes that take about as long as a batch; one, if a pass takes longer.
fn batch(run: &mut dyn FnMut(u32) -> Duration) -> u32 {
    let mut count = 1_u32;
    loop {
        let trials = (0..TRIALS).map(|_| run(count));
        if trials.min().is_some_and(|least| least >= BATCH) || count > 1 << 20 {
            // The first count to reach it took between one and two batches: three quarters take
            // between 3/4 and 3/2 of one.
            return (count * 3 / 4).max(1);
        }
        count *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_a_sample_in_every_round() {
        let timed = |nanos: u32| {
            Timed::new(Factors::default(), move |count| {
                Duration::from_nanos(u64::from(nanos * count))
            })
        };
        let mut cells = [timed(10), timed(30_000).of(3)];
        let rounds = rounds(&mut cells, Duration::ZERO, &mut fastrand::Rng::with_seed(1));
        assert_eq!(rounds.samples, [[10.0; FEWEST], [10_000.0; FEWEST]]);
        assert_eq!(rounds.sentinels[&Factors::default()].len(), FEWEST);
    }
}
