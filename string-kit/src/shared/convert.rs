//! Conversion from and into other types of text, and collecting.

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

/// O(n). Allocates once, at the exact size, if the text is longer than 15 bytes.
///
/// # Panics
///
/// If the text has 2^56 bytes or more. If the allocator returns no memory the program ends, as with
/// `String`. [`SharedStr::try_copy`] returns an error in both cases.
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

/// Implements the conversion from other types of text. All of them copy: none has room for the
/// count before the text.
macro_rules! copied_from {
    ($($ty:ty),*) => {$(
        #[doc = "O(n): copies the text behind its count; costs and panics as from `&str`."]
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

/// O(1), no allocation.
impl From<char> for SharedStr {
    #[inline]
    fn from(c: char) -> Self {
        Self::from(&*c.encode_utf8(&mut [0; 4]))
    }
}

/// Never an error; costs and panics as from `&str`.
impl FromStr for SharedStr {
    type Err = Infallible;

    #[inline]
    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::from(text))
    }
}

/// Implements the conversion into other types of text.
macro_rules! copied_into {
    ($($ty:ty),*) => {$(
        #[doc = "O(n): copies the text."]
        impl From<SharedStr> for $ty {
            #[inline]
            fn from(text: SharedStr) -> Self {
                Self::from(text.as_str())
            }
        }

        #[doc = "O(n): copies the text."]
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

/// O(n): copies the text; costs and panics as from `&str`.
impl<const N: usize> From<StringBuf<N>> for SharedStr {
    #[inline]
    #[track_caller]
    fn from(text: StringBuf<N>) -> Self {
        Self::from(text.as_str())
    }
}

/// O(n): copies the text. (std converts a `&SharedStr`.)
#[cfg(feature = "std")]
impl From<SharedStr> for std::ffi::OsString {
    #[inline]
    fn from(text: SharedStr) -> Self {
        Self::from(text.as_str())
    }
}

/// O(n): copies the text. (std converts a `&SharedStr`.)
#[cfg(feature = "std")]
impl From<SharedStr> for std::path::PathBuf {
    #[inline]
    fn from(text: SharedStr) -> Self {
        Self::from(text.as_str())
    }
}

/// O(n): copies the text.
impl<const N: usize> From<SharedStr> for StringBuf<N> {
    #[inline]
    fn from(text: SharedStr) -> Self {
        Self::from(text.as_str())
    }
}

/// O(n): copies the text.
impl From<SharedStr> for Arc<[u8]> {
    #[inline]
    fn from(text: SharedStr) -> Self {
        Self::from(text.as_bytes())
    }
}

/// O(n): copies the text.
impl From<SharedStr> for Cow<'_, str> {
    #[inline]
    fn from(text: SharedStr) -> Self {
        Self::Owned(String::from(text))
    }
}

/// O(1), no allocation: borrows the text.
impl<'a> From<&'a SharedStr> for Cow<'a, str> {
    #[inline]
    fn from(text: &'a SharedStr) -> Self {
        Self::Borrowed(text)
    }
}

/// Implements collecting, by way of a `String`.
macro_rules! collect {
    ($($item:ty),*) => {$(
        #[doc = "O(n): collects into a `String`, then copies it; costs and panics as from `&str`."]
        impl<'a> FromIterator<$item> for SharedStr {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                Self::from(items.into_iter().collect::<String>())
            }
        }
    )*};
}

collect!(char, &'a char, &'a str, String, Box<str>, Cow<'a, str>);

/// O(n): collects into a `String`, then copies it; costs and panics as from `&str`.
impl FromIterator<SharedStr> for SharedStr {
    fn from_iter<I: IntoIterator<Item = Self>>(texts: I) -> Self {
        Self::from(texts.into_iter().collect::<String>())
    }
}

/// Implements appending to a `String`.
macro_rules! append {
    ($($item:ty),*) => {$(
        #[doc = "O(n): appends each text."]
        impl<'a> Extend<$item> for String {
            fn extend<I: IntoIterator<Item = $item>>(&mut self, texts: I) {
                texts.into_iter().for_each(|text| self.push_str(&text));
            }
        }

        #[doc = "O(n): appends each text to an empty `String`."]
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
