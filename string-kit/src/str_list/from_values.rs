//! Capture of values into a list: whole, cut at a limit, or with an error.

use core::fmt::Display;

use super::capture::{self, capture_each};
use super::list::StrList;
use crate::capture::{Bounded, one};
use crate::error::{OrPanic, TextError};

impl StrList {
    /// Captures the text of each value, the same text that `to_string` returns.
    ///
    /// O(n) over the text, in one formatting pass (above 64 values one for each) and on about 5 KiB
    /// of stack. Allocates nothing if the list fits inline, else once, at the exact size. Allocates
    /// temporary buffers for more than 64 values, and for a text of more than
    /// [`STACK_BYTES`](crate::capture::STACK_BYTES).
    ///
    /// # Panics
    ///
    /// Panics if a value's `Display` returns an error; the message has the value's index. Panics if
    /// the list is longer than an allocation can be.
    #[must_use]
    #[track_caller]
    #[inline]
    pub fn capture(values: &[&dyn Display]) -> Self {
        capture::capture(values).or_panic()
    }

    /// Captures the text of each value as [`capture`](Self::capture) does, or returns an error.
    ///
    /// # Errors
    ///
    /// - [`TextErrorKind::Format`](crate::TextErrorKind::Format) if a value's `Display`
    ///   returns an error; [`TextError::index`] returns the value's index.
    /// - [`TextErrorKind::Alloc`](crate::TextErrorKind::Alloc), with the index of the value whose
    ///   text found no memory, or `None` if there was none for the list itself.
    /// - [`TextErrorKind::TooLong`](crate::TextErrorKind::TooLong), without an index, if the
    ///   list is longer than an allocation can be.
    #[inline]
    pub fn try_capture(values: &[&dyn Display]) -> Result<Self, TextError> {
        capture::capture(values)
    }

    /// Captures at most the first `max` bytes of each value, cut at a character boundary.
    ///
    /// The list has as many strings as there are values, so that a long value takes no room from
    /// the others. The result's `truncated` is `true` if any value was cut.
    ///
    /// One formatting pass for each value. Allocates nothing if the list fits inline, else once, at
    /// the exact size, and the chunks of a [`StrListBuilder`](crate::StrListBuilder) for a list of
    /// more than 255 bytes.
    ///
    /// # Panics
    ///
    /// Panics as [`capture`](Self::capture) does. A text longer than `max` is no error.
    ///
    /// ```
    /// # use string_kit::StrList;
    /// let untrusted = "x".repeat(1_000_000);
    /// let tags = StrList::capture_bounded(&[&"path", &untrusted, &200], 4);
    /// assert_eq!(tags.value, ["path", "xxxx", "200"]);
    /// assert!(tags.truncated);
    /// ```
    #[track_caller]
    pub fn capture_bounded(values: &[&dyn Display], max: usize) -> Bounded<Self> {
        Self::try_capture_bounded(values, max).or_panic()
    }

    /// Captures as [`capture_bounded`](Self::capture_bounded) does, or returns an error.
    ///
    /// # Errors
    ///
    /// Those of [`try_capture`](Self::try_capture). A text longer than `max` is no error.
    pub fn try_capture_bounded(
        values: &[&dyn Display],
        max: usize,
    ) -> Result<Bounded<Self>, TextError> {
        let mut truncated = false;
        let value = capture_each(values, |value, builder| {
            let kept = one::capture_bounded(value, max, |text| builder.try_push(text))?;
            truncated |= kept.truncated;
            Ok(())
        })?;
        Ok(Bounded { value, truncated })
    }
}
