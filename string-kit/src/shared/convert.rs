//! Conversion from and into other types, and collecting.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::error::Error;
use core::str::FromStr;

use super::SharedStr;
use crate::StringBuf;

/// Copies the text, in O(n). Allocates once, at the exact size, if it is longer than 15 bytes.
///
/// # Panics
///
/// Panics if the text has 2^56 bytes or more, or is longer than an allocation can be together with
/// the count. If the allocator returns no memory, the program aborts, as it does for `String`.
/// [`SharedStr::try_copy`] returns an error instead.
impl From<&str> for SharedStr {
    #[inline]
    #[track_caller]
    fn from(text: &str) -> Self {
        match Self::try_copy(text) {
            Ok(copy) => copy,
            Err(error) => Self::copy_failed(text, error),
        }
    }
}

/// Implements conversion from other string types. Each copies the text, because no other type has
/// room for the count in front of it.
macro_rules! copied_from {
    ($($ty:ty),*) => {$(
        #[doc = "Copies the text, in O(n). Allocates and panics as `From<&str>` does."]
        impl From<$ty> for SharedStr {
            #[inline]
            #[track_caller]
            fn from(text: $ty) -> Self {
                let text: &str = &text;
                Self::from(text)
            }
        }
    )*};
}

copied_from!(
    &mut str,
    &String,
    String,
    Box<str>,
    Arc<str>,
    Rc<str>,
    Cow<'_, str>
);

/// Makes a text of one character, in O(1) and without an allocation.
impl From<char> for SharedStr {
    #[inline]
    fn from(c: char) -> Self {
        Self::from(&*c.encode_utf8(&mut [0; 4]))
    }
}

/// Copies the text, in O(n), and never returns an error. Allocates and panics as `From<&str>` does.
impl FromStr for SharedStr {
    type Err = Infallible;

    #[inline]
    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::from(text))
    }
}

/// Implements conversion into other types.
macro_rules! copied_into {
    ($($ty:ty),*) => {$(
        #[doc = "Copies the text, in O(n), as the conversion from `&str` does."]
        impl From<SharedStr> for $ty {
            #[inline]
            fn from(text: SharedStr) -> Self {
                Self::from(text.as_str())
            }
        }

        #[doc = "Copies the text, in O(n), as the conversion from `&str` does."]
        impl From<&SharedStr> for $ty {
            #[inline]
            fn from(text: &SharedStr) -> Self {
                Self::from(text.as_str())
            }
        }
    )*};
}

copied_into!(
    String,
    Box<str>,
    Arc<str>,
    Rc<str>,
    Vec<u8>,
    Box<dyn Error>,
    Box<dyn Error + Send + Sync>
);

/// Copies the text, in O(n). Allocates and panics as `From<&str>` does.
impl<const N: usize> From<StringBuf<N>> for SharedStr {
    #[inline]
    #[track_caller]
    fn from(text: StringBuf<N>) -> Self {
        Self::from(text.as_str())
    }
}

/// Copies the text, in O(n), with at most one allocation. std itself converts a `&SharedStr`.
#[cfg(feature = "std")]
impl From<SharedStr> for std::ffi::OsString {
    #[inline]
    fn from(text: SharedStr) -> Self {
        Self::from(text.as_str())
    }
}

/// Copies the text, in O(n), with at most one allocation. std itself converts a `&SharedStr`.
#[cfg(feature = "std")]
impl From<SharedStr> for std::path::PathBuf {
    #[inline]
    fn from(text: SharedStr) -> Self {
        Self::from(text.as_str())
    }
}

/// Copies the text, in O(n). Allocates once, at the exact size, if the text is longer than `N`.
impl<const N: usize> From<SharedStr> for StringBuf<N> {
    #[inline]
    fn from(text: SharedStr) -> Self {
        Self::from(text.as_str())
    }
}

/// Copies the text, in O(n), with one allocation.
impl From<SharedStr> for Arc<[u8]> {
    #[inline]
    fn from(text: SharedStr) -> Self {
        Self::from(text.as_bytes())
    }
}

/// Copies the text into a `String`, in O(n), with at most one allocation.
impl From<SharedStr> for Cow<'_, str> {
    #[inline]
    fn from(text: SharedStr) -> Self {
        Self::Owned(String::from(text))
    }
}

/// Borrows the text, in O(1) and without an allocation.
impl<'a> From<&'a SharedStr> for Cow<'a, str> {
    #[inline]
    fn from(text: &'a SharedStr) -> Self {
        Self::Borrowed(text)
    }
}

/// Implements collecting: into a `String` first, then into a `SharedStr`.
macro_rules! collect {
    ($($item:ty),*) => {$(
        #[doc = "Collects into a `String`, then copies its text, in O(n)."]
        impl<'a> FromIterator<$item> for SharedStr {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                Self::from(items.into_iter().collect::<String>())
            }
        }
    )*};
}

collect!(char, &'a char, &'a str, String, Box<str>, Cow<'a, str>);

/// Collects into a `String`, then copies its text, in O(n).
impl FromIterator<SharedStr> for SharedStr {
    fn from_iter<I: IntoIterator<Item = Self>>(texts: I) -> Self {
        Self::from(texts.into_iter().collect::<String>())
    }
}

/// Implements appending to a `String`.
macro_rules! append {
    ($($item:ty),*) => {$(
        #[doc = "Appends each text by `String::push_str`, at its cost."]
        impl<'a> Extend<$item> for String {
            fn extend<I: IntoIterator<Item = $item>>(&mut self, texts: I) {
                texts.into_iter().for_each(|text| self.push_str(&text));
            }
        }

        #[doc = "Appends each text to an empty `String` by `push_str`, at its cost."]
        impl<'a> FromIterator<$item> for String {
            fn from_iter<I: IntoIterator<Item = $item>>(texts: I) -> Self {
                let mut all = Self::new();
                all.extend(texts);
                all
            }
        }
    )*};
}

append!(SharedStr, &'a SharedStr);

/// Resolves the text as `str` does.
#[cfg(feature = "std")]
impl std::net::ToSocketAddrs for SharedStr {
    type Iter = <str as std::net::ToSocketAddrs>::Iter;

    fn to_socket_addrs(&self) -> std::io::Result<Self::Iter> {
        self.as_str().to_socket_addrs()
    }
}
