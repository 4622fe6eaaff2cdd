//! Questions: the trait, the flags that all of them have, and the things that they measure.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::engine::{Plan, Program, Sampler, SoFar, Task};
use crate::failure::Failure;
use crate::output;
use crate::run::{distinct, twin};

/// The fewest rounds: an interval needs as many processes.
const FEWEST_ROUNDS: u32 = 3;

/// A question, with its flags. It turns them into a plan, and a task of the plan into samples.
pub trait Question {
    fn common(&self) -> &Common;

    fn plan(&self) -> Result<Plan, Failure>;

    /// Measures the cells of a task in this process.
    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure>;

    /// Chooses the tasks of the next round, by their places in the plan; none ends the run. The
    /// default ends it when most of the next round would be beyond the time.
    fn next(&self, so_far: &SoFar<'_>) -> Vec<usize> {
        if so_far.round >= FEWEST_ROUNDS && so_far.round_time() / 2 > so_far.left {
            return Vec::new();
        }
        so_far.varying()
    }
}

/// A thing that is measured, with what a question does with it.
#[derive(Clone, Debug)]
pub struct Subject<W> {
    pub name: String,
    /// The names that `--type` knows; the first is the one that readers know.
    pub types: Vec<String>,
    /// True if others are compared with it: it is the baseline, the baseline's twin or a floor.
    /// `--type` keeps it.
    pub is_reference: bool,
    pub work: W,
}

impl<W> Subject<W> {
    /// Returns a subject that is compared with others, and whose type has this identifier.
    pub fn new(name: impl Into<String>, id: &str, work: W) -> Self {
        let name = name.into();
        Self {
            types: vec![name.clone(), id.to_owned()],
            name,
            is_reference: false,
            work,
        }
    }

    /// Returns the baseline's twin: the same code, compiled a second time. Its ratio to the
    /// baseline shows the noise.
    pub fn twin(&self, work: W) -> Self {
        Self {
            name: twin(&self.name),
            types: self.types.clone(),
            is_reference: true,
            work,
        }
    }
}

/// The flags of every question.
#[derive(Clone, Debug, Default, clap::Args, Serialize, Deserialize)]
pub struct Common {
    /// Take only these types, and the baseline of the command, such as `String`, if it has one.
    #[arg(long = "type", value_name = "NAME", value_delimiter = ',')]
    pub types: Vec<String>,
    /// Measure for about this many seconds, all processes together.
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<Duration>,
    /// Measure in this many fresh processes, 3 to 1,000.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(3..=1000))]
    processes: Option<u32>,
    /// Use this seed for all that is drawn at random [default: drawn, and saved in the run].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Measure on these allocators: system, jemalloc, mimalloc [default: system].
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    allocator: Vec<Program>,
    /// Show the details too: each row, setting and interval.
    #[arg(long)]
    pub all: bool,
    /// Write the run, with every sample, to a file for report and diff ("-": to the standard
    /// output, and no tables).
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub json: Option<PathBuf>,
    /// Write the report as an HTML page too.
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub html: Option<PathBuf>,
}

impl Common {
    /// Returns the allocators to measure on, each once.
    pub fn allocators(&self) -> Vec<Program> {
        if self.allocator.is_empty() {
            return vec![Program::System];
        }
        distinct(self.allocator.iter().copied())
    }

    /// Returns the flags that make another question measure the same.
    pub fn passed_on(&self) -> Vec<String> {
        let allocators: Vec<String> = self.allocator.iter().map(ToString::to_string).collect();
        let listed = |flag: &str, names: &[String]| {
            (!names.is_empty()).then(|| format!("--{flag}={}", names.join(",")))
        };
        let seconds = self.seconds.map(|time| time.as_secs_f64());
        let flags = [
            listed("type", &self.types),
            listed("allocator", &distinct(allocators)),
            seconds.map(|seconds| format!("--seconds={seconds}")),
            self.processes.map(|number| format!("--processes={number}")),
            self.seed.map(|seed| format!("--seed={seed}")),
        ];
        flags.into_iter().flatten().collect()
    }

    /// Makes sure that the files can be written, before time is spent on their content.
    pub fn check_files(&self) -> Result<(), Failure> {
        let mut files = [&self.json, &self.html].into_iter().flatten();
        files.try_for_each(|file| output::check_file(file))
    }

    /// Returns whether tables are printed: not if the run itself is.
    pub fn is_shown(&self) -> bool {
        self.json.as_deref() != Some(Path::new("-"))
    }

    /// Writes runs to the file of `--json`, if there is one.
    pub fn save(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        match &self.json {
            None => Ok(()),
            Some(_) if !self.is_shown() => output::print(|out| write(out)),
            Some(file) => output::write_file(file, |out| write(out)),
        }
    }

    /// Gives a plan the time, the number of processes and the seed that the flags name.
    pub fn adjust(&self, plan: &mut Plan) {
        plan.time = self.seconds.unwrap_or(plan.time);
        let header = &mut plan.header;
        header.processes = self.processes.unwrap_or(header.processes);
        header.seed = self.seed.unwrap_or_else(|| fastrand::u64(..));
    }

    /// Returns the references and the subjects whose types `--type` names; without the flag, all.
    pub fn chosen<W>(&self, mut subjects: Vec<Subject<W>>) -> Result<Vec<Subject<W>>, Failure> {
        let names = |subject: &Subject<W>| subject.types.clone();
        self.keep_types(&mut subjects, names, |subject| subject.is_reference)?;
        Ok(subjects)
    }

    /// Keeps the baselines and the types that `--type` names; without the flag, all. An error lists
    /// the first name of each.
    ///
    /// Names are compared without regard to case, spaces and signs: `smolstr`, `smol_str` and
    /// `SmolStr` are one. The name of a family, such as `SmartString`, stands for its members:
    /// `SmartString<Compact>` and `SmartString<LazyCompact>`.
    pub fn keep_types<T>(
        &self,
        subjects: &mut Vec<T>,
        names: impl Fn(&T) -> Vec<String>,
        is_baseline: impl Fn(&T) -> bool,
    ) -> Result<(), Failure> {
        if self.types.is_empty() {
            return Ok(());
        }
        let known: Vec<Vec<String>> = subjects.iter().map(&names).collect();
        let mut kept: Vec<bool> = subjects.iter().map(is_baseline).collect();
        for wanted in &self.types {
            for (is_kept, is_named) in kept.iter_mut().zip(named(wanted, &known)?) {
                *is_kept |= is_named;
            }
        }
        let mut places = kept.into_iter();
        subjects.retain(|_| places.next() == Some(true));
        Ok(())
    }
}

/// Returns which of the types a name stands for: those that have it, else those that have it but
/// for case, spaces and signs, else those of its family. `Arc<str>` is not `ArcStr`, where there
/// are both. Each type has several names, the first of which readers know.
fn named(wanted: &str, types: &[Vec<String>]) -> Result<Vec<bool>, Failure> {
    let is_exact = |name: &str| name == wanted;
    let is_plain = |name: &str| plain(name) == plain(wanted);
    let is_of_family = |name: &str| name.split_once('<').is_some_and(|(name, _)| is_plain(name));
    let meanings: [&dyn Fn(&str) -> bool; 3] = [&is_exact, &is_plain, &is_of_family];
    for (place, is_meant) in meanings.iter().enumerate() {
        let is_named = |names: &Vec<String>| names.iter().any(|name| is_meant(name));
        let found: Vec<bool> = types.iter().map(is_named).collect();
        let kept = types.iter().zip(&found).filter(|(_, is_named)| **is_named);
        let titles = distinct(kept.filter_map(|(names, _)| names.first().cloned()));
        if place == 1 && titles.len() > 1 {
            let titles = titles.join(" or ");
            let reason = format!("'{wanted}' may be {titles}; name one as it is written here");
            return Err(Failure::Arguments(reason));
        }
        if found.contains(&true) {
            return Ok(found);
        }
    }
    let titles = types.iter().filter_map(|names| names.first().cloned());
    Err(unknown(wanted, titles.collect()))
}

/// Returns a name's letters and digits, in lower case.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns the name that is closest to another.
pub fn closest<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let close = |name: &&str| strsim::jaro_winkler(&plain(name), &plain(wanted));
    names.max_by(|a, b| close(a).total_cmp(&close(b)))
}

/// Returns the refusal of an unknown type: the closest name, and all names.
fn unknown(wanted: &str, mut names: Vec<String>) -> Failure {
    names.sort_unstable();
    names.dedup();
    let hint = closest(wanted, names.iter().map(String::as_str))
        .map_or(String::new(), |best| format!("; did you mean '{best}'?"));
    let names = names.join("; ");
    Failure::Arguments(format!(
        "there is no type '{wanted}'{hint} The types are: {names}"
    ))
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    match text.parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= 3600.0 => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("a number from above 0 to 3600 is needed"),
    }
}
