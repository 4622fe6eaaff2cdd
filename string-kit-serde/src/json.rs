//! A nested value as JSON without spaces, written piece by piece, within the limits.

use alloc::string::String;
use core::fmt::{self, Display, Write};
use core::str;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};
use string_kit::{CaptureError, CaptureErrorKind};

use crate::limits::{LimitError, Meter};
use crate::number::{FirstKey, Number};
use crate::text::{Located, NotUtf8, Place, ScalarText};

/// The most levels of a value that is read level by level. The limit of `serde_json` is the same.
const MAX_DEPTH: u8 = 128;

/// The number of levels that a value may still have: each takes a frame of the stack.
#[derive(Clone, Copy)]
pub(crate) struct Depth(u8);

impl Depth {
    pub(crate) fn new() -> Self {
        Self(MAX_DEPTH)
    }

    /// Counts a level, or returns an error if it is one too many.
    pub(crate) fn enter<E: Error>(self, place: &Located<'_>) -> Result<Self, E> {
        let left = self.0.checked_sub(1).map(Self);
        let max = MAX_DEPTH.into();
        left.ok_or_else(|| place.over(LimitError::TooDeep { max }))
    }
}

/// Writes one value, or one key of a map.
pub(crate) struct Json<'a> {
    pub(crate) text: &'a mut String,
    /// Checks the length of the text, but does not count it.
    pub(crate) meter: &'a Meter,
    pub(crate) place: Place<'a>,
    pub(crate) depth: Depth,
    /// The value is the key of a map, which JSON writes as a string.
    pub(crate) is_key: bool,
}

impl Json<'_> {
    fn located(&self) -> Located<'_> {
        Located {
            place: self.place,
            index: self.meter.index(),
        }
    }

    fn push<E: Error>(&mut self, piece: &str) -> Result<(), E> {
        let checked = self.meter.check(self.text.len() + piece.len());
        checked.map_err(|error| self.located().over(error))?;
        let reserved = self.text.try_reserve(piece.len());
        reserved.map_err(|_| E::custom(CaptureError::from(CaptureErrorKind::Alloc)))?;
        self.text.push_str(piece);
        Ok(())
    }

    /// Appends a text in quotes.
    fn quoted<E: Error>(&mut self, text: &str) -> Result<(), E> {
        self.push("\"")?;
        let mut rest = text;
        let special = |byte: u8| byte < b' ' || matches!(byte, b'"' | b'\\');
        while let Some(at) = rest.bytes().position(special) {
            // The byte is a character of ASCII.
            let (plain, from) = rest.split_at(at);
            let (escaped, after) = from.split_at(1);
            self.push(plain)?;
            match escaped {
                "\"" => self.push("\\\"")?,
                "\\" => self.push("\\\\")?,
                "\n" => self.push("\\n")?,
                "\r" => self.push("\\r")?,
                "\t" => self.push("\\t")?,
                "\u{8}" => self.push("\\b")?,
                "\u{C}" => self.push("\\f")?,
                _ => self.scalar(format_args!("\\u{:04x}", escaped.as_bytes()[0]))?,
            }
            rest = after;
        }
        self.push(rest)?;
        self.push("\"")
    }

    /// Appends a text of bounded length.
    fn scalar<E: Error>(&mut self, value: impl Display) -> Result<(), E> {
        let mut text = ScalarText::new();
        write!(text, "{value}").map_err(E::custom)?;
        let text = str::from_utf8(text.bytes()).map_err(E::custom)?;
        self.push(text)
    }

    /// Appends a number or a boolean, in quotes if it is a key.
    fn bare<E: Error>(mut self, value: impl Display) -> Result<(), E> {
        if !self.is_key {
            return self.scalar(value);
        }
        self.push("\"")?;
        self.scalar(value)?;
        self.push("\"")
    }

    /// Appends a float as `Debug` writes it: the shortest number that reads back the same, with a point or an
    /// exponent. JSON has no other floats than finite ones.
    fn float<E: Error>(self, is_finite: bool, debug: fmt::Arguments<'_>) -> Result<(), E> {
        if is_finite || self.is_key {
            return self.bare(debug);
        }
        self.bare("null")
    }

    fn null<E: Error>(mut self, found: Unexpected<'_>) -> Result<(), E> {
        self.refuse_as_key(found)?;
        self.push("null")
    }

    fn refuse_as_key<E: Error>(&self, found: Unexpected<'_>) -> Result<(), E> {
        if self.is_key {
            return Err(E::invalid_type(found, self));
        }
        Ok(())
    }

    /// Reborrows the writer for a part of the value.
    fn part(&mut self, depth: Depth, is_key: bool) -> Json<'_> {
        Json {
            text: self.text,
            meter: self.meter,
            place: self.place,
            depth,
            is_key,
        }
    }
}

impl<'de> DeserializeSeed<'de> for Json<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

/// Appends each kind of number, and booleans.
macro_rules! bare {
    ($($visit:ident($ty:ty))*) => {$(
        fn $visit<E: Error>(self, value: $ty) -> Result<(), E> {
            self.bare(value)
        }
    )*};
}

impl<'de> Visitor<'de> for Json<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_key {
            "a nested key that is a string, a number or a boolean"
        } else {
            "a value that JSON can hold"
        })?;
        Display::fmt(&self.located(), f)
    }

    bare! {
        visit_bool(bool) visit_i64(i64) visit_i128(i128) visit_u64(u64) visit_u128(u128)
    }

    /// Formats the `f32` itself: as an `f64`, 0.1 would be 0.10000000149011612.
    fn visit_f32<E: Error>(self, value: f32) -> Result<(), E> {
        self.float(value.is_finite(), format_args!("{value:?}"))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.float(value.is_finite(), format_args!("{value:?}"))
    }

    fn visit_str<E: Error>(mut self, text: &str) -> Result<(), E> {
        self.quoted(text)
    }

    fn visit_bytes<E: Error>(mut self, bytes: &[u8]) -> Result<(), E> {
        match str::from_utf8(bytes) {
            Ok(text) => self.quoted(text),
            Err(error) => Err(NotUtf8::error(bytes, error, self.located())),
        }
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.null(Unexpected::Option)
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.null(Unexpected::Unit)
    }

    fn visit_some<D: Deserializer<'de>>(mut self, from: D) -> Result<(), D::Error> {
        let depth = self.depth.enter(&self.located())?;
        let is_key = self.is_key;
        self.part(depth, is_key).deserialize(from)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        self.visit_some(from)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        self.refuse_as_key(Unexpected::Seq)?;
        let depth = self.depth.enter(&self.located())?;
        self.push("[")?;
        let mut separator = "";
        while items
            .next_element_seed(Part {
                separator,
                json: self.part(depth, false),
            })?
            .is_some()
        {
            separator = ",";
        }
        self.push("]")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut pairs: A) -> Result<(), A::Error> {
        let start = self.text.len();
        let is_key = self.is_key;
        if self.part(self.depth, is_key).map(&mut pairs)? {
            self.text.truncate(start);
            return pairs.next_value_seed(Number(self));
        }
        Ok(())
    }
}

impl Json<'_> {
    /// Writes a map, or returns `true` if it is a number, whose key alone was read then.
    pub(crate) fn map<'de, A: MapAccess<'de>>(mut self, pairs: &mut A) -> Result<bool, A::Error> {
        self.refuse_as_key(Unexpected::Map)?;
        let depth = self.depth.enter(&self.located())?;
        self.push("{")?;
        let mut has_key = match pairs.next_key_seed(FirstKey(self.part(depth, true)))? {
            Some(true) => return Ok(true),
            key => key.is_some(),
        };
        while has_key {
            pairs.next_value_seed(Part {
                separator: ":",
                json: self.part(depth, false),
            })?;
            let key = Part {
                separator: ",",
                json: self.part(depth, true),
            };
            has_key = pairs.next_key_seed(key)?.is_some();
        }
        self.push("}")?;
        Ok(false)
    }
}

/// Writes a part of a sequence or a map, after the character that separates it from the part before.
struct Part<'a> {
    separator: &'static str,
    json: Json<'a>,
}

impl<'de> DeserializeSeed<'de> for Part<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(mut self, from: D) -> Result<(), D::Error> {
        self.json.push(self.separator)?;
        self.json.deserialize(from)
    }
}
