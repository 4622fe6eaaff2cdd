//! Conversion from bytes and UTF-16.
#![allow(unsafe_code)]

use alloc::string::{FromUtf16Error, String};
use core::str::{self, Utf8Error};

use crate::{SharedStr, StringBuf};

macro_rules! from_bytes {
    ([$($param:tt)*] $ty:ty) => {
        impl<$($param)*> $ty {
            /// Copies bytes, if they are UTF-8. `TryFrom<Vec<u8>>` takes bytes that are owned.
            ///
            /// # Errors
            ///
            /// Returns an error if the bytes are not UTF-8.
            #[inline]
            pub fn from_utf8(bytes: impl AsRef<[u8]>) -> Result<Self, Utf8Error> {
                str::from_utf8(bytes.as_ref()).map(Self::from)
            }

            /// Copies bytes, without a check that they are UTF-8.
            ///
            /// # Safety
            ///
            /// The bytes must be UTF-8.
            #[must_use]
            #[inline]
            pub unsafe fn from_utf8_unchecked(bytes: impl AsRef<[u8]>) -> Self {
                // SAFETY: the caller promises that the bytes are UTF-8.
                Self::from(unsafe { str::from_utf8_unchecked(bytes.as_ref()) })
            }

            /// Copies bytes, with U+FFFD in place of each sequence that is not UTF-8. Such bytes
            /// take a `String` on the way.
            #[must_use]
            pub fn from_utf8_lossy(bytes: &[u8]) -> Self {
                Self::from(String::from_utf8_lossy(bytes))
            }

            /// Converts UTF-16 into a text.
            ///
            /// # Errors
            ///
            /// Returns an error if a surrogate has no partner. `char::decode_utf16` says which one.
            pub fn from_utf16(units: &[u16]) -> Result<Self, FromUtf16Error> {
                let decoded: Result<Self, _> =
                    char::decode_utf16(units.iter().copied()).collect();
                decoded.or_else(|error| {
                    // Only `String` makes this error. The units that were decoded do not matter.
                    String::from_utf16(&[error.unpaired_surrogate()]).map(Self::from)
                })
            }

            /// Converts UTF-16 into a text, with U+FFFD in place of each surrogate that has no
            /// partner.
            #[must_use]
            pub fn from_utf16_lossy(units: &[u16]) -> Self {
                char::decode_utf16(units.iter().copied())
                    .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
                    .collect()
            }
        }
    };
}

from_bytes!([] SharedStr);
from_bytes!([const N: usize] StringBuf<N>);
