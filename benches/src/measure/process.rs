//! Work that is done in a process of its own, since it may take the process along, runs on another
//! allocator, or is to find the memory as a program finds it that has just begun.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A process that answers in lines of JSON.
pub(crate) struct Process<A> {
    child: Child,
    answers: Receiver<A>,
    complaint: Option<JoinHandle<String>>,
}

impl<A: DeserializeOwned + Send + 'static> Process<A> {
    /// Starts a program of this laboratory with these arguments and variables of the environment.
    ///
    /// # Errors
    ///
    /// If no process can be made.
    pub(crate) fn start<S: AsRef<OsStr>>(
        program: &Path,
        args: impl IntoIterator<Item = S>,
        variables: &[(&str, &str)],
    ) -> io::Result<Self> {
        let mut child = Command::new(program)
            .args(args)
            .envs(variables.iter().copied())
            // The last line is to say what happened.
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (send, answers) = mpsc::channel();
        if let Some(out) = child.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(out).lines().map_while(Result::ok) {
                    // A type may print something itself.
                    let Ok(answer) = serde_json::from_str(&line) else {
                        continue;
                    };
                    if send.send(answer).is_err() {
                        break;
                    }
                }
            });
        }
        let complaint = child
            .stderr
            .take()
            .map(|err| thread::spawn(|| last_words(err)));
        Ok(Self {
            child,
            answers,
            complaint,
        })
    }

    /// The next answer, or what happened instead: it ended, or took longer than `patience`.
    ///
    /// # Errors
    ///
    /// If how it ended cannot be told.
    pub(crate) fn next(&mut self, patience: Duration) -> io::Result<Result<A, String>> {
        match self.answers.recv_timeout(patience) {
            Ok(answer) => Ok(Ok(answer)),
            Err(RecvTimeoutError::Timeout) => {
                let told = format!("no end within {} seconds", patience.as_secs());
                Ok(Err(told))
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.child.wait()?;
                let complaint = self.complaint.take().and_then(|words| words.join().ok());
                Ok(Err(match complaint.as_deref() {
                    None | Some("") => status.to_string(),
                    Some(complaint) => format!("{complaint} ({status})"),
                }))
            }
        }
    }
}

/// Leaves no process behind, whatever it does.
impl<A> Drop for Process<A> {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The verb that a cell is asked for by.
const CELL: &str = "cell";

/// Has a program do one task by itself, and gives its answer, or what happened instead.
///
/// The task goes as an argument, and is what the verb [`CELL`] reads.
///
/// # Errors
///
/// If no process can be made.
pub(crate) fn ask<A: DeserializeOwned + Send + 'static>(
    program: &Path,
    task: &impl Serialize,
    patience: Duration,
) -> io::Result<Result<A, String>> {
    let task = serde_json::to_string(task)?;
    Process::start(program, [CELL, &task], &[])?.next(patience)
}

/// The last line that says something.
fn last_words(mut err: impl Read) -> String {
    let mut bytes = Vec::new();
    // What came before an error is still worth telling.
    let _ = err.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines().rev().map(str::trim);
    let says_nothing = |line: &&str| {
        let line = line.to_ascii_lowercase();
        line.is_empty() || line.starts_with("note: ") || line.ends_with("aborting.")
    };
    let last = lines.find(|line| !says_nothing(line));
    last.unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_words_are_those_that_say_why() {
        let told = "thread 'main' panicked at a.rs:1:\nno room\nnote: run with\n\
                    thread caused non-unwinding panic. aborting.\n\n";
        assert_eq!(last_words(told.as_bytes()), "no room");
        assert_eq!(last_words(&b""[..]), "");
    }
}
