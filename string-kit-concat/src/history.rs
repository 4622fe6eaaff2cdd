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
use core::{fmt, mem};

use crate::error::{ConcatError, or_panic, try_reserve_back};
use crate::text::ConcatStr;
use table::Table;

/// No version has this number.
const NONE: u32 = u32::MAX;

struct Version {
    number: u32,
    /// None if it was dropped and is still in the list.
    text: Option<ConcatStr>,
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
/// One is the current version. A version takes 16 bytes beside its text. With `std` a
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
    /// Those that are left, with ascending numbers.
    versions: VecDeque<Version>,
    /// The number of the next version.
    end: usize,
    current: usize,
    /// True if undo and redo reach all versions from here. False if that is not known.
    is_line: bool,
    most: usize,
    limited: Option<Limited>,
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("History")
            .field("len", &self.versions.len())
            .field("current", &self.current)
            .finish_non_exhaustive()
    }
}

impl History {
    const EMPTY: Self = Self {
        versions: VecDeque::new(),
        end: 0,
        current: 0,
        is_line: true,
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
    /// its number. O(log n) for n versions; with a limit of bytes, O(new nodes).
    ///
    /// Drops versions if there is a limit: see [`limit_versions`](Self::limit_versions) and
    /// [`limit_bytes`](Self::limit_bytes). With a limit of bytes that is O(all nodes and versions);
    /// with one of versions O(versions) if some are left that undo and redo do not reach.
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
        let (parent, number) = (narrow(self.current)?, self.end);
        self.try_add(text, parent)?;
        let redo = self.set_redo(parent as usize, narrow(number)?);
        self.is_line &= redo == NONE;
        self.prune();
        Ok(number)
    }

    /// Adds a version, and makes it the current one.
    fn try_add(&mut self, text: ConcatStr, parent: u32) -> Result<(), ConcatError> {
        let number = narrow(self.end)?;
        try_reserve_back(&mut self.versions, 1)?;
        if let Some(Limited { table, .. }) = &mut self.limited {
            table.try_add_text(&text)?;
        }
        self.versions.push_back(Version {
            number,
            text: Some(text),
            parent,
            redo: NONE,
        });
        (self.current, self.end) = (self.end, self.end + 1);
        Ok(())
    }

    /// Returns the current version. O(log n) for n versions.
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History};
    ///
    /// assert_eq!(History::new(ConcatStr::from("text")).text(), "text");
    /// ```
    #[must_use]
    pub fn text(&self) -> &ConcatStr {
        let Some(text) = self.get(self.current) else {
            unreachable!("the current version is not dropped");
        };
        text
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
    /// dropped, or there was none. O(log n) for n versions.
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
        self.set_redo(parent, narrow(self.current).ok()?);
        self.current = parent;
        self.get(parent)
    }

    /// Goes to the version that the last [`undo`](Self::undo) of this place left, or that was last
    /// made of the current one, and returns it; none if that was dropped, or there was none.
    /// O(log n) for n versions.
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
        let next = self.version(self.current)?.redo as usize;
        self.version(next)?;
        self.current = next;
        self.get(next)
    }

    /// Goes to a version, and returns it; none if there is no version of this number. O(log n) for
    /// n versions.
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
        (self.current, self.is_line) = (number, false);
        self.get(number)
    }

    /// Returns the version of a number, if it is left. O(log n) for n versions.
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
        self.version(number)?.text.as_ref()
    }

    /// Returns the number of the version that a version was made of, if that is left. O(log n) for
    /// n versions.
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
        let place = self.place(number);
        let newer = self.versions.range(place.unwrap_or(self.versions.len())..);
        let children = newer.filter(move |version| version.parent as usize == number);
        children.map(|version| version.number as usize)
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
        let texts = self.versions.iter();
        texts.filter_map(|version| Some((version.number as usize, version.text.as_ref()?)))
    }

    /// Limits the number of versions. From now on versions beyond it are dropped: first the oldest
    /// of those that neither undo nor redo reach from the current one, then the oldest before the
    /// current one. So with a limit of 2 or more each edit can be undone. The current version and
    /// those that redo reaches are not dropped.
    ///
    /// O(versions, and nodes that are dropped). Of versions that undo and redo do not reach, an
    /// eighth of all versions goes at once, so that few pushes look at all of them.
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
    /// now on an eighth of the versions is dropped as often as it takes, those first that
    /// [`limit_versions`](Self::limit_versions) drops first.
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
        for text in self.texts() {
            table.try_add_text(text)?;
        }
        self.limited = Some(Limited { most, table });
        self.prune();
        Ok(())
    }

    /// Drops versions beyond the limits.
    fn prune(&mut self) {
        self.forget(self.versions.len().saturating_sub(self.most));
        while let Some(limited) = &self.limited
            && limited.table.bytes() > limited.most as u64
            && self.forget(self.versions.len().div_ceil(8))
        {
            if let Some(mut limited) = self.limited.take() {
                limited.table.retain(self.texts());
                self.limited = Some(limited);
            }
        }
    }

    /// Drops some versions, as [`limit_versions`](Self::limit_versions) says. Returns false if none
    /// can be dropped.
    fn forget(&mut self, count: usize) -> bool {
        let len = self.versions.len();
        if count == 0 {
            return false;
        }
        if !self.is_line {
            let unreached = self.unreached().count();
            let kept = unreached.saturating_sub(count.max(len / 8));
            for version in self.unreached().skip(kept) {
                version.text = None;
            }
            self.is_line = kept == 0;
            self.close_gaps();
        }
        let before = self.place(self.current).unwrap_or_default();
        let left = (len - count).max(self.versions.len() - before);
        let oldest = self.versions.len().saturating_sub(left);
        self.versions.drain(..oldest);
        self.versions.len() < len
    }

    /// Takes the versions that were dropped out of the list.
    fn close_gaps(&mut self) {
        self.versions.retain(|version| version.text.is_some());
    }

    /// Returns the versions that neither undo nor redo reach from here, the newest first. They
    /// reach the last one of redo, and all that it was made of.
    fn unreached(&mut self) -> impl Iterator<Item = &mut Version> {
        let (mut reached, mut next) = (NONE, self.current);
        while let Some(version) = self.version(next) {
            (reached, next) = (version.number, version.redo as usize);
        }
        let versions = self.versions.iter_mut().rev();
        versions.filter(move |version| {
            let is_reached = version.number == reached;
            if is_reached {
                reached = version.parent;
            }
            !is_reached
        })
    }

    fn texts(&self) -> impl Iterator<Item = &ConcatStr> {
        self.iter().map(|(_, text)| text)
    }

    /// Returns the place of a version in the list.
    fn place(&self, number: usize) -> Option<usize> {
        let by_number = |version: &Version| version.number as usize;
        self.versions.binary_search_by_key(&number, by_number).ok()
    }

    fn version(&self, number: usize) -> Option<&Version> {
        let version = &self.versions[self.place(number)?];
        version.text.is_some().then_some(version)
    }

    /// Sets the version that redo goes to from another one. Returns the one that it went to before.
    fn set_redo(&mut self, number: usize, redo: u32) -> u32 {
        self.place(number).map_or(NONE, |place| {
            mem::replace(&mut self.versions[place].redo, redo)
        })
    }
}

/// Returns the number of a version in 32 bits.
fn narrow(number: usize) -> Result<u32, ConcatError> {
    let number = u32::try_from(number).ok().filter(|&number| number < NONE);
    number.ok_or(ConcatError::Full)
}
