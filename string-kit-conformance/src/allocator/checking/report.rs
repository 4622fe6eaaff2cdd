//! The violations of a thread: kept for a running `check`, or else written to standard error.

use std::cell::Cell;
use std::fmt::{self, Write as _};
use std::io::{self, Write as _};

use super::Violation;

/// The most violations that are kept: a fault in a loop could fill a list of any length.
const KEPT: usize = 32;

thread_local! {
    // Constant and without a destructor: access neither allocates nor fails while a thread ends.
    static REPORTS: Reports = const { Reports::new() };
}

/// The names of a subject and of the law that examines it, or `None` outside of an examination.
///
/// The line that [`abort`] writes contains them.
#[derive(Clone, Copy)]
pub(crate) struct Examination(Option<(&'static str, &'static str)>);

thread_local! {
    static EXAMINATION: Cell<Examination> = const { Cell::new(Examination(None)) };
}

/// The beginning of a text.
#[derive(Clone, Copy)]
pub(crate) struct Beginning {
    bytes: [u8; Self::CAPACITY],
    len: usize,
    is_whole: bool,
}

impl Beginning {
    const CAPACITY: usize = 40;

    fn of(text: &str) -> Self {
        let len = text.floor_char_boundary(Self::CAPACITY);
        let mut bytes = [0; Self::CAPACITY];
        bytes[..len].copy_from_slice(&text.as_bytes()[..len]);
        let is_whole = len == text.len();
        Self {
            bytes,
            len,
            is_whole,
        }
    }
}

/// Displays as `"text"`, with `...` behind it if the text is longer.
impl fmt::Display for Beginning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = str::from_utf8(&self.bytes[..self.len]).unwrap_or_default();
        let rest = if self.is_whole { "" } else { "..." };
        write!(f, "{text:?}{rest}")
    }
}

thread_local! {
    /// The text of which the subject made its last value.
    static LAST_TEXT: Cell<Option<Beginning>> = const { Cell::new(None) };
    /// That text at the first violation of an examination.
    static CASE: Cell<Option<Beginning>> = const { Cell::new(None) };
}

impl Examination {
    /// Records the text of which the subject is about to make a value.
    pub(crate) fn makes(text: &str) {
        LAST_TEXT.set(Some(Beginning::of(text)));
    }

    /// Returns the text of which the subject made its last value before the first violation since the
    /// last call, or `None` if there was no violation or no value.
    pub(crate) fn take_case() -> Option<Beginning> {
        LAST_TEXT.set(None);
        CASE.take()
    }

    pub(crate) fn of(subject: &'static str, law: &'static str) -> Self {
        Self(Some((subject, law)))
    }

    /// Returns the examination that this thread runs.
    pub(crate) fn running() -> Self {
        EXAMINATION.get()
    }

    /// Runs `work` as a part of this examination.
    pub(crate) fn during<R>(self, work: impl FnOnce() -> R) -> R {
        struct Restore(Examination);
        impl Drop for Restore {
            fn drop(&mut self) {
                EXAMINATION.set(self.0);
            }
        }
        let _restore = Restore(EXAMINATION.replace(self));
        work()
    }
}

/// The violations of one thread, the first 32 of them in full.
pub(super) struct Reports {
    /// The number of nested calls of `check` that are running.
    depth: Cell<usize>,
    /// The number of violations, kept or not, since the outermost `check` began.
    total: Cell<usize>,
    kept: [Cell<Option<Violation>>; KEPT],
}

impl Reports {
    const fn new() -> Self {
        Self {
            depth: Cell::new(0),
            total: Cell::new(0),
            kept: [const { Cell::new(None) }; KEPT],
        }
    }

    /// Calls `work` with the reports of this thread.
    pub(super) fn with<R>(work: impl FnOnce(&Self) -> R) -> R {
        REPORTS.with(work)
    }

    /// Begins a `check`, and returns the number of violations before it.
    pub(super) fn enter(&self) -> usize {
        self.depth.update(|depth| depth + 1);
        self.total.get()
    }

    /// Ends a `check`. Its violations stay for the outer one, if there is one.
    pub(super) fn leave(&self) {
        self.depth.update(|depth| depth - 1);
        if self.depth.get() == 0 {
            self.total.set(0);
        }
    }

    /// Returns true if the innermost running `check` is the only one.
    pub(super) fn is_outermost(&self) -> bool {
        self.depth.get() == 1
    }

    /// Returns the violations after the first `start` that were kept, and the number of the rest.
    pub(super) fn since(&self, start: usize) -> (impl ExactSizeIterator<Item = Violation>, usize) {
        let total = self.total.get();
        let kept = &self.kept[start.min(KEPT)..total.min(KEPT)];
        let unlisted = total.saturating_sub(KEPT) - start.saturating_sub(KEPT);
        let none = Violation::Unlisted { count: 0 };
        (
            kept.iter().map(move |slot| slot.get().unwrap_or(none)),
            unlisted,
        )
    }
}

/// Keeps `violation` for the running `check`, or aborts the program if there is none.
pub(super) fn report(violation: Violation) {
    Reports::with(|reports| {
        if reports.depth.get() == 0 {
            abort(format_args!("{violation}"));
        }
        let total = reports.total.get();
        if CASE.get().is_none() {
            CASE.set(LAST_TEXT.get());
        }
        if let Some(slot) = reports.kept.get(total) {
            slot.set(Some(violation));
        }
        reports.total.set(total.saturating_add(1));
    });
}

/// Returns true if a `check` is running in this thread.
pub(super) fn is_running() -> bool {
    Reports::with(|reports| reports.depth.get() > 0)
}

/// Writes `text` as one line to standard error and aborts the program. The line names the law that
/// this thread examines, if any, and its case.
///
/// A panic would unwind out of the allocator, which is undefined behaviour.
pub(super) fn abort(text: fmt::Arguments<'_>) -> ! {
    match (Examination::running(), LAST_TEXT.get()) {
        (Examination(Some((subject, law))), Some(case)) => write_line(format_args!(
            "{text}, in the examination of {subject} by {law}, after a value was made of {case}"
        )),
        (Examination(Some((subject, law))), None) => write_line(format_args!(
            "{text}, in the examination of {subject} by {law}"
        )),
        (Examination(None), _) => write_line(text),
    }
    std::process::abort()
}

/// The length of the longest line in bytes. A violation takes at most half of it.
const LONGEST: usize = 256;

/// Writes `text` as one line to standard error, which the test harness does not capture.
///
/// Allocates nothing, cuts the line after 256 bytes, and ignores errors.
pub(crate) fn write_line(text: fmt::Arguments<'_>) {
    let mut line = Line {
        bytes: [0; LONGEST],
        length: 0,
    };
    _ = write!(line, "string-kit-conformance: {text}");
    line.end();
    _ = write_bytes(&line.bytes[..line.length]);
}

/// Writes through a new handle, because this thread may already hold the lock of [`io::stderr`].
#[cfg(unix)]
fn write_bytes(bytes: &[u8]) -> io::Result<()> {
    use std::fs::File;
    use std::os::fd::AsFd;

    File::from(io::stderr().as_fd().try_clone_to_owned()?).write_all(bytes)
}

#[cfg(not(unix))]
fn write_bytes(bytes: &[u8]) -> io::Result<()> {
    io::stderr().write_all(bytes)
}

struct Line {
    bytes: [u8; LONGEST],
    length: usize,
}

impl Line {
    /// Appends a line feed. In a full line it replaces the last byte.
    fn end(&mut self) {
        let at = self.length.min(LONGEST - 1);
        self.bytes[at] = b'\n';
        self.length = at + 1;
    }
}

impl fmt::Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = &mut self.bytes[self.length..];
        let length = text.len().min(room.len());
        room[..length].copy_from_slice(&text.as_bytes()[..length]);
        self.length += length;
        Ok(())
    }
}
