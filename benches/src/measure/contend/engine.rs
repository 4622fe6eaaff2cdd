//! The engine that is fixed: threads that begin together, and chunks of which only those count that
//! ran beside as many others as there are cores for.

use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use string_kit::CapturedStr;

use super::{Cell, leak};
use crate::measure::chunks::{self, Chunk, Log, PREEMPTED, Pass};
use crate::measure::jemalloc;
use crate::measure::mappings::Mappings;
use crate::measure::ticks::Since;
use crate::workload::contend::{Batch, Cloner, Dropper, Many, One, Pattern, Ring, Work, strings};

/// What one run of a cell comes to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Sample {
    /// What each thread did.
    pub(crate) threads: Vec<Thread>,
    /// The mappings that the run made, and their bytes; none where they cannot be told.
    pub(crate) mapped: Option<(i64, i64)>,
    /// The bytes more that jemalloc had mapped; none if it does not run the program.
    pub(crate) jemalloc_mapped: Option<i64>,
}

impl Sample {
    /// How many threads found no chunks that count.
    pub(crate) fn without(&self) -> usize {
        let found_none = |thread: &&Thread| thread.pass.ns.is_none();
        self.threads.iter().filter(found_none).count()
    }
}

/// What one thread did.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Thread {
    /// What its chunks come to.
    pub(crate) pass: Pass,
    /// Whether it only dropped what others cloned.
    pub(crate) drops: bool,
    /// How many operations it did in all.
    pub(crate) operations: u64,
    /// Whether it stopped early, since memory is bounded.
    pub(crate) bounded: bool,
}

/// What the threads clone, if they share it.
struct Shared<S> {
    strings: Vec<S>,
    /// One for each pair of threads.
    rings: Vec<Ring<S>>,
}

impl<S: CapturedStr> Shared<S> {
    fn new(cell: &Cell) -> Self {
        Self {
            strings: strings(cell.pattern.strings(), cell.size),
            rings: (0..cell.threads.div_ceil(2)).map(|_| Ring::new()).collect(),
        }
    }
}

/// What a thread noted.
struct Done {
    chunks: Vec<Chunk>,
    operations: u64,
    bounded: bool,
}

/// A cell of one thread, which makes all that it clones: the type need not be `Send`.
pub(super) fn alone<S: CapturedStr>(cell: &Cell, millis: u64, clones: Option<u64>) -> Sample {
    run(cell, millis, clones, |run, index| {
        run.thread(index, &Shared::<S>::new(cell))
    })
}

/// A cell of some threads.
pub(super) fn together<S: CapturedStr + Send + Sync>(
    cell: &Cell,
    millis: u64,
    clones: Option<u64>,
) -> Sample {
    let shared = Shared::<S>::new(cell);
    run(cell, millis, clones, |run, index| {
        run.thread(index, &shared)
    })
}

/// Runs the threads, and tells what they come to.
fn run(
    cell: &Cell,
    millis: u64,
    clones: Option<u64>,
    thread: impl Fn(&Run, usize) -> Done + Sync,
) -> Sample {
    let since = Since::now();
    let parties = cell.threads + 1;
    let run = Run {
        cell,
        ns: Duration::from_millis(millis).as_secs_f64() * 1e9,
        clones: clones.unwrap_or(u64::MAX),
        ticks_per_ns: since.ticks_per_ns(),
        barriers: [(); 4].map(|()| Barrier::new(parties)),
        stop: AtomicBool::new(false),
    };
    let (done, mapped, jemalloc_mapped) = thread::scope(|scope| {
        let (run, thread) = (&run, &thread);
        let threads: Vec<_> = (0..cell.threads)
            .map(|index| scope.spawn(move || thread(run, index)))
            .collect();
        let [ready, begin, end, leave] = &run.barriers;
        ready.wait();
        let before = (Mappings::now(), jemalloc::mapped());
        begin.wait();
        // Threads that have a number of clones to make stop by themselves.
        if clones.is_none() {
            thread::sleep(Duration::from_millis(millis));
            run.stop.store(true, Ordering::Relaxed);
        }
        end.wait();
        let after = (Mappings::now(), jemalloc::mapped());
        leave.wait();
        let done: Vec<Done> = threads
            .into_iter()
            .map(|one| one.join().expect("nothing panics in it"))
            .collect();
        let mapped = after.0.zip(before.0).map(|(now, then)| now.since(then));
        let jemalloc_mapped = after.1.zip(before.1).map(|(now, then)| now - then);
        (done, mapped, jemalloc_mapped)
    });
    Sample {
        threads: passes(cell, done, since.ticks_per_ns()),
        mapped,
        jemalloc_mapped,
    }
}

/// What the chunks that count come to, thread by thread.
fn passes(cell: &Cell, done: Vec<Done>, ticks_per_ns: f64) -> Vec<Thread> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Some ten thousands.
    let bound = (PREEMPTED * ticks_per_ns) as u64;
    let empty = chunks::empty_chunk();
    let (logs, rest): (Vec<Vec<Chunk>>, Vec<(u64, bool)>) = done
        .into_iter()
        .map(|done| (done.chunks, (done.operations, done.bounded)))
        .unzip();
    let counted = chunks::counted(&logs, cell.threads.min(cores) - 1, bound);
    let of = |index: usize| Thread {
        pass: Pass::of(&counted[index], logs[index].len(), empty, ticks_per_ns),
        drops: drops(cell.pattern, index),
        operations: rest[index].0,
        bounded: rest[index].1,
    };
    (0..logs.len()).map(of).collect()
}

/// Whether a thread is one of those that only drop.
fn drops(pattern: Pattern, index: usize) -> bool {
    pattern.hands_over() && index % 2 == 1
}

/// How the threads of a run measure.
struct Run<'a> {
    cell: &'a Cell,
    ns: f64,
    /// How many operations a thread does at most.
    clones: u64,
    ticks_per_ns: f64,
    /// All have what they need; begin; all are done; all may go.
    barriers: [Barrier; 4],
    stop: AtomicBool,
}

impl Run<'_> {
    /// What one thread does.
    fn thread<S: CapturedStr>(&self, index: usize, shared: &Shared<S>) -> Done {
        if self.cell.leaked {
            self.by::<S, true>(index, shared)
        } else {
            self.by::<S, false>(index, shared)
        }
    }

    fn by<S: CapturedStr, const LEAKED: bool>(&self, index: usize, shared: &Shared<S>) -> Done {
        let first = &shared.strings[0];
        let memory = if LEAKED {
            leak::bound(first, self.cell.threads)
        } else {
            u64::MAX
        };
        match self.cell.pattern {
            Pattern::Own => self.work(One::<_, LEAKED>(&first.clone()), memory),
            Pattern::Borrowed => self.work(One::<_, LEAKED>(first), memory),
            Pattern::Private => {
                let own = strings::<S>(1, self.cell.size);
                self.work(One::<_, LEAKED>(&own[0]), memory)
            }
            Pattern::Picked(_) | Pattern::Cold => {
                let seed = index as u64;
                self.work(Many::<_, LEAKED>::new(&shared.strings, seed), memory)
            }
            Pattern::Batch => self.work(Batch::new(first), memory),
            Pattern::Handoff => {
                let ring = &shared.rings[index / 2];
                if drops(self.cell.pattern, index) {
                    self.work(Dropper::new(ring, &self.stop), memory)
                } else {
                    self.work(Cloner::new(&first.clone(), ring, &self.stop), memory)
                }
            }
        }
    }

    fn work(&self, mut work: impl Work, memory: u64) -> Done {
        let mut log = Log::new(self.ns, self.ticks_per_ns);
        let most = memory.min(self.clones);
        let mut operations = 0;
        let [ready, begin, end, leave] = &self.barriers;
        ready.wait();
        begin.wait();
        while operations < most && !self.stop.load(Ordering::Relaxed) && work.ready() {
            operations += u64::from(log.chunk(|operations| work.chunk(operations)));
            work.done();
        }
        end.wait();
        leave.wait();
        Done {
            chunks: log.into_chunks(),
            operations,
            bounded: operations >= memory,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Allocator;
    use std::rc::Rc;
    use std::sync::Arc;

    fn cell(pattern: Pattern, threads: usize, leaked: bool) -> Cell {
        Cell {
            repr: String::new(),
            allocator: Allocator::System,
            pattern,
            leaked,
            size: 24,
            threads,
        }
    }

    #[test]
    fn every_pattern_is_done_by_every_thread() {
        for pattern in [
            Pattern::Own,
            Pattern::Borrowed,
            Pattern::Private,
            Pattern::Picked(3),
            Pattern::Handoff,
            Pattern::Batch,
        ] {
            for (threads, leaked) in [(1, false), (2, false), (1, true), (2, true)] {
                if !pattern.allows(threads, leaked) {
                    continue;
                }
                let sample = together::<Arc<str>>(&cell(pattern, threads, leaked), 1, Some(200));
                assert_eq!(sample.threads.len(), threads);
                for thread in sample.threads {
                    assert!(thread.operations >= 200, "{pattern}: {thread:?}");
                    assert!(!thread.bounded && thread.pass.counted <= thread.pass.chunks);
                }
            }
        }
    }

    #[test]
    fn one_thread_can_have_what_cannot_be_sent() {
        let sample = alone::<Rc<str>>(&cell(Pattern::Own, 1, false), 1, Some(200));
        assert!(sample.threads[0].operations >= 200);
    }
}
