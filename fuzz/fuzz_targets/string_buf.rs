//! `StringBuf` does what `String` does, whatever is done to both.
#![no_main]

use std::fmt::Write;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::ops::Range;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use string_kit::{CapturedStr, StringBuf};

/// What is done to both strings. Offsets are moved to where a character starts: a fuzz target
/// stops at a panic, so what panics on purpose is the model test's business.
#[derive(Arbitrary, Debug)]
enum Action<'a> {
    Push(char),
    PushStr(&'a str),
    TryPushStr(&'a str),
    Write(&'a str, u8),
    ExtendChars(Vec<char>),
    Pop,
    Remove(u16),
    Insert(u16, char),
    InsertStr(u16, &'a str),
    Truncate(u16),
    Clear,
    Retain(u64),
    Drain(u16, u16, u8, u8),
    LeakDrain(u16, u16),
    ReplaceRange(u16, u16, &'a str),
    SplitOff(u16),
    Reserve(u16),
    ReserveExact(u16),
    ShrinkToFit,
    Uppercase,
    Clone,
    CloneFrom(&'a str),
    ThroughString,
    ThroughBox,
}

/// The start of a character of the text, or its end.
fn at(text: &str, offset: u16) -> usize {
    text.floor_char_boundary(usize::from(offset) % (text.len() + 1))
}

fn span(text: &str, a: u16, b: u16) -> Range<usize> {
    let (a, b) = (at(text, a), at(text, b));
    a.min(b)..a.max(b)
}

/// The bits of `answers`, one after the other, for ever.
fn answer(mut answers: u64) -> impl FnMut(char) -> bool {
    move |_| {
        answers = answers.rotate_left(1);
        answers & 1 == 0
    }
}

impl Action<'_> {
    fn run(self, control: &mut String, buf: &mut StringBuf<24>) {
        match self {
            Self::Push(c) => {
                control.push(c);
                buf.push(c);
            }
            Self::PushStr(text) => {
                control.push_str(text);
                buf.push_str(text);
            }
            Self::TryPushStr(text) => {
                control.push_str(text);
                buf.try_push_str(text).unwrap();
            }
            Self::Write(text, width) => {
                let width = usize::from(width);
                write!(control, "{text:>width$}").unwrap();
                write!(buf, "{text:>width$}").unwrap();
            }
            Self::ExtendChars(chars) => {
                control.extend(&chars);
                buf.extend(&chars);
            }
            Self::Pop => assert_eq!(buf.pop(), control.pop()),
            Self::Remove(offset) => {
                let offset = at(control, offset);
                if offset < control.len() {
                    assert_eq!(buf.remove(offset), control.remove(offset));
                }
            }
            Self::Insert(offset, c) => {
                let offset = at(control, offset);
                control.insert(offset, c);
                buf.insert(offset, c);
            }
            Self::InsertStr(offset, text) => {
                let offset = at(control, offset);
                control.insert_str(offset, text);
                buf.insert_str(offset, text);
            }
            Self::Truncate(offset) => {
                let offset = at(control, offset);
                control.truncate(offset);
                buf.truncate(offset);
            }
            Self::Clear => {
                control.clear();
                buf.clear();
            }
            Self::Retain(answers) => {
                control.retain(answer(answers));
                buf.retain(answer(answers));
            }
            Self::Drain(a, b, front, back) => {
                let span = span(control, a, b);
                let (mut expected, mut got) = (control.drain(span.clone()), buf.drain(span));
                for _ in 0..front {
                    assert_eq!(got.next(), expected.next());
                }
                for _ in 0..back {
                    assert_eq!(got.next_back(), expected.next_back());
                }
                assert_eq!(got.as_str(), expected.as_str());
                assert_eq!(got.size_hint(), expected.size_hint());
            }
            Self::LeakDrain(a, b) => std::mem::forget(buf.drain(span(control, a, b))),
            Self::ReplaceRange(a, b, text) => {
                let span = span(control, a, b);
                control.replace_range(span.clone(), text);
                buf.replace_range(span, text);
            }
            Self::SplitOff(offset) => {
                let offset = at(control, offset);
                assert_eq!(buf.split_off(offset), control.split_off(offset));
            }
            Self::Reserve(more) => buf.reserve(more.into()),
            Self::ReserveExact(more) => buf.reserve_exact(more.into()),
            Self::ShrinkToFit => buf.shrink_to_fit(),
            Self::Uppercase => {
                control.make_ascii_uppercase();
                buf.make_ascii_uppercase();
            }
            Self::Clone => *buf = buf.clone(),
            Self::CloneFrom(text) => {
                control.replace_range(.., text);
                buf.clone_from(&text.into());
            }
            Self::ThroughString => *buf = std::mem::take(buf).into_string().into(),
            Self::ThroughBox => *buf = std::mem::take(buf).into_boxed_str().into(),
        }
    }
}

fuzz_target!(|input: (&str, Vec<Action<'_>>)| {
    let (start, actions) = input;
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let (mut control, mut buf) = (String::from(start), StringBuf::<24>::from(start));
    for action in actions {
        action.run(&mut control, &mut buf);
        assert_eq!(std::str::from_utf8(buf.as_bytes()), Ok(control.as_str()));
        assert_eq!(hasher.hash_one(&buf), hasher.hash_one(control.as_str()));
        assert!(buf.capacity() >= buf.len().max(24));
        assert_eq!(
            buf.heap_size(),
            if buf.is_inline() { 0 } else { buf.capacity() }
        );
    }
});
