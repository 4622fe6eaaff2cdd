//! Readers of files that may contain anything. The memory of one record, and of all records together, is bounded.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};
use std::mem;
use std::rc::Rc;

/// The size of the buffer that a file is read into.
const BUFFER: usize = 128 << 10;

/// A reader that fails if one record has more bytes than a record may have, or all records together more than a file
/// may have. The caller renews the limit for each record.
#[derive(Debug)]
pub struct Limited<R> {
    bytes: R,
    limit: Limit,
}

impl<R: Read> Limited<R> {
    /// Reads `bytes`, of which a record has `longest` at most, and all records have `most`.
    pub fn buffered(bytes: R, longest: usize, most: usize) -> BufReader<Self> {
        let limit = Limit(Rc::new(Spent {
            left: Cell::new(longest + BUFFER),
            left_of_all: Cell::new(most),
            record: Cell::new(0),
            longest,
            most,
        }));
        BufReader::with_capacity(BUFFER, Self { bytes, limit })
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
        self.limit.spend(read)?;
        Ok(read)
    }
}

/// The limit of the current record.
#[derive(Clone, Debug)]
pub struct Limit(Rc<Spent>);

#[derive(Debug)]
struct Spent {
    /// The bytes that the current record may still have, those in the buffer included.
    left: Cell<usize>,
    left_of_all: Cell<usize>,
    /// The number of the current record, from 1.
    record: Cell<u64>,
    longest: usize,
    most: usize,
}

impl Limit {
    /// Begins the next record.
    pub fn renew(&self) {
        let spent = &self.0;
        spent.left.set(spent.longest + BUFFER);
        spent.record.set(spent.record.get() + 1);
    }

    fn spend(&self, bytes: usize) -> io::Result<()> {
        let spent = &self.0;
        let too_large = |what| io::Error::new(io::ErrorKind::FileTooLarge, what);
        let left = spent.left.get().checked_sub(bytes).ok_or_else(|| {
            let (record, longest) = (spent.record.get().max(1), spent.longest >> 10);
            too_large(format!("record {record} has more than {longest} KiB"))
        });
        spent.left.set(left?);
        let left = spent.left_of_all.get().checked_sub(bytes);
        let most = spent.most >> 20;
        let left = left.ok_or_else(|| too_large(format!("it has more than {most} MiB")));
        spent.left_of_all.set(left?);
        Ok(())
    }
}

/// Lines without their ends; each is a record.
#[derive(Debug)]
pub struct Lines<R> {
    bytes: BufReader<Limited<R>>,
    /// The bytes of the buffer that the last line took.
    used: usize,
    /// A line that does not end in the buffer.
    long: Vec<u8>,
    number: usize,
}

impl<R: Read> Lines<R> {
    /// Reads the lines of some bytes.
    pub fn new(bytes: BufReader<Limited<R>>) -> Self {
        Self {
            bytes,
            used: 0,
            long: Vec::new(),
            number: 0,
        }
    }

    /// Returns the next line, and its number from 1. It lies in the buffer, if it ends there.
    pub fn next_line(&mut self) -> io::Result<Option<(usize, &[u8])>> {
        self.bytes.consume(mem::take(&mut self.used));
        self.bytes.get_ref().limit.renew();
        self.long.clear();
        self.number += 1;
        loop {
            let buffer = match self.bytes.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() {
                let is_line = !self.long.is_empty();
                return Ok(is_line.then_some((self.number, &*self.long)));
            }
            if let Some(end) = memchr::memchr(b'\n', buffer) {
                self.used = end + 1;
                if self.long.is_empty() {
                    return Ok(Some((self.number, &self.bytes.buffer()[..end])));
                }
                self.long.extend_from_slice(&buffer[..end]);
                return Ok(Some((self.number, &self.long)));
            }
            self.long.extend_from_slice(buffer);
            let all = buffer.len();
            self.bytes.consume(all);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives out its bytes a few at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let most = into.len().min(3);
            self.0.read(&mut into[..most])
        }
    }

    fn read(bytes: impl Read, most: usize) -> Result<Vec<String>, String> {
        let mut lines = Lines::new(Limited::buffered(bytes, 1 << 20, most));
        let mut all = Vec::new();
        while let Some((number, line)) = lines.next_line().map_err(|error| error.to_string())? {
            all.push(String::from_utf8(line.to_vec()).unwrap());
            assert_eq!(number, all.len());
        }
        Ok(all)
    }

    #[test]
    fn lines_are_those_between_line_ends_however_long() {
        let long = "x".repeat(3 * BUFFER + 7);
        let text = format!("a\n{long}\nb\n{long}");
        for (text, lines) in [
            ("", &[][..]),
            ("\n", &[""]),
            ("a\n\nbc", &["a", "", "bc"]),
            (&text, &["a", &long, "b", &long]),
        ] {
            assert_eq!(read(Slow(text.as_bytes()), usize::MAX).unwrap(), lines);
        }
    }

    #[test]
    fn an_endless_input_ends_in_an_error() {
        let error = read(io::repeat(0), usize::MAX).unwrap_err();
        assert_eq!(error, "record 1 has more than 1024 KiB");
        let error = read(io::repeat(b'\n'), 3 << 20).unwrap_err();
        assert_eq!(error, "it has more than 3 MiB");
    }
}
