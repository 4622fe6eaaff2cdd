//! Sources of bytes: files, the standard input stream, and either of them decompressed.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufReader, Chain, Cursor, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use string_kit_measure::lines::{self, Limit, Limited};

use super::Fault;

/// The number of bytes that a format is detected by.
pub(super) const HEAD: usize = 8 << 10;

/// The bytes of a file after a byte-order mark, of which the first were read before.
type Whole = Chain<Cursor<Vec<u8>>, Box<dyn Read>>;
/// The lines of a file.
pub(crate) type Lines = lines::Lines<Whole>;

/// An open file.
#[allow(missing_debug_implementations)] // It holds a reader of any type.
pub(crate) struct Source {
    pub(crate) origin: Origin,
    pub(crate) bytes: BufReader<Limited<Whole>>,
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
        let bytes = Limited::buffered(head.chain(reader), longest, usize::MAX);
        Ok(Self { origin, bytes })
    }

    /// Returns the limit of the records.
    pub(super) fn limit(&self) -> Limit {
        self.bytes.get_ref().limit()
    }

    /// Returns the first bytes.
    pub(super) fn head(&self) -> &[u8] {
        let (head, _) = self.bytes.get_ref().get_ref().get_ref();
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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

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
