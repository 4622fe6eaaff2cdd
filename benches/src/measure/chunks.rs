//! Time of threads that run at once, told apart from the time of threads that do not.
//!
//! On a machine with other work to do, threads are taken off their cores, and what they contend for
//! is then uncontended: clones a second, by a clock on the wall, say more about the scheduler than
//! about a type. So each thread notes when each of its chunks of some hundred operations began and
//! how long it took, and afterwards only chunks are counted that ran from their first operation to
//! their last, and beside exactly as many others as the question is about.
//!
//! ```text
//! thread 0  [c][c][c]      preempted     [c][c][c][c][c]
//! thread 1        [c][c][c][c][c][c][c][c][c]    [c][c]
//! counted         ^^^                    ^^^^^^         (of thread 0, with one other)
//! ```

use serde::{Deserialize, Serialize};

use super::ticks::ticks;

/// Some operations, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chunk {
    /// When it began, in ticks.
    pub(crate) start: u64,
    /// How long it took.
    pub(crate) ticks: u32,
    /// How many operations it has.
    pub(crate) operations: u32,
}

impl Chunk {
    fn end(self) -> u64 {
        self.start + u64::from(self.ticks)
    }
}

/// The longest that a chunk, or what lies between two, may take without counting as preempted, in
/// nanoseconds.
///
/// A thread that lost its core is without it for a time slice of some milliseconds, seldom for under
/// a tenth of one. A bound that follows a thread's own median would be wrong where it matters: of a
/// thread that mostly runs alone, the contended chunks are the ones that take many times as long.
/// Rather the chunks are kept short, so that none comes near the bound by itself: see [`Pace`].
pub(crate) const PREEMPTED: f64 = 60_000.0;

/// How long chunks are to take, in nanoseconds: long against the clock's reading, and a third of
/// [`PREEMPTED`] at most.
const SHORT: f64 = 250.0;
const LONG: f64 = 20_000.0;

/// How many operations a chunk has at first.
const OPERATIONS: u32 = 128;
/// And at most: of the fastest operations, so many take as long as [`SHORT`].
pub(crate) const MOST_OPERATIONS: u32 = 1024;

/// How many chunks in turn are too long, or too short, before the next ones are halved, or doubled.
/// A chunk that was interrupted is seldom followed by two more.
const PATIENCE: u32 = 3;

/// How many operations the next chunk is to have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    operations: u32,
    /// In ticks.
    short: u32,
    long: u32,
    too_short: u32,
    too_long: u32,
}

impl Pace {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Some ten thousands.
    pub(crate) fn new(ticks_per_ns: f64) -> Self {
        Self {
            operations: OPERATIONS,
            short: (SHORT * ticks_per_ns) as u32,
            long: (LONG * ticks_per_ns) as u32,
            too_short: 0,
            too_long: 0,
        }
    }

    fn follow(&mut self, ticks: u32) {
        self.too_long = if ticks > self.long {
            self.too_long + 1
        } else {
            0
        };
        self.too_short = if ticks < self.short {
            self.too_short + 1
        } else {
            0
        };
        if self.too_long == PATIENCE {
            self.too_long = 0;
            self.operations = (self.operations / 2).max(1);
        }
        if self.too_short == PATIENCE {
            self.too_short = 0;
            self.operations = (self.operations * 2).min(MOST_OPERATIONS);
        }
    }
}

/// What a thread did: its chunks, in order.
#[derive(Debug)]
pub(crate) struct Log {
    chunks: Vec<Chunk>,
    pace: Pace,
}

impl Log {
    /// A log with room for so many nanoseconds, all of it in memory already.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Some seconds at most.
    pub(crate) fn new(ns: f64, ticks_per_ns: f64) -> Self {
        let some = Chunk {
            start: 1,
            ticks: 1,
            operations: 1,
        };
        let mut chunks = vec![some; (ns / SHORT) as usize + 1];
        chunks.clear();
        Self {
            chunks,
            pace: Pace::new(ticks_per_ns),
        }
    }

    /// Does a chunk and notes it: `work` does about so many operations, and says how many it did.
    #[inline]
    pub(crate) fn chunk(&mut self, work: impl FnOnce(u32) -> u32) -> u32 {
        let asked = self.pace.operations;
        let start = ticks();
        let operations = work(asked);
        // A thread may go on by another core, whose counter is a little behind.
        let ticks = ticks().saturating_sub(start);
        let ticks = u32::try_from(ticks).unwrap_or(u32::MAX);
        // A log that is full stays as it is: to make it longer would take time from the next chunk.
        if self.chunks.len() < self.chunks.capacity() {
            self.chunks.push(Chunk {
                start,
                ticks,
                operations,
            });
        }
        self.pace.follow(ticks);
        operations
    }

    pub(crate) fn into_chunks(self) -> Vec<Chunk> {
        self.chunks
    }
}

/// How long a chunk with nothing in it takes, in ticks: the median of many.
pub(crate) fn empty_chunk() -> u32 {
    let mut all: Vec<u64> = (0..1001)
        .map(|_| {
            let start = ticks();
            ticks().saturating_sub(start)
        })
        .collect();
    all.sort_unstable();
    u32::try_from(all[all.len() / 2]).unwrap_or_default()
}

/// The chunks of each thread that ran from their first operation to their last, and during which
/// exactly `others` of the other threads ran too, all the time.
///
/// `bound` is [`PREEMPTED`], in ticks. O(n t) for n chunks of t threads.
pub(crate) fn counted(logs: &[Vec<Chunk>], others: usize, bound: u64) -> Vec<Vec<Chunk>> {
    let spans: Vec<Vec<(u64, u64)>> = logs.iter().map(|log| spans(log, bound)).collect();
    let of = |(thread, log): (usize, &Vec<Chunk>)| {
        // For each thread, the first span that ends after the chunk began: both only go on.
        let mut at = vec![0; logs.len()];
        let mut is_counted = |chunk: &Chunk| {
            if u64::from(chunk.ticks) > bound {
                return false;
            }
            let mut with = 0;
            for (other, spans) in spans
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != thread)
            {
                while spans
                    .get(at[other])
                    .is_some_and(|(_, end)| *end <= chunk.start)
                {
                    at[other] += 1;
                }
                match spans.get(at[other]) {
                    Some(&(start, end)) if start <= chunk.start && chunk.end() <= end => with += 1,
                    // It came or went meanwhile.
                    Some(&(start, _)) if start < chunk.end() => return false,
                    _ => {}
                }
            }
            with == others
        };
        log.iter()
            .copied()
            .filter(|chunk| is_counted(chunk))
            .collect()
    };
    logs.iter().enumerate().map(of).collect()
}

/// When a thread ran without being preempted: from the start of a chunk to the end of another.
fn spans(log: &[Chunk], bound: u64) -> Vec<(u64, u64)> {
    let mut spans: Vec<(u64, u64)> = Vec::new();
    for chunk in log.iter().filter(|chunk| u64::from(chunk.ticks) <= bound) {
        match spans.last_mut() {
            Some((_, end)) if chunk.start.saturating_sub(*end) <= bound => *end = chunk.end(),
            _ => spans.push((chunk.start, chunk.end())),
        }
    }
    spans
}

/// What the counted chunks of a thread come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pass {
    /// Nanoseconds an operation, the median over chunks; none if no chunk counts.
    pub(crate) ns: Option<f64>,
    /// How many chunks count.
    pub(crate) counted: usize,
    /// Of how many.
    pub(crate) chunks: usize,
}

/// The fewest chunks that say something: else a thread is taken to have found none.
const FEWEST: usize = 10;

impl Pass {
    /// The median over chunks, of which `all` were noted; `empty` is what one with nothing in it
    /// takes, in ticks.
    pub(crate) fn of(counted: &[Chunk], all: usize, empty: u32, ticks_per_ns: f64) -> Self {
        let mut ns: Vec<f64> = counted
            .iter()
            .map(|chunk| {
                let ticks = f64::from(chunk.ticks.saturating_sub(empty));
                ticks / ticks_per_ns / f64::from(chunk.operations)
            })
            .collect();
        let middle = ns.len() / 2;
        let is_enough = ns.len() >= FEWEST;
        Self {
            ns: is_enough.then(|| *ns.select_nth_unstable_by(middle, f64::total_cmp).1),
            counted: counted.len(),
            chunks: all,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUND: u64 = 100;

    fn chunk(start: u64, ticks: u32) -> Chunk {
        Chunk {
            start,
            ticks,
            operations: 128,
        }
    }

    /// Chunks of 10 ticks, one right after the other.
    fn run(start: u64, count: u64) -> Vec<Chunk> {
        (0..count).map(|at| chunk(start + 10 * at, 10)).collect()
    }

    fn starts(chunks: &[Chunk]) -> Vec<u64> {
        chunks.iter().map(|chunk| chunk.start).collect()
    }

    #[test]
    fn alone_every_chunk_counts_that_was_not_preempted() {
        let log = [run(0, 3), vec![chunk(30, 101)], vec![chunk(131, 100)]].concat();
        let counted = counted(&[log], 0, BOUND);
        assert_eq!(starts(&counted[0]), [0, 10, 20, 131]);
    }

    #[test]
    fn only_what_ran_beside_the_other_counts() {
        // The second thread comes in the middle of a chunk, and goes in the middle of another.
        let logs = [run(0, 10), run(15, 5)];
        let both = counted(&logs, 1, BOUND);
        assert_eq!(starts(&both[0]), [20, 30, 40, 50]);
        assert_eq!(starts(&both[1]), [15, 25, 35, 45, 55]);
        let alone = counted(&logs, 0, BOUND);
        assert_eq!(starts(&alone[0]), [0, 70, 80, 90]);
        assert!(alone[1].is_empty());
    }

    #[test]
    fn a_thread_that_is_preempted_does_not_run() {
        // In a chunk, and between two.
        let preempted = [run(0, 2), vec![chunk(20, 480)], run(500, 2), run(1000, 2)].concat();
        let logs = [run(0, 110), preempted];
        let both = counted(&logs, 1, BOUND);
        assert_eq!(starts(&both[0]), [0, 10, 500, 510, 1000, 1010]);
    }

    #[test]
    fn of_more_threads_than_cores_exactly_as_many_run_as_there_are_cores() {
        let logs = [run(0, 6), run(0, 3), run(30, 3)];
        let counted = counted(&logs, 1, BOUND);
        assert_eq!(counted.iter().map(Vec::len).collect::<Vec<_>>(), [6, 3, 3]);
        // Another one that runs all the time is one too many.
        let logs = [&logs[..], &[run(0, 6)]].concat();
        let counted = super::counted(&logs, 1, BOUND);
        assert_eq!(counted.iter().map(Vec::len).sum::<usize>(), 0);
    }

    #[test]
    fn a_thread_without_enough_chunks_says_so() {
        let few = Pass::of(&run(0, 9), 50, 0, 1.0);
        assert_eq!((few.ns, few.counted, few.chunks), (None, 9, 50));
        let enough = Pass::of(&run(0, 10), 50, 2, 0.5);
        assert_eq!(enough.ns, Some(8.0 / 0.5 / 128.0));
    }

    #[test]
    fn chunks_become_as_long_as_they_are_to_be() {
        let mut pace = Pace::new(1.0);
        for ticks in [30_000, 30_000, 10_000, 30_000, 30_000, 100] {
            pace.follow(ticks);
            assert_eq!(pace.operations, OPERATIONS, "it may have been by chance");
        }
        (0..90).for_each(|_| pace.follow(30_000));
        assert_eq!(pace.operations, 1);
        (0..90).for_each(|_| pace.follow(100));
        assert_eq!(pace.operations, MOST_OPERATIONS);
    }

    #[test]
    fn a_full_log_stays_as_it_is() {
        let mut log = Log::new(2.0 * SHORT, 1.0);
        let room = log.chunks.capacity();
        (0..=room).for_each(|_| assert_eq!(log.chunk(|_| 7), 7));
        assert_eq!(log.into_chunks().len(), room);
        assert!(empty_chunk() < u32::MAX);
    }
}
