//! Lines, characters and UTF-16 code units by number.
//!
//! An inner node has notes on its counts once somebody asked for them. So a question is O(log n),
//! and first reads the nodes and leaves that are new since the versions that were asked before.
//!
//! PERF: where nobody asks, the counts take no memory. Counts in the inner nodes of every fourth
//! level would make a concatenation 28 bytes instead of 18, and a question twice as long.

use core::convert::Infallible;

use crate::error::or_panic;
use crate::iter::Lines;
use crate::metric::{Metric, locate_in, units_in};
use crate::node::{Kind, Patch, Ref};
use crate::slab::Note;
use crate::slice::ConcatSlice;
use crate::visit::visit;

/// Returns the number of units of a tree, which has no patches.
#[inline]
fn units(tree: Ref<'_>, metric: Metric) -> usize {
    // PERF: the note is read first, without the node. Inner nodes alone have one.
    let note = tree.note(metric, false).and_then(Note::read);
    note.unwrap_or_else(|| counted(tree, metric))
}

fn counted(tree: Ref<'_>, metric: Metric) -> usize {
    if metric.is_bytes_in_ascii() && tree.is_ascii() {
        return tree.len();
    }
    if let Some((held, from, to)) = tree.held() {
        return held.before(to, metric) - held.before(from, metric);
    }
    if tree.is_leaf() {
        return units_in(tree.leaf_text().as_bytes(), metric);
    }
    let (left, right) = tree.children();
    right.prefetch();
    let sum = units(left, metric) + units(right, metric);
    if let Some(note) = tree.note(metric, true) {
        note.write(sum);
    }
    sum
}

pub(crate) fn before(mut text: Ref<'_>, mut at: usize, metric: Metric) -> usize {
    let mut sum = 0_usize;
    loop {
        if metric.is_bytes_in_ascii() && text.is_ascii() {
            return sum.wrapping_add(at);
        }
        match text.kind() {
            Kind::Leaf(leaf) => {
                let here = match text.held() {
                    Some((held, from, _)) => {
                        held.before(from + at, metric) - held.before(from, metric)
                    }
                    None => units_in(&leaf.as_bytes()[..at], metric),
                };
                return sum.wrapping_add(here);
            }
            Kind::Inner(left, right) => {
                right.prefetch();
                let cut = left.len();
                text = if at < cut {
                    left
                } else {
                    sum = sum.wrapping_add(units(left, metric));
                    at -= cut;
                    right
                };
            }
            Kind::Patch(patch) => {
                if at > patch.at {
                    let with = &patch.text.as_bytes()[..patch.text.len().min(at - patch.at)];
                    sum = sum.wrapping_add(units_in(with, metric));
                    if at <= patch.end() {
                        at = patch.at;
                    } else {
                        // Less than before, where the patch makes the text shorter.
                        sum = sum.wrapping_sub(replaced(&patch, metric));
                        at = at - patch.text.len() + patch.del;
                    }
                }
                text = patch.base;
            }
        }
    }
}

/// Returns the number of units of the base that a patch replaces.
fn replaced(patch: &Patch<'_>, metric: Metric) -> usize {
    let mut units = 0;
    let Ok(()) = visit::<Infallible>(patch.base, patch.at, patch.at + patch.del, &mut |piece| {
        units += units_in(piece.as_bytes(), metric);
        Ok(())
    });
    units
}

/// Returns the byte of a text that the unit with a number, from 1 on, begins at, if there are as
/// many.
fn locate(mut text: Ref<'_>, mut number: usize, metric: Metric) -> Option<usize> {
    // The distance from a place in the node to that place in the whole. It wraps where a patch
    // makes the text shorter.
    let mut moved = 0_usize;
    loop {
        if metric.is_bytes_in_ascii() && text.is_ascii() {
            return (number <= text.len()).then(|| moved.wrapping_add(number - 1));
        }
        match text.kind() {
            Kind::Leaf(leaf) => {
                let at = match text.held() {
                    Some((held, from, to)) => {
                        let skipped = held.before(from, metric);
                        let at = held.locate(metric, skipped + number)?;
                        (at < to).then_some(at - from)
                    }
                    None => locate_in(leaf.as_bytes(), metric, number),
                };
                return Some(moved.wrapping_add(at?));
            }
            Kind::Inner(left, right) => {
                right.prefetch();
                let here = units(left, metric);
                text = if number <= here {
                    left
                } else {
                    number -= here;
                    moved = moved.wrapping_add(left.len());
                    right
                };
            }
            Kind::Patch(patch) => {
                let with = patch.text.as_bytes();
                let (here, gone) = (units_in(with, metric), replaced(&patch, metric));
                if here == 0 && gone == 0 {
                    // Typing within a line.
                    let in_base = locate(patch.base, number, metric)?;
                    let behind = in_base >= patch.at;
                    let at = if behind {
                        in_base + with.len() - patch.del
                    } else {
                        in_base
                    };
                    return Some(moved.wrapping_add(at));
                }
                let head = before(patch.base, patch.at, metric);
                if number > head {
                    if number <= head + here {
                        let at = patch.at + locate_in(with, metric, number - head)?;
                        return Some(moved.wrapping_add(at));
                    }
                    number = number - here + gone;
                    moved = moved.wrapping_add(with.len()).wrapping_sub(patch.del);
                }
                text = patch.base;
            }
        }
    }
}

/// Lines, characters and UTF-16 code units by number.
///
/// ```
/// let text = string_kit_concat::ConcatStr::from("one\r\ntwo\n𝄞 né");
/// assert_eq!((text.line_count(), text.line_of_byte(5)), (3, 1));
/// assert_eq!((text.byte_of_line(1), text.byte_of_line(3)), (Some(5), None));
/// assert_eq!(text.line(0).unwrap(), "one");
/// assert!(text.lines_at(1).eq(["two", "𝄞 né"]));
/// assert_eq!((text.char_count(), text.char_of_byte(13)), (13, 10));
/// assert_eq!(text.byte_of_char(11), Some(14));
/// assert_eq!((text.utf16_count(), text.utf16_of_byte(13)), (14, 11));
/// assert_eq!(text.byte_of_utf16(10), Some(9), "the second unit of a pair");
/// ```
impl<'a> ConcatSlice<'a> {
    /// Returns the number of lines: the number of line feeds, plus 1. O(log n).
    ///
    /// This and the other questions about lines, characters and UTF-16 code units first read
    /// what is new since the versions that were asked before: at most the text, once.
    #[must_use]
    pub fn line_count(self) -> usize {
        1 + self.units_before(self.len(), Metric::Feeds)
    }

    /// Returns the number of the line, from 0 on, that a byte is in: the number of line feeds
    /// before it. O(log n).
    ///
    /// # Panics
    ///
    /// If the byte is beyond the end.
    #[must_use]
    #[track_caller]
    pub fn line_of_byte(self, at: usize) -> usize {
        self.units_before(at, Metric::Feeds)
    }

    /// Returns the byte at which a line begins, numbered from 0 on; none if there are fewer
    /// lines. O(log n).
    #[must_use]
    pub fn byte_of_line(self, line: usize) -> Option<usize> {
        if line == 0 {
            return Some(0);
        }
        Some(self.locate_unit(line, Metric::Feeds)? + 1)
    }

    /// Returns a line without its end, numbered from 0 on; none if there are fewer lines.
    /// O(log n + bytes of the line).
    ///
    /// After a line feed at the end comes one more line, which is empty.
    #[must_use]
    pub fn line(self, line: usize) -> Option<ConcatSlice<'a>> {
        let start = self.byte_of_line(line)?;
        let rest = self.part(start, self.len());
        Some(rest.lines().next().unwrap_or(rest))
    }

    /// Returns the lines from a line on, numbered from 0 on: the same as `lines().skip(line)`,
    /// in O(log n).
    #[must_use]
    pub fn lines_at(self, line: usize) -> Lines<'a> {
        let end = self.len();
        Lines::new(self.part(self.byte_of_line(line).unwrap_or(end), end))
    }

    /// Returns the number of characters. O(log n), O(1) in ASCII text.
    #[must_use]
    pub fn char_count(self) -> usize {
        self.units_before(self.len(), Metric::Chars)
    }

    /// Returns the number of characters before a byte. O(log n), O(1) in ASCII text.
    ///
    /// # Panics
    ///
    /// If the byte is beyond the end or within a character.
    #[must_use]
    #[track_caller]
    pub fn char_of_byte(self, at: usize) -> usize {
        self.chars_before(at, Metric::Chars)
    }

    /// Returns the byte at which a character begins, numbered from 0 on; none if there are
    /// fewer. The number of all characters is that of the end. O(log n), O(1) in ASCII text.
    #[must_use]
    pub fn byte_of_char(self, index: usize) -> Option<usize> {
        self.char_with(index, Metric::Chars)
    }

    /// Returns the number of UTF-16 code units. O(log n), O(1) in ASCII text.
    #[must_use]
    pub fn utf16_count(self) -> usize {
        self.units_before(self.len(), Metric::Utf16)
    }

    /// Returns the number of UTF-16 code units before a byte. O(log n), O(1) in ASCII text.
    ///
    /// # Panics
    ///
    /// If the byte is beyond the end or within a character.
    #[must_use]
    #[track_caller]
    pub fn utf16_of_byte(self, at: usize) -> usize {
        self.chars_before(at, Metric::Utf16)
    }

    /// Returns the byte at which the character of a UTF-16 code unit begins, numbered from 0
    /// on; none if there are fewer. The number of all units is that of the end. O(log n), O(1)
    /// in ASCII text.
    #[must_use]
    pub fn byte_of_utf16(self, unit: usize) -> Option<usize> {
        self.char_with(unit, Metric::Utf16)
    }

    #[track_caller]
    pub(crate) fn units_before(self, at: usize, metric: Metric) -> usize {
        assert!(at <= self.len(), "the byte is beyond the end of the text");
        self.node().map_or(0, |node| {
            before(node, self.start() + at, metric) - before(node, self.start(), metric)
        })
    }

    #[track_caller]
    pub(crate) fn chars_before(self, at: usize, metric: Metric) -> usize {
        let (_, at) = or_panic(self.check(..at));
        self.units_before(at, metric)
    }

    /// Returns the byte that the unit with a number, from 1 on, begins at, if there are as many.
    fn locate_unit(self, number: usize, metric: Metric) -> Option<usize> {
        let node = self.node()?;
        let skipped = before(node, self.start(), metric);
        let at = locate(node, skipped.checked_add(number)?, metric)?;
        (at < self.end()).then(|| at - self.start())
    }

    /// Returns the byte of the character that a unit belongs to, numbered from 0 on. The number of
    /// all units is that of the end.
    pub(crate) fn char_with(self, number: usize, metric: Metric) -> Option<usize> {
        let all = || self.units_before(self.len(), metric);
        self.locate_unit(number.checked_add(1)?, metric)
            .or_else(|| (number == all()).then(|| self.len()))
    }
}
