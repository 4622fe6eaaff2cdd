//! A slice of values: one formatting pass for all of them.
//!
//! PERF: a `Formatter` cannot be made on stable Rust, but it can be borrowed. [`Each`] is a
//! `Display` for the whole slice that hands its own `Formatter` to each value in turn, so that the
//! cost of `fmt::write` (about 40 instructions) is paid once a slice and not once a value.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::cell::Cell;
use core::fmt::{self, Display};

use super::error::{CaptureError, Failed};
use super::scratch::Scratch;
use super::slots::{self, Slots};
use crate::CapturedStr;

/// Captures each value of a slice into a boxed slice; `None`, which costs nothing, for no values.
///
/// One formatting pass. One allocation for the slice, and for each value what
/// [`CapturedStr::from_text`] of its text takes; where a text is longer than
/// [`STACK_BYTES`](super::STACK_BYTES), one growing buffer for all of those. `Option<Box<[S]>>` is
/// 16 bytes.
///
/// # Panics
///
/// If a value's `Display` returns an error, or a text that is too long for the stack finds no
/// memory; the message has the value's index.
///
/// ```
/// use std::fmt::Display;
///
/// let values: [&dyn Display; 3] = [&"id", &42, &1.5];
/// let tags: Option<Box<[String]>> = string_kit::capture_all(&values);
/// assert_eq!(tags.unwrap()[..], ["id", "42", "1.5"]);
/// assert_eq!(string_kit::capture_all::<String>(&[]), None);
/// ```
#[must_use]
#[track_caller]
pub fn capture_all<S: CapturedStr>(values: &[&dyn Display]) -> Option<Box<[S]>> {
    if values.is_empty() {
        return None;
    }
    let memory = Box::new_uninit_slice(values.len());
    match slots::boxed(memory, |slots| fill(values, slots, keep)) {
        Ok(strings) => Some(strings),
        Err(failed) => failed.panic(),
    }
}

/// Captures each value of a slice into a boxed slice, and reports what went wrong.
///
/// Costs what [`capture_all`] costs.
///
/// # Errors
///
/// [`CaptureError::Format`] if a value's `Display` returns an error, and [`CaptureError::Alloc`]
/// if no memory is left. What was captured by then is dropped.
///
/// ```
/// use std::fmt::{self, Display};
/// use string_kit::CaptureError;
///
/// struct Broken;
/// impl Display for Broken {
///     fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result { Err(fmt::Error) }
/// }
/// let tags = string_kit::try_capture_all::<String>(&[&1, &Broken]);
/// assert_eq!(tags, Err(CaptureError::Format));
/// ```
pub fn try_capture_all<S: CapturedStr>(
    values: &[&dyn Display],
) -> Result<Option<Box<[S]>>, CaptureError> {
    if values.is_empty() {
        return Ok(None);
    }
    let memory = slots::try_memory(values.len())?;
    match slots::boxed(memory, |slots| fill(values, slots, try_keep)) {
        Ok(strings) => Ok(Some(strings)),
        Err(failed) => Err(failed.error),
    }
}

/// Captures each value of a slice into an `Arc<[S]>`, written in place.
///
/// One formatting pass. One allocation for the slice, at its final size, and beside it what
/// [`capture_all`] takes.
///
/// # Panics
///
/// As [`capture_all`].
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
    match slots::shared(values.len(), |slots| fill(values, slots, keep)) {
        Ok(strings) => strings,
        Err(failed) => failed.panic(),
    }
}

/// Captures each value of a slice into an `Arc<[S]>`, and reports what went wrong.
///
/// Costs what [`capture_shared`] costs. The `Arc` itself is allocated as std does it: where there
/// is no memory for that, the program aborts.
///
/// # Errors
///
/// As [`try_capture_all`].
///
/// ```
/// let tags = string_kit::try_capture_shared::<String>(&[&"id", &42])?;
/// assert_eq!(tags[..], ["id", "42"]);
/// # Ok::<(), string_kit::CaptureError>(())
/// ```
pub fn try_capture_shared<S: CapturedStr>(
    values: &[&dyn Display],
) -> Result<Arc<[S]>, CaptureError> {
    slots::shared(values.len(), |slots| fill(values, slots, try_keep))
        .map_err(|failed| failed.error)
}

/// Makes a string of a text in the next slot.
#[inline]
#[expect(clippy::unnecessary_wraps, reason = "it stands in for `try_keep`")]
fn keep<S: CapturedStr>(slots: &Slots<'_, S>, text: &str) -> Result<(), CaptureError> {
    slots.push(S::from_text(text));
    Ok(())
}

/// Makes a string of a text in the next slot, unless memory runs out.
#[inline]
fn try_keep<S: CapturedStr>(slots: &Slots<'_, S>, text: &str) -> Result<(), CaptureError> {
    slots.push(S::try_from_text(text)?);
    Ok(())
}

/// Captures each value into the next slot, by `keep`.
#[inline]
fn fill<S>(
    values: &[&dyn Display],
    slots: &Slots<'_, S>,
    keep: impl Fn(&Slots<'_, S>, &str) -> Result<(), CaptureError>,
) -> Result<(), Failed> {
    let scratch = Scratch::new();
    let each = Each {
        values,
        scratch: &scratch,
        keep: |text: &str| keep(slots, text),
        error: Cell::new(None),
    };
    let formatted = fmt::write(&mut scratch.writer(), format_args!("{each}"));
    // PERF: the way on which all went well asks nothing more: 6 instructions a slice.
    if formatted.is_ok() {
        return Ok(());
    }
    match each.error.get() {
        Some(error) => Err(error),
        None => scratch.finish(formatted),
    }
    .map_err(|error| Failed::at(slots.filled(), error))
}

/// The slice as one `Display`, which turns the text of each value into a string as it goes.
struct Each<'a, K> {
    values: &'a [&'a dyn Display],
    scratch: &'a Scratch,
    keep: K,
    /// Why a text could not be kept: a `fmt::Error` cannot say it.
    error: Cell<Option<CaptureError>>,
}

impl<K: Fn(&str) -> Result<(), CaptureError>> Display for Each<'_, K> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for value in self.values {
            value.fmt(f)?;
            if let Err(error) = self.scratch.take_text(&self.keep).flatten() {
                self.error.set(Some(error));
                return Err(fmt::Error);
            }
        }
        Ok(())
    }
}
