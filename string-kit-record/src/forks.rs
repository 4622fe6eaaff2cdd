//! The processes that a program forks, each with records of its own.
//!
//! A fork copies all counters, and what they count is the parent's to save. It also copies locks
//! that a thread may hold which the child lacks. So a child leaves the records of its parent as
//! they are, and begins others.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::record::Record;

/// The number of forks between the start of the program and this process, at most 15: deeper
/// processes count as one.
static DEPTH: AtomicU8 = AtomicU8::new(0);

/// One process for each depth. A child finds its locks free, and allocates nothing for them.
static PROCESSES: [Process; 16] = [const { Process::new() }; 16];

pub(crate) struct Process {
    /// All records, in the order of first use. None is freed.
    pub(crate) records: Mutex<Vec<&'static Record>>,
    /// One save at a time: all saves to a path write the same partial file.
    pub(crate) saving: Mutex<()>,
}

impl Process {
    const fn new() -> Self {
        Self {
            records: Mutex::new(Vec::new()),
            saving: Mutex::new(()),
        }
    }

    pub(crate) fn current() -> &'static Self {
        &PROCESSES[usize::from(DEPTH.load(Relaxed))]
    }
}

/// The binary digits of a thread's number within its process. The depth has the others.
pub(crate) const THREAD_BITS: u32 = 28;

/// Returns a number that is greater than those of the parents' threads, and less than those of the
/// process's own.
pub(crate) fn first_thread() -> u32 {
    u32::from(DEPTH.load(Relaxed)) << THREAD_BITS
}

/// Has each child begin its own records.
#[cfg(unix)]
pub(crate) fn watch() {
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
    extern "C" fn child() {
        DEPTH.store(15.min(DEPTH.load(Relaxed) + 1), Relaxed);
        crate::threads::forget_recorders();
    }
    // Without memory for it, a child counts what its parent counted too.
    c::pthread_atfork(None, None, Some(child));
}

/// Does nothing: there are no forks here.
#[cfg(not(unix))]
pub(crate) fn watch() {}
