//! What both allocators do around a call: ask the budget first, count once the block is there.
//!
//! A block that the system refuses is not counted, though it is taken off the budget. Counting a
//! refused block of `isize::MAX` bytes would overflow, and a panic in an allocator is not allowed.

use std::ptr;

use crate::allocator::{budget, counts};

/// A new block of `size` bytes from `make`, or null.
pub(crate) fn alloc(size: usize, make: impl FnOnce() -> *mut u8) -> *mut u8 {
    if !budget::spend() {
        return ptr::null_mut();
    }
    let block = make();
    if !block.is_null() {
        counts::allocated(size);
    }
    block
}

/// A block of `old_size` bytes made `new_size` long by `make`, or null.
pub(crate) fn realloc(old_size: usize, new_size: usize, make: impl FnOnce() -> *mut u8) -> *mut u8 {
    if new_size > old_size && !budget::spend() {
        return ptr::null_mut();
    }
    let block = make();
    if !block.is_null() {
        counts::reallocated(old_size, new_size);
    }
    block
}
