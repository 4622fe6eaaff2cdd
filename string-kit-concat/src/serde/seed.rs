//! A seed that reads nodes into an arena of the user's own.

use alloc::vec::Vec;

use serde::de::{DeserializeSeed, Deserializer, Error};

use super::build::OneArena;
use super::limits::Limits;
use crate::{ConcatArena, ConcatError, ConcatId, ConcatRef};

/// Reads nodes, and adds those that its texts reach to an arena.
///
/// O(nodes + bytes of leaves). They are read into another arena first: one that fails adds nothing.
///
/// # Errors
///
/// As [`arena::deserialize`](super::arena::deserialize()): the arena is as before.
///
/// ```
/// use serde::de::DeserializeSeed;
/// use string_kit_concat::ConcatArena;
/// use string_kit_concat::serde::AppendNodes;
///
/// let mut arena = ConcatArena::new().hash_consed();
/// arena.leaf("na");
/// let json = r#"{"leaves":["ba","na"],"nodes":[[1,1],[0,2]],"texts":[3]}"#;
/// let mut deserializer = serde_json::Deserializer::from_str(json);
/// let ids = AppendNodes(&mut arena).deserialize(&mut deserializer)?;
/// assert_eq!(arena.get(ids[0]).unwrap(), "banana");
/// assert_eq!(arena.leaves(), 2);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug)]
pub struct AppendNodes<'a>(
    /// The arena.
    pub &'a mut ConcatArena,
);

impl<'de> DeserializeSeed<'de> for AppendNodes<'_> {
    type Value = Vec<ConcatId>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        let (arena, ids) = OneArena::new(Limits::new()).deserialize(from)?;
        let texts = views(&arena, &ids).map_err(D::Error::custom)?;
        self.0.try_import_all(texts).map_err(D::Error::custom)
    }
}

/// The texts of ids.
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
