//! Laws about editing.

use core::fmt;
use core::ops::Bound::{self, Excluded, Included, Unbounded};

use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use crate::arbitrary;
use crate::examined::Examined;
use crate::histories::Made;
use crate::hostile::{Answers, Draining, caught};
use crate::model::{apply_to_string, play, string};
use crate::op::Op;
use crate::slot::Value;
use crate::verdict::{Counterexample, Outcome, Stop, ensure};

pub(crate) fn edits_as_string_does(subject: Examined<'_>) -> Outcome {
    // The cases are the same in each run, so that a known break is found in each run.
    // PROPTEST_CASES sets their number.
    let rng = TestRng::deterministic_rng(RngAlgorithm::XorShift);
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, rng);
    let edits = (arbitrary::creation(), arbitrary::actions(subject));
    let result = runner.run(&edits, |(creation, actions)| {
        play(subject, &creation, &actions).map_err(TestCaseError::fail)
    });
    match result {
        Ok(()) => Ok(()),
        Err(TestError::Fail(reason, (creation, actions))) => {
            let case = Counterexample::of_edits(reason.message(), creation, actions);
            Err(Stop::Broken(case))
        }
        Err(TestError::Abort(reason)) => Err(Stop::broken(format_args!("{reason}"))),
    }
}

/// Texts with characters of every width: two that most types keep inline, and one that they do not.
const TEXTS: [&str; 3] = [
    "é",
    "aé€𝄞z",
    "aé€𝄞z, and then so much more that it is on the heap: é€𝄞",
];

const RANGED: [fn(Answers) -> Op; 4] = [
    |range| Op::Drain(range, Draining::both_ends(u8::MAX, 0)),
    |range| Op::ReplaceRange(range, "é".to_owned()),
    Op::ExtendFromWithin,
    Op::Slice,
];

const INDEXED: [fn(usize) -> Op; 5] = [
    Op::Truncate,
    |at| Op::Insert(at, 'é'),
    |at| Op::InsertStr(at, "é€".to_owned()),
    Op::Remove,
    Op::SplitOff,
];

fn ranged(subject: Examined<'_>) -> impl Iterator<Item = fn(Answers) -> Op> {
    let all = RANGED.into_iter();
    all.filter(move |op| subject.supports_op(&op(Answers::steady(..))))
}

/// Applies the first operation to a value of a text and the second to a `String`, and compares the
/// results and the texts. After a panic the text must be unchanged: another law finds a panic where
/// `String` has none.
fn is_strings(
    subject: Examined<'_>,
    text: &str,
    mut value: Value,
    [op, on_string]: [&Op; 2],
    place: fmt::Arguments<'_>,
) -> Outcome {
    let mut control = text.to_owned();
    let expected = apply_to_string(on_string, &mut control).ok();
    let given = caught(|| subject.apply(&mut value, op)).ok().flatten();
    let what = format_args!("{} of {text:?} {place}", op.needs());
    let got = caught(|| subject.bytes(&*value).to_vec());
    let is_read = got.is_ok();
    ensure!(is_read, "{what} leaves a text that panics when it is read");
    let got = got.unwrap_or_default();
    let given = given.map(|given| subject.shown(&given));
    let results = expected.map(|expected| string().shown(&expected));
    let holds = match &given {
        Some(_) => given == results && got == control.as_bytes(),
        None => got == text.as_bytes(),
    };
    let shown = |given: Option<String>| {
        given.map_or_else(|| "panics".to_owned(), |given| format!("gives {given}"))
    };
    ensure!(
        holds,
        "{what} {} and leaves \"{}\"; String {} and leaves {control:?}; bounds read {:?} times",
        shown(given),
        got.escape_ascii(),
        shown(results),
        op.answers().map(Answers::reads)
    );
    Ok(())
}

/// Two bounds, the second of which is returned from the second read on.
type Changing = [Bound<usize>; 2];

/// Returns ranges in a text that may change between two reads. The first bounds are right; the
/// second are inside a character, out of order, or past the end.
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
                let steady = ranged(Answers::steady((starts[0], ends[0])));
                let (value, ops) = (subject.value(text), [&op, &steady]);
                let place = format_args!("with a range of {starts:?} to {ends:?}");
                is_strings(subject, text, value, ops, place)?;
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
    let mut indexed = INDEXED.to_vec();
    indexed.retain(|op| subject.supports_op(&op(0)));
    let ranged: Vec<_> = ranged(subject).collect();
    if indexed.is_empty() && ranged.is_empty() {
        return Err(Stop::Lacks("a method that takes a range"));
    }
    for (indexed, text) in indexed.iter().flat_map(|op| TEXTS.map(|text| (op, text))) {
        for at in (0..text.len() + 2).chain([usize::MAX]) {
            let (op, value) = (indexed(at), subject.value(text));
            is_strings(subject, text, value, [&op; 2], format_args!("at {at}"))?;
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
                let op = ranged(Answers::steady(bounds));
                let value = subject
                    .made_by(&whole)
                    .unwrap_or_else(|| subject.value(text));
                let place = format_args!("with {bounds:?}");
                is_strings(subject, text, value, [&op; 2], place)?;
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
    let middle = Answers::steady(text.len()..2 * text.len());
    Made::from_str(&text.repeat(3)).and("a slice", vec![Op::Slice(middle)])
}

/// Returns true if the bytes are `text` with some characters removed.
fn is_left_of(bytes: &[u8], text: &str) -> bool {
    let mut chars = text.chars();
    str::from_utf8(bytes).is_ok_and(|left| left.chars().all(|c| chars.any(|other| other == c)))
}

/// Checks that a value is `text` with some characters removed, and that it can still grow.
fn survives(
    subject: Examined<'_>,
    text: &str,
    mut value: Value,
    what: fmt::Arguments<'_>,
) -> Outcome {
    let got = subject.bytes(&*value);
    let is_left = is_left_of(got, text);
    ensure!(is_left, "{what} leaves \"{}\"", got.escape_ascii());
    let (left, push) = (subject.lossy(&*value), Op::PushStr("é€".to_owned()));
    for _ in 0..20 {
        if subject.apply(&mut value, &push).is_none() {
            return Ok(());
        }
    }
    let longer = left.clone() + &"é€".repeat(20);
    let what = format_args!("{what} leaves {left:?}; that and more text");
    subject.has_text(&*value, &longer, what)
}

pub(crate) fn closures_may_panic(subject: Examined<'_>) -> Outcome {
    subject.needs("retain")?;
    for text in TEXTS {
        for at in 0..text.chars().count() {
            for bits in [0, u32::MAX, 0x5555_5555, 0xAAAA_AAAA] {
                let (mut value, op) = (subject.value(text), Op::Retain(bits, Some(at)));
                let result = caught(|| subject.apply(&mut value, &op));
                let what = format_args!(
                    "retain of {text:?} by {bits:#x}, whose closure panics at character {at},"
                );
                ensure!(result.is_err(), "{what} swallows the panic");
                survives(subject, text, value, what)?;
            }
        }
    }
    Ok(())
}

pub(crate) fn drains_may_leak(subject: Examined<'_>) -> Outcome {
    subject.needs("drain")?;
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
                let op = Op::Drain(Answers::steady(start..end), how);
                let mut value = subject.value(text);
                subject.apply(&mut value, &op);
                let what = format_args!("drain of {start}..{end} of {text:?}, {how:?},");
                if !leak {
                    let cut = [&text[..start], &text[end..]].concat();
                    subject.has_text(&*value, &cut, format_args!("the text after {what}"))?;
                }
                survives(subject, text, value, what)?;
            }
        }
    }
    Ok(())
}
