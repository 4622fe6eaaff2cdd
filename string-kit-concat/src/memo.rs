//! A table from nodes, or other numbers, to what was found out about them.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::dag::NodeId;
use super::error::ConcatError;
use super::mix::spread;

/// What is known by a number. It grows with an error to show, and keeps what it has.
#[derive(Clone)]
pub(super) struct Memo<V> {
    table: HashTable<(NodeId, V)>,
}

impl<V> Memo<V> {
    /// Nothing is known. Allocates nothing.
    #[inline]
    pub(super) const fn new() -> Self {
        Self {
            table: HashTable::new(),
        }
    }

    /// What is known.
    #[inline]
    pub(super) fn get(&self, key: NodeId) -> Option<&V> {
        let (_, value) = self.table.find(spread(key), |&(of, _)| of == key)?;
        Some(value)
    }

    /// What is known, to be changed.
    #[inline]
    pub(super) fn get_mut(&mut self, key: NodeId) -> Option<&mut V> {
        let (_, value) = self.table.find_mut(spread(key), |&(of, _)| of == key)?;
        Some(value)
    }

    /// What was known before, or `value` and that it is new: it is known now.
    ///
    /// # Errors
    ///
    /// `Alloc`, and nothing is changed.
    #[inline]
    pub(super) fn get_or_insert(
        &mut self,
        key: NodeId,
        value: V,
    ) -> Result<(&V, bool), ConcatError> {
        self.table.try_reserve(1, |(of, _)| spread(*of))?;
        let entry = self
            .table
            .entry(spread(key), |&(of, _)| of == key, |(of, _)| spread(*of));
        Ok(match entry {
            Entry::Occupied(known) => (&known.into_mut().1, false),
            Entry::Vacant(place) => (&place.insert((key, value)).into_mut().1, true),
        })
    }
}
