//! The processes that a program forks.
//!
//! A fork copies all counters, and what they count is the parent's to save. It also copies locks
//! that a thread may hold which the child lacks. So a child leaves the records of its parent as
//! they are, and begins others.

use std::ptr;
use std::sync::atomic::{
    AtomicPtr, AtomicU32,
    Ordering::{AcqRel, Acquire, Relaxed},
};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number below those of the process's threads, and above those of its parents' threads. No two
/// processes of a line have the same.
static FIRST: AtomicU32 = AtomicU32::new(0);
/// The last number that a thread of the process or of its parents got.
static LAST: AtomicU32 = AtomicU32::new(0);
/// The numbers from here on are left for processes.
const THREADS: u32 = 1 << 31;

/// Returns the number below those of the process's threads.
pub(crate) fn first_thread() -> u32 {
    FIRST.load(Relaxed)
}

/// Returns the number of a new thread; [`first_thread`] if there is none left.
pub(crate) fn next_thread() -> u32 {
    let next = |last| (last < THREADS).then_some(last + 1);
    let last = LAST.fetch_update(Relaxed, Relaxed, next);
    last.map_or_else(|_| first_thread(), |last| last + 1)
}

/// A value of each process. A child makes its own at the first use, so that it waits for no lock
/// that a thread of its parent holds, and a fork allocates nothing.
pub(crate) struct OfProcess<T: 'static>(AtomicPtr<(u32, T)>);

impl<T: Default + Send + Sync> OfProcess<T> {
    pub(crate) const fn new() -> Self {
        Self(AtomicPtr::new(ptr::null_mut()))
    }

    pub(crate) fn current(&self) -> &'static T {
        let process = first_thread();
        let mut stored = self.0.load(Acquire);
        loop {
            // SAFETY: the pointer is null, or that of a box which was leaked below: it is never
            // freed and never changed, and `Acquire` orders its initialization before this.
            #[allow(unsafe_code)]
            let found = unsafe { stored.as_ref::<'static>() };
            match found {
                Some((owner, value)) if *owner == process => return value,
                _ => {}
            }
            // If another thread is first, this one stays allocated, once a process.
            let made: &'static (u32, T) = Box::leak(Box::new((process, T::default())));
            let new = ptr::from_ref(made).cast_mut();
            match self.0.compare_exchange(stored, new, AcqRel, Acquire) {
                Ok(_) => return &made.1,
                Err(other) => stored = other,
            }
        }
    }
}

/// Locks a mutex. No panic leaves what it protects in a state that cannot be read.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins a child. It has one thread.
pub(crate) fn begin() {
    FIRST.store(LAST.fetch_add(1, Relaxed) + 1, Relaxed);
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
