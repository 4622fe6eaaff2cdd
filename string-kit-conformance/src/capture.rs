//! The capture of values by a type under examination.

use core::fmt::Display;

use crate::slot::Value;

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

/// Defines [`Captures`] with a field for each type of value.
macro_rules! captures {
    ($($name:ident: $ty:ty;)*) => {
        /// The functions of a [`Capture`] for each type of value that a crate may have special code
        /// for.
        #[derive(Debug)]
        pub(super) struct Captures {
            /// Captures a value of any other type.
            pub(super) other: fn(&dyn Display) -> Value,
            $(pub(super) $name: fn(&$ty) -> Value,)*
        }

        impl Captures {
            pub(super) fn of<S: 'static, C: Capture<S>>() -> Self {
                Self {
                    other: |value| Value::new(C::capture(&value)),
                    $($name: |value| Value::new(C::capture::<$ty>(value)),)*
                }
            }
        }
    };
}

captures! {
    i8: i8;
    i16: i16;
    i32: i32;
    i64: i64;
    i128: i128;
    isize: isize;
    u8: u8;
    u16: u16;
    u32: u32;
    u64: u64;
    u128: u128;
    usize: usize;
    f32: f32;
    f64: f64;
    bool: bool;
    char: char;
    string: String;
    str: &'static str;
}
