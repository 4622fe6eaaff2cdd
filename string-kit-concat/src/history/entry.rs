//! The versions in memory.

use alloc::collections::VecDeque;
use core::fmt;

use super::table::Table;
use crate::text::ConcatStr;

/// No version has this number.
pub(super) const NONE: u32 = u32::MAX;

pub(super) struct Entry {
    pub(super) number: u32,
    /// None if it was dropped and is still in the list.
    pub(super) text: Option<ConcatStr>,
    pub(super) mark: ConcatStr,
    /// [`NONE`] for a version that was not made of another one.
    pub(super) parent: u32,
    /// The child that `redo` goes to, or [`NONE`].
    pub(super) redo: u32,
    pub(super) is_joined: bool,
}

const _: () = assert!(size_of::<Entry>() == 24);

/// The versions of a text: a tree, as an edit after an undo begins a branch.
///
/// One version is the current one. A version takes 24 bytes beside its text, and the bytes of its
/// mark. With `std`, [`open`](Self::open) keeps a history in a file.
///
/// ```
/// use string_kit_concat::{ConcatStr, History};
///
/// let mut history = History::new(ConcatStr::from("The fox"));
/// let mut text = history.text().clone();
/// text.insert_str(4, "quick ");
/// let quick = history.push_with(text, ConcatStr::from("cursor 10"));
/// assert_eq!(u32::from(quick), 1);
/// assert_eq!(history.undo().unwrap().text, "The fox");
/// let version = history.redo().unwrap();
/// assert_eq!((version.text, version.mark), (&"The quick fox".into(), &"cursor 10".into()));
///
/// // An edit after an undo begins a branch. The first one stays.
/// let first = history.undo().unwrap().id;
/// let a = history.push(ConcatStr::from("A fox"));
/// assert!(history.children(first).eq([quick, a]));
/// assert_eq!(history.go_to(quick).unwrap().text, "The quick fox");
/// ```
pub struct History {
    /// Those that are left, with ascending numbers.
    pub(super) versions: VecDeque<Entry>,
    /// The number of the next version.
    pub(super) end: u32,
    pub(super) current: u32,
    pub(super) saved: u32,
    /// True if undo and redo reach all versions from here. False if that is not known.
    pub(super) is_line: bool,
    /// How often an undo has changed which version a redo goes to.
    pub(super) redo_changes: u64,
    /// The number of this history in the process.
    #[cfg(feature = "std")]
    pub(super) identity: usize,
    pub(super) max: usize,
    pub(super) limited: Option<Limited>,
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("History")
            .field("len", &self.versions.len())
            .field("current", &self.current)
            .finish_non_exhaustive()
    }
}

/// A limit of bytes, and the nodes that count.
pub(super) struct Limited {
    pub(super) max: usize,
    pub(super) table: Table,
}
