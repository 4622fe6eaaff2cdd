//! A process's side of a run: it times its cells and prints their samples.
//!
//! Time is taken in short batches of all cells in turn, in a new order each round. A disturbance
//! that slows a cell and its baseline alike cancels out in their ratio. So the cells of a group,
//! which are compared with each other, have their batches one right after the other.
//!
//! Each batch has a random place on the stack.
//!
//! PERF: a store of 16 bytes that crosses a page takes 5.5 ns instead of 0.25, and the address of
//! the stack decides which stores do. One address for a whole process made the medians of processes
//! differ by 8 % (standard deviation); a random one within 64 KiB before each batch, by 0.4 %.

use std::hint::black_box;
use std::io::{self, Write};
use std::mem::MaybeUninit;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use super::process::Part;
use crate::run::{Factors, Measurement, SENTINEL, Unit, grouped, median};

/// The length of a batch: some hundred readings of the clock, and so short that a group is done
/// before the neighbours on the core change.
const BATCH: Duration = Duration::from_micros(15);
const FEWEST: usize = 5;
/// The number of timings of each size that is tried for a batch. The shortest counts, so that one
/// preemption does not shrink the batch.
const TRIALS: usize = 3;
/// The number of cells of a group between two times of the sentinel.
const WATCHED: usize = 4;
/// The number of cache lines of the chase: 2 MB, more than most second-level caches and less than
/// any third.
const LINES: u32 = 1 << 15;
/// The number of `u32` in a cache line.
const LINE: usize = 16;
/// The hops of one time: 0.5 µs in the third-level cache.
///
/// PERF: a ring of 50,000 strings is not slower until a hop takes over twice its calm time;
/// arithmetic that takes 8 % longer tells that another program has half the core. So the arithmetic
/// is most of the time.
const HOPS: u32 = 32;
/// The steps of arithmetic of one time: some 3 µs.
const STEPS: u64 = 2_500;
/// A bound of the offset, in units of 16 bytes: 64 KiB.
const PLACES: u16 = 1 << 12;

/// The part of a run that a process does.
#[derive(Debug)]
pub struct Sampler {
    pub time: Duration,
    pub process: u32,
    pub random: fastrand::Rng,
    factors: Factors,
    compared: Option<String>,
    /// Blocks that move the addresses of later ones.
    padding: Vec<Vec<u8>>,
}

impl Sampler {
    pub fn new(part: &Part) -> Self {
        let place = (u64::from(part.process) << 32) | part.place as u64;
        let seed = part.seed ^ place.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut random = fastrand::Rng::with_seed(seed);
        let padding = padding(&mut random);
        Self {
            time: part.time,
            process: part.process,
            random,
            factors: part.task.factors.clone(),
            compared: part.compared.clone(),
            padding,
        }
    }

    /// Times cells, round by round, and reports their samples in nanoseconds for each operation.
    pub fn time(&mut self, mut cells: Vec<Timed<'_>>) -> io::Result<()> {
        let random = &mut self.random;
        let mut sentinel = Sentinel::new(random);
        let start = Instant::now();
        let mut order: Vec<usize> = (0..cells.len()).collect();
        // The first calls decide where caches and the allocator put things.
        random.shuffle(&mut order);
        for cell in order {
            cells[cell].batch = batch(&mut cells[cell].run);
        }
        // Cells that are compared with each other are measured one after the other.
        let factors = cells.iter().map(|cell| match &self.compared {
            Some(compared) => cell.answer.key.factors.clone().without(compared),
            None => Factors::default(),
        });
        // The cells of each group, and the time of the sentinel beside them in each round.
        let mut groups: Vec<(Factors, Vec<usize>, Vec<f64>)> = grouped(factors.zip(0..))
            .into_iter()
            .map(|(factors, cells)| (factors, cells, Vec::new()))
            .collect();
        for round in 1.. {
            random.shuffle(&mut groups);
            for (_, group, disturbance) in &mut groups {
                random.shuffle(group);
                let mut watched = Vec::new();
                for (place, &cell) in group.iter().enumerate() {
                    if place % WATCHED == 0 {
                        watched.push(sentinel.time());
                    }
                    let cell = &mut cells[cell];
                    let count = cell.batch;
                    let spent = at_random_place(random, || {
                        // Untimed: brings the code, the data and the pages of the stack back into
                        // the caches, and trains the branch predictor, which ran other cells since.
                        (cell.run)(count.div_ceil(4));
                        (cell.run)(count)
                    });
                    let sample = spent.as_nanos() as f64 / (f64::from(count) * cell.operations);
                    cell.answer.samples[0].push(Some(sample));
                }
                watched.push(sentinel.time());
                disturbance.extend(median(watched));
            }
            if round >= FEWEST && start.elapsed() >= self.time {
                break;
            }
        }
        for (factors, _, disturbance) in groups {
            self.sentinel(factors, disturbance)?;
        }
        for cell in cells {
            self.report(cell.answer)?;
        }
        black_box(&self.padding);
        Ok(())
    }

    /// Reports the times of the sentinel in each round of the cells that have these factors.
    pub fn sentinel(&mut self, group: Factors, values: Vec<f64>) -> io::Result<()> {
        let values = values.into_iter().map(Some).collect();
        self.report(Measurement::new(group, SENTINEL, Unit::Ns, values))
    }

    pub fn fixed(
        &mut self,
        factors: Factors,
        metric: &str,
        unit: Unit,
        value: f64,
    ) -> io::Result<()> {
        self.report(Measurement::new(factors, metric, unit, vec![Some(value)]))
    }

    /// Reports samples of a cell, one for each round: a line of the standard output.
    pub fn report(&mut self, mut answer: Measurement) -> io::Result<()> {
        answer.key.factors = answer.key.factors.replaced_by(&self.factors);
        let mut out = io::stdout().lock();
        serde_json::to_writer(&mut out, &answer)?;
        writeln!(out)
    }
}

/// Allocates blocks of random sizes, and frees half of them: the heap of each process differs.
fn padding(random: &mut fastrand::Rng) -> Vec<Vec<u8>> {
    let mut blocks: Vec<Vec<u8>> = (0..random.usize(16..256))
        .map(|_| Vec::with_capacity(1 << random.u32(4..11)))
        .collect();
    random.shuffle(&mut blocks);
    blocks.truncate(blocks.len() / 2);
    blocks
}

#[allow(missing_debug_implementations)] // It holds a closure.
pub struct Timed<'a> {
    /// The cell, with the nanoseconds of an operation in each round.
    pub answer: Measurement,
    /// Does a pass a number of times, and returns how long they took together.
    pub run: Box<dyn FnMut(u32) -> Duration + 'a>,
    /// The number of operations of a pass: samples are of one.
    operations: f64,
    batch: u32,
}

impl<'a> Timed<'a> {
    pub fn new(factors: Factors, run: impl FnMut(u32) -> Duration + 'a) -> Self {
        Self {
            answer: Measurement::new(factors, "time", Unit::Ns, Vec::new()),
            run: Box::new(run),
            operations: 1.0,
            batch: 1,
        }
    }

    pub fn with_operations(mut self, operations: usize) -> Self {
        self.operations = operations as f64;
        self
    }
}

/// Returns the number of passes that take about as long as a batch; one, if a pass takes longer.
fn batch(run: &mut dyn FnMut(u32) -> Duration) -> u32 {
    let mut count = 1_u32;
    loop {
        let trials = (0..TRIALS).map(|_| run(count));
        if trials.min().is_some_and(|least| least >= BATCH) || count > 1 << 20 {
            // The first count to reach it took between one and two batches: three quarters take
            // between 3/4 and 3/2 of one.
            return (count * 3 / 4).max(1);
        }
        count *= 2;
    }
}

/// A pointer chase through 2 MB, and arithmetic. Work beside it slows the chase by what it takes of
/// the shared cache, and the arithmetic by what it takes of the core.
#[derive(Debug)]
pub struct Sentinel {
    /// The place of the next line, in the first word of each line.
    next: Vec<u32>,
    at: u32,
}

impl Sentinel {
    /// Returns a sentinel whose chase visits all lines in a random order.
    pub fn new(random: &mut fastrand::Rng) -> Self {
        let mut order: Vec<u32> = (0..).step_by(LINE).take(LINES as usize).collect();
        random.shuffle(&mut order);
        let mut next = vec![0; LINES as usize * LINE];
        for (line, following) in order.iter().zip(order.iter().cycle().skip(1)) {
            next[*line as usize] = *following;
        }
        Self { next, at: 0 }
    }

    /// Does the work, and returns its time in nanoseconds.
    pub fn time(&mut self) -> f64 {
        f64::from(HOPS) * self.hops(HOPS) + core_time()
    }

    /// Returns the nanoseconds of the same hops after one cycle has brought all lines into the
    /// caches.
    pub fn time_warm(&mut self) -> f64 {
        const TIMED: u32 = 1 << 14;
        self.hops(LINES);
        f64::from(HOPS) * self.hops(TIMED)
    }

    fn hops(&mut self, hops: u32) -> f64 {
        let start = Instant::now();
        for _ in 0..hops {
            self.at = self.next[self.at as usize];
        }
        black_box(self.at);
        start.elapsed().as_secs_f64() * 1e9 / f64::from(hops)
    }
}

/// Returns the nanoseconds of some arithmetic, which uses no memory.
///
/// PERF: six chains of additions, shifts and exclusive ors fill a core. Where another program ran
/// on the second thread of the core, they took 1.65 to 2.5 ns a step instead of 1.31 to 1.45, and a
/// `CompactString` of a ring 18.6 instead of 12.1. Four chains of multiplications took 1.8 to 2.1
/// instead of 1.7: they leave the core too much.
pub fn core_time() -> f64 {
    let start = Instant::now();
    let mut chains = black_box([1_u64, 2, 3, 4, 5, 6]);
    for step in 0..STEPS {
        // Shifts that differ: the compiler would put equal chains into one vector.
        let [up, upper, highest, down, lower, lowest] = &mut chains;
        *up = up.wrapping_add(step) ^ (*up << 3);
        *upper = upper.wrapping_add(step) ^ (*upper << 5);
        *highest = highest.wrapping_add(step) ^ (*highest << 7);
        *down = down.wrapping_add(step) ^ (*down >> 3);
        *lower = lower.wrapping_add(step) ^ (*lower >> 5);
        *lowest = lowest.wrapping_add(step) ^ (*lowest >> 7);
    }
    black_box(chains);
    start.elapsed().as_secs_f64() * 1e9
}

/// The time of several spans, without the time that reading the clock takes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stopwatch {
    total: Duration,
    spans: u32,
}

impl Stopwatch {
    pub fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = work();
        self.total += start.elapsed();
        self.spans += 1;
        done
    }

    pub fn elapsed(self) -> Duration {
        self.total.saturating_sub(*READING * self.spans)
    }
}

/// Times `count` passes in one span.
pub fn repeat(count: u32, mut pass: impl FnMut()) -> Duration {
    let start = Instant::now();
    // PERF: a loop, since an adapter's closures are compiled for each kind of pass.
    for _ in 0..count {
        pass();
    }
    start.elapsed().saturating_sub(*READING)
}

/// The time of an empty span: the median of many.
pub(super) static READING: LazyLock<Duration> = LazyLock::new(|| {
    let mut spans = [Duration::ZERO; 1001];
    for span in &mut spans {
        let start = Instant::now();
        *span = start.elapsed();
    }
    spans.sort_unstable();
    spans[spans.len() / 2]
});

pub fn cpu_time(work: impl FnOnce()) -> f64 {
    let before = now();
    work();
    now() - before
}

/// Returns the CPU time of this thread so far, in nanoseconds.
#[cfg(target_os = "linux")]
fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Returns the time since the first call, where the clock of a thread is not known.
#[cfg(not(target_os = "linux"))]
fn now() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64() * 1e9
}

/// Runs `work` at a random offset of the stack, a multiple of 16 bytes within 64 KiB.
pub fn at_random_place<R>(random: &mut fastrand::Rng, work: impl FnOnce() -> R) -> R {
    let mut work = Some(work);
    let mut result = None;
    let places = random.u16(..PLACES);
    shifted(places, &mut || result = work.take().map(|work| work()));
    result.expect("the work was done")
}

/// Runs `work` below frames that add up to so many units of 16 bytes.
fn shifted(places: u16, work: &mut dyn FnMut()) {
    let higher = places & places.wrapping_sub(1);
    match places - higher {
        0 => work(),
        1 => frame::<1>(higher, work),
        2 => frame::<2>(higher, work),
        4 => frame::<4>(higher, work),
        8 => frame::<8>(higher, work),
        16 => frame::<16>(higher, work),
        32 => frame::<32>(higher, work),
        64 => frame::<64>(higher, work),
        128 => frame::<128>(higher, work),
        256 => frame::<256>(higher, work),
        512 => frame::<512>(higher, work),
        1024 => frame::<1024>(higher, work),
        _ => frame::<2048>(higher, work),
    }
}

/// Takes `N` units of 16 bytes of the stack, and goes on.
#[inline(never)]
fn frame<const N: usize>(higher: u16, work: &mut dyn FnMut()) {
    let units = [const { MaybeUninit::<u128>::uninit() }; N];
    shifted(higher, work);
    // Until here the frame is needed.
    black_box(&units);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_chase_visits_every_line() {
        let mut sentinel = Sentinel::new(&mut fastrand::Rng::with_seed(1));
        let mut at = sentinel.at;
        let hops = (1..=LINES).find(|_| {
            at = sentinel.next[at as usize];
            at == sentinel.at
        });
        assert_eq!(hops, Some(LINES));
        assert!(sentinel.time() > 0.0);
    }

    #[test]
    fn places_differ_and_stay_within_bounds() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut place = |_| {
            at_random_place(&mut random, || {
                let local = 0_u8;
                std::ptr::from_ref(black_box(&local)).addr()
            })
        };
        let places: BTreeSet<usize> = (0..1000).map(&mut place).collect();
        assert!(places.len() > 700, "{} places", places.len());
        let bytes = places.last().unwrap() - places.first().unwrap();
        assert!(bytes < 80 << 10, "{bytes} bytes apart");
    }
}
