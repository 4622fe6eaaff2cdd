//! The file form of a profile: rows with seven columns, as lines of JSON.
//!
//! | part | field | bits | count | hash | text | most |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | `records` | | | records | | | |
//! | `record` | | bits of the texts of a record together | records | | | |
//! | `present` | name | | records that have a text | | | |
//! | `ascii` | name | | texts of ASCII alone | | | |
//! | `length` | name | bits of a text | texts | | | |
//! | `value` | name | bits | texts | 16 hexadecimal digits of its MD5 | the text, empty if it has more than 8,192 bits | the most texts, if `count` is the least |
//! | `sampled` | name | | the values of the sample, if the memory was too small for 4,096 | | | |
//! | `unlisted` | name | | the most texts of a value that is not listed, if there is one | | | |
//! | `hash` | name | | 1 | | `recorded` or `keyed`, in a record of string-kit-record | |
//!
//! A record has rows of more parts, which say what a program did with the strings: docs/PROFILE.md lists them. A row of
//! `hash` comes before those of the values, whose hash is then that of string-kit-record. Where it says `keyed`, the
//! values have no texts.
//!
//! Lengths are in bits, since `bit_length` is what all engines have. The hash is `substr(md5(text), 1, 16)`,
//! in lower case.
//!
//! Rows of `record` may be missing altogether. For each field, the rows of `value` are the union of two sets: the
//! 4,096 values with the smallest hashes, and the 1,024 with the greatest counts; among equal counts those with
//! the smaller hashes. Each value has one row. Other rows of the same part, field and bits are summed. Rows and
//! columns may come in any order; fields are numbered as they are met. A number may be written as a text. Cells
//! may be empty, null or missing where the table has none.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{Hash, Profile, SAMPLED, Usage};
use crate::input::{Fault, Lines, Source};

mod builder;
#[cfg(test)]
mod tests;

use builder::{Problem, RowsBuilder};

/// The limit of all counts, and of the bytes of a field: what a JSON number holds exactly.
const LIMIT: u64 = 1 << 53;

/// A row as it is written.
#[derive(Default, Serialize)]
struct Line<'a> {
    part: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bits: Option<u64>,
    count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<u64>,
}

/// Writes a profile as lines of JSON.
pub(crate) fn write_rows(profile: &Profile, out: &mut dyn Write) -> io::Result<()> {
    let mut write = |line: Line<'_>| {
        serde_json::to_writer(&mut *out, &line)?;
        out.write_all(b"\n")
    };
    let row = |part, field, count| Line {
        part,
        field,
        count,
        ..Line::default()
    };
    write(row("records", None, profile.records))?;
    for (bytes, count) in profile.record_bytes.iter() {
        write(Line {
            bits: Some(bytes * 8),
            ..row("record", None, count)
        })?;
    }
    for field in &profile.fields {
        let name = Some(&*field.name);
        let hash = match field.hash {
            Hash::Md5 => None,
            Hash::Recorded => Some("recorded"),
            Hash::Keyed => Some("keyed"),
        };
        if hash.is_some() {
            write(Line {
                text: hash,
                ..row("hash", name, 1)
            })?;
        }
        write(row("present", name, field.present))?;
        write(row("ascii", name, field.ascii))?;
        for (bytes, count) in field.lengths.iter() {
            write(Line {
                bits: Some(bytes * 8),
                ..row("length", name, count)
            })?;
        }
        let sampled = field.values.sampled();
        if sampled < SAMPLED {
            write(row("sampled", name, sampled as u64))?;
        }
        let (listed, unlisted) = field.values.listed();
        for value in listed {
            let (least, most) = value.count;
            write(Line {
                bits: Some(value.bytes * 8),
                hash: Some(format!("{:016x}", value.hash)),
                text: value.text.as_deref().filter(|_| field.hash != Hash::Keyed),
                most: (most > least).then_some(most),
                ..row("value", name, least)
            })?;
        }
        if unlisted > 0 {
            write(row("unlisted", name, unlisted))?;
        }
        for (part, of) in field.usage.iter().flat_map(Usage::rows) {
            write(Line {
                text: Some(of.text).filter(|text| !text.is_empty()),
                bits: Some(of.bits),
                most: Some(of.most),
                ..row(part, name, of.count)
            })?;
        }
    }
    Ok(())
}

/// The longest row, in bytes.
const LONGEST_ROW: usize = 1 << 20;
/// The remedy where rows have another form.
const FORM: &str = "each line must be a JSON object with the columns part, field, bits, count, hash, text, most, as \
                    `advise --sql` makes them";

/// Reads one profile of JSON lines: a file, or a folder of its parts. The rows may take `memory` bytes.
///
/// # Errors
///
/// If the rows are not of this form, with the place, or take too much memory.
pub(crate) fn read_rows(path: &Path, memory: usize) -> Result<Profile, Fault> {
    let mut rows = RowsBuilder::new(memory);
    for part in parts(path)? {
        read_part(Source::open(&part, LONGEST_ROW)?, &mut rows)?;
    }
    rows.finish(path)
}

/// Reads a profile from an open file.
pub(crate) fn read_rows_from(source: Source, memory: usize) -> Result<Profile, Fault> {
    let path = source.origin.path().to_owned();
    let mut rows = RowsBuilder::new(memory);
    read_part(source, &mut rows)?;
    rows.finish(&path)
}

fn read_part(source: Source, rows: &mut RowsBuilder) -> Result<(), Fault> {
    let Source { origin, bytes } = source;
    let mut lines = Lines::new(bytes);
    while let Some((number, line)) = lines
        .next_line()
        .map_err(|error| origin.unreadable(&error))?
    {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let row = serde_json::from_slice(line)
            .map_err(|error| Fault::json_line(origin.path(), number, &error, FORM))?;
        rows.take(row)
            .map_err(|Problem(what, remedy)| Fault::at(origin.path(), number, 1, what, remedy))?;
    }
    Ok(())
}

/// Returns the files of a folder in the order of their names, without hidden ones; or the file itself.
fn parts(path: &Path) -> Result<Vec<PathBuf>, Fault> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let unreadable = |error| Fault::unreadable(path, &error);
    let entries = fs::read_dir(path).map_err(unreadable)?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut parts = paths.collect::<io::Result<Vec<_>>>().map_err(unreadable)?;
    // Engines write checksums and marks beside the parts.
    let is_part = |path: &PathBuf| {
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        name.is_some_and(|name| !name.starts_with(['.', '_'])) && path.is_file()
    };
    parts.retain(is_part);
    parts.sort();
    if parts.is_empty() {
        return Err(Fault::of(
            path,
            "there is no file in the folder",
            "name a profile",
        ));
    }
    Ok(parts)
}
