//! The quotation marks of a table: whether they enclose cells, and where they do so badly.

use std::collections::VecDeque;
use std::io::{self, Read};

use clap::ValueEnum;
use csv::{ByteRecord, ReaderBuilder};

/// The meaning of a quotation mark at the begin of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "lower")]
pub enum Quotes {
    /// It is a part of the text.
    Text,
    /// It encloses the text with another, which is followed by a delimiter or a line end.
    Enclose,
}

impl Quotes {
    /// Returns the meaning by a file's first bytes. Quotation marks enclose the cells of CSV. In
    /// TSV they do if each is closed well, and if the first name has them, or text in them has
    /// doubled ones, or rows are of one length by them alone.
    pub(crate) fn of_head(head: &[u8], is_cut: bool, delimiter: u8) -> Self {
        let mut marks = Marks::new(delimiter, 1, b'\n');
        marks.look_at(head);
        if !is_cut {
            marks.end();
        }
        let is_table = |quotes| {
            let rows = rows(head, is_cut, delimiter, quotes);
            rows.iter().all(|row| row.len() == rows[0].len())
        };
        let shows = head.starts_with(b"\"")
            || marks.doubled > 0
            || is_table(Self::Enclose) && !is_table(Self::Text);
        if delimiter != b'\t' || marks.torn == 0 && shows {
            Self::Enclose
        } else {
            Self::Text
        }
    }
}

pub(crate) fn reader(delimiter: u8, quotes: Quotes) -> ReaderBuilder {
    let mut builder = ReaderBuilder::new();
    let encloses = quotes == Quotes::Enclose;
    builder.delimiter(delimiter).quoting(encloses);
    builder
}

/// Returns the first rows, of which the header is one.
pub(crate) fn rows(head: &[u8], is_cut: bool, delimiter: u8, quotes: Quotes) -> Vec<ByteRecord> {
    let mut builder = reader(delimiter, quotes);
    let table = builder.has_headers(false).flexible(true).from_reader(head);
    let mut rows: Vec<ByteRecord> = table.into_byte_records().flatten().collect();
    if is_cut {
        rows.pop();
    }
    rows
}

/// A reader that looks at the quotation marks of what is read.
pub(crate) struct Watched<R> {
    pub(crate) bytes: R,
    pub(crate) marks: Marks,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(to)?;
        self.marks.look_at(&to[..read]);
        Ok(read)
    }
}

/// The quotation marks of a table, as if they enclosed cells.
pub(crate) struct Marks {
    delimiter: u8,
    place: Place,
    /// The last byte of a line, the number of the current line, and that of the line in which the
    /// current cell began.
    end: u8,
    line: usize,
    began: usize,
    /// The number of bytes that were looked at.
    looked_at: u64,
    /// The first byte of each line that is not blank, and the line's number. The reader is ahead of
    /// the rows: those of earlier rows are dropped.
    starts: VecDeque<(u64, usize)>,
    is_at_start: bool,
    /// True if the current cell has a doubled quotation mark.
    has_doubled: bool,
    /// The cells that begin with a quotation mark.
    cells: u64,
    /// Those within a line that have a doubled one.
    doubled: u64,
    /// Those that go on behind their closing quotation mark, or have none.
    torn: u64,
    /// Those, and in TSV those that go over line ends, as cells of CSV often do.
    doubtful: u64,
    /// The line of the first doubtful one.
    first: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before a cell.
    Begin,
    /// In a cell that is not enclosed, or no more.
    Plain,
    Enclosed,
    /// Behind a quotation mark in an enclosed cell.
    Behind,
}

impl Marks {
    /// Returns the marks of a table that begins in a line, whose lines end by a byte.
    pub(crate) fn new(delimiter: u8, line: usize, end: u8) -> Self {
        Self {
            end,
            looked_at: 0,
            starts: VecDeque::new(),
            is_at_start: true,
            delimiter,
            place: Place::Begin,
            line,
            began: line,
            has_doubled: false,
            cells: 0,
            doubled: 0,
            torn: 0,
            doubtful: 0,
            first: None,
        }
    }

    fn look_at(&mut self, mut bytes: &[u8]) {
        let delimiter = self.delimiter;
        let is_sign = |byte: &u8| [delimiter, b'"', b'\n', b'\r'].contains(byte);
        while let [byte, rest @ ..] = bytes {
            // PERF: most bytes are within a cell, and change nothing.
            if matches!(self.place, Place::Plain | Place::Enclosed) && !self.is_at_start {
                let run = bytes.iter().position(is_sign).unwrap_or(bytes.len());
                if run > 0 {
                    self.looked_at += run as u64;
                    bytes = &bytes[run..];
                    continue;
                }
            }
            let byte = *byte;
            bytes = rest;
            let is_end = byte == self.delimiter || byte == b'\n' || byte == b'\r';
            self.place = match (self.place, byte) {
                (Place::Begin, b'"') => {
                    self.cells += 1;
                    self.began = self.line;
                    self.has_doubled = false;
                    Place::Enclosed
                }
                (Place::Enclosed, b'"') => Place::Behind,
                (Place::Enclosed, _) => Place::Enclosed,
                (Place::Behind, b'"') => {
                    self.has_doubled = true;
                    Place::Enclosed
                }
                (Place::Behind, _) if !is_end => {
                    self.tear();
                    Place::Plain
                }
                (place, _) if is_end => {
                    if place == Place::Behind {
                        self.close();
                    }
                    Place::Begin
                }
                _ => Place::Plain,
            };
            if b"\r\n".contains(&byte) {
                self.is_at_start = true;
            } else if self.is_at_start {
                self.starts.push_back((self.looked_at, self.line));
                self.is_at_start = false;
            }
            self.line += usize::from(byte == self.end);
            self.looked_at += 1;
        }
    }

    /// Returns the line of the first row that begins at a byte or behind it. A line of an earlier
    /// byte is not asked for again.
    pub(crate) fn line_of(&mut self, byte: u64) -> usize {
        while self.starts.pop_front_if(|(at, _)| *at < byte).is_some() {}
        self.starts.front().map_or(self.line, |(_, line)| *line)
    }

    fn close(&mut self) {
        if self.line == self.began {
            self.doubled += u64::from(self.has_doubled);
        } else if self.delimiter == b'\t' {
            self.doubt_cell();
        }
    }

    fn tear(&mut self) {
        self.torn += 1;
        self.doubt_cell();
    }

    fn doubt_cell(&mut self) {
        self.doubtful += 1;
        self.first.get_or_insert(self.began);
    }

    /// Ends the table.
    pub(crate) fn end(&mut self) {
        match self.place {
            Place::Enclosed => self.tear(),
            Place::Behind => self.close(),
            Place::Begin | Place::Plain => {}
        }
    }

    /// Returns a predicate on quotation marks that may mean something else than `quotes`.
    pub(crate) fn doubt(&self, quotes: Quotes) -> Option<String> {
        match quotes {
            Quotes::Text => (self.cells > 0).then(|| {
                "has cells that begin with a quotation mark, which was read as a part of the text; \
                 --quotes enclose reads text between quotation marks"
                    .to_owned()
            }),
            Quotes::Enclose => self.first.map(|first| {
                let count = self.doubtful;
                format!(
                    "has {count} cells in quotation marks that go over line ends, or that no \
                     delimiter follows, the first in line {first}; --quotes text reads quotation \
                     marks as a part of the text"
                )
            }),
        }
    }
}
