//! One line to standard error, written without allocating.

use std::fmt::{self, Write as _};
use std::io::{self, Write as _};

/// The longest line: a violation is at most half as long.
const LONGEST: usize = 256;

/// Writes `text` as one line to standard error.
///
/// What cannot be written is dropped: there is nobody left to tell.
pub(crate) fn write(text: fmt::Arguments<'_>) {
    let mut line = Line {
        bytes: [0; LONGEST],
        length: 0,
    };
    _ = writeln!(line, "string-kit-alloc: {text}");
    _ = write_bytes(&line.bytes[..line.length]);
}

/// Writes `text` as one line to standard error and ends the program.
///
/// A panic would unwind out of the allocator, which is undefined behaviour.
pub(crate) fn abort(text: fmt::Arguments<'_>) -> ! {
    write(text);
    std::process::abort()
}

/// A handle of its own, past the lock of [`io::stderr`]: this thread may hold that one already.
#[cfg(unix)]
fn write_bytes(bytes: &[u8]) -> io::Result<()> {
    use std::fs::File;
    use std::os::fd::AsFd;

    File::from(io::stderr().as_fd().try_clone_to_owned()?).write_all(bytes)
}

#[cfg(not(unix))]
fn write_bytes(bytes: &[u8]) -> io::Result<()> {
    io::stderr().write_all(bytes)
}

struct Line {
    bytes: [u8; LONGEST],
    length: usize,
}

impl fmt::Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = &mut self.bytes[self.length..];
        let length = text.len().min(room.len());
        room[..length].copy_from_slice(&text.as_bytes()[..length]);
        self.length += length;
        Ok(())
    }
}
