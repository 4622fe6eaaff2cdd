//! Laws about capacity.

use crate::Subject;
use crate::allocator::count;
use crate::hostile::caught;
use crate::texts::{ascii, texts_to};
use crate::verdict::{Outcome, Stop, ensure};

pub(crate) fn capacity_is_room<S>(subject: &Subject<S>) -> Outcome {
    let methods = &subject.methods;
    let capacity = methods.capacity.ok_or(Stop::Lacks("capacity"))?;
    for text in texts_to(256) {
        for history in subject.histories(text) {
            let (mut value, way) = (history.text, history.way);
            let room = capacity(&value);
            ensure!(
                room >= text.len(),
                "the capacity of {text:?}, {way}, is {room}"
            );
            for more in [0, 1, 10, 1_000] {
                let Some(reserve) = methods.reserve else {
                    break;
                };
                reserve(&mut value, more);
                let room = capacity(&value);
                ensure!(
                    room >= text.len() + more,
                    "the capacity of {text:?}, {way}, with {more} bytes reserved, is {room}"
                );
                unchanged(subject, &value, text, "reserve")?;
            }
            let room = capacity(&value);
            fills_up(subject, &mut value, text, room, way)?;
        }
    }
    if let Some(with_capacity) = methods.with_capacity {
        for wanted in [
            0, 1, 15, 16, 22, 23, 24, 25, 31, 32, 127, 128, 255, 256, 5_000,
        ] {
            let mut value = with_capacity(wanted);
            let room = capacity(&value);
            ensure!(
                room >= wanted,
                "the capacity after with_capacity({wanted}) is {room}"
            );
            unchanged(subject, &value, "", "with_capacity")?;
            fills_up(subject, &mut value, "", room, "with_capacity")?;
        }
    }
    Ok(())
}

/// Checks that the text grows to its capacity without an allocation.
fn fills_up<S>(subject: &Subject<S>, value: &mut S, text: &str, room: usize, way: &str) -> Outcome {
    let Some(push_str) = subject.methods.push_str else {
        return Ok(());
    };
    let more = ascii(room - text.len());
    if more.is_empty() {
        return Ok(());
    }
    let ((), counts) = count(|| push_str(value, &more));
    ensure!(
        counts.allocations + counts.reallocations == 0,
        "{text:?}, {way}, of capacity {room}, allocates for {} more bytes",
        more.len()
    );
    unchanged(subject, value, &format!("{text}{more}"), "push_str")
}

fn unchanged<S>(subject: &Subject<S>, value: &S, text: &str, after: &str) -> Outcome {
    let got = String::from_utf8_lossy(subject.bytes(value));
    ensure!(got == text, "{text:?} is {got:?} after {after}");
    Ok(())
}

pub(crate) fn capacity_overflow_is_refused<S>(subject: &Subject<S>) -> Outcome {
    let methods = &subject.methods;
    let (reserve, try_reserve) = (methods.reserve, methods.try_reserve);
    let (with_capacity, repeat) = (methods.with_capacity, methods.repeat);
    if reserve.is_none() && try_reserve.is_none() && with_capacity.is_none() && repeat.is_none() {
        return Err(Stop::Lacks("reserve, with_capacity and repeat"));
    }
    // Lengths above that of the longest block, and lengths that overflow with a text or a header
    // added.
    let lengths = [
        usize::MAX,
        usize::MAX - 7,
        usize::MAX - 300,
        usize::MAX / 2 + 1,
    ];
    for text in texts_to(256) {
        for more in lengths {
            let mut value = subject.of(text);
            if let Some(reserve) = reserve {
                let refused = caught(|| reserve(&mut value, more)).is_err();
                ensure!(refused, "reserve({more}) of {text:?} does not panic");
                unchanged(subject, &value, text, "a reserve that panicked")?;
            }
            if let Some(try_reserve) = try_reserve {
                let granted = caught(|| try_reserve(&mut value, more));
                ensure!(granted.is_ok(), "try_reserve({more}) of {text:?} panics");
                let granted = granted == Ok(true);
                ensure!(!granted, "try_reserve({more}) of {text:?} succeeds");
                unchanged(subject, &value, text, "a try_reserve that failed")?;
            }
        }
        if let Some(repeat) = repeat {
            // The product wraps around to 0 or to a small number.
            let wraps = match text.len() {
                0 => continue,
                1 => [usize::MAX; 2],
                len => [usize::MAX / len + 1, usize::MAX / 2 + 1],
            };
            for times in wraps {
                let value = subject.of(text);
                let refused = caught(|| repeat(&value, times)).is_err();
                ensure!(refused, "repeat({times}) of {text:?} does not panic");
            }
        }
    }
    for room in lengths {
        let Some(with_capacity) = with_capacity else {
            break;
        };
        let refused = caught(|| with_capacity(room)).is_err();
        ensure!(refused, "with_capacity({room}) does not panic");
    }
    Ok(())
}

pub(crate) fn shrinking_keeps_text<S>(subject: &Subject<S>) -> Outcome {
    let shrink = subject
        .methods
        .shrink_to_fit
        .ok_or(Stop::Lacks("shrink_to_fit"))?;
    for text in texts_to(256) {
        for history in subject.histories(text) {
            let (mut value, way) = (history.text, history.way);
            let before = subject.methods.capacity.map(|capacity| capacity(&value));
            shrink(&mut value);
            unchanged(subject, &value, text, "shrink_to_fit")?;
            if let (Some(capacity), Some(before)) = (subject.methods.capacity, before) {
                let room = capacity(&value);
                let most = before.max(subject.inline_capacity.unwrap_or(0));
                ensure!(
                    (text.len()..=most).contains(&room),
                    "{text:?}, {way}, of capacity {before}, has {room} after shrink_to_fit"
                );
            }
            if let Some(push_str) = subject.methods.push_str {
                push_str(&mut value, "é");
                unchanged(subject, &value, &format!("{text}é"), "shrink_to_fit")?;
            }
        }
    }
    Ok(())
}
