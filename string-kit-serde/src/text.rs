//! The visitor that reads every string of this crate, in any form that a format gives it.
//!
//! ```text
//! Deserializer --visit_str, visit_string, visit_bytes, ...--> TextVisitor
//!     --a number, formatted on the stack--> TextVisitor
//!     --the number of items and of bytes--> Meter, which checks the limits
//!     --the text--> Keep: an `S`, or the next string of a builder
//! ```

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display, Write};
use core::marker::PhantomData;
use core::str;

use serde::de::value::BytesDeserializer;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, Expected, Unexpected, Visitor};
use string_kit::{CaptureError, CapturedStr, StringBuf};

use crate::limits::{Limits, Meter};

/// A destination of texts.
pub(crate) trait Keep {
    /// The new string, or `()` if the destination holds it.
    type Kept;
    /// The reason why a text could not be kept.
    type Error: Display;

    /// Reserves memory for `strings` more strings, if that does not depend on their texts.
    fn reserve(&mut self, _strings: usize) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Copies a text that belongs to the format.
    fn text(&mut self, text: &str) -> Result<Self::Kept, Self::Error>;

    /// Takes a text that the format hands over, and reuses its memory if it can.
    fn string(&mut self, text: String) -> Result<Self::Kept, Self::Error> {
        self.text(&text)
    }
}

/// A destination that makes an `S` of each text.
pub(crate) struct Create<S>(PhantomData<fn() -> S>);

impl<S> Create<S> {
    pub(crate) fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S: CapturedStr> Keep for Create<S> {
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

/// Room for the text of any scalar: the longest has 327 bytes, as for `-f64::MIN_POSITIVE`.
const SCALAR_BYTES: usize = 328;

/// A buffer on the stack for the text of a scalar.
///
/// PERF: a `StringBuf` of the same size costs 200 instructions more for a float.
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

/// The data that is accepted as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Accepted {
    /// Strings, characters and UTF-8 bytes: the data that serde reads as a `String`.
    Strings,
    /// Numbers and booleans too, as `to_string` writes them.
    Scalars,
}

impl Accepted {
    /// Names one item, for error messages.
    pub(crate) fn singular(self) -> &'static str {
        match self {
            Self::Strings => "a string",
            Self::Scalars => "a string, a number or a boolean",
        }
    }

    /// Names several items, for error messages.
    pub(crate) fn plural(self) -> &'static str {
        match self {
            Self::Strings => "strings",
            Self::Scalars => "strings, numbers or booleans",
        }
    }
}

/// A seed that reads one string into an `S`: the type that [`Limits::text`](crate::Limits::text) returns.
///
/// ```
/// use serde::de::DeserializeSeed;
/// use string_kit_serde::Limits;
/// use string_kit_serde::seed::TextSeed;
///
/// let seed: TextSeed<Box<str>> = Limits::new().max_len(2).text();
/// let read = seed.deserialize(&mut serde_json::Deserializer::from_str(r#""id""#))?;
/// assert_eq!(&*read, "id");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TextSeed<S> {
    limits: Limits,
    string: PhantomData<fn() -> S>,
}

impl<S> TextSeed<S> {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            string: PhantomData,
        }
    }
}

impl<S> Expected for TextSeed<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.limits.accepted().singular())
    }
}

impl<'de, S: CapturedStr> DeserializeSeed<'de> for TextSeed<S> {
    type Value = S;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<S, D::Error> {
        let visitor = TextVisitor {
            keep: &mut Create::new(),
            meter: &mut Meter::new(self.limits),
        };
        visitor.deserialize(from)
    }
}

/// Reads one string and counts it as an item: the item of a sequence, or the key of a pair. Returns
/// an error before it reads one item too many.
pub(crate) struct Counted<'a, K>(pub(crate) TextVisitor<'a, K>);

impl<'de, K: Keep> DeserializeSeed<'de> for Counted<'_, K> {
    type Value = K::Kept;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<K::Kept, D::Error> {
        self.0.meter.item().map_err(D::Error::custom)?;
        self.0.deserialize(from)
    }
}

/// Reads one string and passes it to its destination.
pub(crate) struct TextVisitor<'a, K> {
    pub(crate) keep: &'a mut K,
    pub(crate) meter: &'a mut Meter,
}

impl<K: Keep> TextVisitor<'_, K> {
    fn scalar<E: Error>(self, value: &dyn Display, found: Unexpected<'_>) -> Result<K::Kept, E> {
        match self.meter.accepted() {
            Accepted::Strings => Err(E::invalid_type(found, &self)),
            Accepted::Scalars => {
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
        match self.meter.accepted() {
            // NOTE: with `deserialize_str` ciborium returns an error for a text of more than 4,096
            // bytes (enarx/ciborium#32), and postcard, if it reads from an `io::Read`, keeps every
            // text in the caller's buffer, which fills up. With `deserialize_string` ciborium and
            // bincode 1 make a `String` of each text. JSON, TOML and postcard on a slice treat both
            // alike.
            Accepted::Strings => from.deserialize_string(self),
            Accepted::Scalars => from.deserialize_any(self),
        }
    }
}

impl<K: Keep> Visitor<'_> for TextVisitor<'_, K> {
    type Value = K::Kept;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.meter.accepted().singular())
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
            Err(_) => Err(not_utf8(bytes)),
        }
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<K::Kept, E> {
        match String::from_utf8(bytes) {
            Ok(text) => self.visit_string(text),
            Err(error) => Err(not_utf8(error.as_bytes())),
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

    /// Formats the `f32` itself: as an `f64`, 0.1 would be 0.10000000149011612.
    fn visit_f32<E: Error>(self, value: f32) -> Result<K::Kept, E> {
        self.scalar(&value, Unexpected::Float(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<K::Kept, E> {
        self.scalar(&value, Unexpected::Float(value))
    }
}

/// Returns the error for bytes that are not UTF-8: that of string-kit's own types, for the same
/// message.
#[cold]
fn not_utf8<E: Error>(bytes: &[u8]) -> E {
    StringBuf::<16>::deserialize(BytesDeserializer::new(bytes))
        .expect_err("the bytes are not UTF-8")
}

/// Reads the value of another seed, or null or a unit as `None`.
pub(crate) struct Optional<T>(pub(crate) T);

impl<'de, T: DeserializeSeed<'de> + Expected> DeserializeSeed<'de> for Optional<T> {
    type Value = Option<T::Value>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_option(self)
    }
}

impl<'de, T: DeserializeSeed<'de> + Expected> Visitor<'de> for Optional<T> {
    type Value = Option<T::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Expected::fmt(&self.0, f)?;
        f.write_str(" or null")
    }

    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        self.0.deserialize(from).map(Some)
    }
}
