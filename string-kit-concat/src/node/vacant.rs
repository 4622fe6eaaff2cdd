//! Slots without a node.
#![allow(unsafe_code)]

use core::mem::ManuallyDrop;
use core::num::NonZeroU32;
use core::ptr::NonNull;

use super::layout::{Node, TAG_SHIFT, Words};
use crate::error::{Attempt, ConcatError};
use crate::slab::{self, Memory, UNITS, slab};
use crate::sync::AtomicU32;

/// A slot that holds no node yet.
pub(crate) struct Vacant {
    pub(super) id: NonZeroU32,
    pub(super) class: usize,
}

impl Vacant {
    #[inline]
    pub(super) fn try_take(class: usize) -> Attempt<Self> {
        // Blocks are numbered from 1 on.
        let id = NonZeroU32::new(slab::take(class)?).ok_or(ConcatError::Full)?;
        Ok(Self { id, class })
    }

    #[inline]
    pub(super) fn at(&self) -> NonNull<Memory> {
        // SAFETY: it was taken, and is put back by `drop` alone.
        unsafe { slab().slot(self.id.get()) }
    }

    /// Forgets the notes that an inner node left on the slot.
    #[inline]
    pub(super) fn forget_notes(&self) {
        // SAFETY: it was taken, and nobody else has it.
        unsafe { slab().forget_notes(self.id.get()) };
    }

    /// Writes the first words. `tag` is the part of the first word above the count.
    ///
    /// # Safety
    ///
    /// If the tag is an inner node's, `two` and `three` are ids of references that the caller gives
    /// up. If it is a patch's, `two` alone is one.
    #[inline]
    pub(super) unsafe fn write(&self, tag: u32, len: u32, two: u32, three: u32) {
        let words = Words {
            head: first_word(tag),
            len,
            two,
            three,
        };
        // SAFETY: every slot has room for the words, and this one is not shared.
        unsafe { self.at().cast::<Words>().write(words) };
    }

    /// Writes parts of a text, all of `total` bytes, from a byte on.
    ///
    /// # Panics
    ///
    /// If the slot is too small, or the parts are longer than `total`.
    #[inline]
    pub(super) fn write_text(&self, from: usize, total: usize, parts: &[&str]) {
        assert!(from + total <= UNITS[self.class] as usize * size_of::<Memory>());
        let mut done = 0;
        for part in parts {
            assert!(part.len() <= total - done);
            // SAFETY: the byte is within the slot, or at its end.
            let to = unsafe { self.at().cast::<u8>().add(from + done) };
            // SAFETY: the part ends within the slot, which nobody else has.
            unsafe { to.copy_from_nonoverlapping(NonNull::from(*part).cast(), part.len()) };
            done += part.len();
        }
        assert!(done == total);
    }

    /// # Safety
    ///
    /// The words were written, and so was the data that follows them in this kind of node.
    #[inline]
    pub(super) unsafe fn into_node(self) -> Node {
        Node(ManuallyDrop::new(self).id)
    }
}

/// Returns the first word of a node with one reference.
#[inline]
pub(super) fn first_word(tag: u32) -> AtomicU32 {
    AtomicU32::new(tag << TAG_SHIFT | 1)
}

impl Drop for Vacant {
    fn drop(&mut self) {
        // SAFETY: it was taken in this size, and goes.
        unsafe { slab::put(self.class, self.id.get()) };
    }
}
