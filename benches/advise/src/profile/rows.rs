//! The file form of a profile, written and read: see [`Row`].

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

use indexmap::IndexMap;
use string_kit_data::{LONGEST_NAME, MOST_FIELDS, Source};
use string_kit_measure::Fault;
use string_kit_record::sketch::Cell::{Number, Text};
use string_kit_record::sketch::{LONGEST, Rows, hash, row};

use super::lengths::add;
use super::row::{Part, Row};
use super::{Field, Profile, Value};

#[cfg(test)]
mod tests;

pub(crate) fn write_rows(profile: &Profile, out: &mut dyn Write) -> io::Result<()> {
    let mut write = |part, bits: Option<u64>, count| {
        let bits = bits.map(|bits| ("bits", Number(bits)));
        let cells = [("part", Text(part)), ("count", Number(count))];
        out.write_all(row(&cells.into_iter().chain(bits).collect::<Vec<_>>()).as_bytes())
    };
    write("records", None, profile.records)?;
    for (bytes, count) in profile.record_bytes.iter() {
        write("record", Some(bytes * 8), count)?;
    }
    for field in &profile.fields {
        let mut rows = Rows::new(&field.name);
        if field.is_keyed {
            rows.count("keyed", 1);
        }
        rows.count("present", field.present);
        rows.count("ascii", field.ascii);
        rows.texts(field.lengths.iter(), &field.values);
        if let Some(usage) = &field.usage {
            usage.write(&mut rows);
        }
        out.write_all(rows.rows.as_bytes())?;
    }
    Ok(())
}

const LONGEST_ROW: usize = 1 << 20;
/// The limit of all counts, and of the bytes of a field: what a JSON number holds exactly.
const LIMIT: u64 = 1 << 53;
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
        let fault = |(reason, remedy): Problem| Fault::at(path, number, 1, reason, remedy);
        let too_much = || {
            let remedy = "is it one profile? --memory raises the limit";
            fault(("the rows take too much memory".to_owned(), remedy))
        };
        let row: Row = serde_json::from_slice(line)
            .map_err(|error| Fault::json_at(path, (number, 1), &error, FORM))?;
        left = left.checked_sub(line.len()).ok_or_else(too_much)?;
        rows.take(row).map_err(fault)
    })?;
    let profile = rows.finish();
    profile.map_err(|reason| Fault::in_file(path, reason, COMPLETE))
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

fn problem<T>(reason: impl Into<String>, remedy: &'static str) -> Result<T, Problem> {
    Err((reason.into(), remedy))
}

/// Returns what is wrong, unless something holds.
macro_rules! ensure {
    ($holds:expr, $($reason:tt)+) => {
        if !$holds {
            return Err(format!($($reason)+));
        }
    };
}

impl RowsBuilder {
    fn take(&mut self, row: Row) -> Result<(), Problem> {
        let Row { field, count, part } = row;
        match (part, field) {
            (Part::Records, _) => {
                self.has_records = true;
                add(&mut self.profile.records, count);
                Ok(())
            }
            (Part::Record { bits }, _) => {
                self.profile.record_bytes.add(bytes(bits)?, count);
                Ok(())
            }
            (_, None) => problem("the row has no field", "is the row complete?"),
            (part, Some(name)) => self.take_part(&name, part, count),
        }
    }

    /// Takes the row of a field.
    fn take_part(&mut self, name: &str, part: Part, count: u64) -> Result<(), Problem> {
        let (field, sampled) = self.field(name)?;
        match part {
            Part::Present => add(&mut field.present, count),
            Part::Ascii => add(&mut field.ascii, count),
            Part::Length { bits } => field.lengths.add(bytes(bits)?, count),
            Part::Value { bits, hash, text } => {
                let text = text.unwrap_or_default();
                let (hash, value) = value(field.is_keyed, &hash, &text, bytes(bits)?, count)?;
                if !field.values.insert(hash, value) {
                    return problem("a value is listed twice", COMPLETE);
                }
            }
            Part::Sampled => *sampled = count,
            Part::Keyed if !field.values.sample().is_empty() => {
                return problem("'keyed' comes after values", COMPLETE);
            }
            Part::Keyed => field.is_keyed = true,
            part => {
                let usage = field.usage.get_or_insert_default();
                let remedy = "is it a record, as string-kit-record wrote it?";
                usage.take(part, count).map_err(|reason| (reason, remedy))?;
            }
        }
        Ok(())
    }

    fn field(&mut self, name: &str) -> Result<&mut (Field, u64), Problem> {
        let is_one_more = self.fields.len() == MOST_FIELDS && !self.fields.contains_key(name);
        if is_one_more || name.len() > LONGEST_NAME {
            let reason = format!(
                "it has more than {MOST_FIELDS} fields, or a name of more than {LONGEST_NAME} bytes"
            );
            return problem(reason, "make a profile of fewer fields");
        }
        let field = self.fields.entry(name.to_owned());
        Ok(field.or_insert_with(|| (Field::named(name), 0)))
    }

    /// Returns the profile, unless its counts contradict each other.
    fn finish(mut self) -> Result<Profile, String> {
        ensure!(self.has_records, "it has no row of the part 'records'");
        let records = self.profile.records;
        let mut bytes = 0_u64;
        for (field, sampled) in self.fields.values_mut() {
            let checked = complete(field, *sampled, records);
            checked.map_err(|reason| format!("in the field '{}', {reason}", field.name))?;
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
    let greatest = count.max(field.lengths.bytes()).max(present);
    ensure!(
        greatest <= LIMIT,
        "the counts or lengths add up to more than 2^53"
    );
    ensure!(
        present <= records.min(count) && (present == 0) == (count == 0),
        "{present} of {records} records have a text by 'present', and there are {count} texts by \
         'length'"
    );
    ensure!(ascii <= count, "{ascii} of {count} texts are ASCII");
    if let Some(usage) = field.usage.as_ref().filter(|_| count > 0) {
        let (made, alive) = (usage.made(), usage.alive);
        ensure!(
            made > 0 && alive <= made,
            "{made} strings were made by 'operation', {alive} were alive at once, and there are \
             {count} texts"
        );
    }
    let mut left: HashMap<u64, u64> = field.lengths.iter().collect();
    for (_, value) in field.values.sample() {
        let texts = left.entry(value.bytes).or_default();
        let bits = value.bytes.saturating_mul(8);
        ensure!(
            value.count.unsigned_abs() <= *texts,
            "the values of {bits} bits are more than the texts of this length"
        );
        *texts -= value.count.unsigned_abs();
    }
    let left = left.into_values().fold(0, u64::saturating_add);
    let sampled = usize::try_from(sampled).unwrap_or(usize::MAX);
    ensure!(
        left == 0 || field.values.set_sample(sampled),
        "{left} texts have no row of 'value', and there is no sample of {sampled} values"
    );
    Ok(())
}

/// Returns the bytes that a number of bits is.
fn bytes(bits: u64) -> Result<u64, Problem> {
    if bits.is_multiple_of(8) {
        return Ok(bits / 8);
    }
    problem(
        format!("{bits} bits are no number of bytes"),
        "texts must be UTF-8, whose lengths are multiples of 8 bits",
    )
}

/// Returns the hash and the value of a row, after all that it claims is checked.
fn value(
    is_keyed: bool,
    digits: &str,
    text: &str,
    bytes: u64,
    count: u64,
) -> Result<(u64, Value), Problem> {
    let number = u64::from_str_radix(digits, 16).ok();
    let Some(number) = number.filter(|number| format!("{number:016x}") == digits) else {
        let digits = digits.escape_debug();
        let reason = format!("the hash '{digits}' is not 16 hexadecimal digits");
        return problem(reason, TEXTS);
    };
    if count == 0 {
        return problem("a value is there 0 times", "count must be at least 1");
    }
    let text = if bytes > LONGEST as u64 {
        if !text.is_empty() {
            let reason = "a text of more than 8192 bits is there";
            return problem(reason, "leave its text out");
        }
        None
    } else if is_keyed && text.is_empty() {
        None
    } else {
        if text.len() as u64 != bytes || (!is_keyed && hash(text) != number) {
            let (found, bits) = (hash(text), text.len() * 8);
            let reason = format!("the text has {bits} bits and the hash {found:016x}");
            return problem(reason, TEXTS);
        }
        Some(text.into())
    };
    let count = count.min(LIMIT).cast_signed();
    Ok((number, Value { bytes, text, count }))
}
