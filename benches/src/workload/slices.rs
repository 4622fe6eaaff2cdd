//! The captured values: slices of `&dyn Display`.

use std::fmt::Display;

/// Values that are captured together, as a logging call would hand them over.
pub type Values<'a> = &'a [&'a dyn Display];

/// The values of the example slices but the first, each with its type.
pub(crate) struct Examples {
    pub(crate) bool: bool,
    pub(crate) integers: (u32, u64),
    pub(crate) float_byte_char: (f32, u8, char),
    pub(crate) texts: [&'static str; 4],
}

/// The values of the example slices, for code that sees their types.
pub(crate) static EXAMPLES: Examples = Examples {
    bool: true,
    integers: (123, 456),
    float_byte_char: (123.0, b'b', 'c'),
    texts: [
        "some more, ",
        "and a bit longer",
        "tag values.",
        "with one a bit longer than the capacity of a smol_str",
    ],
};

/// The five example slices: nothing, small values, and texts around the limit of `SmolStr`.
/// Each has a name, which is a Rust identifier.
pub const SLICES: [(&str, Values<'static>); 5] = {
    let Examples {
        bool,
        integers,
        float_byte_char,
        texts,
    } = &EXAMPLES;
    let (float, byte, character) = float_byte_char;
    let [a, b, c, d] = texts;
    [
        ("no_values", &[]),
        ("bool", &[bool]),
        ("integers", &[&integers.0, &integers.1]),
        ("float_byte_char", &[float, byte, character]),
        ("texts", &[a, b, c, d]),
    ]
};

/// Returns the values of the five example slices. Most numbers are of one pass over them.
#[must_use]
pub fn pass() -> [Values<'static>; 5] {
    SLICES.map(|(_, values)| values)
}
