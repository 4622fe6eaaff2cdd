//! Lists that a call lends: for a look-up in a map, without an allocation.
//!
//! The payload of a lent list lies on the stack of the function that waits for the closure. Equal
//! lists have equal payloads, so that a lent list has the `Hash`, `Eq` and `Ord` of an owned one.

use core::fmt::Display;

use super::layout::Form;
use super::list::StrList;
use super::payload::LentBuffer;
use super::{capture, convert};
use crate::error::{OrPanic, TextError};

impl StrList {
    /// Captures the text of each value and lends the list to `read`, to look it up in a map.
    ///
    /// The list is equal to the one that [`capture`](Self::capture) returns, and has the same hash
    /// and the same order. A clone of it is an owned list, which copies the text. Allocates nothing
    /// for up to 64 values whose text, with one byte for each value, takes up to
    /// [`STACK_BYTES`](crate::capture::STACK_BYTES), on up to 10 KiB of stack. A longer list is
    /// captured and dropped.
    ///
    /// # Panics
    ///
    /// Panics as [`capture`](Self::capture) does, before it calls `read`.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use string_kit::StrList;
    ///
    /// let mut counters = HashMap::<StrList, u64>::new();
    /// for status in [200, 404, 200] {
    ///     StrList::with_captured(&[&"GET", &status], |tags| match counters.get_mut(tags) {
    ///         Some(count) => *count += 1, // allocates nothing
    ///         None => drop(counters.insert(tags.clone(), 1)),
    ///     });
    /// }
    /// assert_eq!(counters[&StrList::from(["GET", "200"])], 2);
    /// ```
    #[track_caller]
    #[inline]
    pub fn with_captured<R>(values: &[&dyn Display], read: impl FnOnce(&Self) -> R) -> R {
        capture::lend(values, read).or_panic()
    }

    /// Lends a list as [`with_captured`](Self::with_captured) does, or returns an error.
    ///
    /// # Errors
    ///
    /// Those of [`try_capture`](Self::try_capture). `read` is then not called.
    #[inline]
    pub fn try_with_captured<R>(
        values: &[&dyn Display],
        read: impl FnOnce(&Self) -> R,
    ) -> Result<R, TextError> {
        capture::lend(values, read)
    }

    /// Lends a list of these strings to `read`, as [`with_captured`](Self::with_captured) does one
    /// of values.
    ///
    /// Allocates nothing for a text that, with two bytes for each string, takes up to
    /// [`STACK_BYTES`](crate::capture::STACK_BYTES).
    ///
    /// # Panics
    ///
    /// Panics as [`from`](Self::from) of the slice does.
    #[track_caller]
    #[inline]
    pub fn with_strs<T: AsRef<str>, R>(strings: &[T], read: impl FnOnce(&Self) -> R) -> R {
        Self::try_with_strs(strings, read).or_panic()
    }

    /// Lends a list as [`with_strs`](Self::with_strs) does, or returns an error.
    ///
    /// # Errors
    ///
    /// Those of [`try_from_strs`](Self::try_from_strs), which panics too. `read` is then not
    /// called.
    #[inline]
    pub fn try_with_strs<T: AsRef<str>, R>(
        strings: &[T],
        read: impl FnOnce(&Self) -> R,
    ) -> Result<R, TextError> {
        let mut buffer = LentBuffer::new();
        let form = if let Some(short) = Form::of_strings(strings, &mut buffer.0) {
            short
        } else {
            let text_len = convert::text_len(strings)?;
            buffer.write(strings.len(), text_len, convert::pieces(strings))?
        };
        Ok(Self::lend(form, read))
    }
}
