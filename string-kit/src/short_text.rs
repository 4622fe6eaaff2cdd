//! Short texts, which are copied, loaded and compared as words.
//!
//! A text of `K` to `2 * K` bytes is its first `K` bytes and its last `K`, which may overlap. Each
//! of the two is one move of fixed size:
//!
//! ```text
//! text      | first K bytes |
//!                 | last K bytes |
//! ```
//!
//! PERF: a text of up to 16 bytes takes some 10 instructions so; a call of `memcpy` or `memcmp`
//! alone takes 16 and more.
#![allow(unsafe_code)]

use core::mem::MaybeUninit;
use core::ops::Range;
use core::ptr;

/// Copies a text into memory of the same length.
#[inline]
pub(crate) fn copy_to(text: &[u8], target: &mut [MaybeUninit<u8>]) {
    assert!(text.len() == target.len());
    let Range { start, end } = target.as_mut_ptr_range();
    if text.len() > 16 {
        // SAFETY: the text has more than 16 bytes, and the target as many, up to `end`; it is
        // borrowed mutably, so that the text is elsewhere.
        unsafe { copy_long(text, start.cast(), end.cast()) };
    } else {
        // SAFETY: as above.
        unsafe { copy(text, start.cast(), end.cast()) };
    }
}

/// Copies a text.
///
/// PERF: to add the length of the text to `target` here took one instruction more for each text.
///
/// # Safety
///
/// `target` must be valid for writes of as many bytes as the text has, must not overlap it, and
/// `end` must be the end of those bytes.
#[inline]
pub(crate) unsafe fn copy(text: &[u8], target: *mut u8, end: *mut u8) {
    let n = text.len();
    if n >= 8 {
        if n > 16 {
            // SAFETY: the text has more than 16 bytes; the caller promises the rest.
            unsafe { copy_long_apart(text, target, end) }
        } else {
            // SAFETY: the text has 8 to 16 bytes; the caller promises the rest.
            unsafe { copy_ends::<8>(text, target, end) }
        }
    } else if n >= 4 {
        // SAFETY: the text has 4 to 7 bytes; the caller promises the rest.
        unsafe { copy_ends::<4>(text, target, end) }
    } else if n >= 2 {
        // SAFETY: the text has 2 or 3 bytes; the caller promises the rest.
        unsafe { copy_ends::<2>(text, target, end) }
    } else if let [byte] = text {
        // SAFETY: the caller promises a byte.
        unsafe { target.write(*byte) };
    }
}

/// Copies a text of more than 16 bytes, by a call, so that [`copy`] takes little space.
///
/// # Safety
///
/// Those of [`copy_long`].
#[inline(never)]
unsafe fn copy_long_apart(text: &[u8], target: *mut u8, end: *mut u8) {
    // SAFETY: the caller promises it.
    unsafe { copy_long(text, target, end) };
}

/// Copies a text of more than 16 bytes.
///
/// # Safety
///
/// The same as for [`copy`], and the text must have more than 16 bytes.
#[inline]
pub(crate) unsafe fn copy_long(text: &[u8], target: *mut u8, end: *mut u8) {
    let n = text.len();
    if n <= 32 {
        // SAFETY: the text has 17 to 32 bytes; the caller promises the rest.
        unsafe { copy_ends::<16>(text, target, end) }
    } else if n <= 64 {
        // SAFETY: the text has 33 to 64 bytes; the caller promises the rest.
        unsafe { copy_ends::<32>(text, target, end) }
    } else {
        // SAFETY: `text` is readable for its `n` bytes; by the caller's promise `target` is
        // writable for as many, and they do not overlap; bytes need no alignment.
        unsafe { ptr::copy_nonoverlapping(text.as_ptr(), target, n) };
    }
}

/// Copies a text of `K` to `2 * K` bytes.
///
/// # Safety
///
/// The same as for [`copy`], and the text must have `K` to `2 * K` bytes.
#[inline]
unsafe fn copy_ends<const K: usize>(text: &[u8], target: *mut u8, end: *mut u8) {
    let (first, last) = (text.as_ptr(), text.as_ptr().wrapping_add(text.len() - K));
    // SAFETY: by the caller's promise the text has at least `K` bytes to read, `target` has room
    // for at least `K`, and the two do not overlap; bytes need no alignment.
    unsafe { ptr::copy_nonoverlapping(first, target, K) };
    // SAFETY: `last` has the last `K` bytes of the text to read, and the last `K` bytes before
    // `end` are the room for them; by the caller's promise the two do not overlap; bytes need no
    // alignment.
    unsafe { ptr::copy_nonoverlapping(last, end.wrapping_sub(K), K) };
}

/// Returns the first and the last `K` bytes of a text. Panics if it has fewer.
#[inline]
fn ends<const K: usize>(text: &[u8]) -> ([u8; K], [u8; K]) {
    let bytes = "the text has `K` bytes";
    (
        *text.first_chunk().expect(bytes),
        *text.last_chunk().expect(bytes),
    )
}

/// Returns a text of up to `N` bytes, and bytes of any value behind it.
#[inline]
pub(crate) fn padded<const N: usize>(text: &[u8]) -> MaybeUninit<[u8; N]> {
    let mut bytes = MaybeUninit::<[u8; N]>::uninit();
    let start = bytes.as_mut_ptr().cast::<u8>();
    let n = text.len();
    assert!(n <= N);
    if n <= 16 {
        let words = words(text).map(u64::to_le);
        // SAFETY: two words are 16 bytes, of which at most `N` are copied to as many.
        unsafe { ptr::copy_nonoverlapping(words.as_ptr().cast(), start, N.min(16)) };
    } else {
        // SAFETY: the text has more than 16 bytes; `start` has room for `N`, which are no fewer.
        unsafe { copy_long(text, start, start.wrapping_add(n)) };
    }
    bytes
}

/// Returns a text of up to 16 bytes as two little-endian numbers, with zeros above it.
///
/// PERF: made in registers. An array that is filled by shorter moves, then loaded, stalls.
#[inline]
pub(crate) fn words(text: &[u8]) -> [u64; 2] {
    let n = text.len();
    debug_assert!(n <= 16);
    if n > 8 {
        let (first, last) = ends(text);
        let above = u64::from_le_bytes(last) >> (8 * (16 - n));
        [u64::from_le_bytes(first), above]
    } else if n >= 4 {
        let (first, last) = ends(text);
        let last = u64::from(u32::from_le_bytes(last)) << (8 * (n - 4));
        [u64::from(u32::from_le_bytes(first)) | last, 0]
    } else if n >= 2 {
        let (first, last) = ends(text);
        let last = u64::from(u16::from_le_bytes(last)) << (8 * (n - 2));
        [u64::from(u16::from_le_bytes(first)) | last, 0]
    } else {
        [text.first().map_or(0, |byte| u64::from(*byte)), 0]
    }
}

/// Returns `true` if two texts are equal.
#[inline]
pub(crate) fn equal(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    if left.len() > 32 {
        return left == right;
    }
    equal_short(left, right)
}

/// Returns `true` if two texts of the same length, of up to 32 bytes, are equal.
#[inline(never)]
fn equal_short(left: &[u8], right: &[u8]) -> bool {
    let n = left.len();
    if n >= 16 {
        equal_ends::<16>(left, right)
    } else if n >= 8 {
        equal_ends::<8>(left, right)
    } else if n >= 4 {
        equal_ends::<4>(left, right)
    } else if n >= 2 {
        equal_ends::<2>(left, right)
    } else {
        left.first() == right.first()
    }
}

/// Returns `true` if two texts of the same length, of more than 16 bytes, are equal.
#[inline]
pub(crate) fn equal_long(left: &[u8], right: &[u8]) -> bool {
    // PERF: from 33 bytes on, `memcmp` takes fewer instructions.
    if left.len() > 32 {
        return left == right;
    }
    assert!(left.len() > 16);
    equal_ends::<16>(left, right)
}

/// Returns `true` if two texts of the same length, of `K` to `2 * K` bytes, are equal.
#[inline]
fn equal_ends<const K: usize>(left: &[u8], right: &[u8]) -> bool {
    debug_assert!(left.len() >= K);
    left.first_chunk::<K>() == right.first_chunk() && left.last_chunk::<K>() == right.last_chunk()
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    fn text(len: usize) -> Vec<u8> {
        (1..=len).map(|byte| u8::try_from(byte).unwrap()).collect()
    }

    #[test]
    fn words_have_the_bytes_of_the_text_then_zeros() {
        for len in 0..=16 {
            let [first, last] = words(&text(len)).map(u64::to_le_bytes);
            let mut bytes = text(len);
            bytes.resize(16, 0);
            assert_eq!([first, last].concat(), bytes);
        }
    }

    #[test]
    fn a_copy_has_the_bytes_and_writes_no_other() {
        for len in 0..100 {
            let mut target = [MaybeUninit::new(0); 128];
            copy_to(&text(len), &mut target[7..7 + len]);
            // SAFETY: the array was initialised, and `copy_to` writes initialised bytes.
            let written = target.map(|byte| unsafe { byte.assume_init() });
            let expected = [&[0; 7], &*text(len), &[0; 128][..121 - len]].concat();
            assert_eq!(written[..], expected);
        }
    }

    #[test]
    fn texts_are_equal_if_all_their_bytes_are() {
        for len in 0..70 {
            let original = text(len);
            assert!(equal(&original, &text(len)));
            assert!(!equal(&original, &text(len + 1)));
            for index in 0..len {
                let mut changed = text(len);
                changed[index] ^= 0x80;
                assert!(!equal(&original, &changed));
            }
        }
    }
}
