//! Reasons why a verb fails.

use std::io;
use std::path::PathBuf;

use crate::fault::Fault;

/// A reason why a verb ended early; each has an exit code.
#[derive(Debug)]
pub enum Failure {
    /// The arguments ask for something that does not exist.
    Arguments(String),
    /// A fault in a file of the user's.
    Input(Fault),
    /// The report could not be written.
    Output(io::Error),
    /// A file could not be written.
    File(PathBuf, io::Error),
    /// A program of the laboratory could not be started.
    Process(io::Error),
    /// A measurement failed, or a result is not the expected one.
    Unexpected(String),
    /// A rule of a gate is missed.
    Missed(String),
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
