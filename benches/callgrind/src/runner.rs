//! The program that iai-callgrind starts to run valgrind and to compare what it counted.
//!
//! It does what iai-callgrind's own does. Besides, its filter chooses functions, where theirs
//! chooses bench files, it writes the counts to a run file, and it holds them to their limits.

mod limits;

use std::path::{Path, PathBuf};
use std::process::{self, Command, ExitCode};
use std::{env, fs, io, iter, slice};

use anyhow::{Context, Result, bail};
use iai_callgrind_runner::api::{EventKind, LibraryBenchmarkGroups};
use iai_callgrind_runner::error::Error;
use iai_callgrind_runner::runner::args::BenchmarkFilter;
use iai_callgrind_runner::runner::common::{Config, ModulePath};
use iai_callgrind_runner::runner::meta::Metadata;
use iai_callgrind_runner::runner::metrics::Metric;
use iai_callgrind_runner::runner::summary::{BenchmarkSummary, ToolMetricSummary};
use iai_callgrind_runner::runner::{lib_bench, receive_benchmark};
use string_kit_measure::judge::Judge;
use string_kit_measure::report::{Document, pivot, terminal};
use string_kit_measure::run::{self, Factors, Header, Machine, Measurement, Run, Unit};

use self::limits::Counts;

fn main() -> ExitCode {
    run().unwrap_or_else(|error| {
        if let Some(Error::RegressionError(_)) = error.downcast_ref() {
            eprintln!("{error}");
            return ExitCode::from(3);
        }
        eprintln!("callgrind: {error:#}");
        ExitCode::from(2)
    })
}

/// Runs the benchmarks that iai-callgrind's `main!` sent.
fn run() -> Result<ExitCode> {
    let args: Vec<String> = env::args().collect();
    let [
        _,
        _version,
        _kind,
        package_dir,
        package,
        file,
        module,
        program,
        bytes,
    ] = &args[..]
    else {
        bail!("run `cargo bench --bench callgrind`, which starts this program");
    };
    let mut groups: LibraryBenchmarkGroups = receive_benchmark(bytes.parse()?)?;
    let flags = groups.command_line_args.clone();
    let meta = Metadata::new(&flags, package, Path::new(file))
        .context("valgrind does not run; install it (apt-get install valgrind)")?;
    let is_complete = meta.args.filter.is_none();
    if let Some(filter) = &meta.args.filter {
        choose(&mut groups, filter)?;
    }

    let copy = Copy::new(Path::new(program))?;
    let args = meta.args.clone();
    let run_file = meta.target_dir.join("callgrind.jsonl");
    let config = Config {
        package_dir: package_dir.into(),
        bench_file: file.into(),
        module_path: ModulePath::new(module),
        bench_bin: copy.path().into(),
        meta,
    };
    if args.list {
        lib_bench::list(groups, &config)?;
        return Ok(ExitCode::SUCCESS);
    }
    let summaries = lib_bench::run(groups, config)?;
    summaries.print(args.nosummary, args.output_format);
    let counts = counts(&summaries.summaries)?;
    save(run_of(&flags, &summaries.summaries), &run_file)?;
    let broken = limits::broken(&counts, is_complete);
    for line in &broken {
        eprintln!("limit exceeded: {line}");
    }
    Ok(if summaries.is_regressed() || !broken.is_empty() {
        ExitCode::from(3)
    } else {
        ExitCode::SUCCESS
    })
}

/// A copy of the program, whose path has the same length wherever the program was built.
///
/// The path lies above the stack and among the arguments on the heap, so its length moves both. The
/// page ends in them decide how many instructions memcmp takes: 511 or 517 for one function.
struct Copy(PathBuf);

impl Copy {
    fn new(program: &Path) -> Result<Self> {
        let path = env::temp_dir().join(format!("callgrind-{:010}", process::id()));
        fs::copy(program, &path).with_context(|| path.display().to_string())?;
        Ok(Self(path))
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Saves the counts, and shows those of the published ways.
fn save(mut run: Run, file: &Path) -> Result<()> {
    let mut lines = Vec::new();
    run::write(&run, &mut lines)?;
    fs::write(file, lines).with_context(|| file.display().to_string())?;
    let is_published = |cell: &Measurement| cell.key.factors.get("function") == Some("seven_ways");
    run.measurements.retain(is_published);
    if !run.measurements.is_empty() {
        let sections = vec![pivot::section(&Judge::new(&run))];
        let document = Document::new("callgrind", slice::from_ref(&run), sections);
        terminal(&document, false, &mut io::stderr())?;
    }
    eprintln!("The counts are in {}", file.display());
    Ok(())
}

/// Leaves the functions whose group or name contains the filter.
fn choose(groups: &mut LibraryBenchmarkGroups, filter: &BenchmarkFilter) -> Result<()> {
    for group in &mut groups.groups {
        // An empty function stays, since the bench knows a function by its place in the group.
        for function in &mut group.library_benchmarks {
            let has_group = filter.apply(&group.id);
            let benches = &mut function.benches;
            benches.retain(|bench| has_group || filter.apply(&bench.function_name));
        }
    }
    groups.groups.retain(|group| {
        let mut functions = group.library_benchmarks.iter();
        functions.any(|function| !function.benches.is_empty())
    });
    if groups.groups.is_empty() {
        let BenchmarkFilter::Name(name) = filter;
        bail!("no group or function has '{name}' in its name; `-- --list` shows them all");
    }
    Ok(())
}

/// Returns the instructions of each benchmark.
fn counts(summaries: &[BenchmarkSummary]) -> Result<Counts> {
    let instructions = |summary: &BenchmarkSummary| {
        let name = summary.id.clone().unwrap_or_default();
        let count = count(summary, EventKind::Ir)
            .with_context(|| format!("{}::{name} has no count", summary.module_path))?;
        Ok(((summary.function_name.clone(), name), count))
    };
    summaries.iter().map(instructions).collect()
}

/// The counts in a run file. Without simulated caches there is only the first.
const METRICS: [(EventKind, &str); 6] = [
    (EventKind::Ir, "instructions"),
    (EventKind::L1hits, "L1 hits"),
    (EventKind::LLhits, "L2 hits"),
    (EventKind::RamHits, "RAM hits"),
    (EventKind::TotalRW, "total read+write"),
    (EventKind::EstimatedCycles, "estimated cycles"),
];

/// The counts that "Fun with benchmarking small string optimization" published for its seven ways.
#[rustfmt::skip] // A line each.
const PUBLISHED: [(&str, [f64; METRICS.len()]); 7] = [
    ("_1_vec_string", [5_272.0, 7_421.0, 8.0, 122.0, 7_551.0, 11_731.0]),
    ("_2_boxed_string", [5_326.0, 7_492.0, 8.0, 126.0, 7_626.0, 11_942.0]),
    ("_3_boxed_boxed", [6_380.0, 8_887.0, 12.0, 131.0, 9_030.0, 13_532.0]),
    ("_4_thread_local", [7_065.0, 9_998.0, 20.0, 139.0, 10_157.0, 14_963.0]),
    ("_5_smallvec", [5_851.0, 8_236.0, 12.0, 133.0, 8_381.0, 12_951.0]),
    ("_6_smolstr", [5_035.0, 7_226.0, 11.0, 138.0, 7_375.0, 12_111.0]),
    ("_7_smallvec_smolstr", [5_201.0, 7_373.0, 12.0, 133.0, 7_518.0, 12_088.0]),
];

/// Returns the counts of each benchmark as a run, after those that were published.
#[allow(clippy::cast_precision_loss)] // Counts are far from 2^52.
fn run_of(flags: &[String], summaries: &[BenchmarkSummary]) -> Run {
    let flags = flags.iter().filter(|flag| *flag != "--bench");
    let command: Vec<&str> = iter::once("cargo bench --bench callgrind --")
        .chain(flags.map(String::as_str))
        .collect();
    let measurements = summaries.iter().flat_map(|summary| {
        let id = summary.id.as_deref().unwrap_or_default();
        let factors = Factors::default()
            .with("bench", id)
            .with("function", &summary.function_name);
        let published = PUBLISHED.iter().find(|row| row.0 == id);
        let metrics = METRICS.into_iter().enumerate();
        metrics.flat_map(move |(at, (kind, metric))| {
            let there = published.map(|row| (format!("{metric}, published"), row.1[at]));
            let here = count(summary, kind).map(|count| (metric.to_owned(), count as f64));
            let factors = factors.clone();
            there.into_iter().chain(here).map(move |(metric, value)| {
                Measurement::new(factors.clone(), &metric, Unit::Count, vec![Some(value)])
            })
        })
    });
    Run {
        header: Header {
            schema: run::SCHEMA.to_owned(),
            question: "callgrind".to_owned(),
            title: "Instructions, counted by callgrind".to_owned(),
            command: command.join(" ").trim_end_matches(" --").to_owned(),
            processes: 1,
            commit: printed("git", &["rev-parse", "--short=12", "HEAD"]),
            date: run::today(),
            machine: Machine::detect(printed("rustc", &["--version"]), vec!["system".to_owned()]),
            ..Header::default()
        },
        measurements: measurements.collect(),
    }
}

/// Returns a count of a benchmark in this run.
fn count(summary: &BenchmarkSummary, kind: EventKind) -> Option<u64> {
    summary.profiles.iter().find_map(|profile| {
        let ToolMetricSummary::Callgrind(metrics) = &profile.summaries.total.summary else {
            return None;
        };
        match metrics.diff_by_kind(&kind)?.metrics.left()? {
            Metric::Int(count) => Some(*count),
            Metric::Float(_) => None,
        }
    })
}

/// Returns what a program prints; an empty text if it fails, as git does outside of a repository.
fn printed(program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).output();
    output.map_or_else(
        |_| String::new(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}
