//! The content of a report, without a form: the terminal, the page, Markdown and CSV show the same document.

mod chart;

pub(super) use chart::Ruler;
pub use chart::{Axis, Chart, Mark, Scale, Series, Shape};

use std::borrow::Cow;

use crate::run::{Run, Unit};
use crate::visible::{visible, visible_line};

/// A report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// The subject, in a few words.
    pub(super) title: String,
    /// The machine and the build that measured, fact by fact.
    pub(super) facts: Vec<(&'static str, String)>,
    /// The parts, in order.
    pub(super) sections: Vec<Section>,
}

impl Document {
    /// Returns the report of some runs, under the machine of the first.
    ///
    /// Control characters in its texts, which may be those of a file, become escapes.
    pub fn new(title: &str, runs: &[Run], sections: Vec<Section>) -> Self {
        let facts = runs.first().map(|run| run.header.machine.facts().into());
        let mut document = Self {
            title: title.to_owned(),
            facts: facts.unwrap_or_default(),
            sections,
        };
        document.change_texts(&mut |text| {
            if let Cow::Owned(shown) = visible(text) {
                *text = shown;
            }
        });
        for section in &mut document.sections {
            // One that is copied must not run another in its second line.
            section.command = visible_line(&section.command).into_owned();
        }
        document
    }

    fn change_texts(&mut self, change: &mut dyn FnMut(&mut String)) {
        change(&mut self.title);
        self.facts.iter_mut().for_each(|(_, fact)| change(fact));
        for section in &mut self.sections {
            change(&mut section.id);
            change(&mut section.title);
            for block in &mut section.blocks {
                match block {
                    Block::Text(text) | Block::Code(text) => change(text),
                    Block::Points(points) => points.iter_mut().for_each(&mut *change),
                    Block::Table(table) => {
                        change(&mut table.caption);
                        let names = table.columns.iter_mut().map(|column| &mut column.name);
                        let cells = table.rows.iter_mut().flatten();
                        let cells = cells.map(|cell| &mut cell.text);
                        names.chain(cells).for_each(&mut *change);
                    }
                    Block::Chart(chart) => {
                        let axes = [&mut chart.x.name, &mut chart.y.name];
                        let own = [&mut chart.id, &mut chart.caption];
                        let names = chart.series.iter_mut().map(|series| &mut series.name);
                        let texts = axes.into_iter().chain(own).chain(names);
                        texts.for_each(&mut *change);
                    }
                }
            }
        }
    }
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
    /// The rows, each with one cell for each column.
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
    /// The 95 % interval of the number, for CSV.
    pub interval: Option<(f64, f64)>,
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
    pub fn bytes(bytes: isize) -> Self {
        Self::number(bytes as f64, Unit::Bytes)
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
