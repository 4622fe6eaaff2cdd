//! Tests of the crate from outside, by technique.

#[cfg(feature = "std")]
mod differences;
#[cfg(feature = "std")]
mod history;
#[cfg(feature = "std")]
mod history_file;
mod hostile;
mod laws;
mod model;
mod ranges;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "std")]
mod threads;
