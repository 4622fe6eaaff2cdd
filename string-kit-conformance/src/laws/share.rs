//! Laws about clones.

use crate::Subject;
use crate::allocator::count;
use crate::code::literal;
use crate::texts::{ascii, texts, texts_to};
use crate::verdict::{Outcome, Stop, ensure};

/// A method that changes a text: its name, and the call in code.
#[derive(Clone, Copy)]
pub(super) struct Change<'a> {
    name: &'a str,
    pub(super) code: &'a str,
}

/// A function that takes a method, as it is printed and as a closure.
type Visit<'a, S> = dyn FnMut(Change<'_>, &(dyn Fn(&mut S) + Sync)) -> Outcome + 'a;

/// Calls `visit` with each method that changes a text.
pub(super) fn each_change<S>(subject: &Subject<S>, visit: &mut Visit<'_, S>) -> Outcome {
    let (methods, probed) = (&subject.methods, &subject.probed);
    macro_rules! changes {
        ($($from:ident.$name:ident, $code:literal, |$text:ident| $change:expr;)*) => {$(
            if let Some($name) = $from.$name {
                let change = Change { name: stringify!($name), code: $code };
                visit(change, &|$text: &mut S| { let _ = $change; })?;
            }
        )*};
    }
    changes! {
        methods.push, "@push(s, 'é')", |text| push(text, 'é');
        methods.push_str, r#"@push_str(s, "é€")"#, |text| push_str(text, "é€");
        methods.try_push_str, r#"@try_push_str(s, "é€")"#, |text| try_push_str(text, "é€");
        methods.pop, "@pop(s)", |text| pop(text);
        methods.truncate, "@truncate(s, 0)", |text| truncate(text, 0);
        methods.clear, "@clear(s)", |text| clear(text);
        methods.insert, "@insert(s, 0, 'é')", |text| insert(text, 0, 'é');
        methods.insert_str, r#"@insert_str(s, 0, "é€")"#, |text| insert_str(text, 0, "é€");
        methods.retain, "@retain(s, &mut |_| false)", |text| retain(text, &mut |_| false);
        methods.as_mut_str, "@as_mut_str(s).make_ascii_uppercase()", |text| as_mut_str(text).make_ascii_uppercase();
        methods.reserve, "@reserve(s, 100)", |text| reserve(text, 100);
        methods.shrink_to_fit, "@shrink_to_fit(s)", |text| shrink_to_fit(text);
        methods.split_off, "drop(@split_off(s, 0))", |text| split_off(text, 0);
        probed.write, r#"write!(s, "1").unwrap()"#, |text| write(text, format_args!("{}", 1));
        probed.add_assign, r#"s += "é€""#, |text| add_assign(text, "é€");
        probed.extend_chars, r#"s.extend("é€".chars())"#, |text| extend_chars(text, Box::new("é€".chars()));
    }
    Ok(())
}

pub(crate) fn clones_are_independent<S>(subject: &Subject<S>) -> Outcome {
    let clone = subject.probed.clone.ok_or(Stop::Lacks("Clone"))?;
    for text in texts() {
        for history in subject.histories(text) {
            let copy = clone(&history.text);
            let got = String::from_utf8_lossy(subject.bytes(&copy));
            ensure!(
                got == *text,
                subject.code_of(
                    history.made,
                    &format!(
                        "let copy = s.clone();\nassert_eq!(@text(copy), {});\n",
                        literal(text)
                    )
                ),
                "a clone of {text:?}, {}, is {got:?}",
                history.made.way
            );
        }
    }
    for text in texts().iter().step_by(20) {
        each_change(subject, &mut |Change { name, code }, change| {
            for history in subject.histories(text) {
                let (mut first, way) = (history.text, history.made.way);
                let repeats = |then: &str| {
                    let text = literal(text);
                    let check = format!("assert_eq!(@text(other), {text});\n");
                    subject.code_of(history.made, &(then.replace("CHANGE", code) + &check))
                };
                let mut second = clone(&first);
                change(&mut second);
                let got = String::from_utf8_lossy(subject.bytes(&first)).into_owned();
                ensure!(
                    got == *text,
                    repeats("let other = s;\nlet mut s = other.clone();\n_ = CHANGE;\n"),
                    "{text:?}, {way}, is {got:?} after {name} on its clone"
                );
                let second = clone(&first);
                change(&mut first);
                let got = String::from_utf8_lossy(subject.bytes(&second));
                ensure!(
                    got == *text,
                    repeats("let other = s.clone();\n_ = CHANGE;\n"),
                    "a clone of {text:?}, {way}, is {got:?} after {name} on the original"
                );
            }
            Ok(())
        })?;
    }
    Ok(())
}

pub(crate) fn clones_share<S>(subject: &Subject<S>) -> Outcome {
    let shares = subject
        .shares
        .ok_or(Stop::Lacks("a declaration by Subject::shares"))?;
    let clone = subject.probed.clone.ok_or(Stop::Lacks("Clone"))?;
    for text in texts().iter().filter(|text| text.len() > 127) {
        for history in subject.histories(text) {
            let (copy, counts) = count(|| clone(&history.text));
            let same = subject.bytes(&copy).as_ptr() == subject.bytes(&history.text).as_ptr();
            let way = history.made.way;
            let code = |check: &str| {
                subject.code_of(
                    history.made,
                    &format!("let (copy, counts) = count(|| s.clone());\n{check}"),
                )
            };
            let is_same = "@text(copy).as_ptr() == @text(s).as_ptr()";
            if shares {
                ensure!(
                    same,
                    code(&format!("assert!({is_same});\n")),
                    "a clone of {} bytes, {way}, is a copy",
                    text.len()
                );
                ensure!(
                    counts.allocations == 0,
                    code("assert_eq!(counts.allocations, 0);\n"),
                    "a clone of {} bytes, {way}, takes {} allocations",
                    text.len(),
                    counts.allocations
                );
            } else {
                // A type that copies may still share a static text.
                ensure!(
                    !same || way != "from a &str",
                    code(&format!("assert!(!({is_same}));\n")),
                    "a clone of {} bytes shares them",
                    text.len()
                );
            }
        }
    }
    Ok(())
}

pub(crate) fn last_clone_frees<S>(subject: &Subject<S>) -> Outcome {
    let clone = subject.probed.clone.ok_or(Stop::Lacks("Clone"))?;
    let orders = [[0, 0, 0, 0], [3, 2, 1, 0], [1, 2, 0, 0], [2, 0, 1, 0]];
    for text in texts_to(256) {
        for order in orders {
            let code = || {
                subject.code(format!(
                    "let ((), counts) = count(|| {{\n    let first = @from({text});\n    \
                     let mut clones: Vec<S> = (0..3).map(|_| first.clone()).collect();\n    \
                     clones.push(first);\n    for at in {order:?} {{\n        \
                     drop(clones.swap_remove(at));\n        for at in 0..clones.len() {{\n            \
                     let left = @text(clones[at]);\n            \
                     assert_eq!(left, {text});\n        }}\n    }}\n}});\n\
                     assert_eq!(counts.live_bytes, 0);\n",
                    text = literal(text)
                ))
            };
            let (result, counts) = count(|| -> Outcome {
                let first = subject.of(text);
                let mut clones: Vec<S> = (0..3).map(|_| clone(&first)).collect();
                clones.push(first);
                for at in order {
                    drop(clones.swap_remove(at));
                    for left in &clones {
                        let got = String::from_utf8_lossy(subject.bytes(left));
                        ensure!(
                            got == text,
                            code(),
                            "one of {} clones of {text:?} is {got:?} after the others were dropped",
                            clones.len()
                        );
                    }
                }
                Ok(())
            });
            result?;
            ensure!(
                counts.live_bytes == 0,
                code(),
                "4 clones of {text:?}, dropped in the order {order:?}, leave {} bytes",
                counts.live_bytes
            );
        }
    }
    // 10,000 clones at once: the reference count must be wider than a byte.
    let text = ascii(100);
    let (right, counts) = count(|| {
        let first = subject.of(&text);
        let clones: Vec<S> = (0..10_000).map(|_| clone(&first)).collect();
        drop(first);
        clones
            .iter()
            .all(|left| subject.bytes(left) == text.as_bytes())
    });
    let code = || {
        subject.code(
            "let text = ascii(100);\nlet ((), counts) = count(|| {\n    \
             let first = @from(text.as_str());\n    \
             let clones: Vec<S> = (0..10_000).map(|_| first.clone()).collect();\n    \
             drop(first);\n    \
             (0..10_000).for_each(|at| assert_eq!(@text(clones[at]), text));\n});\n\
             assert_eq!(counts.live_bytes, 0);\n",
        )
    };
    ensure!(right, code(), "one of 10,000 clones has another text");
    ensure!(
        counts.live_bytes == 0,
        code(),
        "10,000 clones leave {} bytes",
        counts.live_bytes
    );
    Ok(())
}

pub(crate) fn option_is_free<S>(subject: &Subject<S>) -> Outcome {
    let (own, optional) = (size_of::<S>(), size_of::<Option<S>>());
    ensure!(
        own == optional,
        subject.code("assert_eq!(size_of::<Option<S>>(), size_of::<S>());\n"),
        "Option takes {optional} bytes, the type {own}"
    );
    Ok(())
}
