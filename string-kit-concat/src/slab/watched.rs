//! Units whose uses loom watches, for the models.
#![allow(unsafe_code)]

use core::cell::Cell;
use core::ptr::NonNull;

use loom::cell::UnsafeCell;

/// The link of a slot that was taken.
pub(super) const UNSET: u32 = u32::MAX;

std::thread_local! {
    /// Slots that have memory. A model's threads are all run by the thread of its test, and tests
    /// by threads of their own.
    pub(super) static SLOTS: Cell<usize> = const { Cell::new(0) };
}

/// A unit whose uses loom watches.
pub(crate) struct Memory {
    link: UnsafeCell<u32>,
    used: UnsafeCell<()>,
}

impl Memory {
    pub(super) unsafe fn link(slot: NonNull<Self>) -> u32 {
        // SAFETY: the slot has memory, and loom looks who else uses it.
        let link = unsafe { slot.as_ref() }.link.with(|link| {
            // SAFETY: loom ends the model if another thread writes the link meanwhile.
            unsafe { *link }
        });
        assert!(link != UNSET, "a link was set before it is read");
        link
    }

    pub(super) unsafe fn set_link(slot: NonNull<Self>, next: u32) {
        // SAFETY: the slot has memory, and loom looks who else uses it.
        unsafe { slot.as_ref() }.link.with_mut(|link| {
            // SAFETY: loom ends the model if another thread uses the link meanwhile.
            unsafe { *link = next };
        });
    }

    pub(super) unsafe fn make(slot: NonNull<Self>) {
        let watched = Self {
            link: UnsafeCell::new(UNSET),
            used: UnsafeCell::new(()),
        };
        // SAFETY: the memory is the caller's alone.
        unsafe { slot.write(watched) };
        SLOTS.set(SLOTS.get() + 1);
    }

    pub(super) unsafe fn unmake(slot: NonNull<Self>) {
        touch(slot);
        // SAFETY: the slot has memory, and loom looks who else uses it.
        unsafe { slot.as_ref() }.link.with_mut(|_| ());
        SLOTS.set(SLOTS.get() - 1);
    }
}

/// Uses a slot, which nobody else may do meanwhile.
pub(super) fn touch(slot: NonNull<Memory>) {
    // SAFETY: the slot has memory, and loom looks who else uses it.
    unsafe { slot.as_ref() }.used.with_mut(|_| ());
}
