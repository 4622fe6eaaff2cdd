//! A [`StrList`] of scalars, for `#[serde(with = "string_kit_serde::display::list")]`.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use string_kit::StrList;
//!
//! #[derive(Deserialize, Serialize)]
//! struct Tags(#[serde(with = "string_kit_serde::display::list")] StrList);
//!
//! let tags: Tags = serde_json::from_str(r#"["id",42,true]"#)?;
//! assert_eq!(tags.0, ["id", "42", "true"]);
//! # Ok::<(), serde_json::Error>(())
//! ```

use serde::de::{DeserializeSeed, Deserializer};
use string_kit::StrList;

use crate::limits::Limits;
use crate::list::OneList;
#[doc(no_inline)]
pub use crate::list::serialize;
use crate::text::Forms;

/// Reads a sequence of scalars, as text, straight into one builder.
///
/// Costs what [`list::deserialize`](crate::list::deserialize()) costs: numbers are formatted in
/// place.
///
/// # Errors
///
/// The deserializer's; its `invalid_type` error if the data is no sequence; those of
/// [`display`](crate::display::deserialize()) for each item.
///
/// ```
/// let mut deserializer = serde_json::Deserializer::from_str(r#"["id",42]"#);
/// let list = string_kit_serde::display::list::deserialize(&mut deserializer)?;
/// assert_eq!(list, ["id", "42"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<StrList, D::Error> {
    OneList {
        forms: Forms::Scalars,
        limits: Limits::new(),
    }
    .deserialize(from)
}
