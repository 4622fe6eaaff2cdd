//! Capture into a user's own type that captures and panics in its methods.

use std::borrow::Borrow;
use std::fmt::{self, Display};
use std::panic;
use std::thread;

use string_kit::{CapturedStr, Profile, capture_all, capture_shared, try_capture_all};
use string_kit_conformance::count;
use string_kit_testkit::panics::panics;
use string_kit_testkit::support::{Errs, Panics, ascii};

/// A string type whose `from_text` captures, and panics for "bomb". Its drop panics for "mine".
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
        // A capture runs while the outer capture lends its buffer out.
        Self(String::capture(text))
    }

    fn heap_size(&self) -> usize {
        self.0.capacity()
    }
}

/// Asserts that each capture of the slice panics and leaks nothing.
#[track_caller]
fn assert_panics_without_leak(values: &[&dyn Display]) {
    let captures: [&dyn Fn(); 3] = [
        &|| drop(capture_all::<Own>(values)),
        &|| drop(capture_shared::<Own>(values)),
        &|| drop(try_capture_all::<Own>(values).unwrap()),
    ];
    for capture in captures {
        let (panicked, counts) = count(|| panics(capture));
        assert_eq!((panicked, counts.live_bytes), (true, 0));
    }
}

#[test]
fn from_text_can_capture() {
    let long = ascii(9_000);
    let captured = capture_all::<Own>(&[&1, &long, &2]);
    assert!(captured.iter().map(Own::as_str).eq(["1", &long, "2"]));
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_panic_in_from_text_leaks_nothing() {
    assert_panics_without_leak(&[&"a text on the heap", &"another", &"bomb", &"never"]);
    assert!(panics(|| Own::capture("bomb")));
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn a_panic_in_a_drop_still_drops_the_other_strings() {
    assert_panics_without_leak(&[&"first", &"mine", &"a text on the heap", &Panics("text")]);
    let values: [&dyn Display; 4] = [&"first", &"mine", &"a text on the heap", &Errs("text")];
    let (panicked, counts) = count(|| panics(|| try_capture_all::<Own>(&values)));
    assert_eq!((panicked, counts.live_bytes), (true, 0));
}
