//! Conversion into std's types.
//!
//! A `StringBuf` whose text is on the heap gives its buffer away where the other type can take it.
//! A `SharedStr` copies its text, because other handles may share the block and because no other
//! type has room for the count in front of it.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::error::Error;

use crate::{SharedStr, StringBuf};

macro_rules! by_string {
    (([$($param:tt)*] $ty:ty) $other:ty) => {
        /// Converts by `into_string`.
        impl<$($param)*> From<$ty> for $other {
            #[inline]
            fn from(text: $ty) -> Self {
                Self::from(text.into_string())
            }
        }
    };
}

macro_rules! by_copy {
    (([$($param:tt)*] $ty:ty) $other:ty) => {
        impl<$($param)*> From<$ty> for $other {
            #[inline]
            fn from(text: $ty) -> Self {
                Self::from(text.as_str())
            }
        }
    };
}

macro_rules! into_std {
    ([$($param:tt)*] $ty:ty) => {
        each!(
            by_string ([$($param)*] $ty)
            String, Box<str>, Vec<u8>, Cow<'_, str>, Box<dyn Error>, Box<dyn Error + Send + Sync>
        );
        #[cfg(feature = "std")]
        each!(by_string ([$($param)*] $ty) std::ffi::OsString, std::path::PathBuf);
        each!(by_copy ([$($param)*] $ty) Arc<str>, Rc<str>);
        each!(
            by_copy ([$($param)*] &$ty)
            String, Box<str>, Arc<str>, Rc<str>, Vec<u8>,
            Box<dyn Error>, Box<dyn Error + Send + Sync>
        );

        impl<$($param)*> From<$ty> for Arc<[u8]> {
            #[inline]
            fn from(text: $ty) -> Self {
                Self::from(text.as_bytes())
            }
        }

        impl<'a, $($param)*> From<&'a $ty> for Cow<'a, str> {
            #[inline]
            fn from(text: &'a $ty) -> Self {
                Self::Borrowed(text.as_str())
            }
        }
    };
}

into_std!([] SharedStr);
into_std!([const N: usize,] StringBuf<N>);
