//! Capture of a slice of values in one formatting pass.
//!
//! PERF: stable Rust cannot make a `Formatter`, but it can borrow one. [`DisplayAll`] is a
//! `Display` of the whole slice that lends its own `Formatter` to each value in turn. So the cost
//! of `fmt::write`, about 40 instructions, is paid once for a slice and not once for a value.

mod slots;

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::cell::Cell;
use core::fmt::{self, Display};

use self::slots::Slots;
use crate::capture::scratch::Scratch;
use crate::captured_str::CapturedStr;
use crate::error::{OrPanic, TextError};

/// Captures each value of a slice into a boxed slice, in one formatting pass.
///
/// Allocates once for the slice, and for each value as [`CapturedStr::from_text`] of its text does.
/// Texts longer than [`STACK_BYTES`](crate::capture::STACK_BYTES) share one temporary buffer on the
/// heap.
///
/// # Panics
///
/// Panics if a value's `Display` returns an error. The message has the value's index.
///
/// ```
/// use std::fmt::Display;
///
/// let values: [&dyn Display; 3] = [&"id", &42, &1.5];
/// let tags: Box<[String]> = string_kit::capture_all(&values);
/// assert_eq!(tags[..], ["id", "42", "1.5"]);
/// ```
#[must_use]
#[track_caller]
pub fn capture_all<S: CapturedStr>(values: &[&dyn Display]) -> Box<[S]> {
    if values.is_empty() {
        return Box::default();
    }
    let memory = Box::new_uninit_slice(values.len());
    slots::boxed(memory, |slots| {
        fill(values, slots, |text| {
            slots.push(S::from_text(text));
            Ok(())
        })
    })
    .or_panic()
}

/// Captures each value of a slice as [`capture_all`] does, or returns an error.
///
/// # Errors
///
/// Those of [`CapturedStr::try_capture`]; [`TextError::index`] returns the value's index. The
/// strings that were captured before the error are dropped.
pub fn try_capture_all<S: CapturedStr>(values: &[&dyn Display]) -> Result<Box<[S]>, TextError> {
    if values.is_empty() {
        return Ok(Box::default());
    }
    let memory = slots::try_memory(values.len())?;
    slots::boxed(memory, |slots| {
        fill(values, slots, |text| {
            slots.push(S::try_from_str(text)?);
            Ok(())
        })
    })
}

/// Captures each value of a slice into an `Arc<[S]>`, in place, in one formatting pass.
///
/// Allocates once for the slice, at its final size, and for each value as [`capture_all`] does.
///
/// # Panics
///
/// Panics as [`capture_all`] does.
///
/// ```
/// use std::sync::Arc;
///
/// let tags: Arc<[String]> = string_kit::capture_shared(&[&"id", &42]);
/// assert_eq!(tags[..], ["id", "42"]);
/// ```
#[must_use]
#[track_caller]
pub fn capture_shared<S: CapturedStr>(values: &[&dyn Display]) -> Arc<[S]> {
    slots::shared(values.len(), |slots| {
        fill(values, slots, |text| {
            slots.push(S::from_text(text));
            Ok(())
        })
    })
    .or_panic()
}

/// Captures each value of a slice as [`capture_shared`] does, or returns an error. If memory runs
/// out for the `Arc` itself, the program aborts, since std allocates it.
///
/// # Errors
///
/// Those of [`try_capture_all`].
pub fn try_capture_shared<S: CapturedStr>(values: &[&dyn Display]) -> Result<Arc<[S]>, TextError> {
    slots::shared(values.len(), |slots| {
        fill(values, slots, |text| {
            slots.push(S::try_from_str(text)?);
            Ok(())
        })
    })
}

/// Captures each value. `push` converts the text into a string in the next slot. PERF: a `push`
/// that returned the string in a `Result` would move it once more.
#[inline]
fn fill<S>(
    values: &[&dyn Display],
    slots: &Slots<'_, S>,
    push: impl Fn(&str) -> Result<(), TextError>,
) -> Result<(), TextError> {
    let scratch = Scratch::new();
    let all = DisplayAll {
        values,
        scratch: &scratch,
        push,
        push_error: Cell::new(None),
    };
    let formatted = fmt::write(&mut scratch.writer(), format_args!("{all}"));
    // PERF: without an error nothing else is checked, which saves 6 instructions a slice.
    if formatted.is_ok() {
        return Ok(());
    }
    match all.push_error.get() {
        Some(error) => Err(error),
        None => scratch.finish(formatted),
    }
    .map_err(|error| error.with_index(slots.filled()))
}

/// A `Display` of the whole slice, which calls `push` with each value's text in turn.
struct DisplayAll<'a, P> {
    values: &'a [&'a dyn Display],
    scratch: &'a Scratch,
    push: P,
    /// The error of `push`, which a `fmt::Error` cannot carry.
    push_error: Cell<Option<TextError>>,
}

impl<P: Fn(&str) -> Result<(), TextError>> Display for DisplayAll<'_, P> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for value in self.values {
            value.fmt(f)?;
            if let Err(error) = self.scratch.take_text(&self.push).flatten() {
                self.push_error.set(Some(error));
                return Err(fmt::Error);
            }
        }
        Ok(())
    }
}
