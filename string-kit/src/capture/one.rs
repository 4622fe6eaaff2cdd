//! Capture of one value, whole or up to a limit.

use core::fmt::{self, Display};

use super::bounded::{Bounded, BoundedWriter};
use super::scratch::Scratch;
use crate::error::{CaptureError, CaptureErrorKind};

/// Captures the whole text of `value`. `make` converts the text into a string.
#[inline]
pub(crate) fn capture<S, D>(
    value: &D,
    make: impl FnOnce(&str) -> Result<S, CaptureError>,
) -> Result<S, CaptureError>
where
    D: Display + ?Sized,
{
    let scratch = Scratch::new();
    let formatted = fmt::write(&mut scratch.writer(), format_args!("{value}"));
    scratch.finish(formatted)?;
    scratch.take_text(make)?
}

/// Captures at most the first `max` bytes of the text, cut at a character boundary.
pub(crate) fn capture_bounded<S, D>(
    value: &D,
    max: usize,
    make: impl FnOnce(&str) -> Result<S, CaptureError>,
) -> Result<Bounded<S>, CaptureError>
where
    D: Display + ?Sized,
{
    let scratch = Scratch::new();
    let truncated = format_bounded(&scratch, value, max)?;
    let text = scratch.take_text(make)??;
    Ok(Bounded { text, truncated })
}

/// Captures the whole text if it has at most `max` bytes, else returns `TooLong`.
pub(crate) fn capture_within<S, D>(
    value: &D,
    max: usize,
    make: impl FnOnce(&str) -> Result<S, CaptureError>,
) -> Result<S, CaptureError>
where
    D: Display + ?Sized,
{
    let scratch = Scratch::new();
    if format_bounded(&scratch, value, max)? {
        return Err(CaptureErrorKind::TooLong.into());
    }
    scratch.take_text(make)?
}

/// Formats at most `max` bytes of `value`, and returns `true` if the text was longer.
fn format_bounded<D>(scratch: &Scratch, value: &D, max: usize) -> Result<bool, CaptureError>
where
    D: Display + ?Sized,
{
    let mut writer = BoundedWriter::new(scratch.writer(), max);
    let formatted = fmt::write(&mut writer, format_args!("{value}"));
    if writer.is_cut() {
        // An error in `formatted` came from this writer, which ended the formatting with it.
        scratch.finish(Ok(()))?;
        return Ok(true);
    }
    scratch.finish(formatted)?;
    Ok(false)
}
