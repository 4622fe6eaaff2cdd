//! From `&dyn Display` through scratch into a representation: the hot path.
//!
//! ```text
//! &[&dyn Display] --one formatting pass--> scratch on the stack --exact size, once--> S
//! ```
//!
//! This module knows no representation: [`CapturedStr`](crate::CapturedStr) stands between them.

mod bounded;
mod error;
pub(crate) mod one;
pub(crate) mod scratch;
mod slice;
mod slots;
pub mod strategy;

pub use bounded::Bounded;
pub use error::CaptureError;
pub(crate) use error::Failed;
pub use scratch::STACK_BYTES;
pub use slice::{capture_all, capture_shared, try_capture_all, try_capture_shared};
