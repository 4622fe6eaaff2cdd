//! The bytes of a `SharedStr`.
//!
//! ```text
//! inline    | text, then zeroes .......................... | tag |     up to 15 bytes
//!             15 bytes                                       n + 1
//!
//! static    | pointer to the text . | n (56 bits) ........ | tag |
//!             8 bytes                 7 bytes                0x40
//!
//! counted   | pointer to the text . | n (56 bits) ........ | tag |
//!             8 bytes    |            7 bytes                0x80 plain, else 0x81 + seat
//!                        |
//!           | count .... | text ... |
//! ```
//!
//! A counted handle's tag says where it is counted, so that its drop gives it up there.
//!
//! INVARIANT: the text is UTF-8. A counted handle that can be reached is counted where its tag says;
//! nobody writes to the text.
#![allow(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "a number is cut to a width that was seen to hold it"
)]

use core::ptr::NonNull;
use core::{ptr, slice, str};

use super::block::Block;
use super::count::{Counted, Seat};
use crate::error::{CaptureError, CaptureErrorKind};
pub(super) use crate::sixteen::INLINE;
use crate::sixteen::{NUMBER_BITS, Sixteen};

const STATIC: u8 = 0x40;
const PLAIN: u8 = 0x80;
/// The first of the sharded ones: the seat's number is added.
const SHARDED: u8 = 0x81;

/// A text in 16 bytes.
pub(super) struct Packed(Sixteen);

const _: () = {
    assert!(size_of::<Option<Packed>>() == 16);
    assert!(INLINE < STATIC as usize);
};

// SAFETY: a text is shared as an `Arc` shares: its handles are counted atomically, it is never
// written to, and it is freed by whoever gives up the last.
unsafe impl Send for Packed {}
// SAFETY: as above; a `&Packed` gives nothing but reads and counted clones.
unsafe impl Sync for Packed {}

// Build.
impl Packed {
    /// No text.
    pub(super) const EMPTY: Self = Self::inline("");

    /// A text that is kept inline.
    #[inline]
    const fn inline(text: &str) -> Self {
        debug_assert!(text.len() <= INLINE);
        let mut bytes = [0; 16];
        let (head, _) = bytes.split_at_mut(text.len());
        head.copy_from_slice(text.as_bytes());
        Self(Sixteen::inline(bytes, text.len() as u8 + 1))
    }

    /// A text that lives as long as the program.
    pub(super) const fn of_static(text: &'static str) -> Self {
        let len = text.len() as u64;
        assert!(len >> NUMBER_BITS == 0, "the text is too long");
        // SAFETY: the tag is not 0.
        Self(unsafe { Sixteen::outside(text.as_ptr().cast_mut(), len, STATIC) })
    }

    /// A copy of a text.
    ///
    /// # Errors
    ///
    /// `TooLong` if the text is longer than memory can be, `Alloc` if there is no room.
    #[inline]
    pub(super) fn copied(text: &str) -> Result<Self, CaptureError> {
        if text.len() <= INLINE {
            return Ok(Self::inline(text));
        }
        let len = text.len() as u64;
        if len >> NUMBER_BITS != 0 {
            return Err(CaptureErrorKind::TooLong.into());
        }
        let block = Block::copied(text)?;
        let pointer = block.as_ptr().as_ptr();
        // SAFETY: the tag is not 0.
        Ok(Self(unsafe { Sixteen::outside(pointer, len, PLAIN) }))
    }
}

// Look.
impl Packed {
    #[inline]
    pub(super) const fn is_inline(&self) -> bool {
        self.0.tag() < STATIC
    }

    #[inline]
    pub(super) const fn len(&self) -> usize {
        if self.is_inline() {
            self.0.tag() as usize - 1
        } else {
            self.0.number() as usize
        }
    }

    #[inline]
    pub(super) const fn as_str(&self) -> &str {
        let start = if self.is_inline() {
            self.0.bytes()
        } else {
            // SAFETY: a text that is not inline was made by `outside`.
            unsafe { self.0.pointer() }.cast_const()
        };
        // SAFETY: as many bytes of text lie there, initialised, and are not written to or freed while
        // `self` is borrowed (INVARIANT).
        let bytes = unsafe { slice::from_raw_parts(start, self.len()) };
        // SAFETY: the text is UTF-8 (INVARIANT).
        unsafe { str::from_utf8_unchecked(bytes) }
    }

    /// The block of a counted text.
    #[inline]
    pub(super) fn block(&self) -> Option<Block> {
        if self.0.tag() < PLAIN {
            return None;
        }
        // SAFETY: a counted text was made by `outside`.
        let text = unsafe { self.0.pointer() };
        // SAFETY: it was a `NonNull` before.
        let text = unsafe { NonNull::new_unchecked(text) };
        // SAFETY: `self` is a handle of it for as long as it is.
        Some(unsafe { Block::from_ptr(text) })
    }

    /// What was asked of the allocator.
    #[inline]
    pub(super) fn heap_size(&self) -> usize {
        self.block()
            .map_or(0, |block| block.heap_size(self.0.number() as usize))
    }

    /// Whether both are the same bytes at the same place, or inline and equal.
    #[inline]
    pub(super) fn is_same(&self, other: &Self) -> bool {
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
        let counted = match self.block() {
            Some(block) => block.count().join(Seat::current),
            // Nothing is counted: as if it were in the handle.
            None => Counted::Plain,
        };
        if let Counted::At(seat) = counted {
            let tag = SHARDED + seat.number();
            // SAFETY: only a counted text is counted anywhere, and that was made by `outside`.
            let text = unsafe { self.0.pointer() };
            // SAFETY: the tag is above SHARDED: a seat's number is below 127.
            return Self(unsafe { Sixteen::outside(text, self.0.number(), tag) });
        }
        // The source of a plain handle is plain, since the owner of a sharded one would have seen the
        // flag: the new handle is the same.
        Self(self.0)
    }
}

impl Drop for Packed {
    #[inline]
    fn drop(&mut self) {
        let Some(block) = self.block() else {
            return;
        };
        let counted = match self.0.tag() {
            PLAIN => Counted::Plain,
            // SAFETY: no other tags are above PLAIN.
            tag => Counted::At(unsafe { Seat::from_number(tag - SHARDED) }),
        };
        // SAFETY: the tag says where the handle is counted, and it is dropped once.
        unsafe { block.leave(counted, || self.0.number() as usize) };
    }
}
