//! Formatting of values into a buffer, and limits on their text.
//!
//! ```text
//! values --one formatting pass--> scratch buffer on the stack --one exact copy--> string type
//! values of known types --------> their text -------------------one exact copy--> string type
//! ```
//!
//! This module knows no string type: its functions take the conversion into one as a closure.

mod bounded;
pub(crate) mod buffer;
pub(crate) mod known;
pub(crate) mod one;
#[doc(hidden)]
pub(crate) mod pieces;
pub(crate) mod scratch;

pub use bounded::Bounded;
pub use scratch::STACK_BYTES;
