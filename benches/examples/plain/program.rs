//! The command line: a plain program of each type in a process of its own, and the comparison with a run of `advise`.
//!
//! ```text
//! plain generate LINES          prints lines of a log's tokens
//! plain rate FILE USE           prints the share of comparisons that find an equal text
//! plain record FILE RECORD      indexes the lines with strings that record their use
//! plain seconds FILE            prints the seconds of CPU time that this takes with String, on an aged heap
//! plain compare FILE USE RUN    compares times and memory with those of the run
//! plain advised FILE REPORT RUN the same of the index; the report names the best type
//! ```
#![allow(clippy::cast_precision_loss)] // Counts and bytes are far from 2^52.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Arc;

use compact_str::CompactString;
use ecow::EcoString;
use lean_string::LeanString;
use smol_str::SmolStr;
use string_kit::SharedStr;
use string_kit_measure::judge::{self, Judge};
use string_kit_measure::run;

use crate::uses::{self, Chunk, Text};

/// The number of processes of each type.
const PROCESSES: usize = 13;
/// The share of chunks that nothing disturbed.
const UNDISTURBED: f64 = 0.02;
/// The times of the sentinel, over that of undisturbed chunks, up to which a chunk counts: the first with which enough do.
const SLOWDOWNS: [f64; 3] = [1.08, 1.16, 1.32];
/// The least share of a type's chunks that count.
const FEWEST_CALM: f64 = 0.1;
/// The use that is a whole program.
const INDEX: &str = "index";

/// Returns the greatest difference of a ratio of times, and of bytes, of a use.
fn limits(of_use: &str) -> [f64; 2] {
    if of_use == INDEX {
        [0.15, 0.10]
    } else {
        [0.12, 0.08]
    }
}

/// A type, by the name that the advisor has for it: the nanoseconds of each chunk of a use, and the bytes of memory.
type Plain = (&'static str, fn(&str, &[&str]) -> (Vec<Chunk>, usize));

const TYPES: [Plain; 8] = [
    ("String", run_as::<String>),
    ("Box<str>", run_as::<Box<str>>),
    ("Arc<str>", run_as::<Arc<str>>),
    ("SmolStr", run_as::<SmolStr>),
    ("CompactString", run_as::<CompactString>),
    ("EcoString", run_as::<EcoString>),
    ("LeanString", run_as::<LeanString>),
    ("SharedStr", run_as::<SharedStr>),
];

fn run_as<S: Text>(of_use: &str, lines: &[&str]) -> (Vec<Chunk>, usize) {
    match of_use {
        "records" => (uses::records::<S>(lines), 0),
        "tokens" => (uses::tokens::<S>(lines), 0),
        "tags" => (uses::tags::<S>(lines), 0),
        "keys" => (uses::keys::<S>(lines), 0),
        "load" => (uses::load::<S>(lines), 0),
        INDEX => uses::index::<S>(lines),
        _ => (Vec::new(), kept::<S>(lines)),
    }
}

/// Returns the bytes by which all lines as strings make the memory of this process grow.
fn kept<S: Text>(lines: &[&str]) -> usize {
    let before = uses::touched();
    let mut all: Vec<S> = Vec::with_capacity(lines.len());
    all.extend(lines.iter().map(|line| S::from(*line)));
    let after = uses::touched();
    std::hint::black_box(&all);
    after - before
}

string_kit_record::recorded! { type Word = String, "word"; }

/// Runs the verb that the arguments name. Memory that grows in steps of some bytes may differ by one of them.
pub(crate) fn run(step: usize) -> ExitCode {
    let arguments: Vec<String> = env::args().collect();
    let words: Vec<&str> = arguments.iter().skip(1).map(String::as_str).collect();
    let of = |file: &str| fs::read_to_string(file).unwrap_or_else(|why| panic!("{file}: {why}"));
    match words[..] {
        ["generate", lines] => generate(lines.parse().unwrap_or(0)),
        ["rate", file, of_use] => println!("{:.4}", rate(&of(file), of_use)),
        ["run", name, of_use, file] => {
            let text = of(file);
            // Nothing is freed before: strings would take its memory.
            let mut lines: Vec<&str> = Vec::with_capacity(text.lines().count());
            lines.extend(text.lines());
            let plain = TYPES.into_iter().find(|one| one.0 == name);
            let (times, bytes) = plain.map(|one| one.1(of_use, &lines)).unwrap_or_default();
            println!("{bytes}");
            for (time, core) in times {
                println!("{time}\n{core}");
            }
        }
        ["record", file, record] => {
            let text = of(file);
            uses::index::<Word>(&text.lines().collect::<Vec<_>>());
            string_kit_record::save(record).unwrap_or_else(|why| panic!("{record}: {why}"));
        }
        ["seconds", file] => {
            let all: Vec<_> = (0..PROCESSES)
                .map(|_| ask(&["run", "String", INDEX, file]))
                .collect();
            let all = [all];
            let Some(calm) = Calm::of(&all) else {
                return void();
            };
            println!("{:.6}", calm.time(&all[0]) * uses::INDEXED as f64 / 1e9);
        }
        ["compare", file, of_use, path] => {
            return compare(file, of_use, Path::new(path), None, step);
        }
        ["advised", file, report, path] => {
            return compare(file, INDEX, Path::new(path), Some(&of(report)), step);
        }
        _ => {
            eprintln!(
                "plain: generate, rate, record, seconds, compare or advised; the source says more"
            );
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// Returns the probability that two random lines are equal.
fn rate(text: &str, of_use: &str) -> f64 {
    if of_use == "keys" {
        return 0.9;
    }
    let mut counts: HashMap<&str, f64> = HashMap::new();
    for line in text.lines() {
        *counts.entry(line).or_default() += 1.0;
    }
    let all: f64 = counts.values().sum();
    counts.values().map(|count| (count / all).powi(2)).sum()
}

/// Runs this program, and returns the numbers that it prints.
fn ask(words: &[&str]) -> Vec<f64> {
    let program = env::current_exe().expect("it runs");
    let said = Command::new(program)
        .args(words)
        .output()
        .expect("it runs again");
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    said.lines().filter_map(|line| line.parse().ok()).collect()
}

fn quantile(mut values: Vec<f64>, share: f64) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A share of some.
    values
        .get((values.len() as f64 * share) as usize)
        .copied()
        .unwrap_or(f64::NAN)
}

/// What the program printed in each process: bytes, then a time and a core's time for each chunk.
type Processes = Vec<Vec<f64>>;

fn chunks(processes: &Processes) -> impl Iterator<Item = &[f64]> {
    processes.iter().flat_map(|one| one[1..].chunks_exact(2))
}

/// The time of the sentinel up to which chunks are calm.
struct Calm(f64);

impl Calm {
    /// Returns that of all types' processes, if enough chunks of each are calm.
    fn of(all: &[Processes]) -> Option<Self> {
        let sentinels = all.iter().flat_map(chunks).map(|chunk| chunk[1]);
        let undisturbed = quantile(sentinels.collect(), UNDISTURBED);
        let limits = SLOWDOWNS.map(|slowdown| Self(slowdown * undisturbed));
        let is_enough = |one: &Self| all.iter().all(|of| one.share(of) >= FEWEST_CALM);
        limits.into_iter().find(is_enough)
    }

    fn times(&self, processes: &Processes) -> Vec<f64> {
        let calm = chunks(processes).filter(|chunk| chunk[1] <= self.0);
        calm.map(|chunk| chunk[0]).collect()
    }

    /// Returns the median time of a round.
    fn time(&self, processes: &Processes) -> f64 {
        quantile(self.times(processes), 0.5)
    }

    fn share(&self, processes: &Processes) -> f64 {
        self.times(processes).len() as f64 / chunks(processes).count() as f64
    }
}

/// Prints the time of each type over `String`'s, and its memory, beside those of a run of `advise`. If the advisor's
/// report is given, the type that it recommends must be the best, or nearly.
fn compare(file: &str, of_use: &str, path: &Path, report: Option<&str>, step: usize) -> ExitCode {
    let mut random = fastrand::Rng::with_seed(1);
    let mut order: Vec<usize> = (0..TYPES.len()).collect();
    let mut all = vec![Vec::new(); TYPES.len()];
    for _ in 0..PROCESSES {
        random.shuffle(&mut order);
        for &at in &order {
            all[at].push(ask(&["run", TYPES[at].0, of_use, file]));
        }
    }
    let Some(calm) = Calm::of(&all) else {
        return void();
    };
    let time = |at: usize| calm.time(&all[at]);
    let bytes = |at: usize| match of_use {
        INDEX => quantile(all[at].iter().map(|process| process[0]).collect(), 0.5),
        _ => ask(&["run", TYPES[at].0, "kept", file])[0],
    };
    let runs = run::read(path).unwrap_or_else(|why| panic!("{why}"));
    let run = judge::calm(runs.into_iter().next().expect("a file has a run"));
    let judge = Judge::of(&run);
    let cell = |name: &str, metric: &str| {
        let mut cells = run.measurements.iter();
        cells.find(|cell| cell.key.metric == metric && cell.key.factors.get("type") == Some(name))
    };
    println!(
        "{of_use}: time over String's, and bytes; the advisor's, and those of a plain program"
    );
    let [most_time, most_memory] = limits(of_use);
    let mut is_right = true;
    let mut products = Vec::new();
    for (at, (name, _)) in TYPES.iter().enumerate() {
        let judged = cell(name, "time").and_then(|cell| judge.judge(cell));
        let (advised, low, high) = judged.map_or((f64::NAN, f64::NAN, f64::NAN), |judged| {
            (judged.ratio.value, judged.ratio.low, judged.ratio.high)
        });
        let plain = time(at) / time(0);
        let taken = cell(name, "taken")
            .and_then(run::Measurement::value)
            .unwrap_or(f64::NAN);
        let resident = bytes(at);
        let [off, more] = [advised / plain - 1.0, taken / resident - 1.0];
        println!(
            "{name:14} {advised:.3} [{low:.3}, {high:.3}] {plain:.3} {:+5.1} %   {:6.1} MB {:6.1} MB {:+5.1} %",
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
        let least = products
            .iter()
            .map(|one| one.1)
            .fold(f64::INFINITY, f64::min);
        let advice = report
            .lines()
            .find(|line| line.contains(" distinct, "))
            .unwrap_or_default();
        let best = ["stay with ", "use ", "not known: "];
        let best = best
            .iter()
            .find_map(|words| Some(advice.split_once(words)?.1));
        let advised = products
            .iter()
            .find(|one| best.is_some_and(|best| best.starts_with(one.0)));
        let over = advised.map_or(f64::NAN, |one| one.1 / least);
        println!("{advice}\nits product of memory and time, over the least: {over:.3}");
        is_right &= over <= 1.05;
    }
    if !is_right {
        let [time, memory] = limits(of_use).map(|most| 100.0 * most);
        println!(
            "missed: times within {time} %, memory within {memory} %, the pick within 5 % of the best"
        );
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Says that nothing can be told, which is no failure.
fn void() -> ExitCode {
    eprintln!("void: the machine is not calm");
    ExitCode::SUCCESS
}

/// Prints tokens of a log, of 7 bytes on average.
fn generate(lines: usize) {
    const WORDS: &str = "GET POST INFO WARN ERROR DEBUG user session request timeout connection closed opened from to \
        in ms status cache miss hit worker queue retry failed started stopped db query took for id bytes sent";
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..lines {
        let word = words[random.usize(..words.len()).min(random.usize(..words.len()))];
        match random.u32(..100) {
            0..45 => println!("{word}"),
            45..65 => println!("{}", 10_u64.pow(random.u32(..7)) + random.u64(..1000)),
            65..75 => println!(
                "{:02}:{:02}:{:02}.{:03}",
                random.u8(..24),
                random.u8(..60),
                random.u8(..60),
                random.u32(..1000)
            ),
            75..82 => println!("10.{}.{}.{}", random.u8(..4), random.u8(..), random.u8(..)),
            82..88 => println!("req-{:08x}", random.u32(..)),
            88..92 => println!("/api/v1/{word}/{}", random.u32(..10_000)),
            92..93 => println!("{:032x}", random.u128(..)),
            93..97 => println!("{word}={}", random.u32(..100)),
            _ => println!("-"),
        }
    }
}
