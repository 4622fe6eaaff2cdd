//! The command line: a plain program of each type in a process of its own, and the comparison with
//! a run of `advise`.
//!
//! ```text
//! plain generate LINES          prints lines of a log's tokens
//! plain record FILE RECORD      indexes the lines with strings that record their use
//! plain compare FILE USE RUN    compares times and memory with those of the run
//! plain advised FILE REPORT RUN the same of the index; the report names the best type
//! ```
//!
//! The exit code is 2 if the machine is not calm, and so nothing was checked.
#![allow(clippy::cast_precision_loss)] // Counts and bytes are far from 2^52.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use compact_str::CompactString;
use ecow::EcoString;
use lean_string::LeanString;
use smartstring::{LazyCompact, SmartString};
use smol_str::SmolStr;
use string_kit::SharedStr;
use string_kit_measure::judge::{self, Judge};
use string_kit_measure::run;

use crate::uses::{self, Chunk, Text};

/// The number of processes of each type.
const PROCESSES: usize = 13;
/// The share of chunks that nothing disturbed.
const UNDISTURBED: f64 = 0.02;
/// The times of the sentinel, over that of undisturbed chunks, up to which a chunk counts: the
/// first with which enough do.
const SLOWDOWNS: [f64; 3] = [1.08, 1.16, 1.32];
/// The least share of a type's chunks that count.
const FEWEST_CALM: f64 = 0.1;
/// The use that is a whole program.
const INDEX: &str = "index";
/// The use that keeps all lines.
const KEPT: &str = "kept";

/// A type, by the name that the advisor has for it, and its uses.
type Plain = (&'static str, fn(&str, &[&str], u64) -> Process);
/// The chunks of a process, and the bytes of its memory.
type Process = (Vec<Chunk>, f64);
type Smart = SmartString<LazyCompact>;

const TYPES: [Plain; 9] = [
    ("String", run_as::<String>),
    ("Box<str>", run_as::<Box<str>>),
    ("Arc<str>", run_as::<std::sync::Arc<str>>),
    ("SmolStr", run_as::<SmolStr>),
    ("SmartString<LazyCompact>", run_as::<Smart>),
    ("CompactString", run_as::<CompactString>),
    ("EcoString", run_as::<EcoString>),
    ("LeanString", run_as::<LeanString>),
    ("SharedStr", run_as::<SharedStr>),
];

fn run_as<S: Text>(of_use: &str, lines: &[&str], seed: u64) -> Process {
    match of_use {
        "records" => (uses::ring::<S, 1, 0>(lines), 0.0),
        "tokens" => (uses::ring::<S, 2, 1>(lines), 0.0),
        "tags" => (uses::tags::<S>(lines), 0.0),
        "keys" => (uses::keys::<S>(lines, seed), 0.0),
        "load" => (uses::load::<S>(lines), 0.0),
        INDEX => uses::index::<S>(lines),
        _ => (Vec::new(), uses::kept::<S>(lines)),
    }
}

string_kit_record::recorded! { type Word = String, "word"; }

/// Runs the verb that the arguments name. Memory that grows in steps of some bytes may differ by
/// one of them.
pub(crate) fn run(step: usize) -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let read = |file: &str| fs::read_to_string(file).unwrap_or_else(|why| panic!("{file}: {why}"));
    match words[..] {
        ["generate", lines] => generate(lines.parse().unwrap_or(0)),
        ["run", name, of_use, file, seed] => {
            let text = read(file);
            // Nothing is freed before: strings would take its memory.
            let mut lines: Vec<&str> = Vec::with_capacity(text.lines().count());
            lines.extend(text.lines());
            let plain = TYPES.iter().find(|one| one.0 == name);
            let process: Process = plain.map_or_else(Default::default, |one| {
                one.1(of_use, &lines, seed.parse().unwrap_or(0))
            });
            println!("{}", serde_json::json!(process));
        }
        ["record", file, record] => {
            let text = read(file);
            uses::index::<Word>(&text.lines().collect::<Vec<_>>());
            string_kit_record::save(record).unwrap_or_else(|why| panic!("{record}: {why}"));
        }
        ["compare", file, of_use, path] => {
            return compare(file, of_use, Path::new(path), None, step);
        }
        ["advised", file, report, path] => {
            return compare(file, INDEX, Path::new(path), Some(&read(report)), step);
        }
        _ => {
            eprintln!("plain: generate, record, compare or advised; the source says more");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Runs a use of a type in a process of its own.
fn process(name: &str, of_use: &str, file: &str, seed: usize) -> Process {
    let mut program = Command::new(env::current_exe().expect("it runs"));
    program.args(["run", name, of_use, file, &seed.to_string()]);
    let output = program.output().expect("it runs again").stdout;
    serde_json::from_slice(&output).expect("it prints its chunks")
}

fn quantile(mut values: Vec<f64>, share: f64) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A share of some.
    let value = values.get((values.len() as f64 * share) as usize);
    value.copied().unwrap_or(f64::NAN)
}

/// Returns the times of the chunks whose sentinel took up to a limit.
fn calm_times(processes: &[Process], limit: f64) -> Vec<f64> {
    let chunks = processes.iter().flat_map(|one| &one.0);
    let calm = chunks.filter(|(_, sentinel)| *sentinel <= limit);
    calm.map(|(time, _)| *time).collect()
}

/// Returns the time of the sentinel up to which chunks are calm; none if too few chunks of a type
/// are.
fn calm_limit(all: &[Vec<Process>]) -> Option<f64> {
    let sentinels = all
        .iter()
        .flatten()
        .flat_map(|one| &one.0)
        .map(|(_, sentinel)| *sentinel);
    let undisturbed = quantile(sentinels.collect(), UNDISTURBED);
    let share = |processes: &[Process], limit: f64| {
        let [calm, all] = [limit, f64::INFINITY].map(|limit| calm_times(processes, limit).len());
        calm as f64 / all as f64
    };
    let is_enough = |limit: &f64| all.iter().all(|some| share(some, *limit) >= FEWEST_CALM);
    let mut limits = SLOWDOWNS.iter().map(|slowdown| slowdown * undisturbed);
    limits.find(is_enough)
}

/// Prints the time of each type over `String`'s, and its memory, beside those of a run of `advise`.
/// If the advisor's report is given, the type that it recommends must be the best, or nearly.
fn compare(file: &str, of_use: &str, path: &Path, report: Option<&str>, step: usize) -> ExitCode {
    let mut random = fastrand::Rng::with_seed(1);
    let mut order: Vec<usize> = (0..TYPES.len()).collect();
    let mut all = vec![Vec::new(); TYPES.len()];
    for seed in 0..PROCESSES {
        random.shuffle(&mut order);
        for &at in &order {
            all[at].push(process(TYPES[at].0, of_use, file, seed));
        }
    }
    let Some(limit) = calm_limit(&all) else {
        return not_checked();
    };
    let runs = run::read(path).unwrap_or_else(|why| panic!("{why}"));
    let run = judge::calm(runs.into_iter().next().expect("a file has a run"));
    let judge = Judge::new(&run);
    // The greatest difference of a ratio of times, and of bytes.
    let [most_time, most_memory] = match of_use {
        INDEX => [0.15, 0.10],
        _ => [0.12, 0.08],
    };
    println!(
        "{of_use}: time over String's, and bytes; the advisor's, and those of a plain program"
    );
    let mut is_right = true;
    let mut products = Vec::new();
    for ((name, _), processes) in TYPES.iter().zip(&all) {
        let cell = |metric: &str| {
            let mut cells = run.measurements.iter();
            let of_type = |cell: &run::Measurement| cell.key.factors.get("type") == Some(*name);
            cells.find(|cell| cell.key.metric == metric && of_type(cell))
        };
        let judged = cell("time").and_then(|cell| judge.judge(cell));
        let [advised, low, high] = judged.map_or([f64::NAN; 3], |judged| {
            [judged.ratio.value, judged.ratio.low, judged.ratio.high]
        });
        let time = |processes: &[Process]| quantile(calm_times(processes, limit), 0.5);
        let plain = time(processes) / time(&all[0]);
        let predicted = cell("taken").and_then(run::Measurement::value);
        let taken = predicted.unwrap_or(f64::NAN);
        let resident = match of_use {
            INDEX => quantile(processes.iter().map(|process| process.1).collect(), 0.5),
            _ => process(name, KEPT, file, 0).1,
        };
        let [off, more] = [advised / plain - 1.0, taken / resident - 1.0];
        println!(
            "{name:24} {advised:.3} [{low:.3}, {high:.3}] {plain:.3} {:+5.1} %   \
             {:6.1} MB {:6.1} MB {:+5.1} %",
            100.0 * off,
            taken / 1e6,
            resident / 1e6,
            100.0 * more,
        );
        let is_step = (taken - resident).abs() <= step as f64;
        is_right &= off.abs() <= most_time && (more.abs() <= most_memory || is_step);
        products.push((*name, plain * resident));
    }
    if let Some(report) = report {
        let mut lines = report.lines();
        let advice = lines
            .find(|line| line.starts_with("word: "))
            .unwrap_or_default();
        let mut words = ["stay with ", "use "].into_iter();
        let best = words.find_map(|words| Some(advice.split_once(words)?.1));
        let is_best = |product: &&(&str, f64)| best.is_some_and(|best| best.starts_with(product.0));
        let advised = products.iter().find(is_best);
        let least = products
            .iter()
            .map(|(_, product)| *product)
            .fold(f64::INFINITY, f64::min);
        let over = advised.map_or(f64::NAN, |(_, product)| product / least);
        println!("{advice}\nits product of memory and time, over the least: {over:.3}");
        is_right &= over <= 1.05;
    }
    if is_right {
        return ExitCode::SUCCESS;
    }
    let [time, memory] = [most_time, most_memory].map(|most| 100.0 * most);
    println!(
        "missed: times within {time} %, memory within {memory} %, the pick within 5 % of the best"
    );
    ExitCode::FAILURE
}

/// Says that nothing was checked, which is neither a success nor a failure.
fn not_checked() -> ExitCode {
    eprintln!("not checked: the machine is not calm");
    ExitCode::from(2)
}

/// Prints tokens of a log, of 7 bytes on average.
fn generate(lines: usize) {
    const WORDS: &str = "GET POST INFO WARN ERROR DEBUG user session request timeout connection \
        closed opened from to in ms status cache miss hit worker queue retry failed started \
        stopped db query took for id bytes sent";
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..lines {
        let word = words[random.usize(..words.len()).min(random.usize(..words.len()))];
        println!(
            "{}",
            match random.u32(..100) {
                0..45 => word.to_owned(),
                45..65 => (10_u64.pow(random.u32(..7)) + random.u64(..1000)).to_string(),
                65..75 => {
                    let [hour, minute, second] = [24, 60, 60].map(|end| random.u8(..end));
                    format!(
                        "{hour:02}:{minute:02}:{second:02}.{:03}",
                        random.u32(..1000)
                    )
                }
                75..82 => format!("10.{}.{}.{}", random.u8(..4), random.u8(..), random.u8(..)),
                82..88 => format!("req-{:08x}", random.u32(..)),
                88..92 => format!("/api/v1/{word}/{}", random.u32(..10_000)),
                92..93 => format!("{:032x}", random.u128(..)),
                93..97 => format!("{word}={}", random.u32(..100)),
                _ => "-".to_owned(),
            }
        );
    }
}
