//! What was found out about nodes that are mostly reached together.

use alloc::vec::Vec;

use super::ConcatError;
use super::dag::NodeId;
use super::memo::Memo;

/// Values of nodes.
///
/// PERF: nodes that were made one after the other are mostly reached together, so they share a page:
/// one entry of a table in the cache for 16 of them.
pub(super) struct Pages<V> {
    /// The places of pages, by their numbers.
    places: Memo<usize>,
    all: Vec<Page<V>>,
}

/// The values of 16 nodes in a row, as far as the bits say that they are known.
struct Page<V> {
    known: u16,
    values: [V; PAGE],
}

const PAGE: usize = 16;

impl<V: Copy> Pages<V> {
    /// Nothing is known. Allocates nothing.
    pub(super) const fn new() -> Self {
        Self {
            places: Memo::new(),
            all: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn get(&self, node: NodeId) -> Option<V> {
        let (number, at) = Self::place(node);
        let page = &self.all[*self.places.get(number)?];
        (page.known >> at & 1 == 1).then(|| page.values[at])
    }

    /// Remembers the value of a node.
    ///
    /// # Errors
    ///
    /// `Alloc`, and nothing is changed.
    #[inline]
    pub(super) fn try_insert(&mut self, node: NodeId, value: V) -> Result<(), ConcatError> {
        let (number, at) = Self::place(node);
        let Some(&place) = self.places.get(number) else {
            return self.add_page(number, at, value);
        };
        let page = &mut self.all[place];
        page.known |= 1 << at;
        page.values[at] = value;
        Ok(())
    }

    fn add_page(&mut self, number: NodeId, at: usize, value: V) -> Result<(), ConcatError> {
        self.all.try_reserve(1)?;
        self.places.get_or_insert(number, self.all.len())?;
        self.all.push(Page {
            known: 1 << at,
            values: [value; PAGE],
        });
        Ok(())
    }

    /// Returns the number of a node's page, and its place there.
    #[inline]
    fn place(node: NodeId) -> (NodeId, usize) {
        const EACH: NodeId = PAGE as NodeId;
        (node / EACH, (node % EACH) as usize)
    }
}
