//! `String`s with a bug in a capture.

use std::any::type_name;
use std::cell::{Cell, RefCell};
use std::fmt::{self, Display, Write};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use string_kit_conformance::{Capture, Subject};

use super::{Text, plain};

/// Adds a capture without a bug.
pub(super) fn captures(subject: Subject<Text>) -> Subject<Text> {
    with!(subject;
        capture: |value| captured(value).expect("a Display returned an error"),
        try_capture: |value| captured(value),
    )
}

mutants! {
    floats_are_captured_as_debug: CaptureIsToString [], "1.0 is captured as Debug writes it",
        captures(plain()).capture::<FloatsAsDebug>();
    capture_drops_the_error: CaptureReportsErrors [], "a capture ignores fmt::Error",
        with!(captures(plain()); capture: |value| without_the_error(value));
    try_capture_drops_the_error: CaptureReportsErrors [], "try_capture ignores fmt::Error",
        with!(captures(plain()); try_capture: |value| Some(without_the_error(value)));
    scratch_is_left: CaptureSurvivesPanics [],
        "a panic leaves text in the thread-local buffer",
        with!(captures(plain()); capture: |value| {
            let mut text = "\0".repeat(LEFT.take());
            let result = catch_unwind(AssertUnwindSafe(|| write!(text, "{value}")));
            result.unwrap_or_else(|panic| {
                LEFT.set(text.len());
                resume_unwind(panic)
            })
            .expect("a Display returned an error");
            text
        });
    scratch_is_borrowed: CaptureReenters [],
        "the thread-local buffer is borrowed while a value is formatted",
        with!(captures(plain());
            capture: |value| {
                BORROWED.with_borrow_mut(|()| captured(value)).expect("a Display returned an error")
            },
            try_capture: |value| BORROWED.with_borrow_mut(|()| captured(value)),
        );
    capture_trusts_ok: CaptureTakesAnyPieces [],
        "if a buffer of 4 KiB overflows, capture relies on the Display to pass on the error",
        with!(captures(plain());
            capture: |value| trusting(value).expect("a Display returned an error"),
            try_capture: |value| trusting(value),
        );
    failed_captures_leak: NothingLeaks [], "the buffer of a capture is freed on success only",
        with!(captures(plain());
            capture: |value| leaking(value).expect("a Display returned an error"),
            try_capture: |value| leaking(value),
        );
}

struct FloatsAsDebug;

impl Capture<Text> for FloatsAsDebug {
    fn capture<D: Display>(value: &D) -> Text {
        let mut text = value.to_string();
        let is_float = ["f32", "f64"].contains(&type_name::<D>());
        let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
        if is_float && is_whole {
            text.push_str(".0");
        }
        text
    }
}

thread_local! {
    /// The length of the thread-local buffer, for the bug that leaves text in it.
    static LEFT: Cell<usize> = const { Cell::new(0) };
    /// For the bug that has only one buffer: borrowed while it is in use.
    static BORROWED: RefCell<()> = const { RefCell::new(()) };
}

/// A buffer that grows up to a bound, or until memory runs out.
struct Scratch {
    text: String,
    bound: usize,
}

impl Write for Scratch {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        let fits = self.text.len() + piece.len() <= self.bound;
        let is_written = fits && super::try_push_str(&mut self.text, piece);
        is_written.then_some(()).ok_or(fmt::Error)
    }
}

/// Captures a value into a buffer with a bound, or returns `None` after an error.
fn bounded(value: &dyn Display, bound: usize) -> Option<Text> {
    let text = String::new();
    let mut scratch = Scratch { text, bound };
    write!(scratch, "{value}").ok()?;
    Some(scratch.text)
}

fn captured(value: &dyn Display) -> Option<Text> {
    bounded(value, usize::MAX)
}

/// Captures into a buffer of 4 KiB and does not ask whether it overflowed, or else without bounds.
fn trusting(value: &dyn Display) -> Option<Text> {
    bounded(value, 4096).or_else(|| captured(value))
}

fn without_the_error(value: &dyn Display) -> Text {
    let mut text = String::new();
    _ = write!(text, "{value}");
    text
}

fn leaking(value: &dyn Display) -> Option<Text> {
    let mut text = ManuallyDrop::new(String::new());
    write!(*text, "{value}").ok()?;
    Some(ManuallyDrop::into_inner(text))
}
