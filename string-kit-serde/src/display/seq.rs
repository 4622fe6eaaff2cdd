//! A sequence of scalars, for `#[serde(with = "string_kit_serde::display::seq")]`.
//!
//! Into the types that [`seq`](crate::seq) reads.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, Serialize)]
//! struct Post(#[serde(with = "string_kit_serde::display::seq")] Box<[String]>);
//!
//! let post: Post = serde_json::from_str(r#"["id",42,true]"#)?;
//! assert_eq!(post.0[..], ["id", "42", "true"]);
//! # Ok::<(), serde_json::Error>(())
//! ```

use alloc::vec::Vec;
use core::ops::Deref;

use serde::de::{DeserializeSeed, Deserializer};
use string_kit::CapturedStr;

use crate::limits::Limits;
use crate::seq::OneVec;
#[doc(no_inline)]
pub use crate::seq::serialize;

/// Reads a sequence of scalars into the representation, as text.
///
/// Costs what [`seq::deserialize`](crate::seq::deserialize()) costs.
///
/// # Errors
///
/// The deserializer's; its `invalid_type` error if the data is no sequence; those of
/// [`display`](crate::display::deserialize()) for each item.
///
/// ```
/// let mut deserializer = serde_json::Deserializer::from_str(r#"["id",42]"#);
/// let tags: Vec<String> = string_kit_serde::display::seq::deserialize(&mut deserializer)?;
/// assert_eq!(tags, ["id", "42"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn deserialize<'de, S, C, D>(from: D) -> Result<C, D::Error>
where
    S: CapturedStr,
    C: From<Vec<S>> + Deref<Target = [S]>,
    D: Deserializer<'de>,
{
    OneVec::new(Limits::new().scalars())
        .deserialize(from)
        .map(C::from)
}
