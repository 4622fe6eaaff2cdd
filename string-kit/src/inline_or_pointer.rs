//! The 16-byte tagged form of `StrList` and `SharedStr`: inline bytes, or a pointer and a number.
//!
//! ```text
//! inline    | 15 bytes ................................. | tag |
//!
//! pointer   | pointer ........... | number (56 bits) ... | tag |
//!             8 bytes               7 bytes
//! ```
//!
//! The tag is never 0, so that an `Option` of this form takes 16 bytes too. Each of the two types
//! defines the meaning of its tags.
#![allow(unsafe_code)]

use core::mem;
use core::num::NonZero;
use core::ptr;

pub(crate) const INLINE: usize = 15;
/// The number of bits that the number has; the tag lies above them.
pub(crate) const NUMBER_BITS: u32 = 56;

/// A tag, and either 15 bytes or a pointer and a number. It owns nothing.
///
/// PERF: no union with bytes, so that an `Option` of it is returned in two registers. In memory it
/// is stored in two halves and loaded as one, which stalls: the shortest lists take a third more
/// time.
#[derive(Clone, Copy, PartialEq)]
#[repr(C)]
pub(crate) struct InlineOrPointer {
    /// The pointer, or the first inline bytes, which are then an address that nobody uses.
    word: *mut u8,
    /// The inline bytes from there to byte 7. The array is empty where a pointer has 8 bytes.
    rest: [u8; 8 - size_of::<*mut u8>()],
    /// Bytes 8 to 15, little-endian: the number or more inline bytes, then the tag.
    meta: NonZero<u64>,
}

const _: () = {
    assert!(size_of::<InlineOrPointer>() == 16);
    assert!(size_of::<Option<InlineOrPointer>>() == 16);
};

impl InlineOrPointer {
    /// Makes the inline form of the first 15 bytes; the tag, which is not 0, replaces the last
    /// byte.
    #[inline]
    pub(crate) const fn from_bytes(bytes: [u8; 16], tag: u8) -> Self {
        debug_assert!(bytes[INLINE] == 0);
        assert!(tag != 0);
        let ([first, last], []) = bytes.as_chunks::<8>() else {
            unreachable!();
        };
        // PERF: the tag is or-ed into the second word, whose last byte is 0. A tag that is written
        // into the array splits the load.
        let tag = ((tag as u64) << NUMBER_BITS).to_le();
        let words = [u64::from_ne_bytes(*first), u64::from_ne_bytes(*last) | tag];
        // SAFETY: both types have 16 bytes and no padding. A pointer may have any address, and
        // `meta` is not 0, since its highest byte is the tag.
        unsafe { mem::transmute::<[u64; 2], Self>(words) }
    }

    /// Makes the pointer form. `number` must have at most [`NUMBER_BITS`] bits, and the tag not be
    /// 0.
    #[inline]
    pub(crate) const fn from_pointer(pointer: *mut u8, number: u64, tag: u8) -> Self {
        debug_assert!(number >> NUMBER_BITS == 0);
        assert!(tag != 0);
        let meta = number | (tag as u64) << NUMBER_BITS;
        Self {
            word: pointer,
            rest: [0; _],
            meta: NonZero::new(meta.to_le()).expect("the tag is not 0"),
        }
    }

    /// Returns bytes 8 to 15 as one number, with the tag in its highest byte.
    #[inline]
    const fn meta(&self) -> u64 {
        u64::from_le(self.meta.get())
    }

    #[inline]
    pub(crate) const fn tag(&self) -> u8 {
        (self.meta() >> NUMBER_BITS) as u8
    }

    #[inline]
    pub(crate) const fn number(&self) -> u64 {
        self.meta() & ((1 << NUMBER_BITS) - 1)
    }

    /// Returns the top `64 - tag % 64` bits of `meta` without its tag.
    ///
    /// PERF: one shift by the tag, so that each tag may have another width without a branch.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "only the tag modulo 64 counts"
    )]
    pub(crate) const fn length_field(&self) -> u64 {
        let tag_last = self.meta().rotate_left(u64::BITS - NUMBER_BITS);
        tag_last.wrapping_shr(tag_last as u32)
    }

    /// Returns the pointer of the pointer form; of the inline form, an address that is none.
    #[inline]
    pub(crate) const fn pointer(&self) -> *mut u8 {
        self.word
    }

    /// Returns a pointer to the inline bytes: 15 bytes may be read there while `self` is borrowed.
    #[inline]
    pub(crate) const fn bytes(&self) -> *const u8 {
        // The pointer comes from a reference to the whole value, so that it may read all of it.
        ptr::from_ref(self).cast()
    }
}
