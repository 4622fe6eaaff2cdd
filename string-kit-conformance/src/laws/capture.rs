//! Laws about capture.

use core::fmt::{self, Display};

use crate::capture::Captures;
use crate::examined::{Examined, Make};
use crate::hostile::caught;
use crate::slot::Value;
use crate::texts::{ascii, texts, texts_to};
use crate::values::{Chars, Errs, Panics, Pieces, Shields, Swallows, Then};
use crate::verdict::{Outcome, Stop, ensure};

fn captures(subject: Examined<'_>) -> Result<&Captures, Stop> {
    let captures = subject.facts.captures.as_ref();
    captures.ok_or(Stop::Lacks("a way to capture"))
}

/// Captures a value in each way that the type supports, and compares the text with `to_string`'s.
fn is_captured(subject: Examined<'_>, what: fmt::Arguments<'_>, value: &dyn Display) -> Outcome {
    let capture = captures(subject)?.other;
    let captured = caught(|| capture(value)).map(Some);
    is_to_string(subject, what, captured, value)?;
    if !subject.supports("try_capture") {
        return Ok(());
    }
    let captured = caught(|| subject.make(Make::TryCapture(value)));
    is_to_string(
        subject,
        format_args!("{what} by try_capture"),
        captured,
        value,
    )
}

/// Compares a captured text, or its absence or a panic, with `to_string`'s.
fn is_to_string(
    subject: Examined<'_>,
    what: fmt::Arguments<'_>,
    captured: Result<Option<Value>, String>,
    value: &dyn Display,
) -> Outcome {
    let expected = value.to_string();
    let got = captured.map(|captured| captured.map(|text| subject.lossy(&*text)));
    ensure!(
        matches!(&got, Ok(Some(got)) if *got == expected),
        "{what} is captured as {got:?}, not {expected:?}"
    );
    Ok(())
}

pub(crate) fn capture_is_to_string(subject: Examined<'_>) -> Outcome {
    let captures = captures(subject)?;
    (captures.numbers)(&mut |ty, value, captured| {
        let what = format_args!("{value:?}_{ty}");
        is_to_string(subject, what, Ok(Some(captured)), value)?;
        is_captured(subject, format_args!("&dyn Display of {value:?}"), value)
    })?;
    for text in texts() {
        let (owned, borrowed) = ((captures.string)(text), (captures.str)(&text.as_str()));
        for captured in [owned, borrowed] {
            is_to_string(subject, format_args!("{text:?}"), Ok(Some(captured)), text)?;
        }
        is_captured(subject, format_args!("&dyn Display of {text:?}"), text)?;
    }
    Ok(())
}

pub(crate) fn capture_reports_errors(subject: Examined<'_>) -> Outcome {
    let captures = captures(subject)?;
    for text in texts_to(256) {
        let broken = Then(text, &Errs("half"));
        let calls = [
            ("capture", caught(|| (captures.other)(&broken)).ok()),
            ("try_capture", subject.make(Make::TryCapture(&broken))),
        ];
        for (name, got) in calls {
            let got = got.map(|value| subject.lossy(&*value));
            ensure!(
                got.is_none(),
                "a Display that writes \"{text}half\" and returns an error is {got:?} by {name}"
            );
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
        for (name, result) in calls {
            ensure!(
                result == Err("a Display panicked".to_owned()),
                "a Display that writes \"{text}half\" and panics has the panic {result:?} in {name}"
            );
        }
        is_captured(subject, format_args!("{text:?}, after a panic,"), &text)?;
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
        ensure!(
            got.as_ref() == Ok(&expected),
            "a Display that captures while it is captured, {depth} deep, is captured as {got:?}, \
             not {expected:?}"
        );
    }
    Ok(())
}

pub(crate) fn capture_takes_any_pieces(subject: Examined<'_>) -> Outcome {
    let huge = ascii(20_000);
    let pieces = |piece, times| Pieces { piece, times };
    let values: [(&str, &dyn Display); 6] = [
        ("no pieces", &pieces("", 0)),
        ("10,000 empty pieces", &pieces("", 10_000)),
        ("9,000 times \"é\"", &pieces("é", 9_000)),
        ("one piece of 20,000 bytes", &pieces(&huge, 1)),
        ("Swallows(1_000)", &Swallows(1_000)),
        ("Shields(Errs(\"half\"))", &Shields(Errs("half"))),
    ];
    for (what, value) in values {
        is_captured(subject, format_args!("{what}"), value)?;
    }
    for text in texts() {
        let what = format_args!("{text:?}, character by character,");
        is_captured(subject, what, &Chars(text))?;
        let padded = format_args!("{text:^70}");
        is_captured(subject, format_args!("{text:?}, padded,"), &padded)?;
    }
    Ok(())
}
