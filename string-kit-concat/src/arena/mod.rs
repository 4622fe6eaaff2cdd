//! `ConcatArena`: concatenations of 8 bytes, freed at once.

mod balance;
mod build;
mod columns;
mod cons;
mod counts;
mod id;
mod import;
mod pieces;
mod span;
mod substr;
#[cfg(test)]
mod tests;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::ConcatError;
use super::fingerprint::Print;
use crate::dag::{ConcatRef, LEAF, NodeId, Nodes, Part, place};
use columns::Columns;
use span::Span;

pub use id::ConcatId;

/// A grammar-compressed string builder (a straight-line program): a concatenation is two ids, and all
/// are freed at once.
///
/// A concatenation takes 8 bytes, 10 in the wide form; a leaf 8 and its text, which lies in one buffer
/// with that of all others. What is asked for beside it takes more: lengths 8 bytes a concatenation,
/// fingerprints 40 and 32 a leaf, no node twice 5 to 10. No text is ever removed.
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
/// There are 2^31 - 1 leaves at most and 2^31 concatenations: beyond that is [`Full`](ConcatError::Full).
pub struct ConcatArena {
    pub(crate) brand: u32,
    /// The concatenations, the parts of each before itself. None has a part that is empty.
    pub(crate) nodes: Vec<[NodeId; 2]>,
    /// What leaves are made of.
    text: String,
    /// Where each leaf lies; the first, if there is any, is the empty one, and no other is empty.
    spans: Vec<Span>,
    columns: Columns,
    #[cfg(test)]
    most_ids: NodeId,
}

impl ConcatArena {
    /// An arena with no text. Allocates nothing.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena};
    ///
    /// assert_eq!(ConcatArena::new().heap_size(), 0);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self {
            brand: id::new_brand(),
            nodes: Vec::new(),
            text: String::new(),
            spans: Vec::new(),
            columns: Columns::default(),
            #[cfg(test)]
            most_ids: LEAF,
        }
    }

    /// An arena with room for as many concatenations, and as many bytes of text in leaves.
    ///
    /// # Panics
    ///
    /// If there is no such room.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena};
    ///
    /// let arena = ConcatArena::with_capacity(1000, 50);
    /// assert_eq!(arena.heap_size(), 8050);
    /// ```
    #[must_use]
    pub fn with_capacity(concatenations: usize, text: usize) -> Self {
        Self {
            nodes: Vec::with_capacity(concatenations),
            text: String::with_capacity(text),
            ..Self::new()
        }
    }

    /// Adds a text, and reports what stands against it. Takes amortized O(bytes).
    ///
    /// The empty text is one id however often it is added, and a text of 1 MiB or more is a
    /// concatenation of leaves.
    ///
    /// # Errors
    ///
    /// `Full`, `TooLong` if all leaves have 2^44 bytes or more, `Alloc`; nothing was added then.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let id = arena.try_leaf("na")?;
    /// assert_eq!(arena.get(id)?, "na");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn try_leaf(&mut self, text: &str) -> Result<ConcatId, ConcatError> {
        self.add_text(text).map(|index| self.id(index))
    }

    /// Adds a text. Takes amortized O(bytes); see [`try_leaf`](Self::try_leaf).
    ///
    /// # Panics
    ///
    /// If there is no room or no id.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let id = arena.leaf("na");
    /// assert_eq!(arena.get(id)?, "na");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn leaf(&mut self, text: &str) -> ConcatId {
        self.try_leaf(text).expect("there is room for a leaf")
    }

    /// Adds the concatenation of two texts, and reports what stands against it. Takes amortized O(1).
    ///
    /// If one of the two is empty it is the other that is returned, and nothing is added.
    ///
    /// # Errors
    ///
    /// `Foreign`, `Full`, `Alloc`; nothing was added then.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let [na, nothing] = [arena.leaf("na"), arena.leaf("")];
    /// let nana = arena.try_concat(na, na)?;
    /// assert_eq!(arena.get(nana)?, "nana");
    /// assert_eq!(arena.try_concat(nana, nothing)?, nana);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[inline]
    pub fn try_concat(&mut self, left: ConcatId, right: ConcatId) -> Result<ConcatId, ConcatError> {
        let index = match (self.own_filled(left)?, self.own_filled(right)?) {
            (Some(left), Some(right)) => self.push(left, right)?,
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return Ok(left),
        };
        Ok(self.id(index))
    }

    /// Adds the concatenation of two texts. Takes amortized O(1).
    ///
    /// # Panics
    ///
    /// If there is no room or no id, or an id is another arena's.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let mut arena = ConcatArena::new();
    /// let na = arena.leaf("na");
    /// let nana = arena.concat(na, na);
    /// assert_eq!(arena.get(nana)?, "nana");
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[inline]
    pub fn concat(&mut self, left: ConcatId, right: ConcatId) -> ConcatId {
        self.try_concat(left, right)
            .expect("there is room for two ids of this arena")
    }

    /// The text of an id. Takes O(1).
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

    /// Whether the id is one of this arena's. Takes O(1).
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

    /// How many leaves there can be, and how many concatenations.
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

    /// The leaves, the empty one among them, in the order of their numbers.
    pub(crate) fn leaf_texts(&self) -> impl ExactSizeIterator<Item = &str> {
        self.spans.iter().map(|span| &self.text[span.range()])
    }

    /// The node of an id that is this arena's.
    ///
    /// NOTE: numbers that come again after 2^32 arenas are why the place is looked at as well.
    #[inline]
    pub(crate) fn own(&self, id: ConcatId) -> Result<NodeId, ConcatError> {
        let index = id.index;
        let count = if index & LEAF == 0 {
            self.nodes.len()
        } else {
            self.spans.len()
        };
        if id.brand == self.brand && place(index) < count {
            Ok(id.index)
        } else {
            Err(ConcatError::Foreign)
        }
    }

    /// The node of an id that is this arena's; none for the empty text.
    ///
    /// PERF: as [`own`](Self::own), but as branches that are foreseen. What leaves alone are asked they
    /// are asked in one of them.
    #[inline]
    fn own_filled(&self, id: ConcatId) -> Result<Option<NodeId>, ConcatError> {
        let index = id.index;
        if id.brand != self.brand {
            return Err(ConcatError::Foreign);
        }
        if index & LEAF != 0 {
            if index == LEAF {
                return Ok(None);
            }
            if place(index) >= self.spans.len() {
                return Err(ConcatError::Foreign);
            }
        } else if place(index) >= self.nodes.len() {
            return Err(ConcatError::Foreign);
        }
        Ok(Some(id.index))
    }

    /// What the leaves are ranges of.
    pub(crate) fn leaf_text(&self) -> &str {
        &self.text
    }

    /// Where the leaves lie, in the order of their numbers.
    pub(crate) fn leaf_ranges(&self) -> impl ExactSizeIterator<Item = Range<u64>> {
        self.spans.iter().map(|span| {
            let range = span.range();
            range.start as u64..range.end as u64
        })
    }

    /// The id of a node of this arena.
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

/// How many nodes there are, and not what they are.
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
            Part::Leaf(self.text_of(node))
        }
    }

    #[inline]
    fn kept_len(&self, node: NodeId) -> Option<u64> {
        if node & LEAF == 0 {
            let lens = self.columns.lens.as_ref()?;
            Some(lens[place(node)])
        } else {
            Some(self.spans[place(node)].len() as u64)
        }
    }

    #[inline]
    fn kept_print(&self, node: NodeId) -> Option<Print> {
        let (map, len) = (self.kept_map(node)?, self.kept_len(node)?);
        Some(Print { map, len })
    }
}
