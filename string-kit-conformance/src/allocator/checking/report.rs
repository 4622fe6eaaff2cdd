//! The violations of a thread: kept for a running `check`, or else written to standard error.

use std::cell::Cell;
use std::fmt;
use std::io::{self, Write as _};

use super::Violation;
use crate::allocator::meter::{during, uncounted};

/// The most violations that are kept: a fault in a loop could fill a list of any length.
const KEPT: usize = 32;

/// The names of the subject and of the law that a thread examines, if it does.
pub(crate) type Examination = Option<(&'static str, &'static str)>;

thread_local! {
    // Constant and without a destructor: access neither allocates nor fails while a thread ends.
    static REPORTS: Reports = const { Reports::new() };
    static EXAMINATION: Cell<Examination> = const { Cell::new(None) };
}

pub(crate) fn examination() -> Examination {
    EXAMINATION.get()
}

/// Runs `work` as a part of an examination, which a line that [`abort`] writes names.
pub(crate) fn examining<R>(examination: Examination, work: impl FnOnce() -> R) -> R {
    during(&EXAMINATION, examination, work)
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
    REPORTS.with(|reports| {
        let total = reports.total.get();
        if let Some(slot) = reports.kept.get(total) {
            slot.set(Some(violation));
        }
        reports.total.set(total.saturating_add(1));
    });
}

pub(super) fn is_running() -> bool {
    REPORTS.with(|reports| reports.depth.get() > 0)
}

/// Writes `text` as one line to standard error and aborts the program. The line names the law that
/// this thread examines, if any.
///
/// A panic would unwind out of the allocator, which is undefined behaviour.
pub(super) fn abort(text: fmt::Arguments<'_>) -> ! {
    match EXAMINATION.get() {
        Some((subject, law)) => {
            write_line(format_args!(
                "{text}, in the examination of {subject} by {law}"
            ));
        }
        None => write_line(text),
    }
    std::process::abort()
}

/// Writes `text` as one line to standard error, which the test harness does not capture. Ignores
/// errors.
pub(super) fn write_line(text: fmt::Arguments<'_>) {
    uncounted(|| _ = write(format!("string-kit-conformance: {text}\n").as_bytes()));
}

/// Writes through a new handle, because this thread may already hold the lock of [`io::stderr`].
#[cfg(unix)]
fn write(bytes: &[u8]) -> io::Result<()> {
    use std::fs::File;
    use std::os::fd::AsFd;

    File::from(io::stderr().as_fd().try_clone_to_owned()?).write_all(bytes)
}

#[cfg(not(unix))]
fn write(bytes: &[u8]) -> io::Result<()> {
    io::stderr().write_all(bytes)
}
