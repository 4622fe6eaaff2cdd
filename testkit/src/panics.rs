//! Panics, and the places that they report.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};

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
        assert!(panic::catch_unwind(AssertUnwindSafe(call)).is_err());
    }
    FILES.take().expect("it was set")
}
