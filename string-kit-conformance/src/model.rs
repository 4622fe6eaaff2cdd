//! Model tests: the same actions on a text and on a `String` must have the same results.
//!
//! A test is a [`Creation`] and some [`Action`]s. [`Law::EditsAsStringDoes`](super::Law) makes them
//! at random, and its counterexample shows those that fail. With the feature `arbitrary` both
//! implement `Arbitrary`, so that a fuzz target can make them from its input:
//!
//! ```
//! use string_kit_conformance::{Action, Creation, model, subject};
//!
//! let subject = subject!(String; push, pop);
//! model::replay(&subject, &Creation::Default, &[Action::Push('é'), Action::Pop])?;
//! # Ok::<(), string_kit_conformance::Counterexample>(())
//! ```

use core::mem;
use core::ops::RangeBounds;
use std::sync::LazyLock;

pub use super::action::{Action, At, Between, Creation};
use super::examined::Examined;
use super::hostile::caught;
use super::op::{Given, Op};
use super::slot::Value;
use super::{Counterexample, Subject};

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
/// text than the current one; or a panic while the type makes, clones, reads or drops a text.
pub fn replay<S: 'static>(
    subject: &Subject<S>,
    creation: &Creation,
    actions: &[Action],
) -> Result<(), Counterexample> {
    play(subject.examined(), creation, actions).map_err(Counterexample::new)
}

impl Creation {
    /// Makes the text in this way, or from a `&str` if the type does not support it.
    fn create(&self, subject: Examined<'_>) -> (Value, String) {
        let probed = &subject.probed;
        let text = match self {
            Self::Default => "",
            Self::Str(text) | Self::String(text, _) | Self::Chars(text) | Self::Captured(text) => {
                text
            }
        };
        let made = match self {
            Self::Str(_) => None,
            Self::String(_, room) => {
                let mut owned = String::with_capacity(text.len() + usize::from(*room));
                owned.push_str(text);
                probed.from_string.map(|from| from(owned))
            }
            Self::Chars(_) => {
                let collect = probed.collect_chars;
                collect.map(|collect| collect(Box::new(text.chars())))
            }
            Self::Captured(text) => {
                let captures = subject.captures.as_ref();
                captures.map(|captures| (captures.string)(text))
            }
            Self::Default => probed.default.map(|default| default()),
        };
        let value = made.unwrap_or_else(|| subject.value(text));
        (value, text.to_owned())
    }
}

/// Does the same as [`replay`], and returns a description of the failure.
pub(super) fn play(
    subject: Examined<'_>,
    creation: &Creation,
    actions: &[Action],
) -> Result<(), String> {
    let result = caught(|| {
        let mut run = Run {
            subject,
            texts: vec![creation.create(subject)],
            current: 0,
        };
        run.compare(&|| "at first".to_owned())?;
        for action in actions {
            run.act(action)?;
            run.compare(&|| format!("after {action:?}"))?;
        }
        Ok(())
    });
    result.unwrap_or_else(|panic| Err(format!("a panic: {panic}")))
}

/// A run of the model: texts, each with its control. One of them is current.
struct Run<'a> {
    subject: Examined<'a>,
    texts: Vec<(Value, String)>,
    current: usize,
}

impl Run<'_> {
    fn keep(&mut self, value: Value, control: String) {
        self.texts.truncate(MOST_TEXTS - 1);
        self.texts.push((value, control));
        self.current = self.texts.len() - 1;
    }

    /// Compares each text with its control. `when` describes the moment.
    fn compare(&mut self, when: &dyn Fn() -> String) -> Result<(), String> {
        for (index, (value, control)) in self.texts.iter_mut().enumerate() {
            let which = if index == self.current {
                "the text"
            } else {
                "another text"
            };
            let got = self.subject.bytes(&**value);
            if got != control.as_bytes() {
                let (got, when) = (got.escape_ascii(), when());
                return Err(format!("{which} is \"{got}\" {when}, not {control:?}"));
            }
            let room = self.subject.number(value, &Op::Capacity);
            if room.is_some_and(|room| room < control.len()) {
                let when = when();
                return Err(format!(
                    "{which} has a capacity of {room:?} {when}, and is {control:?}"
                ));
            }
        }
        Ok(())
    }

    /// Applies an action to the current text and to its control, and compares the results.
    fn act(&mut self, action: &Action) -> Result<(), String> {
        let (value, text) = &mut self.texts[self.current];
        let Some(op) = action.op(text) else {
            self.turn_or_drop(action);
            return Ok(());
        };
        let mut control = text.clone();
        let expected = apply_to_string(&op, &mut control);
        let longest = match &expected {
            Ok(Given::New(new)) => string().bytes(&**new).len(),
            _ => control.len(),
        };
        if text.len() >= LONGEST && longest > text.len() {
            return Ok(());
        }
        let given = match caught(|| self.subject.apply(value, &op)) {
            Ok(None) => return Ok(()),
            Ok(Some(given)) => Ok(given),
            Err(panic) => Err(panic),
        };
        *text = control;
        match (given, expected) {
            (Ok(Given::New(value)), Ok(Given::New(control))) => self.keep(value, control.take()),
            // The messages of panics may differ.
            (Err(_), Err(_)) => {}
            (Ok(given), Ok(expected)) if format!("{given:?}") == format!("{expected:?}") => {}
            (given, expected) => {
                let (given, expected) = (shown(given), shown(expected));
                return Err(format!("{action:?} {given}; on a String it {expected}"));
            }
        }
        Ok(())
    }

    fn turn_or_drop(&mut self, action: &Action) {
        if let Action::Turn(to) = action {
            self.current = usize::from(*to) % self.texts.len();
        } else if self.texts.len() > 1 {
            self.texts.remove(self.current);
            self.current = self.current.saturating_sub(1);
        }
    }
}

fn shown(result: Result<Given, String>) -> String {
    match result {
        Ok(given) => format!("gives {given:?}"),
        Err(panic) => format!("panics ({panic})"),
    }
}

/// `String` with all methods, which the others must equal.
static CONTROL: LazyLock<Subject<String>> = LazyLock::new(|| {
    crate::subject!(String;
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
        replace_range, extend_from_within, split_off, as_mut_str, reserve, try_reserve,
        shrink_to_fit,
        slice: |text, range| {
            text[(range.start_bound().cloned(), range.end_bound().cloned())].into()
        },
        repeat: |text, times| text.as_str().repeat(times),
        try_push_str: |text, more| {
            text.push_str(more);
            true
        },
    )
});

/// Returns `String` as a subject with all methods.
pub(super) fn string() -> Examined<'static> {
    CONTROL.examined()
}

/// Applies an operation to a `String`, or returns its panic.
pub(super) fn apply_to_string(op: &Op, control: &mut String) -> Result<Given, String> {
    let mut value = Value::new(mem::take(control));
    let given = caught(|| string().apply(&mut value, op));
    *control = value.take();
    given.map(|given| given.expect("the control has all methods"))
}
