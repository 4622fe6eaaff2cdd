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

use core::fmt::Debug;
use core::mem;
use core::ops::RangeBounds;
use std::sync::LazyLock;

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
/// Panics if the type panics while it makes, clones, reads or drops a text.
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
    let mut texts = Texts {
        all: [creation.create(subject)].into(),
        current: 0,
    };
    compare(subject, &texts, &|| "at first".to_owned())?;
    for action in actions {
        act(subject, &mut texts, action)?;
        compare(subject, &texts, &|| format!("after {action:?}"))?;
    }
    Ok(())
}

/// Texts, each with its control, one of which is current.
struct Texts<T> {
    all: Vec<(T, String)>,
    current: usize,
}

impl<T> Texts<T> {
    /// Keeps one more text and makes it current.
    fn keep(&mut self, value: T, control: String) {
        if self.all.len() == MOST_TEXTS {
            self.all.pop();
        }
        self.all.push((value, control));
        self.current = self.all.len() - 1;
    }

    /// Removes the current text unless it is the only one, and makes the one before it current.
    fn remove(&mut self) -> Option<T> {
        if self.all.len() == 1 {
            return None;
        }
        let (value, _) = self.all.remove(self.current);
        self.current = self.current.saturating_sub(1);
        Some(value)
    }

    fn turn(&mut self, to: u8) {
        self.current = usize::from(to) % self.all.len();
    }

    fn current(&mut self) -> &mut (T, String) {
        &mut self.all[self.current]
    }
}

/// Compares each text with its control. `when` describes the moment for the counterexample.
fn compare<S>(
    subject: &Subject<S>,
    texts: &Texts<S>,
    when: &dyn Fn() -> String,
) -> Result<(), Counterexample> {
    for (index, (value, control)) in texts.all.iter().enumerate() {
        let which = if index == texts.current {
            "the text"
        } else {
            "another text"
        };
        let got = subject.bytes(value);
        if got != control.as_bytes() {
            return Err(Counterexample::new(format!(
                "{which} is \"{}\" {}, not {control:?}",
                got.escape_ascii(),
                when()
            )));
        }
        let capacity = subject.methods.capacity.map(|capacity| capacity(value));
        if capacity.is_some_and(|capacity| capacity < got.len()) {
            return Err(Counterexample::new(format!(
                "{which} has a capacity of {capacity:?} {}, and is {control:?}",
                when()
            )));
        }
    }
    Ok(())
}

/// Applies an action to the current text and to its control, and compares the results.
fn act<S>(
    subject: &Subject<S>,
    texts: &mut Texts<S>,
    action: &Action,
) -> Result<(), Counterexample> {
    let (value, control) = texts.current();
    match action {
        Action::Clone => {
            if let Some(clone) = subject.probed.clone {
                let (value, control) = (clone(value), control.clone());
                texts.keep(value, control);
            }
        }
        Action::Drop => drop(texts.remove()),
        Action::Turn(to) => texts.turn(*to),
        action if action.grows() && control.len() >= LONGEST => {}
        action => {
            let before = control.clone();
            let given = match caught(|| apply(subject, value, action, &before)) {
                Ok(None) => return Ok(()),
                Ok(Some(given)) => Ok(given),
                Err(panic) => Err(panic),
            };
            let expected = expected(action, control);
            match (given, expected) {
                (Ok(Effect::Splits(value)), Ok(Effect::Splits(control))) => {
                    texts.keep(value, control);
                }
                (Ok(Effect::Gives(given)), Ok(Effect::Gives(expected))) if given == expected => {}
                (Err(_), Err(_)) => {}
                (given, expected) => {
                    return Err(Counterexample::new(format!(
                        "{action:?} {}; on a String it {}",
                        shown(given),
                        shown(expected)
                    )));
                }
            }
        }
    }
    Ok(())
}

/// The result of an action.
enum Effect<T> {
    /// The value that the method returned, as `Debug` writes it.
    Gives(String),
    /// A new text, which becomes the current one.
    Splits(T),
}

impl<T> Effect<T> {
    fn gives(value: impl Debug) -> Self {
        Self::Gives(format!("{value:?}"))
    }
}

/// Returns the result of an action in words, for a counterexample. The messages of panics may differ.
fn shown<T>(result: Result<Effect<T>, Panic>) -> String {
    match result {
        Ok(Effect::Gives(value)) => format!("gives {value}"),
        Ok(Effect::Splits(_)) => "gives a text".to_owned(),
        Err(panic) => format!("panics ({panic})"),
    }
}

/// `String` with all methods, which the others must equal.
static CONTROL: LazyLock<Subject<String>> = LazyLock::new(|| {
    crate::subject!(String;
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
        replace_range, extend_from_within, split_off, as_mut_str, reserve, try_reserve,
        shrink_to_fit,
        slice: |text, range| text[(range.start_bound().cloned(), range.end_bound().cloned())].into(),
        repeat: |text, times| text.as_str().repeat(times),
        try_push_str: |text, more| {
            text.push_str(more);
            true
        },
    )
});

/// Applies an action to a `String`.
fn expected(action: &Action, control: &mut String) -> Result<Effect<String>, Panic> {
    let before = control.clone();
    let effect = caught(|| apply(&CONTROL, control, action, &before))?;
    Ok(effect.expect("the control has all methods"))
}

/// Applies an action to a text, or returns `None` if the type does not support it. Indices are those
/// of the action in `control`.
#[allow(clippy::unit_arg)] // Most methods return nothing.
fn apply<S>(
    subject: &Subject<S>,
    value: &mut S,
    action: &Action,
    control: &str,
) -> Option<Effect<S>> {
    let (methods, probed) = (&subject.methods, &subject.probed);
    let answers = |between: &Between| {
        let bounds = between.within(control);
        Answers::steady(bounds.0, bounds.1)
    };
    Some(match action {
        Action::Push(c) => Effect::gives((methods.push?)(value, *c)),
        Action::PushStr(text) => Effect::gives((methods.push_str?)(value, &text.get())),
        Action::TryPushStr(text) => Effect::gives((methods.try_push_str?)(value, &text.get())),
        Action::Write(text, width) => {
            let (write, width) = (probed.write?, usize::from(*width));
            Effect::gives(write(value, format_args!("{:>width$}", text.get())))
        }
        Action::ExtendChars(text) => {
            Effect::gives((probed.extend_chars?)(value, Box::new(text.get().chars())))
        }
        Action::ExtendStrings(texts) => {
            let texts = Box::new(texts.iter().map(Text::get));
            Effect::gives((probed.extend_strings?)(value, texts))
        }
        Action::Pop => Effect::gives((methods.pop?)(value)),
        Action::Remove(at) => Effect::gives((methods.remove?)(value, at.within(control))),
        Action::Insert(at, c) => Effect::gives((methods.insert?)(value, at.within(control), *c)),
        Action::InsertStr(at, text) => Effect::gives((methods.insert_str?)(
            value,
            at.within(control),
            &text.get(),
        )),
        Action::Truncate(at) => Effect::gives((methods.truncate?)(value, at.within(control))),
        Action::Clear => Effect::gives((methods.clear?)(value)),
        Action::Retain(bits) => {
            let retain = methods.retain?;
            Effect::gives(retained(*bits, |keep| retain(value, keep)))
        }
        Action::Drain(between, front, back) => {
            let how = Draining::of(*front, *back);
            Effect::gives((methods.drain?)(value, answers(between).span(), how))
        }
        Action::ReplaceRange(between, with) => {
            let answers = answers(between);
            Effect::gives((methods.replace_range?)(value, answers.span(), &with.get()))
        }
        Action::ExtendFromWithin(between) => Effect::gives((methods.extend_from_within?)(
            value,
            answers(between).span(),
        )),
        Action::SplitOff(at) => Effect::Splits((methods.split_off?)(value, at.within(control))),
        Action::Slice(between) => Effect::Splits((methods.slice?)(value, answers(between).span())),
        Action::Repeat(times) => Effect::Splits((methods.repeat?)(value, (times % 8).into())),
        Action::Reserve(more) => Effect::gives((methods.reserve?)(value, (*more).into())),
        Action::TryReserve(more) => Effect::gives((methods.try_reserve?)(value, (*more).into())),
        Action::ShrinkToFit => Effect::gives((methods.shrink_to_fit?)(value)),
        Action::Uppercase => Effect::gives((methods.as_mut_str?)(value).make_ascii_uppercase()),
        Action::ThroughString => {
            let (into, from) = (probed.into_string?, probed.from_string?);
            Effect::gives(*value = from(into(mem::replace(value, subject.of("")))))
        }
        Action::ThroughBox => {
            let (into, from) = (probed.into_boxed?, probed.from_boxed?);
            Effect::gives(*value = from(into(mem::replace(value, subject.of("")))))
        }
        Action::Clone | Action::Drop | Action::Turn(_) => return None,
    })
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
