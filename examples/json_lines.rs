//! Reads JSON lines from a source that is not trusted.
//!
//! Run it with `cargo run --example json_lines`, or with a file of your own:
//! `cargo run --example json_lines -- FILE`. It reports each bad line by file, line and column,
//! keeps the good ones, and ends with exit code 2 if a line was bad.
//!
//! It needs two kinds of limits. [`Limits`] bound the memory of a record, field by field. The
//! parser may hold a whole string before they see it, so the length of a line is bounded first.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::ExitCode;

use serde::de::DeserializeSeed;
use serde::{Deserialize, Deserializer};
use smol_str::SmolStr;
use string_kit::{CapturedStr, StrList, StringBuf};
use string_kit_serde::Limits;

/// The most bytes of a line, without its line break.
const MAX_LINE: u64 = 200;

/// A record. The limits are in the functions that its fields name.
#[derive(Debug, Deserialize)]
struct City {
    /// Cloned and never changed: a `SmolStr`, inline up to 23 bytes.
    #[serde(deserialize_with = "name")]
    state: SmolStr,
    /// Changed after it is read: a `StringBuf`, inline up to 24 bytes.
    #[serde(deserialize_with = "name")]
    name: StringBuf<24>,
    /// Never changed: 16 bytes, and one allocation at most.
    #[serde(default, deserialize_with = "tags")]
    tags: StrList,
}

/// Reads a name of at most 40 bytes.
fn name<'de, S: CapturedStr, D: Deserializer<'de>>(from: D) -> Result<S, D::Error> {
    Limits::new().max_len(40).text().deserialize(from)
}

/// Reads up to 4 tags of 16 bytes each and 40 bytes in all.
fn tags<'de, D: Deserializer<'de>>(from: D) -> Result<StrList, D::Error> {
    let limits = Limits::new().max_len(16).max_items(4).max_bytes(40);
    limits.list().deserialize(from)
}

/// Lines to read if no file is named. Three of them are bad.
const SAMPLE: &str = r#"{"state": "Idaho", "name": "boise", "tags": ["capital", "river"]}
{"state": "Oregon", "name": "salem", "tags": ["capital"]}
{"state": "Oregon", "name": "bend", "tags": ["a", "b", "c", "d", "e"]}
{"state": "Oregon", "name": 97701}
{"state": "Washington", "name": "yakima"}
{"state": "Washington", "na
"#;

/// Parses one line.
///
/// # Errors
///
/// A message that begins with the column.
fn parse(line: &[u8]) -> Result<City, String> {
    serde_json::from_slice(line.trim_ascii_end()).map_err(|error| {
        // The parser sees one line, so the line number in its message is always 1.
        let message = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = message.strip_suffix(&place).unwrap_or(&message);
        format!("{}: {message}", error.column())
    })
}

/// Reads the lines of `input`, writes errors to `err` and a summary to `out`.
///
/// Returns the exit code: 0, or 2 if a line was bad.
fn run(
    file: &str,
    mut input: impl BufRead,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<u8> {
    let (mut cities, mut bad, mut line) = (Vec::new(), 0, Vec::new());
    for number in 1_u64.. {
        line.clear();
        // One byte more than the limit: a line break, or the proof that the line is too long.
        let mut part = input.by_ref().take(MAX_LINE + 1);
        if part.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let city = if part.limit() == 0 && !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
            Err(format!(
                "{MAX_LINE}: the line is longer than {MAX_LINE} bytes"
            ))
        } else {
            parse(&line)
        };
        match city {
            Ok(city) => cities.push(city),
            Err(message) => {
                bad += 1;
                writeln!(err, "{file}:{number}:{message}")?;
            }
        }
    }
    writeln!(out, "{} records kept, {bad} bad lines", cities.len())?;
    summarise(cities, out)?;
    Ok(if bad == 0 { 0 } else { 2 })
}

/// Writes the cities of each state.
fn summarise(cities: Vec<City>, out: &mut dyn Write) -> io::Result<()> {
    let mut states = BTreeMap::<SmolStr, Vec<City>>::new();
    for mut city in cities {
        // In place: no copy.
        if let Some(first) = city.name.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        states.entry(city.state.clone()).or_default().push(city);
    }
    for (state, cities) in states {
        writeln!(out, "{state}")?;
        for City { name, tags, .. } in cities {
            writeln!(out, "  {name} {tags:?}")?;
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let file = std::env::args().nth(1);
    let input: io::Result<Box<dyn BufRead>> = match &file {
        None => Ok(Box::new(SAMPLE.as_bytes())),
        Some(file) => File::open(file).map(|file| Box::new(BufReader::new(file)) as _),
    };
    let file = file.as_deref().unwrap_or("sample");
    let code = input.and_then(|input| run(file, input, &mut io::stdout(), &mut io::stderr()));
    ExitCode::from(code.unwrap_or_else(|error| {
        eprintln!("{file}: {error}");
        2
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs over `input` and returns the exit code, the summary and the errors.
    fn outcome(input: &[u8]) -> (u8, String, String) {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let code = run("file", input, &mut out, &mut err).expect("vectors take every write");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (code, text(out), text(err))
    }

    #[test]
    fn bad_lines_are_reported_and_the_others_kept() {
        let (code, out, err) = outcome(SAMPLE.as_bytes());
        assert_eq!(
            out,
            r#"3 records kept, 3 bad lines
Idaho
  Boise ["capital", "river"]
Oregon
  Salem ["capital"]
Washington
  Yakima []
"#
        );
        assert_eq!(
            err,
            "file:3:65: the data exceeds the limit of 4 items (max_items)\n\
             file:4:33: invalid type: integer `97701`, expected a string\n\
             file:6:27: EOF while parsing a string\n"
        );
        assert_eq!(code, 2);
    }

    #[test]
    fn good_lines_end_with_exit_code_0() {
        let (code, out, err) = outcome(br#"{"state": "Idaho", "name": "boise"}"#);
        assert_eq!(out, "1 records kept, 0 bad lines\nIdaho\n  Boise []\n");
        assert_eq!((code, err.as_str()), (0, ""));
    }

    #[test]
    fn a_long_line_is_an_error_and_its_end_is_skipped() {
        let long = "x".repeat(2000);
        let (code, out, err) = outcome(format!("{long}\n{SAMPLE}").as_bytes());
        assert_eq!(
            err.lines().next(),
            Some("file:1:200: the line is longer than 200 bytes")
        );
        assert!(out.starts_with("3 records kept, 4 bad lines\n"), "{out}");
        assert_eq!(code, 2);
    }
}
