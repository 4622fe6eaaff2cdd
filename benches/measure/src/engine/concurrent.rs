//! Time of threads while they run at once, apart from the time while some do not.
//!
//! On a busy machine threads lose their cores, and the others then run without contention:
//! operations per second would say more about the scheduler than about a type. So each thread
//! records the start and the end of each chunk of some hundred operations. A chunk counts if it ran
//! without preemption, beside exactly the wanted number of other threads.
//!
//! ```text
//! thread 0  [c][c][c]      preempted     [c][c][c][c][c]
//! thread 1        [c][c][c][c][c][c][c][c][c]    [c][c]
//! counted         ^^^                    ^^^^^^         (of thread 0, with one other)
//! ```

use std::hint::black_box;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use super::sampler::{READING, at_random_place};
use crate::run::{cores, median};

/// The longest time of a chunk, or between two, that does not count as preempted, in nanoseconds.
///
/// A thread that lost its core is without it for some milliseconds, seldom for under a tenth of
/// one. A bound relative to the thread's own median would drop the contended chunks of a thread
/// that mostly runs alone: they take many times as long. So the bound is fixed, and chunks are kept
/// short.
const PREEMPTED: u64 = 60_000;
/// The least time of a chunk, in nanoseconds: long against a reading of the clock.
const SHORT: u64 = 4_000;
/// The greatest time of a chunk, in nanoseconds: a third of [`PREEMPTED`].
const LONG: u64 = 20_000;

const OPERATIONS: u32 = 128;
/// The most operations of a chunk: the fastest ones then take about [`SHORT`].
const MOST_OPERATIONS: u32 = 2048;
/// The number of chunks in a row that must be too long before the next ones are halved, or too
/// short before they are doubled. An interrupted chunk is seldom followed by two more.
const PATIENCE: i32 = 3;
/// The fewest chunks of a thread that make a sample.
const FEWEST: usize = 10;

/// Threads that begin together, and stop after a while.
#[derive(Clone, Copy, Debug)]
pub struct Concurrent {
    pub threads: usize,
    pub time: Duration,
    /// True if each stays on a core, on Linux.
    pub is_pinned: bool,
}

impl Concurrent {
    /// Runs the threads, and returns the median of the chunks that count of each, in nanoseconds
    /// for an operation; of a thread with too few, nothing. Each thread calls `thread` with its
    /// number; that makes the thread's work, and passes it to [`ThreadRun::run`].
    pub fn run(
        self,
        random: &mut fastrand::Rng,
        thread: &(dyn Fn(usize, ThreadRun<'_>) -> Log + Sync),
    ) -> Vec<f64> {
        let (begin, stop) = (Barrier::new(self.threads + 1), AtomicBool::new(false));
        let run = ThreadRun {
            begin: &begin,
            stop: &stop,
            time: self.time,
            epoch: Instant::now(),
        };
        let logs: Vec<Log> = thread::scope(|scope| {
            let start = |index: usize| {
                let mut random = random.fork();
                scope.spawn(move || {
                    if self.is_pinned {
                        pin(index);
                    }
                    at_random_place(&mut random, || thread(index, run))
                })
            };
            let threads: Vec<_> = (0..self.threads).map(start).collect();
            begin.wait();
            thread::sleep(self.time);
            stop.store(true, Ordering::Relaxed);
            let logs = threads.into_iter().map(thread::ScopedJoinHandle::join);
            logs.map(|log| log.expect("threads do not panic")).collect()
        });
        let chunks: Vec<&[Chunk]> = logs.iter().map(|log| &*log.chunks).collect();
        let counted = counted(&chunks, self.threads.min(cores()));
        let typical = counted.iter().filter_map(|chunks| typical(chunks));
        typical.collect()
    }
}

/// Moves this thread to the core, of some that it may run on, that does arithmetic fastest now, on
/// Linux. The system may move it later.
pub fn move_to_calm_core() {
    #[cfg(target_os = "linux")]
    if let Ok(allowed) = sched_getaffinity(None) {
        const TRIED: usize = 8;
        let time = |core: usize| {
            pin(core);
            let times = (0..3).map(|_| super::core_time());
            let time = times.fold(f64::INFINITY, f64::min);
            let _ = sched_setaffinity(None, &allowed);
            (time, core)
        };
        let cores = 0..(allowed.count() as usize).min(TRIED);
        if let Some((_, calm)) = cores.map(time).min_by(|a, b| a.0.total_cmp(&b.0)) {
            pin(calm);
            let _ = sched_setaffinity(None, &allowed);
        }
    }
}

#[cfg(target_os = "linux")]
fn pin(thread: usize) {
    let Ok(allowed) = sched_getaffinity(None) else {
        return;
    };
    let mut cores = (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core));
    let mut chosen = CpuSet::new();
    if let Some(core) = cores.nth(thread % (allowed.count() as usize).max(1)) {
        chosen.set(core);
        // Without the permission, it runs where the system puts it.
        let _ = sched_setaffinity(None, &chosen);
    }
}

#[cfg(not(target_os = "linux"))]
fn pin(_thread: usize) {}

#[derive(Clone, Copy, Debug)]
pub struct ThreadRun<'a> {
    begin: &'a Barrier,
    stop: &'a AtomicBool,
    time: Duration,
    epoch: Instant,
}

impl ThreadRun<'_> {
    /// Waits for the other threads, then does chunks, at least one, until all are asked to stop or
    /// `most` operations are done. `chunk` does about so many operations, and returns how many it
    /// did. A twin is compiled as another function.
    pub fn run<const TWIN: bool>(self, mut chunk: impl FnMut(u32) -> u32, limit: u64) -> Log {
        let mut compiled = |operations| {
            if TWIN {
                // One store makes it another function: the compiler merges equal ones.
                black_box(0_u8);
            }
            chunk(operations)
        };
        self.chunks(&mut compiled, limit)
    }

    fn chunks(self, chunk: &mut dyn FnMut(u32) -> u32, limit: u64) -> Log {
        let mut log = Log::new(self.time);
        self.begin.wait();
        loop {
            let start = Instant::now();
            let operations = chunk(log.pace);
            let spent = start.elapsed();
            log.add(start.duration_since(self.epoch), spent, operations);
            if log.operations >= limit || self.stop.load(Ordering::Relaxed) {
                break;
            }
        }
        log
    }
}

/// Some operations, one after the other; times are in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Chunk {
    start: u64,
    ns: u32,
    operations: u32,
}

impl Chunk {
    fn end(self) -> u64 {
        self.start + u64::from(self.ns)
    }

    fn is_preempted(self) -> bool {
        u64::from(self.ns) > PREEMPTED
    }
}

#[derive(Debug)]
pub struct Log {
    chunks: Vec<Chunk>,
    /// The number of operations of the next chunk.
    pace: u32,
    /// The number of chunks in a row that were too long or, if negative, too short.
    streak: i32,
    operations: u64,
}

impl Log {
    /// Returns a log with room for the chunks of this time. Its pages are touched already.
    fn new(time: Duration) -> Self {
        let some = Chunk {
            start: 1,
            ns: 1,
            operations: 1,
        };
        let room = time.as_nanos() * 2 / u128::from(SHORT) + 1;
        let mut chunks = vec![some; usize::try_from(room).expect("it is short")];
        chunks.clear();
        Self {
            chunks,
            pace: OPERATIONS,
            streak: 0,
            operations: 0,
        }
    }

    fn add(&mut self, start: Duration, spent: Duration, operations: u32) {
        let chunk = Chunk {
            start: u64::try_from(start.as_nanos()).expect("that is 584 years"),
            ns: u32::try_from(spent.as_nanos()).unwrap_or(u32::MAX),
            operations,
        };
        self.operations += u64::from(operations);
        self.follow(chunk.ns);
        // A full log stays as it is: to grow it would take time from the next chunk.
        if self.chunks.len() < self.chunks.capacity() {
            self.chunks.push(chunk);
        }
    }

    /// Halves or doubles the pace, if some chunks in a row took too long or too short a time.
    fn follow(&mut self, ns: u32) {
        self.streak = match u64::from(ns) {
            ..SHORT => self.streak.min(0) - 1,
            SHORT..=LONG => 0,
            _ => self.streak.max(0) + 1,
        };
        if self.streak.abs() == PATIENCE {
            let pace = if self.streak > 0 {
                self.pace / 2
            } else {
                self.pace * 2
            };
            (self.pace, self.streak) = (pace.clamp(1, MOST_OPERATIONS), 0);
        }
    }
}

/// Returns the chunks of each thread that were not preempted, and during all of which exactly so
/// many threads ran.
fn counted(logs: &[&[Chunk]], threads: usize) -> Vec<Vec<Chunk>> {
    let spans: Vec<Vec<(u64, u64)>> = logs.iter().map(|log| spans(log)).collect();
    // 1 if a thread ran during all of a chunk, 0 if during no part of it.
    let runs = |spans: &Vec<(u64, u64)>, chunk: &Chunk| -> Option<usize> {
        let first = spans.partition_point(|(_, end)| *end <= chunk.start);
        match spans.get(first) {
            Some(&(start, end)) if start <= chunk.start && chunk.end() <= end => Some(1),
            Some(&(start, _)) if start < chunk.end() => None,
            _ => Some(0),
        }
    };
    let is_counted = |chunk: &&Chunk| {
        let running: Option<Vec<usize>> = spans.iter().map(|spans| runs(spans, chunk)).collect();
        !chunk.is_preempted()
            && running.is_some_and(|running| running.iter().sum::<usize>() == threads)
    };
    let counted = |log: &&[Chunk]| log.iter().filter(is_counted).copied().collect();
    logs.iter().map(counted).collect()
}

/// Returns the spans in which a thread ran without preemption: from the start of a chunk to the end
/// of another.
fn spans(log: &[Chunk]) -> Vec<(u64, u64)> {
    let mut spans: Vec<(u64, u64)> = Vec::new();
    for chunk in log.iter().filter(|chunk| !chunk.is_preempted()) {
        match spans.last_mut() {
            Some((_, end)) if chunk.start.saturating_sub(*end) <= PREEMPTED => *end = chunk.end(),
            _ => spans.push((chunk.start, chunk.end())),
        }
    }
    spans
}

fn typical(chunks: &[Chunk]) -> Option<f64> {
    let reading = READING.as_secs_f64() * 1e9;
    let ns = |chunk: &Chunk| (f64::from(chunk.ns) - reading).max(0.0) / f64::from(chunk.operations);
    let is_enough = chunks.len() >= FEWEST;
    is_enough.then(|| median(chunks.iter().map(ns).collect()))?
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chunks of 10 µs, one right after the other, from so many µs on.
    fn run(start: u64, count: u64) -> Vec<Chunk> {
        (0..count).map(|at| chunk(start + 10 * at, 10)).collect()
    }

    fn chunk(start: u64, micros: u32) -> Chunk {
        Chunk {
            start: start * 1000,
            ns: micros * 1000,
            operations: 128,
        }
    }

    fn starts(logs: &[Vec<Chunk>], threads: usize) -> Vec<Vec<u64>> {
        let logs: Vec<&[Chunk]> = logs.iter().map(|log| &**log).collect();
        let starts = |log: &Vec<Chunk>| log.iter().map(|chunk| chunk.start / 1000).collect();
        counted(&logs, threads).iter().map(starts).collect()
    }

    #[test]
    fn a_few_chunks_are_no_sample() {
        assert_eq!(typical(&run(0, 9)), None);
        let ns = typical(&run(0, 10)).unwrap();
        assert!(ns > 0.0 && ns <= 10_000.0 / 128.0, "{ns}");
    }

    #[test]
    fn chunks_count_that_ran_whole_beside_the_wanted_number_of_others() {
        let alone = [run(0, 3), vec![chunk(30, 61)], vec![chunk(91, 60)]].concat();
        assert_eq!(starts(&[alone], 1), [[0, 10, 20, 91]]);
        // The second thread comes in the middle of a chunk, and goes in the middle of another.
        let logs = [run(0, 10), run(15, 5)];
        let beside = [[20, 30, 40, 50].to_vec(), vec![15, 25, 35, 45, 55]];
        assert_eq!(starts(&logs, 2), beside);
        assert_eq!(starts(&logs, 1), [[0, 70, 80, 90].to_vec(), vec![]]);
        // It is preempted in a chunk, and between two.
        let preempted = [run(0, 2), vec![chunk(20, 480)], run(500, 2), run(1000, 2)].concat();
        let both = starts(&[run(0, 110), preempted], 2);
        assert_eq!(both[0], [0, 10, 500, 510, 1000, 1010]);
        // Three threads on two cores, and a fourth, which is one too many.
        let mut logs = vec![run(0, 6), run(0, 3), run(30, 3)];
        let count = |logs: &[Vec<Chunk>]| starts(logs, 2).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(count(&logs), [6, 3, 3]);
        logs.push(run(0, 6));
        assert_eq!(count(&logs), [0; 4]);
    }

    #[test]
    fn chunks_become_as_long_as_they_are_to_be_and_a_full_log_does_not_grow() {
        let mut log = Log::new(Duration::ZERO);
        let room = log.chunks.capacity();
        let mut add = |micros: u64| {
            log.add(Duration::ZERO, Duration::from_micros(micros), 7);
            log.pace
        };
        for micros in [30, 30, 10, 30, 30, 1] {
            assert_eq!(add(micros), OPERATIONS, "it may have been by chance");
        }
        assert_eq!((0..90).map(|_| add(30)).last(), Some(1));
        assert_eq!((0..90).map(|_| add(1)).last(), Some(MOST_OPERATIONS));
        assert_eq!(log.chunks.capacity(), room);
        assert_eq!(log.operations, 7 * 186);
    }
}
