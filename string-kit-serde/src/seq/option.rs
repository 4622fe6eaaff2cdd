//! A sequence that may be missing, for `#[serde(with = "string_kit_serde::seq::option")]`.
//!
//! For `Option<Box<[S]>>`, which [`capture_all`](string_kit::capture_all()) returns, and an
//! `Option` of whatever else [`seq`](crate::seq) reads. Null is `None`; a sequence of no strings is
//! not. As for [`captured::option`](crate::captured::option), a field that is not there is an error
//! unless it has `#[serde(default)]` too.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use string_kit::capture_all;
//!
//! #[derive(Deserialize, Serialize)]
//! struct Post {
//!     #[serde(default, with = "string_kit_serde::seq::option")]
//!     tags: Option<Box<[String]>>,
//! }
//!
//! let json = serde_json::to_string(&Post { tags: capture_all(&[&"id", &42]) })?;
//! assert_eq!(json, r#"{"tags":["id","42"]}"#);
//! let read = |json| serde_json::from_str::<Post>(json).map(|post| post.tags);
//! assert_eq!(read(&json)?, capture_all(&[&"id", &42]));
//! assert_eq!(read(r#"{"tags":null}"#)?, None);
//! assert_eq!(read("{}")?, None);
//! # Ok::<(), serde_json::Error>(())
//! ```

use alloc::vec::Vec;
use core::ops::Deref;

use serde::de::{DeserializeSeed, Deserializer};
use serde::ser::{Serialize, Serializer};
use string_kit::CapturedStr;

use crate::limits::Limits;
use crate::option::Optional;
use crate::seq::OneVec;

/// Writes the texts as a sequence of strings, `None` as none.
///
/// O(n), no allocation but the serializer's.
///
/// # Errors
///
/// The serializer's.
///
/// ```
/// let mut json = Vec::new();
/// let mut serializer = serde_json::Serializer::new(&mut json);
/// let tags = Some(vec!["id".to_string()]);
/// string_kit_serde::seq::option::serialize(&tags, &mut serializer)?;
/// assert_eq!(json, br#"["id"]"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn serialize<S, C, R>(strings: &Option<C>, to: R) -> Result<R::Ok, R::Error>
where
    S: CapturedStr,
    C: Deref<Target = [S]>,
    R: Serializer,
{
    match strings {
        Some(strings) => to.serialize_some(&Strings(strings)),
        None => to.serialize_none(),
    }
}

/// Reads a sequence of strings into the representation, null as `None`.
///
/// Costs what [`seq::deserialize`](crate::seq::deserialize()) costs.
///
/// # Errors
///
/// As `seq::deserialize`, but for null.
///
/// ```
/// use string_kit_serde::seq;
///
/// let mut deserializer = serde_json::Deserializer::from_str(r#"["id"]"#);
/// let tags: Option<Box<[String]>> = seq::option::deserialize(&mut deserializer)?;
/// assert_eq!(tags.as_deref(), Some(&["id".to_string()][..]));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn deserialize<'de, S, C, D>(from: D) -> Result<Option<C>, D::Error>
where
    S: CapturedStr,
    C: From<Vec<S>> + Deref<Target = [S]>,
    D: Deserializer<'de>,
{
    let strings = Optional(OneVec::new(Limits::new())).deserialize(from)?;
    Ok(strings.map(C::from))
}

/// Strings, written as a sequence.
struct Strings<'a, S>(&'a [S]);

impl<S: CapturedStr> Serialize for Strings<'_, S> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        to.collect_seq(self.0.iter().map(CapturedStr::as_str))
    }
}
