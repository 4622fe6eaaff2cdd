//! Limits of a history.

use super::entry::{Entry, History, Limited, NONE};
use super::table::Table;
use crate::error::ConcatError;

impl History {
    /// Limits the number of versions. From now on versions beyond it are dropped: first the oldest
    /// of those that neither undo nor redo reach from the current one, then the oldest before the
    /// current one. So with a limit of 2 or more each edit can be undone. The current version and
    /// those that redo reaches are not dropped.
    ///
    /// O(versions, and nodes that are dropped). Of versions that undo and redo do not reach, an
    /// eighth of all versions goes at once, so that few pushes look at all of them.
    ///
    /// ```
    /// let mut history = string_kit_concat::History::new("1".into());
    /// history.limit_versions(2);
    /// history.push("2".into());
    /// history.push("3".into());
    /// assert!(history.iter().map(|version| version.text).eq(["2", "3"]));
    /// ```
    pub fn limit_versions(&mut self, max: usize) {
        self.max = max;
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
    /// let mut history = string_kit_concat::History::new("text".into());
    /// history.limit_bytes(1000)?;
    /// for number in 0..100 {
    ///     history.push(format!("version {number}").into());
    /// }
    /// // Each takes a node of 16 bytes.
    /// assert!(history.iter().count() <= 1000 / 16);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn limit_bytes(&mut self, max: usize) -> Result<(), ConcatError> {
        let mut table = Table::default();
        for text in self.texts() {
            table.try_add_texts(&[text])?;
        }
        self.limited = Some(Limited { max, table });
        self.prune();
        Ok(())
    }

    pub(super) fn prune(&mut self) {
        self.forget(self.versions.len().saturating_sub(self.max));
        while let Some(limited) = &self.limited
            && limited.table.bytes() > limited.max as u64
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

    pub(super) fn close_gaps(&mut self) {
        self.versions.retain(|version| version.text.is_some());
    }

    /// Returns the versions that neither undo nor redo reach from here, the newest first. They
    /// reach the last one of redo, and all that it was made of.
    fn unreached(&mut self) -> impl Iterator<Item = &mut Entry> {
        let (mut reached, mut next) = (NONE, self.current);
        while let Some(entry) = self.entry(next) {
            (reached, next) = (entry.number, entry.redo);
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
}
