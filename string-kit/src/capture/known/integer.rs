//! The digits of integers, written from left to right.
//!
//! A table holds the three digits of each number below 1,000, and how many are leading zeros. So
//! one load gives three digits, and the number of digits need not be counted before: the first
//! group is written without its leading zeros, each later group whole. Each store is of 4 bytes, of
//! which the last one is overwritten by the next store or is
//! [`SLACK`](crate::capture::buffer::SLACK).
//!
//! PERF: callgrind instructions a number, its loop included: a `u32` below 1,000 takes 20, a `u64`
//! of 13 digits 86; pairs of digits from a table of 200 bytes take 29 and 105, `itoa` 53 and 111,
//! `core::fmt` 225 and 278.

#![expect(
    clippy::cast_possible_truncation,
    reason = "each number is a remainder or a quotient that is small enough"
)]

use crate::capture::buffer::Cursor;

/// The three digits of each number below 1,000. The low five bits of the last byte are the length
/// of its leading zeros in bits, the high two bits the number of its other digits.
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

/// Returns the entry of `n`, below 1,000. Its first digit is in the low byte, which is stored
/// first.
#[inline]
pub(super) fn group(n: u32) -> u32 {
    u32::from_le_bytes(GROUPS[n as usize])
}

/// Writes `n`, which is below 1,000, without leading zeros, and returns the room behind it.
#[inline]
fn write_first<const ROOM: usize, const LEFT: usize>(n: u32, to: Cursor<ROOM>) -> Cursor<LEFT> {
    let group = group(n);
    // PERF: a shift takes the low five bits of its distance, so that the mask is free.
    let digits = group.wrapping_shr(group >> 24);
    to.put(digits.to_le_bytes(), (group >> 30) as usize)
}

/// Writes `n`, which is below 1,000, as three digits, and returns the room behind them.
#[inline]
fn write_three<const ROOM: usize, const LEFT: usize>(n: u32, to: Cursor<ROOM>) -> Cursor<LEFT> {
    to.put(group(n).to_le_bytes(), 3)
}

/// Writes `n`, which is below 10^9, as nine digits, and returns the room behind them.
#[inline]
fn write_nine<const ROOM: usize, const LEFT: usize>(n: u32, to: Cursor<ROOM>) -> Cursor<LEFT> {
    const { assert!(LEFT + 9 <= ROOM) };
    let thousands: Cursor<7> = write_three(n / 1_000_000, to.skip::<10>(0));
    let ones: Cursor<4> = write_three(n / 1000 % 1000, thousands);
    let _: Cursor<1> = write_three(n % 1000, ones);
    to.skip(9)
}

#[inline]
pub(super) fn write_sign<const ROOM: usize, const LEFT: usize>(
    is_negative: bool,
    to: Cursor<ROOM>,
) -> Cursor<LEFT> {
    // PERF: written in any case, without a branch; the digits follow over it.
    to.put(*b"-", usize::from(is_negative))
}

#[inline]
pub(super) fn write_u8(n: u8, to: Cursor<4>) -> Cursor<0> {
    write_first(u32::from(n), to)
}

#[inline]
pub(super) fn write_u32(n: u32, to: Cursor<20>) -> Cursor<0> {
    write_ten(n, to).skip(0)
}

/// Writes `n`, and returns the room behind its ten digits or fewer.
#[inline]
pub(super) fn write_ten(n: u32, to: Cursor<20>) -> Cursor<10> {
    if n < 1000 {
        return write_first(n, to);
    }
    write_long_u32(n, to)
}

#[inline(never)]
fn write_long_u32(n: u32, to: Cursor<20>) -> Cursor<10> {
    let (high, low) = (n / 1000, n % 1000);
    let to: Cursor<13> = if high < 1000 {
        write_first(high, to)
    } else {
        let (high, middle) = (high / 1000, high % 1000);
        let to: Cursor<16> = if high < 1000 {
            write_first(high, to)
        } else {
            let rest: Cursor<19> = to.put([b'0' + (high / 1000) as u8], 1);
            write_three(high % 1000, rest)
        };
        write_three(middle, to)
    };
    write_three(low, to)
}

#[inline]
pub(super) fn write_u64(n: u64, to: Cursor<36>) -> Cursor<0> {
    if n < 1000 {
        return write_first(n as u32, to);
    }
    write_long_u64(n, to)
}

#[inline(never)]
fn write_long_u64(n: u64, to: Cursor<36>) -> Cursor<0> {
    const E9: u64 = 1_000_000_000;
    let Ok(short) = u32::try_from(n) else {
        let (high, low) = (n / E9, n % E9);
        let to: Cursor<10> = if let Ok(high) = u32::try_from(high) {
            write_ten(high, to.skip(0))
        } else {
            let (high, middle) = (high / E9, high % E9);
            let rest: Cursor<19> = write_first(high as u32, to);
            write_nine(middle as u32, rest)
        };
        return write_nine(low as u32, to);
    };
    write_long_u32(short, to.skip(0)).skip(0)
}

#[inline]
pub(super) fn write_u128(n: u128, to: Cursor<55>) -> Cursor<0> {
    match u64::try_from(n) {
        Ok(n) => write_u64(n, to.skip(0)),
        Err(_) => write_long_u128(n, to),
    }
}

#[inline(never)]
fn write_long_u128(n: u128, to: Cursor<55>) -> Cursor<0> {
    // PERF: groups of 18 digits are two of nine; groups of 19 would need a division more.
    const E18: u128 = 1_000_000_000_000_000_000;
    let (high, low) = (n / E18, (n % E18) as u64);
    let to: Cursor<19> = if let Ok(high) = u64::try_from(high) {
        let end = write_u64(high, to.skip(0));
        to.skip(end.since(to))
    } else {
        let to: Cursor<37> = write_first((high / E18) as u32, to);
        write_eighteen((high % E18) as u64, to)
    };
    write_eighteen(low, to)
}

/// Writes `n`, which is below 10^18, as 18 digits, and returns the room behind them.
#[inline]
fn write_eighteen<const ROOM: usize, const LEFT: usize>(n: u64, to: Cursor<ROOM>) -> Cursor<LEFT> {
    let rest: Cursor<10> = write_nine((n / 1_000_000_000) as u32, to);
    let _: Cursor<0> = write_nine((n % 1_000_000_000) as u32, rest);
    to.skip(18)
}
