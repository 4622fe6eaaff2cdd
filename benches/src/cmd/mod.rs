//! The verbs of the command line, one file each, and what they share.

mod bars;
mod cell;
mod compare;
mod conformance;
mod contend;
mod curves;
mod examine;
mod flags;
mod layout;
mod lookup;
mod nodes;
mod on;
mod output;
mod progress;
mod report;
mod show;
mod subjects;
mod trace;
mod turns;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, iter};

use clap::error::ErrorKind;
use clap::{FromArgMatches, Parser, Subcommand};

use crate::input::Fault;
use crate::measure::{Allocator, Machine};
use crate::report::{Document, Section};

/// Measures ways to keep text side by side, and says which to choose.
#[derive(Debug, Parser)]
#[command(name = "string-kit", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    verb: Option<Verb>,
    #[command(flatten)]
    compare: compare::Args,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Compare all ways to capture the example slices (what happens without a verb).
    Compare(compare::Args),
    /// Measure what creating, cloning, converting, comparing and hashing cost by the text's length.
    Curves(curves::Args),
    /// Measure how fast maps find their keys, within the caches and beyond them.
    Lookup(lookup::Args),
    /// Measure what clones cost when several threads make them.
    Contend(contend::Args),
    /// Look at how string types and nodes of concatenations are laid out, and what their blocks take.
    Layout(layout::Args),
    /// Measure what strings that share parts of each other take, by how they are represented.
    Nodes(nodes::Args),
    /// Trace what keeping the strings of JSON records asks of the allocator.
    Trace(trace::Args),
    /// Draw a trace that was saved.
    Report(report::Args),
    /// Examine which laws of a string type the representations and their rivals keep.
    Conformance(conformance::Args),
    // What that calls this program by; nobody else does.
    #[command(hide = true)]
    Examine(examine::Args),
    // The same.
    #[command(hide = true)]
    Cell(cell::Args),
}

impl Verb {
    /// The name, if it looks at what is asked of the allocator, which has to be the laboratory's.
    fn counts(&self) -> Option<&'static str> {
        match self {
            Self::Compare(_) => Some("compare"),
            Self::Layout(_) => Some("layout"),
            Self::Trace(_) => Some("trace"),
            Self::Conformance(_) => Some("conformance"),
            Self::Examine(_) => Some("examine"),
            Self::Curves(_)
            | Self::Lookup(_)
            | Self::Contend(_)
            | Self::Nodes(_)
            | Self::Report(_)
            | Self::Cell(_) => None,
        }
    }
}

/// Runs the verb that the arguments name, and says how the program ends.
///
/// 0: done. 1: something could not be written, or a law is broken, or kept, unlike what is known; one
/// line on the standard error stream says what. 2: the arguments, or a file that they name, are
/// wrong; one line says how. 3: a bar is missed; one line says which.
pub fn run(allocator: Allocator, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    allocator.declare();
    let args: Vec<OsString> = args.into_iter().collect();
    let command = command(&args);
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    if let Some(what) = cli.verb.as_ref().map_or(Some("compare"), Verb::counts)
        && allocator != Allocator::Laboratory
    {
        return fail(
            &format!(
                "'{what}' looks at what is asked of the laboratory's own allocator, and this program runs \
                 on {allocator}; call string-kit"
            ),
            2,
        );
    }
    let done = match cli.verb {
        Some(Verb::Compare(args)) => args.run(command),
        Some(Verb::Curves(args)) => args.run(command),
        Some(Verb::Lookup(args)) => args.run(command),
        Some(Verb::Contend(args)) => args.run(command),
        Some(Verb::Layout(args)) => args.run(command),
        Some(Verb::Nodes(args)) => args.run(command),
        Some(Verb::Trace(args)) => args.run(command),
        Some(Verb::Report(args)) => args.run(command),
        Some(Verb::Conformance(args)) => args.run(command),
        Some(Verb::Examine(args)) => args.run(),
        Some(Verb::Cell(args)) => args.run(),
        None => cli.compare.run(command),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Arguments(what)) => fail(&what, 2),
        Err(Failure::Input(fault)) => fail(&fault.to_string(), 2),
        // Whoever read the pipe (`head`) has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(Failure::Output(error)) => fail(&format!("the report cannot be written: {error}"), 1),
        Err(Failure::File(path, error)) => fail(
            &format!("{}: it cannot be written: {error}", path.display()),
            1,
        ),
        Err(Failure::Process(error)) => fail(&format!("no process can be made: {error}"), 1),
        Err(Failure::Unexpected(what)) => fail(&what, 1),
        Err(Failure::Missed(what)) => fail(&what, 3),
    }
}

/// Why a verb did not do what it was asked for.
enum Failure {
    /// What was asked for does not exist: what, and what to do.
    Arguments(String),
    /// A file of the user's is not what it should be.
    Input(Fault),
    /// The report could not be written.
    Output(io::Error),
    /// A file could not be written.
    File(PathBuf, io::Error),
    /// This program could not be called again.
    Process(io::Error),
    /// What was found is not what was known: what.
    Unexpected(String),
    /// What was measured is not what it is held to: what.
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

/// What sections come to, all of one machine if of any.
fn document(machine: Option<&Machine>, sections: Vec<Section>) -> Document {
    Document {
        title: "string-kit: which string type to keep text in".to_owned(),
        machine: machine.map(ToString::to_string).unwrap_or_default(),
        sections,
    }
}

/// Help and version go to whoever asked; an error becomes one line.
fn refuse(error: &clap::Error) -> ExitCode {
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    ) {
        // A closed pipe: nobody is left to tell.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    // What is missing, if something is, stands in lines of its own; then comes how to call it.
    let what = text.lines().take_while(|line| !line.is_empty());
    let what = what.map(str::trim).collect::<Vec<_>>().join(" ");
    let what = what.strip_prefix("error: ").unwrap_or(&what);
    fail(&format!("{what}; --help lists what there is"), 2)
}

fn fail(what: &str, code: u8) -> ExitCode {
    // A closed standard error stream: nobody is left to tell.
    let _ = writeln!(io::stderr(), "string-kit: {what}");
    ExitCode::from(code)
}

/// How Cargo was told to run this build.
const CARGO_RUN: &str = if cfg!(debug_assertions) {
    "cargo run"
} else {
    "cargo run --release"
};

/// The arguments of a verb when these are given, which are sound.
fn given<A: clap::Args + FromArgMatches>(args: &[&str]) -> A {
    let args = iter::once(&"").chain(args);
    let matches = A::augment_args(clap::Command::new("")).get_matches_from(args);
    A::from_arg_matches(&matches).expect("no argument is required")
}

/// The command that runs a verb of this program with these arguments.
fn verb(name: &str, args: &[&str]) -> String {
    let program = env::args_os().next().unwrap_or_default();
    let words = iter::once(&name).chain(args).map(Into::into);
    let words: Vec<OsString> = iter::once(program).chain(words).collect();
    command(&words)
}

/// The command that runs this program again with the same arguments.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        use clap::CommandFactory;

        Cli::command().debug_assert();
    }

    #[test]
    fn the_default_verb_takes_its_flags() {
        assert!(Cli::try_parse_from(["string-kit", "--rounds", "6"]).is_ok());
        assert!(Cli::try_parse_from(["string-kit", "compare", "--rounds", "6"]).is_ok());
    }
}
