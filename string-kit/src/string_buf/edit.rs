//! The methods that change the text. Each reserves memory and checks offsets before it changes a
//! byte.
#![allow(unsafe_code)]

use core::ops::{Range, RangeBounds};
use core::str;

use smallvec::SmallVec;

use super::buf::StringBuf;
use super::drain::Drain;
use crate::error::TextError;
use crate::range::{check_boundary, resolve};

impl<const N: usize> StringBuf<N> {
    /// Appends a character.
    #[inline]
    pub fn push(&mut self, c: char) {
        if c.is_ascii() {
            self.0.push(c as u8);
        } else {
            self.push_str(c.encode_utf8(&mut [0; 4]));
        }
    }

    /// Appends a text.
    #[inline]
    pub fn push_str(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    /// Appends a text, or returns an error.
    ///
    /// # Errors
    ///
    /// Those of [`try_reserve`](Self::try_reserve). Text and capacity are then unchanged.
    #[inline]
    pub fn try_push_str(&mut self, text: &str) -> Result<(), TextError> {
        self.try_reserve(text.len())?;
        self.push_str(text);
        Ok(())
    }

    /// Appends a copy of a range of the text.
    #[track_caller]
    pub fn extend_from_within(&mut self, range: impl RangeBounds<usize>) {
        let range = resolve(self, range);
        let len = self.0.len();
        self.0.reserve(range.len());
        // The memory is reserved, so no panic here can leave the zeros behind, which are UTF-8 too.
        self.0.resize(len + range.len(), 0);
        self.0.copy_within(range, len);
    }

    /// Removes the last character and returns it, or returns `None` if the text is empty.
    #[inline]
    pub fn pop(&mut self) -> Option<char> {
        let c = self.chars().next_back()?;
        self.0.truncate(self.len() - c.len_utf8());
        Some(c)
    }

    /// Shortens the text to `new_len` bytes, or does nothing if it is not longer.
    #[inline]
    #[track_caller]
    pub fn truncate(&mut self, new_len: usize) {
        if new_len < self.len() {
            check_boundary(self, new_len);
            self.0.truncate(new_len);
        }
    }

    /// Removes all text.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Splits the text at the byte index `at`, keeps the first part, and returns the second.
    #[must_use = "use `truncate` if the second part is not needed"]
    #[track_caller]
    pub fn split_off(&mut self, at: usize) -> Self {
        let Range { start, end } = resolve(self, at..);
        let tail = Self::from(&self.as_str()[start..end]);
        self.0.truncate(start);
        tail
    }

    /// Inserts a character at the byte index `idx`.
    #[track_caller]
    pub fn insert(&mut self, idx: usize, c: char) {
        self.insert_str(idx, c.encode_utf8(&mut [0; 4]));
    }

    /// Inserts a text at the byte index `idx`.
    #[track_caller]
    pub fn insert_str(&mut self, idx: usize, text: &str) {
        self.replace_range(idx..idx, text);
    }

    /// As `String::remove`.
    ///
    /// # Panics
    ///
    /// Panics if no character starts at `idx`.
    #[track_caller]
    pub fn remove(&mut self, idx: usize) -> char {
        let Range { start, .. } = resolve(self, idx..);
        let Some(c) = self.as_str()[start..].chars().next() else {
            panic!("cannot remove a char from the end of a string");
        };
        self.replace_range(start..start + c.len_utf8(), "");
        c
    }

    /// Keeps the characters for which `keep` returns `true`. If `keep` panics, only those kept so
    /// far stay.
    pub fn retain(&mut self, mut keep: impl FnMut(char) -> bool) {
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

    /// Removes a range of bytes and returns an iterator over its characters.
    #[track_caller]
    pub fn drain(&mut self, range: impl RangeBounds<usize>) -> Drain<'_, N> {
        let range = resolve(self, range);
        Drain::new(self, range)
    }

    /// Replaces a range of bytes with `with`, which may have another length.
    #[track_caller]
    pub fn replace_range(&mut self, range: impl RangeBounds<usize>, with: &str) {
        let Range { start, end } = resolve(self, range);
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
}
