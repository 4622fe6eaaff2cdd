//! A string that is read from any scalar, for `#[serde(with = "string_kit_serde::display")]`.
//!
//! Strings, characters, numbers of up to 128 bits, booleans and UTF-8 bytes become the text that
//! `to_string` gives for them. Floats are written as std writes them: JSON's `1.0` becomes `1`.
//! Null is an error; [`option`] reads it as `None`. The field is always written as a string.
//!
//! The format must be self-describing, as JSON, TOML and CBOR are; postcard and bincode are not.
//! `serde_json` reads an integer of more than 64 bits as a float, which loses digits before this crate sees
//! it. With its feature `arbitrary_precision`, integers of up to 128 bits are kept exactly, and longer ones
//! are errors. A date of TOML is an error too.
//!
//! This module has no limits. With limits, the attribute is
//! `with = "string_kit_serde::As::<Text<Limited<Scalars, 64>>>"` for a string of at most 64 bytes:
//! [`rules`](crate::rules) has its parts, and the shapes for sequences and maps. In code it is
//! [`Limits::scalars`](crate::Limits::scalars). The text of a number counts as a string.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, Serialize)]
//! struct Row(#[serde(with = "string_kit_serde::display")] string_kit::StringBuf<16>);
//!
//! let read = |json| serde_json::from_str::<Row>(json).map(|row| row.0);
//! assert_eq!(read("42")?, "42");
//! assert_eq!(read("1.50")?, "1.5");
//! assert_eq!(read("true")?, "true");
//! assert_eq!(read(r#""id""#)?, "id");
//! # Ok::<(), serde_json::Error>(())
//! ```

use string_kit::CapturedStr;

use crate::functions::functions;
use crate::rules::{Scalars, Text};

functions!(Text<Scalars>: [S: CapturedStr,] [S: CapturedStr,] S);

pub mod list {
    //! A [`StrList`] of scalars, for `#[serde(with = "string_kit_serde::display::list")]`.
    //!
    //! ```
    //! use serde::{Deserialize, Serialize};
    //! use string_kit::StrList;
    //!
    //! #[derive(Deserialize, Serialize)]
    //! struct Post(#[serde(with = "string_kit_serde::display::list")] StrList);
    //!
    //! let post: Post = serde_json::from_str(r#"["id",42,true]"#)?;
    //! assert_eq!(post.0, ["id", "42", "true"]);
    //! # Ok::<(), serde_json::Error>(())
    //! ```

    use string_kit::StrList;

    use crate::functions::functions;
    use crate::rules::{List, Scalars};

    functions!(List<Scalars>: [] [] StrList);

    pub mod option {
        //! The same for an `Option`, for `#[serde(with = "string_kit_serde::display::list::option")]`: null is
        //! `None`. A missing field is an error unless it also has `#[serde(default)]`.

        use string_kit::StrList;

        use crate::functions::functions;
        use crate::rules::{List, Scalars};

        functions!(Option<List<Scalars>>: [] [] Option<StrList>);
    }
}

pub mod map {
    //! A map of scalars, for `#[serde(with = "string_kit_serde::display::map")]`.
    //!
    //! Reads the types that [`map`](crate::map) reads, and treats repeated keys the same way. Keys
    //! may be any scalar too. Null and nested values are errors. To skip them or to keep them as text,
    //! write `with = "string_kit_serde::As::<Map<Scalars, Skip, AsJson>>"`: [`rules`](crate::rules)
    //! has its parts, the treatment of null stands first, and [`Policy`](crate::Policy) says what
    //! each treatment does.
    //!
    //! ```
    //! use std::collections::BTreeMap;
    //! use serde::{Deserialize, Serialize};
    //!
    //! #[derive(Deserialize, Serialize)]
    //! struct Post(#[serde(with = "string_kit_serde::display::map")] BTreeMap<String, Box<str>>);
    //!
    //! let post: Post = serde_json::from_str(r#"{"ok":true,"status":200}"#)?;
    //! assert_eq!(serde_json::to_string(&post)?, r#"{"ok":"true","status":"200"}"#);
    //! # Ok::<(), serde_json::Error>(())
    //! ```

    use crate::functions::functions;
    use crate::pairs::{TextMap, TextPairs};
    use crate::rules::{Map, Scalars};

    functions!(Map<Scalars>: [M: TextPairs,] [M: TextMap,] M);

    pub mod option {
        //! The same for an `Option`, for `#[serde(with = "string_kit_serde::display::map::option")]`: null is
        //! `None`. A missing field is an error unless it also has `#[serde(default)]`.

        use crate::functions::functions;
        use crate::pairs::{TextMap, TextPairs};
        use crate::rules::{Map, Scalars};

        functions!(Option<Map<Scalars>>: [M: TextPairs,] [M: TextMap,] Option<M>);
    }
}

pub mod option {
    //! A scalar that may be absent, for `#[serde(with = "string_kit_serde::display::option")]`.
    //!
    //! Null is `None`. A missing field is an error unless it also has `#[serde(default)]`, as for
    //! [`captured::option`](crate::captured::option).
    //!
    //! ```
    //! use serde::{Deserialize, Serialize};
    //!
    //! #[derive(Deserialize, Serialize)]
    //! struct Row(#[serde(with = "string_kit_serde::display::option")] Option<Box<str>>);
    //!
    //! assert_eq!(serde_json::from_str::<Row>("42")?.0.as_deref(), Some("42"));
    //! assert_eq!(serde_json::from_str::<Row>("null")?.0, None);
    //! # Ok::<(), serde_json::Error>(())
    //! ```

    use string_kit::CapturedStr;

    use crate::functions::functions;
    use crate::rules::{Scalars, Text};

    functions!(Option<Text<Scalars>>: [S: CapturedStr,] [S: CapturedStr,] Option<S>);
}

pub mod seq {
    //! A sequence of scalars, for `#[serde(with = "string_kit_serde::display::seq")]`.
    //!
    //! Reads the types that [`seq`](crate::seq) reads.
    //!
    //! ```
    //! use serde::{Deserialize, Serialize};
    //!
    //! #[derive(Deserialize, Serialize)]
    //! struct Post(#[serde(with = "string_kit_serde::display::seq")] Box<[String]>);
    //!
    //! let post: Post = serde_json::from_str(r#"["id",42,true]"#)?;
    //! assert_eq!(post.0[..], ["id", "42", "true"]);
    //! # Ok::<(), serde_json::Error>(())
    //! ```

    use alloc::vec::Vec;
    use core::ops::Deref;

    use string_kit::CapturedStr;

    use crate::functions::functions;
    use crate::rules::{Scalars, Seq};

    functions!(Seq<Scalars>: [S: CapturedStr, C: Deref<Target = [S]>,] [S: CapturedStr, C: From<Vec<S>> + Deref<Target = [S]>,] C);

    pub mod option {
        //! The same for an `Option`, for `#[serde(with = "string_kit_serde::display::seq::option")]`: null is
        //! `None`. A missing field is an error unless it also has `#[serde(default)]`.

        use alloc::vec::Vec;
        use core::ops::Deref;

        use string_kit::CapturedStr;

        use crate::functions::functions;
        use crate::rules::{Scalars, Seq};

        functions!(Option<Seq<Scalars>>: [S: CapturedStr, C: Deref<Target = [S]>,] [S: CapturedStr, C: From<Vec<S>> + Deref<Target = [S]>,] Option<C>);
    }
}
