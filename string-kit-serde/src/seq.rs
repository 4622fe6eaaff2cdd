//! A sequence of strings, for `#[serde(with = "string_kit_serde::seq")]`.
//!
//! For `Vec<S>`, `Box<[S]>`, `Arc<[S]>`, `Rc<[S]>` and whatever else can be made of a `Vec<S>`
//! and looked at as a slice.
//!
//! ```
//! use std::sync::Arc;
//! use serde::{Deserialize, Serialize};
//! use string_kit::StringBuf;
//!
//! #[derive(Deserialize, Serialize)]
//! struct Post(#[serde(with = "string_kit_serde::seq")] Arc<[StringBuf<16>]>);
//!
//! let post: Post = serde_json::from_str(r#"["id","42"]"#)?;
//! assert_eq!(post.0[1], "42");
//! assert_eq!(serde_json::to_string(&post)?, r#"["id","42"]"#);
//! # Ok::<(), serde_json::Error>(())
//! ```

pub mod option;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;

use serde::de::{DeserializeSeed, Deserializer, Error, Expected, SeqAccess, Visitor};
use serde::ser::Serializer;
use string_kit::{CaptureError, CapturedStr};

use crate::limits::{Limits, Meter};
use crate::text::{Counted, Keep, Own, TextVisitor};

/// Writes the texts as a sequence of strings.
///
/// O(n), no allocation but the serializer's. Takes a slice too, as `&slice`.
///
/// # Errors
///
/// The serializer's.
///
/// ```
/// let tags = ["id".to_string(), "42".to_string()];
/// let mut json = Vec::new();
/// let mut serializer = serde_json::Serializer::new(&mut json);
/// string_kit_serde::seq::serialize(&&tags[..], &mut serializer)?;
/// assert_eq!(json, br#"["id","42"]"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn serialize<S, C, R>(strings: &C, to: R) -> Result<R::Ok, R::Error>
where
    S: CapturedStr,
    C: Deref<Target = [S]>,
    R: Serializer,
{
    to.collect_seq(strings.iter().map(CapturedStr::as_str))
}

/// Reads a sequence of strings into the representation, each as
/// [`captured`](crate::captured::deserialize()) does.
///
/// O(n). Beside what the strings take, one `Vec` that grows geometrically: one allocation, and a
/// reallocation whenever the number passes a power of two, the first of which is 4, or that which
/// the format states, up to 64. It is the result's own memory for a `Vec`; for a `Box<[S]>` too,
/// made shorter if it is not full; an `Arc<[S]>` or `Rc<[S]>` takes one allocation more, for the
/// counts come before the strings.
///
/// # Errors
///
/// The deserializer's; its `invalid_type` error if the data is no sequence; those of `captured`
/// for each string; `custom` if memory runs out.
///
/// ```
/// let mut deserializer = serde_json::Deserializer::from_str(r#"["id","42"]"#);
/// let tags: Box<[String]> = string_kit_serde::seq::deserialize(&mut deserializer)?;
/// assert_eq!(tags[..], ["id", "42"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn deserialize<'de, S, C, D>(from: D) -> Result<C, D::Error>
where
    S: CapturedStr,
    C: From<Vec<S>> + Deref<Target = [S]>,
    D: Deserializer<'de>,
{
    OneVec::new(Limits::new()).deserialize(from).map(C::from)
}

/// Reads a sequence of strings into a `Vec`.
pub(crate) struct OneVec<S> {
    limits: Limits,
    string: PhantomData<fn() -> S>,
}

impl<S> OneVec<S> {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            string: PhantomData,
        }
    }
}

impl<S> Expected for OneVec<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a sequence of which each item is {}",
            self.limits.forms()
        )
    }
}

impl<'de, S: CapturedStr> DeserializeSeed<'de> for OneVec<S> {
    type Value = Vec<S>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Vec<S>, D::Error> {
        let mut strings = Vec::new();
        let visitor = SeqVisitor {
            gather: &mut strings,
            limits: self.limits,
        };
        visitor.deserialize(from)?;
        Ok(strings)
    }
}

/// What strings are put into one by one.
pub(crate) trait Gather: Keep<Kept = ()> {
    /// Takes memory for so many more strings, if that is of use before their texts are known.
    fn reserve(&mut self, strings: usize) -> Result<(), CaptureError>;
}

impl<S: CapturedStr> Gather for Vec<S> {
    fn reserve(&mut self, strings: usize) -> Result<(), CaptureError> {
        self.try_reserve_exact(strings)
            .map_err(|_| CaptureError::Alloc)
    }
}

impl<S: CapturedStr> Keep for Vec<S> {
    type Kept = ();
    type Error = CaptureError;

    #[inline]
    fn text(&mut self, text: &str) -> Result<(), CaptureError> {
        append(self, Own::new().text(text)?)
    }

    #[inline]
    fn string(&mut self, text: String) -> Result<(), CaptureError> {
        append(self, Own::new().string(text)?)
    }
}

#[inline]
fn append<S>(strings: &mut Vec<S>, string: S) -> Result<(), CaptureError> {
    if strings.len() == strings.capacity() {
        strings.try_reserve(1).map_err(|_| CaptureError::Alloc)?;
    }
    strings.push(string);
    Ok(())
}

/// Reads a sequence of strings, and puts them one after the other where they are to be kept.
pub(crate) struct SeqVisitor<'a, G> {
    pub(crate) gather: &'a mut G,
    pub(crate) limits: Limits,
}

impl<'de, G: Gather> DeserializeSeed<'de> for SeqVisitor<'_, G> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, G: Gather> Visitor<'de> for SeqVisitor<'_, G> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Expected::fmt(&OneVec::<()>::new(self.limits), f)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let reserved = self.limits.reserve(seq.size_hint());
        self.gather.reserve(reserved).map_err(A::Error::custom)?;
        let mut meter = Meter::new(self.limits);
        loop {
            let item = Counted(TextVisitor {
                keep: &mut *self.gather,
                meter: &mut meter,
            });
            if seq.next_element_seed(item)?.is_none() {
                return Ok(());
            }
        }
    }
}
