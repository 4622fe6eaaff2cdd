//! The versions of a history as its user sees them.

use crate::text::ConcatStr;

/// The id of a version in a [`History`](crate::History): its number, from 0 on, in the order in
/// which versions were pushed. No other version of the history ever has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VersionId(u32);

impl From<u32> for VersionId {
    fn from(number: u32) -> Self {
        Self(number)
    }
}

impl From<VersionId> for u32 {
    fn from(id: VersionId) -> Self {
        id.0
    }
}

/// A version of a [`History`](crate::History).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Version<'a> {
    /// The version's id.
    pub id: VersionId,
    /// The version's text.
    pub text: &'a ConcatStr,
    /// The text that [`push_with`](crate::History::push_with) was given. Otherwise empty.
    pub mark: &'a ConcatStr,
    /// The version that it was made of; none if that was dropped, or there was none.
    pub parent: Option<VersionId>,
    /// True if it belongs to the same step of undo as its parent.
    pub is_joined: bool,
}
