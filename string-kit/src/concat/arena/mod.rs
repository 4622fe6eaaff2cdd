//! `ConcatArena`: concatenations of 8 bytes, freed at once.

mod stored;

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicU32, Ordering};

use super::ConcatError;
use super::dag::{Nodes, Part};
use super::view::ConcatRef;
use super::width::private::Forms;
use super::width::{Index, Narrow, Width};
use stored::Stored;

pub(super) use stored::ArenaForm;

/// A grammar-compressed string builder (a straight-line program): a concatenation is two ids, and all
/// are freed at once.
///
/// ```
/// use string_kit::concat::ConcatArena;
///
/// let mut arena: ConcatArena = ConcatArena::new();
/// let mut text = arena.leaf("na");
/// for _ in 0..3 {
///     text = arena.concat(text, text);
/// }
/// assert_eq!(arena.get(text)?.to_text(100)?, "nananananananana");
/// # Ok::<(), string_kit::concat::ConcatError>(())
/// ```
#[derive(Debug)]
pub struct ConcatArena<W: Width = Narrow> {
    pub(in crate::concat) brand: u32,
    /// The concatenations, the children of each before itself.
    pub(in crate::concat) nodes: Vec<Stored<W>>,
    /// All leaves, one after the other.
    text: String,
    /// Where each leaf ends.
    ends: Vec<u64>,
}

/// A text of a [`ConcatArena`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConcatId<W: Width = Narrow> {
    pub(in crate::concat) brand: u32,
    pub(in crate::concat) index: <W as Forms>::Index,
}

impl<W: Width> ConcatArena<W> {
    /// An arena with no text.
    #[must_use]
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Self {
            brand: NEXT.fetch_add(1, Ordering::Relaxed),
            nodes: Vec::new(),
            text: String::new(),
            ends: Vec::new(),
        }
    }

    /// Adds a text, and reports what stands against it.
    ///
    /// # Errors
    ///
    /// `Full`, `Alloc`.
    pub fn try_leaf(&mut self, text: &str) -> Result<ConcatId<W>, ConcatError> {
        let number = self.ends.len() as u64 | W::LEAF;
        let index = <W as Forms>::Index::from_number(number).ok_or(ConcatError::Full)?;
        self.text.try_reserve(text.len())?;
        self.ends.try_reserve(1)?;
        self.text.push_str(text);
        self.ends.push(self.text.len() as u64);
        Ok(ConcatId {
            brand: self.brand,
            index,
        })
    }

    /// Adds a text.
    ///
    /// # Panics
    ///
    /// If there is no room or no id.
    pub fn leaf(&mut self, text: &str) -> ConcatId<W> {
        self.try_leaf(text).expect("there is room")
    }

    /// Adds the concatenation of two texts, and reports what stands against it.
    ///
    /// # Errors
    ///
    /// `Foreign`, `Full`, `Alloc`.
    pub fn try_concat(
        &mut self,
        left: ConcatId<W>,
        right: ConcatId<W>,
    ) -> Result<ConcatId<W>, ConcatError> {
        let (left, right) = (self.own(left)?, self.own(right)?);
        let number = self.nodes.len() as u64;
        if number >= W::LEAF {
            return Err(ConcatError::Full);
        }
        let index = <W as Forms>::Index::from_number(number).ok_or(ConcatError::Full)?;
        self.nodes.try_reserve(1)?;
        self.nodes.push(W::store(left, right));
        Ok(ConcatId {
            brand: self.brand,
            index,
        })
    }

    /// Adds the concatenation of two texts.
    ///
    /// # Panics
    ///
    /// If there is no room or no id, or an id is another arena's.
    pub fn concat(&mut self, left: ConcatId<W>, right: ConcatId<W>) -> ConcatId<W> {
        self.try_concat(left, right).expect("there is room")
    }

    /// The text of an id.
    ///
    /// # Errors
    ///
    /// `Foreign`.
    pub fn get(&self, id: ConcatId<W>) -> Result<ConcatRef<'_, Self>, ConcatError> {
        let node = self.own(id)?;
        Ok(ConcatRef { dag: self, node })
    }

    fn own(&self, id: ConcatId<W>) -> Result<<W as Forms>::Index, ConcatError> {
        if id.brand == self.brand {
            Ok(id.index)
        } else {
            Err(ConcatError::Foreign)
        }
    }

    /// What the leaves are ranges of.
    pub(in crate::concat) fn leaf_text(&self) -> &str {
        &self.text
    }

    /// Where the leaves lie, in the order of their numbers.
    pub(in crate::concat) fn leaf_ranges(&self) -> impl ExactSizeIterator<Item = Range<u64>> {
        let start = |leaf: usize| leaf.checked_sub(1).map_or(0, |before| self.ends[before]);
        (self.ends.iter().enumerate()).map(move |(leaf, &end)| start(leaf)..end)
    }

    /// The bytes asked of the allocator.
    #[must_use]
    pub fn heap_size(&self) -> usize {
        self.nodes.capacity() * size_of::<Stored<W>>()
            + self.text.capacity()
            + self.ends.capacity() * size_of::<u64>()
    }
}

impl<W: Width> Default for ConcatArena<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Width> Nodes for ConcatArena<W> {
    type Width = W;

    fn part(&self, node: <W as Forms>::Index) -> Part<'_, <W as Forms>::Index> {
        let number = node.number();
        #[expect(clippy::cast_possible_truncation, reason = "it was a length of memory")]
        let at = (number & !W::LEAF) as usize;
        if number & W::LEAF == 0 {
            let (left, right) = W::load(self.nodes[at]);
            return Part::Concat(left, right);
        }
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        #[expect(clippy::cast_possible_truncation, reason = "they are places in memory")]
        let (start, end) = (start as usize, self.ends[at] as usize);
        Part::Leaf(&self.text[start..end])
    }
}
