//! Files and the standard output stream, where runs and reports go.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::failure::Failure;

/// Writes to the standard output stream.
///
/// # Errors
///
/// If it cannot be written to.
pub fn print(write: impl FnOnce(&mut io::StdoutLock<'_>) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    write(&mut out)?;
    Ok(out.flush()?)
}

/// Makes sure that a file can be written; its content stays. "-" is the standard output stream.
pub fn check_file(path: &Path) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(());
    }
    let opened = OpenOptions::new().append(true).create(true).open(path);
    opened
        .map(drop)
        .map_err(|error| Failure::File(path.to_owned(), error))
}

/// Writes a file.
///
/// # Errors
///
/// If it cannot be written, with its path.
pub fn write_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Failure> {
    let written = File::create(path).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()
    });
    written.map_err(|error| Failure::File(path.to_owned(), error))
}
