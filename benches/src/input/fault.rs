//! Faults in files of the user's, in one line.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;
use std::path::Path;

/// A fault in a file: the place, the fault, and the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(String);

impl Fault {
    /// A fault at a line and a column, both from 1.
    #[must_use]
    pub fn at(
        path: &Path,
        line: usize,
        column: usize,
        what: impl Display,
        remedy: impl Display,
    ) -> Self {
        Self(format!(
            "{}:{line}:{column}: {what}; {remedy}",
            path.display()
        ))
    }

    /// A fault in JSON, which has the place.
    #[must_use]
    pub fn json(path: &Path, error: &serde_json::Error, remedy: impl Display) -> Self {
        Self::json_line(path, error.line(), error, remedy)
    }

    /// A fault in JSON that is a line of a file.
    #[must_use]
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

    /// A fault of the whole file.
    #[must_use]
    pub fn of(path: &Path, what: impl Display, remedy: impl Display) -> Self {
        Self(format!("{}: {what}; {remedy}", path.display()))
    }

    /// A file that cannot be read.
    #[must_use]
    pub fn unreadable(path: &Path, error: &io::Error) -> Self {
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

impl Error for Fault {}
