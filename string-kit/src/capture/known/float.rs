//! The text of floats, without `core::fmt` where it can be proven, else by it.
//!
//! - An integer below 2^53 (`f32`: 2^24) is written as an integer. Floats of this size are at most
//!   1 apart. So no other decimal with as few digits stands for the same float: the integer is the
//!   shortest decimal, which is what `{}` writes.
//! - A value is written with up to 6 decimals (`f32`: 3) if `n / 10^6`, rounded, is the value, for
//!   an integer `n` of at most 15 digits (`f32`: 6). Both operands are exact, so the division is
//!   the one correct rounding of that decimal. Two decimals of at most 15 digits (`f64::DIGITS`)
//!   never stand for the same float. So the decimal, without trailing zeros, is the shortest one.
//! - All other floats go through `core::fmt`. The shortest digits of other crates are not std's:
//!   ryu and zmij write 8796093022208.0625 with the last digits 062, std with 063.
//!
//! PERF: a float with three decimals takes 89 callgrind instructions; by `core::fmt` 692.
#![allow(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "each number is small enough to be exact"
)]

use super::integer;
use crate::capture::buffer::{Cursor, ShortText};

macro_rules! float {
    (
        $float:ident: at most $max_len:literal bytes,
        integers below $integers:literal, $decimals:literal decimals, n below $limit:literal
    ) => {
        // SAFETY: no text has more bytes than `MAX_LEN`: a sign, `0.`, the zeros of the smallest
        // exponent, and the digits, which are fewer together.
        unsafe impl ShortText for $float {
            const MAX_LEN: usize = $max_len;
            type At = Cursor<$max_len>;

            #[inline(never)]
            fn write_at(self, to: Cursor<$max_len>) -> Cursor<0> {
                const SCALE: u64 = 10_u64.pow($decimals);
                const INTEGERS: $float = $integers;
                const LIMIT: $float = $limit;
                // A power of ten below 2^24 is exact.
                const FLOAT_SCALE: $float = SCALE as $float;

                let absolute = self.abs();
                // PERF: a NaN is not less either, so that one comparison sees both.
                #[expect(clippy::neg_cmp_op_on_partial_ord, reason = "a NaN is meant too")]
                if !(absolute < INTEGERS) {
                    return to.write_formatted(format_args!("{self}"));
                }
                // SAFETY: `absolute` is neither a NaN nor infinite, and below 2^53.
                let whole = unsafe { absolute.to_int_unchecked::<i64>() };
                if whole as $float == absolute {
                    let to: Cursor<36> = integer::write_sign(self.is_sign_negative(), to);
                    return integer::write_u64(whole.cast_unsigned(), to);
                }
                let scaled = absolute * FLOAT_SCALE + 0.5;
                if scaled < LIMIT {
                    // SAFETY: `scaled` is no NaN and below 10^15.
                    let n = unsafe { scaled.to_int_unchecked::<i64>() };
                    if n as $float / FLOAT_SCALE == absolute {
                        let n = n.cast_unsigned();
                        let digits: Cursor<20> = integer::write_sign(self.is_sign_negative(), to);
                        let point = integer::write_ten((n / SCALE) as u32, digits);
                        return write_fraction::<$decimals>((n % SCALE) as u32, point);
                    }
                }
                to.write_formatted(format_args!("{self}"))
            }
        }
    };
}

float! {
    f64: at most 344 bytes, integers below 9_007_199_254_740_992.0, 6 decimals, n below 1e15
}
float! {
    f32: at most 64 bytes, integers below 16_777_216.0, 3 decimals, n below 1e6
}

/// Writes a point and the digits of `fraction / 10^DECIMALS`, without trailing zeros. Returns the
/// end. `fraction` is below `10^DECIMALS` and not 0.
#[inline]
fn write_fraction<const DECIMALS: usize>(fraction: u32, to: Cursor<10>) -> Cursor<0> {
    const { assert!(DECIMALS == 3 || DECIMALS == 6) };
    let three = |n: u32| u64::from(integer::group(n % 1000) & 0xff_ffff);
    let digits = match DECIMALS {
        3 => three(fraction),
        _ => three(fraction / 1000) | three(fraction) << 24,
    };
    let text = digits << 8 | u64::from(b'.');
    // The digit 0 is the byte 0x30, so the low bits of the last byte that counts are the highest.
    let low_bits = digits << 8 & 0x0f0f_0f0f_0f0f_0f00;
    let len = 8 - low_bits.leading_zeros() as usize / 8;
    to.put(text.to_le_bytes(), len)
}
