//! A list in the making.

use core::any::type_name;
use core::fmt::{self, Display};
use core::mem;

use smallvec::SmallVec;

use super::StrList;
use super::chunk::Chunk;
use super::layout::Packed;
use crate::capture::one;
use crate::error::{CaptureError, CaptureErrorKind};

/// The size of the first chunk, and the most that a later one has before a quarter of all is more.
///
/// PERF: 1,000 names of 9 bytes take three chunks of 12 KB in all. Each is one call of the
/// allocator to have and one to free, and their slack is there while the list is finished beside
/// them.
const FIRST: usize = 1024;
const MOST: usize = 8192;
/// The most full chunks that are known without an allocation: 20 KB of them.
const FEW: usize = 4;

/// Collects strings for a [`StrList`].
///
/// Text lies in chunks, the first of 1 KiB, that grow geometrically and never move: O(log n)
/// allocations over the bytes of all strings, and none is copied but to the list.
/// [`finish`](Self::finish) takes one more.
///
/// # Memory
///
/// A builder is 176 bytes itself, where pointers have 64 bits, and holds nothing more while it is
/// empty, at least 1 KiB once it is not: [`with_capacity`](Self::with_capacity) holds what it is
/// told. A clone copies whole chunks, with the room that is left in them.
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
    /// Where strings are appended.
    last: Option<Chunk>,
    /// What came before.
    full: SmallVec<[Chunk; FEW]>,
    count: usize,
}

#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<StrListBuilder>() == 176);

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
            last: None,
            full: SmallVec::new_const(),
            count: 0,
        }
    }

    /// An empty builder with room for so many strings of so many bytes in all.
    ///
    /// Allocates once, unless both numbers are 0: the bytes, 1 for each string, and 8 for each that
    /// can be over 254 bytes long. Pushing what was said allocates nothing more.
    ///
    /// # Panics
    ///
    /// If no memory is left, or the capacity is more than it can be.
    ///
    /// ```
    /// let mut builder = string_kit::StrListBuilder::with_capacity(2, 10);
    /// builder.push("0123456789"); // allocates nothing
    /// ```
    #[must_use]
    #[track_caller]
    pub fn with_capacity(strings: usize, bytes: usize) -> Self {
        match Self::try_with_capacity(strings, bytes) {
            Ok(builder) => builder,
            Err(error) => error.panic_for("a list of strings"),
        }
    }

    /// The same, and reports a failed allocation.
    ///
    /// Costs what [`with_capacity`](Self::with_capacity) costs.
    ///
    /// # Errors
    ///
    /// [`CaptureErrorKind::Alloc`] if there is no memory for it, [`CaptureErrorKind::TooLong`] if the
    /// capacity is more than a number can say.
    ///
    /// ```
    /// use string_kit::StrListBuilder;
    ///
    /// assert!(StrListBuilder::try_with_capacity(2, 10).is_ok());
    /// assert!(StrListBuilder::try_with_capacity(2, usize::MAX).is_err());
    /// ```
    pub fn try_with_capacity(strings: usize, bytes: usize) -> Result<Self, CaptureError> {
        let mut builder = Self::new();
        let size = Chunk::room_for_all(strings, bytes).ok_or(CaptureErrorKind::TooLong)?;
        if size > 0 {
            builder.last = Some(Chunk::try_with_size(size)?);
        }
        Ok(builder)
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
        self.count
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
        self.count == 0
    }

    /// How many bytes of text the strings have, together.
    ///
    /// O(log n) in them, no allocation.
    ///
    /// ```
    /// assert_eq!(string_kit::StrListBuilder::from_iter(["id", "42"]).text_len(), 4);
    /// ```
    #[must_use]
    pub fn text_len(&self) -> usize {
        self.chunks().map(Chunk::text_len).sum()
    }

    /// Appends a string.
    ///
    /// O(n) in its length; allocates where there is no room.
    ///
    /// # Panics
    ///
    /// If no memory is left. The builder is as before.
    ///
    /// ```
    /// let mut builder = string_kit::StrListBuilder::new();
    /// builder.push("id");
    /// assert_eq!(builder.len(), 1);
    /// ```
    #[inline]
    #[track_caller]
    pub fn push(&mut self, string: &str) {
        if let Err(error) = self.try_push(string) {
            error.panic_for("a list of strings");
        }
    }

    /// Appends a string, and reports a failed allocation.
    ///
    /// Costs what [`push`](Self::push) costs.
    ///
    /// # Errors
    ///
    /// [`CaptureErrorKind::Alloc`] if no memory is left: the builder is as before.
    ///
    /// ```
    /// let mut builder = string_kit::StrListBuilder::new();
    /// builder.try_push("id")?;
    /// # Ok::<(), string_kit::CaptureError>(())
    /// ```
    #[inline]
    pub fn try_push(&mut self, string: &str) -> Result<(), CaptureError> {
        if !self.last.as_mut().is_some_and(|chunk| chunk.push(string)) {
            self.push_to_new_chunk(string)?;
        }
        self.count += 1;
        Ok(())
    }

    /// Appends the text of a value.
    ///
    /// One formatting pass, as [`CapturedStr::capture`](crate::CapturedStr::capture) makes one.
    /// Allocates where there is no room, and scratch for a text that is longer than
    /// [`STACK_BYTES`](crate::capture::STACK_BYTES).
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
    /// [`CaptureErrorKind::Format`] if the value's `Display` returns an error, and
    /// [`CaptureErrorKind::Alloc`] if no memory is left: the builder is as before.
    ///
    /// ```
    /// let mut builder = string_kit::StrListBuilder::new();
    /// builder.try_push_display(&1.5)?;
    /// # Ok::<(), string_kit::CaptureError>(())
    /// ```
    pub fn try_push_display<D: Display + ?Sized>(&mut self, value: &D) -> Result<(), CaptureError> {
        one::capture(value, |text| self.try_push(text))
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
    /// [`CaptureErrorKind::Alloc`] if no memory is left, [`CaptureErrorKind::TooLong`] if the list is
    /// longer than memory can be.
    ///
    /// ```
    /// let list = string_kit::StrListBuilder::new().try_finish()?;
    /// assert!(list.is_empty());
    /// # Ok::<(), string_kit::CaptureError>(())
    /// ```
    pub fn try_finish(&self) -> Result<StrList, CaptureError> {
        let pieces = self.chunks().map(|chunk| (chunk.lengths(), chunk.text()));
        Packed::from_pieces(self.count, self.text_len(), pieces).map(|packed| StrList { packed })
    }

    fn chunks(&self) -> impl Iterator<Item = &Chunk> {
        self.full.iter().chain(&self.last)
    }

    #[cold]
    #[inline(never)]
    fn push_to_new_chunk(&mut self, string: &str) -> Result<(), CaptureError> {
        let size: usize = self.chunks().map(Chunk::size).sum();
        let size = size.saturating_mul(3).clamp(FIRST, MOST).max(size / 4);
        let mut chunk = Chunk::try_with_size(size.max(Chunk::room_for(string.len())))?;
        let has_room = chunk.push(string);
        debug_assert!(has_room);
        match &mut self.last {
            Some(last) if last.has_strings() => {
                let reserved = self.full.try_reserve(1);
                reserved.map_err(|_| CaptureErrorKind::Alloc)?;
                self.full.push(mem::replace(last, chunk));
            }
            // None yet, or one that was too small from the start.
            last => *last = Some(chunk),
        }
        Ok(())
    }
}

impl fmt::Debug for StrListBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let strings = self.chunks().flat_map(Chunk::strings);
        f.debug_list().entries(strings).finish()
    }
}

impl<T: AsRef<str>> Extend<T> for StrListBuilder {
    /// Appends each string; `size_hint` is not relied on.
    ///
    /// O(n) over the text; allocates where there is no room, O(log n) times over the bytes.
    ///
    /// # Panics
    ///
    /// If no memory is left, or the iterator panics: the builder keeps the strings before.
    fn extend<I: IntoIterator<Item = T>>(&mut self, strings: I) {
        for string in strings {
            self.push(string.as_ref());
        }
    }
}

impl<T: AsRef<str>> FromIterator<T> for StrListBuilder {
    /// Pushes each string; `size_hint` is not relied on.
    ///
    /// O(n) over the text; allocates O(log n) times over the bytes.
    ///
    /// # Panics
    ///
    /// If no memory is left, or the iterator panics.
    fn from_iter<I: IntoIterator<Item = T>>(strings: I) -> Self {
        let mut builder = Self::new();
        builder.extend(strings);
        builder
    }
}
