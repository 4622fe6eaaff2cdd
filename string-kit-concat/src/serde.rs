//! serde's traits: a text is a string.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{self, Deserialize, Deserializer, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::slice::ConcatSlice;
use crate::text::ConcatStr;

/// Writes a string. Copies a text of more than one piece, unless the format implements
/// `collect_str` without a copy.
impl Serialize for ConcatSlice<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.piece_at(0) {
            None => serializer.serialize_str(""),
            Some(piece) if piece.text.len() == self.len() => serializer.serialize_str(piece.text),
            Some(_) => serializer.collect_str(self),
        }
    }
}

/// Writes a string.
impl Serialize for ConcatStr {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

/// Reads a string of any length. [`limited`] has a limit.
impl<'de> Deserialize<'de> for ConcatStr {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_string(Limited(usize::MAX))
    }
}

/// Reads a string of at most `limit` bytes, for `#[serde(deserialize_with)]`: untrusted data must
/// not fill the memory.
///
/// The limit does not stop a format from copying a longer string first: limit the length of the
/// input too.
///
/// # Errors
///
/// The format's. If the string is longer, its message names the limit.
///
/// ```
/// use string_kit_concat::ConcatStr;
///
/// let mut json = serde_json::Deserializer::from_str("\"a text\"");
/// let error = string_kit_concat::serde::limited(5)(&mut json).unwrap_err();
/// assert!(error.to_string().contains("at most 5 bytes"));
/// ```
pub fn limited<'de, D: Deserializer<'de>>(
    limit: usize,
) -> impl FnOnce(D) -> Result<ConcatStr, D::Error> {
    move |deserializer| deserializer.deserialize_string(Limited(limit))
}

/// A visitor that takes a string of at most this many bytes.
struct Limited(usize);

impl Limited {
    fn take<E: de::Error>(&self, text: Cow<'_, str>) -> Result<ConcatStr, E> {
        if text.len() > self.0 {
            return Err(E::invalid_length(text.len(), self));
        }
        match text {
            Cow::Borrowed(text) => ConcatStr::try_from_str(text),
            Cow::Owned(text) => ConcatStr::try_from_owner(crate::node::Owner::String(text)),
        }
        .map_err(E::custom)
    }
}

impl Visitor<'_> for Limited {
    type Value = ConcatStr;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == usize::MAX {
            return f.write_str("a string");
        }
        write!(f, "a string of at most {} bytes", self.0)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<ConcatStr, E> {
        self.take(text.into())
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<ConcatStr, E> {
        self.take(text.into())
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<ConcatStr, E> {
        let refused = |_| E::invalid_value(Unexpected::Bytes(bytes), &self);
        self.take(str::from_utf8(bytes).map_err(refused)?.into())
    }

    fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<ConcatStr, E> {
        let text = String::from_utf8(bytes)
            .map_err(|error| E::invalid_value(Unexpected::Bytes(error.as_bytes()), &self))?;
        self.take(text.into())
    }
}
