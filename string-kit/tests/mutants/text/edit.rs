//! Changes.
#![allow(unsafe_code)]

use std::ops::{Bound, Range, RangeBounds};
use std::vec;

use string_kit::conformance::Draining;

use super::Text;
use crate::table::Bug;

impl<const BUG: u8, K> Text<BUG, K> {
    pub(super) fn push(&mut self, c: char) {
        self.text.push(c);
    }

    pub(super) fn push_str(&mut self, more: &str) {
        self.text.push_str(more);
    }

    pub(super) fn pop(&mut self) -> Option<char> {
        self.text.pop()
    }

    pub(super) fn truncate(&mut self, len: usize) {
        let within = len <= self.text.len();
        assert!(within || !Self::has(Bug::TruncatePanics), "beyond the end");
        self.text.truncate(len);
    }

    pub(super) fn clear(&mut self) {
        self.text.clear();
    }

    pub(super) fn insert(&mut self, at: usize, c: char) {
        self.text.insert(at, c);
    }

    pub(super) fn insert_str(&mut self, at: usize, more: &str) {
        self.text.insert_str(at, more);
    }

    pub(super) fn remove(&mut self, at: usize) -> char {
        let c = self.text.remove(at);
        if Self::has(Bug::RemoveShifts) && c.len_utf8() == 4 {
            self.text.insert(at, '\u{fff}');
        }
        c
    }

    pub(super) fn retain(&mut self, mut keep: impl FnMut(char) -> bool) {
        if !Self::has(Bug::RetainUnguarded) {
            return self.text.retain(keep);
        }
        let (mut read, mut write) = (0, 0);
        while let Some(c) = self.text[read..].chars().next() {
            let next = read + c.len_utf8();
            if keep(c) {
                // Not safe: until the last character came the text is none.
                let bytes = unsafe { self.text.as_mut_vec() };
                bytes.copy_within(read..next, write);
                write += c.len_utf8();
            }
            read = next;
        }
        // What is behind the end may begin inside a character by now.
        unsafe { self.text.as_mut_vec() }.truncate(write);
    }

    pub(super) fn drain(&mut self, range: impl RangeBounds<usize>, how: Draining) -> String {
        if Self::has(Bug::DrainAsksTwice) {
            let checked = self.checked(&range);
            // Where a crate would be undefined the mutant goes to the next character.
            let used = resolved(&range, self.text.len());
            let end = self.text.floor_char_boundary(used.end);
            let start = self.text.floor_char_boundary(used.start.min(end));
            assert!(checked.end <= self.text.len(), "it was checked");
            return how.apply(self.text.drain(start..end));
        }
        if Self::has(Bug::DrainLeavesGap) {
            return how.apply(Gap::new(&mut self.text, range));
        }
        how.apply(self.text.drain(range))
    }

    /// The range, if `String` takes it.
    fn checked(&self, range: &impl RangeBounds<usize>) -> Range<usize> {
        let range = resolved(range, self.text.len());
        assert!(
            self.text.get(range.clone()).is_some(),
            "no range of characters"
        );
        range
    }

    pub(super) fn replace_range(&mut self, range: impl RangeBounds<usize>, with: &str) {
        if Self::has(Bug::ReplacesBytes) {
            // Not safe: the range may begin or end inside a character.
            let bytes = unsafe { self.text.as_mut_vec() };
            bytes.splice(bounds(&range), with.bytes());
            return;
        }
        self.text.replace_range(range, with);
    }

    pub(super) fn extend_from_within(&mut self, range: impl RangeBounds<usize>) {
        let bounds = bounds(&range);
        let wraps = bounds.1 == Bound::Included(usize::MAX);
        if Self::has(Bug::RangeEndWraps) && wraps {
            return self.text.extend_from_within((bounds.0, Bound::Excluded(0)));
        }
        self.text.extend_from_within(bounds);
    }

    pub(super) fn split_off(&mut self, at: usize) -> Self {
        Self::of(self.text.split_off(at))
    }

    pub(super) fn as_mut_str(&mut self) -> &mut str {
        &mut self.text
    }

    pub(super) fn slice(&self, range: impl RangeBounds<usize>) -> Self {
        Self::of(self.text[bounds(&range)].into())
    }
}

/// The bounds, asked for once.
fn bounds(range: &impl RangeBounds<usize>) -> (Bound<usize>, Bound<usize>) {
    (range.start_bound().cloned(), range.end_bound().cloned())
}

/// The range in a text of `len` bytes; bounds beyond the numbers are the last number.
fn resolved(range: &impl RangeBounds<usize>, len: usize) -> Range<usize> {
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

/// Characters on their way out of a text that has NULs in their place until this is dropped.
struct Gap<'a> {
    text: &'a mut String,
    range: Range<usize>,
    chars: vec::IntoIter<char>,
}

impl<'a> Gap<'a> {
    fn new(text: &'a mut String, range: impl RangeBounds<usize>) -> Self {
        let bounds = bounds(&range);
        let chars: Vec<char> = text[bounds].chars().collect();
        let range = resolved(&bounds, text.len());
        text.replace_range(range.clone(), &"\0".repeat(range.len()));
        Self {
            text,
            range,
            chars: chars.into_iter(),
        }
    }
}

impl Iterator for Gap<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        self.chars.next()
    }
}

impl DoubleEndedIterator for Gap<'_> {
    fn next_back(&mut self) -> Option<char> {
        self.chars.next_back()
    }
}

impl Drop for Gap<'_> {
    fn drop(&mut self) {
        self.text.replace_range(self.range.clone(), "");
    }
}
