//! Laws about capture.

use core::fmt::{self, Debug, Display};

use crate::Subject;
use crate::capture::Captures;
use crate::code::{literal, protected};
use crate::hostile::{Panic, caught};
use crate::texts::{ascii, texts, texts_to};
use crate::values::{Chars, Errs, Panics, Pieces, Shields, Swallows, Then};
use crate::verdict::{Counterexample, Outcome, Stop, ensure};

fn captures<S>(subject: &Subject<S>) -> Result<&Captures<S>, Stop> {
    subject
        .captures
        .as_ref()
        .ok_or(Stop::Lacks("a way to capture"))
}

/// A value to capture: its description, and the code that makes it.
struct Case<'a> {
    what: &'a dyn Display,
    code: &'a dyn Display,
    value: &'a dyn Display,
}

/// Captures a value in each way that the type supports, and compares the text with `to_string`'s.
fn whole<S>(subject: &Subject<S>, value: &Case<'_>) -> Outcome {
    let capture = captures(subject)?.other;
    let captured = match caught(|| capture(value.value)) {
        Ok(captured) => captured,
        Err(panic) => return Err(panics(value, &panic, &|body| subject.code(body)).into()),
    };
    is_to_string(subject.bytes(&captured), value, &|body| subject.code(body))?;
    let Some(try_capture) = subject.methods.try_capture else {
        return Ok(());
    };
    let tried = try_capture(value.value);
    let bytes = tried.as_ref().map(|captured| subject.bytes(captured));
    is_tried(bytes, value, &|body| subject.code(body))
}

/// Returns the counterexample of a capture that panics.
fn panics(value: &Case<'_>, panic: &Panic, code: &dyn Fn(String) -> String) -> Counterexample {
    let Case {
        what, code: made, ..
    } = value;
    let code = code(format!("let value = {made};\n_ = @capture(&value);\n"));
    Counterexample::new(format!("the capture of {what} panics ({panic})")).repeated_by(code)
}

/// Compares captured bytes with the text of `to_string`.
fn is_to_string(got: &[u8], value: &Case<'_>, code: &dyn Fn(String) -> String) -> Outcome {
    let Case {
        what,
        code: made,
        value,
    } = value;
    let (got, expected) = (String::from_utf8_lossy(got), value.to_string());
    ensure!(
        got == expected,
        code(format!(
            "let value = {made};\nlet s = @capture(&value);\n\
             assert_eq!(@text(s), value.to_string());\n"
        )),
        "{what} is captured as {got:?}, not {expected:?}"
    );
    Ok(())
}

/// Compares the bytes of `try_capture` with the text of `to_string`.
fn is_tried(got: Option<&[u8]>, value: &Case<'_>, code: &dyn Fn(String) -> String) -> Outcome {
    let Case {
        what,
        code: made,
        value,
    } = value;
    let expected = value.to_string();
    let code = || {
        code(format!(
            "let value = {made};\nlet s = @try_capture(&value).expect(\"it is captured\");\n\
             assert_eq!(@text(s), value.to_string());\n"
        ))
    };
    let Some(got) = got else {
        ensure!(
            false,
            code(),
            "try_capture of {what} fails without a reason"
        );
        return Ok(());
    };
    let got = String::from_utf8_lossy(got);
    ensure!(
        got == expected,
        code(),
        "{what} is captured as {got:?}, not {expected:?}"
    );
    Ok(())
}

/// Checks the capture of a number, whose type the capture sees, and of the same number as a
/// `dyn Display`.
fn typed<S, V: Display + Debug>(
    subject: &Subject<S>,
    ty: &str,
    value: &V,
    capture: fn(&V) -> S,
) -> Outcome {
    let captured = capture(value);
    numbered(subject, subject.bytes(&captured), ty, value, value)
}

/// The part of [`typed`] that is compiled once for each type of text.
fn numbered<S>(
    subject: &Subject<S>,
    got: &[u8],
    ty: &str,
    value: &dyn Display,
    shown: &dyn Debug,
) -> Outcome {
    let shown = format!("{shown:?}");
    let named = ["NaN", "inf", "-inf"]
        .iter()
        .position(|name| *name == shown);
    let made = match named {
        Some(at) => format!("{ty}::{}", ["NAN", "INFINITY", "NEG_INFINITY"][at]),
        None if matches!(ty, "bool" | "char") => shown.clone(),
        None => format!("{shown}_{ty}"),
    };
    let made = protected(&made);
    let typed = Case {
        what: &format_args!("{shown}_{ty}"),
        code: &made,
        value,
    };
    is_to_string(got, &typed, &|body| subject.code(body))?;
    let untyped = Case {
        what: &format_args!("&dyn Display of {shown}"),
        code: &format_args!("(&{made}) as &dyn Display"),
        value,
    };
    whole(subject, &untyped)
}

pub(crate) fn capture_is_to_string<S>(subject: &Subject<S>) -> Outcome {
    let captures = captures(subject)?;
    macro_rules! same {
        ($($ty:ident: [$($value:expr),* $(,)?];)*) => {$(
            for value in [$($value),*] {
                typed(subject, stringify!($ty), &value, captures.$ty)?;
            }
        )*};
    }
    same! {
        i8: [0, -1, i8::MIN, i8::MAX];
        i16: [0, -10, i16::MIN, i16::MAX];
        i32: [0, 99, -100, i32::MIN, i32::MAX];
        i64: [0, 9_999, i64::MIN, i64::MAX];
        i128: [0, -1, i128::MIN, i128::MAX];
        isize: [0, isize::MIN, isize::MAX];
        u8: [0, 10, 255];
        u16: [0, 100, u16::MAX];
        u32: [0, 1_000, u32::MAX];
        u64: [0, 10_000, u64::MAX];
        u128: [0, u128::MAX];
        usize: [0, usize::MAX];
        f64: [
            1.0, 0.0, -0.0, 0.1, 1.5, -100.0, 1e15, 1e16, 1e21, 1e-7, 5e-324, f64::MAX,
            f64::MIN_POSITIVE, f64::NAN, f64::INFINITY, f64::NEG_INFINITY,
        ];
        f32: [
            1.0, 0.0, -0.0, 0.1, 16_777_216.0, 1e16, 1e-45, f32::MAX, f32::NAN, f32::INFINITY,
            f32::NEG_INFINITY,
        ];
        bool: [true, false];
        char: ['\0', 'a', 'é', '€', '\u{10ffff}'];
    }
    for text in texts() {
        let shown = literal(text);
        let owned = (captures.string)(text);
        let value = Case {
            what: &shown,
            code: &format_args!("String::from({shown})"),
            value: text,
        };
        is_to_string(subject.bytes(&owned), &value, &|body| subject.code(body))?;
        let borrowed = (captures.str)(&text.as_str());
        let value = Case {
            what: &shown,
            code: &shown,
            value: text,
        };
        is_to_string(subject.bytes(&borrowed), &value, &|body| subject.code(body))?;
        let value = Case {
            what: &format_args!("&dyn Display of {text:?}"),
            code: &format_args!("&{shown} as &dyn Display"),
            value: text,
        };
        whole(subject, &value)?;
    }
    Ok(())
}

pub(crate) fn capture_reports_errors<S>(subject: &Subject<S>) -> Outcome {
    let captures = captures(subject)?;
    for text in texts_to(256) {
        let broken = Then(text, &Errs("half"));
        if let Ok(value) = caught(|| (captures.other)(&broken)) {
            let got = String::from_utf8_lossy(subject.bytes(&value)).into_owned();
            ensure!(
                false,
                subject.code(format!(
                    "let value = Then({}, &Errs(\"half\"));\n\
                     let captured = catch_unwind(AssertUnwindSafe(|| _ = @capture(&value)));\n\
                     assert!(captured.is_err());\n",
                    literal(text)
                )),
                "a Display that writes \"{text}half\" and returns an error is captured as {got:?}"
            );
        }
        if let Some(value) = subject
            .methods
            .try_capture
            .and_then(|capture| capture(&broken))
        {
            let got = String::from_utf8_lossy(subject.bytes(&value)).into_owned();
            ensure!(
                false,
                subject.code(format!(
                    "let value = Then({}, &Errs(\"half\"));\n\
                     assert!(@try_capture(&value).is_none());\n",
                    literal(text)
                )),
                "try_capture of a Display that writes \"{text}half\" and returns an error returns \
                 {got:?}"
            );
        }
    }
    Ok(())
}

/// Returns true if the panic is that of the `Display`.
fn is_passed_on(panic: Option<&Panic>) -> bool {
    panic.is_some_and(|panic| panic.message == "a Display panicked")
}

fn shown(panic: Option<&Panic>) -> String {
    panic.map_or_else(|| "none".to_owned(), ToString::to_string)
}

pub(crate) fn capture_survives_panics<S>(subject: &Subject<S>) -> Outcome {
    let captures = captures(subject)?;
    for text in texts_to(256) {
        let panics = Then(text, &Panics("half"));
        let code = |call: &str| {
            subject.code(format!(
                "let value = Then({}, &Panics(\"half\"));\n\
                 let passed = catch_unwind(AssertUnwindSafe(|| _ = {call}));\n\
                 let message = passed.expect_err(\"it panics\");\n\
                 assert_eq!(message.downcast_ref(), Some(&\"a Display panicked\"));\n",
                literal(text)
            ))
        };
        let passed = caught(|| (captures.other)(&panics)).err();
        ensure!(
            is_passed_on(passed.as_ref()),
            code("@capture(&value)"),
            "a Display that writes \"{text}half\" and panics: the capture's panic is {}",
            shown(passed.as_ref())
        );
        if let Some(capture) = subject.methods.try_capture {
            let passed = caught(|| capture(&panics)).err();
            ensure!(
                is_passed_on(passed.as_ref()),
                code("@try_capture(&value)"),
                "a Display that writes \"{text}half\" and panics: try_capture's panic is {}",
                shown(passed.as_ref())
            );
        }
        let after = format!(
            "{{\n    let value = Then({shown}, &Panics(\"half\"));\n    \
             _ = catch_unwind(AssertUnwindSafe(|| _ = @capture(&value)));\n    {shown}\n}}",
            shown = literal(text)
        );
        let value = Case {
            what: &format_args!("{text:?}, after a panic,"),
            code: &after,
            value: &text,
        };
        whole(subject, &value)?;
    }
    Ok(())
}

/// A value that captures itself at a lower depth and writes the result.
struct Reenters<'a, S> {
    subject: &'a Subject<S>,
    capture: fn(&dyn Display) -> S,
    depth: usize,
}

impl<S> Display for Reenters<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(depth) = self.depth.checked_sub(1) else {
            return f.write_str("core");
        };
        write!(f, "{}[", self.depth)?;
        let inner = (self.capture)(&Self { depth, ..*self });
        f.write_str((self.subject.as_str)(&inner))?;
        write!(f, "]{}", self.depth)
    }
}

pub(crate) fn capture_reenters<S>(subject: &Subject<S>) -> Outcome {
    let capture = captures(subject)?.other;
    let mut expected = "core".to_owned();
    for depth in 0..12 {
        if depth > 0 {
            expected = format!("{depth}[{expected}]{depth}");
        }
        let code = || {
            subject.code(format!(
                "struct Reenters(usize);\nimpl Display for Reenters {{\n    \
                 fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{\n        \
                 let Some(depth) = self.0.checked_sub(1) else {{\n            \
                 return f.write_str(\"core\");\n        }};\n        \
                 let inner = @capture(&Reenters(depth));\n        \
                 write!(f, \"{{}}[{{}}]{{}}\", self.0, @text(inner), self.0)\n    }}\n}}\n\
                 let s = @capture(&Reenters({depth}));\nassert_eq!(@text(s), {expected:?});\n"
            ))
        };
        let reenters = Reenters {
            subject,
            capture,
            depth,
        };
        let value = match caught(|| capture(&reenters)) {
            Ok(value) => value,
            Err(panic) => {
                let case = format!(
                    "a Display that captures while it is captured, {depth} deep: the capture \
                     panics ({panic})"
                );
                return Err(Counterexample::new(case).repeated_by(code()).into());
            }
        };
        let got = String::from_utf8_lossy(subject.bytes(&value));
        ensure!(
            got == expected,
            code(),
            "a Display that captures while it is captured, {depth} deep, is captured as {got:?}, \
             not {expected:?}"
        );
    }
    Ok(())
}

pub(crate) fn capture_takes_any_pieces<S>(subject: &Subject<S>) -> Outcome {
    let huge = ascii(20_000);
    let pieces = |piece, times| Pieces { piece, times };
    let values: [(&str, &str, &dyn Display); 6] = [
        (
            "a Display that writes nothing",
            r#"Pieces { piece: "", times: 0 }"#,
            &pieces("", 0),
        ),
        (
            "a Display that writes 10,000 empty pieces",
            r#"Pieces { piece: "", times: 10_000 }"#,
            &pieces("", 10_000),
        ),
        (
            "a Display that writes 9,000 pieces",
            r#"Pieces { piece: "é", times: 9_000 }"#,
            &pieces("é", 9_000),
        ),
        (
            "a Display that writes one huge piece",
            "Pieces { piece: ascii(20_000), times: 1 }",
            &pieces(&huge, 1),
        ),
        (
            "a Display that ignores errors",
            "Swallows(1_000)",
            &Swallows(1_000),
        ),
        (
            "a Display that hides another's error",
            r#"Shields(Errs("half"))"#,
            &Shields(Errs("half")),
        ),
    ];
    for (what, code, value) in values {
        let value = Case {
            what: &what,
            code: &code,
            value,
        };
        whole(subject, &value)?;
    }
    for text in texts() {
        let shown = literal(text);
        let value = Case {
            what: &format_args!("{text:?}, character by character,"),
            code: &format_args!("Chars({shown})"),
            value: &Chars(text),
        };
        whole(subject, &value)?;
        let value = Case {
            what: &format_args!("{text:?}, padded,"),
            code: &format_args!("std::fmt::from_fn(|f| write!(f, \"{{:^70}}\", {shown}))"),
            value: &format_args!("{text:^70}"),
        };
        whole(subject, &value)?;
    }
    Ok(())
}
