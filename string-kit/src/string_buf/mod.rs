//! [`StringBuf`]: a growable string that keeps up to `N` bytes of text inline.

mod buf;
mod drain;
mod edit;

pub use buf::StringBuf;
pub use drain::Drain;
