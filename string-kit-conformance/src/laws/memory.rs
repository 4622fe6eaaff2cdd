//! Laws about memory.

use core::fmt::Display;

use super::collect;
use crate::allocator::{check, count, is_checking, is_counting, with_budget};
use crate::hostile::{Bomb, Fuse, caught};
use crate::model;
use crate::texts::{ascii, text_of, texts_to};
use crate::values::{Errs, Panics};
use crate::verdict::{NO_ALLOCATOR, Outcome, Stop, ensure};
use crate::{Action, Creation, Subject};

/// The name of a scenario, and a function that makes and drops texts.
type Scenario<S> = (&'static str, fn(&Subject<S>, &'static str));

/// Returns the scenarios, short ones first.
fn scenarios<S>() -> [Scenario<S>; 8] {
    [
        ("made and dropped", |subject, text| drop(subject.of(text))),
        ("made in every way", |subject, text| {
            drop(subject.histories(text));
        }),
        ("cloned", |subject, text| {
            for history in subject.histories(text) {
                let Some(clone) = subject.probed.clone else {
                    break;
                };
                let clones = [clone(&history.text), clone(&history.text)];
                drop(history);
                drop(clones);
            }
        }),
        ("converted to a String and a Box<str>", |subject, text| {
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
        }),
        ("captured, with an error and a panic", |subject, text| {
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
        }),
        ("extended by an iterator that panics", |subject, text| {
            // Other laws check the text of this and of the next two scenarios.
            let _ = collect::each(subject, |way| {
                let mut value = subject.of(text);
                let items = Box::new(Bomb::new(text.chars(), Fuse::Next(2)));
                drop(caught(|| (way.take)(&mut value, items)));
                Ok(())
            });
        }),
        ("retained by a closure that panics", |subject, text| {
            if let Some(retain) = subject.methods.retain {
                let mut value = subject.of(text);
                let panics = &mut |c| panic!("on purpose, at {c:?}");
                drop(caught(|| retain(&mut value, panics)));
            }
        }),
        ("edited", |subject, text| {
            let creation = Creation::of(text);
            let _ = model::run(subject, &creation, &Action::one_of_each());
        }),
    ]
}

pub(crate) fn allocation_layouts<S>(subject: &Subject<S>) -> Outcome {
    if !is_checking() {
        return Err(Stop::Lacks(NO_ALLOCATOR));
    }
    for (scenario, run) in scenarios() {
        for text in texts_to(256).step_by(3) {
            let (_, violations) = check(|| caught(|| run(subject, text)));
            if let Some(violation) = violations.first() {
                ensure!(false, "{text:?}, {scenario}: {violation}");
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
    for (scenario, run) in scenarios() {
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
    for budget in 0..BLOCKS {
        let (result, counts) = count(|| with_budget(budget, &make));
        let Some(value) = result else {
            ensure!(
                counts.live_bytes == 0,
                "{method}({text:?}) with a budget of {budget} blocks fails and leaks {} bytes",
                counts.live_bytes
            );
            continue;
        };
        let got = String::from_utf8_lossy(subject.bytes(&value)).into_owned();
        ensure!(
            got == text,
            "{method}({text:?}) with a budget of {budget} blocks returns {got:?}"
        );
        return Ok(());
    }
    ensure!(
        false,
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
    for way in 0..ways {
        for budget in 0..=BLOCKS {
            ensure!(
                budget < BLOCKS,
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
                (history.way, done, case)
            };
            let ((way, done, case), counts) = count(attempt);
            ensure!(
                case.is_none(),
                "{method} on {text:?}, {way}, with {budget} blocks, returns {done} and leaves {case:?}"
            );
            ensure!(
                counts.live_bytes == 0,
                "{method} on {text:?}, {way}, with {budget} blocks, returns {done} and leaks {} bytes",
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
                "{text:?}, {len} bytes, takes {} allocations; the inline capacity is declared as \
                 {capacity}",
                counts.allocations
            );
        }
    }
    Ok(())
}

pub(crate) fn heap_size_is_what_was_asked<S>(subject: &Subject<S>) -> Outcome {
    let heap_size = subject.methods.heap_size.ok_or(Stop::Lacks("heap_size"))?;
    counting()?;
    for text in texts_to(256) {
        let ways: [(&str, &dyn Fn() -> Option<S>); 3] = [
            ("from a &str", &|| Some(subject.of(text))),
            ("from a String with spare capacity", &|| {
                subject.with_spare_capacity(text)
            }),
            ("with reserved capacity", &|| {
                let reserve = subject.methods.reserve?;
                let mut value = subject.of(text);
                reserve(&mut value, 100);
                Some(value)
            }),
        ];
        for (way, make) in ways {
            let (value, counts) = count(make);
            let Some(value) = value else { continue };
            let says = heap_size(&value);
            ensure!(
                isize::try_from(says) == Ok(counts.live_bytes),
                "heap_size of {text:?}, {way}, is {says}; the value has {} bytes on the heap",
                counts.live_bytes
            );
        }
    }
    Ok(())
}
