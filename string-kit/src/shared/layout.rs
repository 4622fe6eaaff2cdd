//! The bytes of a `SharedStr`.
//!
//! ```text
//! inline    | text, then zeros ........................... | tag |     up to 15 bytes
//!             15 bytes                                       n + 1
//!
//! static    | pointer to the text . | n (56 bits) ........ | tag |
//!             8 bytes                 7 bytes                0x40
//!
//! heap      | pointer to the text . | n (56 bits) ........ | tag |
//!             8 bytes    |            7 bytes                0x80: counted in the root,
//!                        |                                   0x81 + i: counted in shard i
//!           | count .... | text ... |
//! ```
//!
//! If the text is on the heap, the tag names the root or the shard that counts the handle, so that
//! the drop changes the same word as the clone did.
//!
//! INVARIANT: the text is UTF-8, and nobody writes to it. If it is on the heap, the root or the
//! shard that the tag names counts this handle until it is dropped.
#![allow(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "a number is truncated to a width that was checked to hold it"
)]

use core::ptr::NonNull;
use core::{ptr, slice, str};

use super::block::Block;
use super::count::{CountedIn, ShardIndex};
use crate::error::{CaptureError, CaptureErrorKind};
pub(super) use crate::inline_or_pointer::INLINE;
use crate::inline_or_pointer::{InlineOrPointer, NUMBER_BITS};

/// The tag of a static text.
const STATIC: u8 = 0x40;
/// The tag of a handle of a text on the heap that is counted in the root.
const IN_ROOT: u8 = 0x80;
/// The tag of a handle of a text on the heap that is counted in shard 0. For shard `i` it is `i`
/// more.
const IN_SHARD_0: u8 = 0x81;

/// A text in 16 bytes.
pub(super) struct Packed(InlineOrPointer);

const _: () = {
    assert!(size_of::<Option<Packed>>() == 16);
    assert!(INLINE < STATIC as usize);
};

// SAFETY: the pointer is the only part that is not `Send`. Its block has an atomic count, nobody
// writes to the text, and the drop that leaves no handle frees the block, on any thread and after
// all other drops.
unsafe impl Send for Packed {}
// SAFETY: a `&Packed` allows only reads of a text that nobody writes to, and clones, which count
// atomically; so any number of threads may use it at once.
unsafe impl Sync for Packed {}

// Construction.
impl Packed {
    /// The empty text.
    pub(super) const EMPTY: Self = Self::inline("");

    /// Copies a text of up to 15 bytes into the value.
    #[inline]
    const fn inline(text: &str) -> Self {
        debug_assert!(text.len() <= INLINE);
        let mut bytes = [0; 16];
        let (head, _) = bytes.split_at_mut(text.len());
        head.copy_from_slice(text.as_bytes());
        // SAFETY: the tag is not 0: a text that the array took has at most 16 bytes, and 1 is added.
        Self(unsafe { InlineOrPointer::from_bytes(bytes, text.len() as u8 + 1) })
    }

    /// Keeps a pointer to a static text.
    pub(super) const fn from_static(text: &'static str) -> Self {
        let len = text.len() as u64;
        assert!(len >> NUMBER_BITS == 0, "the text is too long");
        // SAFETY: the tag is `STATIC`, which is not 0.
        Self(unsafe { InlineOrPointer::from_pointer(text.as_ptr().cast_mut(), len, STATIC) })
    }

    /// Copies a text, into the value if it fits, else into a new block.
    ///
    /// # Errors
    ///
    /// `TooLong` if the text has 2^56 bytes or more, or its block is longer than an allocation can
    /// be; `Alloc` if the allocator returns no memory.
    #[inline]
    pub(super) fn try_copy(text: &str) -> Result<Self, CaptureError> {
        if text.len() <= INLINE {
            return Ok(Self::inline(text));
        }
        let len = text.len() as u64;
        if len >> NUMBER_BITS != 0 {
            return Err(CaptureErrorKind::TooLong.into());
        }
        let block = Block::try_copy(text)?;
        let pointer = block.as_ptr().as_ptr();
        // SAFETY: the tag is `IN_ROOT`, which is not 0.
        Ok(Self(unsafe {
            InlineOrPointer::from_pointer(pointer, len, IN_ROOT)
        }))
    }
}

// Access.
impl Packed {
    /// Returns `true` if the text lies in the value itself.
    #[inline]
    pub(super) const fn is_inline(&self) -> bool {
        self.0.tag() < STATIC
    }

    /// Returns the length of the text, in bytes.
    #[inline]
    pub(super) const fn len(&self) -> usize {
        if self.is_inline() {
            self.0.tag() as usize - 1
        } else {
            self.0.number() as usize
        }
    }

    /// Returns the text.
    #[inline]
    pub(super) const fn as_str(&self) -> &str {
        let start = if self.is_inline() {
            self.0.bytes()
        } else {
            // SAFETY: the text is not inline, so it is static or on the heap, and `from_pointer`
            // made the value in both cases.
            unsafe { self.0.pointer() }.cast_const()
        };
        // SAFETY: `start` is not null, and `len` initialised bytes of one text lie there; bytes
        // need no alignment. While `self` is borrowed nobody writes to them (INVARIANT), and nobody
        // frees them, since `self` is a handle. No text is longer than `isize::MAX`.
        let bytes = unsafe { slice::from_raw_parts(start, self.len()) };
        // SAFETY: the bytes are a whole text, and every text is UTF-8 (INVARIANT).
        unsafe { str::from_utf8_unchecked(bytes) }
    }

    /// Returns the block of a text on the heap, or `None` for an inline or static text.
    #[inline]
    pub(super) fn block(&self) -> Option<Block> {
        if self.0.tag() < IN_ROOT {
            return None;
        }
        // SAFETY: the tag is that of a text on the heap, whose value `from_pointer` made.
        let text = unsafe { self.0.pointer() };
        // SAFETY: the pointer came from a block's `as_ptr`, a `NonNull`, so it is not null.
        let text = unsafe { NonNull::new_unchecked(text) };
        // SAFETY: the pointer came from a block's `as_ptr`. `self` is a handle that the block
        // counts (INVARIANT), and all users of the result in this crate are done with it before
        // `self` is dropped, or in its `drop`.
        Some(unsafe { Block::from_ptr(text) })
    }

    /// Returns the number of bytes on the heap: the block and its shards.
    #[inline]
    pub(super) fn heap_size(&self) -> usize {
        self.block()
            .map_or(0, |block| block.heap_size(self.0.number() as usize))
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

// Clone and drop.
impl Clone for Packed {
    #[inline]
    fn clone(&self) -> Self {
        let counted_in = match self.block() {
            Some(block) => block.count().increment(ShardIndex::of_current_thread),
            // Inline or static: nothing is counted, and the bytes are copied as for the root.
            None => CountedIn::Root,
        };
        if let CountedIn::Shard(index) = counted_in {
            let tag = IN_SHARD_0 + index.as_u8();
            // SAFETY: only a text on the heap has handles in shards, and `from_pointer` made its
            // value.
            let text = unsafe { self.0.pointer() };
            // SAFETY: the tag is not 0, since it is at least `IN_SHARD_0`, and does not overflow,
            // since an index is below 127.
            return Self(unsafe { InlineOrPointer::from_pointer(text, self.0.number(), tag) });
        }
        // The new handle is counted in the root, or not at all. So is its source, since the owner
        // of a handle in a shard would have seen the flag. So both have the same bytes.
        Self(self.0)
    }
}

impl Drop for Packed {
    #[inline]
    fn drop(&mut self) {
        let Some(block) = self.block() else {
            return;
        };
        let counted_in = match self.0.tag() {
            IN_ROOT => CountedIn::Root,
            // SAFETY: `as_u8` returned the number, since every tag above `IN_ROOT` is `IN_SHARD_0`
            // plus the `as_u8` of an index.
            tag => CountedIn::Shard(unsafe { ShardIndex::from_u8(tag - IN_SHARD_0) }),
        };
        // SAFETY: `self` is a handle that is counted in `counted_in`, as its tag says (INVARIANT),
        // and is not used after `drop`; the number is the length of the text.
        unsafe { block.release(counted_in, || self.0.number() as usize) };
    }
}
