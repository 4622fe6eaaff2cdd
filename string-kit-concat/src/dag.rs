//! What the operations that read need of the nodes, wherever they lie.

use super::fingerprint::Print;
use super::width::Width;
use super::width::private::Forms;

/// Nodes that a [`ConcatRef`](super::ConcatRef) can look at. The trait is sealed.
///
/// ```
/// use string_kit_concat::{ConcatArena, ConcatRef, Dag};
///
/// fn pieces<D: Dag>(text: ConcatRef<'_, D>) -> usize {
///     text.chunks().count()
/// }
///
/// let mut arena: ConcatArena = ConcatArena::new();
/// let ab = [arena.leaf("a"), arena.leaf("b")];
/// let ab = arena.concat(ab[0], ab[1]);
/// assert_eq!(pieces(arena.get(ab)?), 2);
/// # Ok::<(), string_kit_concat::ConcatError>(())
/// ```
pub trait Dag: Nodes {}

impl<D: Nodes> Dag for D {}

/// The id of a node of `D`.
pub(super) type IndexOf<D> = <<D as Nodes>::Width as Forms>::Index;

/// A node, looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a, I> {
    /// A text.
    Leaf(&'a str),
    /// The text of the left node, and then that of the right one.
    Concat(I, I),
}

/// Nodes by their ids, without cycles.
///
/// An id is one that a handle or a view stands for, or that is part of a node of such: nothing else is
/// ever asked for.
pub trait Nodes: Sized {
    /// The width of the ids.
    type Width: Width;

    /// What the node is.
    fn part(&self, node: IndexOf<Self>) -> Part<'_, IndexOf<Self>>;

    /// The bytes of the node's text, if that is kept: `u64::MAX` stands for that many or more.
    #[inline]
    fn kept_len(&self, node: IndexOf<Self>) -> Option<u64> {
        _ = node;
        None
    }

    /// The bytes of the node's text, if they are kept and counted to the end.
    #[inline]
    fn exact_len(&self, node: IndexOf<Self>) -> Option<u64> {
        self.kept_len(node).filter(|&len| len < u64::MAX)
    }

    /// What the node's text is compared by, if that is kept.
    #[inline]
    fn kept_print(&self, node: IndexOf<Self>) -> Option<Print> {
        _ = node;
        None
    }

    /// What tells these nodes from those of all others while they are borrowed. What has no size has no
    /// place of its own, and nothing to tell it by unless it says so.
    #[inline]
    fn identity(&self) -> Option<usize> {
        (size_of_val(self) > 0).then(|| core::ptr::from_ref(self).addr())
    }

    /// Whether a walk may meet the node more than once, as far as that can be told at no cost: what was
    /// found out about it is then worth being remembered.
    #[inline]
    fn may_recur(&self, node: IndexOf<Self>) -> bool {
        _ = node;
        true
    }
}

/// Whether two DAGs are the same one, so that their ids mean the same.
#[inline]
pub(super) fn is_same<D: Nodes, E: Nodes>(dag: &D, other: &E) -> bool {
    let place = dag.identity();
    place.is_some() && place == other.identity()
}
