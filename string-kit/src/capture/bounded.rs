//! Capture of at most so many bytes: the result, and the writer that stops.

use core::fmt::{self, Write};

use super::scratch::Writer;

/// A text that was captured under a limit, and whether the limit cut it.
///
/// ```
/// use string_kit::CapturedStr;
///
/// let field = String::capture_bounded("0123456789", 4);
/// let shown = if field.truncated { field.text + "..." } else { field.text };
/// assert_eq!(shown, "0123...");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[must_use]
pub struct Bounded<S> {
    /// The text, or the part of it that fits the limit, cut where a character ends.
    pub text: S,
    /// Whether there was more.
    pub truncated: bool,
}

/// Passes text on until `left` bytes are used up, then refuses all that follows.
pub(crate) struct BoundedWriter<'a> {
    inner: Writer<'a>,
    left: usize,
    cut: bool,
}

impl<'a> BoundedWriter<'a> {
    pub(crate) fn new(inner: Writer<'a>, max: usize) -> Self {
        Self {
            inner,
            left: max,
            cut: false,
        }
    }

    /// Whether text was refused.
    pub(crate) fn is_cut(&self) -> bool {
        self.cut
    }
}

impl Write for BoundedWriter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.cut {
            // A `Display` that goes on after an error must not slip a short piece in.
            return if text.is_empty() {
                Ok(())
            } else {
                Err(fmt::Error)
            };
        }
        if text.len() <= self.left {
            self.left -= text.len();
            return self.inner.write_str(text);
        }
        self.cut = true;
        self.inner
            .write_str(&text[..text.floor_char_boundary(self.left)])?;
        Err(fmt::Error)
    }
}
