//! `Captured<S>`: a string that implements serde's traits, for keys, items and type parameters.

use core::borrow::Borrow;
use core::fmt::{self, Debug, Display};
use core::ops::{Deref, DerefMut};

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use string_kit::CapturedStr;

use crate::captured;

/// A newtype of any [`CapturedStr`] type, with serde's traits.
///
/// Use it where a `with` attribute cannot stand: for keys and items of containers, and for type
/// parameters. It has the size of the string, compares and hashes as its text, and costs the same
/// as [`captured`](crate::captured).
///
/// ```
/// use std::collections::HashMap;
/// use string_kit::StringBuf;
/// use string_kit_serde::Captured;
///
/// let hits: HashMap<Captured<StringBuf<16>>, u32> = serde_json::from_str(r#"{"id":42}"#)?;
/// assert_eq!(hits["id"], 42);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # In generic types
///
/// serde's derive requires that a type parameter implements `Serialize` and `Deserialize`, which
/// `S` may not. An empty `bound` removes that requirement.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use string_kit::CapturedStr;
/// use string_kit_serde::Captured;
///
/// #[derive(Deserialize, Serialize)]
/// #[serde(bound = "")]
/// struct Post<S: CapturedStr> {
///     tags: Vec<Captured<S>>,
/// }
///
/// let post: Post<Box<str>> = serde_json::from_str(r#"{"tags":["id","42"]}"#)?;
/// assert_eq!(post.tags[1], "42");
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Back to the string
///
/// Take the field, or call [`into_inner`](Self::into_inner). Rust does not let this crate implement
/// `From<Captured<S>>` for every `S`.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Captured<S>(
    /// The string.
    pub S,
);

impl<S> Captured<S> {
    /// Returns the string.
    ///
    /// O(1); allocates nothing.
    ///
    /// ```
    /// use string_kit_serde::Captured;
    ///
    /// let id: Captured<Box<str>> = serde_json::from_str(r#""id""#)?;
    /// let id: Box<str> = id.into_inner();
    /// # assert_eq!(&*id, "id");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn into_inner(self) -> S {
        self.0
    }
}

impl<S: CapturedStr> Serialize for Captured<S> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        captured::serialize(&self.0, to)
    }
}

impl<'de, S: CapturedStr> Deserialize<'de> for Captured<S> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        captured::deserialize(from).map(Self)
    }
}

impl<S> From<S> for Captured<S> {
    fn from(string: S) -> Self {
        Self(string)
    }
}

impl<S> Deref for Captured<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.0
    }
}

impl<S> DerefMut for Captured<S> {
    fn deref_mut(&mut self) -> &mut S {
        &mut self.0
    }
}

impl<S: CapturedStr> AsRef<str> for Captured<S> {
    fn as_ref(&self) -> &str {
        self.0.as_str()
    }
}

/// Lets a `&str` find such a key in a map: the string compares and hashes as its text, because
/// [`CapturedStr`] requires `Borrow<str>`.
impl<S: CapturedStr> Borrow<str> for Captured<S> {
    fn borrow(&self) -> &str {
        self.0.as_str()
    }
}

impl<S: Display> Display for Captured<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<S: Debug> Debug for Captured<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<S: CapturedStr> PartialEq<str> for Captured<S> {
    fn eq(&self, other: &str) -> bool {
        self.0.as_str() == other
    }
}

impl<S: CapturedStr> PartialEq<&str> for Captured<S> {
    fn eq(&self, other: &&str) -> bool {
        self.0.as_str() == *other
    }
}

impl<S: CapturedStr> PartialEq<Captured<S>> for str {
    fn eq(&self, other: &Captured<S>) -> bool {
        self == other.0.as_str()
    }
}

impl<S: CapturedStr> PartialEq<Captured<S>> for &str {
    fn eq(&self, other: &Captured<S>) -> bool {
        *self == other.0.as_str()
    }
}
