//! A text in a union, as unsafe code has it that reads its bytes in two ways: the compiler knows of
//! no value that it never has, so that `Option` takes a word more.
#![allow(unsafe_code)]

use std::mem::ManuallyDrop;

use string_kit_conformance::Subject;
use string_kit_conformance::subject;

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
        // SAFETY: `from` alone makes one, of a text.
        unsafe { &self.text }
    }
}

impl Drop for NoNiche {
    fn drop(&mut self) {
        // SAFETY: `from` alone makes one, of a text.
        let text = unsafe { &mut self.text };
        // SAFETY: it is dropped here, once.
        unsafe { ManuallyDrop::drop(text) }
    }
}

pub(crate) fn subject() -> Subject<NoNiche> {
    subject!(NoNiche)
}
