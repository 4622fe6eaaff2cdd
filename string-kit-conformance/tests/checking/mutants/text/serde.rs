//! To and from serde's data model.
#![allow(unsafe_code)]

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Text, Views};
use crate::table::{Bug, has};

impl<K: Views> Serialize for Text<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if has(Bug::SerializedAsBytes) {
            return serializer.serialize_bytes(self.text.as_bytes());
        }
        if has(Bug::SerializedAsDebug) {
            return serializer.serialize_str(&format!("{self:?}"));
        }
        serializer.serialize_str(&self.text)
    }
}

impl<'de, K: Views> Deserialize<'de> for Text<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if has(Bug::ReadsBorrowedOnly) {
            return <&str>::deserialize(deserializer).map(Self::from);
        }
        deserializer.deserialize_string(Given::<K>(PhantomData))
    }
}

/// Takes text, and bytes that are text.
struct Given<K>(PhantomData<K>);

impl<K: Views> Visitor<'_> for Given<K> {
    type Value = Text<K>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Text<K>, E> {
        Ok(Text::from(text))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Text<K>, E> {
        if has(Bug::VisitsBytesUnchecked) {
            // SAFETY: broken on purpose, the promise that the bytes are UTF-8: nobody looked at them.
            let text = unsafe { String::from_utf8_unchecked(bytes.into()) };
            return Ok(Text::of(text));
        }
        if has(Bug::VisitsBytesLossily) {
            return Ok(Text::from_utf8_lossy(bytes));
        }
        Text::from_utf8(bytes).map_err(E::custom)
    }
}
