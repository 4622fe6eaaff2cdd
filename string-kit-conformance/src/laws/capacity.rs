//! Laws about capacity.

use core::fmt;

use crate::allocator::count;
use crate::case::{Case, ensure};
use crate::examined::{Examined, Make};
use crate::histories::Made;
use crate::hostile::caught;
use crate::op::Op;
use crate::slot::Value;
use crate::texts::{ascii, texts_to};
use crate::verdict::{Counterexample, Outcome, Stop};

/// The numbers of bytes that are reserved one after the other.
const ROOMS: [usize; 4] = [0, 1, 10, 1_000];

pub(crate) fn capacity_is_room(subject: Examined<'_>) -> Outcome {
    if !subject.supports("capacity") {
        return Err(Stop::Lacks("capacity"));
    }
    let reserves = subject.supports("reserve");
    for text in texts_to(256) {
        for history in subject.histories(text) {
            let (mut value, made) = (history.text, history.made);
            let mut rooms = vec![0];
            rooms.extend(ROOMS.into_iter().filter(|_| reserves));
            for (nth, more) in rooms.iter().enumerate() {
                let code = || {
                    let calls = rooms[1..=nth].iter();
                    let calls = calls.map(|more| format!("@reserve(s, {more});\n"));
                    made.code(subject, "s") + &calls.collect::<String>()
                };
                if nth > 0 {
                    subject.apply(&mut value, &Op::Reserve(*more));
                }
                let what = format_args!("{text:?}, {}, with {more} bytes reserved,", made.way);
                let case = Case(subject, &code, what);
                has_room(subject, &case, &mut value, text.len() + more)?;
                case.has_text(&*value, text)?;
                if nth + 1 == rooms.len() {
                    fills_up(subject, &code, what, &mut value, text)?;
                }
            }
        }
    }
    for wanted in [
        0, 1, 15, 16, 22, 23, 24, 25, 31, 32, 127, 128, 255, 256, 5_000,
    ] {
        let Some(mut value) = subject.make(Make::WithCapacity(wanted)) else {
            break;
        };
        let code = || format!("let mut s = @with_capacity({wanted});\n");
        let what = format_args!("with_capacity({wanted})");
        let case = Case(subject, &code, what);
        has_room(subject, &case, &mut value, wanted)?;
        case.has_text(&*value, "")?;
        fills_up(subject, &code, what, &mut value, "")?;
    }
    Ok(())
}

/// Checks that the capacity is at least `least`.
fn has_room(subject: Examined<'_>, case: &Case<'_>, value: &mut Value, least: usize) -> Outcome {
    let room = subject.number(value, &Op::Capacity);
    let check = format_args!("assert!(@capacity(s) >= {least});\n");
    ensure!(
        case,
        room >= Some(least),
        ("{check}"),
        "has a capacity of {room:?}"
    );
    Ok(())
}

/// Checks that the text grows to its capacity without an allocation.
fn fills_up(
    subject: Examined<'_>,
    code: &dyn Fn() -> String,
    what: fmt::Arguments<'_>,
    value: &mut Value,
    text: &str,
) -> Outcome {
    let room = subject.number(value, &Op::Capacity).unwrap_or_default();
    let more = ascii(room - text.len());
    if more.is_empty() || !subject.supports("push_str") {
        return Ok(());
    }
    let code = || {
        let push = "let ((), counts) = count(|| @push_str(s, &more));\n";
        format!("{}let more = ascii({});\n{push}", code(), more.len())
    };
    let longer = [text, &more].concat();
    let op = Op::PushStr(more.clone());
    let (_, counts) = count(|| subject.apply(value, &op));
    let what = format_args!("{what} filled up to its capacity of {room},");
    let case = Case(subject, &code, what);
    ensure!(
        case,
        counts.allocations + counts.reallocations == 0,
        ("assert_eq!(counts.allocations + counts.reallocations, 0);\n"),
        "allocates"
    );
    case.has_text(&**value, &longer)
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
        let made = || format!("let made = catch_unwind(|| _ = @with_capacity({room}));\n");
        let case = Case(subject, &made, format_args!("with_capacity({room})"));
        ensure!(
            case,
            lacks != Ok(false),
            ("assert!(made.is_err());\n"),
            "does not panic"
        );
    }
    Ok(())
}

/// Checks that an operation panics, or that `try_reserve` returns false, and that the text stays.
fn is_refused(subject: Examined<'_>, text: &str, op: &Op) -> Outcome {
    let mut value = subject.of(text);
    let result = caught(|| {
        subject
            .apply(&mut value, op)
            .map(|given| subject.shown(&given))
    });
    let (expected, check) = match op {
        Op::TryReserve(_) => ("returns false", "assert!(matches!(called, Ok(false)));\n"),
        _ => ("panics", "assert!(called.is_err());\n"),
    };
    let is_right = match &result {
        Ok(None) => return Ok(()),
        Ok(Some(shown)) => expected != "panics" && shown == "false",
        Err(_) => expected == "panics",
    };
    let call = op.code(&subject.source, "s");
    let made = || {
        let from = Made::from_str(text).code(subject, "s");
        format!("{from}let called = catch_unwind(AssertUnwindSafe(|| {call}));\n")
    };
    let case = Case(subject, &made, format_args!("{op:?} on {text:?}"));
    ensure!(
        case,
        is_right,
        ("{check}"),
        "gives {result:?}, where it {expected}"
    );
    case.has_text(&*value, text)
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
    let mut ways = ways.iter().filter(|way| subject.supports_op(way));
    let names = ways.clone().map(Op::needs);
    match (is_mutable, ways.next()) {
        (false, Some(way)) => {
            let append = way.statement(&subject.source, "s");
            let made = || format!("let mut s = @from(\"\");\n{append}");
            let what = format_args!("the type is declared immutable, and");
            ensure!(
                Case(subject, &made, what),
                false,
                ("assert_eq!(@text(s), \"\", \"the type is declared immutable\");\n"),
                "appends by {}",
                names.collect::<Vec<_>>().join(", ")
            );
        }
        (true, None) => {
            let case = "the type is declared mutable, and the subject names no method that \
                        appends: name one, such as push_str, in `subject!`, or declare the type \
                        immutable";
            return Err(Stop::Broken(Counterexample::new(case)));
        }
        _ => {}
    }
    Ok(())
}

pub(crate) fn shrinking_keeps_text(subject: Examined<'_>) -> Outcome {
    if !subject.supports("shrink_to_fit") {
        return Err(Stop::Lacks("shrink_to_fit"));
    }
    for text in texts_to(256) {
        for history in subject.histories(text) {
            let (mut value, made) = (history.text, history.made);
            let before = subject.number(&mut value, &Op::Capacity);
            subject.apply(&mut value, &Op::ShrinkToFit);
            let code = || {
                let before = before.map_or("", |_| "let before = @capacity(s);\n");
                made.code(subject, "s") + before + "@shrink_to_fit(s);\n"
            };
            let what = format_args!("{text:?}, {}, after shrink_to_fit", made.way);
            let case = Case(subject, &code, what);
            case.has_text(&*value, text)?;
            if let Some(before) = before {
                let room = subject.number(&mut value, &Op::Capacity);
                let inline = subject.inline_capacity.unwrap_or(0);
                let (least, most) = (text.len(), before.max(inline));
                ensure!(
                    case,
                    room.is_some_and(|room| (least..=most).contains(&room)),
                    ("let most = before.max({inline});\n\
                         assert!(({least}..=most).contains(&@capacity(s)), \"{{}}\", @capacity(s));\n"),
                    "has a capacity of {room:?}, and had {before}"
                );
            }
            let push = Op::PushStr("é".to_owned());
            if subject.apply(&mut value, &push).is_some() {
                let code = || code() + "@push_str(s, \"é\");\n";
                let case = Case(subject, &code, format_args!("{what} and push_str"));
                case.has_text(&*value, &format!("{text}é"))?;
            }
        }
    }
    Ok(())
}
