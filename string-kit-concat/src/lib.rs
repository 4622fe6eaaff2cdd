//! Texts as a DAG of concatenations: `ConcatStr`, `ConcatArena`, `FrozenConcat`.
//!
//! Where a text is made of others, and those of others again, a concatenation can be a node that has
//! both its parts, and copies neither. Text that occurs a thousand times is there once, and what has
//! more bytes than memory can still be kept, measured, cut and compared.
//!
//! | type | a concatenation takes | it is for |
//! | --- | --- | --- |
//! | [`ConcatStr`] | 12 bytes | texts that come and go: a counted handle, `Send` and `Sync`, whose nodes are freed with the last one that needs them |
//! | [`ConcatArena`] | 8 bytes | millions of nodes that go together: one owner, ids for handles, optional columns of lengths and fingerprints that answer at once |
//! | [`FrozenConcat`] | lg n + 2.5 *bits* | what is complete: read-only, shared by threads, saved and loaded as it is |
//!
//! The first two have a [`Wide`] form, of 16 and 10 bytes, for more than some billions of nodes.
//!
//! ```
//! use string_kit_concat::{ConcatArena, ConcatStr};
//!
//! // A handle: shared by clones and by the texts it is a part of.
//! let row: ConcatStr = ConcatStr::from("-+").repeat(40);
//! let page: ConcatStr = row.concat(&"\n".into()).repeat(1 << 50);
//! assert_eq!(page.try_len()?, 81 << 50);
//! assert_eq!(page.substr(78..82)?, "-+\n-");
//!
//! // An arena that keeps fingerprints compares such texts in some nanoseconds.
//! let mut arena: ConcatArena = ConcatArena::new().with_lengths().with_fingerprints();
//! let [one, two] = [arena.import(page.view()), arena.import(page.view())];
//! assert_eq!(arena.get(one)?, arena.get(two)?);
//! # Ok::<(), string_kit_concat::ConcatError>(())
//! ```
//!
//! # What holds for all
//!
//! - **By text.** Equality, order and hash go by what the text is, never by how it was put together.
//!   They take no time by the length: long texts are compared by fingerprints, over a point that is
//!   drawn at random in each process. Two that differ are taken for equal with odds of their length to
//!   2^127; [`ConcatRef::eq_exact`] has no such odds.
//! - **No surprise.** 64 doublings have more bytes than `u64` can count. What makes bytes takes a limit,
//!   and errs before it allocates; `Display` alone has none but the precision, so that `to_string` of a huge
//!   text ends as any `String` that outgrows memory does. No operation recurses by the depth of the
//!   nodes, and none looks twice at what is shared. Parts that `substr` cut from one leaf are leaves: what
//!   goes by the bytes of leaves, and what copies them elsewhere, counts their text once for each.
//! - **Nothing is lost.** An operation that fails leaves all as it was, and says why: [`ConcatError`]. The
//!   forms that return no `Result` (`concat`, `+`, `From`, `collect`, comparison) panic, or end the program
//!   as a `String` does if memory is what lacks.
//!
//! # When a `String` is the right answer
//!
//! A text that is edited in the middle belongs in a rope (ropey, crop), which keeps its pieces even and
//! finds lines; one that is appended to and read belongs in a `String`. Nodes that are not shared, of
//! texts of some bytes, take more than the text: 12 bytes and a leaf's.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod arena;
mod compare;
mod copy;
mod counted;
mod cut;
mod dag;
mod error;
mod exact;
mod fingerprint;
mod fold;
mod frozen;
mod memo;
mod mix;
#[cfg(all(loom, test))]
mod models;
mod mutated;
mod nodes;
mod outline;
mod pages;
mod read;
mod rebalance;
#[cfg(feature = "serde")]
pub mod serde;
mod slab;
mod view;
mod width;

pub use arena::{ConcatArena, ConcatId};
pub use counted::ConcatStr;
pub use dag::Dag;
pub use error::ConcatError;
pub use fingerprint::Fingerprint;
pub use frozen::{FrozenConcat, FrozenId, FrozenIds, LoadError, LoadFault};
pub use nodes::ConcatNodes;
pub use read::{Chunks, ChunksRev};
pub use view::ConcatRef;
pub use width::{Narrow, Wide, Width};
