//! `nodes --bars`: what this project's designs are held to.
//!
//! By a clock and on the whole of a machine's memory, so a command and no test.

use super::{Args, once};
use crate::cmd::Failure;
use crate::cmd::bars::{Held, Rule, has_all, measure};
use crate::cmd::turns::{PATIENCE, Programs};
use crate::measure::nodes::{Cell, Question, Sample, Text, subjects};
use crate::measure::{Allocator, Task, free_memory};
use crate::report::bars::{About, Bound};
use crate::report::nodes::HELD;
use crate::workload::nodes::{Kind, LEAVES, Shape};

/// Who is held to the bars.
const COUNTED: &str = "concat_str";
const WIDE: &str = "concat_str_wide";
const ARENA: &str = "concat_arena";
const FROZEN: &str = "frozen_concat";
const PRINTS: &str = "arena_fingerprints";
const LENGTHS: &str = "arena_lengths";
/// Those that a bar is about, and that a build may lack.
const HELD_TO: [&str; 6] = [COUNTED, WIDE, ARENA, FROZEN, PRINTS, LENGTHS];

/// The most leaves of the chain that is balanced.
const MOST_LEAVES: usize = 10_000_000;

/// Whom they are compared with.
const ARC: &str = "std_arc_vec";
const XI: &str = "xi_rope";
const ROPEY: &str = "ropey";
const IM: &str = "im_vector";

/// What is measured of a design.
#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    /// Bytes of memory a concatenation.
    Bytes(Shape),
    /// Bytes of blocks: of what is made from something else, whose pages the allocator may keep.
    Blocks(Shape),
    /// Nanoseconds to make one.
    Build(Shape),
    /// Nanoseconds to drop one.
    Drop(Shape),
    /// The speed at which a text is made flat, over that of a copy.
    AgainstCopy(Text),
    /// Nanoseconds to an answer.
    Answer(Question),
}

/// One side of a ratio, or a number by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Side(&'static str, What);

impl Side {
    fn words(self) -> String {
        let Self(design, what) = self;
        match what {
            What::Bytes(shape) => format!("bytes of {design} {shape}"),
            What::Blocks(shape) => format!("bytes in blocks of {design} {shape}"),
            What::Build(shape) => format!("making {design} {shape}"),
            What::Drop(shape) => format!("dropping {design} {shape}"),
            What::AgainstCopy(text) => format!("flattening {design} {} / a copy", text.name()),
            What::Answer(Question::Equal) => format!("== of 2^60 bytes in {design}, ns"),
            What::Answer(Question::ByteAt(_)) => {
                format!("a byte of a balanced chain in {design}, ns")
            }
        }
    }

    /// The number, of what was measured.
    fn of(self, measured: &Measured) -> Option<f64> {
        match (self.1, measured) {
            (What::Bytes(_), Measured::Sample(sample)) => sample.touched.or(sample.live),
            (What::Blocks(_), Measured::Sample(sample)) => sample.live,
            (What::Build(_), Measured::Sample(sample)) => Some(sample.build_ns),
            (What::Drop(_), Measured::Sample(sample)) => sample.drop_ns,
            (What::AgainstCopy(_) | What::Answer(_), Measured::Number(number)) => Some(*number),
            _ => None,
        }
    }
}

/// What a process measures: one cell has several numbers.
#[derive(Clone, Debug, PartialEq)]
enum Source {
    Cell(Cell),
    AgainstCopy(&'static str, Text, Allocator),
    Answer(Question, Allocator),
}

/// And what comes of it.
enum Measured {
    Sample(Sample),
    Number(f64),
}

impl Source {
    fn measure(&self, programs: &Programs) -> Result<Measured, Failure> {
        match self {
            Self::Cell(cell) => once(programs, cell).map(Measured::Sample),
            Self::AgainstCopy(design, text, allocator) => {
                let task = Task::AgainstCopy {
                    design: (*design).to_owned(),
                    text: *text,
                };
                let what = format!("{design}, {} flat", text.name());
                let number = programs.ask(*allocator, &task, &what, PATIENCE)?;
                Ok(Measured::Number(number))
            }
            Self::Answer(question, allocator) => {
                let task = Task::Asked(*question);
                let number = programs.ask(*allocator, &task, "an answer", PATIENCE)?;
                Ok(Measured::Number(number))
            }
        }
    }
}

/// The bytes of a frozen concatenation at most: what an id of so many takes, and two bits and a half.
fn frozen(count: usize) -> f64 {
    let ids = count + LEAVES;
    (f64::from(ids.ilog2() + 1) + 2.5) / 8.0
}

/// The bars on an allocator, of so many concatenations.
fn rules(allocator: Allocator, count: usize) -> Vec<Rule<Side>> {
    use Bound::{AtLeast, AtMost};
    use What::{AgainstCopy, Answer, Blocks, Build, Bytes, Drop};

    let random = Shape::Random;
    let (build_counted, build_arena, drop) = match allocator {
        Allocator::Laboratory | Allocator::System => (2.5, 3.5, 3.5),
        Allocator::Jemalloc => (2.3, 3.0, 3.5),
        Allocator::Mimalloc => (1.1, 1.8, 2.0),
    };
    let mut rules = vec![
        (Side(COUNTED, Bytes(random)), None, AtMost(12.1)),
        (Side(WIDE, Bytes(random)), None, AtMost(16.1)),
        (Side(ARENA, Bytes(random)), None, AtMost(8.01)),
        (Side(FROZEN, Blocks(random)), None, AtMost(frozen(count))),
        (
            Side(ARC, Build(random)),
            Some(Side(COUNTED, Build(random))),
            AtLeast(build_counted),
        ),
        (
            Side(ARC, Build(random)),
            Some(Side(ARENA, Build(random))),
            AtLeast(build_arena),
        ),
        (
            Side(ARC, Drop(random)),
            Some(Side(COUNTED, Drop(random))),
            AtLeast(drop),
        ),
        // 50 ms of 20 million.
        (Side(ARENA, Drop(random)), None, AtMost(2.5)),
        (Side(COUNTED, Drop(Shape::Chain)), None, AtMost(10.0)),
    ];
    for (peer, bytes, time) in [(XI, 50.0, 20.0), (ROPEY, 100.0, 30.0), (IM, 200.0, 60.0)] {
        let persistent = Shape::Persistent;
        rules.push((
            Side(peer, Bytes(persistent)),
            Some(Side(COUNTED, Bytes(persistent))),
            AtLeast(bytes),
        ));
        rules.push((
            Side(peer, Build(persistent)),
            Some(Side(COUNTED, Build(persistent))),
            AtLeast(time),
        ));
    }
    rules.push((Side(PRINTS, Answer(Question::Equal)), None, AtMost(50.0)));
    let leaves = count.min(MOST_LEAVES);
    let byte_at = Question::ByteAt(leaves);
    rules.push((Side(LENGTHS, Answer(byte_at)), None, AtMost(2_000.0)));
    for text in [Text::Fibonacci, Text::Doubling, Text::Random] {
        rules.push((Side(COUNTED, AgainstCopy(text)), None, AtLeast(0.6)));
    }
    rules
}

/// What is measured, of how many concatenations.
struct Nodes {
    /// As many as were asked for.
    count: usize,
    /// How many bytes of memory there are to have.
    free: usize,
}

impl Held for Nodes {
    type Side = Side;
    type Source = Source;
    type Measured = Measured;

    const ABOUT: About = HELD;

    fn rules(&self, allocator: Allocator) -> Vec<Rule<Side>> {
        rules(allocator, self.count.min(Shape::Random.most(self.free)))
    }

    fn words(side: &Side) -> String {
        side.words()
    }

    fn source(&self, &Side(design, what): &Side, allocator: Allocator) -> Source {
        match what {
            What::Bytes(shape) | What::Blocks(shape) | What::Build(shape) | What::Drop(shape) => {
                let subject = subjects().into_iter().find(|one| one.name == design);
                let kind = match shape {
                    // As many of each: memory takes longer the more of it there is.
                    Shape::Persistent => Kind::Peer,
                    _ => subject.expect("a bar is of designs that there are").kind,
                };
                let most = self.count.min(shape.most(self.free));
                Source::Cell(Cell {
                    design: design.to_owned(),
                    allocator,
                    shape,
                    count: shape.count(kind, most).expect("a bar asks for what can be"),
                })
            }
            What::AgainstCopy(text) => Source::AgainstCopy(design, text, allocator),
            What::Answer(question) => Source::Answer(question, allocator),
        }
    }

    fn measure(&self, programs: &Programs, source: &Source) -> Result<Measured, Failure> {
        source.measure(programs)
    }

    fn number(side: &Side, measured: &Measured) -> Option<f64> {
        side.of(measured)
    }
}

impl Args {
    /// Measures what the bars are about, and says whether they are held.
    pub(super) fn hold(&self, command: String) -> Result<(), Failure> {
        let there = subjects();
        let has = |name: &str| there.iter().any(|subject| subject.name == name);
        has_all(&HELD_TO, has, "design")?;
        let nodes = Nodes {
            count: self.count,
            free: free_memory(),
        };
        measure(&nodes, &self.on, self.reps, &self.show, command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is measured on each allocator is the same, and each side of a ratio another.
    #[test]
    fn every_side_is_of_one_thing() {
        let counts = Allocator::ALL.map(|allocator| {
            let rules = rules(allocator, 20_000_000);
            for (one, other, _) in &rules {
                assert_ne!(Some(*one), *other);
                assert!(
                    HELD_TO.contains(&one.0)
                        || other.is_some_and(|other| HELD_TO.contains(&other.0))
                );
            }
            rules.len()
        });
        assert_eq!(counts, [counts[0]; 4]);
        // Ids of 25 bits.
        assert_eq!(frozen(20_000_000).to_string(), "3.4375");
    }
}
