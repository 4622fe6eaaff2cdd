//! The operations that read a text among the nodes of any [`Dag`](super::Dag), without recursion.

mod byte_at;
mod chunks;
mod flatten;
mod len;
mod output;
mod write;

pub(super) use byte_at::byte_at;
pub(super) use chunks::is_empty;
pub use chunks::{Chunks, ChunksRev};
pub(super) use flatten::flatten_into;
pub(super) use len::{len_u128, try_len};
pub(super) use write::{debug, display, write_to};

#[cfg(test)]
mod tests;
