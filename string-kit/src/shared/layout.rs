//! The bytes of a `SharedStr`.
//!
//! ```text
//! inline    | text of 16 bytes ........................... | .. |      its last byte: 0 to 0xBF
//!           | text of n bytes, then zeros ................ | tag |     0xC0 + n
//!
//! static    | pointer to the text . | number (56 bits) ... | tag |
//!             8 bytes                 7 bytes                0xD0
//!
//! heap      | pointer to the text . | number (56 bits) ... | tag |
//!             8 bytes    |            7 bytes                0xD1: a whole text
//!                        |                                   0xD2: the same, counted in a shard
//!                        |                                   0xEF: a slice of a short text
//!           | count .... | text ... |                        0xE6: a slice of a long text
//!
//! the number, from its highest bit:
//! static    | length, 48 bits                                        | 0, 8 bits       |
//! ```
//!
//! `heap_form.rs` has the numbers of texts on the heap.
//!
//! INVARIANT: the text is UTF-8, and nobody writes to it. If it is on the heap, the root or the
//! shard that the number names counts this handle until it is dropped.
#![allow(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "a number is truncated to a width that was checked to hold it"
)]

use core::mem;
use core::ops::Range;
use core::{ptr, slice, str};

use super::block::{Block, LEN_BITS};
use super::count::RootStep;
use super::heap_form::{
    COUNTED, WHOLE, WHOLE_BITS, block, block_len, clone_elsewhere, contended, counted_in,
    drop_elsewhere, slice_number, start, whole_block,
};
use super::last_byte::LastByte;
use crate::inline_or_pointer::{InlineOrPointer, NUMBER_BITS};
use crate::short_text::{self, uncommon};

pub(super) const INLINE: usize = 16;

// PERF: one comparison of the last byte answers each question: is there a pointer, to the heap,
// into a text? The tag modulo 64 is 64 less the width of the length (`length_field`), so that no
// form with a pointer needs a branch for its length.
/// The tag of an inline text that is empty; the length of another is added to it. The last byte of
/// UTF-8 is less.
const EMPTY: u8 = LastByte::Empty as u8;
/// The least tag of a value with a pointer.
const STATIC: u8 = LastByte::Static as u8;
const STATIC_BITS: u32 = 48;

/// The bytes. They own nothing until a [`Packed`] has them.
#[derive(Clone, Copy)]
#[repr(C, align(8))]
struct Bytes {
    /// The pointer, or the first inline bytes, which are then an address that nobody uses.
    word: *mut u8,
    rest: [u8; 8 - size_of::<*mut u8>()],
    number: [u8; 7],
    last: LastByte,
}

pub(super) struct Packed(Bytes);

const _: () = {
    assert!(size_of::<Packed>() == 16 && size_of::<Option<Packed>>() == 16);
    assert!(EMPTY + INLINE as u8 == STATIC && STATIC < WHOLE);
    assert!(STATIC as u32 % 64 == 64 - STATIC_BITS);
};

// SAFETY: the pointer is the only part that is not `Send`. Its block has an atomic count, nobody
// writes to the text, and the drop that leaves no handle frees the block, on any thread and after
// all other drops.
unsafe impl Send for Packed {}
// SAFETY: a `&Packed` allows only reads of a text that nobody writes to, and clones, which count
// atomically; so any number of threads may use it at once.
unsafe impl Sync for Packed {}

impl Packed {
    pub(super) const EMPTY: Self = Self::from_words([0, (EMPTY as u64) << NUMBER_BITS]);

    /// Makes the inline form of its bytes as two little-endian numbers.
    #[inline]
    const fn from_words([first, last]: [u64; 2]) -> Self {
        debug_assert!(last >> NUMBER_BITS < STATIC as u64);
        // SAFETY: both types have 16 bytes and no padding. A pointer may have any address, and the
        // last byte is a `LastByte`, since each number below `STATIC` is one.
        unsafe { mem::transmute::<[u64; 2], Self>([first.to_le(), last.to_le()]) }
    }

    #[inline]
    const fn from_pointer(pointer: *mut u8, number: u64, tag: LastByte) -> Self {
        let form = InlineOrPointer::from_pointer(pointer, number, tag as u8);
        // SAFETY: the tag was a `LastByte`.
        unsafe { Self::from_form(form) }
    }

    /// Makes a value of a form with a pointer.
    ///
    /// # Safety
    ///
    /// The tag must be a `LastByte`.
    #[inline]
    const unsafe fn from_form(form: InlineOrPointer) -> Self {
        // SAFETY: both types have 16 bytes and no padding, the pointer in front; the last byte is
        // the tag, which is a `LastByte` by the caller's promise.
        unsafe { mem::transmute::<InlineOrPointer, Self>(form) }
    }

    /// Copies a text of up to 16 bytes into the value.
    #[inline]
    pub(super) fn inline(text: &str) -> Self {
        // The last byte of a text of 16 bytes is its tag.
        let tag = (EMPTY as usize + text.len()) as u64;
        Self::from_words(short_text::words(text.as_bytes(), tag << NUMBER_BITS))
    }

    pub(super) const fn from_static(text: &'static str) -> Self {
        let len = text.len() as u64;
        assert!(len >> LEN_BITS == 0, "the text is too long");
        let number = len << (NUMBER_BITS - STATIC_BITS);
        Self::from_pointer(text.as_ptr().cast_mut(), number, LastByte::Static)
    }

    /// Copies a text of more than 16 bytes into a new block. Returns `None` if the allocator
    /// returns no memory, or the text has no [`Block::layout`].
    #[inline]
    pub(super) fn try_copy(text: &str) -> Option<Self> {
        /// PERF: a form is returned in registers.
        #[inline(never)]
        fn copy_to_heap(text: &str) -> Option<InlineOrPointer> {
            let pointer = Block::try_copy(text)?.as_ptr();
            let number = (text.len() as u64) << (NUMBER_BITS - WHOLE_BITS);
            Some(InlineOrPointer::from_pointer(pointer, number, WHOLE))
        }
        debug_assert!(text.len() > INLINE);
        // SAFETY: the tag is `Whole`.
        copy_to_heap(text).map(|form| unsafe { Self::from_form(form) })
    }

    /// Makes a value with the part of the text at `range`, which must consist of whole characters:
    /// static if the text is, inline if it fits, else a handle that points to the part. Returns
    /// `None` if its start or its length have too many bits: then it must be copied.
    #[inline]
    pub(super) fn try_share(&self, range: Range<usize>) -> Option<Self> {
        let part = &self.as_str()[range.clone()];
        if let Some(text) = self.as_static_str() {
            return Some(Self::from_static(&text[range]));
        }
        if part.len() <= INLINE {
            return Some(Self::inline(part));
        }
        if part.len() == self.len() {
            return Some(self.clone());
        }
        // An inline text has no part longer than `INLINE`.
        let text = self.heap()?;
        let start = start(text) + range.start;
        // SAFETY: `self` is a handle of the text.
        let all = block_len(text, unsafe { block(text) });
        let (number, tag) = slice_number(start, part.len(), all)?;
        // The new handle of the block; it becomes the slice.
        let handle = mem::ManuallyDrop::new(self.clone());
        let counted = handle.form().number() & COUNTED;
        // The slice must be able to reach the whole block, so its pointer may not come from `part`.
        let pointer = text.pointer().wrapping_add(range.start);
        Some(Self::from_pointer(pointer, number | counted, tag))
    }
}

impl Packed {
    /// Returns the last byte: the tag, or that of a text of 16 bytes.
    #[inline]
    const fn last(&self) -> u8 {
        self.0.last as u8
    }

    #[inline]
    pub(super) const fn is_inline(&self) -> bool {
        self.last() < STATIC
    }

    /// Returns the form with a pointer, which the value must have.
    #[inline]
    const fn form(&self) -> InlineOrPointer {
        debug_assert!(!self.is_inline());
        // SAFETY: both types have 16 bytes and no padding, the pointer in front. The last 8 bytes
        // are not 0, since the last is a tag.
        unsafe { mem::transmute::<Bytes, InlineOrPointer>(self.0) }
    }

    /// Returns the form of a text on the heap, or `None` for an inline or static text.
    #[inline]
    fn heap(&self) -> Option<InlineOrPointer> {
        (self.last() >= WHOLE).then(|| self.form())
    }

    /// Returns the start and the length of the text.
    #[inline]
    const fn text(&self) -> (*const u8, usize) {
        // PERF: the inline form first, whose length takes no branch. The last byte of a text of 16
        // bytes is less than `EMPTY`, so that its number wraps.
        let wrapped = (self.last() as usize).wrapping_sub(EMPTY as usize);
        let len = if wrapped < INLINE { wrapped } else { INLINE };
        if self.is_inline() {
            return (ptr::from_ref(self).cast(), len);
        }
        (self.0.word, self.form().length_field() as usize)
    }

    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.text().1
    }

    #[inline]
    pub(super) const fn as_str(&self) -> &str {
        let (start, len) = self.text();
        // SAFETY: `start` is not null, and `len` initialised bytes of one text lie there: of an
        // inline text in the value, which the pointer may read as a whole. Bytes need no alignment.
        // While `self` is borrowed nobody writes to them (INVARIANT), and nobody frees them, since
        // `self` is a handle. No text is longer than `isize::MAX`.
        let bytes = unsafe { slice::from_raw_parts(start, len) };
        // SAFETY: the bytes are a whole text, and every text is UTF-8 (INVARIANT).
        unsafe { str::from_utf8_unchecked(bytes) }
    }

    #[inline]
    pub(super) const fn as_static_str(&self) -> Option<&'static str> {
        if self.last() != STATIC {
            return None;
        }
        // SAFETY: a value with this tag points to a text that `from_static` took, or a part of it,
        // which lives as long as the program; no lifetime but the borrow's changes.
        Some(unsafe { mem::transmute::<&str, &'static str>(self.as_str()) })
    }

    /// Returns the block of a text on the heap, or `None` for an inline or static text.
    #[inline]
    pub(super) fn block(&self) -> Option<Block> {
        // SAFETY: `self` is a handle that the block counts (INVARIANT), and all users of the result
        // in this crate are done with it before `self` is dropped.
        self.heap().map(|text| unsafe { block(text) })
    }

    #[inline]
    pub(super) fn heap_size(&self) -> usize {
        self.heap().map_or(0, |text| {
            // SAFETY: `self` is a handle of the text.
            let block = unsafe { block(text) };
            block.heap_size(block_len(text, block))
        })
    }

    pub(super) fn is_unique(&self) -> bool {
        self.heap().map_or(self.is_inline(), |text| {
            // SAFETY: `self` is a handle of the text.
            let block = unsafe { block(text) };
            block.count().is_unique(counted_in(text))
        })
    }

    /// Returns the bytes as two little-endian numbers.
    #[inline]
    fn words(&self) -> [u64; 2] {
        // SAFETY: both types have 16 bytes and no padding, and this one's alignment is no less.
        unsafe { ptr::from_ref(self).cast::<[u64; 2]>().read() }.map(u64::from_le)
    }

    #[inline]
    pub(super) fn eq(&self, other: &Self) -> bool {
        let (words, other_words) = (self.words(), other.words());
        if words == other_words {
            return true;
        }
        if self.is_inline() && other.is_inline() {
            return false;
        }
        if words[1] != other_words[1] {
            return self.eq_elsewhere(other);
        }
        let len = self.form().length_field() as usize;
        // SAFETY: both pointers are those of `len` initialised bytes, to which nobody writes, and
        // which both values keep alive: the numbers and tags are equal.
        let is_equal = unsafe { short_text::equal_long(self.0.word, other.0.word, len) };
        is_equal.unwrap_or_else(|| self.eq_elsewhere(other))
    }

    /// Does the work of `eq` for texts of different lengths, or in different forms.
    #[cold]
    #[inline(never)]
    fn eq_elsewhere(&self, other: &Self) -> bool {
        short_text::equal(self.as_str().as_bytes(), other.as_str().as_bytes())
    }

    /// Returns `true` if both are the same bytes at the same address, or both are inline and equal.
    #[inline]
    pub(super) fn ptr_eq(&self, other: &Self) -> bool {
        if self.is_inline() || other.is_inline() {
            return self.words() == other.words();
        }
        ptr::eq(self.as_str(), other.as_str())
    }
}

// PERF: slices, and handles that a shard counts, take a call, so that a whole text takes no
// registers for them.
impl Clone for Packed {
    #[inline]
    fn clone(&self) -> Self {
        let mut elsewhere = mem::MaybeUninit::uninit();
        let mut bytes = &self.0;
        if self.last() >= WHOLE {
            uncommon();
            let mut step = RootStep::IsSharded;
            if self.last() == WHOLE {
                // SAFETY: the text is a whole one, and `self` is a handle of it.
                let block = unsafe { whole_block(self.form()) };
                step = block.count().increment_root();
            }
            match step {
                RootStep::Added => {}
                // SAFETY: the text is a whole one, since only those add to the root here, and
                // `self` is a handle of it.
                RootStep::AddedContended => unsafe { contended(self.form()) },
                RootStep::IsSharded => bytes = self.clone_elsewhere(&mut elsewhere),
            }
        }
        // PERF: the only copy of the bytes, so that it is one move of 16 bytes.
        Self(*bytes)
    }
}

impl Packed {
    /// Makes a handle of a slice, or one that a shard counts. Returns its bytes.
    #[inline(never)]
    fn clone_elsewhere<'a>(&self, bytes: &'a mut mem::MaybeUninit<Bytes>) -> &'a Bytes {
        // SAFETY: the text is on the heap, and `self` is a handle of it.
        let form = unsafe { clone_elsewhere(self.form()) };
        // SAFETY: the tag is one of `heap_form.rs`.
        let clone = mem::ManuallyDrop::new(unsafe { Self::from_form(form) });
        bytes.write(clone.0)
    }
}

impl Drop for Packed {
    #[inline]
    fn drop(&mut self) {
        if self.last() < WHOLE {
            return;
        }
        uncommon();
        let text = self.form();
        if self.last() > WHOLE {
            // SAFETY: the text is on the heap, and `self` is a handle that is not used after
            // `drop`.
            return unsafe { drop_elsewhere(text) };
        }
        // SAFETY: the text is a whole one, and `self` is a handle of it.
        let block = unsafe { whole_block(text) };
        // SAFETY: `block` is the block of `self`, a handle that the root counts and that is not
        // used after `drop`. The length of a whole text is the length of the text in its block.
        unsafe { block.release_from_root(move || text.length_field() as usize) };
    }
}
