//! Memory for a known number of values, filled one by one, left clean whatever happens.
#![allow(unsafe_code)]

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::Cell;
use core::mem::{self, MaybeUninit};
use core::ptr;

use crate::error::{CaptureError, CaptureErrorKind};

/// Slots of which the first `filled` hold a value.
///
/// Dropped before all are full (by an error, or by a panic in a `Display`) it drops those values.
pub(super) struct Slots<'a, S> {
    slots: &'a [Cell<MaybeUninit<S>>],
    /// INVARIANT: the slots before this one are initialised, and hold what nobody else owns.
    filled: Cell<usize>,
}

impl<'a, S> Slots<'a, S> {
    #[inline]
    fn new(slots: &'a mut [MaybeUninit<S>]) -> Self {
        Self {
            slots: Cell::from_mut(slots).as_slice_of_cells(),
            filled: Cell::new(0),
        }
    }

    /// How many slots hold a value.
    pub(super) fn filled(&self) -> usize {
        self.filled.get()
    }

    /// Puts a value into the next slot.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[inline]
    pub(super) fn push(&self, value: S) {
        let filled = self.filled.get();
        self.slots[filled].set(MaybeUninit::new(value));
        self.filled.set(filled + 1);
    }

    /// Gives the values to the owner of the memory, who now takes all slots for initialised.
    #[inline]
    fn release(self) {
        assert_eq!(self.filled.get(), self.slots.len(), "a slot was left empty");
        mem::forget(self);
    }
}

impl<S> Drop for Slots<'_, S> {
    fn drop(&mut self) {
        let filled: *const [Cell<MaybeUninit<S>>] = &raw const self.slots[..self.filled.get()];
        // One slice rather than value by value: it goes on where a value's own drop panics.
        let values = filled as *mut [S];
        // SAFETY:
        // - these slots are initialised (INVARIANT), aligned, and of the layout of `S`;
        // - they are behind `Cell`s, so that they may change, and nobody reads them after this.
        unsafe { ptr::drop_in_place(values) };
    }
}

/// A boxed slice of as many values as there are slots, which `fill` pushes.
#[inline]
pub(super) fn boxed<S, E>(
    mut memory: Box<[MaybeUninit<S>]>,
    fill: impl FnOnce(&Slots<'_, S>) -> Result<(), E>,
) -> Result<Box<[S]>, E> {
    let slots = Slots::new(&mut memory);
    fill(&slots)?;
    slots.release();
    // SAFETY: `release` saw all slots filled.
    Ok(unsafe { memory.assume_init() })
}

/// A shared slice of `len` values, which `fill` pushes straight into place.
#[inline]
pub(super) fn shared<S, E>(
    len: usize,
    fill: impl FnOnce(&Slots<'_, S>) -> Result<(), E>,
) -> Result<Arc<[S]>, E> {
    let mut memory = Arc::new_uninit_slice(len);
    let slots = Slots::new(Arc::get_mut(&mut memory).expect("a new Arc has one owner"));
    fill(&slots)?;
    slots.release();
    // SAFETY: `release` saw all slots filled.
    Ok(unsafe { memory.assume_init() })
}

/// Memory for a boxed slice, if there is any.
pub(super) fn try_memory<S>(len: usize) -> Result<Box<[MaybeUninit<S>]>, CaptureError> {
    let mut memory = Vec::new();
    memory
        .try_reserve_exact(len)
        .map_err(|_| CaptureErrorKind::Alloc)?;
    // SAFETY: the capacity is at least `len`, and a `MaybeUninit` needs no initialising.
    unsafe { memory.set_len(len) };
    Ok(memory.into_boxed_slice())
}
