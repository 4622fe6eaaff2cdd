//! What was found out of how fast maps find their keys.

mod tables;
mod words;

use serde::Serialize;

use super::{Block, Section};
use crate::measure::{Caches, Estimate, Machine};

/// All that a run found out.
///
/// ```
/// use string_kit_benches::measure::{Caches, Machine};
/// use string_kit_benches::report::lookup::Findings;
///
/// let findings = Findings {
///     command: "string-kit lookup".to_owned(),
///     machine: Machine::detect(),
///     caches: Caches::detect(),
///     baseline: "string",
///     sets: Vec::new(),
/// };
/// assert!(findings.sets.is_empty());
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Findings {
    /// The command that makes it again.
    pub command: String,
    /// Where it was made.
    pub machine: Machine,
    /// What its caches hold.
    pub caches: Caches,
    /// The representation that ratios are to.
    pub baseline: &'static str,
    /// What was looked up in what.
    pub sets: Vec<Set>,
}

/// A kind of map, filled with a set of keys, of every representation.
///
/// ```
/// use string_kit_benches::report::lookup::Set;
///
/// let set = Set {
///     map: "BTreeMap",
///     kind: "short",
///     lengths: (6, 14),
///     size: "small",
///     keys: 1_000,
///     string_bytes: 58_000,
///     comparisons: 9.5,
///     rounds: 60,
///     together: true,
///     ways: Vec::new(),
/// };
/// assert!(set.ways.is_empty());
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Set {
    /// The name of the map.
    pub map: &'static str,
    /// The name of the kind of keys.
    pub kind: &'static str,
    /// The least and the greatest length of a key in bytes.
    pub lengths: (usize, usize),
    /// What the set is called for its size.
    pub size: &'static str,
    /// How many keys it has.
    pub keys: usize,
    /// What a map of `String` has in memory, about.
    pub string_bytes: usize,
    /// How many keys a lookup compares, on average.
    pub comparisons: f64,
    /// How many rounds were timed.
    pub rounds: usize,
    /// Whether all maps were in memory at once, and a round had all of them.
    pub together: bool,
    /// What was measured, in the order of string-kit's list.
    pub ways: Vec<Way>,
}

impl Set {
    /// The time of a representation and what explains it.
    fn way(&self, name: &str) -> Option<&Way> {
        self.ways.iter().find(|way| way.name == name)
    }

    /// The ways, fastest first: by their ratios, which are of pairs of the same round.
    fn by_time(&self) -> Vec<&Way> {
        let mut ways: Vec<&Way> = self.ways.iter().collect();
        ways.sort_by(|a, b| a.ratio.median.total_cmp(&b.ratio.median));
        ways
    }
}

/// What was measured of one representation.
///
/// ```
/// use string_kit_benches::measure::Estimate;
/// use string_kit_benches::report::lookup::Way;
///
/// let way = Way {
///     name: "smol_str",
///     handle_bytes: 24,
///     heap_bytes: 0.0,
///     inline: 1.0,
///     lines: 4.5,
///     ns: Estimate::of(vec![90.0, 100.0, 110.0]),
///     ratio: Estimate::of(vec![0.7, 0.8, 0.9]),
/// };
/// assert!(!way.ratio.contains(1.0));
/// ```
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Way {
    /// The representation.
    pub name: &'static str,
    /// The size of a value.
    pub handle_bytes: usize,
    /// The bytes asked of the allocator for a key, on average.
    pub heap_bytes: f64,
    /// The share of keys that are inline.
    pub inline: f64,
    /// How many lines of 64 bytes a lookup must read, on average.
    pub lines: f64,
    /// Nanoseconds a lookup.
    pub ns: Estimate,
    /// The time over the baseline's, of pairs of the same round.
    pub ratio: Estimate,
}

impl Way {
    /// All bytes of a key.
    #[allow(clippy::cast_precision_loss)] // A handle is small.
    fn bytes(&self) -> f64 {
        self.handle_bytes as f64 + self.heap_bytes
    }
}

impl Findings {
    /// A table for each kind of map and of keys, and what follows from them.
    ///
    /// ```
    /// use string_kit_benches::measure::{Caches, Machine};
    /// use string_kit_benches::report::lookup::Findings;
    ///
    /// let findings = Findings {
    ///     command: "string-kit lookup".to_owned(),
    ///     machine: Machine::detect(),
    ///     caches: Caches::detect(),
    ///     baseline: "string",
    ///     sets: Vec::new(),
    /// };
    /// let ids: Vec<_> = findings.sections().iter().map(|section| section.id).collect();
    /// assert_eq!(ids, ["lookup_tree", "lookup_hash", "lookup_sets"]);
    /// ```
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        let section = |id, title: &str, blocks| Section {
            id,
            title: title.to_owned(),
            command: self.command.clone(),
            blocks,
        };
        let mut sections = Vec::new();
        for (id, map, title) in [
            (
                "lookup_tree",
                "BTreeMap",
                "Keys looked up in a BTreeMap<S, u32>",
            ),
            (
                "lookup_hash",
                "HashMap",
                "Keys looked up in a HashMap<S, u32> with std's default hasher",
            ),
        ] {
            let sets: Vec<&Set> = self.sets.iter().filter(|set| set.map == map).collect();
            let tables = tables::lookups(self, &sets).into_iter().map(Block::Table);
            let mut blocks: Vec<Block> = tables.collect();
            blocks.push(Block::Points(words::map(self, &sets)));
            sections.push(section(id, title, blocks));
        }
        sections.push(section(
            "lookup_sets",
            "What was looked up, and where",
            vec![Block::Points(words::sets(self))],
        ));
        sections
    }
}
