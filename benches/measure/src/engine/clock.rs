//! A clock that is stopped while inputs are prepared.

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
