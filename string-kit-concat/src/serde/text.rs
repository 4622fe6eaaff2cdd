//! serde's traits for concatenations, which take a text for a string; and the reader of one string.

use core::cell::Cell;
use core::fmt::{self, Display};
use core::str::{self, Utf8Error};

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, Expected, Unexpected, Visitor};
use serde::ser::{Error, Serialize, Serializer};

use super::limits::{Limits, Meter};
use crate::dag::{ConcatRef, Dag, Part};
use crate::read::fits_memory;
use crate::{ConcatError, ConcatStr};

/// Writes the text as a string, piece by piece where the serializer has a `collect_str` of its own, as
/// those of `serde_json` and postcard have: O(nodes + bytes), and what [`ConcatRef::chunks`] allocates. Any
/// other makes a `String` of it first. A text of more than `isize::MAX` bytes, which is as long as one can
/// be in memory, is an error that displays as [`ConcatError::TooLong`], before a byte is written.
impl<D: Dag> Serialize for ConcatRef<'_, D> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        if let Part::Leaf(text) = self.dag.part(self.node) {
            return to.serialize_str(text);
        }
        fits_memory(self.dag, self.node).map_err(R::Error::custom)?;
        let pieces = Pieces {
            text: *self,
            failed: Cell::new(None),
        };
        let written = to.collect_str(&pieces)?;
        match pieces.failed.get() {
            Some(error) => Err(R::Error::custom(error)),
            None => Ok(written),
        }
    }
}

/// Writes the text as a string, as [`ConcatRef`] does.
impl Serialize for ConcatStr {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        self.view().serialize(to)
    }
}

/// Reads a string, or bytes that are UTF-8, into one leaf: O(n), as [`ConcatStr::try_copy`].
impl<'de> Deserialize<'de> for ConcatStr {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = Text {
            meter: &mut Meter::new(Limits::new()),
            keep: Self::try_copy,
        };
        text.deserialize(from)
    }
}

/// Reads one string within the limits, and hands it to a function.
pub(super) struct Text<'m, F> {
    pub(super) meter: &'m mut Meter,
    pub(super) keep: F,
}

impl<'de, T, F> DeserializeSeed<'de> for Text<'_, F>
where
    F: FnOnce(&str) -> Result<T, ConcatError>,
{
    type Value = T;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<T, D::Error> {
        // NOTE: not `deserialize_str`, by which ciborium refuses texts over 4,096 bytes
        // (enarx/ciborium#32), and by which postcard keeps every text that it reads from an
        // `io::Read` in the caller's buffer, until that is full. The price is a `String` a text
        // from ciborium; JSON, TOML and postcard's slices treat both alike.
        from.deserialize_string(self)
    }
}

impl<T, F> Visitor<'_> for Text<'_, F>
where
    F: FnOnce(&str) -> Result<T, ConcatError>,
{
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    #[inline]
    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        self.meter.text(text.len()).map_err(E::custom)?;
        (self.keep)(text).map_err(E::custom)
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<T, E> {
        match str::from_utf8(bytes) {
            Ok(text) => self.visit_str(text),
            Err(error) => Err(not_utf8(bytes, error)),
        }
    }
}

#[cold]
fn not_utf8<E: de::Error>(bytes: &[u8], error: Utf8Error) -> E {
    E::invalid_value(Unexpected::Bytes(bytes), &Utf8UpTo(error.valid_up_to()))
}

/// Expects UTF-8, and displays the byte at which the text stops to be that.
struct Utf8UpTo(usize);

impl Expected for Utf8UpTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "valid UTF-8 (invalid from byte {} on)", self.0)
    }
}

/// A text that is not too long, with its own errors kept from the serializer.
///
/// `collect_str` may take it for granted that an error is its writer's: `serde_json` panics on another.
struct Pieces<'a, D: Dag> {
    text: ConcatRef<'a, D>,
    failed: Cell<Option<ConcatError>>,
}

impl<D: Dag> Display for Pieces<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chunks = self.text.chunks();
        loop {
            match chunks.try_next() {
                Ok(Some(chunk)) => f.write_str(chunk)?,
                Ok(None) => return Ok(()),
                Err(error) => {
                    self.failed.set(Some(error));
                    return Ok(());
                }
            }
        }
    }
}
