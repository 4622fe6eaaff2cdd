//! A panic is reported where the caller stands, not within the library.
#![allow(missing_docs)]

mod support;

use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;

use string_kit::{CapturedStr, StrList, StrListBuilder, capture_all, capture_shared};
use support::Errs;

static FILES: Mutex<Vec<String>> = Mutex::new(Vec::new());

// The only test of this program: the hook is the program's.
#[test]
fn panics_are_the_callers() {
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
    panic::set_hook(Box::new(|info| {
        let file = info.location().map_or("none", |location| location.file());
        FILES.lock().unwrap().push(file.to_owned());
    }));
    for call in calls {
        assert!(panic::catch_unwind(AssertUnwindSafe(call)).is_err());
    }
    drop(panic::take_hook());
    assert_eq!(*FILES.lock().unwrap(), [file!(); 8]);
}
