//! The format of nodes: writing them, and one reader for handles and arenas.
//!
//! ```text
//! Deserializer --visit_seq, visit_map--> Reader --a field--> Column
//!     --a leaf, a pair of numbers--> Reader --> Build: handles, or an arena
//! ```

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::{error, mem};

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::limits::{Limits, Meter};
use super::text::{ConcatText, ReadString};
use crate::fold::try_push;
use crate::{ConcatArena, ConcatError, ConcatId, ConcatNodes, ConcatRef};

/// The name of the format's struct.
const NAME: &str = "ConcatNodes";

/// The names of the fields, in the order that they are written in.
///
/// NOTE: the alphabet's order too, so `serde_json::Value` and others keep it.
const FIELDS: [&str; 3] = ["leaves", "nodes", "texts"];

/// The indexes of the first two.
const LEAVES: usize = 0;
const NODES: usize = 1;

/// Nodes, written in [the format](super#format) that this module reads.
///
/// For texts of any kind, those of a [`FrozenConcat`](crate::FrozenConcat) too, and for a `Serialize` of your
/// own. O(nodes); only the serializer allocates.
///
/// # Errors
///
/// Returns the serializer's errors.
///
/// ```
/// use string_kit_concat::{ConcatArena, ConcatNodes};
/// use string_kit_concat::serde::Nodes;
///
/// let mut arena = ConcatArena::new();
/// let na = arena.leaf("na");
/// let nana = arena.concat(na, na);
/// let (frozen, ids) = arena.freeze()?;
/// let nodes = ConcatNodes::of([frozen.get(ids.of(nana)?)?])?;
/// let json = serde_json::to_string(&Nodes(&nodes)).unwrap();
/// assert_eq!(json, r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[1]}"#);
/// # Ok::<(), string_kit_concat::ConcatError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Nodes<'a>(
    /// The nodes.
    pub &'a ConcatNodes<'a>,
);

impl Serialize for Nodes<'_> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        let [leaves, nodes, texts] = FIELDS;
        let mut fields = to.serialize_struct(NAME, FIELDS.len())?;
        fields.serialize_field(leaves, self.0.leaves())?;
        fields.serialize_field(nodes, &Concats(self.0))?;
        fields.serialize_field(texts, self.0.texts())?;
        fields.end()
    }
}

/// The concatenations, as pairs of numbers.
struct Concats<'a>(&'a ConcatNodes<'a>);

impl Serialize for Concats<'_> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        to.collect_seq(self.0.concats())
    }
}

/// Returns the texts of ids.
pub(super) fn views<'a>(
    arena: &'a ConcatArena,
    ids: &[ConcatId],
) -> Result<Vec<ConcatRef<'a, ConcatArena>>, ConcatError> {
    let mut texts = Vec::new();
    texts.try_reserve_exact(ids.len())?;
    for &id in ids {
        texts.push(arena.get(id)?);
    }
    Ok(texts)
}

/// Reading from a deserializer.
impl Limits {
    /// Reads nodes within the limits, and returns their one text.
    ///
    /// Costs the same as [`deserialize`](super::deserialize()).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`deserialize`](super::deserialize()), and a `custom` error for a
    /// [`LimitError`](super::LimitError).
    ///
    /// ```
    /// use string_kit_concat::MeasuredConcatStr;
    /// use string_kit_concat::serde::Limits;
    ///
    /// let json = r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[1]}"#;
    /// let mut deserializer = serde_json::Deserializer::from_str(json);
    /// let text: MeasuredConcatStr = Limits::new().max_items(3).read_text(&mut deserializer)?;
    /// assert_eq!(text, "nana");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn read_text<'de, T: ConcatText, D: Deserializer<'de>>(
        self,
        from: D,
    ) -> Result<T, D::Error> {
        let mut texts = self.read_seq(from)?;
        match (texts.len(), texts.pop()) {
            (1, Some(text)) => Ok(text),
            (texts, _) => Err(D::Error::custom(NodeError::Texts { texts })),
        }
    }

    /// Reads nodes within the limits, and returns their texts.
    ///
    /// Costs the same as [`seq::deserialize`](super::seq::deserialize()) into a `Vec`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`read_text`](Self::read_text), for any number of texts.
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    /// use string_kit_concat::serde::Limits;
    ///
    /// let json = r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[0,1]}"#;
    /// let mut deserializer = serde_json::Deserializer::from_str(json);
    /// let texts: Vec<ConcatStr> = Limits::new().max_items(4).read_seq(&mut deserializer)?;
    /// assert_eq!(texts, ["na", "nana"]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn read_seq<'de, T: ConcatText, D: Deserializer<'de>>(
        self,
        from: D,
    ) -> Result<Vec<T>, D::Error> {
        read_nodes(self, &mut Handles(PhantomData), from)
    }

    /// Reads nodes within the limits into a new arena, and returns it and the ids of the texts.
    ///
    /// Costs the same as [`arena::deserialize`](super::arena::deserialize()).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`read_seq`](Self::read_seq).
    ///
    /// ```
    /// use string_kit_concat::serde::Limits;
    ///
    /// let json = r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[1]}"#;
    /// let mut deserializer = serde_json::Deserializer::from_str(json);
    /// let (arena, ids) = Limits::new().max_bytes(2).read_arena(&mut deserializer)?;
    /// assert_eq!(arena.get(ids[0]).unwrap(), "nana");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn read_arena<'de, D: Deserializer<'de>>(
        self,
        from: D,
    ) -> Result<(ConcatArena, Vec<ConcatId>), D::Error> {
        let mut arena = ConcatArena::new();
        let ids = read_nodes(self, &mut arena, from)?;
        Ok((arena, ids))
    }

    /// Reads nodes within the limits, and adds those that the texts reach to an arena.
    ///
    /// O(nodes + bytes of leaves). Reads into a new arena first.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`read_seq`](Self::read_seq); the arena is unchanged.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    /// use string_kit_concat::serde::Limits;
    ///
    /// let mut arena = ConcatArena::new().hash_consed();
    /// arena.leaf("na");
    /// let json = r#"{"leaves":["ba","na"],"nodes":[[1,1],[0,2]],"texts":[3]}"#;
    /// let mut deserializer = serde_json::Deserializer::from_str(json);
    /// let ids = Limits::new().read_into(&mut arena, &mut deserializer)?;
    /// assert_eq!(arena.get(ids[0]).unwrap(), "banana");
    /// assert_eq!(arena.leaves(), 2);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn read_into<'de, D: Deserializer<'de>>(
        self,
        arena: &mut ConcatArena,
        from: D,
    ) -> Result<Vec<ConcatId>, D::Error> {
        let (new, ids) = self.read_arena(from)?;
        let texts = views(&new, &ids).map_err(D::Error::custom)?;
        arena.try_import_all(texts).map_err(D::Error::custom)
    }
}

/// Makes nodes.
trait Build {
    /// A node.
    type Text: Clone;

    fn leaf(&mut self, text: &str) -> Result<Self::Text, ConcatError>;

    fn concat(&mut self, left: &Self::Text, right: &Self::Text) -> Result<Self::Text, ConcatError>;
}

/// Makes handles.
struct Handles<T>(PhantomData<T>);

impl<T: ConcatText> Build for Handles<T> {
    type Text = T;

    fn leaf(&mut self, text: &str) -> Result<T, ConcatError> {
        T::try_copy(text)
    }

    fn concat(&mut self, left: &T, right: &T) -> Result<T, ConcatError> {
        left.try_concat(right)
    }
}

impl Build for ConcatArena {
    type Text = ConcatId;

    fn leaf(&mut self, text: &str) -> Result<ConcatId, ConcatError> {
        self.try_leaf(text)
    }

    fn concat(&mut self, left: &ConcatId, right: &ConcatId) -> Result<ConcatId, ConcatError> {
        self.try_concat(*left, *right)
    }
}

/// Reads nodes, and returns their texts.
fn read_nodes<'de, B: Build, D: Deserializer<'de>>(
    limits: Limits,
    build: &mut B,
    from: D,
) -> Result<Vec<B::Text>, D::Error> {
    let reader = Reader {
        build,
        meter: Meter::new(limits),
        made: Vec::new(),
        has_leaves: false,
        early: Vec::new(),
        texts: Vec::new(),
    };
    from.deserialize_struct(NAME, &FIELDS, reader)
}

/// The state of reading.
///
/// Memory is reserved as nodes come, not by the lengths that the data states.
struct Reader<'b, B: Build> {
    build: &'b mut B,
    meter: Meter,
    /// The nodes by their numbers.
    made: Vec<B::Text>,
    /// The leaves are read, so that the number of the first concatenation is known.
    has_leaves: bool,
    /// Concatenations that came before the leaves.
    early: Vec<(u64, u64)>,
    texts: Vec<u64>,
}

impl<B: Build> Reader<'_, B> {
    fn concat<E: Error>(&mut self, (left, right): (u64, u64)) -> Result<(), E> {
        let node = self.made.len() as u64;
        let part = |part| {
            let found = at(&self.made, part).ok_or(NodeError::Part { node, part });
            found.map_err(E::custom)
        };
        let made = self.build.concat(part(left)?, part(right)?);
        try_push(&mut self.made, made.map_err(E::custom)?).map_err(E::custom)
    }

    fn finish<E: Error>(mut self) -> Result<Vec<B::Text>, E> {
        for parts in mem::take(&mut self.early) {
            self.concat(parts)?;
        }
        let mut texts = Vec::new();
        for &text in &self.texts {
            let nodes = self.made.len();
            let node = at(&self.made, text).ok_or(NodeError::Text { text, nodes });
            try_push(&mut texts, node.map_err(E::custom)?.clone()).map_err(E::custom)?;
        }
        Ok(texts)
    }
}

impl<'de, B: Build> Visitor<'de> for Reader<'_, B> {
    type Value = Vec<B::Text>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the leaves, nodes and texts of concatenations")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut fields: A) -> Result<Vec<B::Text>, A::Error> {
        for field in 0..FIELDS.len() {
            let read = fields.next_element_seed(Column(&mut self, field))?;
            read.ok_or_else(|| A::Error::invalid_length(field, &"leaves, nodes and texts"))?;
        }
        self.finish()
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut fields: A) -> Result<Vec<B::Text>, A::Error> {
        let mut seen = [false; FIELDS.len()];
        while let Some(field) = fields.next_key_seed(FieldName)? {
            let Some(field) = field else {
                fields.next_value::<IgnoredAny>()?;
                continue;
            };
            if mem::replace(&mut seen[field], true) {
                return Err(A::Error::duplicate_field(FIELDS[field]));
            }
            fields.next_value_seed(Column(&mut self, field))?;
        }
        match seen.iter().zip(FIELDS).find(|&(&seen, _)| !seen) {
            Some((_, name)) => Err(A::Error::missing_field(name)),
            None => self.finish(),
        }
    }
}

/// Reads the name or the index of a field, and returns its index among [`FIELDS`] if it is one.
struct FieldName;

impl<'de> DeserializeSeed<'de> for FieldName {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Option<usize>, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for FieldName {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_u64<E: Error>(self, index: u64) -> Result<Option<usize>, E> {
        Ok((0..FIELDS.len()).find(|&field| field as u64 == index))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Option<usize>, E> {
        self.visit_bytes(name.as_bytes())
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<Option<usize>, E> {
        Ok(FIELDS.iter().position(|field| field.as_bytes() == name))
    }
}

/// Reads one leaf, and makes a node of it.
struct Leaf<'r, 'b, B: Build>(&'r mut Reader<'b, B>);

impl<'de, B: Build> DeserializeSeed<'de> for Leaf<'_, '_, B> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        let Reader {
            build, meter, made, ..
        } = self.0;
        meter.item().map_err(D::Error::custom)?;
        let keep = |text: &str| try_push(made, build.leaf(text)?);
        ReadString { meter, keep }.deserialize(from)
    }
}

/// Reads the elements of the field with an index among [`FIELDS`].
struct Column<'r, 'b, B: Build>(&'r mut Reader<'b, B>, usize);

impl<'de, B: Build> DeserializeSeed<'de> for Column<'_, '_, B> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, B: Build> Visitor<'de> for Column<'_, '_, B> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.1 {
            LEAVES => "a sequence of the leaves' texts",
            NODES => "a sequence of pairs of numbers of nodes",
            _ => "a sequence of numbers of nodes",
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let Self(reader, field) = self;
        if field == LEAVES {
            while seq.next_element_seed(Leaf(&mut *reader))?.is_some() {}
            reader.has_leaves = true;
        } else if field == NODES {
            while let Some(parts) = seq.next_element()? {
                reader.meter.item().map_err(A::Error::custom)?;
                if reader.has_leaves {
                    reader.concat(parts)?;
                } else {
                    try_push(&mut reader.early, parts).map_err(A::Error::custom)?;
                }
            }
        } else {
            while let Some(text) = seq.next_element()? {
                reader.meter.item().map_err(A::Error::custom)?;
                try_push(&mut reader.texts, text).map_err(A::Error::custom)?;
            }
        }
        Ok(())
    }
}

#[inline]
fn at<T>(made: &[T], number: u64) -> Option<&T> {
    made.get(usize::try_from(number).ok()?)
}

/// An error in the numbers of nodes and texts.
///
/// Serde's errors carry a message only: a deserializer's error displays the same text.
///
/// ```
/// use string_kit_concat::ConcatStr;
/// use string_kit_concat::serde::{Limits, NodeError};
///
/// let error = NodeError::Part { node: 1, part: 1 };
/// let json = r#"{"leaves":["na"],"nodes":[[0,1]],"texts":[1]}"#;
/// let mut deserializer = serde_json::Deserializer::from_str(json);
/// let read = Limits::new().read_text::<ConcatStr, _>(&mut deserializer);
/// assert!(read.unwrap_err().to_string().starts_with(&error.to_string()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NodeError {
    /// A part of a concatenation has a number that is not smaller than the concatenation's.
    Part {
        /// The number of the concatenation.
        node: u64,
        /// The number of the part.
        part: u64,
    },
    /// A text has a number that is not smaller than the number of nodes.
    Text {
        /// The number of the text.
        text: u64,
        /// The number of nodes.
        nodes: usize,
    },
    /// The data has no text or several, and one is read.
    Texts {
        /// The number of texts.
        texts: usize,
    },
}

impl fmt::Display for NodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Part { node, part } => {
                write!(f, "node {node} has the part {part}, which is not before it")
            }
            Self::Text { text, nodes } => write!(f, "the text {text} is none of {nodes} nodes"),
            Self::Texts { texts } => write!(f, "the data has {texts} texts and not one"),
        }
    }
}

impl error::Error for NodeError {}
