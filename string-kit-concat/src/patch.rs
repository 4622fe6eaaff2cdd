//! Edits of a text: a tree under at most two patches.
//!
//! Typing rewrites the upper patch. An edit somewhere else puts a second patch on top, so that two places can be edited
//! in turns without a copy of a path. An edit at a third place writes both patches into the tree.
//!
//! The functions take slots that were reserved.

use crate::mutated::planted;
use crate::node::{LEAF_MAX, Node, PATCH_MAX, Patch, Ref, Root, out_of_memory};
use crate::short::Short;
use crate::slab::Refused;
use crate::tree::{Parts, slice, splice, splice_tree};
use crate::visit::visit;

/// The most bytes between a patch and an edit that joins it: the patch then has these bytes too.
const REACH: usize = PATCH_MAX;

/// The most bytes that a patch replaces. Longer parts are cut out of the tree, so that their nodes can be freed.
const DEL_MAX: usize = 1024;

/// A replacement of bytes `from..to`.
#[derive(Clone, Copy)]
pub(crate) struct Edit<'a> {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// At most [`LEAF_MAX`] bytes.
    pub(crate) text: &'a str,
}

impl Edit<'_> {
    /// Returns the length of a text of `len` bytes after the edit.
    fn len_after(&self, len: usize) -> usize {
        len - (self.to - self.from) + self.text.len()
    }

    fn fits_patch(&self) -> bool {
        self.text.len() <= PATCH_MAX && self.to - self.from <= DEL_MAX
    }
}

/// Does an edit if it takes at most one slot, as typing mostly does. Returns false if it takes more.
///
/// # Errors
///
/// `Full` or `Alloc`; the text is as it was.
#[inline]
pub(crate) fn try_type(root: &mut Root, edit: &Edit<'_>) -> Result<bool, Refused> {
    let Some(text) = root.get_mut() else {
        return Ok(false);
    };
    let old = text.get();
    let total = edit.len_after(old.len());
    if total == 0 {
        return Ok(false);
    }
    if old.is_leaf() && text.edit_leaf(edit.from, edit.to, edit.text) {
        return Ok(true);
    }
    let old = text.get();
    if old.is_patch() {
        let patch = old.patch();
        if let Some(near) = Near::of(&patch, edit) {
            if near.fits() {
                if !rewrite_in_place(text, edit, &near, total) {
                    *text = rewrite(text.get(), edit, &near, total)?;
                }
                return Ok(true);
            }
            if near.gap() == 0 {
                return Ok(false);
            }
        }
        if patch.base.is_patch() {
            return Ok(false);
        }
    }
    if !edit.fits_patch() || old.len() <= 2 * PATCH_MAX {
        return Ok(false);
    }
    let slot = Node::try_patch_slot(edit.text.len())?;
    let ascii = edit.text.is_ascii();
    let base = root.take();
    *root = Root::new(
        base.map(|base| Node::patch_in(slot, base, edit.from, total, &[edit.text], ascii)),
    );
    Ok(true)
}

/// Returns the edited text; none if nothing is left.
pub(crate) fn edit(text: Node, edit: Edit<'_>) -> Option<Node> {
    let total = edit.len_after(text.get().len());
    if total == 0 {
        return None;
    }
    if !text.get().is_patch() {
        return splice(text, edit.from, edit.to, ["", edit.text, ""]);
    }
    let patch = text.get().patch();
    if let Some(near) = Near::of(&patch, &edit)
        && near.gap() == 0
        && near.len <= LEAF_MAX
    {
        return absorb(text, &edit, &near);
    }
    if patch.base.is_patch()
        && let Some(moved) = moved(&patch, &edit)
        && let Some(near) = Near::of(&patch.base.patch(), &moved).filter(Near::fits)
    {
        return Some(edit_below(text, &moved, &near, total));
    }
    let tree = close(text)?;
    if edit.fits_patch() && tree.get().len() > 2 * PATCH_MAX {
        let ascii = edit.text.is_ascii();
        return Some(Node::patch(tree, edit.from, total, &[edit.text], ascii));
    }
    splice(tree, edit.from, edit.to, ["", edit.text, ""])
}

/// Does an edit in the lower of two patches, where it fits.
fn edit_below(text: Node, moved: &Edit<'_>, near: &Near, total: usize) -> Node {
    let ascii = text.get().is_ascii();
    let (mut base, at, _, short) = text.into_patch();
    let base_total = moved.len_after(base.get().len());
    if !rewrite_in_place(&mut base, moved, near, base_total) {
        let new = rewrite(base.get(), moved, near, base_total);
        base = new.unwrap_or_else(|_| out_of_memory());
    }
    let at = if moved.from < at && !planted!(PatchPlace) {
        moved.len_after(at)
    } else {
        at
    };
    Node::patch(base, at, total, &[&short], ascii)
}

/// An edit that touches a patch, or is near to it.
struct Near {
    /// The part of the patch's text that stays before the edit ends here.
    head: usize,
    /// The part that stays after it begins here.
    tail: usize,
    /// The bytes of the base between the patch and an edit after it, and before it.
    after: usize,
    before: usize,
    /// The length of the new text of the patch, and the bytes that it replaces.
    len: usize,
    del: usize,
}

impl Near {
    #[inline]
    fn of(patch: &Patch<'_>, edit: &Edit<'_>) -> Option<Self> {
        let end = patch.end();
        let after = edit.from.saturating_sub(end);
        let before = patch.at.saturating_sub(edit.to);
        if after > REACH || before > REACH {
            return None;
        }
        let head = edit.from.clamp(patch.at, end) - patch.at;
        let tail = edit.to.clamp(patch.at, end) - patch.at;
        let len = head + after + edit.text.len() + before + (patch.text.len() - tail);
        // The edit also deletes bytes of the base, on either side of the patch.
        let del = patch.del + edit.to.saturating_sub(end) + patch.at.saturating_sub(edit.from);
        Some(Self {
            head,
            tail,
            after,
            before,
            len,
            del,
        })
    }

    fn gap(&self) -> usize {
        self.after + self.before
    }

    fn fits(&self) -> bool {
        self.len <= PATCH_MAX && self.del <= DEL_MAX
    }
}

/// Writes an edit that [`fits`](Near::fits) into a patch, if nobody else has it and its slot is of the right size.
#[inline]
fn rewrite_in_place(text: &mut Node, edit: &Edit<'_>, near: &Near, total: usize) -> bool {
    let at = edit.from.min(text.get().patch().at);
    near.gap() == 0 && text.edit_patch((near.head, near.tail), edit.text, at, total)
}

/// Returns a new patch with an edit that [`fits`](Near::fits) in it.
#[inline]
fn rewrite(text: Ref<'_>, edit: &Edit<'_>, near: &Near, total: usize) -> Result<Node, Refused> {
    let patch = text.patch();
    let slot = Node::try_patch_slot(near.len)?;
    let at = edit.from.min(patch.at);
    let (head, tail) = (&patch.text[..near.head], &patch.text[near.tail..]);
    let base = patch.base.share();
    if near.gap() == 0 {
        let ascii = text.is_ascii() && edit.text.is_ascii();
        return Ok(Node::patch_in(
            slot,
            base,
            at,
            total,
            &[head, edit.text, tail],
            ascii,
        ));
    }
    let mut gap = Short::new(&[]);
    let from = if near.after > 0 {
        patch.at + if planted!(PatchGap) { 0 } else { patch.del }
    } else {
        edit.to
    };
    visit(patch.base, from, from + near.gap(), &mut |piece| {
        gap.push(piece);
    });
    let parts = if near.after > 0 {
        [head, &*gap, edit.text, tail]
    } else {
        [head, edit.text, &*gap, tail]
    };
    let ascii = text.is_ascii() && edit.text.is_ascii();
    Ok(Node::patch_in(slot, base, at, total, &parts, ascii))
}

/// Writes a patch and an edit that touches it into the text below. Together they have at most [`LEAF_MAX`] bytes.
fn absorb(text: Node, edit: &Edit<'_>, near: &Near) -> Option<Node> {
    let patch = text.get().patch();
    let from = edit.from.min(patch.at);
    let to = patch.at + patch.del + edit.to.saturating_sub(patch.end());
    let (base, _, _, old) = text.into_patch();
    splice_below(
        base,
        from,
        to,
        [&old[..near.head], edit.text, &old[near.tail..]],
    )
}

/// Replaces bytes of a tree, or of the tree below a patch if the patch can stay.
fn splice_below(text: Node, from: usize, to: usize, parts: Parts<'_>) -> Option<Node> {
    if !text.get().is_patch() {
        return splice(text, from, to, parts);
    }
    let patch = text.get().patch();
    let range = Edit { from, to, text: "" };
    let Some(moved) = moved(&patch, &range) else {
        return splice(close(text)?, from, to, parts);
    };
    let (shift, ascii) = (from < patch.at, text.get().is_ascii());
    let ascii = ascii || patch.text.is_ascii();
    let (base, at, del, short) = text.into_patch();
    let added: usize = parts.iter().map(|part| part.len()).sum();
    let at = if shift { at - (to - from) + added } else { at };
    let Some(tree) = splice(base, moved.from, moved.to, parts) else {
        return (!short.is_empty()).then(|| Node::leaf(&[&short]));
    };
    let total = tree.get().len() - del + short.len();
    if total == 0 {
        return None;
    }
    Some(Node::patch(tree, at, total, &[&short], ascii))
}

/// Returns an edit that does not touch the patch, as one of the patch's base; none if it touches it.
fn moved<'a>(patch: &Patch<'_>, edit: &Edit<'a>) -> Option<Edit<'a>> {
    if edit.to < patch.at {
        return Some(*edit);
    }
    (edit.from > patch.end()).then(|| Edit {
        from: edit.from - patch.text.len() + patch.del,
        to: edit.to - patch.text.len() + patch.del,
        text: edit.text,
    })
}

/// Returns the text as a tree without patches; none if nothing is left.
pub(crate) fn close(text: Node) -> Option<Node> {
    if !text.get().is_patch() {
        return Some(text);
    }
    let (base, at, del, short) = text.into_patch();
    if !base.get().is_patch() {
        return splice(base, at, at + del, ["", &short, ""]);
    }
    // The lower patch stays in the coordinates of the upper one's base.
    let tree = splice_below(base, at, at + del, ["", &short, ""])?;
    close(tree)
}

/// Returns bytes a..b of a text, sharing its nodes.
pub(crate) fn substr(text: Ref<'_>, a: usize, b: usize) -> Option<Node> {
    if !text.is_patch() {
        return slice(text, a, b);
    }
    if a >= b {
        return None;
    }
    if a == 0 && b == text.len() {
        return Some(text.share());
    }
    // Of a patch that lies within, the cut takes both sides of its base; else one of them.
    let patch = text.patch();
    let end = patch.end();
    let base_end = patch.at + patch.del;
    let left = substr(patch.base, a.min(patch.at), b.min(patch.at));
    let right = substr(
        patch.base,
        a.max(end) - end + base_end,
        b.max(end) - end + base_end,
    );
    let middle = &patch.text[a.clamp(patch.at, end) - patch.at..b.clamp(patch.at, end) - patch.at];
    let (left, right) = (left.and_then(close), right.and_then(close));
    let middle = (!middle.is_empty()).then(|| Node::leaf(&[middle]));
    crate::tree::join_any(crate::tree::join_any(left, middle), right)
}

/// Returns a text with bytes replaced by a tree.
pub(crate) fn replace_by_tree(
    text: Node,
    from: usize,
    to: usize,
    new: Option<Node>,
) -> Option<Node> {
    let Some(tree) = close(text) else {
        return new;
    };
    splice_tree(tree.get(), from, to, new)
}
