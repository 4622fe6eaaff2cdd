//! Plain text: a text in each line, or CSV and TSV.

use std::path::Path;
use std::rc::Rc;

use csv::{Error, ErrorKind, StringRecord};

use super::quotes::{Marks, Watched, is_cut, is_table, reader};
use super::receiver::{Receiver, Target};
use super::source::{Source, unreadable};
use super::{Fault, Quotes};

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
pub(super) fn read_rows(
    source: Source,
    delimiter: u8,
    quotes: Option<Quotes>,
    to: &mut Receiver<'_>,
) -> Result<(), Fault> {
    let read_as = quotes.unwrap_or_else(|| Quotes::of_head(source.head(), delimiter));
    let Source { path, bytes } = source;
    let limit = Rc::clone(&bytes.get_ref().limit);
    let marks = Marks::new(delimiter);
    let mut rows = reader(delimiter, read_as).from_reader(Watched { bytes, marks });
    let failed = |error| fault(&path, read_as, error);
    let head = rows.headers().map_err(failed)?;
    let target = |(at, name): (usize, &str)| match name {
        "" => to.target(&format!("column {}", at + 1)),
        name => to.target(name),
    };
    let targets: Vec<Target> = head.iter().enumerate().map(target).collect();
    let mut row = StringRecord::new();
    loop {
        limit.renew();
        match rows.read_record(&mut row) {
            Ok(false) => break,
            Ok(true) => {
                for (&target, text) in targets.iter().zip(&row) {
                    to.text(target, text);
                }
                to.end_record();
            }
            Err(error) if error.is_io_error() => return Err(failed(error)),
            Err(error) => to.bad(failed(error))?,
        }
    }
    let mut marks = rows.into_inner().marks;
    marks.end();
    if quotes != Some(Quotes::Text) {
        to.outcome.quotes = marks.doubt(&path, read_as);
    }
    Ok(())
}

/// Returns the delimiter by which a file's first lines look like a table, if they do: there are at
/// least two, each with as many cells as the first, whose cells are names.
pub(super) fn delimiter(head: &[u8]) -> Option<u8> {
    [b'\t', b','].into_iter().find(|&delimiter| {
        let quotes = Quotes::of_head(head, delimiter);
        let mut rows = reader(delimiter, quotes).from_reader(head);
        let is_name =
            |name: &str| !name.is_empty() && name.trim() == name && name.parse::<f64>().is_err();
        let names = rows.headers();
        let has_names = names.is_ok_and(|names| names.len() > 1 && names.iter().all(is_name));
        let fewest = 1 + usize::from(is_cut(head));
        let has_rows = rows.into_byte_records().take(fewest).count() == fewest;
        has_names && has_rows && is_table(head, delimiter, quotes)
    })
}

fn fault(path: &Path, quotes: Quotes, error: Error) -> Fault {
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
            match quotes {
                Quotes::Text => {
                    "is the row cut short, or do quotation marks enclose text (--quotes enclose)?"
                }
                Quotes::Enclose => {
                    "is the row cut short, or is a quotation mark missing, or text (--quotes text)?"
                }
            },
        ),
        other => at(format!("{other:?}"), "mend it"),
    }
}
