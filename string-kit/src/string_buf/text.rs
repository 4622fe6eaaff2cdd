//! The bytes, and the only file that can break their invariant.
//!
//! ```text
//! len <= N   | len | text ......... unwritten |     capacity word holds the length
//! spilled    | cap | ptr | len | unused       |     cap > N; the text lies at ptr
//! ```
//!
//! The layout is `SmallVec`'s own: one word, then the larger of two words and `N` bytes.
//!
//! INVARIANT: the bytes are UTF-8 whenever code outside of this file runs, the panic of a
//! caller's closure and of an allocation included. Every method that takes an offset checks that a
//! character starts or the text ends there, before it changes a byte.
#![allow(unsafe_code)]

use alloc::string::String;
use core::ops::Range;
use core::str;

use smallvec::SmallVec;

use crate::error::{CaptureError, CaptureErrorKind};

/// UTF-8 in a `SmallVec`.
pub(super) struct Text<const N: usize>(SmallVec<[u8; N]>);

// Lengths of 16, 24 and 32 waste nothing; a shorter one than 16 costs as much as 16.
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

    /// A copy of `text`: one allocation of its exact size if it is longer than `N`.
    #[inline]
    pub(super) fn copied(text: &str) -> Self {
        Self(SmallVec::from_slice(text.as_bytes()))
    }

    /// The `String`'s own buffer if the text is longer than `N`, else an inline copy.
    #[inline]
    pub(super) fn from_string(text: String) -> Self {
        if text.len() > N {
            // The capacity is over `N` too, so that `from_vec` copies nothing.
            Self(SmallVec::from_vec(text.into_bytes()))
        } else {
            Self::copied(&text)
        }
    }

    #[inline]
    pub(super) fn as_str(&self) -> &str {
        // SAFETY: the bytes are UTF-8 (INVARIANT).
        unsafe { str::from_utf8_unchecked(&self.0) }
    }

    #[inline]
    pub(super) fn as_mut_str(&mut self) -> &mut str {
        // SAFETY: the bytes are UTF-8 (INVARIANT), and a `&mut str` keeps them so.
        unsafe { str::from_utf8_unchecked_mut(&mut self.0) }
    }

    /// The heap buffer as it is, or a copy of the inline text in one allocation.
    #[inline]
    pub(super) fn into_string(self) -> String {
        if self.is_inline() {
            return String::from(self.as_str());
        }
        // SAFETY: the bytes are UTF-8 (INVARIANT).
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

    /// Drops the text from `len` on, if it is longer.
    ///
    /// # Panics
    ///
    /// If `len` lies within a character.
    #[inline]
    #[track_caller]
    pub(super) fn truncate(&mut self, len: usize) {
        if len < self.0.len() {
            self.check(len);
            self.0.truncate(len);
        }
    }

    /// Puts `with` where `range` was. Reserves before the first byte changes.
    ///
    /// # Panics
    ///
    /// If the range is not one of whole characters of this text.
    #[track_caller]
    pub(super) fn replace(&mut self, range: Range<usize>, with: &str) {
        self.check_range(range.clone());
        let Range { start, end } = range;
        let with = with.as_bytes();
        let old = end - start;
        if let Some((over, rest)) = with.split_at_checked(old) {
            self.0.reserve(rest.len());
            self.0[start..end].copy_from_slice(over);
            // No allocation is left to fail between the two halves.
            self.0.insert_from_slice(end, rest);
        } else {
            let new_end = start + with.len();
            let new_len = self.0.len() - (old - with.len());
            self.0[start..new_end].copy_from_slice(with);
            self.0.copy_within(end.., new_end);
            self.0.truncate(new_len);
        }
    }

    /// Keeps the characters that `keep` answers `true` for.
    ///
    /// If `keep` panics, what it answered `true` for so far is kept and the rest is dropped.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(char) -> bool) {
        /// Cuts the text after what is kept, however `retain` ends.
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
            // SAFETY: the bytes from `at` on are not written to before they are read: writes end
            // at `kept.len <= at`. They are UTF-8 (INVARIANT), since `at` advances by characters.
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

    /// # Panics
    ///
    /// If the range is not one of whole characters of this text.
    #[inline]
    #[track_caller]
    pub(super) fn check_range(&self, range: Range<usize>) {
        let Range { start, end } = range;
        self.check(start);
        self.check(end);
        assert!(
            start <= end,
            "the range starts at byte {start} but ends at {end}"
        );
    }

    #[inline]
    #[track_caller]
    fn check(&self, offset: usize) {
        if !self.as_str().is_char_boundary(offset) {
            no_boundary(self.as_str(), offset);
        }
    }
}

/// A copy of the text, in one allocation of its exact size if it is longer than `N`.
impl<const N: usize> Clone for Text<N> {
    // `SmallVec`'s own goes byte by byte, into the next power of two.
    #[inline]
    fn clone(&self) -> Self {
        Self::copied(self.as_str())
    }

    fn clone_from(&mut self, source: &Self) {
        self.0.clear();
        self.0.reserve_exact(source.0.len());
        self.push_str(source.as_str());
    }
}

/// The panic for an offset at which the text cannot be cut.
#[cold]
#[inline(never)]
#[track_caller]
fn no_boundary(text: &str, offset: usize) -> ! {
    let len = text.len();
    assert!(
        offset <= len,
        "byte index {offset} is out of bounds: the string has {len} bytes"
    );
    let start = text.floor_char_boundary(offset);
    let c = text[start..].chars().next().unwrap_or_default();
    panic!(
        "byte index {offset} is not a char boundary; it is inside {c:?} (bytes {start}..{})",
        start + c.len_utf8()
    );
}
