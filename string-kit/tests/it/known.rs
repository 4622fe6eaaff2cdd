//! Values that capture writes without `core::fmt`: each text is compared with that of `to_string`.

use std::borrow::Cow;
use std::fmt::{Debug, Display};
use std::rc::Rc;
use std::sync::Arc;

use string_kit::{CapturedStr, StringBuf, ToText};

use crate::inbox::Random;
use crate::typed::Tagged;

/// The number of random values for each type: two million in an optimised build, as in
/// .ci/memcheck.
const RANDOM: u64 = if cfg!(miri) {
    100
} else if cfg!(debug_assertions) {
    20_000
} else {
    2_000_000
};

/// Has room for the longest text of a float.
type Buf = StringBuf<352>;

#[track_caller]
fn check<T: Display + Debug + ?Sized>(value: &T) {
    assert_eq!(Buf::capture(value), value.to_string(), "{value:?}");
    assert_eq!(value.to_text::<Buf>(), value.to_string(), "{value:?}");
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "any number will do"
)]
#[track_caller]
fn check_integers(n: u128) {
    check(&n);
    check(&(n as i128));
    check(&(n as u64));
    check(&(n as i64));
    check(&(n as u32));
    check(&(n as i32));
    check(&(n as usize));
    check(&(n as isize));
}

#[test]
fn integers_of_16_bits() {
    let step = if cfg!(miri) { 251 } else { 1 };
    for n in (0..=u16::MAX).step_by(step) {
        check(&n);
        check(&n.cast_signed());
        let [low, _] = n.to_le_bytes();
        check(&low);
        check(&low.cast_signed());
        check(&(u32::from(n) * 65_521));
    }
}

#[test]
fn integers_of_any_length() {
    let mut random = Random::new(1);
    for _ in 0..RANDOM {
        let wide = u128::from(random.next()) << 64 | u128::from(random.next());
        check_integers(wide >> (random.next() % 128));
    }
}

#[test]
fn integers_next_to_powers_of_ten_and_limits() {
    for power in (0..39).map(|exponent| 10_u128.pow(exponent)) {
        for n in power.saturating_sub(2)..=power + 2 {
            check_integers(n);
            check_integers(n.wrapping_neg());
        }
    }
    for bits in 0..=128 {
        let limit = 1_u128.checked_shl(bits).unwrap_or(0);
        check_integers(limit);
        check_integers(limit.wrapping_sub(1));
    }
}

#[test]
fn characters_and_booleans() {
    check(&true);
    check(&false);
    let step = if cfg!(miri) { 65_537 } else { 101 };
    for c in ('\0'..=char::MAX).step_by(step) {
        check(&c);
    }
    for c in "\u{7f}\u{80}\u{7ff}\u{800}\u{d7ff}\u{e000}\u{ffff}\u{10000}".chars() {
        check(&c);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "any number will do")]
#[track_caller]
fn check_floats(value: f64) {
    check(&value);
    check(&-value);
    check(&(value as f32));
    check(&-(value as f32));
}

#[test]
fn floats_of_every_class() {
    for value in [
        0.0,
        f64::NAN,
        f64::INFINITY,
        f64::MAX,
        f64::MIN_POSITIVE,
        f64::from(f32::MAX),
        f64::from(f32::MIN_POSITIVE),
        5e-324,
        // The largest subnormal number.
        f64::from_bits((1 << 52) - 1),
        1e15,
        1e16,
        1e21,
        1e-6,
        5e-7,
        1e-7,
        0.1 + 0.2,
        999_999_999.999_999,
        // This is 8796093022208.0625, a tie: other algorithms write 062 at the end.
        8_796_093_022_208.063,
    ] {
        check_floats(value);
    }
}

/// Both ends of each exponent, and what lies next to them.
#[test]
fn floats_at_both_ends_of_each_exponent() {
    let step = if cfg!(miri) { 97 } else { 1 };
    let mantissas = |bits: u32| {
        let (end, half) = (1_u64 << bits, 1 << (bits - 1));
        [0, 1, 2, 3, end - 1, end - 2, half, half + 1]
    };
    for exponent in (0..=0x7ff_u64).step_by(step) {
        for mantissa in mantissas(52) {
            check_floats(f64::from_bits(exponent << 52 | mantissa));
        }
    }
    for exponent in (0..=0xff_u32).step_by(step) {
        for mantissa in mantissas(23) {
            let bits = exponent << 23 | u32::try_from(mantissa).unwrap();
            check(&f32::from_bits(bits));
            check(&-f32::from_bits(bits));
        }
    }
}

#[test]
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "any number will do"
)]
fn floats_of_any_size() {
    let mut random = Random::new(7);
    for i in 0..RANDOM {
        let n = random.next();
        let value = match i % 6 {
            // Any bits.
            0 => f64::from_bits(n),
            // Up to nine decimals.
            1 => (n % 10_000_000) as f64 / 10_f64.powi((random.next() % 10) as i32),
            // Integers of any length.
            2 => (n >> (random.next() % 64)) as f64,
            // Between 0 and 1.
            3 => (n >> 11) as f64 / (1_u64 << 53) as f64,
            // Any number of binary places: ties among them.
            4 => (n >> 11) as f64 / (1_u64 << (random.next() % 64)) as f64,
            // Sixteenths behind 2^43: 17 digits that end in 5.
            _ => (1_u64 << 43) as f64 + (n % (1 << 40)) as f64 / 16.0,
        };
        check(&value);
        check(&(value as f32));
        check(&f32::from_bits(n as u32));
    }
}

/// Neighbours of decimals: they differ from the decimal by one bit, and have many more digits.
#[test]
#[expect(clippy::cast_precision_loss, reason = "any number will do")]
fn floats_next_to_decimals() {
    let mut random = Random::new(3);
    for _ in 0..RANDOM {
        let decimal = (random.next() % 1_000_000_000_000_000) as f64 / 1e6;
        for value in [decimal.next_down(), decimal, decimal.next_up()] {
            check(&value);
        }
        let decimal = (random.next() % 1_000_000) as f32 / 1e3;
        for value in [decimal.next_down(), decimal, decimal.next_up()] {
            check(&value);
        }
    }
}

#[test]
fn values_behind_references() {
    macro_rules! check {
        ($($value:expr),* $(,)?) => {$(
            let value = $value;
            check(&value);
            check(&&value);
            check(&&&value);
            check(&&&&value);
        )*};
    }
    // Lifetimes shorter than `'static` make no difference.
    let owned = String::from("text");
    let local: &str = &owned;
    check!(
        local,
        owned.clone(),
        Cow::Borrowed(local),
        Cow::<str>::Owned(owned.clone())
    );
    check!(
        <Box<str>>::from(local),
        <Arc<str>>::from(local),
        <Rc<str>>::from(local)
    );
    check!(
        true, 'x', 1_u8, 2_u16, 3_u32, 4_u64, 5_u128, 6_usize, 1.5_f32, 2.5_f64
    );
    check!(-1_i8, -2_i16, -3_i32, -4_i64, -5_i128, -6_isize);
    check!(format_args!("{:>3}", 1));
    check(local);
}

#[test]
fn a_value_with_a_display_of_its_own_is_formatted() {
    let tagged = Tagged("t".into());
    assert_eq!(Buf::capture(&tagged), "<t>");
    assert_eq!(Buf::capture(&&tagged), "<t>");
    assert_eq!(Buf::capture(&1 as &dyn Display), "1");
    assert_eq!(Buf::capture(&(&tagged as &dyn Display)), "<t>");
}
