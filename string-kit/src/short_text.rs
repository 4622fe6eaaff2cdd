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
#![expect(
    clippy::inline_always,
    reason = "a constructor that calls one of them takes twice as many instructions as it does"
)]

use core::mem::MaybeUninit;
use core::ops::Range;
use core::{ptr, slice};

/// Tells the compiler to put the code around the call apart, so that a short text takes no jump.
#[cold]
#[inline]
pub(crate) fn uncommon() {}

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
    let first = text.first_chunk().expect(bytes);
    (*first, *text.last_chunk().expect(bytes))
}

/// Returns a text of up to `N` bytes, and bytes of any value behind it.
#[inline(always)]
pub(crate) fn padded<const N: usize>(text: &[u8]) -> MaybeUninit<[u8; N]> {
    let mut bytes = MaybeUninit::<[u8; N]>::uninit();
    let start = bytes.as_mut_ptr().cast::<u8>();
    let n = text.len();
    assert!(n <= N);
    if n <= 16 {
        let words = if n >= 8 {
            let (first, last) = ends(text);
            let [first, last] = [first, last].map(u64::from_le_bytes);
            // PERF: two shifts, since one by 64 bits would need a branch.
            let half = 4 * (16 - n);
            [first, last >> half >> half].map(u64::to_le)
        } else {
            words(text, 0).map(u64::to_le)
        };
        // SAFETY: two words are 16 bytes, of which at most `N` are copied to as many.
        unsafe { ptr::copy_nonoverlapping(words.as_ptr().cast(), start, N.min(16)) };
    } else if N <= 24 {
        // PERF: words too, so that the value is made in registers and stored where it is to be.
        let ((first, middle), (_, last)) = (ends(&text[..16]), ends(text));
        let [first, middle, last] = [first, middle, last].map(u64::from_le_bytes);
        let words = [first, middle, last >> (8 * (24 - n))].map(u64::to_le);
        // SAFETY: three words are 24 bytes, of which at most `N` are copied to as many.
        unsafe { ptr::copy_nonoverlapping(words.as_ptr().cast(), start, N.min(24)) };
    } else {
        // SAFETY: the text has more than 16 bytes; `start` has room for `N`, which are no fewer.
        unsafe { copy_long(text, start, start.wrapping_add(n)) };
    }
    bytes
}

/// Returns a text of up to 16 bytes as two little-endian numbers, with zeros above it. The second
/// number has `tag` too, unless the text has 16 bytes.
///
/// PERF: made in registers. An array that is filled by shorter moves, then loaded, stalls.
#[inline(always)]
pub(crate) fn words(text: &[u8], tag: u64) -> [u64; 2] {
    let n = text.len();
    debug_assert!(n <= 16);
    if n == 16 {
        let (first, last) = ends(text);
        [first, last].map(u64::from_le_bytes)
    } else if n >= 8 {
        if let Ok(bytes) = text.try_into() {
            return [u64::from_le_bytes(bytes), tag];
        }
        let (first, last) = ends(text);
        let above = u64::from_le_bytes(last) >> (8 * (16 - n));
        [u64::from_le_bytes(first), above | tag]
    } else if n >= 4 {
        let (first, last) = ends(text);
        let last = u64::from(u32::from_le_bytes(last)) << (8 * (n - 4));
        [u64::from(u32::from_le_bytes(first)) | last, tag]
    } else if n > 0 {
        // The first, the last and one between them: all that up to three bytes are.
        let byte = |at: usize| u64::from(text[at]) << (8 * at);
        [byte(0) | byte(n / 2) | byte(n - 1), tag]
    } else {
        [0, tag]
    }
}

#[inline(always)]
pub(crate) fn equal(left: &[u8], right: &[u8]) -> bool {
    let n = left.len();
    if n != right.len() {
        return false;
    }
    let [left, right] = [left, right].map(<[u8]>::as_ptr);
    // SAFETY: both texts have `n` bytes.
    if let Some(is_equal) = unsafe { equal_long(left, right, n) } {
        is_equal
    } else if n >= 8 {
        // SAFETY: both texts have `n` bytes, 8 to 16.
        unsafe { equal_ends::<8>(left, right, n) }
    } else if n >= 4 {
        // SAFETY: both texts have `n` bytes, 4 to 7.
        unsafe { equal_ends::<4>(left, right, n) }
    } else if n >= 2 {
        // SAFETY: both texts have `n` bytes, 2 or 3.
        unsafe { equal_ends::<2>(left, right, n) }
    } else {
        // SAFETY: both texts have `n` bytes, none or one.
        n == 0 || unsafe { equal_ends::<1>(left, right, n) }
    }
}

/// Returns whether two texts of `n` bytes are equal, or `None` if they have 16 bytes or fewer.
///
/// # Safety
///
/// Both pointers must be valid for reads of `n` initialised bytes.
#[inline]
pub(crate) unsafe fn equal_long(left: *const u8, right: *const u8, n: usize) -> Option<bool> {
    if n > 32 {
        // SAFETY: the caller promises that `n` bytes are readable; they need no alignment.
        let bytes = |text| unsafe { slice::from_raw_parts(text, n) };
        return Some(bytes(left) == bytes(right));
    }
    // SAFETY: there are `n` bytes, 17 to 32.
    (n > 16).then(|| unsafe { equal_ends::<16>(left, right, n) })
}

/// Returns `true` if two texts of `n` bytes are equal.
///
/// # Safety
///
/// Both pointers must be valid for reads of `n` initialised bytes, and `n` be `K` to `2 * K`.
#[inline]
unsafe fn equal_ends<const K: usize>(left: *const u8, right: *const u8, n: usize) -> bool {
    // SAFETY: the pointer is the text's or `n - K` bytes behind it, from where `K` bytes are
    // readable by the caller's promise; they need no alignment.
    let bytes = |start: *const u8| unsafe { &*start.cast::<[u8; K]>() };
    let last = |text: *const u8| bytes(text.wrapping_add(n - K));
    // PERF: without a branch between them.
    (bytes(left) == bytes(right)) & (last(left) == last(right))
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
            let [first, last] = words(&text(len), 0).map(u64::to_le_bytes);
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
