//! serde adapters for every string type of [`string_kit`]. A text is read straight into its type,
//! with only the allocations that the type itself needs.
//!
//! ```
//! use std::sync::Arc;
//! use serde::{Deserialize, Serialize};
//! use string_kit::{StrList, StringBuf};
//!
//! #[derive(Deserialize, Serialize)]
//! struct City {
//!     #[serde(with = "string_kit_serde::captured")]
//!     name: StringBuf<16>,
//!     #[serde(with = "string_kit_serde::captured")]
//!     state: Arc<str>,
//!     tags: StrList,
//! }
//!
//! let json = r#"{"name":"Boise","state":"Idaho","tags":["capital","river"]}"#;
//! let city: City = serde_json::from_str(json)?;
//! assert_eq!(city.name, "Boise");
//! assert_eq!(city.tags, ["capital", "river"]);
//! assert_eq!(serde_json::to_string(&city)?, json);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # What this is not
//!
//! - It adds no serde impls to string types. `StrList`, `StringBuf` and `SharedStr` implement
//!   serde's traits themselves, with string-kit's feature `serde`, which this crate turns on.
//!   [`captured`] treats all types alike: a field can change its type, and its data stays the same.
//! - It never borrows from the data: for `&'de str` use serde itself.
//! - Its [`Limits`] bound its own memory, not the format's.
//!
//! # Which adapter for which field?
//!
//! `S`, `K` and `V` are any [`CapturedStr`](string_kit::CapturedStr) type.
//!
//! | field | `#[serde(with = ...)]` | note |
//! | --- | --- | --- |
//! | `S` | [`string_kit_serde::captured`](captured) | |
//! | `Option<S>` | [`string_kit_serde::captured::option`](captured::option) | a field that may be missing also needs `default` |
//! | `Vec<S>`, `Box<[S]>`, `Arc<[S]>` | [`string_kit_serde::seq`](seq) | if the texts never change, a `StrList` is smaller |
//! | `Option<Vec<S>>`, `Option<Box<[S]>>` | [`string_kit_serde::seq::option`](seq::option) | a field that may be missing also needs `default` |
//! | `StrList` | nothing: it implements serde's traits | allocates nothing per string; ciborium and bincode 1 make a `String` of each |
//! | `BTreeMap<K, V>`, `HashMap<K, V>`, `Vec<(K, V)>` | [`string_kit_serde::map`](map) | if a key repeats, a map keeps the last value, and a `Vec` keeps every pair |
//! | any of these, if the data may be numbers or booleans | [`string_kit_serde::display`](display), `display::option`, `::seq`, `::list`, `::map` | reads only self-describing formats; always writes strings |
//!
//! | other uses | type or module | note |
//! | --- | --- | --- |
//! | a map key, an item (`HashSet<Captured<S>>`), a type parameter | [`Captured<S>`](Captured) | a newtype of the string |
//! | untrusted data | [`Limits`], or [`limited`] in a `deserialize_with` | the format may buffer a string before its length is checked |
//! | your own `Visitor` | [`AppendStr`], [`AppendSeq`] | they append to a `StrListBuilder` |
//! | `&[&dyn Display]` | [`Tags`] | for writing only |
//!
//! A type that is generic over `S` needs `#[serde(bound = "")]` with every adapter and with
//! [`Captured`]. Without it, serde's derive requires that `S` implements `Serialize` and
//! `Deserialize`.
//!
//! # Without std
//!
//! With `default-features = false` the crate needs only `alloc`.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod captured;
pub mod display;
mod json;
pub mod limited;
mod limits;
pub mod map;
mod newtype;
mod policy;
pub mod rules;
pub mod seed;
pub mod seq;
mod tags;
mod text;

pub use limits::{LimitError, Limits};
pub use newtype::Captured;
pub use policy::{Handling, Policy};
pub use rules::As;
pub use seed::{AppendSeq, AppendStr};
pub use tags::Tags;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
