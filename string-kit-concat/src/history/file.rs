//! The file of a history, which is read, mended and gone on with.

use std::fs::{File, TryLockError};
use std::io::{self, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::Path;

use super::entry::History;
use super::format::{DIGIT, MAGIC};
use super::read::{HistoryError, Restored};
use super::write::HistoryWriter;
use crate::io::replace_file;
use crate::text::ConcatStr;

/// A history that [`History::open`] read, and the writer that goes on with its file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Opened {
    /// The history.
    pub history: History,
    /// The writer. The file is locked until it is dropped.
    pub writer: HistoryWriter<File>,
    /// True if the file had no version: then the history has one empty text, and another history
    /// may take its place before the first [`append`](HistoryWriter::append).
    pub is_new: bool,
    /// The bytes that a crash left of an append, and that were cut off.
    pub torn_bytes: u64,
}

impl History {
    /// Reads the file of a history, or makes it, and locks it against other writers. Cuts off what
    /// a crash left of an [`append`](HistoryWriter::append). O(n log n) for n bytes.
    ///
    /// # Errors
    ///
    /// See [`HistoryError`]. [`HistoryError::Locked`] if the file is open already. A file that is
    /// damaged, or no history, stays as it is.
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History};
    /// # let path = std::env::temp_dir().join(format!("string-kit-open-{}", std::process::id()));
    ///
    /// let mut opened = History::open(&path)?;
    /// assert!(opened.is_new);
    /// opened.history = History::new(ConcatStr::from("The fox"));
    /// opened.history.push(ConcatStr::from("The quick fox"));
    /// opened.writer.append(&opened.history)?;
    /// assert!(History::open(&path).is_err(), "it is locked");
    /// drop(opened);
    ///
    /// let mut history = History::open(&path)?.history;
    /// assert_eq!(history.undo().unwrap().text, "The fox");
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(path: impl AsRef<Path>) -> Result<Opened, HistoryError> {
        let mut options = File::options();
        options.read(true).write(true).create(true);
        let mut file = options.truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(HistoryError::Locked),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let restored = match Self::read_from(BufReader::new(&file)) {
            Err(HistoryError::NoVersion) => None,
            read => Some(read?),
        };
        let valid_len = restored.as_ref().map_or(0, Restored::valid_len);
        let torn_bytes = file.metadata()?.len().saturating_sub(valid_len);
        if torn_bytes > 0 {
            file.set_len(valid_len)?;
        }
        if restored.is_some() {
            // What is appended to a file of an older version is of this one.
            file.seek(SeekFrom::Start(DIGIT as u64))?;
            file.write_all(&MAGIC[DIGIT..=DIGIT])?;
        }
        file.seek(SeekFrom::End(0))?;
        let is_new = restored.is_none();
        let (history, writer) = match restored {
            Some(restored) => restored.resume(file),
            None => (Self::new(ConcatStr::new()), HistoryWriter::new(file)),
        };
        Ok(Opened {
            history,
            writer,
            is_new,
            torn_bytes,
        })
    }

    /// Writes a file with the versions that are left alone, in place of the file at this path: a
    /// crash leaves the one or the other. O(n log n) for n bytes that are written.
    ///
    /// # Errors
    ///
    /// That of the file system. `ResourceBusy` if the file at this path is [open](Self::open).
    ///
    /// ```
    /// use string_kit_concat::{ConcatStr, History};
    /// # let path = std::env::temp_dir().join(format!("string-kit-save-{}", std::process::id()));
    ///
    /// History::new(ConcatStr::from("text")).save(&path)?;
    /// assert_eq!(History::open(&path)?.history.text(), "text");
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, path: impl AsRef<Path>) -> io::Result<()> {
        if let Ok(old) = File::open(&path)
            && let Err(TryLockError::WouldBlock) = old.try_lock_shared()
        {
            return Err(ErrorKind::ResourceBusy.into());
        }
        replace_file(path.as_ref(), |file| HistoryWriter::new(file).append(self))
    }
}
