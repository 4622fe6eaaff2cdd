//! JSON: a value in each line, or values one after the other, where an array stands for its
//! elements. A value that cannot be read is a bad record, whatever the others are.

use std::io::BufRead;
use std::path::Path;
use std::rc::Rc;

use serde::de::DeserializeSeed;
use serde_json::Deserializer;

use super::Fault;
use super::object::Record;
use super::receiver::Receiver;
use super::source::{Source, unreadable};

/// The remedies of what is no JSON.
const LINES: &str = "each line must be one JSON value; --format json reads values of several lines";
const VALUES: &str = "mend it";

/// Reads a JSON value in each line.
pub(super) fn read_lines(source: Source, to: &mut Receiver<'_>) -> Result<(), Fault> {
    let mut record = Record::default();
    source.for_each_line(|path, line, text| {
        let place = Place { line, column: 1 };
        take(path, place, text, LINES, &mut record, to)
    })
}

/// Reads values one after the other, and the elements of those that are arrays.
pub(super) fn read(source: Source, to: &mut Receiver<'_>) -> Result<(), Fault> {
    let (path, mut bytes) = (source.path.clone(), source.limited());
    let limit = Rc::clone(&bytes.get_ref().limit);
    let (mut scanner, mut record) = (Scanner::default(), Record::default());
    let mut text = Vec::new();
    let mut place = Place { line: 1, column: 1 };
    limit.renew();
    loop {
        let chunk = bytes
            .fill_buf()
            .map_err(|error| unreadable(&path, &error))?;
        let mut start = 0;
        for (at, &byte) in chunk.iter().enumerate() {
            let step = scanner.step(byte);
            if step == Step::Inside {
                continue;
            }
            text.extend_from_slice(&chunk[start..=at]);
            let value = &text[..text.len() - usize::from(step == Step::Behind)];
            if !value.trim_ascii().is_empty() {
                take(&path, place, value, VALUES, &mut record, to)?;
                limit.renew();
            }
            place = place.after(&text);
            text.clear();
            start = at + 1;
        }
        text.extend_from_slice(&chunk[start..]);
        let count = chunk.len();
        if count == 0 {
            break;
        }
        bytes.consume(count);
    }
    if scanner.is_inside() {
        let blank = text.len() - text.trim_ascii_start().len();
        let Place { line, column } = place.after(&text[..blank]);
        let what = "the array or the value here has no end";
        let remedy = "is the file cut short, or is a quotation mark missing?";
        return Err(Fault::at(&path, line, column, what, remedy));
    }
    take(&path, place, &text, VALUES, &mut record, to)
}

/// Takes the text of a value as a record, unless it is blank.
fn take(
    path: &Path,
    place: Place,
    text: &[u8],
    form: &str,
    record: &mut Record,
    to: &mut Receiver<'_>,
) -> Result<(), Fault> {
    if text.trim_ascii().is_empty() {
        return Ok(());
    }
    let fault = match str::from_utf8(text) {
        Err(error) => {
            let Place { line, column } = place.after(&text[..error.valid_up_to()]);
            to.undecoded(path, line, column, "it")
        }
        Ok(text) => match parse(text, record) {
            Ok(()) => {
                record.deliver(to);
                return Ok(());
            }
            Err(error) => Fault::json_at(path, (place.line, place.column), &error, form),
        },
    };
    to.bad(fault)
}

fn parse(text: &str, record: &mut Record) -> serde_json::Result<()> {
    // PERF: texts of a str are not checked again to be UTF-8.
    let mut json = Deserializer::from_str(text);
    record.next().deserialize(&mut json)?;
    json.end()
}

/// A place in a file: a line, and a byte of it, from 1.
#[derive(Clone, Copy)]
struct Place {
    line: usize,
    column: usize,
}

impl Place {
    /// Returns the place behind a text that begins here.
    fn after(self, text: &[u8]) -> Self {
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
struct Scanner {
    is_in_array: bool,
    /// The number of brackets that are open in the value.
    depth: usize,
    is_in_string: bool,
    is_escaped: bool,
}

/// The role of a byte.
#[derive(PartialEq)]
enum Step {
    Inside,
    /// The last byte of a value.
    Last,
    /// A byte that ends a value, but is not of it.
    Behind,
}

impl Scanner {
    fn step(&mut self, byte: u8) -> Step {
        if self.is_in_string {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => self.is_in_string = false,
                _ => {}
            }
            return Step::Inside;
        }
        let is_top = self.depth == 0;
        match byte {
            b'"' => self.is_in_string = true,
            b'[' | b']' if is_top && self.is_in_array == (byte == b']') => {
                self.is_in_array = byte == b'[';
                return Step::Behind;
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
    fn is_inside(&self) -> bool {
        self.is_in_array || self.is_in_string || self.depth > 0
    }
}
