//! [`SharedStr`], a shared string whose clones do not contend, and [`LocalStr`], a handle to it for
//! one thread.
//!
//! ```text
//! SharedStr -> layout: 16 bytes -> block: text on the heap -> count: its reference count
//! ```

mod block;
mod bytes;
mod count;
mod layout;
mod local_str;
mod shared_str;
mod slice;

pub use local_str::LocalStr;
pub use shared_str::SharedStr;
