//! `ConcatStr` and `MeasuredConcatStr`: texts as handles of reference-counted nodes.

mod build;
mod count;
mod form;
mod free;
mod handle;
mod impls;
mod make;
mod node;
#[cfg(all(test, not(loom)))]
mod tests;
mod text;
mod types;

pub use types::{ConcatStr, ConcatStrNodes, MeasuredConcatStr, MeasuredConcatStrNodes};

use form::{Measured, Plain};
use node::Node;

/// Gives back the free nodes that the running thread keeps for its next texts.
///
/// A thread keeps the rest of one block of nodes, of at most 98 KB ([`MeasuredConcatStr`]: 131 KB), and gives it back as it
/// ends. Call this before a thread that made texts is idle for long: the block is freed if no text uses it.
/// Without `std` all threads share one such rest, which this gives back.
///
/// O(free nodes in the block). The next text that this thread makes takes a block again.
///
/// ```
/// use string_kit_concat::ConcatStr;
///
/// let text = ConcatStr::from("some text").repeat(1000);
/// drop(text);
/// string_kit_concat::release_thread_cache();
/// ```
pub fn release_thread_cache() {
    crate::slab::release::<Node<Plain>>();
    crate::slab::release::<Node<Measured>>();
}
