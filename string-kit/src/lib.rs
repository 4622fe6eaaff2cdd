//! Keep text in any string type: one trait over all of them, and capture of
//! [`Display`](core::fmt::Display) values into each with no allocation that the result does not
//! need.
//!
//! ```
//! use std::fmt::Display;
//! use string_kit::{CapturedStr, StrList, capture_all};
//!
//! // One value into the type of your choice, in one formatting pass and at its exact size.
//! let id = <Box<str>>::capture(&42);
//! assert_eq!(&*id, "42");
//!
//! // A slice of values, in one pass for all.
//! let values: [&dyn Display; 3] = [&"eu-west", &200, &1.5];
//! let tags = capture_all::<String>(&values);
//! assert_eq!(tags[..], ["eu-west", "200", "1.5"]);
//!
//! // The same as one 16-byte value with one allocation at most.
//! let list = StrList::capture(&values);
//! assert_eq!(list.iter().collect::<Vec<_>>(), ["eu-west", "200", "1.5"]);
//! assert_eq!(size_of::<Option<StrList>>(), 16);
//! ```
//!
//! # What is here
//!
//! - [`CapturedStr`]: what a string type promises, what it costs ([`Profile`]), and how a value is
//!   captured into it: whole, bounded, or with an error instead of a panic.
//! - [`capture_all`], [`capture_shared`]: a slice of values into `Box<[S]>` or `Arc<[S]>`.
//! - [`StrList`]: an immutable list of strings in 16 bytes.
//! - [`SharedStr`]: an immutable shared string whose clones do not contend; [`LocalStr`], a handle of
//!   one for a thread that clones all the time.
//! - [`StringBuf`]: a growable string that keeps `N` bytes inline.
//!
//! # What this is not
//!
//! It is no string type to replace `String` in general: no searching, no cases, no Unicode tables
//! beyond std's. A text that is built and edited belongs in a `String`.
//!
//! # Without std
//!
//! `default-features = false` builds on `alloc` alone. A [`SharedStr`] then tells threads apart by the
//! addresses of their stacks.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod capture;
mod captured_str;
mod error;
mod inline_or_pointer;
mod repr;
#[cfg(feature = "serde")]
mod serde_impls;
pub mod shared;
mod slices;
pub mod str_list;
pub mod string_buf;

pub use capture::Bounded;
pub use captured_str::{CapturedStr, CloneCost, Profile};
pub use error::{CaptureError, CaptureErrorKind};
pub use shared::{LocalStr, SharedStr};
pub use slices::{capture_all, capture_shared, try_capture_all, try_capture_shared};
pub use str_list::{StrList, StrListBuilder};
pub use string_buf::StringBuf;
