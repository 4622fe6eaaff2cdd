//! The same text in fewer levels.

use super::{ConcatArena, ConcatId};
use crate::ConcatError;
use crate::outline::{LEAF, Outline, place};
use crate::rebalance::{Joins, is_balanced, rebalance};
use crate::width::private::Forms;
use crate::width::{Index, Width};

impl<W: Width> ConcatArena<W> {
    /// The same text as a node of at most 1.44 lg n levels for n leaves along it: what goes down from
    /// the top, such as `byte_at` or [`substr`](Self::substr), is fast from there. It is an AVL tree; a
    /// text that is one already is returned as it is.
    ///
    /// Takes O(m log n) time and new nodes for m nodes that the text reaches, and where none of these
    /// is shared, as in a chain, O(m) time and m new nodes. The old nodes stay.
    ///
    /// # Errors
    ///
    /// `Foreign`, `Full`, `Alloc`, `TooLong` if the text has more than some 2^170 leaves along it;
    /// nothing was added then.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena, Narrow};
    ///
    /// let mut arena = ConcatArena::<Narrow>::new().with_lengths();
    /// let mut chain = arena.leaf("");
    /// for _ in 0..10_000 {
    ///     chain = arena.append(chain, "na");
    /// }
    /// let text = arena.rebalance(chain)?;
    /// assert_eq!(arena.concatenations(), 2 * 9_999);
    /// assert_eq!(arena.get(text)?, arena.get(chain)?);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn rebalance(&mut self, id: ConcatId<W>) -> Result<ConcatId<W>, ConcatError> {
        let text = self.get(id)?;
        let mut outline = Outline::default();
        let mut root = outline.add(text, false, |_, leaf, _| Ok(outward::<W>(leaf)))?;
        if is_balanced(&outline)? {
            return Ok(id);
        }
        self.all_or_nothing(|arena| rebalance(&outline, core::slice::from_mut(&mut root), arena))?;
        Ok(self.id(inward::<W>(root)?))
    }
}

/// The number of a node as outlines have it: only the bit of leaves is elsewhere.
#[inline]
fn outward<W: Width>(index: <W as Forms>::Index) -> u64 {
    let number = index.number();
    if number & W::LEAF == 0 {
        number
    } else {
        number ^ W::LEAF | LEAF
    }
}

#[inline]
fn inward<W: Width>(number: u64) -> Result<<W as Forms>::Index, ConcatError> {
    let number = if number & LEAF == 0 {
        number
    } else {
        number ^ LEAF | W::LEAF
    };
    <W as Forms>::Index::from_number(number).ok_or(ConcatError::Full)
}

impl<W: Width> Joins for ConcatArena<W> {
    fn next(&self) -> u64 {
        self.nodes.len() as u64
    }

    fn parts(&self, number: u64) -> Option<(u64, u64)> {
        (number & LEAF == 0).then(|| {
            let (left, right) = W::load(self.nodes[place(number)]);
            (outward::<W>(left), outward::<W>(right))
        })
    }

    fn join(&mut self, left: u64, right: u64) -> Result<u64, ConcatError> {
        let (left, right) = (inward::<W>(left)?, inward::<W>(right)?);
        self.join(left, right).map(outward::<W>)
    }
}
