//! Formatting, and serde's traits.
#![allow(unsafe_code)]

use std::fmt::{self, Debug, Display, Write};
use std::marker::PhantomData;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Text, Views};
use crate::mutants::table::{Bug, has};

impl<K: Views> Display for Text<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if has(Bug::DisplayDoesNotPad) {
            return f.write_str(&self.text);
        }
        f.pad(&self.text)
    }
}

impl<K: Views> Debug for Text<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if has(Bug::DebugDerived) {
            return f
                .debug_struct("Text")
                .field("text", &self.text)
                .field("in_use", &self.in_use)
                .field("kind", &self.kind)
                .finish();
        }
        Debug::fmt(&self.text, f)
    }
}

impl<K: Views> Write for Text<K> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.push_str(text);
        Ok(())
    }

    fn write_fmt(&mut self, arguments: fmt::Arguments<'_>) -> fmt::Result {
        let result = self.text.write_fmt(arguments);
        if has(Bug::WriteDropsError) {
            Ok(())
        } else {
            result
        }
    }
}

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
        deserializer.deserialize_string(TextVisitor::<K>(PhantomData))
    }
}

/// A visitor that accepts text, and bytes that are UTF-8.
struct TextVisitor<K>(PhantomData<K>);

impl<K: Views> Visitor<'_> for TextVisitor<K> {
    type Value = Text<K>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Text<K>, E> {
        Ok(Text::from(text))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Text<K>, E> {
        if has(Bug::VisitsBytesUnchecked) {
            // SAFETY: breaks on purpose the promise that the bytes are UTF-8: nothing checked them.
            let text = unsafe { String::from_utf8_unchecked(bytes.into()) };
            return Ok(Text::of(text));
        }
        if has(Bug::VisitsBytesLossily) {
            return Ok(Text::from_utf8_lossy(bytes));
        }
        Text::from_utf8(bytes).map_err(E::custom)
    }
}
