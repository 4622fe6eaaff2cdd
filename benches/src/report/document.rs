//! What a report is made of, whoever shows it: the terminal and the HTML page read the same.
//!
//! ```text
//! findings of a verb --> sections --> terminal
//!                                 \-> page
//! ```

use super::unit::Unit;

/// All that one run has to tell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// What it is about, in a few words.
    pub title: String,
    /// Where the numbers were taken, line by line.
    pub machine: String,
    /// The parts, in order.
    pub sections: Vec<Section>,
}

/// One question and its answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// The name by which it is linked to: a Rust identifier, its own in a document.
    pub id: &'static str,
    /// The question or the subject.
    pub title: String,
    /// The command that makes it again.
    pub command: String,
    /// The answer, in order.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// Sentences, each by itself.
    Points(Vec<String>),
    /// Rows and columns.
    Table(Table),
    /// Curves over an axis.
    Chart(Chart),
}

/// Rows and columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What is in it, and how to read it.
    pub caption: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, each as long as the columns are many.
    pub rows: Vec<Vec<Cell>>,
}

/// What a column holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The heading.
    pub name: String,
    /// Whether it holds numbers, which are set right and sorted as such.
    pub is_number: bool,
}

impl Column {
    /// A column of words.
    ///
    /// ```
    /// assert!(!string_kit_benches::report::Column::words("type").is_number);
    /// ```
    pub fn words(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            is_number: false,
        }
    }

    /// A column of numbers.
    ///
    /// ```
    /// assert!(string_kit_benches::report::Column::numbers("ns").is_number);
    /// ```
    pub fn numbers(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            is_number: true,
        }
    }
}

/// One value of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// What a reader sees.
    pub text: String,
    /// What it is sorted by, if it is a number.
    pub number: Option<f64>,
    /// What a colour may repeat; the text says it too.
    pub tone: Tone,
}

impl Cell {
    /// A cell of words.
    ///
    /// ```
    /// assert_eq!(string_kit_benches::report::Cell::words("yes").number, None);
    /// ```
    pub fn words(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    /// A number, in a unit that a reader knows.
    ///
    /// ```
    /// use string_kit_benches::report::{Cell, Unit};
    ///
    /// assert_eq!(Cell::number(82_700.0, Unit::Bytes).text, "82.7 KB");
    /// ```
    #[must_use]
    pub fn number(number: f64, unit: Unit) -> Self {
        Self::shown(number, unit.show(number))
    }

    /// A number that is shown in a way of its own.
    ///
    /// ```
    /// assert_eq!(string_kit_benches::report::Cell::shown(0.5, "half").number, Some(0.5));
    /// ```
    pub fn shown(number: f64, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            number: Some(number),
            ..Self::default()
        }
    }

    /// The same in another tone.
    ///
    /// ```
    /// use string_kit_benches::report::{Cell, Tone};
    ///
    /// assert_eq!(Cell::words("1").in_tone(Tone::Marked).tone, Tone::Marked);
    /// ```
    #[must_use]
    pub fn in_tone(self, tone: Tone) -> Self {
        Self { tone, ..self }
    }
}

/// What a colour may repeat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Nothing.
    #[default]
    Plain,
    /// What the others are compared with.
    Marked,
    /// It is better than that.
    Better,
    /// It is worse than that.
    Worse,
}

/// Curves over an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The name by which it is found: a Rust identifier, its own in a document.
    pub id: String,
    /// What is in it, and how to read it.
    pub caption: String,
    /// The axis that goes across.
    pub x: Axis,
    /// The axis that goes up.
    pub y: Axis,
    /// How points are joined.
    pub shape: Shape,
    /// The curves.
    pub series: Vec<Series>,
}

/// What an axis measures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// What it is.
    pub name: String,
    /// In what.
    pub unit: Unit,
    /// How far apart.
    pub scale: Scale,
}

/// How an axis is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences are equally long. It begins at 0.
    Linear,
    /// Equal ratios are equally long. A 0 has a place of its own, in front of all that is above it.
    Log,
}

/// How the points of a curve are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// By straight lines.
    Lines,
    /// A value holds until the next point.
    Steps,
}

/// One curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Whose it is.
    pub name: String,
    /// Its points; x never falls.
    pub points: Vec<(f64, f64)>,
}
