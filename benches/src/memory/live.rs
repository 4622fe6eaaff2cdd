//! What the allocator that runs this program says of its blocks.
//!
//! Each is asked only in the program that runs on it: to ask jemalloc or mimalloc sets it up.
#![allow(unsafe_code)]
// Not every allocator tells.
#![allow(clippy::unnecessary_wraps)]

use super::Allocator;

/// The bytes of all blocks that are given out, with what the allocator adds to each; none if it does
/// not tell.
pub(super) fn live() -> Option<usize> {
    match Allocator::current() {
        Allocator::Laboratory | Allocator::System => system::live(),
        Allocator::Jemalloc => jemalloc::live(),
        Allocator::Mimalloc => mimalloc::live(),
    }
}

/// The bytes that a program may use of a block for which it asks so many; none if the allocator does
/// not tell.
pub(super) fn usable(asked: usize) -> Option<usize> {
    if asked == 0 {
        return None;
    }
    let block = Vec::<u8>::with_capacity(asked);
    let of = match Allocator::current() {
        Allocator::Laboratory | Allocator::System => system::usable,
        Allocator::Jemalloc => jemalloc::usable,
        Allocator::Mimalloc => mimalloc::usable,
    };
    // SAFETY: something was asked for, so that it is a block, and of the allocator that runs this
    // program; it is there until the end of this function.
    unsafe { of(block.as_ptr()) }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod system {
    use std::mem;

    /// `mallinfo2`, which glibc has since 2.33: older ones must still run this program.
    type Mallinfo2 = unsafe extern "C" fn() -> libc::mallinfo2;

    pub(super) fn live() -> Option<usize> {
        // SAFETY: the name ends with a NUL, and the handle is the one that needs no `dlopen`.
        let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"mallinfo2".as_ptr()) };
        if found.is_null() {
            return None;
        }
        // SAFETY: a function of this name is glibc's, which documents this type.
        let mallinfo2 = unsafe { mem::transmute::<*mut libc::c_void, Mallinfo2>(found) };
        // SAFETY: it takes nothing, and any thread may call it.
        let info = unsafe { mallinfo2() };
        Some(info.uordblks + info.hblkhd)
    }

    /// # Safety
    ///
    /// It is a block of this allocator's.
    pub(super) unsafe fn usable(block: *const u8) -> Option<usize> {
        // SAFETY: the caller's promise, passed on.
        Some(unsafe { libc::malloc_usable_size(block.cast_mut().cast()) })
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod system {
    pub(super) fn live() -> Option<usize> {
        None
    }

    /// # Safety
    ///
    /// It is a block of this allocator's.
    pub(super) unsafe fn usable(_block: *const u8) -> Option<usize> {
        None
    }
}

#[cfg(feature = "allocators")]
mod jemalloc {
    use tikv_jemalloc_ctl::{epoch, stats};

    pub(super) fn live() -> Option<usize> {
        epoch::advance().ok()?;
        stats::allocated::read().ok()
    }

    /// # Safety
    ///
    /// It is a block of this allocator's.
    pub(super) unsafe fn usable(block: *const u8) -> Option<usize> {
        // SAFETY: the caller's promise, passed on.
        Some(unsafe { tikv_jemallocator::usable_size(block) })
    }
}

#[cfg(feature = "allocators")]
mod mimalloc {
    use std::ffi::c_void;
    use std::ptr;

    use libmimalloc_sys::{mi_heap_area_t, mi_heap_t, mi_heap_visit_blocks, mi_usable_size};

    pub(super) fn live() -> Option<usize> {
        /// Adds the blocks of an area: they are all of one size.
        unsafe extern "C" fn add(
            _heap: *const mi_heap_t,
            area: *const mi_heap_area_t,
            _block: *mut c_void,
            _size: usize,
            sum: *mut c_void,
        ) -> bool {
            // SAFETY: it is called with an area that is there.
            let area = unsafe { &*area };
            // SAFETY: it is called with what `live` passes: a number that nobody else has.
            let sum = unsafe { &mut *sum.cast::<usize>() };
            *sum += area.used * area.full_block_size;
            true
        }
        let mut sum = 0_usize;
        // SAFETY: no heap means the one of all threads, of which this is the only one that allocates;
        // `add` allocates nothing, and takes the number that it is given.
        let all = unsafe {
            mi_heap_visit_blocks(ptr::null_mut(), false, Some(add), (&raw mut sum).cast())
        };
        all.then_some(sum)
    }

    /// # Safety
    ///
    /// It is a block of this allocator's.
    pub(super) unsafe fn usable(block: *const u8) -> Option<usize> {
        // SAFETY: the caller's promise, passed on.
        Some(unsafe { mi_usable_size(block.cast()) })
    }
}

/// There is no program that runs on either.
#[cfg(not(feature = "allocators"))]
mod none {
    pub(super) fn live() -> Option<usize> {
        None
    }

    /// # Safety
    ///
    /// It is a block of this allocator's.
    pub(super) unsafe fn usable(_block: *const u8) -> Option<usize> {
        None
    }
}
#[cfg(not(feature = "allocators"))]
use none as jemalloc;
#[cfg(not(feature = "allocators"))]
use none as mimalloc;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_more_is_told_if_anything_is() {
        const BYTES: usize = 1 << 28;
        let before = live();
        let block = std::hint::black_box(Vec::<u8>::with_capacity(BYTES));
        let after = live();
        drop(block);
        assert!(usable(BYTES).is_none_or(|usable| usable >= BYTES));
        assert_eq!(usable(0), None);
        // Other tests run beside this one: what they take and give back is far less.
        assert!(
            before
                .zip(after)
                .is_none_or(|(before, after)| after > before + BYTES / 2)
        );
    }
}
