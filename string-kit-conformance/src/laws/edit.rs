//! Laws about editing.

use core::cell::Cell;
use core::ops::{Bound, RangeBounds};

use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use crate::code::{Bounds, Source, bound_of, literal, number, range_of};
use crate::hostile::{Answers, Draining, Span, caught};
use crate::model::{self, Action, Creation, program};
use crate::subject::Names;
use crate::verdict::{Counterexample, Outcome, Stop, ensure};
use crate::{Subject, arbitrary};

pub(crate) fn edits_as_string_does<S>(subject: &Subject<S>) -> Outcome {
    // The cases are the same in each run, so that a known break is found in each run.
    // PROPTEST_CASES sets their number.
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let names = subject.names();
    let broken = |creation: &Creation, actions: &[Action]| broken_by(subject, creation, actions);
    let Some(failure) = search(config, rng, &names, &broken) else {
        return Ok(());
    };
    let (description, creation, actions) = failure;
    let code = subject.code(program(&subject.source, &names, &creation, &actions));
    Err(Counterexample::new(description).repeated_by(code).into())
}

/// Searches for actions that fail, and returns the smallest ones with a description.
///
/// It is not generic, so that proptest's code is compiled once and not once for each type.
fn search(
    config: Config,
    rng: TestRng,
    names: &Names,
    broken: &dyn Fn(&Creation, &[Action]) -> Option<String>,
) -> Option<(String, Creation, Vec<Action>)> {
    let mut runner = TestRunner::new_with_rng(config, rng);
    let histories = (arbitrary::creation(), arbitrary::actions(names));
    let result = runner.run(&histories, |(creation, actions)| {
        broken(&creation, &actions).map_or(Ok(()), |what| Err(TestCaseError::fail(what)))
    });
    match result {
        Ok(()) => None,
        Err(TestError::Fail(reason, (creation, mut actions))) => {
            let what = fewer(broken, &creation, &mut actions);
            let what = what.unwrap_or_else(|| reason.message().to_owned());
            Some((what, creation, actions))
        }
        Err(TestError::Abort(reason)) => {
            Some((reason.message().to_owned(), Creation::Default, Vec::new()))
        }
    }
}

/// Returns a description of the failure of these actions, if they fail.
fn broken_by<S>(subject: &Subject<S>, creation: &Creation, actions: &[Action]) -> Option<String> {
    match caught(|| model::run(subject, creation, actions)) {
        Ok(Ok(())) => None,
        Ok(Err(case)) => Some(case.to_string()),
        Err(panic) => Some(format!("a panic: {panic}")),
    }
}

/// Removes each action that the failure does not need, and returns the last failure if one was
/// removed. Proptest removes actions before it simplifies the others, and not again afterwards.
fn fewer(
    broken: &dyn Fn(&Creation, &[Action]) -> Option<String>,
    creation: &Creation,
    actions: &mut Vec<Action>,
) -> Option<String> {
    let (mut at, mut what) = (0, None);
    while at < actions.len() {
        let action = actions.remove(at);
        if let Some(still) = broken(creation, actions) {
            (at, what) = (0, Some(still));
        } else {
            actions.insert(at, action);
            at += 1;
        }
    }
    what
}

/// A method that takes a range, or an index as the start of one, as a function of the subject and as
/// one of `String`. Both return the result as text.
struct Method<'a, S> {
    name: &'static str,
    /// The code of a call with a range or an index.
    code: fn(&Source, &str) -> String,
    of_subject: &'a dyn Fn(&mut S, Span<'_>) -> Vec<u8>,
    of_string: fn(&mut String, Bounds) -> String,
}

/// A function that is called with each method.
type Visit<'a, S> = &'a mut dyn FnMut(Method<'_, S>) -> Outcome;

/// Calls `visit` with each method of a list that the type has, and returns true if it has one.
macro_rules! each {
    ($subject:ident, $visit:ident; $($name:ident: $code:expr, |$text:ident, $range:ident| $given:expr, |$control:ident, $bounds:ident| $expected:expr;)*) => {{
        let mut has_any = false;
        $(if let Some($name) = $subject.methods.$name {
            has_any = true;
            $visit(Method {
                name: stringify!($name),
                code: $code,
                of_subject: &|$text, $range| $given,
                of_string: |$control, $bounds| $expected,
            })?;
        })*
        Ok(has_any)
    }};
}

/// Calls `visit` with each method that takes a range.
#[allow(clippy::unit_arg)] // Most methods return nothing.
fn each_ranged<S>(subject: &Subject<S>, visit: Visit<'_, S>) -> Result<bool, Stop> {
    const ALL: Draining = Draining {
        front: usize::MAX,
        back: 0,
        leak: false,
    };
    each! { subject, visit;
        drain: |source, range| source.drain("s", range, ALL),
            |text, range| drain(text, range, ALL).into_bytes(),
            |control, bounds| control.drain(bounds).collect();
        replace_range: |_, range| format!("@replace_range(s, {range}, \"é\")"),
            |text, range| nothing(replace_range(text, range, "é")).into(),
            |control, bounds| nothing(control.replace_range(bounds, "é"));
        extend_from_within: |_, range| format!("@extend_from_within(s, {range})"),
            |text, range| nothing(extend_from_within(text, range)).into(),
            |control, bounds| nothing(control.extend_from_within(bounds));
        slice: |_, range| format!("@slice(s, {range})"),
            |text, range| subject.bytes(&slice(text, range)).to_vec(),
            |control, bounds| control[bounds].to_owned();
    }
}

/// Calls `visit` with each method that takes an index.
#[allow(clippy::unit_arg)] // Most methods return nothing.
fn each_indexed<S>(subject: &Subject<S>, visit: Visit<'_, S>) -> Result<bool, Stop> {
    each! { subject, visit;
        truncate: |_, at| format!("@truncate(s, {at})"),
            |text, at| nothing(truncate(text, index(&at))).into(),
            |control, at| nothing(control.truncate(index(&at)));
        insert: |_, at| format!("@insert(s, {at}, 'é')"),
            |text, at| nothing(insert(text, index(&at), 'é')).into(),
            |control, at| nothing(control.insert(index(&at), 'é'));
        insert_str: |_, at| format!("@insert_str(s, {at}, \"é€\")"),
            |text, at| nothing(insert_str(text, index(&at), "é€")).into(),
            |control, at| nothing(control.insert_str(index(&at), "é€"));
        remove: |_, at| format!("@remove(s, {at})"),
            |text, at| remove(text, index(&at)).to_string().into(),
            |control, at| control.remove(index(&at)).to_string();
        split_off: |_, at| format!("@split_off(s, {at})"),
            |text, at| subject.bytes(&split_off(text, index(&at))).to_vec(),
            |control, at| control.split_off(index(&at));
    }
}

/// Returns the result of a method that returns nothing.
fn nothing(_: ()) -> String {
    String::new()
}

/// Returns the index that a range begins with.
fn index(range: &impl RangeBounds<usize>) -> usize {
    match range.start_bound() {
        Bound::Included(&at) => at,
        _ => unreachable!("an index is an included start"),
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
    let has_any = each_ranged(subject, &mut |ranged| {
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
    match (has_any, is_taken) {
        (true, true) => Ok(()),
        (true, false) => Err(Stop::Lacks("a method that takes a RangeBounds")),
        (false, _) => Err(Stop::Lacks("a method that takes a range")),
    }
}

/// Returns the code of a list of bounds.
fn bounds_of(bounds: [Bound<usize>; 2]) -> String {
    format!("[{}, {}].into()", bound_of(bounds[0]), bound_of(bounds[1]))
}

/// Returns the code that checks the result and the text after a call: those of `String`, or after a
/// panic the text before.
fn holds_code(name: &str, expected: &str, control: &str, text: &str) -> String {
    let (expected, control, text) = (literal(expected), literal(control), literal(text));
    let given = match name {
        "drain" => Some("given"),
        "remove" => Some("given.to_string()"),
        "slice" | "split_off" => Some("@text(given)"),
        _ => None,
    };
    let check = match given {
        Some(given) => {
            format!("if let Ok(given) = given {{\n    assert_eq!({given}, {expected});\n")
        }
        None => "if given.is_ok() {\n".to_owned(),
    };
    format!(
        "{check}    assert_eq!(@text(s), {control});\n}} else {{\n    \
         assert_eq!(@text(s), {text});\n}}\n"
    )
}

/// Returns true if the method read the bounds itself, false if [`Span::within`] read them, once
/// each.
fn once<S>(
    subject: &Subject<S>,
    ranged: &Method<'_, S>,
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
        Err(panic) => format!("panics ({panic})"),
    };
    ensure!(
        holds,
        subject.code(format!(
            "let mut s = @from({});\nlet answers = Answers::new({}, {});\n\
             let given = catch_unwind(AssertUnwindSafe(|| {}));\n{}",
            literal(text),
            bounds_of(starts),
            bounds_of(ends),
            (ranged.code)(&subject.source, "answers.span()"),
            holds_code(ranged.name, &expected, &control, text)
        )),
        "{} of {text:?} with a range that starts at {starts:?} and ends at {ends:?}, read {:?} \
         times, {outcome} and leaves \"{}\", not {expected:?} and {control:?}",
        ranged.name,
        answers.reads(),
        got.escape_ascii()
    );
    Ok(!answers.were_resolved())
}

pub(crate) fn ranges_keep_characters<S>(subject: &Subject<S>) -> Outcome {
    use Bound::{Excluded, Included, Unbounded};
    let has_index = each_indexed(subject, &mut |method| {
        for text in TEXTS {
            for at in (0..text.len() + 2).chain([usize::MAX]) {
                let words = || [made_of(text), number(at), format!("at {at}")];
                let bounds = (Included(at), Unbounded);
                check_call(subject, &method, text, subject.of(text), bounds, &words)?;
            }
        }
        Ok(())
    })?;
    let has_range = each_ranged(subject, &mut |method| {
        for text in TEXTS {
            let last = text.len().min(14) + 2;
            let offsets = || (0..last).chain([text.len(), text.len() + 1, usize::MAX]);
            for start in offsets() {
                for end in offsets() {
                    for bounds in [
                        (Included(start), Excluded(end)),
                        (Included(start), Included(end)),
                        (Excluded(start), Excluded(end)),
                        (Included(start), Unbounded),
                        (Unbounded, Excluded(end)),
                    ] {
                        let words = || {
                            let place = format!("with {bounds:?}");
                            [made_in_the_middle(subject, text), range_of(bounds), place]
                        };
                        let value = in_the_middle(subject, text);
                        check_call(subject, &method, text, value, bounds, &words)?;
                    }
                }
            }
        }
        Ok(())
    })?;
    if has_index || has_range {
        Ok(())
    } else {
        Err(Stop::Lacks("a method that takes a range"))
    }
}

/// Calls a method with a range or an index, and compares the result and the text with `String`'s.
/// `words` are the code that makes the value, and the range or the index in code and in words.
///
/// PERF: words are written only for a broken law.
fn check_call<S>(
    subject: &Subject<S>,
    method: &Method<'_, S>,
    text: &str,
    mut value: S,
    bounds: Bounds,
    words: &dyn Fn() -> [String; 3],
) -> Outcome {
    let mut control = text.to_owned();
    let expected = caught(|| (method.of_string)(&mut control, bounds)).ok();
    let answers = Answers::steady(bounds.0, bounds.1);
    let given = caught(|| (method.of_subject)(&mut value, answers.span())).ok();
    let code = || {
        let [made, argument, _] = words();
        let call = (method.code)(&subject.source, &argument);
        let then = match &expected {
            Some(expected) => holds_code(method.name, expected, &control, text),
            None => format!(
                "assert!(given.is_err());\nassert_eq!(@text(s), {});\n",
                literal(text)
            ),
        };
        subject.code(format!(
            "{made}let given = catch_unwind(AssertUnwindSafe(|| {call}));\n{then}"
        ))
    };
    let name = method.name;
    let place = || {
        let [.., place] = words();
        place
    };
    let Ok(got) = caught(|| subject.bytes(&value)) else {
        ensure!(
            false,
            code(),
            "{name} of {text:?} {} leaves a text that panics when it is read",
            place()
        );
        return Ok(());
    };
    let shown = |given: Option<&[u8]>| {
        given.map_or_else(
            || "panics".to_owned(),
            |given| format!("gives \"{}\"", given.escape_ascii()),
        )
    };
    let expected_bytes = expected.as_deref().map(str::as_bytes);
    ensure!(
        holds(given.as_deref(), expected_bytes, got, &control, text),
        code(),
        "{name} of {text:?} {} {} and leaves \"{}\"; String {} and leaves {control:?}",
        place(),
        shown(given.as_deref()),
        got.escape_ascii(),
        shown(expected_bytes)
    );
    Ok(())
}

/// Returns the code that makes a text from a `&str`.
fn made_of(text: &str) -> String {
    format!("let mut s = @from({});\n", literal(text))
}

/// Makes a text. If the type has slices, it is the middle of a longer text.
fn in_the_middle<S>(subject: &Subject<S>, text: &str) -> S {
    let Some(slice) = subject.methods.slice else {
        return subject.of(text);
    };
    let (start, end) = middle_of(text);
    slice(
        &subject.of(&text.repeat(3)),
        Answers::steady(start, end).span(),
    )
}

/// Returns the code that makes a text as [`in_the_middle`] does.
fn made_in_the_middle<S>(subject: &Subject<S>, text: &str) -> String {
    if subject.methods.slice.is_none() {
        return made_of(text);
    }
    format!(
        "let whole = @from({});\nlet mut s = @slice(whole, {});\n",
        literal(&text.repeat(3)),
        range_of(middle_of(text))
    )
}

fn middle_of(text: &str) -> Bounds {
    (Bound::Included(text.len()), Bound::Excluded(2 * text.len()))
}

/// Returns true if the bytes are `text` with some characters removed.
fn is_left_of(bytes: &[u8], text: &str) -> bool {
    let Ok(left) = core::str::from_utf8(bytes) else {
        return false;
    };
    let mut chars = text.chars();
    left.chars().all(|c| chars.any(|other| other == c))
}

/// Returns the code that checks that `s` is `text` with some characters removed.
fn is_left_code(text: &str) -> String {
    format!(
        "let bytes = @text(s).as_bytes().to_vec();\n\
         let left = std::str::from_utf8(&bytes).expect(\"it is UTF-8\");\n\
         let mut chars = {}.chars();\n\
         assert!(left.chars().all(|c| chars.any(|other| other == c)), \"{{left:?}}\");\n",
        literal(text)
    )
}

/// Checks that a text can still grow after a panic or a leak.
fn goes_on<S>(subject: &Subject<S>, value: &mut S, what: &str, code: &str) -> Outcome {
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
        subject.code(format!(
            "{code}let expected = [@text(s), &\"é€\".repeat(20)].concat();\n\
             (0..20).for_each(|_| @push_str(s, \"é€\"));\nassert_eq!(@text(s), expected);\n"
        )),
        "{what}, then text is appended, which makes \"{}\"",
        got.escape_ascii()
    );
    Ok(())
}

pub(crate) fn closures_may_panic<S>(subject: &Subject<S>) -> Outcome {
    /// A closure for `retain`, and its code.
    type Keep = (fn(usize) -> bool, &'static str);
    let retain = subject.methods.retain.ok_or(Stop::Lacks("retain"))?;
    let keeps: [Keep; 4] = [
        (|_| true, "true"),
        (|_| false, "false"),
        (|at| at % 2 == 0, "at % 2 == 0"),
        (|at| at % 2 == 1, "at % 2 == 1"),
    ];
    for text in TEXTS {
        for (at, (keep, shown)) in
            (0..text.chars().count()).flat_map(|at| keeps.map(|keep| (at, keep)))
        {
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
            let code = format!(
                "let mut s = @from({});\nlet mut turn = 0;\n\
                 let panicked = catch_unwind(AssertUnwindSafe(|| @retain(s, &mut |_| {{\n    \
                 let at = turn;\n    turn += 1;\n    assert_ne!(at, {at}, \"on purpose\");\n    \
                 {shown}\n}}))).is_err();\n",
                literal(text)
            );
            ensure!(
                result.is_err(),
                subject.code(code + "assert!(panicked);\n"),
                "{what}, swallows the panic"
            );
            let got = subject.bytes(&value);
            ensure!(
                is_left_of(got, text),
                subject.code(code + &is_left_code(text)),
                "{what}, leaves \"{}\"",
                got.escape_ascii()
            );
            goes_on(subject, &mut value, &what, &code)?;
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
                let range = (Bound::Included(start), Bound::Excluded(end));
                let code = format!(
                    "let mut s = @from({});\n_ = {};\n",
                    literal(text),
                    subject.source.drain("s", &range_of(range), how)
                );
                ensure!(
                    is_left_of(got, text),
                    subject.code(code + &is_left_code(text)),
                    "{what}, leaves \"{}\"",
                    got.escape_ascii()
                );
                let cut = [&text[..start], &text[end..]].concat();
                ensure!(
                    leak || got == cut.as_bytes(),
                    subject.code(format!("{code}assert_eq!(@text(s), {});\n", literal(&cut))),
                    "{what}, leaves \"{}\", not {cut:?}",
                    got.escape_ascii()
                );
                goes_on(subject, &mut value, &what, &code)?;
            }
        }
    }
    Ok(())
}
