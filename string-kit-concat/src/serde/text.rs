//! serde's traits for concatenations: a text is a string.
//!
//! The nodes, each of them once, are written and read by `string-kit-serde`.

use alloc::borrow::Cow;
use core::cell::Cell;
use core::fmt::{self, Display};

use serde::de::{Deserialize, DeserializeSeed, Deserializer};
use serde::ser::{Error, Serialize, Serializer};

use super::ConcatStr;
use super::dag::{Dag, Part};
use super::error::ConcatError;
use super::read::fits_memory;
use super::view::ConcatRef;
use super::width::Width;
use crate::serde_impls::Text;

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
impl<W: Width> Serialize for ConcatStr<W> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        self.view().serialize(to)
    }
}

/// Reads a string, or bytes that are UTF-8, into one leaf: O(n), as [`ConcatStr::try_copy`].
impl<'de, W: Width> Deserialize<'de> for ConcatStr<W> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let keep = |text: Cow<'_, str>| Self::try_copy(&text);
        Text(keep).deserialize(from)
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
