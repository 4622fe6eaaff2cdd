//! What an arena answers at once that no other design does: whether two texts are equal, and what lies
//! somewhere in one.

use std::hint::black_box;

use serde::{Deserialize, Serialize};
use string_kit_concat::{ConcatArena, Narrow};

use crate::measure::ran::timed;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Question {
    /// Whether two texts of 2^60 bytes, made of other nodes each, are equal; fingerprints are kept.
    Equal,
    /// The byte at a place in no order of a chain of so many leaves, once it is balanced; lengths are kept.
    ByteAt(usize),
}

/// How often an answer is timed: the fastest counts.
const TIMES: usize = 7;

/// Questions that are asked in one go.
const ASKED: u32 = 10_000;

impl Question {
    /// Nanoseconds to an answer.
    pub(crate) fn nanoseconds(self) -> f64 {
        match self {
            Self::Equal => {
                let mut arena = ConcatArena::<Narrow>::new().with_fingerprints();
                let pairs = [["ab", "ab"], ["a", "b"]].map(|[left, right]| {
                    let [left, right] = [left, right].map(|text| arena.leaf(text));
                    arena.concat(left, right)
                });
                // 4 and 2 bytes, in 58 and 59 doublings: their nodes are of other lengths as well.
                let [mut four, mut two] = pairs;
                for _ in 0..58 {
                    four = arena.concat(four, four);
                }
                for _ in 0..59 {
                    two = arena.concat(two, two);
                }
                let texts = [four, two].map(|id| arena.get(id).expect("it is the arena's"));
                fastest(|| {
                    for _ in 0..ASKED {
                        let [four, two] = black_box(texts);
                        assert!(four == two, "they are equal");
                    }
                })
            }
            Self::ByteAt(leaves) => {
                let mut arena = ConcatArena::<Narrow>::new().with_lengths();
                let texts = ["a", "b", "c", "d"].map(|text| arena.leaf(text));
                let mut chain = texts[0];
                for index in 1..leaves {
                    chain = arena.concat(chain, texts[index % 4]);
                }
                let balanced = arena.rebalance(chain).expect("there is room for as many");
                let text = arena.get(balanced).expect("it is the arena's");
                let mut random = fastrand::Rng::with_seed(7);
                fastest(|| {
                    for _ in 0..ASKED {
                        let place = random.usize(..leaves);
                        let byte = text.byte_at(place as u128).expect("lengths are kept");
                        assert_eq!(byte, Some(b"abcd"[place % 4]));
                    }
                })
            }
        }
    }
}

fn fastest(mut ask: impl FnMut()) -> f64 {
    let times = (0..TIMES).map(|_| timed(&mut ask));
    times.fold(f64::INFINITY, f64::min) / f64::from(ASKED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_right_and_take_some_time() {
        for question in [Question::Equal, Question::ByteAt(1_000)] {
            assert!(question.nanoseconds() > 0.0);
        }
    }
}
