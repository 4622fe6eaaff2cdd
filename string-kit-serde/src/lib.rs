#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod captured;
mod limits;
#[cfg(feature = "serde_with")]
mod markers;
pub mod pairs;
#[cfg(feature = "pool")]
pub mod pooled;
pub mod seed;
#[cfg(feature = "std")]
pub mod sliced;
mod text;

pub use limits::{LimitError, Limits};
#[cfg(all(feature = "pool", feature = "serde_with"))]
pub use markers::Pooled;
#[cfg(all(feature = "std", feature = "serde_with"))]
pub use markers::Sliced;
#[cfg(feature = "serde_with")]
pub use markers::{Captured, CapturedDisplay, FlatOption, Pairs, Slice};
pub use seed::{AppendSeq, AppendStr};
