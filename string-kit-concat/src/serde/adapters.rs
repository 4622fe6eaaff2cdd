//! Adapters for attributes: lists, arenas, frozen arenas, and reading within limits.

pub mod seq {
    //! A list of texts, for `#[serde(with = "string_kit_concat::serde::seq")]`: a shared node is written once,
    //! and shared again when it is read.
    //!
    //! For `Vec`, `Box<[_]>`, `Arc<[_]>` and other types that dereference to a slice and convert from a `Vec`,
    //! of [`ConcatStr`](crate::ConcatStr) or [`MeasuredConcatStr`](crate::MeasuredConcatStr). A list of one has
    //! the data of a single text.
    //!
    //! A history of versions keeps `MeasuredConcatStr`s. An edit is two cuts and a concatenation, in O(depth)
    //! time and nodes:
    //!
    //! ```
    //! use serde::{Deserialize, Serialize};
    //! use string_kit_concat::MeasuredConcatStr;
    //!
    //! #[derive(Deserialize, Serialize)]
    //! struct Versions(#[serde(with = "string_kit_concat::serde::seq")] Vec<MeasuredConcatStr>);
    //!
    //! impl Versions {
    //!     /// Inserts `new` at byte `at` of the last version, which makes the next one.
    //!     fn insert(&mut self, at: usize, new: &str) {
    //!         let last = &self.0[self.0.len() - 1];
    //!         let next = last.substr(..at).concat(new).concat(last.substr(at..));
    //!         self.0.push(next);
    //!     }
    //! }
    //!
    //! let lines = ["The first line of all.\n", "The second line.\n"];
    //! let mut versions = Versions(vec![lines.into_iter().collect()]);
    //! versions.insert(23, "A line in between.\n");
    //! versions.insert(4, "very ");
    //!
    //! let json = serde_json::to_string(&versions)?;
    //! let read: Versions = serde_json::from_str(&json)?;
    //! assert_eq!(read.0[0], lines.concat());
    //! assert_eq!(read.0[2], "The very first line of all.\nA line in between.\nThe second line.\n");
    //! # Ok::<(), serde_json::Error>(())
    //! ```
    //!
    //! A part cut from a leaf is a leaf: the handles share its bytes, and the data repeats them. So make the
    //! first version of pieces, as with `text.split_inclusive('\n').collect()`: short ones are gathered into
    //! leaves of some 256 bytes, and an edit adds no more to the data.

    use alloc::vec::Vec;
    use core::ops::Deref;

    use serde::de::Deserializer;
    use serde::ser::{Error, Serialize, Serializer};

    use crate::ConcatNodes;
    use crate::serde::{ConcatText, Limits, Nodes};

    /// Writes the nodes of the texts, each once.
    ///
    /// O(nodes) time and space, whatever the length of the texts. Takes a slice too, as `&slice`.
    ///
    /// # Errors
    ///
    /// Returns the serializer's errors, and its `custom` error if memory runs out.
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let texts: [ConcatStr; 2] = ["id".into(), "42".into()];
    /// let mut json = Vec::new();
    /// let mut serializer = serde_json::Serializer::new(&mut json);
    /// string_kit_concat::serde::seq::serialize(&&texts[..], &mut serializer)?;
    /// assert_eq!(json, br#"{"leaves":["id","42"],"nodes":[],"texts":[0,1]}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn serialize<C, T, R>(texts: &C, to: R) -> Result<R::Ok, R::Error>
    where
        C: Deref<Target = [T]>,
        T: ConcatText,
        R: Serializer,
    {
        let nodes = ConcatNodes::of(texts.iter().map(T::view)).map_err(R::Error::custom)?;
        Nodes(&nodes).serialize(to)
    }

    /// Reads nodes, and returns their texts.
    ///
    /// Costs the same as [`deserialize`](crate::serde::deserialize()), and a `Vec` of the handles, which `C` is
    /// made from.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`deserialize`](crate::serde::deserialize()), for any number of texts.
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let json = r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[0,1,1]}"#;
    /// let mut deserializer = serde_json::Deserializer::from_str(json);
    /// let texts: Box<[ConcatStr]> = string_kit_concat::serde::seq::deserialize(&mut deserializer)?;
    /// assert_eq!(texts[..], ["na", "nana", "nana"]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn deserialize<'de, C, T, D>(from: D) -> Result<C, D::Error>
    where
        C: From<Vec<T>> + Deref<Target = [T]>,
        T: ConcatText,
        D: Deserializer<'de>,
    {
        Limits::new().read_seq(from).map(C::from)
    }
}

pub mod arena {
    //! A [`ConcatArena`] and some texts of it, for `#[serde(with = "string_kit_concat::serde::arena")]`.
    //!
    //! Only the nodes that the texts reach are written. [`Limits::read_into`] reads into an existing arena.
    //!
    //! ```
    //! use serde::{Deserialize, Serialize};
    //! use string_kit_concat::ConcatArena;
    //! use string_kit_concat::serde::arena;
    //!
    //! #[derive(Deserialize, Serialize)]
    //! struct Post(#[serde(with = "arena")] arena::Texts);
    //!
    //! let mut arena = ConcatArena::new();
    //! let na = arena.leaf("na");
    //! let nana = arena.concat(na, na);
    //! let json = serde_json::to_string(&Post((arena, vec![nana])))?;
    //! assert_eq!(json, r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[1]}"#);
    //!
    //! let Post((arena, ids)) = serde_json::from_str(&json)?;
    //! assert_eq!(arena.get(ids[0]).unwrap(), "nana");
    //! # Ok::<(), serde_json::Error>(())
    //! ```

    use alloc::vec::Vec;

    use serde::de::Deserializer;
    use serde::ser::{Error, Serialize, Serializer};

    use crate::serde::nodes::views;
    use crate::serde::{Limits, Nodes};
    use crate::{ConcatArena, ConcatId, ConcatNodes};

    /// An arena, and the ids of the texts that are written or were read.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    /// use string_kit_concat::serde::arena::Texts;
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// let texts: Texts = (arena, vec![na]);
    /// ```
    pub type Texts = (ConcatArena, Vec<ConcatId>);

    /// Writes the nodes that the texts reach, each once.
    ///
    /// O(nodes) time and space, whatever the length of the texts.
    ///
    /// # Errors
    ///
    /// Returns the serializer's errors, and its `custom` error if an id is another arena's, or memory runs out.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// let mut json = Vec::new();
    /// let mut serializer = serde_json::Serializer::new(&mut json);
    /// string_kit_concat::serde::arena::serialize(&(arena, vec![na]), &mut serializer)?;
    /// assert_eq!(json, br#"{"leaves":["na"],"nodes":[],"texts":[0]}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn serialize<R: Serializer>(texts: &Texts, to: R) -> Result<R::Ok, R::Error> {
        let (arena, ids) = texts;
        let nodes = views(arena, ids)
            .and_then(ConcatNodes::of)
            .map_err(R::Error::custom)?;
        Nodes(&nodes).serialize(to)
    }

    /// Reads nodes into a new arena, and returns it and the ids of the texts.
    ///
    /// O(nodes + bytes of leaves). The arena has all nodes of the data, also those that no text reaches. Takes 4
    /// bytes a node while it reads, beside the arena.
    ///
    /// # Errors
    ///
    /// Returns the deserializer's errors; its `custom` error for a [`NodeError`](crate::serde::NodeError), and if
    /// memory or ids run out.
    ///
    /// ```
    /// let json = r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[0,1]}"#;
    /// let mut deserializer = serde_json::Deserializer::from_str(json);
    /// let (arena, ids) = string_kit_concat::serde::arena::deserialize(&mut deserializer)?;
    /// assert_eq!(arena.get(ids[1]).unwrap(), "nana");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Texts, D::Error> {
        Limits::new().read_arena(from)
    }
}

pub mod frozen {
    //! A [`FrozenConcat`] as bytes, for `#[serde(with = "string_kit_concat::serde::frozen")]`.
    //!
    //! A format that has bytes, as postcard and CBOR, writes those of [`FrozenConcat::to_bytes`]; one that has none,
    //! as JSON, writes a list of numbers. An id is a number too: [`FrozenId::to_bits`](crate::FrozenId::to_bits).
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

    use alloc::vec::Vec;
    use core::fmt;

    use serde::de::{self, Deserializer, SeqAccess, Visitor};
    use serde::ser::{Error, Serializer};

    use crate::{ConcatError, FrozenConcat};

    /// Writes the bytes of [`FrozenConcat::to_bytes`].
    ///
    /// O(bytes). Allocates them once; the serializer may allocate more.
    ///
    /// # Errors
    ///
    /// Returns the serializer's errors, and its `custom` error if memory runs out.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
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

    /// Reads the bytes that [`FrozenConcat::from_bytes`] loads, or a sequence of numbers that are those bytes.
    ///
    /// O(bytes + nodes). Takes no more memory than the bytes do, and as much again for a sequence of numbers.
    ///
    /// # Errors
    ///
    /// Returns the deserializer's errors; its `custom` error with the message of a
    /// [`LoadError`](crate::LoadError), and if memory runs out.
    ///
    /// ```
    /// let mut deserializer = serde_json::Deserializer::from_str("[1,2,3]");
    /// let read = string_kit_concat::serde::frozen::deserialize(&mut deserializer);
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
            // NOTE: memory is reserved as numbers come, not by the length that the data states.
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
}

pub mod limited {
    //! Limits as attributes: `#[serde(deserialize_with = "string_kit_concat::serde::limited::...")]`.
    //!
    //! The constants are the limits of [`Limits`], in this order: the most bytes per leaf, the most items, and the
    //! most bytes of leaves in total. `usize::MAX` sets no limit. Write `_` for the types: the compiler infers them
    //! from the field. The field also needs a `serialize_with`: the function of the adapter without limits.
    //!
    //! ```
    //! use serde::{Deserialize, Serialize};
    //! use string_kit_concat::ConcatStr;
    //!
    //! #[derive(Deserialize, Serialize)]
    //! struct Post {
    //!     #[serde(
    //!         serialize_with = "string_kit_concat::serde::serialize",
    //!         deserialize_with = "string_kit_concat::serde::limited::text::<16, 3, 40, _, _>"
    //!     )]
    //!     body: ConcatStr,
    //! }
    //!
    //! let read = serde_json::from_str::<Post>;
    //! let fits = r#"{"body":{"leaves":["na"],"nodes":[[0,0]],"texts":[1]}}"#;
    //! assert_eq!(read(fits)?.body, "nana");
    //! let error = read(&fits.replace("[[0,0]]", "[[0,0],[1,1]]")).err().unwrap();
    //! assert!(error.to_string().starts_with("the data exceeds the limit of 3 items"));
    //! # Ok::<(), serde_json::Error>(())
    //! ```

    use alloc::vec::Vec;
    use core::ops::Deref;

    use serde::de::Deserializer;

    use super::arena::Texts;
    use crate::serde::{ConcatText, Limits};

    /// Reads nodes within limits, and returns their one text.
    ///
    /// Costs the same as [`Limits::read_text`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Limits::read_text`].
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    /// use string_kit_concat::serde::limited;
    ///
    /// let json = r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[1]}"#;
    /// let mut deserializer = serde_json::Deserializer::from_str(json);
    /// let text: ConcatStr = limited::text::<16, 3, 40, _, _>(&mut deserializer)?;
    /// assert_eq!(text, "nana");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn text<'de, const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize, T, D>(
        from: D,
    ) -> Result<T, D::Error>
    where
        T: ConcatText,
        D: Deserializer<'de>,
    {
        limits::<MAX_LEN, MAX_ITEMS, MAX_BYTES>().read_text(from)
    }

    /// Reads nodes within limits, and returns their texts.
    ///
    /// Costs the same as [`Limits::read_seq`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Limits::read_seq`].
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    /// use string_kit_concat::serde::limited;
    ///
    /// let json = r#"{"leaves":["na"],"nodes":[],"texts":[0,0]}"#;
    /// let mut deserializer = serde_json::Deserializer::from_str(json);
    /// let texts: Vec<ConcatStr> = limited::seq::<16, 3, 40, _, _, _>(&mut deserializer)?;
    /// assert_eq!(texts, ["na", "na"]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn seq<'de, const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize, C, T, D>(
        from: D,
    ) -> Result<C, D::Error>
    where
        C: From<Vec<T>> + Deref<Target = [T]>,
        T: ConcatText,
        D: Deserializer<'de>,
    {
        let limits = limits::<MAX_LEN, MAX_ITEMS, MAX_BYTES>();
        limits.read_seq(from).map(C::from)
    }

    /// Reads nodes within limits into a new arena, and returns it and the ids of the texts.
    ///
    /// Costs the same as [`Limits::read_arena`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Limits::read_arena`].
    ///
    /// ```
    /// use string_kit_concat::serde::limited;
    ///
    /// let json = r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[1]}"#;
    /// let mut deserializer = serde_json::Deserializer::from_str(json);
    /// let (arena, ids) = limited::arena::<16, 3, 40, _>(&mut deserializer)?;
    /// assert_eq!(arena.get(ids[0]).unwrap(), "nana");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn arena<'de, const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize, D>(
        from: D,
    ) -> Result<Texts, D::Error>
    where
        D: Deserializer<'de>,
    {
        limits::<MAX_LEN, MAX_ITEMS, MAX_BYTES>().read_arena(from)
    }

    fn limits<const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize>() -> Limits {
        Limits::new()
            .max_len(MAX_LEN)
            .max_items(MAX_ITEMS)
            .max_bytes(MAX_BYTES)
    }
}
