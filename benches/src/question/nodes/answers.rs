//! Queries that an arena keeps columns for: the equality of two texts, and the byte at a place.

use std::hint::black_box;

use string_kit_concat::ConcatArena;
use string_kit_measure::engine::cpu_time;

use crate::workload::nodes::{Arena, Design, Fingerprints, Lengths, Shape};

/// The number of rounds, after one that warms up.
const ROUNDS: usize = 5;
/// The number of queries of a round.
const ASKED: u32 = 10_000;
/// The most leaves of the chain that is balanced.
const MOST_LEAVES: usize = 10_000_000;

/// Returns the extra metric of a design in a shape, if it has one, with nanoseconds for a query by rounds.
pub(super) fn answers(
    design: &str,
    shape: Shape,
    count: usize,
) -> Option<(&'static str, Vec<f64>)> {
    if design == Arena::<Fingerprints>::NAME && shape == Shape::Doubling {
        return Some(("equal", equal()));
    }
    if design == Arena::<Lengths>::NAME && shape == Shape::Chain {
        return Some(("byte_at", byte_at(count.min(MOST_LEAVES))));
    }
    None
}

/// Compares two texts of 2^60 bytes, which are made of different nodes.
fn equal() -> Vec<f64> {
    let mut arena = ConcatArena::new().with_fingerprints();
    let [mut four, mut two] = [["ab", "ab"], ["a", "b"]].map(|[left, right]| {
        let [left, right] = [left, right].map(|text| arena.leaf(text));
        arena.concat(left, right)
    });
    for _ in 0..58 {
        four = arena.concat(four, four);
    }
    for _ in 0..59 {
        two = arena.concat(two, two);
    }
    let texts = [four, two].map(|id| arena.get(id).expect("it is the arena's"));
    rounds(|| {
        for _ in 0..ASKED {
            let [four, two] = black_box(texts);
            assert!(four == two, "they are equal");
        }
    })
}

/// Reads bytes at random places of a chain of leaves that is balanced.
fn byte_at(leaves: usize) -> Vec<f64> {
    let mut arena = ConcatArena::new().with_lengths();
    let texts = ["a", "b", "c", "d"].map(|text| arena.leaf(text));
    let mut chain = texts[0];
    for index in 1..leaves {
        chain = arena.concat(chain, texts[index % 4]);
    }
    let balanced = arena.rebalance(chain);
    let text = arena.get(balanced).expect("it is the arena's");
    let mut random = fastrand::Rng::with_seed(7);
    rounds(|| {
        for _ in 0..ASKED {
            let place = random.usize(..leaves);
            let byte = text.byte_at(place as u128).expect("lengths are kept");
            assert_eq!(byte, Some(b"abcd"[place % 4]));
        }
    })
}

fn rounds(mut ask: impl FnMut()) -> Vec<f64> {
    ask();
    let round = |_| cpu_time(&mut ask) / f64::from(ASKED);
    (0..ROUNDS).map(round).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_right_and_take_time() {
        let names = [Arena::<Fingerprints>::NAME, Arena::<Lengths>::NAME];
        for (name, shape) in names.into_iter().zip([Shape::Doubling, Shape::Chain]) {
            let (_, rounds) = answers(name, shape, 1_000).unwrap();
            assert!(rounds.len() == ROUNDS && rounds.iter().all(|&ns| ns > 0.0));
            assert!(answers(name, Shape::Random, 1_000).is_none());
        }
    }
}
