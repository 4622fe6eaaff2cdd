//! How fast a text is flattened, against a copy of as many bytes.

use std::hint::black_box;

use serde::{Deserialize, Serialize};

use crate::measure::ran::timed;
use crate::workload::nodes::{Design, LEAVES, children, leaf_text, lengths};

/// A text of some 32 MB, of few nodes that are shared much, or of many.
///
/// ```
/// assert_eq!(string_kit_benches::measure::nodes::Text::Fibonacci.name(), "Fibonacci");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Text {
    /// Each joins the last two, beginning with texts of 1 byte.
    Fibonacci,
    /// Each joins the last one with itself, beginning with a text of 64 bytes.
    Doubling,
    /// Each joins two of all, in no order, beginning with texts of 16 bytes.
    Random,
}

/// The longest text.
const LONGEST: usize = 32 << 20;

/// How many concatenations have one of about that length among them.
const RANDOM: usize = 1_000_000;

/// How often each is done, the two in turn: the fastest of each counts, since a page that is touched for
/// the first time, or another program, makes them slower and nothing faster.
const TIMES: usize = 5;

impl Text {
    /// The name.
    ///
    /// ```
    /// assert_eq!(string_kit_benches::measure::nodes::Text::Random.name(), "random");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Fibonacci => "Fibonacci",
            Self::Doubling => "doubling",
            Self::Random => "random",
        }
    }

    fn build<D: Design>(self, design: &mut D) -> (Vec<D::Handle>, usize) {
        match self {
            Self::Fibonacci => {
                let (mut last, mut length) = (design.leaf("a"), 1);
                let (mut next, mut next_length) = (design.leaf("b"), 1);
                while length + next_length <= LONGEST {
                    let both = design.concat(&last, &next);
                    last = std::mem::replace(&mut next, both);
                    (length, next_length) = (next_length, length + next_length);
                }
                (vec![next], next_length)
            }
            Self::Doubling => {
                let mut length = 64;
                let mut all = design.leaf(&"A".repeat(length));
                while 2 * length <= LONGEST {
                    all = design.concat(&all, &all);
                    length *= 2;
                }
                (vec![all], length)
            }
            Self::Random => {
                let texts = (0..LEAVES).map(|index| design.leaf(&leaf_text(index)));
                let mut all: Vec<_> = texts.collect();
                for (left, right) in children(RANDOM) {
                    let both = design.concat(&all[left], &all[right]);
                    all.push(both);
                }
                let lengths = lengths(RANDOM).into_iter().enumerate();
                let (at, length) = lengths
                    .filter(|(_, length)| *length <= LONGEST as u64)
                    .max_by_key(|(_, length)| *length)
                    .expect("there are some");
                all.truncate(at + 1);
                let length = usize::try_from(length).expect("it is not too long");
                (all, length)
            }
        }
    }
}

/// How many times as fast as a copy of the same bytes a text is flattened.
pub(super) fn against_copy<D: Design>(text: Text) -> f64 {
    let mut design = D::default();
    let (mut handles, length) = text.build(&mut design);
    design.finish(&mut handles);
    let of = handles.last().expect("there is one");
    let flat = design.flatten(of, length);
    assert_eq!(flat.len(), length, "{} loses text", D::NAME);
    let (mut copied, mut flattened) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..TIMES {
        copied = copied.min(timed(|| drop(black_box(flat.clone()))));
        flattened = flattened.min(timed(|| drop(black_box(design.flatten(of, length)))));
    }
    copied / flattened
}
