//! Captures text in a string type of your choice: one trait for 20 of them, and the text of
//! [`Display`](core::fmt::Display) values in each with no allocation that the result does not need.
//!
//! ```
//! use string_kit::{CapturedStr, SharedStr, StrList, capture, capture_all, str_list};
//!
//! let id = <Box<str>>::capture(&42); // 1 allocation, of 2 bytes; a number is not formatted
//! assert_eq!(&*id, "42");
//!
//! let key = capture!(SharedStr; "{}-{id}", "eu-west"); // none: up to 15 bytes are inline
//! assert_eq!(key, "eu-west-42");
//!
//! let tags = str_list!["eu-west", 200, 1.5]; // 1 for the whole list, or none
//! assert_eq!(tags, ["eu-west", "200", "1.5"]);
//!
//! // Values whose types are not known at the call: one formatting pass for the whole slice.
//! let list = StrList::capture(&[&"eu-west", &200, &1.5]);
//! let fields = capture_all::<String>(&[&"eu-west", &200, &1.5]);
//! assert_eq!(list, fields[..]);
//! ```
//!
//! # Contents
//!
//! - [`CapturedStr`]: the trait. It captures one value: whole, cut at a limit, or with an error
//!   instead of a panic. The [`Profile`] of a type states its costs.
//! - [`capture!`](crate::capture!): `format!` into any of the types.
//! - [`StrList`]: an immutable list of strings in 16 bytes, with at most one allocation.
//!   [`str_list!`](crate::str_list!) makes one of any values.
//! - [`capture_all`] and [`capture_shared`]: capture a slice of values into `Box<[S]>` or
//!   `Arc<[S]>`, in one formatting pass.
//! - [`SharedStr`]: an immutable shared string in 16 bytes whose clones do not contend.
//! - [`StringBuf`]: a growable string that keeps `N` bytes inline.
//!
//! To *capture* a value is to keep the text that it formats to. A *representation* is a string type
//! that implements [`CapturedStr`].
//!
//! # Representations
//!
//! | feature | types | bytes | inline | clone | licence and notes |
//! | --- | --- | --- | --- | --- | --- |
//! | always | `String` | 24 | 0 | copies | |
//! | always | `Box<str>` | 16 | 0 | copies | |
//! | always | `Arc<str>`, `Rc<str>` | 16 | 0 | shares | allocates for the empty text too |
//! | always | `Cow<'static, str>` | 24 | 0 | copies | keeps a `&'static str` as it is |
//! | always | [`SharedStr`] | 16 | 15 | shares | |
//! | always | [`StringBuf<N>`](StringBuf) | 8 + max(16, `N`) | `N` | copies | rounded up to 8 |
//! | `smol_str` (default) | `SmolStr` | 24 | 23 | shares | MIT or Apache-2.0 |
//! | `smartstring` (default) | `SmartString`, two modes | 24 | 23 | copies | MPL-2.0+; see below |
//! | `arcstr` | `ArcStr` | 8 | 0 | shares | MIT, Apache-2.0 or Zlib |
//! | `char_str` | `CharStr`, `CharString` | 16 | 16 | shares | MIT |
//! | `cold-string` | `ColdString` | 8 | 8 | copies | MIT or Apache-2.0 |
//! | `compact_str` | `CompactString` | 24 | 24 | copies | MIT; at least 32 bytes on the heap |
//! | `ecow` | `EcoString` | 16 | 15 | shares | MIT or Apache-2.0 |
//! | `flexstr` | `flexstr::SharedStr` | 24 | 22 | shares | MIT or Apache-2.0 |
//! | `hipstr` | `HipStr<'static>` | 24 | 23 | shares | MIT or Apache-2.0; two allocations a text |
//! | `kstring` | `KString` | 24 | 15 | copies | MIT or Apache-2.0; turns on `std` |
//! | `lean_string` | `LeanString` | 16 | 16 | shares | MIT |
//!
//! "Bytes" is the size of a value, and "inline" the length of the longest text that needs no
//! allocation, both in bytes on 64-bit machines. To add a type of your own, write two functions and
//! a constant: see [`CapturedStr`]. The implementations for crates below 1.0 follow the latest
//! version of those crates: an update to a new version is not a breaking change of this crate.
//!
//! # Features
//!
//! - `std` (default): `std` in the optional crates; for [`SharedStr`] the clock, and a shard for each thread; traits
//!   of paths and addresses.
//! - `smol_str`, `smartstring` (both default), and one feature for each crate in the table above.
//! - `all-representations`: all crates in the table.
//! - `macros` (default): `capture!` writes values of known types without `core::fmt`. It builds the
//!   procedural macro `string-kit-macros`, which has no dependencies.
//! - `serde`: serde's traits for [`StrList`], [`SharedStr`] and [`StringBuf`]. The crate
//!   `string-kit-serde` reads and writes every representation.
//! - `arbitrary`, `borsh`, `proptest`, `rkyv` and `schemars`: the traits of these crates for the same
//!   three types. [`SharedStr`] and [`StringBuf`] behave like `String`, and [`StrList`] like
//!   `Vec<String>`, in what the table lists.
//!
//! | feature | crate | the same |
//! | --- | --- | --- |
//! | `arbitrary` | 1, needs std | values made of the bytes of a fuzzer |
//! | `borsh` | 1 | bytes, and errors |
//! | `proptest` | 1, needs std | values of `any::<T>()`, their parameters, and shrinking |
//! | `rkyv` | 0.8 | archives: `ArchivedString` and `ArchivedVec<ArchivedString>` |
//! | `schemars` | 1 | JSON schemas, inline |
//!
//! `proptest`, `rkyv` and `schemars` take several seconds to compile. As in the table of
//! representations, an update to a new version of rkyv is not a breaking change.
//!
//! smartstring brings the licence MPL-2.0+ and the advisory RUSTSEC-2026-0249 (unmaintained), and
//! needs Rust 1.93. `default-features = false, features = ["std", "smol_str", "macros"]` is without it.
//!
//! # Without std
//!
//! `default-features = false` builds on `alloc` alone; CI builds it for `thumbv7em-none-eabihf`.
//! [`SharedStr`] then tells threads apart by the addresses of their stacks, and takes the first
//! collision of two threads as a reason for shards, since it has no clock.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod capture;
mod captured_str;
mod error;
mod inline_or_pointer;
mod integrations;
mod macros;
mod range;
mod repr;
pub mod shared;
mod slices;
mod std_impls;
pub mod str_list;
pub mod string_buf;

/// The items that the macros' expansions name. They may change in any version.
#[doc(hidden)]
pub mod __private {
    pub use crate::capture::buffer::KnownText;
    pub use crate::capture::known::Known;
    pub use crate::capture::pieces::{
        DisplayPiece, KnownPiece, List, Literal, Piece, Pieces, Probe, Sink, ToPiece, probe,
    };
    pub use crate::macros::{capture, capture_arguments, try_capture, try_capture_arguments};
    pub use crate::str_list::typed::{str_list, try_str_list, try_with_str_list, with_str_list};
    #[cfg(feature = "macros")]
    pub use string_kit_macros::capture_pieces;
}

pub use capture::Bounded;
pub use captured_str::{CapturedStr, CloneCost, Profile};
pub use error::{CaptureError, CaptureErrorKind};
pub use shared::SharedStr;
pub use slices::{capture_all, capture_shared, try_capture_all, try_capture_shared};
pub use str_list::{StrList, StrListBuilder};
pub use string_buf::StringBuf;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
