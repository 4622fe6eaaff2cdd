//! Shapes: the concatenations that are made, and the texts that they stand for.

use std::fmt::{self, Display};

use clap::ValueEnum;

use super::Design;

/// The concatenations that are made, and those that are kept.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum, serde::Serialize, serde::Deserialize,
)]
pub(crate) enum Shape {
    /// Joins two random earlier strings, beginning with 1,000 texts of 16 bytes; all are kept
    Random,
    /// Joins two random strings that are part of no other string yet, beginning with texts of 16
    /// bytes; the last is kept
    Tree,
    /// Joins the last string and always the same text of 16 bytes; the last is kept
    Chain,
    /// Joins the last string and a new text of one byte; the last is kept
    Append,
    /// Inserts 20 bytes at a random place of the last version of a text of 54 KB; all are kept
    History,
    /// Replays, three times, a trace of typing, deleting and pasting: with every version kept, with
    /// every 100th, with none
    Edits,
    /// Inserts, replaces or deletes one character at random places of a text of 100 KB; versions
    /// are kept as in shape edits
    Places,
    /// Two cursors in a text of 100 KB type in turns; versions are kept as in shape edits
    Cursors,
    /// Joins the last string with itself, up to 32 MB. Only a copy into one block is measured
    Doubling,
}

/// The texts that a shape of random strings begins with.
const LEAVES: usize = 1000;
/// The greatest length of a text of which only flattening is measured.
const LONG_TEXT: u64 = 32 << 20;
/// The greatest length of a text of which more is measured.
const TEXT: u64 = 4 << 20;
/// The number of leaves' texts that a version history begins with: 54 KB.
const FIRST_VERSION: usize = 3_375;
/// The bytes that each edit of a version history inserts.
const INSERTED: usize = 20;
/// The most edits of a version history: by copies they take 1.1 GB.
const MOST_EDITS: usize = 8_000;
/// The seed of the random numbers: the same for every design, in every run.
const SEED: u64 = 5;

/// The most concatenations of a peer in the random shape: its strings grow with their texts.
const MOST_OF_PEER_RANDOM: usize = 50_000;
/// The most concatenations of a peer in another shape: each takes some microseconds.
const MOST_OF_PEER: usize = 100_000;

impl Shape {
    pub(crate) fn words(self) -> String {
        let value = self.to_possible_value();
        let help = value.as_ref().and_then(|value| value.get_help());
        help.map(ToString::to_string).unwrap_or_default()
    }

    /// Returns whether the shape is a long text of few nodes, whose length decides their number.
    pub(crate) fn is_text(self) -> bool {
        self == Self::Doubling
    }

    pub(crate) fn is_trace(self) -> bool {
        matches!(self, Self::Edits | Self::Places | Self::Cursors)
    }

    /// Returns the numbers of concatenations to make. Of a history they are an eighth of the edits
    /// and all of them, so that a cost that grows with the versions shows.
    pub(crate) fn counts(self, asked: usize) -> Vec<usize> {
        match self {
            Self::History => {
                let all = asked.min(MOST_EDITS);
                vec![all / 8, all]
            }
            _ if self.is_text() => vec![Recipe::new(self, asked).count],
            _ => vec![asked],
        }
    }

    /// Returns the most concatenations that a design makes.
    pub(crate) fn most<D: Design>(self) -> usize {
        match self {
            Self::History if !D::CUTS => 0,
            // The types of edits are those of another trait.
            _ if self.is_trace() => 0,
            Self::Random | Self::Tree if D::IS_PEER => MOST_OF_PEER_RANDOM,
            Self::Chain | Self::Append if D::IS_PEER => MOST_OF_PEER,
            _ => usize::MAX,
        }
    }

    /// Returns an upper bound of the memory for so many concatenations in any design that makes as
    /// many: the node, and the handle, the length and the numbers of the parts of each.
    pub(crate) fn bytes(self, count: usize) -> usize {
        let each = match self {
            Self::Random | Self::Tree => 64 + 16 + 8 + 8,
            Self::Chain => 64,
            // A node and a text for each byte, and the node that joins them.
            Self::Append => 64 + 32 + 64,
            // A copy of the last version.
            Self::History => 16 * FIRST_VERSION + INSERTED * MOST_EDITS,
            // A trace is weighed by the type.
            _ => 0,
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
fn leaf_text(index: usize) -> String {
    format!("{index:016}")
}

/// The strings of a shape: texts, and then pairs of earlier strings.
#[derive(Debug)]
pub(crate) struct Recipe {
    pub(crate) shape: Shape,
    /// The number of concatenations.
    pub(crate) count: usize,
    /// The texts; of a chain and of appended texts, the one that is repeated; of a history, the
    /// first version and what each edit inserts.
    pub(crate) leaves: Vec<String>,
    /// The parts of each concatenation; none for a chain, appended texts and a history.
    pub(crate) pairs: Vec<[u32; 2]>,
    /// The places of the edits of a history.
    pub(crate) places: Vec<usize>,
    /// The lengths of all strings that are kept, saturating at `u64::MAX`.
    lengths: Vec<u64>,
}

impl Recipe {
    /// Returns the strings of a shape with `count` concatenations; a text ends at its length.
    pub(crate) fn new(shape: Shape, count: usize) -> Self {
        let leaves = match shape {
            Shape::Random | Shape::Tree => (0..LEAVES).map(leaf_text).collect(),
            Shape::History => {
                let first = (0..FIRST_VERSION).map(leaf_text).collect();
                let inserted = (0..count).map(|edit| format!("{edit:0INSERTED$}"));
                std::iter::once(first).chain(inserted).collect()
            }
            Shape::Edits | Shape::Places | Shape::Cursors => {
                unreachable!("its strings are those of a trace")
            }
            Shape::Chain => vec![leaf_text(0)],
            Shape::Append => vec!["a".to_owned()],
            Shape::Doubling => vec!["A".repeat(64)],
        };
        let mut recipe = Self {
            shape,
            count,
            lengths: leaves.iter().map(|text| text.len() as u64).collect(),
            leaves,
            pairs: Vec::new(),
            places: Vec::new(),
        };
        match shape {
            Shape::Chain | Shape::Append => recipe.lengths[0] *= count as u64,
            Shape::History => recipe.edit(),
            _ => recipe.join(),
        }
        recipe
    }

    fn edit(&mut self) {
        let mut random = fastrand::Rng::with_seed(SEED);
        let mut length = self.leaves[0].len();
        for edit in 1..=self.count {
            self.places.push(random.usize(..=length));
            length += INSERTED;
            self.lengths[edit] = length as u64;
        }
    }

    /// Draws pairs of earlier strings.
    #[allow(clippy::cast_possible_truncation)] // There are at most 2^31 strings.
    fn join(&mut self) {
        let mut random = fastrand::Rng::with_seed(SEED);
        // The strings of a tree that are in no other yet.
        let mut roots = Vec::new();
        if self.shape == Shape::Tree {
            roots.extend((0..=self.count).map(|leaf| leaf % LEAVES));
        }
        while self.shape.is_text() || self.pairs.len() < self.count {
            let there = self.lengths.len();
            let pair = match self.shape {
                Shape::Doubling => [there - 1, there - 1],
                Shape::Tree => [(); 2].map(|()| roots.swap_remove(random.usize(..roots.len()))),
                _ => [(); 2].map(|()| random.usize(..there)),
            };
            let length = self.lengths[pair[0]].saturating_add(self.lengths[pair[1]]);
            if self.shape.is_text() && length > LONG_TEXT {
                break;
            }
            if self.shape == Shape::Tree {
                roots.push(there);
            }
            self.lengths.push(length);
            self.pairs.push(pair.map(|index| index as u32));
        }
        self.count = self.pairs.len();
    }

    pub(crate) fn kept(&self) -> usize {
        self.lengths.len()
    }

    /// Returns the kept string whose text is flattened, with the text: the longest one within the
    /// limit, or `None` if all are longer.
    pub(crate) fn longest(&self) -> Option<(usize, Vec<u8>)> {
        let most = if self.shape.is_text() {
            LONG_TEXT
        } else {
            TEXT
        };
        let lengths = self.lengths.iter().enumerate();
        let (index, _) = lengths
            .filter(|(_, length)| **length <= most)
            .max_by_key(|(_, length)| **length)?;
        Some((index, self.text(index)))
    }

    /// Returns the text of a string, by a stack of the strings to come; of a history, by its edits.
    pub(crate) fn text(&self, index: usize) -> Vec<u8> {
        let mut first = self.leaves[0].clone();
        match self.shape {
            Shape::Chain | Shape::Append => return first.repeat(self.count).into_bytes(),
            Shape::History => {
                for (&place, text) in self.places[..index].iter().zip(&self.leaves[1..]) {
                    first.insert_str(place, text);
                }
                return first.into_bytes();
            }
            _ => {}
        }
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
            if shape.is_trace() {
                continue;
            }
            let recipe = Recipe::new(shape, 1000);
            let (index, text) = recipe.longest().unwrap();
            assert!(index < recipe.kept());
            assert_eq!(recipe.count == 1000, !shape.is_text(), "{shape}");
            assert_eq!(text.len() > 16 << 20, shape.is_text(), "{shape}");
        }
    }

    #[test]
    fn strings_are_made_of_earlier_ones() {
        for shape in [Shape::Random, Shape::Tree, Shape::History] {
            let recipe = Recipe::new(shape, 100);
            for (at, pair) in (LEAVES..).zip(&recipe.pairs) {
                assert!(pair.iter().all(|&part| (part as usize) < at), "{shape}");
            }
            for (index, &length) in recipe.lengths.iter().enumerate() {
                assert_eq!(recipe.text(index).len() as u64, length, "{shape}");
            }
        }
    }

    #[test]
    fn a_tree_has_each_string_once() {
        let recipe = Recipe::new(Shape::Tree, 100);
        let all = recipe.pairs.iter().flatten().map(|&part| part as usize);
        let mut parts: Vec<usize> = all.filter(|&part| part >= LEAVES).collect();
        parts.sort_unstable();
        let all: Vec<usize> = (LEAVES..).take(99).collect();
        assert_eq!(parts, all, "all but the last one");
    }
}
