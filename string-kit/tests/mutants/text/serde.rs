//! To and from serde's data model.
#![allow(unsafe_code)]

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Text, Views};
use crate::table::Bug;

impl<const BUG: u8, K: Views> Serialize for Text<BUG, K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if Self::has(Bug::SerializedAsBytes) {
            return serializer.serialize_bytes(self.text.as_bytes());
        }
        if Self::has(Bug::SerializedAsDebug) {
            return serializer.serialize_str(&format!("{self:?}"));
        }
        serializer.serialize_str(&self.text)
    }
}

impl<'de, const BUG: u8, K: Views> Deserialize<'de> for Text<BUG, K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if Self::has(Bug::ReadsBorrowedOnly) {
            return <&str>::deserialize(deserializer).map(Self::from);
        }
        deserializer.deserialize_string(Given::<BUG, K>(PhantomData))
    }
}

/// Takes text, and bytes that are text.
struct Given<const BUG: u8, K>(PhantomData<K>);

impl<const BUG: u8, K: Views> Visitor<'_> for Given<BUG, K> {
    type Value = Text<BUG, K>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Text<BUG, K>, E> {
        Ok(Text::from(text))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Text<BUG, K>, E> {
        if Text::<BUG, K>::has(Bug::VisitsBytesUnchecked) {
            // SAFETY: broken on purpose, the promise that the bytes are UTF-8: nobody looked at them.
            let text = unsafe { String::from_utf8_unchecked(bytes.into()) };
            return Ok(Text::of(text));
        }
        if Text::<BUG, K>::has(Bug::VisitsBytesLossily) {
            return Ok(Text::from_utf8_lossy(bytes));
        }
        Text::from_utf8(bytes).map_err(E::custom)
    }
}
