//! Which concatenations are made of which.

use std::fmt::{self, Display};
use std::iter;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Kind;

/// Which concatenations are made of which, and which are kept.
///
/// ```
/// use string_kit_benches::workload::nodes::Shape;
///
/// assert_eq!("chain".parse(), Ok(Shape::Chain));
/// assert_eq!(Shape::Random.to_string(), "random");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// Two of all strings there are, in no order; all are kept.
    Random,
    /// The last one and the same text of 16 bytes each time; the last is kept.
    Chain,
    /// The last one and a new text of one byte each time; the last is kept.
    Append,
    /// As [`Shape::Random`], for those too that can do so few only.
    Persistent,
}

/// How many texts a shape begins with, if it keeps all strings.
pub(crate) const LEAVES: usize = 1000;

/// The most concatenations that a peer makes: of strings that are all kept, since their texts grow, and
/// of one that is, since they take some microseconds each.
const PEERS_KEPT: usize = 50_000;
const PEERS_APPENDED: usize = 100_000;

/// What the random numbers are drawn from: the same for every design, in every run.
const SEED: u64 = 5;

impl Shape {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Random, Self::Chain, Self::Append, Self::Persistent];

    /// The name.
    ///
    /// ```
    /// assert_eq!(string_kit_benches::workload::nodes::Shape::Append.name(), "append");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Chain => "chain",
            Self::Append => "append",
            Self::Persistent => "persistent",
        }
    }

    /// In words.
    ///
    /// ```
    /// use string_kit_benches::workload::nodes::Shape;
    ///
    /// assert!(Shape::Chain.words().contains("16 bytes"));
    /// ```
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Random => format!(
                "each joins two of all strings made before, in no order, beginning with {LEAVES} of 16 \
                 bytes, and all are kept"
            ),
            Self::Chain => {
                "each joins the last one and the same text of 16 bytes, and the last one is kept"
                    .to_owned()
            }
            Self::Append => format!(
                "each joins the last one and a new text of one byte, and the last one is kept; peers make \
                 {PEERS_APPENDED} at most"
            ),
            Self::Persistent => format!(
                "each joins two of all strings made before, in no order, beginning with {LEAVES} of 16 \
                 bytes, and all are kept; peers, whose strings take more the longer their texts are, make \
                 {PEERS_KEPT} at most"
            ),
        }
    }

    /// Whether all strings are kept, rather than the last.
    pub(crate) fn keeps_all(self) -> bool {
        matches!(self, Self::Random | Self::Persistent)
    }

    /// How many of so many concatenations a design makes; none if it cannot do what is asked.
    pub(crate) fn count(self, kind: Kind, count: usize) -> Option<usize> {
        match (self, kind) {
            (Self::Random, Kind::Peer) => None,
            (Self::Persistent, Kind::Peer) => Some(count.min(PEERS_KEPT)),
            (Self::Chain | Self::Append, Kind::Peer) => Some(count.min(PEERS_APPENDED)),
            _ => Some(count),
        }
    }

    /// How many bytes a concatenation takes at most, in any design that is not a peer, with its handle
    /// and, while it is looked for what to flatten, its length.
    fn bytes(self) -> usize {
        match self {
            Self::Random | Self::Persistent => 64 + 8 + 8,
            Self::Chain => 64,
            // A node and a text for each byte, and the node that joins them.
            Self::Append => 64 + 32 + 64,
        }
    }

    /// The most concatenations that take no more than a quarter of so much memory.
    pub(crate) fn most(self, free: usize) -> usize {
        free / 4 / self.bytes()
    }
}

impl Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|one| one.name() == text);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("there is no such workload; there are {names}")
        })
    }
}

/// The text of a leaf: 16 bytes, another one for each.
pub(crate) fn leaf_text(index: usize) -> String {
    format!("{index:016}")
}

/// Which two each concatenation joins, of a shape that keeps all: the texts come first, and then the
/// concatenations in the order in which they are made.
pub(crate) fn children(count: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut random = fastrand::Rng::with_seed(SEED);
    let mut there = LEAVES;
    iter::repeat_with(move || {
        let pair = (random.usize(..there), random.usize(..there));
        there += 1;
        pair
    })
    .take(count)
}

/// The lengths of all strings of a shape that keeps all; those that pass 2^64 stay there.
pub(crate) fn lengths(count: usize) -> Vec<u64> {
    let mut lengths = vec![16_u64; LEAVES];
    lengths.reserve_exact(count);
    for (left, right) in children(count) {
        lengths.push(lengths[left].saturating_add(lengths[right]));
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_read_back() {
        for shape in Shape::ALL {
            assert_eq!(shape.name().parse(), Ok(shape));
            assert!(!shape.words().is_empty());
        }
        assert!("chained".parse::<Shape>().is_err());
    }

    #[test]
    fn a_quarter_of_the_memory_is_not_passed() {
        for shape in Shape::ALL {
            assert!(shape.most(1 << 30) * shape.bytes() <= 1 << 28);
            assert!(shape.most(1 << 30) > 1_000_000);
        }
    }

    #[test]
    fn the_same_strings_are_joined_every_time() {
        let pairs: Vec<_> = children(100).collect();
        assert_eq!(pairs, children(100).collect::<Vec<_>>());
        assert!(pairs.iter().enumerate().all(|(at, (left, right))| {
            let there = LEAVES + at;
            *left < there && *right < there
        }));
        assert_eq!(lengths(100).len(), LEAVES + 100);
    }
}
