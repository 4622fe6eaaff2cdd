//! Cuts of a range out of a text: new nodes along both ends, and the nodes between them shared.

use alloc::vec::Vec;
use core::ops::{
    Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};

use super::dag::{ConcatRef, NodeId, Nodes, Part};
use super::error::ConcatError;
use super::fold::{Fold, fold, try_push};
use super::memo::Pages;

/// The nodes that are cut, and the place of new ones.
pub(super) trait Cuts {
    /// The collection of the nodes that are cut.
    type Dag: Nodes;
    /// A text of the result: a new one, or a shared node.
    type Piece;

    fn dag(&self) -> &Self::Dag;

    /// Returns a shared node.
    fn whole(&mut self, node: NodeId) -> Self::Piece;

    /// Makes a leaf of a range of another one, at character boundaries.
    fn leaf(&mut self, leaf: NodeId, range: Range<usize>) -> Result<Self::Piece, ConcatError>;

    /// Concatenates two texts.
    fn join(&mut self, left: Self::Piece, right: Self::Piece) -> Result<Self::Piece, ConcatError>;
}

/// Returns a range of a text.
///
/// Makes O(depth) nodes in O(depth) time. Takes O(nodes) time and space before that if lengths are not kept.
///
/// # Errors
///
/// Those of `cuts`, `OutOfRange`, `NotCharBoundary`, `Alloc`; `TooLong` if a part before the range has 2^128
/// bytes or more.
pub(super) fn cut<C: Cuts>(
    cuts: &mut C,
    whole: NodeId,
    range: Span,
) -> Result<C::Piece, ConcatError> {
    let Span { start, end } = range;
    let mut lens = Lens { memo: Pages::new() };
    lens.find(cuts.dag(), whole)?;
    let cutting = Cutting { lens, cuts };
    match end {
        Some(end) => cutting.between(whole, start, end),
        None => cutting.after(whole, start),
    }
}

/// A range of bytes of a text: a range of any integers, or [`RangeFull`](core::ops::RangeFull). The trait is
/// sealed.
///
/// ```
/// use string_kit_concat::ConcatStr;
///
/// let text = ConcatStr::from("one two");
/// let at: usize = 4;
/// assert_eq!(text.substr(at..), text.substr(4_u128..=6));
/// assert_eq!(text.substr(..), "one two");
/// ```
pub trait TextRange: Bounded {}

impl<R: Bounded> TextRange for R {}

/// The start of a range and, if that is not the end of the text, its end.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    start: u128,
    end: Option<u128>,
}

/// A range whose bounds are known as numbers of bytes.
pub trait Bounded {
    /// Returns the bounds.
    ///
    /// # Errors
    ///
    /// `OutOfRange` for a negative number, and for a range that ends before it starts.
    fn bounds(self) -> Result<Span, ConcatError>;
}

impl Bounded for RangeFull {
    fn bounds(self) -> Result<Span, ConcatError> {
        Ok(Span {
            start: 0,
            end: None,
        })
    }
}

/// Implements [`Bounded`] for ranges of any integers.
macro_rules! bounded {
    ($($Range:ident),*) => {$(
        impl<N: Copy + TryInto<u128>> Bounded for $Range<N> {
            fn bounds(self) -> Result<Span, ConcatError> {
                span(&self)
            }
        }
    )*};
}

bounded!(Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive);

impl<N: Copy + TryInto<u128>> Bounded for (Bound<N>, Bound<N>) {
    fn bounds(self) -> Result<Span, ConcatError> {
        span(&self)
    }
}

fn span<N: Copy + TryInto<u128>>(range: &impl RangeBounds<N>) -> Result<Span, ConcatError> {
    let place = |&place: &N| place.try_into().map_err(|_| ConcatError::OutOfRange);
    let after = |at: &N| place(at)?.checked_add(1).ok_or(ConcatError::OutOfRange);
    let start = match range.start_bound() {
        Bound::Included(start) => place(start)?,
        Bound::Excluded(before) => after(before)?,
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(last) => Some(after(last)?),
        Bound::Excluded(end) => Some(place(end)?),
        Bound::Unbounded => None,
    };
    if end.is_some_and(|end| end < start) {
        return Err(ConcatError::OutOfRange);
    }
    Ok(Span { start, end })
}

struct Cutting<'c, C: Cuts> {
    lens: Lens,
    cuts: &'c mut C,
}

impl<C: Cuts> Cutting<'_, C> {
    fn len(&self, node: NodeId) -> u128 {
        self.lens.of(self.cuts.dag(), node)
    }

    /// Returns whether a text has this length exactly.
    fn is(&self, node: NodeId, len: u128) -> bool {
        len < u128::MAX && self.len(node) == len
    }

    fn after(mut self, whole: NodeId, start: u128) -> Result<C::Piece, ConcatError> {
        if start > self.len(whole) {
            return Err(ConcatError::OutOfRange);
        }
        self.suffix(whole, start)
    }

    fn between(
        mut self,
        whole: NodeId,
        mut start: u128,
        mut end: u128,
    ) -> Result<C::Piece, ConcatError> {
        if end > self.len(whole) {
            return Err(ConcatError::OutOfRange);
        }
        let mut node = whole;
        while let Part::Concat(left, right) = self.cuts.dag().part(node) {
            if start == 0 && self.is(node, end) {
                return Ok(self.cuts.whole(node));
            }
            let len = self.len(left);
            if end <= len {
                node = left;
            } else if start >= len {
                (node, start, end) = (right, start - len, end - len);
            } else {
                let left = self.suffix(left, start)?;
                let right = self.prefix(right, end - len)?;
                return self.cuts.join(left, right);
            }
        }
        self.leaf(node, start, Some(end))
    }

    /// Returns the text from `start` on.
    fn suffix(&mut self, mut node: NodeId, mut start: u128) -> Result<C::Piece, ConcatError> {
        let mut after = Vec::new();
        while start > 0
            && let Part::Concat(left, right) = self.cuts.dag().part(node)
        {
            let len = self.len(left);
            if start >= len {
                if len == u128::MAX {
                    return Err(ConcatError::TooLong);
                }
                (node, start) = (right, start - len);
            } else {
                try_push(&mut after, right)?;
                node = left;
            }
        }
        let mut piece = if start > 0 {
            self.leaf(node, start, None)?
        } else {
            self.cuts.whole(node)
        };
        while let Some(right) = after.pop() {
            let right = self.cuts.whole(right);
            piece = self.cuts.join(piece, right)?;
        }
        Ok(piece)
    }

    /// Returns the text before `end`.
    fn prefix(&mut self, mut node: NodeId, mut end: u128) -> Result<C::Piece, ConcatError> {
        let mut before = Vec::new();
        let mut piece = loop {
            if self.is(node, end) {
                break self.cuts.whole(node);
            }
            let Part::Concat(left, right) = self.cuts.dag().part(node) else {
                break self.leaf(node, 0, Some(end))?;
            };
            let len = self.len(left);
            if end <= len {
                node = left;
            } else {
                try_push(&mut before, left)?;
                (node, end) = (right, end - len);
            }
        };
        while let Some(left) = before.pop() {
            let left = self.cuts.whole(left);
            piece = self.cuts.join(left, piece)?;
        }
        Ok(piece)
    }

    /// Returns a range of a leaf.
    fn leaf(
        &mut self,
        leaf: NodeId,
        start: u128,
        end: Option<u128>,
    ) -> Result<C::Piece, ConcatError> {
        let Part::Leaf(text) = self.cuts.dag().part(leaf) else {
            unreachable!("the search ends at a leaf");
        };
        let at = |place: u128| {
            let place = usize::try_from(place).map_err(|_| ConcatError::OutOfRange)?;
            let is_boundary = text.is_char_boundary(place);
            is_boundary.then_some(place).ok_or(if place > text.len() {
                ConcatError::OutOfRange
            } else {
                ConcatError::NotCharBoundary
            })
        };
        let range = at(start)?..end.map_or(Ok(text.len()), at)?;
        if range == (0..text.len()) {
            return Ok(self.cuts.whole(leaf));
        }
        self.cuts.leaf(leaf, range)
    }
}

/// The lengths that the nodes do not keep; `u128::MAX` stands for that many bytes or more.
struct Lens {
    memo: Pages<u128>,
}

impl Lens {
    /// Finds the lengths of all nodes that a node reaches.
    fn find<D: Nodes>(&mut self, dag: &D, node: NodeId) -> Result<(), ConcatError> {
        fold(ConcatRef { dag, node }, &mut self.memo, &mut Counting)?;
        Ok(())
    }

    fn of<D: Nodes>(&self, dag: &D, node: NodeId) -> u128 {
        let kept = dag.exact_len(node).map(u128::from);
        let kept = kept.or_else(|| self.memo.get(node));
        kept.expect("`find` found the lengths of all nodes")
    }
}

/// Adds up lengths.
struct Counting;

impl<'a, D: Nodes> Fold<'a, D> for Counting {
    type Value = u128;

    fn known(&mut self, dag: &'a D, node: NodeId) -> Option<u128> {
        dag.exact_len(node).map(u128::from)
    }

    fn leaf(&mut self, _: NodeId, text: &'a str) -> Result<u128, ConcatError> {
        Ok(text.len() as u128)
    }

    fn concat(&mut self, left: u128, right: u128) -> Result<u128, ConcatError> {
        Ok(left.saturating_add(right))
    }

    fn remembers_all(&self) -> bool {
        true
    }
}
