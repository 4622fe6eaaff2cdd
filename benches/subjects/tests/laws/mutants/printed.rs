// The code that the counterexample of each mutant prints, as it is printed: it compiles, it fails
// with the bug, and it passes without.
//
// `table.rs` compares it with the counterexamples. `STRING_KIT_PRINTED=write cargo test -p
// string-kit-subjects --test laws mutants` writes it. rustfmt does not see it.

use super::always_broken::{Appends, NoNiche};
use super::inline::Inline;
use super::shared::Shared;
use super::text::{Captured, Collected, Edited, Roomy, Text, Viewed, Ways};

pub(crate) const PRINTED: &[(&str, fn())] = &[
    ("as_mut_str_aliases", as_mut_str_aliases),
    ("borrow_trims", borrow_trims),
    ("box_keeps_the_spare_capacity", box_keeps_the_spare_capacity),
    ("capacity_is_the_spare_capacity", capacity_is_the_spare_capacity),
    ("capacity_rounds_up", capacity_rounds_up),
    ("capture_drops_the_error", capture_drops_the_error),
    ("capture_trusts_ok", capture_trusts_ok),
    ("chars_cut_to_16_bits", chars_cut_to_16_bits),
    ("clone_copies_first", clone_copies_first),
    ("clones_copy", clones_copy),
    ("clones_count_twice", clones_count_twice),
    ("concat_reads_twice", concat_reads_twice),
    ("count_of_a_byte", count_of_a_byte),
    ("debug_is_derived", debug_is_derived),
    ("default_is_a_nul", default_is_a_nul),
    ("deref_trims", deref_trims),
    ("display_does_not_pad", display_does_not_pad),
    ("drain_reads_twice", drain_reads_twice),
    ("drop_blanks", drop_blanks),
    ("dropped_over_a_gap", dropped_over_a_gap),
    ("equal_to_a_longer_str", equal_to_a_longer_str),
    ("equality_compares_the_capacity", equality_compares_the_capacity),
    ("extend_drops_at_spill", extend_drops_at_spill),
    ("failed_captures_leak", failed_captures_leak),
    ("failed_push_loses", failed_push_loses),
    ("failed_reserve_leaks", failed_reserve_leaks),
    ("floats_are_captured_as_debug", floats_are_captured_as_debug),
    ("from_utf8_unchecked", from_utf8_unchecked),
    ("half_used_drain_removes_half", half_used_drain_removes_half),
    ("hash_includes_the_capacity", hash_includes_the_capacity),
    ("hash_without_end", hash_without_end),
    ("heap_size_is_length", heap_size_is_length),
    ("immutable_appends", immutable_appends),
    ("inline_nuls_trimmed", inline_nuls_trimmed),
    ("inline_off_by_one", inline_off_by_one),
    ("inline_through_the_heap", inline_through_the_heap),
    ("into_string_forgets", into_string_forgets),
    ("last_byte_is_a_tag", last_byte_is_a_tag),
    ("leaked_drain_leaves_a_gap", leaked_drain_leaves_a_gap),
    ("leaked_drain_leaves_a_mark", leaked_drain_leaves_a_mark),
    ("long_text_is_inline", long_text_is_inline),
    ("lossy_removes_invalid_bytes", lossy_removes_invalid_bytes),
    ("no_niche", no_niche),
    ("nul_after_the_end", nul_after_the_end),
    ("nul_while_reserving", nul_while_reserving),
    ("only_borrowed_is_read", only_borrowed_is_read),
    ("order_by_length", order_by_length),
    ("panic_is_swallowed", panic_is_swallowed),
    ("panic_leaks", panic_leaks),
    ("panic_leaves_a_gap", panic_leaves_a_gap),
    ("panic_leaves_a_mark", panic_leaves_a_mark),
    ("partial_order_differs", partial_order_differs),
    ("range_end_wraps", range_end_wraps),
    ("remove_shifts_a_byte", remove_shifts_a_byte),
    ("repeat_wraps", repeat_wraps),
    ("replace_range_in_bytes", replace_range_in_bytes),
    ("replace_reads_twice", replace_reads_twice),
    ("replace_skips_empty_ranges", replace_skips_empty_ranges),
    ("reserve_wraps", reserve_wraps),
    ("retain_runs_backwards", retain_runs_backwards),
    ("retain_unguarded", retain_unguarded),
    ("scratch_is_borrowed", scratch_is_borrowed),
    ("scratch_is_left", scratch_is_left),
    ("serialized_as_bytes", serialized_as_bytes),
    ("serialized_as_debug", serialized_as_debug),
    ("shrinking_cuts", shrinking_cuts),
    ("shrinking_grows", shrinking_grows),
    ("size_hint_is_length", size_hint_is_length),
    ("slice_clamps", slice_clamps),
    ("split_off_snaps", split_off_snaps),
    ("truncate_beyond_panics", truncate_beyond_panics),
    ("try_capture_drops_the_error", try_capture_drops_the_error),
    ("visited_bytes_lossily", visited_bytes_lossily),
    ("visited_bytes_unchecked", visited_bytes_unchecked),
    ("wide_character_panics", wide_character_panics),
    ("write_drops_the_error", write_drops_the_error),
];

fn as_mut_str_aliases() {
type S = Shared;
let mut s = S::from("aaaaa€");
let other = s;
let mut s = other.clone();
_ = s.as_mut_str().make_ascii_uppercase();
assert_eq!(AsRef::<str>::as_ref(&other), "aaaaa€");
}

fn borrow_trims() {
use std::collections::HashMap;
use string_kit_conformance::texts::texts_to;
type S = Text<Viewed>;
let keys = texts_to(128).step_by(2);
let map: HashMap<S, &str> = keys.map(|text| (S::from(text), text)).collect();
assert_eq!(map.get("\0").copied(), true.then_some("\0"));
}

fn box_keeps_the_spare_capacity() {
use string_kit_conformance::check;
type S = Text<Roomy>;
let try_from_str: fn(&str) -> Option<S> = |text| Text::try_from_str(text);
let try_push_str: fn(&mut S, &str) -> bool = Text::try_push_str;
let ((), violations) = check(|| {
{
let mut s = S::from("a");
drop(Into::<String>::into(s));
}
{
let mut s = <S as From<&'static str>>::from("a");
drop(Into::<String>::into(s));
}
{
let mut s = S::from(String::from("a"));
drop(Into::<String>::into(s));
}
{
let mut owned = String::with_capacity(52);
owned.push_str("a");
let mut s = S::from(owned);
drop(Into::<String>::into(s));
}
{
let mut s = S::from(Box::<str>::from("a"));
drop(Into::<String>::into(s));
}
{
let mut s = try_from_str("a").unwrap();
drop(Into::<String>::into(s));
}
{
let mut s = S::from("");
s.push_str("a");
drop(Into::<String>::into(s));
}
{
let mut s = S::from("");
assert!(try_push_str(&mut s, "a"));
drop(Into::<String>::into(s));
}
{
let mut s = S::with_capacity(300);
s.push_str("a");
drop(Into::<String>::into(s));
}
{
let mut s = S::from("a").clone();
drop(Into::<String>::into(s));
}
{
let first = S::from("a");
let mut s = first.clone();
drop(first);
drop(Into::<String>::into(s));
}
{
let mut owned = String::with_capacity(52);
owned.push_str("a");
let mut s = S::from(owned).clone();
drop(Into::<String>::into(s));
}
{
let mut s = S::from("a");
drop(Into::<Box<str>>::into(s));
}
{
let mut s = <S as From<&'static str>>::from("a");
drop(Into::<Box<str>>::into(s));
}
{
let mut s = S::from(String::from("a"));
drop(Into::<Box<str>>::into(s));
}
{
let mut owned = String::with_capacity(52);
owned.push_str("a");
let mut s = S::from(owned);
drop(Into::<Box<str>>::into(s));
}
{
let mut s = S::from(Box::<str>::from("a"));
drop(Into::<Box<str>>::into(s));
}
{
let mut s = try_from_str("a").unwrap();
drop(Into::<Box<str>>::into(s));
}
{
let mut s = S::from("");
s.push_str("a");
drop(Into::<Box<str>>::into(s));
}
{
let mut s = S::from("");
assert!(try_push_str(&mut s, "a"));
drop(Into::<Box<str>>::into(s));
}
{
let mut s = S::with_capacity(300);
s.push_str("a");
drop(Into::<Box<str>>::into(s));
}
{
let mut s = S::from("a").clone();
drop(Into::<Box<str>>::into(s));
}
{
let first = S::from("a");
let mut s = first.clone();
drop(first);
drop(Into::<Box<str>>::into(s));
}
{
let mut owned = String::with_capacity(52);
owned.push_str("a");
let mut s = S::from(owned).clone();
drop(Into::<Box<str>>::into(s));
}
});
assert_eq!(violations, []);
}

fn capacity_is_the_spare_capacity() {
type S = Text<Roomy>;
let mut s = S::from("!");
assert!(s.capacity() >= 1);
}

fn capacity_rounds_up() {
use string_kit_conformance::texts::ascii;
use string_kit_conformance::count;
type S = Text<Roomy>;
let mut s = S::from("");
s.reserve(0);
s.reserve(1);
s.reserve(10);
s.reserve(1000);
let more = ascii(1008);
let ((), counts) = count(|| s.push_str(&more));
assert_eq!(counts.allocations + counts.reallocations, 0);
}

fn capture_drops_the_error() {
use std::panic::AssertUnwindSafe;
use string_kit_conformance::Capture;
use std::fmt::Display;
use string_kit_conformance::values::Errs;
use string_kit_conformance::values::Then;
use std::panic::catch_unwind;
type S = Text<Captured>;
struct Way;
impl Capture<S> for Way {
    fn capture<D: Display>(value: &D) -> S {
        Ways::capture(value)
    }
}
let value = Then("", &Errs("half"));
let captured = catch_unwind(AssertUnwindSafe(|| _ = Way::capture(&value)));
assert!(captured.is_err());
}

fn capture_trusts_ok() {
use string_kit_conformance::Capture;
use std::fmt::Display;
use string_kit_conformance::values::Swallows;
type S = Text<Captured>;
struct Way;
impl Capture<S> for Way {
    fn capture<D: Display>(value: &D) -> S {
        Ways::capture(value)
    }
}
let value = Swallows(1_000);
let s = Way::capture(&value);
assert_eq!(AsRef::<str>::as_ref(&s), value.to_string());
}

fn chars_cut_to_16_bits() {
type S = Text<Viewed>;
let s = <S as From<char>>::from('\u{10ffff}');
assert_eq!(AsRef::<str>::as_ref(&s), "\u{10ffff}");
}

fn clone_copies_first() {
use string_kit_conformance::count;
type S = Shared;
let mut s = S::from("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaé");
let (copy, counts) = count(|| s.clone());
assert_eq!(counts.allocations, 0);
}

fn clones_copy() {
use string_kit_conformance::count;
type S = Shared;
let mut s = S::from("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaé");
let (copy, counts) = count(|| s.clone());
assert!(AsRef::<str>::as_ref(&copy).as_ptr() == AsRef::<str>::as_ref(&s).as_ptr());
}

fn clones_count_twice() {
use string_kit_conformance::count;
type S = Shared;
let ((), counts) = count(|| {
    let first = S::from("");
    let mut clones: Vec<S> = (0..3).map(|_| first.clone()).collect();
    clones.push(first);
    for at in [0, 0, 0, 0] {
        drop(clones.swap_remove(at));
        for at in 0..clones.len() {
            let left = AsRef::<str>::as_ref(&clones[at]);
            assert_eq!(left, "");
        }
    }
});
assert_eq!(counts.live_bytes, 0);
}

fn concat_reads_twice() {
use string_kit_conformance::Fickle;
type S = Text<Collected>;
let first: &[&str] = &["ab", "a"];
let second: &[&str] = &["ab", "a"];
let s = S::concat(&[Fickle::new(first), Fickle::new(second), Fickle::new(first)]);
let is_of_answers = first.iter().any(|a| {
    second.iter().any(|b| first.iter().any(|c| [*a, *b, *c].concat() == AsRef::<str>::as_ref(&s)))
});
assert!(is_of_answers);
}

fn count_of_a_byte() {
use string_kit_conformance::texts::ascii;
use string_kit_conformance::count;
type S = Shared;
let text = ascii(100);
let ((), counts) = count(|| {
    let first = S::from(text.as_str());
    let clones: Vec<S> = (0..10_000).map(|_| first.clone()).collect();
    drop(first);
    (0..10_000).for_each(|at| assert_eq!(AsRef::<str>::as_ref(&clones[at]), text));
});
assert_eq!(counts.live_bytes, 0);
}

fn debug_is_derived() {
type S = Text<Viewed>;
let s = S::from("");
assert_eq!(format!("{s:?}"), format!("{:?}", ""));
}

fn default_is_a_nul() {
type S = Text<Viewed>;
let s = S::default();
assert_eq!(AsRef::<str>::as_ref(&s), "");
}

fn deref_trims() {
type S = Text<Viewed>;
let s = S::from("\0");
let view: &str = &*s;
assert_eq!(view, "\0");
}

fn display_does_not_pad() {
type S = Text<Viewed>;
let mut s = S::from("");
assert_eq!(format!("{:>40}", s), format!("{:>40}", ""));
}

fn drain_reads_twice() {
use string_kit_conformance::Answers;
use std::panic::AssertUnwindSafe;
use std::ops::Bound;
use string_kit_conformance::Draining;
use string_kit_conformance::Span;
use std::panic::catch_unwind;
type S = Text<Edited>;
let drain: fn(&mut S, Span<'_>, Draining) -> String = |text, range, how| text.drain(range, how);
let mut s = S::from("é");
let answers = Answers::new([Bound::Included(0), Bound::Included(1)].into(), [Bound::Excluded(2), Bound::Excluded(1)].into());
let given = catch_unwind(AssertUnwindSafe(|| drain(&mut s, answers.span(), Draining { front: usize::MAX, back: 0, leak: false })));
if let Ok(given) = given {
    assert_eq!(given, "é");
    _ = given;
    assert_eq!(AsRef::<str>::as_ref(&s), "");
} else {
    assert_eq!(AsRef::<str>::as_ref(&s), "é");
}
}

fn drop_blanks() {
use string_kit_conformance::count;
type S = Shared;
let ((), counts) = count(|| {
    let first = S::from("!");
    let mut clones: Vec<S> = (0..3).map(|_| first.clone()).collect();
    clones.push(first);
    for at in [0, 0, 0, 0] {
        drop(clones.swap_remove(at));
        for at in 0..clones.len() {
            let left = AsRef::<str>::as_ref(&clones[at]);
            assert_eq!(left, "!");
        }
    }
});
assert_eq!(counts.live_bytes, 0);
}

fn dropped_over_a_gap() {
use std::panic::AssertUnwindSafe;
use string_kit_conformance::Bomb;
use string_kit_conformance::Fuse;
use std::panic::catch_unwind;
type S = Text<Collected>;
let mut s = S::from("");
let panicked = catch_unwind(AssertUnwindSafe(|| s.extend(Bomb::new("".chars(), Fuse::Drop)))).is_err();
let is_part = "".starts_with(AsRef::<str>::as_ref(&s)) && AsRef::<str>::as_ref(&s).starts_with("");
assert!(AsRef::<str>::as_ref(&s) == "" || panicked && (AsRef::<str>::as_ref(&s) == "" || is_part), "{s:?}", s = AsRef::<str>::as_ref(&s));
}

fn equal_to_a_longer_str() {
type S = Text<Viewed>;
let s = S::from("");
let b: &str = "!";
assert_eq!(s == *b, false);
}

fn equality_compares_the_capacity() {
type S = Text<Viewed>;
let mut a = S::from("");
let mut owned = String::with_capacity(50);
owned.push_str("");
let mut b = S::from(owned);
assert_eq!(a == b, true);
}

fn extend_drops_at_spill() {
type S = Text<Collected>;
let mut s = S::from("xé€𝄞");
s.extend("!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~!\"#$%&'()*+,-./0123456789:;<=>?@A".chars().map(|c| &*c.to_string().leak()));
assert_eq!(AsRef::<str>::as_ref(&s), "xé€𝄞!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~!\"#$%&'()*+,-./0123456789:;<=>?@A");
}

fn failed_captures_leak() {
use std::panic::AssertUnwindSafe;
use string_kit_conformance::Capture;
use std::fmt::Display;
use string_kit_conformance::values::Errs;
use string_kit_conformance::values::Panics;
use string_kit_conformance::values::Then;
use std::panic::catch_unwind;
use string_kit_conformance::count;
type S = Text<Captured>;
let try_capture: fn(&dyn Display) -> Option<S> = |value| Text::try_capture(value);
struct Way;
impl Capture<S> for Way {
    fn capture<D: Display>(value: &D) -> S {
        Ways::capture(value)
    }
}
let run = || {
_ = catch_unwind(AssertUnwindSafe(|| _ = Way::capture(&Then("", &Errs("half a text")))));
_ = catch_unwind(AssertUnwindSafe(|| _ = try_capture(&Then("", &Errs("half a text")))));
_ = catch_unwind(AssertUnwindSafe(|| _ = Way::capture(&Then("", &Panics("half a text")))));
_ = catch_unwind(AssertUnwindSafe(|| _ = try_capture(&Then("", &Panics("half a text")))));
};
run();
let ((), counts) = count(run);
assert_eq!(counts.live_bytes, 0);
assert_eq!(counts.allocations, counts.deallocations);
}

fn failed_push_loses() {
use string_kit_conformance::count;
use string_kit_conformance::with_budget;
type S = Text<Roomy>;
let try_push_str: fn(&mut S, &str) -> bool = Text::try_push_str;
let ((), counts) = count(|| {
let mut s = S::from("étail");
let done = with_budget(0, || try_push_str(&mut s, "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~!\"#$%&'()*+,-./012"));
assert!(done || 0 < 100);
assert_eq!(AsRef::<str>::as_ref(&s), if done { "étail!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~!\"#$%&'()*+,-./012" } else { "étail" });
});
assert_eq!(counts.live_bytes, 0);
}

fn failed_reserve_leaks() {
use string_kit_conformance::count;
use string_kit_conformance::with_budget;
type S = Text<Roomy>;
let try_reserve: fn(&mut S, usize) -> bool = Text::try_reserve;
let ((), counts) = count(|| {
let mut s = S::from("étail");
let done = with_budget(1, || try_reserve(&mut s, 300));
assert!(done || 1 < 100);
assert_eq!(AsRef::<str>::as_ref(&s), if done { "étail" } else { "étail" });
});
assert_eq!(counts.live_bytes, 0);
}

fn floats_are_captured_as_debug() {
use string_kit_conformance::Capture;
use std::fmt::Display;
type S = Text<Captured>;
struct Way;
impl Capture<S> for Way {
    fn capture<D: Display>(value: &D) -> S {
        Ways::capture(value)
    }
}
let value = 1.0_f64;
let s = Way::capture(&value);
assert_eq!(AsRef::<str>::as_ref(&s), value.to_string());
}

fn from_utf8_unchecked() {
type S = Text<Viewed>;
let from_utf8: fn(&[u8]) -> Option<S> = |bytes| S::from_utf8(bytes).ok();
let bytes: &[u8] = b"aaaaaaaaaaaaaaaaaaaaaaaa\xf0\x9d\x84\x9etail\x80";
let expected = std::str::from_utf8(bytes).ok();
match from_utf8(bytes) {
    Some(s) => assert_eq!(Some(AsRef::<str>::as_ref(&s)), expected),
    None => assert_eq!(None, expected),
}
}

fn half_used_drain_removes_half() {
use string_kit_conformance::Answers;
use string_kit_conformance::Draining;
use string_kit_conformance::Span;
type S = Text<Edited>;
let drain: fn(&mut S, Span<'_>, Draining) -> String = |text, range, how| text.drain(range, how);
let mut s = S::from("aé€𝄞z");
_ = drain(&mut s, Answers::of(0..3).span(), Draining { front: 1, back: 0, leak: false });
assert_eq!(AsRef::<str>::as_ref(&s), "€𝄞z");
}

fn hash_includes_the_capacity() {
use string_kit_conformance::values::hashed;
type S = Text<Viewed>;
let mut owned = String::with_capacity(50);
owned.push_str("");
let mut s = S::from(owned);
assert_eq!(hashed(&s), hashed(&""));
}

fn hash_without_end() {
use string_kit_conformance::values::hashed;
type S = Text<Viewed>;
let mut s = S::from("");
assert_eq!(hashed(&s), hashed(&""));
}

fn heap_size_is_length() {
use string_kit_conformance::count;
type S = Text<Roomy>;
let (s, counts) = count(|| {
let mut owned = String::with_capacity(50);
owned.push_str("");
let mut s = S::from(owned);
s
});
assert_eq!(Ok(counts.live_bytes), isize::try_from(s.heap_size()));
}

fn immutable_appends() {
type S = Appends;
let mut s = S::from("");
_ = s.push_str("x");
assert_eq!(AsRef::<str>::as_ref(&s), "", "the type is declared immutable");
}

fn inline_nuls_trimmed() {
type S = Inline;
let from_str: fn(&str) -> S = Inline::new;
let as_str: fn(&S) -> &str = Inline::as_str;
let mut s = from_str("\0");
assert_eq!(as_str(&s), "\0");
}

fn inline_off_by_one() {
use string_kit_conformance::count;
type S = Inline;
let from_str: fn(&str) -> S = Inline::new;
let (s, counts) = count(|| from_str("xxxxxxxxxxxxxxx"));
drop(s);
assert_eq!(counts.allocations == 0, true);
}

fn inline_through_the_heap() {
use string_kit_conformance::count;
type S = Inline;
let from_str: fn(&str) -> S = Inline::new;
let (s, counts) = count(|| from_str(""));
drop(s);
assert_eq!(counts.allocations == 0, true);
}

fn into_string_forgets() {
use string_kit_conformance::count;
type S = Text<Roomy>;
let try_from_str: fn(&str) -> Option<S> = |text| Text::try_from_str(text);
let try_push_str: fn(&mut S, &str) -> bool = Text::try_push_str;
let run = || {
{
let mut s = S::from("");
drop(Into::<String>::into(s));
}
{
let mut s = <S as From<&'static str>>::from("");
drop(Into::<String>::into(s));
}
{
let mut s = S::from(String::from(""));
drop(Into::<String>::into(s));
}
{
let mut owned = String::with_capacity(50);
owned.push_str("");
let mut s = S::from(owned);
drop(Into::<String>::into(s));
}
{
let mut s = S::from(Box::<str>::from(""));
drop(Into::<String>::into(s));
}
{
let mut s = try_from_str("").unwrap();
drop(Into::<String>::into(s));
}
{
let mut s = S::default();
drop(Into::<String>::into(s));
}
{
let mut s = S::from("");
s.push_str("");
drop(Into::<String>::into(s));
}
{
let mut s = S::from("");
assert!(try_push_str(&mut s, ""));
drop(Into::<String>::into(s));
}
{
let mut s = S::with_capacity(300);
s.push_str("");
drop(Into::<String>::into(s));
}
{
let mut s = S::from("").clone();
drop(Into::<String>::into(s));
}
{
let first = S::from("");
let mut s = first.clone();
drop(first);
drop(Into::<String>::into(s));
}
{
let mut owned = String::with_capacity(50);
owned.push_str("");
let mut s = S::from(owned).clone();
drop(Into::<String>::into(s));
}
{
let mut s = S::from("");
drop(Into::<Box<str>>::into(s));
}
{
let mut s = <S as From<&'static str>>::from("");
drop(Into::<Box<str>>::into(s));
}
{
let mut s = S::from(String::from(""));
drop(Into::<Box<str>>::into(s));
}
{
let mut owned = String::with_capacity(50);
owned.push_str("");
let mut s = S::from(owned);
drop(Into::<Box<str>>::into(s));
}
{
let mut s = S::from(Box::<str>::from(""));
drop(Into::<Box<str>>::into(s));
}
{
let mut s = try_from_str("").unwrap();
drop(Into::<Box<str>>::into(s));
}
{
let mut s = S::default();
drop(Into::<Box<str>>::into(s));
}
{
let mut s = S::from("");
s.push_str("");
drop(Into::<Box<str>>::into(s));
}
{
let mut s = S::from("");
assert!(try_push_str(&mut s, ""));
drop(Into::<Box<str>>::into(s));
}
{
let mut s = S::with_capacity(300);
s.push_str("");
drop(Into::<Box<str>>::into(s));
}
{
let mut s = S::from("").clone();
drop(Into::<Box<str>>::into(s));
}
{
let first = S::from("");
let mut s = first.clone();
drop(first);
drop(Into::<Box<str>>::into(s));
}
{
let mut owned = String::with_capacity(50);
owned.push_str("");
let mut s = S::from(owned).clone();
drop(Into::<Box<str>>::into(s));
}
};
run();
let ((), counts) = count(run);
assert_eq!(counts.live_bytes, 0);
assert_eq!(counts.allocations, counts.deallocations);
}

fn last_byte_is_a_tag() {
type S = Inline;
let from_str: fn(&str) -> S = Inline::new;
let as_str: fn(&S) -> &str = Inline::as_str;
let mut s = from_str("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
assert_eq!(as_str(&s), "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
}

fn leaked_drain_leaves_a_gap() {
use string_kit_conformance::Answers;
use string_kit_conformance::Draining;
use string_kit_conformance::Span;
type S = Text<Edited>;
let drain: fn(&mut S, Span<'_>, Draining) -> String = |text, range, how| text.drain(range, how);
let mut s = S::from("aé€𝄞z");
_ = drain(&mut s, Answers::of(0..1).span(), Draining { front: 0, back: 0, leak: true });
let bytes = AsRef::<str>::as_ref(&s).as_bytes().to_vec();
let left = std::str::from_utf8(&bytes).expect("it is UTF-8");
let mut chars = "aé€𝄞z".chars();
assert!(left.chars().all(|c| chars.any(|other| other == c)), "{left:?}");
}

fn leaked_drain_leaves_a_mark() {
use string_kit_conformance::Answers;
use string_kit_conformance::Draining;
use string_kit_conformance::Span;
type S = Text<Edited>;
let drain: fn(&mut S, Span<'_>, Draining) -> String = |text, range, how| text.drain(range, how);
let mut s = S::from("é");
_ = drain(&mut s, Answers::of(0..0).span(), Draining { front: 0, back: 0, leak: true });
let expected = [AsRef::<str>::as_ref(&s), &"é€".repeat(20)].concat();
(0..20).for_each(|_| s.push_str("é€"));
assert_eq!(AsRef::<str>::as_ref(&s), expected);
}

fn long_text_is_inline() {
type S = Inline;
let from_str: fn(&str) -> S = Inline::new;
let as_str: fn(&S) -> &str = Inline::as_str;
let mut s = from_str("aaaaaaaaaaaaaaé");
let start = std::ptr::from_ref(&s).addr();
let text = as_str(&s).as_ptr().addr();
let inside = (start..start + size_of::<S>()).contains(&text);
assert_eq!(inside, s.is_inline());
}

fn lossy_removes_invalid_bytes() {
type S = Text<Viewed>;
let bytes: &[u8] = b"\x80";
let s = S::from_utf8_lossy(bytes);
assert_eq!(AsRef::<str>::as_ref(&s), String::from_utf8_lossy(bytes));
}

fn no_niche() {
type S = NoNiche;
assert_eq!(size_of::<Option<S>>(), size_of::<S>());
}

fn nul_after_the_end() {
use string_kit_conformance::check;
type S = Text<Roomy>;
let try_from_str: fn(&str) -> Option<S> = |text| Text::try_from_str(text);
let try_push_str: fn(&mut S, &str) -> bool = Text::try_push_str;
let ((), violations) = check(|| {
{
let mut s = S::from("a");
drop(Into::<String>::into(s));
}
{
let mut s = <S as From<&'static str>>::from("a");
drop(Into::<String>::into(s));
}
{
let mut s = S::from(String::from("a"));
drop(Into::<String>::into(s));
}
{
let mut owned = String::with_capacity(52);
owned.push_str("a");
let mut s = S::from(owned);
drop(Into::<String>::into(s));
}
{
let mut s = S::from(Box::<str>::from("a"));
drop(Into::<String>::into(s));
}
{
let mut s = try_from_str("a").unwrap();
drop(Into::<String>::into(s));
}
{
let mut s = S::from("");
s.push_str("a");
drop(Into::<String>::into(s));
}
{
let mut s = S::from("");
assert!(try_push_str(&mut s, "a"));
drop(Into::<String>::into(s));
}
{
let mut s = S::with_capacity(300);
s.push_str("a");
drop(Into::<String>::into(s));
}
{
let mut s = S::from("a").clone();
drop(Into::<String>::into(s));
}
{
let first = S::from("a");
let mut s = first.clone();
drop(first);
drop(Into::<String>::into(s));
}
{
let mut owned = String::with_capacity(52);
owned.push_str("a");
let mut s = S::from(owned).clone();
drop(Into::<String>::into(s));
}
{
let mut s = S::from("a");
drop(Into::<Box<str>>::into(s));
}
{
let mut s = <S as From<&'static str>>::from("a");
drop(Into::<Box<str>>::into(s));
}
{
let mut s = S::from(String::from("a"));
drop(Into::<Box<str>>::into(s));
}
{
let mut owned = String::with_capacity(52);
owned.push_str("a");
let mut s = S::from(owned);
drop(Into::<Box<str>>::into(s));
}
{
let mut s = S::from(Box::<str>::from("a"));
drop(Into::<Box<str>>::into(s));
}
{
let mut s = try_from_str("a").unwrap();
drop(Into::<Box<str>>::into(s));
}
{
let mut s = S::from("");
s.push_str("a");
drop(Into::<Box<str>>::into(s));
}
{
let mut s = S::from("");
assert!(try_push_str(&mut s, "a"));
drop(Into::<Box<str>>::into(s));
}
{
let mut s = S::with_capacity(300);
s.push_str("a");
drop(Into::<Box<str>>::into(s));
}
{
let mut s = S::from("a").clone();
drop(Into::<Box<str>>::into(s));
}
{
let first = S::from("a");
let mut s = first.clone();
drop(first);
drop(Into::<Box<str>>::into(s));
}
{
let mut owned = String::with_capacity(52);
owned.push_str("a");
let mut s = S::from(owned).clone();
drop(Into::<Box<str>>::into(s));
}
});
assert_eq!(violations, []);
}

fn nul_while_reserving() {
use std::panic::AssertUnwindSafe;
use string_kit_conformance::Hinted;
use std::panic::catch_unwind;
type S = Text<Collected>;
let mut s = S::from("");
let panicked = catch_unwind(AssertUnwindSafe(|| s.extend(Hinted { items: "".chars(), hint: (18446744073709551615, None) }))).is_err();
let is_part = "".starts_with(AsRef::<str>::as_ref(&s)) && AsRef::<str>::as_ref(&s).starts_with("");
assert!(AsRef::<str>::as_ref(&s) == "" || panicked && (AsRef::<str>::as_ref(&s) == "" || is_part), "{s:?}", s = AsRef::<str>::as_ref(&s));
}

fn only_borrowed_is_read() {
use string_kit_conformance::probe::SerdeInput;
type S = Text<Viewed>;
let s = SerdeInput::Str("").read::<S>().expect("it is text");
assert_eq!(AsRef::<str>::as_ref(&s), "");
}

fn order_by_length() {
type S = Text<Viewed>;
let mut a = S::from("𝄞");
let mut b = S::from("étail");
assert_eq!(a.cmp(&b), std::cmp::Ordering::Greater);
}

fn panic_is_swallowed() {
use std::panic::AssertUnwindSafe;
use string_kit_conformance::Bomb;
use string_kit_conformance::Fuse;
use std::panic::catch_unwind;
type S = Text<Collected>;
let mut s = S::from("");
let panicked = catch_unwind(AssertUnwindSafe(|| s.extend(Bomb::new("étail".chars(), Fuse::Next(0)).map(|c| &*c.to_string().leak())))).is_err();
assert!(panicked);
}

fn panic_leaks() {
use std::panic::AssertUnwindSafe;
use string_kit_conformance::Bomb;
use string_kit_conformance::Fuse;
use std::panic::catch_unwind;
use string_kit_conformance::count;
type S = Text<Collected>;
let run = || {
{
let mut s = S::from("étail");
let panicked = catch_unwind(AssertUnwindSafe(|| s = Bomb::new("étail".chars(), Fuse::Next(2)).collect())).is_err();
_ = panicked;
}
{
let mut s = S::from("étail");
let panicked = catch_unwind(AssertUnwindSafe(|| s = Bomb::new("étail".chars(), Fuse::Next(2)).map(|c| &*c.to_string().leak()).collect())).is_err();
_ = panicked;
}
{
let mut s = S::from("étail");
let panicked = catch_unwind(AssertUnwindSafe(|| s = Bomb::new("étail".chars(), Fuse::Next(2)).map(String::from).collect())).is_err();
_ = panicked;
}
{
let mut s = S::from("étail");
let panicked = catch_unwind(AssertUnwindSafe(|| s.extend(Bomb::new("étail".chars(), Fuse::Next(2))))).is_err();
_ = panicked;
}
{
let mut s = S::from("étail");
let panicked = catch_unwind(AssertUnwindSafe(|| s.extend(Bomb::new("étail".chars(), Fuse::Next(2)).map(|c| &*c.to_string().leak())))).is_err();
_ = panicked;
}
{
let mut s = S::from("étail");
let panicked = catch_unwind(AssertUnwindSafe(|| s.extend(Bomb::new("étail".chars(), Fuse::Next(2)).map(String::from)))).is_err();
_ = panicked;
}
};
run();
let ((), counts) = count(run);
assert_eq!(counts.live_bytes, 0);
assert_eq!(counts.allocations, counts.deallocations);
}

fn panic_leaves_a_gap() {
use std::panic::AssertUnwindSafe;
use string_kit_conformance::Bomb;
use string_kit_conformance::Fuse;
use std::panic::catch_unwind;
type S = Text<Collected>;
let mut s = S::from("");
let panicked = catch_unwind(AssertUnwindSafe(|| s.extend(Bomb::new("étail".chars(), Fuse::Next(0))))).is_err();
let is_part = "étail".starts_with(AsRef::<str>::as_ref(&s)) && AsRef::<str>::as_ref(&s).starts_with("");
assert!(AsRef::<str>::as_ref(&s) == "étail" || panicked && (AsRef::<str>::as_ref(&s) == "" || is_part), "{s:?}", s = AsRef::<str>::as_ref(&s));
}

fn panic_leaves_a_mark() {
use std::panic::AssertUnwindSafe;
use string_kit_conformance::Bomb;
use string_kit_conformance::Fuse;
use std::panic::catch_unwind;
type S = Text<Collected>;
let mut s = S::from("");
let panicked = catch_unwind(AssertUnwindSafe(|| s.extend(Bomb::new("".chars(), Fuse::Drop).map(String::from)))).is_err();
s.extend("é".chars().map(String::from));
assert_eq!(AsRef::<str>::as_ref(&s), "é");
}

fn partial_order_differs() {
type S = Text<Viewed>;
let mut a = S::from("𝄞");
let mut b = S::from("étail");
assert_eq!(a.partial_cmp(&b), Some(std::cmp::Ordering::Greater));
}

fn range_end_wraps() {
use std::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
type S = Text<Edited>;
let whole = S::from("ééé");
let mut s = whole.slice(2..4);
let given = catch_unwind(AssertUnwindSafe(|| s.extend_from_within(0..=usize::MAX)));
assert!(given.is_err());
assert_eq!(AsRef::<str>::as_ref(&s), "é");
}

fn remove_shifts_a_byte() {
type S = Text<Edited>;
let mut s = S::from("𝄞");
assert_eq!(s.remove(0), '𝄞');
assert_eq!(AsRef::<str>::as_ref(&s), "");
}

fn repeat_wraps() {
use std::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
type S = Text<Roomy>;
let mut s = S::from("é");
let called = catch_unwind(AssertUnwindSafe(|| _ = s.repeat(9223372036854775808)));
assert!(called.is_err());
}

fn replace_range_in_bytes() {
use std::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
type S = Text<Edited>;
let whole = S::from("ééé");
let mut s = whole.slice(2..4);
let given = catch_unwind(AssertUnwindSafe(|| s.replace_range(0..=0, "é")));
assert!(given.is_err());
assert_eq!(AsRef::<str>::as_ref(&s), "é");
}

fn replace_reads_twice() {
use string_kit_conformance::Answers;
use std::panic::AssertUnwindSafe;
use std::ops::Bound;
use std::panic::catch_unwind;
type S = Text<Edited>;
let mut s = S::from("é");
let answers = Answers::new([Bound::Included(0), Bound::Included(1)].into(), [Bound::Excluded(2), Bound::Excluded(1)].into());
let given = catch_unwind(AssertUnwindSafe(|| s.replace_range(answers.span(), "é")));
if let Ok(given) = given {
    _ = given;
    assert_eq!(AsRef::<str>::as_ref(&s), "é");
} else {
    assert_eq!(AsRef::<str>::as_ref(&s), "é");
}
}

fn replace_skips_empty_ranges() {
type S = Text<Edited>;
let mut s = S::default();
_ = s.replace_range(0..0, "a");
assert_eq!(AsRef::<str>::as_ref(&s), "a");
}

fn reserve_wraps() {
use std::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
type S = Text<Roomy>;
let mut s = S::from("!");
let called = catch_unwind(AssertUnwindSafe(|| s.reserve(18446744073709551615)));
assert!(called.is_err());
}

fn retain_runs_backwards() {
type S = Text<Edited>;
let mut s = S::from("");
_ = s.push('a');
_ = s.insert_str(0, "\0");
assert_eq!({
    let (mut bits, mut seen) = (0_u32, String::new());
    s.retain(&mut |c| {
        seen.push(c);
        bits = bits.rotate_left(1);
        bits & 1 == 0
    });
    seen
}, "\0a");
assert_eq!(AsRef::<str>::as_ref(&s), "\0a");
}

fn retain_unguarded() {
use std::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
type S = Text<Edited>;
let mut s = S::from("aé€𝄞z");
let mut turn = 0;
let panicked = catch_unwind(AssertUnwindSafe(|| s.retain(&mut |_| {
    let at = turn;
    turn += 1;
    assert_ne!(at, 2, "on purpose");
    at % 2 == 1
}))).is_err();
let bytes = AsRef::<str>::as_ref(&s).as_bytes().to_vec();
let left = std::str::from_utf8(&bytes).expect("it is UTF-8");
let mut chars = "aé€𝄞z".chars();
assert!(left.chars().all(|c| chars.any(|other| other == c)), "{left:?}");
}

fn scratch_is_borrowed() {
use string_kit_conformance::Capture;
use std::fmt::Display;
use std::fmt::Write as _;
type S = Text<Captured>;
struct Way;
impl Capture<S> for Way {
    fn capture<D: Display>(value: &D) -> S {
        Ways::capture(value)
    }
}
struct Reenters(usize);
impl Display for Reenters {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Some(depth) = self.0.checked_sub(1) else {
            return f.write_str("core");
        };
        let inner = Way::capture(&Reenters(depth));
        write!(f, "{}[{}]{}", self.0, AsRef::<str>::as_ref(&inner), self.0)
    }
}
let s = Way::capture(&Reenters(1));
assert_eq!(AsRef::<str>::as_ref(&s), "1[core]1");
}

fn scratch_is_left() {
use std::panic::AssertUnwindSafe;
use string_kit_conformance::Capture;
use std::fmt::Display;
use string_kit_conformance::values::Panics;
use string_kit_conformance::values::Then;
use std::panic::catch_unwind;
type S = Text<Captured>;
struct Way;
impl Capture<S> for Way {
    fn capture<D: Display>(value: &D) -> S {
        Ways::capture(value)
    }
}
let value = {
    let value = Then("", &Panics("half"));
    _ = catch_unwind(AssertUnwindSafe(|| _ = Way::capture(&value)));
    ""
};
let s = Way::capture(&value);
assert_eq!(AsRef::<str>::as_ref(&s), value.to_string());
}

fn serialized_as_bytes() {
use string_kit_conformance::values::serialized;
type S = Text<Viewed>;
let mut s = S::from("");
assert_eq!(serialized(&s).as_deref(), Ok(""));
}

fn serialized_as_debug() {
use string_kit_conformance::values::serialized;
type S = Text<Viewed>;
let mut s = S::from("");
assert_eq!(serialized(&s).as_deref(), Ok(""));
}

fn shrinking_cuts() {
type S = Text<Roomy>;
let mut s = S::from("!");
let before = s.capacity();
s.shrink_to_fit();
assert_eq!(AsRef::<str>::as_ref(&s), "!");
}

fn shrinking_grows() {
type S = Text<Roomy>;
let mut s = S::from("!");
let before = s.capacity();
s.shrink_to_fit();
let most = before.max(0);
assert!((1..=most).contains(&s.capacity()), "{}", s.capacity());
}

fn size_hint_is_length() {
use std::panic::AssertUnwindSafe;
use string_kit_conformance::Hinted;
use std::panic::catch_unwind;
type S = Text<Collected>;
let mut s = S::from("");
let panicked = catch_unwind(AssertUnwindSafe(|| s = Hinted { items: "".chars(), hint: (1, Some(1)) }.collect())).is_err();
assert!(!panicked);
assert_eq!(AsRef::<str>::as_ref(&s), "");
}

fn slice_clamps() {
use std::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
type S = Text<Edited>;
let whole = S::from("ééé");
let mut s = whole.slice(2..4);
let given = catch_unwind(AssertUnwindSafe(|| s.slice(0..=2)));
assert!(given.is_err());
assert_eq!(AsRef::<str>::as_ref(&s), "é");
}

fn split_off_snaps() {
use std::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
type S = Text<Edited>;
let mut s = S::from("é");
let given = catch_unwind(AssertUnwindSafe(|| { let given = s.split_off(1); AsRef::<str>::as_ref(&given).as_bytes().to_vec() }));
assert!(given.is_err(), "String panics");
assert_eq!(AsRef::<str>::as_ref(&s), "é");
}

fn truncate_beyond_panics() {
type S = Text<Edited>;
let mut s = S::default();
_ = s.truncate(1);
assert_eq!(AsRef::<str>::as_ref(&s), "");
}

fn try_capture_drops_the_error() {
use std::fmt::Display;
use string_kit_conformance::values::Errs;
use string_kit_conformance::values::Then;
type S = Text<Captured>;
let try_capture: fn(&dyn Display) -> Option<S> = |value| Text::try_capture(value);
let value = Then("", &Errs("half"));
assert!(try_capture(&value).is_none());
}

fn visited_bytes_lossily() {
use string_kit_conformance::probe::SerdeInput;
type S = Text<Viewed>;
let bytes: &[u8] = b"\xff";
if let Some(s) = SerdeInput::Bytes(bytes).read::<S>() {
    assert_eq!(Ok(AsRef::<str>::as_ref(&s)), std::str::from_utf8(bytes));
}
}

fn visited_bytes_unchecked() {
use string_kit_conformance::probe::SerdeInput;
type S = Text<Viewed>;
let bytes: &[u8] = b"\xff";
if let Some(s) = SerdeInput::Bytes(bytes).read::<S>() {
    assert_eq!(Ok(AsRef::<str>::as_ref(&s)), std::str::from_utf8(bytes));
}
}

fn wide_character_panics() {
type S = Text<Collected>;
let mut s = S::from("");
s.extend("𝄞".chars().map(String::from));
assert_eq!(AsRef::<str>::as_ref(&s), "𝄞");
}

fn write_drops_the_error() {
use string_kit_conformance::values::Errs;
use std::fmt::Write as _;
type S = Text<Viewed>;
let mut s = S::from("");
let mut string = String::from("");
let value = Errs("");
let result = write!(s, "{value:>3}|{value}");
assert_eq!(result, write!(string, "{value:>3}|{value}"));
assert_eq!(AsRef::<str>::as_ref(&s), string);
}
