//! Copies of short texts in a few instructions.
#![allow(unsafe_code)]

use core::ptr;

/// Copies a text, a short one by two moves that may overlap.
///
/// # Safety
///
/// `target` is valid for writes of as many bytes as the text has, and is not in it.
#[inline]
pub(crate) unsafe fn copy_text(text: &[u8], target: *mut u8) {
    match text.len() {
        0 => {}
        // SAFETY: 1 byte; `target` as for this function, here and below.
        1 => unsafe { copy_ends::<1>(text, target) },
        // SAFETY: 2 or 3 bytes.
        2..4 => unsafe { copy_ends::<2>(text, target) },
        // SAFETY: 4 to 7 bytes.
        4..8 => unsafe { copy_ends::<4>(text, target) },
        // SAFETY: 8 to 16 bytes.
        8..=16 => unsafe { copy_ends::<8>(text, target) },
        // SAFETY: 17 to 32 bytes.
        17..=32 => unsafe { copy_ends::<16>(text, target) },
        // SAFETY: 33 to 64 bytes.
        33..=64 => unsafe { copy_ends::<32>(text, target) },
        // SAFETY: the text is readable, `target` is writable for as many bytes, and they are apart.
        n => unsafe { ptr::copy_nonoverlapping(text.as_ptr(), target, n) },
    }
}

/// Copies a text of `K` to `2 * K` bytes as its first and its last `K` bytes, which may overlap.
///
/// # Safety
///
/// The text has `K` to `2 * K` bytes; `target` is valid for writes of as many, and is not in it.
#[inline]
pub(crate) unsafe fn copy_ends<const K: usize>(text: &[u8], target: *mut u8) {
    let tail = text.len() - K;
    let (first, last) = (text.as_ptr(), text.as_ptr().wrapping_add(tail));
    // SAFETY: the text and the target have `K` bytes and more, and do not overlap.
    unsafe { ptr::copy_nonoverlapping(first, target, K) };
    // SAFETY: as above, for the `K` bytes that end where the text ends.
    unsafe { ptr::copy_nonoverlapping(last, target.wrapping_add(tail), K) };
}
