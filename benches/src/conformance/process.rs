//! Examination in a process of its own, since a type that breaks a law may take the process along.
//!
//! ```text
//! examine  -- string-kit examine NAME LAW,LAW,... -->  serve
//!          <-- one line of JSON a law ---------------
//! ```
//!
//! A process that ends before its last line broke the law of the next one; another goes on with those
//! that come after it.

use std::env;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use string_kit::conformance::Law;
use string_kit_subjects::Examined;

use super::Outcome;
use crate::measure::CHECKED_BY;

/// The verb that [`examine`] calls this program by.
pub(crate) const VERB: &str = "examine";

/// How long a law may take; in a debug build some take seconds.
const PATIENCE: Duration = Duration::from_mins(2);

/// Examines the subject of this name by laws, and calls `done` after each.
///
/// The program is to [`serve`] when it is called by [`VERB`], and its allocator is to be
/// [`LaboratoryAllocator`](crate::measure::LaboratoryAllocator): else laws about memory see none.
///
/// # Errors
///
/// If no process can be made.
pub(crate) fn examine(subject: &str, laws: &[Law], done: impl Fn()) -> io::Result<Vec<Outcome>> {
    let mut outcomes = Vec::new();
    while outcomes.len() < laws.len() {
        let mut process = Process::start(subject, &laws[outcomes.len()..])?;
        let mut goes_on = true;
        while goes_on && outcomes.len() < laws.len() {
            let outcome = process.next()?;
            goes_on = !matches!(outcome, Outcome::Crashed(_));
            outcomes.push(outcome);
            done();
        }
    }
    Ok(outcomes)
}

/// Examines a subject by laws, and writes what each comes to as soon as it is known.
///
/// # Errors
///
/// If it cannot be written.
pub(crate) fn serve(
    subject: &dyn Examined,
    laws: impl IntoIterator<Item = Law>,
    out: &mut impl Write,
) -> io::Result<()> {
    for law in laws {
        serde_json::to_writer(&mut *out, &Outcome::from(subject.examine(law)))?;
        writeln!(out)?;
        out.flush()?;
    }
    Ok(())
}

/// A process that serves.
struct Process {
    child: Child,
    outcomes: Receiver<Outcome>,
    complaint: Option<JoinHandle<String>>,
}

impl Process {
    fn start(subject: &str, laws: &[Law]) -> io::Result<Self> {
        let laws: Vec<&str> = laws.iter().map(|law| law.name()).collect();
        let mut child = Command::new(env::current_exe()?)
            .args([VERB, subject, &laws.join(",")])
            .env(CHECKED_BY.to_str().expect("it is ASCII"), "1")
            // The last line is to say what happened.
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (send, outcomes) = mpsc::channel();
        if let Some(out) = child.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(out).lines().map_while(Result::ok) {
                    // A type may print something itself.
                    let Ok(outcome) = serde_json::from_str(&line) else {
                        continue;
                    };
                    if send.send(outcome).is_err() {
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
            outcomes,
            complaint,
        })
    }

    /// What the next law comes to.
    fn next(&mut self) -> io::Result<Outcome> {
        match self.outcomes.recv_timeout(PATIENCE) {
            Ok(outcome) => Ok(outcome),
            Err(RecvTimeoutError::Timeout) => {
                let told = format!("no end within {} seconds", PATIENCE.as_secs());
                Ok(Outcome::Crashed(told))
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.child.wait()?;
                let complaint = self.complaint.take().and_then(|words| words.join().ok());
                Ok(Outcome::Crashed(match complaint.as_deref() {
                    None | Some("") => status.to_string(),
                    Some(complaint) => format!("{complaint} ({status})"),
                }))
            }
        }
    }
}

/// Leaves no process behind, whatever it does.
impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
    use string_kit_subjects::all;

    #[test]
    fn each_law_is_a_line() {
        let mut out = Vec::new();
        let laws = [Law::RoundTrips, Law::HashIsStrs];
        serve(&*all()[0].subject, laws, &mut out).unwrap();
        let line = "{\"outcome\":\"kept\"}\n";
        assert_eq!(String::from_utf8(out).unwrap(), line.repeat(2));
    }

    #[test]
    fn the_last_words_are_those_that_say_why() {
        let told = "thread 'main' panicked at a.rs:1:\nno room\nnote: run with\n\
                    thread caused non-unwinding panic. aborting.\n\n";
        assert_eq!(last_words(told.as_bytes()), "no room");
        assert_eq!(last_words(&b""[..]), "");
    }
}
