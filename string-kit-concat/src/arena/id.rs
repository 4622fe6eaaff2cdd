//! `ConcatId`, and the brand that says of which arena it is.

use crate::dag::NodeId;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::sync::atomic::{AtomicU32, Ordering};

/// A text of a [`ConcatArena`](super::ConcatArena): 8 bytes, 16 in the wide form.
///
/// It is equal to another if both are the same node of the same arena, whatever the text. An arena
/// rejects the ids of all others: it is told from the 2^32 - 1 arenas made before it and as many after
/// it. Beyond them the numbers of arenas come again, and an id that a program has kept for so long may
/// then stand for another text, or be rejected; no memory is ever misread.
///
/// ```
/// use string_kit_concat::{ConcatArena, ConcatError, ConcatId};
///
/// assert_eq!(size_of::<ConcatId>(), 8);
///
/// let mut arena = ConcatArena::new();
/// let mut other = ConcatArena::new();
/// let id = arena.leaf("here");
/// other.leaf("there");
/// assert_eq!(other.get(id).unwrap_err(), ConcatError::Foreign);
/// ```
#[derive(Clone, Copy)]
pub struct ConcatId {
    pub(crate) brand: u32,
    pub(crate) index: NodeId,
}

impl PartialEq for ConcatId {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.brand == other.brand && self.index == other.index
    }
}

impl Eq for ConcatId {}

impl Hash for ConcatId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.brand.hash(state);
        self.index.hash(state);
    }
}

impl fmt::Debug for ConcatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConcatId")
            .field("arena", &self.brand)
            .field("node", &self.index)
            .finish()
    }
}

/// A number that no arena of this process has but, 2^32 arenas ago, one.
pub(super) fn new_brand() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
