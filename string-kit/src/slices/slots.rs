//! Memory for a known number of values, filled one by one. After a failure, the values are dropped.
#![allow(unsafe_code)]

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::Cell;
use core::mem::{self, MaybeUninit};
use core::ptr;

use crate::error::{TextError, TextErrorKind};

/// Slots for values, of which the first `filled` are initialised. It drops these values if it is
/// dropped before its memory is released.
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

    pub(super) fn filled(&self) -> usize {
        self.filled.get()
    }

    /// Moves a value into the next slot. Panics if all slots are filled.
    #[inline]
    pub(super) fn push(&self, value: S) {
        let filled = self.filled.get();
        self.slots[filled].set(MaybeUninit::new(value));
        self.filled.set(filled + 1);
    }

    /// Hands the values over to the owner of the memory. Panics if a slot is empty.
    #[inline]
    fn release(self) {
        assert_eq!(self.filled.get(), self.slots.len(), "a slot was left empty");
        mem::forget(self);
    }
}

impl<S> Drop for Slots<'_, S> {
    fn drop(&mut self) {
        let filled: *const [Cell<MaybeUninit<S>>] = &raw const self.slots[..self.filled.get()];
        // Drops one slice, not each value: if the drop of one value panics, the drop of a slice
        // still drops the others.
        let values = filled as *mut [S];
        // SAFETY: the pointer comes from a slice of `Cell`s, which may change behind a shared
        // reference, and a `Cell<MaybeUninit<S>>` has the layout of `S`. These slots are
        // initialised, and this struct owns them (INVARIANT). Nothing reads them meanwhile or later
        // as values: the owner of the memory sees `MaybeUninit`s.
        unsafe { ptr::drop_in_place(values) };
    }
}

/// Makes a boxed slice of the values that `fill` pushes, one for each slot of `memory`.
#[inline]
pub(super) fn boxed<S, E>(
    mut memory: Box<[MaybeUninit<S>]>,
    fill: impl FnOnce(&Slots<'_, S>) -> Result<(), E>,
) -> Result<Box<[S]>, E> {
    let slots = Slots::new(&mut memory);
    fill(&slots)?;
    slots.release();
    // SAFETY: all values are initialised, since `release` panics unless every slot is filled.
    Ok(unsafe { memory.assume_init() })
}

/// Makes a shared slice of the `len` values that `fill` pushes, with one allocation.
#[inline]
pub(super) fn shared<S, E>(
    len: usize,
    fill: impl FnOnce(&Slots<'_, S>) -> Result<(), E>,
) -> Result<Arc<[S]>, E> {
    let mut memory = Arc::new_uninit_slice(len);
    let slots = Slots::new(Arc::get_mut(&mut memory).expect("a new Arc has one owner"));
    fill(&slots)?;
    slots.release();
    // SAFETY: all values are initialised, since `release` panics unless every slot is filled.
    Ok(unsafe { memory.assume_init() })
}

/// Allocates a boxed slice of `len` slots, or returns `Alloc` if memory runs out.
pub(super) fn try_memory<S>(len: usize) -> Result<Box<[MaybeUninit<S>]>, TextError> {
    let mut memory = Vec::new();
    memory
        .try_reserve_exact(len)
        .map_err(|_| TextErrorKind::Alloc)?;
    memory.resize_with(len, MaybeUninit::uninit);
    Ok(memory.into_boxed_slice())
}
