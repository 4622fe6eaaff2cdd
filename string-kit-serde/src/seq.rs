//! A sequence of strings, for `#[serde(with = "string_kit_serde::seq")]`.
//!
//! Reads `Vec<S>`, `Box<[S]>`, `Arc<[S]>`, `Rc<[S]>`, and any other type that converts from a
//! `Vec<S>` and dereferences to a slice. On an `Option` of these the compiler says that it does not
//! implement `Deref`: write [`seq::option`](option).
//!
//! ```
//! use std::sync::Arc;
//! use serde::{Deserialize, Serialize};
//! use string_kit::StringBuf;
//!
//! #[derive(Deserialize, Serialize)]
//! struct Post(#[serde(with = "string_kit_serde::seq")] Arc<[StringBuf<16>]>);
//!
//! let post: Post = serde_json::from_str(r#"["id","42"]"#)?;
//! assert_eq!(post.0[1], "42");
//! assert_eq!(serde_json::to_string(&post)?, r#"["id","42"]"#);
//! # Ok::<(), serde_json::Error>(())
//! ```

use alloc::vec::Vec;
use core::ops::Deref;

use string_kit::CapturedStr;

use crate::functions::functions;
use crate::rules::Seq;

functions!(Seq: [S: CapturedStr, C: Deref<Target = [S]>,] [S: CapturedStr, C: From<Vec<S>> + Deref<Target = [S]>,] C);

pub mod option {
    //! A sequence that may be absent, for `#[serde(with = "string_kit_serde::seq::option")]`.
    //!
    //! Reads an `Option` of any type that [`seq`](crate::seq) reads. Null is `None`; an empty
    //! sequence is `Some`. A missing field is an error unless it also has `#[serde(default)]`, as
    //! for [`captured::option`](crate::captured::option).
    //!
    //! ```
    //! use serde::{Deserialize, Serialize};
    //! use string_kit::capture_all;
    //!
    //! #[derive(Deserialize, Serialize)]
    //! struct Post {
    //!     #[serde(default, with = "string_kit_serde::seq::option")]
    //!     tags: Option<Box<[String]>>,
    //! }
    //!
    //! let json = serde_json::to_string(&Post { tags: Some(capture_all(&[&"id", &42])) })?;
    //! assert_eq!(json, r#"{"tags":["id","42"]}"#);
    //! let read = |json| serde_json::from_str::<Post>(json).map(|post| post.tags);
    //! assert_eq!(read(&json)?, Some(capture_all(&[&"id", &42])));
    //! assert_eq!(read(r#"{"tags":null}"#)?, None);
    //! assert_eq!(read("{}")?, None);
    //! # Ok::<(), serde_json::Error>(())
    //! ```

    use alloc::vec::Vec;
    use core::ops::Deref;

    use string_kit::CapturedStr;

    use crate::functions::functions;
    use crate::rules::Seq;

    functions!(Option<Seq>: [S: CapturedStr, C: Deref<Target = [S]>,] [S: CapturedStr, C: From<Vec<S>> + Deref<Target = [S]>,] Option<C>);
}
