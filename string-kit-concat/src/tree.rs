//! Trees of leaves: joined, cut and edited. No patches here.
//!
//! An inner node is *level* if the heights of its children differ by at most 1. Every inner node is
//! level, or its height is at most [`tallest`] of its length. A level node of two trees within this
//! bound is within it, too: if the taller tree has n bytes and the greatest height, the other has
//! more than n / 2 bytes, and 2 log2(1.5) > 1. So the bound holds for all nodes, and [`join`] may
//! make level nodes without a check of the bound. Trees that were only edited are level everywhere:
//! AVL trees.
//!
//! Memory: a function whose name begins with `try_` reserves slots ([`reserve`]) before each of its
//! steps. On an error a tree that it borrows is as it was, and a tree that it owns is dropped. The
//! others take slots that were reserved. Recursion is no deeper than the tree.
//!
//! A reservation is 256 slots of one unit. No tree is higher than 63, so a step takes fewer:
//!
//! - [`squeeze`] makes at most two nodes for every two levels, and one more: 65.
//! - [`join`] goes down through level nodes. Each level has at most three new nodes when it comes
//!   back: the heights that [`rotate`] gets differ by at most 2. It ends at a node that is not
//!   level, with one [`squeeze`] of what is left. So a level costs at most three nodes: 189, and a
//!   new leaf.
//! - [`splice`](crate::splice) edits one leaf, which becomes at most five: these nodes take 6 slots
//!   more. On the way back each level has at most three new nodes, as before: 195. A node that is
//!   not level gets one new node if it has room; if not, the step puts back what it took apart.
//! - The others reserve slots again before each node that is not level.

use alloc::sync::Arc;

use crate::error::Attempt;
use crate::node::{Held, LEAF_MAX, Node, Owner, Ref};
use crate::slab::{reserve, reserve_nodes};

/// Neighbouring leaves that together are no longer than this become one.
pub(crate) const MERGE_MAX: usize = LEAF_MAX * 4 / 5;

/// The levels of its long path that are rebuilt when a tree is too tall: this makes room for as
/// many more cheap joins.
///
/// PERF: 300,000 appends of 20 bytes, all kept, take 98 bytes and 167 ns each with 0 levels, 60 and
/// 148 with 8, 50 and 123 with 16; but with 16 a single concatenation may take twice as long.
const SLACK: u32 = 8;

/// The greatest height of a tree for which one reservation is enough for two splices: each takes at
/// most three slots for a level, and six more.
pub(crate) const LOW: u32 = 40;

/// Returns the greatest height of a tree of `len` bytes, which is not zero: 2 log2(len), so at most
/// 63.
#[inline]
pub(crate) fn tallest(len: usize) -> u32 {
    let len = len as u64;
    (len * len).ilog2()
}

/// Returns the texts as one, level along the cut. Takes as many nodes as the heights differ, and a
/// few more.
pub(crate) fn join_any(left: Option<Node>, right: Option<Node>) -> Option<Node> {
    match (left, right) {
        (Some(left), Some(right)) => Some(join(left, right)),
        (left, right) => left.or(right),
    }
}

fn join(left: Node, right: Node) -> Node {
    if left.get().is_leaf() || right.get().is_leaf() {
        return merge(left, right).unwrap_or_else(|(left, right)| join_down(left, right));
    }
    join_down(left, right)
}

/// Joins two trees whose leaves along the cut stay as they are.
#[inline]
fn join_down(left: Node, right: Node) -> Node {
    let (l, r) = (left.get(), right.get());
    let (hl, hr) = (l.height(), r.height());
    if hl.abs_diff(hr) <= 1 {
        Node::inner(left, right)
    } else if !taller(l, r).is_level() {
        squeeze(left, right)
    } else if hl > hr {
        let (a, b) = left.into_children();
        rotate(a, join_down(b, right))
    } else {
        let (a, b) = right.into_children();
        rotate(join_down(left, a), b)
    }
}

/// Returns the texts as one, level along the cut also where the nodes there are not.
pub(crate) fn try_join(left: Option<Node>, right: Option<Node>) -> Attempt<Option<Node>> {
    let (left, right) = match (left, right) {
        (Some(left), Some(right)) => (left, right),
        (left, right) => return Ok(left.or(right)),
    };
    if !(left.get().is_leaf() || right.get().is_leaf()) {
        reserve_nodes()?;
        return try_join_down(left, right).map(Some);
    }
    reserve()?;
    Ok(Some(match merge(left, right) {
        Ok(merged) => merged,
        Err((left, right)) => try_join_down(left, right)?,
    }))
}

fn try_join_down(left: Node, right: Node) -> Attempt<Node> {
    let (l, r) = (left.get(), right.get());
    let (hl, hr) = (l.height(), r.height());
    if hl.abs_diff(hr) <= 1 {
        return Ok(Node::inner(left, right));
    }
    let is_level = taller(l, r).is_level();
    let (left, right) = if hl > hr {
        let (a, b) = left.into_children();
        (a, try_join_down(b, right)?)
    } else {
        let (a, b) = right.into_children();
        (try_join_down(left, a)?, b)
    };
    if !is_level {
        reserve_nodes()?;
    }
    Ok(rotate(left, right))
}

fn taller<'a>(left: Ref<'a>, right: Ref<'a>) -> Ref<'a> {
    if left.height() > right.height() {
        left
    } else {
        right
    }
}

/// Writes a small leaf into its neighbour, if that has room.
fn merge(left: Node, right: Node) -> Result<Node, (Node, Node)> {
    let fits = |leaf: Ref<'_>, tree, last| {
        let len = leaf.len();
        len <= MERGE_MAX && len + edge_leaf(tree, last) <= MERGE_MAX
    };
    let (l, r) = (left.get(), right.get());
    if l.is_leaf() && fits(l, r, false) {
        return Ok(grow(right, false, l.leaf_text()));
    }
    if r.is_leaf() && fits(r, l, true) {
        return Ok(grow(left, true, r.leaf_text()));
    }
    Err((left, right))
}

fn edge_leaf(mut tree: Ref<'_>, last: bool) -> usize {
    while !tree.is_leaf() {
        let (left, right) = tree.children();
        tree = if last { right } else { left };
    }
    tree.len()
}

/// Writes a text into the first or the last leaf, where it fits. No height changes.
fn grow(mut tree: Node, last: bool, text: &str) -> Node {
    if tree.get().is_leaf() {
        let at = if last { tree.get().len() } else { 0 };
        if tree.edit_leaf(at, at, text) {
            return tree;
        }
        let (before, after) = tree.get().leaf_text().split_at(at);
        return Node::leaf(&[before, text, after]);
    }
    let (left, right) = tree.into_children();
    if last {
        Node::inner(left, grow(right, last, text))
    } else {
        Node::inner(grow(left, last, text), right)
    }
}

/// Returns a node of two trees, by one rotation where their heights differ by 2 and all new nodes
/// come out level.
///
/// Otherwise it makes a node that is not level. There is room for it if the heights differ by 2: if
/// the higher tree is t high, the two have at least 2^(t / 2) and 2^(t / 2 - 1) bytes. So the bound
/// for both is t + 1 or more.
fn rotate(left: Node, right: Node) -> Node {
    let (low, high) = (left.get().height(), right.get().height());
    if low.abs_diff(high) <= 1 {
        return Node::inner(left, right);
    }
    if high == low + 2 {
        let (inner, outer) = right.get().children();
        if outer.height() == low + 1 && inner.height() >= low {
            let (inner, outer) = right.into_children();
            return Node::inner(Node::inner(left, inner), outer);
        }
        if outer.height() == low && inner.is_level() {
            let (inner, outer) = right.into_children();
            let (first, second) = inner.into_children();
            return Node::inner(Node::inner(left, first), Node::inner(second, outer));
        }
    } else if low == high + 2 {
        let (outer, inner) = left.get().children();
        if outer.height() == high + 1 && inner.height() >= high {
            let (outer, inner) = left.into_children();
            return Node::inner(outer, Node::inner(inner, right));
        }
        if outer.height() == high && inner.is_level() {
            let (outer, inner) = left.into_children();
            let (first, second) = inner.into_children();
            return Node::inner(Node::inner(outer, first), Node::inner(second, right));
        }
    }
    squeeze(left, right)
}

/// Returns the two texts as one: one new node, unless that were too tall. Then the upper part of
/// the taller one's long path is taken off, what hangs on it is joined in balance on both sides,
/// and there is room again.
pub(crate) fn try_link(left: Node, right: Node) -> Attempt<Node> {
    let (hl, hr) = (left.get().height(), right.get().height());
    let limit = tallest(left.get().len() + right.get().len());
    if hl.max(hr) < limit {
        return Node::try_inner(left, right);
    }
    let (mut before, mut path, mut after) = if hl > hr {
        (None, left, Some(right))
    } else {
        (Some(left), right, None)
    };
    while path.get().height() + SLACK >= limit && !path.get().is_leaf() {
        reserve()?;
        let (a, b) = path.into_children();
        if a.get().height() >= b.get().height() {
            path = a;
            after = join_any(Some(b), after);
        } else {
            before = join_any(before, Some(a));
            path = b;
        }
    }
    reserve()?;
    let path = match before {
        Some(before) => squeeze(before, path),
        None => path,
    };
    Ok(match after {
        Some(after) => squeeze(path, after),
        None => path,
    })
}

/// Returns the two texts as one, no taller than [`tallest`] and than one more than the taller of
/// them. Takes at most h + 2 new nodes, h being the height of the taller.
///
/// Let `left` be as high as h = `tallest(n)`, n being the bytes of both. Its higher child is h - 1
/// high, so it has more than n / 2 bytes. If it is the outer one, the rest has less than n / 2, and
/// comes out at most h - 2 high beside it.
///
/// If it is the inner one, four trees are left, none of which is higher than h - 2: a, then c and d
/// of the inner one, and `right`. Two pairs of them are at most h - 1 high, and where one pair has
/// room for a node, the other one alone is squeezed. If both have none, then d and `right` come out
/// as high as the higher of them, at most h - 2. So they stay below c, as d was.
fn squeeze(left: Node, right: Node) -> Node {
    if has_room(&left, &right) {
        return Node::inner(left, right);
    }
    if left.get().height() > right.get().height() {
        let (a, b) = left.into_children();
        if a.get().height() >= b.get().height() {
            return Node::inner(a, squeeze(b, right));
        }
        let (c, d) = b.into_children();
        if has_room(&a, &c) {
            Node::inner(Node::inner(a, c), squeeze(d, right))
        } else if has_room(&d, &right) {
            Node::inner(squeeze(a, c), Node::inner(d, right))
        } else {
            Node::inner(a, Node::inner(c, squeeze(d, right)))
        }
    } else {
        let (a, b) = right.into_children();
        if a.get().height() < b.get().height() {
            return Node::inner(squeeze(left, a), b);
        }
        let (c, d) = a.into_children();
        if has_room(&d, &b) {
            Node::inner(squeeze(left, c), Node::inner(d, b))
        } else if has_room(&left, &c) {
            Node::inner(Node::inner(left, c), squeeze(d, b))
        } else {
            Node::inner(Node::inner(squeeze(left, c), d), b)
        }
    }
}

/// Returns true if a node of two trees is within [`tallest`].
fn has_room(left: &Node, right: &Node) -> bool {
    let (l, r) = (left.get(), right.get());
    l.height().max(r.height()) < tallest(l.len() + r.len())
}

/// Returns what became of the children of a node as one. A tree that is not balanced is not made so
/// here.
pub(crate) fn try_join_as(
    tree: Ref<'_>,
    left: Option<Node>,
    right: Option<Node>,
) -> Attempt<Option<Node>> {
    match (left, right) {
        (Some(left), Some(right)) if !tree.is_level() => {
            reserve_nodes()?;
            Ok(Some(squeeze(left, right)))
        }
        (left, right) => try_join(left, right),
    }
}

pub(crate) fn try_splice_tree(
    tree: Ref<'_>,
    a: usize,
    b: usize,
    new: Option<Node>,
) -> Attempt<Option<Node>> {
    let rest = try_join(new, try_slice(tree, b, tree.len())?)?;
    try_join(try_slice(tree, 0, a)?, rest)
}

pub(crate) fn try_slice(tree: Ref<'_>, a: usize, b: usize) -> Attempt<Option<Node>> {
    if a >= b {
        return Ok(None);
    }
    if a == 0 && b == tree.len() {
        return Ok(Some(tree.share()));
    }
    if tree.is_leaf() {
        reserve()?;
        return Ok(Some(tree.cut_leaf(a, b)));
    }
    let (left, right) = tree.children();
    let cut = left.len();
    if b <= cut {
        try_slice(left, a, b)
    } else if a >= cut {
        try_slice(right, a - cut, b - cut)
    } else {
        let left = try_slice(left, a, cut)?;
        try_join_as(tree, left, try_slice(right, 0, b - cut)?)
    }
}

pub(crate) fn try_build(text: &str) -> Attempt<Option<Node>> {
    if text.is_empty() {
        return Ok(None);
    }
    if text.len() <= LEAF_MAX {
        return Node::try_leaf(&[text]).map(Some);
    }
    let leaves = text.len().div_ceil(LEAF_MAX - 3);
    let cut = (leaves / 2 * (LEAF_MAX - 3)).min(text.len());
    let (left, right) = text.split_at(text.floor_char_boundary(cut));
    Ok(match (try_build(left)?, try_build(right)?) {
        (Some(left), Some(right)) => Some(Node::try_inner(left, right)?),
        (left, right) => left.or(right),
    })
}

/// Takes a text over without a copy, if it is longer than a leaf. Ends the program if there is no
/// memory for its owner: a failure could not give the text back.
pub(crate) fn try_borrow(owner: Owner) -> Attempt<Option<Node>> {
    let len = owner.text().len();
    if len <= LEAF_MAX {
        return try_build(owner.text());
    }
    Node::try_borrowed(Arc::new(Held::new(owner)), (0, len)).map(Some)
}
