//! Writing a history to a file.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering};
use core::{fmt, mem};
use std::io::{self, ErrorKind, Write};

use super::entry::{Entry, History, NONE};
use super::format::{
    BORROWED, CURRENT, Context, DROPPED, FIRST, INNER, LEAF, MAGIC, OWNER, PATCH, RECORD, REDO,
    SAVED, SKIPPED, STEP, SWEEP, VERSION, crc32, put, put_number, put_text, zigzag,
};
use crate::error::{Attempt, try_reserve, try_reserve_back};
use crate::node::{Held, Kind, LEAF_MAX, Ref};
use crate::short::Short;
use crate::text::ConcatStr;

/// Appends a history to a file, or to another writer: each version and each node once.
///
/// A version takes some 20 bytes while somebody types, and the writer some 30 in memory, beside the
/// history's. [`History::open`] makes one for a file. [`file_format`](crate::file_format) has the
/// format.
///
/// ```
/// use string_kit_concat::{ConcatStr, History, HistoryWriter};
///
/// let mut history = History::new(ConcatStr::from("The fox"));
/// let mut writer = HistoryWriter::new(Vec::new());
/// writer.append(&history)?;
/// history.push(ConcatStr::from("The quick fox"));
/// writer.append(&history)?;
/// let restored = History::read_from(writer.get_ref().as_slice())?;
/// assert_eq!(restored.into_history().undo().unwrap().text, "The fox");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct HistoryWriter<W> {
    out: W,
    context: Context,
    /// Records that are in no frame yet.
    payload: Vec<u8>,
    /// Frames, and the bytes of them that were written.
    frames: Vec<u8>,
    sent: usize,
    /// True if no header was written.
    is_new: bool,
}

impl<W> fmt::Debug for HistoryWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HistoryWriter").finish_non_exhaustive()
    }
}

impl<W: Write> HistoryWriter<W> {
    /// Makes a writer of a new file. The first [`append`](Self::append) writes the file's header.
    #[must_use]
    pub fn new(out: W) -> Self {
        let context = Context {
            saved: NONE,
            ..Context::default()
        };
        Self::resume(out, context, true)
    }

    pub(super) fn resume(out: W, context: Context, is_new: bool) -> Self {
        Self {
            out,
            context,
            payload: Vec::new(),
            frames: Vec::new(),
            sent: 0,
            is_new,
        }
    }

    /// Appends what is new in a history since the last call: versions, those that were dropped,
    /// the current and the saved one, and what redo goes to. Holds it in memory before it is
    /// written, in as few calls of the writer as that allows. Does not flush the writer. A reader
    /// sees all of a call or nothing.
    ///
    /// O(n log n) on average for n bytes that are appended. Looks at all versions after an undo on
    /// another branch than the newest, or if versions were dropped that were not written. Now and
    /// then it looks at all nodes, to forget those of dropped versions.
    ///
    /// # Errors
    ///
    /// The writer's, or `OutOfMemory`. The next call goes on where this one failed. `InvalidInput`,
    /// with nothing written, if this is not the history of the calls before.
    pub fn append(&mut self, history: &History) -> io::Result<()> {
        if ![0, history.identity].contains(&self.context.identity) {
            let message = "the writer has read or written another history; append that one";
            return Err(io::Error::new(ErrorKind::InvalidInput, message));
        }
        self.context.identity = history.identity;
        self.send()?;
        self.encode(history)?;
        self.end_frame()?;
        self.send()
    }

    /// Borrows the writer that the file goes to. O(1).
    #[must_use]
    pub fn get_ref(&self) -> &W {
        &self.out
    }

    /// Borrows the writer that the file goes to, as for `sync_data`. O(1).
    #[must_use]
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Returns the writer that the file goes to, without what a failed [`append`](Self::append) has
    /// left to write. O(nodes), as it drops the table of nodes.
    #[must_use]
    pub fn into_inner(self) -> W {
        self.out
    }

    fn send(&mut self) -> io::Result<()> {
        while self.sent < self.frames.len() {
            match self.out.write(&self.frames[self.sent..]) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(bytes) => self.sent += bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        (self.sent, self.frames) = (0, Vec::new());
        Ok(())
    }

    fn end_frame(&mut self) -> Attempt {
        if self.payload.is_empty() {
            return Ok(());
        }
        try_reserve(&mut self.frames, self.payload.len() + RECORD)?;
        if mem::take(&mut self.is_new) {
            self.frames.extend_from_slice(MAGIC);
        }
        put_number(&mut self.frames, self.payload.len() as u64);
        self.frames.extend_from_slice(&self.payload);
        self.context.crc = crc32(self.context.crc, &self.payload);
        self.frames
            .extend_from_slice(&self.context.crc.to_le_bytes());
        self.context.bytes += self.payload.len() as u64;
        self.payload = Vec::new();
        Ok(())
    }

    fn encode(&mut self, history: &History) -> Attempt {
        self.encode_dropped(history)?;
        for entry in history.versions.range(self.written(history)..) {
            self.skip_to(entry.number)?;
            self.version(history, entry)?;
        }
        self.skip_to(history.end)?;
        if self.context.redo_changes != history.redo_changes {
            self.encode_redo(history)?;
        }
        if history.current != self.context.current {
            self.record(CURRENT, &[(history.end - history.current).into()])?;
            self.context.current = history.current;
        }
        if history.saved != self.context.saved {
            self.record(SAVED, &[(history.end - history.saved).into()])?;
            self.context.saved = history.saved;
        }
        let bytes = self.context.bytes + self.payload.len() as u64;
        let left = history.versions.len();
        if self.context.dropped > left && self.context.may_sweep(bytes, left) {
            self.record(SWEEP, &[])?;
            self.context.swept(bytes, history.texts());
        }
        Ok(())
    }

    fn written(&self, history: &History) -> usize {
        let is_written = |entry: &Entry| entry.number < self.context.next;
        history.versions.partition_point(is_written)
    }

    /// Writes which versions were dropped. Looks at all versions if they are not the oldest.
    fn encode_dropped(&mut self, history: &History) -> Attempt {
        let is_left = |version: &(u32, u32)| history.entry(version.0).is_some();
        let written = self.context.versions.iter();
        let oldest = written.take_while(|version| !is_left(version)).count();
        if oldest > 0 {
            self.record(FIRST, &[oldest as u64])?;
            self.context.versions.drain(..oldest);
            self.context.dropped += oldest;
        }
        let dropped = self.context.versions.len() - self.written(history);
        if dropped > 0 {
            try_reserve(&mut self.payload, dropped * RECORD)?;
            self.context.versions.retain(|version| {
                let is_left = is_left(version);
                if !is_left {
                    let distance = self.context.next - version.0;
                    put(&mut self.payload, DROPPED, &[distance.into()]);
                }
                is_left
            });
            self.context.dropped += dropped;
        }
        Ok(())
    }

    /// Writes that versions up to a number were dropped before they were written. A reader may
    /// take another one for that which redo goes to.
    fn skip_to(&mut self, number: u32) -> Attempt {
        let skipped = number - self.context.next;
        if skipped > 0 {
            self.record(SKIPPED, &[skipped.into()])?;
            (self.context.next, self.context.redo_changes) = (number, u64::MAX);
        }
        Ok(())
    }

    fn version(&mut self, history: &History, entry: &Entry) -> Attempt {
        let parent = history.entry(entry.parent);
        let mut root = |text: &ConcatStr, old: Option<&ConcatStr>| {
            let old = old.and_then(|old| old.0.get()).map(Ref::without_patches);
            let root = text.0.get().map(|node| self.node(node, 0, old));
            root.transpose()
        };
        let old_text = parent.and_then(|parent| parent.text.as_ref());
        let new_text = entry.text.as_ref().map(|text| root(text, old_text));
        let text = new_text.transpose()?.flatten();
        let mark = root(&entry.mark, parent.map(|parent| &parent.mark))?;
        let next = self.context.table.nodes.next();
        let distance = |root: Option<u32>| root.map_or(0, |root| u64::from(next - root));
        let back = parent.map_or(0, |parent| entry.number - parent.number);
        let numbers = [
            distance(text),
            back.into(),
            distance(mark),
            entry.is_joined.into(),
        ];
        try_reserve_back(&mut self.context.versions, 1)?;
        if numbers[2..] == [0, 0] {
            self.record(VERSION, &numbers[..2])?;
        } else {
            self.record(STEP, &numbers)?;
        }
        let versions = &mut self.context.versions;
        if let Ok(place) = versions.binary_search_by_key(&entry.parent, |version| version.0) {
            versions[place].1 = entry.number;
        }
        versions.push_back((entry.number, NONE));
        (self.context.current, self.context.next) = (entry.number, entry.number + 1);
        Ok(())
    }

    /// Writes which versions redo goes to where a reader takes others for them.
    fn encode_redo(&mut self, history: &History) -> Attempt {
        let left = |number| history.entry(number).map_or(NONE, |entry| entry.number);
        for (place, entry) in history.versions.iter().enumerate() {
            let redo = left(entry.redo);
            if left(self.context.versions[place].1) != redo {
                let back = if redo == NONE { 0 } else { history.end - redo };
                let distance = history.end - entry.number;
                self.record(REDO, &[distance.into(), back.into()])?;
                self.context.versions[place].1 = redo;
            }
        }
        self.context.redo_changes = history.redo_changes;
        Ok(())
    }

    fn record(&mut self, kind: u8, numbers: &[u64]) -> Attempt {
        try_reserve(&mut self.payload, RECORD)?;
        put(&mut self.payload, kind, numbers);
        Ok(())
    }

    /// Writes a node, which begins at a byte of its tree, behind those below it, unless it was
    /// written. Returns its number. `old` is the tree that the new one was made of.
    fn node(&mut self, node: Ref<'_>, at: usize, old: Option<Ref<'_>>) -> Attempt<u32> {
        if let Some(number) = self.context.table.number(node) {
            return Ok(number);
        }
        let (mut below, owner) = ([0; 2], node.shared_owner());
        match node.kind() {
            Kind::Inner(left, right) => {
                below = [
                    self.node(left, at, old)?,
                    self.node(right, at + left.len(), old)?,
                ];
            }
            Kind::Patch(patch) => below[0] = self.node(patch.base, 0, old)?,
            Kind::Leaf(_) => {
                if let Some(owner) = &owner {
                    below[0] = self.owner(owner)?;
                }
            }
        }
        try_reserve(&mut self.payload, RECORD + LEAF_MAX)?;
        let (out, last, table) = (
            &mut self.payload,
            &mut self.context.patch,
            &mut self.context.table,
        );
        let (number, next_owner) = (table.nodes.next(), table.owners.next());
        // Of a leaf that was edited only the edit is written.
        let leaf = old.map(|tree| leaf_at(tree, at));
        let base = leaf.and_then(|leaf| Some((table.number(leaf)?, leaf.leaf_text())));
        table.nodes.try_add(node.share())?;
        match (node.kind(), node.held()) {
            (Kind::Inner(..), _) => put(out, INNER, &below.map(|below| (number - below).into())),
            (Kind::Patch(patch), _) => {
                let at = u32::try_from(patch.at).unwrap_or_default();
                let moved = zigzag(at.wrapping_sub(last.0).cast_signed());
                let base = number - below[0];
                put(out, PATCH, &[base.into(), moved.into(), patch.del as u64]);
                put_text(out, &last.1, patch.text);
                *last = (at, Short::new(&[patch.text]));
            }
            (Kind::Leaf(text), Some((_, from, _))) => {
                let owner = next_owner - below[0];
                put(
                    out,
                    BORROWED,
                    &[owner.into(), from as u64, text.len() as u64],
                );
            }
            (Kind::Leaf(text), None) => {
                let (base, base_text) = base.unwrap_or((number, ""));
                put(out, LEAF, &[(number - base).into()]);
                put_text(out, base_text, text);
            }
        }
        Ok(number)
    }

    /// Writes a text that was taken over, unless it was written. Returns its number.
    fn owner(&mut self, owner: &Arc<Held>) -> Attempt<u32> {
        let table = &mut self.context.table;
        if let Some(number) = table.owner_number(owner) {
            return Ok(number);
        }
        let (number, text) = (table.owners.next(), owner.text());
        try_reserve(&mut self.payload, RECORD + text.len())?;
        table.owners.try_add(owner.clone())?;
        put(&mut self.payload, OWNER, &[text.len() as u64]);
        self.payload.extend_from_slice(text.as_bytes());
        Ok(number)
    }
}

/// Returns a number above 0 that no history has.
pub(super) fn next_identity() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Returns the leaf that has a byte of a tree, or the last one.
fn leaf_at(mut tree: Ref<'_>, at: usize) -> Ref<'_> {
    let mut at = at.min(tree.len() - 1);
    while !tree.is_leaf() {
        let (left, right) = tree.children();
        let cut = left.len();
        (tree, at) = if at < cut {
            (left, at)
        } else {
            (right, at - cut)
        };
    }
    tree
}
