//! The published experiment, on jemalloc: one thread makes 2^24 clones of a text of 64 bytes, and
//! the other threads clone handles of their own until it is done.

use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};
use std::{env, io, thread};

use string_kit_measure::Failure;
use string_kit_measure::engine::{Plan, Program, Sampler, Task};
use string_kit_measure::judge::{Judge, number_of};
use string_kit_measure::memory::{free_memory, mapped_bytes};
use string_kit_measure::report::{Axis, Block, Cell, Chart, Scale, Section, Series, Shape};
use string_kit_measure::run::{self, Factors, Measurement, Unit};

use super::{CLONES, ENDS, LEAKED, THREADS};
use crate::question::{Metrics, TYPE, number_or_dash, report, section, table};
use crate::workload::contend::clone;

const SOURCE: &str = "https://blocklisted.github.io/blog/arc_str_vs_string_is_it_really_faster/";
const ARC: &str = "Arc<str>";
const STRING: &str = "String";
const MS: &str = "ms";
const MAPPED: &str = "mapped";
const MAPS: &str = "anonymous maps";

const LENGTH: usize = 64;
pub(super) const COUNT: u32 = 1 << 24;
/// Milliseconds of the clones on a Ryzen 5600X: threads, `Arc<str>` and `String` dropped, and both
/// leaked.
const TIMES: [(usize, [[f64; 2]; 2]); 5] = [
    (1, [[51.0, 156.0], [27.0, 296.0]]),
    (2, [[430.0, 156.0], [234.0, 305.0]]),
    (4, [[2149.0, 156.0], [689.0, 327.0]]),
    (8, [[3724.0, 303.0], [1904.0, 558.0]]),
    (12, [[4819.0, 302.0], [2681.0, 725.0]]),
];
const MOST: usize = 12;
/// The claims: the threads, the end of the clones and the type whose time is divided by that of a
/// dropped `String`, and the published ratio.
const CLAIMS: [(&str, usize, &str, &str, f64); 3] = [
    ("one thread clones Arc<str> faster", 1, ENDS[0], ARC, 0.33),
    ("with two threads String wins", 2, ENDS[0], ARC, 2.76),
    ("leaked, String takes longer", 1, LEAKED, STRING, 1.9),
];
/// The threads of the runs whose memory was published.
const WATCHED: usize = 8;
/// The number of times that their memory is read.
const STEPS: usize = 64;
/// The end of the clones, the type, the milliseconds, the mapped bytes by the first two readings
/// and the last, and the anonymous maps.
type Watched = (&'static str, &'static str, f64, [f64; 3], Option<f64>);
const RUNS: [Watched; 4] = [
    (ENDS[0], ARC, 3_125.0, [8.5e6; 3], None),
    (ENDS[0], STRING, 308.0, [8.6e6, 29.8e6, 29.8e6], Some(18.0)),
    (LEAKED, ARC, 1_952.0, [8.5e6; 3], None),
    (LEAKED, STRING, 968.0, [53.7e6, 156.6e6, 9.9e9], Some(46.0)),
];
/// Tells a process that strace follows it.
const TRACED: &str = "STRING_KIT_TRACED";

/// The clones of the first thread of a process, and whether its anonymous maps are counted.
type Work = (usize, bool);

fn factors(clones: &str, threads: usize, name: &str) -> Factors {
    let factors = Factors::default().with(CLONES, clones);
    factors.with(THREADS, threads).with(TYPE, name)
}

/// Returns a plan: three processes for each type, number of threads and end of the clones. What
/// would leak over three quarters of the free memory is left out.
pub(super) fn plan(count: usize) -> Plan {
    let mut plan =
        Plan::new("contend", "Arc<str> against String, as published").lasting(Duration::ZERO, 3);
    let free = free_memory();
    for clones in ENDS {
        for (threads, _) in TIMES {
            let leaked = threads * count * LENGTH;
            let is_too_much = clones == LEAKED && leaked > free / 4 * 3;
            if is_too_much {
                plan.header.notes.push(format!(
                    "String, leaked by {threads} threads, is left out: it takes {} of {} that are \
                     free; --count makes fewer clones.",
                    run::bytes(leaked),
                    run::bytes(free),
                ));
            }
            let is_measured = |name: &&str| !is_too_much || *name == ARC;
            for name in [ARC, STRING].into_iter().filter(is_measured) {
                let factors = factors(clones, threads, name);
                if name == STRING && threads == WATCHED {
                    let mut task = Task::once(&format!("{MAPS}: {factors}"), Program::Jemalloc);
                    task.factors = factors.clone();
                    plan.tasks.push(task.with_work((count, true)));
                }
                let task = Task::new(factors.to_string(), Program::Jemalloc, factors);
                plan.tasks.push(task.with_work((count, false)));
            }
        }
    }
    plan.threads = MOST;
    plan.header.layout.columns = Some(THREADS.to_owned());
    plan
}

pub(super) fn sample(task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
    let (count, is_traced): Work = task.work()?;
    if is_traced && env::var_os(TRACED).is_none() {
        let (maps, note) = match anonymous_maps() {
            Ok(maps) => (vec![Some(maps as f64)], None),
            Err(note) => (Vec::new(), Some(note)),
        };
        let cell = Measurement::new(Factors::default(), MAPS, Unit::Count, maps);
        return Ok(sampler.report(cell.with_note(note))?);
    }
    let factor = |name| task.factors.get(name).unwrap_or_default();
    let threads: usize = factor(THREADS).parse().unwrap_or(1);
    let text = "A".repeat(LENGTH);
    // Threads that the system prefers leak more than the first: together at most the free memory.
    let limit = free_memory() / 8 * 7 / LENGTH / threads;
    let metrics = match (factor(TYPE) == ARC, factor(CLONES) == LEAKED) {
        (false, false) => clones::<_, false>(&text, threads, count, usize::MAX),
        (false, true) => clones::<_, true>(&text, threads, count, limit),
        (true, false) => clones::<Arc<str>, false>(&text.into(), threads, count, usize::MAX),
        (true, true) => clones::<Arc<str>, true>(&text.into(), threads, count, usize::MAX),
    };
    Ok(report(sampler, metrics)?)
}

/// Counts the anonymous maps that the first thread of this process makes, or returns the reason why
/// that is not known.
fn anonymous_maps() -> Result<usize, String> {
    let this = env::current_exe().map_err(|error| error.to_string())?;
    let mut strace = Command::new("strace");
    strace.args(["-e", "trace=mmap"]).arg(this);
    strace.args(env::args_os().skip(1)).env(TRACED, "1");
    match strace.output() {
        Ok(traced) if traced.status.success() => {
            let calls = String::from_utf8_lossy(&traced.stderr);
            Ok(calls.matches("MAP_ANONYMOUS").count())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err("strace is not installed".to_owned())
        }
        _ => Err("strace may not trace here".to_owned()),
    }
}

/// Makes the clones of the first thread, while each other thread makes up to `limit` of a handle of
/// its own, until the first is done. Returns the milliseconds of the first thread and, if the
/// memory of such a run was published, the mapped bytes before the threads begin and after each
/// step.
fn clones<S: Clone + Send + Sync, const LEAKED: bool>(
    string: &S,
    threads: usize,
    count: usize,
    limit: usize,
) -> Metrics {
    let is_watched = threads == WATCHED;
    let steps = if is_watched { STEPS } else { 1 };
    let (begin, stop) = (Barrier::new(threads), AtomicBool::new(false));
    let (mut made, mut spent) = (0, Duration::ZERO);
    let mut mapped = Vec::new();
    let mut read = || mapped.extend(mapped_bytes().filter(|_| is_watched));
    read();
    thread::scope(|scope| {
        for _ in 1..threads {
            let own = string.clone();
            let (begin, stop) = (&begin, &stop);
            scope.spawn(move || {
                begin.wait();
                for _ in 0..limit {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    clone::<S, LEAKED>(&own);
                }
            });
        }
        begin.wait();
        for step in 1..=steps {
            let end = count * step / steps;
            let start = Instant::now();
            for _ in made..end {
                clone::<S, LEAKED>(string);
            }
            spent += start.elapsed();
            made = end;
            read();
        }
        stop.store(true, Ordering::Relaxed);
    });
    let mapped: Vec<f64> = mapped.into_iter().map(|bytes| bytes as f64).collect();
    let mut metrics = vec![(MS, Unit::Count, vec![spent.as_secs_f64() * 1e3])];
    metrics.extend((!mapped.is_empty()).then_some((MAPPED, Unit::Bytes, mapped)));
    metrics
}

/// Returns the verdicts, and the published numbers beside those of the run; nothing for a run of
/// something else.
pub(crate) fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let mut cells = judge.run.measurements.iter();
    if cells.all(|cell| cell.key.metric != MS) {
        return Vec::new();
    }
    let mut blocks = vec![Block::Points(verdicts(judge)), times(judge), runs(judge)];
    blocks.extend(ENDS.map(|clones| Block::Chart(chart(judge, clones))));
    let title = "Arc<str> against String";
    section(judge, "contend_published", title, blocks)
}

fn find(judge: &Judge<'_>, clones: &str, threads: usize, name: &str, metric: &str) -> Option<f64> {
    number_of(judge.find(&factors(clones, threads, name), metric)?)
}

fn verdicts(judge: &Judge<'_>) -> Vec<String> {
    let cores = judge.run.header.machine.cores;
    let mut verdicts = Vec::new();
    if cores < MOST {
        verdicts.push(format!(
            "This machine runs {cores} threads at once, and {MOST} are measured: with more than \
             {cores}, the milliseconds have the time in which the first thread waits for a core, \
             and at most {cores} threads contend."
        ));
    }
    for (claim, threads, clones, name, published) in CLAIMS {
        let ms = |clones, name| find(judge, clones, threads, name, MS);
        let Some((ms, string)) = ms(clones, name).zip(ms(ENDS[0], STRING)) else {
            continue;
        };
        let ratio = ms / string;
        // A copy takes as long beside another thread, if each has a core.
        let alone = find(judge, ENDS[0], 1, STRING, MS);
        let verdict = match (ratio, published > 1.0) {
            _ if alone.is_some_and(|alone| string > 1.25 * alone) => {
                "not clear, since other programs took the cores"
            }
            (1.1.., true) | (..0.9, false) => "confirmed",
            (0.9..1.1, _) => "not clear",
            _ => "not confirmed",
        };
        verdicts.push(format!(
            "{claim}: {verdict}. {name} {clones} takes {ratio:.2} of String dropped, published \
             {published}."
        ));
    }
    let traced = judge.find(&factors(LEAKED, WATCHED, STRING), MAPS);
    let note = traced.and_then(|cell| cell.note.as_ref());
    verdicts.extend(note.map(|note| format!("{MAPS}: {note}.")));
    verdicts
}

fn times(judge: &Judge<'_>) -> Block {
    let mut rows = Vec::new();
    for (clones, at) in ENDS.into_iter().zip(0..) {
        for (threads, published) in TIMES {
            let there: [Option<f64>; 2] = published[at].map(Some);
            let here = [ARC, STRING].map(|name| find(judge, clones, threads, name, MS));
            let ms = |ms: Option<f64>| number_or_dash(ms.map(f64::round), Unit::Count);
            let ratio = |[arc, string]: [Option<f64>; 2]| {
                let ratio = arc.zip(string).map(|(arc, string)| arc / string);
                number_or_dash(ratio, Unit::Ratio)
            };
            let times = [there[0], here[0], there[1], here[1]].map(ms);
            let threads = Cell::number(threads as f64, Unit::Count);
            let row = [Cell::words(clones), threads].into_iter().chain(times);
            rows.push(row.chain([there, here].map(ratio)).collect());
        }
    }
    let caption = format!(
        "Milliseconds for the clones of the first thread, as published ({SOURCE}; Ryzen 5600X, 6 \
         cores) and here; ratio: Arc<str> over String."
    );
    let times = [ARC, STRING, "ratio"].map(|name| [format!("{name}, published"), name.to_owned()]);
    let numbers = [&[THREADS.to_owned()], times.as_flattened()].concat();
    table(caption, &[CLONES], numbers, rows)
}

fn readings(judge: &Judge<'_>, clones: &str, name: &str) -> Vec<f64> {
    let cell = judge.find(&factors(clones, WATCHED, name), MAPPED);
    let samples = cell.and_then(|cell| cell.samples.first());
    samples.into_iter().flatten().copied().flatten().collect()
}

fn runs(judge: &Judge<'_>) -> Block {
    const UNITS: [Unit; 4] = [Unit::Count, Unit::Bytes, Unit::Bytes, Unit::Count];
    let mut rows = Vec::new();
    for (clones, name, ms, mapped, maps) in RUNS {
        let there = [Some(ms), Some(mapped[0]), Some(mapped[2]), maps];
        let readings = readings(judge, clones, name);
        let [first, last] = [readings.first(), readings.last()].map(Option::<&f64>::copied);
        let find = |metric| find(judge, clones, WATCHED, name, metric);
        let here = [find(MS).map(f64::round), first, last, find(MAPS)];
        for (run, numbers) in [("published", there), ("here", here)] {
            let mut row: Vec<Cell> = [clones, name, run].map(Cell::words).into();
            let numbers = numbers.into_iter().zip(UNITS);
            row.extend(numbers.map(|(number, unit)| number_or_dash(number, unit)));
            rows.push(row);
        }
    }
    let caption = format!(
        "With {WATCHED} threads: mapped memory, at the first reading and the last one, and the \
         anonymous maps of the first thread by strace."
    );
    let words = [CLONES, TYPE, "run"];
    let numbers = [MS, "mapped at first", "mapped at last", MAPS];
    table(caption, &words, numbers, rows)
}

fn chart(judge: &Judge<'_>, clones: &str) -> Chart {
    let runs = RUNS.into_iter().filter(|run| run.0 == clones);
    let series = runs.flat_map(|(_, name, _, [first, second, last], _)| {
        let here = readings(judge, clones, name);
        let steps = here.len().saturating_sub(1).max(1);
        let place = |(step, bytes)| (step as f64 / steps as f64 * 100.0, bytes);
        // When the second reading was taken is not published.
        let there = vec![(0.0, first), (1.0, second), (100.0, last)];
        let series = |run: &str, points| Series::new(format!("{name}, {run}"), points);
        let here = here.into_iter().enumerate().map(place).collect();
        [series("published", there), series("here", here)]
    });
    Chart {
        id: format!("mapped_{clones}"),
        caption: format!("Mapped memory while {WATCHED} threads clone, clones {clones}."),
        x: Axis::new("% of the clones", Unit::Count, Scale::Linear),
        y: Axis::new(MAPPED, Unit::Bytes, Scale::Log),
        shape: Shape::Lines,
        series: series.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_thread_makes_all_clones_and_the_others_stop() {
        let text: Arc<str> = "a".into();
        // Only jemalloc reports, and this is a program of the system's allocator.
        let metrics = clones::<_, false>(&text, WATCHED, 1_001, usize::MAX);
        assert_eq!(metrics.len(), 1, "{metrics:?}");
        assert_eq!(Arc::strong_count(&text), 1);
        clones::<_, true>(&text, 2, 1_001, 0);
        assert_eq!(Arc::strong_count(&text), 1_002);
    }

    #[test]
    fn strings_that_leak_more_than_the_memory_are_left_out() {
        let notes = plan(1 << 50).header.notes;
        let left_out = "String, leaked by 1 threads, is left out";
        assert!(notes[0].starts_with(left_out), "{notes:?}");
        let tasks = [1_000, 1 << 50].map(|count| plan(count).tasks.len());
        assert_eq!(tasks, [2 * 2 * TIMES.len() + 2, 3 * TIMES.len() + 1]);
    }
}
