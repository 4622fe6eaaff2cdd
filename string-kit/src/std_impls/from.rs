//! Conversion from std's types.
//!
//! A `StringBuf` takes over the buffer of a `String`, `Box<str>` or `Vec<u8>`. A `SharedStr` copies
//! the text of each, because no other type has room for the count in front of it.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::ffi::{CString, IntoStringError};
use alloc::rc::Rc;
use alloc::string::{FromUtf8Error, String};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::str::FromStr;

use crate::{SharedStr, StringBuf};

/// Copies the text. Allocates once, at the exact size, if it is longer than 16 bytes.
///
/// # Panics
///
/// Panics if the text has 2^46 bytes or more.
impl From<&str> for SharedStr {
    #[inline]
    #[track_caller]
    fn from(text: &str) -> Self {
        Self::copy(text)
    }
}

/// Copies the text. Allocates once, at the exact size, if it is longer than `N`.
impl<const N: usize> From<&str> for StringBuf<N> {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs as much")]
    fn from(text: &str) -> Self {
        Self::copy_of(text)
    }
}

/// Takes over the buffer and its capacity, in O(1), if the text is longer than `N`. Else copies the
/// text inline and frees the buffer.
impl<const N: usize> From<String> for StringBuf<N> {
    #[inline]
    fn from(text: String) -> Self {
        Self::from_string(text)
    }
}

/// Takes over the buffer, in O(1), if the text is longer than `N`. Else copies it inline.
impl<const N: usize> From<Box<str>> for StringBuf<N> {
    #[inline]
    fn from(text: Box<str>) -> Self {
        Self::from(String::from(text))
    }
}

macro_rules! copied_from {
    (([$($param:tt)*] $ty:ty) $(#[$doc:meta])* $other:ty) => {
        /// Copies the text, as `From<&str>` does.
        $(#[$doc])*
        impl<$($param)*> From<$other> for $ty {
            #[inline]
            #[track_caller]
            fn from(text: $other) -> Self {
                let text: &str = &text;
                Self::from(text)
            }
        }
    };
}

each!(copied_from ([] SharedStr) &mut str, &String, Box<str>, Arc<str>, Rc<str>);
copied_from! {
    ([] SharedStr)
    ///
    /// The buffer is freed: to keep it would take another block, for the count, which costs more
    /// than the copy unless the text is long.
    String
}
each!(copied_from ([const N: usize,] SharedStr) StringBuf<N>);
each!(
    copied_from ([const N: usize,] StringBuf<N>)
    &mut str, &String, Arc<str>, Rc<str>, SharedStr,
);

macro_rules! converted_from {
    ([$($param:tt)*] $ty:ty) => {
        impl<$($param)*> From<&$ty> for $ty {
            #[inline]
            fn from(text: &$ty) -> Self {
                text.clone()
            }
        }

        impl<$($param)*> From<Cow<'_, str>> for $ty {
            #[inline]
            #[track_caller]
            fn from(text: Cow<'_, str>) -> Self {
                match text {
                    Cow::Borrowed(text) => Self::from(text),
                    Cow::Owned(text) => Self::from(text),
                }
            }
        }

        impl<$($param)*> From<char> for $ty {
            #[inline]
            fn from(c: char) -> Self {
                Self::from(&*c.encode_utf8(&mut [0; 4]))
            }
        }

        impl<$($param)*> From<&char> for $ty {
            #[inline]
            fn from(c: &char) -> Self {
                Self::from(*c)
            }
        }

        impl<$($param)*> FromStr for $ty {
            type Err = Infallible;

            #[inline]
            fn from_str(text: &str) -> Result<Self, Infallible> {
                Ok(Self::from(text))
            }
        }

        /// Converts as from `String`, or returns an error that has the bytes if they are not UTF-8.
        impl<$($param)*> TryFrom<Vec<u8>> for $ty {
            type Error = FromUtf8Error;

            fn try_from(bytes: Vec<u8>) -> Result<Self, FromUtf8Error> {
                String::from_utf8(bytes).map(Self::from)
            }
        }

        /// Converts as from `String`, or returns an error that has the `CString`.
        impl<$($param)*> TryFrom<CString> for $ty {
            type Error = IntoStringError;

            fn try_from(text: CString) -> Result<Self, IntoStringError> {
                text.into_string().map(Self::from)
            }
        }
    };
}

converted_from!([] SharedStr);
converted_from!([const N: usize,] StringBuf<N>);
