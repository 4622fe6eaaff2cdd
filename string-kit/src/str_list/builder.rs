//! A list in the making.

use alloc::string::String;
use alloc::vec::Vec;
use core::any::type_name;
use core::fmt::{self, Display, Write};

use super::StrList;
use super::layout::Packed;
use crate::CaptureError;

/// Collects strings for a [`StrList`].
///
/// Text and offsets each lie in one buffer that grows geometrically: n strings take O(log n)
/// allocations, whatever their number, and [`finish`](Self::finish) one.
///
/// ```
/// use string_kit::StrListBuilder;
///
/// let mut builder = StrListBuilder::new();
/// builder.push("id");
/// builder.push_display(&42);
/// assert_eq!(builder.finish(), ["id", "42"]);
/// ```
#[derive(Clone, Default)]
pub struct StrListBuilder {
    text: String,
    /// INVARIANT: where each string ends in `text`; they never fall, and the last is its length.
    ends: Vec<usize>,
}

impl StrListBuilder {
    /// An empty builder.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// assert!(string_kit::StrListBuilder::new().is_empty());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self {
            text: String::new(),
            ends: Vec::new(),
        }
    }

    /// An empty builder with room for so many strings of so many bytes in all.
    ///
    /// Allocates twice, unless a number is 0.
    ///
    /// # Panics
    ///
    /// If the capacity is more than `isize::MAX` bytes.
    ///
    /// ```
    /// let mut builder = string_kit::StrListBuilder::with_capacity(2, 10);
    /// builder.push("0123456789"); // allocates nothing
    /// ```
    #[must_use]
    pub fn with_capacity(strings: usize, bytes: usize) -> Self {
        Self {
            text: String::with_capacity(bytes),
            ends: Vec::with_capacity(strings),
        }
    }

    /// How many strings there are.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// assert_eq!(string_kit::StrListBuilder::new().len(), 0);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// assert!(string_kit::StrListBuilder::new().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many bytes of text the strings have, together.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// assert_eq!(string_kit::StrListBuilder::from_iter(["id", "42"]).text_len(), 4);
    /// ```
    #[must_use]
    pub fn text_len(&self) -> usize {
        self.text.len()
    }

    /// Appends a string.
    ///
    /// O(n) in its length, amortised; allocates where a buffer must grow.
    ///
    /// # Panics
    ///
    /// If the text gets longer than `isize::MAX` bytes.
    ///
    /// ```
    /// let mut builder = string_kit::StrListBuilder::new();
    /// builder.push("id");
    /// assert_eq!(builder.len(), 1);
    /// ```
    pub fn push(&mut self, string: &str) {
        // First, so that a failure leaves no text without an end.
        self.ends.reserve(1);
        self.text.push_str(string);
        self.ends.push(self.text.len());
    }

    /// Appends a string, and reports a failed allocation.
    ///
    /// Costs what [`push`](Self::push) costs.
    ///
    /// # Errors
    ///
    /// [`CaptureError::Alloc`] if no memory is left: the builder is as before.
    ///
    /// ```
    /// let mut builder = string_kit::StrListBuilder::new();
    /// builder.try_push("id")?;
    /// # Ok::<(), string_kit::CaptureError>(())
    /// ```
    pub fn try_push(&mut self, string: &str) -> Result<(), CaptureError> {
        self.append(|text| text.write_str(string))
    }

    /// Appends the text of a value, formatted in place.
    ///
    /// One formatting pass; allocates where a buffer must grow.
    ///
    /// # Panics
    ///
    /// If the value's `Display` returns an error or no memory is left; the message names the
    /// value's type. The builder is as before, also if the `Display` panics.
    ///
    /// ```
    /// let mut builder = string_kit::StrListBuilder::new();
    /// builder.push_display(&1.5);
    /// assert_eq!(builder.finish(), ["1.5"]);
    /// ```
    #[track_caller]
    pub fn push_display<D: Display + ?Sized>(&mut self, value: &D) {
        if let Err(error) = self.try_push_display(value) {
            error.panic_for(type_name::<D>());
        }
    }

    /// Appends the text of a value, and reports what went wrong.
    ///
    /// Costs what [`push_display`](Self::push_display) costs.
    ///
    /// # Errors
    ///
    /// [`CaptureError::Format`] if the value's `Display` returns an error, and
    /// [`CaptureError::Alloc`] if no memory is left: the builder is as before.
    ///
    /// ```
    /// let mut builder = string_kit::StrListBuilder::new();
    /// builder.try_push_display(&1.5)?;
    /// # Ok::<(), string_kit::CaptureError>(())
    /// ```
    pub fn try_push_display<D: Display + ?Sized>(&mut self, value: &D) -> Result<(), CaptureError> {
        self.append(|text| write!(text, "{value}"))
    }

    /// The list.
    ///
    /// O(n) over text and strings. Allocates once, at the exact size, unless the list fits
    /// inline; the builder's own memory is freed.
    ///
    /// # Panics
    ///
    /// If no memory is left, or the list is longer than memory can be.
    ///
    /// ```
    /// let list = string_kit::StrListBuilder::new().finish();
    /// assert!(list.is_empty());
    /// ```
    #[must_use]
    #[track_caller]
    pub fn finish(self) -> StrList {
        match self.try_finish() {
            Ok(list) => list,
            Err(error) => error.panic_for("a list of strings"),
        }
    }

    /// The list, unless memory runs out.
    ///
    /// Costs what [`finish`](Self::finish) costs. Borrows, so that nothing is lost if it fails.
    ///
    /// # Errors
    ///
    /// [`CaptureError::Alloc`] if no memory is left, [`CaptureError::TooLong`] if the list is
    /// longer than memory can be.
    ///
    /// ```
    /// let list = string_kit::StrListBuilder::new().try_finish()?;
    /// assert!(list.is_empty());
    /// # Ok::<(), string_kit::CaptureError>(())
    /// ```
    pub fn try_finish(&self) -> Result<StrList, CaptureError> {
        let ends = self.ends.iter().copied();
        Packed::from_parts(ends, &self.text).map(|packed| StrList { packed })
    }

    /// Appends what `write` writes as one string, or nothing if it fails or panics.
    fn append(
        &mut self,
        write: impl FnOnce(&mut Fallible<'_>) -> fmt::Result,
    ) -> Result<(), CaptureError> {
        self.ends.try_reserve(1).map_err(|_| CaptureError::Alloc)?;
        let mut text = Fallible {
            kept: self.text.len(),
            text: &mut self.text,
            full: false,
        };
        let written = write(&mut text);
        if text.full {
            return Err(CaptureError::Alloc);
        }
        written.map_err(|fmt::Error| CaptureError::Format)?;
        text.kept = text.text.len();
        self.ends.push(text.kept);
        Ok(())
    }
}

/// Writes to a `String` and says if memory runs out; takes back what was not kept.
struct Fallible<'a> {
    text: &'a mut String,
    kept: usize,
    full: bool,
}

impl Write for Fallible<'_> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        if self.full || self.text.try_reserve(piece.len()).is_err() {
            self.full = true;
            return Err(fmt::Error);
        }
        self.text.push_str(piece);
        Ok(())
    }
}

impl Drop for Fallible<'_> {
    fn drop(&mut self) {
        self.text.truncate(self.kept);
    }
}

impl fmt::Debug for StrListBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let starts = core::iter::once(0).chain(self.ends.iter().copied());
        let strings = starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.text[start..end]);
        f.debug_list().entries(strings).finish()
    }
}

impl<T: AsRef<str>> Extend<T> for StrListBuilder {
    /// Appends each string; `size_hint` is not relied on.
    fn extend<I: IntoIterator<Item = T>>(&mut self, strings: I) {
        for string in strings {
            self.push(string.as_ref());
        }
    }
}

impl<T: AsRef<str>> FromIterator<T> for StrListBuilder {
    fn from_iter<I: IntoIterator<Item = T>>(strings: I) -> Self {
        let mut builder = Self::new();
        builder.extend(strings);
        builder
    }
}
