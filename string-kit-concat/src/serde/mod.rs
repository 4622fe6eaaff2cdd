//! The nodes of a [`ConcatStr`], each once, for `#[serde(with = "string_kit_concat::serde")]`.
//!
//! A `ConcatStr` has serde's traits, which write its text as one string and read a string into one leaf.
//! The functions of this module write its nodes instead: a text of a billion bytes that 30 nodes stand
//! for is 30 nodes in the data, and the parts that it shared are shared again when it is read.
//!
//! | the field | `#[serde(with = ...)]` | and know that |
//! | --- | --- | --- |
//! | `ConcatStr` | nothing: it has serde's traits | as its text, read as one leaf |
//! | the same, as its nodes | `string_kit_concat::serde` | each node once: short data can be a text longer than memory |
//! | `Vec<ConcatStr>`, `Box<[ConcatStr]>`, `Arc<[ConcatStr]>` | `string_kit_concat::serde::seq` | texts that share nodes are written and read with them shared |
//! | [`arena::Texts`]: a `ConcatArena` and ids | `string_kit_concat::serde::arena` | the nodes that the texts reach |
//! | `FrozenConcat` | `string_kit_concat::serde::frozen` | bytes; of formats without bytes a list of numbers |
//!
//! For data from outside there are [`Limits`], and [`limited`] in a `deserialize_with`. [`AppendNodes`]
//! reads into an arena that has texts already; [`Nodes`] writes texts of an arena or a `FrozenConcat`.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use string_kit_concat::ConcatStr;
//!
//! #[derive(Deserialize, Serialize)]
//! struct Post(#[serde(with = "string_kit_concat::serde")] ConcatStr);
//!
//! let post = Post(ConcatStr::from("a syllable").repeat(8));
//! let json = serde_json::to_string(&post)?;
//! assert_eq!(json, r#"{"leaves":["a syllable"],"nodes":[[0,0],[1,1],[2,2]],"texts":[3]}"#);
//! assert_eq!(serde_json::from_str::<Post>(&json)?.0, post.0);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # The form
//!
//! The leaves have the numbers from 0 on, the concatenations those that follow. `nodes` are the
//! concatenations, as the numbers of their two parts, which are lesser than their own: so there is no
//! cycle. `texts` are the numbers of the texts that were written: one for a `ConcatStr`, as many as there
//! are for a list ([`seq`]) or for an arena ([`arena`]); each of these reads what the others write. Where a
//! format keeps names, the three may come in any order, and others beside them are skipped.
//!
//! # Data from outside
//!
//! A few hundred bytes of data can stand for a text that no memory holds: that costs nothing until it is
//! asked for as a whole, and whatever makes bytes of it takes a limit of its own. What is read takes as many
//! nodes as the data has: [`Limits`] bound them.

pub mod arena;
mod build;
pub mod frozen;
pub mod limited;
mod limits;
mod nodes;
mod read;
mod seed;
pub mod seq;
mod text;

use serde::de::{DeserializeSeed, Deserializer};
use serde::ser::{Error, Serialize, Serializer};

use crate::{ConcatNodes, ConcatStr};
use build::OneConcat;
pub use limits::{LimitError, Limits};
pub use nodes::Nodes;
pub use read::NodeError;
pub use seed::AppendNodes;

/// Writes the nodes of the text.
///
/// O(nodes) time and space, whatever the length of the text.
///
/// # Errors
///
/// The serializer's; `custom` if memory runs out.
///
/// ```
/// use string_kit_concat::ConcatStr;
///
/// let text = ConcatStr::from("tick tock ").repeat(1 << 60);
/// let mut json = Vec::new();
/// string_kit_concat::serde::serialize(&text, &mut serde_json::Serializer::new(&mut json))?;
/// assert!(json.len() < 600);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn serialize<R: Serializer>(text: &ConcatStr, to: R) -> Result<R::Ok, R::Error> {
    let nodes = ConcatNodes::of([text.view()]).map_err(R::Error::custom)?;
    Nodes(&nodes).serialize(to)
}

/// Reads nodes, and the one text of them.
///
/// O(nodes + bytes of leaves). Takes a node for each, and while it reads 4 bytes a node more, 8 if they
/// are wide. Nodes that are no part of the text are freed. Short parts of one concatenation may become
/// one leaf, as [`ConcatStr::concat`] has it.
///
/// # Errors
///
/// The deserializer's; its `custom` error for a [`NodeError`], if memory runs out, or ids do.
///
/// ```
/// use string_kit_concat::ConcatStr;
///
/// let json = r#"{"leaves":["b","an","a"],"nodes":[[1,1],[3,2],[0,4]],"texts":[5]}"#;
/// let mut deserializer = serde_json::Deserializer::from_str(json);
/// let text: ConcatStr = string_kit_concat::serde::deserialize(&mut deserializer)?;
/// assert_eq!(text, "banana");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<ConcatStr, D::Error> {
    OneConcat::new(Limits::new()).deserialize(from)
}
