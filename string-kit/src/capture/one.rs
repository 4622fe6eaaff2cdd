//! One value: formatted into scratch, then into the representation.

use core::fmt::{self, Display};

use super::bounded::{Bounded, BoundedWriter};
use super::scratch::Scratch;
use crate::error::{CaptureError, CaptureErrorKind};

/// Captures the whole text; `keep` makes a string of it.
#[inline]
pub(crate) fn capture<S, D>(
    value: &D,
    keep: impl FnOnce(&str) -> Result<S, CaptureError>,
) -> Result<S, CaptureError>
where
    D: Display + ?Sized,
{
    let scratch = Scratch::new();
    let formatted = fmt::write(&mut scratch.writer(), format_args!("{value}"));
    scratch.finish(formatted)?;
    scratch.take_text(keep)?
}

/// Captures the first `max` bytes of the text, or as many as whole characters take.
pub(crate) fn capture_bounded<S, D>(
    value: &D,
    max: usize,
    keep: impl FnOnce(&str) -> Result<S, CaptureError>,
) -> Result<Bounded<S>, CaptureError>
where
    D: Display + ?Sized,
{
    let scratch = Scratch::new();
    let truncated = format_bounded(&scratch, value, max)?;
    let text = scratch.take_text(keep)??;
    Ok(Bounded { text, truncated })
}

/// Captures the whole text if it has at most `max` bytes.
pub(crate) fn capture_within<S, D>(
    value: &D,
    max: usize,
    keep: impl FnOnce(&str) -> Result<S, CaptureError>,
) -> Result<S, CaptureError>
where
    D: Display + ?Sized,
{
    let scratch = Scratch::new();
    if format_bounded(&scratch, value, max)? {
        return Err(CaptureErrorKind::TooLong.into());
    }
    scratch.take_text(keep)?
}

/// Formats until `max` bytes are written; says whether there was more.
fn format_bounded<D>(scratch: &Scratch, value: &D, max: usize) -> Result<bool, CaptureError>
where
    D: Display + ?Sized,
{
    let mut writer = BoundedWriter::new(scratch.writer(), max);
    let formatted = fmt::write(&mut writer, format_args!("{value}"));
    if writer.is_cut() {
        // The error that came back, if one did, is the writer's own: it said stop.
        scratch.finish(Ok(()))?;
        return Ok(true);
    }
    scratch.finish(formatted)?;
    Ok(false)
}
