//! JSON: an object in each line, an array of objects, or objects one after the other.

use std::fmt;
use std::path::Path;
use std::rc::Rc;

use serde::de::{DeserializeSeed, Deserializer as _, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Deserializer;
use string_kit_measure::lines::Limit;

use super::Fault;
use super::object::Record;
use super::receiver::Receiver;
use super::source::{Source, unreadable};

/// The form that the file must have.
const OBJECTS: &str = "an array of objects is needed, or objects one after the other";
/// The form that a line of JSON must have.
const OBJECT: &str = "each line must be one JSON object; use --format json for an array, or for \
                      objects of several lines";

/// Reads a JSON object in each line.
pub(super) fn read_lines(source: Source, to: &mut Receiver<'_>) -> Result<(), Fault> {
    let mut record = Record::default();
    let mut is_first_cut = false;
    source.for_each_line(|path, number, line| {
        let Some(first) = line.iter().find(|byte| !byte.is_ascii_whitespace()) else {
            return Ok(());
        };
        if is_first_cut && to.count() == 1 && *first != b'{' {
            let what = "its first object spans several lines";
            return Err(Fault::in_file(path, what, "read it with --format json"));
        }
        let fault = match str::from_utf8(line) {
            Err(error) => Fault::not_utf8(path, number, &error),
            Ok(line) => match parse(line, &mut record) {
                Ok(()) if record.deliver(to) => return Ok(()),
                Ok(()) => Fault::at(path, number, 1, "it is not an object", OBJECT),
                Err(error) => {
                    is_first_cut |= to.count() == 0 && error.is_eof();
                    Fault::json_line(path, number, &error, OBJECT)
                }
            },
        };
        to.bad(fault)
    })
}

fn parse(line: &str, record: &mut Record) -> serde_json::Result<()> {
    // PERF: texts of a str are not checked again to be UTF-8.
    let mut json = Deserializer::from_str(line);
    record.next().deserialize(&mut json)?;
    json.end()
}

/// Reads an array of objects, or objects one after the other.
pub(super) fn read(source: Source, to: &mut Receiver<'_>) -> Result<(), Fault> {
    let Source { path, bytes } = source;
    let mut document = Document {
        record: Record::default(),
        to,
        path: &path,
        limit: Rc::clone(&bytes.get_ref().limit),
    };
    let mut json = Deserializer::from_reader(bytes);
    loop {
        document.limit.renew();
        let read = match json.end() {
            Ok(()) => return Ok(()),
            // It is not the end: there is another value.
            Err(error) if error.is_syntax() => json.deserialize_any(&mut document),
            Err(error) => Err(error),
        };
        read.map_err(|error| match error.io_error_kind() {
            Some(_) => unreadable(&path, &error.into()),
            None => Fault::json(&path, &error, OBJECTS),
        })?;
    }
}

/// A visitor of a whole value, which delivers each record.
struct Document<'a, 'b> {
    record: Record,
    to: &'a mut Receiver<'b>,
    path: &'a Path,
    limit: Rc<Limit>,
}

impl<'de> Visitor<'de> for &mut Document<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array or an object")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<(), A::Error> {
        while from.next_element_seed(self.record.next())?.is_some() {
            self.limit.renew();
            if !self.record.deliver(self.to) {
                let what = format!("element {} is not an object", self.to.count() + 1);
                let bad = self.to.bad(Fault::in_file(self.path, &what, OBJECTS));
                bad.map_err(|_| A::Error::custom(what))?;
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, from: A) -> Result<(), A::Error> {
        self.record.next().visit_map(from)?;
        self.record.deliver(self.to);
        Ok(())
    }
}
