//! The visitor that reads every string of this crate, in any form that a format gives it.
//!
//! ```text
//! Deserializer --visit_str, visit_string, visit_bytes, ...--> TextVisitor
//!     --an integer, formatted on the stack--> TextVisitor
//!     --the number of items and of bytes--> Meter, which checks the limits
//!     --an error, with the Place of the string--> the format
//!     --the text--> TextSink: an `S`, or the next string of a builder
//! ```

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display, Write};
use core::marker::PhantomData;
use core::str::{self, Utf8Error};

use serde::de::{DeserializeSeed, Deserializer, Error, Expected, MapAccess, Unexpected, Visitor};
use string_kit::{CapturedStr, StrListBuilder, StringBuf, TextError, TextErrorKind};

use crate::limits::{Accepted, LimitError, Limits, Meter};

/// A destination of texts.
pub(crate) trait TextSink {
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
#[derive(Default)]
pub(crate) struct Create<S>(PhantomData<fn() -> S>);

impl<S: CapturedStr> TextSink for Create<S> {
    type Kept = S;
    type Error = TextError;

    #[inline]
    fn text(&mut self, text: &str) -> Result<S, TextError> {
        S::try_from_str(text)
    }

    #[inline]
    fn string(&mut self, text: String) -> Result<S, TextError> {
        S::try_from_string(text)
    }
}

impl<S: CapturedStr> TextSink for Vec<S> {
    type Kept = ();
    type Error = TextError;

    fn reserve(&mut self, strings: usize) -> Result<(), TextError> {
        self.try_reserve_exact(strings)
            .map_err(|_| TextErrorKind::Alloc.into())
    }

    #[inline]
    fn text(&mut self, text: &str) -> Result<(), TextError> {
        append(self, S::try_from_str(text)?)
    }

    #[inline]
    fn string(&mut self, text: String) -> Result<(), TextError> {
        append(self, S::try_from_string(text)?)
    }
}

#[inline]
fn append<S>(strings: &mut Vec<S>, string: S) -> Result<(), TextError> {
    strings.try_reserve(1).map_err(|_| TextErrorKind::Alloc)?;
    strings.push(string);
    Ok(())
}

/// Reserves nothing: the texts fill a builder's memory, and no format states their length.
impl TextSink for StrListBuilder {
    type Kept = ();
    type Error = TextError;

    #[inline]
    fn text(&mut self, text: &str) -> Result<(), TextError> {
        self.try_push(text)
    }
}

/// Reads one string and counts it as an item: the item of a sequence, or the key of a pair. Returns
/// an error before it reads one item too many.
pub(crate) struct Counted<'a, K>(pub(crate) TextVisitor<'a, K>);

impl<'de, K: TextSink> DeserializeSeed<'de> for Counted<'_, K> {
    type Value = K::Kept;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<K::Kept, D::Error> {
        self.0.meter.item().map_err(D::Error::custom)?;
        self.0.deserialize(from)
    }
}

/// The place of a string in the data, for error messages.
#[derive(Clone, Copy)]
pub(crate) enum Place<'a> {
    /// The string is all of the data.
    Alone,
    /// The string is an item of a sequence.
    Item,
    /// The string is a key of a map.
    Key,
    /// The string is the value of this key.
    Value(&'a str),
    /// The string is a value, whose key is in its list.
    Entry,
}

/// A place with the index of the item or entry. It displays as the end of a message.
pub(crate) struct Located<'a> {
    pub(crate) place: Place<'a>,
    pub(crate) index: usize,
}

impl Located<'_> {
    /// Returns the error for data that exceeds a limit at this place.
    #[cold]
    pub(crate) fn over<E: Error>(&self, error: LimitError) -> E {
        E::custom(format_args!("{error}{self}"))
    }
}

/// The most characters of a key in a message.
const KEY_CHARS: usize = 40;

impl Display for Located<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = self.index;
        match self.place {
            Place::Alone => Ok(()),
            Place::Item => write!(f, " at index {index}"),
            Place::Key => write!(f, " in the key of entry {index}"),
            Place::Entry => write!(f, " in the value of entry {index}"),
            Place::Value(key) => match key.char_indices().nth(KEY_CHARS) {
                None => write!(f, " at key {key:?}"),
                Some((end, _)) => write!(f, " at a key that begins with {:?}", &key[..end]),
            },
        }
    }
}

/// Reads one string and passes it to its destination.
pub(crate) struct TextVisitor<'a, K> {
    pub(crate) sink: &'a mut K,
    pub(crate) meter: &'a mut Meter,
    pub(crate) place: Place<'a>,
}

impl Limits {
    /// Reads a string into a destination.
    #[inline]
    pub(crate) fn read<'de, K: TextSink, D: Deserializer<'de>>(
        self,
        sink: &mut K,
        from: D,
    ) -> Result<K::Kept, D::Error> {
        TextVisitor::new(sink, &mut Meter::new(self), Place::Alone).deserialize(from)
    }
}

impl<'a, K> TextVisitor<'a, K> {
    #[inline]
    pub(crate) fn new(sink: &'a mut K, meter: &'a mut Meter, place: Place<'a>) -> Self {
        Self { sink, meter, place }
    }

    pub(crate) fn located(&self) -> Located<'_> {
        Located {
            place: self.place,
            index: self.meter.index(),
        }
    }

    /// Counts a string before it is kept, or returns an error if it exceeds a limit.
    #[inline]
    fn count<E: Error>(&mut self, len: usize) -> Result<(), E> {
        match self.meter.text(len) {
            Ok(()) => Ok(()),
            Err(error) => Err(self.located().over(error)),
        }
    }
}

impl<K: TextSink> TextVisitor<'_, K> {
    /// Passes on the text of an integer or a boolean, of at most 40 bytes.
    fn scalar<E: Error>(self, value: &dyn Display, found: Unexpected<'_>) -> Result<K::Kept, E> {
        match self.meter.accepted() {
            Accepted::Strings => Err(E::invalid_type(found, &self)),
            Accepted::Scalars => {
                let mut text = StringBuf::<40>::new();
                write!(text, "{value}").map_err(E::custom)?;
                self.visit_str(&text)
            }
        }
    }
}

impl<'de, K: TextSink> DeserializeSeed<'de> for TextVisitor<'_, K> {
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

/// Reads each kind of integer and booleans, with the words for it in an error.
macro_rules! scalars {
    ($($visit:ident($ty:ty): $found:expr;)*) => {$(
        fn $visit<E: Error>(self, value: $ty) -> Result<K::Kept, E> {
            let found: fn($ty) -> Unexpected<'static> = $found;
            self.scalar(&value, found(value))
        }
    )*};
}

impl<'de, K: TextSink> Visitor<'de> for TextVisitor<'_, K> {
    type Value = K::Kept;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.meter.accepted().singular())?;
        Display::fmt(&self.located(), f)
    }

    #[inline]
    fn visit_str<E: Error>(mut self, text: &str) -> Result<K::Kept, E> {
        self.count(text.len())?;
        self.sink.text(text).map_err(E::custom)
    }

    #[inline]
    fn visit_string<E: Error>(mut self, text: String) -> Result<K::Kept, E> {
        self.count(text.len())?;
        self.sink.string(text).map_err(E::custom)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<K::Kept, E> {
        match str::from_utf8(bytes) {
            Ok(text) => self.visit_str(text),
            Err(error) => Err(NotUtf8::error(bytes, error, self.located())),
        }
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<K::Kept, E> {
        match String::from_utf8(bytes) {
            Ok(text) => self.visit_string(text),
            Err(error) => Err(NotUtf8::error(
                error.as_bytes(),
                error.utf8_error(),
                self.located(),
            )),
        }
    }

    scalars! {
        visit_bool(bool): Unexpected::Bool;
        visit_i64(i64): Unexpected::Signed;
        visit_i128(i128): |_| Unexpected::Other("integer of 128 bits");
        visit_u64(u64): Unexpected::Unsigned;
        visit_u128(u128): |_| Unexpected::Other("integer of 128 bits");
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<K::Kept, E> {
        let found = Unexpected::Float(value);
        Err(match self.meter.accepted() {
            Accepted::Strings => E::invalid_type(found, &self),
            Accepted::Scalars => E::invalid_type(found, &ExactNumber(self.located())),
        })
    }

    /// Reads a number of `serde_json`'s feature `arbitrary_precision`.
    fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> Result<K::Kept, A::Error> {
        let is_number = matches!(self.meter.accepted(), Accepted::Scalars)
            && matches!(pairs.next_key_seed(NumberKey), Ok(Some(())));
        if is_number {
            return pairs.next_value_seed(Digits(self));
        }
        Err(A::Error::invalid_type(Unexpected::Map, &self))
    }
}

/// The expected data in the error for a float.
struct ExactNumber<'a>(Located<'a>);

impl Expected for ExactNumber<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (expected, place) = (Accepted::Scalars.singular(), &self.0);
        write!(
            f,
            "{expected}{place}: a float may have lost digits, so write the number as a string, \
             read it as an f64, or turn on serde_json's feature arbitrary_precision"
        )
    }
}

/// Reads the only key of the map that `serde_json` passes on as a number with all its digits.
struct NumberKey;

impl<'de> DeserializeSeed<'de> for NumberKey {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for NumberKey {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the key of a number")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<(), E> {
        match key {
            "$serde_json::private::Number" => Ok(()),
            _ => Err(E::invalid_value(Unexpected::Str(key), &self)),
        }
    }
}

/// Reads the value of such a map: the number as it was written.
struct Digits<V>(V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Digits<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<V::Value, D::Error> {
        from.deserialize_str(self)
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Digits<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the digits of a number")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<V::Value, E> {
        let is_written = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
        // Nobody else looks at it: data may have a map with this key itself.
        if text.bytes().all(is_written) && text.parse::<f64>().is_ok() {
            self.0.visit_str(text)
        } else {
            Err(E::invalid_value(Unexpected::Str(text), &self))
        }
    }
}

/// The expected data in the error for bytes that are not UTF-8.
pub(crate) struct NotUtf8<'a> {
    error: Utf8Error,
    place: Located<'a>,
}

impl<'a> NotUtf8<'a> {
    #[cold]
    pub(crate) fn error<E: Error>(bytes: &[u8], error: Utf8Error, place: Located<'a>) -> E {
        E::invalid_value(Unexpected::Bytes(bytes), &Self { error, place })
    }
}

impl Expected for NotUtf8<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (valid, place) = (self.error.valid_up_to(), &self.place);
        write!(f, "valid UTF-8 (invalid from byte {valid} on){place}")
    }
}
