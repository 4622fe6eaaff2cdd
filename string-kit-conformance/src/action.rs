//! The parts of a model test: the first text, and the actions on it.

use core::ops::Bound;

use crate::hostile::{Answers, Draining};
use crate::op::Op;

/// A way to make the first text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Creation {
    /// From a `&str`.
    Str(String),
    /// From a `String` with this much spare capacity in bytes.
    String(String, u8),
    /// From an iterator of its characters.
    Chars(String),
    /// By capture.
    Captured(String),
    /// By `Default`.
    Default,
}

/// An index into the current text, modulo its length and a little more.
///
/// With `snap` it moves down to a character boundary. Without `snap` it may lie inside a character
/// or just past the end, and an offset of `u16::MAX` becomes `usize::MAX / 2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct At {
    /// The index in bytes, before the modulo.
    pub offset: u16,
    /// True to move the index down to a character boundary.
    pub snap: bool,
}

impl At {
    fn within(self, text: &str) -> usize {
        let offset = usize::from(self.offset);
        match (self.snap, self.offset) {
            (true, _) => text.floor_char_boundary(offset % (text.len() + 1)),
            // Far past the end, but below `usize::MAX`: the law about ranges covers that overflow.
            (false, u16::MAX) => usize::MAX / 2,
            (false, _) => offset % (text.len() + 3),
        }
    }
}

/// A range of a text: its start and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Between(pub Bound<At>, pub Bound<At>);

impl Between {
    fn within(self, text: &str) -> Answers {
        let [start, end] = [self.0, self.1].map(|bound| bound.map(|at| at.within(text)));
        Answers::steady((start, end))
    }
}

/// An action on the current text.
///
/// An action that the type does not support does nothing.
///
/// ```
/// use string_kit_conformance::{Action, Creation, model};
///
/// let subject = string_kit_conformance::subject!(String; push);
/// let actions = [Action::Clone, Action::Push('a'), Action::Drop];
/// assert_eq!(model::replay(&subject, &Creation::Default, &actions), Ok(()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[allow(missing_docs)] // Most have the names of their methods.
pub enum Action {
    /// Clones the text and makes the clone current.
    Clone,
    /// Drops the text and makes the text before it current, unless it is the only one.
    Drop,
    /// Makes the text with this index current, modulo the number of texts.
    Turn(u8),
    Push(char),
    PushStr(String),
    TryPushStr(String),
    /// Appends by `fmt::Write`, padded to a width.
    Write(String, u8),
    ExtendChars(String),
    ExtendStrings(Vec<String>),
    Pop,
    Remove(At),
    Insert(At, char),
    InsertStr(At, String),
    Truncate(At),
    Clear,
    /// `retain`: keeps a character for each 0 bit of the number, from the highest bit, again and
    /// again.
    Retain(u32),
    /// `drain`: takes this many characters from the front and from the back.
    Drain(Between, u8, u8),
    ReplaceRange(Between, String),
    ExtendFromWithin(Between),
    /// `split_off`: makes the split-off part current.
    SplitOff(At),
    /// `slice`: makes the slice current.
    Slice(Between),
    /// `repeat`: makes the repeated text current.
    Repeat(u8),
    Reserve(u16),
    TryReserve(u16),
    ShrinkToFit,
    /// `as_mut_str`: converts ASCII letters to upper case.
    Uppercase,
    /// Converts to a `String` and back.
    ThroughString,
    /// Converts to a `Box<str>` and back.
    ThroughBox,
}

impl Action {
    /// Returns the operation on a text, or `None` for one on the list of texts.
    pub(crate) fn op(&self, text: &str) -> Option<Op> {
        Some(match self {
            Self::Drop | Self::Turn(_) => return None,
            Self::Clone => Op::Clone,
            Self::Push(c) => Op::Push(*c),
            Self::PushStr(more) => Op::PushStr(more.clone()),
            Self::TryPushStr(more) => Op::TryPushStr(more.clone()),
            Self::Write(more, width) => Op::Write(more.clone(), usize::from(*width)),
            Self::ExtendChars(more) => Op::ExtendChars(more.clone()),
            Self::ExtendStrings(more) => Op::ExtendStrings(more.clone()),
            Self::Pop => Op::Pop,
            Self::Remove(at) => Op::Remove(at.within(text)),
            Self::Insert(at, c) => Op::Insert(at.within(text), *c),
            Self::InsertStr(at, more) => Op::InsertStr(at.within(text), more.clone()),
            Self::Truncate(at) => Op::Truncate(at.within(text)),
            Self::Clear => Op::Clear,
            Self::Retain(bits) => Op::Retain(*bits, None),
            Self::Drain(between, front, back) => {
                Op::Drain(between.within(text), Draining::both_ends(*front, *back))
            }
            Self::ReplaceRange(between, with) => {
                Op::ReplaceRange(between.within(text), with.clone())
            }
            Self::ExtendFromWithin(between) => Op::ExtendFromWithin(between.within(text)),
            Self::SplitOff(at) => Op::SplitOff(at.within(text)),
            Self::Slice(between) => Op::Slice(between.within(text)),
            Self::Repeat(times) => Op::Repeat(usize::from(times % 8)),
            Self::Reserve(more) => Op::Reserve(usize::from(*more)),
            Self::TryReserve(more) => Op::TryReserve(usize::from(*more)),
            Self::ShrinkToFit => Op::ShrinkToFit,
            Self::Uppercase => Op::Uppercase,
            Self::ThroughString => Op::ThroughString,
            Self::ThroughBox => Op::ThroughBox,
        })
    }
}
