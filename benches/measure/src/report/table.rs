//! Tables, and the cells of what was measured and judged.

use crate::judge::{Judgement, Ratio, Verdict, number_of};
use crate::run::{Measurement, Unit};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The subject, and how to read it.
    pub caption: String,
    pub columns: Vec<Column>,
    /// The rows, each with one cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    pub fn new(caption: impl Into<String>, columns: Vec<Column>, rows: Vec<Vec<Cell>>) -> Self {
        let caption = caption.into();
        Self {
            caption,
            columns,
            rows,
        }
    }

    pub(super) fn add(&mut self, column: Column, cells: impl IntoIterator<Item = Cell>) {
        self.columns.push(column);
        for (row, cell) in self.rows.iter_mut().zip(cells) {
            row.push(cell);
        }
    }

    /// Returns the table without the columns in which no row has a text.
    #[must_use]
    pub fn without_empty_columns(mut self) -> Self {
        for column in (0..self.columns.len()).rev() {
            if self.rows.iter().all(|row| row[column].text.is_empty()) {
                self.columns.remove(column);
                for row in &mut self.rows {
                    row.remove(column);
                }
            }
        }
        self
    }

    pub(super) fn has_interval(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.any(|cell| cell.interval.is_some())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    /// True for numbers, which are set right and sorted as such.
    pub is_number: bool,
}

impl Column {
    pub fn words(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            is_number: false,
        }
    }

    pub fn numbers(name: impl Into<String>) -> Self {
        Self {
            is_number: true,
            ..Self::words(name)
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    pub text: String,
    /// The number for sorting and for CSV.
    pub number: Option<f64>,
    /// The 95 % interval of the number, for CSV.
    pub interval: Option<(f64, f64)>,
    /// The meaning that a colour may repeat; the text says it too.
    pub tone: Tone,
}

impl Cell {
    pub fn words(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    pub fn number(number: f64, unit: Unit) -> Self {
        Self::shown(number, unit.show(number))
    }

    pub fn shown(number: f64, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            number: Some(number),
            ..Self::default()
        }
    }

    pub fn in_tone(self, tone: Tone) -> Self {
        Self { tone, ..self }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    #[default]
    Plain,
    Marked,
    Better,
    Worse,
}

/// Returns the number of a cell, or its note if it has none.
pub(super) fn value(cell: &Measurement) -> Cell {
    match number_of(cell) {
        None => Cell::words(cell.note.as_deref().unwrap_or("-")),
        Some(value) if cell.key.unit == Unit::Flag => {
            Cell::words(if value == 0.0 { "no" } else { "yes" })
        }
        Some(value) => Cell::number(value, cell.key.unit),
    }
}

pub(super) fn no_samples() -> Cell {
    Cell::words("no samples")
}

/// Explains the marks of [`marked`].
pub(super) const MARKS: &str = "=: equal, within 3 %; ?: not known";

/// Returns the cell of a ratio with its verdict: a mark before a ratio that is equal or not known,
/// else a tone.
pub(super) fn marked(judged: Judgement) -> Cell {
    let ratio = ratio(judged.ratio);
    let mark = match judged.verdict {
        Verdict::Better | Verdict::Worse => "",
        Verdict::Equal => "=",
        Verdict::Unknown => "?",
    };
    Cell {
        text: format!("{mark}{}", ratio.text),
        tone: verdict(judged.verdict).tone,
        ..ratio
    }
}

/// Returns a ratio in three digits, and its interval unless too few processes give none.
pub fn shown(ratio: Ratio) -> String {
    let digits = |value: f64| {
        let places = if value < 0.9995 { 3 } else { 2 };
        format!("{value:.places$}")
    };
    let Ratio { value, low, high } = ratio;
    if high.is_finite() {
        format!("{} [{}, {}]", digits(value), digits(low), digits(high))
    } else {
        digits(value)
    }
}

pub fn ratio(ratio: Ratio) -> Cell {
    Cell {
        interval: ratio.high.is_finite().then_some((ratio.low, ratio.high)),
        ..Cell::shown(ratio.value, shown(ratio))
    }
}

pub fn verdict(verdict: Verdict) -> Cell {
    Cell::words(verdict.to_string()).in_tone(match verdict {
        Verdict::Better => Tone::Better,
        Verdict::Worse => Tone::Worse,
        Verdict::Equal | Verdict::Unknown => Tone::Plain,
    })
}
