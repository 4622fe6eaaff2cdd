//! Parts of a `SharedStr` that share its text.

use core::ops::{Range, RangeBounds};

use super::SharedStr;
use crate::error::{TextError, TextErrorKind};
use crate::range::{checked, resolve};

impl SharedStr {
    /// Returns the part of the text at a range of bytes, as a handle that shares the text.
    ///
    /// O(1), no allocation:
    ///
    /// - A part of a static text stays static.
    /// - A part of up to 16 bytes is copied into the new value, and keeps nothing alive.
    /// - A longer part counts as a clone does, and keeps the whole text alive, also as a slice of a
    ///   slice. To free the rest, copy the part by `SharedStr::from(slice.as_str())`.
    ///
    /// A part of a text on the heap that starts at byte 2^26 (64 MiB) or later, or has 2^26 bytes
    /// or more, is copied unless it is the whole text.
    ///
    /// # Panics
    ///
    /// Panics if the range does not consist of whole characters of the text.
    ///
    /// ```
    /// # use string_kit::SharedStr;
    /// let line = SharedStr::from("2026-11-22 a message of some length");
    /// let message = line.slice(11..);
    /// assert_eq!(message, "a message of some length");
    /// assert_eq!(message.as_ptr(), line[11..].as_ptr()); // the same bytes
    /// ```
    #[must_use]
    #[track_caller]
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Self {
        let range = resolve(self, range);
        match self.try_slice_at(range.clone()) {
            Ok(slice) => slice,
            Err(_) => Self::copy_failed(&self.as_str()[range]),
        }
    }

    /// Returns the part of the text that [`slice`](Self::slice) returns, or an error.
    ///
    /// # Errors
    ///
    /// [`TextErrorKind::Range`] if the range does not consist of whole characters of the text,
    /// and [`TextErrorKind::Alloc`] if there is no memory for a part that must be copied.
    pub fn try_slice(&self, range: impl RangeBounds<usize>) -> Result<Self, TextError> {
        let offsets = checked(self, range).ok_or(TextErrorKind::Range)?;
        self.try_slice_at(offsets)
    }

    /// Returns a handle for a part of this text that a method of `str` returned, as
    /// [`slice`](Self::slice) does. An empty part may come from anywhere.
    ///
    /// # Panics
    ///
    /// Panics if `part` is not in the memory of this text. A clone of an inline text has memory of
    /// its own.
    ///
    /// ```
    /// # use string_kit::SharedStr;
    /// let header = SharedStr::from("Content-Type: application/octet-stream");
    /// let (_, value) = header.split_once(": ").unwrap();
    /// let value = header.slice_ref(value);
    /// drop(header);
    /// assert_eq!(value, "application/octet-stream");
    /// ```
    #[must_use]
    #[track_caller]
    pub fn slice_ref(&self, part: &str) -> Self {
        match self.range_of_part(part) {
            Some(range) => self.slice(range),
            None => panic!("the part is not in the memory of the text"),
        }
    }

    /// Returns the handle that [`slice_ref`](Self::slice_ref) returns, or an error.
    ///
    /// # Errors
    ///
    /// Those of [`try_slice`](Self::try_slice), also if `part` is not in the memory of this text.
    pub fn try_slice_ref(&self, part: &str) -> Result<Self, TextError> {
        let range = self.range_of_part(part).ok_or(TextErrorKind::Range)?;
        self.try_slice_at(range)
    }

    /// Returns the range of a part that is empty, or lies in the memory of the text.
    #[inline]
    fn range_of_part(&self, part: &str) -> Option<Range<usize>> {
        if part.is_empty() {
            return Some(0..0);
        }
        let start = part.as_ptr().addr().wrapping_sub(self.as_ptr().addr());
        let rest = self.len().checked_sub(part.len())?;
        (start <= rest).then(|| start..start + part.len())
    }

    #[inline]
    fn try_slice_at(&self, range: Range<usize>) -> Result<Self, TextError> {
        match self.packed.try_share(range.clone()) {
            Some(packed) => Ok(Self { packed }),
            None => Self::try_from_str(&self.as_str()[range]),
        }
    }
}
