//! What a report is made of, whoever shows it: the terminal and the HTML page read the same.
//!
//! ```text
//! findings of a verb --> sections --> terminal
//!                                 \-> page
//! ```

mod ruler;
mod ticks;

pub(super) use ruler::Ruler;
pub(super) use ticks::Tick;

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
    /// Whether the heading runs downwards, since there are many columns of a character or two.
    pub is_upright: bool,
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
            is_upright: false,
        }
    }

    /// A column of marks, under a heading that runs downwards.
    ///
    /// ```
    /// assert!(string_kit_benches::report::Column::marks("smol_str").is_upright);
    /// ```
    pub fn marks(name: impl Into<String>) -> Self {
        Self {
            is_upright: true,
            ..Self::words(name)
        }
    }

    /// A column of numbers.
    ///
    /// ```
    /// assert!(string_kit_benches::report::Column::numbers("ns").is_number);
    /// ```
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

    /// How many there are of something.
    ///
    /// ```
    /// assert_eq!(string_kit_benches::report::Cell::count(2_033).text, "2,033");
    /// ```
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // What is counted is far from 2^52.
    pub fn count(count: usize) -> Self {
        Self::number(count as f64, Unit::Count)
    }

    /// Bytes, more or fewer than before.
    ///
    /// ```
    /// assert_eq!(string_kit_benches::report::Cell::bytes(82_700).text, "82.7 KB");
    /// ```
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // Sizes are far from 2^52.
    pub fn bytes(bytes: isize) -> Self {
        Self::number(bytes as f64, Unit::Bytes)
    }

    /// Whether something is so.
    ///
    /// ```
    /// assert_eq!(string_kit_benches::report::Cell::yes_or_no(true).text, "yes");
    /// ```
    #[must_use]
    pub fn yes_or_no(yes: bool) -> Self {
        Self::words(if yes { "yes" } else { "no" })
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
    /// The curves, the most telling first: a terminal draws six of them and lists the others.
    pub series: Vec<Series>,
}

impl Chart {
    /// What measures the points of some of its series, across and up.
    pub(super) fn rulers(&self, series: &[Series]) -> [Ruler; 2] {
        let points = || series.iter().flat_map(Series::finite);
        [
            Ruler::over(&self.x, points().map(|(x, _)| x)),
            Ruler::over(&self.y, points().map(|(_, y)| y)),
        ]
    }
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

impl Axis {
    /// An axis of this name.
    ///
    /// ```
    /// use string_kit_benches::report::{Axis, Scale, Unit};
    ///
    /// assert_eq!(Axis::new("time", Unit::Nanoseconds, Scale::Log).name, "time");
    /// ```
    pub fn new(name: impl Into<String>, unit: Unit, scale: Scale) -> Self {
        Self {
            name: name.into(),
            unit,
            scale,
        }
    }
}

/// How an axis is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences are equally long. It begins at 0, or at what is below that.
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

impl Series {
    /// The points that a chart can show: no infinity is one of them, and nothing but numbers.
    pub(super) fn finite(&self) -> impl Iterator<Item = (f64, f64)> {
        let points = self.points.iter().copied();
        points.filter(|(x, y)| x.is_finite() && y.is_finite())
    }

    /// What became of it, in words.
    pub(super) fn outcome(&self, unit: Unit) -> String {
        let end = self.end(unit);
        end.map_or_else(|| "nothing".to_owned(), |end| format!("ends at {end}"))
    }

    /// The last value, and the greatest if a reader can tell them apart; none if there is no value.
    pub(super) fn end(&self, unit: Unit) -> Option<String> {
        let (_, last) = self.finite().last()?;
        let peak = self.finite().map(|(_, y)| y).fold(last, f64::max);
        let (last, peak) = (unit.show(last), unit.show(peak));
        Some(if last == peak {
            last
        } else {
            format!("{last}, peak {peak}")
        })
    }
}
