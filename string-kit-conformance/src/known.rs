//! Laws that a type is known to break.

use super::Law;

/// A law that a type is known to break, and why.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) law: Law,
    pub(super) why: &'static str,
}
