//! The 16-byte tagged form of `StrList` and `SharedStr`: inline bytes, or a pointer and a number.
//!
//! ```text
//! inline    | 15 bytes ................................. | tag |
//!
//! pointer   | pointer ........... | number (56 bits) ... | tag |
//!             8 bytes               7 bytes
//! ```
//!
//! The tag is never 0, so an `Option` of the form takes 16 bytes too. Each type gives its tags
//! their meaning.
#![allow(unsafe_code)]

use core::mem::{self, MaybeUninit};
use core::num::NonZero;
use core::ptr;

/// The number of inline bytes.
pub(crate) const INLINE: usize = 15;
/// The number of bits of a number; the tag lies above them.
pub(crate) const NUMBER_BITS: u32 = 56;

/// Fifteen bytes, or a pointer and a number; and a tag. It owns nothing.
///
/// PERF: a pointer and a number, rather than a union with bytes, so that an `Option` of it is
/// returned in two registers. In memory its two halves are stored one by one and loaded as one,
/// which stalls: a third more time for the shortest lists.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct InlineOrPointer {
    /// The pointer, or the first bytes.
    word: MaybeUninit<*mut u8>,
    /// More bytes, where pointers are short.
    rest: [MaybeUninit<u8>; 8 - size_of::<*mut u8>()],
    /// Bytes 8 to 15 as they lie in memory: the number and the tag, or bytes and the tag.
    meta: NonZero<u64>,
}

const _: () = {
    assert!(size_of::<InlineOrPointer>() == 16);
    assert!(size_of::<Option<InlineOrPointer>>() == 16);
};

impl InlineOrPointer {
    /// Makes the inline form of the first 15 bytes; the tag replaces the last byte.
    ///
    /// # Panics
    ///
    /// In a build with debug assertions: if the last byte is not 0, or the tag is 0.
    #[inline]
    pub(crate) const fn from_bytes(bytes: [u8; 16], tag: u8) -> Self {
        debug_assert!(bytes[INLINE] == 0 && tag != 0);
        let ([first, last], []) = bytes.as_chunks::<8>() else {
            unreachable!();
        };
        // PERF: the tag, whose byte is zero, is added to the number: a byte put into the array
        // would split the load.
        let tag = ((tag as u64) << NUMBER_BITS).to_le();
        let words = [u64::from_ne_bytes(*first), u64::from_ne_bytes(*last) | tag];
        // SAFETY: both types are 16 bytes with no padding. A `MaybeUninit` may hold any bytes, and
        // `meta` is not 0, since its highest byte is the tag.
        unsafe { mem::transmute::<[u64; 2], Self>(words) }
    }

    /// Makes the pointer form. `number` has at most [`NUMBER_BITS`] bits.
    ///
    /// # Safety
    ///
    /// The tag is not 0.
    #[inline]
    pub(crate) const unsafe fn from_pointer(pointer: *mut u8, number: u64, tag: u8) -> Self {
        debug_assert!(number >> NUMBER_BITS == 0 && tag != 0);
        let meta = number | (tag as u64) << NUMBER_BITS;
        Self {
            word: MaybeUninit::new(pointer),
            rest: [MaybeUninit::uninit(); _],
            // SAFETY: `meta` is not 0, since the caller promises a tag other than 0.
            meta: unsafe { NonZero::new_unchecked(meta.to_le()) },
        }
    }

    /// Returns the number with the tag above it, whose high bit is the sign; or bytes and the tag.
    #[inline]
    const fn meta(&self) -> u64 {
        u64::from_le(self.meta.get())
    }

    /// Returns the tag.
    #[inline]
    pub(crate) const fn tag(&self) -> u8 {
        (self.meta() >> NUMBER_BITS) as u8
    }

    /// Returns the number of the pointer form.
    #[inline]
    pub(crate) const fn number(&self) -> u64 {
        self.meta() & ((1 << NUMBER_BITS) - 1)
    }

    /// Returns the pointer of the pointer form.
    ///
    /// # Safety
    ///
    /// [`from_pointer`](Self::from_pointer) made it.
    #[inline]
    pub(crate) const unsafe fn pointer(&self) -> *mut u8 {
        // SAFETY: the caller promises the pointer form, whose `word` is an initialised pointer.
        unsafe { self.word.assume_init() }
    }

    /// Returns where the inline bytes begin: 15 bytes may be read there while `self` is borrowed.
    #[inline]
    pub(crate) const fn bytes(&self) -> *const u8 {
        // From a reference to the whole, so that the pointer may read all of it.
        ptr::from_ref(self).cast()
    }
}
