//! A row of the file form of a profile, as JSON.

use std::borrow::Cow;

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// The limit of all counts, and of the bytes of a field: what a JSON number holds exactly.
pub(super) const LIMIT: u64 = 1 << 53;

/// A row. A cell that is empty, null or missing is none.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Row<'a> {
    pub(super) part: Cow<'a, str>,
    pub(super) field: Option<Cow<'a, str>>,
    #[serde(deserialize_with = "number")]
    pub(super) bits: Option<u64>,
    #[serde(deserialize_with = "number")]
    pub(super) count: Option<u64>,
    pub(super) hash: Option<Cow<'a, str>>,
    pub(super) text: Option<Cow<'a, str>>,
    #[serde(deserialize_with = "number")]
    pub(super) most: Option<u64>,
}

/// Reads a number.
fn number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let number = match Value::deserialize(from)? {
        Value::Null => return Ok(None),
        other => other.as_u64(),
    };
    match number {
        Some(..=LIMIT) => Ok(number),
        _ => Err(D::Error::custom(
            "a number is not a whole number from 0 to 2^53",
        )),
    }
}
