//! Operations on a text, which give on any type what they give on `String`, and their code.

use core::fmt;

use crate::code::{Source, char_literal, literal, number, range_of};
use crate::hostile::{Answers, Draining};
use crate::slot::Value;

/// An operation on a text: a method of the type, or a function of one of its traits.
#[derive(Debug)]
pub(super) enum Op {
    Push(char),
    /// `push` for each character.
    PushEach(String),
    PushStr(String),
    TryPushStr(String),
    /// `fmt::Write`, padded to a width.
    Write(String, usize),
    AddAssign(&'static str),
    ExtendChars(String),
    /// `Extend<&'static str>`, with one item.
    ExtendStrs(&'static str),
    ExtendStrings(Vec<String>),
    Pop,
    /// `pop` this many times.
    PopTimes(usize),
    Remove(usize),
    Insert(usize, char),
    InsertStr(usize, String),
    Truncate(usize),
    Clear,
    /// `retain`: keeps a character for each 0 bit of the number, from the highest bit, again and
    /// again. The closure panics at the character with this index.
    Retain(u32, Option<usize>),
    Drain(Answers, Draining),
    ReplaceRange(Answers, String),
    ExtendFromWithin(Answers),
    SplitOff(usize),
    /// `split_off`, whose result is dropped.
    CutOff(usize),
    Slice(Answers),
    Repeat(usize),
    Reserve(usize),
    TryReserve(usize),
    ShrinkToFit,
    /// `as_mut_str`: converts ASCII letters to upper case.
    Uppercase,
    /// Converts to a `String` and back.
    ThroughString,
    /// Converts to a `Box<str>` and back.
    ThroughBox,
    Clone,
    Capacity,
    HeapSize,
    IsInline,
}

impl Op {
    /// Returns what the type needs, the name of a method or of traits, and the code of the operation
    /// on the variable `s`.
    pub(super) fn code(&self, source: &Source, s: &str) -> (&'static str, String) {
        let call = |name, arguments: &[String]| {
            let arguments = [&[s.to_owned()], arguments].concat().join(", ");
            (name, format!("@{name}({arguments})"))
        };
        match self {
            Self::Push(c) => call("push", &[char_literal(*c)]),
            Self::PushEach(text) => (
                "push",
                format!("{}.chars().for_each(|c| @push({s}, c))", literal(text)),
            ),
            Self::PushStr(text) => call("push_str", &[literal(text)]),
            Self::TryPushStr(text) => call("try_push_str", &[literal(text)]),
            Self::Write(text, width) => (
                "fmt::Write",
                format!("write!({s}, \"{{:>{width}}}\", {})", literal(text)),
            ),
            Self::AddAssign(text) => (
                "AddAssign<&'static str>",
                format!("{s} += {}", literal(text)),
            ),
            Self::ExtendChars(text) => (
                "Extend<char>",
                format!("{s}.extend({}.chars())", literal(text)),
            ),
            Self::ExtendStrs(text) => (
                "Extend<&'static str>",
                format!("{s}.extend([{}])", literal(text)),
            ),
            Self::ExtendStrings(texts) => {
                let shown = texts.iter().map(|text| literal(text));
                let shown = shown.collect::<Vec<_>>().join(", ");
                let items = format!("[{shown}] as [&str; {}]", texts.len());
                (
                    "Extend<String>",
                    format!("{s}.extend(({items}).map(String::from))"),
                )
            }
            Self::Pop => call("pop", &[]),
            Self::PopTimes(times) => ("pop", format!("(0..{times}).for_each(|_| _ = @pop({s}))")),
            Self::Remove(at) => call("remove", &[number(*at)]),
            Self::Insert(at, c) => call("insert", &[number(*at), char_literal(*c)]),
            Self::InsertStr(at, text) => call("insert_str", &[number(*at), literal(text)]),
            Self::Truncate(at) => call("truncate", &[number(*at)]),
            Self::Clear => call("clear", &[]),
            Self::Retain(bits, panics_at) => ("retain", retain_code(s, *bits, *panics_at)),
            Self::Drain(answers, how) => ("drain", source.drain(s, &range(answers), *how)),
            Self::ReplaceRange(answers, text) => {
                call("replace_range", &[range(answers), literal(text)])
            }
            Self::ExtendFromWithin(answers) => call("extend_from_within", &[range(answers)]),
            Self::SplitOff(at) => call("split_off", &[number(*at)]),
            Self::CutOff(at) => ("split_off", format!("drop(@split_off({s}, {at}))")),
            Self::Slice(answers) => call("slice", &[range(answers)]),
            Self::Repeat(times) => call("repeat", &[number(*times)]),
            Self::Reserve(more) => call("reserve", &[number(*more)]),
            Self::TryReserve(more) => call("try_reserve", &[number(*more)]),
            Self::ShrinkToFit => call("shrink_to_fit", &[]),
            Self::Uppercase => (
                "as_mut_str",
                format!("@as_mut_str({s}).make_ascii_uppercase()"),
            ),
            Self::ThroughString => (
                "Into<String> + From<String>",
                format!("{s} = S::from(Into::<String>::into({s}))"),
            ),
            Self::ThroughBox => (
                "Into<Box<str>> + From<Box<str>>",
                format!("{s} = S::from(Into::<Box<str>>::into({s}))"),
            ),
            Self::Clone => ("Clone", format!("{s}.clone()")),
            Self::Capacity => call("capacity", &[]),
            Self::HeapSize => call("heap_size", &[]),
            Self::IsInline => call("is_inline", &[]),
        }
    }

    /// Returns the range of the operation, if it has one.
    pub(super) fn answers(&self) -> Option<&Answers> {
        match self {
            Self::Drain(answers, _)
            | Self::ReplaceRange(answers, _)
            | Self::ExtendFromWithin(answers)
            | Self::Slice(answers) => Some(answers),
            _ => None,
        }
    }

    /// Returns the code as a statement. A new text replaces `s`; any other result is ignored.
    pub(super) fn statement(&self, source: &Source, s: &str) -> String {
        let (_, code) = self.code(source, s);
        match self {
            Self::SplitOff(_) | Self::Slice(_) | Self::Repeat(_) | Self::Clone => {
                format!("{s} = {code};\n")
            }
            Self::Pop
            | Self::Remove(_)
            | Self::TryPushStr(_)
            | Self::Write(..)
            | Self::Retain(..)
            | Self::Drain(..)
            | Self::TryReserve(_) => format!("_ = {code};\n"),
            _ => format!("{code};\n"),
        }
    }
}

/// Returns the code of the range of an operation. If its bounds change, it is that of the variable
/// `answers`.
fn range(answers: &Answers) -> String {
    answers
        .steady_bounds()
        .map_or_else(|| "answers.span()".to_owned(), range_of)
}

/// Returns the code of a `retain` with the closure of [`retained`].
fn retain_code(s: &str, bits: u32, panics_at: Option<usize>) -> String {
    let (count, fuse) = match panics_at {
        Some(at) => (
            "let mut at = 0;\n    ",
            format!("assert_ne!(at, {at}, \"on purpose\");\n        at += 1;\n        "),
        ),
        None => ("", String::new()),
    };
    format!(
        "{{\n    {count}let (mut bits, mut seen) = ({bits}_u32, String::new());\n    \
         @retain({s}, &mut |c| {{\n        {fuse}seen.push(c);\n        \
         bits = bits.rotate_left(1);\n        bits & 1 == 0\n    }});\n    seen\n}}"
    )
}

/// Runs a `retain`, and returns the characters that its closure was called with. The closure keeps a
/// character for each 0 bit, and panics at the character with the index `panics_at`.
pub(super) fn retained(
    mut bits: u32,
    panics_at: Option<usize>,
    retain: impl FnOnce(&mut dyn FnMut(char) -> bool),
) -> String {
    let (mut seen, mut at) = (String::new(), 0);
    retain(&mut |c| {
        assert_ne!(Some(at), panics_at, "on purpose");
        at += 1;
        seen.push(c);
        bits = bits.rotate_left(1);
        bits & 1 == 0
    });
    seen
}

/// Defines [`Given`], and its conversion from each type of result.
macro_rules! given {
    ($($variant:ident($ty:ty);)*) => {
        /// The result of an operation.
        pub(super) enum Given {
            $($variant($ty),)*
        }

        $(impl From<$ty> for Given {
            fn from(result: $ty) -> Self {
                Self::$variant(result)
            }
        })*

        /// As the result itself.
        impl fmt::Debug for Given {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant(result) => fmt::Debug::fmt(result, f),)*
                }
            }
        }
    };
}

given! {
    Nothing(());
    Bool(bool);
    Number(usize);
    Char(char);
    Popped(Option<char>);
    Text(String);
    Written(fmt::Result);
    New(Value);
}
