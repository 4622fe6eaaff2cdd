//! A part of a text: new nodes down to where it is cut, and no text copied.

use core::ops::Range;

use super::{ConcatArena, ConcatId};
use crate::ConcatError;
use crate::cut::{Cuts, TextRange, cut};
use crate::dag::NodeId;

impl ConcatArena {
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
    /// use string_kit_concat::{ConcatArena, ConcatError};
    ///
    /// let mut arena = ConcatArena::new();
    /// let [left, right] = [arena.leaf("grün"), arena.leaf("kohl")];
    /// let both = arena.concat(left, right);
    /// let part = arena.try_substr(both, 2..7)?;
    /// assert_eq!(arena.get(part)?, "ünko");
    /// assert_eq!(arena.try_substr(both, ..3), Err(ConcatError::NotCharBoundary));
    /// assert_eq!(arena.try_substr(both, ..10), Err(ConcatError::OutOfRange));
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn try_substr(
        &mut self,
        id: ConcatId,
        range: impl TextRange,
    ) -> Result<ConcatId, ConcatError> {
        let whole = self.own(id)?;
        let range = range.bounds()?;
        let index = self.all_or_nothing(|arena| cut(arena, whole, range))?;
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
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let nana = arena.concat_pieces(["na", "na"]);
    /// let part = arena.substr(nana, 1..=2);
    /// assert_eq!(arena.get(part)?, "an");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn substr(&mut self, id: ConcatId, range: impl TextRange) -> ConcatId {
        self.try_substr(id, range)
            .expect("there is room for a range of a text of this arena")
    }
}

impl Cuts for ConcatArena {
    type Dag = Self;
    type Piece = NodeId;

    fn dag(&self) -> &Self {
        self
    }

    fn whole(&mut self, node: NodeId) -> NodeId {
        node
    }

    fn leaf(&mut self, leaf: NodeId, range: Range<usize>) -> Result<NodeId, ConcatError> {
        self.add_cut(leaf, range)
    }

    fn join(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError> {
        Self::join(self, left, right)
    }
}
