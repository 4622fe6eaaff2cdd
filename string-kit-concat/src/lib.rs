//! Texts made of other texts: `ConcatStr`, `MeasuredConcatStr`, `ConcatArena`, `FrozenConcat`.
//!
//! A concatenation is a node that shares both its parts and copies neither. Text that occurs a thousand
//! times is stored once, and a text with more bytes than memory can still be kept, cut and compared.
//!
//! ```
//! use string_kit_concat::{ConcatArena, ConcatStr, MeasuredConcatStr};
//!
//! // A handle: shared by clones and by the texts that it is a part of.
//! let row = ConcatStr::from("-+").repeat(40) + "\n";
//! let page = row.repeat(1 << 50);
//! assert_eq!(page.try_len()?, 81 << 50);
//! assert_eq!(page.substr(78..82), "-+\n-");
//!
//! // Two cuts and a concatenation make the next version of a text: O(depth) each, since lengths are kept.
//! let first = MeasuredConcatStr::from("a text, and its end");
//! let second = first.substr(..6) + " with an edit" + &first.substr(6..);
//! assert_eq!(second, "a text with an edit, and its end");
//!
//! // An arena that keeps fingerprints compares texts of any length in O(1).
//! let mut arena = ConcatArena::new().with_lengths().with_fingerprints();
//! let [one, two] = [arena.import(page.view()), arena.import(page.view())];
//! assert_eq!(arena.get(one)?, arena.get(two)?);
//! # Ok::<(), string_kit_concat::ConcatError>(())
//! ```
//!
//! | type | a concatenation takes | use it for |
//! | --- | --- | --- |
//! | [`MeasuredConcatStr`] | 16 bytes | texts that are cut: version histories, edits, reads by position; each takes O(depth) |
//! | [`ConcatStr`] | 12 bytes | texts that are joined, compared and written: a cut takes O(nodes) |
//! | [`ConcatArena`] | 8 bytes | millions of nodes that are freed together: one owner, ids for handles, optional columns of lengths and fingerprints |
//! | [`FrozenConcat`] | lg n + 2.5 *bits* | a finished arena of n nodes: read-only, shared by threads, saved to bytes and loaded |
//!
//! The first two are reference-counted handles of 4 bytes, `Send` and `Sync`: a node is freed with the last
//! text that needs it.
//!
//! # Cost
//!
//! Costs count the nodes that a text reaches, a shared node once. O(nodes) does not grow with the text's length,
//! and takes a table of the shared nodes.
//!
//! | operation | time |
//! | --- | --- |
//! | `concat`, `+`, `clone` | O(1) |
//! | drop | O(1), and O(1) for each node that it frees |
//! | `push_str`, `From` | O(bytes of the new piece) |
//! | `substr`, `byte_at`, length | O(nodes); O(depth) where lengths are kept |
//! | `==`, hash, `fingerprint` | O(nodes + bytes of leaves); O(1) where fingerprints are kept |
//! | `rebalance` | O(nodes · log leaves) |
//! | `to_text`, `flatten_into`, `write_to` | O(nodes + bytes) |
//! | `chunks`, `chars`, `lines`, `find`, `eq_exact` | O(bytes that are read) |
//!
//! # Rules for all types
//!
//! - **Comparison goes by the text.** Equality, order and hash depend on the text, never on its nodes. Long
//!   texts are compared by their [`Fingerprint`]s: with `std`, two different texts of n bytes compare equal
//!   with probability at most n / 2^127, over a point that each process draws at random.
//!   [`ConcatRef::eq_exact`] compares the bytes, up to a limit that the caller gives.
//! - **Lengths overflow.** 64 doublings have more bytes than `u64` can count. An operation that makes
//!   bytes takes a limit, and returns an error before it allocates them; so do `find`, `lines` and `eq_exact`,
//!   which read them. `Display` writes at most `isize::MAX` bytes, and returns an error for a longer text; the
//!   iterators `chunks` and `chars` end where their caller stops.
//! - **Depth is no danger.** No operation recurses by the depth of the nodes. None visits a shared node twice, but for
//!   those that read the bytes one by one (`chunks`, `chars`, `lines`, `find`, `eq_exact`). Each part that `substr` cuts from a leaf is a leaf of its own. Comparisons read the text that such parts share
//!   once; an import copies it once for each part.
//! - **A failure changes nothing.** An operation that fails leaves the texts as they were, and returns a
//!   [`ConcatError`]. A writer may have a part of the text then. The operations that return no `Result` (`concat`, `+`, `substr`, `From`, `collect`,
//!   comparison) panic, or end the program as a `String` does if memory runs out.
//!
//! # What this is not
//!
//! It is no editor's rope: ropey and crop keep their pieces even, and find a line by its number. Use a
//! `String` for a text that you append to and read: an appended piece that does not fit into the last node
//! takes two nodes of 12 bytes.
//!
//! # Features
//!
//! - `std`, on by default: a free list for each thread, `write_to` for an `io::Write`, and fingerprints at a
//!   random point.
//! - `serde`: serde's traits for texts, and the module `serde` of adapters for their nodes.
//!
//! Without `std` the crate builds on `alloc` alone. All threads then make and free nodes under one
//! lock for each of the two types. A drop holds the lock until it has freed all its nodes. An interrupt handler
//! must not make or drop a text. The bound on collisions does not hold: see [`Fingerprint`].
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
#[cfg(all(loom, test))]
mod models;
mod mutated;
mod outline;
mod read;
mod rebalance;
#[cfg(feature = "serde")]
pub mod serde;
mod slab;
mod view;

pub use arena::{ConcatArena, ConcatId};
pub use counted::{
    ConcatStr, ConcatStrNodes, MeasuredConcatStr, MeasuredConcatStrNodes, release_thread_cache,
};
pub use cut::TextRange;
pub use dag::{ConcatRef, Dag};
pub use error::ConcatError;
pub use fingerprint::Fingerprint;
pub use frozen::{FrozenConcat, FrozenId, FrozenIds, LoadError, LoadFault};
pub use outline::ConcatNodes;
pub use read::{Chars, Chunks, ChunksRev, Lines};
