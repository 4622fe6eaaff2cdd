//! Laws about capacity.

use core::fmt;

use crate::allocator::count;
use crate::examined::{Examined, Make};
use crate::hostile::caught;
use crate::op::Op;
use crate::slot::Value;
use crate::texts::{ascii, texts_to};
use crate::verdict::{Counterexample, Outcome, Stop, ensure};

/// The numbers of bytes that are reserved one after the other.
const ROOMS: [usize; 4] = [0, 1, 10, 1_000];

pub(crate) fn capacity_is_room(subject: Examined<'_>) -> Outcome {
    subject.needs("capacity")?;
    let can_reserve = subject.supports("reserve");
    for history in texts_to(256).flat_map(|text| subject.histories(text)) {
        let (mut value, way) = (history.value, history.way);
        has_room(subject, &mut value, way.text, 0, format_args!("{way}"))?;
        let mut reserved = 0;
        for more in ROOMS.into_iter().filter(|_| can_reserve) {
            subject.apply(&mut value, &Op::Reserve(more));
            let what = format_args!("{way} with {more} bytes reserved,");
            has_room(subject, &mut value, way.text, more, what)?;
            reserved = more;
        }
        let what = format_args!("{way} with {reserved} bytes reserved and");
        fills_up(subject, &mut value, way.text, what)?;
    }
    for wanted in [
        0, 1, 15, 16, 22, 23, 24, 25, 31, 32, 127, 128, 255, 256, 5_000,
    ] {
        let Some(mut value) = subject.make(Make::WithCapacity(wanted)) else {
            break;
        };
        let what = format_args!("with_capacity({wanted})");
        has_room(subject, &mut value, "", wanted, what)?;
        fills_up(subject, &mut value, "", what)?;
    }
    Ok(())
}

fn has_room(
    subject: Examined<'_>,
    value: &mut Value,
    text: &str,
    more: usize,
    what: fmt::Arguments<'_>,
) -> Outcome {
    let room = subject.number(value, &Op::Capacity);
    ensure!(
        room >= Some(text.len() + more),
        "{what} has a capacity of {room:?}"
    );
    subject.has_text(&**value, text, what)
}

/// Checks that the text grows to its capacity without an allocation.
fn fills_up(
    subject: Examined<'_>,
    value: &mut Value,
    text: &str,
    what: fmt::Arguments<'_>,
) -> Outcome {
    let room = subject.number(value, &Op::Capacity).unwrap_or_default();
    let more = ascii(room - text.len());
    if more.is_empty() || !subject.supports("push_str") {
        return Ok(());
    }
    let longer = [text, &more].concat();
    let op = Op::PushStr(more);
    let (_, counts) = count(|| subject.apply(value, &op));
    let what = format_args!("{what} filled up to its capacity of {room},");
    ensure!(
        counts.allocations + counts.reallocations == 0,
        "{what} allocates"
    );
    subject.has_text(&**value, &longer, what)
}

pub(crate) fn capacity_overflow_is_refused(subject: Examined<'_>) -> Outcome {
    let names = ["reserve", "try_reserve", "with_capacity", "repeat"];
    if !names.iter().any(|name| subject.supports(name)) {
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
            is_refused(subject, text, &Op::Reserve(more))?;
            is_refused(subject, text, &Op::TryReserve(more))?;
        }
        // The product wraps around to 0 or to a small number.
        let wraps = match text.len() {
            0 => continue,
            1 => [usize::MAX; 2],
            len => [usize::MAX / len + 1, usize::MAX / 2 + 1],
        };
        for times in wraps {
            is_refused(subject, text, &Op::Repeat(times))?;
        }
    }
    for room in lengths {
        let lacks = caught(|| subject.make(Make::WithCapacity(room)).is_none());
        ensure!(lacks != Ok(false), "with_capacity({room}) does not panic");
    }
    Ok(())
}

/// Checks that an operation panics, or that `try_reserve` returns false, and that the text stays.
fn is_refused(subject: Examined<'_>, text: &str, op: &Op) -> Outcome {
    if !subject.supports_op(op) {
        return Ok(());
    }
    let mut value = subject.value(text);
    let result = caught(|| {
        let given = subject.apply(&mut value, op);
        given.map(|given| subject.shown(&given)).unwrap_or_default()
    });
    let (expected, is_right) = match op {
        Op::TryReserve(_) => ("returns false", result == Ok("false".to_owned())),
        _ => ("panics", result.is_err()),
    };
    ensure!(
        is_right,
        "{op:?} on {text:?} gives {result:?}, where it {expected}"
    );
    subject.has_text(&*value, text, format_args!("{op:?} on {text:?}"))
}

pub(crate) fn mutable_appends(subject: Examined<'_>) -> Outcome {
    let declared = Stop::Lacks("a declaration by Subject::mutable");
    let is_mutable = subject.mutable.ok_or(declared)?;
    let x = || "x".to_owned();
    let ways = [
        Op::Push('x'),
        Op::PushStr(x()),
        Op::TryPushStr(x()),
        Op::Insert(0, 'x'),
        Op::InsertStr(0, x()),
        Op::Write(x(), 0),
        Op::ExtendChars(x()),
        Op::ExtendStrs("x"),
        Op::ExtendStrings(vec![x()]),
        Op::AddAssign("x"),
    ];
    let supported = ways.iter().filter(|way| subject.supports_op(way));
    let names: Vec<_> = supported.map(Op::needs).collect();
    ensure!(
        is_mutable || names.is_empty(),
        "the type is declared immutable, and appends by {}",
        names.join(", ")
    );
    if is_mutable && names.is_empty() {
        let case = "the type is declared mutable, and the subject names no method that appends: \
                    name one, such as push_str, in `subject!`, or declare the type immutable";
        return Err(Stop::Broken(Counterexample::new(case)));
    }
    Ok(())
}

pub(crate) fn shrinking_keeps_text(subject: Examined<'_>) -> Outcome {
    subject.needs("shrink_to_fit")?;
    for history in texts_to(256).flat_map(|text| subject.histories(text)) {
        let (mut value, way) = (history.value, history.way);
        let before = subject.number(&mut value, &Op::Capacity);
        subject.apply(&mut value, &Op::ShrinkToFit);
        let what = format_args!("{way} after shrink_to_fit");
        subject.has_text(&*value, way.text, what)?;
        if let Some(before) = before {
            let room = subject.number(&mut value, &Op::Capacity);
            let most = before.max(subject.inline_capacity.unwrap_or(0));
            ensure!(
                room.is_some_and(|room| (way.text.len()..=most).contains(&room)),
                "{what} has a capacity of {room:?}, and had {before}"
            );
        }
        let push = Op::PushStr("é".to_owned());
        if subject.apply(&mut value, &push).is_some() {
            let longer = format!("{}é", way.text);
            subject.has_text(&*value, &longer, format_args!("{what} and push_str"))?;
        }
    }
    Ok(())
}
