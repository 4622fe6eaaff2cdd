//! A persistent text: every version of a document for some fifty bytes.
//!
//! ```
//! use string_kit_concat::ConcatStr;
//!
//! // A version shares what it has in common with the one before.
//! let mut text = ConcatStr::from("The quick fox");
//! let mut history = vec![text.clone()];
//! for word in ["brown ", "red "] {
//!     text.insert_str(10, word);
//!     history.push(text.clone());
//! }
//! assert_eq!(text, "The quick red brown fox");
//!
//! // Undo is another version. All are `Send` and `Sync`.
//! text = history[1].clone();
//! assert_eq!(text.slice(10..), "brown fox");
//! ```
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(all(test, not(loom)))]
mod checks;
mod count;
mod cursor;
mod error;
mod find;
mod impls;
#[cfg(feature = "std")]
mod io;
mod iter;
mod lines;
#[cfg(all(loom, test))]
mod models;
mod mutated;
mod node;
mod owner;
mod parts;
mod patch;
mod read;
#[cfg(feature = "serde")]
pub mod serde;
mod short;
mod slab;
mod slice;
mod text;
mod tree;
mod visit;

pub use cursor::Cursor;
pub use error::ConcatError;
#[cfg(feature = "std")]
pub use io::Reader;
pub use iter::{Bytes, CharIndices, Chars, ChunkIndices, Chunks, Lines, Split};
pub use slab::release_thread_cache;
pub use slice::ConcatSlice;
pub use text::ConcatStr;
