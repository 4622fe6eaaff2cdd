//! JSON: a value in each line, or values one after the other, where an array stands for its
//! elements. A value that cannot be read is a bad record, whatever the others are.

use std::borrow::Cow;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::rc::Rc;

use serde::de::DeserializeSeed;
use serde_json::Deserializer;
use string_kit_measure::lines::Limited;

use crate::Fault;
use crate::object::Record;
use crate::path::map_name;
use crate::peeked::Peeked;
use crate::receiver::{Receiver, some_of};
use crate::scan::{Follower, Place, SEPARATOR, Scanner, Step, records_path, uncommented};
use crate::shape::{SHOWN, Shape, values};
use crate::source::{Source, unreadable};

/// The remedies of what is no JSON.
const LINES: &str = "each line must be one JSON value; --format json reads values of several lines";
const VALUES: &str = "mend it";

/// Reads a JSON value in each line.
pub(crate) fn read_lines(mut source: Source, to: &mut Receiver<'_>) -> Result<(), Fault> {
    let shape = Shape::new(&values(source.first(SHOWN)?, true, None));
    let mut record = record(&source.path, shape, to);
    source.for_each_line(|path, line, text| {
        let place = Place { line, column: 1 };
        let text = text.strip_prefix(&[SEPARATOR]).unwrap_or(text);
        take(path, place, text, LINES, &mut record, to)
    })
}

/// Reads values one after the other, and the elements of those that are arrays. With a path, reads
/// the elements of the arrays there alone; without one, of an array that has most of the bytes.
pub(crate) fn read(
    mut source: Source,
    path: Option<&str>,
    to: &mut Receiver<'_>,
) -> Result<(), Fault> {
    let head = source.first(SHOWN)?;
    let found = if path.is_none() {
        records_path(head)
    } else {
        None
    };
    let path = path.filter(|path| !path.is_empty()).or(found.as_deref());
    let shape = Shape::new(&values(head, false, path));
    let file = source.path.clone();
    if let Some(path) = &found {
        to.outcome.notes.push(format!(
            "{} has its records in the array {path}, which has most of its bytes; --records names \
             another, and --records= none",
            file.display()
        ));
    }
    let mut values = Values {
        record: record(&file, shape, to),
        place: Place::FIRST,
        bytes: source.limited(),
        path: &file,
    };
    let Some(path) = path else {
        return values.read(false, to);
    };
    let limit = Rc::clone(&values.bytes.get_ref().limit);
    let (mut follower, mut has_array) = (Follower::default(), false);
    loop {
        let next = follower.skip_to(path, &mut values.bytes, values.place, || limit.renew());
        let Some(place) = next.map_err(|error| unreadable(&file, &error))? else {
            break;
        };
        values.place = place;
        values.read(true, to)?;
        has_array = true;
    }
    if has_array {
        return Ok(());
    }
    let what = format_args!("it has no array '{path}'");
    Err(Fault::in_file(
        &file,
        what,
        "name its keys from the outermost, such as data.items",
    ))
}

/// Returns the reader of records of a shape, after it said what is special about it.
fn record(path: &Path, shape: Shape, to: &mut Receiver<'_>) -> Record {
    let path = path.display();
    if !shape.maps.is_empty() {
        let mut maps: Vec<String> = shape.maps.iter().map(|path| map_name(path)).collect();
        maps.sort_unstable();
        let maps = some_of(maps.iter().map(String::as_str));
        to.outcome.notes.push(format!(
            "{path} has maps, objects whose keys are data: {maps}. The keys of a map are a field, \
             {{key}}, and its values are another, {{}}"
        ));
    }
    if !shape.columns.is_empty() {
        let named = if shape.has_header {
            "the first row"
        } else {
            "their places"
        };
        to.outcome.notes.push(format!(
            "{path} has rows that are arrays; the columns are named by {named}"
        ));
    }
    Record::new(shape)
}

/// A reader of values.
struct Values<'a> {
    path: &'a Path,
    bytes: BufReader<Limited<Peeked>>,
    place: Place,
    record: Record,
}

impl Values<'_> {
    /// Reads values up to the end, or to that of the first array.
    fn read(&mut self, is_array: bool, to: &mut Receiver<'_>) -> Result<(), Fault> {
        let limit = Rc::clone(&self.bytes.get_ref().limit);
        let mut scanner = Scanner::default();
        let mut text = Vec::new();
        limit.renew();
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
                    take(self.path, self.place, value, VALUES, &mut self.record, to)?;
                    limit.renew();
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
            let what = "the array or the value here has no end";
            let remedy = "is the file cut short, or is a quotation mark missing?";
            return Err(Fault::at(self.path, line, column, what, remedy));
        }
        take(self.path, self.place, &text, VALUES, &mut self.record, to)
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
            Err(error) => {
                if let Cow::Owned(blanked) = uncommented(text.as_bytes()) {
                    return take(path, place, &blanked, form, record, to);
                }
                Fault::json_at(path, (place.line, place.column), &error, form)
            }
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
