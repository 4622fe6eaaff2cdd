//! A row of the file form of a profile, as JSON.

use std::borrow::Cow;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

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
    /// Returns a row of this part.
    pub(super) fn new(part: &'static str, bits: Option<u64>, count: u64) -> Self {
        Self {
            part: part.into(),
            bits,
            count: Some(count),
            ..Self::default()
        }
    }
}

/// Reads a number. Some engines write numbers as texts.
fn number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let text = match Value::deserialize(from)? {
        Value::Null => String::new(),
        Value::String(text) => text,
        other => other.to_string(),
    };
    if text.is_empty() {
        return Ok(None);
    }
    let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok();
    let number = number.filter(|&number| is_whole && number <= LIMIT);
    number.map(Some).ok_or_else(|| {
        let text = text.escape_debug();
        D::Error::custom(format_args!("'{text}' is no whole number from 0 to 2^53"))
    })
}
