//! Laws about memory.

use core::fmt::Display;

use super::collect;
use crate::allocator::{check, count, is_checking, is_counting, with_budget};
use crate::code::{indented, literal};
use crate::histories::Made;
use crate::hostile::{Bomb, Fuse, caught};
use crate::model;
use crate::texts::{ascii, text_of, texts_to};
use crate::values::{Errs, Panics};
use crate::verdict::{NO_ALLOCATOR, Outcome, Stop, ensure};
use crate::{Action, Creation, Subject};

/// The name of a scenario, a function that makes and drops texts, and the code that does the same.
type Scenario<S> = (
    &'static str,
    fn(&Subject<S>, &'static str),
    fn(&Subject<S>, &'static str) -> String,
);

/// Returns a block of code for each way to make the text, which makes `s` and then runs `then`.
fn in_each_way<S>(subject: &Subject<S>, text: &'static str, then: &str) -> String {
    let ways = subject.histories(text);
    ways.iter()
        .map(|history| {
            let made = history.made.code(&subject.source, "s");
            format!("{{\n{}}}\n", indented(&(made + then)))
        })
        .collect()
}

/// Returns the scenarios, short ones first.
#[allow(clippy::too_many_lines)] // Each scenario has its code beside it.
fn scenarios<S>() -> [Scenario<S>; 8] {
    [
        (
            "made and dropped",
            |subject, text| drop(subject.of(text)),
            |_, text| format!("drop(@from({}));\n", literal(text)),
        ),
        (
            "made in every way",
            |subject, text| {
                drop(subject.histories(text));
            },
            |subject, text| in_each_way(subject, text, "drop(s);\n"),
        ),
        (
            "cloned",
            |subject, text| {
                for history in subject.histories(text) {
                    let Some(clone) = subject.probed.clone else {
                        break;
                    };
                    let clones = [clone(&history.text), clone(&history.text)];
                    drop(history);
                    drop(clones);
                }
            },
            |subject, text| {
                in_each_way(
                    subject,
                    text,
                    "let clones = [s.clone(), s.clone()];\ndrop(s);\ndrop(clones);\n",
                )
            },
        ),
        (
            "converted to a String and a Box<str>",
            |subject, text| {
                for history in subject.histories(text) {
                    let Some(into_string) = subject.probed.into_string else {
                        break;
                    };
                    drop(into_string(history.text));
                }
                for history in subject.histories(text) {
                    let Some(into_boxed) = subject.probed.into_boxed else {
                        break;
                    };
                    drop(into_boxed(history.text));
                }
            },
            |subject, text| {
                let names = subject.names();
                let into = |title: &str, to: &str| {
                    let then = format!("drop(Into::<{to}>::into(s));\n");
                    if names.implements(title) {
                        in_each_way(subject, text, &then)
                    } else {
                        String::new()
                    }
                };
                into("Into<String>", "String") + &into("Into<Box<str>>", "Box<str>")
            },
        ),
        (
            "captured, with an error and a panic",
            |subject, text| {
                let Some(captures) = &subject.captures else {
                    return;
                };
                let ways: [&dyn Display; 2] = [&Errs("half a text"), &Panics("half a text")];
                for value in ways {
                    let late = || (captures.other)(&format_args!("{text}{value}"));
                    drop(caught(late));
                    let tried = subject.methods.try_capture;
                    drop(caught(|| {
                        tried.map(|capture| capture(&format_args!("{text}{value}")))
                    }));
                }
            },
            |subject, text| {
                let mut code = String::new();
                let tries = subject.methods.try_capture.is_some();
                for value in ["Errs(\"half a text\")", "Panics(\"half a text\")"] {
                    for call in ["@capture", "@try_capture"]
                        .into_iter()
                        .take(1 + usize::from(tries))
                    {
                        code += &format!(
                            "_ = catch_unwind(AssertUnwindSafe(|| _ = {call}(&Then({}, &{value}))));\n",
                            literal(text)
                        );
                    }
                }
                code
            },
        ),
        (
            "extended by an iterator that panics",
            |subject, text| {
                // Other laws check the text of this and of the next two scenarios.
                let _ = collect::each(subject, |way| {
                    let mut value = subject.of(text);
                    let items = Box::new(Bomb::new(text.chars(), Fuse::Next(2)));
                    drop(caught(|| (way.take)(&mut value, items)));
                    Ok(())
                });
            },
            |subject, text| {
                let items = format!("Bomb::new({}.chars(), Fuse::Next(2))", literal(text));
                let mut code = String::new();
                let _ = collect::each(subject, |way| {
                    let case = way.caught(text, &items) + "_ = panicked;\n";
                    code += &format!("{{\n{}}}\n", indented(&case));
                    Ok(())
                });
                code
            },
        ),
        (
            "retained by a closure that panics",
            |subject, text| {
                if let Some(retain) = subject.methods.retain {
                    let mut value = subject.of(text);
                    let panics = &mut |c| panic!("on purpose, at {c:?}");
                    drop(caught(|| retain(&mut value, panics)));
                }
            },
            |subject, text| {
                if subject.methods.retain.is_none() {
                    return String::new();
                }
                format!(
                    "let mut s = @from({});\n_ = catch_unwind(AssertUnwindSafe(|| {{\n    \
                 @retain(s, &mut |c| panic!(\"on purpose, at {{c:?}}\"))\n}}));\ndrop(s);\n",
                    literal(text)
                )
            },
        ),
        (
            "edited",
            |subject, text| {
                let creation = Creation::of(text);
                let _ = model::run(subject, &creation, &Action::one_of_each());
            },
            |subject, text| {
                let (creation, actions) = (Creation::of(text), Action::one_of_each());
                let edits = model::program(&subject.source, &subject.names(), &creation, &actions);
                format!("{{\n{}}}\n", indented(&edits))
            },
        ),
    ]
}

pub(crate) fn allocation_layouts<S>(subject: &Subject<S>) -> Outcome {
    if !is_checking() {
        return Err(Stop::Lacks(NO_ALLOCATOR));
    }
    for (scenario, run, code) in scenarios() {
        for text in texts_to(256).step_by(3) {
            let (_, violations) = check(|| caught(|| run(subject, text)));
            if let Some(violation) = violations.first() {
                ensure!(
                    false,
                    subject.code(format!(
                        "let ((), violations) = check(|| {{\n{}}});\n\
                         assert_eq!(violations, []);\n",
                        indented(&code(subject, text))
                    )),
                    "{text:?}, {scenario}: {violation}"
                );
            }
        }
    }
    Ok(())
}

fn counting() -> Outcome {
    if is_counting() {
        Ok(())
    } else {
        Err(Stop::Lacks(NO_ALLOCATOR))
    }
}

pub(crate) fn nothing_leaks<S>(subject: &Subject<S>) -> Outcome {
    counting()?;
    for (scenario, run, code) in scenarios() {
        // The first run is not counted: memory that is allocated once, such as a thread-local
        // buffer, is no leak.
        if let Some(text) = texts_to(256).last() {
            drop(caught(|| run(subject, text)));
        }
        for text in texts_to(256).step_by(3) {
            // Other laws report panics. The memory must be freed even then.
            let (_, counts) = count(|| caught(|| run(subject, text)).is_ok());
            ensure!(
                counts.live_bytes == 0 && counts.allocations == counts.deallocations,
                subject.code(format!(
                    "let run = || {{\n{}}};\nrun();\n\
                     let ((), counts) = count(run);\nassert_eq!(counts.live_bytes, 0);\n\
                     assert_eq!(counts.allocations, counts.deallocations);\n",
                    indented(&code(subject, text))
                )),
                "{text:?}, {scenario}, leaves {} bytes in {} blocks",
                counts.live_bytes,
                counts.allocations.abs_diff(counts.deallocations)
            );
        }
    }
    Ok(())
}

pub(crate) fn failed_allocations_lose_nothing<S>(subject: &Subject<S>) -> Outcome {
    let methods = &subject.methods;
    // Examined only together with `try_from_str`: a type whose `from` aborts when memory runs out
    // would abort in `try_capture` too.
    let from = methods.try_from_str;
    let capture = from.and(methods.try_capture);
    let (push, reserve) = (methods.try_push_str, methods.try_reserve);
    if from.is_none() && push.is_none() && reserve.is_none() {
        return Err(Stop::Lacks("a try_ method"));
    }
    counting()?;
    for text in texts_to(128).step_by(9) {
        if let Some(from) = from {
            fits(subject, "try_from_str", text, || from(text))?;
        }
        if let Some(capture) = capture {
            fits(subject, "try_capture", text, || capture(&text))?;
        }
        let more = ascii(300);
        let longer = [text, more.as_str()].concat();
        if let Some(push) = push {
            changes(subject, "try_push_str", text, &longer, |value| {
                push(value, &more)
            })?;
        }
        if let Some(reserve) = reserve {
            changes(subject, "try_reserve", text, text, |value| {
                reserve(value, 300)
            })?;
        }
    }
    Ok(())
}

/// More blocks than any method allocates for a text.
const BLOCKS: usize = 100;

/// Makes a text with a budget of 0 blocks, then 1, and so on, until it succeeds.
fn fits<S>(
    subject: &Subject<S>,
    method: &str,
    text: &str,
    make: impl Fn() -> Option<S>,
) -> Outcome {
    let code = |budget: usize| {
        subject.code(format!(
            "let text = {};\n\
             let (s, counts) = count(|| with_budget({budget}, || @{method}(&text)));\n\
             match s {{\n    Some(s) => assert_eq!(@text(s), text),\n    None => {{\n        \
             assert_ne!({budget}, {BLOCKS});\n        assert_eq!(counts.live_bytes, 0);\n    }}\n}}\n",
            literal(text)
        ))
    };
    for budget in 0..BLOCKS {
        let (result, counts) = count(|| with_budget(budget, &make));
        let Some(value) = result else {
            ensure!(
                counts.live_bytes == 0,
                code(budget),
                "{method}({text:?}) with a budget of {budget} blocks fails and leaks {} bytes",
                counts.live_bytes
            );
            continue;
        };
        let got = String::from_utf8_lossy(subject.bytes(&value)).into_owned();
        ensure!(
            got == text,
            code(budget),
            "{method}({text:?}) with a budget of {budget} blocks returns {got:?}"
        );
        return Ok(());
    }
    ensure!(
        false,
        code(BLOCKS),
        "{method}({text:?}) fails with a budget of {BLOCKS} blocks"
    );
    Ok(())
}

/// Changes a text with a budget of 0 blocks, then 1, and so on, until it succeeds.
fn changes<S>(
    subject: &Subject<S>,
    method: &str,
    text: &'static str,
    after: &str,
    change: impl Fn(&mut S) -> bool,
) -> Outcome {
    let ways = subject.histories(text).len();
    let code = |way: usize, budget: usize| {
        let made = subject.histories(text)[way].made.code(&subject.source, "s");
        let call = match method {
            "try_push_str" => format!("@try_push_str(s, {})", literal(&after[text.len()..])),
            _ => "@try_reserve(s, 300)".to_owned(),
        };
        let is_done = if budget == BLOCKS {
            "assert!(done);\n"
        } else {
            ""
        };
        let expected = if after == text {
            literal(text)
        } else {
            format!(
                "if done {{ {} }} else {{ {} }}",
                literal(after),
                literal(text)
            )
        };
        let attempt = format!(
            "{made}let done = with_budget({budget}, || {call});\n{is_done}\
             assert_eq!(@text(s), {expected});\n"
        );
        subject.code(format!(
            "let ((), counts) = count(|| {{\n{}}});\nassert_eq!(counts.live_bytes, 0);\n",
            indented(&attempt)
        ))
    };
    for way in 0..ways {
        for budget in 0..=BLOCKS {
            ensure!(
                budget < BLOCKS,
                code(way, budget),
                "{method} on {text:?} fails with a budget of {BLOCKS} blocks"
            );
            let attempt = || {
                // New texts each time: a failure must not help the next attempt.
                let mut histories = subject.histories(text);
                let history = &mut histories[way];
                let done = with_budget(budget, || change(&mut history.text));
                let got = subject.bytes(&history.text);
                let expected = if done { after } else { text };
                let is_whole = got == expected.as_bytes();
                let case = (!is_whole).then(|| String::from_utf8_lossy(got).into_owned());
                (history.made.way, done, case)
            };
            let ((made, done, case), counts) = count(attempt);
            ensure!(
                case.is_none(),
                code(way, budget),
                "{method} on {text:?}, {made}, with {budget} blocks, returns {done} and leaves {case:?}"
            );
            ensure!(
                counts.live_bytes == 0,
                code(way, budget),
                "{method} on {text:?}, {made}, with {budget} blocks, returns {done} and leaks {} bytes",
                counts.live_bytes
            );
            if done {
                break;
            }
        }
    }
    Ok(())
}

pub(crate) fn inline_is_free<S>(subject: &Subject<S>) -> Outcome {
    let capacity = subject
        .inline_capacity
        .ok_or(Stop::Lacks("an inline capacity"))?;
    counting()?;
    for len in 0..capacity + 40 {
        for width in 1..=4 {
            let text = text_of(len, width);
            let (value, counts) = count(|| subject.of(&text));
            drop(value);
            ensure!(
                (counts.allocations == 0) == (len <= capacity)
                    // Some types without inline texts allocate for an empty text too.
                    || len == 0 && capacity == 0,
                subject.code(format!(
                    "let (s, counts) = count(|| @from({}));\ndrop(s);\n\
                     {}!(counts.allocations, 0);\n",
                    literal(&text),
                    if len <= capacity {
                        "assert_eq"
                    } else {
                        "assert_ne"
                    }
                )),
                "{text:?}, {len} bytes, takes {} allocations; the inline capacity is declared as \
                 {capacity}",
                counts.allocations
            );
        }
    }
    Ok(())
}

/// The code that finds out whether the text of `s` lies inside the value.
const PLACE: &str = "let start = std::ptr::from_ref(&s).addr();\n\
                     let text = @text(s).as_ptr().addr();\n\
                     let inside = (start..start + size_of::<S>()).contains(&text);\n";

pub(crate) fn inline_is_inside<S>(subject: &Subject<S>) -> Outcome {
    let (capacity, is_inline) = (subject.inline_capacity, subject.methods.is_inline);
    if capacity.is_none() && is_inline.is_none() {
        return Err(Stop::Lacks("an inline capacity and is_inline"));
    }
    let lies_inside = |value: &S| {
        let start = core::ptr::from_ref(value).addr();
        let text = subject.bytes(value).as_ptr().addr();
        (start..start + size_of::<S>()).contains(&text)
    };
    for len in 1..capacity.unwrap_or(0) + 40 {
        for width in 1..=4 {
            let text = text_of(len, width);
            let value = subject.of(&text);
            let inside = lies_inside(&value);
            let place = if inside { "inside" } else { "outside" };
            let code = || {
                subject.code(format!(
                    "let s = @from({});\n{PLACE}assert_eq!(inside, {});\n",
                    literal(&text),
                    capacity.is_some_and(|capacity| len <= capacity)
                ))
            };
            ensure!(
                capacity.is_none_or(|capacity| inside == (len <= capacity)),
                code(),
                "{text:?}, {len} bytes, lies {place} of the value; the inline capacity is declared \
                 as {capacity:?}"
            );
        }
    }
    let Some(is_inline) = is_inline else {
        return Ok(());
    };
    for text in texts_to(256).skip(1) {
        for history in subject.histories(text) {
            let (inside, says) = (lies_inside(&history.text), is_inline(&history.text));
            let place = if inside { "inside" } else { "outside" };
            ensure!(
                inside == says,
                subject.code_of(
                    history.made,
                    &format!("{PLACE}assert_eq!(inside, @is_inline(s));\n")
                ),
                "is_inline of {text:?}, {}, is {says}; the text lies {place} of the value",
                history.made.way
            );
        }
    }
    Ok(())
}

/// Makes a text, or returns `None` if the type does not support the way.
type Make<'a, S> = &'a dyn Fn() -> Option<S>;

pub(crate) fn heap_size_is_what_was_asked<S>(subject: &Subject<S>) -> Outcome {
    let heap_size = subject.methods.heap_size.ok_or(Stop::Lacks("heap_size"))?;
    counting()?;
    for text in texts_to(256) {
        let from = Made::from_str(text);
        let ways: [(Made, &str, Make<'_, S>); 3] = [
            (from, "", &|| Some(subject.of(text))),
            (Made::with_spare_capacity(text), "", &|| {
                subject.with_spare_capacity(text)
            }),
            (from, "@reserve(s, 100);\n", &|| {
                let reserve = subject.methods.reserve?;
                let mut value = subject.of(text);
                reserve(&mut value, 100);
                Some(value)
            }),
        ];
        for (made, reserve, make) in ways {
            let (value, counts) = count(make);
            let Some(value) = value else { continue };
            let says = heap_size(&value);
            let way = match reserve {
                "" => made.way,
                _ => "with reserved capacity",
            };
            let code = || {
                let made = made.code(&subject.source, "s");
                subject.code(format!(
                    "let (s, counts) = count(|| {{\n{}}});\n\
                     assert_eq!(Ok(counts.live_bytes), isize::try_from(@heap_size(s)));\n",
                    indented(&(made + reserve + "s\n"))
                ))
            };
            ensure!(
                isize::try_from(says) == Ok(counts.live_bytes),
                code(),
                "heap_size of {text:?}, {way}, is {says}; the value has {} bytes on the heap",
                counts.live_bytes
            );
        }
    }
    Ok(())
}
