//! Texts made of other texts: `ConcatStr`, `ConcatArena`, `FrozenConcat`.
//!
//! A concatenation is a node that shares both its parts and copies neither. Text that occurs a thousand
//! times is stored once, and a text with more bytes than memory can still be kept, measured, cut and
//! compared.
//!
//! ```
//! use string_kit_concat::{ConcatArena, ConcatStr};
//!
//! // A handle: shared by clones and by the texts it is a part of.
//! let row = ConcatStr::from("-+").repeat(40);
//! let page: ConcatStr = row.concat(&"\n".into()).repeat(1 << 50);
//! assert_eq!(page.try_len()?, 81 << 50);
//! assert_eq!(page.substr(78..82)?, "-+\n-");
//!
//! // An arena that keeps fingerprints compares such texts in some nanoseconds.
//! let mut arena = ConcatArena::new().with_lengths().with_fingerprints();
//! let [one, two] = [arena.import(page.view()), arena.import(page.view())];
//! assert_eq!(arena.get(one)?, arena.get(two)?);
//! # Ok::<(), string_kit_concat::ConcatError>(())
//! ```
//!
//! | type | a concatenation takes | use it for |
//! | --- | --- | --- |
//! | [`ConcatStr`] | 12 bytes | texts that come and go: a reference-counted handle, `Send` and `Sync`, whose nodes are freed with the last text that needs them |
//! | [`ConcatArena`] | 8 bytes | millions of nodes that are freed together: one owner, ids for handles, optional columns of lengths and fingerprints that answer at once |
//! | [`FrozenConcat`] | lg n + 2.5 *bits* | a finished arena: read-only, shared by threads, saved to bytes and loaded |
//!
//! The first two have a [`Wide`] form, of 16 and 10 bytes, for more than some billions of nodes.
//!
//! # Rules for all types
//!
//! - **Comparison goes by the text.** Equality, order and hash depend on the text, never on its nodes, and
//!   take O(nodes), not O(bytes): long texts are compared by their [`Fingerprint`]s. With `std`, two
//!   different texts of n bytes compare equal with probability at most n / 2^127, over a point that each
//!   process draws at random; [`ConcatRef::eq_exact`] never errs.
//! - **Lengths overflow.** 64 doublings have more bytes than `u64` can count. An operation that makes bytes
//!   takes a limit, and returns an error before it allocates. `Display` alone has no limit but the
//!   precision: `to_string` of a huge text ends as any `String` that outgrows memory does. No operation
//!   recurses by the depth of the nodes, and none visits a shared node twice. Each part that `substr` cuts
//!   from a leaf is a leaf of its own: an operation on the bytes of leaves reads, and one that copies leaves
//!   copies, the text that such parts share once for each part.
//! - **A failure changes nothing.** An operation that fails leaves everything as it was, and returns a
//!   [`ConcatError`]. The operations that return no `Result` (`concat`, `+`, `From`, `collect`, comparison)
//!   panic, or end the program as a `String` does if memory runs out.
//!
//! # What this is not
//!
//! It is no rope: a text that is edited in the middle belongs in ropey or crop, which keep their pieces even
//! and find lines. It is no `String` either, where a text is appended to and read: an appended piece that
//! does not fit into the last node takes two nodes of 12 bytes.
//!
//! # Features
//!
//! - `std`, on by default: a free list for each thread, and fingerprints at a random point.
//! - `serde`: serde's traits for texts, and the module `serde` of adapters for their nodes.
//!
//! Without `std` the crate builds on `alloc` alone. All threads then make and free the nodes of a
//! [`ConcatStr`] under one lock, which one drop holds until all that it frees is freed: an interrupt handler
//! must do neither. The bound on collisions does not hold: see [`Fingerprint`].
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod arena;
mod compare;
mod counted;
mod cut;
mod dag;
mod error;
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

pub use arena::{ConcatArena, ConcatId};
pub use counted::{ConcatStr, MeasuredConcatStr};
pub use cut::TextRange;
pub use dag::{ConcatRef, Dag};
pub use error::ConcatError;
pub use fingerprint::Fingerprint;
pub use frozen::{FrozenConcat, FrozenId, FrozenIds, LoadError, LoadFault};
pub use nodes::ConcatNodes;
pub use read::{Chars, Chunks, ChunksRev, Lines};
