//! A slice of values: one formatting pass for all of them.
//!
//! PERF: a `Formatter` cannot be made on stable Rust, but it can be borrowed. [`Each`] is a
//! `Display` for the whole slice that hands its own `Formatter` to each value in turn, so that the
//! cost of `fmt::write` (about 40 instructions) is paid once a slice and not once a value.

mod slots;

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::cell::Cell;
use core::fmt::{self, Display};

use self::slots::Slots;
use crate::capture::scratch::Scratch;
use crate::captured_str::CapturedStr;
use crate::error::CaptureError;

/// Captures each value of a slice into a boxed slice.
///
/// One formatting pass. Allocates once for the slice, and for each value what
/// [`CapturedStr::from_text`] of its text allocates. Texts longer than
/// [`STACK_BYTES`](crate::capture::STACK_BYTES) share one growing buffer. No values: no allocation.
///
/// # Panics
///
/// If a value's `Display` returns an error, or if memory runs out for a text that is too long for
/// the stack. The message has the value's index.
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
    match slots::boxed(memory, |slots| fill(values, slots, keep)) {
        Ok(strings) => strings,
        Err(error) => error.panic(),
    }
}

/// Captures each value of a slice into a boxed slice, or returns an error.
///
/// Costs what [`capture_all`] costs.
///
/// # Errors
///
/// - [`CaptureErrorKind::Format`](crate::CaptureErrorKind::Format) if a value's `Display` returns
///   an error; [`CaptureError::index`] is the value's.
/// - [`CaptureErrorKind::Alloc`](crate::CaptureErrorKind::Alloc) if memory runs out.
///
/// The strings that were captured before are dropped.
///
/// ```
/// use std::fmt::{self, Display};
///
/// struct Broken;
/// impl Display for Broken {
///     fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result { Err(fmt::Error) }
/// }
/// let error = string_kit::try_capture_all::<String>(&[&1, &Broken]).unwrap_err();
/// assert_eq!(error.index(), Some(1));
/// ```
pub fn try_capture_all<S: CapturedStr>(values: &[&dyn Display]) -> Result<Box<[S]>, CaptureError> {
    if values.is_empty() {
        return Ok(Box::default());
    }
    let memory = slots::try_memory(values.len())?;
    slots::boxed(memory, |slots| fill(values, slots, try_keep))
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
        Err(error) => error.panic(),
    }
}

/// Captures each value of a slice into an `Arc<[S]>`, or returns an error.
///
/// Costs what [`capture_shared`] costs. std allocates the `Arc` itself: the program aborts if there
/// is no memory for it.
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
) -> Result<(), CaptureError> {
    let scratch = Scratch::new();
    let each = Each {
        values,
        scratch: &scratch,
        keep: |text: &str| keep(slots, text),
        keep_error: Cell::new(None),
    };
    let formatted = fmt::write(&mut scratch.writer(), format_args!("{each}"));
    // PERF: the way on which all went well asks nothing more: 6 instructions a slice.
    if formatted.is_ok() {
        return Ok(());
    }
    match each.keep_error.get() {
        Some(error) => Err(error),
        None => scratch.finish(formatted),
    }
    .map_err(|error| error.at(slots.filled()))
}

/// The slice as one `Display`, which turns the text of each value into a string as it goes.
struct Each<'a, K> {
    values: &'a [&'a dyn Display],
    scratch: &'a Scratch,
    keep: K,
    /// The error of `keep`, which a `fmt::Error` cannot carry.
    keep_error: Cell<Option<CaptureError>>,
}

impl<K: Fn(&str) -> Result<(), CaptureError>> Display for Each<'_, K> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for value in self.values {
            value.fmt(f)?;
            if let Err(error) = self.scratch.take_text(&self.keep).flatten() {
                self.keep_error.set(Some(error));
                return Err(fmt::Error);
            }
        }
        Ok(())
    }
}
