#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

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
mod sync;
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
