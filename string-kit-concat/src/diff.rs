//! The differences of two versions, found by the nodes that they share.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::iter::FusedIterator;
use core::mem;
use core::ops::Range;

use crate::parts::{Part, compare};
use crate::slice::ConcatSlice;
use crate::text::ConcatStr;

/// The differences of two texts: see [`ConcatStr::diff`].
#[derive(Clone, Debug)]
pub struct Diff<'a> {
    old: ConcatSlice<'a>,
    new: ConcatSlice<'a>,
    /// Ranges that no shared node covers, the next one last.
    ranges: Vec<(Range<usize>, Range<usize>)>,
}

impl ConcatStr {
    /// Returns the differences of two versions in order: the ranges of this text that became other
    /// ranges of `new`. Neither text is read where the two share nodes.
    ///
    /// Replacing each first range by the text of the second one makes `new` of this text. The
    /// ranges begin and end at characters, without a common beginning or end. Changes within one
    /// leaf, of up to 251 bytes, are one range. Text that was moved is a deletion and an insertion.
    /// In a text that has a node more than once, as after [`repeat`](Self::repeat), the ranges may
    /// be longer.
    ///
    /// O(d log n) time and memory, if d is the number of leaves that differ; some 5 microseconds
    /// for one edit. Texts that share no nodes are compared byte by byte, and differ in one range.
    /// Ends the program if memory runs out.
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let old: ConcatStr = (0..100).map(|n| format!("{n}: The quick fox\n")).collect();
    /// let mut new = old.clone();
    /// new.replace_range(7..12, "slow");
    /// new.insert_str(1000, "red ");
    /// let ranges: Vec<_> = old.diff(&new).collect();
    /// assert_eq!(ranges, [(7..12, 7..11), (1001..1001, 1000..1004)]);
    ///
    /// // An editor sends them to a language server from the last one on: then the places before
    /// // are still those of the old text.
    /// let mut sent = String::from(&old);
    /// for (removed, inserted) in ranges.into_iter().rev() {
    ///     sent.replace_range(removed, &new.slice(inserted).to_string());
    /// }
    /// assert_eq!(new, sent);
    /// ```
    #[must_use]
    pub fn diff<'a>(&'a self, new: &'a Self) -> Diff<'a> {
        let (old, new) = (self.as_slice(), new.as_slice());
        let mut ranges = unshared(old, new);
        ranges.reverse();
        Diff { old, new, ranges }
    }
}

impl Iterator for Diff<'_> {
    type Item = (Range<usize>, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (old, new) = self.ranges.pop()?;
            let trimmed = trim(self.old, old, self.new, new);
            if trimmed.is_some() {
                return trimmed;
            }
        }
    }
}

impl FusedIterator for Diff<'_> {}

/// Returns two ranges without their common beginning and end, or none if the texts are equal.
fn trim(
    old: ConcatSlice<'_>,
    a: Range<usize>,
    new: ConcatSlice<'_>,
    b: Range<usize>,
) -> Option<(Range<usize>, Range<usize>)> {
    let (removed, inserted) = (old.part(a.start, a.end), new.part(b.start, b.end));
    let mut start = compare(removed, inserted).0;
    while !removed.is_boundary(start) || !inserted.is_boundary(start) {
        start -= 1;
    }
    let (removed, inserted) = (
        removed.part(start, removed.len()),
        inserted.part(start, inserted.len()),
    );
    let mut end = common_end(removed, inserted);
    while !removed.is_boundary(removed.len() - end) || !inserted.is_boundary(inserted.len() - end) {
        end -= 1;
    }
    let (a, b) = (a.start + start..a.end - end, b.start + start..b.end - end);
    (!a.is_empty() || !b.is_empty()).then_some((a, b))
}

/// Returns the bytes of the common end of two texts.
fn common_end(left: ConcatSlice<'_>, right: ConcatSlice<'_>) -> usize {
    let (mut lefts, mut rights) = (left.chunks(), right.chunks());
    let (mut left, mut right): (&[u8], &[u8]) = (&[], &[]);
    let mut alike = 0;
    loop {
        if left.is_empty() {
            left = lefts.next_back().unwrap_or_default().as_bytes();
        }
        if right.is_empty() {
            right = rights.next_back().unwrap_or_default().as_bytes();
        }
        let len = left.len().min(right.len());
        let ends = left.iter().rev().zip(right.iter().rev());
        let same = ends.take_while(|(a, b)| a == b).count();
        alike += same;
        if same < len || len == 0 {
            return alike;
        }
        (left, right) = (&left[..left.len() - len], &right[..right.len() - len]);
    }
}

/// A part of a text, and the byte that it begins at.
#[derive(Clone, Copy)]
struct Entry<'a> {
    start: usize,
    height: u32,
    part: Part<'a>,
}

impl<'a> Entry<'a> {
    fn new(start: usize, part: Part<'a>) -> Self {
        let height = part.height();
        Self {
            start,
            height,
            part,
        }
    }

    fn end(&self) -> usize {
        self.start + self.part.len()
    }
}

type Key = (u32, bool, u32, u32);

/// The parts of one of two texts.
struct Side<'a> {
    /// Those that may be shared, or have parts that are.
    rest: Vec<Entry<'a>>,
    /// Those that the other text has, too.
    shared: Vec<Entry<'a>>,
    /// The keys of the parts of one height, sorted.
    keys: Vec<Key>,
}

impl<'a> Side<'a> {
    fn new(text: ConcatSlice<'a>) -> Self {
        let whole = Part::whole(text).map(|part| Entry::new(0, part));
        Self {
            rest: whole.into_iter().collect(),
            shared: Vec::new(),
            keys: Vec::new(),
        }
    }

    fn height(&self) -> u32 {
        let heights = self.rest.iter().map(|entry| entry.height);
        heights.max().unwrap_or_default()
    }

    fn collect_keys(&mut self, height: u32) {
        let level = self.rest.iter().filter(|entry| entry.height == height);
        self.keys.clear();
        self.keys.extend(level.map(|entry| entry.part.key()));
        self.keys.sort_unstable();
    }

    /// Takes the parts of a height that the other text has, and opens the others.
    fn share(&mut self, height: u32, other: &[Key], opened: &mut Vec<Entry<'a>>) {
        opened.clear();
        for entry in &self.rest {
            if entry.height < height {
                opened.push(*entry);
            } else if other.binary_search(&entry.part.key()).is_ok() {
                self.shared.push(*entry);
            } else if height > 0 {
                let mut start = entry.start;
                for part in entry.part.open() {
                    if part.len() > 0 {
                        opened.push(Entry::new(start, part));
                    }
                    start += part.len();
                }
            }
        }
        mem::swap(&mut self.rest, opened);
    }
}

/// Returns the ranges of two texts between the nodes that both have in the same order.
///
/// Nodes are opened from the highest on, so that a node that both texts have is met in both before
/// its parts would be: it has one height.
fn unshared(
    old_text: ConcatSlice<'_>,
    new_text: ConcatSlice<'_>,
) -> Vec<(Range<usize>, Range<usize>)> {
    let (mut old, mut new) = (Side::new(old_text), Side::new(new_text));
    let mut opened = Vec::new();
    loop {
        let height = old.height().max(new.height());
        old.collect_keys(height);
        new.collect_keys(height);
        old.share(height, &new.keys, &mut opened);
        new.share(height, &old.keys, &mut opened);
        if height == 0 {
            break;
        }
    }
    let mut ranges = Vec::new();
    let (mut removed, mut inserted) = (0, 0);
    let mut push = |to: usize, from: usize, new_to: usize, new_from: usize| {
        let range = (removed..to, inserted..new_to);
        (removed, inserted) = (from, new_from);
        if !range.0.is_empty() || !range.1.is_empty() {
            ranges.push(range);
        }
    };
    for (a, b) in pairs(&mut old.shared, &mut new.shared) {
        let (a, b) = (old.shared[a], new.shared[b]);
        push(a.start, a.end(), b.start, b.end());
    }
    push(old_text.len(), 0, new_text.len(), 0);
    ranges
}

/// Sorts the shared parts of two texts. Returns the indices of those that are in order in both: the
/// longest parts come first.
fn pairs(old: &mut [Entry<'_>], new: &mut [Entry<'_>]) -> Vec<(usize, usize)> {
    old.sort_unstable_by_key(|entry| entry.start);
    new.sort_unstable_by_key(|entry| entry.start);
    let alike = |(a, b): (&Entry<'_>, &Entry<'_>)| a.part == b.part;
    if old.len() == new.len() && old.iter().zip(&*new).all(alike) {
        return (0..old.len()).map(|index| (index, index)).collect();
    }
    let keys = old.iter().enumerate();
    let mut places: Vec<(Key, usize)> = keys.map(|(at, entry)| (entry.part.key(), at)).collect();
    places.sort_unstable();
    let mut longest: Vec<usize> = (0..new.len()).collect();
    longest.sort_by_key(|&index| Reverse(new[index].part.len()));
    let mut pairs = BTreeMap::new();
    for b in longest {
        let key = new[b].part.key();
        let first = places.partition_point(|place| place.0 < key);
        // PERF: of a node that a text has many times not all places are tried.
        let equals = places[first..]
            .iter()
            .take(8)
            .take_while(|place| place.0 == key);
        let in_order = equals.map(|place| place.1).find(|&a| {
            let (before, after) = (pairs.range(..a).next_back(), pairs.range(a..).next());
            before.is_none_or(|(_, &other)| other < b)
                && after.is_none_or(|(&at, &other)| at > a && other > b)
        });
        if let Some(a) = in_order {
            pairs.insert(a, b);
        }
    }
    pairs.into_iter().collect()
}
