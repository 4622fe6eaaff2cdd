//! A [`FrozenConcat`] as bytes, for `#[serde(with = "string_kit_concat::serde::frozen")]`.
//!
//! The bytes are its own: for a format that has bytes, as postcard and CBOR have; one that has none, as
//! JSON, writes a list of numbers. An id is a number too: [`FrozenId::to_bits`].
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use string_kit_concat::{ConcatArena, FrozenConcat, FrozenId};
//!
//! #[derive(Deserialize, Serialize)]
//! struct Texts {
//!     #[serde(with = "string_kit_concat::serde::frozen")]
//!     nodes: FrozenConcat,
//!     ids: Vec<u64>,
//! }
//!
//! let mut arena = ConcatArena::new();
//! let na = arena.leaf("na");
//! let nana = arena.concat(na, na);
//! let (nodes, ids) = arena.freeze().unwrap();
//! let ids = vec![ids.of(nana).unwrap().to_bits()];
//!
//! let bytes = postcard::to_stdvec(&Texts { nodes, ids })?;
//! let texts: Texts = postcard::from_bytes(&bytes)?;
//! assert_eq!(texts.nodes.get(FrozenId::from_bits(texts.ids[0])).unwrap(), "nana");
//! # Ok::<(), postcard::Error>(())
//! ```
//!
//! [`FrozenId::to_bits`]: crate::FrozenId::to_bits

use alloc::vec::Vec;
use core::fmt;

use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::ser::{Error, Serializer};

use crate::{ConcatError, FrozenConcat};

/// Writes the bytes that [`FrozenConcat::to_bytes`] saves.
///
/// O(bytes); allocates them once, beside what the serializer takes.
///
/// # Errors
///
/// The serializer's; `custom` if memory runs out.
///
/// ```
/// use string_kit_concat::{ConcatArena};
///
/// let (frozen, _) = ConcatArena::new().freeze().unwrap();
/// let mut json = Vec::new();
/// let mut serializer = serde_json::Serializer::new(&mut json);
/// string_kit_concat::serde::frozen::serialize(&frozen, &mut serializer)?;
/// assert_eq!(serde_json::from_slice::<Vec<u8>>(&json)?, frozen.to_bytes());
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn serialize<R: Serializer>(frozen: &FrozenConcat, to: R) -> Result<R::Ok, R::Error> {
    to.serialize_bytes(&frozen.try_to_bytes().map_err(R::Error::custom)?)
}

/// Reads bytes that [`FrozenConcat::from_bytes`] loads, or a sequence of as many numbers.
///
/// O(bytes + nodes), and no more memory than the bytes take; a sequence of numbers is put together first.
///
/// # Errors
///
/// The deserializer's; its `custom` error, with the words of a
/// [`LoadError`](crate::LoadError), for bytes that cannot be loaded; `custom` if memory runs
/// out.
///
/// ```
///
/// let mut deserializer = serde_json::Deserializer::from_str("[1,2,3]");
/// let read = string_kit_concat::serde::frozen::deserialize::<_>(&mut deserializer);
/// let error = read.unwrap_err().to_string();
/// assert!(error.starts_with("the bytes end too early (at byte 3)"));
/// ```
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<FrozenConcat, D::Error> {
    from.deserialize_byte_buf(Bytes)
}

/// Loads bytes.
struct Bytes;

impl<'de> Visitor<'de> for Bytes {
    type Value = FrozenConcat;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a frozen concatenation")
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        FrozenConcat::from_bytes(bytes).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        // A stated length is not relied on.
        let mut bytes = Vec::<u8>::new();
        while let Some(byte) = seq.next_element()? {
            bytes
                .try_reserve(1)
                .map_err(|error| de::Error::custom(ConcatError::from(error)))?;
            bytes.push(byte);
        }
        self.visit_bytes(&bytes)
    }
}
