//! The same text in fewer levels.

use super::{ConcatArena, ConcatId};
use crate::ConcatError;
use crate::dag::{LEAF, NodeId, place};
use crate::outline::Outline;
use crate::rebalance::{Joins, is_balanced, rebalance};

impl ConcatArena {
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
    /// use string_kit_concat::{ConcatArena};
    ///
    /// let mut arena = ConcatArena::new().with_lengths();
    /// let mut chain = arena.leaf("");
    /// for _ in 0..10_000 {
    ///     chain = arena.append(chain, "na");
    /// }
    /// let text = arena.rebalance(chain)?;
    /// assert_eq!(arena.concatenations(), 2 * 9_999);
    /// assert_eq!(arena.get(text)?, arena.get(chain)?);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn rebalance(&mut self, id: ConcatId) -> Result<ConcatId, ConcatError> {
        let text = self.get(id)?;
        let mut outline = Outline::default();
        let root = outline.add(text, false, |_, leaf, _| Ok(leaf))?;
        if is_balanced(&outline)? {
            return Ok(id);
        }
        let root = self.all_or_nothing(|arena| rebalance(&outline, root, arena))?;
        Ok(self.id(root))
    }
}

impl Joins for ConcatArena {
    fn next(&self) -> NodeId {
        self.nodes.len() as NodeId
    }

    fn parts(&self, number: NodeId) -> Option<(NodeId, NodeId)> {
        (number & LEAF == 0).then(|| self.nodes[place(number)].into())
    }

    fn join(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError> {
        Self::join(self, left, right)
    }
}
