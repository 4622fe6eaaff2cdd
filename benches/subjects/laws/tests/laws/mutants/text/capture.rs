//! Capture.

use std::any::type_name;
use std::cell::Cell;
use std::fmt::{self, Display, Write};
use std::mem;
use std::thread;

use string_kit_conformance::Capture;

use super::Text;
use crate::mutants::table::{Bug, has};

/// The capture of the type, which does not implement `CapturedStr`.
pub(crate) struct Ways;

impl<K> Capture<Text<K>> for Ways {
    fn capture<D: Display>(value: &D) -> Text<K> {
        let drops_error = has(Bug::CaptureDropsError);
        let mut captured = Text::captured(value, drops_error);
        let float = ["f32", "f64"].contains(&type_name::<D>());
        if let Some(captured) = &mut captured
            && has(Bug::FloatsAsDebug)
            && float
            && captured.text.bytes().all(|byte| byte.is_ascii_digit())
        {
            captured.push_str(".0");
        }
        captured.expect("a Display returned an error")
    }
}

thread_local! {
    /// The length of the thread-local buffer, for the bug that leaves text in it.
    static LEFT: Cell<usize> = const { Cell::new(0) };
    /// True while the thread-local buffer is in use, for the bug that has only one buffer.
    static BORROWED: Cell<bool> = const { Cell::new(false) };
}

impl<K> Text<K> {
    pub(super) fn try_capture(value: &dyn Display) -> Option<Self> {
        Self::captured(value, has(Bug::TryDropsError))
    }

    fn captured(value: &dyn Display, drops_error: bool) -> Option<Self> {
        let _borrowed = has(Bug::ScratchBorrowed).then(Borrowed::new);
        if has(Bug::TrustsOk) {
            let mut bounded = Scratch::new(4096);
            if write!(bounded, "{value}").is_ok() {
                return Some(Self::of(bounded.text()));
            }
        }
        let mut scratch = Scratch::new(usize::MAX);
        let ended = write!(scratch, "{value}").is_ok() || drops_error;
        (ended && !scratch.refused).then(|| Self::of(scratch.text()))
    }
}

/// A buffer that grows up to a bound, or until memory runs out.
struct Scratch {
    text: String,
    bound: usize,
    /// True if a piece did not fit. The `Display` may have hidden that error.
    refused: bool,
}

impl Scratch {
    fn new(bound: usize) -> Self {
        let text = "\0".repeat(LEFT.take());
        Self {
            text,
            bound,
            refused: false,
        }
    }

    fn text(mut self) -> String {
        mem::take(&mut self.text)
    }
}

impl Write for Scratch {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        let fits = self.text.len() + piece.len() <= self.bound;
        if fits && self.text.try_reserve(piece.len()).is_ok() {
            self.text.push_str(piece);
            return Ok(());
        }
        self.refused = true;
        Err(fmt::Error)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if has(Bug::ScratchLeft) && thread::panicking() {
            LEFT.set(self.text.len());
        }
        if has(Bug::FailedCaptureLeaks) {
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
