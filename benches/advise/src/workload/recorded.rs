//! The workload of a program that recorded what it did with its strings.

use clap::ValueEnum;

use super::{Operation, Workload};
use crate::profile::Usage;

/// The weight of the most frequent operation.
const HEAVIEST: u64 = 1_000;
/// The most strings of a workload.
const MOST_STRINGS: u64 = 10_000_000;

impl Workload {
    /// Returns the workload of a record; `None` if no operation was recorded.
    ///
    /// Threads share strings if one of a hundred operations is on a string that another thread had
    /// captured. Threads that share none have each a part of the strings alive.
    pub(crate) fn recorded(usage: &Usage) -> Option<Self> {
        let done = counts(usage).filter(|(_, count)| *count > 0);
        let most = done.clone().map(|(_, count)| count).max()?;
        let weight = |count: u64| {
            let weight = u128::from(count) * u128::from(HEAVIEST) / u128::from(most);
            u32::try_from(weight.max(1)).expect("a weight is at most the heaviest")
        };
        let all = counts(usage).fold(0_u64, |sum, (_, count)| sum.saturating_add(count));
        let is_shared = usage.is_shared() && usage.operation("elsewhere") >= all / 100;
        let threads = if is_shared { 1 } else { usage.threads.max(1) };
        let number = |count: u64| {
            usize::try_from(count.clamp(1, MOST_STRINGS)).expect("it is at most ten million")
        };
        let live = number(usage.alive / threads);
        Some(Self {
            mix: done
                .map(|(operation, count)| (operation, weight(count)))
                .collect(),
            live,
            is_load: false,
            is_shared: usage.is_cloned_across(),
            keys: (usage.keys > 0).then(|| number(usage.keys).min(live)),
            owned: (usage.alive_owners() as f64 / usage.alive.max(1) as f64).min(1.0),
        })
    }
}

/// Returns the operations that a workload has, with their numbers in a record.
fn counts(usage: &Usage) -> impl Iterator<Item = (Operation, u64)> + Clone {
    let all = Operation::value_variants().iter();
    all.map(|operation| (*operation, usage.operation(operation.names()[1])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_a_workload() {
        let mut usage = Usage::default();
        assert_eq!(Workload::recorded(&usage), None);
        for (name, count) in [("capture", 4_000), ("compare", 80_000), ("read", 4)] {
            usage.add_operation(name, count);
        }
        (usage.alive, usage.threads, usage.owners) = (500, 4, (40, 10));
        let expected = Workload {
            mix: "capture:50,eq:1000,read:1".parse().unwrap(),
            live: 125,
            is_load: false,
            is_shared: false,
            keys: None,
            owned: 0.25,
        };
        assert_eq!(Workload::recorded(&usage), Some(expected));
        // The most alive, the keys, and the operations elsewhere: the workload's strings, and its
        // keys.
        for (alive, keys, elsewhere, live, expected) in [
            (500, 200, 0, 125, 125),
            (500, 200, 500, 125, 125),
            (500, 20, 1_000, 500, 20),
            (0, 20, 0, 1, 1),
        ] {
            (usage.alive, usage.keys) = (alive, keys);
            usage.add_operation("elsewhere", elsewhere);
            let workload = Workload::recorded(&usage).unwrap();
            assert_eq!((workload.live, workload.keys), (live, Some(expected)));
        }
    }
}
