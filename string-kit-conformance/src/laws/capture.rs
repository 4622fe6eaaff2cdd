//! Laws about capture.

use core::fmt::{self, Display};

use crate::capture::{Captures, Number};
use crate::case::{Case, ensure};
use crate::code::{literal, protected};
use crate::examined::{Examined, Make};
use crate::hostile::caught;
use crate::slot::Value;
use crate::texts::{ascii, texts, texts_to};
use crate::values::{Chars, Errs, Panics, Pieces, Shields, Swallows, Then};
use crate::verdict::{Outcome, Stop};

fn captures(subject: Examined<'_>) -> Result<&Captures, Stop> {
    let captures = subject.facts.captures.as_ref();
    captures.ok_or(Stop::Lacks("a way to capture"))
}

/// Captures a value in each way that the type supports, and compares the text with `to_string`'s.
/// `made` is its code.
fn is_captured(
    subject: Examined<'_>,
    what: fmt::Arguments<'_>,
    made: fmt::Arguments<'_>,
    value: &dyn Display,
) -> Outcome {
    let code = || format!("let value = {made};\nlet s = @capture(&value);\n");
    let capture = captures(subject)?.other;
    let captured = caught(|| capture(value)).map(Some);
    is_to_string(subject, &Case(subject, &code, what), captured, value)?;
    if !subject.supports("try_capture") {
        return Ok(());
    }
    let expect = "expect(\"it is captured\")";
    let code = || format!("let value = {made};\nlet s = @try_capture(&value).{expect};\n");
    let captured = caught(|| subject.make(Make::TryCapture(value)));
    is_to_string(subject, &Case(subject, &code, what), captured, value)
}

/// Compares a captured text, or its absence or a panic, with `to_string`'s.
fn is_to_string(
    subject: Examined<'_>,
    case: &Case<'_>,
    captured: Result<Option<Value>, String>,
    value: &dyn Display,
) -> Outcome {
    let expected = value.to_string();
    let got = captured.map(|captured| captured.map(|text| subject.lossy(&*text)));
    ensure!(
        case,
        matches!(&got, Ok(Some(got)) if *got == expected),
        ("assert_eq!(@text(s), value.to_string());\n"),
        "is captured as {got:?}, not {expected:?}"
    );
    Ok(())
}

/// Checks the capture of a number, whose type the capture knows, and of the same number as a
/// `dyn Display`.
fn number(subject: Examined<'_>, captured: Value, ty: &str, value: &dyn Number) -> Outcome {
    let shown = format!("{value:?}");
    let made = match shown.as_str() {
        "NaN" => format!("{ty}::NAN"),
        "inf" => format!("{ty}::INFINITY"),
        "-inf" => format!("{ty}::NEG_INFINITY"),
        _ if matches!(ty, "bool" | "char") => shown.clone(),
        _ => format!("{shown}_{ty}"),
    };
    let made = protected(&made);
    let code = || format!("let value = {made};\nlet s = @capture(&value);\n");
    let case = Case(subject, &code, format_args!("{shown}_{ty}"));
    is_to_string(subject, &case, Ok(Some(captured)), value)?;
    let what = format_args!("&dyn Display of {shown}");
    is_captured(
        subject,
        what,
        format_args!("(&{made}) as &dyn Display"),
        value,
    )
}

pub(crate) fn capture_is_to_string(subject: Examined<'_>) -> Outcome {
    let captures = captures(subject)?;
    (captures.numbers)(&mut |ty, value, captured| number(subject, captured, ty, value))?;
    for text in texts() {
        let (owned, borrowed) = ((captures.string)(text), (captures.str)(&text.as_str()));
        for (made, captured) in [("String::from", owned), ("", borrowed)] {
            let value = || {
                format!(
                    "let value = {made}({});\nlet s = @capture(&value);\n",
                    literal(text)
                )
            };
            let case = Case(subject, &value, format_args!("{text:?}"));
            is_to_string(subject, &case, Ok(Some(captured)), text)?;
        }
        let what = format_args!("&dyn Display of {text:?}");
        is_captured(
            subject,
            what,
            format_args!("&{} as &dyn Display", literal(text)),
            text,
        )?;
    }
    Ok(())
}

pub(crate) fn capture_reports_errors(subject: Examined<'_>) -> Outcome {
    let captures = captures(subject)?;
    for text in texts_to(256) {
        let broken = Then(text, &Errs("half"));
        let calls = [
            (
                "capture",
                caught(|| (captures.other)(&broken)).ok(),
                "let captured = catch_unwind(AssertUnwindSafe(|| _ = @capture(&value)));\n\
                 assert!(captured.is_err());\n",
            ),
            (
                "try_capture",
                subject.make(Make::TryCapture(&broken)),
                "assert!(@try_capture(&value).is_none());\n",
            ),
        ];
        let made = || format!("let value = Then({}, &Errs(\"half\"));\n", literal(text));
        let what = format_args!("a Display that writes \"{text}half\" and returns an error");
        for (name, got, check) in calls {
            let got = got.map(|value| subject.lossy(&*value));
            let case = Case(subject, &made, what);
            ensure!(case, got.is_none(), ("{check}"), "is {got:?} by {name}");
        }
    }
    Ok(())
}

pub(crate) fn capture_survives_panics(subject: Examined<'_>) -> Outcome {
    let captures = captures(subject)?;
    for text in texts_to(256) {
        let panics = Then(text, &Panics("half"));
        let mut calls = vec![("capture", caught(|| drop((captures.other)(&panics))))];
        if subject.supports("try_capture") {
            let tried = caught(|| drop(subject.make(Make::TryCapture(&panics))));
            calls.push(("try_capture", tried));
        }
        let made = || format!("let value = Then({}, &Panics(\"half\"));\n", literal(text));
        let what = format_args!("a Display that writes \"{text}half\" and panics");
        for (name, result) in calls {
            ensure!(
                Case(subject, &made, what),
                result == Err("a Display panicked".to_owned()),
                ("let passed = catch_unwind(AssertUnwindSafe(|| _ = @{name}(&value)));\n\
                     let message = passed.expect_err(\"it panics\");\n\
                     assert_eq!(message.downcast_ref(), Some(&\"a Display panicked\"));\n"),
                "has the panic {result:?} in {name}"
            );
        }
        let shown = literal(text);
        let after = format_args!(
            "{{\n    let value = Then({shown}, &Panics(\"half\"));\n    \
             _ = catch_unwind(AssertUnwindSafe(|| _ = @capture(&value)));\n    {shown}\n}}"
        );
        is_captured(
            subject,
            format_args!("{text:?}, after a panic,"),
            after,
            &text,
        )?;
    }
    Ok(())
}

/// A value that captures itself at a lower depth and writes the result.
#[derive(Clone, Copy)]
struct Reenters<'a> {
    subject: Examined<'a>,
    capture: fn(&dyn Display) -> Value,
    depth: usize,
}

impl Display for Reenters<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(depth) = self.depth.checked_sub(1) else {
            return f.write_str("core");
        };
        write!(f, "{}[", self.depth)?;
        let inner = (self.capture)(&Self { depth, ..*self });
        f.write_str(&self.subject.lossy(&*inner))?;
        write!(f, "]{}", self.depth)
    }
}

pub(crate) fn capture_reenters(subject: Examined<'_>) -> Outcome {
    let capture = captures(subject)?.other;
    let mut expected = "core".to_owned();
    for depth in 0..12 {
        if depth > 0 {
            expected = format!("{depth}[{expected}]{depth}");
        }
        let value = Reenters {
            subject,
            capture,
            depth,
        };
        let got = caught(|| subject.lossy(&*capture(&value)));
        let made = || {
            "struct Reenters(usize);\nimpl Display for Reenters {\n    \
             fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {\n        \
             let Some(depth) = self.0.checked_sub(1) else {\n            \
             return f.write_str(\"core\");\n        };\n        \
             let inner = @capture(&Reenters(depth));\n        \
             write!(f, \"{}[{}]{}\", self.0, @text(inner), self.0)\n    }\n}\n"
                .to_owned()
        };
        let what = format_args!("a Display that captures while it is captured, {depth} deep,");
        ensure!(
            Case(subject, &made, what),
            got.as_ref() == Ok(&expected),
            ("let s = @capture(&Reenters({depth}));\nassert_eq!(@text(s), {expected:?});\n"),
            "is captured as {got:?}, not {expected:?}"
        );
    }
    Ok(())
}

pub(crate) fn capture_takes_any_pieces(subject: Examined<'_>) -> Outcome {
    let huge = ascii(20_000);
    let pieces = |piece, times| Pieces { piece, times };
    let values: [(&str, &dyn Display); 6] = [
        (r#"Pieces { piece: "", times: 0 }"#, &pieces("", 0)),
        (
            r#"Pieces { piece: "", times: 10_000 }"#,
            &pieces("", 10_000),
        ),
        (
            r#"Pieces { piece: "é", times: 9_000 }"#,
            &pieces("é", 9_000),
        ),
        (
            "Pieces { piece: ascii(20_000), times: 1 }",
            &pieces(&huge, 1),
        ),
        ("Swallows(1_000)", &Swallows(1_000)),
        (r#"Shields(Errs("half"))"#, &Shields(Errs("half"))),
    ];
    for (code, value) in values {
        is_captured(
            subject,
            format_args!("{code}"),
            format_args!("{code}"),
            value,
        )?;
    }
    for text in texts() {
        let shown = literal(text);
        let what = format_args!("{text:?}, character by character,");
        is_captured(subject, what, format_args!("Chars({shown})"), &Chars(text))?;
        let code = format_args!("std::fmt::from_fn(|f| write!(f, \"{{:^70}}\", {shown}))");
        let (what, value) = (
            format_args!("{text:?}, padded,"),
            format_args!("{text:^70}"),
        );
        is_captured(subject, what, code, &value)?;
    }
    Ok(())
}
