//! Laws about memory.

use core::fmt::{self, Display};

use super::collect;
use crate::allocator::{check, count, is_checking, is_counting, with_budget};
use crate::arbitrary::TWO_OF_EACH;
use crate::examined::{Examined, Make};
use crate::histories::{History, Made};
use crate::hostile::{Bomb, Fuse, caught};
use crate::model::{Creation, play};
use crate::op::{Given, Op};
use crate::slot::Slot;
use crate::texts::{ascii, text_of, texts_to};
use crate::values::{Errs, Panics, Then};
use crate::verdict::{NO_ALLOCATOR, Outcome, Stop, ensure};

type Scenario = fn(Examined<'_>, &'static str);

/// The scenarios, short ones first. Other laws check their texts.
const SCENARIOS: [(&str, Scenario); 8] = [
    ("made and dropped", |subject, text| {
        drop(subject.value(text));
    }),
    ("made in every way", |subject, text| {
        drop(subject.histories(text));
    }),
    ("cloned", |subject, text| {
        let Some(clone) = subject.probed.clone else {
            return;
        };
        for history in subject.histories(text) {
            let clones = [clone(&*history.value), clone(&*history.value)];
            drop(history);
            drop(clones);
        }
    }),
    ("converted to a String and a Box<str>", |subject, text| {
        if let Some(into_string) = subject.probed.into_string {
            let histories = subject.histories(text).into_iter();
            histories.for_each(|history| drop(into_string(history.value)));
        }
        if let Some(into_boxed) = subject.probed.into_boxed {
            let histories = subject.histories(text).into_iter();
            histories.for_each(|history| drop(into_boxed(history.value)));
        }
    }),
    ("captured, with an error and a panic", |subject, text| {
        let Some(captures) = &subject.captures else {
            return;
        };
        let values: [&dyn Display; 2] = [&Errs("half a text"), &Panics("half a text")];
        for value in values {
            let value = Then(text, value);
            drop(caught(|| (captures.other)(&value)));
            drop(caught(|| subject.make(Make::TryCapture(&value))));
        }
    }),
    ("extended by an iterator that panics", |subject, text| {
        for way in collect::ways(subject) {
            let mut value = subject.value(text);
            let items = Box::new(Bomb::new(text.chars(), Fuse::Next(2)));
            drop(caught(|| (way.take)(&mut value, items)));
        }
    }),
    ("retained by a closure that panics", |subject, text| {
        let mut value = subject.value(text);
        let op = Op::Retain(0, Some(0));
        drop(caught(|| subject.apply(&mut value, &op)));
    }),
    ("edited", |subject, text| {
        _ = play(subject, &Creation::Str(text.to_owned()), &TWO_OF_EACH);
    }),
];

pub(crate) fn allocation_layouts(subject: Examined<'_>) -> Outcome {
    if !is_checking() {
        return Err(Stop::Lacks(NO_ALLOCATOR));
    }
    for (name, scenario) in SCENARIOS {
        for text in texts_to(256).step_by(3) {
            let (_, violations) = check(|| caught(|| scenario(subject, text)));
            if let Some(violation) = violations.first() {
                return Err(Stop::broken(format_args!("{text:?}, {name}: {violation}")));
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

pub(crate) fn nothing_leaks(subject: Examined<'_>) -> Outcome {
    counting()?;
    for (name, scenario) in SCENARIOS {
        // Other laws report panics. The memory must be freed even then.
        let run = |text| drop(caught(|| scenario(subject, text)));
        // The first run is not counted: memory that is allocated once, such as a thread-local
        // buffer, is no leak.
        if let Some(text) = texts_to(256).last() {
            run(text);
        }
        for text in texts_to(256).step_by(3) {
            let ((), counts) = count(|| run(text));
            ensure!(
                counts.live_bytes == 0 && counts.allocations == counts.deallocations,
                "{text:?}, {name}, leaves {} bytes in {} blocks",
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

/// Calls `attempt` with a budget of 0 blocks, then 1, and so on, until it succeeds. `attempt`
/// returns true then, and the text if that is wrong.
fn until_done(
    what: fmt::Arguments<'_>,
    attempt: &dyn Fn(usize) -> (bool, Option<String>),
) -> Outcome {
    for budget in 0..=BLOCKS {
        let ((done, wrong), counts) = count(|| attempt(budget));
        let bytes = counts.live_bytes;
        ensure!(
            wrong.is_none() && bytes == 0,
            "{what} with a budget of {budget} blocks returns {done}, leaves {wrong:?} and leaks \
             {bytes} bytes"
        );
        if done {
            return Ok(());
        }
    }
    Err(Stop::broken(format_args!(
        "{what} fails with a budget of {BLOCKS} blocks"
    )))
}

fn is_made(subject: Examined<'_>, method: &str, text: &str, make: Make<'_>) -> Outcome {
    until_done(format_args!("{method}({text:?})"), &|budget| {
        let value = with_budget(budget, || subject.make(make));
        let wrong = value
            .as_ref()
            .filter(|value| subject.bytes(&***value) != text.as_bytes());
        (value.is_some(), wrong.map(|value| subject.lossy(&**value)))
    })
}

fn is_changed(subject: Examined<'_>, text: &'static str, after: &str, op: &Op) -> Outcome {
    if !subject.supports_op(op) {
        return Ok(());
    }
    for (index, History { way, .. }) in subject.histories(text).into_iter().enumerate() {
        until_done(format_args!("{} on {way}", op.needs()), &|budget| {
            // New texts each time: a failure must not help the next attempt.
            let mut value = subject.histories(text).swap_remove(index).value;
            let given = with_budget(budget, || subject.apply(&mut value, op));
            let done = matches!(given, Some(Given::Bool(true)));
            let expected = if done { after } else { text };
            let is_right = subject.bytes(&*value) == expected.as_bytes();
            (done, (!is_right).then(|| subject.lossy(&*value)))
        })?;
    }
    Ok(())
}

/// Returns texts of every length up to `most` and of characters of each width, and the lengths.
fn lengths(most: usize) -> impl Iterator<Item = (usize, String)> {
    let lengths = (0..most).flat_map(|len| (1..=4).map(move |width| (len, width)));
    lengths.map(|(len, width)| (len, text_of(len, width)))
}

pub(crate) fn inline_is_free(subject: Examined<'_>) -> Outcome {
    let declared = Stop::Lacks("an inline capacity");
    let capacity = subject.inline_capacity.ok_or(declared)?;
    counting()?;
    for (len, text) in lengths(capacity + 40) {
        let (value, counts) = count(|| subject.value(&text));
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
    Ok(())
}

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
    let most = capacity.map_or(0, |capacity| capacity + 40);
    for (len, text) in lengths(most).filter(|(len, _)| *len > 0) {
        let inside = lies_inside(subject, &*subject.value(&text));
        ensure!(
            inside == (capacity >= Some(len)),
            "{text:?}, {len} bytes, lies {} of the value; the inline capacity is declared as \
             {capacity:?}",
            place(inside)
        );
    }
    let texts = texts_to(256).skip(1).filter(|_| has_is_inline);
    for History { way, mut value } in texts.flat_map(|text| subject.histories(text)) {
        let inside = lies_inside(subject, &*value);
        let given = subject.apply(&mut value, &Op::IsInline);
        let says = matches!(given, Some(Given::Bool(true)));
        ensure!(
            inside == says,
            "is_inline of {way} is {says}; the text lies {} of the value",
            place(inside)
        );
    }
    Ok(())
}

pub(crate) fn heap_size_is_what_was_asked(subject: Examined<'_>) -> Outcome {
    subject.needs("heap_size")?;
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
            ensure!(
                says.map(isize::try_from) == Some(Ok(counts.live_bytes)),
                "heap_size of {text:?}, {}, is {says:?}; the value has {} bytes on the heap",
                made.words,
                counts.live_bytes
            );
        }
    }
    Ok(())
}
