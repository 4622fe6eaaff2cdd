//! JSON lines: an object in each line.

use serde::de::DeserializeSeed;
use serde_json::Deserializer;

use super::Fault;
use super::object::Record;
use super::receiver::Receiver;
use super::source::{Lines, Source};

/// The form that a line must have.
const OBJECT: &str = "each line must be one JSON object; use --format json for an array, or for objects of several lines";

pub(super) fn read(source: Source, to: &mut Receiver<'_>) -> Result<(), Fault> {
    let Source { origin, bytes } = source;
    let path = origin.path();
    let mut lines = Lines::new(bytes);
    let mut record = Record::default();
    let mut is_first_cut = false;
    let unreadable = |error| origin.unreadable(&error);
    while let Some((number, line)) = lines.next_line().map_err(unreadable)? {
        let Some(first) = line.iter().find(|byte| !byte.is_ascii_whitespace()) else {
            continue;
        };
        if is_first_cut && to.met() == 1 && *first != b'{' {
            let what = "its first object spans several lines";
            return Err(origin.fault(what, "read it with --format json"));
        }
        let fault = match str::from_utf8(line) {
            Err(error) => Fault::not_utf8(path, number, &error),
            Ok(line) => match parse(line, &mut record) {
                Ok(()) if record.deliver(to) => continue,
                Ok(()) => Fault::at(path, number, 1, "it is not an object", OBJECT),
                Err(error) => {
                    is_first_cut |= to.met() == 0 && error.is_eof();
                    Fault::json_line(path, number, &error, OBJECT)
                }
            },
        };
        to.bad(fault)?;
    }
    Ok(())
}

fn parse(line: &str, record: &mut Record) -> serde_json::Result<()> {
    // PERF: texts of a str are not checked again to be UTF-8.
    let mut json = Deserializer::from_str(line);
    record.next().deserialize(&mut json)?;
    json.end()
}
