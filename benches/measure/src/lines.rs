//! Readers of files that may contain anything. The memory of one record, and of all records together, is bounded.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::rc::Rc;

use serde::de::DeserializeOwned;

use crate::failure::Fault;

/// The size of the buffer that a file is read into.
const BUFFER: usize = 128 << 10;

/// A reader that fails if one record has more bytes than a record may have, or all records together more than a file
/// may have. The caller renews the limit for each record.
#[derive(Debug)]
pub struct Limited<R> {
    bytes: R,
    limit: Limit,
    longest: usize,
    most: usize,
}

impl<R: Read> Limited<R> {
    /// Reads `bytes`, of which a record has `longest` at most, and all records have `most`.
    pub fn buffered(bytes: R, longest: usize, most: usize) -> BufReader<Self> {
        let limited = Self {
            bytes,
            limit: Limit::default(),
            longest,
            most,
        };
        BufReader::with_capacity(BUFFER, limited)
    }

    /// Returns the limit of the records.
    pub fn limit(&self) -> Limit {
        self.limit.clone()
    }

    /// Returns the reader of the bytes.
    pub fn get_ref(&self) -> &R {
        &self.bytes
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(into)?;
        let mut spent = self.limit.0.get();
        spent.of_record += read;
        spent.of_all += read;
        self.limit.0.set(spent);
        let too_large = |what| Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
        // The buffer has bytes of the next records.
        if spent.of_record > self.longest + BUFFER {
            let (record, longest) = (spent.record.max(1), self.longest >> 10);
            return too_large(format!("record {record} has more than {longest} KiB"));
        }
        if spent.of_all > self.most {
            return too_large(format!("it has more than {} MiB", self.most >> 20));
        }
        Ok(read)
    }
}

/// The limit of the current record.
#[derive(Clone, Debug, Default)]
pub struct Limit(Rc<Cell<Spent>>);

#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    /// The number of the current record, from 1.
    record: u64,
    of_record: usize,
    of_all: usize,
}

impl Limit {
    /// Begins the next record.
    pub fn renew(&self) {
        let spent = self.0.get();
        self.0.set(Spent {
            record: spent.record + 1,
            of_record: 0,
            of_all: spent.of_all,
        });
    }
}

/// Lines without their ends; each is a record.
#[derive(Debug)]
pub struct Lines<R> {
    bytes: BufReader<Limited<R>>,
    line: Vec<u8>,
    number: usize,
}

impl<R: Read> Lines<R> {
    /// Reads the lines of some bytes.
    pub fn new(bytes: BufReader<Limited<R>>) -> Self {
        Self {
            bytes,
            line: Vec::new(),
            number: 0,
        }
    }

    /// Returns the next line, and its number from 1.
    pub fn next_line(&mut self) -> io::Result<Option<(usize, &[u8])>> {
        self.bytes.get_ref().limit.renew();
        self.line.clear();
        self.number += 1;
        let read = self.bytes.read_until(b'\n', &mut self.line)?;
        let line = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        Ok((read > 0).then_some((self.number, line)))
    }
}

/// Reads each line of a file that is not empty as JSON, and passes it on with its number. `format` is the remedy of
/// lines of another form.
pub(crate) fn json<T: DeserializeOwned>(
    bytes: BufReader<Limited<impl Read>>,
    path: &Path,
    format: &str,
    mut each: impl FnMut(usize, T) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut lines = Lines::new(bytes);
    let unreadable = |error| Fault::unreadable(path, &error);
    while let Some((number, line)) = lines.next_line().map_err(unreadable)? {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let line = serde_json::from_slice(line).map_err(|error| {
            // serde tries one variant after the other, and then knows no place.
            let plain = serde_json::from_slice::<serde_json::Value>(line);
            Fault::json_line(path, number, &plain.err().unwrap_or(error), format)
        })?;
        each(number, line)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_between_line_ends_however_long_and_all_together_are_bounded() {
        let long = "x".repeat(3 * BUFFER + 7);
        let text = format!("a\n\n{long}\nb\n{long}");
        for (text, lines) in [
            ("", &[][..]),
            ("\n", &[""]),
            (&text, &["a", "", &long, "b", &long]),
        ] {
            let mut all = Lines::new(Limited::buffered(text.as_bytes(), 1 << 20, 1 << 20));
            for (number, line) in (1..).zip(lines) {
                assert_eq!(all.next_line().unwrap(), Some((number, line.as_bytes())));
            }
            assert_eq!(all.next_line().unwrap(), None);
        }
        let mut endless = Lines::new(Limited::buffered(io::repeat(b'\n'), 1, 3 << 20));
        let error = (0..4 << 20).find_map(|_| endless.next_line().err());
        assert_eq!(error.unwrap().to_string(), "it has more than 3 MiB");
    }
}
