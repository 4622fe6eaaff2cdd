//! Plain text: a text in each line, or CSV and TSV.

use std::path::Path;
use std::rc::Rc;

use csv::{Error, ErrorKind, ReaderBuilder, StringRecord};

use super::Fault;
use super::receiver::{Receiver, Target};
use super::source::{HEAD, Source, unreadable};

/// Reads plain lines: each is a record with one text, in the field `line`.
pub(super) fn read_lines(source: Source, to: &mut Receiver<'_>) -> Result<(), Fault> {
    let target = to.target("line");
    source.for_each_line(|path, number, line| {
        match str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line)) {
            Err(error) => return to.bad(Fault::not_utf8(path, number, &error)),
            Ok(line) => to.text(target, line),
        }
        to.end_record();
        Ok(())
    })
}

/// Reads a header line with the names of the columns, then a row for each record.
pub(super) fn read_rows(source: Source, delimiter: u8, to: &mut Receiver<'_>) -> Result<(), Fault> {
    let Source { path, bytes } = source;
    let limit = Rc::clone(&bytes.get_ref().limit);
    let mut rows = ReaderBuilder::new().delimiter(delimiter).from_reader(bytes);
    let head = rows.headers().map_err(|error| fault(&path, error))?;
    let target = |(at, name): (usize, &str)| match name {
        "" => to.target(&format!("column {}", at + 1)),
        name => to.target(name),
    };
    let targets: Vec<Target> = head.iter().enumerate().map(target).collect();
    let mut row = StringRecord::new();
    loop {
        limit.renew();
        match rows.read_record(&mut row) {
            Ok(false) => return Ok(()),
            Ok(true) => {
                for (&target, text) in targets.iter().zip(&row) {
                    to.text(target, text);
                }
                to.end_record();
            }
            Err(error) if error.is_io_error() => return Err(fault(&path, error)),
            Err(error) => to.bad(fault(&path, error))?,
        }
    }
}

/// Returns the delimiter by which a file's first lines look like a table, if they do: each has as
/// many cells as the first, whose cells are names.
pub(super) fn delimiter(head: &[u8]) -> Option<u8> {
    [b'\t', b','].into_iter().find(|&delimiter| {
        let mut builder = ReaderBuilder::new();
        let mut reader = builder.delimiter(delimiter).from_reader(head);
        let is_name =
            |name: &str| !name.is_empty() && name.trim() == name && name.parse::<f64>().is_err();
        let names = reader.headers();
        let has_names = names.is_ok_and(|names| names.len() > 1 && names.iter().all(is_name));
        let mut rows: Vec<_> = reader.into_byte_records().collect();
        // The last of many is cut short; a byte-order mark of 3 bytes may have been taken off.
        if head.len() + 3 >= HEAD {
            rows.pop();
        }
        has_names && !rows.is_empty() && rows.iter().all(Result::is_ok)
    })
}

fn fault(path: &Path, error: Error) -> Fault {
    let position = error.position().map_or(1, csv::Position::line);
    let line = usize::try_from(position).unwrap_or(usize::MAX);
    let at = |what: String, remedy| Fault::at(path, line, 1, what, remedy);
    match error.into_kind() {
        ErrorKind::Io(error) => unreadable(path, &error),
        ErrorKind::Utf8 { err, .. } => {
            let what = format!("cell {} is not UTF-8", err.field() + 1);
            at(what, "save it as UTF-8")
        }
        ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => at(
            format!("the row has {len} cells, and the header line {expected_len}"),
            "is the row cut short, or is a quotation mark missing?",
        ),
        other => at(format!("{other:?}"), "mend it"),
    }
}
