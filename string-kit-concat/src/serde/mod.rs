//! Adapters that write the nodes of a text, each once: `#[serde(with = "string_kit_concat::serde")]`.
//!
//! [`ConcatStr`] and [`MeasuredConcatStr`] implement serde's traits, which write the text as one string of at
//! most [`MAX_TEXT`] bytes and read a string into one leaf. The adapters write nodes instead: a text of a
//! billion bytes made of 30 nodes takes 30 nodes of data, and shared parts are shared again when it is read.
//!
//! | field | attribute | data |
//! | --- | --- | --- |
//! | a text: `ConcatStr` or `MeasuredConcatStr` | none | one string; an error beyond 64 MiB |
//! | a text | `serialize_with = "string_kit_concat::serde::serialize_text::<LIMIT, _, _>"` | one string; an error beyond `LIMIT` bytes |
//! | a text | `with = "string_kit_concat::serde"` | its nodes |
//! | `Vec`, `Box<[_]>` or `Arc<[_]>` of texts | `with = "string_kit_concat::serde::seq"` | the nodes of all, a shared one once |
//! | [`arena::Texts`]: a `ConcatArena` and ids | `with = "string_kit_concat::serde::arena"` | the nodes that the ids reach |
//! | `FrozenConcat` | `with = "string_kit_concat::serde::frozen"` | bytes; a list of numbers where the format has no bytes |
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
//! # Format
//!
//! Nodes have numbers from 0: first the leaves, then the concatenations. `leaves` lists the leaves' texts,
//! `nodes` the numbers of each concatenation's two parts, `texts` the numbers of the texts. Both parts have
//! smaller numbers than their concatenation, so no cycle is possible. A text, a list ([`seq`]) and an arena
//! ([`arena`]) have the same format. If the data has field names, the fields may come in any order, and
//! unknown fields are skipped.
//!
//! # Untrusted data
//!
//! [`Limits`] bound the leaves, concatenations and bytes that are read, and [`limited`] has them as attributes.
//! They do not bound the length of a text: 514 bytes of JSON can hold a text of 2^64 bytes. So choose
//! [`max_items`](Limits::max_items) by the operations on the result. For a text of n nodes:
//!
//! | operation | cost |
//! | --- | --- |
//! | read, and write as nodes | O(n) time, some 30 bytes a node at once; 12 bytes a node stay in a `ConcatStr`, 16 in a `MeasuredConcatStr`, 8 in an arena |
//! | `clone`, `concat`, drop | O(1); the drop of the last handle O(n), without recursion |
//! | `try_len`, `byte_at`, `substr` | O(n) time and up to 64 bytes a node. Below 4 GiB a `MeasuredConcatStr` takes O(depth); the data decides the depth, which can be n, and `rebalance` lowers it |
//! | `==`, `<`, `hash`, `fingerprint` | O(n) time and up to 256 bytes a node, on each call: a sort or a map of m texts makes m calls and more |
//! | `chunks`, `to_text`, `write_to`, `eq_exact`, [`serialize_text`] | O(bytes), which n does not bound: pass a limit |

mod adapters;
mod limits;
mod nodes;
mod text;

use serde::de::Deserializer;
use serde::ser::{Error, Serialize, Serializer};

pub use adapters::{arena, frozen, limited, seq};
pub use limits::{LimitError, Limits};
pub use nodes::{NodeError, Nodes};
pub use text::{AsText, ConcatText, MAX_TEXT, serialize_text};

use crate::ConcatNodes;
#[cfg(doc)]
use crate::{ConcatStr, MeasuredConcatStr};

/// Writes the nodes of a text.
///
/// O(nodes) time and space, whatever the length of the text.
///
/// # Errors
///
/// Returns the serializer's errors, and its `custom` error if memory runs out.
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
pub fn serialize<T: ConcatText, R: Serializer>(text: &T, to: R) -> Result<R::Ok, R::Error> {
    let nodes = ConcatNodes::of([text.view()]).map_err(R::Error::custom)?;
    Nodes(&nodes).serialize(to)
}

/// Reads nodes, and returns their one text.
///
/// O(nodes + bytes of leaves). Takes a node for each one read, and while it reads 4 bytes more for each, or 20
/// where the data has its `nodes` before its `leaves`. Nodes that the text does not reach are freed. Short parts
/// of a concatenation may become one leaf, as in [`ConcatStr::concat`].
///
/// # Errors
///
/// Returns the deserializer's errors; its `custom` error for a [`NodeError`], and if memory or ids run out.
///
/// ```
/// use string_kit_concat::MeasuredConcatStr;
///
/// let json = r#"{"leaves":["b","an","a"],"nodes":[[1,1],[3,2],[0,4]],"texts":[5]}"#;
/// let mut deserializer = serde_json::Deserializer::from_str(json);
/// let text: MeasuredConcatStr = string_kit_concat::serde::deserialize(&mut deserializer)?;
/// assert_eq!(text, "banana");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn deserialize<'de, T: ConcatText, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    Limits::new().read_text(from)
}
