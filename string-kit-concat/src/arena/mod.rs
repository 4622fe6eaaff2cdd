//! `ConcatArena`: concatenations of 8 bytes that are freed together.

mod blocks;
mod build;
mod columns;
mod cons;
mod id;
mod leaves;
mod operations;
#[cfg(test)]
mod tests;

use core::fmt;
use core::ops::Range;

use super::ConcatError;
use super::fingerprint::Print;
use crate::dag::{ConcatRef, EMPTY, LEAF, NodeId, Nodes, Part, place};
use blocks::Blocks;
use columns::Columns;
use cons::Pair;
use leaves::Leaves;

pub use id::ConcatId;

/// A grammar-compressed string builder (a straight-line program): a concatenation is two ids, and all
/// nodes are freed together.
///
/// A concatenation takes 8 bytes; a leaf takes 8 and its text, which lies in one buffer with that of all
/// others. Options take more: lengths 8 bytes a concatenation, fingerprints 40 with the length,
/// and 32 a leaf, hash-consing 5 to 12 a node. Text is never removed.
///
/// ```
/// use string_kit_concat::ConcatArena;
///
/// let mut arena = ConcatArena::new();
/// let mut text = arena.leaf("na");
/// for _ in 0..3 {
///     text = arena.concat(text, text);
/// }
/// assert_eq!(arena.get(text)?, "nananananananana");
/// # Ok::<(), string_kit_concat::ConcatError>(())
/// ```
///
/// There are at most 2^31 - 1 leaves and 2^31 concatenations; one more is [`Full`](ConcatError::Full).
pub struct ConcatArena {
    pub(crate) brand: u32,
    /// The concatenations, the parts of each before itself. No part is empty.
    ///
    /// PERF: blocks, as one vector is copied and freed each time that it doubles. Bytes of RSS a node at the
    /// peak, 3 million nodes: 8.0 on the system allocator by both, on mimalloc 11.2 by blocks and 21.7 by a
    /// vector. On the system allocator blocks take longer: random parts 28 to 33 ns of a thread's time a
    /// node (a vector 28 to 29), a chain 6.2 to 6.7 (5.3).
    pub(crate) nodes: Blocks<Pair>,
    leaves: Leaves,
    columns: Columns,
    #[cfg(test)]
    most_ids: NodeId,
}

impl ConcatArena {
    /// Returns an arena with no text. Allocates nothing.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// assert_eq!(ConcatArena::new().heap_size(), 0);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self {
            brand: id::new_brand(),
            nodes: Blocks::new(),
            leaves: Leaves::new(),
            columns: Columns::default(),
            #[cfg(test)]
            most_ids: LEAF,
        }
    }

    /// Returns an arena with room for so many concatenations, up to 8,192, and bytes of text in leaves.
    ///
    /// Concatenations beyond the first 8,192 take blocks that are added when they are needed.
    ///
    /// # Panics
    ///
    /// If memory runs out.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let arena = ConcatArena::with_capacity(1000, 50);
    /// assert_eq!(arena.heap_size(), 8050);
    /// ```
    #[must_use]
    #[track_caller]
    pub fn with_capacity(concatenations: usize, text: usize) -> Self {
        let mut arena = Self::new();
        let nodes = arena.nodes.grow(concatenations);
        match nodes.and_then(|()| arena.leaves.try_reserve_text(text)) {
            Ok(()) => arena,
            Err(error) => panic!("{error}"),
        }
    }

    /// Returns the text of an id, or an error. Takes O(1).
    ///
    /// # Errors
    ///
    /// `Foreign`.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena, ConcatError};
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// assert_eq!(arena.get(na)?, "na");
    /// let other = ConcatArena::new();
    /// assert_eq!(other.get(na).unwrap_err(), ConcatError::Foreign);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[inline]
    pub fn get(&self, id: ConcatId) -> Result<ConcatRef<'_, Self>, ConcatError> {
        let node = self.own(id)?;
        Ok(ConcatRef { dag: self, node })
    }

    /// Returns whether the id is one of this arena's. Takes O(1).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// assert!(arena.contains(na));
    /// assert!(!ConcatArena::new().contains(na));
    /// ```
    #[must_use]
    pub fn contains(&self, id: ConcatId) -> bool {
        self.own(id).is_ok()
    }

    /// Returns the number of concatenations. Takes O(1).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// arena.concat(na, na);
    /// assert_eq!((arena.concatenations(), arena.leaves(), arena.leaf_bytes()), (1, 1, 2));
    /// ```
    #[must_use]
    pub fn concatenations(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of leaves that are not empty. Takes O(1).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// arena.leaf("na");
    /// assert_eq!(arena.leaves(), 1);
    /// ```
    #[must_use]
    pub fn leaves(&self) -> usize {
        self.leaves.len().saturating_sub(1)
    }

    /// Returns the bytes of text in leaves: the leaf of a substring shares those of the whole. Takes O(1).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let nana = arena.leaf("nana");
    /// arena.substr(nana, 2..);
    /// assert_eq!(arena.leaf_bytes(), 4);
    /// ```
    #[must_use]
    pub fn leaf_bytes(&self) -> usize {
        self.leaves.text().len()
    }

    /// Returns the bytes asked of the allocator. Takes O(1).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let arena = ConcatArena::new();
    /// assert_eq!(arena.heap_size(), 0);
    /// ```
    #[must_use]
    pub fn heap_size(&self) -> usize {
        self.nodes.heap_size() + self.leaves.heap_size() + self.columns.heap_size()
    }

    /// Frees the room that is not used, as far as the allocator takes it back. Takes O(nodes).
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::with_capacity(1000, 50);
    /// arena.shrink_to_fit();
    /// assert_eq!(arena.heap_size(), 0);
    /// ```
    pub fn shrink_to_fit(&mut self) {
        self.nodes.shrink_to_fit();
        self.leaves.shrink_to_fit();
        self.columns.shrink_to_fit(&self.nodes, &self.leaves);
    }

    /// Returns the most ids of leaves, the empty one among them, and the most ids of concatenations.
    #[cfg(not(test))]
    #[inline]
    #[expect(clippy::unused_self, reason = "tests have fewer")]
    fn most_ids(&self) -> NodeId {
        LEAF
    }

    #[cfg(test)]
    fn most_ids(&self) -> NodeId {
        self.most_ids
    }

    /// Returns the node of an id, or an error if it is another arena's.
    ///
    /// NOTE: the place is checked as well, as a brand comes again after 2^32 arenas.
    #[inline]
    pub(crate) fn own(&self, id: ConcatId) -> Result<NodeId, ConcatError> {
        let count = if id.index & LEAF == 0 {
            self.nodes.len()
        } else {
            self.leaves.len()
        };
        if id.brand == self.brand && place(id.index) < count {
            Ok(id.index)
        } else {
            Err(ConcatError::Foreign)
        }
    }

    /// Returns the node of an id, none for the empty text, or an error if it is another arena's.
    ///
    /// PERF: as [`own`](Self::own), but by branches that are predicted. Leaves are rarer.
    #[inline]
    fn own_filled(&self, id: ConcatId) -> Result<Option<NodeId>, ConcatError> {
        let index = id.index;
        if id.brand != self.brand {
            return Err(ConcatError::Foreign);
        }
        if index & LEAF != 0 {
            if index == EMPTY {
                return Ok(None);
            }
            if place(index) >= self.leaves.len() {
                return Err(ConcatError::Foreign);
            }
        } else if place(index) >= self.nodes.len() {
            return Err(ConcatError::Foreign);
        }
        Ok(Some(index))
    }

    /// Returns the text that the leaves are ranges of.
    pub(crate) fn leaf_text(&self) -> &str {
        self.leaves.text()
    }

    /// Returns the ranges of the leaves in the order of their ids.
    pub(crate) fn leaf_ranges(&self) -> impl ExactSizeIterator<Item = Range<u64>> {
        let ranges = self.leaves.ranges();
        ranges.map(|range| range.start as u64..range.end as u64)
    }

    /// Returns the id of a node of this arena.
    #[inline]
    fn id(&self, index: NodeId) -> ConcatId {
        ConcatId {
            brand: self.brand,
            index,
        }
    }
}

impl Default for ConcatArena {
    fn default() -> Self {
        Self::new()
    }
}

/// Writes the numbers of nodes rather than the nodes.
impl fmt::Debug for ConcatArena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConcatArena")
            .field("concatenations", &self.concatenations())
            .field("leaves", &self.leaves())
            .field("leaf_bytes", &self.leaf_bytes())
            .field("columns", &self.columns)
            .finish_non_exhaustive()
    }
}

impl Nodes for ConcatArena {
    #[inline]
    fn part(&self, node: NodeId) -> Part<'_> {
        if node & LEAF == 0 {
            let [left, right] = self.nodes[place(node)];
            Part::Concat(left, right)
        } else {
            Part::Leaf(self.leaves.text_of(node))
        }
    }

    #[inline]
    fn kept_len(&self, node: NodeId) -> Option<u64> {
        if node & LEAF == 0 {
            let lens = self.columns.lens.as_ref()?;
            Some(lens[place(node)])
        } else {
            Some(self.leaves.len_of(node) as u64)
        }
    }

    #[inline]
    fn kept_print(&self, node: NodeId) -> Option<Print> {
        let (map, len) = (self.kept_map(node)?, self.kept_len(node)?);
        Some(Print { map, len })
    }
}
