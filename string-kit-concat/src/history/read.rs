//! Reading a history from a file.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use std::io::{self, BufRead, ErrorKind, Read};

use super::damage::{checksum, is_torn, payload};
use super::entry::{History, NONE};
use super::format::{
    BORROWED, CURRENT, Context, DROPPED, FIRST, Fault, INNER, Input, LEAF, MAGIC, OWNER, PATCH,
    REDO, SAVED, SKIPPED, STEP, SWEEP, VERSION, crc32, magic, unzigzag, valid,
};
use super::table::Table;
use super::version::VersionId;
use super::write::HistoryWriter;
use crate::error::{ConcatError, try_reserve, try_reserve_back, try_reserve_text};
use crate::node::{Held, LEAF_MAX, Node, Owner, PATCH_MAX, Ref};
use crate::short::Short;
use crate::slice::ConcatSlice;
use crate::text::{ConcatStr, checked};
use crate::tree::tallest;

/// The reason why a history was not read.
#[derive(Debug)]
#[non_exhaustive]
pub enum HistoryError {
    /// The input could not be read.
    Io(io::Error),
    /// Another program, or another call, has the file open and may append to it.
    Locked,
    /// The input does not begin as the file of a history does.
    NotAHistory,
    /// The input is empty, or ends within its first part: a crash in the first
    /// [`append`](HistoryWriter::append) leaves that. It has no version, and may be written anew.
    NoVersion,
    /// The input has a part with a wrong checksum, and no crash of one writer leaves what follows
    /// it: a bit flipped, or two writers wrote at once. Good versions may lie behind the part, so
    /// keep the file as it is.
    #[non_exhaustive]
    Damaged {
        /// The byte at which the part begins.
        at: u64,
        /// The versions before it; none if it is the first part.
        history: Option<Box<History>>,
    },
    /// A part of the input, which begins at this byte, has the right checksum, but makes no text.
    Invalid(u64),
    /// A text could not be made.
    Concat(ConcatError),
}

impl fmt::Display for HistoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(_) => f.pad("the file could not be read"),
            Self::Locked => f.pad("the file of the history is open already"),
            Self::NotAHistory => f.pad("this is not the file of a history"),
            Self::NoVersion => f.pad("the file ends before its first version does"),
            Self::Damaged { at, history } => {
                let count = history.as_ref().map_or(0, |history| history.versions.len());
                write!(
                    f,
                    "the file is damaged at byte {at}: {count} versions before it were read"
                )
            }
            Self::Invalid(at) => write!(f, "the part of the file at byte {at} makes no text"),
            Self::Concat(_) => f.pad("a text of the file could not be made"),
        }
    }
}

impl Error for HistoryError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Concat(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ConcatError> for HistoryError {
    fn from(error: ConcatError) -> Self {
        Self::Concat(error)
    }
}

impl From<io::Error> for HistoryError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A history that was read: see [`History::read_from`].
pub struct Restored {
    history: History,
    context: Context,
    valid_len: u64,
    is_torn: bool,
}

impl fmt::Debug for Restored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Restored").finish_non_exhaustive()
    }
}

impl Restored {
    /// Returns true if the input goes on behind its valid beginning as it does after a crash. O(1).
    #[must_use]
    pub fn is_torn(&self) -> bool {
        self.is_torn
    }

    /// Returns the bytes of the beginning that was read. O(1). Behind them lies at most one part,
    /// which a crash tore: see [`resume`](Self::resume).
    #[must_use]
    pub fn valid_len(&self) -> u64 {
        self.valid_len
    }

    /// Returns the history. O(nodes), as it drops what only a writer needs.
    #[must_use]
    pub fn into_history(self) -> History {
        self.history
    }

    /// Returns the history, and a writer that goes on behind what was read, as
    /// [`History::open`] does. O(1).
    ///
    /// `out` must end behind the first [`valid_len`](Self::valid_len) bytes of the input: cut a
    /// torn part off. A reader never gets to what is appended behind it.
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History, HistoryWriter};
    ///
    /// let mut writer = HistoryWriter::new(Vec::new());
    /// writer.append(&History::new(ConcatStr::from("old")))?;
    /// let mut file = writer.into_inner();
    /// file.extend(b"\x09\x05");
    ///
    /// let restored = History::read_from(&*file)?;
    /// assert!(restored.is_torn());
    /// file.truncate(usize::try_from(restored.valid_len())?);
    /// let (mut history, mut writer) = restored.resume(file);
    /// history.push(ConcatStr::from("new"));
    /// writer.append(&history)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn resume<W: io::Write>(mut self, out: W) -> (History, HistoryWriter<W>) {
        let (history, context) = (&self.history, &mut self.context);
        (context.next, context.current) = (history.end, history.current);
        (context.saved, context.identity) = (history.saved, history.identity);
        (
            self.history,
            HistoryWriter::resume(out, self.context, false),
        )
    }
}

impl History {
    /// Reads a history that a [`HistoryWriter`] wrote, with all but its limits, and with the
    /// sharing: its nodes take as much memory as before.
    ///
    /// Leaves out a last part that a crash tore: [`Restored::is_torn`] tells so. O(n log n) for n
    /// bytes, whatever they are, and at most 100 bytes of memory for each.
    ///
    /// # Errors
    ///
    /// See [`HistoryError`].
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History, HistoryError, HistoryWriter};
    ///
    /// let mut writer = HistoryWriter::new(Vec::new());
    /// writer.append(&History::new(ConcatStr::from("text")))?;
    /// let mut file = writer.into_inner();
    /// assert_eq!(History::read_from(&*file)?.into_history().text(), "text");
    /// assert!(matches!(History::read_from(&file[..9]), Err(HistoryError::NoVersion)));
    ///
    /// // A bit of the first part flipped.
    /// file[12] ^= 1;
    /// let damaged = History::read_from(&*file).unwrap_err();
    /// assert!(matches!(damaged, HistoryError::Damaged { at: 8, history: None, .. }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_from(mut input: impl BufRead) -> Result<Restored, HistoryError> {
        let mut bytes = Vec::new();
        read(input.by_ref().take(MAGIC.len() as u64), &mut bytes)?;
        match magic(&bytes) {
            None => return Err(HistoryError::NotAHistory),
            Some(_) if bytes.len() < MAGIC.len() => return Err(HistoryError::NoVersion),
            Some(_) => bytes.clear(),
        }
        read(input, &mut bytes)?;
        let mut restored = Restored {
            history: Self::empty(),
            context: Context::default(),
            valid_len: MAGIC.len() as u64,
            is_torn: false,
        };
        let (mut tail, mut sums) = (&*bytes, Vec::new());
        while let Some(behind) = restored.frame(tail, &mut sums)? {
            tail = behind;
        }
        restored.is_torn = !tail.is_empty();
        let history = &mut restored.history;
        history.close_gaps();
        let has_version = !history.versions.is_empty();
        if restored.is_torn && !is_torn(tail, &sums)? {
            return Err(HistoryError::Damaged {
                at: restored.valid_len,
                history: has_version.then(|| Box::new(restored.history)),
            });
        }
        if !has_version {
            return Err(HistoryError::NoVersion);
        }
        let (numbers, versions) = (&mut restored.context.versions, &restored.history.versions);
        try_reserve_back(numbers, versions.len())?;
        numbers.extend(
            versions
                .iter()
                .map(|version| (version.number, version.redo)),
        );
        Ok(restored)
    }
}

/// Reads all of the input. Unlike `read_to_end`, ends no program if memory runs out.
fn read(mut input: impl BufRead, to: &mut Vec<u8>) -> Result<(), HistoryError> {
    loop {
        let part = match input.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            part => part?,
        };
        let len = part.len();
        if len == 0 {
            return Ok(());
        }
        try_reserve(to, len)?;
        to.extend_from_slice(part);
        input.consume(len);
    }
}

impl Restored {
    /// Reads the frame that some bytes begin with, and returns the bytes behind it; none if it is
    /// not good. Adds the checksum before it to `sums`.
    fn frame<'a>(
        &mut self,
        bytes: &'a [u8],
        sums: &mut Vec<u32>,
    ) -> Result<Option<&'a [u8]>, HistoryError> {
        try_reserve(sums, 1)?;
        sums.push(self.context.crc);
        let Some(range) = payload(bytes) else {
            return Ok(None);
        };
        let (crc, end) = (
            crc32(self.context.crc, &bytes[range.clone()]),
            range.end + 4,
        );
        if crc != checksum(bytes, range.end) {
            return Ok(None);
        }
        self.context.crc = crc;
        self.decode(Input(&bytes[range]))
            .map_err(|fault| match fault {
                Fault::Invalid => HistoryError::Invalid(self.valid_len),
                Fault::Concat(error) => HistoryError::Concat(error),
            })?;
        self.valid_len += end as u64;
        Ok(Some(&bytes[end..]))
    }

    fn decode(&mut self, mut input: Input<'_>) -> Result<(), Fault> {
        while !input.0.is_empty() {
            let before = input.0.len();
            self.record(&mut input)?;
            self.context.bytes += (before - input.0.len()) as u64;
        }
        if !self.history.versions.is_empty() {
            valid(self.history.entry(self.history.current))?;
        }
        Ok(())
    }

    fn record(&mut self, input: &mut Input<'_>) -> Result<(), Fault> {
        let (history, table) = (&mut self.history, &mut self.context.table);
        match input.bytes(1)?[0] {
            OWNER => table.owners.try_add(owner(input)?)?,
            kind @ (VERSION | STEP) => {
                let (root, back) = (text(table, input.number()?)?, input.number()?);
                let (mark, is_joined) = match kind {
                    STEP => (text(table, input.number()?)?, input.number()? > 0),
                    _ => (ConcatStr::new(), false),
                };
                if back == 0 {
                    history.try_add(root, mark, NONE, is_joined)?;
                } else {
                    valid(history.go_to(earlier(history, back)?))?;
                    history.try_push(root, mark, is_joined)?;
                }
            }
            CURRENT => {
                let id = earlier(history, input.number()?)?;
                valid(history.go_to(id))?;
            }
            REDO => {
                let id = earlier(history, input.number()?)?;
                let child = match input.number()? {
                    0 => None,
                    back => Some(earlier(history, back)?),
                };
                let parent = child.map_or(Some(id), |child| history.get(child)?.parent);
                valid(parent.filter(|&parent| parent == id && history.get(id).is_some()))?;
                history.set_redo(id.into(), child.map_or(NONE, u32::from));
            }
            SAVED => history.saved = earlier(history, input.number()?)?.into(),
            FIRST => {
                let dropped = input.index()?;
                for _ in 0..dropped {
                    while valid(history.versions.pop_front())?.text.is_none() {}
                }
                self.context.dropped += dropped;
            }
            DROPPED => {
                let id = earlier(history, input.number()?)?;
                let place = valid(history.place(id.into()))?;
                valid(history.versions[place].text.take())?;
                self.context.dropped += 1;
            }
            SKIPPED => {
                let end = u64::from(history.end).checked_add(input.number()?);
                history.end = valid(end.and_then(|end| u32::try_from(end).ok()))?;
            }
            SWEEP => {
                history.close_gaps();
                let (bytes, left) = (self.context.bytes, history.versions.len());
                valid(self.context.may_sweep(bytes, left).then_some(()))?;
                self.context.swept(bytes, history.texts());
            }
            kind => {
                let node = self.context.node(kind, input)?;
                self.context.table.nodes.try_add(node)?;
            }
        }
        Ok(())
    }
}

fn earlier(history: &History, back: u64) -> Result<VersionId, Fault> {
    let number = u32::try_from(back).ok().filter(|&back| back > 0);
    let id = number.and_then(|back| history.end.checked_sub(back));
    Ok(VersionId::from(valid(id)?))
}

/// Returns the text that ends in the node some nodes before the next one, or is empty for 0.
fn text(table: &Table, distance: u64) -> Result<ConcatStr, Fault> {
    let root = (distance > 0).then(|| before(table, distance));
    Ok(ConcatStr::from_node(root.transpose()?.map(Ref::share)))
}

fn before(table: &Table, distance: u64) -> Result<Ref<'_>, Fault> {
    let number = u64::from(table.nodes.next()).checked_sub(distance);
    let node = number.and_then(|number| table.nodes.get(u32::try_from(number).ok()?));
    Ok(valid(node)?.get())
}

fn owner(input: &mut Input<'_>) -> Result<Arc<Held>, Fault> {
    let len = input.number()?;
    let text = valid(str::from_utf8(input.bytes(len)?).ok())?;
    if text.len() <= LEAF_MAX || checked(Some(text.len())).is_err() {
        return Err(Fault::Invalid);
    }
    let mut copy = String::new();
    try_reserve_text(&mut copy, text.len())?;
    copy.push_str(text);
    Ok(Arc::new(Held::new(Owner::String(copy))))
}

impl Context {
    fn node(&mut self, kind: u8, input: &mut Input<'_>) -> Result<Node, Fault> {
        let (table, check) = (&self.table, |holds: bool| valid(holds.then_some(())));
        match kind {
            LEAF => {
                let (distance, mut to) = (input.number()?, [0; LEAF_MAX]);
                let base = (distance > 0)
                    .then(|| before(table, distance))
                    .transpose()?;
                check(base.is_none_or(Ref::is_leaf))?;
                let text = input.text(base.map_or("", Ref::leaf_text), &mut to)?;
                check(!text.is_empty())?;
                Ok(Node::try_leaf(&[text])?)
            }
            INNER => {
                let left = before(table, input.number()?)?;
                let right = before(table, input.number()?)?;
                // Patches count as higher than any tree.
                let height = left.height().max(right.height());
                let len = valid(checked(left.len().checked_add(right.len())).ok())?;
                check(height < tallest(len))?;
                Ok(Node::try_inner(left.share(), right.share())?)
            }
            PATCH => {
                let base = before(table, input.number()?)?;
                check(!base.is_patch() || !base.patch().base.is_patch())?;
                let moved = valid(u32::try_from(input.number()?).ok())?;
                let place = self.patch.0.wrapping_add_signed(unzigzag(moved));
                let at = place as usize;
                let end = valid(at.checked_add(input.index()?))?;
                let text = ConcatSlice::whole(Some(base));
                check(at <= end && text.is_char_boundary(at) && text.is_char_boundary(end))?;
                let mut to = [0; PATCH_MAX];
                let new = input.text(&self.patch.1, &mut to)?;
                let total = valid(checked((base.len() - (end - at)).checked_add(new.len())).ok())?;
                check(total > 0)?;
                let slot = Node::try_patch_slot(new.len())?;
                let is_ascii = new.is_ascii();
                let node = Node::patch_in(slot, base.share(), at, total, &[new], is_ascii);
                self.patch = (place, Short::new(&[new]));
                Ok(node)
            }
            BORROWED => {
                let number = u64::from(table.owners.next()).checked_sub(input.number()?);
                let owner = number.and_then(|number| table.owners.get(u32::try_from(number).ok()?));
                let (owner, from) = (valid(owner)?, input.index()?);
                let to = valid(from.checked_add(input.index()?))?;
                let part = valid(owner.text().get(from..to))?;
                check(part.len() > LEAF_MAX)?;
                Ok(Node::try_borrowed(owner.clone(), (from, to))?)
            }
            _ => Err(Fault::Invalid),
        }
    }
}
