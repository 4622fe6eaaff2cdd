//! Writing of lists whose end offsets take one byte each, on the stack.
#![allow(unsafe_code)]

use core::fmt::Display;

use super::layout::{Form, INLINE, ONE_BYTE_MAX, Packed, Payload};
use crate::capture::cursor::{Buffer, Cursor, Full, SLACK, Text};
use crate::capture::pieces::Sink;

/// Memory for the longest payload whose end offsets take one byte each.
pub(super) type ShortBuffer = Buffer<{ ONE_BYTE_MAX + SLACK }>;

/// A payload that is being written: end offsets, then the texts of the strings up to now.
///
/// INVARIANT: `ends` is the start of the cursor's memory, in which it left out `count` bytes before the
/// texts. The first `ended` of them are the ends of the strings up to now, and `ended` is at most `count`.
pub(super) struct ShortWriter<'a> {
    cursor: Cursor<'a>,
    ends: *mut u8,
    count: usize,
    ended: usize,
}

impl<'a> ShortWriter<'a> {
    /// Begins the payload of `count` strings, or returns `Full` if there are too many.
    #[inline]
    pub(super) fn new(buffer: &'a mut ShortBuffer, count: usize) -> Result<Self, Full> {
        let mut cursor = buffer.cursor();
        // SAFETY: the cursor is new; `finish` alone asks for the bytes, after `end` wrote all of these.
        let ends = unsafe { cursor.skip(count) }?;
        Ok(Self {
            cursor,
            ends,
            count,
            ended: 0,
        })
    }

    /// Returns the list.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer strings than `new` was called for.
    #[inline]
    pub(super) fn finish(self) -> Form<'a> {
        let Self {
            cursor,
            count,
            ended,
            ..
        } = self;
        assert!(ended == count, "there are fewer strings than `count`");
        if cursor.len() <= INLINE {
            // SAFETY: the bytes are the payload of `count` strings (INVARIANT), and then zeros.
            return Form::Inline(unsafe { Packed::inline(cursor.into_word(), count) });
        }
        // SAFETY: the bytes are the payload of `count` strings (INVARIANT), longer than `INLINE`, with
        // offsets of one byte.
        Form::Stack(unsafe { Payload::new(cursor.into_bytes(), count, 0) })
    }
}

/// Each piece is a string.
impl Sink for ShortWriter<'_> {
    type Error = Full;

    #[inline]
    fn text(&mut self, text: impl Text) -> Result<(), Full> {
        self.cursor.write(text)
    }

    fn display(&mut self, _: &dyn Display) -> Result<(), Full> {
        Err(Full)
    }

    #[inline]
    fn end(&mut self) {
        assert!(
            self.ended < self.count,
            "there are more strings than `count`"
        );
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the buffer has room for `ONE_BYTE_MAX`"
        )]
        let end = self.cursor.len() as u8;
        // SAFETY: `ended < count`, so that the byte is one of those that were left out (INVARIANT), which
        // no reference covers yet.
        unsafe { self.ends.wrapping_add(self.ended).write(end) };
        self.ended += 1;
    }
}

impl Packed {
    /// Makes a list whose end offsets take one byte. Returns `None` for a longer list, and if the
    /// allocator returns no memory.
    ///
    /// PERF: this takes half the instructions of `from_pieces`, which reads each string twice.
    #[inline]
    pub(super) fn from_short<T: AsRef<str>>(strings: &[T]) -> Option<Self> {
        if strings.is_empty() {
            return Some(Self::EMPTY);
        }
        let mut buffer = ShortBuffer::new();
        let mut writer = ShortWriter::new(&mut buffer, strings.len()).ok()?;
        for string in strings {
            writer.text(string.as_ref()).ok()?;
            writer.end();
        }
        writer.finish().pack().ok()
    }
}
