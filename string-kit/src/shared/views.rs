//! The traits that read a handle as its `str`.

use core::borrow::Borrow;
use core::fmt;
use core::ops::Deref;

use super::{LocalStr, SharedStr};

/// Implements the traits for a handle, each with the result that `str` has.
macro_rules! views {
    ($($ty:ty),*) => {$(
        impl Deref for $ty {
            type Target = str;

            #[inline]
            fn deref(&self) -> &str {
                self.as_str()
            }
        }

        impl AsRef<str> for $ty {
            #[inline]
            fn as_ref(&self) -> &str {
                self
            }
        }

        impl AsRef<[u8]> for $ty {
            #[inline]
            fn as_ref(&self) -> &[u8] {
                self.as_bytes()
            }
        }

        #[cfg(feature = "std")]
        impl AsRef<std::ffi::OsStr> for $ty {
            #[inline]
            fn as_ref(&self) -> &std::ffi::OsStr {
                str::as_ref(self)
            }
        }

        #[cfg(feature = "std")]
        impl AsRef<std::path::Path> for $ty {
            #[inline]
            fn as_ref(&self) -> &std::path::Path {
                str::as_ref(self)
            }
        }

        impl Borrow<str> for $ty {
            #[inline]
            fn borrow(&self) -> &str {
                self
            }
        }

        impl fmt::Debug for $ty {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&**self, f)
            }
        }

        impl fmt::Display for $ty {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&**self, f)
            }
        }
    )*};
}

views!(SharedStr, LocalStr);
