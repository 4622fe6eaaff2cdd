//! The types, and which of them threads can share.

use std::marker::PhantomData;

use string_kit::CapturedStr;
use string_kit_measure::run::twin;
use string_kit_subjects::for_each_representation;

use crate::workload::contend::{Sample, Setting, alone, together};

/// The name in the list of representations of the type that the others are compared with.
pub(super) const BASELINE: &str = "string";

type Run = fn(&Setting, &mut fastrand::Rng) -> Sample;

/// A type, with its code.
#[derive(Clone)]
pub(super) struct Subject {
    /// The name that readers know.
    pub(super) name: String,
    /// Its name in the list of representations.
    pub(super) id: &'static str,
    alone: Run,
    /// None if threads cannot share it.
    together: Option<Run>,
    check: fn(usize) -> Result<usize, String>,
}

impl Subject {
    /// Returns whether so many threads can have it.
    pub(super) fn allows(&self, threads: usize) -> bool {
        threads == 1 || self.together.is_some()
    }

    /// Runs a setting, which it allows.
    pub(super) fn run(&self, setting: &Setting, random: &mut fastrand::Rng) -> Sample {
        let run = self.together.filter(|_| setting.threads.threads > 1);
        run.unwrap_or(self.alone)(setting, random)
    }

    /// Compares a clone of a string of this length with the text, and returns the string's bytes on
    /// the heap.
    pub(super) fn check(&self, length: usize) -> Result<usize, String> {
        (self.check)(length).map_err(|why| format!("{}: {why}", self.name))
    }
}

fn check<S: CapturedStr>(length: usize) -> Result<usize, String> {
    let text = "A".repeat(length);
    let clone = S::from_text(&text).clone();
    if clone.as_str() == text {
        Ok(clone.heap_size())
    } else {
        Err(format!("a clone of {text:?} is {:?}", clone.as_str()))
    }
}

/// A type as threads have it: a constant of the type itself comes before one of a trait.
struct Shared<S, const TWIN: bool>(PhantomData<S>);

impl<S: CapturedStr + Send + Sync, const TWIN: bool> Shared<S, TWIN> {
    const RUN: Option<Run> = Some(together::<S, TWIN>);
}

trait Otherwise {
    const RUN: Option<Run> = None;
}

impl<S, const TWIN: bool> Otherwise for Shared<S, TWIN> {}

/// Returns the types in the order of string-kit's list, the baseline's twin after the baseline.
pub(super) fn subjects() -> Vec<Subject> {
    let mut subjects = Vec::new();
    macro_rules! add {
        ($id:ident, $ty:ty) => {
            add!($id, $ty, false, <$ty>::PROFILE.name.to_owned());
            if stringify!($id) == BASELINE {
                add!(string, String, true, twin(String::PROFILE.name));
            }
        };
        ($id:ident, $ty:ty, $twin:literal, $name:expr) => {
            subjects.push(Subject {
                name: $name,
                id: stringify!($id),
                alone: alone::<$ty, $twin>,
                together: <Shared<$ty, $twin>>::RUN,
                check: check::<$ty>,
            })
        };
    }
    for_each_representation!(add);
    subjects
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_share_every_type_but_rc() {
        for subject in subjects() {
            assert!(subject.allows(1));
            assert_eq!(
                subject.allows(2),
                subject.name != "Rc<str>",
                "{}",
                subject.name
            );
        }
    }

    #[test]
    fn the_baseline_comes_first_and_has_a_twin() {
        let names: Vec<String> = subjects().into_iter().map(|one| one.name).collect();
        assert_eq!(names[..2], ["String", "String (twin)"]);
    }
}
