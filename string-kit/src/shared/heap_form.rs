//! The forms of a `SharedStr` on the heap, and the handles that they are.
//!
//! ```text
//! the number, from its highest bit:
//! whole     | length, 47 bits                              | 0, 9 bits                 |
//! sharded   | length, 46 bits                              | 0, 3    | counted, 7 bits |
//! short     | length, 17 | start / 8, 14 | bytes after, 17 | 0, 1     | counted, 7 bits |
//! long      | length, 26 | start / 8, 23                              | counted, 7 bits |
//! ```
//!
//! *Counted* is 0 if the root counts the handle, and `i + 1` if shard `i` does, so that the drop
//! changes the same word as the clone did. A *whole* handle is counted in the root; a handle of
//! the whole text that a shard counts is *sharded*.
//!
//! A slice points into the text of a block. The handle that frees the block needs the address of
//! the block and the length of its text:
//!
//! - The text of a block begins at a multiple of 8. So the pointer has the start of the slice
//!   bytes after it. A block with a long text keeps the length itself.
//!
#![allow(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "a number is truncated to a width that was checked to hold it"
)]

use super::block::{Block, LEN_BITS, SHORT_MAX, TEXT_ALIGN};
use super::count::{CountedIn, ShardIndex};
use super::last_byte::LastByte;
use crate::inline_or_pointer::{InlineOrPointer, NUMBER_BITS};

/// The least tag of a text on the heap, and the only one of a handle with `COUNTED` 0 that is no
/// slice.
pub(super) const WHOLE: u8 = LastByte::Whole as u8;
const SHARDED: u8 = LastByte::Sharded as u8;
const SHORT_SLICE: u8 = LastByte::ShortSlice as u8;
const LONG_SLICE: u8 = LastByte::LongSlice as u8;

const COUNTED_BITS: u32 = 7;
/// The bits of a number that say where the handle is counted.
pub(super) const COUNTED: u64 = (1 << COUNTED_BITS) - 1;
/// The number of bits of the length of a whole text whose handle the root counts.
pub(super) const WHOLE_BITS: u32 = 47;
/// The number of bits of the length of a slice of a short text, and of the bytes after it.
const SHORT_BITS: u32 = SHORT_MAX.ilog2() + 1;
/// The number of bits of the length of a slice of a long text, and of its start.
const LONG_BITS: u32 = 26;
/// The number of low bits of a start that the pointer has.
const ALIGN_BITS: u32 = TEXT_ALIGN.ilog2();
const SHORT_START: u32 = NUMBER_BITS - SHORT_BITS - (SHORT_BITS - ALIGN_BITS);
const SHORT_AFTER: u32 = SHORT_START - SHORT_BITS;
const LONG_START: u32 = COUNTED_BITS;

const _: () = {
    assert!(WHOLE < SHARDED && WHOLE < SHORT_SLICE && WHOLE < LONG_SLICE);
    assert!(WHOLE as u32 % 64 == 64 - WHOLE_BITS && WHOLE_BITS >= LEN_BITS);
    assert!(WHOLE_BITS <= NUMBER_BITS - COUNTED_BITS);
    assert!(SHARDED as u32 % 64 == 64 - LEN_BITS && LEN_BITS <= NUMBER_BITS - COUNTED_BITS);
    assert!(SHORT_SLICE as u32 % 64 == 64 - SHORT_BITS);
    assert!(LONG_SLICE as u32 % 64 == 64 - LONG_BITS);
    assert!(SHORT_AFTER >= COUNTED_BITS);
    assert!(LONG_START + (LONG_BITS - ALIGN_BITS) == NUMBER_BITS - LONG_BITS);
};

/// Returns the `width` bits of `number` above the lowest `at` bits.
const fn bits(number: u64, at: u32, width: u32) -> usize {
    (number >> at & ((1 << width) - 1)) as usize
}

/// Returns the number and the tag of a slice, not counted in any place, or `None` if a part of
/// the number has too many bits. `all` is the length of the text in the block.
pub(super) fn slice_number(start: usize, len: usize, all: usize) -> Option<(u64, LastByte)> {
    let (start_units, length) = ((start >> ALIGN_BITS) as u64, len as u64);
    if all <= SHORT_MAX {
        let after = (all - start - len) as u64;
        let high = length << (NUMBER_BITS - SHORT_BITS);
        let number = high | start_units << SHORT_START | after << SHORT_AFTER;
        return Some((number, LastByte::ShortSlice));
    }
    if start >> LONG_BITS != 0 || len >> LONG_BITS != 0 {
        return None;
    }
    let number = length << (NUMBER_BITS - LONG_BITS) | start_units << LONG_START;
    Some((number, LastByte::LongSlice))
}

// PERF: these take the bytes by value and not by reference, so that a handle stays in registers.

/// Returns the offset of a text on the heap in the text of its block: 0 for a whole text.
pub(super) fn start(text: InlineOrPointer) -> usize {
    let start_units = match text.tag() {
        SHORT_SLICE => bits(text.number(), SHORT_START, SHORT_BITS - ALIGN_BITS),
        LONG_SLICE => bits(text.number(), LONG_START, LONG_BITS - ALIGN_BITS),
        _ => return 0,
    };
    // The text of a block begins at a multiple of 8.
    start_units << ALIGN_BITS | text.pointer().addr() & (TEXT_ALIGN - 1)
}

/// Returns the length of the text in `block`, which must be the block of `text`.
pub(super) fn block_len(text: InlineOrPointer, block: Block) -> usize {
    let len = text.length_field() as usize;
    match text.tag() {
        SHORT_SLICE => start(text) + len + bits(text.number(), SHORT_AFTER, SHORT_BITS),
        // SAFETY: only a block with a long text has such slices, and it is not freed before its
        // last handle is dropped.
        LONG_SLICE => unsafe { block.long_len() },
        _ => len,
    }
}

/// Returns the block of a text on the heap.
///
/// # Safety
///
/// `text` must be the form of a handle of a text on the heap. The caller must use the result only
/// while the handle lives, or in its drop.
#[inline]
pub(super) unsafe fn block(text: InlineOrPointer) -> Block {
    let pointer = text.pointer().wrapping_sub(start(text));
    // SAFETY: a block's `as_ptr` returned the pointer, since the text begins at `start` in the
    // block; the caller has the handle.
    unsafe { Block::from_ptr(pointer) }
}

/// Returns the block of a whole text on the heap.
///
/// # Safety
///
/// `text` must be the form of a handle of a whole text. The caller must use the result only while
/// the handle lives, or in its drop.
#[inline]
pub(super) unsafe fn whole_block(text: InlineOrPointer) -> Block {
    // SAFETY: a block's `as_ptr` returned the pointer, since the text is that of the whole block;
    // the caller has the handle.
    unsafe { Block::from_ptr(text.pointer()) }
}

/// Does what a contended clone of a whole text does.
///
/// # Safety
///
/// `text` must be the form of a handle of a whole text that lives.
#[cold]
#[inline(never)]
pub(super) unsafe fn contended(text: InlineOrPointer) {
    // SAFETY: the caller has a handle of the text.
    unsafe { whole_block(text) }.count().contended();
}

/// Makes a handle of a slice, or one that a shard counts.
///
/// # Safety
///
/// `text` must be the form of a handle of a text on the heap that lives.
pub(super) unsafe fn clone_elsewhere(text: InlineOrPointer) -> InlineOrPointer {
    // SAFETY: the caller has a handle of the text.
    let block = unsafe { block(text) };
    match block.count().increment(ShardIndex::of_current_thread) {
        // The source of a handle that is counted in the root is counted there too, since the owner
        // of a handle in a shard would have seen the flag. So both have the same bytes.
        CountedIn::Root => text,
        CountedIn::Shard(index) => {
            let (uncounted, tag) = match text.tag() {
                WHOLE => (text.length_field() << (NUMBER_BITS - LEN_BITS), SHARDED),
                tag => (text.number() >> COUNTED_BITS << COUNTED_BITS, tag),
            };
            let number = uncounted | u64::from(index.as_u8() + 1);
            InlineOrPointer::from_pointer(text.pointer(), number, tag)
        }
    }
}

/// Drops a handle that is a slice, or that a shard counts.
///
/// # Safety
///
/// `text` must be the form of a handle of a text on the heap, and the caller must not use it
/// afterwards.
#[inline(never)]
pub(super) unsafe fn drop_elsewhere(text: InlineOrPointer) {
    // SAFETY: the caller has a handle of the text.
    let block = unsafe { block(text) };
    // SAFETY: the handle is counted in `counted_in(text)`, as its number says (INVARIANT), and the
    // caller does not use it afterwards; `block_len` returns the length of the text in the block.
    unsafe { block.release(counted_in(text), move || block_len(text, block)) };
}

#[inline]
pub(super) fn counted_in(text: InlineOrPointer) -> CountedIn {
    match bits(text.number(), 0, COUNTED_BITS) {
        0 => CountedIn::Root,
        // SAFETY: `as_u8` returned the number, since `clone_elsewhere` puts the `as_u8` of an index
        // plus 1 there.
        counted => CountedIn::Shard(unsafe { ShardIndex::from_u8(counted as u8 - 1) }),
    }
}
