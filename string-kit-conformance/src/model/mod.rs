//! Model tests: the same actions on a text and on a `String` must have the same results.
//!
//! A test is a [`Creation`] and some [`Action`]s. [`Law::EditsAsStringDoes`](super::Law) makes them
//! at random. With the feature `arbitrary` both implement `Arbitrary`, so that a fuzz target can
//! make them from its input:
//!
//! ```
//! use string_kit_conformance::{Action, Creation, model, subject};
//!
//! let subject = subject!(String; push, pop);
//! model::run(&subject, &Creation::of("a"), &[Action::Push('é'), Action::Pop])?;
//! # Ok::<(), string_kit_conformance::Counterexample>(())
//! ```

mod action;
mod program;

use core::fmt::Write;

pub use self::action::{Action, At, Between, Creation, Text};
pub(super) use self::program::program;
use super::hostile::{Answers, Draining, Panic, caught};
use super::{Counterexample, Subject};

/// The most texts at once.
const MOST_TEXTS: usize = 6;

/// The length in bytes from which on a text does not grow further.
const LONGEST: usize = 4_096;

/// Applies all actions to a text of the type and to a `String`, and compares both after each
/// action.
///
/// Keeps up to 6 texts at once. Takes the time of the actions, and of a comparison of all texts
/// after each action.
///
/// # Errors
///
/// Returns the first action whose result, text or panic is not `String`'s, or that changes another
/// text than the current one.
///
/// # Panics
///
/// Panics if the type panics while it makes, clones, repeats, converts, reads or drops a text.
///
/// ```
/// use string_kit_conformance::{Action, Creation, model, subject};
///
/// let clears = subject!(String; clear);
/// assert_eq!(model::run(&clears, &Creation::of("a"), &[Action::Clear]), Ok(()));
/// ```
pub fn run<S>(
    subject: &Subject<S>,
    creation: &Creation,
    actions: &[Action],
) -> Result<(), Counterexample> {
    let mut state = State {
        subject,
        texts: [creation.create(subject)].into(),
        current: 0,
    };
    state.compare(&|| "at first".to_owned())?;
    for action in actions {
        state.act(action)?;
        state.compare(&|| format!("after {action:?}"))?;
    }
    Ok(())
}

struct State<'a, S> {
    subject: &'a Subject<S>,
    texts: Vec<(S, String)>,
    current: usize,
}

impl<S> State<'_, S> {
    /// Compares each text with its control. `when` describes the moment for the counterexample.
    fn compare(&self, when: &dyn Fn() -> String) -> Result<(), Counterexample> {
        for (index, (value, control)) in self.texts.iter().enumerate() {
            let which = if index == self.current {
                "the text"
            } else {
                "another text"
            };
            let got = self.subject.bytes(value);
            if got != control.as_bytes() {
                return Err(Counterexample::new(format!(
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
                return Err(Counterexample::new(format!(
                    "{which} has a capacity of {capacity:?} {}, and is {control:?}",
                    when()
                )));
            }
        }
        Ok(())
    }

    /// Keeps one more text and makes it current.
    fn keep(&mut self, value: S, control: String) {
        if self.texts.len() == MOST_TEXTS {
            self.texts.pop();
        }
        self.texts.push((value, control));
        self.current = self.texts.len() - 1;
    }

    #[allow(clippy::too_many_lines)] // There is an arm for each action.
    fn act(&mut self, action: &Action) -> Result<(), Counterexample> {
        let (methods, probed) = (&self.subject.methods, &self.subject.probed);
        let subject = self.subject;
        let (value, control) = &mut self.texts[self.current];
        let may_grow = control.len() < LONGEST;

        /// Applies an action to both texts, if the type supports it, and compares the results.
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
                    self.texts.remove(self.current);
                    self.current = self.current.saturating_sub(1);
                }
                Ok(())
            }
            Action::Turn(to) => {
                self.current = usize::from(*to) % self.texts.len();
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
                    |extend| extend(value, Box::new(text.chars())),
                    control.push_str(&text)
                )
            }
            Action::ExtendStrings(texts) if may_grow => {
                let texts = || texts.iter().map(Text::get);
                both!(
                    probed.extend_strings,
                    |extend| extend(value, Box::new(texts())),
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
            Action::Retain(bits) => both!(
                methods.retain,
                |retain| retained(*bits, |keep| retain(value, keep)),
                retained(*bits, |keep| control.retain(keep))
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
            // The text is too long to grow further.
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

/// Runs a `retain` whose closure keeps a character for each 0 bit, and returns the characters that
/// it was called with.
fn retained(mut bits: u32, retain: impl FnOnce(&mut dyn FnMut(char) -> bool)) -> String {
    let mut called_with = String::new();
    retain(&mut |c| {
        called_with.push(c);
        bits = bits.rotate_left(1);
        bits & 1 == 0
    });
    called_with
}

/// Compares the results of an action, panics included. The messages of panics may differ.
fn same<R: PartialEq + core::fmt::Debug>(
    action: &Action,
    given: Result<R, Panic>,
    expected: Result<R, Panic>,
) -> Result<(), Counterexample> {
    match (given, expected) {
        (Ok(given), Ok(expected)) if given == expected => Ok(()),
        (Err(_), Err(_)) => Ok(()),
        (given, expected) => {
            let describe = |result: Result<R, Panic>| match result {
                Ok(value) => format!("gives {value:?}"),
                Err(panic) => format!("panics ({panic})"),
            };
            Err(Counterexample::new(format!(
                "{action:?} {}; on a String it {}",
                describe(given),
                describe(expected)
            )))
        }
    }
}
