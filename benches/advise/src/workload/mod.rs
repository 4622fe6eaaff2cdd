//! Workloads: what a program does with its strings.

mod mix;
mod preset;

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

use string_kit_measure::run::Unit;

pub(crate) use mix::{Mix, Operation, gcd};
pub(crate) use preset::{Preset, WorkloadFlags};

/// The use of strings whose time is measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Workload {
    pub(crate) mix: Mix,
    /// The number of strings that are alive at once.
    pub(crate) live: usize,
    /// True if all texts are captured, each is read once, and all are dropped: the mix is not used.
    pub(crate) is_load: bool,
    /// True if threads clone one another's strings.
    pub(crate) is_shared: bool,
}

impl Workload {
    /// Returns the number of captured strings that are alive, and that of clones.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A share of the live ones.
    pub(crate) fn places(&self) -> [usize; 2] {
        let weight = |operation| f64::from(self.mix.weight(operation));
        let (captures, clones) = (weight(Operation::Capture), weight(Operation::Clone));
        let clones = if clones == 0.0 {
            0
        } else if captures == 0.0 {
            // Captured strings live for ever; a clone lives until the next.
            1
        } else {
            // By Little's law, since both live equally long.
            let share = clones / (captures + clones);
            ((self.live as f64 * share).round() as usize).max(1)
        };
        [self.live.saturating_sub(clones).max(1), clones]
    }
}

/// Writes one line in words.
impl Display for Workload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_load {
            return f.write_str(
                "all strings are captured, then each is read once, then all are dropped",
            );
        }
        let mix = self.mix.lowest();
        let captures = mix.weight(Operation::Capture);
        let dropped = match captures {
            0 => "never dropped",
            _ => "dropped in order",
        };
        let strings = number(self.live, "string");
        write!(f, "a working set of {strings}, {dropped}")?;
        let operations = mix
            .iter()
            .filter(|(operation, _)| *operation != Operation::Capture)
            .map(|(operation, weight)| number(weight as usize, operation.noun()))
            .collect::<Vec<_>>()
            .join(", ");
        match captures {
            _ if operations.is_empty() => f.write_str("; only captures")?,
            0 => write!(f, "; a round is {operations}")?,
            1 => write!(f, "; for each capture {operations}")?,
            count => write!(f, "; for {count} captures {operations}")?,
        }
        if self.is_shared {
            f.write_str("; threads clone one another's strings")?;
        }
        Ok(())
    }
}

/// Returns a number of things in words.
fn number(count: usize, noun: &str) -> String {
    let ending = match (count, noun) {
        (1, _) => "",
        (_, "hash") => "es",
        _ => "s",
    };
    format!("{} {noun}{ending}", Unit::Count.show(count as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captured_strings_and_clones_have_their_shares() {
        let places = |mix: &str| {
            let workload = Workload {
                mix: mix.parse().unwrap(),
                ..Preset::Tags.workload()
            };
            workload.places()
        };
        assert_eq!(places("capture:1,clone:8"), [1_111, 8_889]);
        assert_eq!(places("capture:1,read:8"), [10_000, 0]);
        assert_eq!(places("clone:1"), [9_999, 1]);
    }

    #[test]
    fn a_workload_is_said_in_words() {
        let words = "a working set of 10,000 strings, dropped in order; for each capture 8 clones, \
                     20 comparisons, 20 hashes";
        assert_eq!(Preset::Tags.workload().to_string(), words);
        let words = "a working set of 10,000 strings, dropped in order; for each capture 20 \
                     clones, 20 reads; threads clone one another's strings";
        assert_eq!(Preset::Shared.workload().to_string(), words);
    }
}
