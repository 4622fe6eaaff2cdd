//! The same `ConcatStr` in fewer levels.

use alloc::vec::Vec;

use super::ConcatStr;
use crate::ConcatError;
use crate::fold::try_push;
use crate::outline::{LEAF, Outline, place};
use crate::rebalance::{is_balanced, rebalance};
use crate::width::Width;

impl<W: Width> ConcatStr<W> {
    /// The same text as a node of at most 1.44 lg n levels for n leaves along it. It is an AVL tree; a
    /// text that is one already is returned as it is.
    ///
    /// Takes O(m log n) time, space and new nodes for m nodes that can be reached, and where none of these is
    /// shared, as in a chain, O(m). The leaves are those of this text.
    ///
    /// # Errors
    ///
    /// [`Full`](ConcatError::Full), [`Alloc`](ConcatError::Alloc), [`TooLong`](ConcatError::TooLong) if the
    /// text has more than some 2^170 leaves along it.
    ///
    /// ```
    /// use string_kit_concat::ConcatStr;
    ///
    /// let link: ConcatStr = "a link of a chain; ".into();
    /// let mut chain = ConcatStr::new();
    /// for _ in 0..10_000 {
    ///     chain += &link;
    /// }
    /// let text = chain.rebalance()?;
    /// assert_eq!(text, chain);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn rebalance(&self) -> Result<Self, ConcatError> {
        // By the places of their numbers, of which the first is that of the empty text.
        let mut leaves = Vec::new();
        try_push(&mut leaves, Self::new())?;
        let view = self.view();
        let mut old = Outline::default();
        let mut root = old.add(view, true, |_, leaf, _| {
            let number = LEAF | leaves.len() as u64;
            try_push(&mut leaves, view.dag.handle(leaf))?;
            Ok(number)
        })?;
        if is_balanced(&old)? {
            return Ok(self.clone());
        }
        let mut new = Outline::default();
        rebalance(&old, core::slice::from_mut(&mut root), &mut new)?;
        let mut nodes: Vec<Self> = Vec::new();
        nodes.try_reserve_exact(place(new.len()))?;
        for (left, right) in new.iter() {
            let part = |number: u64| {
                let among = if number & LEAF == 0 { &nodes } else { &leaves };
                &among[place(number)]
            };
            nodes.push(part(left).try_concat(part(right))?);
        }
        let among = if root & LEAF == 0 { nodes } else { leaves };
        Ok(among[place(root)].clone())
    }
}
