//! A field whose data may be any scalar, for `#[serde(with = "string_kit_serde::display")]`.
//!
//! Strings, characters, numbers of up to 128 bits, booleans, and bytes that are UTF-8 become the
//! text that `to_string` gives of them, floats as std writes them: JSON's `1.0` is `1`. Null is an
//! error; [`option`] takes it for `None`. What is written is always a string.
//!
//! The format must describe itself, as JSON, TOML and CBOR do: from postcard or bincode this cannot
//! read. From `serde_json` an integer of over 64 bits comes as a float, and loses digits; with its
//! `arbitrary_precision` a number comes as a map, and is an error, as TOML's dates are.
//!
//! There is no limit to what is read: for data from outside there is
//! [`Limits::scalars`](crate::Limits::scalars), where the text of a number counts as a string does.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, Serialize)]
//! struct Row(#[serde(with = "string_kit_serde::display")] string_kit::StringBuf<16>);
//!
//! let read = |json| serde_json::from_str::<Row>(json).map(|row| row.0);
//! assert_eq!(read("42")?, "42");
//! assert_eq!(read("1.50")?, "1.5");
//! assert_eq!(read("true")?, "true");
//! assert_eq!(read(r#""id""#)?, "id");
//! # Ok::<(), serde_json::Error>(())
//! ```

pub mod list;
pub mod map;
pub mod option;
pub mod seq;

use serde::de::{DeserializeSeed, Deserializer};
use string_kit::CapturedStr;

#[doc(no_inline)]
pub use crate::captured::serialize;
use crate::limits::Limits;
use crate::text::OneText;

/// Reads a scalar into the representation, as text.
///
/// O(n). Allocates what [`captured`](crate::captured::deserialize()) does for the same text; a
/// number is formatted on the stack first.
///
/// # Errors
///
/// The deserializer's; and its `invalid_type` error if the data is null, a sequence or a map,
/// `invalid_value` if its bytes are not UTF-8, `custom` if memory runs out.
///
/// ```
/// let mut deserializer = serde_json::Deserializer::from_str("42");
/// let string: String = string_kit_serde::display::deserialize(&mut deserializer)?;
/// assert_eq!(string, "42");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn deserialize<'de, S: CapturedStr, D: Deserializer<'de>>(from: D) -> Result<S, D::Error> {
    OneText::new(Limits::new().scalars()).deserialize(from)
}
