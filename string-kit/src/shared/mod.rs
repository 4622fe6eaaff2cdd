//! [`SharedStr`], a shared string whose clones do not contend.

mod block;
mod count;
mod derived;
mod heap_form;
mod last_byte;
mod layout;
mod shared_str;
mod slice;

#[cfg(feature = "concurrent-pool")]
pub(crate) use count::ShardIndex;
pub(crate) use derived::COLLECT_BYTES;
pub use shared_str::SharedStr;
