//! The file form of a profile: rows with seven columns, as lines of JSON. docs/PROFILE.md lists their parts.
//!
//! Lengths are in bits, since `bit_length` is what all engines have. The hash is `substr(md5(text), 1, 16)`, in lower
//! case. A text of more than 8,192 bits is left out. If `count` is only the least, `most` is the greatest.
//!
//! Rows of `record` may be missing altogether. A row of `hash` comes before those of the values. Each value has one row:
//! among those of equal counts, the ones with the smaller hashes are listed. Other rows of the same part, field and bits
//! are summed. Rows and columns may come in any order. A number may be written as a text. Cells may be empty, null or
//! missing.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::row::Row;
use super::{Hash, Profile, SAMPLED, Usage};
use crate::input::{Fault, Source};

mod builder;
#[cfg(test)]
mod tests;

use builder::{Problem, RowsBuilder};

/// Writes a profile as lines of JSON.
pub(crate) fn write_rows(profile: &Profile, out: &mut dyn Write) -> io::Result<()> {
    let mut write = |row: Row<'_>| {
        serde_json::to_writer(&mut *out, &row)?;
        out.write_all(b"\n")
    };
    let bits = |bytes: u64| Some(bytes * 8);
    write(Row::new("records", None, profile.records))?;
    for (bytes, count) in profile.record_bytes.iter() {
        write(Row::new("record", bits(bytes), count))?;
    }
    for field in &profile.fields {
        let mut write = |row: Row<'_>| {
            write(Row {
                field: Some((&*field.name).into()),
                ..row
            })
        };
        if let Some(name) = field.hash.name() {
            write(Row {
                text: Some(name.into()),
                ..Row::new("hash", None, 1)
            })?;
        }
        write(Row::new("present", None, field.present))?;
        write(Row::new("ascii", None, field.ascii))?;
        for (bytes, count) in field.lengths.iter() {
            write(Row::new("length", bits(bytes), count))?;
        }
        let sampled = field.values.sampled();
        if sampled < SAMPLED {
            write(Row::new("sampled", None, sampled as u64))?;
        }
        let (listed, unlisted) = field.values.listed();
        for value in listed {
            let (least, most) = value.count;
            let text = value.text.as_deref().filter(|_| field.hash != Hash::Keyed);
            write(Row {
                hash: Some(format!("{:016x}", value.hash).into()),
                text: text.map(Into::into),
                most: (most > least).then_some(most),
                ..Row::new("value", bits(value.bytes), least)
            })?;
        }
        if unlisted > 0 {
            write(Row::new("unlisted", None, unlisted))?;
        }
        let usage = field.usage.iter().flat_map(Usage::rows);
        usage.into_iter().try_for_each(write)?;
    }
    Ok(())
}

/// The longest row, in bytes.
const LONGEST_ROW: usize = 1 << 20;
const FORM: &str = "each line must be a JSON object with the columns part, field, bits, count, hash, text, most, as \
                    `advise --sql` makes them";

/// Reads one profile: a file, or a folder of its parts. The rows may have `memory` bytes.
pub(crate) fn read_rows(path: &Path, memory: usize) -> Result<Profile, Fault> {
    let parts = parts(path)?.into_iter();
    let parts = parts.map(|part| Source::open(&part, LONGEST_ROW));
    read_rows_from(parts, path, memory)
}

/// Reads a profile from its parts. The path is that of all of them, for faults.
pub(crate) fn read_rows_from(
    parts: impl IntoIterator<Item = Result<Source, Fault>>,
    path: &Path,
    memory: usize,
) -> Result<Profile, Fault> {
    let mut rows = RowsBuilder::default();
    // A row takes about as much memory as its text, and a field some KiB.
    let mut left = memory;
    for part in parts {
        part?.for_each_line(|path, number, line| {
            if line.trim_ascii().is_empty() {
                return Ok(());
            }
            let fault = |Problem(what, remedy)| Fault::at(path, number, 1, what, remedy);
            let rest = left.checked_sub(line.len()).ok_or_else(|| {
                let remedy = "is it one profile? --memory raises the limit";
                fault(Problem("the rows take too much memory".to_owned(), remedy))
            });
            left = rest?;
            let row = serde_json::from_slice(line)
                .map_err(|error| Fault::json_line(path, number, &error, FORM))?;
            rows.take(&row).map_err(fault)
        })?;
    }
    rows.finish(path)
}

/// Returns the files of a folder in the order of their names, or the file itself.
fn parts(path: &Path) -> Result<Vec<PathBuf>, Fault> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let unreadable = |error| Fault::unreadable(path, &error);
    let entries = fs::read_dir(path).map_err(unreadable)?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut parts = paths.collect::<io::Result<Vec<_>>>().map_err(unreadable)?;
    // Engines write checksums and marks beside the parts.
    parts.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !name.starts_with(['.', '_']) && path.is_file()
    });
    parts.sort();
    if parts.is_empty() {
        let what = "there is no file in the folder";
        return Err(Fault::of(path, what, "name a profile"));
    }
    Ok(parts)
}
