//! The nodes of some texts, each once, with numbers.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::error::{Attempt, ConcatError, try_reserve};
use crate::node::{Held, Kind, Node, Ref};
use crate::text::ConcatStr;

/// Set in the number of an item that is kept.
const MARK: u32 = 1 << 31;

/// An item of a list, with a key that no other one has while the item lives.
pub(super) trait Item {
    fn key(&self) -> usize;
    fn bytes(&self) -> u64;
}

impl Item for Node {
    fn key(&self) -> usize {
        self.id() as usize
    }

    fn bytes(&self) -> u64 {
        self.get().slot_bytes() as u64
    }
}

impl Item for Arc<Held> {
    fn key(&self) -> usize {
        Self::as_ptr(self).addr()
    }

    fn bytes(&self) -> u64 {
        self.text().len() as u64
    }
}

/// Items with ascending numbers, which are found by their keys.
pub(super) struct List<T> {
    items: Vec<(u32, T)>,
    /// The places of items, plus 1, by their keys: 0 where there is none. A place is found by
    /// linear probing.
    index: Vec<u32>,
    next: u32,
    /// The bytes of all items. Those that share a text in the program may have more than there is
    /// memory.
    bytes: u64,
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            index: Vec::new(),
            next: 0,
            bytes: 0,
        }
    }
}

impl<T: Item> List<T> {
    pub(super) fn try_add(&mut self, item: T) -> Attempt {
        if self.next == MARK {
            return Err(ConcatError::Full);
        }
        try_reserve(&mut self.items, 1)?;
        let len = index_len(self.items.len() + 1);
        if len > self.index.len() {
            let missing = len - self.index.len();
            try_reserve(&mut self.index, missing)?;
            self.fill_index(len);
        }
        self.bytes += item.bytes();
        self.items.push((self.next, item));
        self.next += 1;
        self.enter(self.items.len() - 1);
        Ok(())
    }

    pub(super) fn number(&self, key: usize) -> Option<u32> {
        Some(self.items[self.place(key)?].0)
    }

    fn mark(&mut self, key: usize) {
        if let Some(place) = self.place(key) {
            self.items[place].0 |= MARK;
        }
    }

    fn sweep(&mut self) {
        self.items.retain(|&(number, _)| number & MARK != 0);
        self.bytes = 0;
        for (number, item) in &mut self.items {
            *number &= !MARK;
            self.bytes += item.bytes();
        }
        self.fill_index(index_len(self.items.len()).min(self.index.len()));
    }

    /// Drops the items from a place on, as if they had never been added.
    fn truncate(&mut self, len: usize) {
        if let Some(&(number, _)) = self.items.get(len) {
            self.next = number;
            let dropped = self.items.drain(len..);
            self.bytes -= dropped.map(|(_, item)| item.bytes()).sum::<u64>();
            self.fill_index(self.index.len());
        }
    }

    /// Makes the index anew, with a length that it has room for.
    fn fill_index(&mut self, len: usize) {
        self.index.clear();
        self.index.resize(len, 0);
        (0..self.items.len()).for_each(|place| self.enter(place));
    }

    /// Enters an item into the index, which has room.
    #[expect(clippy::cast_possible_truncation, reason = "there are at most MARK")]
    fn enter(&mut self, place: usize) {
        let mut at = self.first_try(self.items[place].1.key());
        while self.index[at] != 0 {
            at = (at + 1) & (self.index.len() - 1);
        }
        self.index[at] = place as u32 + 1;
    }

    fn place(&self, key: usize) -> Option<usize> {
        let mut at = self.first_try(key);
        loop {
            let place = (*self.index.get(at)? as usize).checked_sub(1)?;
            if self.items[place].1.key() == key {
                return Some(place);
            }
            at = (at + 1) & (self.index.len() - 1);
        }
    }

    /// Returns the place of the index at which the search for a key begins: the upper bits of a
    /// product, as the lower bits of keys are alike.
    fn first_try(&self, key: usize) -> usize {
        let bits = self.index.len().checked_ilog2().unwrap_or_default();
        let product = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        (product << bits >> 32) as usize
    }
}

/// The functions of readers and writers.
#[cfg(feature = "std")]
impl<T: Item> List<T> {
    pub(super) fn next(&self) -> u32 {
        self.next
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    pub(super) fn get(&self, number: u32) -> Option<&T> {
        let place = self.items.binary_search_by_key(&number, |item| item.0);
        Some(&self.items[place.ok()?].1)
    }
}

/// Returns the length of the index of some items, a power of 2: a quarter of it or more is empty.
fn index_len(items: usize) -> usize {
    (items * 4).div_ceil(3).next_power_of_two().max(64)
}

/// The nodes of some texts, and the texts that were taken over. Nodes come behind their children.
///
/// It has a reference of each, so that no id or address is used again.
#[derive(Default)]
pub(super) struct Table {
    pub(super) nodes: List<Node>,
    pub(super) owners: List<Arc<Held>>,
}

impl Table {
    pub(super) fn bytes(&self) -> u64 {
        self.nodes.bytes + self.owners.bytes
    }

    /// Adds the nodes of texts that are not there, or none of them.
    pub(super) fn try_add_texts(&mut self, texts: &[&ConcatStr]) -> Attempt {
        let (nodes, owners) = (self.nodes.items.len(), self.owners.items.len());
        let mut roots = texts.iter().filter_map(|text| text.0.get());
        let added = roots.try_for_each(|node| self.try_add_all(node));
        if added.is_err() {
            self.nodes.truncate(nodes);
            self.owners.truncate(owners);
        }
        added
    }

    fn try_add_all(&mut self, node: Ref<'_>) -> Attempt {
        if self.number(node).is_some() {
            return Ok(());
        }
        for child in below(node).into_iter().flatten() {
            self.try_add_all(child)?;
        }
        if let Some(owner) = node.shared_owner()
            && self.owner_number(&owner).is_none()
        {
            self.owners.try_add(owner)?;
        }
        self.nodes.try_add(node.share())
    }

    pub(super) fn number(&self, node: Ref<'_>) -> Option<u32> {
        self.nodes.number(key(node))
    }

    pub(super) fn owner_number(&self, owner: &Arc<Held>) -> Option<u32> {
        self.owners.number(owner.key())
    }

    /// Drops all but the nodes of some texts, which are there. Allocates nothing.
    pub(super) fn retain<'a>(&mut self, texts: impl Iterator<Item = &'a ConcatStr>) {
        for node in texts.filter_map(|text| text.0.get()) {
            self.nodes.mark(key(node));
        }
        for place in (0..self.nodes.items.len()).rev() {
            let (number, node) = &self.nodes.items[place];
            if number & MARK == 0 {
                continue;
            }
            let children = below(node.get()).map(|child| child.map(key));
            let owner = node.get().shared_owner();
            for child in children.into_iter().flatten() {
                self.nodes.mark(child);
            }
            if let Some(owner) = owner {
                self.owners.mark(owner.key());
            }
        }
        self.nodes.sweep();
        self.owners.sweep();
    }
}

fn key(node: Ref<'_>) -> usize {
    node.id() as usize
}

fn below(node: Ref<'_>) -> [Option<Ref<'_>>; 2] {
    match node.kind() {
        Kind::Leaf(_) => [None; 2],
        Kind::Inner(left, right) => [Some(left), Some(right)],
        Kind::Patch(patch) => [Some(patch.base), None],
    }
}
