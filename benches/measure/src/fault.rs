//! Faults in the user's files, each in one line.

use std::fmt::{self, Display};
use std::io;
use std::path::Path;
use std::str::Utf8Error;

use serde::{Deserialize, Serialize};

use crate::visible::visible_line;

/// A fault in a file: the place, the fault, and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault(String);

impl Fault {
    /// Returns a fault at a line and a column, both from 1.
    pub fn at(
        path: &Path,
        line: usize,
        column: usize,
        what: impl Display,
        remedy: impl Display,
    ) -> Self {
        let place = format_args!("{}:{line}:{column}", path.display());
        Self::new(format_args!("{place}: {what}; {remedy}"))
    }

    /// Returns a fault in JSON, at the place of the error.
    pub fn json(path: &Path, error: &serde_json::Error, remedy: impl Display) -> Self {
        Self::json_line(path, error.line(), error, remedy)
    }

    /// Returns a fault in a line of a file that is JSON.
    pub fn json_line(
        path: &Path,
        line: usize,
        error: &serde_json::Error,
        remedy: impl Display,
    ) -> Self {
        // Where an error is of a whole value, or of an empty text, the place is that before it.
        Self::at(
            path,
            line.max(1),
            error.column().max(1),
            what(error),
            remedy,
        )
    }

    /// Returns the fault of a line that is not UTF-8.
    pub fn not_utf8(path: &Path, line: usize, error: &Utf8Error) -> Self {
        let column = error.valid_up_to() + 1;
        Self::at(path, line, column, "it is not UTF-8", "save it as UTF-8")
    }

    /// Returns a fault of the whole file.
    pub fn of(path: &Path, what: impl Display, remedy: impl Display) -> Self {
        Self::new(format_args!("{}: {what}; {remedy}", path.display()))
    }

    /// Both the path and the words of a parser may be a file's own.
    fn new(text: fmt::Arguments<'_>) -> Self {
        Self(visible_line(&text.to_string()).into_owned())
    }

    /// Returns the fault of a file that cannot be read.
    pub fn unreadable(path: &Path, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::FileTooLarge {
            return Self::of(path, error, "is it the right file?");
        }
        let what = format_args!("it cannot be read: {error}");
        Self::of(path, what, "is the path right?")
    }
}

/// Returns the message of `serde_json`, without the place.
fn what(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&place).unwrap_or(&text).to_owned()
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
