//! A report without its looks: the terminal, the page, Markdown and CSV show the same document.

mod chart;

pub(super) use chart::Ruler;
pub use chart::{Axis, Chart, Scale, Series, Shape};

use crate::run::Unit;

/// A report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// The subject, in a few words.
    pub title: String,
    /// The machine that measured, line by line.
    pub machine: String,
    /// The parts, in order.
    pub sections: Vec<Section>,
}

/// One question and its answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// The name in links: a Rust identifier, unique in the document.
    pub id: String,
    /// The question or the subject.
    pub title: String,
    /// The command that makes it again; empty if there is none.
    pub command: String,
    /// The answer, in order.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// A list of sentences.
    Points(Vec<String>),
    /// Lines of code, which are there to be copied.
    Code(String),
    /// Rows and columns.
    Table(Table),
    /// Curves over an axis.
    Chart(Chart),
}

/// Rows and columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The subject, and how to read it.
    pub caption: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, each as long as the columns are many.
    pub rows: Vec<Vec<Cell>>,
}

/// The head of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The heading.
    pub name: String,
    /// True for numbers, which are set right and sorted as such.
    pub is_number: bool,
    /// True for a heading that runs downwards, over cells of a character or two.
    pub is_upright: bool,
}

impl Column {
    /// Returns a column of words.
    pub fn words(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            is_number: false,
            is_upright: false,
        }
    }

    /// Returns a column of marks, under a heading that runs downwards.
    pub fn marks(name: impl Into<String>) -> Self {
        Self {
            is_upright: true,
            ..Self::words(name)
        }
    }

    /// Returns a column of numbers.
    pub fn numbers(name: impl Into<String>) -> Self {
        Self {
            is_number: true,
            ..Self::words(name)
        }
    }
}

/// One value of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// The text for a reader.
    pub text: String,
    /// The number for sorting and for CSV.
    pub number: Option<f64>,
    /// The meaning that a colour may repeat; the text says it too.
    pub tone: Tone,
}

impl Cell {
    /// Returns a cell of words.
    pub fn words(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    /// Returns a number that is shown in its unit.
    #[must_use]
    pub fn number(number: f64, unit: Unit) -> Self {
        Self::shown(number, unit.show(number))
    }

    /// Returns a size, or a difference of sizes.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // Sizes are far from 2^52.
    pub fn bytes(bytes: isize) -> Self {
        Self::number(bytes as f64, Unit::Bytes)
    }

    /// Returns "yes" or "no".
    #[must_use]
    pub fn yes_or_no(yes: bool) -> Self {
        Self::words(if yes { "yes" } else { "no" })
    }

    /// Returns a number with a text of its own.
    pub fn shown(number: f64, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            number: Some(number),
            ..Self::default()
        }
    }

    /// Returns the cell in another tone.
    #[must_use]
    pub fn in_tone(self, tone: Tone) -> Self {
        Self { tone, ..self }
    }
}

/// A judgement of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// None.
    #[default]
    Plain,
    /// The baseline of the others.
    Marked,
    /// Better than the baseline.
    Better,
    /// Worse than the baseline.
    Worse,
}
