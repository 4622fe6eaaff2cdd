//! Numbers that the allocator of this program reports of itself.
//!
//! Each allocator is asked only in the program that runs on it: asking jemalloc or mimalloc sets it up.
#![allow(unsafe_code)]
// Not every allocator reports.
#![allow(clippy::unnecessary_wraps)]

use crate::engine::Program;

/// Returns the bytes of all blocks that are in use, with the overhead of each; none if the allocator
/// does not report them.
pub fn live_bytes() -> Option<usize> {
    match Program::current() {
        Program::System | Program::Counting | Program::Laws => system::live(),
        Program::Jemalloc => jemalloc::live(),
        Program::Mimalloc => mimalloc::live(),
    }
}

/// Returns the bytes that the allocator has mapped for blocks; none on others than jemalloc.
pub fn mapped_bytes() -> Option<usize> {
    match Program::current() {
        Program::Jemalloc => jemalloc::mapped(),
        _ => None,
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod system {
    use std::mem;

    /// `mallinfo2`, which glibc has since 2.33: the program must start on older ones too.
    type Mallinfo2 = unsafe extern "C" fn() -> libc::mallinfo2;

    pub(super) fn live() -> Option<usize> {
        // SAFETY: the name ends with a NUL, and the handle is the one that needs no `dlopen`.
        let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"mallinfo2".as_ptr()) };
        if found.is_null() {
            return None;
        }
        // SAFETY: a function of this name is glibc's, which documents this type.
        let mallinfo2 = unsafe { mem::transmute::<*mut libc::c_void, Mallinfo2>(found) };
        // SAFETY: it takes no arguments, and any thread may call it.
        let info = unsafe { mallinfo2() };
        Some(info.uordblks + info.hblkhd)
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod system {
    pub(super) fn live() -> Option<usize> {
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

    pub(super) fn mapped() -> Option<usize> {
        epoch::advance().ok()?;
        stats::mapped::read().ok()
    }
}

#[cfg(feature = "allocators")]
mod mimalloc {
    use std::ffi::c_void;
    use std::ptr;

    use libmimalloc_sys::{mi_heap_area_t, mi_heap_t, mi_heap_visit_blocks};

    pub(super) fn live() -> Option<usize> {
        /// Adds the blocks of an area, which are all of one size.
        unsafe extern "C" fn add(
            _heap: *const mi_heap_t,
            area: *const mi_heap_area_t,
            _block: *mut c_void,
            _size: usize,
            sum: *mut c_void,
        ) -> bool {
            // SAFETY: mimalloc passes an area that is valid during the call.
            let area = unsafe { &*area };
            // SAFETY: mimalloc passes the pointer that `live` gave it: to a number that only this
            // function uses until the visit ends.
            let sum = unsafe { &mut *sum.cast::<usize>() };
            *sum += area.used * area.full_block_size;
            true
        }
        let mut sum = 0_usize;
        // SAFETY: a null heap means the heap of all threads, of which this is the only one that
        // allocates; `add` allocates nothing, and `sum` is the number that it expects.
        let all = unsafe {
            mi_heap_visit_blocks(ptr::null_mut(), false, Some(add), (&raw mut sum).cast())
        };
        all.then_some(sum)
    }
}

/// No program runs on either.
#[cfg(not(feature = "allocators"))]
mod none {
    pub(super) fn live() -> Option<usize> {
        None
    }

    pub(super) fn mapped() -> Option<usize> {
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
    fn a_large_block_is_reported() {
        const BYTES: usize = 1 << 28;
        let before = live_bytes();
        let block = std::hint::black_box(Vec::<u8>::with_capacity(BYTES));
        let after = live_bytes();
        drop(block);
        // Other tests run at the same time: their blocks are far smaller.
        let both = before.zip(after);
        assert!(both.is_none_or(|(before, after)| after > before + BYTES / 2));
    }
}
