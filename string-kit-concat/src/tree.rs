//! Trees of leaves: joined, cut and edited. No patches here.
//!
//! An inner node is *level* if the heights of its children differ by at most 1. Every inner node is level, or its height
//! is at most [`tallest`] of its length. A level node of two trees within this bound is within it, too: if the taller
//! tree has n bytes and the greatest height, the other has more than n / 2 bytes, and 2 log2(1.5) > 1. So the bound
//! holds for all nodes, and [`join`] may make level nodes without a check of the bound. Trees that were only edited are
//! level everywhere: AVL trees.
//!
//! Memory: a function whose name begins with `try_` reserves slots ([`reserve`]) before each of its steps, and keeps the
//! trees that it gets. The others take slots that were reserved. Recursion is no deeper than the tree.
//!
//! A reservation is 256 slots of one unit. No tree is higher than 63, so a step takes fewer:
//!
//! - [`squeeze`] makes at most two nodes for every two levels, and one more: 65.
//! - [`join`] goes down through level nodes. Each level has at most three new nodes when it comes back: the heights that
//!   [`rotate`] gets differ by at most 2. It ends at a node that is not level, with one [`squeeze`] of what is left. So a
//!   level costs at most three nodes: 189, and a new leaf.
//! - [`splice`] edits one leaf, below level nodes alone. The leaf becomes at most five, whose nodes take 4 slots. On the
//!   way back each level has at most three new nodes, as before: 195.

use alloc::sync::Arc;

use crate::mutated::planted;
use crate::node::Owner;
use crate::node::{LEAF_MAX, Node, Ref};
use crate::slab::{Refused, reserve};

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
fn join_any(left: Option<Node>, right: Option<Node>) -> Option<Node> {
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
    if hl.abs_diff(hr) <= 1 {
        Node::inner(left, right)
    } else if !(if hl > hr { l } else { r }).is_level() {
        squeeze(left, right)
    } else if hl > hr {
        let (a, b) = left.into_children();
        rotate(a, join(b, right))
    } else {
        let (a, b) = right.into_children();
        rotate(join(left, a), b)
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

/// Returns a node of two trees, by one rotation where their heights differ by 2 and all new nodes come out level.
///
/// Otherwise the node is not level. If the higher tree is t high, then the two have at least 2^(t / 2) and 2^(t / 2 - 1)
/// bytes. So the bound for both is t + 1 or more.
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
    Node::inner(left, right)
}

/// Returns the two texts as one: one new node, unless that were too tall. Then the upper part of the taller one's long
/// path is taken off, what hangs on it is joined in balance on both sides, and there is room again.
///
/// # Errors
///
/// `Full` or `Alloc`; the two are dropped.
pub(crate) fn try_link(left: Node, right: Node) -> Result<Node, Refused> {
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

/// Returns the two texts as one, no taller than [`tallest`] and than one more than the taller of them. Takes at most
/// h + 2 new nodes, h being the height of the taller.
///
/// Let `left` be as high as h = `tallest(n)`, n being the bytes of both. Its higher child is h - 1 high, so it has more
/// than n / 2 bytes. If it is the outer one, the rest has less than n / 2, and comes out at most h - 2 high beside it.
///
/// If it is the inner one, four trees are left, none of which is higher than h - 2: a, then c and d of the inner one,
/// and `right`. Two pairs of them are at most h - 1 high, and where one pair has room for a node, the other one alone is
/// squeezed. If both have none, then d and `right` come out as high as the higher of them, at most h - 2. So they stay
/// below c, as d was.
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

/// Returns true if [`splice`] can replace bytes a..b: one leaf has them, and all nodes above it are level.
fn is_simple(mut tree: Ref<'_>, mut a: usize, mut b: usize) -> bool {
    while !tree.is_leaf() {
        if !tree.is_level() {
            return false;
        }
        let (left, right) = tree.children();
        let cut = left.len();
        if b <= cut {
            tree = left;
        } else if a >= cut {
            (tree, a, b) = (right, a - cut, b - cut);
        } else {
            return false;
        }
    }
    true
}

/// A replacement that cannot fail any more.
pub(crate) enum Splice {
    /// It is made in place, as far as nobody else has the nodes.
    InPlace,
    /// It was made.
    Made(Option<Node>),
}

impl Splice {
    /// Prepares to replace bytes a..b of a tree by a text of at most [`LEAF_MAX`] bytes. Reserves slots for
    /// [`apply`](Self::apply), and for a patch.
    ///
    /// # Errors
    ///
    /// `Full` or `Alloc`.
    pub(crate) fn try_new(
        tree: Ref<'_>,
        a: usize,
        b: usize,
        text: Parts<'_>,
    ) -> Result<Self, Refused> {
        reserve()?;
        if is_simple(tree, a, b) {
            return Ok(Self::InPlace);
        }
        let made = try_splice_tree(tree, a, b, leaves(text))?;
        reserve()?;
        Ok(Self::Made(made))
    }

    /// Returns the tree after the replacement, which must be the same; none if nothing is left.
    pub(crate) fn apply(self, tree: Node, a: usize, b: usize, text: Parts<'_>) -> Option<Node> {
        match self {
            Self::InPlace => splice(tree, a, b, text),
            Self::Made(made) => made,
        }
    }
}

/// Returns a tree with bytes a..b of one leaf replaced by a text of at most [`LEAF_MAX`] bytes; none if nothing is left.
///
/// Copies one path; what nobody else has is written in place.
fn splice(mut tree: Node, a: usize, b: usize, text: Parts<'_>) -> Option<Node> {
    if !tree.is_unique() {
        return splice_shared(tree.get(), a, b, text);
    }
    if tree.get().is_leaf() {
        if total(&text) == text[1].len() && tree.edit_leaf(a, b, text[1]) {
            return Some(tree);
        }
        return splice_leaf(tree.get(), a, b, text);
    }
    let (left, right) = tree.into_children();
    let cut = left.get().len();
    if b <= cut {
        join_any(splice(left, a, b, text), Some(right))
    } else {
        join_any(Some(left), splice(right, a - cut, b - cut, text))
    }
}

/// Does the same with a tree that stays as it is. Changes one reference count on each level.
fn splice_shared(tree: Ref<'_>, a: usize, b: usize, text: Parts<'_>) -> Option<Node> {
    if tree.is_leaf() {
        return splice_leaf(tree, a, b, text);
    }
    let (left, right) = tree.children();
    let cut = left.len();
    if b <= cut {
        let left = splice_shared(left, a, b, text);
        join_any(left, Some(right.share()))
    } else {
        let right = splice_shared(right, a - cut, b - cut, text);
        join_any(Some(left.share()), right)
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
    let part = |a, b| (a < b).then(|| leaf.cut_leaf(a, b));
    let rest = join_any(middle, part(after, old.len()));
    join_any(part(0, before), rest)
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
///
/// # Errors
///
/// `Full` or `Alloc`.
pub(crate) fn try_splice_tree(
    tree: Ref<'_>,
    a: usize,
    b: usize,
    new: Option<Node>,
) -> Result<Option<Node>, Refused> {
    let rest = try_join(new, try_slice(tree, b, tree.len())?)?;
    try_join(try_slice(tree, 0, a)?, rest)
}

/// Returns bytes a..b of a tree, sharing its nodes.
///
/// # Errors
///
/// `Full` or `Alloc`.
pub(crate) fn try_slice(tree: Ref<'_>, a: usize, b: usize) -> Result<Option<Node>, Refused> {
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
        let right = try_slice(right, 0, b - cut)?;
        if tree.is_level() {
            return try_join(left, right);
        }
        // A tree that is not balanced is not made so here.
        reserve()?;
        Ok(match (left, right) {
            (Some(left), Some(right)) => Some(squeeze(left, right)),
            (left, right) => left.or(right),
        })
    }
}

fn try_join(left: Option<Node>, right: Option<Node>) -> Result<Option<Node>, Refused> {
    reserve()?;
    Ok(join_any(left, right))
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

/// Takes a text over without a copy, if it is longer than a leaf. Ends the program if there is no memory for its owner:
/// a failure could not give the text back.
pub(crate) fn try_borrow(owner: Owner) -> Result<Option<Node>, Refused> {
    if owner.text().len() <= LEAF_MAX {
        return try_build(owner.text());
    }
    Node::try_borrowed(Arc::new(owner)).map(Some)
}
