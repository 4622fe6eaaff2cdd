//! A sequence of strings, for `#[serde(with = "string_kit_serde::seq")]`.
//!
//! Reads `Vec<S>`, `Box<[S]>`, `Arc<[S]>`, `Rc<[S]>`, and any other type that converts from a
//! `Vec<S>` and dereferences to a slice. On an `Option` of these the compiler says that it does not
//! implement `Deref`: write [`seq::option`](option).
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

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;

use serde::de::{DeserializeSeed, Deserializer, Error, Expected, SeqAccess, Visitor};
use serde::ser::Serializer;
use string_kit::{CaptureError, CaptureErrorKind, CapturedStr};

use crate::limits::{Limits, Meter};
use crate::rules::{As, Seq};
use crate::seed::copy_seed;
use crate::text::{Counted, Keep, Place, TextVisitor};

/// Writes the texts as a sequence of strings.
///
/// O(n); allocates nothing itself. To write a slice, pass a reference to it, as in `&&tags[..]`.
///
/// # Errors
///
/// Returns the serializer's errors.
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

/// Reads a sequence of strings, each as [`captured`](crate::captured::deserialize()) reads it.
///
/// O(n). Besides the strings' own memory, fills one `Vec` that grows geometrically: one allocation,
/// then a reallocation each time it is full. Its first capacity is the number of items that the
/// format states, up to 64, else 4. A `Vec` keeps that memory. A `Box<[S]>` keeps it too, but
/// shrinks it if it is not full. An `Arc<[S]>` or `Rc<[S]>` allocates once more, because its counts
/// precede the strings.
///
/// # Errors
///
/// Returns the deserializer's errors: `invalid_type` if the data is not a sequence, the errors of
/// `captured` for each string, `custom` if memory runs out.
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
    As::<Seq>::deserialize(from)
}

/// A seed that reads a sequence of strings into a `Vec`: the type that [`Limits::seq`](crate::Limits::seq) returns.
///
/// ```
/// use serde::de::DeserializeSeed;
/// use string_kit_serde::Limits;
/// use string_kit_serde::seed::VecSeed;
///
/// let seed: VecSeed<Box<str>> = Limits::new().max_len(2).seq();
/// let read = seed.deserialize(&mut serde_json::Deserializer::from_str(r#"["id"]"#))?;
/// assert_eq!(&*read[0], "id");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub struct VecSeed<S> {
    limits: Limits,
    string: PhantomData<fn() -> S>,
}

copy_seed!(VecSeed { limits });

impl<S> VecSeed<S> {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            string: PhantomData,
        }
    }
}

impl<S> Expected for VecSeed<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a sequence of {}", self.limits.accepted().plural())
    }
}

impl<'de, S: CapturedStr> DeserializeSeed<'de> for VecSeed<S> {
    type Value = Vec<S>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Vec<S>, D::Error> {
        let mut strings = Vec::new();
        let visitor = SeqVisitor {
            keep: &mut strings,
            limits: self.limits,
        };
        visitor.deserialize(from)?;
        Ok(strings)
    }
}

impl<S: CapturedStr> Keep for Vec<S> {
    type Kept = ();
    type Error = CaptureError;

    fn reserve(&mut self, strings: usize) -> Result<(), CaptureError> {
        self.try_reserve_exact(strings)
            .map_err(|_| CaptureErrorKind::Alloc.into())
    }

    #[inline]
    fn text(&mut self, text: &str) -> Result<(), CaptureError> {
        append(self, S::try_from_text(text)?)
    }

    #[inline]
    fn string(&mut self, text: String) -> Result<(), CaptureError> {
        append(self, S::from(text))
    }
}

#[inline]
fn append<S>(strings: &mut Vec<S>, string: S) -> Result<(), CaptureError> {
    strings
        .try_reserve(1)
        .map_err(|_| CaptureErrorKind::Alloc)?;
    strings.push(string);
    Ok(())
}

/// Reads a sequence of strings and appends each to a destination.
pub(crate) struct SeqVisitor<'a, K> {
    pub(crate) keep: &'a mut K,
    pub(crate) limits: Limits,
}

impl<'de, K: Keep<Kept = ()>> DeserializeSeed<'de> for SeqVisitor<'_, K> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, K: Keep<Kept = ()>> Visitor<'de> for SeqVisitor<'_, K> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Expected::fmt(&VecSeed::<()>::new(self.limits), f)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let reserved = self.limits.reserve(seq.size_hint());
        self.keep.reserve(reserved).map_err(A::Error::custom)?;
        let mut meter = Meter::new(self.limits);
        loop {
            let item = Counted(TextVisitor {
                keep: &mut *self.keep,
                meter: &mut meter,
                place: Place::Item,
            });
            if seq.next_element_seed(item)?.is_none() {
                return Ok(());
            }
        }
    }
}

pub mod option {
    //! A sequence that may be absent, for `#[serde(with = "string_kit_serde::seq::option")]`.
    //!
    //! Reads an `Option` of any type that [`seq`](crate::seq) reads. Null is `None`; an empty
    //! sequence is `Some`. A missing field is an error unless it also has `#[serde(default)]`, as
    //! for [`captured::option`](crate::captured::option).
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
    //! let json = serde_json::to_string(&Post { tags: Some(capture_all(&[&"id", &42])) })?;
    //! assert_eq!(json, r#"{"tags":["id","42"]}"#);
    //! let read = |json| serde_json::from_str::<Post>(json).map(|post| post.tags);
    //! assert_eq!(read(&json)?, Some(capture_all(&[&"id", &42])));
    //! assert_eq!(read(r#"{"tags":null}"#)?, None);
    //! assert_eq!(read("{}")?, None);
    //! # Ok::<(), serde_json::Error>(())
    //! ```

    use alloc::vec::Vec;
    use core::ops::Deref;

    use serde::de::Deserializer;
    use serde::ser::Serializer;
    use string_kit::CapturedStr;

    use crate::rules::{As, Seq};

    /// Writes the texts as a sequence of strings, or `None` as null.
    ///
    /// O(n); allocates nothing itself.
    ///
    /// # Errors
    ///
    /// Returns the serializer's errors.
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
        As::<Option<Seq>>::serialize(strings, to)
    }

    /// Reads a sequence of strings, or null as `None`.
    ///
    /// Costs the same as [`seq::deserialize`](crate::seq::deserialize()); `None` allocates nothing.
    ///
    /// # Errors
    ///
    /// Returns the errors of `seq::deserialize`, except for null.
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
        As::<Option<Seq>>::deserialize(from)
    }
}
