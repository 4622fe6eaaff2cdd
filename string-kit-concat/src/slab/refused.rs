//! Memory that was refused.

use alloc::alloc::handle_alloc_error;
use core::alloc::Layout;
use core::sync::atomic::{AtomicUsize, Ordering};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// There are no more ids.
    Full,
    /// The allocator has no room.
    Alloc,
}

/// The bytes of the allocation that failed last, on any thread: the message that ends a program
/// says how many.
static REFUSED: AtomicUsize = AtomicUsize::new(0);

/// Notes the bytes of an allocation that failed.
#[cold]
pub(crate) fn note_refused(bytes: usize) {
    REFUSED.store(bytes, Ordering::Relaxed);
}

/// Ends the program as memory ran out.
#[cold]
pub(crate) fn out_of_memory() -> ! {
    let bytes = REFUSED.load(Ordering::Relaxed);
    handle_alloc_error(Layout::array::<u8>(bytes).unwrap_or(Layout::new::<u128>()))
}
