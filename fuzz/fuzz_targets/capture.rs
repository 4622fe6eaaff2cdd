//! Captures of any values against `to_string`: whole and bounded, one by one and in slices.
#![no_main]

use std::fmt::{self, Display, Write};

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use string_kit::{
    CaptureError, CaptureErrorKind, CapturedStr, capture_all, capture_shared, try_capture_all,
};

/// A value, and the calls that write its text.
#[derive(Arbitrary, Debug)]
enum Value {
    Float(f64),
    Single(f32),
    Signed(i128),
    Unsigned(u64),
    Bool(bool),
    Char(char),
    Text(String),
    Padded(String, u8, u8),
    Pieces(Vec<Piece>),
    Errs(Vec<Piece>),
}

#[derive(Arbitrary, Debug)]
enum Piece {
    Str(String),
    Char(char),
    Repeated(char, u16),
    Captured(String),
}

#[derive(Arbitrary, Debug)]
struct Input {
    values: Vec<Value>,
    max: u16,
}

impl Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Float(value) => value.fmt(f),
            Value::Single(value) => value.fmt(f),
            Value::Signed(value) => value.fmt(f),
            Value::Unsigned(value) => value.fmt(f),
            Value::Bool(value) => value.fmt(f),
            Value::Char(value) => value.fmt(f),
            Value::Text(text) => text.fmt(f),
            Value::Padded(text, width, precision) => {
                let (width, precision) = (usize::from(*width), usize::from(*precision));
                write!(f, "{text:>width$.precision$}")
            }
            Value::Pieces(pieces) => write_all(pieces, f),
            Value::Errs(pieces) => {
                write_all(pieces, f)?;
                Err(fmt::Error)
            }
        }
    }
}

fn write_all(pieces: &[Piece], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    pieces.iter().try_for_each(|piece| match piece {
        Piece::Str(text) => f.write_str(text),
        Piece::Char(c) => f.write_char(*c),
        Piece::Repeated(c, times) => (0..times % 5_000).try_for_each(|_| f.write_char(*c)),
        Piece::Captured(text) => f.write_str(&String::capture(text)),
    })
}

/// Returns the text that std formats, or the error of the value's `Display`.
fn expected(value: &Value) -> Result<String, CaptureErrorKind> {
    let mut text = String::new();
    match write!(text, "{value}") {
        Ok(()) => Ok(text),
        Err(fmt::Error) => Err(CaptureErrorKind::Format),
    }
}

fn check<S: CapturedStr>(input: &Input) {
    let values: Vec<&dyn Display> = input.values.iter().map(|value| value as _).collect();
    let texts: Vec<_> = input.values.iter().map(expected).collect();
    let max = usize::from(input.max) % 9_000;
    for (value, text) in values.iter().zip(&texts) {
        let captured = S::try_capture(*value);
        assert_eq!(
            captured.as_ref().map(S::as_str).map_err(CaptureError::kind),
            text.as_deref().map_err(|kind| *kind)
        );
        let Ok(text) = text else { continue };
        let bounded = S::capture_bounded(*value, max);
        assert_eq!(
            bounded.text.as_str(),
            &text[..text.floor_char_boundary(max)]
        );
        assert_eq!(bounded.truncated, text.len() > max);
        let within = S::try_capture_within(*value, max);
        assert_eq!(within.is_ok(), text.len() <= max);
    }
    match texts.into_iter().collect::<Result<Vec<_>, _>>() {
        Ok(texts) => {
            let boxed = capture_all::<S>(&values);
            assert!(boxed.iter().map(S::as_str).eq(&texts));
            let shared = capture_shared::<S>(&values);
            assert!(shared.iter().map(S::as_str).eq(&texts));
        }
        Err(kind) => assert_eq!(try_capture_all::<S>(&values).unwrap_err().kind(), kind),
    }
}

fuzz_target!(|input: Input| {
    macro_rules! check {
        ($name:ident, $ty:ty) => {
            check::<$ty>(&input);
        };
    }
    string_kit_subjects::for_each_representation!(check);
});
