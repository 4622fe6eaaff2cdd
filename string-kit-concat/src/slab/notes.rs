//! Notes on the slots of a block: numbers that follow from a value, kept once somebody asked for
//! them.
//!
//! Behind its units each block has pointers to arrays of notes, one array for each kind and one
//! note for each unit. An array is made when the first note of its kind is written in the block. A
//! thread that makes a new value in a slot forgets the notes on the slot, which it alone has then.
//! Threads may write a note at the same time: all write the same number.
#![allow(unsafe_code)]

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ptr::{self, NonNull};
use core::sync::atomic::AtomicBool;

use super::unit::Memory;
use crate::sync::{AtomicPtr, AtomicU32, Ordering};

const KINDS: usize = 4;

/// The number in a note that was not written.
const UNKNOWN: u32 = u32::MAX;

/// A number, if it was written.
pub(crate) struct Note(AtomicU32);

impl Note {
    pub(crate) fn read(&self) -> Option<usize> {
        let number = self.0.load(Ordering::Relaxed);
        (number != UNKNOWN).then_some(number as usize)
    }

    /// Writes a number below 2^32. If that is the greatest, the note is as if it were not written.
    pub(crate) fn write(&self, number: usize) {
        self.0
            .store(u32::try_from(number).unwrap_or(UNKNOWN), Ordering::Relaxed);
    }
}

/// True once there was an array. Programs that make no notes forget none.
static SOME: AtomicBool = AtomicBool::new(false);

/// Returns true if a slot that was just taken may have notes.
///
/// Relaxed: who wrote a note on the slot did so before it was put back, and after this was true.
#[inline]
pub(super) fn are_there() -> bool {
    SOME.load(Ordering::Relaxed)
}

pub(super) struct Notes([AtomicPtr<Note>; KINDS]);

impl Notes {
    pub(super) fn new() -> Self {
        Self([(); KINDS].map(|()| AtomicPtr::new(ptr::null_mut())))
    }

    /// Returns the note on a unit of a block of `size` units. If there is no array, makes one or
    /// returns none.
    ///
    /// # Safety
    ///
    /// The place is below `size`, which is always the same.
    #[inline]
    pub(super) unsafe fn note(
        &self,
        kind: usize,
        place: u32,
        size: u32,
        makes: bool,
    ) -> Option<&Note> {
        // The notes in the array come after the array.
        let mut array = self.0[kind].load(Ordering::Acquire);
        if array.is_null() {
            array = if makes {
                self.make(kind, size)?
            } else {
                return None;
            };
        }
        // SAFETY: the array has `size` notes.
        let note = unsafe { array.add(place as usize) };
        // SAFETY: it is freed with the block.
        Some(unsafe { &*note })
    }

    #[cold]
    fn make(&self, kind: usize, size: u32) -> Option<*mut Note> {
        let mut notes = Vec::new();
        notes.try_reserve_exact(size as usize).ok()?;
        notes.extend((0..size).map(|_| Note(AtomicU32::new(UNKNOWN))));
        let array = Box::into_raw(notes.into_boxed_slice()).cast::<Note>();
        SOME.store(true, Ordering::Relaxed);
        let made = self.0[kind].compare_exchange(
            ptr::null_mut(),
            array,
            Ordering::AcqRel,
            Ordering::Acquire,
        );
        let Err(other) = made else {
            return Some(array);
        };
        // SAFETY: it was made here, and nobody saw it.
        unsafe { free(array, size) };
        Some(other)
    }

    /// Forgets the notes on a unit.
    ///
    /// # Safety
    ///
    /// As for [`note`](Self::note). The slot is the caller's alone.
    #[cold]
    pub(super) unsafe fn forget(&self, place: u32, size: u32) {
        for kind in 0..KINDS {
            // SAFETY: as for this function.
            if let Some(note) = unsafe { self.note(kind, place, size, false) } {
                note.0.store(UNKNOWN, Ordering::Relaxed);
            }
        }
    }

    /// Frees the arrays.
    ///
    /// # Safety
    ///
    /// Nobody has a slot of the block, which has `size` units.
    pub(super) unsafe fn free(&self, size: u32) {
        for array in &self.0 {
            let array = array.load(Ordering::Relaxed);
            if !array.is_null() {
                // SAFETY: it was made for this block, and nobody uses it any more.
                unsafe { free(array, size) };
            }
        }
    }
}

/// # Safety
///
/// The array was made of `size` notes, and nobody has it.
unsafe fn free(array: *mut Note, size: u32) {
    let notes = ptr::slice_from_raw_parts_mut(array, size as usize);
    // SAFETY: it was a box of as many notes.
    drop(unsafe { Box::from_raw(notes) });
}

/// Returns the place of the notes behind the units of a block.
///
/// # Safety
///
/// The memory was allocated with them.
#[inline]
pub(super) unsafe fn behind(memory: NonNull<Memory>, units: u32) -> NonNull<Notes> {
    // SAFETY: it is the end of the units.
    let end = unsafe { memory.add(units as usize) };
    end.cast()
}
