//! The surface of the suite: what it says, and what its macros take.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;

use string_kit_conformance::{Counterexample, Law, Subject, Verdict, by_name, subject};

/// A subject that breaks [`Law::InlineIsFree`]: nothing of a `String` is inline.
fn boastful() -> Subject<String> {
    subject!(String).inline_capacity(3)
}

/// What an assertion that fails says.
#[track_caller]
fn said<S>(subject: &Subject<S>, law: Law) -> String {
    let panic = catch_unwind(AssertUnwindSafe(|| subject.assert(law))).expect_err("it fails");
    *panic.downcast().expect("a message")
}

#[test]
fn a_broken_law_fails_with_all_that_is_known_of_it() {
    let message = said(&boastful(), Law::InlineIsFree);
    let case = r#""x", 1 bytes, takes 1 allocations; 3 bytes are said to be inline"#;
    let why = Law::InlineIsFree.why();
    assert_eq!(
        message,
        format!("String breaks inline_is_free: {case}\n{why}")
    );
}

#[test]
fn a_law_that_is_known_to_be_broken_passes() {
    let subject = boastful().known(Law::InlineIsFree, "it boasts");
    assert!(subject.examine(Law::InlineIsFree).is_broken());
    subject.assert(Law::InlineIsFree);
}

#[test]
fn a_law_that_is_known_to_be_broken_and_kept_fails() {
    let subject = subject!(String).known(Law::OptionIsFree, "it had no niche");
    assert_eq!(
        said(&subject, Law::OptionIsFree),
        "String does not break option_is_free any more: it had no niche"
    );
}

#[test]
fn a_law_that_is_known_to_be_broken_and_has_nothing_to_examine_fails() {
    let subject = subject!(String).known(Law::ShrinkingKeepsText, "it grew");
    assert_eq!(
        said(&subject, Law::ShrinkingKeepsText),
        "String lacks shrink_to_fit, and so does not break shrinking_keeps_text: it grew"
    );
}

#[test]
fn a_law_that_is_kept_or_has_nothing_to_examine_passes() {
    subject!(String).assert(Law::OptionIsFree);
    subject!(String).assert(Law::ShrinkingKeepsText);
}

#[test]
fn why_it_is_known_is_of_that_law_alone() {
    let subject = boastful().known(Law::InlineIsFree, "it boasts");
    assert_eq!(subject.why_known(Law::InlineIsFree), Some("it boasts"));
    assert_eq!(subject.why_known(Law::OptionIsFree), None);
}

#[test]
fn a_panic_that_no_law_expects_breaks_it() {
    let subject = subject!(String; capacity: |_| panic!("no room"));
    let case = Counterexample::new("a panic: no room");
    assert_eq!(subject.examine(Law::CapacityIsRoom), Verdict::Broken(case));
}

#[test]
fn verdicts_tell_themselves() {
    let broken = Verdict::Broken(Counterexample::new("\"a\" is \"b\""));
    assert_eq!(Verdict::Kept.to_string(), "kept");
    assert_eq!(Verdict::Lacks("Hash").to_string(), "lacks Hash");
    assert_eq!(broken.to_string(), "broken: \"a\" is \"b\"");
}

#[test]
fn a_verdict_is_broken_by_a_counterexample_alone() {
    assert!(Verdict::Broken(Counterexample::new("case")).is_broken());
    assert!(!Verdict::Lacks("Hash").is_broken());
    assert!(!Verdict::Kept.is_broken());
}

#[test]
fn laws_have_names_of_their_own() {
    let names: BTreeSet<&str> = Law::ALL.iter().map(|law| law.name()).collect();
    assert_eq!(names.len(), Law::ALL.len());
    assert_eq!(by_name::hash_is_strs, Law::HashIsStrs);
    assert_eq!(Law::HashIsStrs.name(), "hash_is_strs");
}

#[test]
fn laws_are_listed_in_order_room_by_room() {
    assert!(Law::ALL.is_sorted());
    let mut rooms: Vec<&str> = Law::ALL.iter().map(|law| law.room()).collect();
    rooms.dedup();
    let of_their_own: BTreeSet<&str> = rooms.iter().copied().collect();
    assert_eq!(rooms.len(), of_their_own.len(), "{rooms:?}");
}

#[test]
fn laws_say_why_they_are_there() {
    for law in Law::ALL {
        assert!(law.why().ends_with(['.', ')']), "{}", law.name());
        assert!(!law.seen_in().is_empty(), "{}", law.name());
    }
}

string_kit_conformance::conformance! {
    rc_str: subject!(Rc<str>).known(Law::IsSendAndSync, "the count is not atomic")
}

#[test]
fn a_subject_is_called_by_its_type_or_as_it_is_told() {
    assert_eq!(subject!(Box<str>).name(), "Box<str>");
    assert_eq!(subject!(Box<str>).named("boxed").name(), "boxed");
    assert_eq!(subject!(Arc<str> as CapturedStr).name(), "Arc<str>");
}

#[test]
fn a_subject_shows_its_name_and_what_is_known() {
    let subject = subject!(String).known(Law::OptionIsFree, "why");
    assert_eq!(
        format!("{subject:?}"),
        r#"Subject { name: "String", known: [Known { law: OptionIsFree, why: "why" }], .. }"#
    );
}

#[test]
fn methods_come_by_name_or_with_a_closure() {
    let named = subject!(String; capacity, shrink_to_fit);
    assert_eq!(named.examine(Law::ShrinkingKeepsText), Verdict::Kept);
    let told = subject!(String; capacity, shrink_to_fit: |text| text.push('!'));
    assert!(told.examine(Law::ShrinkingKeepsText).is_broken());
}

#[test]
fn captures_come_with_a_closure_of_any_value() {
    let right = subject!(String; capture: |value| value.to_string());
    assert_eq!(right.examine(Law::CaptureReenters), Verdict::Kept);
    let wrong = subject!(String; capture: |value| format!("{value}."), capacity);
    assert!(wrong.examine(Law::CaptureReenters).is_broken());
}

#[test]
fn a_text_can_be_made_and_seen_by_closures() {
    let bytes = subject!(Vec<u8>, |text| text.into(), |bytes| str::from_utf8(bytes)
        .unwrap());
    assert_eq!(bytes.examine(Law::RoundTrips), Verdict::Kept);
    let with_capacity = subject!(
        Vec<u8>,
        |text| text.into(),
        |bytes| str::from_utf8(bytes).unwrap();
        capacity
    );
    assert_eq!(with_capacity.examine(Law::CapacityIsRoom), Verdict::Kept);
}

#[test]
fn a_captured_str_says_how_it_captures_and_what_it_asks_for() {
    let captured = subject!(String as CapturedStr; shrink_to_fit);
    for law in [
        Law::CaptureReenters,
        Law::HeapSizeIsWhatWasAsked,
        Law::InlineIsFree,
        Law::ShrinkingKeepsText,
    ] {
        assert_eq!(captured.examine(law), Verdict::Kept, "{law:?}");
    }
}
