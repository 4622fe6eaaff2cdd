//! A simulation of clones on more cores than the machine has: the time of a clone and its drop, and
//! the memory of shards.
//!
//! It is a model. One core at a time changes a cache line, in the order of the requests; a change
//! takes [`LOCAL`] if the core changed the line last, else [`TRANSFER`]. Names get shards by the rule
//! of `SharedStr`. Caches have room for every line. There are no sockets, no scheduler, no allocator.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use string_kit_measure::judge::Judge;
use string_kit_measure::report::{Cell, Section};
use string_kit_measure::run::{Unit, bytes};

use crate::question::{section, table};

/// The note of a run whose report has the simulation.
pub(super) const NOTE: &str = "The table under SIMULATED is a model, not a measurement.";

/// A time in picoseconds.
type Time = u64;

/// An atomic addition to a line that the core has: half of a measured uncontended pair of 4.7 ns.
const LOCAL: Time = 2_350;
/// The same to a line that another core changed last: a quarter of a measured contended pair of 74 ns
/// on two cores.
const TRANSFER: Time = 18_500;
/// The longest time between a pair and the core's next one; it is drawn evenly from 0 on.
const WORK: Time = 40_000;
/// The time to allocate shards.
const ALLOCATION: Time = 1_000_000;
/// The time for which a core remembers contention at a name, and the names that it remembers: `SharedStr`'s `WINDOW` and
/// `REMEMBERED`.
const WINDOW: Time = 20_000_000;
const REMEMBERED: usize = 8;
/// The bytes of a shard, and the shards of a name.
const SHARD: usize = 128;
const SHARDS: usize = 32;

/// The pairs of a clone and a drop of each simulated setting: some seconds for all of them.
const PAIRS: usize = 1_000_000;
const CORES: [usize; 6] = [4, 8, 16, 32, 64, 128];
/// No shards; a budget that is soon used up; the default.
const BUDGETS: [usize; 3] = [0, 1 << 20, 16 << 20];

#[derive(Clone, Copy)]
struct Setting {
    cores: usize,
    names: usize,
    pairs: usize,
    /// `true` to pick the name of rank `k` in proportion to `1 / k`, `false` to pick all evenly.
    is_skewed: bool,
    budget: usize,
    seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Answer {
    /// Nanoseconds of a clone and its drop: the mean of the second half of the pairs.
    pair: f64,
    /// The names that have shards in the end.
    sharded: usize,
    /// The names that got shards in a second, in the second half.
    rate: f64,
}

/// A cache line: the core that changed it last plus 1, and the end of that change.
#[derive(Clone, Copy, Default)]
struct Line(usize, Time);

impl Line {
    /// Changes the line. Returns the end of the change, and `true` if it waited for another core's.
    fn change(&mut self, core: usize, now: Time) -> (Time, bool) {
        let Self(owner, free) = *self;
        let is_here = owner == core + 1;
        let end = free.max(now) + if is_here { LOCAL } else { TRANSFER };
        *self = Self(core + 1, end);
        (end, free > now && !is_here)
    }
}

/// A name: its root, and its shards, none at first.
#[derive(Clone, Default)]
struct Name(Line, Box<[Line]>);

/// A clone or a drop of a name, counted in the root, in a shard, or in both: the first handle of a
/// shard takes a root reference, and gives it back.
#[derive(Clone, Copy)]
struct Change {
    name: usize,
    in_root: bool,
    in_shard: bool,
}

impl Change {
    fn run(self, names: &mut [Name], core: usize, mut now: Time) -> (Time, bool) {
        let Name(root, shards) = &mut names[self.name];
        let mut waited = false;
        if self.in_shard {
            let index = core % shards.len();
            now = shards[index].change(core, now).0;
        }
        if self.in_root {
            (now, waited) = root.change(core, now);
        }
        (now, waited)
    }
}

impl Setting {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A rank is a number of names.
    fn pick(&self, random: &mut fastrand::Rng) -> usize {
        if self.is_skewed {
            let rank = ((self.names + 1) as f64).powf(random.f64()) as usize;
            rank.clamp(1, self.names) - 1
        } else {
            random.usize(..self.names)
        }
    }

    fn run(&self) -> Answer {
        let mut random = fastrand::Rng::with_seed(self.seed);
        let mut names = vec![Name::default(); self.names];
        let mut next: BinaryHeap<_> = (0..self.cores).map(|core| Reverse((0, core))).collect();
        // Of each core: its handle with the time of the clone, and the last times that it met contention.
        let mut handles: Vec<Option<(Change, Time)>> = vec![None; self.cores];
        let mut contended = vec![[None::<(usize, Time)>; REMEMBERED]; self.cores];
        let (mut pairs, mut sharded, mut total) = (0, 0, 0);
        let (mut half, mut last) = ((0, 0), 0);
        while pairs < self.pairs {
            let Some(Reverse((now, core))) = next.pop() else {
                break;
            };
            last = now;
            if let Some((change, time)) = handles[core].take() {
                let (end, _) = change.run(&mut names, core, now);
                if pairs < self.pairs / 2 {
                    half = (now, sharded);
                } else {
                    total += time + (end - now);
                }
                pairs += 1;
                next.push(Reverse((end + random.u64(0..=WORK), core)));
                continue;
            }
            let name = self.pick(&mut random);
            let shard = names[name].1.get(core % SHARDS);
            let clone = Change {
                name,
                in_root: shard.is_none_or(|shard| shard.0 == 0),
                in_shard: shard.is_some(),
            };
            let (mut end, waited) = clone.run(&mut names, core, now);
            let has_room = (sharded + 1) * SHARDS * SHARD <= self.budget;
            if waited && !clone.in_shard && has_room {
                let before = contended[core][name % REMEMBERED].replace((name, now));
                // Another core may have added shards meanwhile.
                let is_recent = |(at, then)| at == name && now - then < WINDOW;
                if before.is_some_and(is_recent) && names[name].1.is_empty() {
                    names[name].1 = vec![Line::default(); SHARDS].into();
                    sharded += 1;
                    end += ALLOCATION;
                }
            }
            handles[core] = Some((clone, end - now));
            next.push(Reverse((end, core)));
        }
        Answer {
            pair: total as f64 / 1e3 / (pairs - self.pairs / 2).max(1) as f64,
            sharded,
            rate: (sharded - half.1) as f64 * 1e12 / (last - half.0).max(1) as f64,
        }
    }
}

/// Simulates each number of cores, and returns the section of the report.
pub(super) fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let (names, seed) = (100_000, judge.run.header.seed);
    let count = |number: usize| Cell::number(number as f64, Unit::Count);
    let mut rows = Vec::new();
    for (is_skewed, picked) in [(false, "all equal"), (true, "1 / rank")] {
        for cores in CORES {
            let answers = BUDGETS.map(|budget| {
                let setting = Setting {
                    cores,
                    names,
                    pairs: PAIRS,
                    is_skewed,
                    budget,
                    seed,
                };
                setting.run()
            });
            let mut row = vec![Cell::words(picked), count(cores)];
            row.extend(answers.map(|answer| Cell::number(answer.pair, Unit::Ns)));
            let Answer { sharded, rate, .. } = answers[2];
            let size = sharded * SHARDS * SHARD;
            row.extend([count(sharded), Cell::shown(size as f64, bytes(size))]);
            row.push(Cell::number(rate.round(), Unit::Count));
            rows.push(row);
        }
    }
    let [local, transfer, work, allocation] =
        [LOCAL, TRANSFER, WORK, ALLOCATION].map(|time| Unit::Ns.show(time as f64 / 1e3));
    let caption = format!(
        "A model, not a measurement, of `SharedStr`: each core clones and drops one of {names} texts at a time. A clone \
         and its drop are a pair; of {PAIRS} pairs the second half counts. To change a cache line takes {local} if the \
         core changed it last, else {transfer}; up to {work} pass between two pairs of a core; shards take {allocation} \
         to allocate. Caches hold every line; there is one socket, and each core runs one thread. Shards of all texts \
         would take {}. Seed {seed}.",
        bytes(names * SHARDS * SHARD),
    );
    let numbers = [
        "cores",
        "a pair, budget 0",
        "a pair, 1 MiB",
        "a pair, 16 MiB",
        "texts with shards, 16 MiB",
        "shards, 16 MiB",
        "texts that get shards, each second",
    ];
    let table = table(caption, &["popularity"], numbers, rows);
    let title = "Simulated: more cores, and the budget for shards";
    section(judge, "contend_simulation", title, vec![table])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates 20,000 pairs, twice.
    fn run(cores: usize, names: usize, budget: usize) -> Answer {
        let setting = Setting {
            cores,
            names,
            pairs: 20_000,
            is_skewed: names > 1,
            budget,
            seed: 1,
        };
        let answer = setting.run();
        assert_eq!(setting.run(), answer, "the seed decides all");
        answer
    }

    #[test]
    fn each_core_waits_for_all_others_at_one_word() {
        for cores in [8, 32, 128] {
            let all = 2.0 * cores as f64 * TRANSFER as f64 / 1e3;
            let pair = run(cores, 1, 0).pair;
            let is_near = (0.85 * all..=all).contains(&pair);
            assert!(is_near, "{cores}: {pair} of {all}");
        }
    }

    #[test]
    fn a_pair_in_a_shard_of_its_own_takes_as_long_as_alone() {
        let alone = 2.0 * LOCAL as f64 / 1e3;
        for cores in [1, 2, 8] {
            let pair = run(cores, 1, usize::MAX).pair;
            assert!((pair - alone).abs() < 0.01, "{cores}: {pair}");
        }
        // Two cores have each shard.
        assert!(run(128, 1, usize::MAX).pair > 2.0 * alone);
    }

    #[test]
    fn shards_stay_within_the_budget() {
        let shards = SHARDS * SHARD;
        for (budget, sharded) in [(0, 0), (3 * shards - 1, 2), (3 * shards, 3)] {
            assert_eq!(run(32, 100, budget).sharded, sharded);
        }
    }
}
