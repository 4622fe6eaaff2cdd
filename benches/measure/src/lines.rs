//! Readers of files that may contain anything. The memory of one record, and of all records
//! together, is bounded.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::rc::Rc;

use serde::de::DeserializeOwned;

use crate::failure::Fault;

const BUFFER: usize = 128 << 10;

/// A reader that fails if one record has more bytes than a record may have, or all records together
/// more than a file may have. The caller renews the limit for each record.
#[derive(Debug)]
pub struct Limited<R> {
    pub bytes: R,
    /// The limit of the current record.
    pub limit: Rc<Limit>,
    longest: usize,
    total: usize,
    /// The bytes of all records so far.
    spent: usize,
}

impl<R: Read> Limited<R> {
    /// Reads `bytes`, of which a record has `longest` at most, and all records have `most`.
    pub fn buffered(bytes: R, longest: usize, total: usize) -> BufReader<Self> {
        let limited = Self {
            bytes,
            limit: Rc::default(),
            longest,
            total,
            spent: 0,
        };
        BufReader::with_capacity(BUFFER, limited)
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(into)?;
        self.limit.spent.update(|spent| spent + read);
        self.spent += read;
        let too_large = |reason| Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
        // The buffer has bytes of the next records.
        if self.limit.spent.get() > self.longest + BUFFER {
            let (record, longest) = (self.limit.record.get().max(1), self.longest >> 10);
            return too_large(format!("record {record} has more than {longest} KiB"));
        }
        if self.spent > self.total {
            return too_large(format!("it has more than {} MiB", self.total >> 20));
        }
        Ok(read)
    }
}

/// The limit of the current record.
#[derive(Debug, Default)]
pub struct Limit {
    /// The number of the record, from 1.
    record: Cell<u64>,
    /// The bytes that were read since it began.
    spent: Cell<usize>,
}

impl Limit {
    pub fn renew(&self) {
        self.record.update(|record| record + 1);
        self.spent.set(0);
    }
}

/// Passes on each line, which is a record, without the byte that ends it, and its number from 1.
pub fn each_line(
    mut bytes: BufReader<Limited<impl Read>>,
    end: u8,
    unreadable: impl Fn(&io::Error) -> Fault,
    mut take: impl FnMut(usize, &[u8]) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut line = Vec::new();
    for number in 1.. {
        bytes.get_ref().limit.renew();
        line.clear();
        let read = bytes.read_until(end, &mut line);
        if read.map_err(|error| unreadable(&error))? == 0 {
            break;
        }
        take(number, line.strip_suffix(&[end]).unwrap_or(&line))?;
    }
    Ok(())
}

/// Reads each line of a file that is not empty as JSON, and passes it on with its number. `format`
/// is the remedy of lines of another form.
pub(crate) fn json<T: DeserializeOwned>(
    bytes: BufReader<Limited<impl Read>>,
    path: &Path,
    format: &str,
    mut take: impl FnMut(usize, T) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let unreadable = |error: &io::Error| Fault::unreadable(path, error);
    each_line(bytes, b'\n', unreadable, |number, line| {
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        let line = serde_json::from_slice(line).map_err(|error| {
            // serde tries one variant after the other, and then knows no place.
            let plain = serde_json::from_slice::<serde_json::Value>(line);
            Fault::json_at(path, (number, 1), &plain.err().unwrap_or(error), format)
        })?;
        take(number, line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_between_line_ends_however_long_and_all_together_are_bounded() {
        let unreadable = |error: &io::Error| Fault::unreadable(Path::new("file"), error);
        let long = "x".repeat(3 * BUFFER + 7);
        let text = format!("a\n\n{long}\nb\n{long}");
        for (text, expected) in [
            ("", &[][..]),
            ("\n", &[""]),
            (&text, &["a", "", &long, "b", &long]),
        ] {
            let mut lines: Vec<(usize, Vec<u8>)> = Vec::new();
            let bytes = Limited::buffered(text.as_bytes(), 1 << 20, 1 << 20);
            let done = each_line(bytes, b'\n', unreadable, |number, line| {
                lines.push((number, line.to_vec()));
                Ok(())
            });
            done.unwrap();
            let expected = expected.iter().map(|line| line.as_bytes().to_vec());
            assert!(lines.into_iter().eq((1..).zip(expected)));
        }
        let endless = Limited::buffered(io::repeat(b'\n'), 1, 3 << 20);
        let error = each_line(endless, b'\n', unreadable, |_, _| Ok(())).unwrap_err();
        let expected = "file: it has more than 3 MiB; is it the right file?";
        assert_eq!(error.to_string(), expected);
    }
}
