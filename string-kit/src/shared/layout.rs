//! The bytes of a `SharedStr`.
//!
//! ```text
//! inline    | text, then zeros ........................... | tag |     up to 15 bytes
//!             15 bytes                                       n + 1
//!
//! static    | pointer to the text . | number (56 bits) ... | tag |
//!             8 bytes                 7 bytes                0x8F
//!
//! heap      | pointer to the text . | number (56 bits) ... | tag |
//!             8 bytes    |            7 bytes                0xCF: a whole text
//!                        |                                   0xEF: a slice of a short text
//!           | count .... | text ... |                        0xE6: a slice of a long text
//!
//! the number, from its highest bit:
//! static    | length, 49 bits                                        | 0, 7 bits       |
//! whole     | length, 49 bits                                        | counted, 7 bits |
//! short     | length, 17 | start / 8, 14 | bytes after, 17 | 0, 1     | counted, 7 bits |
//! long      | length, 26 | start / 8, 23                              | counted, 7 bits |
//! ```
//!
//! *Counted* is 0 if the root counts the handle, and `i + 1` if shard `i` does, so that the drop
//! changes the same word as the clone did.
//!
//! A slice points into the text of a block. The handle that frees the block needs the address of
//! the block and the length of its text:
//!
//! - The text of a block begins at a multiple of 8. So the pointer has the start of the slice
//!   modulo 8, and the number the rest.
//! - The text of a block is *short* if it has less than 128 KiB: then a slice has the number of
//!   bytes after it. A block with a long text keeps the length itself.
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

use super::block::{Block, SHORT_MAX, TEXT_ALIGN};
use super::count::{CountedIn, ShardIndex};
use crate::error::{CaptureError, CaptureErrorKind};
pub(super) use crate::inline_or_pointer::INLINE;
use crate::inline_or_pointer::{InlineOrPointer, NUMBER_BITS};

// PERF: one bit of the tag answers each question: is there a pointer, to the heap, into a text? The
// tag modulo 64 is 64 less the width of the length (`length_field`), so that no form needs a branch
// for its length.
/// The bit of a tag that says that the value has a pointer.
const POINTER: u8 = 0x80;
/// The bit of a tag that says that the text is on the heap.
const HEAP: u8 = 0x40;
/// The bit of a tag that says that the text is a slice.
const SLICE: u8 = 0x20;
const STATIC: u8 = 0x8F;
const WHOLE: u8 = 0xCF;
const SHORT_SLICE: u8 = 0xEF;
const LONG_SLICE: u8 = 0xE6;

/// The number of bits that say where the handle is counted.
const COUNTED_BITS: u32 = 7;
/// The number of bits of the length of a whole text.
const WHOLE_BITS: u32 = NUMBER_BITS - COUNTED_BITS;
/// The number of bits of the length of a slice of a short text, and of the bytes after it.
const SHORT_BITS: u32 = SHORT_MAX.ilog2() + 1;
/// The number of bits of the length of a slice of a long text, and of its start.
const LONG_BITS: u32 = 26;
/// The number of low bits of a start that the pointer has.
const ALIGN_BITS: u32 = TEXT_ALIGN.ilog2();
/// The lowest bit of the start of a slice of a short text.
const SHORT_START: u32 = NUMBER_BITS - SHORT_BITS - (SHORT_BITS - ALIGN_BITS);
/// The lowest bit of the number of bytes after a slice of a short text.
const SHORT_AFTER: u32 = SHORT_START - SHORT_BITS;
/// The lowest bit of the start of a slice of a long text.
const LONG_START: u32 = COUNTED_BITS;

pub(super) struct Packed(InlineOrPointer);

const _: () = {
    const fn is(tag: u8, bits: u8) -> bool {
        tag & (POINTER | HEAP | SLICE) == bits
    }
    assert!(size_of::<Option<Packed>>() == 16);
    assert!(INLINE + 1 < SLICE as usize);
    assert!(is(STATIC, POINTER) && is(WHOLE, POINTER | HEAP));
    assert!(is(SHORT_SLICE, POINTER | HEAP | SLICE) && is(LONG_SLICE, POINTER | HEAP | SLICE));
    assert!(STATIC as u32 % 64 == 64 - WHOLE_BITS && WHOLE % 64 == STATIC % 64);
    assert!(SHORT_SLICE as u32 % 64 == 64 - SHORT_BITS);
    assert!(LONG_SLICE as u32 % 64 == 64 - LONG_BITS);
    assert!(SHORT_AFTER >= COUNTED_BITS);
    assert!(LONG_START + (LONG_BITS - ALIGN_BITS) == NUMBER_BITS - LONG_BITS);
};

/// Returns the `width` bits of `number` above the lowest `at` bits.
const fn bits(number: u64, at: u32, width: u32) -> usize {
    (number >> at & ((1 << width) - 1)) as usize
}

// SAFETY: the pointer is the only part that is not `Send`. Its block has an atomic count, nobody
// writes to the text, and the drop that leaves no handle frees the block, on any thread and after
// all other drops.
unsafe impl Send for Packed {}
// SAFETY: a `&Packed` allows only reads of a text that nobody writes to, and clones, which count
// atomically; so any number of threads may use it at once.
unsafe impl Sync for Packed {}

// Construction.
impl Packed {
    pub(super) const EMPTY: Self = Self::inline("");

    /// Copies a text of up to 15 bytes into the value.
    #[inline]
    const fn inline(text: &str) -> Self {
        debug_assert!(text.len() <= INLINE);
        let mut bytes = [0; 16];
        let (head, _) = bytes.split_at_mut(text.len());
        head.copy_from_slice(text.as_bytes());
        Self(InlineOrPointer::from_bytes(bytes, text.len() as u8 + 1))
    }

    /// Keeps a pointer to a static text.
    pub(super) const fn from_static(text: &'static str) -> Self {
        let len = text.len() as u64;
        assert!(len >> WHOLE_BITS == 0, "the text is too long");
        let number = len << COUNTED_BITS;
        Self(InlineOrPointer::from_pointer(
            text.as_ptr().cast_mut(),
            number,
            STATIC,
        ))
    }

    /// Copies a text, into the value if it fits, else into a new block; `TooLong` for 2^49 bytes or
    /// more.
    #[inline]
    pub(super) fn try_copy(text: &str) -> Result<Self, CaptureError> {
        if text.len() <= INLINE {
            return Ok(Self::inline(text));
        }
        let len = text.len() as u64;
        if len >> WHOLE_BITS != 0 {
            return Err(CaptureErrorKind::TooLong.into());
        }
        let block = Block::try_copy(text)?;
        let pointer = block.as_ptr();
        let number = len << COUNTED_BITS;
        Ok(Self(InlineOrPointer::from_pointer(pointer, number, WHOLE)))
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
        let block = self.block()?;
        let start = start(self.0) + range.start;
        let (number, tag) = Self::slice_number(start, part.len(), block_len(self.0, block))?;
        // The new handle of the block; it becomes the slice.
        let handle = mem::ManuallyDrop::new(self.clone());
        let counted = handle.0.number() & ((1 << COUNTED_BITS) - 1);
        // The slice must be able to reach the whole block, so its pointer may not come from `part`.
        let pointer = self.0.pointer().wrapping_add(range.start);
        Some(Self(InlineOrPointer::from_pointer(
            pointer,
            number | counted,
            tag,
        )))
    }

    /// Returns the number and the tag of a slice, not counted in any place, or `None` if a part of
    /// the number has too many bits. `all` is the length of the text in the block.
    fn slice_number(start: usize, len: usize, all: usize) -> Option<(u64, u8)> {
        let (start_units, length) = ((start >> ALIGN_BITS) as u64, len as u64);
        if all <= SHORT_MAX {
            let after = (all - start - len) as u64;
            let high = length << (NUMBER_BITS - SHORT_BITS);
            let number = high | start_units << SHORT_START | after << SHORT_AFTER;
            return Some((number, SHORT_SLICE));
        }
        if start >> LONG_BITS != 0 || len >> LONG_BITS != 0 {
            return None;
        }
        let number = length << (NUMBER_BITS - LONG_BITS) | start_units << LONG_START;
        Some((number, LONG_SLICE))
    }
}

// Access.
impl Packed {
    #[inline]
    pub(super) const fn is_inline(&self) -> bool {
        !self.0.tag_has(POINTER)
    }

    #[inline]
    pub(super) const fn len(&self) -> usize {
        if self.is_inline() {
            self.0.tag() as usize - 1
        } else {
            self.0.length_field() as usize
        }
    }

    #[inline]
    pub(super) const fn as_str(&self) -> &str {
        let start = if self.is_inline() {
            self.0.bytes()
        } else {
            self.0.pointer().cast_const()
        };
        // SAFETY: `start` is not null, and `len` initialised bytes of one text lie there; bytes
        // need no alignment. While `self` is borrowed nobody writes to them (INVARIANT), and nobody
        // frees them, since `self` is a handle. No text is longer than `isize::MAX`.
        let bytes = unsafe { slice::from_raw_parts(start, self.len()) };
        // SAFETY: the bytes are a whole text, and every text is UTF-8 (INVARIANT).
        unsafe { str::from_utf8_unchecked(bytes) }
    }

    #[inline]
    pub(super) const fn as_static_str(&self) -> Option<&'static str> {
        if self.0.tag() != STATIC {
            return None;
        }
        // SAFETY: a value with this tag points to a text that `from_static` took, or a part of it,
        // which lives as long as the program; no lifetime but the borrow's changes.
        Some(unsafe { mem::transmute::<&str, &'static str>(self.as_str()) })
    }

    /// Returns the block of a text on the heap, or `None` for an inline or static text.
    #[inline]
    pub(super) fn block(&self) -> Option<Block> {
        // SAFETY: the text is on the heap; `self` is a handle that its block counts (INVARIANT),
        // and all users of the result in this crate are done with it before `self` is dropped.
        self.0
            .tag_has(HEAP)
            .then(|| unsafe { block_at(self.0, start(self.0)) })
    }

    #[inline]
    pub(super) fn heap_size(&self) -> usize {
        self.block()
            .map_or(0, |block| block.heap_size(block_len(self.0, block)))
    }

    pub(super) fn is_unique(&self) -> bool {
        match self.block() {
            Some(block) => block.count().is_unique(counted_in(self.0)),
            None => self.is_inline(),
        }
    }

    /// Returns `true` if both are the same bytes at the same address, or both are inline and equal.
    #[inline]
    pub(super) fn ptr_eq(&self, other: &Self) -> bool {
        if self.is_inline() || other.is_inline() {
            return self.is_inline() && other.is_inline() && self.as_str() == other.as_str();
        }
        ptr::eq(self.as_str(), other.as_str())
    }
}

// PERF: these take the bytes by value and not by reference, so that a handle stays in registers.

/// Returns the offset of a text on the heap in the text of its block: 0 for a whole text.
fn start(text: InlineOrPointer) -> usize {
    let start_units = match text.tag() {
        SHORT_SLICE => bits(text.number(), SHORT_START, SHORT_BITS - ALIGN_BITS),
        LONG_SLICE => bits(text.number(), LONG_START, LONG_BITS - ALIGN_BITS),
        _ => return 0,
    };
    // The text of a block begins at a multiple of 8.
    start_units << ALIGN_BITS | text.pointer().addr() & (TEXT_ALIGN - 1)
}

/// Returns the length of the text in `block`, which must be the block of `text`.
fn block_len(text: InlineOrPointer, block: Block) -> usize {
    let len = text.length_field() as usize;
    match text.tag() {
        SHORT_SLICE => start(text) + len + bits(text.number(), SHORT_AFTER, SHORT_BITS),
        // SAFETY: only a block with a long text has such slices, and it is not freed before its
        // last handle is dropped.
        LONG_SLICE => unsafe { block.long_len() },
        _ => len,
    }
}

/// Returns the block of a text on the heap that begins at `start` in the text of the block.
///
/// # Safety
///
/// `text` must be the bytes of a handle of a text on the heap, and `start` its offset in the text
/// of the block. The caller must use the result only while the handle lives, or in its drop.
#[inline]
unsafe fn block_at(text: InlineOrPointer, start: usize) -> Block {
    let pointer = text.pointer().wrapping_sub(start);
    // SAFETY: a block's `as_ptr` returned the pointer, since the text begins at `start` in it by
    // the caller's promise; the caller has the handle.
    unsafe { Block::from_ptr(pointer) }
}

// Clone and drop.
impl Clone for Packed {
    #[inline]
    fn clone(&self) -> Self {
        if !self.0.tag_has(HEAP) {
            return Self(self.0);
        }
        if self.0.tag_has(SLICE) {
            // SAFETY: the tag is that of a slice, and `self` is a handle of it.
            return unsafe { clone_slice(self.0) };
        }
        // SAFETY: `self` is a handle of a whole text on the heap, which begins at 0.
        let block = unsafe { block_at(self.0, 0) };
        // SAFETY: `block` is the block of `self`, which is a handle of it.
        unsafe { add_handle(self.0, block) }
    }
}

impl Drop for Packed {
    #[inline]
    fn drop(&mut self) {
        let text = self.0;
        if !text.tag_has(HEAP) {
            return;
        }
        if text.tag_has(SLICE) {
            // SAFETY: the tag is that of a slice, and `self` is a handle of it, which is not used
            // after `drop`.
            return unsafe { drop_slice(text) };
        }
        // SAFETY: `self` is a handle of a whole text on the heap, which begins at 0.
        let block = unsafe { block_at(text, 0) };
        // SAFETY: `block` is the block of `self`, a handle that is not used after `drop`.
        // The length of a whole text is the length of the text in its block.
        unsafe { remove_handle(text, block, move || text.length_field() as usize) };
    }
}

/// Makes a handle of a slice.
///
/// # Safety
///
/// `text` must be the bytes of a handle of a slice that lives.
#[inline(never)]
unsafe fn clone_slice(text: InlineOrPointer) -> Packed {
    // SAFETY: a slice is on the heap, and the caller has its handle.
    let block = unsafe { block_at(text, start(text)) };
    // SAFETY: `block` is the block of the slice, and the caller has its handle.
    unsafe { add_handle(text, block) }
}

/// Drops a handle of a slice.
///
/// # Safety
///
/// `text` must be the bytes of a handle of a slice, and the caller must not use them afterwards.
#[inline(never)]
unsafe fn drop_slice(text: InlineOrPointer) {
    // SAFETY: a slice is on the heap, and the caller has its handle.
    let block = unsafe { block_at(text, start(text)) };
    // SAFETY: `block` is the block of the slice, whose handle the caller gives up; `block_len`
    // returns the length of the text in it.
    unsafe { remove_handle(text, block, move || block_len(text, block)) };
}

/// Makes one more handle of a text on the heap.
///
/// # Safety
///
/// `text` must be the bytes of a handle that lives, and `block` its block.
#[inline]
unsafe fn add_handle(text: InlineOrPointer, block: Block) -> Packed {
    match block.count().increment(ShardIndex::of_current_thread) {
        // The source of a handle that is counted in the root is counted there too, since the owner
        // of a handle in a shard would have seen the flag. So both have the same bytes.
        CountedIn::Root => Packed(text),
        CountedIn::Shard(index) => {
            let uncounted = text.number() >> COUNTED_BITS << COUNTED_BITS;
            // An index is below 127.
            let number = uncounted | u64::from(index.as_u8() + 1);
            Packed(InlineOrPointer::from_pointer(
                text.pointer(),
                number,
                text.tag() | HEAP,
            ))
        }
    }
}

/// Returns the place that counts a handle of a text on the heap.
#[inline]
fn counted_in(text: InlineOrPointer) -> CountedIn {
    match bits(text.number(), 0, COUNTED_BITS) {
        0 => CountedIn::Root,
        // SAFETY: `as_u8` returned the number, since `add_handle` puts the `as_u8` of an index plus
        // 1 there.
        counted => CountedIn::Shard(unsafe { ShardIndex::from_u8(counted as u8 - 1) }),
    }
}

/// Removes a handle of a text on the heap, and frees the block if it was the last one.
///
/// # Safety
///
/// `text` must be the bytes of a handle, and `block` its block. The caller must not use them
/// afterwards. `len` must return the length of the text in the block.
#[inline]
unsafe fn remove_handle(text: InlineOrPointer, block: Block, len: impl FnOnce() -> usize) {
    // SAFETY: the handle is counted in `counted_in(text)`, as its number says (INVARIANT), and the
    // caller does not use it afterwards; the caller also promises that `len` returns the length of
    // the text in the block.
    unsafe { block.release(counted_in(text), len) };
}
