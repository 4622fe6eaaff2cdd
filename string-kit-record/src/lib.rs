//! Strings that record their own use, so that `string-kit advise` can say which string type suits a
//! program.
//!
//! **A record holds texts of your users**: a sample of the recorded strings, up to 1,024 bytes
//! each. On Unix its owner alone can read the file. With `texts = lengths` the record has no texts
//! of a label, only their lengths, their counts and their hashes: see [`Texts::Lengths`].
//!
//! ```no_run
//! // Instead of `type SpanName = String;`
//! string_kit_record::recorded! { pub type SpanName = String, "span.name"; }
//!
//! fn main() {
//!     let _saved = string_kit_record::save_at_exit("program.jsonl");
//!     // The program.
//! }
//! ```
//!
//! `string-kit advise --profile program.jsonl` then computes the memory of each string type for
//! these texts, and recommends one. To turn the recording off, change the alias back.
//!
//! # What is recorded
//!
//! For each label:
//!
//! - the number of captures, clones, drops, comparisons and equal ones, hashes, look-ups, reads and
//!   appends; and of all operations, and of clones, on strings whose texts another thread had
//!   captured;
//! - the strings alive now and at most, and how many of these shared the text of another; the
//!   threads that used the label, and those that cloned;
//! - the number of texts of each length; a fair sample of distinct texts with exact counts; the
//!   most frequent texts.
//!
//! A look-up shows as often as a map borrows a key as a `str`: a `HashMap` nearly always once, and
//! only if the key is there; a `BTreeMap` once for each key on the way. A text is counted when it
//! is captured; if it is edited later, the text that it has when it is dropped is counted instead.
//!
//! # What it costs
//!
//! Some nanoseconds an operation, and 16 bytes a string. Each thread has counters of its own (20 KB
//! a label). The record of a label takes at most 4 MB beside them. After a thread's first use of a
//! label, only the samples of texts and of lives allocate, and ever more rarely.
//!
//! # What is lost
//!
//! A program that aborts loses what was not saved. Drops after a thread's thread-locals were
//! destroyed are counted. `std::process::exit` runs no destructor, so call [`save`] before it, or
//! set the variable `STRING_KIT_RECORD` to the name of a file: every program that uses a label then
//! saves its record there when it ends, on Unix and Windows. `%p` in the name stands for the
//! process id. A relative name begins in the folder that is current when the program uses its first
//! label or calls [`save_at_exit`].
//!
//! No record replaces that of another process, of another run, or of another copy of this crate in
//! the process: a file that one of these wrote is kept as `run.1.jsonl`, `run.2.jsonl` and so on.
//! If a program starts others and saves at its end, the file of the name is its own. `string-kit
//! advise --profile run*.jsonl` reads the records of all processes together. Remove those of
//! earlier runs before.
//!
//! # Forks
//!
//! A child counts what it does itself, so that the records of both processes can be merged. Without
//! `%p` in the name, a child's file has its process id before the extension: `program.4711.jsonl`.
//! Of strings from before the fork, the texts and the drops are the parent's; the child counts its
//! reads, edits and clones of them.
//!
//! # Features
//!
//! - `serde`: the traits of serde that the type inside has.
//! - `try`: the variable `STRING_KIT_TRY` of the build chooses the type that an alias stands for:
//!   `compact_string`, say, or `span.name=arc_str,smol_str` for a label and all others. A label for
//!   which it names none gets the type that the alias was declared with; without the variable, all
//!   are recorded. A label that has `=` or `,` cannot be named. `CANDIDATES` lists the types.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

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
