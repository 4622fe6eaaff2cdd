//! A clock that is stopped while what is to be timed is prepared.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The time of several spans, without what it takes to read the clock.
///
/// ```
/// use string_kit_benches::measure::Stopwatch;
///
/// let mut watch = Stopwatch::default();
/// let text = String::from("made outside of the span");
/// watch.time(|| drop(text));
/// assert!(watch.elapsed().as_secs() < 1);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Stopwatch {
    total: Duration,
    spans: u32,
}

impl Stopwatch {
    /// Adds the time of `work`.
    ///
    /// ```
    /// let mut watch = string_kit_benches::measure::Stopwatch::default();
    /// assert_eq!(watch.time(|| 42), 42);
    /// ```
    pub fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = work();
        self.total += start.elapsed();
        self.spans += 1;
        done
    }

    /// The time of all spans together.
    ///
    /// ```
    /// assert!(string_kit_benches::measure::Stopwatch::default().elapsed().is_zero());
    /// ```
    #[must_use]
    pub fn elapsed(self) -> Duration {
        self.total.saturating_sub(*READING * self.spans)
    }
}

/// Runs a pass so many times in one span.
///
/// ```
/// use string_kit_benches::measure::repeat;
///
/// let mut passes = 0;
/// let _time = repeat(3, || passes += 1);
/// assert_eq!(passes, 3);
/// ```
pub fn repeat(count: u32, mut pass: impl FnMut()) -> Duration {
    let mut watch = Stopwatch::default();
    watch.time(|| (0..count).for_each(|_| pass()));
    watch.elapsed()
}

/// How long a span with nothing in it takes: the median of many.
static READING: LazyLock<Duration> = LazyLock::new(|| {
    let mut spans = [Duration::ZERO; 1001];
    for span in &mut spans {
        let start = Instant::now();
        *span = start.elapsed();
    }
    spans.sort_unstable();
    spans[spans.len() / 2]
});
