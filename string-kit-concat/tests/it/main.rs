//! Tests of the crate from outside, by technique.

mod hostile;
mod laws;
mod model;
mod ranges;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "std")]
mod threads;
