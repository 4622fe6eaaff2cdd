//! How fast a text is flattened, against a copy of as many bytes.

use std::hint::black_box;

use serde::{Deserialize, Serialize};

use crate::measure::ran::timed;
use crate::workload::nodes::{Design, LEAVES, leaf_text};

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
    /// Each joins two of the last hundred, in no order, beginning with texts of 16 bytes.
    Random,
}

/// The longest text.
const LONGEST: usize = 32 << 20;

/// Among how many of the last the next one of a random text has its parts: of all there are, it would take
/// billions to come to that length.
const AMONG: usize = 100;

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
                let mut lengths: Vec<usize> = (0..LEAVES).map(|at| leaf_text(at).len()).collect();
                let mut random = fastrand::Rng::with_seed(7);
                loop {
                    let [left, right] = [(); 2].map(|()| all.len() - 1 - random.usize(..AMONG));
                    let length = lengths[left] + lengths[right];
                    if length > LONGEST {
                        break;
                    }
                    let both = design.concat(&all[left], &all[right]);
                    all.push(both);
                    lengths.push(length);
                }
                (all, lengths[lengths.len() - 1])
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
