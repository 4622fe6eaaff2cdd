//! `ConcatId`, and the brand: the number of its arena.

use crate::dag::NodeId;
use core::fmt;
use core::sync::atomic::{AtomicU32, Ordering};

/// A text of a [`ConcatArena`](super::ConcatArena), in 8 bytes.
///
/// Two ids are equal if they are the same node of the same arena, whatever the text. An arena rejects the
/// ids of the 2^32 - 1 arenas made before it and of as many made after it. Beyond those the numbers of
/// arenas repeat: an id kept for so long may be accepted and stand for another text. Memory is never
/// misread.
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
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ConcatId {
    pub(crate) brand: u32,
    pub(crate) index: NodeId,
}

impl fmt::Debug for ConcatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConcatId")
            .field("arena", &self.brand)
            .field("node", &self.index)
            .finish()
    }
}

/// Returns the number of a new arena. The numbers repeat after 2^32 arenas.
pub(super) fn new_brand() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
