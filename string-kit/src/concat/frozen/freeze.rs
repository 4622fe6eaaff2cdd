//! An arena, frozen.

use super::form::digest_of;
use super::leaves::Leaves;
use super::order::Order;
use super::{FrozenConcat, FrozenIds};
use crate::concat::ConcatError;
use crate::concat::arena::ConcatArena;
use crate::concat::width::Width;

impl<W: Width> ConcatArena<W> {
    /// All texts of the arena in the fewest bytes, immutable, and the ids that they have there. The arena
    /// stays as it is.
    ///
    /// O(n + L) for n concatenations and L leaves, and the sorting of those that share their later child.
    /// While it runs it takes 12 bytes a concatenation and 4 a leaf (24 and 8 where ids are wide), and 8
    /// (16) for each of those that share one later child, where that is most; with what it makes, which
    /// is copied once at the end, that is 16 to 27 bytes a concatenation beside the arena's 8.
    ///
    /// # Errors
    ///
    /// `Alloc`; nothing is changed then.
    ///
    /// ```
    /// use string_kit::concat::ConcatArena;
    ///
    /// let mut arena: ConcatArena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// let nana = arena.concat(na, na);
    /// let (frozen, ids) = arena.freeze()?;
    /// assert_eq!(frozen.get(ids.of(nana)?)?.to_text(10)?, "nana");
    /// # Ok::<(), string_kit::concat::ConcatError>(())
    /// ```
    pub fn freeze(&self) -> Result<(FrozenConcat<W>, FrozenIds<W>), ConcatError> {
        let (blocks, ranks) = Order::of(self)?;
        let leaves = Leaves::new(self.leaf_text(), || self.leaf_ranges())?;
        let digest = digest_of(&leaves, &blocks);
        let ids = FrozenIds::new(self.brand, digest, leaves.count, blocks.count, ranks);
        let frozen = FrozenConcat::of_parts(digest, leaves, blocks);
        Ok((frozen, ids))
    }
}
