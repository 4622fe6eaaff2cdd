//! Edits of a text: a tree under at most two patches.
//!
//! Typing rewrites the upper patch. An edit somewhere else puts a second patch on top, so that two
//! places can be edited in turns without a copy of a path. An edit at a third place writes both
//! patches into the tree, one after the other. After each of these steps the text is the same as
//! before, so that the next one may fail: an error leaves the text as it was.

use core::convert::Infallible;

use crate::error::{Attempt, out_of_memory};
use crate::node::{LEAF_MAX, Node, PATCH_MAX, Patch, Ref, Root};
use crate::short::Short;
use crate::slab::reserve;
use crate::splice::{Parts, splice, try_splice};
use crate::tree::{LOW, try_slice, try_splice_tree};
use crate::visit::visit;

/// The most bytes between a patch and an edit that joins it: the patch then has these bytes too.
const REACH: usize = PATCH_MAX;

/// The most bytes that a patch replaces. Longer parts are cut out of the tree, so that their nodes
/// can be freed.
const DEL_MAX: usize = 1024;

#[derive(Clone, Copy)]
pub(crate) struct Edit<'a> {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// At most [`LEAF_MAX`] bytes.
    pub(crate) text: &'a str,
}

impl Edit<'_> {
    fn len_after(&self, len: usize) -> usize {
        len - (self.to - self.from) + self.text.len()
    }

    fn fits_patch(&self) -> bool {
        self.text.len() <= PATCH_MAX && self.to - self.from <= DEL_MAX
    }
}

/// Does an edit in place if it is one of the upper patch, as typing mostly is, and nobody shares
/// the text. Returns false if not.
#[inline]
pub(crate) fn type_in_place(root: &mut Root, edit: &Edit<'_>) -> bool {
    let Some(text) = root.get_mut().filter(|text| text.get().is_patch()) else {
        return false;
    };
    let (patch, old_len) = (text.get().patch(), text.get().len());
    let Some(near) = Near::new(&patch, edit).filter(Near::fits) else {
        return false;
    };
    let total = edit.len_after(old_len);
    let is_text = 0 < total && u32::try_from(total).is_ok();
    is_text && rewrite_in_place(text, edit, &near, total)
}

/// Does an edit if it takes at most one slot. Returns false if it takes more.
pub(crate) fn try_type(root: &mut Root, edit: &Edit<'_>) -> Attempt<bool> {
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
        if let Some(near) = Near::new(&patch, edit) {
            if near.fits() {
                *text = rewrite(old, edit, &near, total)?;
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
    try_put(root, edit, total)?;
    Ok(true)
}

fn try_put(root: &mut Root, edit: &Edit<'_>, total: usize) -> Attempt {
    let slot = Node::try_patch_slot(edit.text.len())?;
    let ascii = edit.text.is_ascii();
    let base = root.take();
    *root = Root::new(
        base.map(|base| Node::patch_in(slot, base, edit.from, total, &[edit.text], ascii)),
    );
    Ok(())
}

pub(crate) fn try_edit(root: &mut Root, edit: Edit<'_>) -> Attempt {
    let Some(text) = root.get() else {
        return Ok(());
    };
    let total = edit.len_after(text.len());
    if total == 0 {
        root.take();
        return Ok(());
    }
    if text.is_patch() {
        let patch = text.patch();
        if let Some(near) = Near::new(&patch, &edit)
            && near.gap() == 0
            && near.len <= LEAF_MAX
            && let Some(below) = Below::absorbing(&patch, &edit, near.len)
        {
            let old = Short::new(&[patch.text]);
            let parts = [&old[..near.head], edit.text, &old[near.tail..]];
            return try_write(root, &below, &parts, false);
        }
        if patch.base.is_patch()
            && let Some(moved) = moved(&patch, &edit)
            && let Some(near) = Near::new(&patch.base.patch(), &moved).filter(Near::fits)
        {
            reserve()?;
            let edited = root.take();
            *root = Root::new(edited.map(|text| edit_below(text, &moved, &near, total)));
            return Ok(());
        }
        try_close(root)?;
    }
    if edit.fits_patch() && root.get().is_some_and(|tree| tree.len() > 2 * PATCH_MAX) {
        return try_put(root, &edit, total);
    }
    let (from, to, keep) = (edit.from, edit.to, None);
    try_write(root, &Below { from, to, keep }, &["", edit.text, ""], false)
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
    let at = if moved.from < at {
        moved.len_after(at)
    } else {
        at
    };
    Node::patch(base, at, total, &[&short], ascii)
}

/// An edit that touches a patch, or is near to it.
struct Near {
    /// The place of the patch after the edit.
    at: usize,
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
    fn new(patch: &Patch<'_>, edit: &Edit<'_>) -> Option<Self> {
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
            at: edit.from.min(patch.at),
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

/// Writes an edit that [`fits`](Near::fits) into a patch, if nobody else has it and its slot is of
/// the right size.
#[inline]
fn rewrite_in_place(text: &mut Node, edit: &Edit<'_>, near: &Near, total: usize) -> bool {
    near.gap() == 0 && text.edit_patch((near.head, near.tail), edit.text, near.at, total)
}

/// Returns a new patch with an edit that [`fits`](Near::fits) in it.
#[inline]
fn rewrite(text: Ref<'_>, edit: &Edit<'_>, near: &Near, total: usize) -> Attempt<Node> {
    let patch = text.patch();
    let slot = Node::try_patch_slot(near.len)?;
    let (head, tail) = (&patch.text[..near.head], &patch.text[near.tail..]);
    let base = patch.base.share();
    let ascii = text.is_ascii() && edit.text.is_ascii();
    if near.gap() == 0 {
        let parts = [head, edit.text, tail];
        return Ok(Node::patch_in(slot, base, near.at, total, &parts, ascii));
    }
    let mut gap = Short::new(&[]);
    let from = if near.after > 0 {
        patch.at + patch.del
    } else {
        edit.to
    };
    let Ok(()) = visit::<Infallible>(patch.base, from, from + near.gap(), &mut |piece| {
        gap.push(piece);
        Ok(())
    });
    let parts = if near.after > 0 {
        [head, &*gap, edit.text, tail]
    } else {
        [head, edit.text, &*gap, tail]
    };
    Ok(Node::patch_in(slot, base, near.at, total, &parts, ascii))
}

/// A part of the tree below a text's patches, to be replaced.
struct Below {
    from: usize,
    to: usize,
    /// A patch that stays above the new tree.
    keep: Option<Loose>,
}

impl Below {
    /// Returns the part of the tree that a patch and an edit that touches it replace together.
    /// `len` is the length of their new text. None if they touch a patch below.
    fn absorbing(patch: &Patch<'_>, edit: &Edit<'_>, len: usize) -> Option<Self> {
        let from = edit.from.min(patch.at);
        let to = patch.at + patch.del + edit.to.saturating_sub(patch.end());
        if !patch.base.is_patch() {
            let keep = None;
            return Some(Self { from, to, keep });
        }
        let below = patch.base.patch();
        let range = Edit { from, to, text: "" };
        let moved = moved(&below, &range)?;
        let at = if from < below.at {
            below.at - (to - from) + len
        } else {
            below.at
        };
        Some(Self {
            from: moved.from,
            to: moved.to,
            keep: Some((at, below.del, Short::new(&[below.text]))),
        })
    }
}

/// The place of a patch, the bytes that it replaces, and its text.
type Loose = (usize, usize, Short);

/// Returns a patch of a tree; none if nothing is left.
fn put(tree: Option<Node>, (at, del, text): Loose) -> Option<Node> {
    let Some(tree) = tree else {
        return (!text.is_empty()).then(|| Node::leaf(&[&text]));
    };
    let total = tree.get().len() - del + text.len();
    (total > 0).then(|| Node::patch(tree, at, total, &[&text], text.is_ascii()))
}

/// Takes the patches off a text: the lower one last.
fn take_apart(root: &mut Root) -> (Option<Node>, [Option<Loose>; 2]) {
    let (mut tree, mut patches) = (root.take(), [None; 2]);
    for loose in &mut patches {
        if let Some(patch) = tree.take_if(|tree| tree.get().is_patch()) {
            let (base, at, del, text) = patch.into_patch();
            (tree, *loose) = (Some(base), Some((at, del, text)));
        }
    }
    (tree, patches)
}

/// Replaces the part of the tree by `parts`; of the patches only `keep` stays above. If `closes`,
/// writes `keep` into the tree too, where the slots of one reservation are enough for both.
fn try_write(
    root: &mut Root,
    &Below { from, to, keep }: &Below,
    parts: &Parts<'_>,
    closes: bool,
) -> Attempt {
    reserve()?;
    let (Some(tree), patches) = take_apart(root) else {
        return Ok(());
    };
    let mut tree = match splice(tree, from, to, parts) {
        Ok(tree) => tree,
        Err(tree) => {
            // Beside the old tree, which gets its patches back.
            let old = patches.into_iter().rev().flatten().fold(Some(tree), put);
            *root = Root::new(old);
            let Some(text) = root.get() else {
                return Ok(());
            };
            let made = try_splice(text.without_patches(), from, to, parts)?;
            reserve()?;
            made
        }
    };
    if let Some((at, del, text)) = keep {
        if closes && let Some(lower) = tree.take_if(|tree| tree.get().height() <= LOW) {
            match splice(lower, at, at + del, &["", &text, ""]) {
                Ok(text) => {
                    *root = Root::new(text);
                    return Ok(());
                }
                Err(lower) => tree = Some(lower),
            }
        }
        tree = put(tree, (at, del, text));
    }
    *root = Root::new(tree);
    Ok(())
}

/// Returns an edit that does not touch the patch, as one of the patch's base; none if it touches
/// it.
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

/// Writes the patches into the tree, the lower one first. The text stays the same.
pub(crate) fn try_close(root: &mut Root) -> Attempt {
    while let Some(text) = root.get().filter(|text| text.is_patch()) {
        let (mut patch, mut keep) = (text.patch(), None);
        if patch.base.is_patch() {
            keep = Some((patch.at, patch.del, Short::new(&[patch.text])));
            patch = patch.base.patch();
        }
        let (from, to) = (patch.at, patch.at + patch.del);
        let short = Short::new(&[patch.text]);
        try_write(root, &Below { from, to, keep }, &["", &short, ""], true)?;
    }
    Ok(())
}

/// Returns bytes a..b of a text, sharing its nodes.
pub(crate) fn try_substr(mut text: Ref<'_>, mut a: usize, mut b: usize) -> Attempt<Root> {
    while text.is_patch() && !(a == 0 && b == text.len()) {
        // A patch outside of the part is left away.
        let patch = text.patch();
        if a >= patch.end() {
            a = a - patch.text.len() + patch.del;
            b = b - patch.text.len() + patch.del;
        } else if b > patch.at {
            let mut closed = Root::new(Some(text.share()));
            try_close(&mut closed)?;
            let part = closed.get().map(|tree| try_slice(tree, a, b));
            return Ok(Root::new(part.transpose()?.flatten()));
        }
        text = patch.base;
    }
    if a == 0 && b == text.len() {
        return Ok(Root::new(Some(text.share())));
    }
    Ok(Root::new(try_slice(text, a, b)?))
}

pub(crate) fn try_replace_by_tree(
    root: &mut Root,
    from: usize,
    to: usize,
    new: Option<Node>,
) -> Attempt {
    try_close(root)?;
    let edited = match root.get() {
        Some(tree) => try_splice_tree(tree, from, to, new)?,
        None => new,
    };
    *root = Root::new(edited);
    Ok(())
}
