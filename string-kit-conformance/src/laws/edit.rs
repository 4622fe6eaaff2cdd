//! Laws about editing.

use core::cell::Cell;
use core::ops::Bound;

use proptest::test_runner::{RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use crate::hostile::{Answers, Draining, Span, caught};
use crate::model::{self, Action, Creation};
use crate::verdict::{Counterexample, Outcome, Stop, ensure};
use crate::{Subject, arbitrary};

pub(crate) fn edits_as_string_does<S>(subject: &Subject<S>) -> Outcome {
    // The cases are the same in each run, so that a known break is found in each run.
    // PROPTEST_CASES sets their number.
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let config = proptest::test_runner::Config {
        failure_persistence: None,
        ..proptest::test_runner::Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, rng);
    let histories = (arbitrary::creation(), arbitrary::actions(subject));
    let result = runner.run(&histories, |(creation, actions)| {
        broken_by(subject, &creation, &actions)
            .map_or(Ok(()), |what| Err(TestCaseError::fail(what)))
    });
    match result {
        Ok(()) => Ok(()),
        Err(TestError::Fail(reason, (creation, mut actions))) => {
            let what = fewer(subject, &creation, &mut actions);
            let what = what.unwrap_or_else(|| reason.message().to_owned());
            let description = format!("{creation:?}, then {actions:?}: {what}");
            Err(Counterexample::new(description).into())
        }
        Err(TestError::Abort(reason)) => Err(Counterexample::new(reason.message()).into()),
    }
}

/// Returns a description of the failure of these actions, if they fail.
fn broken_by<S>(subject: &Subject<S>, creation: &Creation, actions: &[Action]) -> Option<String> {
    match caught(|| model::run(subject, creation, actions)) {
        Ok(Ok(())) => None,
        Ok(Err(case)) => Some(case.to_string()),
        Err(message) => Some(message),
    }
}

/// Removes each action that the failure does not need, and returns the last failure if one was
/// removed. Proptest removes actions before it simplifies the others, and not again afterwards.
fn fewer<S>(
    subject: &Subject<S>,
    creation: &Creation,
    actions: &mut Vec<Action>,
) -> Option<String> {
    let (mut at, mut what) = (0, None);
    while at < actions.len() {
        let action = actions.remove(at);
        if let Some(still) = broken_by(subject, creation, actions) {
            (at, what) = (0, Some(still));
        } else {
            actions.insert(at, action);
            at += 1;
        }
    }
    what
}

type Bounds = (Bound<usize>, Bound<usize>);

/// A method that takes a range, as a function of the subject and as one of `String`.
struct Ranged<'a, S> {
    name: &'static str,
    of_subject: &'a dyn Fn(&mut S, Span<'_>) -> Vec<u8>,
    of_string: fn(&mut String, Bounds) -> String,
}

/// Calls `check` for each method that takes a range.
fn each<S>(subject: &Subject<S>, mut check: impl FnMut(Ranged<'_, S>) -> Outcome) -> Outcome {
    const ALL: Draining = Draining {
        front: usize::MAX,
        back: 0,
        leak: false,
    };
    let methods = &subject.methods;
    let mut has_any = false;
    macro_rules! ranged {
        ($($name:ident: |$text:ident, $range:ident| $given:expr, |$control:ident, $bounds:ident| $expected:expr;)*) => {$(
            if let Some($name) = methods.$name {
                has_any = true;
                check(Ranged {
                    name: stringify!($name),
                    of_subject: &|$text, $range| $given,
                    of_string: |$control, $bounds| $expected,
                })?;
            }
        )*};
    }
    ranged! {
        drain: |text, range| drain(text, range, ALL).into_bytes(),
            |control, bounds| control.drain(bounds).collect();
        replace_range: |text, range| {
            replace_range(text, range, "é");
            Vec::new()
        }, |control, bounds| {
            control.replace_range(bounds, "é");
            String::new()
        };
        extend_from_within: |text, range| {
            extend_from_within(text, range);
            Vec::new()
        }, |control, bounds| {
            control.extend_from_within(bounds);
            String::new()
        };
        slice: |text, range| subject.bytes(&slice(text, range)).to_vec(),
            |control, bounds| control[bounds].to_owned();
    }
    if has_any {
        Ok(())
    } else {
        Err(Stop::Lacks("a method that takes a range"))
    }
}

/// Returns true if a method had `String`'s result and text, or panicked and left the text
/// unchanged. Another law finds a panic where `String` has none.
fn holds<T: PartialEq + ?Sized>(
    given: Option<&T>,
    expected: Option<&T>,
    got: &[u8],
    control: &str,
    text: &str,
) -> bool {
    match given {
        Some(_) => given == expected && got == control.as_bytes(),
        None => got == text.as_bytes(),
    }
}

/// Texts with characters of every width: two that most types keep inline, and one that they do not.
const TEXTS: [&str; 3] = [
    "é",
    "aé€𝄞z",
    "aé€𝄞z, and then so much more that it is on the heap: é€𝄞",
];

pub(crate) fn ranges_are_read_once<S>(subject: &Subject<S>) -> Outcome {
    use Bound::{Excluded, Included, Unbounded};
    let mut is_taken = false;
    each(subject, |ranged| {
        for text in TEXTS {
            let len = text.len();
            // The first bounds are right; the next are inside a character, out of order, or past
            // the end.
            for (start, end) in [(0, len), (0, 0), (len, len), (0, len.min(3))] {
                for other in [1, 2, len - 1, len + 1, usize::MAX] {
                    for starts in [[Included(start), Included(other)], [Included(start); 2]] {
                        for ends in [
                            [Excluded(end), Excluded(other)],
                            [Excluded(end), Unbounded],
                            [Excluded(end); 2],
                        ] {
                            is_taken |= once(subject, &ranged, text, starts, ends)?;
                        }
                    }
                }
            }
        }
        Ok(())
    })?;
    if is_taken {
        Ok(())
    } else {
        Err(Stop::Lacks("a method that takes a RangeBounds"))
    }
}

/// Returns true if the method read the bounds itself, false if [`Span::within`] read them, once
/// each.
fn once<S>(
    subject: &Subject<S>,
    ranged: &Ranged<'_, S>,
    text: &str,
    starts: [Bound<usize>; 2],
    ends: [Bound<usize>; 2],
) -> Result<bool, Stop> {
    let answers = Answers::new(starts.into(), ends.into());
    let mut value = subject.of(text);
    let given = caught(|| (ranged.of_subject)(&mut value, answers.span()));
    let mut control = text.to_owned();
    let expected = (ranged.of_string)(&mut control, (starts[0], ends[0]));
    let got = subject.bytes(&value);
    let holds = holds(
        given.as_deref().ok(),
        Some(expected.as_bytes()),
        got,
        &control,
        text,
    );
    let outcome = match given {
        Ok(given) => format!("gives \"{}\"", given.escape_ascii()),
        Err(message) => format!("panics ({message})"),
    };
    ensure!(
        holds,
        "{} of {text:?} with a range that starts at {starts:?} and ends at {ends:?}, read {:?} \
         times, {outcome} and leaves \"{}\", not {expected:?} and {control:?}",
        ranged.name,
        answers.reads(),
        got.escape_ascii()
    );
    Ok(!answers.were_resolved())
}

pub(crate) fn ranges_keep_characters<S>(subject: &Subject<S>) -> Outcome {
    let in_place = indices(subject);
    let in_ranges = each(subject, |ranged| {
        for text in TEXTS {
            let last = text.len().min(14) + 2;
            let offsets = || (0..last).chain([text.len(), text.len() + 1, usize::MAX]);
            for start in offsets() {
                for end in offsets() {
                    let forms = [
                        (Bound::Included(start), Bound::Excluded(end)),
                        (Bound::Included(start), Bound::Included(end)),
                        (Bound::Excluded(start), Bound::Excluded(end)),
                        (Bound::Included(start), Bound::Unbounded),
                        (Bound::Unbounded, Bound::Excluded(end)),
                    ];
                    for bounds in forms {
                        check_bounds(subject, &ranged, text, bounds)?;
                    }
                }
            }
        }
        Ok(())
    });
    match (in_place, in_ranges) {
        (Ok(()), Err(Stop::Lacks(_))) => Ok(()),
        (Err(Stop::Lacks(_)), in_ranges) => in_ranges,
        (in_place, in_ranges) => in_place.and(in_ranges),
    }
}

/// The description of a text that a panic left invalid.
const UNREADABLE: &str = "a text that panics when it is read";

/// Calls each method that takes an index, with every index.
fn indices<S>(subject: &Subject<S>) -> Outcome {
    let methods = &subject.methods;
    let mut has_any = false;
    for text in TEXTS {
        for at in (0..text.len() + 2).chain([usize::MAX]) {
            macro_rules! indices {
                ($($name:ident: |$text:ident| $given:expr, |$control:ident| $expected:expr;)*) => {$(
                    if let Some($name) = methods.$name {
                        has_any = true;
                        let mut $control = text.to_owned();
                        let expected = caught(|| $expected).ok();
                        let mut $text = subject.of(text);
                        let given = caught(|| $given).ok();
                        let Ok(got) = caught(|| subject.bytes(&$text)) else {
                            let name = stringify!($name);
                            ensure!(false, "{name} of {text:?} at {at} leaves {UNREADABLE}");
                            continue;
                        };
                        ensure!(
                            holds(given.as_ref(), expected.as_ref(), got, &$control, text),
                            "{} of {text:?} at {at} gives {given:?} and leaves \"{}\"; String gives \
                             {expected:?} and leaves {:?}",
                            stringify!($name),
                            got.escape_ascii(),
                            $control
                        );
                    }
                )*};
            }
            indices! {
                truncate: |value| truncate(&mut value, at), |control| control.truncate(at);
                insert: |value| insert(&mut value, at, 'é'), |control| control.insert(at, 'é');
                insert_str: |value| insert_str(&mut value, at, "é€"),
                    |control| control.insert_str(at, "é€");
                remove: |value| remove(&mut value, at), |control| control.remove(at);
                split_off: |value| subject.bytes(&split_off(&mut value, at)).to_vec(),
                    |control| control.split_off(at).into_bytes();
            }
        }
    }
    if has_any {
        Ok(())
    } else {
        Err(Stop::Lacks("a method that takes a range or an index"))
    }
}

fn check_bounds<S>(
    subject: &Subject<S>,
    ranged: &Ranged<'_, S>,
    text: &str,
    bounds: Bounds,
) -> Outcome {
    let mut control = text.to_owned();
    let expected = caught(|| (ranged.of_string)(&mut control, bounds)).ok();
    let mut value = made(subject, text);
    let answers = Answers::steady(bounds.0, bounds.1);
    let given = caught(|| (ranged.of_subject)(&mut value, answers.span())).ok();
    let Ok(got) = caught(|| subject.bytes(&value)) else {
        ensure!(
            false,
            "{} of {text:?} with {bounds:?} leaves {UNREADABLE}",
            ranged.name
        );
        return Ok(());
    };
    let shown = |given: Option<&[u8]>| {
        given.map_or_else(
            || "panics".to_owned(),
            |given| format!("gives \"{}\"", given.escape_ascii()),
        )
    };
    let expected = expected.as_deref().map(str::as_bytes);
    ensure!(
        holds(given.as_deref(), expected, got, &control, text),
        "{} of {text:?} with {bounds:?} {} and leaves \"{}\"; String {} and leaves {control:?}",
        ranged.name,
        shown(given.as_deref()),
        got.escape_ascii(),
        shown(expected)
    );
    Ok(())
}

/// Makes a text. If the type has slices, it is the middle of a longer text.
fn made<S>(subject: &Subject<S>, text: &str) -> S {
    let Some(slice) = subject.methods.slice else {
        return subject.of(text);
    };
    let whole = [text, text, text].concat();
    let middle = Answers::steady(Bound::Included(text.len()), Bound::Excluded(2 * text.len()));
    slice(&subject.of(&whole), middle.span())
}

/// Returns true if the bytes are `text` with some characters removed.
fn is_left_of(bytes: &[u8], text: &str) -> bool {
    let Ok(left) = core::str::from_utf8(bytes) else {
        return false;
    };
    let mut chars = text.chars();
    left.chars().all(|c| chars.any(|other| other == c))
}

/// Checks that a text can still grow after a panic or a leak.
fn goes_on<S>(subject: &Subject<S>, value: &mut S, what: &str) -> Outcome {
    let Some(push_str) = subject.methods.push_str else {
        return Ok(());
    };
    let mut expected = subject.bytes(value).to_vec();
    for _ in 0..20 {
        push_str(value, "é€");
        expected.extend("é€".bytes());
    }
    let got = subject.bytes(value);
    ensure!(
        got == expected,
        "{what}, then text is appended, which makes \"{}\"",
        got.escape_ascii()
    );
    Ok(())
}

pub(crate) fn closures_may_panic<S>(subject: &Subject<S>) -> Outcome {
    let retain = subject.methods.retain.ok_or(Stop::Lacks("retain"))?;
    let keeps: [fn(usize) -> bool; 4] = [|_| true, |_| false, |at| at % 2 == 0, |at| at % 2 == 1];
    for text in TEXTS {
        for (at, keep) in (0..text.chars().count()).flat_map(|at| keeps.map(|keep| (at, keep))) {
            let mut value = subject.of(text);
            let turn = Cell::new(0);
            let result = caught(|| {
                retain(&mut value, &mut |_| {
                    let turn = turn.replace(turn.get() + 1);
                    assert_ne!(turn, at, "on purpose");
                    keep(turn)
                });
            });
            let what = format!("retain of {text:?}, whose closure panics at character {at}");
            ensure!(result.is_err(), "{what}, swallows the panic");
            let got = subject.bytes(&value);
            ensure!(
                is_left_of(got, text),
                "{what}, leaves \"{}\"",
                got.escape_ascii()
            );
            goes_on(subject, &mut value, &what)?;
        }
    }
    Ok(())
}

pub(crate) fn drains_may_leak<S>(subject: &Subject<S>) -> Outcome {
    let drain = subject.methods.drain.ok_or(Stop::Lacks("drain"))?;
    for text in TEXTS {
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).take(8).collect();
        let spans = ends.iter().flat_map(|a| ends.iter().map(move |b| (*a, *b)));
        for (start, end) in spans.filter(|(start, end)| start <= end) {
            let answers = Answers::steady(Bound::Included(start), Bound::Excluded(end));
            for (front, back, leak) in [
                (0, 0, true),
                (1, 0, true),
                (0, 1, true),
                (1, 1, true),
                (9, 9, true),
                (1, 0, false),
                (0, 1, false),
                (1, 1, false),
            ] {
                let how = Draining { front, back, leak };
                let mut value = subject.of(text);
                let _ = drain(&mut value, answers.span(), how);
                let what = format!("drain of {start}..{end} of {text:?}, {how:?}");
                let got = subject.bytes(&value);
                ensure!(
                    is_left_of(got, text),
                    "{what}, leaves \"{}\"",
                    got.escape_ascii()
                );
                let cut = [&text[..start], &text[end..]].concat();
                ensure!(
                    leak || got == cut.as_bytes(),
                    "{what}, leaves \"{}\", not {cut:?}",
                    got.escape_ascii()
                );
                goes_on(subject, &mut value, &what)?;
            }
        }
    }
    Ok(())
}
