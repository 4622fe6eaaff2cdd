//! Capture up to a limit: the result, and the writer that stops at the limit.

use core::fmt::{self, Write};

use super::scratch::Writer;
use crate::range::floor_char_boundary;

/// A text or a list that was captured up to a limit, and a flag that is `true` if a text was cut.
///
/// ```
/// use string_kit::CapturedStr;
///
/// let field = String::capture_bounded("0123456789", 4);
/// let shown = if field.truncated { field.value + "..." } else { field.value };
/// assert_eq!(shown, "0123...");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[must_use]
pub struct Bounded<S> {
    /// The text, or its longest beginning that fits the limit and ends at a character boundary.
    pub value: S,
    /// `true` if a text was longer than the limit.
    pub truncated: bool,
}

/// A writer that passes on at most `left` bytes, then returns an error for every further text.
pub(crate) struct BoundedWriter<'a> {
    inner: Writer<'a>,
    left: usize,
    pub(super) cut: bool,
}

impl<'a> BoundedWriter<'a> {
    pub(crate) fn new(inner: Writer<'a>, max: usize) -> Self {
        Self {
            inner,
            left: max,
            cut: false,
        }
    }
}

impl Write for BoundedWriter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.cut {
            // A `Display` may ignore the error and write on. A short text that would still fit must
            // not be appended after the cut.
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
            .write_str(&text[..floor_char_boundary(text, self.left)])?;
        Err(fmt::Error)
    }
}
