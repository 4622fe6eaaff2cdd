//! The memory that jemalloc maps while threads clone: the published figure, as a course over a run.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::time::Instant;
use std::{mem, thread};

use string_kit_measure::Failure;
use string_kit_measure::engine::{Plan, Program, Sampler, Task};
use string_kit_measure::judge::Judge;
use string_kit_measure::memory::{free_memory, mapped_bytes};
use string_kit_measure::report::{Axis, Block, Chart, Scale, Section, Series, Shape};
use string_kit_measure::run::{Factors, Measurement, Unit, cores, distinct};

use super::{CLONES, THREADS, TYPE};
use crate::question::section;

const MAPPED: &str = "mapped";
const LENGTH: usize = 64;
/// The clones of the first thread, as published.
const PUBLISHED_CLONES: usize = 1 << 24;
/// The number of times that the memory is read while they are made.
const STEPS: usize = 64;
const PUBLISHED: &str = "Published, by 8 threads on 6 cores with jemalloc, for 16,777,216 clones of 64 bytes: \
    dropped, Arc<str> in 3,125 ms with 8.5 MB mapped, and String in 308 ms with 29.8 MB, both flat; leaked, \
    Arc<str> in 1,952 ms, and String in 968 ms, from 53.7 MB to 9.9 GB.";

/// Returns a plan: a process for each type, number of threads and end of the clones.
pub(super) fn plan() -> Plan {
    let mut tasks = Vec::new();
    for clones in ["dropped", "leaked"] {
        for threads in distinct([8, cores()]) {
            for name in ["Arc<str>", "String"] {
                let factors = Factors::default().with(TYPE, name).with(CLONES, clones);
                let factors = factors.with(THREADS, threads);
                tasks.push(Task {
                    factors: factors.clone(),
                    ..Task::once(&factors.to_string(), Program::Jemalloc)
                });
            }
        }
    }
    let fewer =
        "Leaked clones are fewer where all of them would take over half of the free memory.";
    Plan {
        question: "contend",
        title: "Mapped memory while threads clone".to_owned(),
        notes: vec![PUBLISHED.to_owned(), fewer.to_owned()],
        tasks,
        ..Plan::default()
    }
}

/// Measures a task.
pub(super) fn sample(task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
    let factor = |name| task.factors.get(name).unwrap_or_default();
    let threads = factor(THREADS).parse().unwrap_or(1);
    let text = "A".repeat(LENGTH);
    let course = match (factor(TYPE), factor(CLONES)) {
        ("String", "dropped") => course::<_, false>(&text, threads, PUBLISHED_CLONES),
        ("String", _) => {
            let most = free_memory() / 2 / LENGTH / threads;
            course::<_, true>(&text, threads, most.min(PUBLISHED_CLONES))
        }
        (_, "dropped") => course::<Arc<str>, false>(&text.into(), threads, PUBLISHED_CLONES),
        _ => course::<Arc<str>, true>(&text.into(), threads, PUBLISHED_CLONES),
    };
    let none = || Failure::Unexpected("jemalloc does not report its mapped memory".to_owned());
    let course = course.ok_or_else(none)?;
    let most = course.mapped.iter().copied().fold(0.0, f64::max);
    for (metric, unit, values) in [
        ("clones", Unit::Count, vec![course.clones]),
        ("ms", Unit::Count, vec![course.milliseconds]),
        ("most mapped", Unit::Bytes, vec![most]),
        (MAPPED, Unit::Bytes, course.mapped),
    ] {
        let values = values.into_iter().map(Some).collect();
        sampler.report(Measurement::new(Factors::default(), metric, unit, values))?;
    }
    Ok(())
}

/// The mapped bytes at the start and after each step, the clones of the first thread, and their time by the
/// clock.
struct Course {
    mapped: Vec<f64>,
    clones: f64,
    milliseconds: f64,
}

/// Clones a string `count` times, while the other threads clone handles of their own: leaked ones as often, and
/// dropped ones until the first thread is done.
fn course<S: Clone + Send + Sync, const LEAKED: bool>(
    string: &S,
    threads: usize,
    count: usize,
) -> Option<Course> {
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
        let bytes = mapped.into_iter().map(|bytes| Some(bytes? as f64));
        Some(Course {
            mapped: bytes.collect::<Option<_>>()?,
            clones: (every * STEPS) as f64,
            milliseconds,
        })
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

/// Returns a chart of each end of the clones, if the run has courses of mapped memory.
pub(super) fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let cells = judge.run.measurements.iter();
    let cells: Vec<_> = cells.filter(|cell| cell.key.metric == MAPPED).collect();
    if cells.is_empty() {
        return Vec::new();
    }
    let charts = ["dropped", "leaked"].map(|clones| {
        let cells = cells.iter();
        let cells = cells.filter(|cell| cell.key.factors.get(CLONES) == Some(clones));
        let series = cells.map(|cell| {
            let mapped = cell.samples.iter().flatten().flatten();
            let point = |(step, bytes): (usize, &f64)| (step as f64 / STEPS as f64 * 100.0, *bytes);
            Series {
                name: cell.key.factors.clone().without(CLONES).to_string(),
                points: mapped.enumerate().map(point).collect(),
                ..Series::default()
            }
        });
        Block::Chart(Chart {
            id: format!("mapped_{clones}"),
            caption: format!(
                "Mapped memory over the course of a run, clones {clones}. {PUBLISHED}"
            ),
            x: Axis::new("% of the clones", Unit::Count, Scale::Linear),
            y: Axis::new(MAPPED, Unit::Bytes, Scale::Log),
            shape: Shape::Lines,
            series: series.collect(),
        })
    });
    let title = "Mapped memory over the course of a run";
    section(judge, "contend_mapped", title, charts.into())
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
