//! The advisor: it says which string type to keep data in.
//!
//! ```text
//! files or profile --> data --> facts: profile, memory of each candidate --> run --> choice --> words
//!                          \--> sample --> processes: times, check of the memory --/
//! ```

mod choice;
mod constraint;
mod data;
mod facts;
mod memory;
mod picture;
mod snippet;
mod sql;
mod tables;
mod words;

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use string_kit_measure::Common;
use string_kit_measure::Failure;
use string_kit_measure::Question;
use string_kit_measure::engine::{Plan, Program, Sampler, Task};
use string_kit_measure::judge::{self, Judge};
use string_kit_measure::output::write_file;
use string_kit_measure::report::Section;
use string_kit_measure::run::{Compared, Factors, Measurement, Unit, sentinel_of, twin};

use self::constraint::Constraints;
use self::data::{Data, Gathered, gather};
use self::facts::{Facts, FieldFacts, MemoryFacts, Set};
use self::sql::Engine;
use self::tables::Limits;
use crate::candidate::{BASELINE, Candidate, candidates, record_candidates};
use crate::input::Format;
use crate::profile::{Field, Profile, SAMPLED, Sample, Usage, write_rows};
use crate::scenario::{Scenario, ScenarioFlags};
use crate::turns::{self, Setup, Texts};

const TYPE: &str = "type";
const FIELD: &str = "field";
const TIME: &str = "time";
/// The time of the strings, where `TIME` is that of the whole program.
const STRINGS: &str = "time of the strings";
const KEPT: &str = "kept";

/// The most fields whose time is measured; others have their memory only.
const TIMED: usize = 8;
/// The number of the heaviest values that are shown.
const SHOWN: usize = 8;
/// The most texts that are alive at once while all of a field are, and the most bytes of their values. Each candidate
/// has a process with them.
const MOST_ALIVE: u64 = 1 << 20;
const MOST_BYTES: u64 = 48 << 20;
/// The most fields that are timed with all their texts alive.
const TIMED_ALL: usize = 2;

/// The flags of the question.
#[allow(clippy::struct_excessive_bools)] // Each is a flag.
#[derive(Debug, Default, clap::Args)]
pub struct Args {
    /// Advise on the texts of these files, as parts of one set; "-" is the standard input [default: embedded
    /// cities, tags and tokens].
    #[arg(value_name = "FILE", conflicts_with_all = ["profile", "sql"])]
    files: Vec<PathBuf>,
    /// Read the files in this format [default: detected].
    #[arg(long, value_name = "FORMAT", requires = "files")]
    format: Option<Format>,
    /// Advise on these fields only; with --sql, make the query for these columns. Separate names by commas, and
    /// put a name that has a comma itself in double quotes.
    #[arg(long, value_name = "NAME,...")]
    field: Vec<String>,
    /// Stop at the first bad record, instead of counting and leaving out bad records.
    #[arg(long)]
    strict: bool,
    /// Advise on profiles of parts of one table, which --save-profile or the query of --sql made.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "sql")]
    profile: Vec<PathBuf>,
    /// Predict the time of the whole program, and not of its strings alone: what the record tells of took this many
    /// seconds of CPU time without recording.
    #[arg(long, value_name = "SECONDS", requires = "profile", value_parser = seconds,
        conflicts_with_all = ["no_times", "preset", "mix"])]
    cpu_time: Option<f64>,
    /// Write the profile to a file, as lines of JSON. It contains texts of the data; the files of --json and --html
    /// contain the most frequent ones. Protect these files as you protect the data.
    #[arg(long, value_name = "FILE")]
    save_profile: Option<PathBuf>,
    /// Print the query by which this engine makes a profile of its own table.
    #[arg(long, value_name = "ENGINE", requires_all = ["source", "field"])]
    sql: Option<Engine>,
    /// Make the query for this table: NAME or SCHEMA.NAME.
    #[arg(long, value_name = "NAME", requires = "sql", group = "source")]
    table: Option<String>,
    /// Make the query for this SQL instead of a table. It is copied after FROM: a function that reads files, or
    /// "(SELECT ...) AS part".
    #[arg(long, value_name = "SQL", requires = "sql", group = "source")]
    from: Option<String>,
    /// Use at most this much memory for profiles, in megabytes, and a sixty-fourth of it for each record. The
    /// report states the precision that this costs.
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
    /// Measure no times: advise by memory alone, at once.
    #[arg(long)]
    no_times: bool,
    /// Measure for some ten seconds: rough times, with wide intervals.
    #[arg(long, conflicts_with = "no_times")]
    quick: bool,
    #[command(flatten)]
    scenario: ScenarioFlags,
    #[command(flatten)]
    constraints: Constraints,
    // Only this program names it: the standard input is the data of its parent process.
    #[arg(long, hide = true)]
    data: bool,
    /// The data, once they are read.
    #[arg(skip)]
    read: OnceCell<Data>,
    #[command(flatten)]
    common: Common,
}

impl Args {
    /// Returns the bytes that profiles may take.
    fn memory(&self) -> usize {
        usize::try_from(self.memory << 20).unwrap_or(usize::MAX)
    }

    /// Returns the names of the fields that the flags name.
    fn fields(&self) -> Vec<String> {
        let mut cells = csv::ReaderBuilder::new();
        let cells = cells.has_headers(false).flexible(true);
        let rows = self.field.iter().flat_map(|names| {
            let rows = cells.from_reader(names.as_bytes()).into_records();
            rows.flatten().collect::<Vec<_>>()
        });
        rows.flat_map(|row| row.iter().map(ToOwned::to_owned).collect::<Vec<_>>())
            .collect()
    }

    /// Returns the scenario that the flags make of another.
    fn scenario(&self, default: Scenario) -> Result<Scenario, Failure> {
        self.scenario.scenario(default).map_err(Failure::Arguments)
    }

    /// Returns the allocator that the advice is about.
    fn allocator(&self) -> Result<Program, Failure> {
        match self.common.allocators()[..] {
            [one] => Ok(one),
            _ => Err(Failure::Arguments(
                "advise is about one allocator; run it once for each, with one --allocator"
                    .to_owned(),
            )),
        }
    }

    /// Returns the candidates that are asked for, `String` and its twin among them.
    fn candidates(&self) -> Result<Vec<Candidate>, Failure> {
        let mut all = candidates();
        let names = |one: &Candidate| vec![one.name.clone(), one.id.to_owned()];
        self.common
            .keep_types(&mut all, names, |one| is_baseline(&one.name))?;
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
        if self.data {
            return Data::load();
        }
        let allocator = self.allocator()?;
        let candidates = self.candidates()?;
        let sets = gather(self)?;
        if let Some(path) = &self.save_profile {
            save(path, &sets)?;
        }
        let limits = Limits::of(&candidates);
        let set = |of: &Gathered| self.facts(of, &candidates, &limits, allocator);
        Ok(Data {
            facts: Facts {
                sets: sets.iter().map(set).collect(),
                constraints: self.constraints.clone(),
                is_timed: !self.no_times,
                allocator: allocator.to_string(),
            },
            samples: sets.into_iter().map(|set| set.sample).collect(),
        })
    }

    fn facts(
        &self,
        of: &Gathered,
        candidates: &[Candidate],
        limits: &Limits,
        allocator: Program,
    ) -> Set {
        let field = |field: &Field| {
            let distinct = field.values.distinct();
            let heaviest = field.values.heaviest().into_iter().take(SHOWN);
            let shown = heaviest.filter_map(|value| {
                let (least, most) = value.count;
                Some((value.text.as_deref()?.to_owned(), least, most))
            });
            FieldFacts {
                name: field.name.clone(),
                count: field.count(),
                bytes: field.lengths.bytes(),
                present: field.present,
                ascii: field.ascii,
                distinct: distinct.estimate,
                distinct_error: distinct.error,
                quantiles: [0.5, 0.99, 1.0].map(|share| field.lengths.quantile(share)),
                lengths: limits.counts(&field.lengths),
                heaviest: shown.collect(),
                alive: field.alive().map(|usage| usage.alive),
                cpu_time: field.alive().and_then(|usage| {
                    Some(1e9 * self.cpu_time? / Scenario::operations(usage).max(1) as f64)
                }),
                memory: memory::facts(field, candidates, &self.constraints, allocator),
            }
        };
        let is_reduced =
            |field: &&Field| field.values.sampled() < SAMPLED || field.lengths.is_rounded();
        let reduced = of.profile.fields.iter().filter(is_reduced);
        let recorded = of
            .profile
            .fields
            .iter()
            .find_map(|field| field.usage.as_ref());
        Set {
            name: of.name.clone(),
            records: of.profile.records,
            outcome: of.outcome.clone(),
            reduced: reduced.map(|field| field.name.clone()).collect(),
            memory_limit: self.memory << 20,
            too_long: of.sample.too_long,
            scenario: of.scenario.clone(),
            is_drawn: of.sample.is_drawn,
            recorded: recorded.map(Usage::to_string),
            sampled: of.sample.records().count() as u64,
            fields: of.profile.fields.iter().map(field).collect(),
            record: memory::of_records(
                &of.profile,
                &of.sample,
                candidates,
                &self.constraints,
                allocator,
            ),
        }
    }

    /// Measures a field by all candidates that nothing excludes, while the scenario's number of strings is alive or all.
    fn time(&self, of: &Timing<'_>, is_all: bool, sampler: &mut Sampler) -> Result<(), Failure> {
        if is_all && sampler.process % 2 == 1 {
            // So many strings take long: half of the sets are enough.
            return Ok(());
        }
        let mut candidates = self.candidates()?;
        candidates.retain(|one| is_baseline(&one.name) || !of.is_excluded(one));
        let names: Vec<String> = candidates.into_iter().map(|one| one.name).collect();
        let mut scenario = of.set.scenario.clone();
        let mut metric = TIME.to_owned();
        if is_all {
            scenario.live = of.live();
            let live = Unit::Count.show(of.live() as f64);
            metric = format!("{TIME}, {live} alive");
        }
        let setup = Setup {
            scenario,
            texts: Texts::of(of.texts.iter().map(|text| [*text])),
            is_of_records: false,
            distinct: of.field.distinct / of.field.count.max(1) as f64,
        };
        let factors = Factors::default().with(FIELD, &of.field.name);
        measure(
            &factors,
            &metric,
            &names,
            &setup,
            of.field.cpu_time,
            sampler,
        )
    }

    /// Measures whole records of a set.
    fn time_records(set: &Set, sample: &Sample, sampler: &mut Sampler) -> Result<(), Failure> {
        let records = sample.records();
        let setup = Setup {
            scenario: set.scenario.clone(),
            texts: Texts::of(records.map(|record| record.into_iter().map(|(_, text)| text))),
            is_of_records: true,
            distinct: 1.0,
        };
        let names = record_candidates().into_iter().map(|one| one.name);
        let is_asked = |name: &str| {
            let mut memory = set.record.iter().flatten();
            memory.any(|of| of.name == name && of.excluded.is_none())
        };
        let names: Vec<String> = names
            .filter(|name| is_baseline(name) || is_asked(name))
            .collect();
        let factors = Factors::default().with(FIELD, records_of(set));
        measure(&factors, TIME, &names, &setup, None, sampler)
    }

    /// Reports the memory of all texts, and checks the prediction on the samples.
    fn report_memory(&self, data: &Data, sampler: &mut Sampler) -> Result<(), Failure> {
        for set in &data.facts.sets {
            for of in set.record.iter().flatten() {
                report_memory(records_of(set), of, None, sampler)?;
            }
        }
        let candidates = self.candidates()?;
        for timing in Timing::all(data) {
            let field = Field::of(&timing.texts);
            for candidate in &candidates {
                let failure = memory::failed_check(candidate, &field, &timing.texts);
                let mut memory = timing.field.memory.iter();
                if let Some(of) = memory.find(|of| of.name == candidate.name) {
                    report_memory(timing.field.name.clone(), of, failure, sampler)?;
                }
            }
        }
        Ok(())
    }
}

/// Measures a set of processes, and reports the times of each candidate with its sentinel, or the reason why it has none.
///
/// If the program's CPU time of an operation is known, what it takes beyond that of `String` is its other work, and
/// added to the time of each candidate.
fn measure(
    factors: &Factors,
    metric: &str,
    names: &[String],
    setup: &Setup,
    cpu_time: Option<f64>,
    sampler: &mut Sampler,
) -> Result<(), Failure> {
    let times = turns::measure(names, setup, sampler.time, &mut sampler.random);
    let times = times.map_err(Failure::Process)?;
    let mut all = names.iter().zip(&times);
    let string = all.find(|(name, _)| *name == BASELINE);
    let string = string.and_then(|(_, sample)| judge::calm_median(sample.as_ref().ok()?));
    let other = cpu_time
        .zip(string)
        .map(|(all, string)| (all - string).max(0.0));
    for (name, sample) in names.iter().zip(times) {
        let factors = factors.clone().with(TYPE, name);
        let (pieces, note) = sample.map_or_else(|why| (Vec::new(), Some(why)), |of| (of, None));
        let (mut times, calm): (Vec<_>, Vec<_>) = pieces
            .into_iter()
            .map(|of| (Some(of.0), Some(of.1)))
            .unzip();
        let mut report = |metric: &str, times: Vec<Option<f64>>, note| {
            let sentinel = sentinel_of(metric);
            let factors = factors.clone();
            let sentinel = Measurement::new(factors.clone(), &sentinel, Unit::Ns, calm.clone());
            sampler.report(sentinel)?;
            sampler.report(Measurement {
                note,
                ..Measurement::new(factors, metric, Unit::Ns, times)
            })
        };
        if let Some(other) = other {
            report(STRINGS, times.clone(), None)?;
            times.iter_mut().flatten().for_each(|time| *time += other);
        }
        report(metric, times, note)?;
    }
    Ok(())
}

/// Returns the name of the task that times a field; `is_all` if all its texts are alive, and not the scenario's number.
fn task_name(field: &str, is_all: bool) -> String {
    format!("{}{field}", if is_all { "all of " } else { "" })
}

/// Reports the memory of a field, or of records, by a candidate; and the failure of its check, if it failed.
fn report_memory(
    label: String,
    of: &MemoryFacts,
    failure: Option<String>,
    sampler: &mut Sampler,
) -> Result<(), Failure> {
    let factors = Factors::default().with(FIELD, label).with(TYPE, &of.name);
    sampler.report(Measurement {
        note: failure,
        ..Measurement::new(
            factors.clone(),
            KEPT,
            Unit::Bytes,
            vec![Some(of.asked as f64)],
        )
    })?;
    sampler.fixed(factors.clone(), "taken", Unit::Bytes, of.taken as f64)?;
    if of.captured != of.taken {
        let bytes = of.captured as f64;
        sampler.fixed(factors.clone(), "taken by all captured", Unit::Bytes, bytes)?;
    }
    Ok(sampler.fixed(factors, "blocks", Unit::Count, of.blocks as f64)?)
}

/// Returns the name of a set's records among the fields.
fn records_of(set: &Set) -> String {
    format!("records of {}", set.name)
}

/// Reads a time that is more than nothing.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok();
    seconds
        .filter(|seconds: &f64| *seconds > 0.0 && seconds.is_finite())
        .ok_or_else(|| "a number above 0 is needed".to_owned())
}

fn is_baseline(name: &str) -> bool {
    name == BASELINE || name == twin(BASELINE)
}

/// Writes the profiles of all sets as one.
fn save(path: &Path, sets: &[Gathered]) -> Result<(), Failure> {
    let mut all = Profile::default();
    for set in sets {
        all.merge(&set.profile);
    }
    write_file(path, |out| write_rows(&all, out))
}

/// A field, with its texts in the sample.
struct Timing<'a> {
    set: &'a Set,
    field: &'a FieldFacts,
    /// In order.
    texts: Vec<&'a str>,
}

impl<'a> Timing<'a> {
    /// Returns all fields.
    fn all(data: &'a Data) -> Vec<Self> {
        let sets = data.facts.sets.iter().zip(&data.samples);
        let timings = sets.flat_map(|(set, sample)| {
            let fields = set.fields.iter().zip(sample.texts());
            fields.map(move |(field, texts)| Self { set, field, texts })
        });
        timings.collect()
    }

    /// Returns the number of texts, all of which are alive in the second time of a field.
    fn live(&self) -> usize {
        usize::try_from(self.field.count).unwrap_or(usize::MAX)
    }

    /// Returns whether the field is timed a second time, with all its texts alive: they are more than the scenario has
    /// alive, and fit into the memory of the processes.
    fn is_timed_twice(&self, fields: usize) -> bool {
        let FieldFacts { count, bytes, .. } = self.field;
        let scenario = &self.set.scenario;
        let is_more = !scenario.is_load() && self.live() > scenario.live;
        // A record says how many strings are alive.
        let is_more = is_more && self.field.alive.is_none();
        let size = count.saturating_mul(size_of::<String>() as u64);
        let fits = *count <= MOST_ALIVE && size.saturating_add(*bytes) <= MOST_BYTES;
        is_more && fits && scenario.threads == 1 && fields <= TIMED_ALL
    }

    fn is_excluded(&self, candidate: &Candidate) -> bool {
        let mut memory = self.field.memory.iter();
        memory.any(|of| of.name == candidate.name && of.excluded.is_some())
    }
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn printed(&self) -> Option<String> {
        let engine = self.sql?;
        let table = match (&self.table, &self.from) {
            (Some(name), _) => engine.table(name),
            (None, from) => from.clone()?,
        };
        Some(sql::query(engine, &table, &self.fields()))
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let data = self.data()?;
        let mut all = Timing::all(data);
        all.retain(|timing| !timing.texts.is_empty());
        all.sort_by_key(|timing| std::cmp::Reverse(timing.field.bytes));
        let mut notes = vec![
            "kept: bytes requested of the allocator, handles included; computed from the lengths. taken: with the \
             size classes of the allocator."
                .to_owned(),
        ];
        if all.len() > TIMED && !self.no_times {
            notes.push(format!(
                "Not timed, since others have more bytes (name them with --field): {}.",
                words::some_of(all[TIMED..].iter().map(|of| &*of.field.name))
            ));
        }
        all.truncate(TIMED);
        if self.quick {
            notes.push(
                "Rough: --quick measured few processes; leave it out for times to rely on."
                    .to_owned(),
            );
        }
        let mut tasks = vec![Task::once("memory", Program::Counting)];
        if !self.no_times {
            let programs = self.common.allocators();
            let sets = data.facts.sets.iter().filter(|set| set.record.is_some());
            let lives = all.iter().flat_map(|of| {
                let twice = !self.quick && of.is_timed_twice(all.len());
                let lives = [false, true]
                    .into_iter()
                    .filter(move |is_all| twice || !is_all);
                lives.map(|is_all| task_name(&of.field.name, is_all))
            });
            let names = lives.chain(sets.map(records_of));
            tasks.extend(names.flat_map(|name| Task::on(&programs, &name)));
        }
        let threads = data.facts.sets.iter().map(|set| set.scenario.threads).max();
        let facts = serde_json::to_value(&data.facts).map_err(|error| {
            Failure::Unexpected(format!("the facts cannot be written: {error}"))
        })?;
        Ok(Plan {
            question: "advise",
            effort: if self.quick {
                (Duration::from_secs(10), 3)
            } else {
                (Duration::from_secs(75), 16)
            },
            title: "Time and memory of each type".to_owned(),
            compared: Some(Compared::with(TYPE, BASELINE)),
            notes,
            tasks,
            threads: threads.unwrap_or(1),
            keeps_time: true,
            data: if self.data {
                None
            } else {
                Some(Arc::new(data.save()?))
            },
            facts,
            ..Plan::default()
        })
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        let data = self.data()?;
        if task.program == Program::Counting {
            return self.report_memory(data, sampler);
        }
        let mut sets = data.facts.sets.iter().zip(&data.samples);
        if let Some((set, sample)) = sets.find(|(set, _)| records_of(set) == task.name) {
            return Self::time_records(set, sample, sampler);
        }
        let all = Timing::all(data);
        for of in &all {
            for is_all in [false, true] {
                if task_name(&of.field.name, is_all) == task.name {
                    return self.time(of, is_all, sampler);
                }
            }
        }
        Ok(())
    }

    fn first_sections(&self, judge: &Judge<'_>) -> Vec<Section> {
        let facts = judge.run.header.facts.clone();
        // A run of an older form has no facts.
        let Ok(facts) = serde_json::from_value::<Facts>(facts) else {
            return Vec::new();
        };
        let mut sections = words::sections(&facts, judge);
        sections.extend(tables::sections(&facts));
        sections
    }
}
