//! [`SharedStr`], a shared string whose clones do not contend.
//!
//! ```text
//! SharedStr -> layout: 16 bytes -> block: text on the heap -> count: its reference count
//! ```

mod block;
mod count;
mod layout;
mod shared_str;
mod slice;

pub use shared_str::SharedStr;
