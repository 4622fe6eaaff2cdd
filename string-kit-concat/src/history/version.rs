//! The versions of a history as its user sees them.

use crate::text::ConcatStr;

/// The id of a version in a [`History`](crate::History): its number, from 0 on, in the order in
/// which versions were pushed. No other version of the history ever has it.
///
/// ```
/// use string_kit_concat::{ConcatStr, History, VersionId};
///
/// let mut history = History::new(ConcatStr::from("old"));
/// let id = history.push(ConcatStr::from("new"));
/// assert_eq!(id, VersionId::from(1));
/// assert_eq!(u32::from(id), 1);
/// ```
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
///
/// ```
/// use string_kit_concat::{ConcatStr, History};
///
/// let mut history = History::new(ConcatStr::from("old"));
/// history.push_with(ConcatStr::from("new"), ConcatStr::from("cursor 3"));
/// let new = history.current();
/// assert_eq!((new.text, new.mark), (&"new".into(), &"cursor 3".into()));
/// assert_eq!(new.parent, history.next_undo().map(|old| old.id));
/// ```
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
