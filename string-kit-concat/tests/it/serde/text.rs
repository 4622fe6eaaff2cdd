//! Texts as strings: the forms that a string has, and the limit on their length.

use std::{fmt, io};

use serde::{Deserialize, Serialize};
use serde_test::{Token, assert_de_tokens, assert_de_tokens_error, assert_tokens};
use string_kit_concat::serde::{AsText, LimitError, MAX_TEXT, serialize_text};
use string_kit_concat::{ConcatArena, ConcatStr, MeasuredConcatStr};

use super::fields::Text;

/// Counts the bytes that are written; as an `io::Write` it takes some hundred, so that a missing limit is an error
/// and not a test without end.
#[derive(Default)]
struct Counter(usize);

impl io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        match self.0 {
            ..1_000 => Ok(bytes.len()),
            _ => Err(io::Error::other("the counter is full")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Write for Counter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

/// Writes JSON, and returns the number of bytes and the error's message, which is empty if there is none.
fn written(value: &impl Serialize) -> (usize, String) {
    let mut counter = Counter::default();
    let result = serde_json::to_writer(&mut counter, value);
    (
        counter.0,
        result.map_or_else(|error| error.to_string(), |()| String::new()),
    )
}

/// Writes a string into a formatter, piece by piece and without escapes, and returns the number of bytes.
fn formatted(value: &impl Serialize) -> Result<usize, fmt::Error> {
    struct Shown<'a, S>(&'a S);

    impl<S: Serialize> fmt::Display for Shown<'_, S> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.serialize(f)
        }
    }

    let mut counter = Counter::default();
    fmt::Write::write_fmt(&mut counter, format_args!("{}", Shown(value)))?;
    Ok(counter.0)
}

fn too_long(max: usize) -> String {
    LimitError::TextTooLong { max }.to_string()
}

#[test]
fn a_string_is_a_text() {
    fn check<T: Text>() {
        for text in ["", "id", "a text that no node keeps inline"] {
            let value = T::from(text.to_owned());
            assert_tokens(&value, &[Token::Str(text)]);
            for token in [
                Token::BorrowedStr(text),
                Token::String(text),
                Token::Bytes(text.as_bytes()),
                Token::BorrowedBytes(text.as_bytes()),
                Token::ByteBuf(text.as_bytes()),
            ] {
                assert_de_tokens(&value, &[token]);
            }
        }
        let message = "invalid type: integer `1`, expected a string";
        assert_de_tokens_error::<T>(&[Token::U8(1)], message);
        let message = "invalid utf-8 sequence of 1 bytes from index 2";
        assert_de_tokens_error::<T>(&[Token::Bytes(b"id\xFF.")], message);
        let [one, two] = ["a \"text\" of ", "two pieces\n"].map(|text| T::from(text.to_owned()));
        let json = serde_json::to_string(&one.try_concat(&two).unwrap()).unwrap();
        assert_eq!(json, r#""a \"text\" of two pieces\n""#);
    }
    check::<ConcatStr>();
    check::<MeasuredConcatStr>();
}

/// A field with a limit of its own.
#[derive(Deserialize, Serialize)]
#[serde(transparent, bound = "")]
struct Short<T: Text>(#[serde(serialize_with = "serialize_text::<18, _, _>")] T);

#[test]
fn a_limit_of_ones_own_at_its_edge() {
    fn check<T: Text>() {
        for pieces in [
            &["123456789"][..],
            &["12345", "6789"],
            &["", "", "123456789"],
        ] {
            let half = pieces.iter().fold(T::from(String::new()), |text, piece| {
                text.try_concat(&T::from((*piece).to_owned())).unwrap()
            });
            let fits = half.try_concat(&half).unwrap();
            let more = fits.try_concat(&T::from("!".to_owned())).unwrap();
            assert_eq!(written(&Short(fits.clone())), (20, String::new()));
            assert_eq!(written(&Short(more.clone())), (0, too_long(18)));
            for limit in [0, 17] {
                let text = fits.view();
                assert_eq!(written(&AsText { text, limit }), (0, too_long(limit)));
            }
            for limit in [19, usize::MAX] {
                let text = more.view();
                assert_eq!(written(&AsText { text, limit }), (21, String::new()));
            }
        }
        // One leaf that is longer than a node is a text like others.
        let leaf = T::from("1234567890123456789".to_owned());
        assert_eq!(written(&Short(leaf)), (0, too_long(18)));
    }
    check::<ConcatStr>();
    check::<MeasuredConcatStr>();
}

#[test]
fn the_default_limit_at_its_edge() {
    fn check<T: Text>() {
        let fits = T::doubled(&"1234567 ".repeat(128), 16);
        assert_eq!(fits.view().try_len().unwrap(), MAX_TEXT as u64);
        assert_eq!(formatted(&fits), Ok(MAX_TEXT));
        let more = fits.try_concat(&T::from("!".to_owned())).unwrap();
        assert_eq!(written(&more), (0, too_long(MAX_TEXT)));
        assert_eq!(written(&more.view()), (0, too_long(MAX_TEXT)));
        let (text, limit) = (more.view(), MAX_TEXT + 1);
        assert_eq!(formatted(&AsText { text, limit }), Ok(MAX_TEXT + 1));

        let mut arena = ConcatArena::new();
        let id = arena.import(more.view());
        let (frozen, ids) = arena.freeze().unwrap();
        let frozen = frozen.get(ids.of(id).unwrap()).unwrap();
        assert_eq!(written(&frozen), (0, too_long(MAX_TEXT)));
        assert_eq!(written(&arena.get(id).unwrap()), (0, too_long(MAX_TEXT)));
    }
    check::<ConcatStr>();
    check::<MeasuredConcatStr>();
}

/// Some hundred bytes of nodes that are logged as a field.
#[test]
fn a_text_that_no_memory_holds_is_an_error_before_a_byte_is_written() {
    fn check<T: Text>() {
        for doublings in [30, 59, 60, 64, 130] {
            let text = T::doubled("a text of 16 B..", doublings);
            assert_eq!(written(&[&text]), (1, too_long(MAX_TEXT)));
            let mut out = Vec::new();
            let error = ciborium::into_writer(&text, &mut out).unwrap_err();
            assert!(error.to_string().contains("longer than 67108864 bytes"));
            assert_eq!(out, b"");
            assert!(postcard::to_stdvec(&text.view()).is_err());
            if doublings > 58 {
                let (text, limit) = (text.view(), usize::MAX);
                let most = isize::MAX.unsigned_abs();
                assert_eq!(written(&AsText { text, limit }), (0, too_long(most)));
            }
        }
    }
    check::<ConcatStr>();
    check::<MeasuredConcatStr>();
}
