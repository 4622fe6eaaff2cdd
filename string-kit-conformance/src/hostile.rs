//! Ranges, borrows and iterators that lie or panic, and a function that catches panics.

use core::borrow::Borrow;
use core::cell::Cell;
use core::ops::{Bound, Range, RangeBounds};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Returns the result of `work`, or the message of its panic.
///
/// The first call installs a panic hook for the process. The hook prints nothing for a panic in
/// `work`, and calls the earlier hook for any other.
pub(super) fn caught<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let earlier = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // While a thread ends, QUIET may be gone: such a panic happens outside `work`.
            if !QUIET.try_with(Cell::get).unwrap_or(false) {
                earlier(info);
            }
        }));
    });
    let before = QUIET.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    QUIET.set(before);
    result.map_err(|payload| match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(payload) => payload
            .downcast_ref::<&str>()
            .map_or_else(|| "no message".to_owned(), |message| (*message).to_owned()),
    })
}

/// A range that a law passes to a method. Its bounds may differ each time they are read.
///
/// ```
/// use string_kit_conformance::subject;
///
/// let subject = subject!(String; drain: |text, range, how| how.apply(text.drain(range)));
/// # assert_eq!(subject.name(), "String");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Span<'a>(&'a Answers);

impl Span<'_> {
    /// Returns the range in a text of `len` bytes, for a method that takes a plain `Range`.
    ///
    /// O(1); allocates nothing. Reads each bound once. An unbounded side is an end of the text; a
    /// bound past `usize::MAX` is `usize::MAX`.
    ///
    /// ```
    /// use string_kit_conformance::subject;
    ///
    /// let subject = subject!(String; slice: |text, range| text[range.within(text.len())].into());
    /// # assert_eq!(subject.name(), "String");
    /// ```
    #[must_use]
    pub fn within(&self, len: usize) -> Range<usize> {
        self.0.resolved.set(true);
        resolved(self.start_bound(), self.end_bound(), len)
    }

    /// Returns the range that the method read last, in a text of `len` bytes.
    ///
    /// O(1); allocates nothing. This is for a method that has undefined behaviour with some ranges:
    /// the closure can check the range, and stop before it uses the result.
    ///
    /// ```
    /// use string_kit_conformance::subject;
    ///
    /// let subject = subject!(String; drain: |text, range, how| {
    ///     let before = text.clone();
    ///     let drain = text.drain(range);
    ///     let is_whole = before.get(range.answered(before.len())).is_some();
    ///     if is_whole { how.apply(drain) } else { String::new() }
    /// });
    /// # assert_eq!(subject.name(), "String");
    /// ```
    #[must_use]
    pub fn answered(&self, len: usize) -> Range<usize> {
        let start = last(&self.0.starts, &self.0.start_reads);
        let end = last(&self.0.ends, &self.0.end_reads);
        resolved(start.as_ref(), end.as_ref(), len)
    }
}

/// Returns a range in a text of `len` bytes; a bound past `usize::MAX` is `usize::MAX`.
fn resolved(start: Bound<&usize>, end: Bound<&usize>, len: usize) -> Range<usize> {
    let start = match start {
        Bound::Included(&start) => start,
        Bound::Excluded(&start) => start.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match end {
        Bound::Included(&end) => end.saturating_add(1),
        Bound::Excluded(&end) => end,
        Bound::Unbounded => len,
    };
    start..end
}

impl RangeBounds<usize> for Span<'_> {
    fn start_bound(&self) -> Bound<&usize> {
        next(&self.0.starts, &self.0.start_reads).as_ref()
    }

    fn end_bound(&self) -> Bound<&usize> {
        next(&self.0.ends, &self.0.end_reads).as_ref()
    }
}

/// The bounds that a [`Span`] returns, one after the other, and the last one again and again.
#[derive(Debug)]
pub(super) struct Answers {
    starts: Vec<Bound<usize>>,
    ends: Vec<Bound<usize>>,
    start_reads: Cell<usize>,
    end_reads: Cell<usize>,
    resolved: Cell<bool>,
}

impl Answers {
    pub(super) fn new(starts: Vec<Bound<usize>>, ends: Vec<Bound<usize>>) -> Self {
        Self {
            starts,
            ends,
            start_reads: Cell::new(0),
            end_reads: Cell::new(0),
            resolved: Cell::new(false),
        }
    }

    /// Creates a range that never changes.
    pub(super) fn steady(start: Bound<usize>, end: Bound<usize>) -> Self {
        Self::new([start].into(), [end].into())
    }

    pub(super) fn span(&self) -> Span<'_> {
        Span(self)
    }

    /// Returns true if [`Span::within`] made a plain range of the bounds.
    pub(super) fn were_resolved(&self) -> bool {
        self.resolved.get()
    }

    /// Returns how many times the start and the end were read.
    pub(super) fn reads(&self) -> (usize, usize) {
        (self.start_reads.get(), self.end_reads.get())
    }
}

/// Returns the next answer, or the last one again if there is no other.
fn next<'a, T>(answers: &'a [T], reads: &Cell<usize>) -> &'a T {
    reads.set(reads.get() + 1);
    last(answers, reads)
}

/// Returns the answer of the last read, or the first one if there was no read.
fn last<'a, T>(answers: &'a [T], reads: &Cell<usize>) -> &'a T {
    let turn = reads.get().saturating_sub(1);
    &answers[turn.min(answers.len() - 1)]
}

/// A use of a draining iterator: takes some characters from its front and its back, then drops or
/// leaks it.
///
/// ```
/// use string_kit_conformance::subject;
///
/// let subject = subject!(String; drain: |text, range, how| how.apply(text.drain(range)));
/// # assert_eq!(subject.name(), "String");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Draining {
    pub(super) front: usize,
    pub(super) back: usize,
    pub(super) leak: bool,
}

impl Draining {
    /// Uses an iterator, and returns the characters in the order in which it yielded them.
    ///
    /// O(n) in their number; allocates their text.
    ///
    /// ```
    /// use string_kit_conformance::subject;
    ///
    /// let subject = subject!(String; drain: |text, range, how| how.apply(text.drain(range)));
    /// # assert_eq!(subject.name(), "String");
    /// ```
    pub fn apply(self, mut drain: impl DoubleEndedIterator<Item = char>) -> String {
        let mut taken: String = drain.by_ref().take(self.front).collect();
        taken.extend(drain.by_ref().rev().take(self.back));
        if self.leak {
            core::mem::forget(drain);
        }
        taken
    }
}

/// A text whose `AsRef` and `Borrow` may return another text at the next call.
///
/// ```
/// use string_kit_conformance::subject;
///
/// let subject = subject!(String; concat: |texts| texts.iter().map(AsRef::<str>::as_ref).collect());
/// # assert_eq!(subject.name(), "String");
/// ```
#[derive(Debug)]
pub struct Fickle<'a> {
    answers: &'a [&'a str],
    reads: Cell<usize>,
}

impl<'a> Fickle<'a> {
    /// Creates a text that returns one answer after the other, and the last one again and again.
    pub(super) fn new(answers: &'a [&'a str]) -> Self {
        Self {
            answers,
            reads: Cell::new(0),
        }
    }

    /// Returns how many times the text was read.
    pub(super) fn reads(&self) -> usize {
        self.reads.get()
    }
}

impl AsRef<str> for Fickle<'_> {
    fn as_ref(&self) -> &str {
        next::<&str>(self.answers, &self.reads)
    }
}

impl Borrow<str> for Fickle<'_> {
    fn borrow(&self) -> &str {
        next::<&str>(self.answers, &self.reads)
    }
}

/// An iterator with a false size hint.
pub(super) struct Hinted<I> {
    pub(super) items: I,
    pub(super) hint: (usize, Option<usize>),
}

impl<I: Iterator> Iterator for Hinted<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.items.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.hint
    }
}

/// The place where a [`Bomb`] panics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fuse {
    /// In `next`, after this many items.
    Next(usize),
    /// In `Drop`, unless the thread is panicking already.
    Drop,
}

/// An iterator that panics.
pub(super) struct Bomb<I> {
    items: I,
    fuse: Fuse,
    given: usize,
}

impl<I> Bomb<I> {
    pub(super) fn new(items: I, fuse: Fuse) -> Self {
        Self {
            items,
            fuse,
            given: 0,
        }
    }
}

impl<I: Iterator> Iterator for Bomb<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        assert_ne!(self.fuse, Fuse::Next(self.given), "on purpose");
        self.given += 1;
        self.items.next()
    }
}

impl<I> Drop for Bomb<I> {
    fn drop(&mut self) {
        assert!(
            self.fuse != Fuse::Drop || std::thread::panicking(),
            "on purpose"
        );
    }
}
