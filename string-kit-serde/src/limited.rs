//! Limits as attributes: `#[serde(deserialize_with = "string_kit_serde::limited::...")]`.
//!
//! The constants are the limits of [`Limits`](crate::Limits), in this order: the most bytes per string, the most
//! items, and the most bytes of text in total. `usize::MAX` sets no limit. Write `_` for the types:
//! the compiler infers them from the field. If the field's type does not implement `Serialize`, the
//! field also needs a `serialize_with`: the function of the adapter without limits. The functions of
//! [`option`] read an `Option` of each field.
//!
//! One attribute for reading and writing, that can also accept numbers and booleans, is
//! `with = "string_kit_serde::As::<Text<Limited<Scalars, 64>>>"`: [`rules`](crate::rules) has its
//! parts.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use string_kit::StrList;
//!
//! #[derive(Deserialize, Serialize)]
//! struct Post {
//!     #[serde(
//!         serialize_with = "string_kit_serde::captured::serialize",
//!         deserialize_with = "string_kit_serde::limited::text::<64, _, _>"
//!     )]
//!     title: Box<str>,
//!     #[serde(deserialize_with = "string_kit_serde::limited::list::<16, 3, 40, _>")]
//!     tags: StrList,
//! }
//!
//! let read = serde_json::from_str::<Post>;
//! assert_eq!(read(r#"{"title":"Strings","tags":["rust","text"]}"#)?.tags.len(), 2);
//! let error = read(r#"{"title":"Strings","tags":["a","b","c","d"]}"#).err().unwrap();
//! assert!(error.to_string().starts_with("the data exceeds the limit of 3 items"));
//! # Ok::<(), serde_json::Error>(())
//! ```

use alloc::vec::Vec;
use core::ops::Deref;

use string_kit::{CapturedStr, StrList};

use crate::functions::functions;
use crate::pairs::TextMap;
use crate::rules::{Limited, List, Map, Seq, Strings, Text};

functions!(text, Text<Limited<Strings, MAX_LEN>>: ['de, const MAX_LEN: usize, S: CapturedStr,] S);
functions!(
    seq, Seq<Limited<Strings, MAX_LEN, MAX_ITEMS, MAX_BYTES>>:
    ['de, const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize, S: CapturedStr, C: From<Vec<S>> + Deref<Target = [S]>,]
    C
);
functions!(
    list, List<Limited<Strings, MAX_LEN, MAX_ITEMS, MAX_BYTES>>:
    ['de, const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize,]
    StrList
);
functions!(
    map, Map<Limited<Strings, MAX_LEN, MAX_ITEMS, MAX_BYTES>>:
    ['de, const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize, M: TextMap,]
    M
);

pub mod option {
    //! Limits of fields that may be absent:
    //! `#[serde(deserialize_with = "string_kit_serde::limited::option::...")]`.
    //!
    //! Null is `None`, and allocates nothing. A missing field is an error unless it also has
    //! `#[serde(default)]`, as for [`captured::option`](crate::captured::option).
    //!
    //! ```
    //! use serde::{Deserialize, Serialize};
    //! use string_kit::StrList;
    //!
    //! #[derive(Deserialize, Serialize)]
    //! struct Post {
    //!     #[serde(
    //!         default,
    //!         serialize_with = "string_kit_serde::captured::option::serialize",
    //!         deserialize_with = "string_kit_serde::limited::option::text::<8, _, _>"
    //!     )]
    //!     title: Option<Box<str>>,
    //!     #[serde(default, deserialize_with = "string_kit_serde::limited::option::list::<8, 3, 20, _>")]
    //!     tags: Option<StrList>,
    //! }
    //!
    //! let read = serde_json::from_str::<Post>;
    //! assert_eq!(read(r#"{"title":"Strings"}"#)?.title.as_deref(), Some("Strings"));
    //! assert_eq!(read(r#"{"title":null,"tags":null}"#)?.tags, None);
    //! assert!(read(r#"{"title":"Too long a title"}"#).is_err());
    //! # Ok::<(), serde_json::Error>(())
    //! ```

    use alloc::vec::Vec;
    use core::ops::Deref;

    use string_kit::{CapturedStr, StrList};

    use crate::functions::functions;
    use crate::pairs::TextMap;
    use crate::rules::{Limited, List, Map, Seq, Strings, Text};

    functions!(text, Option<Text<Limited<Strings, MAX_LEN>>>: ['de, const MAX_LEN: usize, S: CapturedStr,] Option<S>);
    functions!(
        seq, Option<Seq<Limited<Strings, MAX_LEN, MAX_ITEMS, MAX_BYTES>>>:
        ['de, const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize, S: CapturedStr, C: From<Vec<S>> + Deref<Target = [S]>,]
        Option<C>
    );
    functions!(
        list, Option<List<Limited<Strings, MAX_LEN, MAX_ITEMS, MAX_BYTES>>>:
        ['de, const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize,]
        Option<StrList>
    );
    functions!(
        map, Option<Map<Limited<Strings, MAX_LEN, MAX_ITEMS, MAX_BYTES>>>:
        ['de, const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize, M: TextMap,]
        Option<M>
    );
}
