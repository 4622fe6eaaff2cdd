//! Tests that panics report the caller's file, not the library's.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};

use string_kit::{CapturedStr, StrList, StrListBuilder, capture_all, capture_shared};

use string_kit_testkit::support::Errs;

thread_local! {
    /// The files that the panics of this thread report, or `None` while nothing is recorded.
    static FILES: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn panics_report_the_callers_file() {
    let broken = Errs("text");
    let short = StrList::from(["one"]);
    let calls: [&dyn Fn(); 8] = [
        &|| drop(String::capture(&broken)),
        &|| drop(String::capture_bounded(&broken, 9)),
        &|| drop(capture_all::<String>(&[&broken])),
        &|| drop(capture_shared::<String>(&[&broken])),
        &|| drop(StrList::capture(&[&broken])),
        &|| StrListBuilder::new().push_display(&broken),
        &|| drop(StrListBuilder::with_capacity(2, usize::MAX)),
        &|| assert_eq!(&short[1], "two"),
    ];
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
    let files = FILES.take();
    assert_eq!(files.unwrap(), [file!(); 8]);
}
