//! A law, a function: it goes through its cases from the least on, and stops at the first that is
//! not as it says.

pub(super) mod capacity;
pub(super) mod capture;
pub(super) mod collect;
pub(super) mod compare;
pub(super) mod edit;
pub(super) mod format;
pub(super) mod memory;
pub(super) mod serde;
pub(super) mod share;
pub(super) mod text;
pub(super) mod threads;
