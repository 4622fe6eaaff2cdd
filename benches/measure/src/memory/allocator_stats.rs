//! Numbers that the allocator of this program reports of itself.
//!
//! Each is asked only in the program that runs on it: asking jemalloc or mimalloc sets it up.
#![allow(unsafe_code)]

#[cfg(feature = "allocators")]
use tikv_jemalloc_ctl::{epoch, stats};

use crate::engine::Program;

/// Returns the bytes of all blocks that are in use, with the overhead of each; none if the
/// allocator does not report them.
#[allow(unreachable_patterns)] // The last one is of systems that report nothing.
pub fn live_bytes() -> Option<usize> {
    match Program::current() {
        #[cfg(feature = "allocators")]
        Program::Jemalloc => jemalloc(stats::allocated::read),
        #[cfg(feature = "allocators")]
        Program::Mimalloc => mimalloc::live(),
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        Program::System | Program::Counting => glibc::live(),
        _ => None,
    }
}

/// Returns the bytes that the allocator has mapped for blocks; none on others than jemalloc.
pub fn mapped_bytes() -> Option<usize> {
    #[cfg(feature = "allocators")]
    if Program::current() == Program::Jemalloc {
        return jemalloc(stats::mapped::read);
    }
    None
}

/// Reads a number of jemalloc, which it takes anew for each epoch.
#[cfg(feature = "allocators")]
fn jemalloc(read: impl FnOnce() -> tikv_jemalloc_ctl::Result<usize>) -> Option<usize> {
    epoch::advance().ok()?;
    read().ok()
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod glibc {
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
        let is_visited = unsafe {
            mi_heap_visit_blocks(ptr::null_mut(), false, Some(add), (&raw mut sum).cast())
        };
        is_visited.then_some(sum)
    }
}
