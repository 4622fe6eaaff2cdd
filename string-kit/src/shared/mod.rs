//! [`SharedStr`], a shared string whose clones do not contend.

mod block;
mod count;
mod layout;
mod shared_str;
mod slice;

pub use shared_str::SharedStr;
