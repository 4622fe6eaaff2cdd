//! Editing.
#![allow(unsafe_code)]

use std::ops::{Bound, Range, RangeBounds};

use super::Text;
use crate::mutants::table::{Bug, has};

impl<K> Text<K> {
    pub(crate) fn push(&mut self, c: char) {
        self.text.push(c);
    }

    pub(super) fn push_str(&mut self, more: &str) {
        if !self.in_use {
            self.text.push_str(more);
        }
    }

    pub(super) fn pop(&mut self) -> Option<char> {
        self.text.pop()
    }

    pub(super) fn truncate(&mut self, len: usize) {
        let within = len <= self.text.len();
        assert!(within || !has(Bug::TruncatePanics), "beyond the end");
        self.text.truncate(len);
    }

    pub(super) fn clear(&mut self) {
        self.text.clear();
    }

    pub(super) fn insert(&mut self, at: usize, c: char) {
        self.text.insert(at, c);
    }

    pub(crate) fn insert_str(&mut self, at: usize, more: &str) {
        self.text.insert_str(at, more);
    }

    pub(super) fn remove(&mut self, at: usize) -> char {
        let c = self.text.remove(at);
        if has(Bug::RemoveShifts) && c.len_utf8() == 4 {
            self.text.insert(at, '\u{fff}');
        }
        c
    }

    pub(crate) fn retain(&mut self, mut keep: impl FnMut(char) -> bool) {
        if has(Bug::RetainBackwards) {
            let mut kept: Vec<char> = self.text.chars().rev().filter(|c| keep(*c)).collect();
            kept.reverse();
            self.text = kept.into_iter().collect();
            return;
        }
        if !has(Bug::RetainUnguarded) {
            return self.text.retain(keep);
        }
        let (mut read, mut write) = (0, 0);
        while let Some(c) = self.text[read..].chars().next() {
            let next = read + c.len_utf8();
            if keep(c) {
                // SAFETY: breaks on purpose the promise that the bytes are UTF-8 when the borrow
                // ends: they may be UTF-8 only after the last character, and `keep` may panic
                // before that.
                let bytes = unsafe { self.text.as_mut_vec() };
                bytes.copy_within(read..next, write);
                write += c.len_utf8();
            }
            read = next;
        }
        // SAFETY: the bytes before `write` are whole characters, so the rest is UTF-8. The bytes
        // after it may begin inside a character, which `String::truncate` might check.
        unsafe { self.text.as_mut_vec() }.truncate(write);
    }

    pub(super) fn replace_range(&mut self, range: impl RangeBounds<usize>, with: &str) {
        if has(Bug::ReplacesBytes) {
            // SAFETY: breaks on purpose the promise that the bytes stay UTF-8: the range may begin
            // or end inside a character.
            let bytes = unsafe { self.text.as_mut_vec() };
            bytes.splice(bounds(&range), with.bytes());
            return;
        }
        let bounds = bounds(&range);
        if has(Bug::ReplaceSkipsEmpty) && self.checked(&bounds).is_empty() {
            return;
        }
        if has(Bug::ReplaceReadsTwice) {
            drop(self.text.drain(bounds));
            let start = resolved(&range, self.text.len()).start;
            return self.text.insert_str(start, with);
        }
        self.text.replace_range(bounds, with);
    }

    pub(super) fn extend_from_within(&mut self, range: impl RangeBounds<usize>) {
        let bounds = bounds(&range);
        let wraps = bounds.1 == Bound::Included(usize::MAX);
        if has(Bug::RangeEndWraps) && wraps {
            return self.text.extend_from_within((bounds.0, Bound::Excluded(0)));
        }
        self.text.extend_from_within(bounds);
    }

    pub(super) fn split_off(&mut self, at: usize) -> Self {
        if has(Bug::SplitOffSnaps) {
            return Self::of(self.text.split_off(self.text.floor_char_boundary(at)));
        }
        Self::of(self.text.split_off(at))
    }

    pub(super) fn as_mut_str(&mut self) -> &mut str {
        &mut self.text
    }

    pub(crate) fn slice(&self, range: impl RangeBounds<usize>) -> Self {
        if has(Bug::SliceClamps) {
            let len = self.text.len();
            let range = resolved(&range, len);
            return Self::of(self.text[range.start.min(len)..range.end.min(len)].into());
        }
        Self::of(self.text[bounds(&range)].into())
    }
}

/// Returns the bounds of a range, each read once.
pub(super) fn bounds(range: &impl RangeBounds<usize>) -> (Bound<usize>, Bound<usize>) {
    (range.start_bound().cloned(), range.end_bound().cloned())
}

/// Returns a range in a text of `len` bytes; a bound past `usize::MAX` is `usize::MAX`.
pub(super) fn resolved(range: &impl RangeBounds<usize>, len: usize) -> Range<usize> {
    let start = match range.start_bound() {
        Bound::Included(start) => *start,
        Bound::Excluded(start) => start.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(end) => end.saturating_add(1),
        Bound::Excluded(end) => *end,
        Bound::Unbounded => len,
    };
    start..end
}
