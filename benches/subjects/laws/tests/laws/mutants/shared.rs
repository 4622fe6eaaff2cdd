//! A text that clones share and copy on write.
#![allow(unsafe_code)]

use std::hint::black_box;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use string_kit_conformance::{Subject, subject};

use super::table::{self, Bug};

pub(crate) struct Shared(Arc<Block>);

struct Block {
    text: String,
    /// The bug of the thread that made the first text; clones carry it to other threads.
    bug: Bug,
    /// For the bug `DropsRace`, a second reference count: the number of owners that the block ever
    /// had, and the number of owners that were dropped.
    made: AtomicUsize,
    gone: AtomicUsize,
}

impl Block {
    fn new(text: String, bug: Bug) -> Self {
        Self {
            text,
            bug,
            made: AtomicUsize::new(1),
            gone: AtomicUsize::new(0),
        }
    }
}

impl Clone for Block {
    fn clone(&self) -> Self {
        Self::new(self.text.clone(), self.bug)
    }
}

impl Shared {
    fn has(&self, bug: Bug) -> bool {
        self.0.bug == bug
    }

    /// Copies the text to a new block.
    fn copied(&self) -> Self {
        Self(Arc::new(Block::clone(&self.0)))
    }

    /// Returns the text for a change. Copies it first if it is shared.
    fn own(&mut self) -> &mut String {
        if Arc::get_mut(&mut self.0).is_none() {
            *self = self.copied();
        }
        &mut Arc::get_mut(&mut self.0).expect("there is one owner").text
    }

    fn push_str(&mut self, more: &str) {
        self.own().push_str(more);
    }

    fn pop(&mut self) -> Option<char> {
        self.own().pop()
    }

    pub(crate) fn as_mut_str(&mut self) -> &mut str {
        if self.has(Bug::AsMutStrAliases) {
            // SAFETY: breaks on purpose the promise that nothing else reads the text: clones may
            // read it. They see letters change, and the text stays where it is and stays UTF-8.
            return unsafe { self.aliased() };
        }
        self.own()
    }

    /// Returns the text for a change. Does not copy it, even if it is shared.
    ///
    /// # Safety
    ///
    /// Nothing else may read or write the text while the reference lives.
    unsafe fn aliased(&mut self) -> &mut str {
        let block = Arc::as_ptr(&self.0).cast_mut();
        // SAFETY: the pointer comes from an `Arc` that `self` holds, so it is valid and aligned;
        // the caller promises that nothing else accesses the text.
        unsafe { &mut (*block).text }
    }
}

impl From<&str> for Shared {
    fn from(text: &str) -> Self {
        Self(Arc::new(Block::new(text.into(), table::bug())))
    }
}

impl AsRef<str> for Shared {
    fn as_ref(&self) -> &str {
        &self.0.text
    }
}

impl Clone for Shared {
    fn clone(&self) -> Self {
        if self.has(Bug::ClonesCopy) {
            return self.copied();
        }
        if self.has(Bug::CloneCopiesFirst) {
            drop(black_box(self.copied()));
        }
        let full = self.has(Bug::CountOfAByte) && Arc::strong_count(&self.0) >= 255;
        if full || self.has(Bug::CountsTwice) {
            mem::forget(Arc::clone(&self.0));
        }
        self.0.made.fetch_add(1, Ordering::AcqRel);
        Self(Arc::clone(&self.0))
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        if self.has(Bug::DropBlanks) && Arc::strong_count(&self.0) > 1 {
            // SAFETY: breaks on purpose the promise that nothing else reads the text: clones may
            // read it. They see NULs, and the text stays where it is and stays UTF-8.
            let text = unsafe { self.aliased() };
            // SAFETY: the bytes are valid UTF-8 afterwards, since they are all NUL.
            unsafe { text.as_bytes_mut() }.fill(0);
        }
        if !self.has(Bug::DropsRace) {
            return;
        }
        // If two threads load the same number, they count one drop, and the block is never freed.
        // It is never freed too early, because the number is never too high.
        let gone = self.0.gone.load(Ordering::Acquire);
        thread::yield_now();
        self.0.gone.store(gone + 1, Ordering::Release);
        let is_last = Arc::strong_count(&self.0) == 1;
        if is_last && gone + 1 < self.0.made.load(Ordering::Acquire) {
            mem::forget(Arc::clone(&self.0));
        }
    }
}

pub(crate) fn subject() -> Subject<Shared> {
    subject!(Shared; push_str, pop, as_mut_str)
        .named("Shared")
        .shares(true)
}

/// The same type, without methods that change it.
pub(crate) mod fixed {
    use super::*;

    pub(crate) fn subject() -> Subject<Shared> {
        subject!(Shared).named("Shared").shares(true)
    }
}
