//! Reports: a document of tables, charts and sentences, and its forms.
//!
//! Nothing here knows a question by name.

mod csv;
mod document;
mod markdown;
mod page;
pub(crate) mod pivot;
mod terminal;
mod unit;

pub(crate) use csv::csv;
pub(crate) use document::{
    Axis, Block, Cell, Chart, Column, Document, Scale, Section, Series, Shape, Table, Tone,
};
pub(crate) use markdown::markdown;
pub(crate) use page::page;
pub(crate) use terminal::terminal;
pub(crate) use unit::{Unit, bytes};
