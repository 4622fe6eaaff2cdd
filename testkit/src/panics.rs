//! Panics, and the places that they report.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};

/// Returns `true` if a call panics.
pub fn panics<R>(call: impl FnOnce() -> R) -> bool {
    panic::catch_unwind(AssertUnwindSafe(call)).is_err()
}

/// Returns the message of the panic of a call.
pub fn panic_message<R>(call: impl FnOnce() -> R) -> String {
    let panicked = panic::catch_unwind(AssertUnwindSafe(|| drop(call())));
    match panicked.unwrap_err().downcast::<String>() {
        Ok(formatted) => *formatted,
        Err(literal) => (*literal.downcast_ref::<&str>().unwrap()).to_owned(),
    }
}

/// Returns the files that the panics of these calls report. The panics print nothing.
pub fn panic_files(calls: &[&dyn Fn()]) -> Vec<String> {
    thread_local! {
        /// The files of this thread, or `None` while nothing is recorded.
        static FILES: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
    }
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        FILES.with_borrow_mut(|files| match files {
            Some(files) => files.push(info.location().map_or("none", |at| at.file()).to_owned()),
            None => print(info),
        });
    }));
    FILES.set(Some(Vec::new()));
    for call in calls {
        assert!(panics(call));
    }
    FILES.take().expect("it was set")
}
