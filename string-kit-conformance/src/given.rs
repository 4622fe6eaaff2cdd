//! What a format may give to a type that asks for text.

#[cfg(feature = "serde")]
use serde::de::value::{
    BorrowedBytesDeserializer, BorrowedStrDeserializer, BytesDeserializer, Error, StrDeserializer,
    StringDeserializer, U64Deserializer,
};
#[cfg(feature = "serde")]
use serde::de::{DeserializeOwned, IntoDeserializer};

/// A value as a format holds it.
#[derive(Clone, Copy, Debug)]
pub enum Given<'a> {
    /// A text that is gone after the call.
    Str(&'a str),
    /// A text that the format gives away.
    Owned(&'a str),
    /// A text that lives as long as the input.
    Borrowed(&'a str),
    /// Bytes that are gone after the call.
    Bytes(&'a [u8]),
    /// Bytes that live as long as the input.
    BorrowedBytes(&'a [u8]),
    /// No text at all.
    Number(u64),
}

#[cfg(feature = "serde")]
impl Given<'_> {
    /// What `T` makes of it; `None` if it refuses.
    #[must_use]
    pub fn read<T: DeserializeOwned>(self) -> Option<T> {
        let read = match self {
            Self::Str(text) => {
                T::deserialize::<StrDeserializer<'_, Error>>(text.into_deserializer())
            }
            Self::Owned(text) => {
                let owned = String::from(text);
                T::deserialize::<StringDeserializer<Error>>(owned.into_deserializer())
            }
            Self::Borrowed(text) => T::deserialize(BorrowedStrDeserializer::<Error>::new(text)),
            Self::Bytes(bytes) => T::deserialize(BytesDeserializer::<Error>::new(bytes)),
            Self::BorrowedBytes(bytes) => {
                T::deserialize(BorrowedBytesDeserializer::<Error>::new(bytes))
            }
            Self::Number(number) => {
                T::deserialize::<U64Deserializer<Error>>(number.into_deserializer())
            }
        };
        read.ok()
    }
}
