//! Edits of trees: bytes of leaves replaced by a text.

use crate::error::Attempt;
use crate::node::{LEAF_MAX, Node, Ref, Vacant};
use crate::slab::reserve;
use crate::tree::{MERGE_MAX, join_any, tallest, try_join_as};

/// The bytes beside a cut in a borrowed leaf that are copied with what is written there.
const AROUND: usize = 32;

/// A text in up to three parts.
pub(crate) type Parts<'a> = [&'a str; 3];

fn total(parts: &Parts<'_>) -> usize {
    parts.iter().map(|part| part.len()).sum()
}

/// Returns a tree with bytes a..b replaced by a text of at most [`LEAF_MAX`] bytes, and none if
/// nothing is left. Returns the tree as it was if [`Way::new`] finds no simple way to the bytes.
///
/// Copies one path; what nobody else has is written in place.
pub(crate) fn splice(
    mut tree: Node,
    a: usize,
    b: usize,
    text: &Parts<'_>,
) -> Result<Option<Node>, Node> {
    if let Some(leaf) = Leaf::find(tree.get(), a, b, total(text)) {
        leaf.write(&mut tree, text);
        return Ok(Some(tree));
    }
    splice_owned(tree, a, b, text)
}

/// Bytes a..b of a leaf that can be replaced without a new node above it.
struct Leaf {
    /// The turns on the way to it, the first one in the lowest bit: 0 to the left, 1 to the right.
    turns: u64,
    a: usize,
    b: usize,
}

impl Leaf {
    /// Returns the leaf that has the bytes, if it stays one leaf with `len` bytes in their place,
    /// nobody else has a node above it, and each of these stays within [`tallest`].
    fn find(mut tree: Ref<'_>, mut a: usize, mut b: usize, len: usize) -> Option<Self> {
        let (mut turns, mut turn) = (0, 1);
        let shrinks = len < b - a;
        while !tree.is_leaf() {
            let (left, right) = tree.children();
            let cut = left.len();
            if !tree.is_unique() || a < cut && cut < b || shrinks && !tree.is_level() {
                return None;
            }
            if b <= cut {
                tree = left;
            } else {
                (a, b, tree) = (a - cut, b - cut, right);
                turns |= turn;
            }
            turn <<= 1;
        }
        let new_len = tree.len() - (b - a) + len;
        // A shorter leaf may become part of its neighbour.
        let stays = new_len <= LEAF_MAX && (!shrinks || new_len > MERGE_MAX / 2);
        (stays && !tree.is_borrowed()).then_some(Self { turns, a, b })
    }

    /// Replaces the bytes by a text of the length that the leaf was found for.
    fn write(self, mut tree: &mut Node, text: &Parts<'_>) {
        let Self { mut turns, a, b } = self;
        let (len, ascii) = (total(text), text.iter().all(|part| part.is_ascii()));
        while !tree.get().is_leaf() {
            tree = tree.child_mut(turns & 1 == 0, (b - a, len), ascii);
            turns >>= 1;
        }
        if len == text[1].len() && tree.edit_leaf(a, b, text[1]) {
            return;
        }
        if let Some(leaf) = splice_leaf(tree.get(), a, b, text) {
            *tree = leaf;
        }
    }
}

fn splice_owned(tree: Node, a: usize, b: usize, text: &Parts<'_>) -> Result<Option<Node>, Node> {
    if !tree.is_unique() {
        return splice_shared(tree.get(), a, b, text).map_err(|NotSimple| tree);
    }
    if tree.get().is_leaf() {
        return Ok(splice_leaf(tree.get(), a, b, text));
    }
    let Ok(way) = Way::new(tree.get(), a, b) else {
        return Err(tree);
    };
    let (slot, left, right) = tree.take_apart();
    if way.is_left {
        match splice_owned(left, a, b, text) {
            Ok(left) => Ok(way.up(slot, left, Some(right))),
            Err(left) => Err(inner(slot, left, right)),
        }
    } else {
        let cut = left.get().len();
        match splice_owned(right, a - cut, b - cut, text) {
            Ok(right) => Ok(way.up(slot, Some(left), right)),
            Err(right) => Err(inner(slot, left, right)),
        }
    }
}

/// Does the same with a tree that stays as it is. Changes one reference count on each level.
fn splice_shared(
    tree: Ref<'_>,
    a: usize,
    b: usize,
    text: &Parts<'_>,
) -> Result<Option<Node>, NotSimple> {
    if tree.is_leaf() {
        return Ok(splice_leaf(tree, a, b, text));
    }
    let way = Way::new(tree, a, b)?;
    let (left, right) = tree.children();
    Ok(if way.is_left {
        let left = splice_shared(left, a, b, text)?;
        way.up(None, left, Some(right.share()))
    } else {
        let cut = left.len();
        let right = splice_shared(right, a - cut, b - cut, text)?;
        way.up(None, Some(left.share()), right)
    })
}

/// The child that has some bytes.
struct Way {
    is_left: bool,
    is_level: bool,
}

struct NotSimple;

impl Way {
    /// Returns the child of a node that is level, or has room: then it stays within [`tallest`] if
    /// the child grows by three levels, as a leaf does that becomes five.
    #[inline]
    fn new(tree: Ref<'_>, a: usize, b: usize) -> Result<Self, NotSimple> {
        let (left, right) = tree.children();
        let cut = left.len();
        let way = Self {
            is_left: b <= cut,
            is_level: left.height().abs_diff(right.height()) <= 1,
        };
        if (way.is_left || a >= cut) && (way.is_level || is_roomy(tree, b - a)) {
            Ok(way)
        } else {
            Err(NotSimple)
        }
    }

    /// Returns the node of the children after the edit, in the slot of the node before it where
    /// nobody else has that.
    #[inline]
    fn up(&self, slot: Option<Vacant>, left: Option<Node>, right: Option<Node>) -> Option<Node> {
        match (left, right) {
            (Some(left), Some(right)) if !self.is_level || stays_level(&left, &right) => {
                Some(inner(slot, left, right))
            }
            (left, right) => join_any(left, right),
        }
    }
}

/// Returns true if [`join_any`] would put one node above two trees, and change neither.
#[inline]
fn stays_level(left: &Node, right: &Node) -> bool {
    let [left, right] = [left, right].map(|tree| tree.get().height());
    left.min(right) > 0 && left.abs_diff(right) <= 1
}

/// Joins two texts in a slot that is at hand, or in a new one.
#[inline]
fn inner(slot: Option<Vacant>, left: Node, right: Node) -> Node {
    match slot {
        Some(slot) => Node::inner_in(slot, left, right),
        None => Node::inner(left, right),
    }
}

#[cold]
fn is_roomy(tree: Ref<'_>, deleted: usize) -> bool {
    tree.height() + 2 < tallest(tree.len() - deleted)
}

/// Replaces bytes of a tree as [`splice`] does, whatever the way. The tree stays as it is.
pub(crate) fn try_splice(
    tree: Ref<'_>,
    a: usize,
    b: usize,
    text: &Parts<'_>,
) -> Attempt<Option<Node>> {
    if a == 0 && b == tree.len() {
        reserve()?;
        return Ok(leaves(text));
    }
    if tree.is_leaf() {
        reserve()?;
        return Ok(splice_leaf(tree, a, b, text));
    }
    let (left, right) = tree.children();
    let cut = left.len();
    let (left, right) = if b <= cut {
        (try_splice(left, a, b, text)?, Some(right.share()))
    } else if a >= cut {
        let right = try_splice(right, a - cut, b - cut, text)?;
        (Some(left.share()), right)
    } else {
        let right = try_splice(right, 0, b - cut, &[""; 3])?;
        (try_splice(left, a, cut, text)?, right)
    };
    try_join_as(tree, left, right)
}

fn splice_leaf(leaf: Ref<'_>, a: usize, b: usize, text: &Parts<'_>) -> Option<Node> {
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
fn leaves(text: &Parts<'_>) -> Option<Node> {
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
