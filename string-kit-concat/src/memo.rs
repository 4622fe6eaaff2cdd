//! A table from nodes, or other numbers, to what was found out about them.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::error::ConcatError;
use super::mix::spread;
use super::width::Index;

/// What is known by a number. It grows with an error to show, and keeps what it has.
#[derive(Clone)]
pub(super) struct Memo<K, V> {
    table: HashTable<(K, V)>,
}

/// A number, or a few.
pub(super) trait Key: Copy + Eq {
    fn hash(self) -> u64;
}

impl<I: Index> Key for I {
    #[inline]
    fn hash(self) -> u64 {
        spread(self.number())
    }
}

impl Key for (u32, u128) {
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a hash may leave bits out")]
    fn hash(self) -> u64 {
        let (a, b) = self;
        spread(spread(spread(a.into()) ^ b as u64) ^ (b >> 64) as u64)
    }
}

impl<K: Key, V> Memo<K, V> {
    /// Nothing is known. Allocates nothing.
    #[inline]
    pub(super) const fn new() -> Self {
        Self {
            table: HashTable::new(),
        }
    }

    /// What is known.
    #[inline]
    pub(super) fn get(&self, key: K) -> Option<&V> {
        let (_, value) = self.table.find(key.hash(), |&(of, _)| of == key)?;
        Some(value)
    }

    /// What is known, to be changed.
    #[inline]
    pub(super) fn get_mut(&mut self, key: K) -> Option<&mut V> {
        let (_, value) = self.table.find_mut(key.hash(), |&(of, _)| of == key)?;
        Some(value)
    }

    /// What was known before, or `value` and that it is new: it is known now.
    ///
    /// # Errors
    ///
    /// `Alloc`, and nothing is changed.
    #[inline]
    pub(super) fn get_or_insert(&mut self, key: K, value: V) -> Result<(&V, bool), ConcatError> {
        self.table.try_reserve(1, |(of, _)| of.hash())?;
        let entry = self
            .table
            .entry(key.hash(), |&(of, _)| of == key, |(of, _)| of.hash());
        Ok(match entry {
            Entry::Occupied(known) => (&known.into_mut().1, false),
            Entry::Vacant(place) => (&place.insert((key, value)).into_mut().1, true),
        })
    }
}
