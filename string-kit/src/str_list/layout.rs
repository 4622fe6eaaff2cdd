//! The bytes of a `StrList`.
//!
//! ```text
//! payload   | end 0 | end 1 | ... | end n-1 | text ........ |
//!
//! inline    | payload, then zeros ........................ | tag |     n + text <= 15
//!             15 bytes                                       n + 1
//!
//! heap      | pointer ........... | n (56 bits) ........... | tag |
//!             8 bytes               7 bytes                   0x80 + log2 width
//!                 |
//!                 +--> | reference count | payload |
//! ```
//!
//! An end offset is the position where a string ends, counted from the start of the payload. It
//! takes `width` bytes, little-endian: 1, 2, 4 or 8, the least that holds the length of the
//! payload. The last end offset is that length. Offsets and text lie in one block, so that capture
//! copies both at once. String `i` lies between end `i - 1` and end `i`; string 0 begins behind the
//! offsets.
//!
//! INVARIANT: the payload is canonical. The strings determine the form and the width, so that equal
//! lists have equal payloads. End offsets never decrease, and each is a character boundary of the
//! text, which is UTF-8. Each `Packed` on the heap owns one reference to its block. The first owner
//! writes the payload, and nobody writes to it afterwards.
#![allow(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "a number is truncated to a width that was checked to hold it"
)]

use core::mem::MaybeUninit;
use core::ptr::{self, NonNull};
use core::{slice, str};

use super::block::Block;
use crate::error::{CaptureError, CaptureErrorKind};
pub(super) use crate::inline_or_pointer::INLINE;
use crate::inline_or_pointer::{InlineOrPointer, NUMBER_BITS};

/// The longest payload whose end offsets take one byte each.
pub(super) const ONE_BYTE_MAX: usize = u8::MAX as usize;

/// The tag of a list on the heap with one-byte offsets; the logarithm of the width is added to it.
const HEAP: u8 = 0x80;

/// A list of strings in 16 bytes.
pub(super) struct Packed(InlineOrPointer);

const _: () = {
    assert!(size_of::<Option<Packed>>() == 16);
    assert!(INLINE < HEAP as usize);
};

// SAFETY: the pointer is the only part that is not `Send`. Its block has an atomic reference count,
// nobody writes to the payload while it is shared, and the last owner frees the block, on any
// thread, as with an `Arc`.
unsafe impl Send for Packed {}
// SAFETY: a `&Packed` allows only reads of bytes that nobody writes, and clones, which count
// atomically; so any number of threads may use it at once.
unsafe impl Sync for Packed {}

// Construction.
impl Packed {
    /// The empty list.
    // SAFETY: the payload of 0 strings has 0 bytes, and zeros follow.
    pub(super) const EMPTY: Self = unsafe { Self::inline([0; 16], 0) };

    /// Makes an inline list of `count` strings.
    ///
    /// # Safety
    ///
    /// `bytes` must be the payload of `count` strings (INVARIANT), of at most `INLINE` bytes, and
    /// then zeros.
    #[inline]
    pub(super) const unsafe fn inline(bytes: [u8; 16], count: usize) -> Self {
        debug_assert!(count <= INLINE);
        // SAFETY: the tag is not 0: `count` is at most `INLINE`, by the caller's promise, and 1 is added.
        Self(unsafe { InlineOrPointer::from_bytes(bytes, count as u8 + 1) })
    }

    /// Copies a payload with one-byte offsets into a list of `count` strings on the heap.
    ///
    /// # Errors
    ///
    /// `Alloc` if the allocator returns no memory.
    ///
    /// # Safety
    ///
    /// `payload` must be the payload of `count` strings (INVARIANT), longer than `INLINE` bytes and
    /// at most `ONE_BYTE_MAX`.
    #[inline]
    pub(super) unsafe fn copy_one_byte(payload: &[u8], count: usize) -> Result<Self, CaptureError> {
        debug_assert!(payload.len() > INLINE && payload.len() <= ONE_BYTE_MAX);
        let block = Block::allocate(payload.len())?;
        // SAFETY: `payload` is readable as a slice; the block is writable for as many bytes, for
        // which it was allocated; bytes need no alignment; the two do not overlap, since the block
        // is new.
        unsafe { ptr::copy_nonoverlapping(payload.as_ptr(), block.payload(), payload.len()) };
        Ok(Self::heap(block, count, 0))
    }

    /// Makes a list of `count` strings with `text_len` bytes of text. Each piece is a text, and the
    /// lengths of the strings in it.
    ///
    /// # Errors
    ///
    /// `TooLong` if the payload is longer than an allocation can be, `Alloc` if the allocator
    /// returns no memory.
    ///
    /// # Panics
    ///
    /// Panics if the lengths of a piece do not divide its text into strings, or if `count` or
    /// `text_len` is not the sum over the pieces.
    pub(super) fn from_pieces<'a, L: Iterator<Item = usize>>(
        count: usize,
        text_len: usize,
        pieces: impl Iterator<Item = (L, &'a str)>,
    ) -> Result<Self, CaptureError> {
        let payload_len = |log_width: u8| {
            count
                .checked_mul(1 << log_width)
                .and_then(|offsets| offsets.checked_add(text_len))
                .ok_or(CaptureErrorKind::TooLong)
        };
        let len = payload_len(0)?;
        if len <= INLINE {
            let mut bytes = [MaybeUninit::new(0); 16];
            write_payload::<1>(&mut bytes[..len], count, pieces);
            // SAFETY: the byte is initialised: first with 0, and overwritten only with initialised
            // bytes.
            let bytes = bytes.map(|byte| unsafe { byte.assume_init() });
            // SAFETY: the bytes are the payload of `count` strings, checked by `write_payload`, of
            // `len <= INLINE` bytes; zeros follow.
            return Ok(unsafe { Self::inline(bytes, count) });
        }
        let log_width = if len <= ONE_BYTE_MAX {
            0
        } else if u16::try_from(payload_len(1)?).is_ok() {
            1
        } else if u32::try_from(payload_len(2)?).is_ok() {
            2
        } else {
            3
        };
        if count as u64 >> NUMBER_BITS != 0 {
            return Err(CaptureErrorKind::TooLong.into());
        }
        let len = payload_len(log_width)?;
        let block = Block::allocate(len)?;
        // SAFETY: the pointer is not null, and valid for reads and writes of `len` bytes, for which
        // the block was allocated; bytes need no alignment, and `MaybeUninit` no initialisation;
        // the block is new, so that nobody else reads or writes it; an allocation has at most
        // `isize::MAX` bytes.
        let payload = unsafe { slice::from_raw_parts_mut(block.payload().cast(), len) };
        match log_width {
            0 => write_payload::<1>(payload, count, pieces),
            1 => write_payload::<2>(payload, count, pieces),
            2 => write_payload::<4>(payload, count, pieces),
            _ => write_payload::<8>(payload, count, pieces),
        }
        Ok(Self::heap(block, count, log_width))
    }

    /// Makes the first owner of a block, after its payload is written.
    #[inline]
    pub(super) fn heap(block: Block, count: usize, log_width: u8) -> Self {
        let pointer = block.as_ptr().as_ptr();
        // SAFETY: the tag is not 0, since it is at least `HEAP`, and does not overflow, since
        // `log_width` is at most 3.
        Self(unsafe { InlineOrPointer::from_pointer(pointer, count as u64, HEAP + log_width) })
    }
}

// Access.
impl Packed {
    #[inline]
    fn tag(&self) -> u8 {
        self.0.tag()
    }

    /// Returns `true` if the strings lie in the value itself.
    #[inline]
    pub(super) fn is_inline(&self) -> bool {
        self.tag() < HEAP
    }

    /// Returns the number of strings.
    #[inline]
    pub(super) fn count(&self) -> usize {
        let tag = self.tag();
        if tag < HEAP {
            usize::from(tag) - 1
        } else {
            self.0.number() as usize
        }
    }

    /// Returns the text of all strings, one after the other.
    #[inline]
    pub(super) fn text(&self) -> &str {
        let start = self.text_start();
        self.text_range(start, self.payload_len())
    }

    /// Returns the string at `index`.
    ///
    /// # Panics
    ///
    /// Panics if the list is not that long.
    #[inline]
    #[track_caller]
    pub(super) fn string(&self, index: usize) -> &str {
        let count = self.count();
        assert!(
            index < count,
            "index {index} is out of bounds: the list has {count} strings"
        );
        let start = match index.checked_sub(1) {
            Some(before) => self.end(before),
            None => self.text_start(),
        };
        self.text_range(start, self.end(index))
    }

    /// Returns the payload. Two lists with the same number of strings are equal exactly if their
    /// payloads are.
    #[inline]
    pub(super) fn payload(&self) -> &[u8] {
        // SAFETY: the pointer is not null, and `payload_len` initialised bytes lie there; bytes
        // need no alignment; nobody writes to them, and `self` keeps them alive while it is
        // borrowed (INVARIANT); an allocation has at most `isize::MAX` bytes.
        unsafe { slice::from_raw_parts(self.payload_ptr(), self.payload_len()) }
    }

    /// Returns the number of bytes that the list takes from the allocator.
    #[inline]
    pub(super) fn heap_size(&self) -> usize {
        if self.is_inline() {
            0
        } else {
            Block::size(self.payload_len())
        }
    }

    /// Returns the block, or `None` for an inline list.
    #[inline]
    pub(super) fn block(&self) -> Option<Block> {
        if self.is_inline() {
            return None;
        }
        // SAFETY: the list is not inline, so `heap` made it, by `from_pointer`.
        let block = unsafe { self.0.pointer() };
        // SAFETY: the pointer is not null, since `heap` took it from a `NonNull`.
        let block = unsafe { NonNull::new_unchecked(block) };
        // SAFETY: `self` owns a reference to the block (INVARIANT) until `drop` gives it up; all
        // users of the result in this crate are done with it before.
        Some(unsafe { Block::from_ptr(block) })
    }

    /// Returns a pointer to the payload, in the value or in the block.
    #[inline]
    fn payload_ptr(&self) -> *const u8 {
        match self.block() {
            Some(block) => block.read_payload(),
            None => self.0.bytes(),
        }
    }

    /// Returns the offset of the text in the payload: the length of the end offsets in bytes.
    #[inline]
    fn text_start(&self) -> usize {
        self.count() << self.log_width()
    }

    /// Returns the binary logarithm of the width of an end offset; 0 for an inline list.
    #[inline]
    fn log_width(&self) -> u8 {
        self.tag().saturating_sub(HEAP)
    }

    /// Returns the length of the payload in bytes.
    #[inline]
    fn payload_len(&self) -> usize {
        match self.count().checked_sub(1) {
            Some(last) => self.end(last),
            None => 0,
        }
    }

    /// Returns the end offset of the string at `index`, which must be less than the count.
    #[inline]
    fn end(&self, index: usize) -> usize {
        debug_assert!(index < self.count());
        let log_width = self.log_width();
        let end = self.payload_ptr().wrapping_add(index << log_width);
        match log_width {
            // SAFETY: `index < count`, and the payload starts with `count` offsets of one byte: the
            // pointer is valid for a read of one initialised byte, which needs no alignment.
            0 => usize::from(unsafe { *end }),
            // SAFETY: `index < count`, and the payload starts with `count` offsets of two bytes:
            // the pointer is valid for a read of two initialised bytes, which need no alignment.
            1 => usize::from(u16::from_le_bytes(unsafe { *end.cast::<[u8; 2]>() })),
            // SAFETY: `index < count`, and the payload starts with `count` offsets of four bytes:
            // the pointer is valid for a read of four initialised bytes, which need no alignment.
            2 => u32::from_le_bytes(unsafe { *end.cast::<[u8; 4]>() }) as usize,
            // SAFETY: `index < count`, and the payload starts with `count` offsets of eight bytes:
            // the pointer is valid for a read of eight initialised bytes, which need no alignment.
            _ => u64::from_le_bytes(unsafe { *end.cast::<[u8; 8]>() }) as usize,
        }
    }

    /// Returns the text from `start`, an end offset or the start of the text, to a later end
    /// offset.
    #[inline]
    fn text_range(&self, start: usize, end: usize) -> &str {
        let text = self.payload_ptr().wrapping_add(start);
        // SAFETY: the pointer is not null; `start <= end <= payload_len`, since end offsets never
        // decrease (INVARIANT), so that the bytes lie in the payload, initialised; bytes need no
        // alignment; nobody writes to them, and `self` keeps them alive while it is borrowed; an
        // allocation has at most `isize::MAX` bytes.
        let text = unsafe { slice::from_raw_parts(text, end - start) };
        // SAFETY: `start` and `end` are character boundaries of text that is UTF-8 (INVARIANT).
        unsafe { str::from_utf8_unchecked(text) }
    }
}

// Clone and drop.
impl Clone for Packed {
    #[inline]
    fn clone(&self) -> Self {
        if let Some(block) = self.block() {
            block.retain();
        }
        Self(self.0)
    }
}

impl Drop for Packed {
    #[inline]
    fn drop(&mut self) {
        if let Some(block) = self.block() {
            // SAFETY: `self` owns a reference (INVARIANT), and is not used after `drop`; the block
            // was allocated for the length of the payload, which `payload_len` returns.
            unsafe { block.release(|| self.payload_len()) };
        }
    }
}

/// Initialises the whole of `payload`, with offsets of `WIDTH` bytes, and checks the INVARIANT.
///
/// # Panics
///
/// Panics if the lengths of a piece do not divide its text into strings, or if `count` or the
/// length of the text is not the sum over the pieces.
fn write_payload<'a, const WIDTH: usize>(
    payload: &mut [MaybeUninit<u8>],
    count: usize,
    pieces: impl Iterator<Item = (impl Iterator<Item = usize>, &'a str)>,
) {
    const { assert!(WIDTH <= 8) };
    let mut start = count * WIDTH;
    let (offsets, mut rest) = payload.split_at_mut(start);
    let mut offsets = offsets.as_chunks_mut::<WIDTH>().0.iter_mut();
    for (lengths, text) in pieces {
        let mut end = 0_usize;
        for len in lengths {
            // If the sum saturates, `end` lies beyond the text, and the assertion fails.
            end = end.saturating_add(len);
            assert!(
                text.is_char_boundary(end),
                "a string does not end at a character boundary"
            );
            let bytes = ((start + end) as u64).to_le_bytes();
            let offset = offsets.next().expect("there are more strings than `count`");
            let bytes = bytes.first_chunk::<WIDTH>();
            *offset = bytes.expect("WIDTH is at most 8").map(MaybeUninit::new);
        }
        assert!(end == text.len(), "text follows the last string");
        let (target, behind) = rest.split_at_mut(end);
        let source = text.as_ptr().cast::<MaybeUninit<u8>>();
        // SAFETY: pointer and length are those of `text`, so that they are valid for reads, and
        // nobody writes to the bytes while `text` is borrowed; a `MaybeUninit<u8>` has the layout
        // of a `u8`.
        target.copy_from_slice(unsafe { slice::from_raw_parts(source, text.len()) });
        (start, rest) = (start + end, behind);
    }
    assert!(
        offsets.next().is_none(),
        "there are fewer strings than `count`"
    );
    assert!(rest.is_empty(), "there is less text than `text_len`");
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::iter;

    /// Writes a payload of `len` bytes for `count` strings, from one piece.
    fn write(len: usize, count: usize, lengths: &[usize], text: &str) {
        let mut payload = [MaybeUninit::new(0); 32];
        let pieces = iter::once((lengths.iter().copied(), text));
        write_payload::<1>(&mut payload[..len], count, pieces);
    }

    #[test]
    fn sizes_that_no_allocation_can_have_are_too_long() {
        let lists = [
            (1 << NUMBER_BITS, 20),
            (usize::MAX, 20),
            (usize::MAX / 2, 20),
            (20, usize::MAX),
            (usize::MAX, usize::MAX),
        ];
        for (count, text_len) in lists {
            let no_pieces = iter::empty::<(iter::Empty<usize>, &str)>();
            let list = Packed::from_pieces(count, text_len, no_pieces);
            assert_eq!(list.err(), Some(CaptureErrorKind::TooLong.into()));
        }
    }

    #[test]
    fn pieces_that_match_the_sizes_are_written() {
        write(2 + 3, 2, &[2, 1], "abc");
        write(2 + 3, 2, &[0, 3], "a\u{e9}");
        write(0, 0, &[], "");
    }

    #[test]
    #[should_panic(expected = "there are fewer strings than `count`")]
    fn too_few_strings_panic() {
        write(2 + 3, 2, &[3], "abc");
    }

    #[test]
    #[should_panic(expected = "there are more strings than `count`")]
    fn too_many_strings_panic() {
        write(1 + 3, 1, &[2, 1], "abc");
    }

    #[test]
    #[should_panic(expected = "there is less text than `text_len`")]
    fn too_little_text_panics() {
        write(2 + 4, 2, &[2, 1], "abc");
    }

    #[test]
    #[should_panic(expected = "text follows the last string")]
    fn text_after_the_last_string_panics() {
        write(2 + 3, 2, &[1, 1], "abc");
    }

    #[test]
    #[should_panic(expected = "a string does not end at a character boundary")]
    fn an_end_inside_a_character_panics() {
        write(2 + 3, 2, &[2, 1], "a\u{e9}");
    }

    #[test]
    #[should_panic(expected = "a string does not end at a character boundary")]
    fn an_end_beyond_the_text_panics() {
        write(2 + 3, 2, &[1, usize::MAX], "abc");
    }
}
