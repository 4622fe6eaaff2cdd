//! Clones of one type by many threads: who clones what, and the loops.

mod handoff;
mod pattern;
mod work;

pub(crate) use handoff::{Cloner, Dropper, Ring};
pub(crate) use pattern::BATCH;
pub use pattern::{COLD, Pattern};
pub(crate) use work::{Batch, Many, One, Work, strings};
