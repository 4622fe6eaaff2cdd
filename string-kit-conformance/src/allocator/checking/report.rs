//! The violations of a thread: kept for a running `check`, or else written to standard error.

use std::cell::Cell;
use std::fmt;
use std::io::{self, Write as _};

use super::Violation;
use crate::allocator::meter::during;
use crate::fixed::Fixed;

/// The most violations that are kept: a fault in a loop could fill a list of any length.
const KEPT: usize = 32;

/// The beginning of the text of a case.
type Case = Fixed<40>;

thread_local! {
    // Constant and without a destructor: access neither allocates nor fails while a thread ends.
    static REPORTS: Reports = const { Reports::new() };
    static EXAMINATION: Cell<Option<Examination>> = const { Cell::new(None) };
    /// The text of the examination at its first violation.
    static CASE: Cell<Option<Case>> = const { Cell::new(None) };
}

/// An examination that a thread runs. The line that [`abort`] writes names it.
#[derive(Clone, Copy)]
pub(crate) struct Examination {
    subject: &'static str,
    law: &'static str,
    /// The text of which the subject made its last value.
    text: Option<Case>,
}

impl Examination {
    pub(crate) fn of(subject: &'static str, law: &'static str) -> Self {
        Self {
            subject,
            law,
            text: None,
        }
    }

    /// Records the text of which the subject is about to make a value.
    pub(crate) fn makes(text: &str) {
        EXAMINATION.set(EXAMINATION.get().map(|examination| Self {
            text: Some(Fixed::of(format_args!("{text}"))),
            ..examination
        }));
    }

    /// If there was a violation since the last call of this function, returns `, after a value was made of` and the
    /// text of the subject's last value before it; else nothing.
    pub(crate) fn take_case() -> String {
        let case = CASE.take();
        case.map_or_else(String::new, |text| {
            format!(", after a value was made of {text}")
        })
    }

    /// Returns the examination that this thread runs.
    pub(crate) fn running() -> Option<Self> {
        EXAMINATION.get()
    }

    /// Runs `work` as a part of an examination.
    pub(crate) fn during<R>(examination: Option<Self>, work: impl FnOnce() -> R) -> R {
        during(&EXAMINATION, examination, work)
    }
}

impl fmt::Display for Examination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "in the examination of {} by {}", self.subject, self.law)?;
        match self.text {
            Some(text) => write!(f, ", after a value was made of {text}"),
            None => Ok(()),
        }
    }
}

/// The violations of one thread, the first 32 of them in full.
struct Reports {
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
}

/// Begins a `check`, and returns the number of violations before it.
pub(super) fn enter() -> usize {
    REPORTS.with(|reports| {
        reports.depth.update(|depth| depth + 1);
        reports.total.get()
    })
}

/// Ends a `check`, and returns its violations: those after the first `start`. They stay for the
/// outer `check`, if there is one.
pub(super) fn leave(start: usize) -> Vec<Violation> {
    REPORTS.with(|reports| {
        let total = reports.total.get();
        let kept = &reports.kept[start.min(KEPT)..total.min(KEPT)];
        let count = total.saturating_sub(KEPT) - start.saturating_sub(KEPT);
        let unlisted = (count > 0).then_some(Violation::Unlisted { count });
        let violations = kept.iter().filter_map(Cell::get).chain(unlisted).collect();
        reports.depth.update(|depth| depth - 1);
        if reports.depth.get() == 0 {
            reports.total.set(0);
        }
        violations
    })
}

/// Keeps `violation` for the running `check`, or aborts the program if there is none.
pub(super) fn report(violation: Violation) {
    if !is_running() {
        abort(format_args!("{violation}"));
    }
    if CASE.get().is_none() {
        CASE.set(EXAMINATION.get().and_then(|examination| examination.text));
    }
    REPORTS.with(|reports| {
        let total = reports.total.get();
        if let Some(slot) = reports.kept.get(total) {
            slot.set(Some(violation));
        }
        reports.total.set(total.saturating_add(1));
    });
}

/// Returns true if a `check` is running in this thread.
pub(super) fn is_running() -> bool {
    REPORTS.with(|reports| reports.depth.get() > 0)
}

/// Writes `text` as one line to standard error and aborts the program. The line names the law that
/// this thread examines, if any, and its case.
///
/// A panic would unwind out of the allocator, which is undefined behaviour.
pub(super) fn abort(text: fmt::Arguments<'_>) -> ! {
    match EXAMINATION.get() {
        Some(examination) => write_line(format_args!("{text}, {examination}")),
        None => write_line(text),
    }
    std::process::abort()
}

/// The length of the longest line in bytes, without its end. A violation takes at most half of it.
const LONGEST: usize = 255;

/// Writes `text` as one line to standard error, which the test harness does not capture.
///
/// Allocates nothing, cuts the line after 255 bytes, and ignores errors.
pub(super) fn write_line(text: fmt::Arguments<'_>) {
    let line = Fixed::<LONGEST>::of(format_args!("string-kit-conformance: {text}"));
    let (mut bytes, length) = ([b'\n'; LONGEST + 1], line.as_str().len());
    bytes[..length].copy_from_slice(line.as_str().as_bytes());
    _ = write_bytes(&bytes[..=length]);
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
