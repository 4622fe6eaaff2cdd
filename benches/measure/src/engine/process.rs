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

use super::{Part, Task};
use crate::run::Measurement;

/// The environment variable that moves the stack by its length.
const PADDING: &str = "STRING_KIT_PADDING";
/// A bound of that length, in bytes: a page.
pub(super) const MOST_PADDING: usize = 4096;

/// The longest time without an answer, in addition to ten times the measuring time: the largest inputs take some
/// minutes to build.
const SILENCE: Duration = Duration::from_mins(5);

/// The hidden verb that makes a process do a part of a run.
pub const SAMPLE: &str = "sample";

/// A line of a process's standard output.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Line {
    /// The answer that stands if the process ends before the next line.
    Attempt {
        attempt: Measurement,
    },
    Answer(Measurement),
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
) -> Result<Vec<Measurement>, String> {
    let silence = SILENCE + Duration::from_micros(part.micros).saturating_mul(10);
    let mut answers = Vec::new();
    loop {
        part.done = answers.len();
        let input = input(data).map_err(|error| format!("its input: {error}"))?;
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
        if collect(&mut command, silence, &mut answers)? {
            return Ok(answers);
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

/// Collects the answers of a process, which may be silent for at most `silence`. Returns false if it ended during an
/// attempt, which is then the last answer.
fn collect(
    command: &mut Command,
    silence: Duration,
    answers: &mut Vec<Measurement>,
) -> Result<bool, String> {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{}: {error}", command.get_program().display()))?;
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
    let is_silent = loop {
        match lines.recv_timeout(silence) {
            Ok(Line::Attempt { attempt }) => begun = Some(attempt),
            Ok(Line::Answer(answer)) => {
                begun = None;
                answers.push(answer);
            }
            Err(error) => break error == RecvTimeoutError::Timeout,
        }
    };
    if is_silent {
        // It may have ended just now.
        let _ = child.kill();
    }
    let why = match child.wait() {
        _ if is_silent => format!("killed: no answer within {} s", silence.as_secs_f32()),
        Ok(status) if status.success() => return Ok(true),
        ended => {
            let status = ended.map_or_else(|error| error.to_string(), |status| status.to_string());
            let complaint = complaint.and_then(|words| words.join().ok());
            match complaint.filter(|words| !words.is_empty()) {
                Some(words) => format!("{words} ({status})"),
                None => status,
            }
        }
    };
    let mut attempt = begun.ok_or_else(|| why.clone())?;
    attempt.note = Some(attempt.note.unwrap_or_default() + &why);
    answers.push(attempt);
    Ok(false)
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

    #[cfg(unix)]
    #[test]
    fn an_attempt_that_ends_the_process_is_an_answer_and_one_that_hangs_is_killed() {
        use crate::run::{Factors, Unit};

        let answer = Measurement {
            note: Some("ended: ".to_owned()),
            ..Measurement::new(Factors::default(), "kept", Unit::Flag, vec![Some(0.0)])
        };
        let attempt = Line::Attempt {
            attempt: answer.clone(),
        };
        let collected = |line: &Line, script: &str| {
            let line = serde_json::to_string(line).unwrap();
            let script = format!("echo \"$1\"; {script}");
            let mut command = Command::new("sh");
            command.args(["-c", &script, "sh", &line]);
            let mut answers = Vec::new();
            let ended = collect(&mut command, Duration::from_secs(2), &mut answers);
            let notes = answers.into_iter().filter_map(|one| one.note);
            (ended, notes.collect::<String>())
        };
        let (ended, notes) = collected(&attempt, "echo no room >&2; exit 6");
        assert_eq!(
            (ended, &*notes),
            (Ok(false), "ended: no room (exit status: 6)")
        );
        let (ended, notes) = collected(&attempt, "exec sleep 1000");
        let killed = "killed: no answer within 2 s";
        assert_eq!((ended, notes), (Ok(false), format!("ended: {killed}")));
        let answer = Line::Answer(answer);
        let (ended, notes) = collected(&answer, "exec sleep 1000");
        assert_eq!((ended, &*notes), (Err(killed.to_owned()), "ended: "));
        assert_eq!(
            collected(&answer, "exit 6").0,
            Err("exit status: 6".to_owned())
        );
        assert_eq!(collected(&answer, "exit 0").0, Ok(true));
        let missing = collect(&mut Command::new("no/such"), SILENCE, &mut Vec::new());
        assert!(missing.unwrap_err().starts_with("no/such: "));
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

    #[test]
    fn the_last_words_are_those_that_say_why() {
        let told = "thread 'main' panicked at a.rs:1:\nno room\nnote: run with\n\
                    thread caused non-unwinding panic. aborting.\n\n";
        assert_eq!(last_words(told.as_bytes()), "no room");
        assert_eq!(last_words(&b""[..]), "");
    }
}
