//! Draining a range.

use std::ops::{Range, RangeBounds};
use std::vec;

use string_kit_conformance::Draining;

use super::Text;
use super::edit::resolved;
use crate::mutants::table::{Bug, has};

impl<K> Text<K> {
    pub(crate) fn drain(&mut self, range: impl RangeBounds<usize>, how: Draining) -> String {
        if has(Bug::DrainReadsTwice) {
            let checked = self.checked(&range);
            // A crate would have undefined behaviour here; the mutant moves to a character
            // boundary.
            let used = resolved(&range, self.text.len());
            let end = self.text.floor_char_boundary(used.end);
            let start = self.text.floor_char_boundary(used.start.min(end));
            assert!(checked.end <= self.text.len(), "the range was checked");
            return how.apply(self.text.drain(start..end));
        }
        if has(Bug::DrainLeavesGap) {
            let range = self.checked(&range);
            let taken = Taken::of(&self.text[range.clone()]);
            let gap = "\0".repeat(range.len());
            self.text.replace_range(range.clone(), &gap);
            return how.apply(taken.then(|_| self.text.replace_range(range.clone(), "")));
        }
        if has(Bug::DrainLeavesMark) {
            let range = self.checked(&range);
            let taken = Taken::of(&self.text[range.clone()]);
            self.text.replace_range(range, "");
            self.in_use = true;
            return how.apply(taken.then(|_| self.in_use = false));
        }
        if has(Bug::HalfDrainRemovesHalf) {
            let range = self.checked(&range);
            let taken = Taken::of(&self.text[range.clone()]);
            return how.apply(taken.then(|left| self.text.replace_range(range.clone(), left)));
        }
        how.apply(self.text.drain(range))
    }

    /// Returns the range, or panics if `String` would.
    pub(super) fn checked(&self, range: &impl RangeBounds<usize>) -> Range<usize> {
        let range = resolved(range, self.text.len());
        assert!(
            self.text.get(range.clone()).is_some(),
            "the range is not at character boundaries"
        );
        range
    }
}

/// Copies of the drained characters.
struct Taken(vec::IntoIter<char>);

impl Taken {
    fn of(text: &str) -> Self {
        Self(text.chars().collect::<Vec<_>>().into_iter())
    }

    /// Returns an iterator that calls `end` with the remaining characters when it is dropped.
    fn then<F: FnMut(&str)>(self, end: F) -> Drain<F> {
        Drain { taken: self, end }
    }
}

struct Drain<F: FnMut(&str)> {
    taken: Taken,
    end: F,
}

impl<F: FnMut(&str)> Iterator for Drain<F> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        self.taken.0.next()
    }
}

impl<F: FnMut(&str)> DoubleEndedIterator for Drain<F> {
    fn next_back(&mut self) -> Option<char> {
        self.taken.0.next_back()
    }
}

impl<F: FnMut(&str)> Drop for Drain<F> {
    fn drop(&mut self) {
        let left: String = self.taken.0.by_ref().collect();
        (self.end)(&left);
    }
}
