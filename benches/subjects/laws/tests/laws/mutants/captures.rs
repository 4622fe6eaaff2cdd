//! `String`s with a bug in a capture.

use std::any::type_name;
use std::cell::Cell;
use std::fmt::{self, Display, Write};
use std::mem;
use std::thread;

use string_kit_conformance::{Capture, Subject};

use super::{REPAIRED, Text, plain};

/// Adds a capture without a bug.
pub(super) fn captures(subject: Subject<Text>) -> Subject<Text> {
    with!(subject;
        capture: |value| captured(value, Scratch::default(), false),
        try_capture: |value| Scratch::default().of(value),
    )
}

mutants! {
    floats_are_captured_as_debug: CaptureIsToString [], "1.0 is captured as Debug writes it",
        floats_as_debug();
    capture_drops_the_error: CaptureReportsErrors [], "a capture ignores fmt::Error",
        with!(captures(plain()); capture: |value| captured(value, Scratch::default(), true));
    try_capture_drops_the_error: CaptureReportsErrors [], "try_capture ignores fmt::Error",
        with!(captures(plain()); try_capture: |value| {
            let mut scratch = Scratch::default();
            let _ = write!(scratch, "{value}");
            (!scratch.refused).then(|| mem::take(&mut scratch.text))
        });
    scratch_is_left: CaptureSurvivesPanics [],
        "a panic leaves text in the thread-local buffer",
        with!(captures(plain()); capture: |value| captured(value, Scratch::left(), false));
    scratch_is_borrowed: CaptureReenters [],
        "the thread-local buffer is borrowed while a value is formatted",
        with!(captures(plain());
            capture: |value| {
                let _borrowed = Borrowed::new();
                captured(value, Scratch::default(), false)
            },
            try_capture: |value| {
                let _borrowed = Borrowed::new();
                Scratch::default().of(value)
            },
        );
    capture_trusts_ok: CaptureTakesAnyPieces [],
        "if a buffer of 4 KiB overflows, capture relies on the Display to pass on the error",
        with!(captures(plain());
            capture: |value| trusting(value).expect("a Display returned an error"),
            try_capture: |value| trusting(value),
        );
    failed_captures_leak: NothingLeaks [], "the buffer of a capture is freed on success only",
        with!(captures(plain());
            capture: |value| captured(value, Scratch::leaking(), false),
            try_capture: |value| Scratch::leaking().of(value),
        );
}

/// Returns the subject whose bug `repeats.rs` repeats.
pub(super) fn floats_as_debug() -> Subject<Text> {
    captures(plain())
        .capture::<FloatsAsDebug>()
        .written_capture("value", "FloatsAsDebug::capture(value)")
}

pub(super) struct FloatsAsDebug;

impl Capture<Text> for FloatsAsDebug {
    fn capture<D: Display>(value: &D) -> Text {
        let mut text = value.to_string();
        let is_float = ["f32", "f64"].contains(&type_name::<D>());
        let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
        if is_float && is_whole && !REPAIRED.get() {
            text.push_str(".0");
        }
        text
    }
}

/// Captures a value, and panics if it returns an error, unless `drops_error`.
fn captured(value: &dyn Display, mut scratch: Scratch, drops_error: bool) -> Text {
    let is_done = write!(scratch, "{value}").is_ok() || drops_error;
    let text = (is_done && !scratch.refused).then(|| mem::take(&mut scratch.text));
    text.expect("a Display returned an error")
}

/// Captures into a buffer of 4 KiB and does not ask whether it overflowed, or else without bounds.
fn trusting(value: &dyn Display) -> Option<Text> {
    let mut bounded = Scratch::default();
    bounded.bound = 4096;
    if write!(bounded, "{value}").is_ok() {
        return Some(mem::take(&mut bounded.text));
    }
    Scratch::default().of(value)
}

thread_local! {
    /// The length of the thread-local buffer, for the bug that leaves text in it.
    static LEFT: Cell<usize> = const { Cell::new(0) };
    /// True while the thread-local buffer is in use, for the bug that has only one buffer.
    static BORROWED: Cell<bool> = const { Cell::new(false) };
}

/// A buffer that grows up to a bound, or until memory runs out.
struct Scratch {
    text: String,
    bound: usize,
    /// True if a piece did not fit. The `Display` may have hidden that error.
    refused: bool,
    /// True if the next buffer of the thread begins with what a panic leaves in this one.
    leaves: bool,
    /// True if the text that was not taken leaks.
    leaks: bool,
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            text: String::new(),
            bound: usize::MAX,
            refused: false,
            leaves: false,
            leaks: false,
        }
    }
}

impl Scratch {
    fn left() -> Self {
        let mut scratch = Self::default();
        scratch.text = "\0".repeat(LEFT.take());
        scratch.leaves = true;
        scratch
    }

    fn leaking() -> Self {
        let mut scratch = Self::default();
        scratch.leaks = true;
        scratch
    }

    /// Captures a value, or returns `None` after an error.
    fn of(mut self, value: &dyn Display) -> Option<Text> {
        let is_done = write!(self, "{value}").is_ok() && !self.refused;
        is_done.then(|| mem::take(&mut self.text))
    }
}

impl Write for Scratch {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        let fits = self.text.len() + piece.len() <= self.bound;
        if fits && super::try_push_str(&mut self.text, piece) {
            return Ok(());
        }
        self.refused = true;
        Err(fmt::Error)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if self.leaves && thread::panicking() {
            LEFT.set(self.text.len());
        }
        if self.leaks {
            mem::forget(mem::take(&mut self.text));
        }
    }
}

/// A guard that marks the thread-local buffer as in use.
struct Borrowed;

impl Borrowed {
    fn new() -> Self {
        assert!(!BORROWED.replace(true), "already borrowed");
        Self
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        BORROWED.set(false);
    }
}
