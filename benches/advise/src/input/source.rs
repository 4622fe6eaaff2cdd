//! Sources of bytes: files, the standard input stream, and either of them decompressed.

use std::cell::Cell;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};
use std::mem;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use flate2::read::MultiGzDecoder;

use super::Fault;

/// The size of the buffer that a file is read into.
const BUFFER: usize = 128 << 10;
/// The number of bytes that a format is detected by.
pub(super) const HEAD: usize = 8 << 10;

/// The bytes of a file, after a byte-order mark.
pub(crate) type Bytes = BufReader<Limited>;

/// A reader that fails if it gives out more bytes than the longest record may have, before its limit is
/// renewed: no record takes more memory, whatever the file.
#[allow(missing_debug_implementations)] // It holds a reader of any type.
pub(crate) struct Limited {
    bytes: Chain<Cursor<Vec<u8>>, Box<dyn Read>>,
    limit: Limit,
}

impl Read for Limited {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(into)?;
        self.limit.spend(read)?;
        Ok(read)
    }
}

/// The limit of the current record.
#[derive(Clone, Debug)]
pub(crate) struct Limit(Rc<Spent>);

#[derive(Debug)]
struct Spent {
    /// The bytes that the current record may still have, those in the buffer included.
    left: Cell<usize>,
    /// The number of the current record, from 1.
    record: Cell<u64>,
    longest: usize,
}

impl Limit {
    fn new(longest: usize) -> Self {
        Self(Rc::new(Spent {
            left: Cell::new(longest + BUFFER),
            record: Cell::new(0),
            longest,
        }))
    }

    /// Begins the next record.
    pub(super) fn renew(&self) {
        let Spent {
            left,
            record,
            longest,
        } = &*self.0;
        left.set(longest + BUFFER);
        record.set(record.get() + 1);
    }

    fn spend(&self, bytes: usize) -> io::Result<()> {
        let Spent {
            left,
            record,
            longest,
        } = &*self.0;
        let rest = left.get().checked_sub(bytes).ok_or_else(|| {
            let what = format!(
                "record {} has more than {} KiB",
                record.get().max(1),
                longest >> 10
            );
            io::Error::new(io::ErrorKind::FileTooLarge, what)
        })?;
        left.set(rest);
        Ok(())
    }
}

/// An open file.
#[allow(missing_debug_implementations)] // It holds a reader of any type.
pub(crate) struct Source {
    pub(crate) origin: Origin,
    pub(crate) bytes: Bytes,
}

/// The place that bytes come from.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    path: PathBuf,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    Gzip,
    Stream,
}

impl Source {
    /// Opens a file, or the standard input stream, and reads its head. No record may have more than `longest`
    /// bytes.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is a directory, is not valid gzip data, or is UTF-16.
    pub(crate) fn open(path: &Path, longest: usize) -> Result<Self, Fault> {
        let (origin, reader) = if path == Path::new("-") {
            let path = PathBuf::from("<stdin>");
            let reader: Box<dyn Read> = Box::new(io::stdin());
            (
                Origin {
                    path,
                    kind: Kind::Stream,
                },
                reader,
            )
        } else {
            open_file(path)?
        };
        Self::of(origin, reader, longest)
    }

    /// Reads the bytes of a file that is not on the disk.
    ///
    /// # Errors
    ///
    /// Those of [`open`](Self::open).
    pub(crate) fn of_bytes(
        name: &str,
        bytes: Box<dyn Read>,
        longest: usize,
    ) -> Result<Self, Fault> {
        let origin = Origin {
            path: name.into(),
            kind: Kind::Stream,
        };
        Self::of(origin, bytes, longest)
    }

    fn of(origin: Origin, mut reader: Box<dyn Read>, longest: usize) -> Result<Self, Fault> {
        let mut head = Vec::new();
        let read = reader.by_ref().take(HEAD as u64).read_to_end(&mut head);
        read.map_err(|error| origin.unreadable(&error))?;
        if head.starts_with(&[0xFF, 0xFE]) || head.starts_with(&[0xFE, 0xFF]) {
            return Err(origin.fault("it is UTF-16", "save it as UTF-8"));
        }
        let mut head = Cursor::new(head);
        if head.get_ref().starts_with("\u{feff}".as_bytes()) {
            head.set_position(3);
        }
        let bytes = Limited {
            bytes: head.chain(reader),
            limit: Limit::new(longest),
        };
        let bytes = BufReader::with_capacity(BUFFER, bytes);
        Ok(Self { origin, bytes })
    }

    /// Returns the limit of the records.
    pub(super) fn limit(&self) -> Limit {
        self.bytes.get_ref().limit.clone()
    }

    /// Returns the first bytes.
    pub(super) fn head(&self) -> &[u8] {
        let (head, _) = self.bytes.get_ref().bytes.get_ref();
        let start = usize::try_from(head.position()).unwrap_or_default();
        &head.get_ref()[start..]
    }
}

fn open_file(path: &Path) -> Result<(Origin, Box<dyn Read>), Fault> {
    let file = File::open(path).map_err(|error| Fault::unreadable(path, &error))?;
    if file.metadata().is_ok_and(|of| of.is_dir()) {
        let what = "it is a directory";
        return Err(Fault::of(path, what, "name a file in it"));
    }
    let is_gzip = path
        .extension()
        .is_some_and(|it| it.eq_ignore_ascii_case("gz"));
    let (kind, reader): (Kind, Box<dyn Read>) = if is_gzip {
        (Kind::Gzip, Box::new(MultiGzDecoder::new(file)))
    } else {
        (Kind::Plain, Box::new(file))
    };
    let path = path.to_owned();
    Ok((Origin { path, kind }, reader))
}

impl Origin {
    /// Returns the path, for faults.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of a file that can be read at any place, if it is one.
    #[cfg(feature = "parquet")]
    pub(super) fn plain_file(&self) -> Option<&Path> {
        (self.kind == Kind::Plain).then_some(&*self.path)
    }

    /// Returns a fault of the whole file.
    pub(super) fn fault(&self, what: impl Display, remedy: impl Display) -> Fault {
        Fault::of(&self.path, what, remedy)
    }

    /// Returns the fault of bytes that cannot be read.
    pub(crate) fn unreadable(&self, error: &io::Error) -> Fault {
        let is_invalid = matches!(
            error.kind(),
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof
        );
        if self.kind == Kind::Gzip && is_invalid {
            let what = format_args!("it is not whole gzip data: {error}");
            return self.fault(what, "is it cut short, or not compressed at all?");
        }
        if error.kind() == io::ErrorKind::FileTooLarge {
            return self.fault(
                error,
                "is its format the right one? --memory raises the limit",
            );
        }
        Fault::unreadable(&self.path, error)
    }
}

/// Lines without their ends.
#[allow(missing_debug_implementations)] // It holds a reader of any type.
pub(crate) struct Lines {
    bytes: Bytes,
    /// The bytes of the buffer that the last line took.
    used: usize,
    /// A line that does not end in the buffer.
    long: Vec<u8>,
    number: usize,
}

impl Lines {
    pub(crate) fn new(bytes: Bytes) -> Self {
        Self {
            bytes,
            used: 0,
            long: Vec::new(),
            number: 0,
        }
    }

    /// Returns the next line, and its number from 1. It lies in the buffer, if it ends there.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read.
    pub(crate) fn next(&mut self) -> io::Result<Option<(usize, &[u8])>> {
        self.bytes.consume(mem::take(&mut self.used));
        self.bytes.get_ref().limit.renew();
        self.long.clear();
        self.number += 1;
        loop {
            let buffer = match self.bytes.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() {
                let is_line = !self.long.is_empty();
                return Ok(is_line.then_some((self.number, &*self.long)));
            }
            if let Some(end) = memchr::memchr(b'\n', buffer) {
                self.used = end + 1;
                if self.long.is_empty() {
                    return Ok(Some((self.number, &self.bytes.buffer()[..end])));
                }
                self.long.extend_from_slice(&buffer[..end]);
                return Ok(Some((self.number, &self.long)));
            }
            self.long.extend_from_slice(buffer);
            let all = buffer.len();
            self.bytes.consume(all);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    /// Gives out its bytes a few at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let most = into.len().min(self.1);
            self.0.read(&mut into[..most])
        }
    }

    fn lines_of(bytes: &'static [u8]) -> Vec<Vec<u8>> {
        let origin = Origin {
            path: "x".into(),
            kind: Kind::Plain,
        };
        let source = Source::of(origin, Box::new(Slow(bytes, 3)), 1 << 20).unwrap();
        let mut lines = Lines::new(source.bytes);
        let mut all = Vec::new();
        while let Some((number, line)) = lines.next().unwrap() {
            all.push(line.to_vec());
            assert_eq!(number, all.len());
        }
        all
    }

    #[test]
    fn lines_are_those_between_line_ends() {
        assert_eq!(lines_of(b""), Vec::<Vec<u8>>::new());
        assert_eq!(lines_of(b"\n"), [b""]);
        assert_eq!(lines_of(b"a\n\nbc"), [&b"a"[..], b"", b"bc"]);
        assert_eq!(lines_of("\u{feff}a\n".as_bytes()), [b"a"]);
    }

    #[test]
    fn a_line_longer_than_the_buffer_is_whole() {
        let long = "x".repeat(3 * BUFFER + 7);
        let text = format!("a\n{long}\nb\n{long}");
        let lines = lines_of(text.leak().as_bytes());
        let lengths: Vec<usize> = lines.iter().map(Vec::len).collect();
        assert_eq!(lengths, [1, long.len(), 1, long.len()]);
    }

    #[test]
    fn gzip_data_of_several_members_is_read_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.GZ");
        let mut file = File::create(&path).unwrap();
        for part in ["one\n", "two\n"] {
            let mut packed = GzEncoder::new(&mut file, Compression::fast());
            packed.write_all(part.as_bytes()).unwrap();
            packed.finish().unwrap();
        }
        let mut source = Source::open(&path, 100).unwrap();
        assert_eq!(source.head(), b"one\ntwo\n");
        let mut text = String::new();
        source.bytes.read_to_string(&mut text).unwrap();
        assert_eq!(text, "one\ntwo\n");
    }
}
