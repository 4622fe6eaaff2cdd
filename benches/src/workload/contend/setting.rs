//! One run of a setting: threads that begin together, and the time of an operation.

use string_kit_measure::engine::{Concurrent, Log, ThreadRun};
use string_kit_types::Cloned;

use super::pattern::Pattern;
use super::work::{many, single};

/// The work of some threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) pattern: Pattern,
    /// The length of each string in bytes.
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
        setting.thread::<S, TWIN>(index, &setting.shared(), run)
    }))
}

pub(crate) fn together<S: Cloned + Send + Sync, const TWIN: bool>(
    setting: &Setting,
    random: &mut fastrand::Rng,
) -> Sample {
    let shared: Vec<S> = setting.shared();
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
    fn shared<S: Cloned>(&self) -> Vec<S> {
        strings(self.pattern.strings(), self.length)
    }

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
}
