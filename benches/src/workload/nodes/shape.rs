//! Shapes: the strings that are made, and the texts that they stand for.

use std::fmt::{self, Display};

use clap::ValueEnum;

use super::Design;

/// The concatenations or edits that are made, and the strings that are kept.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum, serde::Serialize, serde::Deserialize,
)]
pub(crate) enum Shape {
    /// Joins two random earlier strings, beginning with 1,000 texts of 16 bytes; all are kept
    Random,
    /// Replays, three times, a trace of typing, deleting and pasting: with every version kept, with
    /// every 100th, with none
    Edits,
    /// Inserts, replaces or deletes one character at random places of a text of 100 KB; versions
    /// are kept as in shape edits
    Places,
    /// Two cursors in a text of 100 KB type in turns; versions are kept as in shape edits
    Cursors,
}

/// The texts that random strings begin with.
const LEAVES: usize = 1000;
/// The greatest length of a text that is flattened.
const TEXT: u64 = 4 << 20;
/// The seed of the random numbers: the same for every design, in every run.
const SEED: u64 = 5;
/// The most concatenations of a peer: its strings grow with their texts.
const MOST_OF_PEER: usize = 50_000;

impl Shape {
    pub(crate) fn words(self) -> String {
        let value = self.to_possible_value();
        let help = value.as_ref().and_then(|value| value.get_help());
        help.map(ToString::to_string).unwrap_or_default()
    }

    pub(crate) fn is_trace(self) -> bool {
        self != Self::Random
    }

    pub(crate) fn limit<D: Design>(self) -> usize {
        match self {
            Self::Random if D::IS_PEER => MOST_OF_PEER,
            Self::Random => usize::MAX,
            // The types of edits are those of another trait.
            _ => 0,
        }
    }
}

impl Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.pad(value.as_ref().map_or("", |value| value.get_name()))
    }
}

/// Random strings: texts, and then pairs of earlier strings.
#[derive(Debug)]
pub(crate) struct Recipe {
    pub(crate) leaves: Vec<String>,
    /// The parts of each concatenation.
    pub(crate) pairs: Vec<[u32; 2]>,
    /// The lengths of all strings, saturating at `u64::MAX`.
    lengths: Vec<u64>,
}

impl Recipe {
    /// An upper bound of the bytes of a concatenation in any design that makes as many: the node,
    /// and the handle, the length and the numbers of the parts.
    pub(crate) const BYTES: usize = 112 + 16 + 8 + 8;

    #[allow(clippy::cast_possible_truncation)] // There are at most 2^31 strings.
    pub(crate) fn new(count: usize) -> Self {
        let leaves: Vec<String> = (0..LEAVES).map(|index| format!("{index:016}")).collect();
        // Blocks that grow would leave touched pages behind, which nodes could then use.
        let mut lengths = Vec::with_capacity(LEAVES + count);
        lengths.extend(leaves.iter().map(|text| text.len() as u64));
        let mut random = fastrand::Rng::with_seed(SEED);
        let mut pair = |_| {
            let pair = [(); 2].map(|()| random.usize(..lengths.len()));
            lengths.push(lengths[pair[0]].saturating_add(lengths[pair[1]]));
            pair.map(|index| index as u32)
        };
        let pairs = (0..count).map(&mut pair).collect();
        Self {
            leaves,
            pairs,
            lengths,
        }
    }

    pub(crate) fn kept(&self) -> usize {
        self.lengths.len()
    }

    /// Returns the longest string within the limit, with its text.
    pub(crate) fn longest(&self) -> (usize, Vec<u8>) {
        let lengths = self.lengths.iter().enumerate();
        let (index, _) = lengths
            .filter(|(_, length)| **length <= TEXT)
            .max_by_key(|(_, length)| **length)
            .expect("a leaf is short");
        (index, self.text(index))
    }

    /// Returns the text of a string, by a stack of the strings to come.
    pub(crate) fn text(&self, index: usize) -> Vec<u8> {
        let mut text = Vec::new();
        let mut later = vec![index];
        while let Some(next) = later.pop() {
            match next.checked_sub(self.leaves.len()) {
                None => text.extend_from_slice(self.leaves[next].as_bytes()),
                Some(pair) => {
                    let [left, right] = self.pairs[pair];
                    later.extend([right as usize, left as usize]);
                }
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_has_words() {
        let shapes = Shape::value_variants();
        assert!(shapes.iter().all(|shape| !shape.words().is_empty()));
    }

    #[test]
    fn strings_are_made_of_earlier_ones() {
        let recipe = Recipe::new(100);
        for (at, pair) in (LEAVES..).zip(&recipe.pairs) {
            assert!(pair.iter().all(|&part| (part as usize) < at));
        }
        for (index, &length) in recipe.lengths.iter().enumerate() {
            assert_eq!(recipe.text(index).len() as u64, length);
        }
        let (index, text) = recipe.longest();
        assert!(index >= LEAVES && text.len() > 16);
    }
}
