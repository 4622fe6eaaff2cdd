//! `contend --bars`: what the type whose clones do not contend is held to.
//!
//! Times by a clock, so a command and no test: a machine with other work to do has them pass and fail
//! by chance.

use crate::cmd::Failure;
use crate::cmd::bars::{Held, Rule, has_all, measure};
use crate::cmd::turns::Programs;
use crate::measure::contend::{Cell, Sample, subjects};
use crate::measure::{Allocator, Machine, Task};
use crate::report::bars::{About, Bound};
use crate::report::contend as report;
use crate::workload::contend::Pattern;

use super::run::{self, patience};
use super::summary::Figures;
use super::{Args, LONG};

/// Who is held to the bars.
const HELD: &str = "shared_str";

/// Whom it is compared with.
const ARC: &str = "arc_str";
const STRING: &str = "string";

/// The text of all that says nothing else.
const SIZE: usize = 64;

/// How far bytes may be above a bar: a string's share of a few pages of the process's own.
const PAGES: f64 = 0.002;

/// One side of a ratio.
#[derive(Clone, Debug, PartialEq)]
enum Side {
    /// The time of a clone and its drop.
    Time(Cell),
    /// The bytes of a string of 64 bytes.
    Bytes(&'static str, Allocator),
}

impl Side {
    fn words(&self) -> String {
        let Self::Time(cell) = self else {
            let Self::Bytes(repr, _) = self else {
                unreachable!("there are no more sides");
            };
            return format!("bytes of {repr}");
        };
        let size = if cell.size == SIZE {
            String::new()
        } else {
            format!(" {} bytes", cell.size)
        };
        format!("{} {}{size} x{}", cell.repr, cell.pattern, cell.threads)
    }
}

/// The bars on an allocator, all of them ratios.
fn rules(allocator: Allocator) -> Vec<(Side, Side, Bound)> {
    let sized = |repr: &str, pattern, threads, size| {
        Side::Time(Cell {
            repr: repr.to_owned(),
            allocator,
            pattern,
            leaked: false,
            size,
            threads,
        })
    };
    let time = |repr: &str, pattern, threads| sized(repr, pattern, threads, SIZE);
    let alone = || time(ARC, Pattern::Own, 1);
    let mut rules = Vec::new();
    for pattern in [Pattern::Own, Pattern::Borrowed] {
        for threads in [2, 4, 8] {
            let held = time(HELD, pattern, threads);
            rules.push((held.clone(), alone(), Bound::AtMost(1.10)));
            let arc = time(ARC, pattern, threads);
            rules.push((arc, held, Bound::AtLeast(5.0)));
        }
    }
    let string = match allocator {
        Allocator::Laboratory | Allocator::System => 2.5,
        Allocator::Jemalloc => 1.4,
        Allocator::Mimalloc => 1.5,
    };
    let bytes = |repr| Side::Bytes(repr, allocator);
    rules.extend([
        (
            time(STRING, Pattern::Private, 2),
            time(HELD, Pattern::Own, 2),
            Bound::AtLeast(string),
        ),
        (time(HELD, Pattern::Own, 1), alone(), Bound::AtMost(1.10)),
        (sized(HELD, Pattern::Own, 1, 8), alone(), Bound::AtMost(0.5)),
        (
            time(HELD, Pattern::Cold, 1),
            time(ARC, Pattern::Cold, 1),
            Bound::AtMost(1.5),
        ),
    ]);
    for count in [4, 16, 64, 256, 1024] {
        let picked = |repr| time(repr, Pattern::Picked(count), 2);
        rules.push((picked(HELD), picked(ARC), Bound::AtMost(1.25)));
    }
    rules.extend([
        (
            time(HELD, Pattern::Handoff, 2),
            time(ARC, Pattern::Handoff, 2),
            Bound::AtMost(1.2),
        ),
        (bytes(HELD), bytes(ARC), Bound::AtMost(1.0 + PAGES)),
        (
            time(HELD, Pattern::Own, 8),
            time(HELD, Pattern::Own, 2),
            Bound::AtMost(1.1),
        ),
    ]);
    rules
}

/// What is measured, and how.
struct Clones<'a> {
    args: &'a Args,
    cores: usize,
}

impl Held for Clones<'_> {
    type Side = Side;
    type Source = Side;
    /// None if no thread of it ran together with the others.
    type Measured = Option<f64>;

    const ABOUT: About = report::HELD;

    fn rules(&self, allocator: Allocator) -> Vec<Rule<Side>> {
        let ratios = rules(allocator).into_iter();
        ratios
            .map(|(one, other, bound)| (one, Some(other), bound))
            .collect()
    }

    fn words(side: &Side) -> String {
        side.words()
    }

    fn source(&self, side: &Side, _: Allocator) -> Side {
        side.clone()
    }

    fn measure(&self, programs: &Programs, side: &Side) -> Result<Option<f64>, Failure> {
        match side {
            Side::Time(cell) => {
                let sample: Sample = run::cell(programs, cell, self.args.length(LONG))?;
                Ok(Figures::of(&sample, self.cores).ns)
            }
            Side::Bytes(repr, allocator) => {
                let task = Task::Bytes {
                    repr: (*repr).to_owned(),
                    size: SIZE,
                };
                programs.ask(*allocator, &task, &side.words(), patience(0, 1))
            }
        }
    }

    fn number(_: &Side, measured: &Option<f64>) -> Option<f64> {
        *measured
    }
}

impl Args {
    /// Measures what the bars are about, and says whether they are held.
    pub(super) fn hold(&self, command: String) -> Result<(), Failure> {
        let there = subjects();
        let has = |name: &str| there.iter().any(|subject| subject.name == name);
        has_all(&[HELD], has, "representation")?;
        let clones = Clones {
            args: self,
            cores: Machine::detect().cores,
        };
        measure(&clones, &self.on, self.reps, &self.show, command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is measured on each allocator is the same, and each side of it can be.
    #[test]
    fn every_side_can_be_measured() {
        let counts = Allocator::ALL.map(|allocator| {
            let rules = rules(allocator);
            for (one, other, _) in &rules {
                assert_ne!(one, other);
                for side in [one, other] {
                    if let Side::Time(cell) = side {
                        assert!(cell.pattern.allows(cell.threads, cell.leaked));
                    }
                }
            }
            rules.len()
        });
        assert_eq!(counts, [counts[0]; 4]);
    }
}
