//! The builder of a list.

use core::fmt::{self, Display};
use core::iter;
use core::mem;

use smallvec::SmallVec;

use super::chunk::{self, Chunk, Lengths, Own};
use super::layout::{Form, ONE_BYTE_MAX, Packed};
use super::list::StrList;
use super::payload::LentBuffer;
use crate::capture::buffer::{Room, uninit};
use crate::capture::one;
use crate::error::{OrPanic, TextError, TextErrorKind};

/// The size of the first chunk on the heap, in bytes.
///
/// PERF: 1,000 names of 9 bytes take three chunks, 12 KiB together. Unused bytes count towards the
/// peak of memory, since the chunks and the finished list exist at the same time.
const FIRST_CHUNK: usize = 1024;
/// The largest size of a later chunk in bytes, unless a quarter of all chunks together is more.
const CHUNK_LIMIT: usize = 8192;
/// The number of full chunks that the table holds inline; the first four have 20 KiB.
const INLINE_TABLE_LEN: usize = 4;
/// The beginning of the message of a panic.
const FAILED: &str = "cannot make a list of strings";

/// A builder that collects strings for a [`StrList`].
///
/// The builder itself has room for 255 bytes: text, and one byte for each string. Further text lies
/// in chunks that grow geometrically, from 1 KiB on, and never move: n bytes of strings take O(log
/// n) allocations. Each string is copied once into the builder and once into the list.
/// [`finish`](Self::finish) leaves the builder empty, ready for the next list. A builder takes 448
/// bytes on 64-bit machines; keep it in one place. The program aborts if the allocator returns no
/// memory; the methods whose names begin with `try_` return an error instead.
///
/// ```
/// use string_kit::StrListBuilder;
///
/// let mut builder = StrListBuilder::new();
/// builder.push("id");
/// builder.push_display(&42);
/// assert_eq!(builder.finish(), ["id", "42"]);
/// ```
#[derive(Clone)]
pub struct StrListBuilder {
    /// The chunk that strings are appended to as long as there is none on the heap.
    own: Chunk<Own>,
    /// The chunk that strings are appended to otherwise.
    current: Option<Chunk>,
    /// The chunks before it.
    full: SmallVec<[Chunk; INLINE_TABLE_LEN]>,
    /// The number of strings in all chunks but `own`.
    heap_count: usize,
}

#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<StrListBuilder>() == 448);

impl StrListBuilder {
    /// Makes an empty builder.
    #[must_use]
    #[inline]
    pub const fn new() -> Self {
        Self {
            own: Chunk::new(),
            current: None,
            full: SmallVec::new_const(),
            heap_count: 0,
        }
    }

    /// Makes an empty builder with room for `strings` strings of `bytes` bytes in total.
    ///
    /// Allocates once, unless the builder itself has the room. As long as the strings stay within
    /// both numbers, appending them allocates nothing.
    ///
    /// # Panics
    ///
    /// Panics if the capacity overflows.
    #[must_use]
    #[track_caller]
    pub fn with_capacity(strings: usize, bytes: usize) -> Self {
        chunk::room_for_all(strings, bytes).expect("the capacity of the list overflows");
        Self::try_with_capacity(strings, bytes).or_panic_for(FAILED)
    }

    /// Makes an empty builder as [`with_capacity`](Self::with_capacity) does, or returns an error.
    ///
    /// # Errors
    ///
    /// [`TextErrorKind::TooLong`] if the capacity overflows, and [`TextErrorKind::Alloc`].
    pub fn try_with_capacity(strings: usize, bytes: usize) -> Result<Self, TextError> {
        let mut builder = Self::new();
        let size = chunk::room_for_all(strings, bytes).ok_or(TextErrorKind::TooLong)?;
        if size > ONE_BYTE_MAX {
            builder.current = Some(Chunk::try_with_size(size)?);
        }
        Ok(builder)
    }

    /// Returns the number of strings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.own.lengths().0.len() + self.heap_count
    }

    /// Returns `true` if the builder has no strings.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the length of all strings together, in bytes. O(log n) for n bytes.
    #[must_use]
    pub fn text_len(&self) -> usize {
        self.pieces().map(|(_, text)| text.len()).sum()
    }

    /// Returns the number of bytes of the chunks on the heap, unused ones included. O(log n) for n
    /// bytes.
    #[must_use]
    pub fn heap_size(&self) -> usize {
        self.full.iter().chain(&self.current).map(Chunk::size).sum()
    }

    /// Appends a string, in O(n). Allocates a chunk if the builder has no room for it.
    #[inline]
    #[track_caller]
    pub fn push(&mut self, string: &str) {
        self.try_push(string).or_panic_for(FAILED);
    }

    /// Appends a string, or returns an error.
    ///
    /// # Errors
    ///
    /// [`TextErrorKind::Alloc`]. The builder keeps its other strings.
    #[inline]
    pub fn try_push(&mut self, string: &str) -> Result<(), TextError> {
        // PERF: tail calls, for which a short string saves no register.
        if self.current.is_some() || !self.own.push_short(string) {
            return self.push_to_heap(string);
        }
        Ok(())
    }

    /// Appends text to the last string, or begins the first one, as `write!` does. Amortized O(n).
    ///
    /// Allocates a chunk, and moves the string into it, if the builder has no room.
    ///
    /// ```
    /// use std::fmt::Write;
    /// use string_kit::StrListBuilder;
    ///
    /// let mut builder = StrListBuilder::from_iter(["id"]);
    /// builder.push(""); // begins the next string
    /// write!(builder, "{}-{}", "eu", 42)?;
    /// builder.push_str("!");
    /// assert_eq!(builder.finish(), ["id", "eu-42!"]);
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    #[track_caller]
    pub fn push_str(&mut self, text: &str) {
        self.try_push_str(text).or_panic_for(FAILED);
    }

    /// Appends text to the last string, or returns an error.
    ///
    /// # Errors
    ///
    /// [`TextErrorKind::Alloc`]. The builder keeps its strings.
    pub fn try_push_str(&mut self, text: &str) -> Result<(), TextError> {
        let has_room = match &mut self.current {
            Some(chunk) if self.heap_count > 0 => chunk.push_str(text),
            _ => self.own.push_str(text),
        };
        match has_room {
            true => Ok(()),
            false if self.is_empty() => self.try_push(text),
            false => self.push_str_to_new_chunk(text),
        }
    }

    /// Moves the last string to a chunk with twice the room that it needs with `text`, so that text
    /// of n bytes moves O(log n) times.
    #[cold]
    fn push_str_to_new_chunk(&mut self, text: &str) -> Result<(), TextError> {
        let on_heap = self.current.as_ref().filter(|_| self.heap_count > 0);
        let last = on_heap.map_or_else(|| self.own.last(), Chunk::last);
        let len = last.len().saturating_add(text.len());
        let mut chunk = Chunk::try_with_size(self.next_size(len.saturating_mul(2)))?;
        let has_room = chunk.push(last) && chunk.push_str(text);
        debug_assert!(has_room);
        self.reserve_chunk()?;
        match &mut self.current {
            Some(current) if self.heap_count > 0 => current.remove_last(),
            _ => {
                self.own.remove_last();
                self.heap_count = 1;
            }
        }
        self.add(chunk);
        Ok(())
    }

    /// Appends the text of a value, at the cost of
    /// [`CapturedStr::capture`](crate::CapturedStr::capture) and of [`push`](Self::push).
    ///
    /// # Panics
    ///
    /// Panics if the value's `Display` returns an error; the message names the value's type. The
    /// builder keeps its other strings, even if the `Display` itself panics.
    #[track_caller]
    pub fn push_display<D: Display + ?Sized>(&mut self, value: &D) {
        if let Err(error) = self.try_push_display(value) {
            error.panic_for_value::<D>();
        }
    }

    /// Appends the text of a value, or returns an error.
    ///
    /// # Errors
    ///
    /// [`TextErrorKind::Format`] if the value's `Display` returns an error, and
    /// [`TextErrorKind::Alloc`]. The builder keeps its other strings.
    pub fn try_push_display<D: Display + ?Sized>(&mut self, value: &D) -> Result<(), TextError> {
        one::capture(value, |text| self.try_push(text))
    }

    /// Returns the list and leaves the builder empty.
    ///
    /// O(n) over text and strings. Allocates once, at the exact size, unless the list fits inline.
    /// The builder keeps its largest chunk for the next list.
    ///
    /// # Panics
    ///
    /// Panics if the list is longer than an allocation can be.
    #[must_use]
    #[track_caller]
    pub fn finish(&mut self) -> StrList {
        self.try_finish().or_panic_for(FAILED)
    }

    /// Returns the list and leaves the builder empty, or returns an error.
    ///
    /// # Errors
    ///
    /// [`TextErrorKind::TooLong`] if the list is longer than an allocation can be, and
    /// [`TextErrorKind::Alloc`]. The builder keeps its strings.
    pub fn try_finish(&mut self) -> Result<StrList, TextError> {
        let list = self.to_list()?;
        self.clear();
        Ok(list)
    }

    #[inline]
    pub(super) fn to_list(&self) -> Result<StrList, TextError> {
        let packed = match self.short_form(&mut uninit::<ONE_BYTE_MAX>()) {
            Some(form) => form.pack().ok_or(TextErrorKind::Alloc)?,
            None => Packed::from_pieces(self.len(), self.text_len(), self.pieces())?,
        };
        Ok(StrList { packed })
    }

    /// Lends the list to `read`, to look it up in a map, and keeps the strings.
    ///
    /// The list is as one that [`StrList::with_captured`] lends; [`StrList::with_strs`] of a slice
    /// is faster.
    ///
    /// # Panics
    ///
    /// Panics as [`finish`](Self::finish) does, before it calls `read`.
    ///
    /// ```
    /// # use string_kit::{StrList, StrListBuilder};
    /// let counters = std::collections::HashMap::from([(StrList::from(["GET", "200"]), 7)]);
    /// let tags = StrListBuilder::from_iter(["GET", "200"]);
    /// assert_eq!(tags.with_list(|tags| counters.get(tags).copied()), Some(7));
    /// ```
    #[inline]
    #[track_caller]
    pub fn with_list<R>(&self, read: impl FnOnce(&StrList) -> R) -> R {
        self.try_with_list(read).or_panic_for(FAILED)
    }

    /// Lends the list as [`with_list`](Self::with_list) does, or returns an error.
    ///
    /// # Errors
    ///
    /// Those of [`try_finish`](Self::try_finish). `read` is then not called.
    #[inline]
    pub fn try_with_list<R>(&self, read: impl FnOnce(&StrList) -> R) -> Result<R, TextError> {
        let mut buffer = LentBuffer::new();
        let form = match self.short_form(&mut buffer.0) {
            Some(form) => form,
            None => buffer.write(self.len(), self.text_len(), self.pieces())?,
        };
        Ok(StrList::lend(form, read))
    }

    /// Writes the list into memory. Returns `None` if strings lie on the heap, or the list is long.
    #[inline]
    fn short_form<'a, const N: usize>(&self, memory: &'a mut Room<N>) -> Option<Form<'a>> {
        let own = self.current.is_none().then_some(&self.own)?;
        Form::of_chunk(own, memory)
    }

    /// Removes all strings, and frees all chunks but the largest.
    #[inline]
    pub fn clear(&mut self) {
        if self.current.is_some() {
            self.clear_heap();
        }
        self.own.clear();
    }

    #[inline(never)]
    fn clear_heap(&mut self) {
        let chunks = self.full.drain(..).chain(self.current.take());
        self.current = chunks.max_by_key(Chunk::size);
        if let Some(largest) = &mut self.current {
            largest.clear();
        }
        self.heap_count = 0;
    }

    /// Returns the text of each chunk, in order, and the lengths of the strings in it.
    fn pieces(&self) -> impl Iterator<Item = (Lengths<'_>, &str)> {
        let chunks = self.full.iter().chain(&self.current);
        let pieces = chunks.map(|chunk| (chunk.lengths(), chunk.text()));
        iter::once((self.own.lengths(), self.own.text())).chain(pieces)
    }

    /// Appends a string to the current chunk, or to a new one if that has no room for it.
    #[inline(never)]
    fn push_to_heap(&mut self, string: &str) -> Result<(), TextError> {
        if !(self.current.as_mut()).is_some_and(|chunk| chunk.push_short(string)) {
            self.push_long(string)?;
        }
        self.heap_count += 1;
        Ok(())
    }

    /// Appends a long string to the current chunk, or any string to a new one.
    #[cold]
    fn push_long(&mut self, string: &str) -> Result<(), TextError> {
        if (self.current.as_mut()).is_some_and(|chunk| chunk.push(string)) {
            return Ok(());
        }
        let mut chunk = Chunk::try_with_size(self.next_size(string.len()))?;
        let has_room = chunk.push(string);
        debug_assert!(has_room);
        self.reserve_chunk()?;
        self.add(chunk);
        Ok(())
    }

    /// Returns the size of the next chunk, with room for a string of `len` bytes.
    fn next_size(&self, len: usize) -> usize {
        self.heap_size()
            .saturating_mul(3)
            .clamp(FIRST_CHUNK, CHUNK_LIMIT)
            .max(self.heap_size() / 4)
            .max(chunk::room_for(len))
    }

    fn reserve_chunk(&mut self) -> Result<(), TextError> {
        let reserved = self.full.try_reserve(1);
        reserved.map_err(|_| TextErrorKind::Alloc.into())
    }

    /// Makes a chunk the current one, for which room was reserved in the table.
    fn add(&mut self, chunk: Chunk) {
        match &mut self.current {
            Some(current) if current.has_strings() => self.full.push(mem::replace(current, chunk)),
            // There is no current chunk, or it is empty and too small.
            current => *current = Some(chunk),
        }
    }
}

impl Default for StrListBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for StrListBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chunks = self.full.iter().chain(&self.current);
        let strings = self.own.strings().chain(chunks.flat_map(Chunk::strings));
        f.debug_list().entries(strings).finish()
    }
}

/// Appends to the last string, as [`push_str`](StrListBuilder::push_str) does.
impl fmt::Write for StrListBuilder {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.try_push_str(text).map_err(|_| fmt::Error)
    }
}

impl StrListBuilder {
    /// Appends each string, or returns an error.
    ///
    /// # Errors
    ///
    /// [`TextErrorKind::Alloc`] if the allocator returns no memory, with the index of the string
    /// in `strings`. The builder keeps the strings before it.
    #[inline]
    pub fn try_extend<T: AsRef<str>>(
        &mut self,
        strings: impl IntoIterator<Item = T>,
    ) -> Result<(), TextError> {
        let before = self.len();
        for string in strings {
            let pushed = self.try_push(string.as_ref());
            pushed.map_err(|error| error.with_index(self.len() - before))?;
        }
        Ok(())
    }
}

impl<T: AsRef<str>> Extend<T> for StrListBuilder {
    /// Appends each string. If the iterator panics, the builder keeps the strings up to there.
    #[inline]
    fn extend<I: IntoIterator<Item = T>>(&mut self, strings: I) {
        self.try_extend(strings).or_panic_for(FAILED);
    }
}

impl<T: AsRef<str>> FromIterator<T> for StrListBuilder {
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(strings: I) -> Self {
        let mut builder = Self::new();
        builder.extend(strings);
        builder
    }
}
