//! A clock that is stopped while inputs are prepared, and the CPU time of a thread, in which other programs on its
//! core do not count and page faults do.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The time of several spans, without the time that reading the clock takes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stopwatch {
    total: Duration,
    spans: u32,
}

impl Stopwatch {
    /// Adds the time of `work`.
    pub fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = work();
        self.add(start);
        done
    }

    /// Adds the time since `start`.
    fn add(&mut self, start: Instant) {
        self.total += start.elapsed();
        self.spans += 1;
    }

    /// Returns the time of all spans together.
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
    since(start)
}

fn since(start: Instant) -> Duration {
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

/// Returns the nanoseconds that this thread spends on some work.
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
