//! A list of [`ConcatStr`], for `#[serde(with = "string_kit_concat::serde::seq")]`: what they share is
//! written once, and shared again when it is read.
//!
//! For `Vec<ConcatStr>`, `Box<[ConcatStr]>`, `Arc<[ConcatStr]>` and whatever else can be made of a `Vec` and
//! looked at as a slice; a list of one is written as a `ConcatStr` alone is.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use string_kit_concat::ConcatStr;
//!
//! #[derive(Deserialize, Serialize)]
//! struct Versions(#[serde(with = "string_kit_concat::serde::seq")] Vec<ConcatStr>);
//!
//! let first: ConcatStr = "the first version".into();
//! let second = first.concat(&", and more".into());
//! let json = serde_json::to_string(&Versions(vec![first, second]))?;
//! let leaves = r#""the first version",", and more""#;
//! assert_eq!(json, format!(r#"{{"leaves":[{leaves}],"nodes":[[0,1]],"texts":[0,2]}}"#));
//! assert_eq!(serde_json::from_str::<Versions>(&json)?.0[1], "the first version, and more");
//! # Ok::<(), serde_json::Error>(())
//! ```

use alloc::vec::Vec;
use core::ops::Deref;

use serde::de::{DeserializeSeed, Deserializer};
use serde::ser::{Error, Serialize, Serializer};

use super::build::ConcatVec;
use super::limits::Limits;
use super::nodes::Nodes;
use crate::{ConcatNodes, ConcatStr};

/// Writes the nodes of the texts, each once.
///
/// O(nodes) time and space, whatever the length of the texts. Takes a slice too, as `&slice`.
///
/// # Errors
///
/// The serializer's; `custom` if memory runs out.
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
pub fn serialize<C, R>(texts: &C, to: R) -> Result<R::Ok, R::Error>
where
    C: Deref<Target = [ConcatStr]>,
    R: Serializer,
{
    let nodes = ConcatNodes::of(texts.iter().map(ConcatStr::view)).map_err(R::Error::custom)?;
    Nodes(&nodes).serialize(to)
}

/// Reads nodes and the texts of them.
///
/// Costs as much as [`deserialize`](super::deserialize()), and a `Vec` of the handles, which `C` is made
/// from.
///
/// # Errors
///
/// As [`deserialize`](super::deserialize()), for any number of texts.
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
pub fn deserialize<'de, C, D>(from: D) -> Result<C, D::Error>
where
    C: From<Vec<ConcatStr>> + Deref<Target = [ConcatStr]>,
    D: Deserializer<'de>,
{
    ConcatVec::new(Limits::new()).deserialize(from).map(C::from)
}
