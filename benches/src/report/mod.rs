//! Telling: a document of tables, charts and sentences, and who shows it.
//!
//! Findings are plain data, serialized for programs; each kind of them makes sections of a document
//! for people. Nothing here knows a workload.

pub(crate) mod bars;
mod capture;
mod cells;
pub mod conformance;
pub mod contend;
mod csv;
pub mod curves;
mod document;
mod json;
pub(crate) mod layout;
mod level;
pub mod lookup;
mod markdown;
mod memory;
pub mod nodes;
mod page;
#[cfg(test)]
mod seen;
mod terminal;
mod unit;

pub use capture::{CONCLUSIONS, Capability, Report, Way, words};
pub use csv::csv;
pub use document::{
    Axis, Block, Cell, Chart, Column, Document, Scale, Section, Series, Shape, Table, Tone,
};
pub use json::json;
pub use markdown::markdown;
pub use memory::{Features, MemoryReport, Published, SavedTrace, TracedReading};
pub use page::page;
pub use terminal::terminal;
pub use unit::Unit;
