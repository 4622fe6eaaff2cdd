//! The memory of a block: its units, and the notes behind them.
#![allow(unsafe_code)]

use alloc::alloc::{alloc, dealloc};
use core::alloc::Layout;
use core::ptr::NonNull;

use super::directory::Entry;
use super::notes::{Notes, behind};
use super::unit::Memory;
use crate::error::note_refused;
use crate::sync::Ordering;

/// # Safety
///
/// The block has memory, and the place is one of its.
#[inline]
pub(super) unsafe fn place_of(entry: &Entry, place: u32) -> NonNull<Memory> {
    let slots = entry.slots.load(Ordering::Relaxed);
    // SAFETY: the place is within the block.
    let slot = unsafe { slots.add(place as usize) };
    // SAFETY: the block has memory.
    unsafe { NonNull::new_unchecked(slot) }
}

/// # Safety
///
/// The block has memory for as long as the notes are in use.
#[inline]
pub(super) unsafe fn notes_of(entry: &Entry) -> &Notes {
    // SAFETY: the block has memory.
    let memory = unsafe { NonNull::new_unchecked(entry.slots.load(Ordering::Relaxed)) };
    // SAFETY: it was allocated with the notes behind as many units.
    let notes = unsafe { behind(memory, entry.size.load(Ordering::Relaxed)) };
    // SAFETY: they were written before the first slot was given out.
    unsafe { notes.as_ref() }
}

fn layout(units: u32) -> Option<Layout> {
    const { assert!(align_of::<Notes>() <= align_of::<Memory>()) };
    let units = Layout::array::<Memory>(units as usize).ok()?;
    let (block, notes) = units.extend(Layout::new::<Notes>()).ok()?;
    debug_assert!(notes == units.size());
    Some(block)
}

pub(super) fn allocate(units: u32) -> Option<NonNull<Memory>> {
    let layout = layout(units)?;
    // SAFETY: a block has units, and a unit has bytes.
    let Some(memory) = NonNull::new(unsafe { alloc(layout) }) else {
        note_refused(layout.size());
        return None;
    };
    let memory = memory.cast();
    // SAFETY: there is room for them behind the units.
    let notes = unsafe { behind(memory, units) };
    // SAFETY: nobody else has it.
    unsafe { notes.write(Notes::new()) };
    #[cfg(all(loom, test))]
    for place in 0..units as usize {
        // SAFETY: the place is within the block.
        let unit = unsafe { memory.add(place) };
        // SAFETY: nobody else has it.
        unsafe { Memory::make(unit) };
    }
    Some(memory)
}

/// # Safety
///
/// The memory was allocated for `units` units, and nobody has one of them.
pub(super) unsafe fn deallocate(memory: *mut Memory, units: u32) {
    // SAFETY: the memory was allocated.
    let block = unsafe { NonNull::new_unchecked(memory) };
    // SAFETY: it was allocated with the notes.
    let notes_at = unsafe { behind(block, units) };
    // SAFETY: they are the caller's alone, as the units are.
    let notes = unsafe { notes_at.read() };
    // SAFETY: they were made for as many units.
    unsafe { notes.free(units) };
    #[cfg(all(loom, test))]
    for place in 0..units as usize {
        // SAFETY: the place is within the block.
        let unit = unsafe { memory.add(place) };
        // SAFETY: it was made, and is the caller's alone.
        unsafe { Memory::unmake(NonNull::new_unchecked(unit)) };
    }
    let layout = layout(units).expect("it was allocated by this layout");
    // SAFETY: the memory was allocated by this layout.
    unsafe { dealloc(memory.cast(), layout) };
}
