//! One run of a setting: threads that begin together, and the time of an operation.

use string_kit_measure::engine::{Concurrent, Log, ThreadRun, Times};

use super::pattern::Pattern;
use super::text::Text;
use super::work::{Batch, Many, One, Ring, Side};

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

/// The time of an operation, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// The mean over threads of the time while the wanted number of threads ran; none if they did not
    /// for long enough.
    pub(crate) together: Option<f64>,
    /// The time of the first thread by the clock.
    pub(crate) wall: Option<f64>,
}

/// Runs one thread. It makes all its strings, so that the type need not be `Send`.
pub(crate) fn alone<S: Text, const TWIN: bool>(
    setting: &Setting,
    random: &mut fastrand::Rng,
) -> Sample {
    setting.sample(&setting.threads.run(random, &|index, turn| {
        setting.thread::<S, TWIN>(index, &Shared::new(setting), turn)
    }))
}

/// Runs some threads.
pub(crate) fn together<S: Text + Send + Sync, const TWIN: bool>(
    setting: &Setting,
    random: &mut fastrand::Rng,
) -> Sample {
    let shared = Shared::<S>::new(setting);
    setting.sample(&setting.threads.run(random, &|index, turn| {
        setting.thread::<S, TWIN>(index, &shared, turn)
    }))
}

/// The strings that threads share.
struct Shared<S> {
    strings: Vec<S>,
    /// One for each pair of threads.
    rings: Vec<Ring<S>>,
}

impl<S: Text> Shared<S> {
    fn new(setting: &Setting) -> Self {
        let pairs = setting.threads.threads.div_ceil(2);
        Self {
            strings: strings(setting.pattern.strings(), setting.length),
            rings: (0..pairs).map(|_| Ring::new()).collect(),
        }
    }
}

/// Returns so many equal strings, of the letter `A` as in the published experiment.
fn strings<S: Text>(count: usize, length: usize) -> Vec<S> {
    let text = "A".repeat(length);
    (0..count).map(|_| S::make(&text)).collect()
}

impl Setting {
    fn sample(&self, times: &[Times]) -> Sample {
        let wall = times[0].wall;
        let mean = |drops| {
            let threads = times.iter().enumerate();
            let threads = threads.filter(|(index, _)| self.pattern.drops(*index) == drops);
            let times: Vec<f64> = threads.filter_map(|(_, times)| times.together).collect();
            (!times.is_empty()).then(|| times.iter().sum::<f64>() / times.len() as f64)
        };
        let (clone, drop) = (mean(false), mean(true));
        Sample {
            together: match self.pattern {
                Pattern::Handoff => clone.zip(drop).map(|(clone, drop)| clone + drop),
                _ => clone,
            },
            wall: wall.is_finite().then_some(wall),
        }
    }

    fn thread<S: Text, const TWIN: bool>(
        &self,
        index: usize,
        shared: &Shared<S>,
        turn: ThreadRun<'_>,
    ) -> Log {
        match self.leaks {
            Some(_) => self.work::<S, true, TWIN>(index, shared, turn),
            None => self.work::<S, false, TWIN>(index, shared, turn),
        }
    }

    fn work<S: Text, const LEAKED: bool, const TWIN: bool>(
        &self,
        index: usize,
        shared: &Shared<S>,
        turn: ThreadRun<'_>,
    ) -> Log {
        let first = &shared.strings[0];
        let most = self.most_clones(first);
        match self.pattern {
            Pattern::Own => turn.run::<_, TWIN>(One::<_, LEAKED>(&first.clone()), most),
            Pattern::Borrowed => turn.run::<_, TWIN>(One::<_, LEAKED>(first), most),
            Pattern::Private => {
                let own = strings::<S>(1, self.length);
                turn.run::<_, TWIN>(One::<_, LEAKED>(&own[0]), most)
            }
            Pattern::Picked(_) | Pattern::Cold => {
                let many = Many::<_, LEAKED>::new(&shared.strings, index as u64);
                turn.run::<_, TWIN>(many, most)
            }
            Pattern::Batch => turn.run::<_, TWIN>(Batch::new(first), most),
            Pattern::Handoff => {
                let (ring, stop) = (&shared.rings[index / 2], turn.stop);
                if self.pattern.drops(index) {
                    turn.run::<_, TWIN>(Side::<_, true>::new(first, ring, stop), most)
                } else {
                    turn.run::<_, TWIN>(Side::<_, false>::new(&first.clone(), ring, stop), most)
                }
            }
        }
    }

    /// Returns the number of clones that a thread may make of a string.
    fn most_clones<S: Text>(&self, string: &S) -> u64 {
        let bytes = string.bytes_of_clone();
        match self.leaks {
            Some(most) if bytes > 0 => (most / with_slack(bytes) / self.threads.threads) as u64,
            _ => u64::MAX,
        }
    }
}

/// Returns the most that an allocator takes for a block: a header, and up to a quarter of the block, since
/// sizes come in classes; glibc's smallest class is 32 bytes.
fn with_slack(bytes: usize) -> usize {
    (bytes + bytes / 4 + 16).max(32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::time::Duration;

    fn setting(pattern: Pattern, threads: usize, leaks: Option<usize>) -> Setting {
        Setting {
            pattern,
            length: 24,
            leaks,
            threads: Concurrent {
                threads,
                time: Duration::from_millis(1),
                is_pinned: false,
            },
        }
    }

    #[test]
    fn clones_that_are_handed_over_cost_both_sides() {
        for (pattern, threads, expected) in [
            (Pattern::Handoff, vec![Some(20.0), Some(5.0)], Some(25.0)),
            (Pattern::Handoff, vec![Some(20.0), None], None),
            (Pattern::Own, vec![Some(20.0), Some(10.0), None], Some(15.0)),
        ] {
            let times = |together| Times {
                together,
                wall: 1.0,
            };
            let times: Vec<Times> = threads.into_iter().map(times).collect();
            let sample = setting(pattern, 2, None).sample(&times);
            assert_eq!(sample.together, expected, "{pattern}");
        }
    }

    #[test]
    fn leaked_clones_of_all_threads_together_are_bounded() {
        let of = setting(Pattern::Own, 8, Some(1 << 28));
        // glibc takes a header of 8 bytes, in steps of 16.
        let clones = of.most_clones(&"a".repeat(64));
        assert!(clones > 0 && clones * 8 * 80 <= 1 << 28, "{clones}");
        assert_eq!(of.most_clones(&Arc::<str>::from("a")), u64::MAX);
        assert_eq!(of.most_clones(&String::new()), u64::MAX);
    }
}
