//! Copies of short texts in a few instructions.
#![allow(unsafe_code)]

use core::ptr;

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
    // SAFETY: the text and the target have `K` bytes up to where each ends, and do not overlap.
    unsafe { ptr::copy_nonoverlapping(last, target.wrapping_add(tail), K) };
}
