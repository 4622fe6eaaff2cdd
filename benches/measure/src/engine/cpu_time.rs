//! The CPU time of a thread: other programs on its core do not count, page faults do.

/// Returns the nanoseconds that this thread spends on some work.
pub fn cpu_time(work: impl FnOnce()) -> f64 {
    let before = now();
    work();
    now() - before
}

/// Returns the CPU time of this thread so far, in nanoseconds.
#[cfg(target_os = "linux")]
#[allow(clippy::cast_precision_loss)] // A thread that runs for a month is far from 2^52.
fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Returns the time since the first call, where the clock of a thread is not known.
#[cfg(not(target_os = "linux"))]
fn now() -> f64 {
    use std::sync::LazyLock;
    use std::time::Instant;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64() * 1e9
}
