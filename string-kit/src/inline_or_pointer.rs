//! The form that a `StrList` and a `SharedStr` have in common: 16 bytes that are all used.
//!
//! ```text
//! inline    | 15 bytes ................................. | tag |
//!
//! outside   | pointer ........... | number (56 bits) ... | tag |
//!             8 bytes               7 bytes
//! ```
//!
//! The tag is never 0, so that an `Option` is as long. What the tags mean is the types' own.
#![allow(unsafe_code)]

use core::mem::{self, MaybeUninit};
use core::num::NonZero;
use core::ptr;

/// How many bytes are inline.
pub(crate) const INLINE: usize = 15;
/// How many bits a number may have; the tag comes above them.
pub(crate) const NUMBER_BITS: u32 = 56;

/// Fifteen bytes, or a pointer and a number; and a tag. It owns nothing.
///
/// PERF: a pointer and a number, rather than a union with bytes, so that an `Option` of it is
/// returned in two registers. In memory its two halves are stored one by one and loaded as one,
/// which stalls: a third more time for the shortest lists.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Sixteen {
    /// The pointer, or the first bytes.
    word: MaybeUninit<*mut u8>,
    /// More bytes, where pointers are short.
    rest: [MaybeUninit<u8>; 8 - size_of::<*mut u8>()],
    /// Bytes 8 to 15 as they lie in memory: the number and the tag, or bytes and the tag.
    meta: NonZero<u64>,
}

const _: () = {
    assert!(size_of::<Sixteen>() == 16);
    assert!(size_of::<Option<Sixteen>>() == 16);
};

impl Sixteen {
    /// Bytes, of which the last is replaced by the tag.
    ///
    /// # Panics
    ///
    /// In a build that checks: if that byte or the tag is not as it must be: 0, and anything else.
    #[inline]
    pub(crate) const fn inline(bytes: [u8; 16], tag: u8) -> Self {
        debug_assert!(bytes[INLINE] == 0 && tag != 0);
        let ([first, last], []) = bytes.as_chunks::<8>() else {
            unreachable!();
        };
        // PERF: the tag, whose byte is zero, is added to the number: a byte put into the array
        // would split the load.
        let tag = ((tag as u64) << NUMBER_BITS).to_le();
        let words = [u64::from_ne_bytes(*first), u64::from_ne_bytes(*last) | tag];
        // SAFETY: both are 16 bytes with no padding. Any bytes are a `MaybeUninit`, and the tag
        // makes `meta` other than 0.
        unsafe { mem::transmute::<[u64; 2], Self>(words) }
    }

    /// A pointer and a number, which has no more bits than there are.
    ///
    /// # Safety
    ///
    /// The tag is not 0.
    #[inline]
    pub(crate) const unsafe fn outside(pointer: *mut u8, number: u64, tag: u8) -> Self {
        debug_assert!(number >> NUMBER_BITS == 0 && tag != 0);
        let meta = number | (tag as u64) << NUMBER_BITS;
        Self {
            word: MaybeUninit::new(pointer),
            rest: [MaybeUninit::uninit(); _],
            // SAFETY: the tag is not 0, which is the caller's promise.
            meta: unsafe { NonZero::new_unchecked(meta.to_le()) },
        }
    }

    /// The number and above it the tag, which so tells the sign; or bytes and the tag.
    #[inline]
    const fn meta(&self) -> u64 {
        u64::from_le(self.meta.get())
    }

    /// The tag.
    #[inline]
    pub(crate) const fn tag(&self) -> u8 {
        (self.meta() >> NUMBER_BITS) as u8
    }

    /// The number of what is outside.
    #[inline]
    pub(crate) const fn number(&self) -> u64 {
        self.meta() & ((1 << NUMBER_BITS) - 1)
    }

    /// The pointer.
    ///
    /// # Safety
    ///
    /// It was made by `outside`.
    #[inline]
    pub(crate) const unsafe fn pointer(&self) -> *mut u8 {
        // SAFETY: `outside` puts one there.
        unsafe { self.word.assume_init() }
    }

    /// The first of what `inline` was given: 15 bytes may be read there while `self` is borrowed.
    #[inline]
    pub(crate) const fn bytes(&self) -> *const u8 {
        // From a reference to the whole, all of which it may read.
        ptr::from_ref(self).cast()
    }
}
