//! A string of any [`CapturedStr`] type, for `#[serde(with = "string_kit_serde::captured")]`.
//!
//! The data holds a string, never a sequence of bytes, even if the type's own serde impls differ.
//! The `serde` feature of the type's crate can stay off.
//!
//! This is for a field that is the string itself. On any other field the compiler says that its type
//! does not implement `CapturedStr`: write [`captured::option`](option) for an `Option<S>`,
//! [`seq`](crate::seq) for a `Vec<S>`, [`map`](crate::map) for a map, and
//! [`seq::option`](crate::seq::option) or [`map::option`](crate::map::option) for an `Option` of
//! these. The [table](crate#which-adapter-for-which-field) has all of them.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, Serialize)]
//! struct Row(#[serde(with = "string_kit_serde::captured")] string_kit::StringBuf<16>);
//!
//! assert_eq!(serde_json::to_string(&Row("id".into()))?, r#""id""#);
//! # Ok::<(), serde_json::Error>(())
//! ```

use string_kit::CapturedStr;

use crate::functions::functions;
use crate::rules::Text;

functions!(Text: [S: CapturedStr,] [S: CapturedStr,] S);

pub mod option {
    //! A string that may be absent, for `#[serde(with = "string_kit_serde::captured::option")]`.
    //!
    //! Null is `None`. A missing field is an error unless it also has `#[serde(default)]`: for a
    //! field with a `with` attribute, serde assumes no default.
    //!
    //! ```
    //! use serde::{Deserialize, Serialize};
    //!
    //! #[derive(Deserialize, Serialize)]
    //! struct City {
    //!     #[serde(default, with = "string_kit_serde::captured::option")]
    //!     state: Option<Box<str>>,
    //! }
    //!
    //! let read = |json| serde_json::from_str::<City>(json).map(|city| city.state);
    //! assert_eq!(read(r#"{"state":"Idaho"}"#)?.as_deref(), Some("Idaho"));
    //! assert_eq!(read(r#"{"state":null}"#)?, None);
    //! assert_eq!(read("{}")?, None);
    //! # Ok::<(), serde_json::Error>(())
    //! ```

    use string_kit::CapturedStr;

    use crate::functions::functions;
    use crate::rules::Text;

    functions!(Option<Text>: [S: CapturedStr,] [S: CapturedStr,] Option<S>);
}
