//! A persistent text: each version of a document takes some 50 bytes while somebody types.
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
//!
//! [`ConcatStr`] is the text, [`ConcatSlice`] a borrowed part of it with the same reading methods,
//! [`Cursor`] a place in it for crates that read a text piece by piece. [`ConcatStr::diff`] finds
//! what differs between two versions. [`History`] keeps versions with undo, redo and branches, and
//! [`History::open`] keeps them in a file. The README has what each operation costs, and what
//! the crate is not for.
//!
//! # Rules
//!
//! - **An operation changes one version.** Others that share its nodes stay as they are, on all
//!   threads.
//! - **Comparison goes by the text.** Equality, order and hash are exact, and the same as those of
//!   `str`.
//! - **Depth is at most 2 log2(bytes) + 2** in every version, so the documented costs hold after
//!   any sequence of operations. No operation recurses deeper.
//! - **A failure changes nothing.** A `try_` method returns a [`ConcatError`] and leaves the text
//!   as it was. The others panic, or end the program as a `String` does if memory runs out.
//!   Deserialization of a text of more than 251 bytes also ends the program if there is no memory
//!   for the 72 bytes that own it.
//!
//! # Structure
//!
//! A version is a tree under at most two *patches*: replacements of some bytes by up to 32 others.
//! Its leaves have up to 251 bytes, or a longer text that was taken over. Typing replaces the patch
//! by a longer one. When a patch is full, or an edit is at a third place, bytes of patches are
//! written into the tree, which copies one path.
//!
//! Lines, characters and UTF-16 code units are counted when somebody first asks for them. The
//! counts stand beside the nodes, in memory that versions of which nobody asks do not take.
//!
//! # Features
//!
//! - `std`, on by default: `reader`, `write_to` and `save`, files of histories, and a free list for
//!   each thread.
//! - `serde`: a text is written and read as a string.
//!
//! Without `std` the crate builds on `alloc` alone. All threads then take and free nodes under one
//! lock, which an interrupt handler must not take. If memory runs out, even a `try_` edit may end
//! the program.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod build;
#[cfg(all(test, not(loom)))]
mod checks;
mod count;
mod cursor;
mod diff;
mod error;
mod find;
mod forward;
mod history;
mod impls;
#[cfg(feature = "std")]
mod io;
mod iter;
mod metric;
mod node;
mod parts;
mod patch;
mod pattern;
mod position;
mod read;
#[cfg(feature = "serde")]
pub mod serde;
mod short;
mod slab;
mod slice;
mod splice;
mod split;
mod text;
mod tree;
mod units;
mod visit;

#[cfg(feature = "std")]
#[doc = include_str!("history/format.md")]
pub mod file_format {}

pub use cursor::Cursor;
pub use error::ConcatError;
pub use history::{History, Version, VersionId};
#[cfg(feature = "std")]
pub use history::{
    file::Opened,
    read::{HistoryError, Restored},
    write::HistoryWriter,
};
#[cfg(feature = "std")]
pub use io::Reader;
pub use iter::{Bytes, CharIndices, Chars, ChunkIndices, Chunks, Lines};
pub use pattern::Pattern;
pub use position::LineEnds;
pub use slab::release_thread_cache;
pub use slice::ConcatSlice;
pub use split::Split;
pub use text::ConcatStr;
