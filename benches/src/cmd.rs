//! The command line: flags to a question, a question to a plan, a plan to a run, and a run to a
//! report.

mod diff;
mod report;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, iter};

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};
use string_kit_advise::Advise;
use string_kit_measure::engine::{
    self, Build, Part, Plan, Program, SAMPLE, Sampler, SoFar, TELL_SOURCES,
};
use string_kit_measure::output::print;
use string_kit_measure::report::terminal;
use string_kit_measure::run;
use string_kit_measure::{Common, Failure, Question, visible_line};

use self::report::{document, write_page};
use crate::question::{compare, contend, curves, layout, lookup, nodes, trace, trial};

/// Compares string types, and says which one to choose. Without a command: compare.
#[derive(Debug, Parser)]
#[command(name = "string-kit", bin_name = "string-kit", no_binary_name = true)]
#[command(version, override_usage = "string-kit [COMMAND]")]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant)] // A run has one.
enum Verb {
    #[command(flatten)]
    Question(Questions),
    /// Run each command from `compare` to `trace` in the list of `string-kit help`, and show one
    /// report. With --type, only the commands that have all of these types are run.
    #[command(mut_arg("allocator", one_allocator))]
    All {
        #[command(flatten)]
        common: Common,
    },
    /// Show a run that was saved by --json.
    Report(report::Args),
    /// Compare two runs that were saved by --json.
    Diff(diff::Args),
    // Only this program calls it.
    #[command(hide = true, name = SAMPLE)]
    Sample { work: String },
    #[command(hide = true, name = TELL_SOURCES)]
    TellSources,
}

/// The questions as verbs.
#[derive(Debug, Subcommand, Serialize, Deserialize)]
#[allow(clippy::large_enum_variant)] // A run has one.
enum Questions {
    /// Compare ways to turn values into strings, and what these strings then cost. This is the
    /// default command.
    Compare(compare::Args),
    /// Recommend a string type for each field of a file, or of embedded data.
    #[command(mut_arg("allocator", one_allocator))]
    Advise(Advise),
    /// Build a program with each string type in place of its aliases, and measure it.
    Try(trial::Args),
    /// Compare operations by the length of the text.
    Curves(curves::Args),
    /// Compare look-ups in maps, within the caches and beyond them.
    Lookup(lookup::Args),
    /// Measure clones of shared strings by several threads at once.
    Contend(contend::Args),
    /// Compare designs of strings that share parts with one another (trees, ropes), beside
    /// `String`.
    Nodes(nodes::Args),
    /// Show the sizes of the string types and of the nodes that `nodes` measures, and the heap
    /// blocks that they take.
    #[command(mut_arg("seconds", hidden), mut_arg("processes", hidden))]
    Layout(layout::Args),
    /// Trace the allocator while the strings of JSON records are read and kept.
    #[command(mut_args(untimed))]
    Trace(trace::Args),
}

fn one_allocator(flag: clap::Arg) -> clap::Arg {
    flag.help("Measure on this allocator: system, jemalloc or mimalloc [default: system]")
}

fn hidden(flag: clap::Arg) -> clap::Arg {
    flag.hide(true)
}

/// Hides the flags that have no effect on a question without times.
fn untimed(flag: clap::Arg) -> clap::Arg {
    let is_hidden = ["seconds", "processes", "allocator"].contains(&flag.get_id().as_str());
    flag.hide(is_hidden)
}

impl Questions {
    fn get(&self) -> &dyn Question {
        match self {
            Self::Compare(args) => args,
            Self::Advise(args) => args,
            Self::Try(args) => args,
            Self::Curves(args) => args,
            Self::Lookup(args) => args,
            Self::Contend(args) => args,
            Self::Nodes(args) => args,
            Self::Layout(args) => args,
            Self::Trace(args) => args,
        }
    }
}

const BUILD: Build = Build {
    rustc: env!("STRING_KIT_RUSTC"),
    commit: env!("STRING_KIT_COMMIT"),
    sources: env!("STRING_KIT_SOURCES"),
};

/// Runs the verb that the command line names, in this program, and returns the exit code.
///
/// 0: done. 1: a process failed, or a result is not the known one. 2: the arguments are wrong, or a
/// file that they name cannot be read or written. Each but 0 comes with one line on the standard
/// error stream that says why.
#[must_use]
pub fn run(program: Program) -> ExitCode {
    program.declare(BUILD);
    let mut args: Vec<OsString> = env::args_os().collect();
    let command = command(&args);
    let asked = with_verb(args.split_off(args.len().min(1)));
    let verb = match Cli::try_parse_from(asked) {
        Ok(cli) => cli.verb,
        Err(error) => return refuse(&error),
    };
    let done = match verb {
        Verb::Question(question) => ask(question, command),
        Verb::All { common } => ask_all(&common),
        Verb::Report(args) => args.run(),
        Verb::Diff(args) => args.run(),
        Verb::Sample { work } => sample(&work),
        Verb::TellSources => print(|out| writeln!(out, "{}", BUILD.sources)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the pipe (`head`) has enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(Failure::Output(error)) => fail(&format!("the report cannot be written: {error}"), 1),
        Err(Failure::Process(error)) => fail(&format!("a process cannot be started: {error}"), 1),
        Err(Failure::Unexpected(reason)) => fail(&reason, 1),
        Err(Failure::Arguments(reason)) => fail(&reason, 2),
        Err(Failure::Input(fault)) => fail(&fault.to_string(), 2),
        Err(Failure::File(path, error)) => {
            let path = path.display();
            let reason = format!("{path}: it cannot be written: {error}; choose another place");
            fail(&reason, 2)
        }
    }
}

/// Puts the default verb in front of arguments that begin with a flag, or of none.
fn with_verb(mut args: Vec<OsString>) -> Vec<OsString> {
    let has_no_verb = args.first().is_none_or(|first| {
        let first = first.to_string_lossy();
        first.starts_with('-') && !["-h", "--help", "-V", "--version"].contains(&&*first)
    });
    if has_no_verb {
        args.insert(0, "compare".into());
    }
    args
}

/// Prints the help or the version that was asked for, or the error in one line.
fn refuse(error: &clap::Error) -> ExitCode {
    if error.exit_code() == 0 {
        // A closed pipe: nobody reads it.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    // Missing arguments stand in lines of their own; the usage comes after an empty line.
    let lines = text.lines().take_while(|line| !line.is_empty());
    let message = lines.map(str::trim).collect::<Vec<_>>().join(" ");
    let reason = message.strip_prefix("error: ").unwrap_or(&message);
    // Other tips say how to pass a flag as a value.
    let is_name = |line: &&str| line.starts_with("tip:") && line.contains(" similar ");
    let tip = text.lines().map(str::trim).find(is_name);
    let similar = tip.and_then(|tip| tip.rsplit_once(": "));
    let hint = match (error.get(ContextKind::InvalidSubcommand), similar) {
        (Some(ContextValue::String(name)), _) if Path::new(name).is_file() => {
            format!("; did you mean 'advise {name}'?")
        }
        (_, Some((_, names))) => format!("; did you mean {names}?"),
        _ => String::new(),
    };
    fail(&format!("{reason}{hint}; see --help"), 2)
}

fn fail(reason: &str, code: u8) -> ExitCode {
    // A closed standard error stream: nobody reads it.
    let _ = writeln!(io::stderr(), "string-kit: {}", visible_line(reason));
    ExitCode::from(code)
}

/// The command by which Cargo runs this build.
const CARGO_RUN: &str = if cfg!(debug_assertions) {
    "cargo run"
} else {
    "cargo run --release"
};

/// Returns the command that runs this program again with the same arguments.
fn command(args: &[OsString]) -> String {
    let quoted = |arg: &OsString| {
        let arg = arg.to_string_lossy();
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,:".contains(c);
        if !arg.is_empty() && arg.chars().all(plain) {
            arg.into_owned()
        } else {
            format!("'{}'", arg.replace('\'', r"'\''"))
        }
    };
    let Some((program, args)) = args.split_first() else {
        return String::new();
    };
    // Cargo tells the programs that it runs where it is.
    let program = match (env::var_os("CARGO"), args) {
        (None, _) => quoted(program),
        (Some(_), []) => CARGO_RUN.to_owned(),
        (Some(_), _) => format!("{CARGO_RUN} --"),
    };
    let words: Vec<String> = iter::once(program).chain(args.iter().map(quoted)).collect();
    words.join(" ")
}

fn ask(question: Questions, command: String) -> Result<(), Failure> {
    let common = question.get().common().clone();
    let plan = planned(&question, command)?;
    answer(&common, vec![(question, plan)])
}

fn planned(question: &Questions, command: String) -> Result<Plan, Failure> {
    let mut plan = question.get().plan()?;
    question.get().common().adjust(&mut plan);
    plan.header.command = command;
    Ok(plan)
}

/// Asks every question that has the types of `--type`, one after the other, and shows one report.
fn ask_all(common: &Common) -> Result<(), Failure> {
    let mut plans = Vec::new();
    for verb in Cli::command().get_subcommands() {
        let words = [vec![verb.get_name().to_owned()], common.passed_on()].concat();
        let command = format!("{CARGO_RUN} -- {}", words.join(" "));
        let Ok(Cli {
            verb: Verb::Question(question),
        }) = Cli::try_parse_from(words)
        else {
            continue;
        };
        match planned(&question, command) {
            Ok(plan) => plans.push((question, plan)),
            // A type that this question does not have.
            Err(Failure::Arguments(_)) if !common.types.is_empty() => {}
            Err(failure) => return Err(failure),
        }
    }
    if plans.is_empty() {
        let types = common.types.join(", ");
        let reason = format!("no question has the types {types}");
        return Err(Failure::Arguments(reason));
    }
    let time: Duration = plans.iter().map(|(_, plan)| plan.time).sum();
    let (count, seconds) = (plans.len(), time.as_secs());
    eprintln!("string-kit: {count} questions take about {seconds} s");
    answer(common, plans)
}

/// The time between two lines on the progress, where no bar is shown.
const LINE: Duration = Duration::from_secs(10);

fn answer(common: &Common, plans: Vec<(Questions, Plan)>) -> Result<(), Failure> {
    common.check_files()?;
    let mut runs = Vec::new();
    for (question, plan) in plans {
        let name = plan.header.question.clone();
        let bar = progress_bar(name.clone());
        let (start, mut said) = (Instant::now(), Duration::ZERO);
        // It is a share of 1,000.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let mut progress = |share: f64| {
            bar.set_position((share * 1000.0) as u64);
            let time = start.elapsed();
            let left = time.mul_f64(1.0 / share.max(1e-3) - 1.0).as_secs();
            bar.set_message(format!("{left} s left"));
            if bar.is_hidden() && time >= said + LINE {
                said = time;
                eprintln!("string-kit: {name}: {} s, {left} s left", time.as_secs());
            }
        };
        let next = |so_far: &SoFar<'_>| question.get().next(so_far);
        let run = engine::run(plan, &question, &next, &mut progress);
        bar.finish_and_clear();
        runs.push(run?);
    }
    common.save(|out| runs.iter().try_for_each(|run| run::write(run, out)))?;
    let document = document(runs);
    if common.is_shown() {
        print(|out| terminal(&document, common.all, out))?;
    }
    write_page(&document, common.html.as_deref())
}

/// Returns a bar on the standard error stream, whose message is the time that is left. It is
/// hidden if the stream is not a terminal.
fn progress_bar(question: String) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix} [{bar:40}] {percent} %, {msg}")
        .expect("the template is sound");
    let bar = ProgressBar::new(1000).with_style(style.progress_chars("=> "));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar.with_prefix(question)
}

/// A question with the part of its run that a process does.
#[derive(Deserialize)]
struct Work {
    question: Questions,
    part: Part,
}

fn sample(work: &str) -> Result<(), Failure> {
    let Work { question, part } =
        serde_json::from_str(work).map_err(|error| Failure::Arguments(error.to_string()))?;
    question.get().sample(&part.task, &mut Sampler::new(&part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn no_arguments_ask_the_default_question() {
        assert_eq!(with_verb(Vec::new()), ["compare"]);
    }
}
