//! Clones of one type by many threads: the patterns, and the loops of each.

mod pattern;
mod setting;
mod work;

pub(crate) use pattern::Pattern;
pub(crate) use setting::{Sample, Setting, alone, together};
pub(crate) use work::clone;
