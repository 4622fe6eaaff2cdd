//! The formats of rows: CSV, lines of JSON, a JSON array.

use std::io::{BufRead, Read};
use std::path::Path;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};

use super::builder::{Problem, RowsBuilder};
use crate::input::Fault;

/// The names of the columns.
const COLUMNS: [&str; 7] = ["part", "field", "bits", "count", "hash", "text", "most"];
/// The remedy where rows have another form.
const FORM: &str = "rows with the columns part, field, bits, count, hash, text, most are needed, as `advise --sql` makes them";
/// The longest line of JSON, or head line of CSV, in bytes.
const LONGEST_LINE: u64 = 1 << 20;
/// The mark that some programs put in front of UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A row as it is read.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    pub(super) part: Option<Cell>,
    pub(super) field: Option<Cell>,
    pub(super) bits: Option<Cell>,
    pub(super) count: Option<Cell>,
    pub(super) hash: Option<Cell>,
    pub(super) text: Option<Cell>,
    pub(super) most: Option<Cell>,
}

/// A cell of a row: some engines write numbers as texts.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a text or a number is needed in each cell")]
pub(super) enum Cell {
    Text(String),
    Number(serde_json::Number),
}

impl Cell {
    pub(super) fn into_text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Number(number) => number.to_string(),
        }
    }
}

impl RowsBuilder {
    /// Reads rows of the profile: a file, or one of several parts.
    ///
    /// # Errors
    ///
    /// If the rows are not of the form that this module documents, with the place.
    pub(crate) fn read(&mut self, path: &Path, from: &mut dyn BufRead) -> Result<(), Fault> {
        let unreadable = |error| Fault::unreadable(path, &error);
        if from
            .fill_buf()
            .map_err(unreadable)?
            .starts_with(BYTE_ORDER_MARK)
        {
            from.consume(BYTE_ORDER_MARK.len());
        }
        let start = from.fill_buf().map_err(unreadable)?.trim_ascii_start();
        match start.first() {
            None => Ok(()),
            Some(b'{') => self.read_json_lines(path, from),
            Some(b'[') => self.read_json_array(path, from),
            Some(_) => self.read_csv(path, from),
        }
    }

    fn read_json_lines(&mut self, path: &Path, mut from: &mut dyn BufRead) -> Result<(), Fault> {
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            read_line(path, number, &mut from, &mut line)?;
            if line.is_empty() {
                break;
            }
            if !line.trim_ascii().is_empty() {
                let row = serde_json::from_slice(&line)
                    .map_err(|error| Fault::json_line(path, number, &error, FORM))?;
                self.take(row).map_err(|problem| problem.at(path, number))?;
            }
        }
        Ok(())
    }

    fn read_json_array(&mut self, path: &Path, from: &mut dyn BufRead) -> Result<(), Fault> {
        let mut problem = None;
        let rows = Rows {
            to: self,
            problem: &mut problem,
        };
        let mut json = serde_json::Deserializer::from_reader(from);
        let read = rows.deserialize(&mut json).and_then(|()| json.end());
        read.map_err(|error| match problem {
            Some(problem) => problem.at(path, error.line()),
            None => Fault::json(path, &error, FORM),
        })
    }

    fn read_csv(&mut self, path: &Path, mut from: &mut dyn BufRead) -> Result<(), Fault> {
        let mut head = Vec::new();
        read_line(path, 1, &mut from, &mut head)?;
        let fault = |error: csv::Error| csv_fault(path, &error);
        let mut csv = csv::Reader::from_reader(head.chain(from));
        let columns = columns(csv.headers().map_err(fault)?);
        let columns = columns.map_err(|what| Fault::at(path, 1, 1, what, FORM))?;
        let mut record = csv::StringRecord::new();
        while csv.read_record(&mut record).map_err(fault)? {
            let [part, field, bits, count, hash, text, most] = columns.map(|column| {
                let cell = record.get(column?)?;
                Some(Cell::Text(cell.to_owned()))
            });
            let row = Row {
                part,
                field,
                bits,
                count,
                hash,
                text,
                most,
            };
            let line = record.position().map_or(1, csv::Position::line);
            let line = usize::try_from(line).unwrap_or(usize::MAX);
            self.take(row).map_err(|problem| problem.at(path, line))?;
        }
        Ok(())
    }
}

/// Reads a line of limited length; none at the end of the file.
fn read_line(
    path: &Path,
    number: usize,
    from: &mut impl BufRead,
    line: &mut Vec<u8>,
) -> Result<(), Fault> {
    let mut limited = from.take(LONGEST_LINE);
    let read = limited.read_until(b'\n', line);
    read.map_err(|error| Fault::unreadable(path, &error))?;
    if limited.limit() == 0 {
        let what = "the line has more than 1 MiB";
        return Err(Fault::at(path, number, 1, what, FORM));
    }
    Ok(())
}

/// Returns the place of each column in the head of CSV.
fn columns(head: &csv::StringRecord) -> Result<[Option<usize>; 7], String> {
    let mut places = [None; 7];
    for (place, name) in head.iter().enumerate() {
        let column = COLUMNS.iter().position(|&of| of == name);
        let column =
            column.ok_or_else(|| format!("the column '{}' is unknown", name.escape_debug()))?;
        if places[column].replace(place).is_some() {
            return Err(format!("the column '{name}' is there twice"));
        }
    }
    Ok(places)
}

fn csv_fault(path: &Path, error: &csv::Error) -> Fault {
    let line = error.position().map_or(1, csv::Position::line);
    let line = usize::try_from(line).unwrap_or(usize::MAX);
    let at = |what: String, remedy| Fault::at(path, line, 1, what, remedy);
    match error.kind() {
        csv::ErrorKind::Io(error) => Fault::unreadable(path, error),
        csv::ErrorKind::Utf8 { .. } => at("it is not UTF-8".to_owned(), "save it as UTF-8"),
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => {
            let what = format!("the row has {len} cells, and the head line {expected_len}");
            at(what, "is the file complete?")
        }
        _ => at(error.to_string(), FORM),
    }
}

/// Takes the rows of a JSON array one by one.
struct Rows<'a> {
    to: &'a mut RowsBuilder,
    /// The problem of the last row.
    problem: &'a mut Option<Problem>,
}

impl<'de> DeserializeSeed<'de> for Rows<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Rows<'_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an array of rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<(), A::Error> {
        while let Some(row) = rows.next_element()? {
            if let Err(problem) = self.to.take(row) {
                *self.problem = Some(problem);
                return Err(A::Error::custom("a row is not sound"));
            }
        }
        Ok(())
    }
}
