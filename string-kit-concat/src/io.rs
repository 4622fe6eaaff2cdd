//! Reading a text by std's traits, and files.

use std::fs::{self, File};
use std::io::{BufRead, BufWriter, ErrorKind, Read, Result};
use std::path::Path;

use crate::iter::Chunks;
use crate::slice::ConcatSlice;
use crate::text::ConcatStr;

/// A reader of the bytes of a text: see [`ConcatStr::reader`](crate::ConcatStr::reader). It never
/// fails.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: Chunks<'a>,
    chunk: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: ConcatSlice<'a>) -> Self {
        Self {
            rest: text.chunks(),
            chunk: &[],
        }
    }
}

impl Read for Reader<'_> {
    fn read(&mut self, to: &mut [u8]) -> Result<usize> {
        let len = self.fill_buf()?.len().min(to.len());
        to[..len].copy_from_slice(&self.chunk[..len]);
        self.consume(len);
        Ok(len)
    }
}

impl BufRead for Reader<'_> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if self.chunk.is_empty()
            && let Some(chunk) = self.rest.next()
        {
            self.chunk = chunk.as_bytes();
        }
        Ok(self.chunk)
    }

    fn consume(&mut self, bytes: usize) {
        self.chunk = &self.chunk[bytes..];
    }
}

impl ConcatStr {
    /// Writes the text to a file, in place of the file at this path: a crash leaves the one or the
    /// other. The file keeps its permissions.
    ///
    /// # Errors
    ///
    /// That of the file system.
    ///
    /// ```
    /// # let path = std::env::temp_dir().join(format!("string-kit-text-{}", std::process::id()));
    /// string_kit_concat::ConcatStr::from("text").save(&path)?;
    /// assert_eq!(std::fs::read_to_string(&path)?, "text");
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        replace_file(path.as_ref(), |file| {
            let mut file = BufWriter::new(file);
            self.write_to(&mut file)?;
            file.into_inner().map(drop).map_err(Into::into)
        })
    }
}

/// Writes a file beside that of a path, and puts it in its place.
pub(crate) fn replace_file(path: &Path, write: impl FnOnce(&File) -> Result<()>) -> Result<()> {
    // The file that a link leads to is replaced, not the link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let (new, file) = (0..)
        .find_map(|number| {
            let mut new = path.clone().into_os_string();
            new.push(std::format!(".{number}.tmp"));
            match File::create_new(&new) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => None,
                file => Some(file.map(|file| (new, file))),
            }
        })
        .unwrap_or(Err(ErrorKind::AlreadyExists.into()))?;
    let written = || {
        write(&file)?;
        if let Ok(old) = fs::metadata(&path) {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&new, &path)
    };
    written().inspect_err(|_| drop(fs::remove_file(&new)))
}
