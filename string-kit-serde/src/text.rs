//! The one visitor of strings: takes a text in any form that a format has it in, and keeps it.
//!
//! ```text
//! Deserializer --visit_str, visit_string, visit_bytes, ...--> TextVisitor
//!     --one more item? so many bytes?--> Meter
//!     --the text--> Keep: an `S`, or the next string of a builder
//! ```

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display};
use core::marker::PhantomData;
use core::str::{self, Utf8Error};

use serde::de::{DeserializeSeed, Deserializer, Error, Expected, Unexpected, Visitor};
use string_kit::{CaptureError, CapturedStr};

use crate::limits::{Limits, Meter};

/// Where a text goes.
pub(crate) trait Keep {
    /// What comes of it: the string itself, or nothing if it was put somewhere.
    type Kept;

    /// Copies a text that stays with the format.
    fn text(&mut self, text: &str) -> Result<Self::Kept, CaptureError>;

    /// Takes a text that the format gives away, and its memory if that is of use.
    fn string(&mut self, text: String) -> Result<Self::Kept, CaptureError> {
        self.text(&text)
    }

    /// Keeps the text of a value: what `to_string` gives.
    fn display(&mut self, value: &dyn Display) -> Result<Self::Kept, CaptureError>;
}

/// Makes a string of its own of each text.
pub(crate) struct Own<S>(PhantomData<fn() -> S>);

impl<S> Own<S> {
    pub(crate) fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S: CapturedStr> Keep for Own<S> {
    type Kept = S;

    #[inline]
    fn text(&mut self, text: &str) -> Result<S, CaptureError> {
        S::try_from_text(text)
    }

    #[inline]
    fn string(&mut self, text: String) -> Result<S, CaptureError> {
        Ok(S::from(text))
    }

    #[inline]
    fn display(&mut self, value: &dyn Display) -> Result<S, CaptureError> {
        S::try_capture(value)
    }
}

/// What counts as a text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Forms {
    /// What serde takes for a `String`: strings, characters, and bytes that are UTF-8.
    Strings,
    /// Numbers and booleans too, as `to_string` writes them. No limit of length holds for those:
    /// what reads them has none.
    Scalars,
}

impl Display for Forms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Strings => "a string",
            Self::Scalars => "a string, a number or a boolean",
        })
    }
}

/// Reads one string into a string type.
pub(crate) struct OneText<S> {
    forms: Forms,
    limits: Limits,
    kept: PhantomData<fn() -> S>,
}

impl<S> OneText<S> {
    pub(crate) fn new(forms: Forms, limits: Limits) -> Self {
        Self {
            forms,
            limits,
            kept: PhantomData,
        }
    }

    pub(crate) fn forms(&self) -> Forms {
        self.forms
    }
}

impl<'de, S: CapturedStr> DeserializeSeed<'de> for OneText<S> {
    type Value = S;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<S, D::Error> {
        let visitor = TextVisitor {
            keep: &mut Own::new(),
            meter: &mut Meter::new(self.limits),
            forms: self.forms,
        };
        visitor.deserialize(from)
    }
}

/// Reads one string, as an item of a list: refuses it unread if there are too many.
pub(crate) struct Item<'a, K>(pub(crate) TextVisitor<'a, K>);

impl<'de, K: Keep> DeserializeSeed<'de> for Item<'_, K> {
    type Value = K::Kept;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<K::Kept, D::Error> {
        self.0.meter.item().map_err(D::Error::custom)?;
        self.0.deserialize(from)
    }
}

/// Reads one string, and puts it where it is to be kept.
pub(crate) struct TextVisitor<'a, K> {
    pub(crate) keep: &'a mut K,
    pub(crate) meter: &'a mut Meter,
    pub(crate) forms: Forms,
}

impl<K: Keep> TextVisitor<'_, K> {
    fn scalar<E: Error>(self, value: &dyn Display, found: Unexpected<'_>) -> Result<K::Kept, E> {
        match self.forms {
            Forms::Strings => Err(E::invalid_type(found, &self)),
            Forms::Scalars => self.keep.display(value).map_err(E::custom),
        }
    }
}

impl<'de, K: Keep> DeserializeSeed<'de> for TextVisitor<'_, K> {
    type Value = K::Kept;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<K::Kept, D::Error> {
        match self.forms {
            // NOTE: not `deserialize_str`, by which ciborium refuses texts over 4,096 bytes
            // (enarx/ciborium#32), and by which postcard's readers never free their buffer. The
            // price is a `String` a text from ciborium and bincode 1; JSON, TOML and postcard
            // treat both alike.
            Forms::Strings => from.deserialize_string(self),
            Forms::Scalars => from.deserialize_any(self),
        }
    }
}

impl<K: Keep> Visitor<'_> for TextVisitor<'_, K> {
    type Value = K::Kept;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.forms.fmt(f)
    }

    #[inline]
    fn visit_str<E: Error>(self, text: &str) -> Result<K::Kept, E> {
        self.meter.text(text.len()).map_err(E::custom)?;
        self.keep.text(text).map_err(E::custom)
    }

    #[inline]
    fn visit_string<E: Error>(self, text: String) -> Result<K::Kept, E> {
        self.meter.text(text.len()).map_err(E::custom)?;
        self.keep.string(text).map_err(E::custom)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<K::Kept, E> {
        match str::from_utf8(bytes) {
            Ok(text) => self.visit_str(text),
            Err(error) => Err(not_utf8(bytes, error)),
        }
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<K::Kept, E> {
        match String::from_utf8(bytes) {
            Ok(text) => self.visit_string(text),
            Err(error) => Err(not_utf8(error.as_bytes(), error.utf8_error())),
        }
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<K::Kept, E> {
        self.scalar(&value, Unexpected::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<K::Kept, E> {
        self.scalar(&value, Unexpected::Signed(value))
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<K::Kept, E> {
        self.scalar(&value, Unexpected::Other("integer of 128 bits"))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<K::Kept, E> {
        self.scalar(&value, Unexpected::Unsigned(value))
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<K::Kept, E> {
        self.scalar(&value, Unexpected::Other("integer of 128 bits"))
    }

    /// Not by way of `f64`, which has more digits: 0.1 would be 0.10000000149011612.
    fn visit_f32<E: Error>(self, value: f32) -> Result<K::Kept, E> {
        self.scalar(&value, Unexpected::Float(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<K::Kept, E> {
        self.scalar(&value, Unexpected::Float(value))
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
