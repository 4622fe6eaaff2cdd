//! The capture of values by a type under examination.

use core::fmt::{Debug, Display};

use crate::slot::Value;
use crate::verdict::Outcome;

/// A way to capture a value of any type.
///
/// Crates have special code for some types of values, such as numbers, so a capture is generic over
/// the value. A closure cannot be generic; hence this trait.
///
/// ```
/// use std::fmt::Display;
/// use string_kit_conformance::Capture;
///
/// struct ToString;
/// impl Capture<String> for ToString {
///     fn capture<D: Display>(value: &D) -> String {
///         value.to_string()
///     }
/// }
/// assert_eq!(ToString::capture(&1.5), "1.5");
/// ```
pub trait Capture<S> {
    /// Captures a value, at the cost of the type under examination.
    ///
    /// # Panics
    ///
    /// May panic if the value's `Display` returns an error.
    fn capture<D: Display>(value: &D) -> S;
}

/// Takes a number, a boolean or a character: its type, its text, and the value that was captured.
pub(super) type Visit<'a> = dyn FnMut(&str, &dyn Number, Value) -> Outcome + 'a;

/// A value that displays, and that `Debug` writes as a literal.
pub(super) trait Number: Display + Debug {}

impl<T: Display + Debug> Number for T {}

/// The functions of a [`Capture`] for types of values that a crate may have special code for.
#[derive(Debug)]
pub(super) struct Captures {
    /// Captures a value of any other type.
    pub(super) other: fn(&dyn Display) -> Value,
    pub(super) string: fn(&String) -> Value,
    pub(super) str: fn(&&'static str) -> Value,
    /// Captures numbers of every type, booleans and characters.
    pub(super) numbers: fn(&mut Visit<'_>) -> Outcome,
}

impl Captures {
    pub(super) fn new<S: 'static, C: Capture<S>>() -> Self {
        Self {
            other: |value| Value::new(C::capture(&value)),
            string: |value| Value::new(C::capture(value)),
            str: |value| Value::new(C::capture(value)),
            numbers: numbers::<S, C>,
        }
    }
}

fn numbers<S: 'static, C: Capture<S>>(visit: &mut Visit<'_>) -> Outcome {
    macro_rules! each {
        ($($ty:ident: [$($value:expr),* $(,)?];)*) => {$(
            for value in [$($value),*] {
                let captured = Value::new(C::capture::<$ty>(&value));
                visit(stringify!($ty), &value, captured)?;
            }
        )*};
    }
    each! {
        i8: [0, -1, i8::MIN, i8::MAX];
        i16: [0, -10, i16::MIN, i16::MAX];
        i32: [0, 99, -100, i32::MIN, i32::MAX];
        i64: [0, 9_999, i64::MIN, i64::MAX];
        i128: [0, -1, i128::MIN, i128::MAX];
        isize: [0, isize::MIN, isize::MAX];
        u8: [0, 10, 255];
        u16: [0, 100, u16::MAX];
        u32: [0, 1_000, u32::MAX];
        u64: [0, 10_000, u64::MAX];
        u128: [0, u128::MAX];
        usize: [0, usize::MAX];
        f64: [
            1.0, 0.0, -0.0, 0.1, 1.5, -100.0, 1e15, 1e16, 1e21, 1e-7, 5e-324, f64::MAX,
            f64::MIN_POSITIVE, f64::NAN, f64::INFINITY, f64::NEG_INFINITY,
        ];
        f32: [
            1.0, 0.0, -0.0, 0.1, 16_777_216.0, 1e16, 1e-45, f32::MAX, f32::NAN, f32::INFINITY,
            f32::NEG_INFINITY,
        ];
        bool: [true, false];
        char: ['\0', 'a', 'é', '€', '\u{10ffff}'];
    }
    Ok(())
}
