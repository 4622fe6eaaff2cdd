//! Shapes: the concatenations that are made, and the texts that they stand for.

use std::fmt::{self, Display};

use clap::ValueEnum;

use super::Origin;

/// The concatenations that are made, and those that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shape {
    /// Each joins two random ones of all earlier strings, from 1,000 texts of 16 bytes on; all are kept
    Random,
    /// Each joins the last one and the same text of 16 bytes; the last is kept
    Chain,
    /// Each joins the last one and a new text of one byte; the last is kept
    Append,
    /// Each joins the last two, up to 32 MB; only flattening is measured
    Fibonacci,
    /// Each joins the last one with itself, up to 32 MB; only flattening is measured
    Doubling,
    /// Each joins two random ones of the last 100 strings, up to 32 MB; only flattening is measured
    Recent,
}

/// The texts that a shape of random strings begins with.
const LEAVES: usize = 1000;
/// The number of last strings that a recent one is made of. With all of them, a text of 32 MB would take
/// billions of strings.
const RECENT: usize = 100;
/// The greatest length of a text of which only flattening is measured.
const LONG_TEXT: u64 = 32 << 20;
/// The greatest length of a text of which more is measured.
const TEXT: u64 = 4 << 20;
/// The seed of the random numbers: the same for every design, in every run.
const SEED: u64 = 5;

/// The most concatenations of a peer in the random shape: its strings grow with their texts.
const MOST_OF_PEER_RANDOM: usize = 50_000;
/// The most concatenations of a peer in another shape: each takes some microseconds.
const MOST_OF_PEER: usize = 100_000;

impl Shape {
    /// Returns the shape in words.
    pub(crate) fn words(self) -> String {
        let value = self.to_possible_value();
        let help = value.as_ref().and_then(|value| value.get_help());
        help.map(ToString::to_string).unwrap_or_default()
    }

    /// Returns whether the shape is a long text of few nodes, whose length decides their number.
    pub(crate) fn is_text(self) -> bool {
        matches!(self, Self::Fibonacci | Self::Doubling | Self::Recent)
    }

    /// Returns the most concatenations that a design makes.
    pub(crate) fn most(self, of: Origin) -> usize {
        match (self, of) {
            (Self::Random, Origin::Peer) => MOST_OF_PEER_RANDOM,
            (Self::Chain | Self::Append, Origin::Peer) => MOST_OF_PEER,
            // The texts of the last hundred strings together are some gigabytes.
            (Self::Recent, Origin::Peer) => 0,
            _ => usize::MAX,
        }
    }

    /// Returns an upper bound of the memory for so many concatenations in any design that is not a peer:
    /// the node, and the handle, the length and the numbers of the parts of each.
    pub(crate) fn bytes(self, count: usize) -> usize {
        let each = match self {
            Self::Random => 64 + 16 + 8 + 8,
            Self::Chain => 64,
            // A node and a text for each byte, and the node that joins them.
            Self::Append => 64 + 32 + 64,
            Self::Fibonacci | Self::Doubling | Self::Recent => 0,
        };
        count.saturating_mul(each)
    }
}

impl Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.pad(value.as_ref().map_or("", |value| value.get_name()))
    }
}

/// Returns the text of a leaf: 16 bytes, different for each index.
pub(crate) fn leaf_text(index: usize) -> String {
    format!("{index:016}")
}

/// The strings of a shape: texts, and then pairs of earlier strings.
#[derive(Debug)]
pub(crate) struct Recipe {
    pub(crate) shape: Shape,
    /// The number of concatenations.
    pub(crate) count: usize,
    /// The texts; of a chain and of appended texts, the one that is repeated.
    pub(crate) leaves: Vec<String>,
    /// The parts of each concatenation; of a chain and of appended texts there are none.
    pub(crate) pairs: Vec<[u32; 2]>,
    /// The lengths of all strings, saturating at `u64::MAX`.
    lengths: Vec<u64>,
}

impl Recipe {
    /// Returns the strings of a shape with `count` concatenations; a text ends at its length instead.
    pub(crate) fn of(shape: Shape, count: usize) -> Self {
        let leaves = match shape {
            Shape::Random | Shape::Recent => (0..LEAVES).map(leaf_text).collect(),
            Shape::Chain => vec![leaf_text(0)],
            Shape::Append => vec!["a".to_owned()],
            Shape::Fibonacci => vec!["a".to_owned(), "b".to_owned()],
            Shape::Doubling => vec!["A".repeat(64)],
        };
        let lengths = leaves.iter().map(|text| text.len() as u64).collect();
        let mut recipe = Self {
            shape,
            count,
            leaves,
            pairs: Vec::new(),
            lengths,
        };
        recipe.join();
        recipe
    }

    #[allow(clippy::cast_possible_truncation)] // There are at most 2^31 strings.
    fn join(&mut self) {
        let mut random = fastrand::Rng::with_seed(SEED);
        if matches!(self.shape, Shape::Chain | Shape::Append) {
            return;
        }
        while self.shape.is_text() || self.pairs.len() < self.count {
            let there = self.lengths.len();
            let pair = match self.shape {
                Shape::Fibonacci => [there - 2, there - 1],
                Shape::Doubling => [there - 1, there - 1],
                Shape::Recent => [(); 2].map(|()| random.usize(there - RECENT..there)),
                _ => [(); 2].map(|()| random.usize(..there)),
            };
            let length = self.lengths[pair[0]].saturating_add(self.lengths[pair[1]]);
            if self.shape.is_text() && length > LONG_TEXT {
                break;
            }
            self.lengths.push(length);
            self.pairs.push(pair.map(|index| index as u32));
        }
        self.count = self.pairs.len();
    }

    /// Returns the number of strings that are kept.
    pub(crate) fn kept(&self) -> usize {
        match self.shape {
            Shape::Chain | Shape::Append => 1,
            _ => self.lengths.len(),
        }
    }

    /// Returns the kept string whose text is flattened, with the text: the longest one within the limit,
    /// or `None` if all are longer.
    pub(crate) fn longest(&self) -> Option<(usize, Vec<u8>)> {
        if matches!(self.shape, Shape::Chain | Shape::Append) {
            let length = self.lengths[0].saturating_mul(self.count as u64);
            return (length <= TEXT).then(|| (0, self.leaves[0].repeat(self.count).into_bytes()));
        }
        let most = if self.shape.is_text() {
            LONG_TEXT
        } else {
            TEXT
        };
        let known = self.lengths.iter().enumerate();
        let (index, _) = known
            .filter(|(_, length)| **length <= most)
            .max_by_key(|(_, length)| **length)?;
        Some((index, self.text(index)))
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
    fn every_shape_has_strings() {
        for &shape in Shape::value_variants() {
            assert!(!shape.words().is_empty());
            let recipe = Recipe::of(shape, 1000);
            let (index, text) = recipe.longest().unwrap();
            assert!(index < recipe.kept());
            assert_eq!(recipe.count == 1000, !shape.is_text(), "{shape}");
            assert_eq!(text.len() > 16 << 20, shape.is_text(), "{shape}");
            assert!(recipe.pairs.is_empty() || recipe.pairs.len() == recipe.count);
        }
    }

    #[test]
    fn random_strings_are_made_of_earlier_ones() {
        let recipe = Recipe::of(Shape::Random, 100);
        for (at, pair) in recipe.pairs.iter().enumerate() {
            assert!(pair.iter().all(|&part| (part as usize) < LEAVES + at));
        }
        for (index, &length) in recipe.lengths.iter().enumerate() {
            assert_eq!(recipe.text(index).len() as u64, length);
        }
    }
}
