//! Nodes: the one module that dereferences ids.
//!
//! ```text
//!            word 0              word 1      word 2   word 3
//! inner      count:24 | height   length      left     right    1 unit
//! leaf       count:24 | 0        length:8, then text           1 to 16 units
//! borrowed   count:24 | 0        0:8         length   offset   2 units: then a pointer to an owner
//! patch      count:24 | 128 + n  length      base     at       1 to 3 units: then n bytes of text
//!                       + 64: the text is not ASCII alone
//! ```
//!
//! A patch is its base with the bytes from `at` on replaced by a short text. The number of bytes
//! that it replaces follows from the lengths. A borrowed leaf is a part of a text that the crate
//! took over or shares.
//!
//! The rules of access:
//!
//! - A [`Node`] owns one reference. It is made from a [`Vacant`] slot alone, whose id is its own.
//! - A [`Ref`] borrows one. While it lives, nobody writes to the node or to those below it, and
//!   nobody frees them: only the owner of the single reference writes, and a node above owns a
//!   reference to each of its children.
//! - A text is UTF-8, since it is copied from `str`s.
#![allow(unsafe_code)]

mod borrow;
mod layout;
mod owner;
mod root;
mod vacant;

use alloc::sync::Arc;
use core::mem::ManuallyDrop;
use core::num::NonZeroU32;
use core::ptr::{self, NonNull};
use core::sync::atomic::Ordering;

use crate::count;
use crate::error::Attempt;
use crate::short::Short;
use crate::slab::{self, Memory, slab};

pub(crate) use borrow::{Kind, Patch, Ref};
pub(crate) use layout::{LEAF_MAX, Node, PATCH_MAX, narrow};
pub(crate) use owner::{Held, Owner};
pub(crate) use root::Root;
pub(crate) use vacant::Vacant;

use layout::{
    BORROWED, Borrowed, INNER, LEAF_TEXT, NOT_ASCII, PATCH, PATCH_TEXT, TAG_SHIFT, Words,
    leaf_class, mark, patch_class, reserved,
};
use vacant::first_word;

impl Node {
    /// Joins two texts.
    ///
    /// # Panics
    ///
    /// If one is a patch or is 63 high, or their length together does not fit into 32 bits.
    #[inline]
    pub(crate) fn inner(left: Self, right: Self) -> Self {
        reserved(Self::try_inner(left, right))
    }

    /// Joins two texts as [`inner`](Self::inner) does, in a slot that was not reserved.
    #[inline]
    pub(crate) fn try_inner(left: Self, right: Self) -> Attempt<Self> {
        Ok(Self::inner_in(Vacant::try_take(INNER)?, left, right))
    }

    /// Joins two texts as [`inner`](Self::inner) does, in the slot of an inner node.
    #[inline]
    pub(crate) fn inner_in(slot: Vacant, left: Self, right: Self) -> Self {
        assert!(slot.class == INNER);
        let (l, r) = (left.get(), right.get());
        let height = 1 + l.height().max(r.height());
        let (len, is_too_long) = narrow(l.len()).overflowing_add(narrow(r.len()));
        assert!(height < NOT_ASCII && !is_too_long);
        let tag = height | l.not_ascii() | r.not_ascii();
        slot.forget_notes();
        // SAFETY: the tag is an inner node's, and both gave up their reference.
        unsafe { slot.write(tag, len, left.into_id(), right.into_id()) };
        // SAFETY: an inner node has no more than the words.
        unsafe { slot.into_node() }
    }

    /// Copies parts of a text, all of 1 to [`LEAF_MAX`] bytes, into a leaf.
    #[inline]
    pub(crate) fn leaf(parts: &[&str]) -> Self {
        reserved(Self::try_leaf(parts))
    }

    /// Copies a text of 1 to [`LEAF_MAX`] bytes into a leaf, in a slot that was not reserved.
    #[inline]
    pub(crate) fn try_leaf(parts: &[&str]) -> Attempt<Self> {
        let total = parts.iter().map(|part| part.len()).sum();
        let slot = Vacant::try_take(leaf_class(total))?;
        assert!(0 < total && total <= LEAF_MAX);
        let mut len = [0; 4];
        len[0] = u8::try_from(total).unwrap_or_default();
        if slot.class == INNER {
            slot.forget_notes();
        }
        let tag = parts.iter().fold(0, |tag, part| tag | mark(part));
        // SAFETY: the tag is a leaf's.
        unsafe { slot.write(tag, u32::from_ne_bytes(len), 0, 0) };
        slot.write_text(LEAF_TEXT, total, parts);
        // SAFETY: the words and as many bytes as they say were written.
        Ok(unsafe { slot.into_node() })
    }

    /// Makes a leaf of more than [`LEAF_MAX`] bytes of a text that is allocated already.
    pub(crate) fn try_borrowed(owner: Arc<Held>, part: (usize, usize)) -> Attempt<Self> {
        let slot = Vacant::try_take(BORROWED)?;
        let tag = if owner.is_ascii() { 0 } else { NOT_ASCII };
        assert!(owner.text().get(part.0..part.1).is_some());
        // SAFETY: the tag is a leaf's.
        unsafe { slot.write(tag, 0, narrow(part.1 - part.0), narrow(part.0)) };
        // SAFETY: the slot has room for a borrowed leaf, whose words were written.
        let owner_at = unsafe { &raw mut (*slot.at().cast::<Borrowed>().as_ptr()).owner };
        // SAFETY: it lies within the slot, which nobody else has.
        unsafe { owner_at.write(Arc::into_raw(owner)) };
        // SAFETY: the words of a borrowed leaf were written, and its owner.
        Ok(unsafe { slot.into_node() })
    }

    /// Returns a slot for a patch with a text of `len` bytes, at most [`PATCH_MAX`].
    #[inline]
    pub(crate) fn try_patch_slot(len: usize) -> Attempt<Vacant> {
        Vacant::try_take(patch_class(len))
    }

    /// Replaces bytes of a text by parts of at most [`PATCH_MAX`] bytes together. Replaces as many
    /// bytes as make the text `total` bytes long. `ascii` is true if the parts are ASCII only.
    #[inline]
    pub(crate) fn patch(base: Self, at: usize, total: usize, parts: &[&str], ascii: bool) -> Self {
        let len = parts.iter().map(|part| part.len()).sum();
        let slot = reserved(Self::try_patch_slot(len));
        Self::patch_in(slot, base, at, total, parts, ascii)
    }

    /// Makes a patch as [`patch`](Self::patch) does, in a slot.
    ///
    /// # Panics
    ///
    /// If the slot is too small.
    #[inline]
    pub(crate) fn patch_in(
        slot: Vacant,
        base: Self,
        at: usize,
        total: usize,
        parts: &[&str],
        ascii: bool,
    ) -> Self {
        let len: usize = parts.iter().map(|part| part.len()).sum();
        debug_assert!(at + len <= total && total - len <= base.get().len());
        assert!(slot.class == patch_class(len));
        let mark = if ascii { 0 } else { NOT_ASCII };
        let tag = (PATCH + narrow(len)) | base.get().not_ascii() | mark;
        slot.write_text(PATCH_TEXT, len, parts);
        // SAFETY: the tag is a patch's, and the base gave up its reference.
        unsafe { slot.write(tag, narrow(total), base.into_id(), narrow(at)) };
        // SAFETY: the words and the text were written.
        unsafe { slot.into_node() }
    }

    #[inline]
    pub(crate) fn get(&self) -> Ref<'_> {
        // SAFETY: the node has a reference, and is borrowed.
        unsafe { Ref::new(self.0) }
    }

    #[inline]
    pub(crate) fn id(&self) -> u32 {
        self.0.get()
    }

    #[inline]
    pub(crate) fn is_unique(&self) -> bool {
        self.get().is_unique()
    }

    #[inline]
    pub(crate) fn into_children(self) -> (Self, Self) {
        let (_slot, left, right) = self.take_apart();
        (left, right)
    }

    /// Returns the children of an inner node, and its slot if nobody else has the node.
    #[inline]
    pub(crate) fn take_apart(self) -> (Option<Vacant>, Self, Self) {
        let (left, right) = self.get().children();
        if !self.is_unique() {
            return (None, left.share(), right.share());
        }
        // The node had a reference of each, and goes without giving them up.
        let (left, right) = (Self(left.id), Self(right.id));
        let slot = Vacant {
            id: self.into_nonzero(),
            class: INNER,
        };
        (Some(slot), left, right)
    }

    /// Returns a child of an inner node, in which `deleted` bytes are about to be replaced by
    /// `added` others, and counts them. `ascii` is true if these are ASCII only.
    ///
    /// # Panics
    ///
    /// If somebody else has the node.
    #[inline]
    pub(crate) fn child_mut(
        &mut self,
        is_left: bool,
        (deleted, added): (usize, usize),
        ascii: bool,
    ) -> &mut Self {
        let node = self.get();
        assert!((1..PATCH).contains(&node.height()) && node.is_unique());
        let mark = if ascii { 0 } else { NOT_ASCII };
        let (words, head) = (node.at.cast::<Words>(), first_word(node.tag() | mark));
        // SAFETY: nobody else has the slot.
        unsafe { slab().forget_notes(self.id()) };
        // SAFETY: every node begins with its words. This one is borrowed mutably, and nobody else
        // has it.
        let words = unsafe { &mut *words.as_ptr() };
        words.head = head;
        words.len = narrow(words.len as usize - deleted + added);
        let child = if is_left {
            &raw mut words.two
        } else {
            &raw mut words.three
        };
        // SAFETY: an inner node has the id of a node there, with a reference, as a `Node` is.
        unsafe { &mut *child.cast::<Self>() }
    }

    /// Takes a patch apart into its base, its place, the bytes that it replaces, and its text.
    #[inline]
    pub(crate) fn into_patch(self) -> (Self, usize, usize, Short) {
        let patch = self.get().patch();
        let (at, del, text) = (patch.at, patch.del, Short::new(&[patch.text]));
        if !self.is_unique() {
            return (patch.base.share(), at, del, text);
        }
        let base = Self(patch.base.id);
        let class = patch_class(text.len());
        let _ = Vacant {
            id: self.into_nonzero(),
            class,
        };
        (base, at, del, text)
    }

    /// Replaces bytes a..b of a leaf in place, if nobody else has it and the text fits into the
    /// same slot.
    #[inline]
    pub(crate) fn edit_leaf(&mut self, a: usize, b: usize, text: &str) -> bool {
        let leaf = self.get();
        if leaf.is_borrowed() || !self.is_unique() {
            return false;
        }
        let old = leaf.leaf_text();
        assert!(a <= b && b <= old.len());
        let new_len = old.len() - (b - a) + text.len();
        let fits =
            0 < new_len && new_len <= LEAF_MAX && leaf_class(new_len) == leaf_class(old.len());
        if !fits || !old.is_char_boundary(a) || !old.is_char_boundary(b) {
            return false;
        }
        let tail = old.len() - b;
        // SAFETY: the text begins within the slot.
        let start = unsafe { self.at().cast::<u8>().add(LEAF_TEXT) };
        // SAFETY: old and new text lie within the slot, which nobody else has.
        unsafe { replace_bytes(start, a, b, tail, text) };
        // SAFETY: the length is the byte before the text.
        let len_at = unsafe { start.sub(1) };
        // SAFETY: that is within the slot, which nobody else has.
        unsafe { len_at.write(u8::try_from(new_len).unwrap_or_default()) };
        let words = self.get().words();
        let tag = self.get().not_ascii() | mark(text);
        words.head.store(tag << TAG_SHIFT | 1, Ordering::Relaxed);
        true
    }

    /// Replaces bytes a..b of a patch's text in place, if nobody else has it and the text fits into
    /// the same slot. The patch is at byte `at` then, and the whole text has `total` bytes.
    #[inline]
    pub(crate) fn edit_patch(
        &mut self,
        range: (usize, usize),
        text: &str,
        at: usize,
        total: usize,
    ) -> bool {
        let ((a, b), node) = (range, self.get());
        let (slot, old) = (node.at, node.patch_text());
        assert!(a <= b && b <= old.len());
        let new_len = old.len() - (b - a) + text.len();
        let fits = new_len <= PATCH_MAX && patch_class(new_len) == patch_class(old.len());
        if !fits || !old.is_char_boundary(a) || !old.is_char_boundary(b) || !node.is_unique() {
            return false;
        }
        let words = Words {
            head: first_word((PATCH + narrow(new_len)) | node.not_ascii() | mark(text)),
            len: narrow(total),
            two: node.words().two,
            three: narrow(at),
        };
        let tail = old.len() - b;
        // SAFETY: the text begins within the slot, or at its end.
        let start = unsafe { slot.cast::<u8>().add(PATCH_TEXT) };
        // SAFETY: old and new text lie within the slot, which nobody else has.
        unsafe { replace_bytes(start, a, b, tail, text) };
        // SAFETY: every node begins with its words, and nobody else has this one; the tag is a
        // patch's, and the base stays.
        unsafe { slot.cast().write(words) };
        true
    }

    #[inline]
    fn at(&self) -> NonNull<Memory> {
        // SAFETY: the node has a reference.
        unsafe { slab().slot(self.0.get()) }
    }

    #[inline]
    fn into_nonzero(self) -> NonZeroU32 {
        ManuallyDrop::new(self).0
    }

    #[inline]
    fn into_id(self) -> u32 {
        self.into_nonzero().get()
    }

    /// Frees a node, and each node below it whose last reference goes with it. Recursion is no
    /// deeper than the tree: at most 66 calls.
    fn free(&self) {
        let node = self.get();
        let tag = node.tag();
        let (class, below) = if tag & !NOT_ASCII == 0 {
            if node.is_borrowed() {
                // SAFETY: the leaf had a reference of its owner, and goes.
                drop(unsafe { Arc::from_raw(node.owner_pointer()) });
                (BORROWED, [None, None])
            } else {
                (leaf_class(node.leaf_text().len()), [None, None])
            }
        } else if tag >= PATCH {
            let patch = node.patch();
            (patch_class(patch.text.len()), [Some(patch.base), None])
        } else {
            let (left, right) = node.children();
            (INNER, [Some(left), Some(right)])
        };
        let below = below.map(|node| node.map(|node| Self(node.id)));
        // SAFETY: nobody has the node any more, and it was made in this size.
        unsafe { slab::put(class, self.0.get()) };
        drop(below);
    }
}

impl Drop for Node {
    #[inline]
    fn drop(&mut self) {
        if count::decrement(&self.get().words().head) {
            self.free();
        }
    }
}

/// Moves the tail of a text behind its new middle, and writes that.
///
/// # Safety
///
/// Bytes 0..b + tail from `start` on are the text, 0..a + text + tail may be written, and nobody
/// else has them.
#[inline]
unsafe fn replace_bytes(start: NonNull<u8>, a: usize, b: usize, tail: usize, text: &str) {
    // SAFETY: the tail lies within the text.
    let from = unsafe { start.add(b) };
    // SAFETY: the middle lies within what may be written.
    let middle = unsafe { start.add(a) };
    // SAFETY: so does the new tail.
    let to = unsafe { middle.add(text.len()) };
    // PERF: typing has no tail and one byte mostly; a call takes more than all the rest.
    if tail > 0 {
        // SAFETY: both tails lie within what the caller has.
        unsafe { ptr::copy(from.as_ptr(), to.as_ptr(), tail) };
    }
    if let [byte] = text.as_bytes() {
        // SAFETY: the middle lies within what the caller has.
        unsafe { middle.write(*byte) };
    } else {
        // SAFETY: the middle lies within what the caller has, where the text does not.
        unsafe { middle.copy_from_nonoverlapping(NonNull::from(text).cast(), text.len()) };
    }
}
