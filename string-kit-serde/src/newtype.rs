//! `Captured<S>`: a string with serde impls, for keys, items and type parameters.

use core::borrow::Borrow;
use core::fmt::{self, Debug, Display};
use core::ops::{Deref, DerefMut};

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use string_kit::CapturedStr;

use crate::captured;

/// A string of any [`CapturedStr`] that serde can read and write, wherever it stands.
///
/// For what a `with` attribute does not reach: keys and items of containers, type parameters. It is
/// as large as the string, compares and hashes as its text, and costs what
/// [`captured`](crate::captured) costs.
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
/// serde's derive bounds a type parameter by its own traits, which `S` need not have: an empty
/// `bound` leaves it to [`CapturedStr`].
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
/// By the field, or by [`into_inner`](Self::into_inner): `From<Captured<S>>` for any `S` is not
/// for this crate to implement.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Captured<S>(
    /// The string.
    pub S,
);

impl<S> Captured<S> {
    /// The string.
    ///
    /// O(1), no allocation.
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

/// A map with such keys is looked up by `&str`: the string compares and hashes as its text, which
/// [`CapturedStr`] asks of it by its own `Borrow<str>`.
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
