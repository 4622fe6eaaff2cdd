//! A map of strings to strings, for `#[serde(with = "string_kit_serde::map")]`.
//!
//! Reads `BTreeMap<K, V>`, `HashMap<K, V, H>`, `Vec<(K, V)>`, and any other collection of pairs. If
//! a key repeats, a map keeps its last value, as with serde's own impls; a `Vec` keeps every pair,
//! in order.
//!
//! ```
//! use std::collections::BTreeMap;
//! use std::sync::Arc;
//! use serde::{Deserialize, Serialize};
//! use string_kit::StringBuf;
//!
//! #[derive(Deserialize, Serialize)]
//! struct Post(#[serde(with = "string_kit_serde::map")] BTreeMap<StringBuf<16>, Arc<str>>);
//!
//! let post: Post = serde_json::from_str(r#"{"region":"eu-west","status":"200"}"#)?;
//! assert_eq!(&*post.0["region"], "eu-west");
//! assert_eq!(serde_json::to_string(&post)?, r#"{"region":"eu-west","status":"200"}"#);
//! # Ok::<(), serde_json::Error>(())
//! ```

use crate::functions::functions;
pub use crate::pairs::{TextMap, TextPair, TextPairs};
use crate::rules::Map;

functions!(Map: [M: TextPairs,] [M: TextMap,] M);

pub mod option {
    //! A map that may be absent, for `#[serde(with = "string_kit_serde::map::option")]`.
    //!
    //! Reads an `Option` of any type that [`map`](crate::map) reads. Null is `None`; an empty map is
    //! `Some`. A missing field is an error unless it also has `#[serde(default)]`, as for
    //! [`captured::option`](crate::captured::option).
    //!
    //! ```
    //! use std::collections::BTreeMap;
    //! use serde::{Deserialize, Serialize};
    //!
    //! #[derive(Deserialize, Serialize)]
    //! struct Post {
    //!     #[serde(default, with = "string_kit_serde::map::option")]
    //!     labels: Option<BTreeMap<String, Box<str>>>,
    //! }
    //!
    //! let read = |json| serde_json::from_str::<Post>(json).map(|post| post.labels);
    //! assert_eq!(&*read(r#"{"labels":{"id":"42"}}"#)?.unwrap()["id"], "42");
    //! assert_eq!(read(r#"{"labels":null}"#)?, None);
    //! assert_eq!(read("{}")?, None);
    //! # Ok::<(), serde_json::Error>(())
    //! ```

    use crate::functions::functions;
    use crate::pairs::{TextMap, TextPairs};
    use crate::rules::Map;

    functions!(Option<Map>: [M: TextPairs,] [M: TextMap,] Option<M>);
}
