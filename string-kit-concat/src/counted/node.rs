//! A counted node: what its word and its payload say, and how handles of it come and go.
//!
//! ```text
//! | word 0..4 | payload 4..12, of the wide form 4..16                       |
//! |           | two ids                                                     | CONCAT
//! |           | up to 8 bytes of text, of the wide form 12                  | short
//! |           | a pointer to a text, or to what says where in another it is | OWNED, SLICE
//!
//! word: | kind, 4 bits | sticky, 1 bit | handles, 27 bits |
//! ```
//!
//! [`Count`] says how handles are counted.
#![allow(unsafe_code)]

use core::marker::PhantomData;
use core::ptr::NonNull;
use core::sync::atomic::{AtomicU32, Ordering};
use core::{slice, str};

use super::count::Count;
use super::form::CountedForm;
use super::text::{Owned, Slice};
use crate::dag::Part;
use crate::slab::{Inside, Local, Slab, Slot, Threaded};
use crate::width::{Narrow, Wide, Width};

/// A node.
#[repr(C)]
#[derive(Debug)]
pub struct Node<W: CountedForm> {
    word: AtomicU32,
    payload: W::Words,
}

const _: () = {
    assert!(size_of::<Node<Narrow>>() == 12);
    assert!(size_of::<Node<Wide>>() == 16);
    assert!(align_of::<Node<Narrow>>() == 4);
};

pub(super) const KIND: u32 = 0xf << 28;
pub(super) const CONCAT: u32 = 0;
/// That of a text of no bytes; longer ones follow.
pub(super) const SHORT: u32 = 1 << 28;
pub(super) const SLICE: u32 = 14 << 28;
pub(super) const OWNED: u32 = 15 << 28;

// SAFETY: the link lies where the word does, which nobody changes in a free slot.
unsafe impl<W: CountedForm> Slot for Node<W> {
    #[inline]
    unsafe fn link(slot: NonNull<Self>) -> u32 {
        // SAFETY: the word is the first of the node, and was set as the link.
        unsafe { slot.cast().read() }
    }

    #[inline]
    unsafe fn set_link(slot: NonNull<Self>, next: u32) {
        // SAFETY: the word is the first of the node, which is the caller's alone.
        unsafe { slot.cast().write(next) };
    }
}

impl<W: CountedForm> Threaded for Node<W> {
    #[inline]
    fn slab() -> &'static Slab<Self> {
        W::slab()
    }

    #[inline]
    fn with_local<R>(inside: Inside, use_it: impl Fn(&Local) -> R) -> R {
        W::with_local(inside, use_it)
    }
}

/// A node that someone has a handle of, which outlives `'a`.
#[derive(Clone, Copy)]
pub(super) struct NodeRef<'a, W: Width> {
    at: NonNull<Node<W>>,
    handle: PhantomData<&'a Node<W>>,
}

impl<'a, W: Width> NodeRef<'a, W> {
    /// How many bytes of text fit into a node.
    pub(super) const SHORT: usize = size_of::<W::Words>();

    /// # Safety
    ///
    /// Someone has a handle of the node, or of one that has it as a part, as long as `'a`.
    #[inline]
    pub(super) unsafe fn of(id: u64) -> Self {
        // SAFETY: a node's slot is put back after its last handle went.
        let at = unsafe { Node::<W>::slab().slot(id) };
        Self {
            at,
            handle: PhantomData,
        }
    }

    /// Where the node is.
    #[inline]
    pub(super) fn slot(self) -> NonNull<Node<W>> {
        self.at
    }

    #[inline]
    pub(super) fn word(self) -> &'a AtomicU32 {
        // SAFETY: the word is initialised, and the node lives as long as `'a`.
        unsafe { self.at.cast().as_ref() }
    }

    #[inline]
    pub(super) fn payload<T>(self) -> NonNull<T> {
        // SAFETY: the payload lies behind the word, in the same node.
        unsafe { self.at.cast::<u32>().add(1) }.cast()
    }

    #[inline]
    pub(super) fn kind(self) -> u32 {
        self.word().load(Ordering::Relaxed) & KIND
    }

    /// What the node is.
    #[inline]
    pub(super) fn part(self) -> Part<'a, u64> {
        let word = self.word().load(Ordering::Relaxed);
        if word & KIND == CONCAT {
            let (left, right) = self.children();
            Part::Concat(left, right)
        } else {
            Part::Leaf(self.text(word))
        }
    }

    /// The text, if the node is a leaf.
    pub(super) fn leaf(self) -> Option<&'a str> {
        let word = self.word().load(Ordering::Relaxed);
        (word & KIND != CONCAT).then(|| self.text(word))
    }

    /// Of a concatenation: its parts.
    #[inline]
    pub(super) fn children(self) -> (u64, u64) {
        // SAFETY: a concatenation's payload is two ids.
        W::unpack(unsafe { self.payload().read() })
    }

    #[inline]
    fn text(self, word: u32) -> &'a str {
        match word & KIND {
            OWNED => {
                // SAFETY: the payload of this kind is such a pointer.
                let owned = unsafe { Owned::from_raw(self.pointer()) };
                // SAFETY: the text is freed with the node.
                unsafe { owned.text() }
            }
            SLICE => {
                // SAFETY: the payload of this kind is such a pointer, freed with the node.
                let slice = unsafe { Slice::peek(self.pointer()) };
                // SAFETY: the slice has a handle of the owner.
                let owner = unsafe { Self::of(slice.owner) };
                // SAFETY: a slice's owner is of this kind.
                let owner = unsafe { Owned::from_raw(owner.pointer()) };
                // SAFETY: the text is freed with the owner, and so after the slice.
                let text: &'a str = unsafe { owner.text() };
                &text[slice.start..slice.start + slice.len]
            }
            kind => {
                let len = ((kind - SHORT) >> 28) as usize;
                // SAFETY: the payload of this kind begins with as many bytes, and nobody writes to them.
                let bytes = unsafe { slice::from_raw_parts(self.payload().as_ptr(), len) };
                // SAFETY: they were copied from a str.
                unsafe { str::from_utf8_unchecked(bytes) }
            }
        }
    }

    /// Of an owned text or a slice: the pointer to it.
    #[inline]
    pub(super) fn pointer(self) -> NonNull<()> {
        // SAFETY: the payload of these kinds is a pointer, which need not be aligned.
        unsafe { self.payload::<NonNull<()>>().read_unaligned() }
    }

    /// The text, if the node is a short one.
    #[inline]
    pub(super) fn short(self) -> Option<&'a str> {
        let word = self.word().load(Ordering::Relaxed);
        (word.wrapping_sub(SHORT) < SLICE - SHORT).then(|| self.text(word))
    }

    #[inline]
    fn count(self) -> Count<'a, AtomicU32> {
        Count(self.word())
    }

    /// Returns the number of handles of the node; more than can be if it is sticky.
    #[inline]
    pub(super) fn handles(self) -> u32 {
        self.count().handles()
    }

    /// Whether there is more than one handle of the node.
    #[inline]
    pub(super) fn is_shared(self) -> bool {
        self.handles() != 1
    }

    /// The owner of the text, and where in it the node's own begins, if the node is no short one.
    pub(super) fn owner(self, id: u64) -> Option<(u64, usize)> {
        match self.word().load(Ordering::Relaxed) & KIND {
            OWNED => Some((id, 0)),
            SLICE => {
                // SAFETY: the payload of this kind is such a pointer, freed with the node.
                let slice = unsafe { Slice::peek(self.pointer()) };
                Some((slice.owner, slice.start))
            }
            _ => None,
        }
    }

    /// Counts one more handle.
    #[inline]
    pub(super) fn join(self) {
        self.count().join();
    }

    /// Makes it a node of which there are so many handles.
    #[cfg(all(test, not(loom)))]
    pub(super) fn set_handles(self, handles: u32) {
        let word = self.word().load(Ordering::Relaxed);
        self.word().store(word & KIND | handles, Ordering::Relaxed);
    }
}

/// Counts one handle less; returns whether it was the last.
///
/// # Safety
///
/// The caller has the handle, and gives it up. `seen` is what the count was since it has that.
#[inline]
#[must_use]
pub(super) unsafe fn leave<W: Width>(node: NodeRef<'_, W>, seen: u32) -> bool {
    // SAFETY: as the caller promises.
    unsafe { node.count().leave(seen) }
}
