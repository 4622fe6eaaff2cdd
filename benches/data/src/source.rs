//! Sources of bytes: files and the standard input stream, decompressed, as UTF-8.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use encoding_rs::Encoding;
use flate2::bufread::MultiGzDecoder;
use string_kit_measure::lines::{Limited, each_line};

use crate::Fault;
use crate::encoded::decoded;
use crate::peeked::Peeked;

/// The number of bytes that a format is detected by.
pub(crate) const HEAD: usize = 128 << 10;
/// The path of the standard input stream in faults.
const STDIN: &str = "<stdin>";

/// A file or the standard input stream, decompressed, as UTF-8.
pub struct Source {
    pub(crate) path: PathBuf,
    pub(crate) bytes: Peeked,
    pub(crate) encoding: &'static Encoding,
    longest: usize,
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

impl Source {
    /// Opens a file, or the standard input stream if it is "-". No record may have more than
    /// `longest` bytes. The encoding is UTF-8 if none is named and there is no byte-order mark.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read.
    pub fn open(
        path: &Path,
        encoding: Option<&'static Encoding>,
        longest: usize,
    ) -> Result<Self, Fault> {
        if path == Path::new("-") {
            return Self::new(STDIN.into(), io::stdin(), encoding, longest);
        }
        let file = File::open(path).map_err(|error| Fault::unreadable(path, &error))?;
        if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
            return Err(Fault::in_file(
                path,
                "it is a directory",
                "name a file in it",
            ));
        }
        Self::new(path.to_owned(), file, encoding, longest)
    }

    /// Returns a source of some bytes. The path is that of faults.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read.
    pub fn new(
        path: PathBuf,
        bytes: impl Read + 'static,
        encoding: Option<&'static Encoding>,
        longest: usize,
    ) -> Result<Self, Fault> {
        let decoded = unpacked(Peeked::new(bytes)).and_then(|bytes| decoded(bytes, encoding));
        let (bytes, encoding) = decoded.map_err(|error| unreadable(&path, &error))?;
        Ok(Self {
            path,
            bytes,
            encoding,
            longest,
        })
    }

    /// Returns the bytes that a format is detected by.
    pub(crate) fn head(&mut self) -> Result<&[u8], Fault> {
        self.first(HEAD)
    }

    /// Returns the next bytes, at most so many.
    pub(crate) fn first(&mut self, count: usize) -> Result<&[u8], Fault> {
        let bytes = self.bytes.peek(count);
        let first = bytes.map_err(|error| unreadable(&self.path, &error))?;
        Ok(&first[..first.len().min(count)])
    }

    pub(crate) fn limited(self) -> BufReader<Limited<Peeked>> {
        Limited::buffered(self.bytes, self.longest, usize::MAX)
    }

    /// Calls a function with the path and each line, which is a record, and its number from 1.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read.
    pub fn for_each_line(
        self,
        mut take: impl FnMut(&Path, usize, &[u8]) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let path = self.path.clone();
        let unreadable = |error: &_| unreadable(&path, error);
        each_line(self.limited(), b'\n', unreadable, |number, line| {
            take(&path, number, line)
        })
    }
}

/// Decompresses bytes of gzip.
fn unpacked(mut bytes: Peeked) -> io::Result<Peeked> {
    Ok(match bytes.peek(2)? {
        [0x1F, 0x8B, ..] => Peeked::new(MultiGzDecoder::new(bytes)),
        _ => bytes,
    })
}

/// Returns the fault of bytes that cannot be read.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Fault {
    match error.kind() {
        ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::UnexpectedEof => {
            Fault::in_file(path, error, "is it cut short or damaged?")
        }
        ErrorKind::FileTooLarge => {
            let remedy = "is its format the right one, or are its records in an array (--records)? \
                          --memory raises the limit";
            Fault::in_file(path, error, remedy)
        }
        _ => Fault::unreadable(path, error),
    }
}
