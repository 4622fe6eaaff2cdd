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
        self.total += start.elapsed();
        self.spans += 1;
        done
    }

    /// Returns the time of all spans together.
    pub fn elapsed(self) -> Duration {
        self.total.saturating_sub(*READING * self.spans)
    }
}

/// Times `count` passes in one span.
pub fn repeat(count: u32, mut pass: impl FnMut()) -> Duration {
    let mut watch = Stopwatch::default();
    watch.time(|| (0..count).for_each(|_| pass()));
    watch.elapsed()
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
