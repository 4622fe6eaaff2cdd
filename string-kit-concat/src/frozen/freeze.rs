//! An arena, frozen.

use super::form::digest_of;
use super::leaves::Leaves;
use super::order::Order;
use super::{FrozenConcat, FrozenIds};
use crate::ConcatError;
use crate::arena::ConcatArena;

impl ConcatArena {
    /// All texts of the arena in the fewest bytes, immutable, and the ids that they have there. The arena
    /// stays as it is.
    ///
    /// O(n lg n) for n concatenations, and nearly O(n) if few share their later child. While it runs it
    /// takes 12 bytes a concatenation and 4 a leaf, 4 to 8 for each that waits its turn, and 12 to 24 for
    /// each of those whose later child is one of 128 that are taken together; what it makes is copied once.
    /// For a million random ones that is less than 24 bytes each beside the arena's 8. Wide ids double it.
    ///
    /// # Errors
    ///
    /// `Alloc`; nothing is changed then.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// let nana = arena.concat(na, na);
    /// let (frozen, ids) = arena.freeze()?;
    /// assert_eq!(frozen.get(ids.of(nana)?)?.to_text(10)?, "nana");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn freeze(&self) -> Result<(FrozenConcat, FrozenIds), ConcatError> {
        let (blocks, ranks) = Order::of(self)?;
        let leaves = Leaves::new(self.leaf_text(), || self.leaf_ranges())?;
        let digest = digest_of(&leaves, &blocks);
        let ids = FrozenIds::new(self.brand, digest, leaves.count, blocks.count, ranks);
        let frozen = FrozenConcat::of_parts(digest, leaves, blocks);
        Ok((frozen, ids))
    }
}
