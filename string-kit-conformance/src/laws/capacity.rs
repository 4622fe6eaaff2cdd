//! Laws about capacity.

use core::fmt;

use crate::allocator::count;
use crate::examined::{Examined, Make};
use crate::histories::Made;
use crate::hostile::caught;
use crate::op::Op;
use crate::slot::Value;
use crate::texts::{ascii, texts_to};
use crate::verdict::{Counterexample, Outcome, Stop, ensure};

/// The numbers of bytes that are reserved one after the other.
const ROOMS: [usize; 4] = [0, 1, 10, 1_000];

/// The code of a case so far. PERF: it is written only for a broken law.
type Code<'a> = &'a dyn Fn() -> String;

pub(crate) fn capacity_is_room(subject: Examined<'_>) -> Outcome {
    if !subject.supports("capacity") {
        return Err(Stop::Lacks("capacity"));
    }
    let reserves = subject.supports("reserve");
    for text in texts_to(256) {
        for history in subject.histories(text) {
            let (mut value, made) = (history.text, history.made);
            let what = format_args!("{text:?}, {}", made.way);
            let code = || made.code(subject, "s");
            has_room(subject, &mut value, text.len(), &code, what)?;
            let mut rooms = Vec::new();
            for more in ROOMS.into_iter().filter(|_| reserves) {
                subject.apply(&mut value, &Op::Reserve(more));
                rooms.push(more);
                let code = || code() + &reserved(&rooms);
                let what = format_args!("{what}, with {more} bytes reserved");
                has_room(subject, &mut value, text.len() + more, &code, what)?;
                subject.has_text(&*value, text, &code, format_args!("{what},"))?;
            }
            fills_up(subject, value, text, &|| code() + &reserved(&rooms), what)?;
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
        has_room(subject, &mut value, wanted, &code, what)?;
        subject.has_text(&*value, "", &code, what)?;
        fills_up(subject, value, "", &code, what)?;
    }
    Ok(())
}

/// Returns the code that reserves memory.
fn reserved(rooms: &[usize]) -> String {
    let calls = rooms.iter().map(|more| format!("@reserve(s, {more});\n"));
    calls.collect()
}

/// Checks that the capacity is at least `least`.
fn has_room(
    subject: Examined<'_>,
    value: &mut Value,
    least: usize,
    code: Code<'_>,
    what: fmt::Arguments<'_>,
) -> Outcome {
    let room = subject.number(value, &Op::Capacity);
    ensure!(
        subject,
        room >= Some(least),
        ("{}assert!(@capacity(s) >= {least});\n", code()),
        "the capacity of {what}, is {room:?}"
    );
    Ok(())
}

/// Checks that the text grows to its capacity without an allocation.
fn fills_up(
    subject: Examined<'_>,
    mut value: Value,
    text: &str,
    code: Code<'_>,
    what: fmt::Arguments<'_>,
) -> Outcome {
    let room = subject
        .number(&mut value, &Op::Capacity)
        .unwrap_or_default();
    let more = ascii(room - text.len());
    if more.is_empty() || !subject.supports("push_str") {
        return Ok(());
    }
    let code = || format!("{}let more = ascii({});\n", code(), more.len());
    let (op, longer) = (Op::PushStr(more.clone()), [text, &more].concat());
    let (_, counts) = count(|| subject.apply(&mut value, &op));
    ensure!(
        subject,
        counts.allocations + counts.reallocations == 0,
        (
            "{}let ((), counts) = count(|| @push_str(s, &more));\n\
             assert_eq!(counts.allocations + counts.reallocations, 0);\n",
            code()
        ),
        "{what}, of capacity {room}, allocates for {} more bytes",
        more.len()
    );
    let code = || code() + "@push_str(s, &more);\n";
    subject.has_text(&*value, &longer, &code, format_args!("{what}, filled up,"))
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
        let made = caught(|| subject.make(Make::WithCapacity(room)).is_none());
        ensure!(
            subject,
            made != Ok(false),
            ("let made = catch_unwind(|| _ = @with_capacity({room}));\nassert!(made.is_err());\n"),
            "with_capacity({room}) does not panic"
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
    let (_, call) = op.code(&subject.source, "s");
    let made = || {
        let from = Made::from_str(text).code(subject, "s");
        format!("{from}let called = catch_unwind(AssertUnwindSafe(|| {call}));\n")
    };
    ensure!(
        subject,
        is_right,
        ("{}", made() + check),
        "{op:?} on {text:?} gives {result:?}, where it {expected}"
    );
    subject.has_text(&*value, text, &made, format_args!("after {op:?} {text:?}"))
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
    let names = ways.clone().map(|way| way.code(&subject.source, "s").0);
    match (is_mutable, ways.next()) {
        (false, Some(way)) => ensure!(
            subject,
            false,
            (
                "let mut s = @from(\"\");\n{}\
                 assert_eq!(@text(s), \"\", \"the type is declared immutable\");\n",
                way.statement(&subject.source, "s")
            ),
            "the type is declared immutable, and appends by {}",
            names.collect::<Vec<_>>().join(", ")
        ),
        (true, None) => {
            let case = "the type is declared mutable, and the subject names no method that \
                        appends: name one, such as push_str, in `subject!`, or declare the type \
                        immutable";
            return Err(Counterexample::new(case).into());
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
            subject.has_text(&*value, text, &code, format_args!("{what},"))?;
            if let Some(before) = before {
                let room = subject
                    .number(&mut value, &Op::Capacity)
                    .unwrap_or_default();
                let inline = subject.inline_capacity.unwrap_or(0);
                ensure!(
                    subject,
                    (text.len()..=before.max(inline)).contains(&room),
                    (
                        "{}let most = before.max({inline});\n\
                         assert!(({}..=most).contains(&@capacity(s)), \"{{}}\", @capacity(s));\n",
                        code(),
                        text.len()
                    ),
                    "{what}, has a capacity of {room}, and had {before}"
                );
            }
            if subject
                .apply(&mut value, &Op::PushStr("é".to_owned()))
                .is_some()
            {
                let code = || code() + "@push_str(s, \"é\");\n";
                let longer = format!("{text}é");
                subject.has_text(
                    &*value,
                    &longer,
                    &code,
                    format_args!("{what} and push_str,"),
                )?;
            }
        }
    }
    Ok(())
}
