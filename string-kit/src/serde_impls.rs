//! serde's traits for string-kit's own types: a string, and a sequence of strings.
//!
//! What more there is to read (limits, numbers as text, every other type) is in `string-kit-serde`.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::{self, Utf8Error};

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, Expected, SeqAccess, Unexpected, Visitor,
};
use serde::ser::{Serialize, Serializer};

use crate::{CapturedStr, SharedStr, StrList, StrListBuilder, StringBuf};

/// Writes the text as a string: O(n), no allocation but the serializer's.
impl<const N: usize> Serialize for StringBuf<N> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        to.serialize_str(self)
    }
}

/// Reads a string, or bytes that are UTF-8: O(n), and an allocation if it is longer than `N`. A
/// `String` that the format gives away goes by `From`, which copies none longer than `N`.
impl<'de, const N: usize> Deserialize<'de> for StringBuf<N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let keep = |text: Cow<'_, str>| match text {
            Cow::Borrowed(text) => Self::try_from_text(text),
            Cow::Owned(text) => Ok(Self::from(text)),
        };
        Text(keep).deserialize(from)
    }
}

/// Writes the text as a string: O(n), no allocation but the serializer's.
impl Serialize for SharedStr {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        to.serialize_str(self)
    }
}

/// Reads a string, or bytes that are UTF-8: O(n), and one allocation, at the exact size, if it is
/// longer than 15 bytes. A `String` that the format gives away is copied too, since the count lies
/// before the text. Handles that shared a text when they were written are read as one text each.
impl<'de> Deserialize<'de> for SharedStr {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let keep = |text: Cow<'_, str>| Self::try_copy(&text);
        Text(keep).deserialize(from)
    }
}

/// Writes the strings as a sequence: O(n), no allocation but the serializer's.
impl Serialize for StrList {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        to.collect_seq(self)
    }
}

/// Reads a sequence of strings straight into one [`StrListBuilder`]: O(n), and what the builder and
/// the list allocate; nothing for a string, beside what the format takes: ciborium and bincode 1
/// make a `String` of each.
impl<'de> Deserialize<'de> for StrList {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_seq(Strings)
    }
}

/// Reads one string, and hands its text to a function: its own, if the format gives it away.
pub(crate) struct Text<F>(pub(crate) F);

impl<'de, T, X, F> DeserializeSeed<'de> for Text<F>
where
    F: FnOnce(Cow<'_, str>) -> Result<T, X>,
    X: fmt::Display,
{
    type Value = T;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<T, D::Error> {
        // NOTE: not `deserialize_str`, by which ciborium refuses texts over 4,096 bytes
        // (enarx/ciborium#32).
        from.deserialize_string(self)
    }
}

impl<T, X, F> Visitor<'_> for Text<F>
where
    F: FnOnce(Cow<'_, str>) -> Result<T, X>,
    X: fmt::Display,
{
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    #[inline]
    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.0)(Cow::Borrowed(text)).map_err(E::custom)
    }

    #[inline]
    fn visit_string<E: Error>(self, text: String) -> Result<T, E> {
        (self.0)(Cow::Owned(text)).map_err(E::custom)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<T, E> {
        match str::from_utf8(bytes) {
            Ok(text) => self.visit_str(text),
            Err(error) => Err(not_utf8(bytes, error)),
        }
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<T, E> {
        match String::from_utf8(bytes) {
            Ok(text) => self.visit_string(text),
            Err(error) => Err(not_utf8(error.as_bytes(), error.utf8_error())),
        }
    }
}

#[cold]
fn not_utf8<E: Error>(bytes: &[u8], error: Utf8Error) -> E {
    E::invalid_value(Unexpected::Bytes(bytes), &Utf8UpTo(error.valid_up_to()))
}

/// Says at which byte a text stops to be one.
struct Utf8UpTo(usize);

impl Expected for Utf8UpTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "text in UTF-8, which it is not at byte {}", self.0)
    }
}

struct Strings;

impl<'de> Visitor<'de> for Strings {
    type Value = StrList;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence of which each item is a string")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut strings: A) -> Result<StrList, A::Error> {
        let mut builder = StrListBuilder::new();
        // A stated length is not relied on: the builder grows as strings come.
        while strings
            .next_element_seed(Text(|text: Cow<'_, str>| builder.try_push(&text)))?
            .is_some()
        {}
        builder.try_finish().map_err(A::Error::custom)
    }
}
