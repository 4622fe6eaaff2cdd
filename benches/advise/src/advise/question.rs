//! The question `advise`: its flags, its tasks, and the sections of a report.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use string_kit_measure::engine::{Plan, Program, Sampler, SoFar, Task, load, save};
use string_kit_measure::judge::Judge;
use string_kit_measure::output::write_file;
use string_kit_measure::report::{Section, pivot};
use string_kit_measure::{Common, Failure, Question};

use super::constraint::Constraints;
use super::data::{Gathered, Sources};
use super::factors::{TYPE, Work};
use super::facts::{Context, Facts};
use super::recording::Recording;
use super::{race, tables, words};
use crate::candidate::{BASELINE, Candidate, candidates};
use crate::profile::{Profile, write_rows};

/// The seconds of a run, and of a quick one.
const SECONDS: [u64; 2] = [60, 10];
/// The time of reading that is said.
const LONG: Duration = Duration::from_secs(2);

/// The flags of the question. A process that measures gets the data of its task instead.
#[allow(clippy::struct_excessive_bools)] // Each is a flag.
#[derive(Debug, Default, clap::Args, Serialize, Deserialize)]
pub struct Args {
    #[command(flatten)]
    #[serde(skip)]
    sources: Sources,
    /// Write the profile to a file, as lines of JSON. It contains texts of the data; the files of
    /// --json and --html contain the most frequent ones. Protect these files as you protect the
    /// data.
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    save_profile: Option<PathBuf>,
    /// Measure no times: advise by memory alone, at once.
    #[arg(long)]
    #[serde(skip)]
    no_times: bool,
    /// Measure for 10 seconds in place of 60: rough times, with wide intervals.
    #[arg(long, conflicts_with = "no_times")]
    #[serde(skip)]
    quick: bool,
    /// Name at most this many string types for a record: one for most fields, others where they
    /// save a tenth of the record's memory or time.
    #[arg(long, value_name = "N", default_value_t = 2,
        value_parser = clap::value_parser!(u64).range(1..=10))]
    #[serde(skip)]
    max_types: u64,
    #[command(flatten)]
    #[serde(skip)]
    constraints: Constraints,
    #[command(flatten)]
    common: Common,
}

impl Args {
    /// Returns the allocator that the advice is about.
    fn allocator(&self) -> Result<Program, Failure> {
        if let [allocator] = self.common.allocators()[..] {
            return Ok(allocator);
        }
        let reason = "advise is about one allocator; run it once for each, with one --allocator";
        Err(Failure::Arguments(reason.to_owned()))
    }

    /// Returns the named candidates, or all; `String` and its twin are always among them.
    fn candidates(&self) -> Result<Vec<Candidate>, Failure> {
        let mut candidates = candidates();
        let names = |candidate: &Candidate| vec![candidate.name.clone(), candidate.id.to_owned()];
        self.common
            .keep_types(&mut candidates, names, Candidate::is_baseline)?;
        Ok(candidates)
    }

    /// Reads what the flags name.
    fn gather(&self) -> Result<Vec<Gathered>, Failure> {
        let start = Instant::now();
        let sets = self.sources.gather()?;
        if let Some(path) = &self.save_profile {
            let mut profile = Profile::default();
            for set in &sets {
                profile.merge(&set.profile);
            }
            write_file(path, |out| write_rows(&profile, out))?;
        }
        if start.elapsed() > LONG {
            eprintln!("string-kit: reading took {} s", start.elapsed().as_secs());
        }
        Ok(sets)
    }

    /// Returns the tasks that record the memory of the parts of a set.
    ///
    /// A table of the process can be recorded once in a process, so a part that may have one has a
    /// process of its own.
    fn memory_tasks(&self, set: usize, recordings: &[Recording]) -> Result<Vec<Task>, Failure> {
        let data = save(&recordings)?;
        let (alone, together): (Vec<usize>, Vec<usize>) =
            (0..recordings.len()).partition(|at| recordings[*at].is_alone);
        let alone = alone.into_iter().map(|at| vec![at]);
        let groups = alone.chain((!together.is_empty()).then_some(together));
        let allocator = self.allocator()?;
        let task = |parts: Vec<usize>| {
            let name = format!("memory {set} {}", parts[0]);
            let work = Work::Memory { parts, allocator };
            Task::once(&name, Program::Counting)
                .with_work(work)
                .with_data(&data)
        };
        Ok(groups.map(task).collect())
    }
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let (allocator, candidates) = (self.allocator()?, self.candidates()?);
        let gathered = self.gather()?;
        let context = Context {
            constraints: &self.constraints,
            candidates: &candidates,
            memory_limit: self.sources.inputs.memory() as u64,
        };
        let (mut tasks, mut sets) = (Vec::new(), Vec::new());
        for (number, set) in gathered.iter().enumerate() {
            let (facts, recordings) = context.set(set);
            tasks.extend(self.memory_tasks(number, &recordings)?);
            sets.push(facts);
        }
        let seconds = SECONDS[usize::from(self.quick)];
        let kept = "kept: bytes requested of the allocator, handles included. taken: with the size \
                    classes of the allocator.";
        let mut notes = vec![kept.to_owned()];
        if !self.no_times {
            let (timed, left_out) = race::timed_sets(&sets, seconds);
            notes.extend(left_out);
            for set in timed {
                let (set, sample) = (&sets[set], &gathered[set].sample);
                tasks.extend(race::tasks(
                    set,
                    sample,
                    &candidates,
                    allocator,
                    self.common.all,
                )?);
            }
        }
        let facts = Facts {
            sets,
            constraints: self.constraints.clone(),
            is_timed: !self.no_times,
            is_rough: self.quick,
            is_all: self.common.all,
            most_types: usize::try_from(self.max_types).unwrap_or(usize::MAX),
            allocator: allocator.to_string(),
        };
        let mut plan = Plan::new("advise", "Time and memory of each type")
            .lasting(Duration::from_secs(seconds), race::MOST_PROCESSES)
            .comparing(TYPE, BASELINE);
        plan.header.notes = notes;
        plan.header.facts = serde_json::to_value(&facts).expect("all keys are strings");
        Ok(Plan {
            tasks,
            threads: 1,
            ..plan
        })
    }

    fn next(&self, so_far: &SoFar<'_>) -> Vec<usize> {
        race::next(so_far)
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        let mut candidates = candidates().into_iter();
        match task.work()? {
            Work::Memory { parts, allocator } => {
                let recordings: Vec<Recording> = load()?;
                let candidates = self.candidates()?;
                for part in parts {
                    recordings[part].report(&candidates, allocator, sampler)?;
                }
                Ok(())
            }
            Work::Times {
                candidate,
                workload,
                operations,
            } => {
                let found = candidates.find(|known| known.name == candidate);
                let candidate = found.ok_or(Failure::Unexpected(candidate))?;
                race::sample(&candidate, &workload, &operations, sampler)
            }
        }
    }
}

/// Returns the advice of a run, then its details.
#[must_use]
pub fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let facts = judge.run.header.facts.clone();
    // A run of an older form has no facts.
    let Ok(mut facts) = serde_json::from_value::<Facts>(facts) else {
        return vec![pivot::section(judge)];
    };
    facts.read_memory(judge);
    let mut sections = words::sections(&facts, judge);
    let details = [tables::section(&facts), pivot::section(judge)];
    sections.extend(details.map(|section| Section {
        is_detail: true,
        ..section
    }));
    sections
}
