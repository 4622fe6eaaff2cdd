//! Subjects, verdicts and messages.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use string_kit_conformance::{Counterexample, Law, Subject, Verdict, subject};

/// A subject that breaks [`Law::InlineIsFree`]: a `String` has no inline capacity.
fn boastful() -> Subject<String> {
    subject!(String).inline_capacity(3)
}

#[track_caller]
fn message_of<S: 'static>(subject: &Subject<S>, law: Law) -> String {
    let panic = catch_unwind(AssertUnwindSafe(|| subject.assert(law))).expect_err("it fails");
    *panic.downcast().expect("a message")
}

#[test]
fn a_broken_law_fails_with_counterexample_and_reason() {
    let message = message_of(&boastful(), Law::InlineIsFree);
    let case = r#""x", 1 bytes, takes 1 allocations; the inline capacity is declared as 3"#;
    let why = Law::InlineIsFree.why();
    assert_eq!(
        message,
        format!("String breaks inline_is_free: {case}\n{why}")
    );
}

#[test]
fn right_declarations_pass() {
    let boasts = boastful().known(Law::InlineIsFree, "it boasts");
    assert!(boasts.examine(Law::InlineIsFree).is_broken());
    boasts.assert(Law::InlineIsFree);
    subject!(String).assert(Law::OptionIsFree);
    subject!(String).assert(Law::ShrinkingKeepsText);
    let drains = Law::DrainsMayLeak;
    let unexamined = subject!(String).unexamined(&[Law::DrainsMayLeak]);
    unexamined.assert(drains);
    subject!(String; drain).unexamined(&[]).assert(drains);
    boastful()
        .skip(Law::InlineIsFree, "it boasts")
        .assert(Law::InlineIsFree);
}

#[test]
fn a_wrong_declaration_fails_with_what_to_change() {
    let (niche, grows) = (Law::OptionIsFree, Law::ShrinkingKeepsText);
    let drains = Law::DrainsMayLeak;
    let plain = || subject!(String);
    let wrong = [
        (plain().known(niche, "it had no niche"), niche),
        (plain().known(grows, "it grew"), grows),
        (plain().unexamined(&[]), drains),
        (
            subject!(String; drain).unexamined(&[Law::DrainsMayLeak]),
            drains,
        ),
    ];
    let messages = [
        "String does not break option_is_free any more: remove Law::OptionIsFree from `known` \
         (it had no niche)",
        "String lacks shrink_to_fit, so it cannot break shrinking_keeps_text: remove \
         Law::ShrinkingKeepsText from `known` (it grew)",
        "drains_may_leak has nothing to examine, because String lacks drain: name the method in \
         `subject!`, or add Law::DrainsMayLeak to `unexamined`",
        "drains_may_leak has something to examine in String: remove Law::DrainsMayLeak from \
         `unexamined`",
    ];
    for ((subject, law), message) in wrong.into_iter().zip(messages) {
        assert_eq!(message_of(&subject, law), message);
    }
}

#[test]
fn a_known_break_concerns_only_its_law() {
    let subject = boastful().known(Law::InlineIsFree, "it boasts");
    assert_eq!(subject.why_known(Law::InlineIsFree), Some("it boasts"));
    assert_eq!(subject.why_known(Law::OptionIsFree), None);
}

#[test]
fn an_unexpected_panic_breaks_the_law() {
    let subject = subject!(String);
    let (place, subject) = (line!(), subject.capacity(|_| panic!("no room")));
    let place = format!("{}:{place}", file!());
    let case = Counterexample::new(format!("a panic: no room, at {place}"));
    assert_eq!(subject.examine(Law::CapacityIsRoom), Verdict::Broken(case));
}

#[test]
fn verdicts_display_in_words_and_only_a_counterexample_is_broken() {
    let broken = Verdict::Broken(Counterexample::new("\"a\" is \"b\""));
    for (verdict, words, is_broken) in [
        (Verdict::Kept, "kept", false),
        (Verdict::Lacks("Hash"), "lacks Hash", false),
        (broken, "broken: \"a\" is \"b\"", true),
    ] {
        assert_eq!(verdict.to_string(), words);
        assert_eq!(verdict.is_broken(), is_broken, "{words}");
    }
}

#[test]
fn laws_have_unique_names_topics_in_order_and_reasons() {
    let names: BTreeSet<&str> = Law::ALL.iter().map(|law| law.name()).collect();
    assert_eq!(names.len(), Law::ALL.len());
    assert_eq!(Law::HashIsStrs.name(), "hash_is_strs");
    assert!(Law::ALL.is_sorted());
    let mut topics: Vec<&str> = Law::ALL.iter().map(|law| law.topic()).collect();
    topics.dedup();
    let unique: BTreeSet<&str> = topics.iter().copied().collect();
    assert_eq!(topics.len(), unique.len(), "{topics:?}");
    for law in Law::ALL {
        assert!(law.why().ends_with(['.', ')']), "{}", law.name());
        assert!(!law.seen_in().is_empty(), "{}", law.name());
    }
}

#[test]
fn a_subject_has_the_name_of_its_type_or_the_given_one() {
    assert_eq!(subject!(Box<str>).name(), "Box<str>");
    assert_eq!(subject!(Box<str>).named("boxed").name(), "boxed");
}

#[test]
fn debug_shows_the_name_and_known_breaks() {
    let subject = subject!(String).known(Law::OptionIsFree, "why");
    let expected = r#"Subject { name: "String", known: [(OptionIsFree, "why")], .. }"#;
    assert_eq!(format!("{subject:?}"), expected);
}

kept! {
    methods_may_be_named: subject!(String; capacity, shrink_to_fit), ShrinkingKeepsText;
    a_capture_is_a_closure_for_any_value:
        subject!(String; capture: |value| value.to_string()), CaptureReenters;
    constructor_and_view_may_be_closures:
        subject!(
            Vec<u8>, |text| text.into(), |bytes| str::from_utf8(bytes).unwrap(); capacity
        ),
        RoundTrips CapacityIsRoom;
    a_captured_str_provides_capture_and_memory:
        subject!(String; shrink_to_fit),
        CaptureReenters HeapSizeIsWhatWasAsked InlineIsFree ShrinkingKeepsText;
}

#[test]
fn closures_are_examined_and_not_the_methods_of_their_names() {
    let grows = subject!(String; capacity, shrink_to_fit: |text| text.push('!'));
    assert!(grows.examine(Law::ShrinkingKeepsText).is_broken());
    let adds = subject!(String; capture: |value| format!("{value}."), capacity);
    assert!(adds.examine(Law::CaptureReenters).is_broken());
}
