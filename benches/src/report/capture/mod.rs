//! What a comparison of captures found out, as tables and in words.

mod tables;
mod words;

use serde::Serialize;

use super::{Block, Section, level};
use crate::measure::{Estimate, Machine, Memory};
use crate::workload::TYPED;

pub use words::words;

/// The id of the section that says what follows from the numbers.
pub const CONCLUSIONS: &str = "conclusions";

/// All that a comparison found out.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The command that makes it again.
    pub command: String,
    /// Where it was made.
    pub machine: Machine,
    /// How many rounds were timed.
    pub rounds: usize,
    /// The way that ratios are to.
    pub baseline: &'static str,
    /// What was measured, in no order.
    pub ways: Vec<Way>,
    /// What is known of the representations.
    pub representations: Vec<Capability>,
}

impl Report {
    /// The tables and the conclusions.
    ///
    /// Of each representation the first table has the fastest strategy and the typed one, unless
    /// `all` asks for all of them; the second has all of them.
    #[must_use]
    pub fn sections(&self, all: bool) -> Vec<Section> {
        let section = |id, title: &str, blocks| Section {
            id,
            title: title.to_owned(),
            command: self.command.clone(),
            blocks,
        };
        let mut sections = vec![section(
            "capture",
            "Capture of the five example slices",
            vec![Block::Table(tables::ways(self, all))],
        )];
        if let Some(table) = tables::matrix(self) {
            sections.push(section(
                "strategies",
                "Every strategy into every representation",
                vec![Block::Table(table)],
            ));
        }
        if !self.representations.is_empty() {
            sections.push(section(
                "representations",
                "What the representations can do",
                vec![Block::Table(tables::capabilities(&self.representations))],
            ));
        }
        sections.push(section(
            CONCLUSIONS,
            "What the numbers say",
            vec![Block::Points(words(self))],
        ));
        sections
    }
}

/// What was measured of one way.
#[derive(Clone, Debug, Serialize)]
pub struct Way {
    /// What kind of way it is.
    pub group: &'static str,
    /// The name, or that of the representation.
    pub name: &'static str,
    /// The strategy, where the way is one of a representation's, or `typed`.
    pub strategy: Option<&'static str>,
    /// Nanoseconds a pass.
    pub ns: Estimate,
    /// Its time over the baseline's, of pairs of the same round.
    pub ratio: Estimate,
    /// What a pass asks of the allocator.
    #[serde(flatten)]
    pub memory: Memory,
    /// The size of the container itself.
    pub handle_bytes: usize,
}

impl Way {
    /// The name with the strategy.
    #[must_use]
    pub fn full_name(&self) -> String {
        match self.strategy {
            Some(strategy) => format!("{}/{strategy}", self.name),
            None => self.name.to_owned(),
        }
    }

    /// Whether it sees the types of the values, and so does not format them.
    fn is_typed(&self) -> bool {
        self.strategy == Some(TYPED)
    }

    /// Whether this way is faster, and not by chance.
    fn beats(&self, other: &Self) -> bool {
        level::beats(self.ratio, other.ratio)
    }
}

/// What a representation can do.
#[derive(Clone, Debug, Serialize)]
pub struct Capability {
    /// The name in [`Way::name`].
    pub name: &'static str,
    /// The type's name as its users write it.
    pub type_name: &'static str,
    /// The size of a value.
    pub size: usize,
    /// The size of an `Option` of it.
    pub option_size: usize,
    /// The longest text, in bytes, that is kept inside the value.
    pub inline_capacity: usize,
    /// Whether clones share a text on the heap; else they copy it.
    pub clone_shares: bool,
    /// Whether text can be appended in place.
    pub mutable: bool,
}
