//! Plain text: a text in each line, or a table such as CSV.

use std::collections::BTreeSet;
use std::io::BufRead;
use std::path::Path;
use std::rc::Rc;

use csv::{Error, ErrorKind, StringRecord};

use crate::dialect::Dialect;
use crate::quotes::{Marks, Watched, reader};
use crate::receiver::{Receiver, Target, some_of};
use crate::source::{Source, line_end, unreadable};
use crate::{Fault, Options, Quotes};

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
    let (skipped, lines) = dialect.skipped;
    source.bytes.consume(skipped);
    let path = source.path.clone();
    let notes = dialect.notes.iter();
    (to.outcome.notes).extend(notes.map(|note| format!("{} {note}", path.display())));
    let marks = Marks::new(dialect.delimiter, lines + 1, line_end(source.head()?));
    let bytes = source.limited();
    let limit = Rc::clone(&bytes.get_ref().limit);
    let mut rows = reader(dialect.delimiter, dialect.quotes)
        .has_headers(dialect.has_header)
        .from_reader(Watched { bytes, marks });
    let mut row = StringRecord::new();
    if dialect.has_header {
        let header = rows.headers().cloned();
        let line = rows.get_mut().marks.line_of(0);
        row = header.map_err(|error| fault(&path, line, dialect.quotes, error, to))?;
    }
    let mut columns = Columns::new(&dialect, options.null.as_deref(), &row, to);
    loop {
        limit.renew();
        let start = rows.position().byte();
        let read = rows.read_record(&mut row);
        let line = rows.get_mut().marks.line_of(start);
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
    let mut marks = rows.into_inner().marks;
    marks.end();
    let is_text = options.quotes == Some(Quotes::Text);
    let doubt = marks.doubt(dialect.quotes).filter(|_| !is_text);
    let notes = columns.note().into_iter().chain(doubt);
    let path = path.display();
    (to.outcome.notes).extend(notes.map(|note| format!("{path} {note}")));
    Ok(())
}

/// The columns of a table.
struct Columns<'a> {
    dialect: &'a Dialect,
    /// The cell that stands for no value, if a flag names it.
    null: Option<&'a str>,
    targets: Vec<Target>,
    /// The cells that stood for no value.
    nulls: BTreeSet<String>,
}

impl<'a> Columns<'a> {
    fn new(
        dialect: &'a Dialect,
        null: Option<&'a str>,
        names: &StringRecord,
        to: &mut Receiver<'_>,
    ) -> Self {
        let mut columns = Self {
            dialect,
            null,
            targets: Vec::new(),
            nulls: BTreeSet::new(),
        };
        for name in names {
            columns.add(name, to);
        }
        columns
    }

    fn add(&mut self, name: &str, to: &mut Receiver<'_>) {
        let target = match name {
            "" => to.target(&format!("column {}", self.targets.len() + 1)),
            name => to.target(name),
        };
        self.targets.push(target);
    }

    /// Returns a sentence on the cells that stand for no value, unless a flag names them.
    fn note(&self) -> Option<String> {
        let is_said = self.null.is_none() && !self.nulls.is_empty();
        is_said.then(|| {
            let nulls = some_of(self.nulls.iter().map(String::as_str));
            format!(
                "has cells that stand for no value, and were read as empty: {nulls}; --null names \
                 another text"
            )
        })
    }

    /// Delivers the cells of a row.
    fn take(&mut self, row: &StringRecord, to: &mut Receiver<'_>) {
        while self.targets.len() < row.len() {
            self.add("", to);
        }
        for (column, (&target, text)) in self.targets.iter().zip(row).enumerate() {
            let is_null = match self.null {
                Some(null) => null == text,
                None => self.dialect.is_null(column, text),
            };
            if is_null && !self.nulls.contains(text) {
                self.nulls.insert(text.to_owned());
            }
            to.text(target, if is_null { "" } else { text });
        }
    }
}

/// Returns the fault of an error in a row that begins in a line.
fn fault(path: &Path, line: usize, quotes: Quotes, error: Error, to: &Receiver<'_>) -> Fault {
    let at = |what: String, remedy| Fault::at(path, line, 1, what, remedy);
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
