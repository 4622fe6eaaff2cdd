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
    /// O(n). Allocates once, at the exact size, if the text is longer than 15 bytes. If the
    /// allocator returns no memory, the program aborts.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not UTF-8. `TryFrom<Vec<u8>>` returns the bytes with it.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// assert_eq!(SharedStr::from_utf8([0xC3, 0xA9])?, "é");
    /// assert!(SharedStr::from_utf8([0xC3]).is_err());
    /// # Ok::<(), std::str::Utf8Error>(())
    /// ```
    #[inline]
    pub fn from_utf8(bytes: impl AsRef<[u8]>) -> Result<Self, Utf8Error> {
        str::from_utf8(bytes.as_ref()).map(Self::from)
    }

    /// Copies bytes, without a check that they are UTF-8.
    ///
    /// Costs what [`from_utf8`](Self::from_utf8) costs, except for the check.
    ///
    /// # Safety
    ///
    /// The bytes must be UTF-8.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// // SAFETY: ASCII is UTF-8.
    /// let tag = unsafe { SharedStr::from_utf8_unchecked(b"tag") };
    /// assert_eq!(tag, "tag");
    /// ```
    #[must_use]
    #[inline]
    pub unsafe fn from_utf8_unchecked(bytes: impl AsRef<[u8]>) -> Self {
        // SAFETY: the caller promises that the bytes are UTF-8.
        Self::from(unsafe { str::from_utf8_unchecked(bytes.as_ref()) })
    }

    /// Copies bytes, with U+FFFD in place of each sequence that is not UTF-8.
    ///
    /// O(n). Bytes that are UTF-8 cost what [`from_utf8`](Self::from_utf8) costs. Else a `String`
    /// is made first, by `String::from_utf8_lossy`.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// assert_eq!(SharedStr::from_utf8_lossy(b"caf\xC3\xA9 \xFF"), "café \u{FFFD}");
    /// ```
    #[must_use]
    pub fn from_utf8_lossy(bytes: &[u8]) -> Self {
        Self::from(String::from_utf8_lossy(bytes))
    }

    /// Converts UTF-16 into a text.
    ///
    /// O(n). Allocates once, at the exact size, if the text has 16 to 256 bytes. A longer text also
    /// grows one temporary buffer. If the allocator returns no memory, the program aborts.
    ///
    /// # Errors
    ///
    /// Returns an error if a surrogate has no partner. `char::decode_utf16` says which one.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// assert_eq!(SharedStr::from_utf16(&[0x63, 0xE9])?, "cé");
    /// assert!(SharedStr::from_utf16(&[0xD800]).is_err());
    /// # Ok::<(), std::string::FromUtf16Error>(())
    /// ```
    pub fn from_utf16(units: &[u16]) -> Result<Self, FromUtf16Error> {
        StringBuf::<STACK_BYTES>::from_utf16(units).map(Self::from)
    }

    /// Converts UTF-16 into a text, with U+FFFD in place of each surrogate that has no partner.
    ///
    /// Costs what [`from_utf16`](Self::from_utf16) costs.
    ///
    /// ```
    /// use string_kit::SharedStr;
    ///
    /// assert_eq!(SharedStr::from_utf16_lossy(&[0x63, 0xD800]), "c\u{FFFD}");
    /// ```
    #[must_use]
    pub fn from_utf16_lossy(units: &[u16]) -> Self {
        Self::from(StringBuf::<STACK_BYTES>::from_utf16_lossy(units))
    }

    /// Returns the bytes of the text.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// assert_eq!(string_kit::SharedStr::from("é").as_bytes(), [0xC3, 0xA9]);
    /// ```
    #[must_use]
    #[inline]
    pub const fn as_bytes(&self) -> &[u8] {
        self.as_str().as_bytes()
    }
}

/// Copies with a buffer of their own.
impl SharedStr {
    /// Converts the handle into a `String`.
    ///
    /// O(n): copies the text, because other handles may share it and the count lies in front of it.
    /// Allocates once, at the exact size, unless the text is empty.
    ///
    /// ```
    /// assert_eq!(string_kit::SharedStr::from("tag").into_string(), "tag");
    /// ```
    #[must_use]
    #[inline]
    pub fn into_string(self) -> String {
        String::from(self.as_str())
    }

    /// Converts the handle into a `Box<str>`.
    ///
    /// Costs what [`into_string`](Self::into_string) costs.
    ///
    /// ```
    /// assert_eq!(&*string_kit::SharedStr::from("tag").into_boxed_str(), "tag");
    /// ```
    #[must_use]
    #[inline]
    pub fn into_boxed_str(self) -> Box<str> {
        Box::from(self.as_str())
    }

    /// Converts the handle into the bytes of its text.
    ///
    /// Costs what [`into_string`](Self::into_string) costs.
    ///
    /// ```
    /// assert_eq!(string_kit::SharedStr::from("é").into_bytes(), [0xC3, 0xA9]);
    /// ```
    #[must_use]
    #[inline]
    pub fn into_bytes(self) -> Vec<u8> {
        Vec::from(self.as_bytes())
    }
}
