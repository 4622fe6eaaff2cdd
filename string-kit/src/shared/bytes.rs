//! Conversion from bytes and UTF-16, and into types that have a buffer of their own.
#![allow(unsafe_code)]

use alloc::boxed::Box;
use alloc::string::{FromUtf16Error, String};
use alloc::vec::Vec;
use core::str::{self, Utf8Error};

use super::SharedStr;
use crate::StringBuf;

/// The number of bytes of a text that is built on the stack before it is copied.
const STACK_BYTES: usize = 256;

/// Bytes and UTF-16.
impl SharedStr {
    /// Copies bytes, if they are UTF-8.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not UTF-8. `TryFrom<Vec<u8>>` returns the bytes with it.
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
        Self::from(String::from_utf8_lossy(bytes))
    }

    /// Converts UTF-16 into a text.
    ///
    /// # Errors
    ///
    /// Returns an error if a surrogate has no partner. `char::decode_utf16` says which one.
    pub fn from_utf16(units: &[u16]) -> Result<Self, FromUtf16Error> {
        StringBuf::<STACK_BYTES>::from_utf16(units).map(Self::from)
    }

    /// Converts UTF-16 into a text, with U+FFFD in place of each surrogate that has no partner.
    #[must_use]
    pub fn from_utf16_lossy(units: &[u16]) -> Self {
        Self::from(StringBuf::<STACK_BYTES>::from_utf16_lossy(units))
    }

    /// Returns the bytes of the text.
    #[must_use]
    #[inline]
    pub const fn as_bytes(&self) -> &[u8] {
        self.as_str().as_bytes()
    }
}

/// Copies with a buffer of their own.
impl SharedStr {
    /// Converts the handle into a `String`.
    #[must_use]
    #[inline]
    pub fn into_string(self) -> String {
        String::from(self.as_str())
    }

    /// Converts the handle into a `Box<str>`.
    #[must_use]
    #[inline]
    pub fn into_boxed_str(self) -> Box<str> {
        Box::from(self.as_str())
    }

    /// Converts the handle into the bytes of its text.
    #[must_use]
    #[inline]
    pub fn into_bytes(self) -> Vec<u8> {
        Vec::from(self.as_bytes())
    }
}
