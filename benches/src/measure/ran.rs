//! The time that this thread ran: what others do on its core meanwhile is not of it.
#![allow(unsafe_code)]

use std::time::Duration;

/// How many nanoseconds some work takes this thread, what the system does for it (pages) included.
pub(super) fn timed(work: impl FnOnce()) -> f64 {
    let before = ran();
    work();
    ran().saturating_sub(before).as_secs_f64() * 1e9
}

/// How long this thread ran.
#[cfg(target_os = "linux")]
fn ran() -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the place to write to is there, and of the type that is written.
    let done = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    assert_eq!(done, 0, "Linux has this clock since 2.6");
    let part = |of: i64| u64::try_from(of).expect("a thread ran for no negative time");
    #[allow(clippy::useless_conversion)] // Where words are short, so are these.
    let (seconds, nanos) = (time.tv_sec.into(), time.tv_nsec.into());
    Duration::from_secs(part(seconds)) + Duration::from_nanos(part(nanos))
}

/// How long it is since the first call, where no clock of the thread's is known.
#[cfg(not(target_os = "linux"))]
fn ran() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
