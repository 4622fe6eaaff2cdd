//! The processes that a program forks.
//!
//! A fork copies all counters, and what they count is the parent's to save. It also copies locks
//! that a thread may hold which the child lacks. So a child leaves the records of its parent as
//! they are, and begins others.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// The number of forks between the start of the program and this process, at most 15: deeper
/// processes count as one.
static DEPTH: AtomicU8 = AtomicU8::new(0);

/// The binary digits of a thread's number within its process. The depth has the others.
pub(crate) const THREAD_BITS: u32 = 28;

/// Returns a number that is greater than those of the parents' threads, and less than those of the
/// process's own.
pub(crate) fn first_thread() -> u32 {
    u32::from(DEPTH.load(Relaxed)) << THREAD_BITS
}

/// A value of each process. A child finds its own unlocked, and allocates nothing for it.
pub(crate) struct OfProcess<T>([Mutex<T>; 16]);

impl<T> OfProcess<T> {
    pub(crate) const fn new(values: [Mutex<T>; 16]) -> Self {
        Self(values)
    }

    pub(crate) fn current(&self) -> &Mutex<T> {
        &self.0[usize::from(DEPTH.load(Relaxed))]
    }
}

/// Begins a child. It has one thread.
pub(crate) fn begin() {
    DEPTH.store(15.min(DEPTH.load(Relaxed) + 1), Relaxed);
}

/// Has each child call a function.
#[cfg(unix)]
pub(crate) fn watch(child: extern "C" fn()) {
    #[allow(unsafe_code)]
    mod c {
        // C's library declares `pthread_atfork` so. It calls the function in each child, from
        // `fork`. Any thread may call `pthread_atfork`.
        unsafe extern "C" {
            pub(super) safe fn pthread_atfork(
                prepare: Option<extern "C" fn()>,
                parent: Option<extern "C" fn()>,
                child: Option<extern "C" fn()>,
            ) -> core::ffi::c_int;
        }
    }
    // Without memory for it, a child counts what its parent counted too.
    c::pthread_atfork(None, None, Some(child));
}

/// Does nothing: there are no forks here.
#[cfg(not(unix))]
pub(crate) fn watch(_: extern "C" fn()) {}
