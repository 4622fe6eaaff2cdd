//! Captures against `core::fmt`: of values of known types, in generic functions and in macros, and
//! of values of any types in every representation, one by one and in slices.
#![no_main]

use std::fmt::{self, Display, Write};

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use string_kit::{
    CapturedStr, SharedStr, StrList, StringBuf, TextError, TextErrorKind, capture, capture_all,
    capture_shared, str_list, try_capture, try_capture_all, try_str_list,
};

/// The longest text in bytes: longer than the buffers that texts are written into.
const MAX_LEN: usize = 5_000;

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    /// The bits of each integer and float.
    bits: u128,
    /// The number of high bits that are 0.
    shift: u8,
    /// A decimal is `bits / 10^decimals`.
    decimals: u8,
    flag: bool,
    char: char,
    /// The text is this one, repeated up to `len` bytes.
    text: &'a str,
    len: u16,
    /// The limit of a bounded capture.
    max: u16,
    width: u16,
    precision: u8,
    pieces: Vec<Piece<'a>>,
    fails: bool,
}

/// A call that writes a part of a text.
#[derive(Arbitrary, Debug)]
enum Piece<'a> {
    Str(&'a str),
    Char(char),
    Repeated(char, u16),
    Captured(&'a str),
}

/// Returns a length below [`MAX_LEN`], each order of magnitude as likely as another.
fn length(n: u16) -> usize {
    usize::from(n >> (n % 14)) % MAX_LEN
}

/// A value of a type that is not known: it writes its pieces, and may then fail.
struct Pieces<'a> {
    pieces: &'a [Piece<'a>],
    fails: bool,
}

impl Display for Pieces<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces.iter().try_for_each(|piece| match piece {
            Piece::Str(text) => f.write_str(text),
            Piece::Char(c) => f.write_char(*c),
            Piece::Repeated(c, times) => (0..length(*times)).try_for_each(|_| f.write_char(*c)),
            Piece::Captured(text) => f.write_str(&String::capture(text)),
        })?;
        if self.fails { Err(fmt::Error) } else { Ok(()) }
    }
}

/// Returns the text that `core::fmt` writes, or the kind of the error.
fn expected(arguments: fmt::Arguments<'_>) -> Result<String, TextErrorKind> {
    let mut text = String::new();
    match text.write_fmt(arguments) {
        Ok(()) => Ok(text),
        Err(fmt::Error) => Err(TextErrorKind::Format),
    }
}

fn text_or_kind<S: CapturedStr>(captured: &Result<S, TextError>) -> Result<&str, TextErrorKind> {
    captured.as_ref().map(S::as_str).map_err(TextError::kind)
}

fn check_value<S: CapturedStr, D: Display + ?Sized>(
    value: &D,
    text: Result<&str, TextErrorKind>,
    max: usize,
) {
    assert_eq!(text_or_kind(&S::try_capture(value)), text);
    let Ok(text) = text else { return };
    assert_eq!(S::capture(value).as_str(), text);
    let bounded = S::capture_bounded(value, max);
    assert_eq!(
        bounded.value.as_str(),
        &text[..text.floor_char_boundary(max)]
    );
    assert_eq!(bounded.truncated, text.len() > max);
    let within = S::try_capture_within(value, max);
    let expected = if text.len() <= max {
        Ok(text)
    } else {
        Err(TextErrorKind::TooLong)
    };
    assert_eq!(text_or_kind(&within), expected);
}

/// Checks values in one representation, one by one and as a slice.
fn check_values<S: CapturedStr>(values: &[&dyn Display], max: usize) {
    let texts: Vec<_> = values
        .iter()
        .map(|value| expected(format_args!("{value}")))
        .collect();
    for (value, text) in values.iter().zip(&texts) {
        check_value::<S, _>(*value, text.as_deref().map_err(|kind| *kind), max);
    }
    match texts.into_iter().collect::<Result<Vec<_>, _>>() {
        Ok(texts) => {
            let boxed = capture_all::<S>(values);
            assert!(boxed.iter().map(S::as_str).eq(&texts));
            let shared = capture_shared::<S>(values);
            assert!(shared.iter().map(S::as_str).eq(&texts));
        }
        Err(kind) => assert_eq!(try_capture_all::<S>(values).unwrap_err().kind(), kind),
    }
}

/// Checks a value, references to it, and the value behind a type that is not known.
fn check<D: Display>(value: D, max: u16) {
    let text = format!("{value}");
    assert_eq!(value.to_string(), text);
    let max = usize::from(max) % (text.len() + 3);
    check_value::<String, _>(&value, Ok(&text), max);
    check_value::<SharedStr, _>(&&&value, Ok(&text), max);
    let value: &dyn Display = &value;
    check_value::<StringBuf<8>, _>(value, Ok(&text), max);
}

/// Checks `capture!` and `try_capture!` against `core::fmt`.
macro_rules! check_format {
    ($($format:tt)+) => {{
        let written = expected(format_args!($($format)+));
        let expected = written.as_deref().map_err(|kind| *kind);
        assert_eq!(text_or_kind(&try_capture!(String; $($format)+)), expected);
        assert_eq!(text_or_kind(&try_capture!(SharedStr; $($format)+)), expected);
        if let Ok(expected) = expected {
            assert_eq!(capture!(String; $($format)+), expected);
            assert_eq!(capture!(StringBuf<8>; $($format)+).as_str(), expected);
        }
    }};
}

/// Checks `str_list!` and `try_str_list!` against `StrList::try_capture` and a `Vec<String>`.
macro_rules! check_list {
    ($($value:expr),*) => {{
        let values: &[&dyn Display] = &[$(&$value),*];
        let texts: Result<Vec<_>, _> = values
            .iter()
            .map(|value| expected(format_args!("{value}")))
            .collect();
        match (try_str_list![$($value),*], StrList::try_capture(values), texts) {
            (Ok(list), Ok(captured), Ok(texts)) => {
                assert_eq!(list, texts);
                assert_eq!(list, captured);
                assert_eq!(list.is_inline(), captured.is_inline());
                assert_eq!(list.heap_size(), captured.heap_size());
                assert_eq!(str_list![$($value),*], texts);
            }
            (Err(error), Err(captured), Err(kind)) => {
                assert_eq!((error.kind(), error.index()), (kind, captured.index()));
            }
            results => panic!("the three differ: {results:?}"),
        }
    }};
}

fuzz_target!(|input: Input<'_>| {
    let Input {
        shift,
        flag,
        char,
        max,
        fails,
        ..
    } = input;
    let n = input.bits >> (shift % 128);
    let (small, byte, short, int) = (n as u8, n as i8, n as i16, n as i32);
    let (long, wide, size) = (n as u64, n as i128, n as usize);
    let float = f64::from_bits(long);
    let single = f32::from_bits(n as u32);
    let decimals = i32::from(input.decimals % 12);
    let decimal = long as f64 / 10_f64.powi(decimals);
    let next = f64::from_bits(decimal.to_bits() + 1);
    let before = f64::from_bits(decimal.to_bits().saturating_sub(1));
    let single_decimal = n as u32 as f32 / 10_f32.powi(decimals);
    let single_next = f32::from_bits(single_decimal.to_bits() + 1);

    let len = length(input.len);
    let times = len.div_ceil(input.text.len().max(1));
    let mut owned = input.text.repeat(times);
    owned.truncate(owned.floor_char_boundary(len));
    let text = owned.as_str();
    let pieces = &input.pieces;
    let own = Pieces { pieces, fails };

    check(small, max);
    check(byte, max);
    check(n as u16, max);
    check(short, max);
    check(n as u32, max);
    check(int, max);
    check(long, max);
    check(n as i64, max);
    check(n, max);
    check(wide, max);
    check(size, max);
    check(n as isize, max);
    for float in [float, decimal, next, before] {
        check(float, max);
        check(-float, max);
    }
    for single in [single, single_decimal, single_next, -single_next] {
        check(single, max);
    }
    check(flag, max);
    check(char, max);
    check(text, max);
    check(text.to_owned(), max);
    check(Box::<str>::from(text), max);

    check_list![text];
    check_list![text, small, flag];
    check_list![char, text, "a constant", text];
    check_list![byte, short, int, long, wide, size, single, decimal];
    check_list![text, &&next, float, owned];
    check_list![int, own, char, own];
    check_list![small, format_args!("{text:>3}"), -before, text];

    let (width, precision) = (length(input.width), usize::from(input.precision));
    let padded = format_args!("{text:>width$.precision$}");
    macro_rules! check_representation {
        ($name:ident, $ty:ty) => {
            check_values::<$ty>(&[&text, &padded, &float, &char, &own, &n], length(max));
        };
    }
    string_kit_types::for_each_representation!(check_representation);

    check_format!("{text}");
    check_format!("{small}-{char}, {flag} {{{text}}} ä {long}");
    check_format!("{wide}{size}{single}{float}{decimal}");
    check_format!("{text:>width$.precision$}|{int:<width$}|{decimal:+.precision$}|{char:^5}");
    check_format!(
        "{:.*}|{:2$}|{0:#x}{1:?}{}{}",
        precision,
        decimal,
        width,
        small,
        text
    );
    check_format!("{int:#x}{long:08}{wide:e}{text:?}{next:?}{flag:>7}{text:.3}");
    check_format!("{own}{small}{own:>1$} {text} {0}", long, width);
});
