//! The memory that jemalloc maps while threads clone: the published figure, as a course over a run.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::time::Instant;
use std::{mem, thread};

use serde::{Deserialize, Serialize};
use string_kit_measure::Failure;
use string_kit_measure::engine::{Plan, Program, Sampler, Task};
use string_kit_measure::judge::{Judge, typical};
use string_kit_measure::memory::{free_memory, mapped_bytes};
use string_kit_measure::report::{Axis, Block, Cell, Chart, Scale, Section, Series, Shape};
use string_kit_measure::run::{Factors, Measurement, Unit, cores, distinct};

use super::findings::{ARC, SOURCE};
use super::{CLONES, ENDS, LEAKED, THREADS};
use crate::question::{Metrics, TYPE, report, section, table};

const MAPPED: &str = "mapped";
const LENGTH: usize = 64;
/// The clones of the first thread, as published.
const PUBLISHED_CLONES: usize = 1 << 24;
/// The number of times that the memory is read while they are made.
const STEPS: usize = 64;
/// The end of the clones, the type, the milliseconds of the first thread, and the mapped bytes at
/// its start and end.
const PUBLISHED: [(&str, &str, f64, Option<[f64; 2]>); 4] = [
    ("dropped", ARC, 3_125.0, Some([8.5e6, 8.5e6])),
    ("dropped", "String", 308.0, Some([29.8e6, 29.8e6])),
    ("leaked", ARC, 1_952.0, None),
    ("leaked", "String", 968.0, Some([53.7e6, 9.9e9])),
];
/// The threads of the published rows and curves.
const THERE: &str = "8, published; 6 cores";

/// The clones of a process.
#[derive(Serialize, Deserialize)]
struct Work {
    /// True for `Arc<str>`, false for `String`.
    is_arc: bool,
    is_leaked: bool,
    threads: usize,
}

/// Returns a plan: a process for each type, number of threads and end of the clones.
pub(super) fn plan() -> Plan {
    let mut tasks = Vec::new();
    for clones in ENDS {
        for threads in distinct([8, cores()]) {
            for name in [ARC, "String"] {
                let factors = Factors::default()
                    .with(TYPE, name)
                    .with(CLONES, clones)
                    .with(THREADS, threads);
                let work = Work {
                    is_arc: name == ARC,
                    is_leaked: clones == LEAKED,
                    threads,
                };
                let mut task = Task::once(&factors.to_string(), Program::Jemalloc).with_work(work);
                task.factors = factors;
                tasks.push(task);
            }
        }
    }
    let fewer =
        "Leaked clones are fewer where all of them would take over half of the free memory.";
    let mut plan = Plan::new("contend", "Mapped memory while threads clone");
    plan.header.notes = vec![fewer.to_owned()];
    Plan { tasks, ..plan }
}

pub(super) fn sample(task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
    let Work {
        is_arc,
        is_leaked,
        threads,
    } = task.work()?;
    let text = "A".repeat(LENGTH);
    let course = match (is_arc, is_leaked) {
        (false, false) => course::<_, false>(&text, threads, PUBLISHED_CLONES),
        (false, true) => {
            let most = free_memory() / 2 / LENGTH / threads;
            course::<_, true>(&text, threads, most.min(PUBLISHED_CLONES))
        }
        (true, false) => course::<Arc<str>, false>(&text.into(), threads, PUBLISHED_CLONES),
        (true, true) => course::<Arc<str>, true>(&text.into(), threads, PUBLISHED_CLONES),
    };
    let none = || Failure::Unexpected("jemalloc does not report its mapped memory".to_owned());
    Ok(report(sampler, course.ok_or_else(none)?)?)
}

/// Clones a string `count` times, while the other threads clone handles of their own: leaked ones
/// as often, and dropped ones until the first thread is done. Returns the clones of the first
/// thread, their time by the clock, and the mapped bytes at the start and after each step.
fn course<S: Clone + Send + Sync, const LEAKED: bool>(
    string: &S,
    threads: usize,
    count: usize,
) -> Option<Metrics> {
    let every = (count / STEPS).max(1);
    let (begin, stop) = (Barrier::new(threads), AtomicBool::new(false));
    thread::scope(|scope| {
        for _ in 1..threads {
            let own = string.clone();
            let (begin, stop) = (&begin, &stop);
            scope.spawn(move || {
                begin.wait();
                let steps = if LEAKED { STEPS } else { usize::MAX };
                for _ in 0..steps {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    clones::<S, LEAKED>(&own, every);
                }
            });
        }
        begin.wait();
        let mut mapped = vec![mapped_bytes()];
        let start = Instant::now();
        for _ in 0..STEPS {
            clones::<S, LEAKED>(string, every);
            mapped.push(mapped_bytes());
        }
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        stop.store(true, Ordering::Relaxed);
        let mapped: Vec<f64> = mapped
            .into_iter()
            .map(|bytes| Some(bytes? as f64))
            .collect::<Option<_>>()?;
        let most = mapped.iter().copied().fold(0.0, f64::max);
        Some(vec![
            ("clones", Unit::Count, vec![(every * STEPS) as f64]),
            ("ms", Unit::Count, vec![milliseconds]),
            ("most mapped", Unit::Bytes, vec![most]),
            (MAPPED, Unit::Bytes, mapped),
        ])
    })
}

fn clones<S: Clone, const LEAKED: bool>(string: &S, count: usize) {
    for _ in 0..count {
        let clone = black_box(string).clone();
        black_box(&clone);
        if LEAKED {
            mem::forget(clone);
        }
    }
}

/// Returns a chart of each end of the clones, and a table, if the run has courses of mapped memory.
pub(super) fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let cells: Vec<_> = judge
        .run
        .measurements
        .iter()
        .filter(|cell| cell.key.metric == MAPPED)
        .collect();
    if cells.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![beside_published(judge, &cells)];
    let charts = ENDS.map(|clones| {
        let cells = cells
            .iter()
            .filter(|cell| cell.key.factors.get(CLONES) == Some(clones));
        let series = cells.map(|cell| {
            let mapped = cell.samples.iter().flatten().flatten();
            let point = |(step, bytes): (usize, &f64)| (step as f64 / STEPS as f64 * 100.0, *bytes);
            Series {
                name: cell.key.factors.clone().without(CLONES).to_string(),
                points: mapped.enumerate().map(point).collect(),
                ..Series::default()
            }
        });
        let published =
            PUBLISHED
                .iter()
                .filter(|one| one.0 == clones)
                .filter_map(|(_, name, _, mapped)| {
                    let [start, end] = (*mapped)?;
                    Some(Series {
                        name: format!("threads {THERE}, type {name}"),
                        points: vec![(0.0, start), (100.0, end)],
                        ..Series::default()
                    })
                });
        Block::Chart(Chart {
            id: format!("mapped_{clones}"),
            caption: format!("Mapped memory over the course of a run, clones {clones}."),
            x: Axis::new("% of the clones", Unit::Count, Scale::Linear),
            y: Axis::new(MAPPED, Unit::Bytes, Scale::Log),
            shape: Shape::Lines,
            series: series.chain(published).collect(),
        })
    });
    let title = "Mapped memory over the course of a run";
    blocks.extend(charts);
    section(judge, "contend_mapped", title, blocks)
}

/// Returns the published numbers, and those of the run.
fn beside_published(judge: &Judge<'_>, cells: &[&Measurement]) -> Block {
    let number = |value: Option<f64>, unit| {
        value.map_or_else(|| Cell::words("-"), |value| Cell::number(value, unit))
    };
    let row = |words: [&str; 3], clones, ms, most| {
        let [clones, ms] = [clones, ms].map(|count| number(count, Unit::Count));
        let numbers = [clones, ms, number(most, Unit::Bytes)];
        words.map(Cell::words).into_iter().chain(numbers).collect()
    };
    let there = PUBLISHED.iter().map(|&(clones, name, ms, mapped)| {
        let words = [clones, name, THERE];
        let most = mapped.map(|[_, end]| end);
        row(words, Some(PUBLISHED_CLONES as f64), Some(ms), most)
    });
    let here = cells.iter().map(|cell| {
        let factor = |factor| cell.key.factors.get(factor).unwrap_or_default();
        let number = |metric| judge.find(&cell.key.factors, metric).and_then(typical);
        let [clones, ms, most] = ["clones", "ms", "most mapped"].map(number);
        row([CLONES, TYPE, THREADS].map(factor), clones, ms, most)
    });
    let caption = format!("Clones of the first thread, as published ({SOURCE}) and here.");
    let numbers = ["clones made", "ms", "most mapped"];
    let rows = there.chain(here).collect();
    table(caption, &[CLONES, TYPE, THREADS], numbers, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clone_is_made_and_dropped() {
        let text: Arc<str> = "a".into();
        // Only jemalloc reports, and this is a program of the system's allocator.
        assert!(course::<_, false>(&text, 2, 640).is_none());
        assert_eq!(Arc::strong_count(&text), 1);
        assert!(course::<_, true>(&text, 1, 640).is_none());
        assert_eq!(Arc::strong_count(&text), 641);
    }
}
