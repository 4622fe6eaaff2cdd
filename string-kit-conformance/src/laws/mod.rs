//! The laws. Each is a function that tries its cases, small ones first, and stops at the first case
//! that breaks the law.

mod capacity;
mod capture;
mod collect;
mod compare;
mod edit;
mod format;
mod memory;
mod serde;
mod share;
mod text;
mod threads;

pub(super) use self::capacity::*;
pub(super) use self::capture::*;
pub(super) use self::collect::*;
pub(super) use self::compare::*;
pub(super) use self::edit::*;
pub(super) use self::format::*;
pub(super) use self::memory::*;
pub(super) use self::serde::*;
pub(super) use self::share::*;
pub(super) use self::text::*;
pub(super) use self::threads::*;
