//! serde's traits for texts as strings, with a limit on their length; and the reader of one string.

use core::cell::Cell;
use core::fmt::{self, Display};
use core::str;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, Visitor};
use serde::ser::{Error, Serialize, Serializer};

use super::limits::{LimitError, Limits, Meter};
use crate::dag::{ConcatRef, Dag, Part};
use crate::{ConcatError, ConcatStr, ConcatStrNodes, MeasuredConcatStr, MeasuredConcatStrNodes};

/// A handle that the adapters write and read: [`ConcatStr`] or [`MeasuredConcatStr`]. The trait is sealed.
///
/// ```
/// use string_kit_concat::serde::{ConcatText, Limits};
/// use string_kit_concat::{ConcatStr, MeasuredConcatStr};
///
/// fn read<T: ConcatText>(json: &str) -> serde_json::Result<T> {
///     let limits = Limits::new().max_items(1_000);
///     limits.read_text(&mut serde_json::Deserializer::from_str(json))
/// }
///
/// let json = r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[1]}"#;
/// assert_eq!(read::<ConcatStr>(json)?, "nana");
/// assert_eq!(read::<MeasuredConcatStr>(json)?, "nana");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub trait ConcatText: Handle {}

/// The methods of both handles. It cannot be named outside of this crate, which seals [`ConcatText`].
pub trait Handle: Clone {
    /// The nodes of the text's view.
    type Nodes: Dag;

    /// Copies `text` into a leaf.
    fn try_copy(text: &str) -> Result<Self, ConcatError>;

    /// Returns this text and then the other one.
    fn try_concat(&self, other: &Self) -> Result<Self, ConcatError>;

    /// Returns the text, borrowed to be read.
    fn view(&self) -> ConcatRef<'_, Self::Nodes>;
}

/// The limit of `Serialize`: a text of more than 64 MiB is not written as one string.
///
/// A text of 2^34 bytes can be made of 30 nodes, so the memory that a text takes does not bound its length.
/// [`serialize_text`] and [`AsText`] write with another limit, [`serialize`](super::serialize()) writes nodes.
///
/// ```
/// use string_kit_concat::ConcatStr;
/// use string_kit_concat::serde::MAX_TEXT;
///
/// let text = ConcatStr::from("x").repeat(MAX_TEXT as u64 + 1);
/// let error = serde_json::to_string(&text).unwrap_err();
/// assert!(error.to_string().starts_with("the text is longer than 67108864 bytes"));
/// ```
pub const MAX_TEXT: usize = 64 << 20;

/// Writes a text as one string if it has no more than `LIMIT` bytes:
/// `#[serde(serialize_with = "string_kit_concat::serde::serialize_text::<1_000, _, _>")]`.
///
/// O(nodes + bytes). The cost is that of [`AsText`].
///
/// # Errors
///
/// Returns the errors of [`AsText`].
///
/// ```
/// use serde::Serialize;
/// use string_kit_concat::ConcatStr;
///
/// #[derive(Serialize)]
/// struct Line(
///     #[serde(serialize_with = "string_kit_concat::serde::serialize_text::<8, _, _>")] ConcatStr,
/// );
///
/// let na = ConcatStr::from("na");
/// assert_eq!(serde_json::to_string(&Line(na.repeat(4)))?, r#""nananana""#);
/// assert!(serde_json::to_string(&Line(na.repeat(5))).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn serialize_text<const LIMIT: usize, T: ConcatText, R: Serializer>(
    text: &T,
    to: R,
) -> Result<R::Ok, R::Error> {
    let (text, limit) = (text.view(), LIMIT);
    AsText { text, limit }.serialize(to)
}

/// A text to be written as one string, with a limit on its bytes.
///
/// O(nodes + bytes). Allocates what [`ConcatRef::chunks`] does. A serializer with a `collect_str` of its own,
/// as `serde_json` and postcard have, writes piece by piece; any other makes a `String` first.
///
/// # Errors
///
/// Returns the serializer's errors. Returns its `custom` error for a [`LimitError`] before a byte is written,
/// and for a [`ConcatError`] if memory runs out.
///
/// ```
/// use string_kit_concat::ConcatArena;
/// use string_kit_concat::serde::AsText;
///
/// let mut arena = ConcatArena::new();
/// let na = arena.leaf("na");
/// let nana = arena.concat(na, na);
/// let text = arena.get(nana).unwrap();
/// assert_eq!(serde_json::to_string(&AsText { text, limit: 4 })?, r#""nana""#);
/// assert!(serde_json::to_string(&AsText { text, limit: 3 }).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AsText<'a, D: Dag> {
    /// The text.
    pub text: ConcatRef<'a, D>,
    /// The most bytes that the text may have. More than `isize::MAX` stands for `isize::MAX`.
    pub limit: usize,
}

impl<D: Dag> Serialize for AsText<'_, D> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        let max = self.limit.min(isize::MAX.unsigned_abs());
        let beyond = self.text.byte_at(max as u128).map_err(R::Error::custom)?;
        if beyond.is_some() {
            return Err(R::Error::custom(LimitError::TextTooLong { max }));
        }
        if let Part::Leaf(text) = self.text.dag.part(self.text.node) {
            return to.serialize_str(text);
        }
        let pieces = Pieces {
            text: self.text,
            failed: Cell::new(None),
        };
        let written = to.collect_str(&pieces)?;
        match pieces.failed.get() {
            Some(error) => Err(R::Error::custom(error)),
            None => Ok(written),
        }
    }
}

/// Writes the text as one string of at most [`MAX_TEXT`] bytes, as [`AsText`] does.
impl<D: Dag> Serialize for ConcatRef<'_, D> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        let (text, limit) = (*self, MAX_TEXT);
        AsText { text, limit }.serialize(to)
    }
}

macro_rules! handles {
    ($($Name:ident, $Nodes:ident;)*) => {$(
        impl ConcatText for $Name {}

        impl Handle for $Name {
            type Nodes = $Nodes;

            #[inline]
            fn try_copy(text: &str) -> Result<Self, ConcatError> {
                Self::try_copy(text)
            }

            #[inline]
            fn try_concat(&self, other: &Self) -> Result<Self, ConcatError> {
                self.try_concat(other)
            }

            #[inline]
            fn view(&self) -> ConcatRef<'_, $Nodes> {
                self.view()
            }
        }

        /// Writes the text as one string of at most [`MAX_TEXT`](crate::serde::MAX_TEXT) bytes, as
        /// [`AsText`](crate::serde::AsText) does.
        impl Serialize for $Name {
            fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
                self.view().serialize(to)
            }
        }

        /// Reads a string, or bytes that are UTF-8, into one leaf: O(n), as
        #[doc = concat!("[`", stringify!($Name), "::try_copy`].")]
        impl<'de> Deserialize<'de> for $Name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let meter = &mut Meter::new(Limits::new());
                let keep = Self::try_copy;
                ReadString { meter, keep }.deserialize(from)
            }
        }
    )*};
}

handles!(ConcatStr, ConcatStrNodes; MeasuredConcatStr, MeasuredConcatStrNodes;);

/// Displays a text, and keeps the errors of reading it.
///
/// NOTE: `collect_str` may assume that an error is its writer's: `serde_json` panics on another.
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

/// Reads one string within the limits, and passes it to a function.
pub(super) struct ReadString<'m, F> {
    pub(super) meter: &'m mut Meter,
    pub(super) keep: F,
}

impl<'de, T, F> DeserializeSeed<'de> for ReadString<'_, F>
where
    F: FnOnce(&str) -> Result<T, ConcatError>,
{
    type Value = T;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<T, D::Error> {
        // NOTE: not `deserialize_str`: with it ciborium refuses texts over 4,096 bytes
        // (enarx/ciborium#32), and postcard keeps each text that it reads from an `io::Read` in the
        // caller's buffer until that is full. The price is a `String` for each text from ciborium;
        // JSON, TOML and postcard's slices treat both alike.
        from.deserialize_string(self)
    }
}

impl<T, F> Visitor<'_> for ReadString<'_, F>
where
    F: FnOnce(&str) -> Result<T, ConcatError>,
{
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    #[inline]
    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        self.meter.leaf(text.len()).map_err(E::custom)?;
        (self.keep)(text).map_err(E::custom)
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<T, E> {
        self.visit_str(str::from_utf8(bytes).map_err(E::custom)?)
    }
}
