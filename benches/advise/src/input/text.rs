//! Plain text: a text in each line, or a table such as CSV.

use std::io::BufRead;
use std::path::Path;
use std::rc::Rc;

use csv::{Error, ErrorKind, StringRecord};

use super::quotes::{Marks, Watched, cells, reader};
use super::receiver::{Receiver, Target};
use super::source::{HEAD, Source, line_end, unreadable};
use super::{Fault, Quotes};

/// The delimiters that are looked for, the least likely first.
const DELIMITERS: [u8; 4] = *b"|;\t,";

/// Reads plain lines: each is a record with one text, in the field `line`.
pub(super) fn read_lines(source: Source, to: &mut Receiver<'_>) -> Result<(), Fault> {
    let target = to.target("line");
    source.for_each_line(|path, number, line| {
        match str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line)) {
            Err(error) => {
                let column = error.valid_up_to() + 1;
                return to.bad(to.undecoded(path, number, column, "it"));
            }
            Ok(line) => to.text(target, line),
        }
        to.end_record();
        Ok(())
    })
}

/// Reads a header line with the names of the columns, then a row for each record. Without a
/// delimiter, looks for the one of the first lines.
pub(super) fn read_rows(
    mut source: Source,
    delimiter: Option<u8>,
    quotes: Option<Quotes>,
    to: &mut Receiver<'_>,
) -> Result<(), Fault> {
    let head = source.head()?;
    let layout = Layout::new(head);
    let (skipped, lines) = layout.comments;
    let delimiter = delimiter.unwrap_or(layout.delimiter);
    let (table, is_cut) = (&head[skipped..], head.len() == HEAD);
    let read_as = quotes.unwrap_or_else(|| Quotes::of_head(table, is_cut, delimiter));
    source.bytes.consume(skipped);
    let path = source.path.clone();
    if lines > 0 {
        let path = path.display();
        let note = format!("{path} has comments before its header: lines 1 to {lines}");
        to.outcome.notes.push(note);
    }
    let fault = |error, to: &Receiver<'_>| fault(&path, lines, read_as, error, to);
    let bytes = source.limited();
    let limit = Rc::clone(&bytes.get_ref().limit);
    let marks = Marks::new(delimiter, lines + 1);
    let mut rows = reader(delimiter, read_as).from_reader(Watched { bytes, marks });
    let head = rows.headers().map_err(|error| fault(error, to))?;
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
            Ok(true) if row.as_slice().contains('\0') => {
                let line = row.position().map_or(1, csv::Position::line);
                let what = "the row has a byte 0";
                to.bad(Fault::at(&path, number(line) + lines, 1, what, "mend it"))?;
            }
            Ok(true) => {
                for (&target, text) in targets.iter().zip(&row) {
                    to.text(target, text);
                }
                to.end_record();
            }
            Err(error) if error.is_io_error() => return Err(fault(error, to)),
            Err(error) => to.bad(fault(error, to))?,
        }
    }
    let mut marks = rows.into_inner().marks;
    marks.end();
    if quotes != Some(Quotes::Text) {
        to.outcome.notes.extend(marks.doubt(&path, read_as));
    }
    Ok(())
}

/// The layout of a table by its first lines.
pub(super) struct Layout {
    /// The bytes and the number of the comment lines before the header.
    comments: (usize, usize),
    /// The delimiter by which most rows have as many cells as the header.
    pub(super) delimiter: u8,
    /// True if all rows have, and the cells of the header are names.
    pub(super) is_table: bool,
}

impl Layout {
    pub(super) fn new(head: &[u8]) -> Self {
        let comments = comments(head);
        let (table, is_cut) = (&head[comments.0..], head.len() == HEAD);
        let fit = |delimiter: u8| {
            let quotes = Quotes::of_head(table, is_cut, delimiter);
            let all = cells(table, is_cut, delimiter, quotes);
            let (count, rows) = all.split_first().filter(|(count, _)| **count > 1)?;
            let fitting = rows.iter().filter(|cells| *cells == count).count();
            let is_name = |name: &str| {
                !name.is_empty() && name.trim() == name && name.parse::<f64>().is_err()
            };
            let mut names = reader(delimiter, quotes).from_reader(table);
            let has_names = names.headers().is_ok_and(|names| names.iter().all(is_name));
            let is_table = has_names && fitting > 0 && fitting == rows.len();
            Some(((is_table, fitting, *count), delimiter))
        };
        let fits = DELIMITERS.into_iter().filter_map(fit);
        let best = fits.max_by_key(|(fit, _)| *fit);
        Self {
            comments,
            delimiter: best.map_or(b',', |(_, delimiter)| delimiter),
            is_table: best.is_some_and(|((is_table, ..), _)| is_table),
        }
    }
}

/// Returns the bytes and the number of the lines before a table that begin with `#`, with blank
/// ones among them. The last is the header if it is like `#name,note`, and the next line has as
/// many cells.
fn comments(head: &[u8]) -> (usize, usize) {
    let end = line_end(head);
    let (mut bytes, mut lines, mut last) = (0, 0, &b""[..]);
    for line in head.split_inclusive(|&byte| byte == end) {
        let is_blank = line.trim_ascii().is_empty();
        if !line.starts_with(b"#") && (lines == 0 || !is_blank) {
            let cells = |text: &[u8], sign| text.split(|&byte| byte == sign).count();
            let is_alike = |sign| last.contains(&sign) && cells(last, sign) == cells(line, sign);
            let is_name = last.get(1).is_some_and(u8::is_ascii_alphanumeric);
            if is_name && DELIMITERS.into_iter().any(is_alike) {
                return (bytes - last.len(), lines - 1);
            }
            return (bytes, lines);
        }
        (bytes, lines, last) = (bytes + line.len(), lines + 1, line);
    }
    (0, 0)
}

fn number(position: u64) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX)
}

/// Returns the fault of an error in a table that comes after some lines.
fn fault(path: &Path, lines: usize, quotes: Quotes, error: Error, to: &Receiver<'_>) -> Fault {
    let position = error.position().map_or(1, csv::Position::line);
    let line = lines + number(position);
    let at = |what: String, remedy| Fault::at(path, line, 1, what, remedy);
    match error.into_kind() {
        ErrorKind::Io(error) => unreadable(path, &error),
        ErrorKind::Utf8 { err, .. } => {
            to.undecoded(path, line, 1, &format!("cell {}", err.field() + 1))
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
