//! Trees of leaves: joined, cut and edited. No patches here.
//!
//! An inner node is *level* if the heights of its children differ by at most 1. Every inner node is level, or its height
//! is at most [`tallest`] of its length. A level node of two trees within this bound is within it, too: if the taller
//! tree has n bytes and the greatest height, the other has more than n / 2 bytes, and 2 log2(1.5) > 1. So the bound
//! holds for all nodes, and [`join`] may make level nodes without a check of the bound. Trees that were only edited are
//! level everywhere: AVL trees.
//!
//! The functions take slots that were reserved ([`slab::reserve`](crate::slab::reserve)), unless their name begins
//! with `try_`. Recursion is no deeper than the tree.

use alloc::sync::Arc;

use crate::mutated::planted;
use crate::node::Owner;
use crate::node::{LEAF_MAX, Node, Ref};
use crate::slab::Refused;

/// Neighbouring leaves that together are no longer than this become one.
const MERGE_MAX: usize = LEAF_MAX * 4 / 5;

/// The levels of its long path that are rebuilt when a tree is too tall: this makes room for as many more cheap joins.
///
/// PERF: 300,000 appends of 20 bytes, all kept, take 98 bytes and 167 ns each with 0 levels, 60 and 148 with 8, 50 and
/// 123 with 16; but with 16 a single concatenation may take twice as long.
const SLACK: u32 = 8;

/// The bytes beside a cut in a borrowed leaf that are copied with what is written there.
const AROUND: usize = 32;

/// A text in up to three parts.
pub(crate) type Parts<'a> = [&'a str; 3];

fn total(parts: &Parts<'_>) -> usize {
    parts.iter().map(|part| part.len()).sum()
}

/// Returns the greatest height of a tree of `len` bytes, which is not zero: 2 log2(len), so at most 63.
#[inline]
pub(crate) fn tallest(len: usize) -> u32 {
    let len = len as u64;
    (len * len).ilog2()
}

/// Returns the texts as one, level along the cut. Takes as many nodes as the heights differ, and a few more.
pub(crate) fn join_any(left: Option<Node>, right: Option<Node>) -> Option<Node> {
    match (left, right) {
        (Some(left), Some(right)) => Some(join(left, right)),
        (left, right) => left.or(right),
    }
}

fn join(left: Node, right: Node) -> Node {
    let (l, r) = (left.get(), right.get());
    let (hl, hr) = (l.height(), r.height());
    // A small leaf goes into its neighbour.
    if hl == 0 && l.len() <= MERGE_MAX && l.len() + edge_leaf(r, false) <= MERGE_MAX {
        return grow(right, false, l.leaf_text());
    }
    if hr == 0 && r.len() <= MERGE_MAX && r.len() + edge_leaf(l, true) <= MERGE_MAX {
        return grow(left, true, r.leaf_text());
    }
    if hl > hr + 1 {
        let (a, b) = left.into_children();
        rotate(a, join(b, right))
    } else if hr > hl + 1 {
        let (a, b) = right.into_children();
        rotate(join(left, a), b)
    } else {
        Node::inner(left, right)
    }
}

/// Returns the length of the first or the last leaf.
fn edge_leaf(mut tree: Ref<'_>, last: bool) -> usize {
    while !tree.is_leaf() {
        let (left, right) = tree.children();
        tree = if last { right } else { left };
    }
    tree.len()
}

/// Writes a text into the first or the last leaf, where it fits.
fn grow(tree: Node, last: bool, text: &str) -> Node {
    let at = if last { tree.get().len() } else { 0 };
    splice(tree, at, at, ["", text, ""]).expect("it has a text")
}

/// Returns a node of two trees, by one rotation where their heights differ by 2 and all new nodes come out level.
fn rotate(left: Node, right: Node) -> Node {
    let (low, high) = (left.get().height(), right.get().height());
    if low.abs_diff(high) <= 1 || planted!(NoRotation) {
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
            let (mut first, mut second) = inner.into_children();
            if planted!(Rotation) {
                core::mem::swap(&mut first, &mut second);
            }
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

/// Returns the two texts as one: one new node, unless that were too tall. Then the upper part of the taller one's long
/// path is taken off, what hangs on it is joined in balance on both sides, and there is room again.
pub(crate) fn link(left: Node, right: Node) -> Node {
    let (hl, hr) = (left.get().height(), right.get().height());
    let limit = tallest(left.get().len() + right.get().len());
    if hl.max(hr) < limit {
        return Node::inner(left, right);
    }
    let (mut before, mut path, mut after) = if hl > hr {
        (None, left, Some(right))
    } else {
        (Some(left), right, None)
    };
    while path.get().height() + SLACK >= limit && !path.get().is_leaf() {
        let (a, b) = path.into_children();
        if a.get().height() >= b.get().height() {
            path = a;
            after = join_any(Some(b), after);
        } else {
            before = join_any(before, Some(a));
            path = b;
        }
    }
    squeeze_any(squeeze_any(before, Some(path)), after).expect("there is a path")
}

fn squeeze_any(left: Option<Node>, right: Option<Node>) -> Option<Node> {
    match (left, right) {
        (Some(left), Some(right)) => Some(squeeze(left, right)),
        (left, right) => left.or(right),
    }
}

/// Returns the two texts as one, no taller than [`tallest`] and than one more than the taller of them, by few new nodes.
///
/// Let `left` be as high as `tallest(n)`, n being the bytes of both. Its higher child is one less high, so it has more
/// than n / 2 bytes. If it is the outer one, the rest has less than n / 2, and comes out at least two less high beside
/// it. If it is the inner one, then its children are at least two less high, and so are `left`'s other child and `right`
/// (less than n / 2 bytes): in pairs they are at least one less high.
fn squeeze(left: Node, right: Node) -> Node {
    let (hl, hr) = (left.get().height(), right.get().height());
    if hl.max(hr) < tallest(left.get().len() + right.get().len()) {
        return Node::inner(left, right);
    }
    if hl > hr {
        let (a, b) = left.into_children();
        if a.get().height() >= b.get().height() {
            return Node::inner(a, squeeze(b, right));
        }
        let (c, d) = b.into_children();
        return Node::inner(squeeze(a, c), squeeze(d, right));
    }
    let (a, b) = right.into_children();
    if a.get().height() < b.get().height() {
        return Node::inner(squeeze(left, a), b);
    }
    let (c, d) = a.into_children();
    Node::inner(squeeze(left, c), squeeze(d, b))
}

/// Returns a tree with bytes a..b replaced by a text of at most [`LEAF_MAX`] bytes; none if nothing is left.
///
/// Copies one path, two if a..b spans leaves; what nobody else has is written in place.
pub(crate) fn splice(mut tree: Node, a: usize, b: usize, text: Parts<'_>) -> Option<Node> {
    if !tree.is_unique() {
        return splice_shared(tree.get(), a, b, text);
    }
    if tree.get().is_leaf() {
        if total(&text) == text[1].len() && tree.edit_leaf(a, b, text[1]) {
            return Some(tree);
        }
        return splice_leaf(tree.get(), a, b, text);
    }
    if a == 0 && b == tree.get().len() {
        return leaves(text);
    }
    // A tree that is not balanced is not made so here.
    let join = if tree.get().is_level() {
        join_any
    } else {
        squeeze_any
    };
    let (left, right) = tree.into_children();
    let cut = left.get().len();
    if b <= cut {
        join(splice(left, a, b, text), Some(right))
    } else if a >= cut {
        join(Some(left), splice(right, a - cut, b - cut, text))
    } else {
        let right = splice(right, 0, b - cut, [""; 3]);
        join(splice(left, a, cut, text), right)
    }
}

/// Does the same with a tree that stays as it is. Changes one reference count on each level.
fn splice_shared(tree: Ref<'_>, a: usize, b: usize, text: Parts<'_>) -> Option<Node> {
    if tree.is_leaf() {
        return splice_leaf(tree, a, b, text);
    }
    if a == 0 && b == tree.len() {
        return leaves(text);
    }
    let join = if tree.is_level() {
        join_any
    } else {
        squeeze_any
    };
    let (left, right) = tree.children();
    let cut = left.len();
    if b <= cut {
        let left = splice_shared(left, a, b, text);
        join(left, Some(right.share()))
    } else if a >= cut {
        let right = splice_shared(right, a - cut, b - cut, text);
        join(Some(left.share()), right)
    } else {
        let right = splice_shared(right, 0, b - cut, [""; 3]);
        join(splice_shared(left, a, cut, text), right)
    }
}

fn splice_leaf(leaf: Ref<'_>, a: usize, b: usize, text: Parts<'_>) -> Option<Node> {
    let old = leaf.leaf_text();
    if !leaf.is_borrowed() {
        return leaves5([&old[..a], text[0], text[1], text[2], &old[b..]]);
    }
    let before = old.floor_char_boundary(a.saturating_sub(AROUND));
    let after = old.ceil_char_boundary(b + AROUND.min(old.len() - b));
    let middle = leaves5([&old[before..a], text[0], text[1], text[2], &old[b..after]]);
    let rest = join_any(middle, slice(leaf, after, old.len()));
    join_any(slice(leaf, 0, before), rest)
}

/// Returns the parts as leaves: up to four for what [`splice`] may get.
fn leaves(text: Parts<'_>) -> Option<Node> {
    leaves5(["", text[0], text[1], text[2], ""])
}

fn leaves5(parts: [&str; 5]) -> Option<Node> {
    let total: usize = parts.iter().map(|part| part.len()).sum();
    if total == 0 {
        return None;
    }
    if total <= LEAF_MAX {
        return Some(Node::leaf(&parts));
    }
    // Typing at the end of a leaf leaves a full leaf behind.
    let cut = if parts[4].is_empty() && total < 2 * LEAF_MAX - 3 {
        LEAF_MAX
    } else {
        let count = total.div_ceil(LEAF_MAX - 3);
        count / 2 * total / count
    };
    let (left, right) = split(parts, cut);
    join_any(leaves5(left), leaves5(right))
}

/// Splits a text at the last boundary of characters that is not behind `cut`.
fn split(parts: [&str; 5], mut cut: usize) -> ([&str; 5], [&str; 5]) {
    let (mut left, mut right) = (parts, parts);
    for (left, right) in left.iter_mut().zip(&mut right) {
        let at = left.floor_char_boundary(cut.min(left.len()));
        cut = if at < left.len() { 0 } else { cut - at };
        (*left, *right) = left.split_at(at);
    }
    (left, right)
}

/// Returns a tree with bytes a..b replaced by another tree.
pub(crate) fn splice_tree(tree: Ref<'_>, a: usize, b: usize, new: Option<Node>) -> Option<Node> {
    let rest = join_any(new, slice(tree, b, tree.len()));
    join_any(slice(tree, 0, a), rest)
}

/// Returns bytes a..b of a tree, sharing its nodes.
pub(crate) fn slice(tree: Ref<'_>, a: usize, b: usize) -> Option<Node> {
    if a >= b {
        return None;
    }
    if a == 0 && b == tree.len() {
        return Some(tree.share());
    }
    if tree.is_leaf() {
        return Some(tree.cut_leaf(a, b));
    }
    let (left, right) = tree.children();
    let cut = left.len();
    if b <= cut {
        slice(left, a, b)
    } else if a >= cut {
        slice(right, a - cut, b - cut)
    } else {
        let left = slice(left, a, cut);
        join_any(left, slice(right, 0, b - cut))
    }
}

/// Copies a text into leaves.
///
/// # Errors
///
/// `Full` or `Alloc`.
pub(crate) fn try_build(text: &str) -> Result<Option<Node>, Refused> {
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

/// Takes a text over without a copy, if it is longer than a leaf.
pub(crate) fn try_borrow(owner: Owner) -> Result<Option<Node>, Refused> {
    if owner.text().len() <= LEAF_MAX {
        return try_build(owner.text());
    }
    Node::try_borrowed(Arc::new(owner)).map(Some)
}
