//! The text of floats, without `core::fmt` where it can be proven, else by it.
//!
//! - An integer below 2^53 (`f32`: 2^24) is written as an integer. Floats of this size are at most 1
//!   apart. So no other decimal with as few digits stands for the same float: the integer is the
//!   shortest decimal, which is what `{}` writes.
//! - A value is written with up to 6 decimals (`f32`: 3) if `n / 10^6`, rounded, is the value, for an
//!   integer `n` of at most 15 digits (`f32`: 6). Both operands are exact, so the division is the one
//!   correct rounding of that decimal. Two decimals of at most 15 digits (`f64::DIGITS`) never stand
//!   for the same float. So the decimal, without trailing zeros, is the shortest one.
//! - All other floats go through `core::fmt`. The shortest digits of other crates are not std's: ryu
//!   and zmij write 8796093022208.0625 with the last digits 062, std with 063.
//!
//! PERF: a float with three decimals takes 89 callgrind instructions; by `core::fmt` 692.
#![allow(unsafe_code)]

use core::fmt::{self, Write};

use super::integer;
use crate::capture::cursor::Room;

/// The largest length of a text in bytes: a sign, `0.`, the zeros of the smallest exponent, and the
/// digits, which are fewer together.
pub(super) const MAX_LEN: usize = 344;

macro_rules! float {
    (
        $(#[$doc:meta])* $write:ident($float:ident), $write_formatted:ident,
        integers below $integers:literal, $decimals:literal decimals, n below $limit:literal
    ) => {
        $(#[$doc])*
        ///
        /// PERF: each call is in its last place, so that no registers are saved.
        #[inline(never)]
        pub(super) fn $write(value: $float, room: Room<'_>) -> Option<Room<'_>> {
            const SCALE: u64 = 10_u64.pow($decimals);
            const INTEGERS: $float = $integers;
            const LIMIT: $float = $limit;
            // A power of ten below 2^24 is exact.
            #[expect(clippy::cast_precision_loss)]
            const FLOAT_SCALE: $float = SCALE as $float;

            let absolute = value.abs();
            // PERF: a NaN is not less either, so that one comparison sees both.
            #[expect(clippy::neg_cmp_op_on_partial_ord, reason = "a NaN is meant too")]
            if !(absolute < INTEGERS) {
                return $write_formatted(value, room);
            }
            // SAFETY: `absolute` is neither a NaN nor infinite, and below 2^53.
            let whole = unsafe { absolute.to_int_unchecked::<i64>() }.cast_unsigned();
            let signed = integer::write_sign(value.is_sign_negative(), room)?;
            #[expect(clippy::cast_precision_loss, clippy::float_cmp, reason = "an integer is exact")]
            if whole as $float == absolute {
                return integer::write_whole(whole, signed);
            }
            let scaled = absolute * FLOAT_SCALE + 0.5;
            if scaled < LIMIT {
                // SAFETY: `scaled` is no NaN, and below 10^15.
                let n = unsafe { scaled.to_int_unchecked::<i64>() }.cast_unsigned();
                #[expect(clippy::cast_precision_loss, clippy::float_cmp, reason = "an integer is exact")]
                if n as $float / FLOAT_SCALE == absolute {
                    return write_decimals::<$decimals>(n / SCALE, (n % SCALE) as u32, signed);
                }
            }
            $write_formatted(value, room)
        }

        #[cold]
        #[inline(never)]
        fn $write_formatted(value: $float, room: Room<'_>) -> Option<Room<'_>> {
            write_formatted(format_args!("{value}"), room)
        }
    };
}

float! {
    /// Appends the text that `{}` writes.
    write_f64(f64), write_formatted_f64,
    integers below 9_007_199_254_740_992.0, 6 decimals, n below 1e15
}
float! {
    /// Appends the text that `{}` writes.
    write_f32(f32), write_formatted_f32,
    integers below 16_777_216.0, 3 decimals, n below 1e6
}

/// Appends a number with decimals.
#[inline]
fn write_decimals<const DECIMALS: usize>(
    whole: u64,
    fraction: u32,
    room: Room<'_>,
) -> Option<Room<'_>> {
    if whole < 1000 {
        let room = integer::write_u64(whole, room)?;
        return write_fraction::<DECIMALS>(fraction, room);
    }
    write_long_decimals::<DECIMALS>(whole, fraction, room)
}

#[inline(never)]
fn write_long_decimals<const DECIMALS: usize>(
    whole: u64,
    fraction: u32,
    room: Room<'_>,
) -> Option<Room<'_>> {
    let room = integer::write_whole(whole, room)?;
    write_fraction::<DECIMALS>(fraction, room)
}

/// Appends a point and the digits of `fraction / 10^DECIMALS`, without trailing zeros. `fraction` is
/// below 10^DECIMALS.
#[inline]
fn write_fraction<const DECIMALS: usize>(fraction: u32, room: Room<'_>) -> Option<Room<'_>> {
    const { assert!(DECIMALS == 3 || DECIMALS == 6) };
    let digits = |n: u32| u64::from(integer::group(n % 1000) & 0xff_ffff);
    let digits = match DECIMALS {
        3 => digits(fraction),
        _ => digits(fraction / 1000) | digits(fraction) << 24,
    };
    let text = digits << 8 | u64::from(b'.');
    // The digit 0 is the byte 0x30, so the low bits of the last byte that counts are the highest.
    let low_bits = digits << 8 & 0x0f0f_0f0f_0f0f_0f00;
    let len = 8 - low_bits.leading_zeros() as usize / 8;
    room.put(text.to_le_bytes(), len)
}

/// Appends a text by `core::fmt`.
#[cold]
#[inline(never)]
fn write_formatted<'a>(text: fmt::Arguments<'_>, room: Room<'a>) -> Option<Room<'a>> {
    struct Writer<'a>(Room<'a>);
    impl Write for Writer<'_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 = self.0.copy(text.as_bytes()).ok_or(fmt::Error)?;
            Ok(())
        }
    }
    let mut writer = Writer(room);
    writer.write_fmt(text).ok()?;
    Some(writer.0)
}
