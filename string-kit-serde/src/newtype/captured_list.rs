//! `CapturedList`: a `StrList` with serde impls.
//!
//! A type beside [`Captured`](crate::Captured), not a case of it: were its impls to hold for all of
//! `CapturedStr` and for `StrList`, the day that `StrList` became a `CapturedStr` would break them,
//! so the compiler allows only one.

use core::fmt::{self, Debug};
use core::ops::{Deref, DerefMut};

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use string_kit::StrList;

use crate::list;

/// A [`StrList`] that serde can read and write, wherever it stands.
///
/// For what a `with` attribute does not reach: an `Option`, values of maps, type parameters. 16
/// bytes, in an `Option` too; it costs what [`list`](crate::list) costs.
///
/// ```
/// use std::collections::HashMap;
/// use string_kit_serde::CapturedList;
///
/// let tags: HashMap<String, CapturedList> = serde_json::from_str(r#"{"post":["rust","text"]}"#)?;
/// assert_eq!(*tags["post"], ["rust", "text"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CapturedList(
    /// The list.
    pub StrList,
);

const _: () = assert!(size_of::<Option<CapturedList>>() == 16);

impl Serialize for CapturedList {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        list::serialize(&self.0, to)
    }
}

impl<'de> Deserialize<'de> for CapturedList {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        list::deserialize(from).map(Self)
    }
}

impl From<StrList> for CapturedList {
    fn from(list: StrList) -> Self {
        Self(list)
    }
}

impl From<CapturedList> for StrList {
    fn from(list: CapturedList) -> Self {
        list.0
    }
}

impl Deref for CapturedList {
    type Target = StrList;

    fn deref(&self) -> &StrList {
        &self.0
    }
}

impl DerefMut for CapturedList {
    fn deref_mut(&mut self) -> &mut StrList {
        &mut self.0
    }
}

impl Debug for CapturedList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
