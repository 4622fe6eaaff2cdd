//! The same text as a tree of logarithmic depth: an AVL grammar (Rytter 2003).
//!
//! A node that several others share is balanced once and then joined like a leaf, which takes as many
//! new nodes as the heights of the two differ by. A region of nodes that nothing shares, such as a long
//! chain, is nothing but the sequence of what hangs from it, and is built anew from that in one pass.

use alloc::vec::Vec;

use super::ConcatError;
use super::dag::{LEAF, NodeId, place};
use super::fold::try_push;
use super::memo::Pages;
use super::outline::Outline;

/// Where the new concatenations go. Leaves have the numbers that the outline knows them by.
pub(super) trait Joins {
    /// The number that the next new concatenation has, if it is not one that is there.
    fn next(&self) -> NodeId;

    /// The parts of a concatenation; nothing for a leaf.
    fn parts(&self, number: NodeId) -> Option<(NodeId, NodeId)>;

    /// A concatenation of two texts that are not empty.
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

/// Replaces each root by a node of `target` of the same text, no deeper than 1.44 lg of its length.
///
/// Takes O(n log N) time and new nodes for n nodes and N bytes, and about n of both where no node is
/// shared. A text of more than some 2^176 leaves is `TooLong`.
pub(super) fn rebalance<J: Joins>(
    outline: &Outline,
    roots: &mut [NodeId],
    target: &mut J,
) -> Result<(), ConcatError> {
    let parents = parents(outline, roots)?;
    let mut balancer = Balancer {
        first: target.next(),
        target,
        heights: Vec::new(),
        older: Pages::new(),
    };
    // What the shared nodes have become, by their numbers.
    let mut became = Vec::new();
    became.try_reserve_exact(parents.len())?;
    let (mut items, mut pending) = (Vec::new(), Vec::new());
    for (number, &count) in parents.iter().enumerate() {
        if count < 2 {
            became.push(0);
            continue;
        }
        // The region below a shared node, from left to right.
        let (mut next, mut whole) = (number as NodeId, true);
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
    for root in roots {
        if *root & LEAF == 0 {
            *root = became[place(*root)];
        }
    }
    Ok(())
}

/// How many parents each concatenation has among those that the roots reach: 0, 1, or 2 for more. A
/// root has 2.
fn parents(outline: &Outline, roots: &[NodeId]) -> Result<Vec<u8>, ConcatError> {
    let count = place(outline.len());
    let mut parents: Vec<u8> = Vec::new();
    parents.try_reserve_exact(count)?;
    parents.resize(count, 0);
    for &root in roots.iter().filter(|&root| root & LEAF == 0) {
        parents[place(root)] = 2;
    }
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

/// Whether the parts of each node that the root reaches differ in height by at most 1.
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

/// INVARIANT: all it makes and is given are leaves and AVL trees whose heights it knows.
struct Balancer<'j, J> {
    target: &'j mut J,
    /// The number of the first concatenation that is new.
    first: NodeId,
    /// The heights of those that are new.
    heights: Vec<u8>,
    /// The heights of those that were there already, as a target that makes no node twice has them.
    older: Pages<u8>,
}

impl<J: Joins> Balancer<'_, J> {
    /// The concatenation of all items. Recurses to a depth of lg of their number.
    fn build(&mut self, items: &[NodeId]) -> Result<NodeId, ConcatError> {
        if let &[item] = items {
            return Ok(item);
        }
        let (left, right) = items.split_at(items.len() / 2);
        let (left, right) = (self.build(left)?, self.build(right)?);
        self.join(left, right)
    }

    /// The concatenation of two. Recurses to the depth by which their heights differ.
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

    /// The concatenation of two whose heights differ by at most 2.
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
            height.expect("the heights of all that were met are known")
        } else {
            self.heights[place(number - self.first)]
        }
    }
}

const MAX_HEIGHT: u8 = u8::MAX - 2;
