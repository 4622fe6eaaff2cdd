//! The nodes, read: one reader, whatever they are read into and whatever the order of the fields.
//!
//! ```text
//! Deserializer --visit_seq, visit_map--> ReadNodes --a field--> Column
//!     --a leaf, a pair of numbers--> Reader --> Build: handles, or an arena
//! ```

use alloc::vec::Vec;
use core::error;
use core::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor,
};

use super::build::Build;
use super::limits::{Limits, Meter};
use super::text::Text;
use crate::ConcatError;

/// The name of the form.
pub(super) const NAME: &str = "ConcatNodes";

/// The names of its fields, in the order that they are written in.
///
/// NOTE: it is the alphabet's too, by which `serde_json::Value` and others write them again.
pub(super) const FIELDS: [&str; 3] = ["leaves", "nodes", "texts"];

/// Reads nodes and the texts of them.
pub(super) struct ReadNodes<'b, B> {
    pub(super) limits: Limits,
    pub(super) build: &'b mut B,
}

impl<'de, B: Build> DeserializeSeed<'de> for ReadNodes<'_, B> {
    type Value = Vec<B::Text>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Vec<B::Text>, D::Error> {
        from.deserialize_struct(NAME, &FIELDS, self)
    }
}

impl<'de, B: Build> Visitor<'de> for ReadNodes<'_, B> {
    type Value = Vec<B::Text>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the leaves, nodes and texts of concatenations")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<Vec<B::Text>, A::Error> {
        let mut reader = Reader::new(self.limits, self.build);
        for (index, field) in [Field::Leaves, Field::Nodes, Field::Texts]
            .into_iter()
            .enumerate()
        {
            fields
                .next_element_seed(reader.column(field))?
                .ok_or_else(|| A::Error::invalid_length(index, &"leaves, nodes and texts"))?;
        }
        reader.finish()
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Vec<B::Text>, A::Error> {
        let mut reader = Reader::new(self.limits, self.build);
        let mut seen = [false; FIELDS.len()];
        while let Some(field) = fields.next_key_seed(FieldName)? {
            let Some(field) = field else {
                fields.next_value::<IgnoredAny>()?;
                continue;
            };
            if core::mem::replace(&mut seen[field as usize], true) {
                return Err(A::Error::duplicate_field(FIELDS[field as usize]));
            }
            fields.next_value_seed(reader.column(field))?;
        }
        match seen.iter().zip(FIELDS).find(|&(&seen, _)| !seen) {
            Some((_, name)) => Err(A::Error::missing_field(name)),
            None => reader.finish(),
        }
    }
}

/// A field, at its place among [`FIELDS`].
#[derive(Clone, Copy)]
enum Field {
    Leaves,
    Nodes,
    Texts,
}

/// Reads the name of a field, or its place; none of any other.
struct FieldName;

impl<'de> DeserializeSeed<'de> for FieldName {
    type Value = Option<Field>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Option<Field>, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for FieldName {
    type Value = Option<Field>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_u64<E: Error>(self, place: u64) -> Result<Option<Field>, E> {
        Ok(match place {
            0 => Some(Field::Leaves),
            1 => Some(Field::Nodes),
            2 => Some(Field::Texts),
            _ => None,
        })
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Option<Field>, E> {
        match FIELDS.iter().position(|field| *field == name) {
            Some(place) => self.visit_u64(place as u64),
            None => Ok(None),
        }
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<Option<Field>, E> {
        match str::from_utf8(name) {
            Ok(name) => self.visit_str(name),
            Err(_) => Err(E::invalid_value(Unexpected::Bytes(name), &self)),
        }
    }
}

/// What was read of the nodes so far.
///
/// No length that the data states is relied on: memory is taken as nodes come.
struct Reader<'b, B: Build> {
    build: &'b mut B,
    meter: Meter,
    /// The nodes by their numbers.
    made: Vec<B::Text>,
    /// Whether the leaves are known, and with them the number of the first concatenation.
    has_leaves: bool,
    /// Concatenations that came before the leaves.
    early: Vec<(u64, u64)>,
    texts: Vec<u64>,
}

impl<'b, B: Build> Reader<'b, B> {
    fn new(limits: Limits, build: &'b mut B) -> Self {
        Self {
            build,
            meter: Meter::new(limits),
            made: Vec::new(),
            has_leaves: false,
            early: Vec::new(),
            texts: Vec::new(),
        }
    }

    fn column(&mut self, field: Field) -> Column<'_, 'b, B> {
        Column {
            reader: self,
            field,
        }
    }

    fn concat<E: Error>(&mut self, (left, right): (u64, u64)) -> Result<(), E> {
        let node = self.made.len() as u64;
        let part = |part| {
            let found = at(&self.made, part).ok_or(NodeError::Part { node, part });
            found.map_err(E::custom)
        };
        let made = self.build.concat(part(left)?, part(right)?);
        append(&mut self.made, made.map_err(E::custom)?).map_err(E::custom)
    }

    fn finish<E: Error>(mut self) -> Result<Vec<B::Text>, E> {
        for parts in core::mem::take(&mut self.early) {
            self.concat(parts)?;
        }
        let mut texts = Vec::new();
        for &text in &self.texts {
            let nodes = self.made.len();
            let node = at(&self.made, text).ok_or(NodeError::Text { text, nodes });
            append(&mut texts, node.map_err(E::custom)?.clone()).map_err(E::custom)?;
        }
        Ok(texts)
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
        let keep = |text: &str| append(made, build.leaf(text)?);
        Text { meter, keep }.deserialize(from)
    }
}

/// Reads one field.
struct Column<'r, 'b, B: Build> {
    reader: &'r mut Reader<'b, B>,
    field: Field,
}

impl<'de, B: Build> DeserializeSeed<'de> for Column<'_, '_, B> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, B: Build> Visitor<'de> for Column<'_, '_, B> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.field {
            Field::Leaves => "a sequence of the leaves' texts",
            Field::Nodes => "a sequence of pairs of numbers of nodes",
            Field::Texts => "a sequence of numbers of nodes",
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let reader = self.reader;
        match self.field {
            Field::Leaves => {
                while seq.next_element_seed(Leaf(&mut *reader))?.is_some() {}
                reader.has_leaves = true;
            }
            Field::Nodes => {
                while let Some(parts) = seq.next_element()? {
                    reader.meter.item().map_err(A::Error::custom)?;
                    if reader.has_leaves {
                        reader.concat(parts)?;
                    } else {
                        append(&mut reader.early, parts).map_err(A::Error::custom)?;
                    }
                }
            }
            Field::Texts => {
                while let Some(text) = seq.next_element()? {
                    reader.meter.item().map_err(A::Error::custom)?;
                    append(&mut reader.texts, text).map_err(A::Error::custom)?;
                }
            }
        }
        Ok(())
    }
}

#[inline]
fn at<T>(made: &[T], number: u64) -> Option<&T> {
    made.get(usize::try_from(number).ok()?)
}

#[inline]
fn append<T>(to: &mut Vec<T>, value: T) -> Result<(), ConcatError> {
    to.try_reserve(1)?;
    to.push(value);
    Ok(())
}

/// The fault of numbers that are no nodes, or no texts of them.
///
/// serde lets an error carry a message and no more: a deserializer's error displays as this does.
///
/// ```
/// use string_kit_concat::ConcatStr;
/// use string_kit_concat::serde::NodeError;
///
/// let error = NodeError::Part { node: 1, part: 1 };
/// let json = r#"{"leaves":["na"],"nodes":[[0,1]],"texts":[1]}"#;
/// let mut deserializer = serde_json::Deserializer::from_str(json);
/// let read: Result<ConcatStr, _> = string_kit_concat::serde::deserialize(&mut deserializer);
/// assert!(read.unwrap_err().to_string().starts_with(&error.to_string()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NodeError {
    /// A concatenation has a part that is not before it: it would be a part of itself, or there is no such
    /// node.
    Part {
        /// The number of the concatenation.
        node: u64,
        /// The number of the part.
        part: u64,
    },
    /// A text is none of the nodes.
    Text {
        /// The number of the text.
        text: u64,
        /// The number of nodes; their numbers are less than this.
        nodes: usize,
    },
    /// There are none or several texts, where it is one that is read.
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
            Self::Texts { texts } => write!(f, "{texts} texts, where there must be one"),
        }
    }
}

impl error::Error for NodeError {}
