//! The types, and which of them threads can share.

use std::marker::PhantomData;

use string_kit::{CapturedStr, CloneCost};
use string_kit_subjects::for_each_representation;

use super::bytes::bytes;
use super::faithful::{self, Faithful, Published};
use super::{Cell, Sample, engine};

/// Measures a cell for so many milliseconds, or until each thread made so many clones.
type Run = fn(&Cell, u64, Option<u64>) -> Sample;

/// Does what was published.
type Publish = fn(&Faithful) -> Published;

/// A representation.
#[derive(Clone, Copy)]
pub(crate) struct Subject {
    /// Its name in the list of representations.
    pub(crate) name: &'static str,
    /// Whether clones share a text on the heap.
    pub(crate) shares: bool,
    alone: (Run, Publish),
    /// None if threads cannot share it.
    together: Option<(Run, Publish)>,
    /// The bytes of a string with a text of this length, if they can be told.
    pub(in crate::measure) bytes: fn(usize) -> Option<f64>,
}

impl Subject {
    /// The one of this name.
    ///
    /// # Errors
    ///
    /// If there is none, in words.
    pub(in crate::measure) fn named(name: &str) -> Result<Self, String> {
        let mut all = subjects().into_iter();
        all.find(|subject| subject.name == name)
            .ok_or_else(|| format!("there is no representation '{name}'"))
    }

    /// Whether so many threads can have it.
    pub(crate) fn allows(&self, threads: usize) -> bool {
        threads == 1 || self.together.is_some()
    }

    pub(in crate::measure) fn run(&self, threads: usize) -> Result<Run, String> {
        self.by(threads).map(|(run, _)| run)
    }

    pub(in crate::measure) fn published(&self, threads: usize) -> Result<Publish, String> {
        self.by(threads).map(|(_, published)| published)
    }

    fn by(&self, threads: usize) -> Result<(Run, Publish), String> {
        if threads == 1 {
            return Ok(self.alone);
        }
        self.together
            .ok_or_else(|| format!("{} is one thread's: it is not Send and Sync", self.name))
    }
}

/// Whether threads can share a type: a constant of the type itself comes before one of a trait.
struct Probe<S>(PhantomData<S>);

impl<S: CapturedStr + Send + Sync> Probe<S> {
    const TOGETHER: Option<(Run, Publish)> = Some((engine::together::<S>, faithful::together::<S>));
}

trait Otherwise {
    const TOGETHER: Option<(Run, Publish)> = None;
}

impl<S> Otherwise for Probe<S> {}

/// The representations, in the order of string-kit's list.
pub(crate) fn subjects() -> Vec<Subject> {
    let mut subjects = Vec::new();
    macro_rules! add {
        ($name:ident, $ty:ty) => {
            subjects.push(Subject {
                name: stringify!($name),
                shares: <$ty>::PROFILE.clone == CloneCost::Shares,
                alone: (engine::alone::<$ty>, faithful::alone::<$ty>),
                together: <Probe<$ty>>::TOGETHER,
                bytes: bytes::<$ty>,
            });
        };
    }
    for_each_representation!(add);
    subjects
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_one_threads_is_told_from_the_rest() {
        for subject in subjects() {
            assert!(subject.allows(1));
            assert_eq!(
                subject.allows(2),
                subject.name != "rc_str",
                "{}",
                subject.name
            );
        }
    }
}
