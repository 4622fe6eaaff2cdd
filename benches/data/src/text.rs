//! Plain text: a text in each line, or a table such as CSV.

use std::collections::BTreeSet;
use std::io::BufRead;
use std::path::Path;
use std::rc::Rc;

use csv::{Error, ErrorKind, StringRecord};

use crate::dialect::{Dialect, is_number, reader};
use crate::quotes::{Marks, Watched};
use crate::receiver::{Receiver, Target, some_of};
use crate::source::{Source, unreadable};
use crate::{Fault, Options, Quotes};

/// Words that may stand for no value.
const NULLS: [&str; 10] = [
    "\\N", "NULL", "null", "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "None",
];

/// Reads plain lines: each is a record with one text, in the field `line`.
pub(crate) fn read_lines(source: Source, to: &mut Receiver<'_>) -> Result<(), Fault> {
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

/// Reads a header line with the names of the columns, unless there is none, then a row for each
/// record.
pub(crate) fn read_rows(
    mut source: Source,
    delimiter: Option<u8>,
    options: &Options,
    to: &mut Receiver<'_>,
) -> Result<(), Fault> {
    let dialect = Dialect::new(source.head()?, delimiter, options);
    source.bytes.consume(dialect.skipped);
    let line = usize::from(options.skip_lines) + 1;
    let marks = Marks::new(dialect.delimiter, line);
    let path = source.path.clone();
    let bytes = source.limited();
    let limit = Rc::clone(&bytes.get_ref().limit);
    let mut rows = reader(dialect.delimiter, dialect.quotes)
        .has_headers(!options.no_header)
        .from_reader(Watched { bytes, marks });
    let mut columns = Columns::new(dialect.quotes, options);
    let mut row = StringRecord::new();
    if !options.no_header {
        let header = rows.headers().cloned();
        let line = rows.get_mut().marks.line_at(0);
        row = header.map_err(|error| fault(&path, line, dialect.quotes, error, to))?;
        for name in &row {
            columns.add(name, to);
        }
    }
    loop {
        limit.renew();
        let start = rows.position().byte();
        let read = rows.read_record(&mut row);
        let line = rows.get_mut().marks.line_at(start);
        match read {
            Ok(false) => break,
            Ok(true) if row.as_slice().contains('\0') => {
                to.bad(Fault::at(&path, line, 1, "the row has a byte 0", "mend it"))?;
            }
            Ok(true) => {
                columns.take(&row, to);
                to.end_record();
            }
            Err(error) => {
                let is_end = error.is_io_error();
                let fault = fault(&path, line, dialect.quotes, error, to);
                if is_end {
                    return Err(fault);
                }
                to.bad(fault)?;
            }
        }
    }
    let doubt = match dialect.quotes {
        Quotes::Enclose => rows.into_inner().marks.end(),
        Quotes::Text => None,
    };
    let notes = columns.notes().into_iter().chain(doubt);
    let path = path.display();
    (to.outcome.notes).extend(notes.map(|note| format!("{path} {note}")));
    Ok(())
}

/// The columns of a table.
struct Columns<'a> {
    options: &'a Options,
    quotes: Quotes,
    targets: Vec<Target>,
    /// True if a name of a column is a number.
    has_number: bool,
    /// True if a cell begins with a quotation mark that is text.
    has_mark: bool,
    /// The cells that may stand for no value.
    nulls: BTreeSet<String>,
}

impl<'a> Columns<'a> {
    fn new(quotes: Quotes, options: &'a Options) -> Self {
        Self {
            options,
            quotes,
            targets: Vec::new(),
            has_number: false,
            has_mark: false,
            nulls: BTreeSet::new(),
        }
    }

    fn add(&mut self, name: &str, to: &mut Receiver<'_>) {
        self.has_number |= is_number(name.as_bytes());
        let target = match name {
            "" => to.target(&format!("column {}", self.targets.len() + 1)),
            name => to.target(name),
        };
        self.targets.push(target);
    }

    /// Returns predicates on the table that name the flag by which it is read otherwise.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.has_number {
            notes.push("has a number in its header; --no-header reads it as a record".to_owned());
        }
        if !self.nulls.is_empty() {
            notes.push(format!(
                "has cells that may stand for no value: {}; --null TEXT reads cells of this text \
                 as empty",
                some_of(self.nulls.iter().map(String::as_str))
            ));
        }
        if self.has_mark && self.options.quotes.is_none() {
            notes.push(
                "has cells that begin with a quotation mark, which was read as a part of the text; \
                 --quotes enclose reads text between quotation marks"
                    .to_owned(),
            );
        }
        notes
    }

    /// Delivers the cells of a row.
    fn take(&mut self, row: &StringRecord, to: &mut Receiver<'_>) {
        while self.targets.len() < row.len() {
            self.add("", to);
        }
        for (&target, text) in self.targets.iter().zip(row) {
            self.has_mark |= self.quotes == Quotes::Text && text.starts_with('"');
            let is_null = self.options.null.iter().any(|null| null == text);
            if NULLS.contains(&text) && !is_null && !self.nulls.contains(text) {
                self.nulls.insert(text.to_owned());
            }
            to.text(target, if is_null { "" } else { text });
        }
    }
}

/// Returns the fault of an error in a row that begins in a line.
fn fault(path: &Path, line: usize, quotes: Quotes, error: Error, to: &Receiver<'_>) -> Fault {
    let at = |reason: String, remedy| Fault::at(path, line, 1, reason, remedy);
    match error.into_kind() {
        ErrorKind::Io(error) => unreadable(path, &error),
        ErrorKind::Utf8 { err, .. } => {
            to.undecoded(path, line, 1, &format!("cell {}", err.field() + 1))
        }
        ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => at(
            format!("the row has {len} cells, and the first row {expected_len}"),
            match quotes {
                Quotes::Text => {
                    "is the row cut short, do quotation marks enclose text (--quotes enclose), or \
                     are there lines before the table (--skip-lines)?"
                }
                Quotes::Enclose => {
                    "is the row cut short, is a quotation mark missing, or text (--quotes text), \
                     or are there lines before the table (--skip-lines)?"
                }
            },
        ),
        kind => at(format!("{kind:?}"), "mend it"),
    }
}
