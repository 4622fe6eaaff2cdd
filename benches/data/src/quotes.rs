//! The quotation marks of a table that enclose no whole cell, and the lines of its rows.

use std::collections::VecDeque;
use std::io::{self, Read};

/// A reader that looks at the lines and the quotation marks of what is read.
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

/// The lines of a table, and its quotation marks as if they enclosed cells.
pub(crate) struct Marks {
    delimiter: u8,
    place: Place,
    /// The number of the current line, and that of the line in which the current cell began.
    line: usize,
    began: usize,
    /// The number of bytes that were looked at.
    looked_at: u64,
    /// The first byte of each line that is not blank, and the line's number. The reader is ahead of
    /// the rows: those of earlier rows are dropped.
    starts: VecDeque<(u64, usize)>,
    is_at_start: bool,
    /// The number of cells that go on behind their closing quotation mark, or have none, and the
    /// line of the first.
    torn: u64,
    first: usize,
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
    /// Returns the marks of a table that begins in a line.
    pub(crate) fn new(delimiter: u8, line: usize) -> Self {
        Self {
            delimiter,
            place: Place::Begin,
            line,
            began: line,
            looked_at: 0,
            starts: VecDeque::new(),
            is_at_start: true,
            torn: 0,
            first: 0,
        }
    }

    fn look_at(&mut self, mut bytes: &[u8]) {
        let delimiter = self.delimiter;
        let is_sign = |byte: &u8| [delimiter, b'"', b'\n', b'\r'].contains(byte);
        while let [byte, after @ ..] = bytes {
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
            bytes = after;
            let is_end = byte == delimiter || byte == b'\n' || byte == b'\r';
            self.place = match (self.place, byte) {
                (Place::Begin, b'"') => {
                    self.began = self.line;
                    Place::Enclosed
                }
                (Place::Enclosed, b'"') => Place::Behind,
                (Place::Enclosed, _) | (Place::Behind, b'"') => Place::Enclosed,
                (Place::Behind, _) if !is_end => {
                    self.tear();
                    Place::Plain
                }
                _ if is_end => Place::Begin,
                _ => Place::Plain,
            };
            if b"\r\n".contains(&byte) {
                self.is_at_start = true;
            } else if self.is_at_start {
                self.starts.push_back((self.looked_at, self.line));
                self.is_at_start = false;
            }
            self.line += usize::from(byte == b'\n');
            self.looked_at += 1;
        }
    }

    /// Returns the line of the first row that begins at a byte or behind it. A line of an earlier
    /// byte is not asked for again.
    pub(crate) fn line_at(&mut self, byte: u64) -> usize {
        while self.starts.pop_front_if(|(at, _)| *at < byte).is_some() {}
        self.starts.front().map_or(self.line, |(_, line)| *line)
    }

    fn tear(&mut self) {
        if self.torn == 0 {
            self.first = self.began;
        }
        self.torn += 1;
    }

    /// Ends the table, and returns a predicate on quotation marks that enclose no whole cell.
    pub(crate) fn end(mut self) -> Option<String> {
        if self.place == Place::Enclosed {
            self.tear();
        }
        (self.torn > 0).then(|| {
            format!(
                "has {} cells in quotation marks that no delimiter follows, the first in line {}; \
                 --quotes text reads quotation marks as a part of the text",
                self.torn, self.first
            )
        })
    }
}
