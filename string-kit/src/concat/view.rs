//! `ConcatRef`: a text among the nodes of an arena or a frozen one.

use core::fmt;

use super::dag::{Dag, IndexOf};

/// A text among the nodes of a [`ConcatArena`](super::ConcatArena) or a
/// [`FrozenConcat`](super::FrozenConcat), borrowed to be read.
///
/// Copied in O(1); it keeps nothing but the id.
///
/// ```
/// use string_kit::concat::ConcatArena;
///
/// let mut arena: ConcatArena = ConcatArena::new();
/// let na = arena.leaf("na");
/// let nana = arena.concat(na, na);
/// assert_eq!(arena.get(nana)?.to_text(10)?, "nana");
/// # Ok::<(), string_kit::concat::ConcatError>(())
/// ```
pub struct ConcatRef<'a, D: Dag> {
    pub(super) dag: &'a D,
    pub(super) node: IndexOf<D>,
}

impl<D: Dag> Clone for ConcatRef<'_, D> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Dag> Copy for ConcatRef<'_, D> {}

impl<D: Dag> fmt::Debug for ConcatRef<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ConcatRef").field(&self.node).finish()
    }
}
