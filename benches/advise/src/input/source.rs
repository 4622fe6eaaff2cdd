//! Sources of bytes: files, the standard input stream, and either of them decompressed.

use std::fs::File;
use std::io::{self, BufReader, Chain, Cursor, ErrorKind, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use string_kit_measure::lines::{Limited, each_line};

use super::Fault;

/// The number of bytes that a format is detected by.
pub(super) const HEAD: usize = 8 << 10;
/// The path of the standard input stream in faults.
const STDIN: &str = "<stdin>";

/// The bytes of a file after a byte-order mark, of which the first were read before.
type Whole = Chain<Cursor<Vec<u8>>, Box<dyn Read>>;

pub(crate) struct Source {
    pub(super) path: PathBuf,
    pub(super) bytes: BufReader<Limited<Whole>>,
}

impl Source {
    /// Opens a file, or the standard input stream if it is "-". A file whose name ends in `.gz` is
    /// decompressed. No record may have more than `longest` bytes.
    pub(crate) fn open(path: &Path, longest: usize) -> Result<Self, Fault> {
        if path == Path::new("-") {
            return Self::new(STDIN.into(), Box::new(io::stdin()), longest);
        }
        let file = File::open(path).map_err(|error| Fault::unreadable(path, &error))?;
        if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
            return Err(Fault::in_file(
                path,
                "it is a directory",
                "name a file in it",
            ));
        }
        let bytes: Box<dyn Read> = if is_gzip(path) {
            Box::new(MultiGzDecoder::new(file))
        } else {
            Box::new(file)
        };
        Self::new(path.to_owned(), bytes, longest)
    }

    /// Reads the head of some bytes. The path is that of faults.
    pub(crate) fn new(
        path: PathBuf,
        mut bytes: Box<dyn Read>,
        longest: usize,
    ) -> Result<Self, Fault> {
        let mut head = Vec::new();
        let read = bytes.by_ref().take(HEAD as u64).read_to_end(&mut head);
        read.map_err(|error| unreadable(&path, &error))?;
        if head.starts_with(&[0xFF, 0xFE]) || head.starts_with(&[0xFE, 0xFF]) {
            return Err(Fault::in_file(&path, "it is UTF-16", "save it as UTF-8"));
        }
        if head.starts_with("\u{feff}".as_bytes()) {
            head.drain(..3);
        }
        let bytes = Limited::buffered(Cursor::new(head).chain(bytes), longest, usize::MAX);
        Ok(Self { path, bytes })
    }

    pub(super) fn head(&self) -> &[u8] {
        self.bytes.get_ref().bytes.get_ref().0.get_ref()
    }

    /// Calls a function with the path and each line, which is a record, and its number from 1.
    pub(crate) fn for_each_line(
        self,
        mut take: impl FnMut(&Path, usize, &[u8]) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let (path, unreadable) = (&self.path, |error: &_| unreadable(&self.path, error));
        each_line(self.bytes, unreadable, |number, line| {
            take(path, number, line)
        })
    }
}

fn is_gzip(path: &Path) -> bool {
    let extension = path.extension();
    extension.is_some_and(|it| it.eq_ignore_ascii_case("gz"))
}

/// Returns the fault of bytes that cannot be read.
pub(super) fn unreadable(path: &Path, error: &io::Error) -> Fault {
    match error.kind() {
        ErrorKind::InvalidInput | ErrorKind::InvalidData | ErrorKind::UnexpectedEof
            if is_gzip(path) =>
        {
            let what = format_args!("it is not whole gzip data: {error}");
            Fault::in_file(path, what, "is it cut short, or not compressed at all?")
        }
        ErrorKind::FileTooLarge => {
            let remedy = "is its format the right one? --memory raises the limit";
            Fault::in_file(path, error, remedy)
        }
        _ => Fault::unreadable(path, error),
    }
}
