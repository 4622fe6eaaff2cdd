//! Balancing: the same text as a tree of logarithmic depth, an AVL grammar (Rytter 2003).
//!
//! A node that several others share is balanced once and then joined like a leaf, which makes as many new nodes
//! as the heights of the two differ by. A region of nodes that are not shared, such as a long chain, is a sequence
//! of leaves and shared nodes: one pass builds a new tree from it.
//!
//! The result has O(m log n) nodes for m nodes and n bytes, by its nature: it takes more memory than the text
//! that it is made from, and 100 times as much if that shares one huge part at each of many levels.

use alloc::vec::Vec;

use super::dag::{LEAF, NodeId, place};
use super::error::ConcatError;
use super::fold::try_push;
use super::memo::Pages;
use super::outline::Outline;

/// The place of the new concatenations. Leaves have their numbers in the outline.
pub(super) trait Joins {
    /// Returns the number of the next new concatenation.
    fn next(&self) -> NodeId;

    /// Returns the parts of a concatenation, or none for a leaf.
    fn parts(&self, number: NodeId) -> Option<(NodeId, NodeId)>;

    /// Returns a concatenation of two texts that are not empty, a new one or one that is there.
    fn join(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError>;
}

impl Joins for Outline {
    fn next(&self) -> NodeId {
        self.len()
    }

    fn parts(&self, number: NodeId) -> Option<(NodeId, NodeId)> {
        self.parts(number)
    }

    fn join(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError> {
        self.join(left, right)
    }
}

/// Returns a node of `target` with the text of a root and a depth of at most 1.44 lg of its leaves.
///
/// Takes O(m log n) time and new nodes for m nodes and n leaves along the text, and about m of both if no node is
/// shared; beside the new nodes O(m) memory.
///
/// # Errors
///
/// `TooLong` for more than some 2^170 leaves, `Alloc`, and those of `target`.
pub(super) fn rebalance<J: Joins>(
    outline: &Outline,
    root: NodeId,
    target: &mut J,
) -> Result<NodeId, ConcatError> {
    if root & LEAF != 0 {
        return Ok(root);
    }
    let parents = parents(outline, root)?;
    let mut balancer = Balancer {
        first: target.next(),
        target,
        heights: Vec::new(),
        older: Pages::new(),
    };
    // The new numbers of shared nodes, by their old ones.
    let mut became = Vec::new();
    became.try_reserve_exact(parents.len())?;
    let (mut items, mut pending) = (Vec::new(), Vec::new());
    for (number, &count) in (0..outline.len()).zip(&parents) {
        if count < 2 {
            became.push(0);
            continue;
        }
        // The region below a shared node, from left to right.
        let (mut next, mut whole) = (number, true);
        loop {
            let is_item = !whole && (next & LEAF != 0 || parents[place(next)] > 1);
            match outline.parts(next) {
                Some((left, right)) if !is_item => {
                    try_push(&mut pending, right)?;
                    (next, whole) = (left, false);
                    continue;
                }
                Some(_) => try_push(&mut items, became[place(next)])?,
                None => try_push(&mut items, next)?,
            }
            let Some(right) = pending.pop() else { break };
            next = right;
        }
        became.push(balancer.build(&items)?);
        items.clear();
    }
    Ok(became[place(root)])
}

/// Returns the number of parents that each concatenation has among those that the root reaches: 0, 1, or 2 for
/// more. The root has 2.
fn parents(outline: &Outline, root: NodeId) -> Result<Vec<u8>, ConcatError> {
    let count = place(outline.len());
    let mut parents: Vec<u8> = Vec::new();
    parents.try_reserve_exact(count)?;
    parents.resize(count, 0);
    parents[place(root)] = 2;
    for (number, (left, right)) in (0..count).zip(outline.iter()).rev() {
        if parents[number] > 0 {
            for part in [left, right] {
                if part & LEAF == 0 {
                    let parents = &mut parents[place(part)];
                    *parents = 2.min(*parents + 1);
                }
            }
        }
    }
    Ok(parents)
}

/// Returns whether the heights of the two parts of each concatenation differ by at most 1.
pub(super) fn is_balanced(outline: &Outline) -> Result<bool, ConcatError> {
    let mut heights: Vec<u8> = Vec::new();
    heights.try_reserve_exact(place(outline.len()))?;
    for (left, right) in outline.iter() {
        let height = |part: NodeId| {
            if part & LEAF == 0 {
                heights[place(part)]
            } else {
                0
            }
        };
        let (left, right) = (height(left), height(right));
        if left.abs_diff(right) > 1 || left.max(right) == u8::MAX {
            return Ok(false);
        }
        heights.push(left.max(right) + 1);
    }
    Ok(true)
}

/// Concatenates AVL trees.
///
/// INVARIANT: all that it makes or gets are leaves and AVL trees whose heights are known.
struct Balancer<'j, J> {
    target: &'j mut J,
    /// The number of the first new concatenation.
    first: NodeId,
    /// The heights of the new ones.
    heights: Vec<u8>,
    /// The heights of older ones, which a target with hash consing may return.
    older: Pages<u8>,
}

impl<J: Joins> Balancer<'_, J> {
    /// Returns the concatenation of all items. Recurses to a depth of lg of their number.
    fn build(&mut self, items: &[NodeId]) -> Result<NodeId, ConcatError> {
        if let &[item] = items {
            return Ok(item);
        }
        let (left, right) = items.split_at(items.len() / 2);
        let (left, right) = (self.build(left)?, self.build(right)?);
        self.join(left, right)
    }

    /// Returns the concatenation of two. Recurses to the depth by which their heights differ.
    fn join(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError> {
        let (left_height, right_height) = (self.height(left), self.height(right));
        if left_height > right_height + 1 {
            let (first, second) = self.parts(left);
            let second = self.join(second, right)?;
            self.rotated(first, second)
        } else if right_height > left_height + 1 {
            let (first, second) = self.parts(right);
            let first = self.join(left, first)?;
            self.rotated(first, second)
        } else {
            self.node(left, right)
        }
    }

    /// Returns the concatenation of two whose heights differ by at most 2.
    fn rotated(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError> {
        let (left_height, right_height) = (self.height(left), self.height(right));
        if left_height > right_height + 1 {
            let (first, second) = self.parts(left);
            if self.height(first) >= self.height(second) {
                let second = self.node(second, right)?;
                return self.node(first, second);
            }
            let (second, third) = self.parts(second);
            let (first, second) = (self.node(first, second)?, self.node(third, right)?);
            self.node(first, second)
        } else if right_height > left_height + 1 {
            let (second, third) = self.parts(right);
            if self.height(third) >= self.height(second) {
                let first = self.node(left, second)?;
                return self.node(first, third);
            }
            let (first, second) = self.parts(second);
            let (first, second) = (self.node(left, first)?, self.node(second, third)?);
            self.node(first, second)
        } else {
            self.node(left, right)
        }
    }

    fn node(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError> {
        // Trees of some 190 levels have 2^128 leaves; one level more must stay countable in `join`.
        let height = self.height(left).max(self.height(right)) + 1;
        if height > MAX_HEIGHT {
            return Err(ConcatError::TooLong);
        }
        self.heights.try_reserve(1)?;
        let number = self.target.join(left, right)?;
        if number < self.first {
            if self.older.get(number).is_none() {
                self.older.try_insert(number, height)?;
            }
        } else if place(number - self.first) == self.heights.len() {
            self.heights.push(height);
        }
        Ok(number)
    }

    fn parts(&self, number: NodeId) -> (NodeId, NodeId) {
        let parts = self.target.parts(number);
        parts.expect("a leaf is not higher than anything")
    }

    fn height(&self, number: NodeId) -> u8 {
        if number & LEAF != 0 {
            0
        } else if number < self.first {
            let height = self.older.get(number);
            height.expect("the heights of all nodes are known")
        } else {
            self.heights[place(number - self.first)]
        }
    }
}

const MAX_HEIGHT: u8 = u8::MAX - 2;
