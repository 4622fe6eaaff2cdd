//! A part of a text: new nodes down to where it is cut, and no text copied.

use core::ops::{Bound, Range, RangeBounds};

use alloc::vec::Vec;

use super::{ConcatArena, ConcatId};
use crate::concat::ConcatError;
use crate::concat::dag::{IndexOf, Nodes, Part};
use crate::concat::fold::{Fold, Memo, fold, try_push};
use crate::concat::view::ConcatRef;
use crate::concat::width::Width;
use crate::concat::width::private::Forms;

impl<W: Width> ConcatArena<W> {
    /// The text of a range of bytes, which shares all but the cut ends with the whole.
    ///
    /// Adds O(depth) nodes and at most two leaves, which lie in the text of those that were cut. Takes
    /// O(depth) time where lengths are kept and the text has less than 2^64 bytes, else O(nodes) time
    /// and space.
    ///
    /// # Errors
    ///
    /// `Foreign`, `OutOfRange`, `NotCharBoundary`, `Full`, `Alloc`; nothing was added then. `TooLong`
    /// if a part to be skipped has 2^128 bytes or more.
    ///
    /// ```
    /// use string_kit::concat::{ConcatArena, ConcatError};
    ///
    /// let mut arena: ConcatArena = ConcatArena::new();
    /// let [left, right] = [arena.leaf("grün"), arena.leaf("kohl")];
    /// let both = arena.concat(left, right);
    /// let part = arena.try_substr(both, 2..7)?;
    /// assert_eq!(arena.get(part)?, "ünko");
    /// assert_eq!(arena.try_substr(both, ..3), Err(ConcatError::NotCharBoundary));
    /// assert_eq!(arena.try_substr(both, ..10), Err(ConcatError::OutOfRange));
    /// # Ok::<(), string_kit::concat::ConcatError>(())
    /// ```
    pub fn try_substr(
        &mut self,
        id: ConcatId<W>,
        range: impl RangeBounds<u128>,
    ) -> Result<ConcatId<W>, ConcatError> {
        let whole = self.own(id)?;
        let (start, end) = bounds(&range)?;
        let index = self.all_or_nothing(|arena| arena.part_of(whole, start, end))?;
        Ok(self.id(index))
    }

    /// The text of a range of bytes; see [`try_substr`](Self::try_substr).
    ///
    /// # Panics
    ///
    /// If the range is not one of the text, or cuts a character, as with a `str`; if there is no room or
    /// no id, or the id is another arena's.
    ///
    /// ```
    /// use string_kit::concat::ConcatArena;
    ///
    /// let mut arena: ConcatArena = ConcatArena::new();
    /// let nana = arena.concat_pieces(["na", "na"]);
    /// let part = arena.substr(nana, 1..=2);
    /// assert_eq!(arena.get(part)?, "an");
    /// # Ok::<(), string_kit::concat::ConcatError>(())
    /// ```
    pub fn substr(&mut self, id: ConcatId<W>, range: impl RangeBounds<u128>) -> ConcatId<W> {
        self.try_substr(id, range)
            .expect("there is room for a range of a text of this arena")
    }

    /// What is from `start` to `end`, or to the end of the text.
    fn part_of(
        &mut self,
        whole: <W as Forms>::Index,
        mut start: u128,
        end: Option<u128>,
    ) -> Result<<W as Forms>::Index, ConcatError> {
        let mut lens = Lens::new();
        lens.find(self, whole)?;
        let Some(mut end) = end else {
            let len = lens.of(self, whole);
            if start > len {
                return Err(ConcatError::OutOfRange);
            }
            return self.suffix(&lens, whole, start);
        };
        if end > lens.of(self, whole) {
            return Err(ConcatError::OutOfRange);
        }
        let mut node = whole;
        while let Part::Concat(left, right) = self.part(node) {
            if start == 0 && lens.is(self, node, end) {
                return Ok(node);
            }
            let len = lens.of(self, left);
            if end <= len {
                node = left;
            } else if start >= len {
                (node, start, end) = (right, start - len, end - len);
            } else {
                let left = self.suffix(&lens, left, start)?;
                let right = self.prefix(&lens, right, end - len)?;
                return self.join(left, right);
            }
        }
        self.cut(node, start, Some(end))
    }

    /// What is from `start` on.
    fn suffix(
        &mut self,
        lens: &Lens<W>,
        mut node: <W as Forms>::Index,
        mut start: u128,
    ) -> Result<<W as Forms>::Index, ConcatError> {
        let mut after = Vec::new();
        while start > 0
            && let Part::Concat(left, right) = self.part(node)
        {
            let len = lens.of(self, left);
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
        if start > 0 {
            node = self.cut(node, start, None)?;
        }
        while let Some(right) = after.pop() {
            node = self.join(node, right)?;
        }
        Ok(node)
    }

    /// What is before `end`.
    fn prefix(
        &mut self,
        lens: &Lens<W>,
        mut node: <W as Forms>::Index,
        mut end: u128,
    ) -> Result<<W as Forms>::Index, ConcatError> {
        let mut before = Vec::new();
        while !lens.is(self, node, end) {
            let Part::Concat(left, right) = self.part(node) else {
                node = self.cut(node, 0, Some(end))?;
                break;
            };
            let len = lens.of(self, left);
            if end <= len {
                node = left;
            } else {
                try_push(&mut before, left)?;
                (node, end) = (right, end - len);
            }
        }
        while let Some(left) = before.pop() {
            node = self.join(left, node)?;
        }
        Ok(node)
    }

    /// A part of a leaf.
    fn cut(
        &mut self,
        leaf: <W as Forms>::Index,
        start: u128,
        end: Option<u128>,
    ) -> Result<<W as Forms>::Index, ConcatError> {
        let text = self.text_of(leaf);
        let at = |place: u128| {
            let place = usize::try_from(place).map_err(|_| ConcatError::OutOfRange)?;
            let is_boundary = text.is_char_boundary(place);
            is_boundary.then_some(place).ok_or(if place > text.len() {
                ConcatError::OutOfRange
            } else {
                ConcatError::NotCharBoundary
            })
        };
        let range: Range<usize> = at(start)?..end.map_or(Ok(text.len()), at)?;
        self.add_cut(leaf, range)
    }
}

/// A range as where it starts and, if it is not the end of the text, where it ends.
fn bounds(range: &impl RangeBounds<u128>) -> Result<(u128, Option<u128>), ConcatError> {
    let after = |&place: &u128| place.checked_add(1).ok_or(ConcatError::OutOfRange);
    let start = match range.start_bound() {
        Bound::Included(&start) => start,
        Bound::Excluded(before) => after(before)?,
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(last) => Some(after(last)?),
        Bound::Excluded(&end) => Some(end),
        Bound::Unbounded => None,
    };
    if end.is_some_and(|end| end < start) {
        return Err(ConcatError::OutOfRange);
    }
    Ok((start, end))
}

/// The lengths that an arena does not keep; `u128::MAX` stands for that many or more.
struct Lens<W: Width> {
    memo: Memo<<W as Forms>::Index, u128>,
}

impl<W: Width> Lens<W> {
    fn new() -> Self {
        Self { memo: Memo::new() }
    }

    /// Finds all that are asked for below a node.
    fn find(
        &mut self,
        arena: &ConcatArena<W>,
        node: <W as Forms>::Index,
    ) -> Result<(), ConcatError> {
        fold(
            ConcatRef { dag: arena, node },
            &mut self.memo,
            &mut Counting,
        )?;
        Ok(())
    }

    fn of(&self, arena: &ConcatArena<W>, node: <W as Forms>::Index) -> u128 {
        kept(arena, node)
            .or_else(|| self.memo.get(node))
            .expect("the lengths of all parts were found")
    }

    /// Whether a text is known to have this length.
    fn is(&self, arena: &ConcatArena<W>, node: <W as Forms>::Index, len: u128) -> bool {
        len < u128::MAX && self.of(arena, node) == len
    }
}

struct Counting;

impl<'a, D: Nodes> Fold<'a, D> for Counting {
    type Value = u128;

    fn known(&mut self, dag: &'a D, node: IndexOf<D>) -> Option<u128> {
        kept(dag, node)
    }

    fn leaf(&mut self, _: IndexOf<D>, text: &'a str) -> Result<u128, ConcatError> {
        Ok(text.len() as u128)
    }

    fn concat(&mut self, left: u128, right: u128) -> Result<u128, ConcatError> {
        Ok(left.saturating_add(right))
    }
}

/// A length that is kept and exact.
fn kept<D: Nodes>(dag: &D, node: IndexOf<D>) -> Option<u128> {
    let len = dag.kept_len(node)?;
    (len < u64::MAX).then_some(u128::from(len))
}
