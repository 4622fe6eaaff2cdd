//! Hash-consing: the same parts, or the same text of a leaf, are the same id.

use core::fmt;

use hashbrown::HashTable;

use super::ConcatArena;
use super::stored::Stored;
use crate::ConcatError;
use crate::fingerprint::Affine;
use crate::mix::mix;
use crate::outline::place;
use crate::width::private::Forms;
use crate::width::{Index, Width};

/// The parts of a concatenation.
type Pair<W> = (<W as Forms>::Index, <W as Forms>::Index);

/// Ids by what they stand for, which lies in the arena.
pub(super) struct Cons<W: Width> {
    nodes: HashTable<<W as Forms>::Index>,
    leaves: HashTable<<W as Forms>::Index>,
}

impl<W: Width> Cons<W> {
    /// Tables of what is in an arena. Where it has something twice they have the first.
    pub(super) fn try_of(arena: &ConcatArena<W>) -> Result<Self, ConcatError> {
        let mut cons = Self {
            nodes: HashTable::new(),
            leaves: HashTable::new(),
        };
        let hash_node = hash_node_of::<W>(&arena.nodes);
        let hash_leaf = |&leaf: &<W as Forms>::Index| hash_text(arena.text_of(leaf));
        cons.nodes.try_reserve(arena.nodes.len(), &hash_node)?;
        cons.leaves.try_reserve(arena.spans.len(), hash_leaf)?;
        for number in 0..arena.nodes.len() as u64 {
            let node = <W as Forms>::Index::from_number(number).ok_or(ConcatError::Full)?;
            let pair = W::load(arena.nodes[place(number)]);
            if cons.find_node(&arena.nodes, pair).is_none() {
                cons.insert_node(&arena.nodes, node);
            }
        }
        for number in 0..arena.spans.len() as u64 {
            let leaf = <W as Forms>::Index::from_number(number | W::LEAF);
            let leaf = leaf.ok_or(ConcatError::Full)?;
            if cons.find_leaf(arena, arena.text_of(leaf)).is_none() {
                cons.leaves.insert_unique(hash_leaf(&leaf), leaf, hash_leaf);
            }
        }
        Ok(cons)
    }

    #[inline]
    pub(super) fn find_node(
        &self,
        nodes: &[Stored<W>],
        pair: Pair<W>,
    ) -> Option<<W as Forms>::Index> {
        let is_it = |node: &<W as Forms>::Index| W::load(nodes[place(node.number())]) == pair;
        self.nodes.find(hash_pair::<W>(pair), is_it).copied()
    }

    pub(super) fn reserve_node(&mut self, nodes: &[Stored<W>]) -> Result<(), ConcatError> {
        Ok(self.nodes.try_reserve(1, hash_node_of::<W>(nodes))?)
    }

    pub(super) fn insert_node(&mut self, nodes: &[Stored<W>], node: <W as Forms>::Index) {
        let hash = hash_node_of::<W>(nodes);
        self.nodes.insert_unique(hash(&node), node, hash);
    }

    pub(super) fn remove_node(&mut self, nodes: &[Stored<W>], node: <W as Forms>::Index) {
        let hash = hash_node_of::<W>(nodes)(&node);
        if let Ok(entry) = self.nodes.find_entry(hash, |&other| other == node) {
            entry.remove();
        }
    }

    pub(super) fn find_leaf(
        &self,
        arena: &ConcatArena<W>,
        text: &str,
    ) -> Option<<W as Forms>::Index> {
        let is_it = |&leaf: &<W as Forms>::Index| arena.text_of(leaf) == text;
        self.leaves.find(hash_text(text), is_it).copied()
    }

    pub(super) fn reserve_leaves<'a>(
        &mut self,
        more: usize,
        text_of: impl Fn(<W as Forms>::Index) -> &'a str,
    ) -> Result<(), ConcatError> {
        Ok(self
            .leaves
            .try_reserve(more, |&leaf| hash_text(text_of(leaf)))?)
    }

    pub(super) fn insert_leaf<'a>(
        &mut self,
        leaf: <W as Forms>::Index,
        text_of: impl Fn(<W as Forms>::Index) -> &'a str,
    ) {
        let hash = |&leaf: &<W as Forms>::Index| hash_text(text_of(leaf));
        self.leaves.insert_unique(hash(&leaf), leaf, hash);
    }

    pub(super) fn remove_leaf(&mut self, text: &str, leaf: <W as Forms>::Index) {
        let found = self
            .leaves
            .find_entry(hash_text(text), |&other| other == leaf);
        if let Ok(entry) = found {
            entry.remove();
        }
    }

    pub(super) fn heap_size(&self) -> usize {
        self.nodes.allocation_size() + self.leaves.allocation_size()
    }

    pub(super) fn shrink_to_fit<'a>(
        &mut self,
        nodes: &[Stored<W>],
        text_of: impl Fn(<W as Forms>::Index) -> &'a str,
    ) {
        self.nodes.shrink_to_fit(hash_node_of::<W>(nodes));
        self.leaves.shrink_to_fit(|&leaf| hash_text(text_of(leaf)));
    }
}

impl<W: Width> fmt::Debug for Cons<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cons").finish_non_exhaustive()
    }
}

fn hash_node_of<W: Width>(nodes: &[Stored<W>]) -> impl Fn(&<W as Forms>::Index) -> u64 {
    |node| hash_pair::<W>(W::load(nodes[place(node.number())]))
}

#[inline]
fn hash_pair<W: Width>((left, right): Pair<W>) -> u64 {
    mix(mix(left.number()) ^ right.number())
}

/// NOTE: by the fingerprint, as whoever knows the hash of a table can fill one place of it.
fn hash_text(text: &str) -> u64 {
    Affine::of(text.as_bytes()).short()
}
