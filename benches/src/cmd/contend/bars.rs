//! `contend --bars`: what the type whose clones do not contend is held to.
//!
//! Times by a clock, so a command and no test: a machine with other work to do has them pass and fail
//! by chance.

use crate::cmd::Failure;
use crate::cmd::show::hold;
use crate::cmd::turns::{Programs, in_turn};
use crate::measure::contend::{Cell, Sample, subjects};
use crate::measure::{Allocator, Machine, Task, estimate};
use crate::report::bars::{Bar, Bars, Bound};
use crate::report::contend::HELD as ABOUT;
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

/// The bars on an allocator: a side, another, and how much the first over the second may be.
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

impl Args {
    /// Measures what the bars are about, and says whether they are held.
    pub(super) fn hold(&self, command: String) -> Result<(), Failure> {
        if !subjects().iter().any(|subject| subject.name == HELD) {
            return Err(Failure::Arguments(format!(
                "the bars are about '{HELD}', which this build does not have as a representation"
            )));
        }
        let allocators = self.on.all();
        let programs = Programs::find(&allocators)?;
        self.show.check()?;

        let rules: Vec<_> = allocators.iter().map(|&one| (one, rules(one))).collect();
        let mut sides: Vec<&Side> = Vec::new();
        for (one, other, _) in rules.iter().flat_map(|(_, rules)| rules) {
            for side in [one, other] {
                if !sides.contains(&side) {
                    sides.push(side);
                }
            }
        }
        let machine = Machine::detect().on(&allocators);
        let measure = |side: &&Side| self.side(&programs, side, machine.cores);
        let measured = in_turn(&sides, self.reps, measure)?;
        let of = |wanted: &Side| {
            let at = sides.iter().position(|side| *side == wanted);
            &measured[at.expect("every side is measured")]
        };
        let bar = |allocator: Allocator, (one, other, bound): &(Side, Side, Bound)| {
            let pairs = of(one).iter().zip(of(other));
            let ratios: Vec<f64> = pairs
                .filter_map(|(one, other)| Some((*one)? / (*other)?))
                .collect();
            Bar {
                what: format!("{} / {}", one.words(), other.words()),
                allocator,
                bound: *bound,
                found: ratios.len(),
                ratio: estimate(ratios.into_iter().map(Some)),
            }
        };
        let all = rules
            .iter()
            .flat_map(|(allocator, rules)| rules.iter().map(|rule| bar(*allocator, rule)))
            .collect();
        let bars = Bars {
            about: ABOUT,
            command,
            reps: self.reps,
            notes: self.on.replaced().into_iter().collect(),
            all,
            machine,
        };
        hold(&bars, &self.show)
    }

    /// One repetition of a side; none if no thread of it ran together with the others.
    fn side(&self, programs: &Programs, side: &Side, cores: usize) -> Result<Option<f64>, Failure> {
        match side {
            Side::Time(cell) => {
                let sample: Sample = run::cell(programs, cell, self.length(LONG))?;
                Ok(Figures::of(&sample, cores).ns)
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
