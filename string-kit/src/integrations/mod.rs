//! Traits of other crates for string-kit's own types: one file and one feature for each crate.

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "borsh")]
mod borsh;
#[cfg(feature = "proptest")]
mod proptest;
#[cfg(feature = "rkyv")]
mod rkyv;
#[cfg(feature = "schemars")]
mod schemars;
#[cfg(feature = "serde")]
mod serde;
