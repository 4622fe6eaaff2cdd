//! Hash-consing: the same parts, or the same text of a leaf, are the same id.

use core::fmt;

use hashbrown::HashTable;

use super::ConcatArena;
use crate::ConcatError;
use crate::dag::{LEAF, NodeId, place};
use crate::fingerprint::Affine;
use crate::memo::mix;

/// The parts of a concatenation.
type Pair = [NodeId; 2];

/// Ids by what they stand for, which lies in the arena.
pub(super) struct Cons {
    nodes: HashTable<NodeId>,
    leaves: HashTable<NodeId>,
}

impl Cons {
    /// Tables of what is in an arena. Where it has something twice they have the first.
    pub(super) fn try_of(arena: &ConcatArena) -> Result<Self, ConcatError> {
        let mut cons = Self {
            nodes: HashTable::new(),
            leaves: HashTable::new(),
        };
        let hash_node = hash_node_of(&arena.nodes);
        let hash_leaf = |&leaf: &NodeId| hash_text(arena.text_of(leaf));
        cons.nodes.try_reserve(arena.nodes.len(), &hash_node)?;
        cons.leaves.try_reserve(arena.spans.len(), hash_leaf)?;
        for (node, &pair) in (0..).zip(&arena.nodes) {
            if cons.find_node(&arena.nodes, pair).is_none() {
                cons.insert_node(&arena.nodes, node);
            }
        }
        for (leaf, text) in (LEAF..).zip(arena.leaf_texts()) {
            if cons.find_leaf(arena, text).is_none() {
                cons.leaves.insert_unique(hash_text(text), leaf, hash_leaf);
            }
        }
        Ok(cons)
    }

    #[inline]
    pub(super) fn find_node(&self, nodes: &[[NodeId; 2]], pair: Pair) -> Option<NodeId> {
        let is_it = |&node: &NodeId| nodes[place(node)] == pair;
        self.nodes.find(hash_pair(pair), is_it).copied()
    }

    pub(super) fn reserve_node(&mut self, nodes: &[[NodeId; 2]]) -> Result<(), ConcatError> {
        Ok(self.nodes.try_reserve(1, hash_node_of(nodes))?)
    }

    pub(super) fn insert_node(&mut self, nodes: &[[NodeId; 2]], node: NodeId) {
        let hash = hash_node_of(nodes);
        self.nodes.insert_unique(hash(&node), node, hash);
    }

    pub(super) fn remove_node(&mut self, nodes: &[[NodeId; 2]], node: NodeId) {
        let hash = hash_node_of(nodes)(&node);
        if let Ok(entry) = self.nodes.find_entry(hash, |&other| other == node) {
            entry.remove();
        }
    }

    pub(super) fn find_leaf(&self, arena: &ConcatArena, text: &str) -> Option<NodeId> {
        let is_it = |&leaf: &NodeId| arena.text_of(leaf) == text;
        self.leaves.find(hash_text(text), is_it).copied()
    }

    pub(super) fn reserve_leaves<'a>(
        &mut self,
        more: usize,
        text_of: impl Fn(NodeId) -> &'a str,
    ) -> Result<(), ConcatError> {
        Ok(self
            .leaves
            .try_reserve(more, |&leaf| hash_text(text_of(leaf)))?)
    }

    pub(super) fn insert_leaf<'a>(&mut self, leaf: NodeId, text_of: impl Fn(NodeId) -> &'a str) {
        let hash = |&leaf: &NodeId| hash_text(text_of(leaf));
        self.leaves.insert_unique(hash(&leaf), leaf, hash);
    }

    pub(super) fn remove_leaf(&mut self, text: &str, leaf: NodeId) {
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
        nodes: &[[NodeId; 2]],
        text_of: impl Fn(NodeId) -> &'a str,
    ) {
        self.nodes.shrink_to_fit(hash_node_of(nodes));
        self.leaves.shrink_to_fit(|&leaf| hash_text(text_of(leaf)));
    }
}

impl fmt::Debug for Cons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cons").finish_non_exhaustive()
    }
}

fn hash_node_of(nodes: &[[NodeId; 2]]) -> impl Fn(&NodeId) -> u64 {
    |&node| hash_pair(nodes[place(node)])
}

#[inline]
fn hash_pair([left, right]: Pair) -> u64 {
    mix(mix(left.into()) ^ u64::from(right))
}

/// NOTE: by the fingerprint, as whoever knows the hash of a table can fill one place of it.
fn hash_text(text: &str) -> u64 {
    Affine::of(text.as_bytes()).short()
}
