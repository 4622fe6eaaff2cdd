//! A clock that can be read some hundred times in a microsecond.
//!
//! On x86-64 it is the processor's counter, which on machines of the last fifteen years runs at one
//! speed and alike on all cores, and takes some 8 ns to read; elsewhere the system's monotonic clock.
#![allow(unsafe_code)]

use std::time::{Duration, Instant};

/// The clock's reading; only differences mean something.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[allow(clippy::inline_always)] // A call would be a good part of what is timed.
pub(super) fn ticks() -> u64 {
    // SAFETY: every x86-64 has this counter, and Linux, macOS and Windows let programs read it.
    unsafe { std::arch::x86_64::_rdtsc() }
}

/// The same by the system's clock, in nanoseconds since it was first read.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn ticks() -> u64 {
    static FIRST: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    u64::try_from(FIRST.elapsed().as_nanos()).expect("that is 584 years")
}

/// How long a tick is: told by the system's clock, over the time since this was made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Since {
    instant: Instant,
    ticks: u64,
}

impl Since {
    pub(super) fn now() -> Self {
        Self {
            instant: Instant::now(),
            ticks: ticks(),
        }
    }

    /// How many ticks a nanosecond has; waits until two milliseconds have passed, over which the
    /// clocks can be told apart to a ten-thousandth.
    #[allow(clippy::cast_precision_loss)] // Far from 2^52.
    pub(super) fn ticks_per_ns(self) -> f64 {
        while self.instant.elapsed() < Duration::from_millis(2) {
            std::hint::spin_loop();
        }
        let ticks = ticks() - self.ticks;
        ticks as f64 / (self.instant.elapsed().as_secs_f64() * 1e9)
    }
}
