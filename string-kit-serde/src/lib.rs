#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod captured;
mod limits;
#[cfg(feature = "serde_with")]
mod markers;
pub mod seed;
mod text;

pub use limits::{LimitError, Limits};
#[cfg(feature = "serde_with")]
pub use markers::{Captured, CapturedDisplay, FlatOption, Slice};
pub use seed::{AppendSeq, AppendStr};
