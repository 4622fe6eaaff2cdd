//! A representation of a user's own, as ill-behaved as safe code can be.

use std::borrow::Borrow;
use std::fmt::{self, Display};
use std::panic::{self, AssertUnwindSafe};
use std::thread;

use crate::support::{Errs, Panics};
use string_kit::{CapturedStr, Profile, capture_all, capture_shared, try_capture_all};
use string_kit_conformance::count;

/// Panics when it is made of `bomb`, and when it is dropped as `mine`; captures as it is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Own(String);

impl Drop for Own {
    fn drop(&mut self) {
        if self.0 == "mine" && !thread::panicking() {
            panic::resume_unwind(Box::new("a drop panicked"));
        }
    }
}

impl AsRef<str> for Own {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Own {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl Display for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl From<&str> for Own {
    fn from(text: &str) -> Self {
        Self::from_text(text)
    }
}

impl From<String> for Own {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl CapturedStr for Own {
    const PROFILE: Profile = Profile::new("Own");

    fn from_text(text: &str) -> Self {
        if text == "bomb" {
            panic::resume_unwind(Box::new("from_text panicked"));
        }
        // While the outer capture's scratch is lent out.
        Self(String::capture(text))
    }

    fn heap_size(&self) -> usize {
        self.0.capacity()
    }
}

/// Every way to capture a slice fails as it should, and all that was made by then is dropped.
fn fails_and_leaves_nothing(values: &[&dyn Display]) {
    let ways: [&dyn Fn(); 3] = [
        &|| drop(capture_all::<Own>(values)),
        &|| drop(capture_shared::<Own>(values)),
        &|| drop(try_capture_all::<Own>(values).unwrap()),
    ];
    for way in ways {
        let (failed, counts) = count(|| panic::catch_unwind(AssertUnwindSafe(way)).is_err());
        assert!(failed);
        assert_eq!(counts.live_bytes, 0);
    }
}

#[test]
fn it_is_captured_into_while_it_captures() {
    let long = crate::support::ascii(9_000);
    let captured = capture_all::<Own>(&[&1, &long, &2]);
    assert!(captured.iter().map(Own::as_str).eq(["1", &long, "2"]));
}

#[test]
fn a_from_text_that_panics_leaves_nothing() {
    fails_and_leaves_nothing(&[&"a text on the heap", &"another", &"bomb", &"never"]);
    let captured = panic::catch_unwind(|| Own::capture("bomb"));
    assert!(captured.is_err());
}

#[test]
fn a_drop_that_panics_does_not_keep_the_others_from_theirs() {
    fails_and_leaves_nothing(&[&"first", &"mine", &"a text on the heap", &Panics("text")]);
    let (failed, counts) = count(|| {
        let values: [&dyn Display; 4] = [&"first", &"mine", &"a text on the heap", &Errs("text")];
        let captured = AssertUnwindSafe(|| try_capture_all::<Own>(&values).is_ok());
        panic::catch_unwind(captured).is_err()
    });
    assert!(failed);
    assert_eq!(counts.live_bytes, 0);
}
