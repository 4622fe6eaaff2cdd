//! Conversion from bytes and UTF-16, and into bytes.
#![allow(unsafe_code)]

use alloc::string::{FromUtf16Error, String};
use alloc::vec::Vec;
use core::str::{self, Utf8Error};

use super::buf::StringBuf;

/// Bytes and UTF-16.
impl<const N: usize> StringBuf<N> {
    /// Copies bytes, if they are UTF-8. `TryFrom<Vec<u8>>` takes the buffer over instead, as
    /// `String::from_utf8` does.
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

    /// Copies bytes, with U+FFFD in place of each sequence that is not UTF-8.
    #[must_use]
    pub fn from_utf8_lossy(bytes: &[u8]) -> Self {
        let mut text = Self::with_capacity(bytes.len());
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            if !chunk.invalid().is_empty() {
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        text
    }

    /// Converts UTF-16 into a string.
    ///
    /// # Errors
    ///
    /// Returns an error if a surrogate has no partner. `char::decode_utf16` says which one.
    pub fn from_utf16(units: &[u16]) -> Result<Self, FromUtf16Error> {
        char::decode_utf16(units.iter().copied())
            .collect::<Result<Self, _>>()
            // Only `String` makes this error. The units that have been decoded do not matter.
            .or_else(|error| String::from_utf16(&[error.unpaired_surrogate()]).map(Self::from))
    }

    /// Converts UTF-16 into a string, with U+FFFD in place of each surrogate that has no partner.
    #[must_use]
    pub fn from_utf16_lossy(units: &[u16]) -> Self {
        char::decode_utf16(units.iter().copied())
            .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect()
    }

    /// Returns the bytes of the text.
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.as_str().as_bytes()
    }

    /// Converts the string into its bytes.
    #[must_use]
    #[inline]
    pub fn into_bytes(self) -> Vec<u8> {
        self.into_string().into_bytes()
    }
}
