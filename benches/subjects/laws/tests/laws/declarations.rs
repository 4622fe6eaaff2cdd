//! Subjects, verdicts and messages.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use string_kit_conformance::{Counterexample, Law, Subject, Verdict, by_name, subject};

/// A subject that breaks [`Law::InlineIsFree`]: a `String` has no inline capacity.
fn boastful() -> Subject<String> {
    subject!(String).inline_capacity(3)
}

/// Returns the message of a failed assertion.
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
    let code = "use string_kit::CapturedStr;\n\
                use string_kit_conformance::count;\n\
                type S = String;\n\
                let (s, counts) = count(|| <S as CapturedStr>::from_text(\"x\"));\n\
                drop(s);\n\
                assert_eq!(counts.allocations, 0);\n";
    assert_eq!(
        message,
        format!(
            "String breaks inline_is_free: {case}\n{why}\nThis code repeats the case:\n\n{code}"
        )
    );
}

#[test]
fn a_known_break_passes() {
    let subject = boastful().known(Law::InlineIsFree, "it boasts");
    assert!(subject.examine(Law::InlineIsFree).is_broken());
    subject.assert(Law::InlineIsFree);
}

#[test]
fn a_known_break_of_a_kept_law_fails() {
    let subject = subject!(String).known(Law::OptionIsFree, "it had no niche");
    assert_eq!(
        message_of(&subject, Law::OptionIsFree),
        "String does not break option_is_free any more: remove Law::OptionIsFree from `known` (it had \
         no niche)"
    );
}

#[test]
fn a_known_break_of_an_unexamined_law_fails() {
    let subject = subject!(String).known(Law::ShrinkingKeepsText, "it grew");
    assert_eq!(
        message_of(&subject, Law::ShrinkingKeepsText),
        "String lacks shrink_to_fit, so it cannot break shrinking_keeps_text: remove \
         Law::ShrinkingKeepsText from `known` (it grew)"
    );
}

#[test]
fn a_kept_law_and_an_unexamined_law_pass() {
    subject!(String).assert(Law::OptionIsFree);
    subject!(String).assert(Law::ShrinkingKeepsText);
}

#[test]
fn lacks_must_list_exactly_the_missing_traits() {
    let law = Law::ALL[0];
    subject!(String).lacks(&["PartialOrd<str>"]).assert(law);
    let lost = subject!(String).lacks(&[]);
    assert_eq!(
        message_of(&lost, law),
        "String lacks PartialOrd<str>; if that is right, declare it: .lacks(&[\"PartialOrd<str>\"])"
    );
    let gained = subject!(String).lacks(&["PartialOrd<str>", "FromStr"]);
    assert_eq!(
        message_of(&gained, law),
        "String does not lack FromStr: declare .lacks(&[\"PartialOrd<str>\"])"
    );
    let unknown = subject!(String).lacks(&["PartialOrd<str>", "FromString"]);
    assert_eq!(
        message_of(&unknown, law),
        "String does not lack FromString: declare .lacks(&[\"PartialOrd<str>\"])"
    );
}

#[test]
fn unexamined_must_list_exactly_the_laws_with_nothing_to_examine() {
    const LAW: Law = Law::DrainsMayLeak;
    subject!(String).unexamined(&[LAW]).assert(LAW);
    subject!(String; drain).unexamined(&[]).assert(LAW);
    let lost = subject!(String).unexamined(&[]);
    assert_eq!(
        message_of(&lost, LAW),
        "drains_may_leak has nothing to examine, because String lacks drain: name the method in \
         `subject!`, or add Law::DrainsMayLeak to `unexamined`"
    );
    let gained = subject!(String; drain).unexamined(&[LAW]);
    assert_eq!(
        message_of(&gained, LAW),
        "drains_may_leak has something to examine in String: remove Law::DrainsMayLeak from \
         `unexamined`"
    );
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
fn verdicts_display_in_words() {
    let broken = Verdict::Broken(Counterexample::new("\"a\" is \"b\""));
    assert_eq!(Verdict::Kept.to_string(), "kept");
    assert_eq!(Verdict::Lacks("Hash").to_string(), "lacks Hash");
    assert_eq!(broken.to_string(), "broken: \"a\" is \"b\"");
}

#[test]
fn only_a_counterexample_is_broken() {
    assert!(Verdict::Broken(Counterexample::new("case")).is_broken());
    assert!(!Verdict::Lacks("Hash").is_broken());
    assert!(!Verdict::Kept.is_broken());
}

#[test]
fn laws_have_unique_names() {
    let names: BTreeSet<&str> = Law::ALL.iter().map(|law| law.name()).collect();
    assert_eq!(names.len(), Law::ALL.len());
    assert_eq!(by_name::hash_is_strs, Law::HashIsStrs);
    assert_eq!(Law::HashIsStrs.name(), "hash_is_strs");
}

#[test]
fn laws_are_sorted_by_topic() {
    assert!(Law::ALL.is_sorted());
    let mut rooms: Vec<&str> = Law::ALL.iter().map(|law| law.topic()).collect();
    rooms.dedup();
    let unique: BTreeSet<&str> = rooms.iter().copied().collect();
    assert_eq!(rooms.len(), unique.len(), "{rooms:?}");
}

#[test]
fn laws_have_a_reason_and_known_bugs() {
    for law in Law::ALL {
        assert!(law.why().ends_with(['.', ')']), "{}", law.name());
        assert!(!law.seen_in().is_empty(), "{}", law.name());
    }
}

string_kit_conformance::conformance! {
    rc_str: subject!(Rc<str>).known(Law::IsSendAndSync, "the count is not atomic")
}

#[test]
fn a_subject_has_the_name_of_its_type_or_the_given_one() {
    assert_eq!(subject!(Box<str>).name(), "Box<str>");
    assert_eq!(subject!(Box<str>).named("boxed").name(), "boxed");
}

#[test]
fn debug_shows_the_name_and_known_breaks() {
    let subject = subject!(String).known(Law::OptionIsFree, "why");
    assert_eq!(
        format!("{subject:?}"),
        r#"Subject { name: "String", known: [Known { law: OptionIsFree, why: "why" }], .. }"#
    );
}

#[test]
fn methods_are_named_or_given_as_closures() {
    let named = subject!(String; capacity, shrink_to_fit);
    assert_eq!(named.examine(Law::ShrinkingKeepsText), Verdict::Kept);
    let given = subject!(String; capacity, shrink_to_fit: |text| text.push('!'));
    assert!(given.examine(Law::ShrinkingKeepsText).is_broken());
}

#[test]
fn capture_is_a_closure_for_any_value() {
    let right = subject!(String; capture: |value| value.to_string());
    assert_eq!(right.examine(Law::CaptureReenters), Verdict::Kept);
    let wrong = subject!(String; capture: |value| format!("{value}."), capacity);
    assert!(wrong.examine(Law::CaptureReenters).is_broken());
}

#[test]
fn constructor_and_view_may_be_closures() {
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
fn a_captured_str_provides_capture_and_memory() {
    assert_eq!(subject!(std::sync::Arc<str>).name(), "Arc<str>");
    let captured = subject!(String; shrink_to_fit);
    for law in [
        Law::CaptureReenters,
        Law::HeapSizeIsWhatWasAsked,
        Law::InlineIsFree,
        Law::ShrinkingKeepsText,
    ] {
        assert_eq!(captured.examine(law), Verdict::Kept, "{law:?}");
    }
}
