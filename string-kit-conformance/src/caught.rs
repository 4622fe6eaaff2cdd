//! Panics that are expected: caught, and not printed.

use core::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::thread_local;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// What `work` returns, or what it panicked with.
///
/// The first call installs a panic hook for the process; it prints nothing of a panic in here, and
/// leaves all others to the hook that was there.
pub(super) fn caught<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // A thread that ends has no QUIET any more: its panics are not ours.
            if !QUIET.try_with(Cell::get).unwrap_or(false) {
                loud(info);
            }
        }));
    });
    let before = QUIET.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    QUIET.set(before);
    result.map_err(|payload| match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(payload) => payload
            .downcast_ref::<&str>()
            .map_or_else(|| "no message".to_owned(), |message| (*message).to_owned()),
    })
}
