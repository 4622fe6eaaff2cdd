//! serde for the strings of [`string_kit`]: straight into the representation, with no more
//! allocations than it needs.
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
//! It gives no string type a `Serialize` of its own, but for `StrList`, `StringBuf` and `SharedStr`,
//! whose traits come with string-kit's feature `serde`, which this crate turns on: [`captured`]
//! treats all alike instead, so that a field can change its type and its data stays the same. It
//! borrows nothing from the data: for `&'de str` serde has all. And its [`Limits`] guard its own
//! memory, not the format's.
//!
//! # Which one for which field?
//!
//! `S`, `K` and `V` are any [`CapturedStr`](string_kit::CapturedStr).
//!
//! | the field | `#[serde(with = ...)]` | and know that |
//! | --- | --- | --- |
//! | `S` | [`string_kit_serde::captured`](captured) | |
//! | `Option<S>` | [`string_kit_serde::captured::option`](captured::option) | a field that can be absent also wants `default` |
//! | `Vec<S>`, `Box<[S]>`, `Arc<[S]>` | [`string_kit_serde::seq`](seq) | a list of texts that stay as they are is smaller as a `StrList` |
//! | `Option<Vec<S>>`, `Option<Box<[S]>>` | [`string_kit_serde::seq::option`](seq::option) | what `capture_all` returns; as above, `default` |
//! | `StrList` | nothing: it has serde's traits | no allocation for a string, beside what the format takes: ciborium and bincode 1 make a `String` of each |
//! | `BTreeMap<K, V>`, `HashMap<K, V>`, `Vec<(K, V)>` | [`string_kit_serde::map`](map) | of two equal keys a map keeps the last, a `Vec` both |
//! | the same, of numbers and booleans too | [`string_kit_serde::display`](display), `display::option`, `::seq`, `::list`, `::map` | only from self-describing formats; written as strings |
//!
//! | elsewhere | take | and know that |
//! | --- | --- | --- |
//! | a key, an item (`HashSet<Captured<S>>`), a type parameter | [`Captured<S>`](Captured) | a newtype; the string is its field |
//! | data from outside | [`Limits`], or [`limited`] in a `deserialize_with` | the format may hold a string before it is refused |
//! | a `Visitor` of your own | [`AppendStr`], [`AppendSeq`] | they append to a `StrListBuilder` |
//! | `&[&dyn Display]`, to be written | [`Tags`] | written only |
//!
//! A type that is generic over `S` needs `#[serde(bound = "")]`, with [`Captured`] and with every
//! adapter: serde's derive would ask for its own traits of `S`.
//!
//! # Without std
//!
//! `default-features = false` builds on `alloc` alone.
#![no_std]

extern crate alloc;

pub mod captured;
pub mod display;
pub mod limited;
mod limits;
mod list;
pub mod map;
mod newtype;
mod option;
pub mod seed;
pub mod seq;
mod tags;
mod text;

pub use limits::{LimitError, Limits};
pub use newtype::Captured;
pub use seed::{AppendSeq, AppendStr};
pub use tags::Tags;
