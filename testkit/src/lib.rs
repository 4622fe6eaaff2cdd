//! Values, lists and programs that tests of several packages share.
#![allow(clippy::missing_panics_doc, reason = "an assertion panics")]

pub mod aborts;
#[cfg(feature = "string-kit-concat")]
pub mod concat_program;
#[cfg(feature = "string-kit")]
pub mod lists;
#[cfg(loom)]
pub mod models;
pub mod panics;
#[cfg(feature = "string-kit")]
pub mod support;
