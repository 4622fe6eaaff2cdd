//! serde adapters for the strings of [`string_kit`].
//!
//! [`captured`] reads and writes a field of any [`CapturedStr`](string_kit::CapturedStr), straight
//! into the representation and with no more allocations than it needs:
//!
//! ```
//! use std::sync::Arc;
//! use serde::{Deserialize, Serialize};
//! use string_kit::StringBuf;
//!
//! #[derive(Deserialize, Serialize)]
//! struct City {
//!     #[serde(with = "string_kit_serde::captured")]
//!     name: StringBuf<16>,
//!     #[serde(with = "string_kit_serde::captured")]
//!     state: Arc<str>,
//! }
//!
//! let json = r#"{"name":"Boise","state":"Idaho"}"#;
//! let city: City = serde_json::from_str(json)?;
//! assert_eq!(city.name, "Boise");
//! assert_eq!(serde_json::to_string(&city)?, json);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! `default-features = false` builds without std.
#![no_std]

pub mod captured;
