//! The nodes below every text: their ids, what they are, and a text among them.

use super::fingerprint::Print;

/// The id of a node among those of its DAG.
pub(crate) type NodeId = u32;

/// The bit of an id that says that it is a leaf's, in arenas and outlines.
pub(super) const LEAF: NodeId = 1 << 31;

/// The id of the empty leaf, in arenas and outlines. No concatenation has it as a part.
pub(super) const EMPTY: NodeId = LEAF;

/// A collection of nodes that a [`ConcatRef`] borrows. The trait is sealed.
///
/// A handle is no such collection: its nodes are read through its view alone.
///
/// ```compile_fail,E0277
/// use string_kit_concat::{ConcatStr, Dag};
///
/// fn is_dag<D: Dag>(_: &D) {}
///
/// is_dag(&ConcatStr::from("text"));
/// ```
///
/// ```
/// use string_kit_concat::{ConcatArena, ConcatRef, Dag};
///
/// fn pieces<D: Dag>(text: ConcatRef<'_, D>) -> usize {
///     text.chunks().count()
/// }
///
/// let mut arena = ConcatArena::new();
/// let ab = [arena.leaf("a"), arena.leaf("b")];
/// let ab = arena.concat(ab[0], ab[1]);
/// assert_eq!(pieces(arena.get(ab)?), 2);
/// # Ok::<(), string_kit_concat::ConcatError>(())
/// ```
pub trait Dag: Nodes {}

impl<D: Nodes> Dag for D {}

/// A text among the nodes of a [`ConcatArena`](super::ConcatArena), a [`FrozenConcat`](super::FrozenConcat) or
/// those that a handle keeps, borrowed to be read.
///
/// Copied in O(1); it keeps nothing but the id. Each method that makes bytes of it takes a limit: a text of a
/// hundred nodes can have more bytes than there is memory.
///
/// `Display` writes the text as a `str` is written, with width and precision; of a text of more than
/// `isize::MAX` bytes it writes nothing and returns an error, unless a precision bounds it. `Debug` quotes
/// and escapes as a `str`'s does, and writes `..` in place of what comes after the first thousand
/// characters.
///
/// ```
/// use string_kit_concat::ConcatArena;
///
/// let mut arena = ConcatArena::new();
/// let na = arena.leaf("na");
/// let nana = arena.concat(na, na);
/// let nana = arena.get(nana)?;
/// assert_eq!(nana.to_text(10)?, "nana");
/// assert_eq!(format!("{nana:>6} {nana:.3} {nana:?}"), "  nana nan \"nana\"");
/// # Ok::<(), string_kit_concat::ConcatError>(())
/// ```
pub struct ConcatRef<'a, D: Dag> {
    pub(super) dag: &'a D,
    pub(super) node: NodeId,
}

impl<D: Dag> Clone for ConcatRef<'_, D> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Dag> Copy for ConcatRef<'_, D> {}

/// The kind and the content of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// A text.
    Leaf(&'a str),
    /// The text of the left node, and then that of the right one.
    Concat(NodeId, NodeId),
}

/// Nodes by their ids, without cycles.
///
/// Every method takes an id of a node that a handle or a view keeps, or of a part of such a node.
pub trait Nodes: Sized {
    /// The kept length that stands for this many bytes or more.
    const MOST_KEPT: u64 = u64::MAX;

    /// Returns the kind and the content of a node.
    fn part(&self, node: NodeId) -> Part<'_>;

    /// Returns the kept length of a node's text in bytes; [`MOST_KEPT`](Self::MOST_KEPT) stands for that many
    /// or more.
    #[inline]
    fn kept_len(&self, node: NodeId) -> Option<u64> {
        _ = node;
        None
    }

    /// Returns the kept length of a node's text in bytes, if it is exact.
    #[inline]
    fn exact_len(&self, node: NodeId) -> Option<u64> {
        self.kept_len(node).filter(|&len| len < Self::MOST_KEPT)
    }

    /// Returns the kept fingerprint of a node's text.
    #[inline]
    fn kept_print(&self, node: NodeId) -> Option<Print> {
        _ = node;
        None
    }

    /// Returns a number that no other collection of nodes has while both are borrowed.
    ///
    /// None for a type of size zero, unless it says otherwise: its address is not its own.
    #[inline]
    fn identity(&self) -> Option<usize> {
        (size_of_val(self) > 0).then(|| core::ptr::from_ref(self).addr())
    }

    /// Returns false if a walk meets the node once at most, as far as that is known at no cost.
    #[inline]
    fn may_recur(&self, node: NodeId) -> bool {
        _ = node;
        true
    }
}

/// Returns whether two DAGs are the same one, so that their ids mean the same.
#[inline]
pub(super) fn is_same<D: Nodes, E: Nodes>(dag: &D, other: &E) -> bool {
    let place = dag.identity();
    place.is_some() && place == other.identity()
}

/// Returns the index of a node or leaf in its table.
#[inline]
pub(super) const fn place(node: NodeId) -> usize {
    (node & !LEAF) as usize
}
