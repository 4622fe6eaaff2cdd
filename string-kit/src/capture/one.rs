//! Capture of one value, whole or up to a limit.
//!
//! The text of a [known](super::known) type is read without formatting. All other values are
//! formatted into a [`Scratch`].

use core::fmt::{self, Display};

use super::bounded::{Bounded, BoundedWriter};
use super::buffer::uninit;
use super::known;
use super::scratch::Scratch;
use crate::error::{TextError, TextErrorKind};
use crate::range::floor_char_boundary;

#[inline]
pub(crate) fn capture<S, D: Display + ?Sized>(
    value: &D,
    make: impl FnOnce(&str) -> Result<S, TextError>,
) -> Result<S, TextError> {
    match known::text(value, &mut uninit()) {
        Some(text) => make(text),
        None => format(value, make),
    }
}

#[inline]
pub(crate) fn format<S, D: Display + ?Sized>(
    value: &D,
    make: impl FnOnce(&str) -> Result<S, TextError>,
) -> Result<S, TextError> {
    let scratch = Scratch::new();
    let formatted = fmt::write(&mut scratch.writer(), format_args!("{value}"));
    scratch.finish(formatted)?;
    scratch.take_text(make)?
}

/// Captures formatted text. One without placeholders is a text already.
#[inline]
pub(crate) fn capture_arguments<S>(
    arguments: fmt::Arguments<'_>,
    make: impl FnOnce(&str) -> Result<S, TextError>,
) -> Result<S, TextError> {
    match arguments.as_str() {
        Some(text) => make(text),
        None => format(&arguments, make),
    }
}

pub(crate) fn capture_bounded<S, D: Display + ?Sized>(
    value: &D,
    max: usize,
    make: impl FnOnce(&str) -> Result<S, TextError>,
) -> Result<Bounded<S>, TextError> {
    with_bounded_text(value, max, |text, truncated| {
        let value = make(text)?;
        Ok(Bounded { value, truncated })
    })
}

pub(crate) fn capture_within<S, D: Display + ?Sized>(
    value: &D,
    max: usize,
    make: impl FnOnce(&str) -> Result<S, TextError>,
) -> Result<S, TextError> {
    with_bounded_text(value, max, |text, truncated| {
        if truncated {
            return Err(TextErrorKind::TooLong.into());
        }
        make(text)
    })
}

/// Calls `read` with at most the first `max` bytes of the text, and `true` if the text is longer.
fn with_bounded_text<R, D: Display + ?Sized>(
    value: &D,
    max: usize,
    read: impl FnOnce(&str, bool) -> Result<R, TextError>,
) -> Result<R, TextError> {
    if let Some(text) = known::text(value, &mut uninit()) {
        let end = floor_char_boundary(text, text.len().min(max));
        return read(&text[..end], text.len() > max);
    }
    let scratch = Scratch::new();
    let mut writer = BoundedWriter::new(scratch.writer(), max);
    let formatted = fmt::write(&mut writer, format_args!("{value}"));
    let is_cut = writer.cut;
    // If the text was cut, an error in `formatted` came from the writer, which ended the
    // formatting.
    scratch.finish(if is_cut { Ok(()) } else { formatted })?;
    scratch.take_text(|text| read(text, is_cut))?
}
