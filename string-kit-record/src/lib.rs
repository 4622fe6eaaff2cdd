#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(clippy::needless_doctest_main)] // The example is a whole program.

mod at_exit;
#[cfg(feature = "try")]
mod candidates;
mod conversions;
mod forks;
mod hash;
#[cfg(feature = "try")]
mod heap;
mod label;
mod lives;
mod methods;
mod operation;
mod record;
mod recorded;
mod rows;
mod save;
mod threads;
mod values;

#[cfg(feature = "try")]
pub use candidates::{CANDIDATES, Candidate, types};
#[cfg(feature = "try")]
pub use heap::HeapCounter;
pub use label::{Label, Name, Named, Texts, Unlabelled, alias_character, character};
pub use recorded::Recorded;
pub use save::{SaveAtExit, save, save_at_exit};
#[cfg(feature = "try")]
#[doc(hidden)]
pub use string_kit_macros::choose;

/// The sketch of distinct texts and the rows of a record, which the advisor's profiles of data have
/// too. Their interface may change with any version.
#[doc(hidden)]
pub mod sketch {
    pub use crate::hash::hash;
    pub use crate::operation::is_operation;
    pub use crate::rows::{Cell, Rows, row};
    pub use crate::values::{HEAVIEST, LONGEST, Value, Values};
}
