//! Laws about memory.

use core::fmt::{self, Display};

use super::collect;
use crate::allocator::{check, count, is_checking, is_counting, with_budget};
use crate::arbitrary::TWO_OF_EACH;
use crate::case::{Case, ensure};
use crate::code::{indented, literal};
use crate::examined::{Examined, Make};
use crate::histories::Made;
use crate::hostile::{Bomb, Fuse, caught};
use crate::model::{Creation, play};
use crate::op::{Given, Op};
use crate::slot::Slot;
use crate::texts::{ascii, text_of, texts_to};
use crate::values::{Errs, Panics, Then};
use crate::verdict::{NO_ALLOCATOR, Outcome, Stop};

/// The code of what a scenario does, if it is asked for.
struct Log(Option<String>);

impl Log {
    /// Adds a block of code.
    fn add(&mut self, code: impl FnOnce() -> String) {
        if let Some(all) = &mut self.0 {
            *all += &format!("{{\n{}}}\n", indented(&code()));
        }
    }
}

/// A scenario, which makes and drops texts and logs its code.
type Scenario = fn(Examined<'_>, &'static str, &mut Log);

/// The scenarios, short ones first.
const SCENARIOS: [(&str, Scenario); 8] = [
    ("made and dropped", |subject, text, log| {
        log.add(|| format!("drop(@from({}));\n", literal(text)));
        drop(subject.of(text));
    }),
    ("made in every way", |subject, text, log| {
        for history in subject.histories(text) {
            log.add(|| history.made.code(subject, "s") + "drop(s);\n");
        }
    }),
    ("cloned", |subject, text, log| {
        let Some(clone) = subject.probed.clone else {
            return;
        };
        for history in subject.histories(text) {
            log.add(|| {
                let then = "let clones = [s.clone(), s.clone()];\ndrop(s);\ndrop(clones);\n";
                history.made.code(subject, "s") + then
            });
            let clones = [clone(&*history.text), clone(&*history.text)];
            drop(history);
            drop(clones);
        }
    }),
    (
        "converted to a String and a Box<str>",
        |subject, text, log| {
            let log = &mut |made: Made, to: &str| {
                log.add(|| made.code(subject, "s") + &format!("drop(Into::<{to}>::into(s));\n"));
            };
            if let Some(into_string) = subject.probed.into_string {
                for history in subject.histories(text) {
                    log(history.made, "String");
                    drop(into_string(history.text));
                }
            }
            if let Some(into_boxed) = subject.probed.into_boxed {
                for history in subject.histories(text) {
                    log(history.made, "Box<str>");
                    drop(into_boxed(history.text));
                }
            }
        },
    ),
    (
        "captured, with an error and a panic",
        |subject, text, log| {
            let Some(captures) = &subject.captures else {
                return;
            };
            let ways: [(&dyn Display, &str); 2] = [
                (&Errs("half a text"), "Errs(\"half a text\")"),
                (&Panics("half a text"), "Panics(\"half a text\")"),
            ];
            for (value, shown) in ways {
                for method in ["capture", "try_capture"] {
                    if subject.supports(method) {
                        log.add(|| {
                            let value = format!("Then({}, &{shown})", literal(text));
                            format!(
                                "_ = catch_unwind(AssertUnwindSafe(|| _ = @{method}(&{value})));\n"
                            )
                        });
                    }
                }
                let value = Then(text, value);
                drop(caught(|| (captures.other)(&value)));
                drop(caught(|| subject.make(Make::TryCapture(&value))));
            }
        },
    ),
    (
        "extended by an iterator that panics",
        |subject, text, log| {
            // Other laws check the text of this and of the next two scenarios.
            for way in collect::ways(subject) {
                log.add(|| {
                    let items = format!("Bomb::new({}.chars(), Fuse::Next(2))", literal(text));
                    way.caught(subject, text, &items) + "_ = panicked;\n"
                });
                let mut value = subject.of(text);
                let items = Box::new(Bomb::new(text.chars(), Fuse::Next(2)));
                drop(caught(|| (way.take)(&mut value, items)));
            }
        },
    ),
    ("retained by a closure that panics", |subject, text, log| {
        let op = Op::Retain(0, Some(0));
        if subject.supports_op(&op) {
            log.add(|| {
                let call = op.code(&subject.source, "s");
                let call = format!("_ = catch_unwind(AssertUnwindSafe(|| {call}));\n");
                Made::from_str(text).code(subject, "s") + &call + "drop(s);\n"
            });
            let mut value = subject.of(text);
            drop(caught(|| subject.apply(&mut value, &op)));
        }
    }),
    ("edited", |subject, text, log| {
        let mut code = log.0.as_ref().map(|_| String::new());
        _ = play(subject, &Creation::of(text), &TWO_OF_EACH, code.as_mut());
        log.add(|| code.unwrap_or_default());
    }),
];

/// Returns the code of a scenario in a closure.
fn code_of(subject: Examined<'_>, scenario: Scenario, text: &'static str) -> String {
    let mut log = Log(Some(String::new()));
    drop(caught(|| scenario(subject, text, &mut log)));
    let code = indented(&log.0.unwrap_or_default());
    format!("let run = || {{\n{code}}};\n")
}

pub(crate) fn allocation_layouts(subject: Examined<'_>) -> Outcome {
    if !is_checking() {
        return Err(Stop::Lacks(NO_ALLOCATOR));
    }
    for (name, scenario) in SCENARIOS {
        for text in texts_to(256).step_by(3) {
            let (_, violations) = check(|| caught(|| scenario(subject, text, &mut Log(None))));
            let code = || code_of(subject, scenario, text);
            ensure!(
                Case(subject, &code, format_args!("{text:?}, {name}:")),
                violations.is_empty(),
                ("let ((), violations) = check(run);\nassert_eq!(violations, []);\n"),
                "{}",
                violations[0]
            );
        }
    }
    Ok(())
}

/// Ends a law if the global allocator does not count.
fn counting() -> Outcome {
    if is_counting() {
        Ok(())
    } else {
        Err(Stop::Lacks(NO_ALLOCATOR))
    }
}

pub(crate) fn nothing_leaks(subject: Examined<'_>) -> Outcome {
    counting()?;
    for (name, scenario) in SCENARIOS {
        // Other laws report panics. The memory must be freed even then.
        let run = |text| drop(caught(|| scenario(subject, text, &mut Log(None))));
        // The first run is not counted: memory that is allocated once, such as a thread-local
        // buffer, is no leak.
        if let Some(text) = texts_to(256).last() {
            run(text);
        }
        for text in texts_to(256).step_by(3) {
            let ((), counts) = count(|| run(text));
            let code = || code_of(subject, scenario, text);
            ensure!(
                Case(subject, &code, format_args!("{text:?}, {name},")),
                counts.live_bytes == 0 && counts.allocations == counts.deallocations,
                ("run();\nlet ((), counts) = count(run);\nassert_eq!(counts.live_bytes, 0);\n\
                     assert_eq!(counts.allocations, counts.deallocations);\n"),
                "leaves {} bytes in {} blocks",
                counts.live_bytes,
                counts.allocations.abs_diff(counts.deallocations)
            );
        }
    }
    Ok(())
}

pub(crate) fn failed_allocations_lose_nothing(subject: Examined<'_>) -> Outcome {
    let methods = ["try_from_str", "try_push_str", "try_reserve"];
    if !methods.iter().any(|method| subject.supports(method)) {
        return Err(Stop::Lacks("a try_ method"));
    }
    counting()?;
    for text in texts_to(128).step_by(9) {
        // `try_capture` is examined only together with `try_from_str`: a type whose `from` aborts
        // when memory runs out would abort in `try_capture` too.
        if subject.supports("try_from_str") {
            is_made(subject, "try_from_str", text, Make::TryFromStr(text))?;
            if subject.supports("try_capture") {
                is_made(subject, "try_capture", text, Make::TryCapture(&text))?;
            }
        }
        let more = ascii(300);
        let longer = [text, more.as_str()].concat();
        is_changed(subject, text, &longer, &Op::TryPushStr(more))?;
        is_changed(subject, text, text, &Op::TryReserve(300))?;
    }
    Ok(())
}

/// More blocks than any method allocates for a text.
const BLOCKS: usize = 100;

/// Calls `attempt` with a budget of 0 blocks, then 1, and so on, until it succeeds. `attempt` returns true then, and
/// the text if that is wrong. `code` is the code of an attempt, after which `done` is true if it succeeded.
fn until_done(
    subject: Examined<'_>,
    what: fmt::Arguments<'_>,
    code: &dyn Fn(usize) -> String,
    attempt: &dyn Fn(usize) -> (bool, Option<String>),
) -> Outcome {
    for budget in 0..=BLOCKS {
        let code = || {
            let is_done = ["", "assert!(done);\n"][usize::from(budget == BLOCKS)];
            let attempt = indented(&(code(budget) + is_done));
            format!(
                "let ((), counts) = count(|| {{\n{attempt}}});\nassert_eq!(counts.live_bytes, 0);\n"
            )
        };
        let ((done, wrong), counts) = count(|| attempt(budget));
        let (case, bytes) = (Case(subject, &code, what), counts.live_bytes);
        let is_in_time = done || budget < BLOCKS;
        ensure!(
            case,
            is_in_time,
            (""),
            "fails with a budget of {BLOCKS} blocks"
        );
        ensure!(
            case,
            wrong.is_none() && bytes == 0,
            (""),
            "with a budget of {budget} blocks returns {done}, leaves {wrong:?} and leaks {bytes} bytes"
        );
        if done {
            break;
        }
    }
    Ok(())
}

/// Makes a text with more and more memory, until it succeeds.
fn is_made(subject: Examined<'_>, method: &str, text: &str, make: Make<'_>) -> Outcome {
    let code = |budget| {
        format!(
            "let s = with_budget({budget}, || @{method}(&{text}));\n\
             assert!(s.as_ref().is_none_or(|s| @text(s) == {text}));\nlet done = s.is_some();\n",
            text = literal(text)
        )
    };
    until_done(
        subject,
        format_args!("{method}({text:?})"),
        &code,
        &|budget| {
            let value = with_budget(budget, || subject.make(make));
            let got = value.as_ref().map(|value| subject.bytes(&**value));
            let is_right = got.is_none_or(|got| got == text.as_bytes());
            let wrong = value.as_ref().filter(|_| !is_right);
            (value.is_some(), wrong.map(|value| subject.lossy(&**value)))
        },
    )
}

/// Changes a text with more and more memory, until it succeeds.
fn is_changed(subject: Examined<'_>, text: &'static str, after: &str, op: &Op) -> Outcome {
    if !subject.supports_op(op) {
        return Ok(());
    }
    let (method, call) = (op.needs(), op.code(&subject.source, "s"));
    for (way, history) in subject.histories(text).into_iter().enumerate() {
        let code = |budget| {
            let (text, after) = (literal(text), literal(after));
            let expected = if text == after {
                text
            } else {
                format!("if done {{ {after} }} else {{ {text} }}")
            };
            format!(
                "{}let done = with_budget({budget}, || {call});\nassert_eq!(@text(s), {expected});\n",
                history.made.code(subject, "s"),
            )
        };
        let what = format_args!("{method} on {text:?}, {},", history.made.way);
        until_done(subject, what, &code, &|budget| {
            // New texts each time: a failure must not help the next attempt.
            let mut value = subject.histories(text).swap_remove(way).text;
            let done = with_budget(budget, || subject.apply(&mut value, op));
            let done = matches!(done, Some(Given::Bool(true)));
            let expected = if done { after } else { text };
            let is_right = subject.bytes(&*value) == expected.as_bytes();
            (done, (!is_right).then(|| subject.lossy(&*value)))
        })?;
    }
    Ok(())
}

pub(crate) fn inline_is_free(subject: Examined<'_>) -> Outcome {
    let declared = Stop::Lacks("an inline capacity");
    let capacity = subject.inline_capacity.ok_or(declared)?;
    counting()?;
    for (len, width) in (0..capacity + 40).flat_map(|len| (1..=4).map(move |width| (len, width))) {
        let text = text_of(len, width);
        let (value, counts) = count(|| subject.of(&text));
        drop(value);
        let made = || {
            format!(
                "let (s, counts) = count(|| @from({}));\ndrop(s);\n",
                literal(&text)
            )
        };
        ensure!(
            Case(subject, &made, format_args!("{text:?}, {len} bytes,")),
            (counts.allocations == 0) == (len <= capacity)
                // Some types without inline texts allocate for an empty text too.
                || len == 0 && capacity == 0,
            (
                "{}!(counts.allocations, 0);\n",
                ["assert_ne", "assert_eq"][usize::from(len <= capacity)]
            ),
            "takes {} allocations; the inline capacity is declared as {capacity}",
            counts.allocations
        );
    }
    Ok(())
}

/// The code that finds out whether the text of `s` lies inside the value.
const PLACE: &str = "let start = std::ptr::from_ref(&s).addr();\n\
                     let text = @text(s).as_ptr().addr();\n\
                     let inside = (start..start + size_of::<S>()).contains(&text);\n";

/// Returns true if the text of a value lies inside the value.
fn lies_inside(subject: Examined<'_>, value: &dyn Slot) -> bool {
    let start = core::ptr::from_ref(value).addr();
    let text = subject.bytes(value).as_ptr().addr();
    (start..start + size_of_val(value)).contains(&text)
}

pub(crate) fn inline_is_inside(subject: Examined<'_>) -> Outcome {
    let (capacity, has_is_inline) = (subject.inline_capacity, subject.supports("is_inline"));
    if capacity.is_none() && !has_is_inline {
        return Err(Stop::Lacks("an inline capacity and is_inline"));
    }
    let place = |inside| if inside { "inside" } else { "outside" };
    let lengths = capacity.map_or(0..0, |capacity| 1..capacity + 40);
    for (len, width) in lengths.flat_map(|len| (1..=4).map(move |width| (len, width))) {
        let text = text_of(len, width);
        let inside = lies_inside(subject, &*subject.of(&text));
        let must_be = capacity >= Some(len);
        let made = || format!("let s = @from({});\n{PLACE}", literal(&text));
        ensure!(
            Case(subject, &made, format_args!("{text:?}, {len} bytes,")),
            inside == must_be,
            ("assert_eq!(inside, {must_be});\n"),
            "lies {} of the value; the inline capacity is declared as {capacity:?}",
            place(inside)
        );
    }
    for text in texts_to(256).skip(1).filter(|_| has_is_inline) {
        for mut history in subject.histories(text) {
            let inside = lies_inside(subject, &*history.text);
            let says = subject.apply(&mut history.text, &Op::IsInline);
            let says = matches!(says, Some(Given::Bool(true)));
            let made = || history.made.code(subject, "s") + PLACE;
            let what = format_args!("is_inline of {text:?}, {},", history.made.way);
            ensure!(
                Case(subject, &made, what),
                inside == says,
                ("assert_eq!(inside, @is_inline(s));\n"),
                "is {says}; the text lies {} of the value",
                place(inside)
            );
        }
    }
    Ok(())
}

pub(crate) fn heap_size_is_what_was_asked(subject: Examined<'_>) -> Outcome {
    if !subject.supports("heap_size") {
        return Err(Stop::Lacks("heap_size"));
    }
    counting()?;
    for text in texts_to(256) {
        for made in [
            Made::from_str(text),
            Made::with_spare_capacity(text),
            Made::from_str(text).and("with reserved capacity", [Op::Reserve(100)]),
        ] {
            let (value, counts) = count(|| subject.made_by(&made));
            let Some(mut value) = value else { continue };
            let says = subject.number(&mut value, &Op::HeapSize);
            let code = || {
                let made = indented(&(made.code(subject, "s") + "s\n"));
                format!("let (s, counts) = count(|| {{\n{made}}});\n")
            };
            let what = format_args!("heap_size of {text:?}, {},", made.way);
            ensure!(
                Case(subject, &code, what),
                says.map(isize::try_from) == Some(Ok(counts.live_bytes)),
                ("assert_eq!(Ok(counts.live_bytes), isize::try_from(@heap_size(s)));\n"),
                "is {says:?}; the value has {} bytes on the heap",
                counts.live_bytes
            );
        }
    }
    Ok(())
}
