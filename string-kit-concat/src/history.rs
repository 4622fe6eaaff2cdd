//! The versions of a text, with undo, redo and branches.

#[cfg(feature = "std")]
mod damage;
mod entry;
#[cfg(feature = "std")]
pub(crate) mod file;
#[cfg(feature = "std")]
mod format;
mod limits;
#[cfg(feature = "std")]
pub(crate) mod read;
mod table;
mod version;
#[cfg(feature = "std")]
pub(crate) mod write;

use alloc::collections::VecDeque;
use core::mem;

use crate::error::{Attempt, ConcatError, or_panic, try_reserve_back};
use crate::text::ConcatStr;
pub use entry::History;
use entry::{Entry, NONE};
pub use version::{Version, VersionId};

impl History {
    fn empty() -> Self {
        Self {
            versions: VecDeque::new(),
            end: 0,
            current: 0,
            saved: NONE,
            is_line: true,
            redo_changes: 0,
            #[cfg(feature = "std")]
            identity: write::next_identity(),
            max: usize::MAX,
            limited: None,
        }
    }

    /// Makes a history of one version, which is saved. Ends the program if memory runs out.
    ///
    /// ```
    /// let history = string_kit_concat::History::new("text".into());
    /// assert_eq!(history.text(), "text");
    /// assert!(history.is_saved() && !history.can_undo());
    /// ```
    #[must_use]
    pub fn new(text: ConcatStr) -> Self {
        let mut history = Self::empty();
        or_panic(history.try_add(text, ConcatStr::new(), NONE, false));
        history.saved = 0;
        history
    }

    /// Adds a version that was made of the current one, and makes it the current version. Returns
    /// its id. O(log n) for n versions; with a limit of bytes, O(new nodes).
    ///
    /// Drops versions if there is a limit: see [`limit_versions`](Self::limit_versions) and
    /// [`limit_bytes`](Self::limit_bytes). With a limit of bytes that is O(all nodes and versions);
    /// with one of versions O(versions) if some are left that undo and redo do not reach.
    ///
    /// # Panics
    ///
    /// If there were 4,294,967,295 versions. Ends the program if memory runs out.
    #[track_caller]
    pub fn push(&mut self, text: ConcatStr) -> VersionId {
        self.push_with(text, ConcatStr::new())
    }

    /// Adds a version as [`push`](Self::push) does, with a mark: a short text that the program
    /// chooses, such as its cursors or the time. Undo, redo and files return it.
    ///
    /// ```
    /// let mut history = string_kit_concat::History::new("".into());
    /// history.push_with("a".into(), "cursor 1".into());
    /// history.push_with("ab".into(), "cursor 2".into());
    /// assert_eq!(history.undo().unwrap().mark, "cursor 1");
    /// ```
    #[track_caller]
    pub fn push_with(&mut self, text: ConcatStr, mark: ConcatStr) -> VersionId {
        or_panic(self.try_push(text, mark, false))
    }

    /// Adds a version as [`push_with`](Self::push_with) does, to the step that made the current
    /// one: undo and redo take a step at once. So the letters of a word may be one step.
    ///
    /// ```
    /// let mut history = string_kit_concat::History::new("".into());
    /// history.push("w".into());
    /// history.push_joined("wo".into(), "".into());
    /// assert_eq!(history.undo().unwrap().text, "");
    /// assert_eq!(history.redo().unwrap().text, "wo");
    /// ```
    #[track_caller]
    pub fn push_joined(&mut self, text: ConcatStr, mark: ConcatStr) -> VersionId {
        or_panic(self.try_push(text, mark, true))
    }

    /// Adds a version as [`push_with`](Self::push_with) does, or with `is_joined` as
    /// [`push_joined`](Self::push_joined) does. Or returns an error, and changes nothing.
    ///
    /// # Errors
    ///
    /// [`ConcatError::Alloc`], or [`ConcatError::Full`] after 4,294,967,295 versions.
    pub fn try_push(
        &mut self,
        text: ConcatStr,
        mark: ConcatStr,
        is_joined: bool,
    ) -> Result<VersionId, ConcatError> {
        let (parent, number) = (self.current, self.end);
        self.try_add(text, mark, parent, is_joined)?;
        let redo = self.set_redo(parent, number);
        self.is_line &= redo == NONE;
        self.prune();
        Ok(VersionId::from(number))
    }

    fn try_add(
        &mut self,
        text: ConcatStr,
        mark: ConcatStr,
        parent: u32,
        is_joined: bool,
    ) -> Attempt {
        let number = self.end;
        if number == NONE {
            return Err(ConcatError::Full);
        }
        try_reserve_back(&mut self.versions, 1)?;
        if let Some(limited) = &mut self.limited {
            limited.table.try_add_texts(&[&text, &mark])?;
        }
        self.versions.push_back(Entry {
            number,
            text: Some(text),
            mark,
            parent,
            redo: NONE,
            is_joined,
        });
        (self.current, self.end) = (number, number + 1);
        Ok(())
    }

    /// Returns the text of the current version. O(log n) for n versions.
    #[must_use]
    pub fn text(&self) -> &ConcatStr {
        self.current().text
    }

    /// Returns the current version. O(log n) for n versions.
    #[must_use]
    pub fn current(&self) -> Version<'_> {
        let Some(version) = self.get(VersionId::from(self.current)) else {
            unreachable!("the current version is not dropped");
        };
        version
    }

    /// Goes to the version before the step that made the current one, and returns it; none if that
    /// was dropped, or there was none. If a part of a step was dropped, goes to the oldest version
    /// of it that is left. O(log n) for each version of the step.
    pub fn undo(&mut self) -> Option<Version<'_>> {
        let target = self.next_undo()?.id;
        while self.current != u32::from(target) {
            let (left, parent) = (self.current, self.entry(self.current)?.parent);
            let before = self.set_redo(parent, left);
            self.redo_changes += u64::from(before != left);
            self.current = parent;
        }
        self.get(target)
    }

    /// Takes the step that the last [`undo`](Self::undo) of this place took back, or the newest
    /// one that begins here. Returns the version behind it; none if that was dropped, or there was
    /// none. O(log n) for each version of the step.
    pub fn redo(&mut self) -> Option<Version<'_>> {
        let target = self.next_redo()?.id;
        self.current = target.into();
        self.get(target)
    }

    /// Returns the version that [`undo`](Self::undo) would go to.
    #[must_use]
    pub fn next_undo(&self) -> Option<Version<'_>> {
        let mut version = self.current();
        let mut target = self.get(version.parent?)?;
        while version.is_joined
            && let Some(parent) = target.parent
        {
            (version, target) = (target, self.get(parent)?);
        }
        Some(target)
    }

    /// Returns the version that [`redo`](Self::redo) would go to.
    #[must_use]
    pub fn next_redo(&self) -> Option<Version<'_>> {
        let mut target = self.entry(self.entry(self.current)?.redo)?;
        while let Some(next) = self.entry(target.redo).filter(|next| next.is_joined) {
            target = next;
        }
        self.get(VersionId::from(target.number))
    }

    /// Returns true if [`undo`](Self::undo) would go to a version.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.current().parent.is_some()
    }

    /// Returns true if [`redo`](Self::redo) would go to a version.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.next_redo().is_some()
    }

    /// Goes to a version, and returns it; none if it was dropped. O(log n) for n versions.
    pub fn go_to(&mut self, id: VersionId) -> Option<Version<'_>> {
        self.entry(id.into())?;
        (self.current, self.is_line) = (id.into(), false);
        self.get(id)
    }

    /// Notes that the current version is saved, as where the user's file has it now. O(1).
    ///
    /// ```
    /// let mut history = string_kit_concat::History::new("old".into());
    /// history.push("new".into());
    /// history.mark_saved();
    /// history.undo();
    /// assert!(!history.is_saved());
    /// history.redo();
    /// assert!(history.is_saved());
    /// ```
    pub fn mark_saved(&mut self) {
        self.saved = self.current;
    }

    /// Returns true if the current version is the one that was saved last. Files of histories keep
    /// it. O(1).
    #[must_use]
    pub fn is_saved(&self) -> bool {
        self.saved == self.current
    }

    /// Returns a version, if it is left. O(log n) for n versions.
    #[must_use]
    pub fn get(&self, id: VersionId) -> Option<Version<'_>> {
        self.version(self.entry(id.into())?)
    }

    /// Returns the ids of the versions that were made of a version, the oldest first. O(newer
    /// versions): looks at each of them.
    pub fn children(&self, id: VersionId) -> impl Iterator<Item = VersionId> {
        let place = self.place(id.into());
        let newer = self.versions.range(place.unwrap_or(self.versions.len())..);
        let children = newer.filter(move |entry| entry.parent == u32::from(id));
        children.map(|entry| VersionId::from(entry.number))
    }

    /// Returns the versions that are left, the oldest first. O(log n) for each.
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Version<'_>> {
        let entries = self.versions.iter();
        entries.filter_map(|entry| self.version(entry))
    }

    fn version<'a>(&'a self, entry: &'a Entry) -> Option<Version<'a>> {
        Some(Version {
            id: VersionId::from(entry.number),
            text: entry.text.as_ref()?,
            mark: &entry.mark,
            parent: self
                .entry(entry.parent)
                .map(|parent| VersionId::from(parent.number)),
            is_joined: entry.is_joined,
        })
    }

    /// Returns the texts and the marks of the versions that are left.
    fn texts(&self) -> impl Iterator<Item = &ConcatStr> {
        let left = self.versions.iter().filter(|entry| entry.text.is_some());
        left.flat_map(|entry| entry.text.iter().chain([&entry.mark]))
    }

    fn place(&self, number: u32) -> Option<usize> {
        self.versions
            .binary_search_by_key(&number, |entry| entry.number)
            .ok()
    }

    /// Returns a version that is left.
    fn entry(&self, number: u32) -> Option<&Entry> {
        let entry = &self.versions[self.place(number)?];
        entry.text.is_some().then_some(entry)
    }

    /// Sets the version that redo goes to from another one. Returns the one that it went to before.
    fn set_redo(&mut self, number: u32, redo: u32) -> u32 {
        self.place(number).map_or(NONE, |place| {
            mem::replace(&mut self.versions[place].redo, redo)
        })
    }
}
