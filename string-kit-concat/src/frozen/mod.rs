//! `FrozenConcat`: concatenations of lg n bits and a little more, immutable.

mod bits;
mod blocks;
mod digest;
mod fault;
mod form;
mod freeze;
mod id;
mod leaves;
mod load;
mod order;
mod packed;
mod select;
mod shape;
#[cfg(test)]
mod tests;

use core::fmt;
use core::hint::select_unpredictable;

use super::ConcatError;
use crate::dag::{ConcatRef, NodeId, Nodes, Part};
use blocks::Blocks;
use leaves::Leaves;

pub use fault::{LoadError, LoadFault};
pub use id::{FrozenId, FrozenIds};

/// A [`ConcatArena`](super::ConcatArena) in the fewest bytes: immutable, `Send` and `Sync`, saved as it
/// lies in memory.
///
/// A concatenation takes about lg(n + L) + 2.3 bits, n concatenations and L leaves given: 3.3 bytes of 20
/// million random ones. A leaf takes its place and its length in as many bits as the text and the longest
/// leaf have. A text is read leaf by leaf at half the speed of the arena's.
///
/// It keeps neither lengths nor fingerprints, though the arena did: what goes by them (`try_len`, `byte_at`,
/// `==`) takes O(nodes). For parts of a text and for balance it is
/// [imported](super::ConcatArena::import) into an arena again.
///
/// ```
/// use string_kit_concat::ConcatArena;
///
/// let mut arena = ConcatArena::new();
/// let mut text = arena.leaf("na");
/// for _ in 0..1000 {
///     text = arena.concat(text, text);
/// }
/// let (frozen, ids) = arena.freeze()?;
/// drop(arena);
/// assert!(frozen.get(ids.of(text)?).is_ok());
/// assert!(frozen.heap_size() < 2000);
/// # Ok::<(), string_kit_concat::ConcatError>(())
/// ```
///
/// INVARIANT: the children of a concatenation have lesser symbols than itself: there is no cycle.
pub struct FrozenConcat {
    /// Tells these contents from others.
    digest: u64,
    /// The symbols from 0 on.
    leaves: Leaves,
    /// The concatenations: the symbols after those.
    blocks: Blocks,
}

impl FrozenConcat {
    fn of_parts(digest: u64, leaves: Leaves, blocks: Blocks) -> Self {
        Self {
            digest,
            leaves,
            blocks,
        }
    }

    /// The text of an id. O(1).
    ///
    /// # Errors
    ///
    /// `Foreign` for an id of other contents, as far as [`FrozenId`] tells them apart.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena, ConcatError};
    ///
    /// let mut arena = ConcatArena::new();
    /// let leaf = arena.leaf("na");
    /// let (frozen, ids) = arena.freeze()?;
    /// let (other, _) = ConcatArena::new().freeze()?;
    /// assert!(frozen.get(ids.of(leaf)?).is_ok());
    /// assert_eq!(other.get(ids.of(leaf)?).unwrap_err(), ConcatError::Foreign);
    /// # Ok::<(), ConcatError>(())
    /// ```
    pub fn get(&self, id: FrozenId) -> Result<ConcatRef<'_, Self>, ConcatError> {
        id.symbol(self.digest)
            .filter(|&symbol| symbol < self.leaves.count + self.blocks.count)
            .and_then(|symbol| NodeId::try_from(symbol).ok())
            .map(|node| ConcatRef { dag: self, node })
            .ok_or(ConcatError::Foreign)
    }

    /// How many concatenations there are. O(1).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// arena.concat(na, na);
    /// assert_eq!(arena.freeze()?.0.concatenations(), 1);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "they lie in memory")]
    pub fn concatenations(&self) -> usize {
        self.blocks.count as usize
    }

    /// How many leaves there are, the empty one among them if there is one. O(1).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// assert_eq!(arena.freeze()?.0.leaves(), 0);
    /// arena.leaf("na");
    /// assert!(arena.freeze()?.0.leaves() > 0);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "they lie in memory")]
    pub fn leaves(&self) -> usize {
        self.leaves.count as usize
    }

    /// How many bytes of text the leaves are ranges of. O(1).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// arena.concat(na, na);
    /// assert_eq!(arena.freeze()?.0.leaf_bytes(), 2);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    pub fn leaf_bytes(&self) -> usize {
        self.leaves.text.len()
    }

    /// The bytes asked of the allocator. O(1).
    ///
    /// ```
    /// # use string_kit_concat::ConcatArena;
    /// let mut arena = ConcatArena::new();
    /// let mut text = arena.leaf("na");
    /// for _ in 0..1000 {
    ///     text = arena.concat(text, text);
    /// }
    /// let (frozen, _) = arena.freeze()?;
    /// assert!(frozen.heap_size() < 2000);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    pub fn heap_size(&self) -> usize {
        self.leaves.heap_size() + self.blocks.heap_size()
    }
}

impl Nodes for FrozenConcat {
    #[inline]
    fn part(&self, node: NodeId) -> Part<'_> {
        let symbol = u64::from(node);
        if symbol < self.leaves.count {
            return Part::Leaf(self.leaves.get(symbol));
        }
        let pair = self.blocks.pair(symbol - self.leaves.count);
        let index =
            |symbol| NodeId::try_from(symbol).expect("symbols are less than their parent's");
        // Neither side can be foreseen.
        let left = select_unpredictable(pair.max_is_right, pair.min, pair.max);
        let right = select_unpredictable(pair.max_is_right, pair.max, pair.min);
        Part::Concat(index(left), index(right))
    }
}

impl fmt::Debug for FrozenConcat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrozenConcat")
            .field("leaves", &self.leaves.count)
            .field("concatenations", &self.blocks.count)
            .finish_non_exhaustive()
    }
}
