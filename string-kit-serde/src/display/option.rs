//! A scalar that may be missing, for `#[serde(with = "string_kit_serde::display::option")]`.
//!
//! As [`captured::option`](crate::captured::option): null is `None`, and a field that is not there
//! wants `#[serde(default)]`.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, Serialize)]
//! struct Row(#[serde(with = "string_kit_serde::display::option")] Option<Box<str>>);
//!
//! assert_eq!(serde_json::from_str::<Row>("42")?.0.as_deref(), Some("42"));
//! assert_eq!(serde_json::from_str::<Row>("null")?.0, None);
//! # Ok::<(), serde_json::Error>(())
//! ```

use serde::de::{DeserializeSeed, Deserializer};
use string_kit::CapturedStr;

#[doc(no_inline)]
pub use crate::captured::option::serialize;
use crate::limits::Limits;
use crate::option::Optional;
use crate::text::OneText;

/// Reads a scalar into the representation, as text, null as `None`.
///
/// Costs what [`display::deserialize`](crate::display::deserialize()) costs.
///
/// # Errors
///
/// As `display::deserialize`, but for null.
///
/// ```
/// let mut deserializer = serde_json::Deserializer::from_str("42");
/// let string: Option<String> = string_kit_serde::display::option::deserialize(&mut deserializer)?;
/// assert_eq!(string.as_deref(), Some("42"));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn deserialize<'de, S: CapturedStr, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<S>, D::Error> {
    Optional(OneText::new(Limits::new().scalars())).deserialize(from)
}
