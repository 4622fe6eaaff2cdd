//! A row of the file form of a profile, as JSON.

use std::borrow::Cow;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::values::LONGEST;

/// The limit of all counts, and of the bytes of a field: what a JSON number holds exactly.
pub(super) const LIMIT: u64 = 1 << 53;

/// A row. A cell that is empty, null or missing is none.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Row<'a> {
    pub(super) part: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) field: Option<Cow<'a, str>>,
    #[serde(deserialize_with = "number", skip_serializing_if = "Option::is_none")]
    pub(super) bits: Option<u64>,
    #[serde(deserialize_with = "number")]
    pub(super) count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hash: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<Cow<'a, str>>,
    #[serde(deserialize_with = "number", skip_serializing_if = "Option::is_none")]
    pub(super) most: Option<u64>,
}

impl Row<'_> {
    pub(super) fn new(part: &'static str, bits: Option<u64>, count: u64) -> Self {
        Self {
            part: part.into(),
            bits,
            count: Some(count),
            ..Self::default()
        }
    }

    /// Returns an upper bound of the bytes that stand in for a text of the row that was not
    /// recorded.
    pub(super) fn stand_in_bytes(&self) -> usize {
        match (&*self.part, &self.text, self.bits) {
            ("value", None, Some(bits)) => {
                LONGEST.min(usize::try_from(bits / 8).unwrap_or(LONGEST))
            }
            _ => 0,
        }
    }
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
