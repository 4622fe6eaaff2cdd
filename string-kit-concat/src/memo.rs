//! Tables from ids, or other numbers, to values, and the hashes that they use.

use alloc::vec::Vec;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::error::ConcatError;

/// A hash table from numbers to values, whose growth returns an error if memory runs out.
#[derive(Clone)]
pub(super) struct Memo<V> {
    table: HashTable<(u32, V)>,
}

impl<V> Memo<V> {
    /// Returns an empty table. Allocates nothing.
    #[inline]
    pub(super) const fn new() -> Self {
        Self {
            table: HashTable::new(),
        }
    }

    /// Returns the value of a key.
    #[inline]
    pub(super) fn get(&self, key: u32) -> Option<&V> {
        let (_, value) = self.table.find(spread(key), |&(of, _)| of == key)?;
        Some(value)
    }

    /// Returns the value of a key, to be changed.
    #[inline]
    pub(super) fn get_mut(&mut self, key: u32) -> Option<&mut V> {
        let (_, value) = self.table.find_mut(spread(key), |&(of, _)| of == key)?;
        Some(value)
    }

    /// Returns the value of a key, after inserting `value` if there is none, and whether it was inserted.
    ///
    /// # Errors
    ///
    /// `Alloc`, and nothing is changed.
    #[inline]
    pub(super) fn get_or_insert(&mut self, key: u32, value: V) -> Result<(&V, bool), ConcatError> {
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

/// A table from nodes to values, in pages of 16.
///
/// It takes 16 values and some 40 bytes for each page that has a node; vectors and tables may double.
///
/// PERF: nodes that were made one after the other are mostly reached together, so that one lookup that stays in
/// the cache serves 16 of them.
pub(super) struct Pages<V> {
    /// The index of each page in `all`, by its number.
    places: Memo<usize>,
    all: Vec<Page<V>>,
}

/// The values of 16 consecutive nodes, with a bit for each that has one.
struct Page<V> {
    known: u16,
    values: [V; PAGE as usize],
}

const PAGE: u32 = 16;

impl<V: Copy> Pages<V> {
    /// Returns an empty table. Allocates nothing.
    pub(super) const fn new() -> Self {
        Self {
            places: Memo::new(),
            all: Vec::new(),
        }
    }

    /// Returns the value of a node.
    #[inline]
    pub(super) fn get(&self, node: u32) -> Option<V> {
        let (number, at) = Self::place(node);
        let page = &self.all[*self.places.get(number)?];
        (page.known >> at & 1 == 1).then(|| page.values[at])
    }

    /// Sets the value of a node.
    ///
    /// # Errors
    ///
    /// `Alloc`, and nothing is changed.
    #[inline]
    pub(super) fn try_insert(&mut self, node: u32, value: V) -> Result<(), ConcatError> {
        let (number, at) = Self::place(node);
        let Some(&place) = self.places.get(number) else {
            return self.add_page(number, at, value);
        };
        let page = &mut self.all[place];
        page.known |= 1 << at;
        page.values[at] = value;
        Ok(())
    }

    fn add_page(&mut self, number: u32, at: usize, value: V) -> Result<(), ConcatError> {
        self.all.try_reserve(1)?;
        self.places.get_or_insert(number, self.all.len())?;
        self.all.push(Page {
            known: 1 << at,
            values: [value; PAGE as usize],
        });
        Ok(())
    }

    /// Returns the number of a node's page, and its place there.
    #[inline]
    fn place(node: u32) -> (u32, usize) {
        (node / PAGE, (node % PAGE) as usize)
    }
}

/// Returns a hash of a number, all of whose bits depend on all of the number's.
#[inline]
pub(super) fn mix(number: u64) -> u64 {
    let product = u128::from(number ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    #[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
    let folded = product as u64 ^ (product >> 64) as u64;
    folded
}

/// Returns a hash of an id for a table.
///
/// PERF: one multiplication. Ids are small and close to each other, so that the low bits of the product,
/// where the table looks, would be much alike: the high ones come there. An import with fingerprints took
/// 35 ms by [`mix`], and takes 31.
#[inline]
pub(super) fn spread(id: u32) -> u64 {
    u64::from(id)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(26)
}
