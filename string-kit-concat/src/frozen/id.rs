//! `FrozenId`, and the table from an arena's ids to them.

use core::fmt;

use super::bits::Packed;
use crate::ConcatError;
use crate::arena::ConcatId;
use crate::dag::{LEAF, NodeId, place};

/// A text of a [`FrozenConcat`](super::FrozenConcat): a number that can be saved.
///
/// Its lower 32 bits are the symbol of a node, its upper 32 bits those of the digest of the frozen contents.
/// Equal contents, be they loaded or frozen again from an equal arena, have the same ids. An id of other
/// contents is rejected, but for one in 2^32 such contents whose 32 bits are the same; then it reads a text of
/// the contents that were asked.
///
/// ```
/// use string_kit_concat::{ConcatArena, FrozenConcat, FrozenId};
///
/// let mut arena = ConcatArena::new();
/// let leaf = arena.leaf("na");
/// let text = arena.concat(leaf, leaf);
/// let (frozen, ids) = arena.freeze()?;
/// let saved: u64 = ids.of(text)?.to_bits();
///
/// let loaded = FrozenConcat::from_bytes(&frozen.to_bytes()).unwrap();
/// assert!(loaded.get(FrozenId::from_bits(saved)).is_ok());
/// # Ok::<(), string_kit_concat::ConcatError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FrozenId(u64);

impl FrozenId {
    pub(super) fn new(digest: u64, symbol: NodeId) -> Self {
        Self(digest >> 32 << 32 | u64::from(symbol))
    }

    /// Returns the symbol, if the id is one of the contents with this digest.
    pub(super) fn symbol(self, digest: u64) -> Option<NodeId> {
        NodeId::try_from(self.0 ^ digest >> 32 << 32).ok()
    }

    /// Returns the number to save. O(1).
    ///
    /// ```
    /// # use string_kit_concat::FrozenId;
    /// assert_eq!(FrozenId::from_bits(7).to_bits(), 7);
    /// ```
    #[must_use]
    pub fn to_bits(self) -> u64 {
        self.0
    }

    /// Returns the id of a number that was saved, or of any other number. O(1).
    ///
    /// [`FrozenConcat::get`](super::FrozenConcat::get) checks it.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena, ConcatError, FrozenId};
    ///
    /// let (frozen, _) = ConcatArena::new().freeze()?;
    /// assert_eq!(frozen.get(FrozenId::from_bits(7)).unwrap_err(), ConcatError::Foreign);
    /// # Ok::<(), ConcatError>(())
    /// ```
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self(bits)
    }
}

impl fmt::Debug for FrozenId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FrozenId({:#x})", self.0)
    }
}

/// The ids that the texts of an arena have in the [`FrozenConcat`](super::FrozenConcat) made of it.
///
/// It takes about lg n bits a concatenation, and can be dropped before the frozen contents are.
///
/// ```
/// use string_kit_concat::ConcatArena;
///
/// let mut arena = ConcatArena::new();
/// let leaf = arena.leaf("na");
/// let (frozen, ids) = arena.freeze()?;
/// let text = frozen.get(ids.of(leaf)?)?;
/// # _ = text;
/// # Ok::<(), string_kit_concat::ConcatError>(())
/// ```
pub struct FrozenIds {
    arena: u32,
    digest: u64,
    leaves: u64,
    concats: u64,
    /// The number of concatenations that were frozen before that of an id.
    ranks: Packed,
}

impl FrozenIds {
    pub(super) fn new(arena: u32, digest: u64, leaves: u64, concats: u64, ranks: Packed) -> Self {
        Self {
            arena,
            digest,
            leaves,
            concats,
            ranks,
        }
    }

    /// Returns the id of a text that was in the arena when it was frozen. O(1).
    ///
    /// # Errors
    ///
    /// `Foreign` for an id of another arena, and for one that the arena gave after it was frozen.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena, ConcatError};
    ///
    /// let mut arena = ConcatArena::new();
    /// let before = arena.leaf("before");
    /// let (_, ids) = arena.freeze()?;
    /// let after = arena.leaf("after");
    /// assert!(ids.of(before).is_ok());
    /// assert_eq!(ids.of(after), Err(ConcatError::Foreign));
    /// # Ok::<(), ConcatError>(())
    /// ```
    pub fn of(&self, id: ConcatId) -> Result<FrozenId, ConcatError> {
        let at = place(id.index) as u64;
        let symbol = if id.brand != self.arena {
            None
        } else if id.index & LEAF != 0 {
            (at < self.leaves).then_some(at)
        } else {
            (at < self.concats).then(|| self.leaves + self.ranks.get(at))
        };
        let symbol = symbol.and_then(|symbol| NodeId::try_from(symbol).ok());
        let symbol = symbol.ok_or(ConcatError::Foreign)?;
        Ok(FrozenId::new(self.digest, symbol))
    }

    /// Returns the number of bytes asked of the allocator. O(1).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let mut text = arena.leaf("na");
    /// for _ in 0..1000 {
    ///     text = arena.concat(text, text);
    /// }
    /// let (_, ids) = arena.freeze()?;
    /// assert!(ids.heap_size() < 1300);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    pub fn heap_size(&self) -> usize {
        self.ranks.heap_size()
    }
}

impl fmt::Debug for FrozenIds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrozenIds")
            .field("leaves", &self.leaves)
            .field("concatenations", &self.concats)
            .finish_non_exhaustive()
    }
}
