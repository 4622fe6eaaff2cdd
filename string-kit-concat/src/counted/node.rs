//! A counted node: the bits of its word, its payload, and its reference count.
//!
//! ```text
//! | word 0..4 | payload 4..12                                | 12..16, if measured |
//! |           | two ids                                      | length              | CONCAT
//! |           | up to 8 bytes of text                        | 4 bytes more        | short
//! |           | a pointer to a text, or to a slice of one    | length              | OWNED, SLICE
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
use super::form::{Form, Measured, Plain};
use super::text::{Owned, Slice};
use crate::dag::{NodeId, Part};
use crate::slab::{Local, Slab, Slot, Threaded};

/// A node.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Node<F: Form> {
    word: AtomicU32,
    payload: F::Payload,
}

const _: () = {
    assert!(size_of::<Node<Plain>>() == 12);
    assert!(size_of::<Node<Measured>>() == 16);
    assert!(align_of::<Node<Plain>>() == 4);
};

pub(super) const KIND: u32 = 0xf << 28;
pub(super) const CONCAT: u32 = 0;
/// The kind of a short text of no bytes; those of longer ones follow.
pub(super) const SHORT: u32 = 1 << 28;
pub(super) const SLICE: u32 = 14 << 28;
pub(super) const OWNED: u32 = 15 << 28;

// SAFETY: the link lies where the word does, which nobody changes in a free slot.
unsafe impl<F: Form> Slot for Node<F> {
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

impl<F: Form> Threaded for Node<F> {
    #[inline]
    fn slab() -> &'static Slab<Self> {
        F::slab()
    }

    #[inline]
    fn with_local<R>(use_it: impl Fn(&Local) -> R) -> R {
        F::with_local(use_it)
    }
}

/// A node that is kept alive by a handle for `'a`.
#[derive(Clone, Copy)]
pub(super) struct NodeRef<'a, F: Form> {
    at: NonNull<Node<F>>,
    handle: PhantomData<&'a Node<F>>,
}

impl<'a, F: Form> NodeRef<'a, F> {
    /// The most bytes of text that fit into a node.
    pub(super) const SHORT: usize = size_of::<F::Payload>();

    /// # Safety
    ///
    /// Someone has a handle of the node, or of one that has it as a part, as long as `'a`.
    #[inline]
    pub(super) unsafe fn of(id: NodeId) -> Self {
        // SAFETY: a node's slot is put back after its last handle went.
        let at = unsafe { Node::<F>::slab().slot(u64::from(id)) };
        Self {
            at,
            handle: PhantomData,
        }
    }

    /// Returns the address of the node.
    #[inline]
    pub(super) fn slot(self) -> NonNull<Node<F>> {
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

    /// Returns the kind and the content of the node.
    #[inline]
    pub(super) fn part(self) -> Part<'a> {
        let word = self.word().load(Ordering::Relaxed);
        if word & KIND == CONCAT {
            let (left, right) = self.children();
            Part::Concat(left, right)
        } else {
            Part::Leaf(self.text(word))
        }
    }

    /// Returns the text, if the node is a leaf.
    pub(super) fn leaf(self) -> Option<&'a str> {
        let word = self.word().load(Ordering::Relaxed);
        (word & KIND != CONCAT).then(|| self.text(word))
    }

    /// Returns the parts of a concatenation.
    #[inline]
    pub(super) fn children(self) -> (NodeId, NodeId) {
        // SAFETY: a concatenation's payload begins with two ids, aligned as the node is.
        let ids: [NodeId; 2] = unsafe { self.payload().read() };
        ids.into()
    }

    /// Returns the length of the text in bytes, or `u32::MAX` for that many or more; 0 where no length is kept.
    #[inline]
    pub(super) fn kept(self) -> u32 {
        let word = self.word().load(Ordering::Relaxed);
        if word.wrapping_sub(SHORT) < SLICE - SHORT {
            ((word & KIND) - SHORT) >> 28
        } else if F::MEASURED {
            // SAFETY: a node that is not short keeps its length there.
            unsafe { self.length().read() }
        } else {
            0
        }
    }

    /// Returns where a node that is not short keeps its length, if the form has one.
    #[inline]
    pub(super) fn length(self) -> NonNull<u32> {
        // SAFETY: a payload has two words, or three of which the last is the length.
        unsafe { self.payload::<u32>().add(2) }
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

    /// Returns the pointer of an owned text or a slice.
    #[inline]
    pub(super) fn pointer(self) -> NonNull<()> {
        // SAFETY: the payload of these kinds is a pointer, which need not be aligned.
        unsafe { self.payload::<NonNull<()>>().read_unaligned() }
    }

    /// Returns the text, if the node is a short one.
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

    /// Returns whether there is more than one handle of the node.
    #[inline]
    pub(super) fn is_shared(self) -> bool {
        self.handles() != 1
    }

    /// Returns the owner of the text, and the place where the node's text begins in it; none for a short text.
    pub(super) fn owner(self, id: NodeId) -> Option<(NodeId, usize)> {
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
pub(super) unsafe fn leave<F: Form>(node: NodeRef<'_, F>, seen: u32) -> bool {
    // SAFETY: as the caller promises.
    unsafe { node.count().leave(seen) }
}

/// Returns a length as a node keeps it.
#[inline]
pub(super) fn capped(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}
