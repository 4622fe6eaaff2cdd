//! Reports: a document of tables, charts and sentences, and its forms.
//!
//! Nothing here knows a question by name.

mod document;
mod page;
pub(crate) mod pivot;
mod terminal;
mod unit;

pub(crate) use document::{Block, Cell, Column, Document, Section, Table, Tone};
pub(crate) use page::page;
pub(crate) use terminal::terminal;
pub(crate) use unit::Unit;
