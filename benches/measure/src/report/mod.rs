//! Reports: a document of tables, charts and sentences, and its forms.
//!
//! Nothing here knows a question by name.

mod chart;
mod csv;
mod document;
mod markdown;
mod page;
pub mod pivot;
mod plot;
mod ruler;
mod table;
mod terminal;

pub use chart::{Axis, Chart, Mark, Scale, Series, Shape};
pub use csv::csv;
pub use document::{Block, Document, Section};
pub use markdown::markdown;
pub use page::{drawing, page};
pub use table::{Cell, Column, Table, Tone};
pub use terminal::terminal;

use crate::judge;

/// Shows runs in every form, for fuzzing: no run file may make a report panic.
#[doc(hidden)]
pub fn show_all(runs: Vec<crate::run::Run>) {
    let mut sink = std::io::sink();
    let runs: Vec<_> = runs.into_iter().map(judge::calm).collect();
    let section = |run| pivot::section(&judge::Judge::new(run));
    let document = Document::new("fuzzing", &runs, runs.iter().map(section).collect());
    let forms = [
        terminal(&document, true, &mut sink),
        markdown(&document, &mut sink),
        csv(&document, &mut sink),
        page(&document, &mut sink),
    ];
    assert!(forms.iter().all(Result::is_ok), "a sink takes everything");
}

#[cfg(test)]
mod tests;
