//! The code that a broken law prints: it is the code below but for white space, it fails with the bug, and
//! it passes without.
//!
//! If a law prints other code, the test shows it: read it, and copy it to the table.
#![allow(unused, clippy::all, clippy::pedantic)] // The code is as a user sees it.

use std::cmp::Ordering;
use std::ops::{Deref, RangeBounds};
use std::panic::catch_unwind;

use serde::{Serialize, Serializer};
use string_kit_conformance::{Law, Subject, Verdict, subject};

use super::captures::{FloatsAsDebug, floats_as_debug};
use super::edits::{
    backwards, drained_twice, reads_twice, retain_backwards, retain_unguarded_by_a_drop,
    slice_clamped, unguarded,
};
use super::inline::{Inline, through_the_heap};
use super::room::{leaking, leaky_reserve};
use super::shared::{Shared, aliasing};
use super::{REPAIRED, Text, bounds};

/// Defines a test for each mutant: the test, the law, the subject, and the code.
macro_rules! repeats {
    ($($(#[$cfg:meta])? $test:ident: $law:ident, $subject:expr => { $($code:tt)* })*) => {$(
        $(#[$cfg])?
        #[test]
        fn $test() {
            fn run() {
                $($code)*
            }
            repeats(&$subject, Law::$law, stringify!($($code)*), run);
        }
    )*};
}

repeats! {
    deref_trims: ViewsAgree, subject!(Broken) => {
        type S = Broken;
        let s = S::from("\0");
        let view: &str = &*s;
        assert_eq!(view, "\0");
    }

    order_by_length: OrderIsStrs, subject!(Broken) => {
        type S = Broken;
        let mut a = S::from("𝄞");
        let mut b = S::from("étail");
        assert_eq!(a.cmp(&b), std::cmp::Ordering::Greater);
    }

    floats_are_captured_as_debug: CaptureIsToString, floats_as_debug() => {
        use std::fmt::Display;
        use string_kit_conformance::Capture;
        type S = Text;
        struct Way;
        impl Capture<S> for Way {
            fn capture<D: Display>(value: &D) -> S {
                FloatsAsDebug::capture(value)
            }
        }
        let value = 1.0_f64;
        let s = Way::capture(&value);
        assert_eq!(AsRef::<str>::as_ref(&s), value.to_string());
    }

    slice_clamps: RangesKeepCharacters, subject!(Broken; slice) => {
        use std::panic::AssertUnwindSafe;
        use std::panic::catch_unwind;
        type S = Broken;
        let mut s = S::from("ééé");
        s = s.slice(2..4);
        let given = catch_unwind(AssertUnwindSafe(|| s.slice(0..=2)));
        assert!(given.is_err());
        assert_eq!(AsRef::<str>::as_ref(&s), "é");
    }

    drain_reads_twice: RangesAreReadOnce, drained_twice() => {
        use std::ops::Bound;
        use std::panic::AssertUnwindSafe;
        use std::panic::catch_unwind;
        use string_kit_conformance::Draining;
        use string_kit_conformance::Span;
        use string_kit_conformance::values::Answers;
        type S = Text;
        let drain: fn(&mut S, Span<'_>, Draining) -> String = reads_twice;
        let mut s = S::from("é");
        let answers = Answers::new([Bound::Included(0), Bound::Included(1)].into(), [Bound::Excluded(2), Bound::Excluded(1)].into());
        let given = catch_unwind(AssertUnwindSafe(|| drain(&mut s, answers.span(), Draining { front: 255, back: 0, leak: false })));
        if let Ok(given) = given {
            assert_eq!(given, "é");
            assert_eq!(AsRef::<str>::as_ref(&s), "");
        } else {
            assert_eq!(AsRef::<str>::as_ref(&s), "é");
        }
    }

    // Random cases depend on the width of usize.
    #[cfg(target_pointer_width = "64")]
    retain_runs_backwards: EditsAsStringDoes, backwards() => {
        type S = Text;
        let retain: fn(&mut S, &mut dyn FnMut(char) -> bool) = retain_backwards;
        let mut s0 = S::from("a\0");
        assert_eq!({
            let (mut bits, mut seen) = (0_u32, String::new());
            retain(&mut s0, &mut |c| {
                seen.push(c);
                bits = bits.rotate_left(1);
                bits & 1 == 0
            });
            seen
        }, "a\0");
        assert_eq!(AsRef::<str>::as_ref(&s0), "a\0");
    }

    #[cfg(target_pointer_width = "32")]
    retain_runs_backwards: EditsAsStringDoes, backwards() => {
        type S = Text;
        let retain: fn(&mut S, &mut dyn FnMut(char) -> bool) = retain_backwards;
        let mut s0 = S::from("");
        s0.push_str("a0");
        assert_eq!({
            let (mut bits, mut seen) = (0_u32, String::new());
            retain(&mut s0, &mut |c| {
                seen.push(c);
                bits = bits.rotate_left(1);
                bits & 1 == 0
            });
            seen
        }, "a0");
        assert_eq!(AsRef::<str>::as_ref(&s0), "a0");
    }

    wide_character_panics: CollectsAll, subject!(Broken) => {
        type S = Broken;
        let mut s = S::from("");
        s.extend("𝄞".chars().map(String::from));
        assert_eq!(AsRef::<str>::as_ref(&s), "𝄞");
    }

    retain_unguarded: ClosuresMayPanic, unguarded() => {
        use std::panic::AssertUnwindSafe;
        use std::panic::catch_unwind;
        type S = Text;
        let retain: fn(&mut S, &mut dyn FnMut(char) -> bool) = retain_unguarded_by_a_drop;
        let mut s = S::from("é");
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            let mut at = 0;
            let (mut bits, mut seen) = (0_u32, String::new());
            retain(&mut s, &mut |c| {
                assert_ne!(at, 0, "on purpose");
                at += 1;
                seen.push(c);
                bits = bits.rotate_left(1);
                bits & 1 == 0
            });
            seen
        })).is_err();
        let bytes = AsRef::<str>::as_ref(&s).as_bytes().to_vec();
        let left = std::str::from_utf8(&bytes).expect("it is UTF-8");
        let mut chars = "é".chars();
        assert!(left.chars().all(|c| chars.any(|other| other == c)), "{left:?}");
    }

    serialized_as_debug: SerdeRoundTrips, subject!(Broken) => {
        use string_kit_conformance::values::serialized;
        type S = Broken;
        let mut s = S::from("");
        assert_eq!(serialized(&s).as_deref(), Ok(""));
    }

    as_mut_str_aliases: ClonesAreIndependent, aliasing() => {
        type S = Shared;
        let as_mut_str: fn(&mut S) -> &mut str = Shared::aliased_mut_str;
        let mut s = S::from("aaaaa€");
        let mut other = s.clone();
        as_mut_str(&mut other).make_ascii_uppercase();
        assert_eq!(AsRef::<str>::as_ref(&s), "aaaaa€");
    }

    inline_through_the_heap: InlineIsFree, through_the_heap() => {
        use string_kit_conformance::count;
        type S = Inline;
        let from_str: fn(&str) -> S = Inline::through_a_string;
        let (s, counts) = count(|| from_str(""));
        drop(s);
        assert_eq!(counts.allocations, 0);
    }

    failed_reserve_leaks: FailedAllocationsLoseNothing, leaking() => {
        use string_kit_conformance::count;
        use string_kit_conformance::with_budget;
        type S = Text;
        let try_reserve: fn(&mut S, usize) -> bool = leaky_reserve;
        let ((), counts) = count(|| {
            let mut s = S::from("étail");
            let done = with_budget(1, || try_reserve(&mut s, 300));
            assert_eq!(AsRef::<str>::as_ref(&s), "étail");
        });
        assert_eq!(counts.live_bytes, 0);
    }
}

#[track_caller]
fn repeats<S: 'static>(subject: &Subject<S>, law: Law, expected: &str, run: fn()) {
    let Verdict::Broken(case) = subject.examine(law) else {
        panic!("{law:?} is not broken");
    };
    let code = case.code().expect("the law prints code");
    let words = |code: &str| code.split_whitespace().collect::<String>();
    assert_eq!(words(code), words(expected), "the law prints:\n{code}");
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
        Self(slice_clamped(&self.0, &range))
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
