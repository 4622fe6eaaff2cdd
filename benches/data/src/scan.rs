//! JSON byte by byte: the ends of values, and the array at a path.

use std::io::{self, BufRead};

/// The longest key that is followed, in bytes.
const LONGEST_KEY: usize = 1_024;

/// The state between two bytes: within a string or not.
#[derive(Clone, Copy, Default, PartialEq)]
enum Lexer {
    #[default]
    Plain,
    String,
    Escape,
}

impl Lexer {
    fn step(&mut self, byte: u8) {
        *self = match (*self, byte) {
            (Self::String, b'\\') => Self::Escape,
            (Self::String, b'"') => Self::Plain,
            (Self::Plain, byte) if byte != b'"' => Self::Plain,
            _ => Self::String,
        };
    }

    fn is_plain(self) -> bool {
        self == Self::Plain
    }
}

/// A place in a file: a line, and a byte of it, from 1.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Place {
    pub(crate) const FIRST: Self = Self { line: 1, column: 1 };

    /// Returns the place behind a text that begins here.
    pub(crate) fn after(self, text: &[u8]) -> Self {
        let mut lines = text.split(|byte| *byte == b'\n');
        let last = lines.next_back().map_or(0, <[u8]>::len);
        match lines.count() {
            0 => Self {
                column: self.column + last,
                ..self
            },
            count => Self {
                line: self.line + count,
                column: 1 + last,
            },
        }
    }
}

/// Finds the ends of values by their brackets and quotation marks alone.
#[derive(Default)]
pub(crate) struct Scanner {
    lexer: Lexer,
    is_in_array: bool,
    /// The number of brackets that are open in the value.
    depth: usize,
}

/// The role of a byte.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Step {
    Inside,
    /// The last byte of a value.
    Last,
    /// A byte that ends a value, but is not of it.
    Behind,
    /// The byte that ends an array of values.
    End,
}

impl Scanner {
    pub(crate) fn step(&mut self, byte: u8) -> Step {
        let was_plain = self.lexer.is_plain();
        self.lexer.step(byte);
        if !was_plain || !self.lexer.is_plain() {
            return Step::Inside;
        }
        let is_top = self.depth == 0;
        match byte {
            b'[' if is_top && !self.is_in_array => {
                self.is_in_array = true;
                return Step::Behind;
            }
            b']' if is_top && self.is_in_array => {
                self.is_in_array = false;
                return Step::End;
            }
            b'[' | b'{' => self.depth += 1,
            b']' | b'}' => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 && !self.is_in_array {
                    return Step::Last;
                }
            }
            b',' if is_top && self.is_in_array => return Step::Behind,
            b' ' | b'\t' | b'\r' | b'\n' if is_top && !self.is_in_array => return Step::Behind,
            _ => {}
        }
        Step::Inside
    }

    /// Returns whether more bytes are needed.
    pub(crate) fn is_inside(&self) -> bool {
        self.is_in_array || !self.lexer.is_plain() || self.depth > 0
    }
}

/// Follows the keys of JSON: the path of a value is its keys, with points between them.
#[derive(Default)]
pub(crate) struct Follower {
    lexer: Lexer,
    path: Vec<u8>,
    /// The last string, without its quotation marks.
    string: Vec<u8>,
    /// For each bracket that is open, whether it is an object's, and the length of its path.
    open: Vec<(bool, usize)>,
}

impl Follower {
    fn step(&mut self, byte: u8) {
        let was_plain = self.lexer.is_plain();
        self.lexer.step(byte);
        match (was_plain, self.lexer.is_plain()) {
            (true, true) => {}
            (true, false) => return self.string.clear(),
            (false, false) if self.string.len() < LONGEST_KEY => return self.string.push(byte),
            _ => return,
        }
        let outer = self.open.last().copied();
        match byte {
            b'[' | b'{' => self.open.push((byte == b'{', self.path.len())),
            b']' | b'}' => {
                self.path.truncate(outer.map_or(0, |(_, length)| length));
                self.open.pop();
            }
            b',' => self.path.truncate(outer.map_or(0, |(_, length)| length)),
            b':' => {
                let quoted = [b"\"", &self.string[..], b"\""].concat();
                let key = serde_json::from_slice::<String>(&quoted);
                self.path.extend((!self.path.is_empty()).then_some(b'.'));
                self.path.extend(key.unwrap_or_default().bytes());
            }
            _ => {}
        }
    }

    /// Consumes bytes up to the next array with a path, and returns its place; none at the end.
    pub(crate) fn skip_to(
        &mut self,
        path: &str,
        bytes: &mut impl BufRead,
        mut place: Place,
        skipped: &dyn Fn(),
    ) -> io::Result<Option<Place>> {
        loop {
            let chunk = bytes.fill_buf()?;
            let begins = |byte: &u8| {
                let is_array = *byte == b'[' && self.lexer.is_plain();
                let is_found = is_array && self.path == path.as_bytes();
                if !is_found {
                    self.step(*byte);
                }
                is_found
            };
            let found = chunk.iter().position(begins);
            let count = found.unwrap_or(chunk.len());
            place = place.after(&chunk[..count]);
            bytes.consume(count);
            skipped();
            if found.is_some() {
                return Ok(Some(place));
            }
            if count == 0 {
                return Ok(None);
            }
        }
    }
}
