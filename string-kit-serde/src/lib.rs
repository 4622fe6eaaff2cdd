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
//! `S`, `K` and `V` are any [`CapturedStr`](string_kit::CapturedStr) type. Write
//! `#[serde(with = "string_kit_serde::...")]` with the module of the second column if the data holds
//! strings, and of the third if it may also hold numbers and booleans. With limits, write
//! `#[serde(with = "string_kit_serde::As::<...>")]` with the shape of the fourth column, where `R` is
//! [`Limited<Strings, 64>`](rules::Limited) or `Limited<Scalars, 64>`.
//!
//! | field | strings | scalars too | with limits |
//! | --- | --- | --- | --- |
//! | `S` | [`captured`] | [`display`](mod@display) | [`Text<R>`](rules::Text) |
//! | `Option<S>` | [`captured::option`] | [`display::option`] | `Option<Text<R>>` |
//! | `Vec<S>`, `Box<[S]>`, `Arc<[S]>` | [`seq`] | [`display::seq`] | [`Seq<R>`](rules::Seq) |
//! | `Option` of these | [`seq::option`] | [`display::seq::option`] | `Option<Seq<R>>` |
//! | `HashSet<S>`, `BTreeSet<S>` | `As::<Set>` | `As::<Set<Scalars>>` | [`Set<R>`](rules::Set) |
//! | `StrList` | no attribute | [`display::list`] | [`List<R>`](rules::List) |
//! | `Option<StrList>` | no attribute | [`display::list::option`] | `Option<List<R>>` |
//! | `BTreeMap<K, V>`, `HashMap<K, V>`, `Vec<(K, V)>` | [`map`] | [`display::map`] | [`Map<R>`](rules::Map) |
//! | `Option` of these | [`map::option`] | [`display::map::option`] | `Option<Map<R>>` |
//! | a map with null or nested values | `As::<Map<Strings, Skip, AsJson>>` | `As::<Map<Scalars, Skip, AsJson>>` | `Map<R, Skip, AsJson>` |
//! | a map key, an item as in `HashSet<Captured<S>>`, a type parameter | [`Captured<S>`](Captured) | none: use a field of its own | none |
//! | `&[&dyn Display]`, or an `Option` of [`DisplaySeq`] | `DisplaySeq`, without an attribute | the same | none: it only writes |
//!
//! - An `Option` field with an attribute that may be missing also needs `default`. Null is `None`; an empty string,
//!   sequence or map is `Some`.
//! - `StrList` implements serde's traits, so an `Option` of it needs no attribute either. It allocates
//!   nothing per string; ciborium and bincode 1 make a `String` of each.
//! - If a key repeats, a map keeps the last value, and a `Vec` keeps every pair.
//! - Null and nested values in a map are errors by default. [`Policy`] says what the others do: skip
//!   the entry, or keep the value as text in JSON. The treatment of null stands first.
//! - The adapters of the third column, and all others with `Scalars`, `Skip` or `AsJson`, read only self-describing
//!   formats, and always write strings.
//! - [`limited`] has the limits without scalars as functions for `deserialize_with`, such as
//!   `limited::text::<64, _, _>` and `limited::option::text::<64, _, _>`.
//!
//! In code without attributes, [`Limits`] returns [seeds](seed) with the same limits, and
//! [`AppendStr`] and [`AppendSeq`] append to a `StrListBuilder` in a `Visitor` of your own. The format
//! may buffer a string before its length is checked.
//!
//! An error in a sequence or a map names the place, as in `invalid type: null, expected a string at key "id"`. The
//! errors of types that have serde's traits themselves name none.
//!
//! A type that is generic over `S` and has a field of [`Captured<S>`](Captured) needs `#[serde(bound = "")]`. Without
//! it, serde's derive requires that `S` implements `Serialize` and `Deserialize`.
//!
//! # Without std
//!
//! With `default-features = false` the crate needs only `alloc`.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod captured;
pub mod display;
mod display_seq;
mod functions;
mod json;
pub mod limited;
mod limits;
pub mod map;
mod newtype;
mod number;
mod pairs;
mod policy;
pub mod rules;
pub mod seed;
pub mod seq;
mod text;

pub use display_seq::DisplaySeq;
pub use limits::{LimitError, Limits};
pub use newtype::Captured;
pub use policy::{Handling, Policy};
pub use rules::As;
pub use seed::{AppendSeq, AppendStr};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
