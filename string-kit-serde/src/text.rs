//! The one visitor of strings: takes a text in any form that a format has it in, and keeps it.
//!
//! ```text
//! Deserializer --visit_str, visit_string, visit_bytes, ...--> TextVisitor
//!     --a number, as text on the stack--> TextVisitor
//!     --one more item? so many bytes?--> Meter
//!     --the text--> Keep: an `S`, or the next string of a builder
//! ```

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display, Write};
use core::marker::PhantomData;
use core::str::{self, Utf8Error};

use serde::de::{DeserializeSeed, Deserializer, Error, Expected, Unexpected, Visitor};
use string_kit::{CaptureError, CapturedStr};

use crate::limits::{Limits, Meter};

/// Where a text goes.
pub(crate) trait Keep {
    /// What comes of it: the string itself, or nothing if it was put somewhere.
    type Kept;
    /// Why it could not be kept.
    type Error: Display;

    /// Copies a text that stays with the format.
    fn text(&mut self, text: &str) -> Result<Self::Kept, Self::Error>;

    /// Takes a text that the format gives away, and its memory if that is of use.
    fn string(&mut self, text: String) -> Result<Self::Kept, Self::Error> {
        self.text(&text)
    }
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
    type Error = CaptureError;

    #[inline]
    fn text(&mut self, text: &str) -> Result<S, CaptureError> {
        S::try_from_text(text)
    }

    #[inline]
    fn string(&mut self, text: String) -> Result<S, CaptureError> {
        Ok(S::from(text))
    }
}

/// The longest text of a scalar, which formatting keeps on the stack: `-f64::MIN_POSITIVE` has 327
/// bytes.
const SCALAR_BYTES: usize = 328;

/// The text of a scalar, on the stack.
///
/// PERF: with a `StringBuf` of as many bytes it is 200 instructions more for a float.
struct ScalarText {
    bytes: [u8; SCALAR_BYTES],
    len: usize,
}

impl ScalarText {
    fn new() -> Self {
        Self {
            bytes: [0; SCALAR_BYTES],
            len: 0,
        }
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl Write for ScalarText {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        let room = self.bytes[self.len..].get_mut(..piece.len());
        room.ok_or(fmt::Error)?.copy_from_slice(piece.as_bytes());
        self.len += piece.len();
        Ok(())
    }
}

/// What counts as a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Forms {
    /// What serde takes for a `String`: strings, characters, and bytes that are UTF-8.
    Strings,
    /// Numbers and booleans too, as `to_string` writes them.
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
    limits: Limits,
    kept: PhantomData<fn() -> S>,
}

impl<S> OneText<S> {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            kept: PhantomData,
        }
    }
}

impl<S> Expected for OneText<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.limits.forms(), f)
    }
}

impl<'de, S: CapturedStr> DeserializeSeed<'de> for OneText<S> {
    type Value = S;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<S, D::Error> {
        let visitor = TextVisitor {
            keep: &mut Own::new(),
            meter: &mut Meter::new(self.limits),
        };
        visitor.deserialize(from)
    }
}

/// Reads one string that counts as an item, of a list or as the key of a pair: refuses it unread if
/// there are too many.
pub(crate) struct Counted<'a, K>(pub(crate) TextVisitor<'a, K>);

impl<'de, K: Keep> DeserializeSeed<'de> for Counted<'_, K> {
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
}

impl<K: Keep> TextVisitor<'_, K> {
    fn scalar<E: Error>(self, value: &dyn Display, found: Unexpected<'_>) -> Result<K::Kept, E> {
        match self.meter.forms() {
            Forms::Strings => Err(E::invalid_type(found, &self)),
            Forms::Scalars => {
                let mut text = ScalarText::new();
                write!(text, "{value}").map_err(E::custom)?;
                self.visit_bytes(text.bytes())
            }
        }
    }
}

impl<'de, K: Keep> DeserializeSeed<'de> for TextVisitor<'_, K> {
    type Value = K::Kept;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<K::Kept, D::Error> {
        match self.meter.forms() {
            // NOTE: not `deserialize_str`, by which ciborium refuses texts over 4,096 bytes
            // (enarx/ciborium#32), and by which postcard keeps every text that it reads from an
            // `io::Read` in the caller's buffer, until that is full. The price is a `String` a text
            // from ciborium and bincode 1; JSON, TOML and postcard's slices treat both alike.
            Forms::Strings => from.deserialize_string(self),
            Forms::Scalars => from.deserialize_any(self),
        }
    }
}

impl<K: Keep> Visitor<'_> for TextVisitor<'_, K> {
    type Value = K::Kept;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.meter.forms(), f)
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
