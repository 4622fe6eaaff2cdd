//! The file form of a profile: rows with seven columns, as lines of JSON. docs/PROFILE.md lists
//! their parts.
//!
//! Lengths are in bits. A row of `hash` comes before those of the values. Each value has one row:
//! among those of equal counts, the ones with the smaller hashes are listed. Other rows of the same
//! part, field and bits are summed. Rows and columns may come in any order.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

use clap::ValueEnum;
use indexmap::IndexMap;
use string_kit_data::{LONGEST_NAME, MOST_FIELDS, Source};
use string_kit_measure::Fault;

use super::lengths::add;
use super::row::{LIMIT, Row};
use super::usage::impossible;
use super::values::{LONGEST, hash};
use super::{Field, Hash, Profile, Usage, Value};

#[cfg(test)]
mod tests;

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
        if let Some(name) = field.hash.to_possible_value() {
            write(Row {
                text: Some(name.get_name().into()),
                ..Row::new("hash", None, 1)
            })?;
        }
        write(Row::new("present", None, field.present))?;
        write(Row::new("ascii", None, field.ascii))?;
        for (bytes, count) in field.lengths.iter() {
            write(Row::new("length", bits(bytes), count))?;
        }
        if !field.values.is_complete() {
            let sampled = field.values.sample().len() as u64;
            write(Row::new("sampled", None, sampled))?;
        }
        for value in field.values.listed() {
            let text = value.text.as_deref().filter(|_| field.hash != Hash::Keyed);
            write(Row {
                hash: Some(format!("{:016x}", value.hash).into()),
                text: text.map(Into::into),
                ..Row::new("value", bits(value.bytes), value.count)
            })?;
        }
        let usage = field.usage.iter().flat_map(Usage::rows);
        usage.into_iter().try_for_each(write)?;
    }
    Ok(())
}

/// The number of values in a sample that has no row of `sampled`, as string-kit-record writes it.
const SAMPLED_BY_DEFAULT: u64 = 4096;
const LONGEST_ROW: usize = 1 << 20;
const FORM: &str = "each line must be a JSON object with the columns part, field, bits, count, \
                    hash, text, most, as `--save-profile` writes them";
/// The remedy where rows contradict each other.
const COMPLETE: &str = "take all rows of one profile, and no other";
/// The remedy where a text is not the one that was hashed.
const TEXTS: &str = "take the file as it was written";

/// Reads a profile, whose rows may have `memory` bytes.
pub(crate) fn read_rows(path: &Path, memory: usize) -> Result<Profile, Fault> {
    read_rows_from(Source::open(path, None, LONGEST_ROW)?, path, memory)
}

/// Reads a profile. The path is for faults.
pub(crate) fn read_rows_from(source: Source, path: &Path, memory: usize) -> Result<Profile, Fault> {
    let mut rows = RowsBuilder::default();
    // A row takes about as much memory as its text, and a field some KiB.
    let mut left = memory;
    source.for_each_line(|path, number, line| {
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        let fault = |(what, remedy): Problem| Fault::at(path, number, 1, what, remedy);
        let too_much = || {
            let remedy = "is it one profile? --memory raises the limit";
            fault(("the rows take too much memory".to_owned(), remedy))
        };
        let row: Row = serde_json::from_slice(line)
            .map_err(|error| Fault::json_at(path, (number, 1), &error, FORM))?;
        let bytes = line.len() + row.stand_in_bytes();
        left = left.checked_sub(bytes).ok_or_else(too_much)?;
        rows.take(&row).map_err(fault)
    })?;
    let profile = rows.finish();
    profile.map_err(|what| Fault::in_file(path, what, COMPLETE))
}

/// Takes the rows of one profile.
#[derive(Debug, Default)]
struct RowsBuilder {
    /// The records, without their fields.
    profile: Profile,
    /// The fields, each with the number of values in its sample.
    fields: IndexMap<String, (Field, u64)>,
    /// True after a row of the number of records.
    has_records: bool,
}

/// The problem of a row, and the remedy.
type Problem = (String, &'static str);

fn problem<T>(what: impl Into<String>, remedy: &'static str) -> Result<T, Problem> {
    Err((what.into(), remedy))
}

/// Returns what is wrong, unless something holds.
macro_rules! ensure {
    ($holds:expr, $($what:tt)+) => {
        if !$holds {
            return Err(format!($($what)+));
        }
    };
}

impl RowsBuilder {
    fn take(&mut self, row: &Row<'_>) -> Result<(), Problem> {
        let part = row.part.escape_debug();
        let missing = |column| {
            let what = format!("a row of the part '{part}' has no {column}");
            (what, "is the row complete?")
        };
        let bytes = || match row.bits {
            Some(bits) if bits.is_multiple_of(8) => Ok(bits / 8),
            Some(bits) => problem(
                format!("{bits} bits are no number of bytes"),
                "texts must be UTF-8, whose lengths are multiples of 8 bits",
            ),
            None => Err(missing("bits")),
        };
        let count = row.count.ok_or_else(|| missing("count"))?;
        if row.part == "records" {
            self.has_records = true;
            add(&mut self.profile.records, count);
            return Ok(());
        }
        if row.part == "record" {
            self.profile.record_bytes.add(bytes()?, count);
            return Ok(());
        }
        if let Some(what) = impossible(row) {
            return problem(what, "is it a record, as string-kit-record wrote it?");
        }
        let (field, sampled) = self.field(row.field.as_deref().ok_or_else(|| missing("field"))?)?;
        match &*row.part {
            "present" => add(&mut field.present, count),
            "ascii" => add(&mut field.ascii, count),
            "length" => field.lengths.add(bytes()?, count),
            "value" => {
                let value = value(field.hash, row, bytes()?, count)?;
                if !field.values.insert(value) {
                    return problem("a value is listed twice", COMPLETE);
                }
            }
            "sampled" => *sampled = count,
            // Older profiles and string-kit-record have the greatest count of a value without a
            // row.
            "unlisted" => {}
            "hash" if !field.values.is_empty() => {
                return problem("the hash comes after values", COMPLETE);
            }
            "hash" => {
                let name = row.text.as_deref().unwrap_or_default();
                let Ok(hash) = Hash::from_str(name, false) else {
                    let what = format!("the hash '{}' is unknown", name.escape_debug());
                    return problem(what, "it must be recorded or keyed");
                };
                field.hash = hash;
            }
            _ if field.usage.get_or_insert_default().take(row) => {}
            _ => {
                return problem(
                    format!("the part '{part}' is unknown"),
                    "the parts are records, record, present, ascii, length, hash, value, sampled, \
                     unlisted, and those of a record of string-kit-record",
                );
            }
        }
        Ok(())
    }

    fn field(&mut self, name: &str) -> Result<&mut (Field, u64), Problem> {
        let is_one_more = self.fields.len() == MOST_FIELDS && !self.fields.contains_key(name);
        if is_one_more || name.len() > LONGEST_NAME {
            let what = format!(
                "it has more than {MOST_FIELDS} fields, or a name of more than {LONGEST_NAME} bytes"
            );
            return problem(what, "make a profile of fewer fields");
        }
        let field = self.fields.entry(name.to_owned());
        Ok(field.or_insert_with(|| (Field::named(name), SAMPLED_BY_DEFAULT)))
    }

    /// Returns the profile, unless its counts contradict each other.
    fn finish(mut self) -> Result<Profile, String> {
        ensure!(self.has_records, "it has no row of the part 'records'");
        let records = self.profile.records;
        let mut bytes = 0_u64;
        for (field, sampled) in self.fields.values_mut() {
            let checked = complete(field, *sampled, records);
            checked.map_err(|what| format!("in the field '{}', {what}", field.name))?;
            bytes = bytes.saturating_add(field.lengths.bytes());
        }
        let of_records = &self.profile.record_bytes;
        let (count, sum) = (of_records.count(), of_records.bytes());
        ensure!(sum.max(records) <= LIMIT, "the counts are above 2^53");
        // Rows of 'record' may be missing.
        if count > 0 {
            ensure!(
                count == records,
                "the rows of 'record' count {count} records, and that of 'records' {records}"
            );
            ensure!(
                sum == bytes,
                "the texts have {bytes} bytes by 'length', and {sum} by 'record'"
            );
        }
        self.profile.fields = self.fields.into_values().map(|(field, _)| field).collect();
        Ok(self.profile)
    }
}

/// Completes the values of a field, and checks that its counts do not contradict each other: the
/// listed values have lengths of the field, and are all values or have a sample.
fn complete(field: &mut Field, sampled: u64, records: u64) -> Result<(), String> {
    let Field { present, ascii, .. } = *field;
    let count = field.count();
    let most = count.max(field.lengths.bytes()).max(present);
    ensure!(
        most <= LIMIT,
        "the counts or lengths add up to more than 2^53"
    );
    ensure!(
        present <= records.min(count) && (present == 0) == (count == 0),
        "{present} of {records} records have a text by 'present', and there are {count} texts by \
         'length'"
    );
    ensure!(ascii <= count, "{ascii} of {count} texts are ASCII");
    if field.hash != Hash::Md5 && count > 0 {
        let (made, alive) = field
            .usage
            .as_ref()
            .map_or((0, 0), |usage| (usage.made(), usage.alive));
        ensure!(
            made > 0 && alive <= made,
            "{made} strings were made by 'operation', {alive} were alive at once, and there are \
             {count} texts"
        );
    }
    let mut rest: HashMap<u64, u64> = field.lengths.iter().collect();
    for value in field.values.iter() {
        let texts = rest.entry(value.bytes).or_default();
        let bits = value.bytes.saturating_mul(8);
        ensure!(
            value.count <= *texts,
            "the values of {bits} bits are more than the texts of this length"
        );
        *texts -= value.count;
    }
    let rest = rest.into_values().fold(0, u64::saturating_add);
    let sampled = usize::try_from(sampled).unwrap_or(usize::MAX);
    ensure!(
        rest == 0 || field.values.set_sample(sampled),
        "{rest} texts have no row of 'value', and there is no sample of {sampled} values"
    );
    field.values.shrink();
    Ok(())
}

/// Returns the value of a row, after all that it claims is checked.
fn value(kind: Hash, row: &Row<'_>, bytes: u64, count: u64) -> Result<Value, Problem> {
    let digits = row.hash.as_deref().unwrap_or_default();
    let text = row.text.as_deref().unwrap_or_default();
    let number = u64::from_str_radix(digits, 16).ok();
    let Some(number) = number.filter(|number| format!("{number:016x}") == digits) else {
        let digits = digits.escape_debug();
        let what = format!("the hash '{digits}' is not 16 hexadecimal digits");
        return problem(what, "take the file as it was written");
    };
    if count == 0 {
        return problem("a value is there 0 times", "count must be at least 1");
    }
    let text = match kind {
        _ if bytes > LONGEST as u64 && text.is_empty() => None,
        _ if bytes > LONGEST as u64 => {
            let what = "a text of more than 8192 bits is there";
            return problem(what, "leave its text out");
        }
        // It was not recorded: digits of its hash stand in.
        Hash::Keyed if text.is_empty() => {
            let bytes = usize::try_from(bytes).expect("it is short");
            Some(digits.chars().cycle().take(bytes).collect())
        }
        _ if text.len() as u64 != bytes || (kind == Hash::Md5 && hash(text) != number) => {
            let (found, bits) = (hash(text), text.len() * 8);
            let what = format!("the text has {bits} bits, and its MD5 begins with {found:016x}");
            return problem(what, TEXTS);
        }
        _ => Some(text.into()),
    };
    Ok(Value {
        hash: number,
        bytes,
        text,
        count,
    })
}
