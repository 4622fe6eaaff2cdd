//! Formatting of values into scratch, and limits on their text.
//!
//! ```text
//! values --one formatting pass--> scratch on the stack --exact size, once--> representation
//! ```
//!
//! This module knows no representation: its functions take the step into one as a closure.

mod bounded;
pub(crate) mod one;
pub(crate) mod scratch;

pub use bounded::Bounded;
pub use scratch::STACK_BYTES;
