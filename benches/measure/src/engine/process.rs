//! Processes that measure: each answers in lines of JSON.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Answer, Part, Task};

/// The environment variable that moves the stack by its length.
const PADDING: &str = "STRING_KIT_PADDING";
/// A bound of that length, in bytes: a page.
pub(super) const MOST_PADDING: usize = 4096;

/// The longest time without an answer, beside ten times the time to measure for: the largest inputs take
/// some minutes to build.
const SILENCE: Duration = Duration::from_mins(5);

/// The hidden verb that makes a process do a part of a run.
pub const SAMPLE: &str = "sample";

/// A line of a process's standard output.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Line {
    /// The answer that stands if the process ends before the next line.
    Attempt {
        attempt: Answer,
    },
    Answer(Answer),
}

/// Starts a process of this program for a part, and returns its answers. If it ends during an attempt,
/// the attempt is an answer, and another process does the rest. Each has `data` as its standard input.
///
/// # Errors
///
/// The last message of the process, or the system's error, if it does not end well; or that it was killed
/// since it gave no answer.
pub(super) fn ask(
    program: &Path,
    task: &Task,
    mut part: Part,
    argv: &[OsString],
    data: Option<&File>,
    padding: usize,
) -> Result<Vec<Answer>, String> {
    complete(|answers| {
        part.done = answers.len();
        ask_one(program, task, &part, argv, data, padding, answers)
    })
}

/// Asks for the rest of the answers until a process ends well, or ends outside of an attempt.
fn complete(
    mut ask: impl FnMut(&mut Vec<Answer>) -> (Option<Answer>, Result<(), String>),
) -> Result<Vec<Answer>, String> {
    let mut answers = Vec::new();
    loop {
        match ask(&mut answers) {
            (_, Ok(())) => return Ok(answers),
            (None, Err(why)) => return Err(why),
            (Some(mut attempt), Err(why)) => {
                attempt.note = Some(attempt.note.unwrap_or_default() + &why);
                answers.push(attempt);
            }
        }
    }
}

/// Returns the standard input of a process: a file from its beginning, or none. Processes run one at a time,
/// since they share the file's position.
fn input(data: Option<&File>) -> io::Result<Stdio> {
    let Some(mut data) = data else {
        return Ok(Stdio::null());
    };
    data.rewind()?;
    Ok(data.try_clone()?.into())
}

/// Collects the answers of one process; returns the attempt that it left, and how it ended.
fn ask_one(
    program: &Path,
    task: &Task,
    part: &Part,
    argv: &[OsString],
    data: Option<&File>,
    padding: usize,
    answers: &mut Vec<Answer>,
) -> (Option<Answer>, Result<(), String>) {
    let input = match input(data) {
        Ok(input) => input,
        Err(error) => return (None, Err(format!("its input: {error}"))),
    };
    let mut command = Command::new(program);
    command
        .arg(SAMPLE)
        .arg(format!("--task={}", part.task))
        .arg(format!("--process={}", part.process))
        .arg(format!("--seed={}", part.seed))
        .arg(format!("--micros={}", part.micros))
        .arg(format!("--done={}", part.done))
        .arg("--")
        .args(argv)
        .envs(task.environment.iter().map(|(name, value)| (name, value)))
        .env(PADDING, "x".repeat(padding))
        .env("RUST_BACKTRACE", "0")
        .stdin(input);
    let measuring = Duration::from_micros(part.micros);
    collect(
        &mut command,
        SILENCE + measuring.saturating_mul(10),
        answers,
    )
}

/// Collects the answers of a process that may be silent for so long.
fn collect(
    command: &mut Command,
    silence: Duration,
    answers: &mut Vec<Answer>,
) -> (Option<Answer>, Result<(), String>) {
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            return (
                None,
                Err(format!("{}: {error}", command.get_program().display())),
            );
        }
    };
    let complaint = child
        .stderr
        .take()
        .map(|err| thread::spawn(|| last_words(err)));
    let (sender, lines) = mpsc::channel();
    let out = child.stdout.take().map(BufReader::new);
    // A read has no time limit, but another thread may wait for it.
    thread::spawn(move || {
        let lines = out
            .into_iter()
            .flat_map(|out| out.lines().map_while(Result::ok));
        // Lines of another form are skipped: a type may print something itself.
        let mut known = lines.filter_map(|line| serde_json::from_str::<Line>(&line).ok());
        known.all(|line| sender.send(line).is_ok())
    });
    let mut begun = None;
    loop {
        match lines.recv_timeout(silence) {
            Ok(Line::Attempt { attempt }) => begun = Some(attempt),
            Ok(Line::Answer(answer)) => {
                begun = None;
                answers.push(answer);
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                // It may have ended just now.
                let _ = child.kill();
                let _ = child.wait();
                let seconds = silence.as_secs_f32();
                return (begun, Err(format!("killed: no answer within {seconds} s")));
            }
        }
    }
    let status = match child.wait() {
        Ok(status) if status.success() => return (None, Ok(())),
        Ok(status) => status.to_string(),
        Err(error) => error.to_string(),
    };
    let complaint = complaint
        .and_then(|words| words.join().ok())
        .unwrap_or_default();
    let why = if complaint.is_empty() {
        status
    } else {
        format!("{complaint} ({status})")
    };
    (begun, Err(why))
}

/// Returns the last line that is not empty, a note or about the abort.
fn last_words(mut err: impl Read) -> String {
    let mut bytes = Vec::new();
    // The part before an error is still worth showing.
    let _ = err.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let says_nothing = |line: &&str| {
        let line = line.to_ascii_lowercase();
        line.is_empty() || line.starts_with("note: ") || line.ends_with("aborting.")
    };
    let mut lines = text.lines().rev().map(str::trim);
    lines
        .find(|line| !says_nothing(line))
        .unwrap_or_default()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Factors, Unit};

    fn answer(note: &str) -> Answer {
        Answer {
            note: Some(note.to_owned()),
            ..Answer::new(Factors::default(), "kept", Unit::Flag, Vec::new())
        }
    }

    #[test]
    fn an_attempt_that_ends_the_process_is_an_answer() {
        let answers = complete(|answers| match answers.len() {
            0 => (Some(answer("ended: ")), Err("signal 6".to_owned())),
            done => {
                answers.push(answer(&format!("after {done}")));
                (None, Ok(()))
            }
        });
        let notes = answers.unwrap().into_iter().filter_map(|one| one.note);
        assert_eq!(notes.collect::<Vec<_>>(), ["ended: signal 6", "after 1"]);
        let failed = complete(|_| (None, Err("no such file".to_owned())));
        assert_eq!(failed.unwrap_err(), "no such file");
    }

    #[cfg(unix)]
    #[test]
    fn each_process_reads_the_data_from_their_beginning() {
        let mut data = tempfile::tempfile().unwrap();
        io::Write::write_all(&mut data, b"texts").unwrap();
        for _ in 0..2 {
            let child = Command::new("cat")
                .stdin(input(Some(&data)).unwrap())
                .output();
            assert_eq!(child.unwrap().stdout, b"texts");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_process_that_hangs_is_killed() {
        let line = serde_json::to_string(&Line::Answer(answer("first"))).unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", "echo \"$1\"; exec sleep 1000", "sh", &line]);
        let mut answers = Vec::new();
        let (begun, ended) = collect(&mut command, Duration::from_millis(500), &mut answers);
        assert_eq!(ended.unwrap_err(), "killed: no answer within 0.5 s");
        assert_eq!((answers.len(), begun.is_none()), (1, true));
    }

    #[test]
    fn the_last_words_are_those_that_say_why() {
        let told = "thread 'main' panicked at a.rs:1:\nno room\nnote: run with\n\
                    thread caused non-unwinding panic. aborting.\n\n";
        assert_eq!(last_words(told.as_bytes()), "no room");
        assert_eq!(last_words(&b""[..]), "");
    }
}
