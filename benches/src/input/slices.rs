//! What is captured: slices of values.

use std::fmt::Display;

/// Values that are captured together, as a logging call would hand them over.
pub type Values<'a> = &'a [&'a dyn Display];

/// A slice of values and what it is called.
#[derive(Clone, Copy)]
#[allow(missing_debug_implementations)] // `dyn Display` has none.
pub struct Slice {
    /// The name in reports: a Rust identifier.
    pub name: &'static str,
    /// The values.
    pub values: Values<'static>,
}

/// The five example slices: nothing, small values, and texts around the limit of `SmolStr`.
///
/// ```
/// use string_kit_benches::input::SLICES;
///
/// assert_eq!(SLICES.map(|slice| slice.values.len()), [0, 1, 2, 3, 4]);
/// ```
pub const SLICES: [Slice; 5] = [
    Slice {
        name: "no_values",
        values: &[],
    },
    Slice {
        name: "bool",
        values: &[&true],
    },
    Slice {
        name: "integers",
        values: &[&123u32, &456u64],
    },
    Slice {
        name: "float_byte_char",
        values: &[&123f32, &b'b', &'c'],
    },
    Slice {
        name: "texts",
        values: &[
            &"some more, ",
            &"and a bit longer",
            &"tag values.",
            &"with one a bit longer than the capacity of a smol_str",
        ],
    },
];

/// The values of the five example slices: one pass over them is what most numbers are of.
///
/// ```
/// use string_kit_benches::input;
///
/// assert_eq!(input::pass()[1][0].to_string(), "true");
/// ```
#[must_use]
pub fn pass() -> [Values<'static>; 5] {
    SLICES.map(|slice| slice.values)
}
