//! A slice of values: one formatting pass for all of them.
//!
//! PERF: a `Formatter` cannot be made on stable Rust, but it can be borrowed. [`Each`] is a
//! `Display` for the whole slice that hands its own `Formatter` to each value in turn, so that the
//! cost of `fmt::write` (about 40 instructions) is paid once a slice and not once a value.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::cell::Cell;
use core::fmt::{self, Display};

use super::scratch::Scratch;
use super::slots::{self, Slots};
use super::CaptureError;
use crate::CapturedStr;

/// Captures each value of a slice into a boxed slice; `None`, which costs nothing, for no values.
///
/// One formatting pass. One allocation for the slice, and for each value what
/// [`CapturedStr::from_text`] of its text takes; `Option<Box<[S]>>` is 16 bytes.
///
/// # Panics
///
/// If a value's `Display` returns an error or no memory is left; the message has its index.
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
    capture_boxed(values).unwrap_or_else(|failed| failed.panic())
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
    capture_boxed(values).map_err(|failed| failed.error)
}

/// Captures each value of a slice into an `Arc<[S]>`, written in place.
///
/// One formatting pass. One allocation for the slice, at its final size, and for each value what
/// [`CapturedStr::from_text`] of its text takes.
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
    slots::shared(values.len(), |slots| fill(values, slots))
        .unwrap_or_else(|failed: Failed| failed.panic())
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
    slots::shared(values.len(), |slots| fill(values, slots)).map_err(|failed: Failed| failed.error)
}

/// What went wrong, and at which value.
struct Failed {
    error: CaptureError,
    index: usize,
}

impl Failed {
    #[cold]
    #[track_caller]
    fn panic(self) -> ! {
        self.error
            .panic_for(format_args!("the value at index {}", self.index))
    }
}

/// An error before the first value: the slice itself could not be allocated.
impl From<CaptureError> for Failed {
    fn from(error: CaptureError) -> Self {
        Self { error, index: 0 }
    }
}

fn capture_boxed<S: CapturedStr>(values: &[&dyn Display]) -> Result<Option<Box<[S]>>, Failed> {
    if values.is_empty() {
        return Ok(None);
    }
    slots::boxed(values.len(), |slots| fill(values, slots)).map(Some)
}

/// Captures each value into the next slot.
fn fill<S: CapturedStr>(values: &[&dyn Display], slots: &Slots<'_, S>) -> Result<(), Failed> {
    let scratch = Scratch::new();
    let each = Each {
        values,
        scratch: &scratch,
        slots,
        error: Cell::new(None),
    };
    let formatted = fmt::write(&mut scratch.writer(), format_args!("{each}"));
    let outcome = match each.error.get() {
        Some(error) => Err(error),
        None => scratch.finish(formatted),
    };
    outcome.map_err(|error| Failed {
        error,
        index: slots.filled(),
    })
}

/// The slice as one `Display`, which turns the text of each value into a string as it goes.
struct Each<'a, 'b, S> {
    values: &'a [&'a dyn Display],
    scratch: &'a Scratch,
    slots: &'a Slots<'b, S>,
    /// Why a text could not be kept: a `fmt::Error` cannot say it.
    error: Cell<Option<CaptureError>>,
}

impl<S: CapturedStr> Display for Each<'_, '_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for value in self.values {
            value.fmt(f)?;
            match self.scratch.with_text(S::try_from_text).flatten() {
                Ok(text) => self.slots.push(text),
                Err(error) => {
                    self.error.set(Some(error));
                    return Err(fmt::Error);
                }
            }
            self.scratch.clear();
        }
        Ok(())
    }
}
