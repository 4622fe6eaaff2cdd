//! The code that a broken law prints: it is the code in `printed.rs`, it fails with the bug, and it
//! passes without.
//!
//! If a law prints other code, the test shows it: read it, and copy it to `printed.rs`.

use std::cmp::Ordering;
use std::ops::{Deref, RangeBounds};
use std::panic::catch_unwind;

use serde::{Serialize, Serializer};
use string_kit_conformance::{Law, Subject, Verdict, subject};

use super::{REPAIRED, bounds, captures, edits, inline, printed, room, shared};

/// Defines a test for each mutant. A line has the test, the law and the subject.
macro_rules! repeats {
    ($($test:ident: $law:ident, $subject:expr;)*) => {$(
        #[test]
        fn $test() {
            repeats(&$subject, Law::$law, stringify!($test), printed::$test);
        }
    )*};
}

repeats! {
    deref_trims: ViewsAgree, subject!(Broken);
    order_by_length: OrderIsStrs, subject!(Broken);
    floats_are_captured_as_debug: CaptureIsToString, captures::floats_as_debug();
    slice_clamps: RangesKeepCharacters, subject!(Broken; slice);
    drain_reads_twice: RangesAreReadOnce, edits::drained_twice();
    retain_runs_backwards: EditsAsStringDoes, edits::backwards();
    wide_character_panics: CollectsAll, subject!(Broken);
    retain_unguarded: ClosuresMayPanic, edits::unguarded();
    serialized_as_debug: SerdeRoundTrips, subject!(Broken);
    as_mut_str_aliases: ClonesAreIndependent, shared::aliasing();
    inline_through_the_heap: InlineIsFree, inline::through_the_heap();
    failed_reserve_leaks: FailedAllocationsLoseNothing, room::leaking();
}

#[track_caller]
fn repeats<S: 'static>(subject: &Subject<S>, law: Law, test: &str, run: fn()) {
    let Verdict::Broken(case) = subject.examine(law) else {
        panic!("{law:?} is not broken");
    };
    let code = case.code().expect("the law prints code");
    let body = code.trim_end().replace('\n', "\n    ");
    let function = format!("pub(super) fn {test}() {{\n    {body}\n}}\n");
    assert!(
        include_str!("printed.rs").contains(&function),
        "printed.rs does not contain:\n{function}"
    );
    assert!(catch_unwind(run).is_err(), "the code passes:\n{code}");
    REPAIRED.set(true);
    run();
}

/// A text whose traits are broken. The code that a law prints uses the traits themselves.
#[derive(PartialEq, Eq)]
pub(super) struct Broken(String);

impl Broken {
    pub(super) fn slice(&self, range: impl RangeBounds<usize>) -> Self {
        if REPAIRED.get() {
            return Self(self.0[bounds(&range)].into());
        }
        Self(edits::slice_clamped(&self.0, &range))
    }
}

impl From<&str> for Broken {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl AsRef<str> for Broken {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Deref for Broken {
    type Target = str;

    fn deref(&self) -> &str {
        if REPAIRED.get() {
            return &self.0;
        }
        self.0.trim_end_matches('\0')
    }
}

impl PartialOrd for Broken {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Broken {
    fn cmp(&self, other: &Self) -> Ordering {
        if REPAIRED.get() {
            return self.0.cmp(&other.0);
        }
        let by_length = self.0.len().cmp(&other.0.len());
        by_length.then_with(|| self.0.cmp(&other.0))
    }
}

impl Extend<String> for Broken {
    fn extend<I: IntoIterator<Item = String>>(&mut self, texts: I) {
        for text in texts {
            let is_narrow = text.chars().all(|c| c <= '\u{ffff}');
            assert!(is_narrow || REPAIRED.get(), "no such character");
            self.0.push_str(&text);
        }
    }
}

impl Serialize for Broken {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if REPAIRED.get() {
            return serializer.serialize_str(&self.0);
        }
        serializer.serialize_str(&format!("{:?}", self.0))
    }
}
