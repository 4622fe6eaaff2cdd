//! Formats with a record in each line: plain lines, and JSON lines.

use serde::de::DeserializeSeed;
use serde_json::Deserializer;

use super::Fault;
use super::object::Record;
use super::receiver::Receiver;
use super::source::Source;

/// The form that a line of JSON must have.
const OBJECT: &str = "each line must be one JSON object; use --format json for an array, or for objects of several lines";

/// Reads plain lines: each is a record with one text, in the field `line`.
pub(super) fn read(source: Source, to: &mut Receiver<'_>) -> Result<(), Fault> {
    let target = to.target("line");
    source.for_each_line(|path, number, line| {
        match str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line)) {
            Err(error) => return to.bad(Fault::not_utf8(path, number, &error)),
            Ok(line) => to.text(target, line),
        }
        to.end_record();
        Ok(())
    })
}

/// Reads a JSON object in each line.
pub(super) fn read_json(source: Source, to: &mut Receiver<'_>) -> Result<(), Fault> {
    let mut record = Record::default();
    let mut is_first_cut = false;
    source.for_each_line(|path, number, line| {
        let Some(first) = line.iter().find(|byte| !byte.is_ascii_whitespace()) else {
            return Ok(());
        };
        if is_first_cut && to.count() == 1 && *first != b'{' {
            let what = "its first object spans several lines";
            return Err(Fault::of(path, what, "read it with --format json"));
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
