//! A text behind a raw pointer, which takes `Send` and `Sync` away unless they are given back.
#![allow(unsafe_code)]

use std::ptr::NonNull;

use string_kit_conformance::Subject;
use string_kit_conformance::subject;

pub(crate) struct NotSend(NonNull<str>);

impl From<&str> for NotSend {
    fn from(text: &str) -> Self {
        Self(NonNull::from(Box::leak(Box::from(text))))
    }
}

impl AsRef<str> for NotSend {
    fn as_ref(&self) -> &str {
        // SAFETY: `from` made it of a box, which nobody else has.
        unsafe { self.0.as_ref() }
    }
}

impl Drop for NotSend {
    fn drop(&mut self) {
        // SAFETY: `from` made it of a box, which nobody else has.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

pub(crate) fn subject() -> Subject<NotSend> {
    subject!(NotSend)
}
