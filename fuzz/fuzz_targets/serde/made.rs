//! Documents that are made of arbitrary values.

use arbitrary::Arbitrary;
use serde::{Serialize, Serializer};

use crate::adapter::Shape;

/// A value of a document.
#[derive(Arbitrary, Debug)]
pub(crate) enum Value<'a> {
    Text(&'a str),
    /// Makes a text that is longer than the input.
    Repeated(char, u16),
    Char(char),
    Signed(i64),
    Unsigned(u64),
    Wide(i128),
    Float(f64),
    Bool(bool),
    Bytes(&'a [u8]),
    Null,
}

impl Serialize for Value<'_> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        match self {
            Self::Text(text) => to.serialize_str(text),
            Self::Repeated(c, times) => {
                to.serialize_str(&String::from(*c).repeat(usize::from(times % 5_000)))
            }
            Self::Char(c) => to.serialize_char(*c),
            Self::Signed(value) => to.serialize_i64(*value),
            Self::Unsigned(value) => to.serialize_u64(*value),
            Self::Wide(value) => to.serialize_i128(*value),
            Self::Float(value) => to.serialize_f64(*value),
            Self::Bool(value) => to.serialize_bool(*value),
            Self::Bytes(bytes) => to.serialize_bytes(bytes),
            Self::Null => to.serialize_none(),
        }
    }
}

/// A document of this shape with these values.
pub(crate) struct Made<'a>(pub(crate) Shape, pub(crate) Vec<Value<'a>>);

impl Serialize for Made<'_> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        let Self(shape, values) = self;
        let pairs = values.as_chunks::<2>().0.iter();
        match (shape, &values[..]) {
            (Shape::OptionalText | Shape::OptionalSeq, [Value::Null, ..]) => to.serialize_none(),
            (Shape::OptionalText, [value, ..]) => to.serialize_some(value),
            (Shape::Text, [value, ..]) => value.serialize(to),
            (Shape::Text | Shape::OptionalText, []) => to.serialize_none(),
            (Shape::OptionalSeq, values) => to.serialize_some(values),
            (Shape::Seq, values) => values.serialize(to),
            (Shape::Map | Shape::Pairs, _) => to.collect_map(pairs.map(|[a, b]| (a, b))),
            (Shape::Lists, _) => to.collect_map(pairs.map(|[a, b]| (a, [b]))),
        }
    }
}
