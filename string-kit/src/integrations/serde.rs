//! serde's traits for string-kit's own types. `StringBuf` and `SharedStr` are strings, `StrList` is
//! a sequence of strings.
//!
//! The crate `string-kit-serde` also reads with limits and reads numbers as text, and supports
//! every representation.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::{self, Utf8Error};

use serde::de::value::{SeqDeserializer, StrDeserializer, StringDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IntoDeserializer, SeqAccess, Unexpected,
    Visitor,
};
use serde::ser::{Serialize, Serializer};

use crate::str_list::Iter;
use crate::{SharedStr, StrList, StrListBuilder, StringBuf, TextError};

macro_rules! text {
    ([$($param:tt)*] $ty:ty; $($in_place:tt)*) => {
        impl<$($param)*> Serialize for $ty {
            fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
                to.serialize_str(self)
            }
        }

        /// Deserializes a string, or bytes in UTF-8. A `StringBuf` takes over the buffer of a
        /// `String`, if the text is not inline. Clones that are serialized and deserialized do not
        /// share a text any more.
        impl<'de, $($param)*> Deserialize<'de> for $ty {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                TextSeed(super::convert, None).deserialize(from)
            }

            $($in_place)*
        }

        /// Hands the text over as a `String`.
        impl<E: Error, $($param)*> IntoDeserializer<'_, E> for $ty {
            type Deserializer = StringDeserializer<E>;

            fn into_deserializer(self) -> StringDeserializer<E> {
                self.into_string().into_deserializer()
            }
        }
    };
}

text!([] SharedStr;);
text!([const N: usize] StringBuf<N>;
    /// Keeps the memory of `place`, unless the format hands a `String` over.
    fn deserialize_in_place<D: Deserializer<'de>>(
        from: D,
        place: &mut Self,
    ) -> Result<(), D::Error> {
        let replace = |text: Cow<'_, str>| -> Result<(), TextError> {
            match text {
                Cow::Borrowed(text) => {
                    place.try_reserve(text.len().saturating_sub(place.len()))?;
                    place.clear();
                    place.push_str(text);
                }
                Cow::Owned(text) => *place = Self::from(text),
            }
            Ok(())
        };
        TextSeed(replace, None).deserialize(from)
    }
);

impl<'de, E: Error> IntoDeserializer<'de, E> for &'de SharedStr {
    type Deserializer = StrDeserializer<'de, E>;

    fn into_deserializer(self) -> StrDeserializer<'de, E> {
        self.as_str().into_deserializer()
    }
}

impl<'de, E: Error> IntoDeserializer<'de, E> for &'de StrList {
    type Deserializer = SeqDeserializer<Iter<'de>, E>;

    fn into_deserializer(self) -> Self::Deserializer {
        SeqDeserializer::new(self.iter())
    }
}

impl Serialize for StrList {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        to.collect_seq(self)
    }
}

/// Deserializes a sequence of strings, by a [`StrListBuilder`]. The strings one by one allocate
/// nothing, unless the format makes a `String` of each, as ciborium and bincode 1 do.
impl<'de> Deserialize<'de> for StrList {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_seq(Strings)
    }
}

/// A deserializer of one string, which is owned if the format hands it over. The index is that of
/// the string in a list, for messages.
struct TextSeed<F>(F, Option<usize>);

impl<'de, T, X, F> DeserializeSeed<'de> for TextSeed<F>
where
    X: fmt::Display,
    F: FnOnce(Cow<'_, str>) -> Result<T, X>,
{
    type Value = T;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<T, D::Error> {
        // NOTE: `deserialize_str` would be enough, but ciborium then rejects texts over 4,096 bytes
        // (enarx/ciborium#32).
        from.deserialize_string(self)
    }
}

impl<T, X, F> Visitor<'_> for TextSeed<F>
where
    X: fmt::Display,
    F: FnOnce(Cow<'_, str>) -> Result<T, X>,
{
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a string{}", At(self.1))
    }

    #[inline]
    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        self.0(Cow::Borrowed(text)).map_err(E::custom)
    }

    #[inline]
    fn visit_string<E: Error>(self, text: String) -> Result<T, E> {
        self.0(Cow::Owned(text)).map_err(E::custom)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<T, E> {
        match str::from_utf8(bytes) {
            Ok(text) => self.visit_str(text),
            Err(error) => Err(not_utf8(bytes, error, At(self.1))),
        }
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<T, E> {
        match String::from_utf8(bytes) {
            Ok(text) => self.visit_string(text),
            Err(error) => Err(not_utf8(error.as_bytes(), error.utf8_error(), At(self.1))),
        }
    }
}

/// The end of a message about a string in a list.
#[derive(Clone, Copy)]
struct At(Option<usize>);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .map_or(Ok(()), |index| write!(f, " at index {index}"))
    }
}

#[cold]
fn not_utf8<E: Error>(bytes: &[u8], error: Utf8Error, at: At) -> E {
    let valid = error.valid_up_to();
    let expected = format!("valid UTF-8 (invalid from byte {valid} on){at}");
    E::invalid_value(Unexpected::Bytes(bytes), &&*expected)
}

struct Strings;

impl<'de> Visitor<'de> for Strings {
    type Value = StrList;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence of strings")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut strings: A) -> Result<StrList, A::Error> {
        let mut builder = StrListBuilder::new();
        // The length that the format announces may be wrong: the builder grows with the strings.
        loop {
            let index = builder.len();
            let push = |text: Cow<'_, str>| builder.try_push(&text);
            let item = strings.next_element_seed(TextSeed(push, Some(index)))?;
            if item.is_none() {
                return builder.try_finish().map_err(A::Error::custom);
            }
        }
    }
}
