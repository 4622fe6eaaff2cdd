//! A table from nodes to what a walk found out about them.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::error::ConcatError;
use super::width::Index;

/// What is known of each node that was met. It grows with an error to show, and keeps what it has.
#[derive(Clone)]
pub(super) struct Memo<I, V> {
    table: HashTable<(I, V)>,
}

/// PERF: one multiplication. Ids are small and close to each other, so that the product alone would
/// have its bits where the table does not look: the high half comes to the low one.
#[inline]
fn hash<I: Index>(node: I) -> u64 {
    node.number()
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(26)
}

impl<I: Index, V> Memo<I, V> {
    /// Nothing is known. Allocates nothing.
    #[inline]
    pub(super) const fn new() -> Self {
        Self {
            table: HashTable::new(),
        }
    }

    /// What is known of the node.
    #[inline]
    pub(super) fn get(&self, node: I) -> Option<&V> {
        let (_, value) = self.table.find(hash(node), |&(of, _)| of == node)?;
        Some(value)
    }

    /// What is known of the node, to be changed.
    #[inline]
    pub(super) fn get_mut(&mut self, node: I) -> Option<&mut V> {
        let (_, value) = self.table.find_mut(hash(node), |&(of, _)| of == node)?;
        Some(value)
    }

    /// Whether the node was unknown: `value` is known of it now. A node that was known keeps what is.
    ///
    /// # Errors
    ///
    /// `Alloc`, and nothing is changed.
    #[inline]
    pub(super) fn insert(&mut self, node: I, value: V) -> Result<bool, ConcatError> {
        self.table.try_reserve(1, |&(of, _)| hash(of))?;
        let entry = self
            .table
            .entry(hash(node), |&(of, _)| of == node, |&(of, _)| hash(of));
        Ok(match entry {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                place.insert((node, value));
                true
            }
        })
    }
}
