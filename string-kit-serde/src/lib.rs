#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "pool")]
extern crate std;

pub mod captured;
mod limits;
#[cfg(feature = "serde_with")]
mod markers;
#[cfg(feature = "pool")]
pub mod pooled;
pub mod seed;
mod text;

pub use limits::{LimitError, Limits};
#[cfg(feature = "serde_with")]
pub use markers::{Captured, CapturedDisplay, FlatOption, Slice};
#[cfg(all(feature = "pool", feature = "serde_with"))]
pub use pooled::Pooled;
pub use seed::{AppendSeq, AppendStr};
