//! The engine as it was published: the main thread clones so many times by the clock, while other
//! threads clone as fast as they can; in between nobody waits for anybody.

use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use string_kit::CapturedStr;

use super::leak;
use crate::measure::jemalloc;
use crate::measure::mappings::Mappings;
use crate::workload::contend::{One, Work, strings};

/// How many bytes the text has.
const SIZE: usize = 64;

/// How often jemalloc is asked what it has mapped.
const EVERY: Duration = Duration::from_millis(10);

/// What is done.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Faithful {
    /// The representation.
    pub(crate) repr: String,
    /// How many threads clone, the main one among them.
    pub(crate) threads: usize,
    /// Whether clones are leaked.
    pub(crate) leaked: bool,
    /// How many times the main thread clones.
    pub(crate) clones: u64,
    /// Whether jemalloc's mapped bytes are looked at meanwhile.
    pub(crate) mapped: bool,
}

/// What it came to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Published {
    /// How long the main thread took, in nanoseconds.
    pub(crate) ns: f64,
    /// How many times it cloned: fewer than asked for if memory is bounded.
    pub(crate) clones: u64,
    /// Whether another thread leaked all that memory allows, and dropped from there on.
    pub(crate) drops_at_last: bool,
    /// What jemalloc had mapped, every 10 ms: nanoseconds since the beginning, and bytes.
    pub(crate) series: Vec<(u64, i64)>,
    /// The mappings that the run made, and their bytes; none where they cannot be told.
    pub(crate) mapped: Option<(i64, i64)>,
}

/// One thread, which nobody disturbs: the type need not be `Send`.
pub(super) fn alone<S: CapturedStr>(of: &Faithful) -> Published {
    measured(of, &base::<S>(), &AtomicBool::new(false), &Barrier::new(1))
}

/// Several threads, of which one is timed.
pub(super) fn together<S: CapturedStr + Send + Sync>(of: &Faithful) -> Published {
    let (base, stop) = (base::<S>(), AtomicBool::new(false));
    let meet = Barrier::new(of.threads);
    let other = |own: S| {
        meet.wait();
        meet.wait();
        let drops_at_last = spin(of, &own, &stop);
        meet.wait();
        meet.wait();
        drops_at_last
    };
    thread::scope(|scope| {
        let (other, mut others) = (&other, Vec::new());
        for _ in 1..of.threads {
            let own = base.clone();
            others.push(scope.spawn(move || other(own)));
        }
        let mut published = measured(of, &base, &stop, &meet);
        for other in others {
            published.drops_at_last |= other.join().expect("nothing panics in it");
        }
        published
    })
}

fn base<S: CapturedStr>() -> S {
    strings(1, SIZE).remove(0)
}

/// Clones until it is told to stop. What it may leak is bounded; from there on it drops, and says so.
fn spin<S: CapturedStr>(of: &Faithful, own: &S, stop: &AtomicBool) -> bool {
    let mut left = most(of, own);
    while !stop.load(Ordering::Relaxed) {
        left = left.saturating_sub(SOME.into());
        clone(own, of.leaked && left > 0, SOME);
    }
    left == 0
}

/// The main thread's share, by the clock; then the others are told to stop.
///
/// All threads `meet` before and after the mappings are looked at, at the beginning and at the end, so
/// that their stacks and what they need to begin are not among what the run made.
fn measured<S: CapturedStr>(
    of: &Faithful,
    base: &S,
    stop: &AtomicBool,
    meet: &Barrier,
) -> Published {
    let clones = of.clones.min(most(of, base));
    meet.wait();
    let before = Mappings::now();
    meet.wait();
    let (ns, series) = thread::scope(|scope| {
        let watch = of.mapped.then(|| scope.spawn(|| watch(stop)));
        let start = Instant::now();
        let mut left = clones;
        while left > 0 {
            let some = left.min(SOME.into());
            clone(
                base,
                of.leaked,
                u32::try_from(some).expect("it is at most SOME"),
            );
            left -= some;
        }
        let ns = start.elapsed().as_secs_f64() * 1e9;
        stop.store(true, Ordering::Relaxed);
        let series = watch.map(|one| one.join().expect("nothing panics in it"));
        (ns, series.unwrap_or_default())
    });
    meet.wait();
    let after = Mappings::now();
    meet.wait();
    Published {
        ns,
        clones,
        drops_at_last: false,
        series,
        mapped: after.zip(before).map(|(now, then)| now.since(then)),
    }
}

/// How many clones are made before the clock or the other threads are looked at.
const SOME: u32 = 1 << 10;

fn clone<S: CapturedStr>(of: &S, leaked: bool, count: u32) {
    if leaked {
        One::<_, true>(of).chunk(count);
    } else {
        One::<_, false>(of).chunk(count);
    }
}

/// How many clones a thread may leak.
fn most<S: CapturedStr>(of: &Faithful, string: &S) -> u64 {
    if of.leaked {
        leak::bound(string, of.threads)
    } else {
        u64::MAX
    }
}

/// What jemalloc has mapped, until it is told to stop, and once after that.
fn watch(stop: &AtomicBool) -> Vec<(u64, i64)> {
    let start = Instant::now();
    let mut series = Vec::new();
    loop {
        let is_last = stop.load(Ordering::Relaxed);
        let Some(bytes) = jemalloc::mapped() else {
            return series;
        };
        let ns = u64::try_from(start.elapsed().as_nanos()).expect("that is 584 years");
        series.push((ns, bytes));
        if is_last {
            return series;
        }
        thread::sleep(EVERY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::rc::Rc;
    use std::sync::Arc;

    fn faithful(threads: usize, leaked: bool) -> Faithful {
        Faithful {
            repr: String::new(),
            threads,
            leaked,
            clones: 5_000,
            mapped: true,
        }
    }

    #[test]
    fn the_main_thread_does_its_share() {
        for of in [faithful(1, false), faithful(2, false), faithful(2, true)] {
            let published = together::<Arc<str>>(&of);
            assert_eq!(published.clones, 5_000);
            assert!(published.ns > 0.0);
            assert!(published.series.is_empty(), "no jemalloc runs the tests");
            assert!(!published.drops_at_last, "clones that share take no memory");
        }
        assert_eq!(alone::<Rc<str>>(&faithful(1, true)).clones, 5_000);
    }
}
