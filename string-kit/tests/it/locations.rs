//! Tests that panics report the caller's file, not the library's.

use string_kit::{CapturedStr, StrList, StrListBuilder, ToText, capture_all, capture_shared};
use string_kit_testkit::panics::panic_files;
use string_kit_testkit::support::Errs;

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn panics_report_the_callers_file() {
    let broken = Errs("text");
    let short = StrList::from(["one"]);
    let files = panic_files(&[
        &|| drop(String::capture(&broken)),
        &|| drop(broken.to_text::<String>()),
        &|| drop(String::capture_bounded(&broken, 9)),
        &|| drop(capture_all::<String>(&[&broken])),
        &|| drop(capture_shared::<String>(&[&broken])),
        &|| drop(StrList::capture(&[&broken])),
        &|| StrListBuilder::new().push_display(&broken),
        &|| drop(StrListBuilder::with_capacity(2, usize::MAX)),
        &|| assert_eq!(&short[1], "two"),
    ]);
    assert_eq!(files, [file!(); 9]);
}
