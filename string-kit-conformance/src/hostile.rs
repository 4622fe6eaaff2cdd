//! Ranges, borrows and iterators that lie or panic, and a function that catches panics.

use core::borrow::Borrow;
use core::cell::Cell;
use core::ops::{Bound, Range, RangeBounds};
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use crate::allocator::uncounted;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
    /// The place of the last panic that the hook kept quiet. Each access is uncounted: a panic may
    /// happen while allocations are counted or fail.
    static PLACE: Cell<Option<String>> = const { Cell::new(None) };
}

/// Returns the result of `work`, or the message and the place of its panic. A panic by
/// `resume_unwind` has no place, since it calls no hook.
///
/// The first call installs a panic hook for the process. For a panic in `work` the hook prints
/// nothing and keeps the place; for any other it calls the earlier hook.
pub(super) fn caught<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let earlier = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // While a thread ends, QUIET may be gone: such a panic happens outside `work`.
            if !QUIET.try_with(Cell::get).unwrap_or(false) {
                return earlier(info);
            }
            uncounted(|| {
                let place = info.location();
                PLACE.set(place.map(|place| format!("{}:{}", place.file(), place.line())));
            });
        }));
    });
    let before = QUIET.replace(true);
    uncounted(|| PLACE.set(None));
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    QUIET.set(before);
    result.map_err(|payload| {
        let message = match payload.downcast::<String>() {
            Ok(message) => *message,
            Err(payload) => payload
                .downcast_ref::<&str>()
                .map_or_else(|| "no message".to_owned(), |message| (*message).to_owned()),
        };
        let place = PLACE.take();
        let shown = place.as_ref().map(|place| format!("{message}, at {place}"));
        uncounted(|| drop(place));
        shown.unwrap_or(message)
    })
}

/// A range that a law passes to a method. Its bounds may differ each time they are read.
#[derive(Clone, Copy, Debug)]
pub struct Span<'a>(&'a Answers);

impl Span<'_> {
    /// Returns the range in a text of `len` bytes, for a method that takes a plain `Range`.
    ///
    /// O(1); allocates nothing. Reads each bound once. An unbounded side is an end of the text; a
    /// bound past `usize::MAX` is `usize::MAX`.
    #[must_use]
    pub fn within(&self, len: usize) -> Range<usize> {
        self.0.resolved.store(true, Relaxed);
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
        let (start, end) = (self.0.starts.last(), self.0.ends.last());
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
        self.0.starts.next().as_ref()
    }

    fn end_bound(&self) -> Bound<&usize> {
        self.0.ends.next().as_ref()
    }
}

/// Answers that are returned one after the other, and the last one again and again.
///
/// The count is atomic only so that threads may share it.
#[derive(Debug)]
struct Script<T> {
    answers: Vec<T>,
    reads: AtomicUsize,
}

impl<T> Script<T> {
    fn new(answers: Vec<T>) -> Self {
        let reads = AtomicUsize::new(0);
        Self { answers, reads }
    }

    /// Returns the next answer, or the last one again if there is no other.
    fn next(&self) -> &T {
        self.reads.fetch_add(1, Relaxed);
        self.last()
    }

    /// Returns the answer of the last read, or the first one if there was no read.
    fn last(&self) -> &T {
        let turn = self.reads().saturating_sub(1);
        &self.answers[turn.min(self.answers.len() - 1)]
    }

    fn reads(&self) -> usize {
        self.reads.load(Relaxed)
    }
}

/// The bounds that a [`Span`] returns, one after the other, and the last one again and again.
#[derive(Debug)]
pub struct Answers {
    starts: Script<Bound<usize>>,
    ends: Script<Bound<usize>>,
    resolved: AtomicBool,
}

impl Answers {
    /// Creates the bounds of a range that never changes.
    #[must_use]
    pub fn steady(range: impl RangeBounds<usize>) -> Self {
        let (start, end) = (range.start_bound().cloned(), range.end_bound().cloned());
        Self::new([start].into(), [end].into())
    }

    /// Creates bounds that change from one read to the next.
    ///
    /// # Panics
    ///
    /// Reading the range panics if a list is empty.
    #[must_use]
    pub fn new(starts: Vec<Bound<usize>>, ends: Vec<Bound<usize>>) -> Self {
        Self {
            starts: Script::new(starts),
            ends: Script::new(ends),
            resolved: AtomicBool::new(false),
        }
    }

    /// Returns the range that returns these bounds.
    #[must_use]
    pub fn span(&self) -> Span<'_> {
        Span(self)
    }

    /// Returns true if [`Span::within`] made a plain range of the bounds.
    pub(super) fn were_resolved(&self) -> bool {
        self.resolved.load(Relaxed)
    }

    pub(super) fn reads(&self) -> (usize, usize) {
        (self.starts.reads(), self.ends.reads())
    }
}

/// A use of a draining iterator: takes some characters from its front and its back, then drops or
/// leaks it.
#[derive(Clone, Copy, Debug)]
pub struct Draining {
    /// The number of characters to take from the front.
    pub front: usize,
    /// The number of characters to take from the back.
    pub back: usize,
    /// True to leak the iterator.
    pub leak: bool,
}

impl Draining {
    pub(super) fn both_ends(front: u8, back: u8) -> Self {
        Self {
            front: front.into(),
            back: back.into(),
            leak: false,
        }
    }

    /// Uses an iterator, and returns the characters in the order in which it yielded them.
    ///
    /// O(n) in their number; allocates their text.
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
#[derive(Debug)]
pub struct Fickle<'a>(Script<&'a str>);

impl<'a> Fickle<'a> {
    /// Creates a text that returns one answer after the other, and the last one again and again.
    ///
    /// # Panics
    ///
    /// Reading the text panics if there is no answer.
    #[must_use]
    pub fn new(answers: &[&'a str]) -> Self {
        Self(Script::new(answers.to_vec()))
    }

    pub(super) fn reads(&self) -> usize {
        self.0.reads()
    }
}

impl AsRef<str> for Fickle<'_> {
    fn as_ref(&self) -> &str {
        self.0.next()
    }
}

impl Borrow<str> for Fickle<'_> {
    fn borrow(&self) -> &str {
        self.0.next()
    }
}

/// An iterator with a size hint of its own, which may be false.
#[derive(Debug)]
pub struct Hinted<I> {
    /// The items.
    pub items: I,
    /// The size hint.
    pub hint: (usize, Option<usize>),
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
pub enum Fuse {
    /// In `next`, after this many items.
    Next(usize),
    /// In `Drop`, unless the thread is panicking already.
    Drop,
}

/// An iterator that panics.
#[derive(Debug)]
pub struct Bomb<I> {
    items: I,
    fuse: Fuse,
    given: usize,
}

impl<I> Bomb<I> {
    /// Creates an iterator over `items` that panics at `fuse`.
    #[must_use]
    pub fn new(items: I, fuse: Fuse) -> Self {
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
