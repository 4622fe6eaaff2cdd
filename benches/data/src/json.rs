//! JSON: a value in each line, or values one after the other, where an array stands for its
//! elements. A value that cannot be read is a bad record, whatever the others are.

use std::io::BufRead;
use std::path::Path;
use std::rc::Rc;

use serde::de::DeserializeSeed;
use serde_json::{Deserializer, Value};

use crate::Fault;
use crate::maps::find_maps;
use crate::object::Record;
use crate::path::map_name;
use crate::receiver::{Receiver, some_of};
use crate::scan::{Follower, Place, Scanner, Step};
use crate::source::{Source, unreadable};

/// The first bytes by which maps are found.
const SHOWN: usize = 1 << 20;
/// The remedies of what is no JSON.
const LINES: &str = "each line must be one JSON value; --format json reads values of several lines";
const VALUES: &str = "mend it, or name another --format";

/// Reads a JSON value in each line.
pub(crate) fn read_lines(mut source: Source, to: &mut Receiver<'_>) -> Result<(), Fault> {
    let lines = source.first(SHOWN)?.split(|byte| *byte == b'\n');
    let first: Vec<Value> = lines
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect();
    let mut record = record(&source.path, &first, to);
    source.for_each_line(|path, line, text| {
        let place = Place { line, column: 1 };
        take(path, place, text, LINES, &mut record, to)
    })
}

/// Reads values one after the other, and the elements of those that are arrays. With a path, reads
/// the elements of the arrays there alone.
pub(crate) fn read(
    mut source: Source,
    array: Option<&str>,
    to: &mut Receiver<'_>,
) -> Result<(), Fault> {
    let path = source.path.clone();
    let mut first: Vec<Value> = Vec::new();
    // The last value may be cut.
    let _ = Values::new(&path, source.first(SHOWN)?, &|| ()).each(array, &mut |_, text| {
        first.extend(serde_json::from_slice::<Value>(text));
        Ok(())
    });
    let mut record = record(&path, &first, to);
    let bytes = source.limited();
    let limit = Rc::clone(&bytes.get_ref().limit);
    let renew = || limit.renew();
    Values::new(&path, bytes, &renew).each(array, &mut |place, text| {
        take(&path, place, text, VALUES, &mut record, to)
    })?;
    if array.is_none() {
        to.outcome.notes.extend(note(&path, to));
    }
    Ok(())
}

/// Returns a sentence on values whose arrays may be meant otherwise.
fn note(file: &Path, to: &Receiver<'_>) -> Option<String> {
    let file = file.display();
    let inner = to.names.iter().filter_map(|name| name.split_once("[]."));
    let arrays = inner.map(|(array, _)| array);
    let named = arrays.filter(|array| !array.is_empty() && !array.contains("{}"));
    match named.min_by_key(|array| (array.len(), *array)) {
        Some(array) if to.records == 1 => Some(format!(
            "{file} is one record; --records {array} reads the elements of this array as records"
        )),
        _ if to.names.contains("[]") => Some(format!(
            "{file} has rows that are arrays, whose texts are one field, []; as CSV they have \
             columns"
        )),
        _ => None,
    }
}

/// Returns the reader of records, after it said which maps the first ones have.
fn record(path: &Path, first: &[Value], to: &mut Receiver<'_>) -> Record {
    let maps = find_maps(first);
    if !maps.is_empty() {
        let mut names: Vec<String> = maps.iter().map(|path| map_name(path)).collect();
        names.sort_unstable();
        to.outcome.notes.push(format!(
            "{} has maps, objects whose keys are data: {}. The keys of a map are a field, {{key}}, \
             and its values are another, {{}}",
            path.display(),
            some_of(names.iter().map(String::as_str))
        ));
    }
    Record::new(maps)
}

/// A reader of values.
struct Values<'a, R> {
    path: &'a Path,
    bytes: R,
    place: Place,
    /// Is called before each value.
    renew: &'a dyn Fn(),
}

/// Takes the text of a value, and its place.
type Take<'a> = dyn FnMut(Place, &[u8]) -> Result<(), Fault> + 'a;

impl<'a, R: BufRead> Values<'a, R> {
    fn new(path: &'a Path, bytes: R, renew: &'a dyn Fn()) -> Self {
        Self {
            path,
            bytes,
            place: Place::FIRST,
            renew,
        }
    }

    /// Passes on each value, or each element of the arrays at a path.
    fn each(&mut self, array: Option<&str>, take: &mut Take<'_>) -> Result<(), Fault> {
        let Some(array) = array else {
            return self.read(false, take);
        };
        let (mut follower, mut has_array) = (Follower::default(), false);
        loop {
            let next = follower.skip_to(array, &mut self.bytes, self.place, self.renew);
            let Some(place) = next.map_err(|error| unreadable(self.path, &error))? else {
                break;
            };
            self.place = place;
            self.read(true, take)?;
            has_array = true;
        }
        if has_array {
            return Ok(());
        }
        let reason = format_args!("it has no array '{array}'");
        let remedy = "name its keys from the outermost, such as data.items";
        Err(Fault::in_file(self.path, reason, remedy))
    }

    /// Passes on values up to the end, or to that of the first array.
    fn read(&mut self, is_array: bool, take: &mut Take<'_>) -> Result<(), Fault> {
        let mut scanner = Scanner::default();
        let mut text = Vec::new();
        (self.renew)();
        loop {
            let filled = self.bytes.fill_buf();
            let chunk = filled.map_err(|error| unreadable(self.path, &error))?;
            let (mut start, mut is_end) = (0, chunk.is_empty());
            for (at, &byte) in chunk.iter().enumerate() {
                let step = scanner.step(byte);
                if step == Step::Inside {
                    continue;
                }
                text.extend_from_slice(&chunk[start..=at]);
                let value = &text[..text.len() - usize::from(step != Step::Last)];
                if !value.trim_ascii().is_empty() {
                    take(self.place, value)?;
                    (self.renew)();
                }
                self.place = self.place.after(&text);
                text.clear();
                start = at + 1;
                if step == Step::End && is_array {
                    is_end = true;
                    break;
                }
            }
            let count = if is_end { start } else { chunk.len() };
            text.extend_from_slice(&chunk[start..count]);
            self.bytes.consume(count);
            if is_end {
                break;
            }
        }
        if scanner.is_inside() {
            let blank = text.len() - text.trim_ascii_start().len();
            let Place { line, column } = self.place.after(&text[..blank]);
            let reason = "the array or the value here has no end";
            let remedy = "is the file cut short, or is a quotation mark missing?";
            return Err(Fault::at(self.path, line, column, reason, remedy));
        }
        take(self.place, &text)
    }
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
