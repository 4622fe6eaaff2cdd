//! A [`ConcatArena`] and some texts of it, for `#[serde(with = "string_kit_concat::serde::arena")]`.
//!
//! The nodes that the texts reach are written, and those alone.
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
//!
//! An arena that is there already takes them by [`AppendNodes`](super::AppendNodes).

use alloc::vec::Vec;

use serde::de::{DeserializeSeed, Deserializer};
use serde::ser::{Error, Serialize, Serializer};

use super::build::OneArena;
use super::limits::Limits;
use super::nodes::Nodes;
use super::seed::views;
use crate::{ConcatArena, ConcatId, ConcatNodes};

/// An arena, and the texts of it that are written or were read.
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
/// The serializer's; `custom` if an id is another arena's, or memory runs out.
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

/// Reads nodes into an arena, and says which are the texts.
///
/// O(nodes + bytes of leaves). All nodes of the data are in the arena, those too that no text reaches.
/// Takes an id a node while it reads, beside what the arena takes.
///
/// # Errors
///
/// The deserializer's; its `custom` error for a [`NodeError`](super::NodeError), if memory runs out, or ids
/// do.
///
/// ```
///
/// let json = r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[0,1]}"#;
/// let mut deserializer = serde_json::Deserializer::from_str(json);
/// let (arena, ids) = string_kit_concat::serde::arena::deserialize::<_>(&mut deserializer)?;
/// assert_eq!(arena.get(ids[1]).unwrap(), "nana");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Texts, D::Error> {
    OneArena::new(Limits::new()).deserialize(from)
}
