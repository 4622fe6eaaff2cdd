//! The advisor: it says which string type to keep data in.
//!
//! ```text
//! files or profile --> data --> facts: profile, memory of candidates --> run --> choice --> words
//!                          \--> sample --> processes: times, check of the memory --/
//! ```

mod choice;
mod constraint;
mod data;
mod facts;
mod snippet;
mod sql;
mod tables;
mod words;

use std::cell::OnceCell;
use std::path::PathBuf;
use std::time::Duration;
use std::{io, iter};

use serde::{Deserialize, Serialize};
use string_kit_measure::engine::{Plan, Program, Sampler, Task, load, save};
use string_kit_measure::judge::{self, Judge};
use string_kit_measure::output::write_file;
use string_kit_measure::report::Section;
use string_kit_measure::run::{Factors, Measurement, Unit, sentinel_of, twin};
use string_kit_measure::{Common, Failure, Question};

use self::constraint::Constraints;
use self::data::gather;
use self::facts::{Context, Data, Facts, FieldFacts, MemoryFacts, Set};
use self::sql::Engine;
use crate::candidate::{BASELINE, Candidate, candidates};
use crate::input::{Inputs, some_of};
use crate::profile::{Field, Profile, write_rows};
use crate::scenario::{Scenario, ScenarioFlags};
use crate::timing::{self, Setup, Texts};

const TYPE: &str = "type";
const FIELD: &str = "field";
const TIME: &str = "time";
/// The time of the strings, where `TIME` is that of the whole program.
const STRINGS: &str = "time of the strings";
const KEPT: &str = "kept";

/// The most fields whose time is measured; others have their memory only.
const TIMED: usize = 8;
/// The most texts that are alive at once while all of a field are, and the most bytes of their
/// values. Each candidate has a process with them.
const MOST_ALIVE: u64 = 1 << 20;
const MOST_BYTES: u64 = 48 << 20;
/// The most fields that are timed with all their texts alive.
const TIMED_ALL: usize = 2;

/// The flags of the question. A process that measures gets the data instead.
#[allow(clippy::struct_excessive_bools)] // Each is a flag.
#[derive(Debug, Default, clap::Args, Serialize, Deserialize)]
pub struct Args {
    #[command(flatten)]
    #[serde(skip)]
    inputs: Inputs,
    /// Advise on these profiles, merged into one. A profile is a file that --save-profile,
    /// string-kit-record or the query of --sql wrote.
    #[arg(long, value_name = "FILE", num_args = 1..,
        conflicts_with_all = ["files", "sql"])]
    #[serde(skip)]
    profile: Vec<PathBuf>,
    /// With --profile of a recorded program: predict the time of the whole program, not of its
    /// strings alone. SECONDS is the CPU time, user and system, that the program takes for the same
    /// work without recording.
    #[arg(long, value_name = "SECONDS", requires = "profile", value_parser = seconds,
        conflicts_with_all = ["no_times", "preset", "mix"])]
    #[serde(skip)]
    cpu_time: Option<f64>,
    /// Write the profile to a file, as lines of JSON. It contains texts of the data; the files of
    /// --json and --html contain the most frequent ones. Protect these files as you protect the
    /// data.
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    save_profile: Option<PathBuf>,
    /// Print the query that makes a profile of a table's columns, named by --field, in this engine.
    #[arg(long, value_name = "ENGINE", requires_all = ["source", "field"],
        conflicts_with = "files")]
    #[serde(skip)]
    sql: Option<Engine>,
    /// Make the query for this table: NAME or SCHEMA.NAME.
    #[arg(long, value_name = "NAME", requires = "sql", group = "source")]
    #[serde(skip)]
    table: Option<String>,
    /// Make the query for this SQL instead of a table. It is copied after FROM: a function that
    /// reads files, or "(SELECT ...) AS part".
    #[arg(long, value_name = "SQL", requires = "sql", group = "source")]
    #[serde(skip)]
    from: Option<String>,
    /// Measure no times: advise by memory alone, at once.
    #[arg(long)]
    #[serde(skip)]
    no_times: bool,
    /// Measure for some ten seconds: rough times, with wide intervals.
    #[arg(long, conflicts_with = "no_times")]
    #[serde(skip)]
    quick: bool,
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
        Ok(Data {
            facts: Facts {
                sets: sets.iter().map(|set| context.set(set)).collect(),
                constraints: self.constraints.clone(),
                is_timed: !self.no_times,
                is_rough: self.quick,
                allocator: allocator.to_string(),
            },
            samples: sets.into_iter().map(|set| set.sample).collect(),
        })
    }

    /// Reports the memory of all texts, and checks the prediction on the samples.
    fn report_memory(&self, data: &Data, sampler: &mut Sampler) -> Result<(), Failure> {
        let mut report = |label: &str, facts: &MemoryFacts, failure| -> io::Result<()> {
            let factors = Factors::default()
                .with(FIELD, label)
                .with(TYPE, &facts.name);
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
        for set in &data.facts.sets {
            for facts in set.record.iter().flatten() {
                report(&set.label_of_records(), facts, None)?;
            }
        }
        let candidates = self.candidates()?;
        for timing in Timing::all(data) {
            let field = Field::from_texts(&timing.texts);
            for candidate in &candidates {
                let failure = facts::failed_check(candidate, &field, &timing.texts);
                if let Some(facts) = timing.field.memory_of(&candidate.name) {
                    report(&timing.field.name, facts, failure)?;
                }
            }
        }
        Ok(())
    }
}

/// Measures a set of processes, and reports the times of each candidate with its sentinel, or the
/// reason why it has none.
///
/// If the program's CPU time of an operation is known, what it takes beyond that of `String` is its
/// other work, and added to the time of each candidate.
fn measure<'a>(
    label: &str,
    metric: &str,
    memory: impl Iterator<Item = &'a MemoryFacts>,
    setup: &Setup,
    cpu_time: Option<f64>,
    sampler: &mut Sampler,
) -> Result<(), Failure> {
    let names: Vec<String> = memory
        .filter(|facts| is_baseline(&facts.name) || facts.excluded.is_none())
        .map(|facts| facts.name.clone())
        .collect();
    let all = timing::measure(&names, setup, sampler.time, &mut sampler.random)
        .map_err(Failure::Process)?;
    let baseline = names.iter().position(|name| name == BASELINE);
    let string = baseline.and_then(|at| judge::calm_median(all[at].as_ref().ok()?));
    let other = cpu_time
        .zip(string)
        .map(|(all, string)| (all - string).max(0.0));
    for (name, outcome) in names.iter().zip(all) {
        let note = outcome.as_ref().err().cloned();
        let (times, sentinels): (Vec<f64>, Vec<f64>) =
            outcome.unwrap_or_default().into_iter().unzip();
        let factors = Factors::default().with(FIELD, label).with(TYPE, name);
        let cell = |metric: &str, values: &[f64], more: f64| {
            let values = values.iter().map(|value| Some(value + more)).collect();
            Measurement::new(factors.clone(), metric, Unit::Ns, values)
        };
        let mut report = |metric: &str, more: f64, note| {
            sampler.report(cell(&sentinel_of(metric), &sentinels, 0.0))?;
            sampler.report(Measurement {
                note,
                ..cell(metric, &times, more)
            })
        };
        if other.is_some() {
            report(STRINGS, 0.0, None)?;
        }
        report(metric, other.unwrap_or(0.0), note)?;
    }
    Ok(())
}

/// Returns the name of the time while all of this number of texts are alive.
fn time_of_all(count: u64) -> String {
    format!("{TIME}, {} alive", Unit::Count.show(count as f64))
}

/// Reads a time that is more than nothing.
fn seconds(text: &str) -> Result<f64, &'static str> {
    let seconds: f64 = text.parse().unwrap_or(0.0);
    let is_time = seconds > 0.0 && seconds.is_finite();
    is_time
        .then_some(seconds)
        .ok_or("a number above 0 is needed")
}

fn yes() -> bool {
    true
}

fn is_baseline(name: &str) -> bool {
    name == BASELINE || name == twin(BASELINE)
}

/// A field, with its texts in the sample.
struct Timing<'a> {
    /// The numbers of its set and of the field in it.
    place: (usize, usize),
    set: &'a Set,
    field: &'a FieldFacts,
    /// In order.
    texts: Vec<&'a str>,
}

impl<'a> Timing<'a> {
    /// Returns all fields.
    fn all(data: &'a Data) -> Vec<Self> {
        let sets = data.facts.sets.iter().zip(&data.samples).enumerate();
        sets.flat_map(|(number, (set, sample))| {
            let fields = set.fields.iter().zip(sample.texts()).enumerate();
            fields.map(move |(place, (field, texts))| Self {
                place: (number, place),
                set,
                field,
                texts,
            })
        })
        .collect()
    }

    /// Returns the number of texts, all of which are alive in the second time of a field.
    fn live(&self) -> usize {
        usize::try_from(self.field.count).unwrap_or(usize::MAX)
    }

    /// Returns whether the field is timed a second time, with all its texts alive: they are more
    /// than the scenario has alive, and fit into the memory of the processes.
    fn is_timed_twice(&self, fields: usize) -> bool {
        let FieldFacts { count, bytes, .. } = self.field;
        let scenario = &self.set.scenario;
        // A record says how many strings are alive.
        let is_recorded = self.field.alive.is_some();
        let is_more = !scenario.is_load() && !is_recorded && self.live() > scenario.live;
        let size = count.saturating_mul(size_of::<String>() as u64);
        let fits = *count <= MOST_ALIVE && size.saturating_add(*bytes) <= MOST_BYTES;
        is_more && fits && scenario.threads == 1 && fields <= TIMED_ALL
    }

    /// Measures the field by all candidates that nothing excludes, while the scenario's number of
    /// strings is alive or all.
    fn measure(&self, is_all: bool, sampler: &mut Sampler) -> Result<(), Failure> {
        if is_all && sampler.process % 2 == 1 {
            // So many strings take long: half of the sets are enough.
            return Ok(());
        }
        let field = self.field;
        let mut setup = Setup {
            scenario: self.set.scenario.clone(),
            texts: Texts::new(self.texts.iter().map(|text| [*text])),
            is_of_records: false,
            distinct: field.distinct / field.count.max(1) as f64,
        };
        let mut metric = TIME.to_owned();
        if is_all {
            setup.scenario.live = self.live();
            metric = time_of_all(field.count);
        }
        let (memory, cpu_time) = (field.memory.iter(), field.cpu_time);
        measure(&field.name, &metric, memory, &setup, cpu_time, sampler)
    }
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn printed(&self) -> Option<String> {
        let engine = self.sql?;
        let named = self.table.as_ref().map(|name| engine.table(name));
        let table = named.or_else(|| self.from.clone())?;
        Some(sql::query(engine, &table, &self.inputs.fields()))
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let data = self.data()?;
        let mut all = Timing::all(data);
        all.retain(|timing| !timing.texts.is_empty());
        all.sort_by_key(|timing| std::cmp::Reverse(timing.field.bytes));
        let kept = "kept: bytes requested of the allocator, handles included; computed from the \
                    lengths. taken: with the size classes of the allocator. A value counts by its \
                    own size: a smaller type saves less if a struct or an enum around it stays as \
                    large.";
        let mut notes = vec![kept.to_owned()];
        if all.len() > TIMED && !self.no_times {
            notes.push(format!(
                "Not timed, since others have more bytes (name them with --field): {}.",
                some_of(all[TIMED..].iter().map(|timing| &*timing.field.name))
            ));
        }
        all.truncate(TIMED);
        let mut works = Vec::new();
        if !self.no_times {
            for timing in &all {
                let (set, field) = timing.place;
                let work = |is_all| Work::Field { set, field, is_all };
                let name = &timing.field.name;
                works.push((name.clone(), work(false)));
                if !self.quick && timing.is_timed_twice(all.len()) {
                    works.push((format!("all of {name}"), work(true)));
                }
            }
            let sets = data.facts.sets.iter().enumerate();
            works.extend(
                sets.filter(|(_, set)| set.record.is_some())
                    .map(|(set, facts)| (facts.label_of_records(), Work::Records { set })),
            );
        }
        let programs = self.common.allocators();
        let timed = works.iter().flat_map(|(name, work)| {
            let tasks = Task::on(&programs, name).into_iter();
            tasks.map(move |task| task.with_work(work))
        });
        let tasks = iter::once(Task::once("memory", Program::Counting).with_work(Work::Memory))
            .chain(timed)
            .collect();
        let threads = data.facts.sets.iter().map(|set| set.scenario.threads).max();
        let (seconds, processes) = if self.quick { (10, 3) } else { (75, 16) };
        let mut plan = Plan::new("advise", "Time and memory of each type")
            .lasting(Duration::from_secs(seconds), processes)
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
            Work::Records { set } => {
                let (set, sample) = (&data.facts.sets[set], &data.samples[set]);
                let records = sample.records();
                let setup = Setup {
                    scenario: set.scenario.clone(),
                    texts: Texts::new(
                        records.map(|fields| fields.into_iter().map(|(_, text)| text)),
                    ),
                    is_of_records: true,
                    distinct: 1.0,
                };
                let memory = set.record.iter().flatten();
                measure(&task.name, TIME, memory, &setup, None, sampler)
            }
            Work::Field { set, field, is_all } => Timing::all(data)
                .into_iter()
                .filter(|timing| timing.place == (set, field))
                .try_for_each(|timing| timing.measure(is_all, sampler)),
        }
    }
}

/// The work of a task.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Work {
    /// The memory of every candidate.
    Memory,
    /// The times of whole records of a set.
    Records { set: usize },
    /// The times of a field of a set; `is_all` if all its texts are alive, and not the scenario's
    /// number.
    Field {
        set: usize,
        field: usize,
        is_all: bool,
    },
}

/// Returns the advice of a run.
#[must_use]
pub fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let facts = judge.run.header.facts.clone();
    // A run of an older form has no facts.
    let Ok(facts) = serde_json::from_value::<Facts>(facts) else {
        return Vec::new();
    };
    let mut sections = words::sections(&facts, judge);
    sections.push(tables::section(&facts));
    sections
}
