//! A [`StrList`], for `#[serde(with = "string_kit_serde::list")]`.
//!
//! Where no attribute reaches, in an `Option` say, [`CapturedList`](crate::CapturedList) does it.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use string_kit::StrList;
//!
//! #[derive(Deserialize, Serialize)]
//! struct Tags(#[serde(with = "string_kit_serde::list")] StrList);
//!
//! let tags: Tags = serde_json::from_str(r#"["id","42"]"#)?;
//! assert_eq!(tags.0, ["id", "42"]);
//! assert_eq!(serde_json::to_string(&tags)?, r#"["id","42"]"#);
//! # Ok::<(), serde_json::Error>(())
//! ```

use core::fmt::Display;

use serde::de::{DeserializeSeed, Deserializer, Error};
use serde::ser::Serializer;
use string_kit::{CaptureError, StrList, StrListBuilder};

use crate::limits::Limits;
use crate::seq::{Gather, SeqVisitor};
use crate::text::{Forms, Keep};

/// Writes the strings as a sequence.
///
/// O(n), no allocation but the serializer's.
///
/// # Errors
///
/// The serializer's.
///
/// ```
/// let list = string_kit::StrList::from(["id", "42"]);
/// let mut json = Vec::new();
/// let mut serializer = serde_json::Serializer::new(&mut json);
/// string_kit_serde::list::serialize(&list, &mut serializer)?;
/// assert_eq!(json, br#"["id","42"]"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn serialize<R: Serializer>(list: &StrList, to: R) -> Result<R::Ok, R::Error> {
    to.collect_seq(list)
}

/// Reads a sequence of strings straight into one [`StrListBuilder`].
///
/// O(n). Allocates what the builder does, which grows geometrically, and once for the list unless
/// that is inline; nothing for a string, beside the deserializer's own. From JSON, 1,000 strings of
/// 5 to 20 bytes take 8 allocations.
///
/// # Errors
///
/// The deserializer's; its `invalid_type` error if the data is no sequence; those of
/// [`captured`](crate::captured::deserialize()) for each string; `custom` if memory runs out.
///
/// ```
/// let mut deserializer = serde_json::Deserializer::from_str(r#"["id","42"]"#);
/// let list = string_kit_serde::list::deserialize(&mut deserializer)?;
/// assert_eq!(list, ["id", "42"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<StrList, D::Error> {
    OneList {
        forms: Forms::Strings,
        limits: Limits::new(),
    }
    .deserialize(from)
}

/// Reads a sequence of strings into a list.
pub(crate) struct OneList {
    pub(crate) forms: Forms,
    pub(crate) limits: Limits,
}

impl<'de> DeserializeSeed<'de> for OneList {
    type Value = StrList;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<StrList, D::Error> {
        let mut builder = StrListBuilder::new();
        let visitor = SeqVisitor {
            gather: &mut builder,
            forms: self.forms,
            limits: self.limits,
        };
        visitor.deserialize(from)?;
        builder.try_finish().map_err(D::Error::custom)
    }
}

impl Gather for StrListBuilder {
    /// Nothing: the builder's memory is the text's, whose length nobody has stated.
    fn reserve(&mut self, _: usize) -> Result<(), CaptureError> {
        Ok(())
    }
}

impl Keep for StrListBuilder {
    type Kept = ();

    #[inline]
    fn text(&mut self, text: &str) -> Result<(), CaptureError> {
        self.try_push(text)
    }

    #[inline]
    fn display(&mut self, value: &dyn Display) -> Result<(), CaptureError> {
        self.try_push_display(value)
    }
}
