//! Clones of one type by many threads: a run of threads that begin together, by each pattern.

mod pattern;

use std::hint::black_box;
use std::mem;

use string_kit_measure::engine::{Concurrent, Log, ThreadRun};
use string_kit_types::Cloned;

pub(crate) use pattern::Pattern;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) pattern: Pattern,
    pub(crate) length: usize,
    /// The bytes that the clones of all threads may leak; none if clones are dropped.
    pub(crate) leaks: Option<usize>,
    pub(crate) threads: Concurrent,
}

/// The time of an operation in nanoseconds: the mean over threads of the time while the wanted
/// number of threads ran; none if they did not for long enough.
pub(crate) type Sample = Option<f64>;

/// Runs one thread. It makes all its strings, so that the type need not be `Send`.
pub(crate) fn alone<S: Cloned, const TWIN: bool>(
    setting: &Setting,
    random: &mut fastrand::Rng,
) -> Sample {
    mean(&setting.threads.run(random, &|index, run| {
        setting.thread::<S, TWIN>(
            index,
            &strings(setting.pattern.strings(), setting.length),
            run,
        )
    }))
}

pub(crate) fn together<S: Cloned + Send + Sync, const TWIN: bool>(
    setting: &Setting,
    random: &mut fastrand::Rng,
) -> Sample {
    let shared: Vec<S> = strings(setting.pattern.strings(), setting.length);
    mean(&setting.threads.run(random, &|index, run| {
        setting.thread::<S, TWIN>(index, &shared, run)
    }))
}

/// Returns so many equal strings, of the letter `A` as in the published experiment.
fn strings<S: Cloned>(count: usize, length: usize) -> Vec<S> {
    let text = "A".repeat(length);
    (0..count).map(|_| S::make(&text)).collect()
}

fn mean(times: &[f64]) -> Sample {
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    (!times.is_empty()).then_some(mean)
}

impl Setting {
    fn thread<S: Cloned, const TWIN: bool>(
        &self,
        index: usize,
        shared: &[S],
        run: ThreadRun<'_>,
    ) -> Log {
        match self.leaks {
            Some(_) => self.work::<S, true, TWIN>(index, shared, run),
            None => self.work::<S, false, TWIN>(index, shared, run),
        }
    }

    fn work<S: Cloned, const LEAKED: bool, const TWIN: bool>(
        &self,
        index: usize,
        shared: &[S],
        run: ThreadRun<'_>,
    ) -> Log {
        let first = &shared[0];
        let limit = self.most_clones(first);
        match self.pattern {
            Pattern::Own => run.run::<TWIN>(single::<_, LEAKED>(&first.clone()), limit),
            Pattern::Borrowed => run.run::<TWIN>(single::<_, LEAKED>(first), limit),
            Pattern::Private => {
                let own = strings::<S>(1, self.length);
                run.run::<TWIN>(single::<_, LEAKED>(&own[0]), limit)
            }
            Pattern::Picked(_) => run.run::<TWIN>(many::<_, LEAKED>(shared, index as u64), limit),
        }
    }

    fn most_clones<S: Cloned>(&self, string: &S) -> u64 {
        let bytes = string.clone_bytes();
        match self.leaks {
            Some(limit) if bytes > 0 => (limit / with_slack(bytes) / self.threads.threads) as u64,
            _ => u64::MAX,
        }
    }
}

/// Returns the most that an allocator takes for a block: a header, and up to a quarter of the
/// block, since sizes come in classes; glibc's smallest class is 32 bytes.
fn with_slack(bytes: usize) -> usize {
    (bytes + bytes / 4 + 16).max(32)
}

fn single<S: Clone, const LEAKED: bool>(string: &S) -> impl FnMut(u32) -> u32 {
    move |operations| {
        for _ in 0..operations {
            clone::<S, LEAKED>(string);
        }
        operations
    }
}

/// The fewest indices: each string is then met in many places.
const FEWEST_INDICES: usize = 4096;

/// Clones one of many strings each time, in a drawn order, each as often as any other.
fn many<S: Clone, const LEAKED: bool>(strings: &[S], seed: u64) -> impl FnMut(u32) -> u32 {
    let count = u32::try_from(strings.len()).expect("a pattern has fewer");
    let repeats = FEWEST_INDICES.div_ceil(strings.len());
    let mut order: Vec<u32> = (0..repeats).flat_map(|_| 0..count).collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut order);
    let mut next = 0;
    move |operations| {
        let count = (operations as usize).min(order.len());
        if order.len() - next < count {
            next = 0;
        }
        for &index in &order[next..][..count] {
            clone::<S, LEAKED>(&strings[index as usize]);
        }
        next += count;
        u32::try_from(count).expect("it is at most `operations`")
    }
}

/// Clones a string, and drops or leaks the clone.
///
/// PERF: the clone is shown to `black_box` by reference: by value it is copied, and the drop of a
/// `String` then waits for the copy (17.0 ns become 21.6).
#[inline(always)]
#[allow(clippy::inline_always)] // A call would be a good part of the time.
pub(crate) fn clone<S: Clone, const LEAKED: bool>(string: &S) {
    let clone = black_box(string).clone();
    black_box(&clone);
    if LEAKED {
        mem::forget(clone);
    } else {
        drop(clone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::time::Duration;

    #[test]
    fn leaked_clones_of_all_threads_together_are_bounded() {
        let setting = Setting {
            pattern: Pattern::Own,
            length: 24,
            leaks: Some(1 << 28),
            threads: Concurrent {
                threads: 8,
                time: Duration::from_millis(1),
                is_pinned: false,
            },
        };
        // glibc takes a header of 8 bytes, in steps of 16.
        let clones = setting.most_clones(&"a".repeat(64));
        assert!(clones > 0 && clones * 8 * 80 <= 1 << 28, "{clones}");
        assert_eq!(setting.most_clones(&Arc::<str>::from("a")), u64::MAX);
        assert_eq!(setting.most_clones(&String::new()), u64::MAX);
    }

    #[test]
    fn each_does_as_many_as_it_says() {
        let shared: Arc<str> = "a".into();
        assert_eq!(single::<_, false>(&shared)(3), 3);
        assert_eq!(Arc::strong_count(&shared), 1);
        assert_eq!(single::<_, true>(&shared)(3), 3);
        assert_eq!(Arc::strong_count(&shared), 4);

        let strings: Vec<Arc<str>> = ["a", "b", "c", "d"].map(Into::into).into();
        let mut work = many::<_, true>(&strings, 1);
        let done: u32 = (0..100).map(|_| work(128)).sum();
        let clones = |string| Arc::strong_count(string) - 1;
        assert_eq!(strings.iter().map(clones).sum::<usize>(), done as usize);
        assert!(strings.iter().all(|string| clones(string) > 2_000));
    }
}
