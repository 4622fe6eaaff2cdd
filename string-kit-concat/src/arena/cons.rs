//! Hash-consing: tables that find a node by its parts, and a leaf by its text.

use hashbrown::HashTable;

use super::blocks::Blocks;
use super::leaves::Leaves;
use crate::ConcatError;
use crate::dag::{LEAF, NodeId, place};
use crate::fingerprint::Affine;
use crate::memo::mix;

/// The parts of a concatenation.
pub(super) type Pair = [NodeId; 2];

/// The ids of an arena's nodes by their content, which lies in the arena.
pub(super) struct Cons {
    key: Key,
    nodes: HashTable<NodeId>,
    leaves: HashTable<NodeId>,
}

impl Cons {
    /// Returns tables of nodes that are there. Of equal ones they have the first.
    pub(super) fn try_of(nodes: &Blocks<Pair>, leaves: &Leaves) -> Result<Self, ConcatError> {
        let mut cons = Self {
            key: Key::of_process(),
            nodes: HashTable::new(),
            leaves: HashTable::new(),
        };
        cons.nodes
            .try_reserve(nodes.len(), cons.key.hasher(nodes))?;
        cons.leaves.try_reserve(leaves.len(), leaf_hasher(leaves))?;
        for (node, &pair) in (0..).zip(nodes.iter()) {
            if cons.find_node(nodes, pair).is_none() {
                cons.insert_node(nodes, node);
            }
        }
        for leaf in (LEAF..).take(leaves.len()).skip(1) {
            if cons.find_leaf(leaves, leaves.text_of(leaf)).is_none() {
                cons.insert_leaf(leaves, leaf);
            }
        }
        Ok(cons)
    }

    #[inline]
    pub(super) fn find_node(&self, nodes: &Blocks<Pair>, pair: Pair) -> Option<NodeId> {
        let is_it = |&node: &NodeId| nodes[place(node)] == pair;
        self.nodes.find(self.key.hash(pair), is_it).copied()
    }

    /// Makes room for one concatenation.
    pub(super) fn reserve_node(&mut self, nodes: &Blocks<Pair>) -> Result<(), ConcatError> {
        Ok(self.nodes.try_reserve(1, self.key.hasher(nodes))?)
    }

    /// Adds a concatenation that there is room for.
    pub(super) fn insert_node(&mut self, nodes: &Blocks<Pair>, node: NodeId) {
        let hash = self.key.hasher(nodes);
        self.nodes.insert_unique(hash(&node), node, hash);
    }

    pub(super) fn remove_node(&mut self, nodes: &Blocks<Pair>, node: NodeId) {
        let hash = self.key.hash(nodes[place(node)]);
        if let Ok(entry) = self.nodes.find_entry(hash, |&other| other == node) {
            entry.remove();
        }
    }

    pub(super) fn find_leaf(&self, leaves: &Leaves, text: &str) -> Option<NodeId> {
        let is_it = |&leaf: &NodeId| leaves.text_of(leaf) == text;
        self.leaves.find(hash_text(text), is_it).copied()
    }

    /// Makes room for one leaf.
    pub(super) fn reserve_leaf(&mut self, leaves: &Leaves) -> Result<(), ConcatError> {
        Ok(self.leaves.try_reserve(1, leaf_hasher(leaves))?)
    }

    /// Adds a leaf that there is room for.
    pub(super) fn insert_leaf(&mut self, leaves: &Leaves, leaf: NodeId) {
        let hash = leaf_hasher(leaves);
        self.leaves.insert_unique(hash(&leaf), leaf, hash);
    }

    pub(super) fn remove_leaf(&mut self, leaves: &Leaves, leaf: NodeId) {
        let hash = hash_text(leaves.text_of(leaf));
        if let Ok(entry) = self.leaves.find_entry(hash, |&other| other == leaf) {
            entry.remove();
        }
    }

    pub(super) fn heap_size(&self) -> usize {
        self.nodes.allocation_size() + self.leaves.allocation_size()
    }

    pub(super) fn shrink_to_fit(&mut self, nodes: &Blocks<Pair>, leaves: &Leaves) {
        self.nodes.shrink_to_fit(self.key.hasher(nodes));
        self.leaves.shrink_to_fit(leaf_hasher(leaves));
    }
}

/// The key that pairs are hashed by: the upper half of (factor * pair + sum) mod 2^128, mixed.
///
/// With a random key the upper halves of any two pairs are random and independent (multiply-shift,
/// Dietzfelbinger 1996), so pairs cannot be chosen to meet in a table. As the halves of evenly spaced pairs
/// are evenly spaced, which can fill few places or many, they are mixed. The key is drawn from the point of
/// the fingerprints, which is random for each process with `std`.
#[derive(Clone, Copy)]
pub(super) struct Key {
    pub(super) factor: u128,
    pub(super) sum: u128,
}

impl Key {
    pub(super) fn of_process() -> Self {
        let number = |of: [&str; 2]| {
            let [high, low] = of.map(|text| u128::from(hash_text(text)));
            high << 64 | low
        };
        Self {
            factor: number(["high half of the factor", "low half of the factor"]),
            sum: number(["high half of the sum", "low half of the sum"]),
        }
    }

    #[inline]
    pub(super) fn hash(self, [left, right]: Pair) -> u64 {
        let pair = u128::from(left) << 32 | u128::from(right);
        mix((self.factor.wrapping_mul(pair).wrapping_add(self.sum) >> 64) as u64)
    }

    fn hasher(self, nodes: &Blocks<Pair>) -> impl Fn(&NodeId) -> u64 {
        move |&node| self.hash(nodes[place(node)])
    }
}

fn leaf_hasher(leaves: &Leaves) -> impl Fn(&NodeId) -> u64 {
    |&leaf| hash_text(leaves.text_of(leaf))
}

/// Returns a hash by the fingerprint, whose random point serves as the key.
fn hash_text(text: &str) -> u64 {
    Affine::of(text.as_bytes()).short()
}
