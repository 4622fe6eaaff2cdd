//! Writing a history to a file.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::{fmt, mem};
use std::io::{self, ErrorKind, Write};

use super::format::{
    BORROWED, CURRENT, Context, DROPPED, FIRST, INNER, LEAF, MAGIC, OWNER, PATCH, RECORD, SKIPPED,
    SWEEP, VERSION, crc32, put, put_number, put_text, zigzag,
};
use super::{History, Version};
use crate::error::{ConcatError, try_reserve, try_reserve_back};
use crate::node::{Held, Kind, LEAF_MAX, Ref};
use crate::short::Short;

type Attempt<T = ()> = Result<T, ConcatError>;

/// Appends a history to a file, or to another writer: each version and each node once.
///
/// A version takes some 20 bytes while somebody types, and the writer some 30 in memory, beside the
/// history's. `docs/HISTORY.md` of the repository has the format.
///
/// ```
/// use std::fs::File;
/// use std::io::{BufReader, Seek, SeekFrom};
///
/// use string_kit_concat::{ConcatStr, History, HistoryWriter};
/// # let path = std::env::temp_dir().join(format!("string-kit-history-{}", std::process::id()));
///
/// let mut history = History::new(ConcatStr::from("The fox"));
/// let mut writer = HistoryWriter::new(File::create(&path)?);
/// writer.append(&history)?;
/// history.push(ConcatStr::from("The quick fox"));
/// writer.append(&history)?;
///
/// // Later: what was written to the end is read, and more is appended behind it.
/// let mut file = File::options().read(true).write(true).open(&path)?;
/// let restored = History::read_from(BufReader::new(&file))?;
/// assert!(!restored.is_torn());
/// file.set_len(restored.valid_len())?;
/// file.seek(SeekFrom::End(0))?;
/// let (mut history, mut writer) = restored.resume(file);
/// assert_eq!(history.undo().unwrap(), "The fox");
/// history.push(ConcatStr::from("The red fox"));
/// writer.append(&history)?;
/// # std::fs::remove_file(path)?;
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
    ///
    /// ```
    /// let writer = string_kit_concat::HistoryWriter::new(Vec::new());
    /// assert!(writer.get_ref().is_empty());
    /// ```
    #[must_use]
    pub fn new(out: W) -> Self {
        Self {
            is_new: true,
            ..Self::resume(out, Context::default())
        }
    }

    pub(super) fn resume(out: W, context: Context) -> Self {
        Self {
            out,
            context,
            payload: Vec::new(),
            frames: Vec::new(),
            sent: 0,
            is_new: false,
        }
    }

    /// Appends what is new in a history since the last call: its versions, the current one, and
    /// which were dropped. Holds it in memory before it is written, in as few calls of the writer
    /// as that allows. Does not flush the writer.
    ///
    /// O(n log n) on average for n bytes that are appended. Now and then it looks at all nodes, to
    /// forget those of dropped versions.
    ///
    /// The history must be the same each time. A reader sees all of a call or nothing.
    ///
    /// # Errors
    ///
    /// The writer's, or `OutOfMemory`. The next call goes on where this one failed.
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History, HistoryWriter};
    ///
    /// let mut writer = HistoryWriter::new(Vec::new());
    /// writer.append(&History::new(ConcatStr::from("text")))?;
    /// let restored = History::read_from(&**writer.get_ref())?;
    /// assert_eq!(restored.into_history().text(), "text");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn append(&mut self, history: &History) -> io::Result<()> {
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

    /// Writes the frames that are not written yet.
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

    /// Makes a frame of the records.
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
        let written = history.versions.partition_point(self.is_written());
        for version in history.versions.range(written..) {
            let number = version.number as usize;
            self.skip_to(number)?;
            let parent = history.parent(number);
            let node = |number| history.get(number).and_then(|text| text.0.get());
            let old = parent.and_then(node).map(Ref::without_patches);
            let root = node(number).map(|node| self.node(node, 0, old));
            let next = self.context.table.nodes.next();
            let distance = root.transpose()?.map_or(0, |root| next - root);
            let back = parent.map_or(0, |parent| number - parent);
            try_reserve_back(&mut self.context.versions, 1)?;
            self.record(VERSION, &[distance.into(), back as u64])?;
            self.context.versions.push_back(version.number);
            (self.context.current, self.context.next) = (number, number + 1);
        }
        self.skip_to(history.end)?;
        if history.current != self.context.current {
            self.record(CURRENT, &[(history.end - history.current) as u64])?;
            self.context.current = history.current;
        }
        let bytes = self.context.bytes + self.payload.len() as u64;
        let left = history.versions.len();
        if self.context.dropped > left && self.context.may_sweep(bytes, left) {
            self.record(SWEEP, &[])?;
            self.context.swept(bytes, history.texts());
        }
        Ok(())
    }

    fn is_written(&self) -> impl FnMut(&Version) -> bool + use<W> {
        let next = self.context.next;
        move |version| (version.number as usize) < next
    }

    /// Writes which versions were dropped. Looks at all versions if they are not the oldest.
    fn encode_dropped(&mut self, history: &History) -> Attempt {
        let is_left = |number: &u32| history.version(*number as usize).is_some();
        let written = self.context.versions.iter();
        let oldest = written.take_while(|number| !is_left(number)).count();
        if oldest > 0 {
            self.record(FIRST, &[oldest as u64])?;
            self.context.versions.drain(..oldest);
            self.context.dropped += oldest;
        }
        let (is_written, next) = (self.is_written(), self.context.next);
        let left = history.versions.partition_point(is_written);
        let dropped = self.context.versions.len() - left;
        if dropped > 0 {
            try_reserve(&mut self.payload, dropped * RECORD)?;
            self.context.versions.retain(|number| {
                let (is_left, distance) = (is_left(number), next - *number as usize);
                if !is_left {
                    put(&mut self.payload, DROPPED, &[distance as u64]);
                }
                is_left
            });
            self.context.dropped += dropped;
        }
        Ok(())
    }

    /// Writes that versions up to a number were dropped before they were written.
    fn skip_to(&mut self, number: usize) -> Attempt {
        let skipped = number - self.context.next;
        if skipped > 0 {
            self.record(SKIPPED, &[skipped as u64])?;
            self.context.next = number;
        }
        Ok(())
    }

    /// Writes a record that is no node's.
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
