//! Reasons why a verb fails, and faults in the user's files.

use std::fmt::{self, Display};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::visible::visible_line;

/// A reason why a verb ended early; each has an exit code.
#[derive(Debug)]
pub enum Failure {
    /// The arguments ask for something that does not exist.
    Arguments(String),
    Input(Fault),
    Output(io::Error),
    File(PathBuf, io::Error),
    /// A program of the laboratory could not be started.
    Process(io::Error),
    /// A measurement failed, or a result is not the expected one.
    Unexpected(String),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Input(fault)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// A fault in a file, in one line: the place, the fault, and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault(String);

impl Fault {
    /// Both the path and the words of a parser may be a file's own.
    fn new(place: impl Display, reason: impl Display, remedy: impl Display) -> Self {
        Self(visible_line(&format!("{place}: {reason}; {remedy}")))
    }

    pub fn in_file(path: &Path, reason: impl Display, remedy: impl Display) -> Self {
        Self::new(path.display(), reason, remedy)
    }

    /// Returns a fault at a line and a column, both from 1.
    pub fn at(
        path: &Path,
        line: usize,
        column: usize,
        reason: impl Display,
        remedy: impl Display,
    ) -> Self {
        let place = format_args!("{}:{line}:{column}", path.display());
        Self::new(place, reason, remedy)
    }

    /// Returns a fault in a file that is JSON, at the place of the error.
    pub fn json(path: &Path, error: &serde_json::Error, remedy: impl Display) -> Self {
        Self::json_at(path, (1, 1), error, remedy)
    }

    /// Returns a fault in JSON that begins at a line and a column of a file.
    pub fn json_at(
        path: &Path,
        (line, column): (usize, usize),
        error: &serde_json::Error,
        remedy: impl Display,
    ) -> Self {
        let message = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let reason = message.strip_suffix(&place).unwrap_or(&message);
        // Where an error is of a whole value, or of an empty text, the place is that before it.
        let (down, right) = (error.line().max(1) - 1, error.column().max(1) - 1);
        let column = if down == 0 { column } else { 1 };
        Self::at(path, line + down, column + right, reason, remedy)
    }

    pub fn unreadable(path: &Path, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::FileTooLarge {
            return Self::in_file(path, error, "is it the right file?");
        }
        let reason = format_args!("it cannot be read: {error}");
        Self::in_file(path, reason, "is the path right?")
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
