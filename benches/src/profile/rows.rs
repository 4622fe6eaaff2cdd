//! The file form of a profile: rows of CSV, or lines of JSON, with the same seven columns.
//!
//! | part | field | bits | count | hash | text | most |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | `records` | | | records | | | |
//! | `record` | | bits of the texts of a record together | records | | | |
//! | `present` | name | | records that have a text | | | |
//! | `ascii` | name | | texts of ASCII alone | | | |
//! | `length` | name | bits of a text | texts | | | |
//! | `value` | name | bits | texts | 16 hexadecimal digits of its MD5 | the text, empty if it has more than 8,192 bits | the most texts, if `count` is the least |
//! | `unlisted` | name | | the most texts of a value that is not listed, if any were dropped | | | |
//!
//! Lengths are in bits, since `bit_length` is what all engines have.

use std::io::{self, Write};
use std::path::Path;

use super::Profile;
use crate::input::Fault;

/// Writes a profile as lines of JSON.
pub(crate) fn write_rows(_profile: &Profile, _out: &mut dyn Write) -> io::Result<()> {
    todo!()
}

/// Reads rows: CSV with a head line, lines of JSON, or a JSON array.
///
/// # Errors
///
/// If the rows are not of this form, with the place.
pub(crate) fn read_rows(_path: &Path) -> Result<Profile, Fault> {
    todo!()
}
