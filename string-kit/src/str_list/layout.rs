//! The bytes of a `StrList`.
//!
//! ```text
//! payload   | end 0 | end 1 | ... | end n-1 | text ........ |
//!
//! inline    | payload, then zeros ........................ | tag |     n + text <= 15
//!             15 bytes                                       n + 1
//!
//! heap      | pointer ........... | n (56 bits) ........... | tag |
//!             8 bytes    |          7 bytes                   0x80 + log2 width
//!                        |
//!      | reference count | payload |
//!
//! lent      | pointer ........... | n (56 bits) ........... | tag |
//!             8 bytes    |          7 bytes                   0x40 + log2 width
//!                        |
//!                        | payload | on the stack of a function that waits
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
//!
//! INVARIANT of a lent `Packed`: it owns nothing. The caller of [`Packed::lend`] keeps the
//! payload alive and unchanged until the `Packed` is dropped, and passes it on only as a shared
//! reference. Safe code can then neither move it nor keep it: it can read it, and clone it, which
//! copies the payload to the heap. Its drop does nothing.
#![allow(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "a number is truncated to a width that was checked to hold it"
)]

use alloc::alloc::handle_alloc_error;
use core::hash::Hasher;
use core::hint::assert_unchecked;
use core::mem::MaybeUninit;
use core::{ptr, slice, str};

use super::block::Block;
use crate::capture::buffer::Room;
pub(super) use crate::inline_or_pointer::INLINE;
use crate::inline_or_pointer::InlineOrPointer;
use crate::short_text;

/// The longest payload whose end offsets take one byte each.
pub(super) const ONE_BYTE_MAX: usize = u8::MAX as usize;

/// The tag of a lent list; the logarithm of the width is added to it.
const LENT: u8 = 0x40;
/// The tag of a list on the heap; the logarithm of the width is added to it.
const HEAP: u8 = 0x80;
/// The bits of both tags that hold the logarithm of the width.
const LOG_WIDTH: u8 = 0b11;

pub(super) struct Packed(InlineOrPointer);

const _: () = {
    assert!(size_of::<Option<Packed>>() == 16);
    assert!(INLINE + 1 < LENT as usize);
};

// SAFETY: the pointer is the only part that is not `Send`. Its block has an atomic reference count,
// nobody writes to the payload while it is shared, and the last owner frees the block, on any
// thread, as with an `Arc`. A lent list goes to other threads only as a shared reference, which
// cannot outlive it.
unsafe impl Send for Packed {}
// SAFETY: a `&Packed` allows only reads of bytes that nobody writes, and clones, which count
// atomically; so any number of threads may use it at once.
unsafe impl Sync for Packed {}

impl Packed {
    pub(super) const EMPTY: Self = Self(InlineOrPointer::from_bytes([0; 16], 1));

    /// Copies a payload to the heap, or returns `None` if the allocator returns no memory.
    ///
    /// PERF: an `Option` is returned in registers; a `Result` would be returned in memory.
    #[inline]
    pub(super) fn copy(payload: Payload<'_>) -> Option<Self> {
        let Payload {
            bytes,
            count,
            log_width,
        } = payload;
        // A payload on the stack is not too long.
        let block = Block::allocate(bytes.len()).ok()?;
        // SAFETY: `bytes` is readable as a slice; the block is writable for as many bytes, for
        // which it was allocated; bytes need no alignment; the two do not overlap, since the block
        // is new.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), block.payload(), bytes.len()) };
        Some(Self::heap(block, count, log_width))
    }

    /// Makes a lent list, which reads its payload where it lies.
    ///
    /// # Safety
    ///
    /// The caller must drop the result before the borrow of the payload ends, and must pass it on
    /// only as a shared reference.
    #[inline]
    pub(super) unsafe fn lend(payload: Payload<'_>) -> Self {
        let pointer = payload.bytes.as_ptr().cast_mut();
        Self::pointer(pointer, payload.count, LENT | payload.log_width)
    }

    /// Makes the first owner of a block, after its payload is written.
    #[inline]
    pub(super) fn heap(block: Block, count: usize, log_width: u8) -> Self {
        Self::pointer(block.payload(), count, HEAP | log_width)
    }

    #[inline]
    fn pointer(pointer: *mut u8, count: usize, tag: u8) -> Self {
        Self(InlineOrPointer::from_pointer(pointer, count as u64, tag))
    }
}

/// A payload on the stack.
///
/// INVARIANT: `bytes` is the payload of `count` strings, longer than [`INLINE`], with offsets of
/// `1 << log_width` bytes, where `log_width` is at most 3.
#[derive(Clone, Copy)]
pub(super) struct Payload<'a> {
    bytes: &'a [u8],
    count: usize,
    log_width: u8,
}

/// A list that was just written.
pub(super) enum Form<'a> {
    /// A finished list, inline or on the heap.
    Inline(Packed),
    /// A list whose payload is on the stack.
    Stack(Payload<'a>),
}

impl<'a> Form<'a> {
    /// Makes a list of the payload at the start of `memory`. Returns `None` if the offsets have one
    /// byte, and the payload is too long for that.
    ///
    /// # Safety
    ///
    /// The first `len` bytes must be the payload of `count` strings (INVARIANT), with offsets of
    /// `1 << log_width` bytes. Offsets of one byte may be truncated.
    #[inline]
    pub(super) unsafe fn new<const N: usize>(
        memory: &'a mut Room<N>,
        len: usize,
        count: usize,
        log_width: u8,
    ) -> Option<Self> {
        const { assert!(N > 2 * INLINE) };
        if len <= INLINE {
            let behind = memory[len..].first_chunk_mut::<16>();
            *behind.expect("`N` is 31 or more") = [MaybeUninit::new(0); 16];
            // SAFETY: the first `len` bytes are initialised, by the caller's promise, and the 16
            // behind them are zeros; bytes need no alignment.
            let bytes = unsafe { memory.as_ptr().cast::<[u8; 16]>().read() };
            // PERF: `from_bytes` then need not ask whether the tag is 0.
            // SAFETY: each string has an end offset among the bytes, of which there are at most
            // `INLINE`.
            unsafe { assert_unchecked(count <= INLINE) };
            let packed = Packed(InlineOrPointer::from_bytes(bytes, count as u8 + 1));
            return Some(Self::Inline(packed));
        }
        if log_width == 0 && len > ONE_BYTE_MAX {
            return None;
        }
        debug_assert!(log_width <= LOG_WIDTH);
        let written = &memory[..len];
        // SAFETY: pointer and length are those of a slice, whose bytes are initialised, by the
        // caller's promise; nobody writes to them while `memory` is borrowed.
        let bytes = unsafe { slice::from_raw_parts(written.as_ptr().cast(), len) };
        Some(Self::Stack(Payload {
            bytes,
            count,
            log_width,
        }))
    }

    #[inline]
    pub(super) fn pack(self) -> Option<Packed> {
        match self {
            Self::Inline(packed) => Some(packed),
            Self::Stack(payload) => Packed::copy(payload),
        }
    }
}

impl Packed {
    #[inline]
    fn tag(&self) -> u8 {
        self.0.tag()
    }

    #[inline]
    pub(super) fn is_inline(&self) -> bool {
        self.tag() < LENT
    }

    #[inline]
    pub(super) fn count(&self) -> usize {
        let tag = self.tag();
        if tag < LENT {
            usize::from(tag) - 1
        } else {
            self.0.number() as usize
        }
    }

    #[inline]
    pub(super) fn text(&self) -> &str {
        let start = self.text_start();
        self.text_range(start, self.payload_len())
    }

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

    /// Returns the payload. Lists with the same number of strings are equal exactly if their
    /// payloads are.
    #[inline]
    pub(super) fn payload(&self) -> &[u8] {
        // SAFETY: the pointer is not null, and `payload_len` initialised bytes lie there; bytes
        // need no alignment; nobody writes to them, and `self` keeps them alive while it is
        // borrowed (INVARIANT); an allocation has at most `isize::MAX` bytes.
        unsafe { slice::from_raw_parts(self.payload_ptr(), self.payload_len()) }
    }

    #[inline]
    pub(super) fn heap_size(&self) -> usize {
        if self.tag() < HEAP {
            0
        } else {
            Block::size(self.payload_len())
        }
    }

    #[inline]
    pub(super) fn is_unique(&self) -> bool {
        self.block().map_or(self.is_inline(), Block::is_unique)
    }

    /// Returns `true` if both have their payload at the same address, or both are inline and equal.
    #[inline]
    pub(super) fn ptr_eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    #[inline]
    pub(super) fn eq(&self, other: &Self) -> bool {
        // PERF: the strings determine the form, so that an inline list needs no payload.
        if self.is_inline() || other.is_inline() {
            return self.0 == other.0;
        }
        if self.log_width() == 0 {
            let (count, payload) = (self.0.number(), self.payload());
            if other.log_width() == 0 {
                return count == other.0.number() && short_text::equal(payload, other.payload());
            }
        }
        self.eq_wide(other)
    }

    /// Does the work of `eq` for wider offsets. PERF: a tail call, for which `eq` saves no
    /// register.
    #[cold]
    #[inline(never)]
    fn eq_wide(&self, other: &Self) -> bool {
        self.0.number() == other.0.number() && self.payload() == other.payload()
    }

    #[inline]
    pub(super) fn block(&self) -> Option<Block> {
        if self.tag() < HEAP {
            return None;
        }
        let payload = self.0.pointer();
        // SAFETY: the list is on the heap, so that `heap` made it, which took the pointer from
        // `Block::payload`; `self` owns a reference to the block (INVARIANT) until `drop` gives it
        // up, and all users of the result in this crate are done with it before.
        Some(unsafe { Block::from_payload(payload) })
    }

    /// Returns a pointer to the payload: in the value, in the block, or at the lender.
    #[inline]
    fn payload_ptr(&self) -> *const u8 {
        if self.is_inline() {
            return self.0.bytes();
        }
        #[cfg(all(loom, test))]
        if let Some(block) = self.block() {
            block.read_payload();
        }
        self.0.pointer()
    }

    /// Returns the offset of the text in the payload: the length of the end offsets in bytes.
    #[inline]
    fn text_start(&self) -> usize {
        self.count() << self.log_width()
    }

    /// Feeds the list to a hasher: the number of strings, then the payload. With the offsets, that
    /// says how long the payload is, so that the bytes of no list are the beginning of another's.
    ///
    /// PERF: the number is one byte of a word whose other 7 are of the payload. With a word of its
    /// own, std's `SipHash` took 31 instructions more for four tags.
    #[inline]
    pub(super) fn hash(&self, state: &mut impl Hasher) {
        if self.is_inline() {
            state.write_u64(self.count() as u64);
            return state.write(self.payload());
        }
        if self.log_width() > 0 {
            return self.hash_wide(state);
        }
        let payload = self.payload();
        // It is longer than `INLINE`, and its first end offset not 0, so that the word is above
        // 255.
        let first = payload
            .first_chunk()
            .map_or(0, |first| u64::from_le_bytes(*first));
        state.write_u64(first << u8::BITS | self.0.number());
        state.write(&payload[7..]);
    }

    #[cold]
    #[inline(never)]
    fn hash_wide(&self, state: &mut impl Hasher) {
        // The first word of no other list is this one.
        state.write_u64(ONE_BYTE_MAX as u64);
        // No overflow: a list of 2^16 strings or more takes four bytes of the payload for each.
        state.write_usize(self.count() << 2 | usize::from(self.log_width()));
        state.write(self.payload());
    }

    /// Returns the binary logarithm of the width of an end offset; 0 for an inline list.
    #[inline]
    fn log_width(&self) -> u8 {
        if self.is_inline() {
            return 0;
        }
        self.tag() & LOG_WIDTH
    }

    #[inline]
    fn payload_len(&self) -> usize {
        if self.log_width() > 0 {
            return self.end(self.count() - 1);
        }
        match self.ends() {
            [] => 0,
            [.., last] => usize::from(*last),
        }
    }

    #[inline]
    fn end(&self, index: usize) -> usize {
        read_end(self.ends(), index, self.log_width())
    }

    #[inline]
    fn ends(&self) -> &[u8] {
        // SAFETY: the payload starts with `count` offsets of this width (INVARIANT), initialised;
        // bytes need no alignment; nobody writes to them, and `self` keeps them alive while it is
        // borrowed.
        unsafe { slice::from_raw_parts(self.payload_ptr(), self.text_start()) }
    }

    /// Returns the text from `start`, an end offset or the start of the text, to a later end
    /// offset.
    #[inline]
    fn text_range(&self, start: usize, end: usize) -> &str {
        let first = self.payload_ptr().wrapping_add(start);
        // SAFETY: the pointer is not null; `start <= end <= payload_len`, since end offsets never
        // decrease (INVARIANT), so that the bytes lie in the payload, initialised; bytes need no
        // alignment; nobody writes to them, and `self` keeps them alive while it is borrowed; an
        // allocation has at most `isize::MAX` bytes.
        let text = unsafe { slice::from_raw_parts(first, end - start) };
        // SAFETY: `start` and `end` are character boundaries of text that is UTF-8 (INVARIANT).
        unsafe { str::from_utf8_unchecked(text) }
    }
}

impl Clone for Packed {
    #[inline]
    fn clone(&self) -> Self {
        // PERF: the inline form comes first, so that its clone has one comparison. That of a list
        // on the heap has two, and an atomic addition, which takes many times their time.
        if !self.is_inline() {
            match self.block() {
                Some(block) => block.retain(),
                None => return self.clone_lent(),
            }
        }
        Self(self.0)
    }
}

impl Packed {
    #[cfg(feature = "pool")]
    pub(super) fn try_clone(&self) -> Option<Self> {
        if self.is_inline() || self.block().is_some() {
            return Some(self.clone());
        }
        self.copy_lent()
    }

    /// Copies a lent list to the heap, or returns `None` if the allocator returns no memory.
    fn copy_lent(&self) -> Option<Self> {
        Self::copy(Payload {
            bytes: self.payload(),
            count: self.count(),
            log_width: self.log_width(),
        })
    }

    /// Copies a lent list to the heap. The program aborts if the allocator returns no memory.
    #[cold]
    #[inline(never)]
    fn clone_lent(&self) -> Self {
        match (self.copy_lent(), Block::layout(self.payload_len())) {
            (Some(copy), _) => copy,
            (None, Some(layout)) => handle_alloc_error(layout),
            (None, None) => unreachable!("a payload on the stack is short"),
        }
    }
}

impl Drop for Packed {
    #[inline]
    fn drop(&mut self) {
        if let Some(block) = self.block() {
            // SAFETY: `self` owns a reference (INVARIANT), and is not used after `drop`.
            if unsafe { block.release() } {
                // SAFETY: this was the last owner, and nobody uses the block any more.
                unsafe { free(self.0) };
            }
        }
    }
}

/// Frees the block of a list on the heap. Out of line: few lists that are dropped are the last
/// owner.
///
/// # Safety
///
/// No owner of the block may be left, and nobody may use it afterwards.
#[inline(never)]
unsafe fn free(list: InlineOrPointer) {
    let (payload, count) = (list.pointer(), list.number() as usize);
    let log_width = list.tag() & LOG_WIDTH;
    // SAFETY: the payload of a list on the heap starts with `count` offsets of this width
    // (INVARIANT).
    let ends = unsafe { slice::from_raw_parts(payload, count << log_width) };
    let len = read_end(ends, count - 1, log_width);
    // SAFETY: `heap` took the pointer from `Block::payload`, and the caller hands the block over.
    let block = unsafe { Block::from_payload(payload) };
    // SAFETY: no owner is left, by the caller's promise; the block was allocated for the length of
    // the payload, which is the last end offset.
    unsafe { block.free(len) };
}

/// Returns the end offset at `index`, of `1 << log_width` bytes.
#[inline]
fn read_end(ends: &[u8], index: usize, log_width: u8) -> usize {
    // Most lists have offsets of one byte, which are found without a shift or a jump table.
    if log_width == 0 {
        return usize::from(ends[index]);
    }
    match log_width {
        1 => usize::from(u16::from_le_bytes(ends.as_chunks().0[index])),
        2 => u32::from_le_bytes(ends.as_chunks().0[index]) as usize,
        _ => u64::from_le_bytes(ends.as_chunks().0[index]) as usize,
    }
}
