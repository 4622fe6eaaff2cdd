//! Ranges, borrows and iterators that lie, change their mind and panic.

use core::borrow::Borrow;
use core::cell::Cell;
use core::ops::{Bound, Range, RangeBounds};

/// A range, as a law gives it to a method: it may answer otherwise when it is asked again.
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
    /// The range in a text of `len` bytes, for a method that takes no other; asks each bound once.
    ///
    /// An end of the text or of the numbers is taken for a bound beyond them.
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

    /// The range that it answered last, in a text of `len` bytes: for a method that is undefined
    /// with some, and so must not be gone on with.
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
        let start = last(&self.0.starts, &self.0.asked_start);
        let end = last(&self.0.ends, &self.0.asked_end);
        resolved(start.as_ref(), end.as_ref(), len)
    }
}

/// A range in a text of `len` bytes; bounds beyond the numbers are the last number.
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
        next(&self.0.starts, &self.0.asked_start).as_ref()
    }

    fn end_bound(&self) -> Bound<&usize> {
        next(&self.0.ends, &self.0.asked_end).as_ref()
    }
}

/// What a [`Span`] answers, one after the other; the last for ever.
#[derive(Debug)]
pub(super) struct Answers {
    starts: Vec<Bound<usize>>,
    ends: Vec<Bound<usize>>,
    asked_start: Cell<usize>,
    asked_end: Cell<usize>,
    resolved: Cell<bool>,
}

impl Answers {
    pub(super) fn new(starts: Vec<Bound<usize>>, ends: Vec<Bound<usize>>) -> Self {
        Self {
            starts,
            ends,
            asked_start: Cell::new(0),
            asked_end: Cell::new(0),
            resolved: Cell::new(false),
        }
    }

    /// The same range each time.
    pub(super) fn steady(start: Bound<usize>, end: Bound<usize>) -> Self {
        Self::new([start].into(), [end].into())
    }

    pub(super) fn span(&self) -> Span<'_> {
        Span(self)
    }

    /// Whether [`Span::within`] made a plain range of them.
    pub(super) fn were_resolved(&self) -> bool {
        self.resolved.get()
    }

    /// How often the start and the end were asked for.
    pub(super) fn asked(&self) -> (usize, usize) {
        (self.asked_start.get(), self.asked_end.get())
    }
}

/// The answer to the next question; the last one for ever.
fn next<'a, T>(answers: &'a [T], asked: &Cell<usize>) -> &'a T {
    asked.set(asked.get() + 1);
    last(answers, asked)
}

/// The answer to the question before; to none, what the next will be told.
fn last<'a, T>(answers: &'a [T], asked: &Cell<usize>) -> &'a T {
    let turn = asked.get().saturating_sub(1);
    &answers[turn.min(answers.len() - 1)]
}

/// How an iterator that takes characters out is used: so many from the front, so many from the
/// back; then it is dropped, or leaked.
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
    /// Uses an iterator; gives the characters in the order in which they came.
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

/// A text that is another one when it is asked again.
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
    asked: Cell<usize>,
}

impl<'a> Fickle<'a> {
    /// Answers one text after the other; the last for ever.
    pub(super) fn new(answers: &'a [&'a str]) -> Self {
        Self {
            answers,
            asked: Cell::new(0),
        }
    }

    /// How often it was asked.
    pub(super) fn asked(&self) -> usize {
        self.asked.get()
    }
}

impl AsRef<str> for Fickle<'_> {
    fn as_ref(&self) -> &str {
        next::<&str>(self.answers, &self.asked)
    }
}

impl Borrow<str> for Fickle<'_> {
    fn borrow(&self) -> &str {
        next::<&str>(self.answers, &self.asked)
    }
}

/// An iterator with a size hint of its own making.
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

/// Where a [`Bomb`] goes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fuse {
    /// In `next`, after so many items.
    Next(usize),
    /// In `Drop`, unless a panic is on its way already.
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
