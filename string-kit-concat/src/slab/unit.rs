//! Units of memory, and how many make a slot or a block.
#![allow(unsafe_code)]

#[cfg(not(all(loom, test)))]
use core::ptr::NonNull;

use super::state::NIL;
#[cfg(all(loom, test))]
pub(crate) use super::watched::Memory;

pub(crate) const CLASSES: usize = 8;

/// The units of a slot of each size.
///
/// PERF: of the bytes of an editing trace one sixth are leaves, on average 60 % full. Sixteen sizes
/// save 1 % there, and a thread would keep the rest of twice as many blocks.
pub(crate) const UNITS: [u32; CLASSES] = [1, 2, 3, 4, 6, 8, 12, 16];

/// The number of units in the first block of a size, and in the largest.
pub(super) const BLOCK: (u32, u32) = if cfg!(all(loom, test)) {
    (3, 3)
} else {
    (512, NIL - 7)
};

/// The number of slots that can be reserved: of one unit, and of more.
pub(super) const RESERVE: (u32, u32) = if cfg!(all(loom, test)) {
    (1, 1)
} else {
    (256, 8)
};

/// A unit. The first one of a free slot begins with the place of the next free slot.
#[cfg(not(all(loom, test)))]
#[repr(C, align(16))]
pub(crate) struct Memory([u32; 4]);

#[cfg(not(all(loom, test)))]
impl Memory {
    /// # Safety
    ///
    /// The slot is the caller's alone: free, or of a value that no other code reads. A link was set
    /// after it became so.
    #[inline]
    pub(super) unsafe fn link(slot: NonNull<Self>) -> u32 {
        // SAFETY: a slot begins with a word, which the caller says was set.
        unsafe { slot.cast::<u32>().read() }
    }

    /// # Safety
    ///
    /// The slot is the caller's alone: free, or of a value that no other code reads. It may be
    /// uninitialised.
    #[inline]
    pub(super) unsafe fn set_link(slot: NonNull<Self>, next: u32) {
        // SAFETY: a slot begins with a word, and is the caller's alone.
        unsafe { slot.cast::<u32>().write(next) };
    }
}
