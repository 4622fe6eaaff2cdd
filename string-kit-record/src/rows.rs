//! The record as lines of JSON.

use std::collections::HashMap;
use std::fmt::{self, Display, Write as _};
use std::fs::File;
use std::io::{self, Write};

use crate::counts::Counts;
use crate::label::Texts;
use crate::operation::OPERATIONS;
use crate::record::Record;
use crate::values::Values;

use self::Cell::{Number, Text};

/// Writes all rows, of which the first has the name of the recorder. The project's
/// `benches/advise/src/profile/row.rs` describes them.
pub(crate) fn write_all(file: &mut File, recorder: &str) -> io::Result<()> {
    let labels: Vec<Counts> = Record::all().into_iter().map(Record::counts).collect();
    let most = labels.iter().map(Counts::texts).max().unwrap_or(0);
    let records = row(&[
        ("part", Text("records")),
        ("hash", Text(recorder)),
        ("count", Number(most)),
    ]);
    file.write_all(records.as_bytes())?;
    labels
        .iter()
        .try_for_each(|label| file.write_all(label.rows().as_bytes()))
}

/// A cell of a row.
#[derive(Clone, Copy, Debug)]
pub enum Cell<'a> {
    /// A number.
    Number(u64),
    /// A text.
    Text(&'a str),
}

/// Writes the cell as JSON.
impl Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Number(number) => return number.fmt(f),
            Text(text) => text,
        };
        f.write_char('"')?;
        for character in text.chars() {
            match character {
                '"' | '\\' => write!(f, "\\{character}")?,
                '\0'..='\x1F' => write!(f, "\\u{:04x}", u32::from(character))?,
                _ => f.write_char(character)?,
            }
        }
        f.write_char('"')
    }
}

/// Returns a row of cells, each with the name of its column, as a line of JSON.
#[must_use]
pub fn row(cells: &[(&str, Cell<'_>)]) -> String {
    let cells = cells
        .iter()
        .map(|(column, cell)| format!("\"{column}\":{cell}"));
    format!("{{{}}}\n", cells.collect::<Vec<_>>().join(","))
}

/// The rows of a label or a field.
#[derive(Debug)]
pub struct Rows<'a> {
    field: &'a str,
    /// The rows so far, as lines of JSON.
    pub rows: String,
}

impl<'a> Rows<'a> {
    /// Returns no rows of this field.
    #[must_use]
    pub fn new(field: &'a str) -> Self {
        Self {
            field,
            rows: String::new(),
        }
    }

    /// Adds a row of cells, each with the name of its column.
    pub fn add(&mut self, part: &str, cells: &[(&str, Cell<'_>)]) {
        let head = [("part", Text(part)), ("field", Text(self.field))];
        self.rows += &row(&[&head[..], cells].concat());
    }

    /// Adds a row of a number.
    pub fn count(&mut self, part: &str, count: u64) {
        self.add(part, &[("count", Number(count))]);
    }

    /// Adds the rows of the texts: the number of each length, and the values.
    pub fn texts(&mut self, lengths: impl Iterator<Item = (u64, u64)>, values: &Values) {
        let mut rest = HashMap::new();
        for (bytes, count) in lengths {
            let cells = [("bits", Number(bytes * 8)), ("count", Number(count))];
            self.add("length", &cells);
            rest.insert(bytes, count);
        }
        let (sample, frequent) = (values.sample(), values.frequent());
        let listed = sample.len();
        let mut sampled = 0;
        for (at, (hash, value)) in sample.into_iter().chain(frequent).enumerate() {
            // No more than there are texts of this length, since threads may go on.
            let Some(rest) = rest.get_mut(&value.bytes).filter(|rest| **rest > 0) else {
                continue;
            };
            let count = value.count.unsigned_abs().min(*rest);
            *rest -= count;
            sampled += u64::from(at < listed);
            let hash = format!("{hash:016x}");
            let mut cells = vec![
                ("bits", Number(value.bytes * 8)),
                ("count", Number(count)),
                ("hash", Text(&hash)),
            ];
            cells.extend(value.text.as_deref().map(|text| ("text", Text(text))));
            self.add("value", &cells);
        }
        if !values.is_complete() {
            self.count("sampled", sampled);
        }
    }
}

impl Counts {
    fn rows(&self) -> String {
        let mut rows = Rows::new(self.name);
        if matches!(self.values.texts, Texts::Lengths) {
            rows.count("keyed", 1);
        }
        if !self.alias.is_empty() {
            let alias = Text(self.alias);
            rows.add("alias", &[("text", alias), ("count", Number(1))]);
        }
        let texts = self.texts();
        rows.count("present", texts);
        rows.count("ascii", texts.saturating_sub(self.not_ascii));
        let lengths = self.lengths.iter();
        rows.texts(lengths.map(|(bytes, count)| (*bytes, *count)), &self.values);
        for ((_, name), count) in OPERATIONS.into_iter().zip(self.operations) {
            let cells = [("text", Text(name)), ("count", Number(count))];
            rows.add("operation", &cells);
        }
        let (alive, most) = self.alive;
        let owners = self.lives.owners(most);
        for (part, count) in [("alive", alive), ("owners", owners)] {
            rows.add(part, &[("count", Number(count)), ("most", Number(most))]);
        }
        rows.count("threads", self.threads);
        rows.count("cloners", self.cloners);
        rows.rows
    }
}
