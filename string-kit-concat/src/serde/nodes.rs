//! The nodes, written.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::read::{FIELDS, NAME};
use crate::ConcatNodes;

/// Nodes, written in [the form](super#the-form) that this module reads.
///
/// For texts of any kind, of a [`FrozenConcat`](crate::FrozenConcat) too, and for a
/// `Serialize` of your own. O(nodes), no allocation but the serializer's.
///
/// # Errors
///
/// The serializer's.
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
