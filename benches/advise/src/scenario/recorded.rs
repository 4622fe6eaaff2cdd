//! The scenario of a program that recorded what it did with its strings.

use clap::ValueEnum;

use super::{Details, Lifetimes, Operation, Scenario};
use crate::profile::Usage;

/// The weight of the most frequent operation.
const HEAVIEST: u64 = 1_000;
/// The most strings and threads of a scenario.
const MOST_STRINGS: u64 = 10_000_000;
const MOST_THREADS: u64 = 64;

impl Scenario {
    /// Returns the scenario of a record; `None` if no operation was recorded.
    ///
    /// Threads share strings if one of a hundred operations is on a string that another thread had
    /// captured.
    pub(crate) fn recorded(usage: &Usage) -> Option<Self> {
        let done = counts(usage).filter(|(_, count)| *count > 0);
        let most = done.clone().map(|(_, count)| count).max()?;
        let weight = |count: u64| {
            let weight = u128::from(count) * u128::from(HEAVIEST) / u128::from(most);
            u32::try_from(weight.max(1)).expect("a weight is at most the heaviest")
        };
        let all = counts(usage).fold(0_u64, |sum, (_, count)| sum.saturating_add(count));
        let is_shared = usage.is_shared() && usage.operation("elsewhere") >= all / 100;
        // Threads that share no string have each a part of those that are alive.
        let parts = if is_shared { 1 } else { usage.threads.max(1) };
        let number = |count: u64, most| usize::try_from(count.clamp(1, most)).expect("it is small");
        let live = number(usage.alive / parts, MOST_STRINGS);
        let share = |part: u64, whole: u64| (part as f64 / whole.max(1) as f64).min(1.0);
        let of_reads = |name| share(usage.operation(name), usage.operation("read"));
        // A look-up shows only if it meets a key with the same hash.
        let found = usage.operation("lookup");
        let equal = usage.operation("equal").saturating_add(found);
        let tried = usage.operation("compare").saturating_add(found);
        Some(Self {
            mix: done
                .map(|(operation, count)| (operation, weight(count)))
                .collect(),
            live,
            lifetimes: if usage.is_ordered() {
                Lifetimes::Fifo
            } else {
                Lifetimes::Random
            },
            hit_rate: if tried == 0 { 1.0 } else { share(equal, tried) },
            threads: number(usage.threads, MOST_THREADS),
            details: Details {
                keys: (usage.keys > 0).then(|| number(usage.keys, MOST_STRINGS).min(live)),
                is_apart: !is_shared && usage.threads > 1,
                is_interleaved: true,
                again: of_reads("again"),
                beside: of_reads("beside"),
                owned: share(usage.alive_owners(), usage.alive),
            },
        })
    }
}

/// Returns the operations that a scenario has, with their numbers in a record.
fn counts(usage: &Usage) -> impl Iterator<Item = (Operation, u64)> + Clone {
    let all = Operation::value_variants().iter();
    all.map(|operation| (*operation, usage.operation(operation.names()[1])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_a_scenario() {
        let mut usage = Usage::default();
        assert_eq!(Scenario::recorded(&usage), None);
        let counts = "capture 4000,compare 80000,equal 20000,read 4,beside 3,append 9";
        for count in counts.split(',') {
            let (name, count) = count.split_once(' ').unwrap();
            usage.add_operation(name, count.parse().unwrap());
        }
        usage.alive = 500;
        usage.threads = 4;
        usage.owners = (40, 10);
        let expected = Scenario {
            mix: "capture:50,eq:1000,read:1".parse().unwrap(),
            live: 125,
            lifetimes: Lifetimes::Random,
            hit_rate: 0.25,
            threads: 4,
            details: Details {
                is_apart: true,
                is_interleaved: true,
                beside: 0.75,
                owned: 0.25,
                ..Details::default()
            },
        };
        assert_eq!(Scenario::recorded(&usage), Some(expected));
        // The most alive, the keys, and the operations elsewhere: the scenario's strings, and its
        // keys.
        for (alive, keys, elsewhere, live, expected) in [
            (500, 200, 0, 125, 125),
            (500, 200, 500, 125, 125),
            (500, 20, 1_000, 500, 20),
            (0, 20, 0, 1, 1),
        ] {
            (usage.alive, usage.keys) = (alive, keys);
            usage.add_operation("elsewhere", elsewhere);
            let scenario = Scenario::recorded(&usage).unwrap();
            assert_eq!((scenario.threads, scenario.live), (4, live));
            assert_eq!(scenario.details.keys, Some(expected));
            let is_shared = usage.operation("elsewhere") > 1_000;
            assert_eq!(scenario.details.is_apart, !is_shared);
        }
    }
}
