//! A borrowed part of a text.

use core::ops::{Bound, RangeBounds};

use crate::error::ConcatError;
use crate::node::{Kind, Ref};

/// A part of a [`ConcatStr`](crate::ConcatStr) that borrows it: no node is made and no reference
/// counted.
///
/// It has the reading methods of the whole text, and is compared by its text.
///
/// ```
/// use string_kit_concat::ConcatStr;
///
/// let text = ConcatStr::from("one two");
/// let two = text.slice(4..);
/// assert_eq!(two, "two");
/// assert_eq!(two.find("o"), Some(2));
/// ```
#[derive(Clone, Copy)]
pub struct ConcatSlice<'a> {
    /// None if the slice is empty and borrows no text.
    node: Option<Ref<'a>>,
    from: u32,
    to: u32,
}

impl<'a> ConcatSlice<'a> {
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "texts are shorter than 4 GiB"
    )]
    pub(crate) fn whole(node: Option<Ref<'a>>) -> Self {
        Self {
            node,
            from: 0,
            to: node.map_or(0, Ref::len) as u32,
        }
    }

    #[inline]
    pub(crate) fn node(self) -> Option<Ref<'a>> {
        self.node
    }

    #[inline]
    pub(crate) fn start(self) -> usize {
        self.from as usize
    }

    #[inline]
    pub(crate) fn end(self) -> usize {
        self.to as usize
    }

    #[inline]
    pub(crate) fn byte_count(self) -> usize {
        self.end() - self.start()
    }

    /// Returns a part, whose ends must be boundaries within this one.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "texts are shorter than 4 GiB"
    )]
    pub(crate) fn part(self, from: usize, to: usize) -> Self {
        debug_assert!(from <= to && to <= self.byte_count());
        Self {
            node: self.node,
            from: self.from + from as u32,
            to: self.from + to as u32,
        }
    }

    /// Returns the ends of a range of characters.
    pub(crate) fn check(
        self,
        range: impl RangeBounds<usize>,
    ) -> Result<(usize, usize), ConcatError> {
        let (from, to) = ends(&range, self.byte_count()).ok_or(ConcatError::OutOfRange)?;
        if self.is_boundary(from) && (from == to || self.is_boundary(to)) {
            Ok((from, to))
        } else {
            Err(ConcatError::NotCharBoundary)
        }
    }

    pub(crate) fn is_boundary(self, at: usize) -> bool {
        if at == 0 || at >= self.byte_count() || self.node.is_none_or(Ref::is_ascii) {
            return at <= self.byte_count();
        }
        self.byte(at).is_some_and(|byte| byte & 0xc0 != 0x80)
    }

    /// Returns the byte at an index.
    pub(crate) fn byte(self, at: usize) -> Option<u8> {
        let (piece, start) = self.piece_at(at)?;
        Some(piece.as_bytes()[at - start])
    }

    /// Returns the piece that has a byte of the slice, cut to the slice, and where it starts there.
    pub(crate) fn piece_at(self, at: usize) -> Option<(&'a str, usize)> {
        if at >= self.byte_count() {
            return None;
        }
        let (from, to) = (self.start(), self.end());
        let piece = piece_at(self.node?, from + at, from, to);
        Some((piece.0, piece.1 - from))
    }
}

/// Returns the piece that has byte `at`, cut to bytes from..to, and where it starts: O(log n).
fn piece_at(mut text: Ref<'_>, mut at: usize, mut from: usize, mut to: usize) -> (&str, usize) {
    // The distance from a place in the node to that place in the whole; it wraps where a patch
    // makes the text shorter.
    let mut moved = 0_usize;
    loop {
        match text.kind() {
            Kind::Leaf(leaf) => {
                let (from, to) = (from, to.min(leaf.len()));
                return (&leaf[from..to], from.wrapping_add(moved));
            }
            Kind::Inner(left, right) => {
                let cut = left.len();
                if at < cut {
                    to = to.min(cut);
                    text = left;
                } else {
                    at -= cut;
                    from = from.max(cut) - cut;
                    to -= cut;
                    moved = moved.wrapping_add(cut);
                    text = right;
                }
            }
            Kind::Patch(patch) => {
                let (start, end) = (patch.at, patch.end());
                if at < start {
                    to = to.min(start);
                } else if at < end {
                    let (from, to) = (from.max(start), to.min(end));
                    return (
                        &patch.text[from - start..to - start],
                        from.wrapping_add(moved),
                    );
                } else {
                    let into_base = |at: usize| at - end + start + patch.del;
                    at = into_base(at);
                    from = into_base(from.max(end));
                    to = into_base(to);
                    moved = moved.wrapping_add(end).wrapping_sub(start + patch.del);
                }
                text = patch.base;
            }
        }
    }
}

/// Returns the ends of a range in a text of `len` bytes.
fn ends(range: &impl RangeBounds<usize>, len: usize) -> Option<(usize, usize)> {
    let from = match range.start_bound() {
        Bound::Included(&from) => from,
        Bound::Excluded(&before) => before.checked_add(1)?,
        Bound::Unbounded => 0,
    };
    let to = match range.end_bound() {
        Bound::Included(&last) => last.checked_add(1)?,
        Bound::Excluded(&to) => to,
        Bound::Unbounded => len,
    };
    (from <= to && to <= len).then_some((from, to))
}
