//! The versions of a text, with undo, redo and branches.

#[cfg(feature = "std")]
mod damage;
#[cfg(feature = "std")]
mod format;
#[cfg(feature = "std")]
pub(crate) mod read;
mod table;
#[cfg(feature = "std")]
pub(crate) mod write;

use alloc::collections::VecDeque;
use core::fmt;

use crate::error::{ConcatError, no_room, or_panic};
use crate::text::ConcatStr;
use table::Table;

/// No version has this number.
const NONE: u32 = u32::MAX;

struct Version {
    text: ConcatStr,
    /// [`NONE`] for a version that was not made of another one.
    parent: u32,
    /// The version that `redo` goes to, or [`NONE`].
    redo: u32,
}

/// A limit of bytes, and the nodes that count.
struct Limited {
    most: usize,
    table: Table,
}

/// The versions of a text: a tree, as an edit after an undo begins a branch.
///
/// Versions are numbered from 0 on, in the order in which they were pushed, and keep their numbers.
/// One is the current version. A version takes 12 bytes beside its text. With `std` a
/// [`HistoryWriter`](crate::HistoryWriter) appends what is new to a file, and
/// [`read_from`](Self::read_from) reads the file.
///
/// ```
/// use string_kit_concat::{ConcatStr, History};
///
/// let mut history = History::new(ConcatStr::from("The fox"));
/// let mut text = history.text().clone();
/// text.insert_str(4, "quick ");
/// history.push(text.clone());
/// assert_eq!(history.undo().unwrap(), "The fox");
/// assert_eq!(history.redo().unwrap(), "The quick fox");
///
/// // An edit after an undo begins a branch. The other one stays.
/// history.undo();
/// history.push(ConcatStr::from("A fox"));
/// assert!(history.children(0).eq([1, 2]));
/// assert_eq!(history.go_to(1).unwrap(), "The quick fox");
/// ```
pub struct History {
    versions: VecDeque<Version>,
    /// The number of the first version that is left.
    first: usize,
    current: usize,
    most: usize,
    limited: Option<Limited>,
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("History")
            .field("first", &self.first)
            .field("len", &self.versions.len())
            .field("current", &self.current)
            .finish_non_exhaustive()
    }
}

impl History {
    const EMPTY: Self = Self {
        versions: VecDeque::new(),
        first: 0,
        current: 0,
        most: usize::MAX,
        limited: None,
    };

    /// Makes a history of one version, with number 0. Ends the program if memory runs out.
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History};
    ///
    /// let history = History::new(ConcatStr::from("text"));
    /// assert_eq!((history.text(), history.current()), (&ConcatStr::from("text"), 0));
    /// ```
    #[must_use]
    pub fn new(text: ConcatStr) -> Self {
        let mut history = Self::EMPTY;
        or_panic(history.try_add(text, NONE));
        history
    }

    /// Adds a version that was made of the current one, and makes it the current version. Returns
    /// its number. O(1) on average; with a limit of bytes, O(new nodes).
    ///
    /// Drops the oldest versions if there is a limit. With a limit of bytes that is
    /// O(all nodes and versions): see [`limit_bytes`](Self::limit_bytes).
    ///
    /// # Panics
    ///
    /// If there were 4,294,967,295 versions. Ends the program if memory runs out.
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History};
    ///
    /// let mut history = History::new(ConcatStr::new());
    /// assert_eq!(history.push(ConcatStr::from("text")), 1);
    /// ```
    #[track_caller]
    pub fn push(&mut self, text: ConcatStr) -> usize {
        or_panic(self.try_push(text))
    }

    /// Adds a version as [`push`](Self::push) does, or returns an error and changes nothing.
    ///
    /// # Errors
    ///
    /// [`ConcatError::Alloc`], or [`ConcatError::Full`] after 4,294,967,295 versions.
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History};
    ///
    /// let mut history = History::new(ConcatStr::new());
    /// assert_eq!(history.try_push(ConcatStr::from("text")), Ok(1));
    /// ```
    pub fn try_push(&mut self, text: ConcatStr) -> Result<usize, ConcatError> {
        let (parent, number) = (narrow(self.current)?, self.end());
        self.try_add(text, parent)?;
        self.version_mut(parent as usize).redo = narrow(number)?;
        self.prune();
        Ok(number)
    }

    /// Adds a version, and makes it the current one.
    fn try_add(&mut self, text: ConcatStr, parent: u32) -> Result<(), ConcatError> {
        let number = self.end();
        narrow(number)?;
        let reserved = self.versions.try_reserve(1);
        reserved.map_err(|_| no_room::<Version>(self.versions.len(), 1))?;
        if let Some(Limited { table, .. }) = &mut self.limited {
            table.try_add_text(&text)?;
        }
        let redo = NONE;
        self.versions.push_back(Version { text, parent, redo });
        self.current = number;
        Ok(())
    }

    /// Returns the current version. O(1).
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History};
    ///
    /// assert_eq!(History::new(ConcatStr::from("text")).text(), "text");
    /// ```
    #[must_use]
    pub fn text(&self) -> &ConcatStr {
        &self.versions[self.current - self.first].text
    }

    /// Returns the number of the current version. O(1).
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History};
    ///
    /// let mut history = History::new(ConcatStr::from("old"));
    /// history.push(ConcatStr::from("new"));
    /// assert_eq!(history.current(), 1);
    /// history.undo();
    /// assert_eq!(history.current(), 0);
    /// ```
    #[must_use]
    pub fn current(&self) -> usize {
        self.current
    }

    /// Goes to the version that the current one was made of, and returns it; none if that was
    /// dropped, or there was none. O(1).
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History};
    ///
    /// let mut history = History::new(ConcatStr::from("old"));
    /// history.push(ConcatStr::from("new"));
    /// assert_eq!(history.undo().unwrap(), "old");
    /// assert!(history.undo().is_none());
    /// ```
    pub fn undo(&mut self) -> Option<&ConcatStr> {
        let parent = self.parent(self.current)?;
        self.version_mut(parent).redo = narrow(self.current).ok()?;
        self.go_to(parent)
    }

    /// Goes to the version that the last [`undo`](Self::undo) of this place left, or that was last
    /// made of the current one, and returns it; none if there is none. O(1).
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History};
    ///
    /// let mut history = History::new(ConcatStr::from("old"));
    /// history.push(ConcatStr::from("new"));
    /// history.undo();
    /// assert_eq!(history.redo().unwrap(), "new");
    /// assert!(history.redo().is_none());
    /// ```
    pub fn redo(&mut self) -> Option<&ConcatStr> {
        self.go_to(self.version(self.current)?.redo as usize)
    }

    /// Goes to a version, and returns it; none if there is no version of this number. O(1).
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History};
    ///
    /// let mut history = History::new(ConcatStr::from("old"));
    /// history.push(ConcatStr::from("new"));
    /// assert_eq!(history.go_to(0).unwrap(), "old");
    /// assert_eq!(history.current(), 0);
    /// ```
    pub fn go_to(&mut self, number: usize) -> Option<&ConcatStr> {
        self.version(number)?;
        self.current = number;
        Some(self.text())
    }

    /// Returns the version of a number, if it is left. O(1).
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History};
    ///
    /// let history = History::new(ConcatStr::from("text"));
    /// assert_eq!(history.get(0).unwrap(), "text");
    /// assert!(history.get(1).is_none());
    /// ```
    #[must_use]
    pub fn get(&self, number: usize) -> Option<&ConcatStr> {
        Some(&self.version(number)?.text)
    }

    /// Returns the number of the version that a version was made of, if that is left. O(1).
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History};
    ///
    /// let mut history = History::new(ConcatStr::from("old"));
    /// history.push(ConcatStr::from("new"));
    /// assert_eq!((history.parent(1), history.parent(0)), (Some(0), None));
    /// ```
    #[must_use]
    pub fn parent(&self, number: usize) -> Option<usize> {
        let parent = self.version(number)?.parent as usize;
        self.version(parent).map(|_| parent)
    }

    /// Returns the numbers of the versions that were made of a version, the oldest first. O(newer
    /// versions): looks at each of them.
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History};
    ///
    /// let mut history = History::new(ConcatStr::from("old"));
    /// history.push(ConcatStr::from("new"));
    /// assert!(history.children(0).eq([1]));
    /// ```
    pub fn children(&self, number: usize) -> impl Iterator<Item = usize> {
        let newer = number.saturating_add(1).max(self.first)..self.end();
        newer.filter(move |&child| self.parent(child) == Some(number))
    }

    /// Returns the versions that are left, with their numbers, the oldest first.
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History};
    ///
    /// let history = History::new(ConcatStr::from("text"));
    /// assert_eq!(history.iter().next(), Some((0, &ConcatStr::from("text"))));
    /// ```
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, &ConcatStr)> {
        let texts = self.versions.iter().enumerate();
        texts.map(|(index, version)| (self.first + index, &version.text))
    }

    /// Limits the number of versions: from now on the oldest are dropped, but not the current one
    /// and those after it. O(versions and nodes that are dropped).
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History};
    ///
    /// let mut history = History::new(ConcatStr::from("1"));
    /// history.limit_versions(2);
    /// history.push(ConcatStr::from("2"));
    /// history.push(ConcatStr::from("3"));
    /// assert!(history.iter().map(|(number, _)| number).eq([1, 2]));
    /// ```
    pub fn limit_versions(&mut self, most: usize) {
        self.most = most;
        self.prune();
    }

    /// Limits the bytes of all nodes of the versions, and of the texts that they took over: from
    /// now on the oldest eighth is dropped as often as it takes, but not the current version and
    /// those after it.
    ///
    /// Keeps a table of the nodes, with some 15 bytes for each. O(nodes and versions), and again
    /// each time that an eighth is dropped. A push takes O(new nodes) on average if the limit is a
    /// multiple of the current version's bytes. It takes O(all nodes) if the limit is hardly more
    /// than these bytes, or less.
    ///
    /// # Errors
    ///
    /// [`ConcatError::Alloc`], with the limit as it was.
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History};
    ///
    /// let mut history = History::new(ConcatStr::from("text"));
    /// history.limit_bytes(1000)?;
    /// for number in 0..100 {
    ///     history.push(ConcatStr::from(format!("version {number}")));
    /// }
    /// // Each takes a node of 16 bytes.
    /// assert!(history.iter().count() <= 1000 / 16);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn limit_bytes(&mut self, most: usize) -> Result<(), ConcatError> {
        let mut table = Table::default();
        for version in &self.versions {
            table.try_add_text(&version.text)?;
        }
        self.limited = Some(Limited { most, table });
        self.prune();
        Ok(())
    }

    /// Drops the oldest versions beyond the limits.
    fn prune(&mut self) {
        self.forget(self.versions.len().saturating_sub(self.most));
        while let Some(limited) = &self.limited
            && limited.table.bytes() > limited.most as u64
            && self.first < self.current
        {
            self.forget(self.versions.len().div_ceil(8));
            if let Some(Limited { table, .. }) = &mut self.limited {
                table.retain(self.versions.iter().map(|version| &version.text));
            }
        }
    }

    /// Drops the oldest versions, up to the current one.
    fn forget(&mut self, count: usize) {
        let dropped = count.min(self.current - self.first);
        self.versions.drain(..dropped);
        self.first += dropped;
    }

    /// Returns the number of the next version.
    fn end(&self) -> usize {
        self.first + self.versions.len()
    }

    fn version(&self, number: usize) -> Option<&Version> {
        self.versions.get(number.checked_sub(self.first)?)
    }

    fn version_mut(&mut self, number: usize) -> &mut Version {
        &mut self.versions[number - self.first]
    }
}

/// Returns the number of a version in 32 bits.
fn narrow(number: usize) -> Result<u32, ConcatError> {
    let number = u32::try_from(number).ok().filter(|&number| number < NONE);
    number.ok_or(ConcatError::Full)
}
