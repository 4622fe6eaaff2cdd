//! Memory for a known number of values, filled one by one. A failure drops the values so far.
#![allow(unsafe_code)]

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::Cell;
use core::mem::{self, MaybeUninit};
use core::ptr;

use crate::error::{CaptureError, CaptureErrorKind};

/// Slots for values, the first `filled` of which are initialised.
///
/// If it is dropped before all slots are filled (after an error, or a panic in a `Display`), it
/// drops the values.
pub(super) struct Slots<'a, S> {
    slots: &'a [Cell<MaybeUninit<S>>],
    /// INVARIANT: the slots before this index are initialised, and this struct owns their values.
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

    /// Returns the number of slots that hold a value.
    pub(super) fn filled(&self) -> usize {
        self.filled.get()
    }

    /// Moves a value into the next slot.
    ///
    /// # Panics
    ///
    /// If all slots are filled.
    #[inline]
    pub(super) fn push(&self, value: S) {
        let filled = self.filled.get();
        self.slots[filled].set(MaybeUninit::new(value));
        self.filled.set(filled + 1);
    }

    /// Hands the values over to the owner of the memory.
    ///
    /// # Panics
    ///
    /// If a slot is empty. So all slots are initialised after it returns.
    #[inline]
    fn release(self) {
        assert_eq!(self.filled.get(), self.slots.len(), "a slot was left empty");
        mem::forget(self);
    }
}

impl<S> Drop for Slots<'_, S> {
    fn drop(&mut self) {
        let filled: *const [Cell<MaybeUninit<S>>] = &raw const self.slots[..self.filled.get()];
        // Drops one slice rather than each value: if the drop of a value panics, the slice's drop
        // still drops the others.
        let values = filled as *mut [S];
        // SAFETY:
        // - the pointer is non-null, aligned, and valid for reads and writes: it comes from a slice
        //   of `Cell`s, which may change behind a shared reference, and `Cell<MaybeUninit<S>>` has
        //   the layout of `S`;
        // - the values are valid to drop: these slots are initialised, and owned here (INVARIANT);
        // - nothing reads them afterwards: the owner of the memory sees `MaybeUninit`s.
        unsafe { ptr::drop_in_place(values) };
    }
}

/// Makes a boxed slice of the values that `fill` pushes, one for each slot of `memory`.
///
/// # Panics
///
/// If `fill` returns `Ok` and leaves a slot empty.
#[inline]
pub(super) fn boxed<S, E>(
    mut memory: Box<[MaybeUninit<S>]>,
    fill: impl FnOnce(&Slots<'_, S>) -> Result<(), E>,
) -> Result<Box<[S]>, E> {
    let slots = Slots::new(&mut memory);
    fill(&slots)?;
    slots.release();
    // SAFETY: all values are initialised: `release` panics unless every slot is filled.
    Ok(unsafe { memory.assume_init() })
}

/// Makes a shared slice of the `len` values that `fill` pushes. Allocates once.
///
/// # Panics
///
/// If `fill` returns `Ok` and leaves a slot empty.
#[inline]
pub(super) fn shared<S, E>(
    len: usize,
    fill: impl FnOnce(&Slots<'_, S>) -> Result<(), E>,
) -> Result<Arc<[S]>, E> {
    let mut memory = Arc::new_uninit_slice(len);
    let slots = Slots::new(Arc::get_mut(&mut memory).expect("a new Arc has one owner"));
    fill(&slots)?;
    slots.release();
    // SAFETY: all values are initialised: `release` panics unless every slot is filled.
    Ok(unsafe { memory.assume_init() })
}

/// Allocates a boxed slice of `len` slots, or returns `Alloc` if memory runs out.
pub(super) fn try_memory<S>(len: usize) -> Result<Box<[MaybeUninit<S>]>, CaptureError> {
    let mut memory = Vec::new();
    memory
        .try_reserve_exact(len)
        .map_err(|_| CaptureErrorKind::Alloc)?;
    // SAFETY:
    // - `len` is at most the capacity, which `try_reserve_exact` raised to at least `len`;
    // - the first `len` elements are initialised: a `MaybeUninit` is valid without a value.
    unsafe { memory.set_len(len) };
    Ok(memory.into_boxed_slice())
}
