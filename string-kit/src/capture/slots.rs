//! Memory for a known number of values, filled one by one, left clean whatever happens.
#![allow(unsafe_code)]

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::Cell;
use core::mem::{self, MaybeUninit};

use super::CaptureError;

/// Slots of which the first `filled` hold a value.
///
/// Dropped before all are full (by an error, or by a panic in a `Display`) it drops those values.
pub(super) struct Slots<'a, S> {
    slots: &'a [Cell<MaybeUninit<S>>],
    /// INVARIANT: the slots before this one are initialised, and hold what nobody else owns.
    filled: Cell<usize>,
}

impl<'a, S> Slots<'a, S> {
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
    fn release(self) {
        assert_eq!(self.filled.get(), self.slots.len(), "a slot was left empty");
        mem::forget(self);
    }
}

impl<S> Drop for Slots<'_, S> {
    fn drop(&mut self) {
        for slot in &self.slots[..self.filled.get()] {
            // SAFETY: the slot is initialised (INVARIANT), and taken out, so dropped once.
            unsafe { slot.replace(MaybeUninit::uninit()).assume_init_drop() };
        }
    }
}

/// A boxed slice of `len` values, which `fill` pushes.
pub(super) fn boxed<S, E: From<CaptureError>>(
    len: usize,
    fill: impl FnOnce(&Slots<'_, S>) -> Result<(), E>,
) -> Result<Box<[S]>, E> {
    let mut values = Vec::new();
    values
        .try_reserve_exact(len)
        .map_err(|_| CaptureError::Alloc)?;
    let slots = Slots::new(&mut values.spare_capacity_mut()[..len]);
    fill(&slots)?;
    slots.release();
    // SAFETY: the capacity is at least `len`, and `release` saw all `len` slots filled.
    unsafe { values.set_len(len) };
    Ok(values.into_boxed_slice())
}

/// A shared slice of `len` values, which `fill` pushes straight into place.
pub(super) fn shared<S, E>(
    len: usize,
    fill: impl FnOnce(&Slots<'_, S>) -> Result<(), E>,
) -> Result<Arc<[S]>, E> {
    let mut values = Arc::new_uninit_slice(len);
    let slots = Slots::new(Arc::get_mut(&mut values).expect("a new Arc has one owner"));
    fill(&slots)?;
    slots.release();
    // SAFETY: `release` saw all slots filled.
    Ok(unsafe { values.assume_init() })
}
