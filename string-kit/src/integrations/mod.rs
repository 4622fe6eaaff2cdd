//! Traits of other crates for string-kit's own types: one file and one feature for each crate.

#[cfg(feature = "serde")]
mod serde;
