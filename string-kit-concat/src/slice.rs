//! A borrowed part of a text.

use core::ops::{Bound, RangeBounds};

use crate::error::{Attempt, ConcatError};
use crate::node::{Kind, Ref, narrow};
use crate::visit::visit;

/// A part of a [`ConcatStr`](crate::ConcatStr) that borrows it: no node is made and no reference
/// counted.
///
/// It has the reading methods of the whole text, and is compared by its text.
///
/// ```
/// let text = string_kit_concat::ConcatStr::from("one two");
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
    pub(crate) fn whole(node: Option<Ref<'a>>) -> Self {
        Self {
            node,
            from: 0,
            to: narrow(node.map_or(0, Ref::len)),
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

    /// Returns a part, whose ends must be boundaries within this one.
    #[inline]
    pub(crate) fn part(self, from: usize, to: usize) -> Self {
        debug_assert!(from <= to && to <= self.len());
        Self {
            node: self.node,
            from: self.from + narrow(from),
            to: self.from + narrow(to),
        }
    }

    /// Returns the slice with some bytes of its text before it.
    pub(crate) fn with_before(self, bytes: usize) -> Self {
        Self {
            from: self.from - narrow(bytes),
            ..self
        }
    }

    #[inline]
    pub(crate) fn check(self, range: impl RangeBounds<usize>) -> Attempt<(usize, usize)> {
        let (from, to) = ends(&range, self.len()).ok_or(ConcatError::OutOfRange)?;
        let is_ascii = self.node.is_none_or(Ref::is_ascii);
        if is_ascii || self.is_char_boundary(from) && (from == to || self.is_char_boundary(to)) {
            Ok((from, to))
        } else {
            Err(ConcatError::NotCharBoundary)
        }
    }

    /// Calls `see` with the pieces in order, until it returns an error.
    pub(crate) fn try_visit<E>(
        self,
        see: &mut impl FnMut(&'a str) -> Result<(), E>,
    ) -> Result<(), E> {
        self.node
            .map_or(Ok(()), |node| visit(node, self.start(), self.end(), see))
    }

    /// Returns the piece that has a byte of the slice, cut to the slice.
    #[inline]
    pub(crate) fn piece_at(self, at: usize) -> Option<Piece<'a>> {
        self.piece_on_path(at, &mut |_| {})
    }

    /// Returns the piece that has a byte, and calls `pass` with the nodes to the right of the path
    /// to it.
    #[inline]
    pub(crate) fn piece_on_path(
        self,
        at: usize,
        pass: &mut impl FnMut(Ref<'a>),
    ) -> Option<Piece<'a>> {
        if at >= self.len() {
            return None;
        }
        let (from, to) = (self.start(), self.end());
        Some(piece_at(self.node?, from + at, from, to, pass))
    }
}

/// A part of a text that lies in one leaf or patch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'a> {
    pub(crate) text: &'a str,
    /// The byte of the slice that it begins at.
    pub(crate) start: usize,
    /// The bytes behind it that the next nodes of the same tree have.
    pub(crate) run: usize,
    /// The leaf or patch, and the byte of it that the piece begins at.
    pub(crate) node: Ref<'a>,
    pub(crate) from: usize,
}

impl<'a> Piece<'a> {
    /// Returns a piece of a tree of which `run` bytes belong to the slice, from byte `start` of the
    /// slice on.
    pub(crate) fn of_leaf(node: Ref<'a>, start: usize, run: usize) -> Self {
        let text = node.leaf_text();
        let len = text.len().min(run);
        Self {
            text: &text[..len],
            start,
            run: run - len,
            node,
            from: 0,
        }
    }

    pub(crate) fn slice(&self) -> ConcatSlice<'a> {
        ConcatSlice {
            node: Some(self.node),
            from: narrow(self.from),
            to: narrow(self.from + self.text.len()),
        }
    }
}

/// Returns the piece that has byte `at` of a node, cut to the slice of bytes from..to: O(log n).
#[inline]
fn piece_at<'a>(
    mut node: Ref<'a>,
    mut at: usize,
    mut from: usize,
    mut to: usize,
    pass: &mut impl FnMut(Ref<'a>),
) -> Piece<'a> {
    // The distance from a place in the node to that place in the slice; it wraps.
    let mut moved = 0_usize.wrapping_sub(from);
    loop {
        match node.kind() {
            Kind::Leaf(leaf) => {
                let end = to.min(leaf.len());
                return Piece {
                    text: &leaf[from..end],
                    start: from.wrapping_add(moved),
                    run: to - end,
                    node,
                    from,
                };
            }
            Kind::Inner(left, right) => {
                let cut = left.len();
                node = if at < cut {
                    pass(right);
                    left
                } else {
                    at -= cut;
                    from = from.max(cut) - cut;
                    to -= cut;
                    moved = moved.wrapping_add(cut);
                    right
                };
            }
            Kind::Patch(patch) => {
                let (start, end) = (patch.at, patch.end());
                if at < start {
                    to = to.min(start);
                } else if at < end {
                    let (from, to) = (from.max(start), to.min(end));
                    return Piece {
                        text: &patch.text[from - start..to - start],
                        start: from.wrapping_add(moved),
                        run: 0,
                        node,
                        from,
                    };
                } else {
                    let into_base = |at: usize| at - end + start + patch.del;
                    at = into_base(at);
                    from = into_base(from.max(end));
                    to = into_base(to);
                    moved = moved.wrapping_add(end).wrapping_sub(start + patch.del);
                }
                node = patch.base;
            }
        }
    }
}

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
