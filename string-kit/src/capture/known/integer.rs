//! The digits of integers, three at a time.
//!
//! A table holds the three digits of each number below 1,000, and how many are leading zeros. The
//! digits of a longer number are put together in a register of 128 bits, and written by one store: so
//! no code here needs to know where the text goes.
//!
//! PERF: callgrind instructions a number, its loop included: a `u32` below 1,000 takes 20, a `u64`
//! of 13 digits 86; pairs of digits from a table of 200 bytes take 29 and 105, `itoa` 53 and 111,
//! `core::fmt` 225 and 278.

use crate::capture::cursor::{Cursor, Full};

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

/// Appends a minus sign if the number is negative.
///
/// PERF: it is written in any case, without a branch; the digits follow over it.
#[inline]
pub(super) fn write_sign(is_negative: bool, to: &mut Cursor<'_>) -> Result<(), Full> {
    to.put(*b"-", usize::from(is_negative))
}

/// Appends the digits of `n`.
#[inline]
pub(super) fn write_u32(n: u32, to: &mut Cursor<'_>) -> Result<(), Full> {
    if n < 1000 {
        let group = group(n);
        // PERF: a shift takes the low five bits of its distance, so that the mask is free.
        let digits = group.wrapping_shr(group >> 24);
        return to.put(digits.to_le_bytes(), (group >> 29 & 3) as usize);
    }
    put(digits(n.into()), to)
}

/// Appends the digits of `n`.
#[inline]
pub(super) fn write_u64(n: u64, to: &mut Cursor<'_>) -> Result<(), Full> {
    match u32::try_from(n) {
        Ok(short) if short < 1000 => return write_u32(short, to),
        _ => {}
    }
    if n >= REGISTER {
        #[expect(clippy::cast_possible_truncation, reason = "2^64 by 10^15 is 18,446")]
        write_u32((n / REGISTER) as u32, to)?;
        return to.put(all_digits(n % REGISTER).to_le_bytes(), 15);
    }
    put(digits(n), to)
}

/// Appends the digits of `n`.
#[inline]
pub(super) fn write_u128(n: u128, to: &mut Cursor<'_>) -> Result<(), Full> {
    match u64::try_from(n) {
        Ok(n) => write_u64(n, to),
        Err(_) => write_long_u128(n, to),
    }
}

#[inline(never)]
fn write_long_u128(n: u128, to: &mut Cursor<'_>) -> Result<(), Full> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a remainder is below 10^15"
    )]
    let (high, low) = (n / u128::from(REGISTER), (n % u128::from(REGISTER)) as u64);
    write_u128(high, to)?;
    to.put(all_digits(low).to_le_bytes(), 15)
}

/// Appends what `digits` returned.
#[inline]
fn put(digits: u128, to: &mut Cursor<'_>) -> Result<(), Full> {
    to.put(digits.to_le_bytes(), (digits >> 120 & 15) as usize)
}

/// Returns the digits of a number from 1,000 up to 10^15, the first in the lowest byte, and their
/// number in the highest byte.
#[inline(never)]
fn digits(n: u64) -> u128 {
    let (mut rest, mut text, mut len) = (n, 0, 0);
    while rest >= 1000 {
        text = text << 24 | three(rest);
        rest /= 1000;
        len += 3;
    }
    #[expect(clippy::cast_possible_truncation, reason = "it is below 1,000")]
    let first = group(rest as u32);
    let text = text << 24 | u128::from(first & 0xff_ffff);
    (text >> (first >> 24 & 31)) | u128::from(len + (first >> 29)) << 120
}

/// Returns 15 digits of a number, the first in the lowest byte.
#[inline(never)]
fn all_digits(n: u64) -> u128 {
    let (mut rest, mut text) = (n, 0);
    for _ in 0..5 {
        text = text << 24 | three(rest);
        rest /= 1000;
    }
    text
}

/// Returns the last three digits of a number.
#[inline]
fn three(n: u64) -> u128 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a remainder is below 1,000"
    )]
    let group = group((n % 1000) as u32);
    u128::from(group & 0xff_ffff)
}
