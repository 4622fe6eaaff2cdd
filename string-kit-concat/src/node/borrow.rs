//! Reading a node.
#![allow(unsafe_code)]

use alloc::sync::Arc;
use core::marker::PhantomData;
use core::num::NonZeroU32;
use core::ptr::NonNull;
use core::sync::atomic::Ordering;

use super::layout::{
    BORROWED, Borrowed, INNER, LEAF_MAX, LEAF_TEXT, NOT_ASCII, Node, PATCH, PATCH_TEXT, TAG_SHIFT,
    Words, leaf_class, patch_class, reserved,
};
use super::owner::Held;
use crate::count;
use crate::metric::Metric;
use crate::slab::{Memory, Note, UNITS, slab};

/// A borrowed node, and where it lies.
///
/// PERF: with the id alone, each access to a node would look up its block first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ref<'a> {
    pub(super) id: NonZeroU32,
    pub(super) at: NonNull<Memory>,
    node: PhantomData<&'a Node>,
}

// SAFETY: it is used as a shared reference of a node, which is `Sync`: nothing but its count is
// written to.
unsafe impl Send for Ref<'_> {}
// SAFETY: as for `Send`.
unsafe impl Sync for Ref<'_> {}

impl PartialEq for Ref<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Patch<'a> {
    pub(crate) base: Ref<'a>,
    pub(crate) at: usize,
    pub(crate) del: usize,
    pub(crate) text: &'a str,
}

impl Patch<'_> {
    #[inline]
    pub(crate) fn end(&self) -> usize {
        self.at + self.text.len()
    }
}

pub(crate) enum Kind<'a> {
    Leaf(&'a str),
    Inner(Ref<'a>, Ref<'a>),
    Patch(Patch<'a>),
}

impl<'a> Ref<'a> {
    /// # Safety
    ///
    /// The node has a reference for as long as it is borrowed.
    #[inline]
    pub(super) unsafe fn new(id: NonZeroU32) -> Self {
        Self {
            id,
            // SAFETY: the slot of a node was taken, and is not put back while it has a reference.
            at: unsafe { slab().slot(id.get()) },
            node: PhantomData,
        }
    }

    #[inline]
    pub(crate) fn id(self) -> u32 {
        self.id.get()
    }

    #[inline]
    pub(super) fn words(self) -> &'a Words {
        // SAFETY: all nodes begin with these words. They are not written to while the node is
        // borrowed, but for the atomic one.
        unsafe { self.at.cast().as_ref() }
    }

    /// Returns the first word without the count.
    #[inline]
    pub(super) fn tag(self) -> u32 {
        self.words().head.load(Ordering::Relaxed) >> TAG_SHIFT
    }

    #[inline]
    pub(super) fn not_ascii(self) -> u32 {
        self.tag() & NOT_ASCII
    }

    /// Returns true if the text is ASCII alone: then every index is a boundary of characters.
    #[inline]
    pub(crate) fn is_ascii(self) -> bool {
        self.not_ascii() == 0
    }

    /// Returns 0 for a leaf, and one more than that of the taller child for an inner node; more
    /// than 63 for a patch.
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
    pub(crate) fn is_borrowed(self) -> bool {
        self.words().len.to_ne_bytes()[0] == 0
    }

    #[inline]
    pub(crate) fn children(self) -> (Self, Self) {
        let words = self.words();
        assert!((1..PATCH).contains(&self.height()));
        // SAFETY: an inner node has the ids of two nodes there.
        let left = unsafe { Self::below(words.two) };
        // SAFETY: the same.
        let right = unsafe { Self::below(words.three) };
        (left, right)
    }

    /// Returns the note on the units of a metric, which is written for inner nodes alone. None if
    /// the node's block has no notes and `makes` is false, or there is no memory for them.
    #[inline]
    pub(crate) fn note(self, metric: Metric, makes: bool) -> Option<&'a Note> {
        // SAFETY: the slot of a node was taken, and is not put back while it has a reference.
        unsafe { slab().note(self.id.get(), metric as usize, makes) }
    }

    /// Returns the part of a text that was taken over of which a borrowed leaf is made, and that
    /// text.
    pub(crate) fn held(self) -> Option<(&'a Held, usize, usize)> {
        (self.is_leaf() && self.is_borrowed()).then(|| {
            let words = self.words();
            let from = words.three as usize;
            (self.owner(), from, from + words.two as usize)
        })
    }

    /// Returns a node whose id stands in this one.
    ///
    /// # Safety
    ///
    /// It is an id that was written there for a reference which this node owns.
    #[inline]
    unsafe fn below(id: u32) -> Self {
        debug_assert!(id != 0);
        // SAFETY: no id of a node is zero.
        let id = unsafe { NonZeroU32::new_unchecked(id) };
        // SAFETY: the node above owns a reference of it while that is borrowed.
        unsafe { Self::new(id) }
    }

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
        let start = unsafe { self.at.cast::<u8>().add(LEAF_TEXT) };
        // SAFETY: so many bytes were copied there from texts.
        unsafe { text_at(start, len.into()) }
    }

    pub(crate) fn without_patches(mut self) -> Self {
        while self.is_patch() {
            self = self.patch().base;
        }
        self
    }

    #[inline]
    pub(super) fn patch_text(self) -> &'a str {
        assert!(self.is_patch());
        // SAFETY: the text of a patch begins after its first unit.
        let start = unsafe { self.at.cast::<u8>().add(PATCH_TEXT) };
        // SAFETY: so many bytes were copied there from texts.
        unsafe { text_at(start, (self.height() - PATCH) as usize) }
    }

    #[inline]
    pub(crate) fn patch(self) -> Patch<'a> {
        let (words, text) = (self.words(), self.patch_text());
        // SAFETY: a patch has the id of its base there.
        let base = unsafe { Self::below(words.two) };
        Patch {
            base,
            at: words.three as usize,
            // The sum of the base and the text may have more than 32 bits.
            del: base.len() - (words.len as usize - text.len()),
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

    pub(super) fn owner_pointer(self) -> *const Held {
        assert!(self.is_leaf() && self.is_borrowed());
        // SAFETY: that is a borrowed leaf's.
        unsafe { self.at.cast::<Borrowed>().as_ref() }.owner
    }

    fn owner(self) -> &'a Held {
        // SAFETY: the leaf has a reference of its owner.
        unsafe { &*self.owner_pointer() }
    }

    /// Returns bytes a..b of a leaf as a leaf, which borrows them if this one does and they are too
    /// long to be copied.
    pub(crate) fn cut_leaf(self, a: usize, b: usize) -> Node {
        let text = &self.leaf_text()[a..b];
        if text.len() <= LEAF_MAX {
            return Node::leaf(&[text]);
        }
        let from = self.words().three as usize;
        reserved(Node::try_borrowed(self.share_owner(), (from + a, from + b)))
    }

    fn share_owner(self) -> Arc<Held> {
        let owner = self.owner_pointer();
        // SAFETY: the leaf has a reference of its owner.
        unsafe { Arc::increment_strong_count(owner) };
        // SAFETY: that was counted just now.
        unsafe { Arc::from_raw(owner) }
    }

    /// Returns the text that was taken over of which a borrowed leaf is made.
    pub(crate) fn shared_owner(self) -> Option<Arc<Held>> {
        (self.is_leaf() && self.is_borrowed()).then(|| self.share_owner())
    }

    pub(crate) fn slot_bytes(self) -> usize {
        let class = match self.kind() {
            Kind::Leaf(_) if self.is_borrowed() => BORROWED,
            Kind::Leaf(text) => leaf_class(text.len()),
            Kind::Inner(..) => INNER,
            Kind::Patch(patch) => patch_class(patch.text.len()),
        };
        UNITS[class] as usize * size_of::<Memory>()
    }

    /// Returns one more reference: to the node, or to a copy of it if its count is half full.
    #[inline]
    pub(crate) fn share(self) -> Node {
        if count::increment(&self.words().head) {
            return Node(self.id);
        }
        self.copy()
    }

    #[cold]
    fn copy(self) -> Node {
        match self.kind() {
            Kind::Leaf(text) => self.cut_leaf(0, text.len()),
            Kind::Inner(left, right) => Node::inner(left.share(), right.share()),
            Kind::Patch(patch) => Node::patch(
                patch.base.share(),
                patch.at,
                self.len(),
                &[patch.text],
                self.is_ascii(),
            ),
        }
    }

    #[inline]
    pub(crate) fn is_unique(self) -> bool {
        count::is_unique(&self.words().head)
    }

    #[cfg(all(test, not(loom)))]
    pub(crate) fn count(self) -> u32 {
        self.words().head.load(Ordering::Relaxed) & count::MASK
    }

    #[inline]
    pub(crate) fn prefetch(self) {
        #[cfg(all(target_arch = "x86_64", target_feature = "sse", not(miri)))]
        {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: the processor has the instruction, which changes nothing and takes every
            // address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.at.as_ptr().cast()) };
        }
    }
}

/// # Safety
///
/// The `len` bytes from `start` on were copied from texts, and stay unchanged for `'a`.
#[inline]
unsafe fn text_at<'a>(start: NonNull<u8>, len: usize) -> &'a str {
    // SAFETY: as the caller promises.
    let bytes = unsafe { NonNull::slice_from_raw_parts(start, len).as_ref() };
    // SAFETY: whole texts were copied, and cut at boundaries of characters.
    unsafe { str::from_utf8_unchecked(bytes) }
}
