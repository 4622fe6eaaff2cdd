//! A subject without its type: the laws are compiled once, and not once for each type.

use core::fmt::{self, Display};
use core::ops::Deref;

use crate::Law;
use crate::capture::Captures;
use crate::hostile::Fickle;
use crate::op::{Given, Op};
use crate::probe::Probed;
use crate::slot::{Slot, Value};
use crate::verdict::{Outcome, Stop, ensure};

/// The facts of a subject other than its methods.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) name: &'static str,
    /// The sizes of the type and of its `Option`.
    pub(super) sizes: [usize; 2],
    pub(super) probed: Probed,
    pub(super) captures: Option<Captures>,
    pub(super) inline_capacity: Option<usize>,
    pub(super) shares: Option<bool>,
    pub(super) mutable: Option<bool>,
    /// The laws that the type is known to break, and the reasons.
    pub(super) known: Vec<(Law, &'static str)>,
    /// The laws that cannot run, and the reasons.
    pub(super) skipped: Vec<(Law, &'static str)>,
    pub(super) unexamined: Option<&'static [Law]>,
}

impl Facts {
    pub(super) fn why_known(&self, law: Law) -> Option<&'static str> {
        let mut known = self.known.iter();
        known.find_map(|(broken, why)| (*broken == law).then_some(*why))
    }
}

/// A function of the type that makes a text, and its argument.
#[derive(Clone, Copy)]
pub(super) enum Make<'a> {
    WithCapacity(usize),
    FromUtf8(&'a [u8]),
    FromUtf8Lossy(&'a [u8]),
    Concat(&'a [Fickle<'a>]),
    TryFromStr(&'a str),
    TryCapture(&'a dyn Display),
}

/// The constructor, the view and the methods of a subject, for values in slots.
pub(super) trait Functions: Sync {
    fn value(&self, text: &str) -> Value;
    fn as_str<'v>(&self, value: &'v dyn Slot) -> &'v str;
    fn has(&self, method: &str) -> bool;
    /// Calls a method, or returns `None` if the type does not have it.
    fn apply(&self, value: &mut dyn Slot, op: &Op) -> Option<Given>;
    /// Makes a text, or returns `None` if the type does not have the function or it refuses.
    fn make(&self, make: Make<'_>) -> Option<Value>;
}

/// A subject without its type.
#[derive(Clone, Copy)]
pub(super) struct Examined<'a> {
    pub(super) facts: &'a Facts,
    pub(super) functions: &'a dyn Functions,
}

impl Deref for Examined<'_> {
    type Target = Facts;

    fn deref(&self) -> &Facts {
        self.facts
    }
}

impl Examined<'_> {
    /// Makes a value by the type's own constructor.
    pub(super) fn value(self, text: &str) -> Value {
        self.functions.value(text)
    }

    /// Returns the bytes of a value. If the type is broken, they may not be UTF-8.
    pub(super) fn bytes(self, value: &dyn Slot) -> &[u8] {
        self.functions.as_str(value).as_bytes()
    }

    /// Returns a copy of the text of a value, with U+FFFD where it is not UTF-8.
    pub(super) fn lossy(self, value: &dyn Slot) -> String {
        String::from_utf8_lossy(self.bytes(value)).into_owned()
    }

    /// Returns true if the type has a method, or implements a trait or several that `+` separates.
    pub(super) fn supports(self, names: &str) -> bool {
        names.split(" + ").all(|name| {
            self.functions.has(name)
                || self.probed.implements(name)
                || name == "capture" && self.captures.is_some()
        })
    }

    pub(super) fn supports_op(self, op: &Op) -> bool {
        self.supports(op.needs())
    }

    /// Ends the law if the type lacks a method or a trait.
    pub(super) fn needs(self, name: &'static str) -> Outcome {
        if self.supports(name) {
            return Ok(());
        }
        Err(Stop::Lacks(name))
    }

    /// Ends the law unless a value has this text. `what` is the value in words.
    pub(super) fn has_text(
        self,
        value: &dyn Slot,
        text: &str,
        what: fmt::Arguments<'_>,
    ) -> Outcome {
        let is_same = self.bytes(value) == text.as_bytes();
        ensure!(is_same, "{what} is {:?}, not {text:?}", self.lossy(value));
        Ok(())
    }

    pub(super) fn make(self, make: Make<'_>) -> Option<Value> {
        self.functions.make(make)
    }

    /// Applies an operation to a text, or returns `None` if the type does not support it.
    #[allow(clippy::unit_arg)] // Most functions return nothing.
    pub(super) fn apply(self, value: &mut Value, op: &Op) -> Option<Given> {
        let probed = &self.probed;
        let mut replace = |by: &dyn Fn(Value) -> Value| {
            let old = core::mem::replace(value, self.value(""));
            *value = by(old);
            Given::Nothing(())
        };
        Some(match op {
            Op::ThroughString => {
                let (into, from) = (probed.into_string?, probed.from_string?);
                replace(&|text| from(into(text)))
            }
            Op::ThroughBox => {
                let (into, from) = (probed.into_boxed?, probed.from_boxed?);
                replace(&|text| from(into(text)))
            }
            Op::Write(text, width) => {
                (probed.write?)(&mut **value, format_args!("{text:>width$}")).into()
            }
            Op::AddAssign(text) => (probed.add_assign?)(&mut **value, text).into(),
            Op::ExtendChars(text) => {
                (probed.extend_chars?)(&mut **value, Box::new(text.chars())).into()
            }
            Op::ExtendStrs(text) => {
                (probed.extend_strs?)(&mut **value, Box::new([*text].into_iter())).into()
            }
            Op::ExtendStrings(texts) => {
                (probed.extend_strings?)(&mut **value, Box::new(texts.iter().cloned())).into()
            }
            Op::Clone => (probed.clone?)(&**value).into(),
            op => self.functions.apply(&mut **value, op)?,
        })
    }

    /// Returns the number that a method returns, or `None` if the type does not have it.
    pub(super) fn number(self, value: &mut Value, op: &Op) -> Option<usize> {
        match self.apply(value, op)? {
            Given::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the result of an operation as a literal.
    pub(super) fn shown(self, given: &Given) -> String {
        match given {
            Given::New(new) => format!("{:?}", self.lossy(&**new)),
            given => format!("{given:?}"),
        }
    }
}
