//! serde's traits for string-kit's own types: a string, and a sequence of strings.
//!
//! What more there is to read (limits, numbers as text, every other type) is in `string-kit-serde`.

use core::fmt;
use core::str;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, SeqAccess, Unexpected, Visitor,
};
use serde::ser::{Serialize, Serializer};

use crate::{CaptureError, CapturedStr, StrList, StrListBuilder, StringBuf};

/// Writes the text as a string: O(n), no allocation but the serializer's.
impl<const N: usize> Serialize for StringBuf<N> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        to.serialize_str(self)
    }
}

/// Reads a string, or bytes that are UTF-8: O(n), and an allocation if it is longer than `N`.
impl<'de, const N: usize> Deserialize<'de> for StringBuf<N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Text(Self::try_from_text).deserialize(from)
    }
}

/// Writes the strings as a sequence: O(n), no allocation but the serializer's.
impl Serialize for StrList {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        to.collect_seq(self)
    }
}

/// Reads a sequence of strings straight into one [`StrListBuilder`]: O(n), and what the builder and
/// the list allocate; nothing for a string.
impl<'de> Deserialize<'de> for StrList {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_seq(Strings)
    }
}

/// Reads one string, and hands its text to a function.
struct Text<F>(F);

impl<'de, T, F: FnOnce(&str) -> Result<T, CaptureError>> DeserializeSeed<'de> for Text<F> {
    type Value = T;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<T, D::Error> {
        // NOTE: not `deserialize_str`, by which ciborium refuses texts over 4,096 bytes
        // (enarx/ciborium#32).
        from.deserialize_string(self)
    }
}

impl<T, F: FnOnce(&str) -> Result<T, CaptureError>> Visitor<'_> for Text<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    #[inline]
    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.0)(text).map_err(E::custom)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<T, E> {
        match str::from_utf8(bytes) {
            Ok(text) => self.visit_str(text),
            Err(_) => Err(E::invalid_value(Unexpected::Bytes(bytes), &"text in UTF-8")),
        }
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
            .next_element_seed(Text(|text: &str| builder.try_push(text)))?
            .is_some()
        {}
        builder.try_finish().map_err(A::Error::custom)
    }
}
