//! A text and its clones beside `String`s: the same operations, the same results.
//!
//! A sequence is a [`Creation`] and [`Action`]s. [`Law::EditsAsStringDoes`](super::Law) makes them
//! at random; with the feature `arbitrary` a fuzz target makes them of its input:
//!
//! ```
//! use string_kit::conformance::{Action, Creation, model};
//! use string_kit::subject;
//!
//! let subject = subject!(String; push, pop);
//! model::run(&subject, &Creation::of("a"), &[Action::Push('é'), Action::Pop])?;
//! # Ok::<(), string_kit::conformance::Counterexample>(())
//! ```

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use core::ops::Bound;

use super::caught::caught;
use super::hostile::{Answers, Draining};
use super::texts::text_of;
use super::{Counterexample, Subject};

/// A text: its characters, or a length and the width of the characters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Text {
    /// These.
    Chars(String),
    /// So many bytes, of characters of a width of 1 to 4 bytes.
    Of(u8, u8),
}

impl Text {
    fn get(&self) -> String {
        match self {
            Self::Chars(text) => text.clone(),
            Self::Of(len, width) => text_of(usize::from(*len), usize::from(width % 4) + 1),
        }
    }
}

/// How the first text comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Creation {
    /// Of a `&str`.
    Str(Text),
    /// Of a `String`, with so much room beside the text.
    String(Text, u8),
    /// Of its characters.
    Chars(Text),
    /// Captured.
    Captured(Text),
    /// The default.
    Default,
}

impl Creation {
    /// A text that is copied.
    ///
    /// ```
    /// use string_kit::conformance::Creation;
    ///
    /// assert!(matches!(Creation::of("tag"), Creation::Str(_)));
    /// ```
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self::Str(Text::Chars(text.to_owned()))
    }

    /// The text, by the subject where it has that way, and by `String`.
    fn create<S>(&self, subject: &Subject<S>) -> (S, String) {
        let probed = &subject.probed;
        let (control, value) = match self {
            Self::Str(text) => (text.get(), None),
            Self::String(text, room) => {
                let text = text.get();
                let mut owned = String::with_capacity(text.len() + usize::from(*room));
                owned.push_str(&text);
                (text, probed.from_string.map(|from| from(owned)))
            }
            Self::Chars(text) => {
                let text = text.get();
                let value = probed
                    .collect_chars
                    .map(|collect| collect(&mut text.chars()));
                (text, value)
            }
            Self::Captured(text) => {
                let text = text.get();
                let captures = subject.captures.as_ref();
                let value = captures.map(|captures| (captures.string)(&text));
                (text, value)
            }
            Self::Default => (String::new(), probed.default.map(|default| default())),
        };
        (value.unwrap_or_else(|| subject.of(&control)), control)
    }
}

/// A place in a text: as it is, or moved down to where a character starts in the text at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct At {
    /// Bytes from the start.
    pub offset: u16,
    /// Whether to move it.
    pub snap: bool,
}

impl At {
    fn within(self, text: &str) -> usize {
        let offset = usize::from(self.offset);
        if self.snap {
            text.floor_char_boundary(offset % (text.len() + 1))
        } else {
            offset
        }
    }
}

/// A range of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Between(pub Bound<At>, pub Bound<At>);

impl Between {
    fn within(self, text: &str) -> (Bound<usize>, Bound<usize>) {
        (
            self.0.map(|at| at.within(text)),
            self.1.map(|at| at.within(text)),
        )
    }
}

/// What is done to the text at hand. An action that the type does not have does nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Action {
    /// Clones the text, and has the clone at hand.
    Clone,
    /// Drops the text, and has the one before it at hand, unless it is the only one.
    Drop,
    /// Has another text at hand.
    Turn(u8),
    /// `push`.
    Push(char),
    /// `push_str`.
    PushStr(Text),
    /// `try_push_str`.
    TryPushStr(Text),
    /// `fmt::Write`, to a width.
    Write(Text, u8),
    /// `Extend<char>`.
    ExtendChars(Text),
    /// `Extend<String>`.
    ExtendStrings(Vec<Text>),
    /// `pop`.
    Pop,
    /// `remove`.
    Remove(At),
    /// `insert`.
    Insert(At, char),
    /// `insert_str`.
    InsertStr(At, Text),
    /// `truncate`.
    Truncate(At),
    /// `clear`.
    Clear,
    /// `retain`: the answers are the bits, one after the other, for ever.
    Retain(u32),
    /// `drain`: so many from the front and from the back.
    Drain(Between, u8, u8),
    /// `replace_range`.
    ReplaceRange(Between, Text),
    /// `extend_from_within`.
    ExtendFromWithin(Between),
    /// `split_off`: keeps what was split off, too.
    SplitOff(At),
    /// `slice`: has it at hand.
    Slice(Between),
    /// `repeat`: has it at hand.
    Repeat(u8),
    /// `reserve`.
    Reserve(u16),
    /// `try_reserve`.
    TryReserve(u16),
    /// `shrink_to_fit`.
    ShrinkToFit,
    /// `as_mut_str`: all ASCII letters to upper case.
    Uppercase,
    /// To a `String` and back.
    ThroughString,
    /// To a `Box<str>` and back.
    ThroughBox,
}

impl Action {
    /// One of each, for a text of any length.
    pub(super) fn one_of_each() -> Vec<Self> {
        let at = |offset| At { offset, snap: true };
        let between = Between(Bound::Included(at(1)), Bound::Excluded(at(u16::MAX)));
        let text = || Text::Of(40, 1);
        [
            Self::PushStr(text()),
            Self::Clone,
            Self::Push('é'),
            Self::TryPushStr(text()),
            Self::Write(text(), 50),
            Self::Clone,
            Self::ExtendChars(text()),
            Self::ExtendStrings([text(), text()].into()),
            Self::Pop,
            Self::Remove(at(0)),
            Self::Insert(at(3), '€'),
            Self::InsertStr(at(3), text()),
            Self::Clone,
            Self::Retain(0x5555_5555),
            Self::ReplaceRange(between, text()),
            Self::Slice(between),
            Self::ExtendFromWithin(between),
            Self::Drain(between, 1, 1),
            Self::Repeat(3),
            Self::SplitOff(at(5)),
            Self::Clone,
            Self::Reserve(500),
            Self::TryReserve(2_000),
            Self::ShrinkToFit,
            Self::Uppercase,
            Self::ThroughString,
            Self::ThroughBox,
            Self::Truncate(at(2)),
            Self::ShrinkToFit,
            Self::Drop,
            Self::Turn(1),
            Self::Clear,
        ]
        .into()
    }
}

/// The most texts at once.
const MOST_TEXTS: usize = 6;

/// The longest text that is lengthened further.
const LONGEST: usize = 4_096;

/// Does all actions to a text of a type and to a `String`, and compares after each.
///
/// # Errors
///
/// The first action that has another result, text or panic than `String`'s, or that changes a text
/// which is not at hand.
///
/// ```
/// use string_kit::conformance::{Action, Creation, model};
///
/// let result = model::run(&string_kit::subject!(String; clear), &Creation::of("a"), &[Action::Clear]);
/// assert_eq!(result, Ok(()));
/// ```
pub fn run<S>(
    subject: &Subject<S>,
    creation: &Creation,
    actions: &[Action],
) -> Result<(), Counterexample> {
    let mut state = State {
        subject,
        texts: [creation.create(subject)].into(),
        at_hand: 0,
    };
    state.compare(&|| "at first".to_owned())?;
    for action in actions {
        state.act(action)?;
        state.compare(&|| alloc::format!("after {action:?}"))?;
    }
    Ok(())
}

struct State<'a, S> {
    subject: &'a Subject<S>,
    texts: Vec<(S, String)>,
    at_hand: usize,
}

impl<S> State<'_, S> {
    /// Compares each text with its control; `when` says when.
    fn compare(&self, when: &dyn Fn() -> String) -> Result<(), Counterexample> {
        for (index, (value, control)) in self.texts.iter().enumerate() {
            let which = if index == self.at_hand {
                "the text"
            } else {
                "another text"
            };
            let got = self.subject.bytes(value);
            if got != control.as_bytes() {
                return Err(Counterexample::new(alloc::format!(
                    "{which} is \"{}\" {}, not {control:?}",
                    got.escape_ascii(),
                    when()
                )));
            }
            let capacity = self
                .subject
                .methods
                .capacity
                .map(|capacity| capacity(value));
            if capacity.is_some_and(|capacity| capacity < got.len()) {
                return Err(Counterexample::new(alloc::format!(
                    "{which} has a capacity of {capacity:?} {}, and is {control:?}",
                    when()
                )));
            }
        }
        Ok(())
    }

    /// Keeps one more text, and has it at hand.
    fn keep(&mut self, value: S, control: String) {
        if self.texts.len() < MOST_TEXTS {
            self.texts.push((value, control));
            self.at_hand = self.texts.len() - 1;
        }
    }

    fn act(&mut self, action: &Action) -> Result<(), Counterexample> {
        let (methods, probed) = (&self.subject.methods, &self.subject.probed);
        let subject = self.subject;
        let (value, control) = &mut self.texts[self.at_hand];
        let may_grow = control.len() < LONGEST;

        /// Does an action on both, if the type has it, and compares what they give.
        macro_rules! both {
            ($method:expr, |$call:ident| $given:expr, $expected:expr) => {
                match $method {
                    None => Ok(()),
                    Some($call) => same(action, caught(|| $given), caught(|| $expected)),
                }
            };
        }
        match action {
            Action::Clone => {
                if let Some(clone) = probed.clone {
                    let (value, control) = (clone(value), control.clone());
                    self.keep(value, control);
                }
                Ok(())
            }
            Action::Drop => {
                if self.texts.len() > 1 {
                    self.texts.remove(self.at_hand);
                    self.at_hand = self.at_hand.saturating_sub(1);
                }
                Ok(())
            }
            Action::Turn(to) => {
                self.at_hand = usize::from(*to) % self.texts.len();
                Ok(())
            }
            Action::Push(c) => both!(methods.push, |push| push(value, *c), control.push(*c)),
            Action::PushStr(text) if may_grow => {
                let text = text.get();
                both!(
                    methods.push_str,
                    |push| push(value, &text),
                    control.push_str(&text)
                )
            }
            Action::TryPushStr(text) if may_grow => {
                let text = text.get();
                both!(methods.try_push_str, |push| push(value, &text), {
                    control.push_str(&text);
                    true
                })
            }
            Action::Write(text, width) if may_grow => {
                let (text, width) = (text.get(), usize::from(*width));
                both!(
                    probed.write,
                    |write| write(value, format_args!("{text:>width$}")),
                    write!(control, "{text:>width$}")
                )
            }
            Action::ExtendChars(text) if may_grow => {
                let text = text.get();
                both!(
                    probed.extend_chars,
                    |extend| extend(value, &mut text.chars()),
                    control.extend(text.chars())
                )
            }
            Action::ExtendStrings(texts) if may_grow => {
                let texts = || texts.iter().map(Text::get);
                both!(
                    probed.extend_strings,
                    |extend| extend(value, &mut texts()),
                    control.extend(texts())
                )
            }
            Action::Pop => both!(methods.pop, |pop| pop(value), control.pop()),
            Action::Remove(at) => {
                let at = at.within(control);
                both!(
                    methods.remove,
                    |remove| remove(value, at),
                    control.remove(at)
                )
            }
            Action::Insert(at, c) => {
                let at = at.within(control);
                both!(
                    methods.insert,
                    |insert| insert(value, at, *c),
                    control.insert(at, *c)
                )
            }
            Action::InsertStr(at, text) if may_grow => {
                let (at, text) = (at.within(control), text.get());
                both!(
                    methods.insert_str,
                    |insert| insert(value, at, &text),
                    control.insert_str(at, &text)
                )
            }
            Action::Truncate(at) => {
                let at = at.within(control);
                both!(
                    methods.truncate,
                    |truncate| truncate(value, at),
                    control.truncate(at)
                )
            }
            Action::Clear => both!(methods.clear, |clear| clear(value), control.clear()),
            Action::Retain(answers) => both!(
                methods.retain,
                |retain| asked(*answers, |keep| retain(value, keep)),
                asked(*answers, |keep| control.retain(keep))
            ),
            Action::Drain(between, front, back) => {
                let bounds = between.within(control);
                let answers = Answers::steady(bounds.0, bounds.1);
                let how = Draining {
                    front: (*front).into(),
                    back: (*back).into(),
                    leak: false,
                };
                both!(
                    methods.drain,
                    |drain| drain(value, answers.span(), how),
                    how.apply(control.drain(bounds))
                )
            }
            Action::ReplaceRange(between, with) if may_grow => {
                let (bounds, with) = (between.within(control), with.get());
                let answers = Answers::steady(bounds.0, bounds.1);
                both!(
                    methods.replace_range,
                    |replace| replace(value, answers.span(), &with),
                    control.replace_range(bounds, &with)
                )
            }
            Action::ExtendFromWithin(between) if may_grow => {
                let bounds = between.within(control);
                let answers = Answers::steady(bounds.0, bounds.1);
                both!(
                    methods.extend_from_within,
                    |extend| extend(value, answers.span()),
                    control.extend_from_within(bounds)
                )
            }
            Action::SplitOff(at) => {
                let at = at.within(control);
                let mut split = (None, None);
                both!(
                    methods.split_off,
                    |split_off| split.0 = Some(split_off(value, at)),
                    split.1 = Some(control.split_off(at))
                )?;
                if let (Some(value), Some(control)) = split {
                    self.keep(value, control);
                }
                Ok(())
            }
            Action::Slice(between) => {
                let bounds = between.within(control);
                let answers = Answers::steady(bounds.0, bounds.1);
                let mut sliced = (None, None);
                both!(
                    methods.slice,
                    |slice| sliced.0 = Some(slice(value, answers.span())),
                    sliced.1 = Some(control[bounds].to_owned())
                )?;
                if let (Some(value), Some(control)) = sliced {
                    self.keep(value, control);
                }
                Ok(())
            }
            Action::Repeat(times) if may_grow => {
                let times = usize::from(times % 8);
                let repeated = methods.repeat.map(|repeat| repeat(value, times));
                let control = control.repeat(times);
                if let Some(value) = repeated {
                    self.keep(value, control);
                }
                Ok(())
            }
            Action::Reserve(more) => {
                both!(
                    methods.reserve,
                    |reserve| reserve(value, (*more).into()),
                    ()
                )
            }
            Action::TryReserve(more) => {
                both!(
                    methods.try_reserve,
                    |reserve| reserve(value, (*more).into()),
                    true
                )
            }
            Action::ShrinkToFit => both!(methods.shrink_to_fit, |shrink| shrink(value), ()),
            Action::Uppercase => both!(
                methods.as_mut_str,
                |as_mut_str| as_mut_str(value).make_ascii_uppercase(),
                control.make_ascii_uppercase()
            ),
            Action::ThroughString => {
                if let (Some(into), Some(from)) = (probed.into_string, probed.from_string) {
                    let taken = core::mem::replace(value, subject.of(""));
                    *value = from(into(taken));
                }
                Ok(())
            }
            Action::ThroughBox => {
                if let (Some(into), Some(from)) = (probed.into_boxed, probed.from_boxed) {
                    let taken = core::mem::replace(value, subject.of(""));
                    *value = from(into(taken));
                }
                Ok(())
            }
            // The text is long enough.
            Action::PushStr(_)
            | Action::TryPushStr(_)
            | Action::Write(..)
            | Action::ExtendChars(_)
            | Action::ExtendStrings(_)
            | Action::InsertStr(..)
            | Action::ReplaceRange(..)
            | Action::ExtendFromWithin(_)
            | Action::Repeat(_) => Ok(()),
        }
    }
}

/// Runs a `retain` with answers that are the bits of a number, and gives what it asked about.
fn asked(mut answers: u32, retain: impl FnOnce(&mut dyn FnMut(char) -> bool)) -> String {
    let mut asked = String::new();
    retain(&mut |c| {
        asked.push(c);
        answers = answers.rotate_left(1);
        answers & 1 == 0
    });
    asked
}

/// Compares what an action gave, panics included: that there is one, not what it says.
fn same<R: PartialEq + core::fmt::Debug>(
    action: &Action,
    given: Result<R, String>,
    expected: Result<R, String>,
) -> Result<(), Counterexample> {
    match (given, expected) {
        (Ok(given), Ok(expected)) if given == expected => Ok(()),
        (Err(_), Err(_)) => Ok(()),
        (given, expected) => {
            let told = |result: Result<R, String>| match result {
                Ok(value) => alloc::format!("gives {value:?}"),
                Err(message) => alloc::format!("panics ({message})"),
            };
            Err(Counterexample::new(alloc::format!(
                "{action:?} {}; on a String it {}",
                told(given),
                told(expected)
            )))
        }
    }
}
