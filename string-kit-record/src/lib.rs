#![doc = include_str!("../README.md")]
//!
//! # Features
//!
//! - `serde`: the traits of serde that the type inside has.
//! - `try`: the variable `STRING_KIT_TRY` of the build chooses the type that an alias stands for:
//!   `compact_string`, say, or `span.name=arc_str,smol_str` for a label and all others. A label for
//!   which it names none gets the type that the alias was declared with; without the variable, all
//!   are recorded. A label that has `=` or `,` cannot be named. `CANDIDATES` lists the types.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod at_exit;
#[cfg(feature = "try")]
mod candidates;
mod conversions;
mod counts;
mod forks;
mod hash;
#[cfg(feature = "try")]
mod heap;
mod label;
mod lengths;
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
    pub use crate::rows::{Cell, Rows, row};
    pub use crate::values::{HEAVIEST, LONGEST, Value, Values};
}
