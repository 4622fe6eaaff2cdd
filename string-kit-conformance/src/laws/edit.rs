//! Laws about editing.

use core::fmt;
use core::ops::Bound::{self, Excluded, Included, Unbounded};

use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use crate::arbitrary;
use crate::case::{Case, ensure, text_check};
use crate::code::{bound_of, literal, protected};
use crate::examined::Examined;
use crate::histories::Made;
use crate::hostile::{Answers, Draining, caught};
use crate::model::{Action, Creation, apply_to_string, play, string};
use crate::op::{Given, Op};
use crate::slot::Value;
use crate::verdict::{Counterexample, Outcome, Stop};

pub(crate) fn edits_as_string_does(subject: Examined<'_>) -> Outcome {
    // The cases are the same in each run, so that a known break is found in each run.
    // PROPTEST_CASES sets their number.
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, rng);
    let histories = (arbitrary::creation(), arbitrary::actions(subject));
    let result = runner.run(&histories, |(creation, actions)| {
        play(subject, &creation, &actions, None).map_err(TestCaseError::fail)
    });
    let (what, creation, actions) = match result {
        Ok(()) => return Ok(()),
        Err(TestError::Fail(reason, (creation, mut actions))) => {
            let what = fewer(subject, &creation, &mut actions);
            let what = what.unwrap_or_else(|| reason.message().to_owned());
            (what, creation, actions)
        }
        Err(TestError::Abort(reason)) => {
            (reason.message().to_owned(), Creation::Default, Vec::new())
        }
    };
    let mut code = String::new();
    _ = play(subject, &creation, &actions, Some(&mut code));
    let code = subject.source.code(&code);
    let case = Counterexample::new(what).repeated_by(code);
    Err(Stop::Broken(case))
}

/// Removes each action that the failure does not need, and returns the last failure if one was
/// removed. Proptest removes actions before it simplifies the others, and not again afterwards.
fn fewer(subject: Examined<'_>, creation: &Creation, actions: &mut Vec<Action>) -> Option<String> {
    let (mut at, mut what) = (0, None);
    while at < actions.len() {
        let action = actions.remove(at);
        if let Err(still) = play(subject, creation, actions, None) {
            (at, what) = (0, Some(still));
        } else {
            actions.insert(at, action);
            at += 1;
        }
    }
    what
}

/// Texts with characters of every width: two that most types keep inline, and one that they do not.
const TEXTS: [&str; 3] = [
    "é",
    "aé€𝄞z",
    "aé€𝄞z, and then so much more that it is on the heap: é€𝄞",
];

/// Operations with a range.
const RANGED: [fn(Answers) -> Op; 4] = [
    |range| Op::Drain(range, Draining::of(u8::MAX, 0)),
    |range| Op::ReplaceRange(range, "é".to_owned()),
    Op::ExtendFromWithin,
    Op::Slice,
];

/// Operations with an index.
const INDEXED: [fn(usize) -> Op; 5] = [
    Op::Truncate,
    |at| Op::Insert(at, 'é'),
    |at| Op::InsertStr(at, "é€".to_owned()),
    Op::Remove,
    Op::SplitOff,
];

/// Returns the operations with a range that the type supports.
fn ranged(subject: Examined<'_>) -> impl Iterator<Item = fn(Answers) -> Op> {
    let all = RANGED.into_iter();
    all.filter(move |op| subject.supports_op(&op(Answers::of(..))))
}

/// Applies the first operation to a value of a text and the second to a `String`, and compares the
/// results and the texts. After a panic the text must be unchanged: another law finds a panic where
/// `String` has none. `made` is the code that makes the value.
fn is_strings(
    subject: Examined<'_>,
    text: &str,
    mut value: Value,
    [op, on_string]: [&Op; 2],
    made: &dyn Fn() -> String,
    place: fmt::Arguments<'_>,
) -> Outcome {
    let mut control = text.to_owned();
    let expected = apply_to_string(on_string, &mut control).ok();
    let given = caught(|| subject.apply(&mut value, op)).ok().flatten();
    let made = || {
        let call = op.code(&subject.source, "s");
        made() + &format!("let given = catch_unwind(AssertUnwindSafe(|| {call}));\n")
    };
    let check = || {
        let (unchanged, changed) = (text_check("s", text), text_check("s", &control));
        match expected.as_ref().map(if_given) {
            None => format!("assert!(given.is_err());\n{unchanged}"),
            Some(given) => format!("{given}    {changed}}} else {{\n    {unchanged}}}\n"),
        }
    };
    let what = format_args!("{} of {text:?} {place}", op.needs());
    let case = Case(subject, &made, what);
    let got = caught(|| subject.bytes(&*value).to_vec());
    let is_read = got.is_ok();
    ensure!(
        case,
        is_read,
        ("{}", check()),
        "leaves a text that panics when it is read"
    );
    let got = got.unwrap_or_default();
    let given = given.map(|given| subject.shown(&given));
    let results = expected.as_ref().map(|expected| string().shown(expected));
    let holds = match &given {
        Some(_) => given == results && got == control.as_bytes(),
        None => got == text.as_bytes(),
    };
    let shown = |given: Option<String>| {
        given.map_or_else(|| "panics".to_owned(), |given| format!("gives {given}"))
    };
    ensure!(
        case,
        holds,
        ("{}", check()),
        "{} and leaves \"{}\"; String {} and leaves {control:?}; bounds were read {:?} times",
        shown(given),
        got.escape_ascii(),
        shown(results),
        op.answers().map(Answers::reads)
    );
    Ok(())
}

/// Returns the code that checks the result of an operation, if there was no panic.
fn if_given(expected: &Given) -> String {
    let given = match expected {
        Given::Nothing(()) => return "if given.is_ok() {\n".to_owned(),
        Given::New(_) => "@text(given)",
        _ => "given",
    };
    let expected = protected(&string().shown(expected));
    format!("if let Ok(given) = given {{\n    assert_eq!({given}, {expected});\n")
}

/// Returns the code that makes a text from a `&str`.
fn made_of(text: &str) -> String {
    format!("let mut s = @from({});\n", literal(text))
}

/// Two bounds, the second of which is returned from the second read on.
type Changing = [Bound<usize>; 2];

/// Returns ranges in a text that may change between two reads. The first bounds are right; the second
/// are inside a character, out of order, or past the end.
fn changing_ranges(len: usize) -> Vec<(Changing, Changing)> {
    let mut ranges = Vec::new();
    for (start, end) in [(0, len), (0, 0), (len, len), (0, len.min(3))] {
        for other in [1, 2, len - 1, len + 1, usize::MAX] {
            for starts in [[Included(start), Included(other)], [Included(start); 2]] {
                for ends in [Excluded(other), Unbounded, Excluded(end)] {
                    ranges.push((starts, [Excluded(end), ends]));
                }
            }
        }
    }
    ranges
}

pub(crate) fn ranges_are_read_once(subject: Examined<'_>) -> Outcome {
    let (mut has_any, mut takes_bounds) = (false, false);
    for ranged in ranged(subject) {
        has_any = true;
        for text in TEXTS {
            for (starts, ends) in changing_ranges(text.len()) {
                let op = ranged(Answers::new(starts.into(), ends.into()));
                let steady = ranged(Answers::of((starts[0], ends[0])));
                let made = || {
                    let bounds = [starts, ends].map(|[first, second]| {
                        format!("[{}, {}].into()", bound_of(first), bound_of(second))
                    });
                    let answers = format!("let answers = Answers::new({});\n", bounds.join(", "));
                    made_of(text) + &answers
                };
                let (value, ops) = (subject.of(text), [&op, &steady]);
                let place = format_args!("with a range of {starts:?} to {ends:?}");
                is_strings(subject, text, value, ops, &made, place)?;
                takes_bounds |= !op.answers().is_some_and(Answers::were_resolved);
            }
        }
    }
    match (has_any, takes_bounds) {
        (true, true) => Ok(()),
        (true, false) => Err(Stop::Lacks("a method that takes a RangeBounds")),
        (false, _) => Err(Stop::Lacks("a method that takes a range")),
    }
}

pub(crate) fn ranges_keep_characters(subject: Examined<'_>) -> Outcome {
    let indexed = INDEXED.into_iter();
    let indexed: Vec<_> = indexed.filter(|op| subject.supports_op(&op(0))).collect();
    let ranged: Vec<_> = ranged(subject).collect();
    if indexed.is_empty() && ranged.is_empty() {
        return Err(Stop::Lacks("a method that takes a range"));
    }
    for (indexed, text) in indexed.iter().flat_map(|op| TEXTS.map(|text| (op, text))) {
        for at in (0..text.len() + 2).chain([usize::MAX]) {
            let (op, value) = (indexed(at), subject.of(text));
            let (made, place) = (|| made_of(text), format_args!("at {at}"));
            is_strings(subject, text, value, [&op; 2], &made, place)?;
        }
    }
    for (ranged, text) in ranged.iter().flat_map(|op| TEXTS.map(|text| (op, text))) {
        let whole = in_the_middle(subject, text);
        let last = text.len().min(14) + 2;
        let offsets = || (0..last).chain([text.len(), text.len() + 1, usize::MAX]);
        for (start, end) in offsets().flat_map(|start| offsets().map(move |end| (start, end))) {
            for bounds in [
                (Included(start), Excluded(end)),
                (Included(start), Included(end)),
                (Excluded(start), Excluded(end)),
                (Included(start), Unbounded),
                (Unbounded, Excluded(end)),
            ] {
                let op = ranged(Answers::of(bounds));
                let value = subject.made_by(&whole).unwrap_or_else(|| subject.of(text));
                let made = || whole.code(subject, "s");
                let place = format_args!("with {bounds:?}");
                is_strings(subject, text, value, [&op; 2], &made, place)?;
            }
        }
    }
    Ok(())
}

/// Returns the making of a text. If the type has slices, it is the middle of a longer text.
fn in_the_middle(subject: Examined<'_>, text: &str) -> Made {
    if !subject.supports("slice") {
        return Made::from_str(text);
    }
    let middle = Answers::of(text.len()..2 * text.len());
    Made::from_str(&text.repeat(3)).and("a slice", vec![Op::Slice(middle)])
}

/// Returns true if the bytes are `text` with some characters removed.
fn is_left_of(bytes: &[u8], text: &str) -> bool {
    let mut chars = text.chars();
    str::from_utf8(bytes).is_ok_and(|left| left.chars().all(|c| chars.any(|other| other == c)))
}

/// Checks that a value is `text` with some characters removed, and that it can still grow. `code`
/// makes the value.
fn survives(
    subject: Examined<'_>,
    text: &str,
    mut value: Value,
    code: &dyn Fn() -> String,
    what: fmt::Arguments<'_>,
) -> Outcome {
    let got = subject.bytes(&*value);
    ensure!(
        Case(subject, code, what),
        is_left_of(got, text),
        (
            "let bytes = @text(s).as_bytes().to_vec();\n\
             let left = std::str::from_utf8(&bytes).expect(\"it is UTF-8\");\n\
             let mut chars = {}.chars();\n\
             assert!(left.chars().all(|c| chars.any(|other| other == c)), \"{{left:?}}\");\n",
            literal(text)
        ),
        "leaves \"{}\"",
        got.escape_ascii()
    );
    let (left, push) = (subject.lossy(&*value), Op::PushStr("é€".to_owned()));
    for _ in 0..20 {
        if subject.apply(&mut value, &push).is_none() {
            return Ok(());
        }
    }
    let code = || code() + "(0..20).for_each(|_| @push_str(s, \"é€\"));\n";
    let what = format_args!("{what} leaves {left:?}; that and more text");
    let case = Case(subject, &code, what);
    case.has_text(&*value, &(left.clone() + &"é€".repeat(20)))
}

pub(crate) fn closures_may_panic(subject: Examined<'_>) -> Outcome {
    if !subject.supports("retain") {
        return Err(Stop::Lacks("retain"));
    }
    for text in TEXTS {
        for at in 0..text.chars().count() {
            for bits in [0, u32::MAX, 0x5555_5555, 0xAAAA_AAAA] {
                let (mut value, op) = (subject.of(text), Op::Retain(bits, Some(at)));
                let result = caught(|| subject.apply(&mut value, &op));
                let code = || {
                    let call = op.code(&subject.source, "s");
                    let caught = format!("catch_unwind(AssertUnwindSafe(|| {call}))");
                    format!("{}let panicked = {caught}.is_err();\n", made_of(text))
                };
                let what =
                    format_args!("retain of {text:?} whose closure panics at character {at}");
                let case = Case(subject, &code, what);
                ensure!(
                    case,
                    result.is_err(),
                    ("assert!(panicked);\n"),
                    "swallows the panic"
                );
                survives(subject, text, value, &code, what)?;
            }
        }
    }
    Ok(())
}

pub(crate) fn drains_may_leak(subject: Examined<'_>) -> Outcome {
    if !subject.supports("drain") {
        return Err(Stop::Lacks("drain"));
    }
    for text in TEXTS {
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).take(8).collect();
        let spans = ends.iter().flat_map(|a| ends.iter().map(move |b| (*a, *b)));
        for (start, end) in spans.filter(|(start, end)| start <= end) {
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
                let op = Op::Drain(Answers::of(start..end), how);
                let mut value = subject.of(text);
                subject.apply(&mut value, &op);
                let what = format_args!("drain of {start}..{end} of {text:?}, {how:?},");
                let code = || made_of(text) + &op.statement(&subject.source, "s");
                if !leak {
                    let cut = [&text[..start], &text[end..]].concat();
                    let case = Case(subject, &code, format_args!("the text after {what}"));
                    case.has_text(&*value, &cut)?;
                }
                survives(subject, text, value, &code, what)?;
            }
        }
    }
    Ok(())
}
