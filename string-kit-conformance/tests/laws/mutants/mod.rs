//! String types with a deliberate bug. Each must break the law that its bug is about, and no others
//! than its line says.
//!
//! Most are `String`s of which one function is replaced by a broken one: a function of a trait in
//! [`text`], or a method in `with!`. The methods are few: with fewer ways to make a text, a law
//! tries fewer cases.
//!
//! | file | contents |
//! | --- | --- |
//! | `views.rs`, `collects.rs`, `captures.rs`, `edits.rs`, `room.rs` | `String`s with a bug |
//! | `shared.rs`, `inline.rs` | types that clones share, and that keep short texts inline |

/// Adds methods to a subject of [`Text`], as `subject!` does.
macro_rules! with {
    ($subject:expr; $($methods:tt)*) => {
        string_kit_conformance::__methods!(Text; $subject; $($methods)*)
    };
}

/// Defines a test for each mutant. A line has the test, the law that the bug is about, the other
/// laws that it breaks, the bug in words, and the subject.
macro_rules! mutants {
    ($($test:ident: $law:ident [$($also:ident)*], $what:literal, $subject:expr;)*) => {
        /// The law of each mutant.
        pub(super) const LAWS: &[string_kit_conformance::Law] =
            &[$(string_kit_conformance::Law::$law),*];

        $(
            #[test]
            fn $test() {
                use string_kit_conformance::Law;

                super::proven($subject, &[Law::$law, $(Law::$also),*], $what);
            }
        )*
    };
}

mod captures;
mod collects;
mod edits;
mod inline;
mod room;
mod shared;
mod views;

use std::cell::Cell;
use std::env;
use std::fmt::Write;
use std::ops::{Bound, Range, RangeBounds};
use std::sync::Once;

use string_kit_conformance::probe::{self, Probed, Slot, Value};
use string_kit_conformance::values::Answers;
use string_kit_conformance::{Action, Law, Subject, Verdict, model};

pub(crate) type Text = String;

thread_local! {
    /// True during a change, in the bugs that fail to reset it. While it is true, other changes are
    /// ignored. A new text resets it.
    static MARKED: Cell<bool> = const { Cell::new(false) };
}

/// Returns a `String` as a subject, with the traits that `change` leaves it.
fn text(change: impl FnOnce(&mut Probed)) -> Subject<Text> {
    let mut traits = string_kit_conformance::__with_probes!(
        [string_kit_conformance::__probed] Text
    );
    change(&mut traits);
    let from_str = |text: &str| {
        MARKED.set(false);
        text.into()
    };
    Subject::new("Text", from_str, |text| text, traits)
}

fn get(slot: &dyn Slot) -> &Text {
    probe::get(slot)
}

fn get_mut(slot: &mut dyn Slot) -> &mut Text {
    probe::get_mut(slot)
}

fn value(text: impl Into<Text>) -> Value {
    Value::new::<Text>(text.into())
}

fn plain() -> Subject<Text> {
    text(|_| ())
}

fn edits(subject: Subject<Text>) -> Subject<Text> {
    with!(subject;
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
        replace_range, extend_from_within, split_off, as_mut_str,
        slice: |text, range| text[bounds(&range)].into(),
    )
}

/// Adds the methods and declarations about memory.
fn grows(subject: Subject<Text>) -> Subject<Text> {
    with!(subject;
        push_str, repeat, capacity, with_capacity, reserve, try_reserve, shrink_to_fit,
        heap_size: String::capacity,
        try_push_str: try_push_str,
        try_from_str: |text| {
            let mut copy = String::new();
            try_push_str(&mut copy, text).then_some(copy)
        },
    )
    .inline_capacity(0)
    .shares(false)
}

fn try_push_str(text: &mut Text, more: &str) -> bool {
    let has_room = text.try_reserve(more.len()).is_ok();
    if has_room {
        text.push_str(more);
    }
    has_room
}

/// Returns the bounds of a range, each read once.
fn bounds(range: &impl RangeBounds<usize>) -> (Bound<usize>, Bound<usize>) {
    (range.start_bound().cloned(), range.end_bound().cloned())
}

/// Returns a range in a text of `len` bytes; a bound past `usize::MAX` is `usize::MAX`.
fn resolved(range: &impl RangeBounds<usize>, len: usize) -> Range<usize> {
    Answers::steady(bounds(range)).span().within(len)
}

/// Returns the range, or panics if `String` would.
fn checked(text: &str, range: &impl RangeBounds<usize>) -> Range<usize> {
    let range = resolved(range, text.len());
    let is_whole = text.get(range.clone()).is_some();
    assert!(is_whole, "the range is not at character boundaries");
    range
}

/// Reduces the number of random cases of `EditsAsStringDoes`, which the tests examine 60 times. It
/// finds every bug that it must find in the first 80 cases.
#[allow(unsafe_code)]
fn fewer_cases() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: every access to the environment in this program goes through std, which locks it.
        unsafe { env::set_var("PROPTEST_CASES", "80") };
    });
}

/// Asserts that a type breaks these laws, and no others.
#[track_caller]
fn proven<S: 'static>(mut subject: Subject<S>, laws: &[Law], what: &'static str) {
    fewer_cases();
    if laws.first() == Some(&Law::AllocationLayouts) {
        // Without this, the bug would break every law during which a wrong layout occurs.
        subject = subject.known(Law::AllocationLayouts, what);
    }
    let (mut broken, mut cases) = (Vec::new(), String::new());
    for &law in Law::ALL {
        if let Verdict::Broken(case) = subject.examine(law) {
            writeln!(cases, "{}: {case}", law.name()).unwrap();
            broken.push(law);
        }
    }
    let mut expected = laws.to_vec();
    expected.sort_unstable();
    assert_eq!(broken, expected, "{what}\n{cases}");
}

#[test]
fn text_without_a_bug() {
    let edited = captures::captures(edits(collects::collects(plain())));
    let subject = with!(grows(edited);
        from_utf8: |bytes| String::from_utf8(bytes.to_vec()).ok(),
        from_utf8_lossy: |bytes| String::from_utf8_lossy(bytes).into_owned(),
    );
    proven(subject, &[], "no bug");
}

#[test]
fn shared_without_a_bug() {
    proven(shared::subject(), &[], "no bug");
}

#[test]
fn inline_without_a_bug() {
    proven(inline::subject(), &[], "no bug");
}

/// The model replays the actions of a counterexample: they fail with the bug, and not without.
#[test]
fn a_counterexample_is_replayed() {
    let backwards = edits::backwards();
    let Verdict::Broken(case) = backwards.examine(Law::EditsAsStringDoes) else {
        panic!("it is broken");
    };
    let (creation, actions) = case.edits().expect("the law of the model has actions");
    assert!(
        case.to_string()
            .ends_with(&format!("made by {creation:?}, then {actions:?}"))
    );
    assert!(matches!(actions, [.., Action::Retain(_)]), "{actions:?}");
    assert!(model::replay(&backwards, creation, actions).is_err());
    assert_eq!(model::replay(&plain(), creation, actions), Ok(()));
    let views = text(|traits| traits.deref = Some(|_| "")).examine(Law::ViewsAgree);
    assert!(matches!(views, Verdict::Broken(case) if case.edits().is_none()));
}

#[test]
fn every_law_has_a_mutant() {
    let laws = [
        captures::LAWS,
        collects::LAWS,
        edits::LAWS,
        inline::LAWS,
        room::LAWS,
        shared::LAWS,
        views::LAWS,
    ]
    .concat();
    for law in Law::ALL {
        assert!(laws.contains(law), "no mutant breaks {}", law.name());
    }
}
