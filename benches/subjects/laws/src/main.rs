//! `string-kit-laws`: examines one string type by laws, for the verb `conformance` of `string-kit`.
//!
//! ```text
//! string-kit-laws sources   prints the hash of the sources
//! string-kit-laws list      prints the types and the laws, as JSON
//! string-kit-laws sample --done=N ...
//!                           examines the type STRING_KIT_TYPE by the laws STRING_KIT_LAWS but the
//!                           first N, and prints each outcome as a line of JSON
//! ```

use std::io::{self, Write};
use std::process::{self, ExitCode};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use std::{env, thread};

use serde_json::{Value, json};
use string_kit_conformance::{CheckingAllocator, Law, Verdict};
use string_kit_laws::{Examined, all, named};

#[global_allocator]
static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();

/// The beginnings of notes on differences from the laws that a type is known to break.
/// `string-kit` finds those notes by them.
const UNEXPECTED: &str = "broken, and not known to be";
const NO_MORE: &str = "known to be broken, and kept";

/// The most time that a law takes; in a debug build some take seconds.
const PATIENCE: Duration = Duration::from_mins(2);

/// The number of outcomes so far.
static EXAMINED: AtomicUsize = AtomicUsize::new(0);

fn main() -> ExitCode {
    let verb = env::args().nth(1);
    let done = match verb.as_deref() {
        Some("sources") => print(env!("STRING_KIT_LAWS_SOURCES")),
        Some("list") => print(list()),
        Some("sample") => sample(),
        _ => Err(io::Error::other(
            "this program is started by string-kit conformance",
        )),
    };
    if let Err(error) = done {
        eprintln!("string-kit-laws: {error}");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}

fn print(line: impl std::fmt::Display) -> io::Result<()> {
    writeln!(io::stdout(), "{line}")
}

/// Returns the types and the laws.
fn list() -> Value {
    let types = all().into_iter();
    let types = types.map(|listed| json!({"name": listed.name, "title": listed.subject.name()}));
    let law = |law: &Law| {
        json!({
            "name": law.name(),
            "topic": law.topic(),
            "why": law.why(),
            "seen_in": law.seen_in(),
        })
    };
    json!({
        "types": types.collect::<Vec<_>>(),
        "laws": Law::ALL.iter().map(law).collect::<Vec<_>>(),
    })
}

/// Examines the type that the environment names by the laws that it names.
fn sample() -> io::Result<()> {
    let variable =
        |name| env::var(name).map_err(|error| io::Error::other(format!("{name}: {error}")));
    let subject = named(&variable("STRING_KIT_TYPE")?);
    let laws = variable("STRING_KIT_LAWS")?;
    let mut done = env::args().filter_map(|arg| arg.strip_prefix("--done=")?.parse().ok());
    thread::spawn(end_if_stuck);
    let is_asked = |law: &&Law| laws.split(',').any(|name| name == law.name());
    let asked = Law::ALL.iter().filter(is_asked);
    for law in asked.skip(done.next().unwrap_or(0)) {
        examine(&*subject, *law)?;
        EXAMINED.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// Examines a type by a law, and prints the outcome. The law counts as broken if the process ends.
fn examine(subject: &dyn Examined, law: Law) -> io::Result<()> {
    let known = subject.why_known(law);
    let answer = |note: Option<String>, value: Option<f64>| {
        json!({
            "factors": {"type": subject.name(), "law": law.name()},
            "metric": "kept",
            "unit": "flag",
            "note": note,
            "samples": [[value]],
        })
    };
    let broken = |how: &str| {
        let note = format!("{}. {how}", known.unwrap_or(UNEXPECTED));
        answer(Some(note), Some(0.0))
    };
    let kept = |what: &str| known.map(|why| format!("{NO_MORE}{what}: {why}"));
    print(json!({"attempt": broken("The process ended: ")}))?;
    print(match subject.examine(law) {
        Verdict::Kept => answer(kept(""), Some(1.0)),
        Verdict::Broken(case) => broken(&format!("Found: {case}.")),
        Verdict::Lacks(what) => {
            let note = kept(", or not asked").unwrap_or_else(|| format!("lacks {what}"));
            answer(Some(note), None)
        }
    })
}

/// Ends the process if no law is done within [`PATIENCE`].
fn end_if_stuck() {
    loop {
        let before = EXAMINED.load(Ordering::Relaxed);
        thread::sleep(PATIENCE);
        if EXAMINED.load(Ordering::Relaxed) == before {
            eprintln!("no end within {} seconds", PATIENCE.as_secs());
            process::exit(1);
        }
    }
}
