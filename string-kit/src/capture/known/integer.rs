//! The digits of integers, three at a time.
//!
//! A table holds the three digits of each number below 1,000, and how many are leading zeros. The
//! digits of a longer number are put together in a register of 128 bits, and written by one store.
//!
//! PERF: callgrind instructions a number, its loop included: a `u32` below 1,000 takes 20, a `u64`
//! of 13 digits 86; pairs of digits from a table of 200 bytes take 29 and 105, `itoa` 53 and 111,
//! `core::fmt` 225 and 278.
#![allow(unsafe_code)]

use crate::capture::buffer::put;

/// The three digits of each number below 1,000. The low five bits of the last byte are the length of
/// its leading zeros in bits, the high two bits the number of its other digits.
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
            shift | (len << 6),
        ];
        n += 1;
    }
    groups
};

/// 10 to the power of the number of digits that one register holds.
const REGISTER: u64 = 1_000_000_000_000_000;

/// Returns the entry of `n`. Its first digit is in the low byte.
///
/// # Panics
///
/// Panics if `n` is 1,000 or more; a caller that knows better pays no check.
#[inline]
pub(super) fn group(n: u32) -> u32 {
    u32::from_le_bytes(GROUPS[n as usize])
}

/// Writes a minus sign if the number is negative, and returns its end.
///
/// PERF: it is written in any case, without a branch; the digits follow over it.
///
/// # Safety
///
/// `to` must be valid for a write of one byte.
#[inline]
pub(super) unsafe fn write_sign(is_negative: bool, to: *mut u8) -> *mut u8 {
    // SAFETY: the caller's promise is the same.
    unsafe { put(*b"-", usize::from(is_negative), to) }
}

/// Writes the digits of a number below 1,000, and returns their end.
///
/// # Panics
///
/// Panics if `n` is 1,000 or more; a caller that knows better pays no check.
///
/// # Safety
///
/// `to` must be valid for writes of 4 bytes.
#[inline]
unsafe fn write_short(n: u32, to: *mut u8) -> *mut u8 {
    let group = group(n);
    // PERF: a shift takes the low five bits of its distance, so that the mask is free.
    let digits = group.wrapping_shr(group >> 24);
    // SAFETY: the caller promises 4 bytes.
    unsafe { put(digits.to_le_bytes(), (group >> 30) as usize, to) }
}

/// Writes the digits of `n`, and returns their end.
///
/// # Safety
///
/// `to` must be valid for writes of 16 bytes.
#[inline]
pub(super) unsafe fn write_u32(n: u32, to: *mut u8) -> *mut u8 {
    if n < 1000 {
        // SAFETY: 16 bytes are at least 4.
        return unsafe { write_short(n, to) };
    }
    // SAFETY: the caller promises 16 bytes.
    unsafe { write_digits(n.into(), to) }
}

/// Writes the digits of `n`, and returns their end.
///
/// # Safety
///
/// `to` must be valid for writes of 21 bytes.
#[inline]
pub(super) unsafe fn write_u64(n: u64, to: *mut u8) -> *mut u8 {
    if n < 1000 {
        #[expect(clippy::cast_possible_truncation, reason = "it is below 1,000")]
        // SAFETY: 21 bytes are at least 4.
        return unsafe { write_short(n as u32, to) };
    }
    // SAFETY: the caller's promise is the same.
    unsafe { write_long_u64(n, to) }
}

/// Writes the digits of a number from 1,000, and returns their end.
///
/// # Safety
///
/// The same as for [`write_u64`].
#[inline(never)]
unsafe fn write_long_u64(n: u64, to: *mut u8) -> *mut u8 {
    if n < REGISTER {
        // SAFETY: 21 bytes are at least 16.
        return unsafe { write_digits(n, to) };
    }
    // SAFETY: 21 bytes are at least 16.
    let to = unsafe { write_u32((n / REGISTER) as u32, to) };
    // SAFETY: 2^64 by 10^15 has 5 digits, so that 16 of 21 bytes are left.
    unsafe { put(all_digits(n % REGISTER).to_le_bytes(), 15, to) }
}

/// Writes what [`digits`] returns, and returns the end.
///
/// # Safety
///
/// `to` must be valid for writes of 16 bytes.
#[inline]
unsafe fn write_digits(n: u64, to: *mut u8) -> *mut u8 {
    let digits = digits(n);
    // SAFETY: the caller promises 16 bytes.
    unsafe { put(digits.to_le_bytes(), (digits >> 124) as usize, to) }
}

/// Writes the digits of `n`, and returns their end.
///
/// # Safety
///
/// `to` must be valid for writes of 40 bytes.
#[inline]
pub(super) unsafe fn write_u128(n: u128, to: *mut u8) -> *mut u8 {
    match u64::try_from(n) {
        // SAFETY: 40 bytes are at least 21.
        Ok(n) => unsafe { write_u64(n, to) },
        // SAFETY: the caller's promise is the same.
        Err(_) => unsafe { write_long_u128(n, to) },
    }
}

/// Writes the digits of a number from 10^15, and returns their end.
///
/// # Safety
///
/// `to` must be valid for writes of the digits of `n` and one byte more, and of 21 bytes.
#[inline(never)]
unsafe fn write_long_u128(n: u128, to: *mut u8) -> *mut u8 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a remainder is below 10^15"
    )]
    let (high, low) = (n / u128::from(REGISTER), (n % u128::from(REGISTER)) as u64);
    let to = match u64::try_from(high) {
        // SAFETY: 21 bytes, by the caller's promise.
        Ok(high) => unsafe { write_u64(high, to) },
        // SAFETY: the digits of `high` are some of those of `n`.
        Err(_) => unsafe { write_long_u128(high, to) },
    };
    // SAFETY: 15 digits are left, and one byte.
    unsafe { put(all_digits(low).to_le_bytes(), 15, to) }
}

/// Returns the digits of a number from 1,000 up to 10^15, the first in the lowest byte, and their
/// number in the highest four bits.
#[inline(never)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "quotients and remainders are small"
)]
fn digits(n: u64) -> u128 {
    if n < 1_000_000 {
        let (first, last) = (group(n as u32 / 1000), group(n as u32 % 1000));
        let text = u64::from(first & 0xff_ffff) | u64::from(last & 0xff_ffff) << 24;
        return u128::from(text >> (first >> 24 & 31)) | u128::from(3 + (first >> 30)) << 124;
    }
    let (high, low) = ((n / 1_000_000_000) as u32, (n % 1_000_000_000) as u32);
    if high == 0 {
        let first = group(low / 1_000_000);
        return nine_digits(low) >> (first >> 24 & 31) | u128::from(6 + (first >> 30)) << 124;
    }
    let text = u128::from(six_digits(high)) | nine_digits(low) << 48;
    // The digit 0 is the byte 0x30. The first six digits are not all 0.
    let zeros = (text as u64 & 0x0f0f_0f0f_0f0f).trailing_zeros() & 0x38;
    text >> zeros | u128::from(15 - zeros / 8) << 124
}

/// Returns 15 digits of a number below 10^15, the first in the lowest byte.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "quotients and remainders are small"
)]
fn all_digits(n: u64) -> u128 {
    let (high, low) = ((n / 1_000_000_000) as u32, (n % 1_000_000_000) as u32);
    u128::from(six_digits(high)) | nine_digits(low) << 48
}

/// Returns six digits of a number below 10^6.
#[inline]
fn six_digits(n: u32) -> u64 {
    three(n / 1000 % 1000) | three(n % 1000) << 24
}

/// Returns nine digits of a number below 10^9.
#[inline]
fn nine_digits(n: u32) -> u128 {
    u128::from(three(n / 1_000_000 % 1000)) | u128::from(six_digits(n % 1_000_000)) << 24
}

/// Returns three digits of a number below 1,000.
#[inline]
fn three(n: u32) -> u64 {
    u64::from(group(n) & 0xff_ffff)
}
