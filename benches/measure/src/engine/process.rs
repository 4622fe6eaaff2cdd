//! The processes of a run, one at a time.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Seek};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::plan::{Plan, Task};
use super::program::{Copies, Program};
use crate::failure::Failure;
use crate::run::{Measurement, distinct};

/// The hidden verb that makes a process do a part of a run.
pub const SAMPLE: &str = "sample";

/// The environment variable that moves the stack by its length.
const PADDING: &str = "STRING_KIT_PADDING";
const MOST_PADDING: usize = 4096;
/// The longest time without an answer, in addition to ten times the measuring time: the largest
/// inputs take some minutes to build.
const SILENCE: Duration = Duration::from_mins(5);
/// The time between two reports of the progress of a process.
const TICK: Duration = Duration::from_millis(500);
/// The copies of a program that the processes of a run are started from, and the time of a run from
/// which on there are copies.
///
/// PERF: on which physical pages the program's file lies changes a time by 5.4 % (standard
/// deviation over copies), and all processes of one copy share them.
const COPIES: u32 = 8;
const COPIED: Duration = Duration::from_secs(5);

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Part {
    pub task: Task,
    pub(super) place: usize,
    pub(super) process: u32,
    pub(super) seed: u64,
    pub(super) time: Duration,
    pub(super) compared: Option<String>,
}

pub(super) struct Processes {
    question: serde_json::Value,
    programs: HashMap<Program, Copies>,
}

impl Processes {
    pub(super) fn new(plan: &Plan, question: &impl Serialize) -> Result<Self, Failure> {
        let mut programs = HashMap::new();
        for program in distinct(plan.tasks.iter().map(|task| task.program)) {
            let is_timed = |task: &Task| task.program == program && !task.once;
            let is_copied = plan.tasks.iter().any(is_timed) && plan.time >= COPIED;
            let count = if is_copied { COPIES } else { 0 };
            programs.insert(program, Copies::new(program.path()?, count));
        }
        Ok(Self {
            question: serde_json::to_value(question).expect("a question is plain data"),
            programs,
        })
    }

    /// Starts the process of this number of a task, which measures for `time`, and returns its
    /// answers. It reads the data of its task from the beginning as its standard input.
    pub(super) fn ask(
        &self,
        plan: &Plan,
        (process, place): (u32, usize),
        time: Duration,
        random: &mut fastrand::Rng,
        report: &mut dyn FnMut(),
    ) -> Result<Vec<Measurement>, Failure> {
        let task = &plan.tasks[place];
        let part = Part {
            task: task.clone(),
            place,
            process,
            seed: plan.header.seed,
            time,
            compared: (plan.header.compared.as_ref()).map(|compared| compared.factor.clone()),
        };
        let failed = |reason| Failure::Unexpected(format!("{}: {reason}", task.name));
        let input = match task.data.as_deref() {
            None => Stdio::null(),
            Some(mut data) => {
                // Processes run one at a time, since they share the file's position.
                let copy = data.rewind().and_then(|()| data.try_clone());
                copy.map_err(|error| failed(format!("its input: {error}")))?
                    .into()
            }
        };
        let work = serde_json::json!({"question": self.question, "part": part}).to_string();
        let padding = random.usize(..MOST_PADDING);
        let mut command = Command::new(self.programs[&task.program].of_process(process));
        command.args([SAMPLE, &work]).stdin(input);
        command
            .env(PADDING, "x".repeat(padding))
            .env("RUST_BACKTRACE", "0");
        collect(&mut command, SILENCE + time.saturating_mul(10), report).map_err(failed)
    }
}

/// Collects the answers of a process, which may be silent for at most `silence`. Calls `tick` while
/// it is.
fn collect(
    command: &mut Command,
    silence: Duration,
    tick: &mut dyn FnMut(),
) -> Result<Vec<Measurement>, String> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command
        .spawn()
        .map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let complaint = thread::spawn(|| err.map(last_words).unwrap_or_default());
    let (sender, lines) = mpsc::channel();
    // A read has no time limit, but another thread may wait for it.
    thread::spawn(move || {
        out.into_iter()
            .flat_map(|out| BufReader::new(out).lines().map_while(Result::ok))
            // Lines of another form are skipped: a type may print something itself.
            .filter_map(|line| serde_json::from_str::<Measurement>(&line).ok())
            .all(|answer| sender.send(answer).is_ok())
    });
    let mut answers = Vec::new();
    let mut heard = Instant::now();
    let is_silent = loop {
        match lines.recv_timeout(TICK) {
            Ok(answer) => {
                answers.push(answer);
                heard = Instant::now();
            }
            Err(RecvTimeoutError::Timeout) if heard.elapsed() < silence => tick(),
            Err(error) => break error == RecvTimeoutError::Timeout,
        }
    };
    if is_silent {
        // It may have ended just now.
        let _ = child.kill();
    }
    match child.wait() {
        _ if is_silent => {
            let seconds = silence.as_secs_f32();
            Err(format!("killed: no answer within {seconds} s"))
        }
        Ok(status) if status.success() => Ok(answers),
        ended => {
            let status = ended.map_or_else(|error| error.to_string(), |status| status.to_string());
            Err(match complaint.join().unwrap_or_default() {
                words if words.is_empty() => status,
                words => format!("{words} ({status})"),
            })
        }
    }
}

/// Returns the last line that is not empty, a note or about the abort.
fn last_words(mut err: impl Read) -> String {
    let mut bytes = Vec::new();
    // The part before an error is still worth showing.
    let _ = err.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let says_why = |line: &&str| {
        let line = line.to_ascii_lowercase();
        !line.is_empty() && !line.starts_with("note: ") && !line.ends_with("aborting.")
    };
    let line = text.lines().rev().map(str::trim).find(says_why);
    line.unwrap_or_default().to_owned()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::run::{Factors, Unit};

    #[test]
    fn a_process_that_fails_or_hangs_is_an_error_with_its_reason() {
        let answer = Measurement::new(Factors::default(), "kept", Unit::Flag, vec![Some(0.0)]);
        let line = serde_json::to_string(&answer).unwrap();
        let collected = |script: &str| {
            let script = format!("echo \"$1\"; {script}");
            let mut command = Command::new("sh");
            command.args(["-c", &script, "sh", &line]);
            let silence = Duration::from_secs(2);
            collect(&mut command, silence, &mut || ()).map(|answers| answers.len())
        };
        let words = "(echo no room; echo note: run with; echo abort: aborting.; echo) >&2; exit 6";
        for (script, expected) in [
            (words, Err("no room (exit status: 6)")),
            ("exec sleep 1000", Err("killed: no answer within 2 s")),
            ("exit 6", Err("exit status: 6")),
            ("echo other; exit 0", Ok(1)),
        ] {
            let expected = expected.map_err(str::to_owned);
            assert_eq!(collected(script), expected, "{script}");
        }
        let missing = collect(&mut Command::new("no/such"), SILENCE, &mut || ());
        assert!(missing.unwrap_err().starts_with("no/such: "));
    }
}
