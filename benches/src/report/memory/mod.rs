//! What traces of memory found out.

mod saved;
mod summary;
mod tables;
mod words;

use serde::Serialize;

use super::{Block, Section};
use crate::measure::{Machine, Summary};

pub use saved::SavedTrace;

/// What traces of the JSON workload found out.
///
/// ```
/// use string_kit_benches::measure::Machine;
/// use string_kit_benches::report::MemoryReport;
///
/// let report = MemoryReport {
///     command: "string-kit trace".to_owned(),
///     machine: Machine::detect(),
///     input: "no records".to_owned(),
///     records: 0,
///     missing: 0,
///     fields: vec![],
///     traces: 1,
///     readings: vec![],
///     features: vec![],
///     refused: vec![],
///     published: vec![],
/// };
/// assert_eq!(report.sections()[0].id, "memory");
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct MemoryReport {
    /// The command that makes it again.
    pub command: String,
    /// Where it was made.
    pub machine: Machine,
    /// What was read.
    pub input: String,
    /// How many records it has.
    pub records: usize,
    /// How many of their strings are missing, and so kept as empty ones.
    pub missing: usize,
    /// The fields whose strings were kept.
    pub fields: Vec<String>,
    /// How often each was traced at most; told is the shortest trace.
    pub traces: usize,
    /// What was traced, in the order of the representations.
    pub readings: Vec<TracedReading>,
    /// What the types of the readings offer.
    pub features: Vec<Features>,
    /// What could not be read in some way, and why.
    pub refused: Vec<String>,
    /// What was published of another file like this, if this is the embedded one.
    pub published: Vec<Published>,
}

/// The trace of one way to keep the strings.
///
/// ```
/// use string_kit_benches::measure::Summary;
/// use string_kit_benches::report::TracedReading;
///
/// let summary = Summary::default();
/// let reading = TracedReading { name: "string", source: "reader", summary };
/// assert_eq!(reading.full_name(), "string (reader)");
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct TracedReading {
    /// What they were kept in.
    pub name: &'static str,
    /// Where the text was from.
    pub source: &'static str,
    /// What it came to.
    #[serde(flatten)]
    pub summary: Summary,
}

impl TracedReading {
    /// The name with the source.
    #[must_use]
    pub fn full_name(&self) -> String {
        format!("{} ({})", self.name, self.source)
    }
}

/// What a type offers, as its code tells.
///
/// ```
/// use string_kit_benches::report::Features;
///
/// let borrow = Features {
///     name: "borrowed",
///     type_name: "&str",
///     version: None,
///     serde: true,
///     inline_capacity: 0,
///     streaming: false,
///     mutable: false,
///     unsafe_code: None,
///     clone: "shares",
/// };
/// assert!(!borrow.streaming);
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Features {
    /// The name in [`TracedReading::name`].
    pub name: &'static str,
    /// The type's name as its users write it.
    pub type_name: &'static str,
    /// The version of its crate; none is said for std's.
    pub version: Option<&'static str>,
    /// Whether its crate, or serde, implements serde's traits.
    pub serde: bool,
    /// The longest text, in bytes, that is kept inside the value.
    pub inline_capacity: usize,
    /// Whether it can be read from a stream, which a borrow cannot.
    pub streaming: bool,
    /// Whether text can be appended in place.
    pub mutable: bool,
    /// The blocks, functions and impls that its crate marks `unsafe`; none is said for std's.
    pub unsafe_code: Option<usize>,
    /// What a clone does with a text on the heap.
    pub clone: &'static str,
}

/// A row of the table that was published.
///
/// ```
/// use string_kit_benches::report::Published;
///
/// let row = Published { name: "string", source: "reader", events: 2_033, peak_bytes: 82_700.0 };
/// assert_eq!(row.events, 2_033);
/// ```
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Published {
    /// The name in [`TracedReading::name`].
    pub name: &'static str,
    /// Where the text was from.
    pub source: &'static str,
    /// Events of the allocator.
    pub events: usize,
    /// The most bytes held at once.
    pub peak_bytes: f64,
}

impl MemoryReport {
    /// The tables, the chart and the conclusions.
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        let section = |id, title: &str, blocks| Section {
            id,
            title: title.to_owned(),
            command: self.command.clone(),
            blocks,
        };
        let mut memory = vec![Block::Table(tables::readings(self))];
        memory.extend(tables::published(self).map(Block::Table));
        memory.push(Block::Chart(tables::chart(self)));
        memory.push(Block::Points(words::words(self)));
        let mut sections = vec![section("memory", "Memory, event by event", memory)];
        if !self.features.is_empty() {
            let features = vec![Block::Table(tables::features(self))];
            sections.push(section("features", "What the types offer", features));
        }
        sections
    }

    /// What others from the same source are compared with: `String`.
    fn baseline(&self, source: &str) -> Option<&TracedReading> {
        self.reading("string", source)
    }

    fn reading(&self, name: &str, source: &str) -> Option<&TracedReading> {
        let mut readings = self.readings.iter();
        readings.find(|reading| reading.name == name && reading.source == source)
    }
}
