//! Lines of a file that may be anything: one line, or all together, take a bounded part of memory.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use crate::fault::Fault;

/// The lines of an input, up to a limit for each and for all together.
#[derive(Debug)]
pub struct Lines<'a, R> {
    input: R,
    /// The path in faults.
    path: &'a Path,
    limit: Limit,
    line: Vec<u8>,
    number: usize,
}

/// The most bytes of a line, and of all lines.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The most bytes of a line.
    pub line: usize,
    /// The most bytes of the whole input.
    pub all: usize,
}

impl<'a> Lines<'a, BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn open(path: &'a Path, limit: Limit) -> Result<Self, Fault> {
        let file = File::open(path).map_err(|error| Fault::unreadable(path, &error))?;
        Ok(Self::new(BufReader::new(file), path, limit))
    }
}

impl<'a, R: BufRead> Lines<'a, R> {
    /// Reads the lines of `input`, which faults call `path`.
    pub fn new(input: R, path: &'a Path, limit: Limit) -> Self {
        Self {
            input,
            path,
            limit,
            line: Vec::new(),
            number: 0,
        }
    }

    /// Returns the next line without its end, and its number from 1; none at the end of the input.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, or is longer than the limit.
    pub fn next_line(&mut self) -> Result<Option<(usize, &[u8])>, Fault> {
        self.line.clear();
        self.number += 1;
        loop {
            let ready = self.input.fill_buf();
            let ready = ready.map_err(|error| Fault::unreadable(self.path, &error))?;
            let end = ready.iter().position(|&byte| byte == b'\n');
            let part = &ready[..end.unwrap_or(ready.len())];
            let used = part.len() + usize::from(end.is_some());
            let is_last = ready.is_empty();
            if part.len() > self.limit.line - self.line.len() {
                let what = format!("the line is longer than {} bytes", self.limit.line);
                return Err(self.fault(what));
            }
            self.line.extend_from_slice(part);
            self.input.consume(used);
            let Some(rest) = self.limit.all.checked_sub(used) else {
                return Err(self.fault("the file is too long to be read"));
            };
            self.limit.all = rest;
            if end.is_some() || is_last {
                let is_over = is_last && self.line.is_empty();
                return Ok((!is_over).then_some((self.number, &self.line)));
            }
        }
    }

    fn fault(&self, what: impl Display) -> Fault {
        Fault::at(self.path, self.number, 1, what, "is it the right file?")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: impl BufRead, line: usize, all: usize) -> Result<Vec<(usize, String)>, String> {
        let mut lines = Lines::new(input, Path::new("x"), Limit { line, all });
        let mut read = Vec::new();
        loop {
            match lines.next_line() {
                Ok(Some((number, line))) => {
                    read.push((number, String::from_utf8(line.to_vec()).unwrap()));
                }
                Ok(None) => return Ok(read),
                Err(fault) => return Err(fault.to_string()),
            }
        }
    }

    #[test]
    fn lines_are_read_up_to_the_limit() {
        let all = [
            (1, "ab".to_owned()),
            (2, String::new()),
            (3, "c".to_owned()),
        ];
        for capacity in 1..6 {
            let input = |text| BufReader::with_capacity(capacity, text);
            assert_eq!(read(input(&b"ab\n\nc"[..]), 2, 5).unwrap(), all);
            assert_eq!(read(input(&b"ab\n\nc\n"[..]), 2, 9).unwrap(), all);
            let long = read(input(&b"ab\nabc\n"[..]), 2, 9).unwrap_err();
            assert_eq!(
                long,
                "x:2:1: the line is longer than 2 bytes; is it the right file?"
            );
        }
        assert!(
            read(&b"ab\n\n\n"[..], 2, 4)
                .unwrap_err()
                .contains("too long")
        );
    }

    #[test]
    fn an_endless_input_ends_in_an_error() {
        let endless = || BufReader::new(std::io::repeat(0));
        assert!(read(endless(), 1 << 20, usize::MAX).is_err());
        let breaks = BufReader::new(std::io::repeat(b'\n'));
        assert!(read(breaks, 9, 10_000).is_err());
    }
}
