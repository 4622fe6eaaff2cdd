//! Nodes: the one module that dereferences ids.
//!
//! ```text
//!            word 0                 word 1              word 2      word 3
//! inner      count:24 | height      length              left        right       1 unit
//! leaf       count:24 | 0           length:8, then text from byte 5 on          1 to 16 units
//! borrowed   count:24 | 0           0:8                 length      offset      2 units: then a pointer to an owner
//! patch      count:24 | 128 + n     length              base        at          then n bytes of text: 1 to 3 units
//!                       + 64: the text is not ASCII alone
//! ```
//!
//! A patch is its base with the bytes from `at` on replaced by a short text. The number of bytes that it replaces
//! follows from the lengths. A borrowed leaf is a part of a text that somebody else allocated.
//!
//! Who may do what:
//!
//! - A [`Node`] owns one reference. It is made from a [`Vacant`] slot alone, whose id is its own.
//! - A [`Ref`] borrows one: the node, and all below it, are not written to and not freed while it lives, since only
//!   an owner of the single reference writes, and a node below has a reference that the node above it owns.
//! - A text is UTF-8, since it is copied from `str`s.
#![allow(unsafe_code)]

use alloc::alloc::{Layout, handle_alloc_error};
use alloc::sync::Arc;
use core::fmt;
use core::marker::PhantomData;
use core::mem::{ManuallyDrop, offset_of};
use core::num::NonZeroU32;
use core::ptr::{self, NonNull};
use core::sync::atomic::{AtomicU32, Ordering};

use crate::count;
use crate::owner::Owner;
use crate::short::Short;
use crate::slab::{self, CLASSES, Memory, Refused, UNITS};

/// The bytes of the longest text in a leaf.
pub(crate) const LEAF_MAX: usize = 251;
/// The bytes of the longest text in a patch.
pub(crate) const PATCH_MAX: usize = Short::MAX;

const PATCH: u32 = 128;
const NOT_ASCII: u32 = 64;
const TAG_SHIFT: u32 = 24;

/// The first words of a node.
#[repr(C)]
struct Words {
    head: AtomicU32,
    len: u32,
    two: u32,
    three: u32,
}

/// A borrowed leaf.
#[repr(C)]
struct Borrowed {
    words: Words,
    owner: *const Owner,
}

/// Where the texts begin.
const LEAF_TEXT: usize = 5;
const PATCH_TEXT: usize = size_of::<Words>();

const _: () = assert!(PATCH_MAX < NOT_ASCII as usize);
const _: () = assert!(LEAF_TEXT + LEAF_MAX == 16 * size_of::<Memory>());
const _: () = assert!(size_of::<Words>() == size_of::<Memory>() && offset_of!(Words, len) == 4);
const _: () = assert!(size_of::<Borrowed>() <= 2 * size_of::<Memory>());
const _: () = assert!(align_of::<Borrowed>() <= align_of::<Memory>());

/// The sizes of slots that hold inner nodes, patches and borrowed leaves come first.
pub(crate) const FEW: usize = 3;
/// All sizes.
pub(crate) const ALL: usize = CLASSES;

const INNER: usize = 0;
const BORROWED: usize = 1;
const _: () = assert!(UNITS[INNER] == 1 && UNITS[BORROWED] == 2);

/// Returns the size of the slot for so many bytes.
#[inline]
const fn class_of(bytes: usize) -> usize {
    /// By the number of units less one.
    const CLASS: [u8; 16] = {
        let mut class = [0; 16];
        let (mut units, mut of) = (1, 0);
        while units <= 16 {
            if units > UNITS[of as usize] {
                of += 1;
            }
            class[units as usize - 1] = of;
            units += 1;
        }
        class
    };
    CLASS[(bytes - 1) / size_of::<Memory>() & 15] as usize
}

#[inline]
const fn leaf_class(text: usize) -> usize {
    class_of(LEAF_TEXT + text)
}

#[inline]
const fn patch_class(text: usize) -> usize {
    class_of(PATCH_TEXT + text)
}

#[inline]
fn mark(text: &str) -> u32 {
    if text.is_ascii() { 0 } else { NOT_ASCII }
}

/// A slot that holds no node yet.
pub(crate) struct Vacant {
    id: NonZeroU32,
    class: usize,
}

impl Vacant {
    /// Takes a slot.
    #[inline]
    fn try_of(class: usize) -> Result<Self, Refused> {
        let id = slab::take(class)?;
        // Blocks are numbered from 1 on.
        let id = NonZeroU32::new(id).ok_or(Refused::Full)?;
        Ok(Self { id, class })
    }

    /// Takes a slot that was reserved.
    #[inline]
    fn of(class: usize) -> Self {
        Self::try_of(class).unwrap_or_else(|_| {
            // The reserve was not enough, or without std another thread took it.
            handle_alloc_error(Layout::new::<Memory>())
        })
    }

    #[inline]
    fn at(&self) -> NonNull<Memory> {
        // SAFETY: it was taken, and is put back by `drop` alone.
        unsafe { slab::at(self.id.get()) }
    }

    /// Writes the first words. `tag` is the part of the first word above the count.
    #[inline]
    fn write(&self, tag: u32, len: u32, two: u32, three: u32) {
        let words = Words {
            head: AtomicU32::new(tag << TAG_SHIFT | 1),
            len,
            two,
            three,
        };
        // SAFETY: every slot has room for the words, and this one is not shared.
        unsafe { self.at().cast::<Words>().write(words) };
    }

    /// Writes parts of a text, all of `total` bytes, from a byte on; returns whether they are ASCII.
    ///
    /// # Panics
    ///
    /// If the slot has not so many bytes, or the parts are longer.
    #[inline]
    fn write_text(&self, from: usize, total: usize, parts: &[&str]) -> u32 {
        assert!(from + total <= UNITS[self.class] as usize * size_of::<Memory>());
        let (mut done, mut marks) = (0, 0);
        for part in parts {
            assert!(part.len() <= total - done);
            // SAFETY: the byte is within the slot, or at its end.
            let to = unsafe { self.at().cast::<u8>().add(from + done) };
            // SAFETY: the part ends within the slot, which nobody else has.
            unsafe { to.copy_from_nonoverlapping(NonNull::from(*part).cast(), part.len()) };
            done += part.len();
            marks |= mark(part);
        }
        assert!(done == total);
        marks
    }

    #[inline]
    fn into_node(self) -> Node {
        Node(ManuallyDrop::new(self).id)
    }
}

impl Drop for Vacant {
    fn drop(&mut self) {
        // SAFETY: it was taken in this size, and goes.
        unsafe { slab::put(self.class, self.id.get()) };
    }
}

/// One reference to a node.
#[repr(transparent)]
pub(crate) struct Node(NonZeroU32);

impl Node {
    /// Joins two texts, whose length together fits into 32 bits and whose height is below 63.
    #[inline]
    pub(crate) fn inner(left: Self, right: Self) -> Self {
        Self::fill_inner(Vacant::of(INNER), left, right)
    }

    /// Joins two texts as [`inner`](Self::inner) does, in a slot that was not reserved.
    ///
    /// # Errors
    ///
    /// `Full` or `Alloc`; the two are dropped.
    #[inline]
    pub(crate) fn try_inner(left: Self, right: Self) -> Result<Self, Refused> {
        Ok(Self::fill_inner(Vacant::try_of(INNER)?, left, right))
    }

    #[inline]
    fn fill_inner(slot: Vacant, left: Self, right: Self) -> Self {
        let (l, r) = (left.get(), right.get());
        let tag = (1 + l.height().max(r.height())) | l.not_ascii() | r.not_ascii();
        let len = l.len() + r.len();
        debug_assert!(tag & !NOT_ASCII < NOT_ASCII && u32::try_from(len).is_ok());
        slot.write(tag, narrow(len), left.into_id(), right.into_id());
        slot.into_node()
    }

    /// Copies parts of a text, all of 1 to [`LEAF_MAX`] bytes, into a leaf.
    #[inline]
    pub(crate) fn leaf(parts: &[&str]) -> Self {
        let total = parts.iter().map(|part| part.len()).sum();
        Self::fill_leaf(Vacant::of(leaf_class(total)), total, parts)
    }

    /// Copies a text of 1 to [`LEAF_MAX`] bytes into a leaf, in a slot that was not reserved.
    #[inline]
    pub(crate) fn try_leaf(parts: &[&str]) -> Result<Self, Refused> {
        let total = parts.iter().map(|part| part.len()).sum();
        Ok(Self::fill_leaf(
            Vacant::try_of(leaf_class(total))?,
            total,
            parts,
        ))
    }

    #[inline]
    fn fill_leaf(slot: Vacant, total: usize, parts: &[&str]) -> Self {
        assert!(0 < total && total <= LEAF_MAX);
        let mut len = [0; 4];
        len[0] = u8::try_from(total).unwrap_or_default();
        slot.write(0, u32::from_ne_bytes(len), 0, 0);
        let tag = slot.write_text(LEAF_TEXT, total, parts);
        let node = slot.into_node();
        node.get()
            .words()
            .head
            .store(tag << TAG_SHIFT | 1, Ordering::Relaxed);
        node
    }

    /// Makes a leaf of a part of a text that is allocated already, of more than [`LEAF_MAX`] bytes.
    ///
    /// # Panics
    ///
    /// If the part is no range of the owner's text.
    pub(crate) fn borrowed(owner: Arc<Owner>, from: usize, len: usize) -> Self {
        Self::fill_borrowed(Vacant::of(BORROWED), owner, from, len)
    }

    /// Makes a leaf as [`borrowed`](Self::borrowed) does, in a slot that was not reserved.
    pub(crate) fn try_borrowed(
        owner: Arc<Owner>,
        from: usize,
        len: usize,
    ) -> Result<Self, Refused> {
        Ok(Self::fill_borrowed(
            Vacant::try_of(BORROWED)?,
            owner,
            from,
            len,
        ))
    }

    fn fill_borrowed(slot: Vacant, owner: Arc<Owner>, from: usize, len: usize) -> Self {
        let tag = mark(&owner.text()[from..from + len]);
        slot.write(tag, 0, narrow(len), narrow(from));
        // SAFETY: the slot has room for a borrowed leaf, whose words were written.
        let owner_at = unsafe { &raw mut (*slot.at().cast::<Borrowed>().as_ptr()).owner };
        // SAFETY: it lies within the slot, which nobody else has.
        unsafe { owner_at.write(Arc::into_raw(owner)) };
        slot.into_node()
    }

    /// Replaces bytes of a text by parts of at most [`PATCH_MAX`] bytes: as many as make it `total` bytes long.
    #[inline]
    pub(crate) fn patch(base: Self, at: usize, total: usize, parts: &[&str]) -> Self {
        let len = parts.iter().map(|part| part.len()).sum();
        let slot = Vacant::of(patch_class(len));
        debug_assert!(at + len <= total && total - len <= base.get().len());
        let marks = base.get().not_ascii() | slot.write_text(PATCH_TEXT, len, parts);
        let tag = PATCH + narrow(len) | marks;
        slot.write(tag, narrow(total), base.into_id(), narrow(at));
        slot.into_node()
    }

    /// Borrows the node.
    #[inline]
    pub(crate) fn get(&self) -> Ref<'_> {
        Ref(self.0, PhantomData)
    }

    #[inline]
    pub(crate) fn is_unique(&self) -> bool {
        count::is_unique(&self.get().words().head)
    }

    /// Takes an inner node apart.
    #[inline]
    pub(crate) fn into_children(self) -> (Self, Self) {
        let (left, right) = self.get().children();
        if !self.is_unique() {
            return (left.share(), right.share());
        }
        // The node had a reference of each, and goes without giving them up.
        let children = (Self(left.0), Self(right.0));
        let _ = Vacant {
            id: self.into_nonzero(),
            class: INNER,
        };
        children
    }

    /// Takes a patch apart into its base, its place, the bytes that it replaces, and its text.
    #[inline]
    pub(crate) fn into_patch(self) -> (Self, usize, usize, Short) {
        let patch = self.get().patch();
        let (at, del, text) = (patch.at, patch.del, Short::new(&[patch.text]));
        if !self.is_unique() {
            return (patch.base.share(), at, del, text);
        }
        let base = Self(patch.base.0);
        let class = patch_class(text.len());
        let _ = Vacant {
            id: self.into_nonzero(),
            class,
        };
        (base, at, del, text)
    }

    /// Replaces bytes a..b of a leaf in place, if nobody else has it and the text fits into the same slot.
    #[inline]
    pub(crate) fn edit_leaf(&mut self, a: usize, b: usize, text: &str) -> bool {
        let leaf = self.get();
        if leaf.is_borrowed() || !self.is_unique() {
            return false;
        }
        let old = leaf.leaf_text();
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
        unsafe {
            start
                .sub(1)
                .write(u8::try_from(new_len).unwrap_or_default())
        };
        let words = self.get().words();
        let tag = self.get().not_ascii() | mark(text);
        words.head.store(tag << TAG_SHIFT | 1, Ordering::Relaxed);
        true
    }

    /// Replaces bytes a..b of a patch's text in place, if nobody else has it and the text fits into the same slot. The
    /// patch is at byte `at` then, and the whole text has `total` bytes.
    #[inline]
    pub(crate) fn edit_patch(
        &mut self,
        range: (usize, usize),
        text: &str,
        at: usize,
        total: usize,
    ) -> bool {
        let ((a, b), patch) = (range, self.get().patch());
        let (base, old) = (patch.base.0.get(), patch.text);
        let new_len = old.len() - (b - a) + text.len();
        let fits = new_len <= PATCH_MAX && patch_class(new_len) == patch_class(old.len());
        if !fits || !old.is_char_boundary(a) || !old.is_char_boundary(b) || !self.is_unique() {
            return false;
        }
        let tail = old.len() - b;
        let tag = PATCH + narrow(new_len) | self.get().not_ascii() | mark(text);
        // SAFETY: the text begins within the slot, or at its end.
        let start = unsafe { self.at().cast::<u8>().add(PATCH_TEXT) };
        // SAFETY: old and new text lie within the slot, which nobody else has.
        unsafe { replace_bytes(start, a, b, tail, text) };
        let slot = ManuallyDrop::new(Vacant {
            id: self.0,
            class: patch_class(new_len),
        });
        slot.write(tag, narrow(total), base, narrow(at));
        true
    }

    #[inline]
    fn at(&self) -> NonNull<Memory> {
        // SAFETY: the node has a reference.
        unsafe { slab::at(self.0.get()) }
    }

    #[inline]
    fn into_nonzero(self) -> NonZeroU32 {
        ManuallyDrop::new(self).0
    }

    #[inline]
    fn into_id(self) -> u32 {
        self.into_nonzero().get()
    }

    /// Frees a node, and those below it of which it had the last reference. Recursion is no deeper than the tree: at
    /// most 66 calls.
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
        let below = below.map(|node| node.map(|node| Self(node.0)));
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
/// Bytes 0..b + tail from `start` on are the text, 0..a + text + tail may be written, and nobody else has them.
#[inline]
unsafe fn replace_bytes(start: NonNull<u8>, a: usize, b: usize, tail: usize, text: &str) {
    // SAFETY: the tail lies within the text.
    let from = unsafe { start.add(b) };
    // SAFETY: the middle lies within what may be written.
    let middle = unsafe { start.add(a) };
    // SAFETY: so does the new tail.
    let to = unsafe { middle.add(text.len()) };
    // SAFETY: both tails lie within what the caller has.
    unsafe { ptr::copy(from.as_ptr(), to.as_ptr(), tail) };
    // SAFETY: the middle lies within what the caller has, where the text does not.
    unsafe { middle.copy_from_nonoverlapping(NonNull::from(text).cast(), text.len()) };
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "texts are shorter than 4 GiB"
)]
fn narrow(len: usize) -> u32 {
    debug_assert!(u32::try_from(len).is_ok());
    len as u32
}

/// A borrowed node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ref<'a>(NonZeroU32, PhantomData<&'a Node>);

/// The parts of a patch.
#[derive(Clone, Copy)]
pub(crate) struct Patch<'a> {
    pub(crate) base: Ref<'a>,
    pub(crate) at: usize,
    /// The number of bytes that are replaced.
    pub(crate) del: usize,
    pub(crate) text: &'a str,
}

impl Patch<'_> {
    /// Returns the end of the patch's text in the whole.
    #[inline]
    pub(crate) fn end(&self) -> usize {
        self.at + self.text.len()
    }
}

/// The content of a node.
pub(crate) enum Kind<'a> {
    Leaf(&'a str),
    Inner(Ref<'a>, Ref<'a>),
    Patch(Patch<'a>),
}

impl<'a> Ref<'a> {
    #[inline]
    fn at(self) -> NonNull<Memory> {
        // SAFETY: the node has a reference while it is borrowed.
        unsafe { slab::at(self.0.get()) }
    }

    #[inline]
    fn words(self) -> &'a Words {
        // SAFETY: all nodes begin with these words. They are not written to while the node is borrowed, but for
        // the atomic one.
        unsafe { self.at().cast().as_ref() }
    }

    /// Returns the first word without the count.
    #[inline]
    fn tag(self) -> u32 {
        self.words().head.load(Ordering::Relaxed) >> TAG_SHIFT
    }

    #[inline]
    fn not_ascii(self) -> u32 {
        self.tag() & NOT_ASCII
    }

    /// Returns true if the text is ASCII alone: then every index is a boundary of characters.
    #[inline]
    pub(crate) fn is_ascii(self) -> bool {
        self.not_ascii() == 0
    }

    /// Returns 0 for a leaf, and one more than that of the taller child for an inner node; more than 63 for a patch.
    #[inline]
    pub(crate) fn height(self) -> u32 {
        self.tag() & !NOT_ASCII
    }

    #[inline]
    pub(crate) fn is_patch(self) -> bool {
        self.tag() >= PATCH
    }

    #[inline]
    pub(crate) fn is_leaf(self) -> bool {
        self.height() == 0
    }

    /// Returns true if the heights of an inner node's children differ by at most one.
    #[inline]
    pub(crate) fn is_level(self) -> bool {
        let (left, right) = self.children();
        left.height().abs_diff(right.height()) <= 1
    }

    /// Returns the number of bytes.
    #[inline]
    pub(crate) fn len(self) -> usize {
        let words = self.words();
        if self.height() != 0 {
            return words.len as usize;
        }
        match words.len.to_ne_bytes()[0] {
            0 => words.two as usize,
            len => len.into(),
        }
    }

    #[inline]
    fn is_borrowed(self) -> bool {
        self.words().len.to_ne_bytes()[0] == 0
    }

    /// Returns the children of an inner node.
    ///
    /// # Panics
    ///
    /// If it is none.
    #[inline]
    pub(crate) fn children(self) -> (Self, Self) {
        let words = self.words();
        assert!((1..PATCH).contains(&self.height()));
        (Self::below(words.two), Self::below(words.three))
    }

    /// Returns the node whose id a node has.
    #[inline]
    fn below(id: u32) -> Self {
        debug_assert!(id != 0);
        // SAFETY: only the ids of nodes are written there, which are not zero.
        Self(unsafe { NonZeroU32::new_unchecked(id) }, PhantomData)
    }

    /// Returns the text of a leaf.
    ///
    /// # Panics
    ///
    /// If it is none.
    #[inline]
    pub(crate) fn leaf_text(self) -> &'a str {
        assert!(self.is_leaf());
        let words = self.words();
        let len = words.len.to_ne_bytes()[0];
        if len == 0 {
            let from = words.three as usize;
            return &self.owner().text()[from..from + words.two as usize];
        }
        // SAFETY: the text of a leaf begins in its first unit.
        let start = unsafe { self.at().cast::<u8>().add(LEAF_TEXT) };
        // SAFETY: so many bytes were copied there from texts.
        unsafe { text_at(start, len.into()) }
    }

    /// Returns the parts of a patch.
    ///
    /// # Panics
    ///
    /// If it is none.
    #[inline]
    pub(crate) fn patch(self) -> Patch<'a> {
        assert!(self.is_patch());
        let (words, len) = (self.words(), (self.height() - PATCH) as usize);
        // SAFETY: the text of a patch begins after its first unit.
        let start = unsafe { self.at().cast::<u8>().add(PATCH_TEXT) };
        // SAFETY: so many bytes were copied there from texts.
        let text = unsafe { text_at(start, len) };
        let base = Self::below(words.two);
        Patch {
            base,
            at: words.three as usize,
            del: base.len() + len - words.len as usize,
            text,
        }
    }

    #[inline]
    pub(crate) fn kind(self) -> Kind<'a> {
        if self.is_leaf() {
            Kind::Leaf(self.leaf_text())
        } else if self.is_patch() {
            Kind::Patch(self.patch())
        } else {
            let (left, right) = self.children();
            Kind::Inner(left, right)
        }
    }

    fn owner_pointer(self) -> *const Owner {
        assert!(self.is_leaf() && self.is_borrowed());
        // SAFETY: that is a borrowed leaf's.
        unsafe { self.at().cast::<Borrowed>().as_ref() }.owner
    }

    fn owner(self) -> &'a Owner {
        // SAFETY: the leaf has a reference of its owner.
        unsafe { &*self.owner_pointer() }
    }

    /// Returns the owner of a borrowed leaf's text, and the place of the text in there; none for another leaf.
    pub(crate) fn borrowed(self) -> Option<(Arc<Owner>, usize)> {
        if !self.is_leaf() || !self.is_borrowed() {
            return None;
        }
        let owner = self.owner_pointer();
        // SAFETY: the leaf has a reference of its owner.
        unsafe { Arc::increment_strong_count(owner) };
        // SAFETY: that was counted just now.
        let owner = unsafe { Arc::from_raw(owner) };
        Some((owner, self.words().three as usize))
    }

    /// Returns one more reference: to the node, or to a copy of it if it has half as many as it can count.
    #[inline]
    pub(crate) fn share(self) -> Node {
        if count::increment(&self.words().head) {
            return Node(self.0);
        }
        self.copy()
    }

    #[cold]
    fn copy(self) -> Node {
        if let Some((owner, from)) = self.borrowed() {
            return Node::borrowed(owner, from, self.len());
        }
        match self.kind() {
            Kind::Leaf(text) => Node::leaf(&[text]),
            Kind::Inner(left, right) => Node::inner(left.share(), right.share()),
            Kind::Patch(patch) => {
                Node::patch(patch.base.share(), patch.at, self.len(), &[patch.text])
            }
        }
    }

    /// Asks the processor to load the node.
    #[inline]
    pub(crate) fn prefetch(self) {
        #[cfg(all(target_arch = "x86_64", target_feature = "sse", not(miri)))]
        {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: the processor has the instruction, which changes nothing and takes every address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.at().as_ptr().cast()) };
        }
    }
}

/// # Safety
///
/// So many bytes were copied there from texts, and stay for as long.
#[inline]
unsafe fn text_at<'a>(start: NonNull<u8>, len: usize) -> &'a str {
    // SAFETY: as the caller promises.
    let bytes = unsafe { NonNull::slice_from_raw_parts(start, len).as_ref() };
    // SAFETY: whole texts were copied, and cut at boundaries of characters.
    unsafe { str::from_utf8_unchecked(bytes) }
}

/// No slot has the highest id.
const NO_NODE: NonZeroU32 = NonZeroU32::MAX;

/// A text: a node, or none if it is empty. In 4 bytes, with a niche.
#[repr(transparent)]
pub(crate) struct Root(NonZeroU32);

impl Root {
    pub(crate) const EMPTY: Self = Self(NO_NODE);

    #[inline]
    pub(crate) fn new(node: Option<Node>) -> Self {
        node.map_or(Self::EMPTY, |node| Self(node.into_nonzero()))
    }

    #[inline]
    pub(crate) fn get(&self) -> Option<Ref<'_>> {
        (self.0 != NO_NODE).then_some(Ref(self.0, PhantomData))
    }

    /// Takes the node, and leaves none.
    #[inline]
    pub(crate) fn take(&mut self) -> Option<Node> {
        let id = core::mem::replace(&mut self.0, NO_NODE);
        (id != NO_NODE).then(|| Node(id))
    }
}

impl Clone for Root {
    #[inline]
    fn clone(&self) -> Self {
        Self::new(self.get().map(Ref::share))
    }
}

impl Drop for Root {
    #[inline]
    fn drop(&mut self) {
        if let Some(node) = self.take().map(ManuallyDrop::new)
            && count::decrement(&node.get().words().head)
        {
            node.free();
            slab::settle();
        }
    }
}

impl fmt::Debug for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Root").finish_non_exhaustive()
    }
}
