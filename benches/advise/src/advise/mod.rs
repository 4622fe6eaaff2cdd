//! The advisor: it says which string type to keep data in.
//!
//! ```text
//! files or profile --> data --> facts: profile, memory of candidates --> run --> choice --> words
//!                          \--> sample --> measure: times, check of the memory --/
//! ```

mod advice;
mod choice;
mod constraint;
mod data;
mod facts;
mod measure;
mod naming;
mod snippet;
mod tables;
mod types;
mod words;

use std::cell::OnceCell;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use string_kit_measure::engine::{Plan, Program, Sampler, Task, load, save};
use string_kit_measure::judge::Judge;
use string_kit_measure::output::write_file;
use string_kit_measure::report::{Section, pivot};
use string_kit_measure::run::{Factors, Measurement, Unit, twin};
use string_kit_measure::{Common, Failure, Question};

use self::constraint::Constraints;
use self::data::gather;
use self::facts::{Context, Data, Facts, PartFacts};
use crate::candidate::{BASELINE, Candidate, candidates};
use crate::input::{Inputs, some_of};
use crate::profile::{Profile, write_rows};
use crate::scenario::{Scenario, ScenarioFlags};

const TYPE: &str = "type";
const FIELD: &str = "field";
const TIME: &str = "time";
const KEPT: &str = "kept";

/// The seconds of a run, and of a quick one.
const SECONDS: [u64; 2] = [60, 10];
/// The time of reading that is said.
const LONG: Duration = Duration::from_secs(2);

/// The flags of the question. A process that measures gets the data instead.
#[allow(clippy::struct_excessive_bools)] // Each is a flag.
#[derive(Debug, Default, clap::Args, Serialize, Deserialize)]
pub struct Args {
    #[command(flatten)]
    #[serde(skip)]
    inputs: Inputs,
    /// Advise on these profiles, merged into one. A profile is a file that --save-profile or
    /// string-kit-record wrote.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "files")]
    #[serde(skip)]
    profile: Vec<PathBuf>,
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
    /// Show all tables: each type, each field.
    #[arg(long)]
    #[serde(skip)]
    all: bool,
    #[command(flatten)]
    #[serde(skip)]
    scenario: ScenarioFlags,
    #[command(flatten)]
    #[serde(skip)]
    constraints: Constraints,
    /// True in a process that measures: its standard input is the data of the process that asks.
    #[arg(skip)]
    #[serde(skip_serializing, default = "yes")]
    has_data: bool,
    /// The data, once they are read.
    #[arg(skip)]
    #[serde(skip)]
    read: OnceCell<Data>,
    #[command(flatten)]
    common: Common,
}

impl Args {
    /// Returns the scenario that the flags make of another.
    fn scenario(&self, default: Scenario) -> Result<Scenario, Failure> {
        self.scenario.scenario(default).map_err(Failure::Arguments)
    }

    /// Returns the allocator that the advice is about.
    fn allocator(&self) -> Result<Program, Failure> {
        if let [one] = self.common.allocators()[..] {
            return Ok(one);
        }
        let what = "advise is about one allocator; run it once for each, with one --allocator";
        Err(Failure::Arguments(what.to_owned()))
    }

    /// Returns the named candidates, or all; `String` and its twin are always among them.
    fn candidates(&self) -> Result<Vec<Candidate>, Failure> {
        let mut all = candidates();
        let names = |one: &Candidate| vec![one.name.clone(), one.id.to_owned()];
        let is_kept = |one: &Candidate| is_baseline(&one.name);
        self.common.keep_types(&mut all, names, is_kept)?;
        Ok(all)
    }

    /// Returns the data, which are read once.
    fn data(&self) -> Result<&Data, Failure> {
        if let Some(data) = self.read.get() {
            return Ok(data);
        }
        let data = self.read_data()?;
        Ok(self.read.get_or_init(|| data))
    }

    /// Reads the data: the parent's, in a process that measures; else what the flags name.
    fn read_data(&self) -> Result<Data, Failure> {
        if self.has_data {
            return load();
        }
        let allocator = self.allocator()?;
        let candidates = self.candidates()?;
        let start = Instant::now();
        let sets = gather(self)?;
        if let Some(path) = &self.save_profile {
            let mut all = Profile::default();
            for set in &sets {
                all.merge(&set.profile);
            }
            write_file(path, |out| write_rows(&all, out))?;
        }
        let context = Context {
            args: self,
            candidates: &candidates,
            allocator,
        };
        let facts = Facts {
            sets: sets.iter().map(|set| context.set(set)).collect(),
            constraints: self.constraints.clone(),
            is_timed: !self.no_times,
            is_rough: self.quick,
            is_all: self.all,
            most_types: usize::try_from(self.max_types).unwrap_or(usize::MAX),
            allocator: allocator.to_string(),
            is_checked: Program::Counting.path().is_ok(),
        };
        if start.elapsed() > LONG {
            eprintln!("string-kit: reading took {} s", start.elapsed().as_secs());
        }
        Ok(Data {
            facts,
            samples: sets.into_iter().map(|set| set.sample).collect(),
        })
    }

    /// Reports the memory of all texts, and checks the prediction on the samples.
    fn report_memory(&self, data: &Data, sampler: &mut Sampler) -> Result<(), Failure> {
        let mut report = |part: &PartFacts, name: &str, failure| -> io::Result<()> {
            let Some(facts) = part.memory_of(name) else {
                return Ok(());
            };
            let factors = Factors::default().with(FIELD, &part.name).with(TYPE, name);
            let mut cell = |metric, unit, number: u64, note| {
                let values = vec![Some(number as f64)];
                let cell = Measurement::new(factors.clone(), metric, unit, values);
                sampler.report(Measurement { note, ..cell })
            };
            cell(KEPT, Unit::Bytes, facts.asked, failure)?;
            cell("taken", Unit::Bytes, facts.taken, None)?;
            if facts.captured != facts.taken {
                cell("taken by all captured", Unit::Bytes, facts.captured, None)?;
            }
            cell("blocks", Unit::Count, facts.blocks, None)
        };
        let candidates = self.candidates()?;
        for (set, sample) in data.facts.sets.iter().zip(&data.samples) {
            let texts = sample.all_texts();
            for (at, part) in set.parts.iter().enumerate() {
                for candidate in &candidates {
                    let is_checked = data.facts.is_checked && at == 0;
                    let check = is_checked.then(|| facts::failed_check(candidate, &texts));
                    report(part, &candidate.name, check.flatten())?;
                }
            }
        }
        Ok(())
    }
}

fn yes() -> bool {
    true
}

fn is_baseline(name: &str) -> bool {
    name == BASELINE || name == twin(BASELINE)
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn is_all(&self) -> bool {
        self.all
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let data = self.data()?;
        let kept = "kept: bytes requested of the allocator, handles included; computed from the \
                    lengths. taken: with the size classes of the allocator.";
        let mut notes = vec![kept.to_owned()];
        let seconds = SECONDS[usize::from(self.quick)];
        let counting = if data.facts.is_checked {
            Program::Counting
        } else {
            Program::System
        };
        let memory = Task::once("memory", counting).with_work(Work::Memory);
        let mut tasks = vec![memory];
        let sets = &data.facts.sets;
        if !self.no_times {
            // A set takes some seconds at least.
            let most = usize::try_from(seconds / 3).unwrap_or(1);
            let mut order: Vec<usize> = (0..sets.len()).collect();
            let texts = |set: &usize| sets[*set].parts.first().map_or(0, |whole| whole.texts);
            order.sort_by_key(|set| std::cmp::Reverse(texts(set)));
            if order.len() > most {
                let names = order[most..].iter().map(|set| &*sets[*set].parts[0].name);
                notes.push(format!(
                    "Not timed, since others have more texts (name them with --field): {}.",
                    some_of(names)
                ));
            }
            order.truncate(most);
            order.sort_unstable();
            for set in order {
                let programs = self.common.allocators();
                let tasks_of_set = Task::on(&programs, &format!("times {set}"));
                let timed = tasks_of_set.into_iter();
                tasks.extend(timed.map(|task| task.with_work(Work::Times { set })));
            }
        }
        let threads = sets.iter().map(|set| set.scenario.threads).max();
        let mut plan = Plan::new("advise", "Time and memory of each type")
            .lasting(Duration::from_secs(seconds), 1)
            .comparing(TYPE, BASELINE);
        plan.header.notes = notes;
        plan.header.facts = serde_json::to_value(&data.facts).expect("all keys are strings");
        Ok(Plan {
            tasks,
            threads: threads.unwrap_or(1),
            keeps_time: true,
            data: Some(save(data)?),
            ..plan
        })
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        let data = self.data()?;
        match task.work()? {
            Work::Memory => self.report_memory(data, sampler),
            Work::Times { set } => measure::measure(data, set, sampler),
        }
    }
}

/// The work of a task.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Work {
    /// The memory of every candidate.
    Memory,
    /// The times of a set of data.
    Times { set: usize },
}

/// Returns the advice of a run, then its details.
#[must_use]
pub fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let facts = judge.run.header.facts.clone();
    // A run of an older form has no facts.
    let Ok(facts) = serde_json::from_value::<Facts>(facts) else {
        return vec![pivot::section(judge)];
    };
    let mut sections = words::sections(&facts, judge);
    let details = [tables::section(&facts), pivot::section(judge)];
    sections.extend(details.map(|section| Section {
        is_detail: true,
        ..section
    }));
    sections
}
