//! The bytes of a string. Only the code in this file can break their invariant.
//!
//! ```text
//! inline    | length   | text ............. unwritten |     length <= N
//! heap      | capacity | pointer | length | unused    |     capacity > N
//!             1 word     the larger of 2 words and N bytes
//! ```
//!
//! The layout is that of `SmallVec`.
//!
//! INVARIANT: the bytes are UTF-8 whenever code outside this file can read them, even after a panic
//! of a caller's closure or of an allocation. Every method that takes an offset checks, before it
//! changes a byte, that the offset is a character boundary.
#![allow(unsafe_code)]

use alloc::string::String;
use core::ops::Range;
use core::str;

use smallvec::SmallVec;

use crate::error::{CaptureError, CaptureErrorKind};
use crate::range::{check, check_boundary};

/// UTF-8 text in a `SmallVec`.
pub(super) struct Text<const N: usize>(SmallVec<[u8; N]>);

// An `N` of 16, 24 or 32 fills whole words. A smaller `N` takes as much as 16.
#[cfg(target_pointer_width = "64")]
const _: () = {
    assert!(size_of::<Text<0>>() == 24);
    assert!(size_of::<Text<16>>() == 24);
    assert!(size_of::<Text<24>>() == 32);
    assert!(size_of::<Text<32>>() == 40);
};

impl<const N: usize> Text<N> {
    #[inline]
    pub(super) const fn new() -> Self {
        Self(SmallVec::new_const())
    }

    /// Copies `text`, with one allocation of its exact size if it is longer than `N`.
    #[inline]
    pub(super) fn copy_of(text: &str) -> Self {
        Self(SmallVec::from_slice(text.as_bytes()))
    }

    /// Takes over the buffer of `text` if it is longer than `N`, else copies it inline.
    #[inline]
    pub(super) fn from_string(text: String) -> Self {
        if text.len() > N {
            // The capacity is more than `N` too, so that `from_vec` does not copy.
            Self(SmallVec::from_vec(text.into_bytes()))
        } else {
            Self::copy_of(&text)
        }
    }

    #[inline]
    pub(super) fn as_str(&self) -> &str {
        // SAFETY: all bytes of the vector are UTF-8 together (INVARIANT).
        unsafe { str::from_utf8_unchecked(&self.0) }
    }

    #[inline]
    pub(super) fn as_mut_str(&mut self) -> &mut str {
        // SAFETY: all bytes of the vector are UTF-8 together (INVARIANT), and stay UTF-8: safe code
        // cannot break that through a `&mut str`.
        unsafe { str::from_utf8_unchecked_mut(&mut self.0) }
    }

    /// Returns the heap buffer as it is, or copies the inline text in one allocation.
    #[inline]
    pub(super) fn into_string(self) -> String {
        if self.is_inline() {
            return String::from(self.as_str());
        }
        // SAFETY: all bytes of the vector are UTF-8 together (INVARIANT).
        unsafe { String::from_utf8_unchecked(self.0.into_vec()) }
    }

    #[inline]
    pub(super) fn is_inline(&self) -> bool {
        !self.0.spilled()
    }

    #[inline]
    pub(super) fn capacity(&self) -> usize {
        self.0.capacity()
    }

    #[inline]
    pub(super) fn reserve(&mut self, additional: usize) {
        self.0.reserve(additional);
    }

    #[inline]
    pub(super) fn reserve_exact(&mut self, additional: usize) {
        self.0.reserve_exact(additional);
    }

    #[inline]
    pub(super) fn try_reserve(&mut self, additional: usize) -> Result<(), CaptureError> {
        self.0
            .try_reserve(additional)
            .map_err(|_| CaptureErrorKind::Alloc.into())
    }

    #[inline]
    pub(super) fn try_reserve_exact(&mut self, additional: usize) -> Result<(), CaptureError> {
        self.0
            .try_reserve_exact(additional)
            .map_err(|_| CaptureErrorKind::Alloc.into())
    }

    #[inline]
    pub(super) fn shrink_to_fit(&mut self) {
        self.0.shrink_to_fit();
    }

    pub(super) fn shrink_to(&mut self, min_capacity: usize) {
        let capacity = min_capacity.max(self.0.len());
        if capacity < self.0.capacity() {
            // Despite its name it sets the capacity, to `N` at least.
            self.0.grow(capacity);
        }
    }

    #[inline]
    pub(super) fn push_char(&mut self, c: char) {
        if c.is_ascii() {
            self.0.push(c as u8);
        } else {
            self.push_str(c.encode_utf8(&mut [0; 4]));
        }
    }

    #[inline]
    pub(super) fn push_str(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    /// Shortens the text to `len` bytes, if it is longer.
    ///
    /// # Panics
    ///
    /// Panics if `len` lies within a character.
    #[inline]
    #[track_caller]
    pub(super) fn truncate(&mut self, len: usize) {
        if len < self.0.len() {
            check_boundary(self.as_str(), len);
            self.0.truncate(len);
        }
    }

    /// Replaces `range` with `with`. Reserves memory before it changes a byte.
    ///
    /// # Panics
    ///
    /// Panics as `range::check` does.
    #[track_caller]
    pub(super) fn replace(&mut self, range: Range<usize>, with: &str) {
        check(self.as_str(), range.clone());
        let Range { start, end } = range;
        let with = with.as_bytes();
        let old_len = end - start;
        if let Some((first, rest)) = with.split_at_checked(old_len) {
            self.0.reserve(rest.len());
            self.0[start..end].copy_from_slice(first);
            // The memory is reserved, so no panic here can leave the range half replaced.
            self.0.insert_from_slice(end, rest);
        } else {
            let new_end = start + with.len();
            let new_len = self.0.len() - (old_len - with.len());
            self.0[start..new_end].copy_from_slice(with);
            self.0.copy_within(end.., new_end);
            self.0.truncate(new_len);
        }
    }

    /// Appends a copy of `range`. Reserves memory before it changes a byte.
    ///
    /// # Panics
    ///
    /// Panics as `range::check` does.
    #[track_caller]
    pub(super) fn extend_from_within(&mut self, range: Range<usize>) {
        check(self.as_str(), range.clone());
        let len = self.0.len();
        self.0.reserve(range.len());
        // The memory is reserved, so no panic here can leave the zeros behind, which are UTF-8 too.
        self.0.resize(len + range.len(), 0);
        self.0.copy_within(range, len);
    }

    /// Keeps the characters for which `keep` returns `true`.
    ///
    /// If `keep` panics, the characters that it kept before stay, and all others are removed.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(char) -> bool) {
        /// Truncates the text to the kept characters when `retain` returns or unwinds.
        struct Kept<'a, const N: usize> {
            bytes: &'a mut SmallVec<[u8; N]>,
            len: usize,
        }
        impl<const N: usize> Drop for Kept<'_, N> {
            fn drop(&mut self) {
                self.bytes.truncate(self.len);
            }
        }

        let mut kept = Kept {
            bytes: &mut self.0,
            len: 0,
        };
        let mut at = 0;
        loop {
            // SAFETY: the bytes from `at` on are UTF-8. They were UTF-8 before the loop
            // (INVARIANT), `at` advances by whole characters, and all writes end at `kept.len`,
            // which is at most `at`.
            let rest = unsafe { str::from_utf8_unchecked(&kept.bytes[at..]) };
            let Some(c) = rest.chars().next() else { break };
            let next = at + c.len_utf8();
            if keep(c) {
                if kept.len < at {
                    kept.bytes.copy_within(at..next, kept.len);
                }
                kept.len += next - at;
            }
            at = next;
        }
    }
}

/// Copies the text, with one allocation of its exact size if it is longer than `N`.
impl<const N: usize> Clone for Text<N> {
    // PERF: `SmallVec`'s own copies byte by byte, and allocates the next power of two.
    #[inline]
    fn clone(&self) -> Self {
        Self::copy_of(self.as_str())
    }

    fn clone_from(&mut self, source: &Self) {
        self.0.clear();
        self.0.reserve_exact(source.0.len());
        self.push_str(source.as_str());
    }
}
