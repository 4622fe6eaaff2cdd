//! Laws about capture.

use core::fmt::{self, Display};

use crate::Subject;
use crate::capture::Captures;
use crate::hostile::caught;
use crate::texts::{ascii, texts, texts_to};
use crate::values::{Chars, Errs, Panics, Pieces, Shields, Swallows};
use crate::verdict::{Outcome, Stop, ensure};

fn captures<S>(subject: &Subject<S>) -> Result<&Captures<S>, Stop> {
    subject
        .captures
        .as_ref()
        .ok_or(Stop::Lacks("a way to capture"))
}

/// Captures a value in each way that the type supports, and compares the text with `to_string`'s.
fn whole<S>(subject: &Subject<S>, what: &str, value: &dyn Display) -> Outcome {
    let expected = value.to_string();
    let captures = captures(subject)?;
    let results = [
        Some((captures.other)(value)),
        subject
            .methods
            .try_capture
            .and_then(|capture| capture(value)),
    ];
    for value in results.iter().flatten() {
        let got = String::from_utf8_lossy(subject.bytes(value));
        ensure!(
            got == expected,
            "{what} is captured as {got:?}, not {expected:?}"
        );
    }
    let lost = subject.methods.try_capture.is_some() && results[1].is_none();
    ensure!(!lost, "try_capture of {what} fails without a reason");
    Ok(())
}

pub(crate) fn capture_is_to_string<S>(subject: &Subject<S>) -> Outcome {
    let captures = captures(subject)?;
    macro_rules! same {
        ($($ty:ident: [$($value:expr),* $(,)?];)*) => {$($({
            let value = $value;
            let got = (captures.$ty)(&value);
            let got = String::from_utf8_lossy(subject.bytes(&got));
            ensure!(
                got == value.to_string(),
                "{:?}_{} is captured as {got:?}, not {:?}",
                value,
                stringify!($ty),
                value.to_string()
            );
            whole(subject, &format!("&dyn Display of {value:?}"), &value)?;
        })*)*};
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
        for got in [(captures.string)(text), (captures.str)(&text.as_str())] {
            let got = String::from_utf8_lossy(subject.bytes(&got));
            ensure!(got == *text, "{text:?} is captured as {got:?}");
        }
        whole(subject, &format!("&dyn Display of {text:?}"), text)?;
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
                "try_capture of a Display that writes \"{text}half\" and returns an error returns \
                 {got:?}"
            );
        }
    }
    Ok(())
}

/// A text followed by a value.
struct Then<'a>(&'a str, &'a dyn Display);

impl Display for Then<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)?;
        self.1.fmt(f)
    }
}

pub(crate) fn capture_survives_panics<S>(subject: &Subject<S>) -> Outcome {
    let captures = captures(subject)?;
    for text in texts_to(256) {
        let panics = Then(text, &Panics("half"));
        let passed = caught(|| (captures.other)(&panics)).err();
        ensure!(
            passed.as_deref() == Some("a Display panicked"),
            "a Display that writes \"{text}half\" and panics: the capture's panic is {passed:?}"
        );
        if let Some(capture) = subject.methods.try_capture {
            let passed = caught(|| capture(&panics)).err();
            ensure!(
                passed.as_deref() == Some("a Display panicked"),
                "a Display that writes \"{text}half\" and panics: try_capture's panic is {passed:?}"
            );
        }
        whole(subject, &format!("{text:?}, after a panic,"), &text)?;
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
        let value = capture(&Reenters {
            subject,
            capture,
            depth,
        });
        let got = String::from_utf8_lossy(subject.bytes(&value));
        ensure!(
            got == expected,
            "a Display that captures while it is captured, {depth} deep, is captured as {got:?}, \
             not {expected:?}"
        );
    }
    Ok(())
}

pub(crate) fn capture_takes_any_pieces<S>(subject: &Subject<S>) -> Outcome {
    let pieces = |piece: &str, times| Pieces {
        piece: piece.to_owned(),
        times,
    };
    whole(subject, "a Display that writes nothing", &pieces("", 0))?;
    whole(
        subject,
        "a Display that writes 10,000 empty pieces",
        &pieces("", 10_000),
    )?;
    whole(
        subject,
        "a Display that writes 9,000 pieces",
        &pieces("é", 9_000),
    )?;
    whole(
        subject,
        "a Display that writes one huge piece",
        &pieces(&ascii(20_000), 1),
    )?;
    whole(subject, "a Display that ignores errors", &Swallows(1_000))?;
    whole(
        subject,
        "a Display that hides another's error",
        &Shields(Errs("half")),
    )?;
    for text in texts() {
        whole(
            subject,
            &format!("{text:?}, character by character,"),
            &Chars(text),
        )?;
        whole(
            subject,
            &format!("{text:?}, padded,"),
            &format_args!("{text:^70}"),
        )?;
    }
    Ok(())
}
