//! Types that always have their bug.
#![allow(unsafe_code)]

use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use string_kit_conformance::{Subject, subject};

/// A text in a union, as in unsafe code that reads its bytes in two ways. A union has no niche, so
/// `Option` takes one more word.
pub(crate) union NoNiche {
    text: ManuallyDrop<String>,
    _words: [usize; 3],
}

impl From<&str> for NoNiche {
    fn from(text: &str) -> Self {
        Self {
            text: ManuallyDrop::new(text.into()),
        }
    }
}

impl AsRef<str> for NoNiche {
    fn as_ref(&self) -> &str {
        // SAFETY: only `from` makes a value, and it writes the field `text`.
        unsafe { &self.text }
    }
}

impl Drop for NoNiche {
    fn drop(&mut self) {
        // SAFETY: only `from` makes a value, and it writes the field `text`.
        let text = unsafe { &mut self.text };
        // SAFETY: the value is dropped once, and nothing reads `text` afterwards.
        unsafe { ManuallyDrop::drop(text) }
    }
}

/// A text behind a raw pointer, which makes a type neither `Send` nor `Sync`.
pub(crate) struct NotSend(NonNull<str>);

impl From<&str> for NotSend {
    fn from(text: &str) -> Self {
        Self(NonNull::from(Box::leak(Box::from(text))))
    }
}

impl AsRef<str> for NotSend {
    fn as_ref(&self) -> &str {
        // SAFETY: the pointer comes from a leaked box, which lives until `drop`, and which nothing
        // changes before.
        unsafe { self.0.as_ref() }
    }
}

impl Drop for NotSend {
    fn drop(&mut self) {
        // SAFETY: the pointer comes from a leaked box, and this is the only place that takes it
        // back.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

/// A text that is declared immutable, although text can be appended.
pub(crate) struct Appends(String);

impl From<&str> for Appends {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl AsRef<str> for Appends {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Appends {
    pub(crate) fn push_str(&mut self, more: &str) {
        self.0.push_str(more);
    }
}

pub(crate) mod appends {
    use super::*;

    pub(crate) fn subject() -> Subject<Appends> {
        subject!(Appends; push_str).mutable(false)
    }
}

pub(crate) mod no_niche {
    use super::*;

    pub(crate) fn subject() -> Subject<NoNiche> {
        subject!(NoNiche)
    }
}

pub(crate) mod not_send {
    use super::*;

    pub(crate) fn subject() -> Subject<NotSend> {
        subject!(NotSend)
    }
}
