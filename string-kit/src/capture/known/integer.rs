//! The digits of integers, written from left to right.
//!
//! A table holds the three digits of each number below 1,000, and how many are leading zeros. So
//! one load gives three digits, and the number of digits need not be counted before: the first group
//! is written without its leading zeros, each later group whole. Each store is of 4 bytes, of which
//! the last one is overwritten by the next store or is [`SLACK`](crate::capture::buffer::SLACK).
//!
//! PERF: callgrind instructions a number, its loop included: a `u32` below 1,000 takes 20, a `u64`
//! of 13 digits 86; pairs of digits from a table of 200 bytes take 29 and 105, `itoa` 53 and 111,
//! `core::fmt` 225 and 278.
#![allow(unsafe_code)]

use core::hint::assert_unchecked;

use crate::capture::buffer::put;

/// The three digits of each number below 1,000. The low five bits of the last byte are the length of
/// its leading zeros in bits, the high three bits the number of its other digits.
static GROUPS: [[u8; 4]; 1000] = {
    let mut groups = [[0; 4]; 1000];
    let mut n = 0;
    while n < 1000 {
        let zeros = (n < 10) as u8 + (n < 100) as u8;
        let (shift, len) = (8 * zeros, 3 - zeros);
        #[expect(clippy::cast_possible_truncation, reason = "each is a digit")]
        let digits = [(n / 100) as u8, (n / 10 % 10) as u8, (n % 10) as u8];
        groups[n] = [
            b'0' + digits[0],
            b'0' + digits[1],
            b'0' + digits[2],
            shift | (len << 5),
        ];
        n += 1;
    }
    groups
};

/// Returns the entry of `n`. Its first digit is in the low byte, which is stored first.
///
/// # Panics
///
/// Panics if `n` is 1,000 or more; a caller that knows better pays no check.
#[inline]
pub(super) fn group(n: u32) -> u32 {
    u32::from_le_bytes(GROUPS[n as usize])
}

/// Writes `n` without leading zeros, and returns the end.
///
/// # Safety
///
/// `n` must be below 1,000, and `to` valid for a write of 4 bytes.
#[inline]
unsafe fn write_first(n: u32, to: *mut u8) -> *mut u8 {
    // SAFETY: the caller promises it.
    unsafe { assert_unchecked(n < 1000) };
    let group = group(n);
    // PERF: a shift takes the low five bits of its distance, so that the mask is free.
    let digits = group.wrapping_shr(group >> 24);
    // SAFETY: `to` is valid for a write of 4 bytes, by the caller's promise.
    unsafe { put(digits.to_le_bytes(), (group >> 29) as usize, to) }
}

/// Writes `n` as three digits, and returns the end.
///
/// # Safety
///
/// `n` must be below 1,000, and `to` valid for a write of 4 bytes.
#[inline]
unsafe fn write_three(n: u32, to: *mut u8) -> *mut u8 {
    // SAFETY: the caller promises it.
    unsafe { assert_unchecked(n < 1000) };
    // SAFETY: `to` is valid for a write of 4 bytes, by the caller's promise.
    unsafe { put(group(n).to_le_bytes(), 3, to) }
}

/// Writes `n` as nine digits, and returns the end.
///
/// # Safety
///
/// `n` must be below 10^9, and `to` valid for a write of 10 bytes.
#[inline]
unsafe fn write_nine(n: u32, to: *mut u8) -> *mut u8 {
    // SAFETY: a number below 10^9 by 10^6 is below 1,000; 10 bytes are at least 4.
    let to = unsafe { write_three(n / 1_000_000, to) };
    // SAFETY: the remainder is below 1,000; 3 of the 10 bytes are used, so that 7 are left.
    let to = unsafe { write_three(n / 1000 % 1000, to) };
    // SAFETY: the remainder is below 1,000; 6 of the 10 bytes are used, so that 4 are left.
    unsafe { write_three(n % 1000, to) }
}

/// Writes a minus sign, and returns its end, or `to` if the number is not negative.
///
/// # Safety
///
/// `to` must be valid for a write of one byte.
#[inline]
pub(super) unsafe fn write_sign(is_negative: bool, to: *mut u8) -> *mut u8 {
    // PERF: written in any case, without a branch; the digits follow over it.
    // SAFETY: the caller's promise is the same.
    unsafe { put(*b"-", usize::from(is_negative), to) }
}

/// Writes `n`, and returns the end.
///
/// # Safety
///
/// `to` must be valid for a write of 4 bytes.
#[inline]
pub(super) unsafe fn write_u8(n: u8, to: *mut u8) -> *mut u8 {
    // SAFETY: a `u8` is below 1,000; the caller promises the bytes.
    unsafe { write_first(u32::from(n), to) }
}

/// Writes `n`, and returns the end.
///
/// # Safety
///
/// `to` must be valid for a write of 6 bytes if `n` has 5 digits or fewer, else of 13.
#[inline]
pub(super) unsafe fn write_u32(n: u32, to: *mut u8) -> *mut u8 {
    if n < 1000 {
        // SAFETY: `n` is below 1,000; the caller promises 6 bytes.
        return unsafe { write_first(n, to) };
    }
    // SAFETY: the caller's promise is the same.
    unsafe { write_long_u32(n, to) }
}

/// Writes a number of any length, and returns the end.
///
/// # Safety
///
/// The same as for [`write_u32`].
#[inline(never)]
unsafe fn write_long_u32(n: u32, to: *mut u8) -> *mut u8 {
    let (high, low) = (n / 1000, n % 1000);
    let to = if high < 1000 {
        // SAFETY: `high` is below 1,000; 6 bytes are at least 4.
        unsafe { write_first(high, to) }
    } else {
        let (high, middle) = (high / 1000, high % 1000);
        let to = if high < 1000 {
            // SAFETY: `high` is below 1,000; `n` has 7 digits or more, so that there are 13 bytes.
            unsafe { write_first(high, to) }
        } else {
            // SAFETY: a `u32` by 10^9 is below 1,000; there are 13 bytes.
            let to = unsafe { write_first(high / 1000, to) };
            // SAFETY: the remainder is below 1,000; 1 of 13 bytes is used.
            unsafe { write_three(high % 1000, to) }
        };
        // SAFETY: `middle` is a remainder below 1,000; at most 4 of 13 bytes are used.
        unsafe { write_three(middle, to) }
    };
    // SAFETY: `low` is a remainder below 1,000. Up to here the text has the digits of `n / 1000`: at
    // most 2 of 6 bytes, or 7 of 13.
    unsafe { write_three(low, to) }
}

/// Writes `n`, and returns the end.
///
/// # Safety
///
/// `to` must be valid for a write of 23 bytes.
#[inline]
pub(super) unsafe fn write_u64(n: u64, to: *mut u8) -> *mut u8 {
    if n < 1000 {
        #[expect(clippy::cast_possible_truncation, reason = "it is below 1,000")]
        // SAFETY: `n` is below 1,000; 23 bytes are at least 4.
        return unsafe { write_first(n as u32, to) };
    }
    // SAFETY: the caller's promise is the same.
    unsafe { write_long_u64(n, to) }
}

/// Writes a number of any length, and returns the end.
///
/// # Safety
///
/// The same as for [`write_u64`].
#[inline(never)]
unsafe fn write_long_u64(n: u64, to: *mut u8) -> *mut u8 {
    const E9: u64 = 1_000_000_000;
    let Ok(short) = u32::try_from(n) else {
        let (high, low) = (n / E9, n % E9);
        let to = if let Ok(high) = u32::try_from(high) {
            // SAFETY: 23 bytes are at least 13.
            unsafe { write_u32(high, to) }
        } else {
            let (high, middle) = (high / E9, high % E9);
            #[expect(clippy::cast_possible_truncation, reason = "2^64 by 10^18 is 18")]
            // SAFETY: 2^64 by 10^18 is below 1,000; 23 bytes are at least 4.
            let to = unsafe { write_first(high as u32, to) };
            #[expect(clippy::cast_possible_truncation, reason = "it is below 10^9")]
            // SAFETY: a remainder below 10^9; 2 of 23 bytes are used.
            unsafe {
                write_nine(middle as u32, to)
            }
        };
        #[expect(clippy::cast_possible_truncation, reason = "it is below 10^9")]
        // SAFETY: a remainder below 10^9. Up to here the text has the digits of `n / 10^9`: at most
        // 11 of 23 bytes.
        return unsafe { write_nine(low as u32, to) };
    };
    // SAFETY: 23 bytes are at least 13.
    unsafe { write_long_u32(short, to) }
}

/// Writes `n`, and returns the end.
///
/// # Safety
///
/// `to` must be valid for a write of 42 bytes.
#[inline]
pub(super) unsafe fn write_u128(n: u128, to: *mut u8) -> *mut u8 {
    match u64::try_from(n) {
        // SAFETY: 42 bytes are at least 23.
        Ok(n) => unsafe { write_u64(n, to) },
        // SAFETY: the caller's promise is the same.
        Err(_) => unsafe { write_long_u128(n, to) },
    }
}

/// Writes a number of more than 64 bits, and returns the end.
///
/// # Safety
///
/// The same as for [`write_u128`].
#[inline(never)]
unsafe fn write_long_u128(n: u128, to: *mut u8) -> *mut u8 {
    // PERF: groups of 18 digits are two of nine; groups of 19 would need a division more.
    const E18: u128 = 1_000_000_000_000_000_000;
    let (high, low) = (n / E18, (n % E18) as u64);
    let to = if let Ok(high) = u64::try_from(high) {
        // SAFETY: 42 bytes are at least 23.
        unsafe { write_u64(high, to) }
    } else {
        #[expect(clippy::cast_possible_truncation, reason = "2^128 by 10^36 is 340")]
        let (high, middle) = ((high / E18) as u64, (high % E18) as u64);
        // SAFETY: 42 bytes are at least 23.
        let to = unsafe { write_u64(high, to) };
        // SAFETY: a remainder below 10^18; 3 of 42 bytes are used.
        unsafe { write_eighteen(middle, to) }
    };
    // SAFETY: a remainder below 10^18. Up to here the text has the digits of `n / 10^18`: at most 21
    // of 42 bytes.
    unsafe { write_eighteen(low, to) }
}

/// Writes `n` as 18 digits, and returns the end.
///
/// # Safety
///
/// `n` must be below 10^18, and `to` valid for a write of 19 bytes.
#[inline]
unsafe fn write_eighteen(n: u64, to: *mut u8) -> *mut u8 {
    #[expect(clippy::cast_possible_truncation, reason = "both are below 10^9")]
    let (high, low) = ((n / 1_000_000_000) as u32, (n % 1_000_000_000) as u32);
    // SAFETY: `high` is below 10^9, since `n` is below 10^18; 19 bytes are at least 10.
    let to = unsafe { write_nine(high, to) };
    // SAFETY: `low` is a remainder below 10^9; 9 of 19 bytes are used.
    unsafe { write_nine(low, to) }
}
