//! Builds a program with each string type in place of its aliases, and measures it.
//!
//! ```text
//! type --build command--> executable, kept --rounds of all types--> CPU time, peak memory
//! ```

mod errors;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use string_kit_measure::engine::{Plan, Program, Sampler, SoFar, Task};
use string_kit_measure::judge::{Judge, Judgement, Verdict, number_of};
use string_kit_measure::report::pivot::{ratio, shown};
use string_kit_measure::report::{Block, Cell, Column, Section, Table, pivot};
use string_kit_measure::run::{self, Factors, Measurement, Run, Unit};
use string_kit_measure::{Common, Failure, Question, Subject};
use string_kit_record::CANDIDATES;
use string_kit_types::representations;
use tempfile::TempDir;
use wait4::Wait4;

use self::errors::errors;
use super::{BASELINE, TYPE, section};

/// The variable of the build that chooses the types.
const VARIABLE: &str = "STRING_KIT_TRY";
/// The variable that names the file for the bytes on the heap.
const HEAP_VARIABLE: &str = "STRING_KIT_HEAP";
const CPU: &str = "CPU time";
const PEAK: &str = "peak memory";
const HEAP: &str = "peak heap";
/// The fewest rounds, and the most.
const ROUNDS: [u32; 2] = [5, 200];
/// The most types that a record names, and the most memory of their strings over the least.
const MOST_TYPES: usize = 8;
const NEAR: f64 = 1.25;
/// More memory than a process of this command has when it starts another, which the kernel counts
/// as that one's.
const OWN: f64 = 20e6;
/// The greatest product of CPU time and memory, over the least, that ties with it.
const TIE: f64 = 1.05;

#[derive(Debug, Default, clap::Args, Serialize, Deserialize)]
pub(crate) struct Args {
    /// Build the program by this command, which a shell runs; the program declares its aliases by
    /// string-kit-record's `recorded!`, and the command turns on its feature `try`.
    #[arg(long, value_name = "COMMAND")]
    build: String,
    /// Try the types only in the alias with this label; others keep their own.
    #[arg(long, value_name = "LABEL")]
    label: Option<String>,
    /// Try the types that these records of the program name: those with the least memory.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "types")]
    #[serde(skip)]
    profile: Vec<PathBuf>,
    /// Measure the bytes on the heap too: the program has the line
    /// `string_kit_record::count_heap!();`.
    #[arg(long)]
    heap: bool,
    /// The program that the command builds, and its arguments.
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    #[serde(skip)]
    program: Vec<OsString>,
    #[command(flatten)]
    common: Common,
}

/// The executables, kept until the program ends.
#[derive(Debug, Serialize, Deserialize)]
struct Work {
    executable: PathBuf,
    arguments: Vec<OsString>,
}

/// What the report says of builds.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Builds {
    program: String,
    /// The types whose build failed, each with its errors in words.
    failed: BTreeMap<String, String>,
}

impl Args {
    /// Returns the types to try, `String` first: those of `--type`, those that the records name, or
    /// all.
    fn types(&self) -> Result<Vec<Subject<&'static str>>, Failure> {
        let near = self.near_types()?;
        let candidates = CANDIDATES.iter().map(|candidate| Subject {
            is_reference: candidate.name == BASELINE,
            ..Subject::new(candidate.name, candidate.id, candidate.id)
        });
        let mut subjects = self.common.chosen(candidates.collect())?;
        subjects.retain(|subject| {
            let is_near = |near: &Vec<String>| near.contains(&subject.name);
            subject.is_reference || near.as_ref().is_none_or(is_near)
        });
        Ok(subjects)
    }

    /// Returns the types whose strings take the least memory by the records, if there are records.
    fn near_types(&self) -> Result<Option<Vec<String>>, Failure> {
        if self.profile.is_empty() {
            return Ok(None);
        }
        let this = env::current_exe().map_err(Failure::Process)?;
        let mut advise = Command::new(this);
        advise.args(["advise", "--no-times", "--json", "-", "--profile"]);
        advise.args(&self.profile);
        if let Some(label) = &self.label {
            advise.args(["--field", label]);
        }
        let output = advise.output().map_err(Failure::Process)?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let last = said.lines().last().unwrap_or_default();
            let reason = last.trim_start_matches("string-kit: ");
            return Err(Failure::Arguments(reason.to_owned()));
        }
        let runs = run::from_bytes(&*output.stdout, Path::new("advise"))?;
        let mut taken: BTreeMap<&str, f64> = BTreeMap::new();
        for cell in runs.iter().flat_map(|run| &run.measurements) {
            let name = cell.key.factors.get(TYPE).unwrap_or_default();
            let known = CANDIDATES.iter().find(|candidate| candidate.name == name);
            if let (Some(candidate), "taken") = (known, &*cell.key.metric) {
                *taken.entry(candidate.name).or_default() += cell.value().unwrap_or(0.0);
            }
        }
        let excluded: Vec<String> = runs.iter().flat_map(excluded).collect();
        taken.retain(|name, _| !excluded.iter().any(|excluded| excluded == name));
        let mut near: Vec<(&str, f64)> = taken.into_iter().collect();
        near.sort_by(|a, b| a.1.total_cmp(&b.1));
        let least = near.first().map_or(0.0, |(_, taken)| *taken);
        near.retain(|(_, taken)| *taken <= NEAR * least);
        let names = near.into_iter().map(|(name, _)| name.to_owned());
        Ok(Some(names.take(MOST_TYPES).collect()))
    }

    fn is_same(&self, name: &str) -> Failure {
        let alias = match &self.label {
            Some(label) => format!("whose label is '{label}'"),
            None => "that recorded! declares".to_owned(),
        };
        let program = self.program[0].to_string_lossy();
        Failure::Arguments(format!(
            "{program} is the same with {name} as with {BASELINE}: turn on the feature \
             string-kit-record/try in --build, and name what uses an alias {alias}"
        ))
    }

    /// Builds the program with a type; returns its errors in words, if it has some.
    fn build(&self, id: &str) -> Result<Result<(), String>, Failure> {
        let choice = match &self.label {
            Some(label) => format!("{label}={id}"),
            None => id.to_owned(),
        };
        let shell = if cfg!(windows) {
            ["cmd", "/C"]
        } else {
            ["sh", "-c"]
        };
        let mut command = Command::new(shell[0]);
        command.args([shell[1], &self.build]).env(VARIABLE, choice);
        let built = command.stdin(Stdio::null()).output();
        let output = built.map_err(Failure::Process)?;
        if output.status.success() {
            return Ok(Ok(()));
        }
        Ok(Err(errors(&String::from_utf8_lossy(&output.stderr))))
    }
}

/// Returns the types that an advice excludes, since the program edits or shares its strings.
fn excluded(run: &Run) -> Vec<String> {
    let list = |value: &Value, name: &str| value[name].as_array().cloned().unwrap_or_default();
    let sets = list(&run.header.facts, "sets").into_iter();
    let parts = sets.flat_map(|set| list(&set, "parts"));
    let types = parts.flat_map(|part| list(&part, "memory"));
    let excluded = types.filter(|facts| facts["excluded"].is_string());
    let names = excluded.filter_map(|facts| Some(facts["name"].as_str()?.to_owned()));
    names.collect()
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let [program, arguments @ ..] = &self.program[..] else {
            let reason = "name the program behind '--'".to_owned();
            return Err(Failure::Arguments(reason));
        };
        let folder = tempfile::tempdir().map_err(Failure::Process)?;
        let mut builds = Builds {
            program: program.to_string_lossy().into_owned(),
            failed: BTreeMap::new(),
        };
        let (mut tasks, mut first) = (Vec::new(), None);
        for Subject {
            name,
            work: id,
            is_reference,
            ..
        } in self.types()?
        {
            eprintln!("string-kit: building with {name}");
            if let Err(errors) = self.build(id)? {
                if is_reference {
                    let reason = format!("the build fails with {name}: {errors}; mend it first");
                    return Err(Failure::Arguments(reason));
                }
                builds.failed.insert(name, errors);
                continue;
            }
            let executable = folder.path().join(id);
            let bytes = copied(Path::new(program), &executable)?;
            match &first {
                Some(first) if *first == bytes => return Err(self.is_same(&name)),
                Some(_) => {}
                None => first = Some(bytes),
            }
            let work = Work {
                executable,
                arguments: arguments.to_vec(),
            };
            let task = |name: &str| {
                let factors = Factors::default().with(TYPE, name);
                Task::new(name.to_owned(), Program::System, factors).with_work(&work)
            };
            tasks.push(task(&name));
            tasks.extend(is_reference.then(|| task(&run::twin(&name))));
        }
        // The executables are needed until the program ends.
        keep(folder);
        let title = format!("{} by each string type", builds.program);
        let mut plan = Plan::new("try", title)
            .lasting(Duration::from_mins(1), ROUNDS[1])
            .comparing(TYPE, BASELINE);
        plan.header.facts = serde_json::to_value(&builds).expect("all keys are strings");
        Ok(Plan {
            tasks,
            threads: 1,
            ..plan
        })
    }

    fn next(&self, so_far: &SoFar<'_>) -> Vec<usize> {
        if so_far.round >= ROUNDS[0] && so_far.round_time() > so_far.left {
            return Vec::new();
        }
        so_far.varying()
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        let Work {
            executable,
            arguments,
        } = task.work()?;
        // A copy lies on pages of its own, which change times.
        let folder = tempfile::tempdir().map_err(Failure::Process)?;
        let copy = folder.path().join("program");
        fs::copy(&executable, &copy).map_err(Failure::Process)?;
        let heap = folder.path().join("heap");
        let mut command = Command::new(&copy);
        command
            .args(arguments)
            // The program saves no record.
            .env(VARIABLE, "")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        if self.heap {
            command.env(HEAP_VARIABLE, &heap);
        }
        let mut child = command.spawn().map_err(Failure::Process)?;
        let mut complaint = String::new();
        if let Some(mut stderr) = child.stderr.take() {
            // What cannot be read is not shown.
            let _ = stderr.read_to_string(&mut complaint);
        }
        let used = child.wait4().map_err(Failure::Process)?;
        let mut report = |metric, unit, value: Option<f64>, note| {
            let cell = Measurement::new(Factors::default(), metric, unit, vec![value]);
            sampler.report(cell.with_note(note))
        };
        if !used.status.success() {
            let words = complaint.lines().last().unwrap_or_default().trim();
            let note = format!("it ends with {}: {words}", used.status);
            if task.name == BASELINE {
                return Err(Failure::Unexpected(note));
            }
            return Ok(report(CPU, Unit::Ns, None, Some(note))?);
        }
        let time = used.rusage.utime + used.rusage.stime;
        report(CPU, Unit::Ns, Some(time.as_secs_f64() * 1e9), None)?;
        report(PEAK, Unit::Bytes, Some(used.rusage.maxrss as f64), None)?;
        if self.heap {
            report(HEAP, Unit::Bytes, heap_peak(&heap), None)?;
        }
        Ok(())
    }
}

/// Returns the most bytes on the heap, which a program wrote to a file.
fn heap_peak(file: &Path) -> Option<f64> {
    let text = fs::read_to_string(file).ok()?;
    serde_json::from_str::<Value>(&text).ok()?["peak"].as_f64()
}

fn keep(folder: TempDir) {
    static KEPT: std::sync::Mutex<Vec<TempDir>> = std::sync::Mutex::new(Vec::new());
    KEPT.lock()
        .expect("nothing panics while it is held")
        .push(folder);
}

/// A type with what was measured of it.
struct Row<'a> {
    name: &'a str,
    memory: f64,
    judged: Judgement,
}

impl Row<'_> {
    fn product(&self, string: f64) -> f64 {
        self.memory / string * self.judged.ratio.value
    }
}

/// Keeps a copy of a program, and returns its bytes.
fn copied(program: &Path, copy: &Path) -> Result<Vec<u8>, Failure> {
    fs::copy(program, copy).map_err(|error| {
        let program = program.display();
        let message = format!("{program}: {error}; name what the build makes behind '--'");
        Failure::Arguments(message)
    })?;
    fs::read(copy).map_err(Failure::Process)
}

fn points(judge: &Judge<'_>, builds: &Builds, metric: &str, string: f64) -> Vec<String> {
    let notes = judge.run.measurements.iter().filter_map(|cell| {
        let name = cell.key.factors.get(TYPE)?;
        Some(format!("{name}: {}.", cell.note.as_ref()?))
    });
    let mut points: Vec<String> = notes.collect();
    points.push(format!(
        "{metric}: the median of the processes; of String's and ratio: over String's."
    ));
    if metric == PEAK && string < OWN {
        points.push(
            "A program begins with the memory of string-kit: up to 20 MB may not be its own. Give \
             it more data, or count its --heap."
                .to_owned(),
        );
    }
    let ids: Vec<&str> = CANDIDATES
        .iter()
        .filter(|candidate| builds.failed.contains_key(candidate.name))
        .map(|candidate| candidate.id)
        .collect();
    if let [first, ..] = ids[..] {
        points.push(format!(
            "To see the errors, build with {VARIABLE}={first}; the ids of those that failed: {}.",
            ids.join(", ")
        ));
    }
    points.extend(judge.run.header.warnings());
    points
}

pub(super) fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let facts = judge.run.header.facts.clone();
    let builds: Builds = serde_json::from_value(facts).unwrap_or_default();
    let find = |name: &str, metric| judge.find(&Factors::default().with(TYPE, name), metric);
    let mut cells = judge.run.measurements.iter();
    let has_heap = cells.any(|cell| cell.key.metric == HEAP);
    let metric = if has_heap { HEAP } else { PEAK };
    let Some(string) = find(BASELINE, metric).and_then(number_of) else {
        return vec![pivot::section(judge)];
    };
    let row = |name| {
        let time = find(name, CPU)?;
        Some(Row {
            name,
            memory: number_of(find(name, metric)?)?,
            judged: judge.compare(time, judge.baseline(time)?)?,
        })
    };
    let mut names = judge.run.values(TYPE);
    names.retain(|name| *name != run::twin(BASELINE));
    let mut rows: Vec<Row<'_>> = names.into_iter().filter_map(row).collect();
    rows.sort_by(|a, b| a.product(string).total_cmp(&b.product(string)));
    let compiled = rows.iter().map(|row| {
        vec![
            Cell::words(row.name),
            Cell::number(row.memory, Unit::Bytes),
            Cell::shown(row.memory / string, percent(row.memory / string)),
            ratio(row.judged.ratio),
            Cell::words("compiles"),
        ]
    });
    let failed = builds.failed.iter().map(|(name, errors)| {
        let mut row = vec![Cell::default(); 5];
        (row[0], row[4]) = (Cell::words(name), Cell::words(errors));
        row
    });
    let numbers = [metric, "of String's", "CPU time, ratio [95 %]"].map(Column::numbers);
    let mut columns = vec![Column::words(TYPE)];
    columns.extend(numbers);
    columns.push(Column::words("to put it in"));
    let table = Table::new("", columns, compiled.chain(failed).collect());
    let blocks = vec![
        Block::Text(answer(&builds.program, &rows, string)),
        Block::Table(table),
        Block::Points(points(judge, &builds, metric, string)),
    ];
    section(judge, "try", "Which type to use in this program", blocks)
}

fn answer(program: &str, rows: &[Row<'_>], string: f64) -> String {
    let Some(best) = rows.first() else {
        return format!("{program}: nothing was measured.");
    };
    let is_tie = |row: &&Row<'_>| row.product(string) <= TIE * best.product(string);
    let ties: Vec<&Row<'_>> = rows.iter().filter(is_tie).collect();
    let stays = ties.iter().any(|row| row.name == BASELINE);
    let is_worse = best.judged.verdict == Verdict::Worse;
    if stays || is_worse {
        return format!(
            "{program}: stay with String; no type has a product of memory and CPU time that is \
             5 % less."
        );
    }
    let near: Vec<String> = ties[1..].iter().map(|row| with_warning(row.name)).collect();
    let mut also = near.join(", ");
    if !also.is_empty() {
        also = format!(" Within 5 % of it: {also}.");
    }
    format!(
        "{program}: use {}; {} of String's memory, {} of its CPU time.{also}",
        with_warning(best.name),
        percent(best.memory / string),
        shown(best.judged.ratio),
    )
}

/// Returns the name of a type with the reason to be careful with its package, if there is one.
fn with_warning(name: &str) -> String {
    let mut types = representations::<()>().into_iter();
    let facts = types.find(|listed| listed.facts.name == name);
    let package = facts.and_then(|listed| listed.facts.package);
    match package.and_then(|package| package.warning()) {
        Some(warning) => format!("{name} ({warning})"),
        None => name.to_owned(),
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}
