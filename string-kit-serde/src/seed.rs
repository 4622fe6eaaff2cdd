//! Seeds that read strings into a builder of the user's own.
//!
//! A `Visitor` that reads records can so fill a column for each field, with no allocation for a
//! string and no value between:
//!
//! ```
//! use std::fmt;
//! use serde::Deserializer;
//! use serde::de::{Error, SeqAccess, Visitor};
//! use string_kit::StrListBuilder;
//! use string_kit_serde::AppendStr;
//!
//! /// `[name, state]` of a city.
//! struct City<'a> {
//!     names: &'a mut StrListBuilder,
//!     states: &'a mut StrListBuilder,
//! }
//!
//! impl<'de> Visitor<'de> for City<'_> {
//!     type Value = ();
//!
//!     fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
//!         f.write_str("a name and a state")
//!     }
//!
//!     fn visit_seq<A: SeqAccess<'de>>(self, mut city: A) -> Result<(), A::Error> {
//!         for (column, builder) in [self.names, self.states].into_iter().enumerate() {
//!             city.next_element_seed(AppendStr(builder))?
//!                 .ok_or_else(|| A::Error::invalid_length(column, &"2 columns"))?;
//!         }
//!         Ok(())
//!     }
//! }
//!
//! let (mut names, mut states) = (StrListBuilder::new(), StrListBuilder::new());
//! for line in [r#"["Boise","Idaho"]"#, r#"["Salem","Oregon"]"#] {
//!     let city = City { names: &mut names, states: &mut states };
//!     serde_json::Deserializer::from_str(line).deserialize_seq(city)?;
//! }
//! assert_eq!(names.finish(), ["Boise", "Salem"]);
//! assert_eq!(states.finish(), ["Idaho", "Oregon"]);
//! # Ok::<(), serde_json::Error>(())
//! ```

use serde::de::{DeserializeSeed, Deserializer};
use string_kit::StrListBuilder;

use crate::limits::{Limits, Meter};
use crate::seq::SeqVisitor;
use crate::text::TextVisitor;

/// Reads one string, and appends it to a builder.
///
/// O(n) in its length, amortised; allocates where the builder must grow.
///
/// # Errors
///
/// As [`captured::deserialize`](crate::captured::deserialize()): the builder is as before.
///
/// ```
/// use serde::de::DeserializeSeed;
/// use string_kit::StrListBuilder;
/// use string_kit_serde::AppendStr;
///
/// let mut builder = StrListBuilder::new();
/// let mut json = serde_json::Deserializer::from_str(r#""id" 42"#);
/// AppendStr(&mut builder).deserialize(&mut json)?;
/// assert!(AppendStr(&mut builder).deserialize(&mut json).is_err());
/// assert_eq!(builder.finish(), ["id"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug)]
pub struct AppendStr<'a>(
    /// The builder.
    pub &'a mut StrListBuilder,
);

impl<'de> DeserializeSeed<'de> for AppendStr<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        let visitor = TextVisitor {
            keep: self.0,
            meter: &mut Meter::new(Limits::new()),
        };
        visitor.deserialize(from)
    }
}

/// Reads a sequence of strings, and appends them to a builder.
///
/// O(n) over the text; allocates where the builder must grow.
///
/// # Errors
///
/// The deserializer's; its `invalid_type` error if the data is no sequence; those of
/// [`captured`](crate::captured::deserialize()) for each string; `custom` if memory runs out. The
/// builder keeps what it had and the strings before the one that failed.
///
/// ```
/// use serde::de::DeserializeSeed;
/// use string_kit::StrListBuilder;
/// use string_kit_serde::AppendSeq;
///
/// let mut builder = StrListBuilder::from_iter(["first"]);
/// let mut json = serde_json::Deserializer::from_str(r#"["id", "name", 42]"#);
/// assert!(AppendSeq(&mut builder).deserialize(&mut json).is_err());
/// assert_eq!(builder.finish(), ["first", "id", "name"]);
/// ```
#[derive(Debug)]
pub struct AppendSeq<'a>(
    /// The builder.
    pub &'a mut StrListBuilder,
);

impl<'de> DeserializeSeed<'de> for AppendSeq<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        let visitor = SeqVisitor {
            gather: self.0,
            limits: Limits::new(),
        };
        visitor.deserialize(from)
    }
}
