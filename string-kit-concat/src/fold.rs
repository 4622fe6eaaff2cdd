//! Values of texts from the values of their parts, without recursion and visiting each node once.

use alloc::vec::Vec;

use super::dag::{ConcatRef, NodeId, Nodes, Part, is_same};
use super::error::ConcatError;
use super::memo::Pages;

/// The values of leaves and of concatenations.
pub(super) trait Fold<'a, D: Nodes> {
    /// A value. It is small: every node that may recur keeps one.
    type Value: Copy;

    /// Returns the value of a node if it is known without its parts.
    #[inline]
    fn known(&mut self, dag: &'a D, node: NodeId) -> Option<Self::Value> {
        _ = (dag, node);
        None
    }

    /// Returns the value of a leaf.
    fn leaf(&mut self, node: NodeId, text: &'a str) -> Result<Self::Value, ConcatError>;

    /// Returns the value of a concatenation.
    fn concat(&mut self, left: Self::Value, right: Self::Value)
    -> Result<Self::Value, ConcatError>;

    /// Returns whether the memo keeps the values of nodes that cannot recur too.
    #[inline]
    fn remembers_all(&self) -> bool {
        false
    }

    /// Returns whether the memo keeps the values of leaves.
    #[inline]
    fn remembers_leaves(&self) -> bool {
        true
    }
}

/// Returns the value of a text. Takes O(nodes) time and space.
///
/// # Errors
///
/// `Alloc`, and those of the fold.
pub(super) fn fold<'a, D: Nodes, F: Fold<'a, D>>(
    text: ConcatRef<'a, D>,
    memo: &mut Pages<F::Value>,
    fold: &mut F,
) -> Result<F::Value, ConcatError> {
    let dag = text.dag;
    // The concatenations above the current node, and whether it is in the right part of each.
    let mut open: Vec<(NodeId, bool)> = Vec::new();
    let mut lefts: Vec<F::Value> = Vec::new();
    let mut node = text.node;
    'down: loop {
        let mut value = 'value: {
            if let Some(value) = fold.known(dag, node).or_else(|| memo.get(node)) {
                break 'value value;
            }
            match dag.part(node) {
                Part::Concat(left, _) => {
                    try_push(&mut open, (node, false))?;
                    node = left;
                    continue 'down;
                }
                Part::Leaf(text) => {
                    // Asked first: `leaf` may take a handle of the node.
                    let recurs = dag.may_recur(node);
                    let value = fold.leaf(node, text)?;
                    if fold.remembers_leaves() && (fold.remembers_all() || recurs) {
                        memo.try_insert(node, value)?;
                    }
                    value
                }
            }
        };
        while let Some((parent, has_left)) = open.pop() {
            if !has_left && let Part::Concat(_, right) = dag.part(parent) {
                try_push(&mut lefts, value)?;
                open.push((parent, true));
                node = right;
                continue 'down;
            }
            let left = lefts.pop().expect("each open right part has a left one");
            value = fold.concat(left, value)?;
            if fold.remembers_all() || dag.may_recur(parent) {
                memo.try_insert(parent, value)?;
            }
        }
        return Ok(value);
    }
}

/// Folds of texts one after the other. Texts of the same DAG share one memo as long as no other comes between.
pub(super) struct Folds<'a, D: Nodes, V> {
    memo: Pages<V>,
    /// The DAG whose nodes are in the memo.
    dag: Option<&'a D>,
}

impl<'a, D: Nodes, V: Copy> Folds<'a, D, V> {
    pub(super) const fn new() -> Self {
        Self {
            memo: Pages::new(),
            dag: None,
        }
    }

    /// Returns the value of the next text, as [`fold`] does.
    pub(super) fn fold<F: Fold<'a, D, Value = V>>(
        &mut self,
        text: ConcatRef<'a, D>,
        to: &mut F,
    ) -> Result<V, ConcatError> {
        if !self.dag.is_some_and(|dag| is_same(dag, text.dag)) {
            *self = Self::new();
            self.dag = Some(text.dag);
        }
        let value = fold(text, &mut self.memo, to)?;
        // The only handle of a node may be lent twice.
        if !text.dag.may_recur(text.node) {
            self.memo.try_insert(text.node, value)?;
        }
        Ok(value)
    }
}

/// Appends a value, or returns `Alloc` if memory runs out.
#[inline]
pub(super) fn try_push<T>(to: &mut Vec<T>, value: T) -> Result<(), ConcatError> {
    to.try_reserve(1)?;
    to.push(value);
    Ok(())
}
