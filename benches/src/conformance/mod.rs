//! What the laws come to, found in processes that may end by it.

mod origin;
mod outcome;
pub(crate) mod process;

pub use origin::crate_of;
pub use outcome::Outcome;
