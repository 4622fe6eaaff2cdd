//! Reports: a document of tables, charts and sentences, and its forms.
//!
//! Nothing here knows a question by name.

mod csv;
mod document;
mod markdown;
mod page;
pub mod pivot;
mod terminal;

pub use csv::csv;
pub use document::{
    Axis, Block, Cell, Chart, Column, Document, Scale, Section, Series, Shape, Table, Tone,
};
pub use markdown::markdown;
pub use page::page;
pub use terminal::terminal;
