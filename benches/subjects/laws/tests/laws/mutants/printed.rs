//! The code that the laws print for some mutants, indented. `repeats.rs` compares and runs it.
#![allow(unused, clippy::all, clippy::pedantic)] // It is code as a user sees it.

use super::Text;
use super::captures::FloatsAsDebug;
use super::edits::{reads_twice, retain_backwards, retain_unguarded_by_a_drop};
use super::inline::Inline;
use super::repeats::Broken;
use super::room::leaky_reserve;
use super::shared::Shared;

pub(super) fn deref_trims() {
    type S = Broken;
    let s = S::from("\0");
    let view: &str = &*s;
    assert_eq!(view, "\0");
}

pub(super) fn order_by_length() {
    type S = Broken;
    let mut a = S::from("𝄞");
    let mut b = S::from("étail");
    assert_eq!(a.cmp(&b), std::cmp::Ordering::Greater);
}

pub(super) fn floats_are_captured_as_debug() {
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

pub(super) fn slice_clamps() {
    use std::panic::AssertUnwindSafe;
    use std::panic::catch_unwind;
    type S = Broken;
    let mut s = S::from("ééé");
    s = s.slice(2..4);
    let given = catch_unwind(AssertUnwindSafe(|| s.slice(0..=2)));
    assert!(given.is_err());
    assert_eq!(AsRef::<str>::as_ref(&s), "é");
}

pub(super) fn drain_reads_twice() {
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

pub(super) fn retain_runs_backwards() {
    type S = Text;
    let retain: fn(&mut S, &mut dyn FnMut(char) -> bool) = retain_backwards;
    let mut s = S::from("a\0");
    assert_eq!({
        let (mut bits, mut seen) = (0_u32, String::new());
        retain(&mut s, &mut |c| {
            seen.push(c);
            bits = bits.rotate_left(1);
            bits & 1 == 0
        });
        seen
    }, "a\0");
    assert_eq!(AsRef::<str>::as_ref(&s), "a\0");
}

pub(super) fn wide_character_panics() {
    type S = Broken;
    let mut s = S::from("");
    s.extend("𝄞".chars().map(String::from));
    assert_eq!(AsRef::<str>::as_ref(&s), "𝄞");
}

pub(super) fn retain_unguarded() {
    use std::panic::AssertUnwindSafe;
    use std::panic::catch_unwind;
    type S = Text;
    let retain: fn(&mut S, &mut dyn FnMut(char) -> bool) = retain_unguarded_by_a_drop;
    let mut s = S::from("aé€𝄞z");
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        let mut at = 0;
        let (mut bits, mut seen) = (2863311530_u32, String::new());
        retain(&mut s, &mut |c| {
            assert_ne!(at, 2, "on purpose");
            at += 1;
            seen.push(c);
            bits = bits.rotate_left(1);
            bits & 1 == 0
        });
        seen
    })).is_err();
    let bytes = AsRef::<str>::as_ref(&s).as_bytes().to_vec();
    let left = std::str::from_utf8(&bytes).expect("it is UTF-8");
    let mut chars = "aé€𝄞z".chars();
    assert!(left.chars().all(|c| chars.any(|other| other == c)), "{left:?}");
}

pub(super) fn serialized_as_debug() {
    use string_kit_conformance::values::serialized;
    type S = Broken;
    let mut s = S::from("");
    assert_eq!(serialized(&s).as_deref(), Ok(""));
}

pub(super) fn as_mut_str_aliases() {
    type S = Shared;
    let as_mut_str: fn(&mut S) -> &mut str = Shared::aliased_mut_str;
    let mut s = S::from("aaaaa€");
    let mut other = s.clone();
    as_mut_str(&mut other).make_ascii_uppercase();
    assert_eq!(AsRef::<str>::as_ref(&s), "aaaaa€");
}

pub(super) fn inline_through_the_heap() {
    use string_kit_conformance::count;
    type S = Inline;
    let from_str: fn(&str) -> S = Inline::through_a_string;
    let (s, counts) = count(|| from_str(""));
    drop(s);
    assert_eq!(counts.allocations, 0);
}

pub(super) fn failed_reserve_leaks() {
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
