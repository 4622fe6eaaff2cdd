//! Rows to a profile: each row by itself, then all together.

use std::collections::HashMap;
use std::path::Path;

use compact_str::CompactString;
use serde::Deserialize;

use super::LIMIT;
use crate::input::{Fault, LONGEST_NAME, MOST_FIELDS};
use crate::profile::usage::Numbers;
use crate::profile::value::{LONGEST, hash};
use crate::profile::{Field, Hash, Lengths, Profile, SAMPLED, Value, Values};

/// The remedy where rows contradict each other.
const COMPLETE: &str = "take all rows of one run of the query, and no other";
/// The remedy where a text is not the one that was hashed.
const TEXTS: &str = "write the rows as lines of JSON, which keep each text as it is";

/// A row as it is read.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    part: Option<Cell>,
    field: Option<Cell>,
    bits: Option<Cell>,
    count: Option<Cell>,
    hash: Option<Cell>,
    text: Option<Cell>,
    most: Option<Cell>,
}

/// A cell of a row: some engines write numbers as texts.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a text or a number is needed in each cell")]
enum Cell {
    Text(String),
    Number(serde_json::Number),
}

impl Cell {
    fn into_text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Number(number) => number.to_string(),
        }
    }
}

/// Takes the rows of one profile, from one file or several.
#[derive(Debug)]
pub(super) struct RowsBuilder {
    profile: Profile,
    /// The number of each field by its name.
    numbers: HashMap<String, usize>,
    /// The values of each field.
    values: Vec<Listed>,
    /// True after a row of the number of records.
    has_records: bool,
    /// The bytes of memory that further rows may take.
    memory: usize,
}

/// The values of a field that have rows, the bound of all others, and the number of those in the sample.
#[derive(Debug, Default)]
struct Listed {
    values: Vec<Value>,
    unlisted: u64,
    sampled: u64,
}

/// The problem of a row, and the remedy.
#[derive(Debug)]
pub(super) struct Problem(pub(super) String, pub(super) &'static str);

/// The approximate bytes of an empty field.
const FIELD: usize = 1_024;

impl RowsBuilder {
    pub(super) fn new(memory: usize) -> Self {
        Self {
            profile: Profile::default(),
            numbers: HashMap::new(),
            values: Vec::new(),
            has_records: false,
            memory,
        }
    }

    /// Takes a row.
    pub(super) fn take(&mut self, row: Row) -> Result<(), Problem> {
        let part = text(row.part);
        let count = whole("count", row.count)?;
        let count = count.ok_or_else(|| missing(&part, "count"))?;
        let bits = whole("bits", row.bits)?;
        let bytes = || match bits {
            Some(bits) if bits.is_multiple_of(8) => Ok(bits / 8),
            Some(bits) => Err(Problem(
                format!("{bits} bits are no number of bytes"),
                "texts must be UTF-8, whose lengths are multiples of 8 bits",
            )),
            None => Err(missing(&part, "bits")),
        };
        let field = row.field.map(Cell::into_text);
        let field = field.ok_or_else(|| missing(&part, "field"));
        match &*part {
            "records" => {
                self.has_records = true;
                add(&mut self.profile.records, count);
            }
            "present" => add(&mut self.field(field?)?.0.present, count),
            "ascii" => add(&mut self.field(field?)?.0.ascii, count),
            "record" | "length" => {
                let of = match &*part {
                    "record" => &mut self.profile.record_bytes,
                    _ => &mut self.field(field?)?.0.lengths,
                };
                let before = of.memory();
                of.add(bytes()?, count);
                let more = of.memory() - before;
                self.spend(more)?;
            }
            "value" => {
                let most = whole("most", row.most)?.unwrap_or(count);
                let (bytes, name) = (bytes()?, field?);
                let kind = self.field(name.clone())?.0.hash;
                let value = value(kind, &text(row.hash), bytes, text(row.text), (count, most))?;
                let kept = value.text.as_ref().map_or(0, CompactString::len);
                self.spend(kept + 2 * size_of::<Value>())?;
                self.field(name)?.1.values.push(value);
            }
            "sampled" if count < 8 || count > SAMPLED as u64 || !count.is_power_of_two() => {
                return Err(Problem(
                    format!("a sample of {count} values"),
                    "it must be a power of two from 8 to 4096",
                ));
            }
            "sampled" => self.field(field?)?.1.sampled = count,
            "unlisted" => add(&mut self.field(field?)?.1.unlisted, count),
            "hash" => {
                let kind = match &*text(row.text) {
                    "recorded" => Hash::Recorded,
                    "keyed" => Hash::Keyed,
                    other => {
                        return Err(Problem(
                            format!("the hash '{}' is unknown", other.escape_debug()),
                            "it must be recorded or keyed",
                        ));
                    }
                };
                let (field, listed) = self.field(field?)?;
                if !listed.values.is_empty() {
                    return Err(Problem("the hash comes after values".to_owned(), COMPLETE));
                }
                field.hash = kind;
            }
            _ => {
                let numbers = Numbers {
                    text: &text(row.text),
                    bits: bits.unwrap_or(0),
                    count,
                    most: whole("most", row.most)?.unwrap_or(0),
                };
                let usage = &mut self.field(field?)?.0.usage;
                if !usage.get_or_insert_default().take(&part, numbers) {
                    return Err(Problem(
                        format!("the part '{}' is unknown", part.escape_debug()),
                        "the parts are records, record, present, ascii, length, hash, value, sampled, unlisted, and \
                         those of a record of string-kit-record",
                    ));
                }
            }
        }
        Ok(())
    }

    /// Returns the field with this name, and its values.
    fn field(&mut self, name: String) -> Result<(&mut Field, &mut Listed), Problem> {
        let number = match self.numbers.get(&name) {
            Some(number) => *number,
            None if self.values.len() == MOST_FIELDS || name.len() > LONGEST_NAME => {
                return Err(Problem(
                    format!(
                        "it has more than {MOST_FIELDS} fields, or a name of more than {LONGEST_NAME} bytes"
                    ),
                    "make a profile of fewer columns",
                ));
            }
            None => {
                self.spend(FIELD + name.len())?;
                self.profile.fields.push(Field {
                    name: name.clone(),
                    ..Field::default()
                });
                self.values.push(Listed::default());
                self.numbers.insert(name, self.values.len() - 1);
                self.values.len() - 1
            }
        };
        Ok((&mut self.profile.fields[number], &mut self.values[number]))
    }

    /// Subtracts `bytes` from the memory that is left.
    fn spend(&mut self, bytes: usize) -> Result<(), Problem> {
        let left = self.memory.checked_sub(bytes).ok_or_else(|| {
            Problem(
                "the rows take too much memory".to_owned(),
                "is it one profile? --memory raises the limit",
            )
        })?;
        self.memory = left;
        Ok(())
    }

    /// Returns the profile. The path is that of the file, or of the folder of all files.
    pub(super) fn finish(self, path: &Path) -> Result<Profile, Fault> {
        let fault = |what: String| Fault::of(path, what, COMPLETE);
        if !self.has_records {
            return Err(fault("it has no row of the part 'records'".to_owned()));
        }
        let mut profile = self.profile;
        let mut bytes = 0_u64;
        for (field, listed) in profile.fields.iter_mut().zip(self.values) {
            let of = |what: String| fault(format!("in the field '{}', {what}", field.name));
            check_counts(field, profile.records).map_err(of)?;
            check_values(field, &listed.values, listed.unlisted).map_err(of)?;
            let sampled = match listed.sampled {
                0 => SAMPLED,
                #[allow(clippy::cast_possible_truncation)] // It is 4096 at most.
                fewer => fewer as usize,
            };
            let values = Values::from_listed(listed.values, listed.unlisted, sampled);
            field.values = values.map_err(|what| of(what.to_owned()))?;
            bytes = bytes.saturating_add(field.lengths.bytes());
        }
        let of_records = &profile.record_bytes;
        if profile.records.max(of_records.bytes()) > LIMIT {
            return Err(fault("the counts are above 2^53".to_owned()));
        }
        if *of_records == Lengths::default() {
            return Ok(profile);
        }
        if of_records.count() != profile.records {
            return Err(fault(format!(
                "the rows of 'record' count {} records, and that of 'records' {}",
                of_records.count(),
                profile.records
            )));
        }
        if of_records.bytes() != bytes {
            return Err(fault(format!(
                "the texts have {bytes} bytes by 'length', and {} by 'record'",
                of_records.bytes()
            )));
        }
        Ok(profile)
    }
}

/// Checks that the counts of a field do not contradict each other.
fn check_counts(field: &Field, records: u64) -> Result<(), String> {
    let Field { present, ascii, .. } = *field;
    let count = field.count();
    if count.max(field.lengths.bytes()).max(present) > LIMIT {
        Err("the counts or lengths add up to more than 2^53".to_owned())
    } else if present > records {
        Err(format!("{present} of {records} records have a text"))
    } else if present > count || (present == 0) != (count == 0) {
        Err(format!(
            "{present} records have a text by 'present', and there are {count} texts by 'length'"
        ))
    } else if ascii > count {
        Err(format!("{ascii} of {count} texts are ASCII"))
    } else {
        Ok(())
    }
}

/// Checks that the listed values have lengths of the field, and that all texts are of listed values, if
/// none is left out.
fn check_values(field: &Field, listed: &[Value], unlisted: u64) -> Result<(), String> {
    let count = field.count();
    let mut rest: HashMap<u64, u64> = field.lengths.iter().collect();
    for value in listed {
        let of_length = rest.entry(value.bytes).or_default();
        let (least, most) = value.count;
        *of_length = of_length.checked_sub(least).ok_or_else(|| {
            let bits = value.bytes.saturating_mul(8);
            format!("the values of {bits} bits are more than the texts of this length")
        })?;
        if most > count {
            return Err(format!("one of {count} texts is there {most} times"));
        }
    }
    let rest = rest.values().copied().fold(0, u64::saturating_add);
    if unlisted > count {
        Err(format!(
            "an unlisted value of {count} texts is there {unlisted} times"
        ))
    } else if unlisted == 0 && rest > 0 {
        Err(format!(
            "{rest} texts have no row of 'value', and there is none of 'unlisted'"
        ))
    } else {
        Ok(())
    }
}

/// Returns the value of a row, after all that it claims is checked.
fn value(
    kind: Hash,
    digits: &str,
    bytes: u64,
    text: String,
    count: (u64, u64),
) -> Result<Value, Problem> {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let number = u64::from_str_radix(digits, 16);
    let number = number
        .ok()
        .filter(|_| digits.len() == 16 && digits.bytes().all(is_digit));
    let number = number.ok_or_else(|| {
        Problem(
            format!(
                "the hash '{}' is not 16 hexadecimal digits",
                digits.escape_debug()
            ),
            "it must be substr(md5(text), 1, 16), in lower case",
        )
    })?;
    let is_kept = bytes <= LONGEST as u64;
    if count.0 == 0 || count.0 > count.1 {
        let what = format!("a value is there {} to {} times", count.0, count.1);
        return Err(Problem(
            what,
            "count must be at least 1, and most at least count",
        ));
    }
    let text = match kind {
        Hash::Keyed if text.is_empty() && is_kept => stand_in(number, bytes),
        _ => text,
    };
    if is_kept && text.len() as u64 != bytes {
        let what = format!(
            "a text of {} bits should have {}",
            text.len() * 8,
            bytes * 8
        );
        return Err(Problem(what, TEXTS));
    }
    if is_kept && kind == Hash::Md5 && hash(&text) != number {
        let what = format!(
            "the text has the hash {:016x}, and not {digits}",
            hash(&text)
        );
        return Err(Problem(what, TEXTS));
    }
    if !is_kept && !text.is_empty() {
        let what = "a text of more than 8192 bits is there".to_owned();
        return Err(Problem(what, "its cell must be empty"));
    }
    Ok(Value {
        hash: number,
        bytes,
        text: is_kept.then(|| text.into()),
        count,
    })
}

/// Returns a text of the length of one that was not recorded: digits of its hash.
fn stand_in(hash: u64, bytes: u64) -> String {
    let digits = format!("{hash:016x}");
    let bytes = usize::try_from(bytes).expect("a kept text is short");
    digits.bytes().cycle().take(bytes).map(char::from).collect()
}

/// Returns the text in a cell; an empty one if there is no cell.
fn text(cell: Option<Cell>) -> String {
    cell.map(Cell::into_text).unwrap_or_default()
}

/// Returns the number in a cell, if it is not empty.
fn whole(column: &str, cell: Option<Cell>) -> Result<Option<u64>, Problem> {
    let text = text(cell);
    if text.is_empty() {
        return Ok(None);
    }
    let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text
        .parse()
        .ok()
        .filter(|&number| is_whole && number <= LIMIT);
    number.map(Some).ok_or_else(|| {
        let what = format!("'{}' is no number for {column}", text.escape_debug());
        Problem(what, "it must be a whole number from 0 to 2^53")
    })
}

fn missing(part: &str, column: &str) -> Problem {
    let what = format!(
        "a row of the part '{}' has no {column}",
        part.escape_debug()
    );
    Problem(what, "is the row complete?")
}

/// Adds to a sum, which stays at the greatest number.
fn add(sum: &mut u64, count: u64) {
    *sum = sum.saturating_add(count);
}
