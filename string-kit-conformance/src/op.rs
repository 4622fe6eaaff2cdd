//! Operations on a text, which give on any type what they give on `String`.

use core::fmt;

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
    /// Returns what the type needs: a method, or traits that `+` separates.
    pub(super) fn needs(&self) -> &'static str {
        match self {
            Self::Push(_) | Self::PushEach(_) => "push",
            Self::PushStr(_) => "push_str",
            Self::TryPushStr(_) => "try_push_str",
            Self::Write(..) => "fmt::Write",
            Self::AddAssign(_) => "AddAssign<&'static str>",
            Self::ExtendChars(_) => "Extend<char>",
            Self::ExtendStrs(_) => "Extend<&'static str>",
            Self::ExtendStrings(_) => "Extend<String>",
            Self::Pop | Self::PopTimes(_) => "pop",
            Self::Remove(_) => "remove",
            Self::Insert(..) => "insert",
            Self::InsertStr(..) => "insert_str",
            Self::Truncate(_) => "truncate",
            Self::Clear => "clear",
            Self::Retain(..) => "retain",
            Self::Drain(..) => "drain",
            Self::ReplaceRange(..) => "replace_range",
            Self::ExtendFromWithin(_) => "extend_from_within",
            Self::SplitOff(_) | Self::CutOff(_) => "split_off",
            Self::Slice(_) => "slice",
            Self::Repeat(_) => "repeat",
            Self::Reserve(_) => "reserve",
            Self::TryReserve(_) => "try_reserve",
            Self::ShrinkToFit => "shrink_to_fit",
            Self::Uppercase => "as_mut_str",
            Self::ThroughString => "Into<String> + From<String>",
            Self::ThroughBox => "Into<Box<str>> + From<Box<str>>",
            Self::Clone => "Clone",
            Self::Capacity => "capacity",
            Self::HeapSize => "heap_size",
            Self::IsInline => "is_inline",
        }
    }

    pub(super) fn answers(&self) -> Option<&Answers> {
        match self {
            Self::Drain(answers, _)
            | Self::ReplaceRange(answers, _)
            | Self::ExtendFromWithin(answers)
            | Self::Slice(answers) => Some(answers),
            _ => None,
        }
    }
}

/// Runs a `retain`, and returns the characters that its closure was called with. The closure keeps
/// a character for each 0 bit, and panics at the character with the index `panics_at`.
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
