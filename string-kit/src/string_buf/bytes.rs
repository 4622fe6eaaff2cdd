//! Conversion from bytes and UTF-16, and into bytes.
#![allow(unsafe_code)]

use alloc::string::{FromUtf8Error, FromUtf16Error, String};
use alloc::vec::Vec;

use super::StringBuf;

/// Bytes and UTF-16.
impl<const N: usize> StringBuf<N> {
    /// Converts bytes into a string, if they are UTF-8.
    ///
    /// O(n). No allocation: takes over the buffer if the text is longer than `N`, else copies the
    /// text inline and frees the buffer. To copy borrowed bytes, convert them by `str::from_utf8`.
    ///
    /// # Errors
    ///
    /// Returns an error that has the bytes if they are not UTF-8.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// assert_eq!(StringBuf::<24>::from_utf8(vec![0xC3, 0xA9])?, "é");
    /// assert_eq!(StringBuf::<24>::from_utf8(vec![0xC3]).unwrap_err().as_bytes(), [0xC3]);
    /// # Ok::<(), std::string::FromUtf8Error>(())
    /// ```
    #[inline]
    pub fn from_utf8(bytes: Vec<u8>) -> Result<Self, FromUtf8Error> {
        Self::try_from(bytes)
    }

    /// Converts bytes into a string, without a check that they are UTF-8.
    ///
    /// O(1) if the text is longer than `N`, and else O(n). No allocation: treats the buffer as
    /// [`from_utf8`](Self::from_utf8) does.
    ///
    /// # Safety
    ///
    /// The bytes must be UTF-8.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// // SAFETY: ASCII is UTF-8.
    /// let tag = unsafe { StringBuf::<24>::from_utf8_unchecked(b"tag".to_vec()) };
    /// assert_eq!(tag, "tag");
    /// ```
    #[must_use]
    #[inline]
    pub unsafe fn from_utf8_unchecked(bytes: Vec<u8>) -> Self {
        // SAFETY: the caller promises that the bytes are UTF-8.
        Self::from(unsafe { String::from_utf8_unchecked(bytes) })
    }

    /// Copies bytes, with U+FFFD in place of each sequence that is not UTF-8.
    ///
    /// O(n). Allocates nothing if the result has up to `N` bytes, and once, at the exact size, if
    /// the bytes are UTF-8. Else the capacity grows as in [`push_str`](Self::push_str).
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// assert_eq!(StringBuf::<24>::from_utf8_lossy(b"caf\xC3\xA9 \xFF"), "café \u{FFFD}");
    /// ```
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
    /// Amortized O(n). Allocates nothing for a text of up to `N` bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if a surrogate has no partner. `char::decode_utf16` says which one.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// assert_eq!(StringBuf::<24>::from_utf16(&[0x63, 0xE9])?, "cé");
    /// assert!(StringBuf::<24>::from_utf16(&[0xD800]).is_err());
    /// # Ok::<(), std::string::FromUtf16Error>(())
    /// ```
    pub fn from_utf16(units: &[u16]) -> Result<Self, FromUtf16Error> {
        char::decode_utf16(units.iter().copied())
            .collect::<Result<Self, _>>()
            // Only `String` makes this error. The units that have been decoded do not matter.
            .or_else(|error| String::from_utf16(&[error.unpaired_surrogate()]).map(Self::from))
    }

    /// Converts UTF-16 into a string, with U+FFFD in place of each surrogate that has no partner.
    ///
    /// Amortized O(n). Allocates nothing for a text of up to `N` bytes.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// assert_eq!(StringBuf::<24>::from_utf16_lossy(&[0x63, 0xD800]), "c\u{FFFD}");
    /// ```
    #[must_use]
    pub fn from_utf16_lossy(units: &[u16]) -> Self {
        char::decode_utf16(units.iter().copied())
            .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect()
    }

    /// Returns the bytes of the text.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// assert_eq!(StringBuf::<24>::from("é").as_bytes(), [0xC3, 0xA9]);
    /// ```
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.as_str().as_bytes()
    }

    /// Converts the string into its bytes.
    ///
    /// Costs what [`into_string`](Self::into_string) costs: no allocation if the text is on the
    /// heap.
    ///
    /// ```
    /// use string_kit::StringBuf;
    ///
    /// assert_eq!(StringBuf::<24>::from("é").into_bytes(), [0xC3, 0xA9]);
    /// ```
    #[must_use]
    #[inline]
    pub fn into_bytes(self) -> Vec<u8> {
        self.into_string().into_bytes()
    }
}
