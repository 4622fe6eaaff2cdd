//! The operations that read a text among the nodes of any [`Dag`](super::Dag), without recursion.

mod chunks;
mod flatten;
mod len;
mod output;
mod scan;
mod write;

pub(super) use chunks::is_empty;
pub use chunks::{Chunks, ChunksRev};
pub(super) use flatten::flatten_into;
pub(super) use len::{byte_at, len_u128, try_len};
pub(super) use scan::find;
pub use scan::{Chars, Lines};
pub(super) use write::{debug, display, write};

#[cfg(test)]
mod tests;
