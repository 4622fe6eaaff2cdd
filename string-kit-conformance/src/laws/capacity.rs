//! Laws about capacity.

use crate::Subject;
use crate::allocator::count;
use crate::code::literal;
use crate::hostile::caught;
use crate::subject::Names;
use crate::texts::{ascii, texts_to};
use crate::verdict::{Counterexample, Outcome, Stop, ensure};

/// The numbers of bytes that are reserved one after the other.
const ROOMS: [usize; 4] = [0, 1, 10, 1_000];

pub(crate) fn capacity_is_room<S>(subject: &Subject<S>) -> Outcome {
    let methods = &subject.methods;
    let capacity = methods.capacity.ok_or(Stop::Lacks("capacity"))?;
    for text in texts_to(256) {
        for history in subject.histories(text) {
            let (mut value, way) = (history.text, history.made.way);
            let room = capacity(&value);
            let made = history.made;
            // PERF: code is written only for a broken law.
            let code = |then: String| {
                let made = made.code(&subject.source, "s");
                subject.code(format!("{made}{then}"))
            };
            ensure!(
                room >= text.len(),
                code(format!("assert!(@capacity(s) >= {});\n", text.len())),
                "the capacity of {text:?}, {way}, is {room}"
            );
            let mut reserved = 0;
            let code = |reserved: usize, then: String| {
                let calls = ROOMS[..reserved].iter();
                let calls: String = calls
                    .map(|more| format!("@reserve(s, {more});\n"))
                    .collect();
                code(calls + &then)
            };
            for more in ROOMS {
                let Some(reserve) = methods.reserve else {
                    break;
                };
                reserve(&mut value, more);
                let room = capacity(&value);
                reserved += 1;
                ensure!(
                    room >= text.len() + more,
                    code(
                        reserved,
                        format!("assert!(@capacity(s) >= {});\n", text.len() + more)
                    ),
                    "the capacity of {text:?}, {way}, with {more} bytes reserved, is {room}"
                );
                unchanged(subject, &value, text, "reserve", &|then| {
                    code(reserved, then)
                })?;
            }
            let room = capacity(&value);
            fills_up(subject, &mut value, text, room, way, &|then| {
                code(reserved, then)
            })?;
        }
    }
    if let Some(with_capacity) = methods.with_capacity {
        for wanted in [
            0, 1, 15, 16, 22, 23, 24, 25, 31, 32, 127, 128, 255, 256, 5_000,
        ] {
            let mut value = with_capacity(wanted);
            let room = capacity(&value);
            let code = |then: String| {
                subject.code(format!("let mut s = @with_capacity({wanted});\n{then}"))
            };
            ensure!(
                room >= wanted,
                code(format!("assert!(@capacity(s) >= {wanted});\n")),
                "the capacity after with_capacity({wanted}) is {room}"
            );
            unchanged(subject, &value, "", "with_capacity", &code)?;
            fills_up(subject, &mut value, "", room, "with_capacity", &code)?;
        }
    }
    Ok(())
}

/// Checks that the text grows to its capacity without an allocation.
fn fills_up<S>(
    subject: &Subject<S>,
    value: &mut S,
    text: &str,
    room: usize,
    way: &str,
    code: &dyn Fn(String) -> String,
) -> Outcome {
    let Some(push_str) = subject.methods.push_str else {
        return Ok(());
    };
    let more = ascii(room - text.len());
    if more.is_empty() {
        return Ok(());
    }
    let ((), counts) = count(|| push_str(value, &more));
    let push = || format!("let more = ascii({});\n", more.len());
    ensure!(
        counts.allocations + counts.reallocations == 0,
        code(
            push()
                + "let ((), counts) = count(|| @push_str(s, &more));\n\
                   assert_eq!(counts.allocations + counts.reallocations, 0);\n"
        ),
        "{text:?}, {way}, of capacity {room}, allocates for {} more bytes",
        more.len()
    );
    unchanged(
        subject,
        value,
        &format!("{text}{more}"),
        "push_str",
        &|then| code(format!("{}@push_str(s, &more);\n{then}", push())),
    )
}

/// Checks the text of a value. `code` adds a check to the code that made the value.
fn unchanged<S>(
    subject: &Subject<S>,
    value: &S,
    text: &str,
    after: &str,
    code: &dyn Fn(String) -> String,
) -> Outcome {
    is_text(subject.bytes(value), text, after, code)
}

/// The part of [`unchanged`] that is compiled once.
fn is_text(got: &[u8], text: &str, after: &str, code: &dyn Fn(String) -> String) -> Outcome {
    let got = String::from_utf8_lossy(got);
    ensure!(
        got == text,
        code(format!("assert_eq!(@text(s), {});\n", literal(text))),
        "{text:?} is {got:?} after {after}"
    );
    Ok(())
}

/// Returns the code that makes `s`, and then catches a panic of `call`.
fn code_of_caught<S>(subject: &Subject<S>, text: &str, call: &str, then: &str) -> String {
    subject.code(format!(
        "let mut s = @from({});\n\
         let called = catch_unwind(AssertUnwindSafe(|| {call}));\n{then}",
        literal(text)
    ))
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
                let call = format!("@reserve(s, {more})");
                let code = |then: String| code_of_caught(subject, text, &call, &then);
                let then = "assert!(called.is_err());\n".to_owned();
                ensure!(
                    refused,
                    code(then),
                    "reserve({more}) of {text:?} does not panic"
                );
                unchanged(subject, &value, text, "a reserve that panicked", &code)?;
            }
            if let Some(try_reserve) = try_reserve {
                let granted = caught(|| try_reserve(&mut value, more));
                let call = format!("@try_reserve(s, {more})");
                let code = |then: String| code_of_caught(subject, text, &call, &then);
                let then = || "assert!(matches!(called, Ok(false)));\n".to_owned();
                ensure!(
                    granted.is_ok(),
                    code(then()),
                    "try_reserve({more}) of {text:?} panics"
                );
                let granted = granted == Ok(true);
                ensure!(
                    !granted,
                    code(then()),
                    "try_reserve({more}) of {text:?} succeeds"
                );
                unchanged(subject, &value, text, "a try_reserve that failed", &code)?;
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
                let call = format!("_ = @repeat(s, {times})");
                ensure!(
                    refused,
                    code_of_caught(subject, text, &call, "assert!(called.is_err());\n"),
                    "repeat({times}) of {text:?} does not panic"
                );
            }
        }
    }
    for room in lengths {
        let Some(with_capacity) = with_capacity else {
            break;
        };
        let refused = caught(|| with_capacity(room)).is_err();
        let call = format!("_ = @with_capacity({room})");
        ensure!(
            refused,
            code_of_caught(subject, "", &call, "assert!(called.is_err());\n"),
            "with_capacity({room}) does not panic"
        );
    }
    Ok(())
}

/// Returns the methods that the subject names and the traits of the type that append text in place.
fn ways_to_append(names: &Names) -> Vec<&'static str> {
    let methods = ["push", "push_str", "try_push_str", "insert", "insert_str"];
    let traits = [
        "fmt::Write",
        "Extend<char>",
        "Extend<&'static str>",
        "Extend<String>",
        "AddAssign<&'static str>",
    ];
    let methods = methods.into_iter().filter(|name| names.has(name));
    let traits = traits.into_iter().filter(|name| names.implements(name));
    methods.chain(traits).collect()
}

/// Returns the code that appends by a method or a trait.
fn code_of_append<S>(subject: &Subject<S>, way: &str) -> String {
    let append = match way {
        "push" => "@push(s, 'x')",
        "push_str" => "@push_str(s, \"x\")",
        "try_push_str" => "@try_push_str(s, \"x\")",
        "insert" => "@insert(s, 0, 'x')",
        "insert_str" => "@insert_str(s, 0, \"x\")",
        "fmt::Write" => "write!(s, \"x\")",
        "Extend<char>" => "s.extend(['x'])",
        "Extend<&'static str>" => "s.extend([\"x\"])",
        "Extend<String>" => "s.extend([String::from(\"x\")])",
        _ => "s += \"x\"",
    };
    subject.code(format!(
        "let mut s = @from(\"\");\n_ = {append};\n\
         assert_eq!(@text(s), \"\", \"the type is declared immutable\");\n"
    ))
}

pub(crate) fn mutable_appends<S>(subject: &Subject<S>) -> Outcome {
    let declared = subject
        .mutable
        .ok_or(Stop::Lacks("a declaration by Subject::mutable"))?;
    let ways = ways_to_append(&subject.names());
    match (declared, ways.first()) {
        (false, Some(first)) => ensure!(
            false,
            code_of_append(subject, first),
            "the type is declared immutable, and appends by {}",
            ways.join(", ")
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

pub(crate) fn shrinking_keeps_text<S>(subject: &Subject<S>) -> Outcome {
    let shrink = subject
        .methods
        .shrink_to_fit
        .ok_or(Stop::Lacks("shrink_to_fit"))?;
    for text in texts_to(256) {
        for history in subject.histories(text) {
            let (mut value, way) = (history.text, history.made.way);
            let before = subject.methods.capacity.map(|capacity| capacity(&value));
            shrink(&mut value);
            let code = |then: String| {
                let before = match subject.methods.capacity {
                    Some(_) => "let before = @capacity(s);\n",
                    None => "",
                };
                subject.code_of(history.made, &format!("{before}@shrink_to_fit(s);\n{then}"))
            };
            unchanged(subject, &value, text, "shrink_to_fit", &code)?;
            if let (Some(capacity), Some(before)) = (subject.methods.capacity, before) {
                let room = capacity(&value);
                let most = before.max(subject.inline_capacity.unwrap_or(0));
                ensure!(
                    (text.len()..=most).contains(&room),
                    code(format!(
                        "let most = before.max({});\n\
                         assert!(({}..=most).contains(&@capacity(s)), \"{{}}\", @capacity(s));\n",
                        subject.inline_capacity.unwrap_or(0),
                        text.len()
                    )),
                    "{text:?}, {way}, of capacity {before}, has {room} after shrink_to_fit"
                );
            }
            if let Some(push_str) = subject.methods.push_str {
                push_str(&mut value, "é");
                unchanged(
                    subject,
                    &value,
                    &format!("{text}é"),
                    "shrink_to_fit",
                    &|then| code(format!("@push_str(s, \"é\");\n{then}")),
                )?;
            }
        }
    }
    Ok(())
}
