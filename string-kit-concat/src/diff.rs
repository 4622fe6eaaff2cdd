//! The differences of two versions, found by the nodes that they share.

use alloc::collections::BTreeMap;
use alloc::vec::{IntoIter, Vec};
use core::cmp::Reverse;
use core::ops::Range;

use crate::parts::{Key, Part, common};
use crate::slice::ConcatSlice;
use crate::text::ConcatStr;

type Difference = (Range<usize>, Range<usize>);

/// The bytes between two ranges.
const APART: usize = 1024;
/// The bytes of equal text in which the place of an insertion or deletion is looked for.
const SLIDE: usize = 16 * 1024;

impl ConcatStr {
    /// Returns the differences of two versions in order: the ranges of this text that became other
    /// ranges of `new`. Neither text is read where the two share nodes.
    ///
    /// Replacing each first range by the text of the second one makes `new` of this text. Edits
    /// less than 1 KB apart are one range. No range begins or ends within a character, or between
    /// CR and LF; else ranges have no common beginning or end. An insertion or deletion among equal
    /// text has the last of its places, if that is within 16 KB. Text that was moved is a deletion
    /// and an insertion. Ranges may be longer where an edit wrote equal text again, and in texts
    /// that have a node more than once, as after [`repeat`](Self::repeat).
    ///
    /// O(d log n) time and memory, if d is the number of nodes and pieces that only one version
    /// has, each counted once however often a text has it; and reading both ends of each range as
    /// far as they are equal. Some 5 microseconds for one edit. Texts that share no nodes are
    /// compared byte by byte, and differ in one range. Ends the program if memory runs out.
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let old: ConcatStr = (0..100).map(|n| format!("{n}: The quick fox\n")).collect();
    /// let mut new = old.clone();
    /// new.replace_range(7..12, "slow");
    /// new.insert_str(1500, "red ");
    /// let ranges = old.diff(&new);
    /// assert!(ranges.clone().eq([(7..12, 7..11), (1501..1501, 1500..1504)]));
    ///
    /// // An editor sends them to a language server from the last one on: then the places before
    /// // are still those of the old text.
    /// let mut sent = String::from(&old);
    /// for (removed, inserted) in ranges.rev() {
    ///     sent.replace_range(removed, &new.slice(inserted).to_string());
    /// }
    /// assert_eq!(new, sent);
    /// ```
    #[must_use]
    pub fn diff(&self, new: &Self) -> IntoIter<Difference> {
        self.diff_by(new, |_, _| true)
    }

    /// Returns the differences as [`diff`](Self::diff) does, in ranges that begin and end where
    /// `is_boundary` is true of both texts, as at the ends of grapheme clusters.
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let (old, new) = (ConcatStr::from("cafe\u{300}"), ConcatStr::from("cafe\u{301}"));
    /// let is_boundary = |text: string_kit_concat::ConcatSlice<'_>, at: usize| {
    ///     !text.slice(at..).starts_with(['\u{300}', '\u{301}'])
    /// };
    /// assert!(old.diff_by(&new, is_boundary).eq([(3..6, 3..6)]));
    /// ```
    #[must_use]
    pub fn diff_by(
        &self,
        new: &Self,
        is_boundary: impl Fn(ConcatSlice<'_>, usize) -> bool,
    ) -> IntoIter<Difference> {
        let texts @ [old, new] = [self.as_slice(), new.as_slice()];
        let is_cut = |places: [usize; 2]| {
            texts.into_iter().zip(places).any(|(text, at)| {
                let pair = at
                    .checked_sub(1)
                    .map(|before| [before, at].map(|at| text.byte_at(at)));
                pair == Some([Some(b'\r'), Some(b'\n')]) || !is_boundary(text, at)
            })
        };
        let mut ranges = unshared(old, new);
        ranges.retain_mut(|range| trim(texts, range));
        let mut ranges = joined(texts, ranges);
        let mut before = 0;
        for index in 0..ranges.len() {
            let behind = ranges.get(index + 1).map_or(old.len(), |next| next.0.start);
            let (a, b) = &mut ranges[index];
            let mut chars = old.part(before, a.start).chars();
            while is_cut([a.start, b.start])
                && let Some(c) = chars.next_back()
            {
                (a.start, b.start) = (a.start - c.len_utf8(), b.start - c.len_utf8());
            }
            let mut chars = old.part(a.end, behind).chars();
            while is_cut([a.end, b.end])
                && let Some(c) = chars.next()
            {
                (a.end, b.end) = (a.end + c.len_utf8(), b.end + c.len_utf8());
            }
            before = a.end;
        }
        ranges.into_iter()
    }
}

/// Joins ranges that are not apart, wherever equal text lets them lie. So they do not depend on the
/// nodes that two texts share.
fn joined(texts: [ConcatSlice<'_>; 2], ranges: Vec<Difference>) -> Vec<Difference> {
    let ends = (texts[0].len(), texts[1].len());
    let parts = |from: (usize, usize), to: (usize, usize)| {
        [texts[0].part(from.0, to.0), texts[1].part(from.1, to.1)]
    };
    let mut joined: Vec<Difference> = Vec::new();
    let mut rest = ranges.into_iter().peekable();
    'ranges: while let Some((mut a, mut b)) = rest.next() {
        let behind = rest
            .peek()
            .map_or(ends, |next| (next.0.start, next.1.start));
        loop {
            let is_pure = a.is_empty() || b.is_empty();
            // PERF: saves 3,200 instructions of 21,000 for an insertion beside other text.
            if is_pure && texts[0].byte_at(a.start) == texts[1].byte_at(b.start) {
                let to = (behind.0.min(a.start + SLIDE), behind.1.min(b.start + SLIDE));
                let [old, new] = parts((a.start, b.start), to);
                let mut moved = common::<false>(old, new, true).0;
                while !texts[0].is_char_boundary(a.start + moved)
                    || !texts[1].is_char_boundary(b.start + moved)
                {
                    moved -= 1;
                }
                a = a.start + moved..a.end + moved;
                b = b.start + moved..b.end + moved;
            }
            let Some(last) = joined.last() else { break };
            let mut gap = a.start - last.0.end;
            if is_pure {
                let start = |last: usize, end: usize| last.max(end.saturating_sub(SLIDE));
                let from = (start(last.0.end, a.end), start(last.1.end, b.end));
                let [old, new] = parts(from, (a.end, b.end));
                gap -= common::<true>(old, new, true).0.min(gap);
            }
            if gap >= APART {
                break;
            }
            let mut both = (last.0.start..a.end, last.1.start..b.end);
            joined.pop();
            if !trim(texts, &mut both) {
                continue 'ranges;
            }
            (a, b) = both;
        }
        joined.push((a, b));
    }
    joined
}

/// Takes the common beginning and end off two ranges. Returns false if the texts are equal.
fn trim([old, new]: [ConcatSlice<'_>; 2], range: &mut Difference) -> bool {
    let (a, b) = (&mut range.0, &mut range.1);
    let start = common_boundary::<false>([old.part(a.start, a.end), new.part(b.start, b.end)]);
    (a.start, b.start) = (a.start + start, b.start + start);
    let end = common_boundary::<true>([old.part(a.start, a.end), new.part(b.start, b.end)]);
    (a.end, b.end) = (a.end - end, b.end - end);
    a.start < a.end || b.start < b.end
}

/// Returns the length of the common beginning of two texts, or with `END` of their common end, in
/// whole characters.
fn common_boundary<const END: bool>(texts: [ConcatSlice<'_>; 2]) -> usize {
    let mut len = common::<END>(texts[0], texts[1], true).0;
    let place = |text: ConcatSlice<'_>, len| if END { text.len() - len } else { len };
    while !texts
        .iter()
        .all(|text| text.is_char_boundary(place(*text, len)))
    {
        len -= 1;
    }
    len
}

#[derive(Clone, Copy)]
struct Entry<'a> {
    start: usize,
    key: Key,
    height: u32,
    part: Part<'a>,
}

impl<'a> Entry<'a> {
    fn new(start: usize, part: Part<'a>) -> Self {
        let (key, height) = (part.key(), part.height());
        Self {
            start,
            key,
            height,
            part,
        }
    }

    fn len(&self) -> usize {
        (self.key.3 - self.key.2) as usize
    }

    fn end(&self) -> usize {
        self.start + self.len()
    }

    fn memory(&self) -> Range<usize> {
        self.key.0..self.key.0 + self.len()
    }

    /// Returns the part of a piece that lies at some addresses.
    fn cut(&self, memory: &Range<usize>) -> Self {
        let from = memory.start - self.key.0;
        let part = self.part.within(from, from + memory.len());
        Self::new(self.start + from, part)
    }
}

/// The parts of one of two texts.
#[derive(Default)]
struct Side<'a> {
    /// Those that may be shared, or have parts that are.
    rest: Vec<Entry<'a>>,
    /// Those of one height, sorted.
    level: Vec<Entry<'a>>,
    /// Those that the other text has, too.
    shared: Vec<Entry<'a>>,
    /// The pieces that the other text does not have as a whole.
    pieces: Vec<Entry<'a>>,
}

impl<'a> Side<'a> {
    fn new(start: usize, text: ConcatSlice<'a>) -> Self {
        let whole = Part::whole(text).map(|part| Entry::new(start, part));
        Self {
            rest: whole.into_iter().collect(),
            ..Self::default()
        }
    }

    fn height(&self) -> u32 {
        let heights = self.rest.iter().map(|entry| entry.height);
        heights.max().unwrap_or_default()
    }

    fn take_level(&mut self, height: u32) {
        let level = self.rest.extract_if(.., |entry| entry.height == height);
        self.level.clear();
        self.level.extend(level);
        self.level
            .sort_unstable_by_key(|entry| (entry.key, entry.start));
    }

    /// Takes the parts of the level that the other text has, and opens the others.
    fn share(&mut self, other: &[Entry<'_>]) {
        let mut last = None;
        for entry in &self.level {
            let key = entry.key;
            if other.binary_search_by_key(&key, |entry| entry.key).is_ok() {
                self.shared.push(*entry);
            } else if key.1 {
                self.pieces.push(*entry);
            } else if last.replace(key) != Some(key) {
                // A text may have a node 2^31 times: it is opened once.
                let mut start = entry.start;
                for part in entry.part.open() {
                    if part.len() > 0 {
                        self.rest.push(Entry::new(start, part));
                    }
                    start += part.len();
                }
            }
        }
    }

    /// Sorts the pieces by their memory, and leaves out those that overlap others.
    fn sort_pieces(&mut self) {
        self.pieces
            .sort_unstable_by_key(|piece| (piece.key, piece.start));
        let mut end = 0;
        self.pieces.retain(|piece| {
            let is_apart = end <= piece.memory().start;
            if is_apart {
                end = piece.memory().end;
            }
            is_apart
        });
    }
}

/// Takes the parts of the pieces of two texts that lie at the same place in memory: of a text that
/// was taken over, or of a leaf below a patch.
fn share_memory(old: &mut Side<'_>, new: &mut Side<'_>) {
    old.sort_pieces();
    new.sort_pieces();
    let (mut a, mut b) = (0, 0);
    while let (Some(left), Some(right)) = (old.pieces.get(a), new.pieces.get(b)) {
        let (l, r) = (left.memory(), right.memory());
        let memory = l.start.max(r.start)..l.end.min(r.end);
        if !memory.is_empty() {
            old.shared.push(left.cut(&memory));
            new.shared.push(right.cut(&memory));
        }
        if l.end <= r.end {
            a += 1;
        } else {
            b += 1;
        }
    }
}

/// Returns the ranges of two texts between the parts that both have in the same order.
///
/// First come the common beginning and end. In the middle nodes are opened from the highest on, so
/// that a node that both texts have is met in both before its parts would be: it has one height.
fn unshared(old_text: ConcatSlice<'_>, new_text: ConcatSlice<'_>) -> Vec<Difference> {
    let start = common::<false>(old_text, new_text, false).0;
    let rests = [old_text, new_text].map(|text| text.part(start, text.len()));
    let end = common::<true>(rests[0], rests[1], false).0;
    let [mut old, mut new] = rests.map(|rest| Side::new(start, rest.part(0, rest.len() - end)));
    loop {
        let height = old.height().max(new.height());
        old.take_level(height);
        new.take_level(height);
        old.share(&new.level);
        new.share(&old.level);
        if height == 0 {
            break;
        }
    }
    share_memory(&mut old, &mut new);
    let mut ranges = Vec::new();
    let (mut removed, mut inserted) = (start, start);
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
    push(old_text.len() - end, 0, new_text.len() - end, 0);
    ranges
}

/// Sorts the shared parts of two texts. Returns the indices of those that are in order in both: the
/// longest parts come first.
fn pairs(old: &mut [Entry<'_>], new: &mut [Entry<'_>]) -> Vec<(usize, usize)> {
    old.sort_unstable_by_key(|entry| entry.start);
    new.sort_unstable_by_key(|entry| entry.start);
    let alike = |(a, b): (&Entry<'_>, &Entry<'_>)| a.key == b.key;
    if old.len() == new.len() && old.iter().zip(&*new).all(alike) {
        return (0..old.len()).map(|index| (index, index)).collect();
    }
    let keys = old.iter().enumerate();
    let mut places: Vec<(Key, usize)> = keys.map(|(at, entry)| (entry.key, at)).collect();
    places.sort_unstable();
    let mut longest: Vec<usize> = (0..new.len()).collect();
    longest.sort_by_key(|&index| Reverse(new[index].len()));
    let mut pairs = BTreeMap::new();
    for b in longest {
        let key = new[b].key;
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
