//! The nodes of some texts, each once, with numbers.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::error::{ConcatError, refused};
use crate::node::{Held, Kind, Node, Ref};
use crate::text::ConcatStr;

/// Set in the number of what is kept.
const MARK: u32 = 1 << 31;

/// The nodes of some texts, and the texts that were taken over. Nodes come behind their children.
///
/// It has a reference of each, so that no id is used again.
#[derive(Default)]
pub(super) struct Table {
    nodes: Vec<(u32, Node)>,
    /// The places of nodes in the list, plus 1, by their ids: 0 where there is none. A place is
    /// found by linear probing.
    index: Vec<u32>,
    owners: Vec<(u32, Arc<Held>)>,
    /// The numbers of the next node and owner.
    next: u32,
    next_owner: u32,
    bytes: usize,
}

impl Table {
    /// Returns the bytes of the nodes and of the texts that were taken over.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds the nodes of a text that are not there.
    pub(super) fn try_add_text(&mut self, text: &ConcatStr) -> Result<(), ConcatError> {
        text.0.get().map_or(Ok(()), |node| self.try_add_all(node))
    }

    fn try_add_all(&mut self, node: Ref<'_>) -> Result<(), ConcatError> {
        if self.number(node).is_some() {
            return Ok(());
        }
        for child in below(node).into_iter().flatten() {
            self.try_add_all(child)?;
        }
        if let Some(owner) = node.shared_owner() {
            self.try_add_owner(owner)?;
        }
        self.try_add(node.share())
    }

    /// Adds a node that is not there, and whose children are.
    pub(super) fn try_add(&mut self, node: Node) -> Result<(), ConcatError> {
        if self.next == MARK {
            return Err(ConcatError::Full);
        }
        try_reserve(&mut self.nodes, 1)?;
        if (self.nodes.len() + 1) * 4 > self.index.len() * 3 {
            let (mut index, len) = (Vec::new(), (2 * self.index.len()).max(64));
            try_reserve(&mut index, len)?;
            index.resize(len, 0);
            self.index = index;
            self.fill_index();
        }
        self.bytes += node.get().slot_bytes();
        self.nodes.push((self.next, node));
        self.next += 1;
        self.enter(self.nodes.len() - 1);
        Ok(())
    }

    /// Adds a text that was taken over, if it is not there.
    pub(super) fn try_add_owner(&mut self, owner: Arc<Held>) -> Result<(), ConcatError> {
        if self.owner_number(&owner).is_none() {
            if self.next_owner == MARK {
                return Err(ConcatError::Full);
            }
            try_reserve(&mut self.owners, 1)?;
            self.bytes += owner.text().len();
            self.owners.push((self.next_owner, owner));
            self.next_owner += 1;
        }
        Ok(())
    }

    /// Returns the number of a node.
    pub(super) fn number(&self, node: Ref<'_>) -> Option<u32> {
        Some(self.nodes[self.place(node)?].0)
    }

    pub(super) fn owner_number(&self, owner: &Arc<Held>) -> Option<u32> {
        Some(self.owners[self.owner_place(owner)?].0)
    }

    fn owner_place(&self, owner: &Arc<Held>) -> Option<usize> {
        let mut owners = self.owners.iter();
        owners.rposition(|(_, other)| Arc::ptr_eq(other, owner))
    }

    /// Drops all but the nodes of some texts, which are there. Allocates nothing.
    pub(super) fn retain<'a>(&mut self, texts: impl Iterator<Item = &'a ConcatStr>) {
        for text in texts {
            if let Some(place) = text.0.get().and_then(|node| self.place(node)) {
                self.nodes[place].0 |= MARK;
            }
        }
        for place in (0..self.nodes.len()).rev() {
            let (number, node) = &self.nodes[place];
            if number & MARK == 0 {
                continue;
            }
            let children = below(node.get()).map(|child| child.and_then(|node| self.place(node)));
            let owner = node.get().shared_owner();
            for child in children.into_iter().flatten() {
                self.nodes[child].0 |= MARK;
            }
            if let Some(place) = owner.and_then(|owner| self.owner_place(&owner)) {
                self.owners[place].0 |= MARK;
            }
        }
        let bytes = sweep(&mut self.nodes, |node| node.get().slot_bytes());
        self.bytes = bytes + sweep(&mut self.owners, |owner| owner.text().len());
        self.index.fill(0);
        self.fill_index();
    }

    fn fill_index(&mut self) {
        (0..self.nodes.len()).for_each(|place| self.enter(place));
    }

    /// Enters a node into the index, which has room.
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than MARK")]
    fn enter(&mut self, place: usize) {
        let mut at = self.first_try(self.nodes[place].1.id());
        while self.index[at] != 0 {
            at = (at + 1) & (self.index.len() - 1);
        }
        self.index[at] = place as u32 + 1;
    }

    fn place(&self, node: Ref<'_>) -> Option<usize> {
        let mut at = self.first_try(node.id());
        loop {
            let place = (*self.index.get(at)? as usize).checked_sub(1)?;
            if self.nodes[place].1.id() == node.id() {
                return Some(place);
            }
            at = (at + 1) & (self.index.len() - 1);
        }
    }

    /// Returns the place of the index at which the search for an id begins: the upper bits of a
    /// product, as the lower bits of ids are alike.
    fn first_try(&self, id: u32) -> usize {
        let bits = self.index.len().checked_ilog2().unwrap_or_default();
        (u64::from(id.wrapping_mul(0x9e37_79b1)) << bits >> 32) as usize
    }
}

/// What readers and writers ask for.
#[cfg(feature = "std")]
impl Table {
    /// Returns the number of the next node.
    pub(super) fn next(&self) -> u32 {
        self.next
    }

    pub(super) fn next_owner(&self) -> u32 {
        self.next_owner
    }

    /// Returns the node of a number.
    pub(super) fn get(&self, number: u32) -> Option<Ref<'_>> {
        let place = self.nodes.binary_search_by_key(&number, |node| node.0);
        Some(self.nodes[place.ok()?].1.get())
    }

    pub(super) fn owner(&self, number: u32) -> Option<&Arc<Held>> {
        let place = self.owners.binary_search_by_key(&number, |owner| owner.0);
        Some(&self.owners[place.ok()?].1)
    }
}

/// Drops what has no mark, and returns the bytes of the rest.
fn sweep<T>(list: &mut Vec<(u32, T)>, bytes_of: impl Fn(&T) -> usize) -> usize {
    list.retain(|&(number, _)| number & MARK != 0);
    let unmarked = list.iter_mut().map(|(number, item)| {
        *number &= !MARK;
        bytes_of(item)
    });
    unmarked.sum()
}

/// Returns the nodes right below one.
fn below(node: Ref<'_>) -> [Option<Ref<'_>>; 2] {
    match node.kind() {
        Kind::Leaf(_) => [None; 2],
        Kind::Inner(left, right) => [Some(left), Some(right)],
        Kind::Patch(patch) => [Some(patch.base), None],
    }
}

/// Makes room for more items.
pub(super) fn try_reserve<T>(list: &mut Vec<T>, more: usize) -> Result<(), ConcatError> {
    let reserved = list.try_reserve(more);
    reserved.map_err(|_| refused((list.len() + more) * size_of::<T>()))
}
