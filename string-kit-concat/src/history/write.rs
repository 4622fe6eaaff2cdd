//! Writing a history to a file.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::{fmt, mem};
use std::io::{self, ErrorKind, Write};

use super::History;
use super::format::{
    BORROWED, CURRENT, Context, FIRST, INNER, LEAF, MAGIC, OWNER, PATCH, RECORD, SWEEP, VERSION,
    crc32, put_number, put_text, zigzag,
};
use super::table::try_reserve;
use crate::error::ConcatError;
use crate::node::{Held, Kind, LEAF_MAX, Ref};
use crate::short::Short;

type Attempt<T = ()> = Result<T, ConcatError>;

/// The most bytes that a buffer keeps between two appends.
const KEPT: usize = 64 * 1024;

/// Appends a history to a file, or to another writer: each version and each node once.
///
/// A version takes some 20 bytes while somebody types, and the writer some 25 in memory, beside the
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
    progress: Progress,
}

/// The versions that were written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    /// The first one that is left, and the first that was at the last sweep.
    pub(super) first: usize,
    pub(super) swept: usize,
    /// The next one.
    pub(super) next: usize,
    pub(super) current: usize,
}

impl<W> fmt::Debug for HistoryWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HistoryWriter")
            .field("progress", &self.progress)
            .finish_non_exhaustive()
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
        Self::resume(out, Context::default(), Progress::default(), true)
    }

    pub(super) fn resume(out: W, context: Context, progress: Progress, is_new: bool) -> Self {
        Self {
            out,
            context,
            payload: Vec::new(),
            frames: Vec::new(),
            sent: 0,
            is_new,
            progress,
        }
    }

    /// Appends what is new in a history since the last call: its versions, the current one, and
    /// which were dropped. Holds it in memory before it is written, in as few calls of the writer
    /// as that allows. Does not flush the writer.
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

    /// Borrows the writer that the file goes to.
    #[must_use]
    pub fn get_ref(&self) -> &W {
        &self.out
    }

    /// Borrows the writer that the file goes to, as for `sync_data`.
    #[must_use]
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.out
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
        self.sent = 0;
        clear(&mut self.frames);
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
        clear(&mut self.payload);
        Ok(())
    }

    fn encode(&mut self, history: &History) -> Attempt {
        let progress = self.progress;
        if history.first > progress.first {
            self.record(FIRST, &[history.first - progress.first])?;
            self.progress.first = history.first;
            self.progress.next = progress.next.max(history.first);
        }
        for number in self.progress.next..history.end() {
            let parent = history.parent(number);
            let tree = |number| history.get(number)?.0.get().map(without_patches);
            let old = parent.and_then(tree);
            let root = history.get(number).and_then(|text| text.0.get());
            let root = root.map(|node| self.node(node, 0, old)).transpose()?;
            let distance = root.map_or(0, |root| self.context.table.next() - root);
            let back = parent.map_or(0, |parent| number - parent);
            self.record(VERSION, &[distance as usize, back])?;
            (self.progress.current, self.progress.next) = (number, number + 1);
        }
        if history.current != self.progress.current {
            self.record(CURRENT, &[history.end() - history.current])?;
            self.progress.current = history.current;
        }
        // As many nodes are looked at as there are new ones, on average.
        if history.first - self.progress.swept > history.versions.len() {
            self.record(SWEEP, &[])?;
            let texts = history.versions.iter().map(|version| &version.text);
            self.context.table.retain(texts);
            self.progress.swept = history.first;
        }
        Ok(())
    }

    /// Writes a record that is no node's.
    fn record(&mut self, kind: u8, numbers: &[usize]) -> Attempt {
        try_reserve(&mut self.payload, RECORD)?;
        self.payload.push(kind);
        for &number in numbers {
            put_number(&mut self.payload, number as u64);
        }
        Ok(())
    }

    /// Writes a node, which begins at a byte of its tree, behind those below it, unless it was
    /// written. Returns its number. `old` is the tree that the new one was made of.
    fn node(&mut self, node: Ref<'_>, at: usize, old: Option<Ref<'_>>) -> Attempt<u32> {
        if let Some(number) = self.context.table.number(node) {
            return Ok(number);
        }
        let below = match node.kind() {
            Kind::Inner(left, right) => {
                let number = self.node(left, at, old)?;
                [number, self.node(right, at + left.len(), old)?]
            }
            Kind::Patch(patch) => [self.node(patch.base, 0, old)?, 0],
            Kind::Leaf(_) => [
                node.shared_owner()
                    .map_or(Ok(0), |owner| self.owner(&owner))?,
                0,
            ],
        };
        try_reserve(&mut self.payload, RECORD + LEAF_MAX)?;
        let Context {
            table, patch: last, ..
        } = &mut self.context;
        let (number, next_owner) = (table.next(), table.next_owner());
        // Of a leaf that was edited only the edit is written.
        let leaf = old.map(|tree| leaf_at(tree, at));
        let base = leaf.and_then(|leaf| Some((table.number(leaf)?, leaf.leaf_text())));
        table.try_add(node.share())?;
        let mut put = |kind, numbers: &[u64]| {
            self.payload.push(kind);
            for &number in numbers {
                put_number(&mut self.payload, number);
            }
        };
        let distances = below.map(|below| u64::from(number.wrapping_sub(below)));
        match (node.kind(), node.held()) {
            (Kind::Inner(..), _) => put(INNER, &distances),
            (Kind::Patch(patch), _) => {
                let at = u32::try_from(patch.at).unwrap_or_default();
                let moved = zigzag(at.wrapping_sub(last.0).cast_signed());
                put(PATCH, &[distances[0], moved.into(), patch.del as u64]);
                put_text(&mut self.payload, &last.1, patch.text);
                *last = (at, Short::new(&[patch.text]));
            }
            (Kind::Leaf(_), Some((_, from, to))) => {
                let owner = next_owner - below[0];
                put(BORROWED, &[owner.into(), from as u64, (to - from) as u64]);
            }
            (Kind::Leaf(text), None) => {
                let (base, base_text) = base.unwrap_or((number, ""));
                put(LEAF, &[(number - base).into()]);
                put_text(&mut self.payload, base_text, text);
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
        let (number, text) = (table.next_owner(), owner.text());
        try_reserve(&mut self.payload, RECORD + text.len())?;
        table.try_add_owner(owner.clone())?;
        self.payload.push(OWNER);
        put_number(&mut self.payload, text.len() as u64);
        self.payload.extend_from_slice(text.as_bytes());
        Ok(number)
    }
}

fn clear(buffer: &mut Vec<u8>) {
    buffer.clear();
    if buffer.capacity() > KEPT {
        drop(mem::take(buffer));
    }
}

fn without_patches(mut text: Ref<'_>) -> Ref<'_> {
    while text.is_patch() {
        text = text.patch().base;
    }
    text
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
