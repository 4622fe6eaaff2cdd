//! The bytes of a `StrList`.
//!
//! ```text
//! image     | end 0 | end 1 | ... | end n-1 | text ........ |
//!
//! inline    | image, then zeroes ......................... | tag |     n + text <= 15
//!             15 bytes                                       n + 1
//!
//! heap      | pointer ........... | n (56 bits) ........... | tag |
//!             8 bytes               7 bytes                   0x80 + log2 width
//!                 |
//!                 +--> | owners | image |
//! ```
//!
//! An end is where a string ends, counted from the start of the image, in `width` bytes: 1, 2, 4
//! or 8, the least that holds the length of the image. The last end is that length. Ends and text
//! are one block, so that capture copies both at once, and reading string `i` looks at two
//! neighbouring ends.
//!
//! INVARIANT: the image is canonical. The strings decide the form and the width, so that equal
//! lists have equal images. Ends never fall, and each is a character boundary of the text, which
//! is UTF-8. An owner that can be reached counts in `owners`; nobody writes to a block but to
//! count.
#![allow(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "a number is cut to a width that was seen to hold it"
)]

use core::mem::MaybeUninit;
use core::ptr::{self, NonNull};
use core::{slice, str};

use super::block::Block;
use crate::error::{CaptureError, CaptureErrorKind};
pub(super) use crate::inline_or_pointer::INLINE;
use crate::inline_or_pointer::{InlineOrPointer, NUMBER_BITS};

/// The longest image whose ends are one byte each.
pub(super) const NARROW: usize = u8::MAX as usize;

/// The tag of a block on the heap, to which the width's logarithm is added.
const HEAP: u8 = 0x80;

/// A list of strings in 16 bytes.
pub(super) struct Packed(InlineOrPointer);

const _: () = {
    assert!(size_of::<Option<Packed>>() == 16);
    assert!(INLINE < HEAP as usize);
};

// SAFETY: a block is shared as an `Arc` shares: it is counted atomically, never written to while
// it is shared, and freed by whoever counts it down to none.
unsafe impl Send for Packed {}
// SAFETY: as above; a `&Packed` gives nothing but reads and counted clones.
unsafe impl Sync for Packed {}

// Build.
impl Packed {
    /// No strings.
    // SAFETY: an image of no strings is empty.
    pub(super) const EMPTY: Self = unsafe { Self::inline([0; 16], 0) };

    /// A list of `count` strings that is kept inline: `image` holds the image, then zeroes.
    ///
    /// # Safety
    ///
    /// The first `INLINE` bytes at most are an image of `count` strings (INVARIANT).
    #[inline]
    pub(super) const unsafe fn inline(image: [u8; 16], count: usize) -> Self {
        debug_assert!(count <= INLINE);
        Self(InlineOrPointer::from_bytes(image, count as u8 + 1))
    }

    /// A list of `count` strings on the heap, whose image, with ends of one byte, is `image`.
    ///
    /// # Errors
    ///
    /// `Alloc` if there is no room.
    ///
    /// # Safety
    ///
    /// It is an image of `count` strings (INVARIANT), of more than `INLINE` bytes and at most
    /// `NARROW`.
    #[inline]
    pub(super) unsafe fn narrow(image: &[u8], count: usize) -> Result<Self, CaptureError> {
        debug_assert!(image.len() > INLINE && image.len() <= NARROW);
        let block = Block::allocate(image.len())?;
        // SAFETY: the block has `image.len()` bytes there, it is new, and bytes need no alignment.
        unsafe { ptr::copy_nonoverlapping(image.as_ptr(), block.image(), image.len()) };
        Ok(Self::heap(block, count, 0))
    }

    /// A list of `count` strings that have `text_len` bytes of text, which comes in pieces, each
    /// with the lengths of its strings.
    ///
    /// # Errors
    ///
    /// `TooLong` if the image is longer than memory can be, `Alloc` if there is no room.
    ///
    /// # Panics
    ///
    /// If the lengths do not cut each piece into strings, or there is more or less than was said.
    pub(super) fn from_pieces<'a, L: Iterator<Item = usize>>(
        count: usize,
        text_len: usize,
        pieces: impl Iterator<Item = (L, &'a str)>,
    ) -> Result<Self, CaptureError> {
        let image_len = |log_width: u8| {
            count
                .checked_mul(1 << log_width)
                .and_then(|ends| ends.checked_add(text_len))
                .ok_or(CaptureErrorKind::TooLong)
        };
        let len = image_len(0)?;
        if len <= INLINE {
            let mut image = [MaybeUninit::new(0); 16];
            write_image::<1>(&mut image[..len], count, pieces);
            // SAFETY: all of it was initialised, and written over by what is.
            let image = image.map(|byte| unsafe { byte.assume_init() });
            // SAFETY: it is the image of `count` strings, then zeroes.
            return Ok(unsafe { Self::inline(image, count) });
        }
        let log_width = if len <= NARROW {
            0
        } else if u16::try_from(image_len(1)?).is_ok() {
            1
        } else if u32::try_from(image_len(2)?).is_ok() {
            2
        } else {
            3
        };
        if count as u64 >> NUMBER_BITS != 0 {
            return Err(CaptureErrorKind::TooLong.into());
        }
        let len = image_len(log_width)?;
        let block = Block::allocate(len)?;
        // SAFETY: the block is new, and has room for an image of `len` bytes.
        let image = unsafe { slice::from_raw_parts_mut(block.image().cast(), len) };
        match log_width {
            0 => write_image::<1>(image, count, pieces),
            1 => write_image::<2>(image, count, pieces),
            2 => write_image::<4>(image, count, pieces),
            _ => write_image::<8>(image, count, pieces),
        }
        Ok(Self::heap(block, count, log_width))
    }

    /// The one owner of a block whose image is written.
    #[inline]
    fn heap(block: Block, count: usize, log_width: u8) -> Self {
        let pointer = block.as_ptr().as_ptr();
        // SAFETY: the tag is at least HEAP: a width's logarithm is below 4.
        Self(unsafe { InlineOrPointer::from_pointer(pointer, count as u64, HEAP + log_width) })
    }
}

// Look.
impl Packed {
    #[inline]
    fn tag(&self) -> u8 {
        self.0.tag()
    }

    #[inline]
    pub(super) fn is_inline(&self) -> bool {
        self.tag() < HEAP
    }

    /// How many strings.
    #[inline]
    pub(super) fn count(&self) -> usize {
        let tag = self.tag();
        if tag < HEAP {
            usize::from(tag) - 1
        } else {
            self.0.number() as usize
        }
    }

    /// All strings, one after the other.
    #[inline]
    pub(super) fn text(&self) -> &str {
        let head = self.head();
        self.between(head, self.image_len())
    }

    /// String `index`.
    ///
    /// # Panics
    ///
    /// If there are not as many.
    #[inline]
    #[track_caller]
    pub(super) fn string(&self, index: usize) -> &str {
        let count = self.count();
        assert!(index < count, "string {index} of a list of {count}");
        let start = match index.checked_sub(1) {
            Some(before) => self.end(before),
            None => self.head(),
        };
        self.between(start, self.end(index))
    }

    /// The image, by which lists of as many strings are equal or not.
    #[inline]
    pub(super) fn image(&self) -> &[u8] {
        // SAFETY: the image lies at `image_ptr`, initialised, `image_len` long, and is not written
        // to while `self` is borrowed (INVARIANT).
        unsafe { slice::from_raw_parts(self.image_ptr(), self.image_len()) }
    }

    /// What was asked of the allocator.
    #[inline]
    pub(super) fn heap_size(&self) -> usize {
        if self.is_inline() {
            0
        } else {
            Block::size(self.image_len())
        }
    }

    /// The block, if there is one.
    #[inline]
    pub(super) fn block(&self) -> Option<Block> {
        if self.is_inline() {
            return None;
        }
        // SAFETY: a list that is not inline was made by `heap`, with its block there.
        let block = unsafe { self.0.pointer() };
        // SAFETY: it was a `NonNull` before.
        let block = unsafe { NonNull::new_unchecked(block) };
        // SAFETY: `self` owns a share of it for as long as it is.
        Some(unsafe { Block::from_ptr(block) })
    }

    #[inline]
    fn image_ptr(&self) -> *const u8 {
        match self.block() {
            Some(block) => block.read_image(),
            None => self.0.bytes(),
        }
    }

    /// How many bytes of ends stand before the text.
    #[inline]
    fn head(&self) -> usize {
        self.count() << self.log_width()
    }

    #[inline]
    fn log_width(&self) -> u8 {
        self.tag().saturating_sub(HEAP)
    }

    #[inline]
    fn image_len(&self) -> usize {
        match self.count().checked_sub(1) {
            Some(last) => self.end(last),
            None => 0,
        }
    }

    /// Where string `index` ends in the image; `index` is less than the count.
    #[inline]
    fn end(&self, index: usize) -> usize {
        debug_assert!(index < self.count());
        let log_width = self.log_width();
        let end = self.image_ptr().wrapping_add(index << log_width);
        // In each arm: the image begins with as many ends of this width as there are strings.
        match log_width {
            // SAFETY: as above.
            0 => usize::from(unsafe { *end }),
            // SAFETY: as above; bytes need no alignment.
            1 => usize::from(u16::from_le_bytes(unsafe { *end.cast::<[u8; 2]>() })),
            // SAFETY: as above; bytes need no alignment.
            2 => u32::from_le_bytes(unsafe { *end.cast::<[u8; 4]>() }) as usize,
            // SAFETY: as above; bytes need no alignment.
            _ => u64::from_le_bytes(unsafe { *end.cast::<[u8; 8]>() }) as usize,
        }
    }

    /// The text from one end, or the head's, to another.
    #[inline]
    fn between(&self, start: usize, end: usize) -> &str {
        let text = self.image_ptr().wrapping_add(start);
        // SAFETY: `start <= end <= image_len`, since ends never fall (INVARIANT); the image is
        // initialised and not written to while `self` is borrowed.
        let text = unsafe { slice::from_raw_parts(text, end - start) };
        // SAFETY: both are character boundaries of text that is UTF-8 (INVARIANT).
        unsafe { str::from_utf8_unchecked(text) }
    }
}

// Clone and drop.
impl Clone for Packed {
    #[inline]
    fn clone(&self) -> Self {
        if let Some(block) = self.block() {
            block.share();
        }
        Self(self.0)
    }
}

impl Drop for Packed {
    #[inline]
    fn drop(&mut self) {
        if let Some(block) = self.block() {
            // SAFETY: this share of the block ends here, and the image tells its own length.
            unsafe { block.release(|| self.image_len()) };
        }
    }
}

/// Writes an image of ends of `WIDTH` bytes, all of it, and makes sure that it is one.
fn write_image<'a, const WIDTH: usize>(
    image: &mut [MaybeUninit<u8>],
    count: usize,
    pieces: impl Iterator<Item = (impl Iterator<Item = usize>, &'a str)>,
) {
    const { assert!(WIDTH <= 8) };
    let mut start = count * WIDTH;
    let (head, mut rest) = image.split_at_mut(start);
    let mut slots = head.as_chunks_mut::<WIDTH>().0.iter_mut();
    for (lengths, text) in pieces {
        let mut end = 0_usize;
        for len in lengths {
            // One that is too long is no boundary.
            end = end.saturating_add(len);
            assert!(text.is_char_boundary(end), "a string is cut wrongly");
            let bytes = ((start + end) as u64).to_le_bytes();
            let slot = slots.next().expect("there are more strings than was said");
            slot.write_copy_of_slice(&bytes[..WIDTH]);
        }
        assert!(end == text.len(), "text belongs to no string");
        let (target, behind) = rest.split_at_mut(end);
        target.write_copy_of_slice(text.as_bytes());
        (start, rest) = (start + end, behind);
    }
    assert!(
        slots.next().is_none(),
        "there are fewer strings than was said"
    );
    assert!(rest.is_empty(), "there is less text than was said");
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::iter;

    /// Writes an image of `len` bytes for `count` strings of such lengths out of one text.
    fn write(len: usize, count: usize, lengths: &[usize], text: &str) {
        let mut image = [MaybeUninit::new(0); 32];
        let pieces = iter::once((lengths.iter().copied(), text));
        write_image::<1>(&mut image[..len], count, pieces);
    }

    #[test]
    fn what_no_memory_holds_is_too_long() {
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
    fn what_was_said_is_written() {
        write(2 + 3, 2, &[2, 1], "abc");
        write(2 + 3, 2, &[0, 3], "a\u{e9}");
        write(0, 0, &[], "");
    }

    #[test]
    #[should_panic(expected = "there are fewer strings than was said")]
    fn too_few_strings() {
        write(2 + 3, 2, &[3], "abc");
    }

    #[test]
    #[should_panic(expected = "there are more strings than was said")]
    fn too_many_strings() {
        write(1 + 3, 1, &[2, 1], "abc");
    }

    #[test]
    #[should_panic(expected = "there is less text than was said")]
    fn too_little_text() {
        write(2 + 4, 2, &[2, 1], "abc");
    }

    #[test]
    #[should_panic(expected = "text belongs to no string")]
    fn text_over() {
        write(2 + 3, 2, &[1, 1], "abc");
    }

    #[test]
    #[should_panic(expected = "a string is cut wrongly")]
    fn a_cut_inside_a_character() {
        write(2 + 3, 2, &[2, 1], "a\u{e9}");
    }

    #[test]
    #[should_panic(expected = "a string is cut wrongly")]
    fn a_length_past_the_text() {
        write(2 + 3, 2, &[1, usize::MAX], "abc");
    }
}
