//! The types, and which of them threads can share.

use string_kit_measure::Subject;
use string_kit_subjects::for_each_representation;

use crate::workload::contend::{Sample, Setting, Text, Triomphe, alone, together};

type Run = fn(&Setting, &mut fastrand::Rng) -> Sample;

/// The clones of a type.
#[derive(Clone, Debug)]
pub(super) struct Clones {
    alone: Run,
    /// None if threads cannot share it.
    together: Option<Run>,
    check: fn(usize) -> Result<usize, String>,
}

impl Clones {
    /// Returns whether this number of threads can have the type.
    pub(super) fn allow(&self, threads: usize) -> bool {
        threads == 1 || self.together.is_some()
    }

    /// Runs a setting, which the type allows.
    pub(super) fn run(&self, setting: &Setting, random: &mut fastrand::Rng) -> Sample {
        let run = self.together.filter(|_| setting.threads.threads > 1);
        run.unwrap_or(self.alone)(setting, random)
    }

    /// Compares a clone of a string of this length with the text, and returns the string's bytes on the
    /// heap.
    pub(super) fn check(&self, length: usize) -> Result<usize, String> {
        (self.check)(length)
    }
}

fn check<S: Text>(length: usize) -> Result<usize, String> {
    let text = "A".repeat(length);
    let clone = S::of(&text).clone();
    if clone.text() == text {
        Ok(clone.bytes())
    } else {
        Err(format!(
            "{}: a clone of {text:?} is {:?}",
            S::NAME,
            clone.text()
        ))
    }
}

/// Returns the types in the order of string-kit's list, `String` first and its twin behind it, and triomphe's pointer.
pub(super) fn subjects() -> Vec<Subject<Clones>> {
    let mut subjects = Vec::new();
    macro_rules! clones {
        ($ty:ty, $twin:literal, $together:expr) => {
            Clones {
                alone: alone::<$ty, $twin>,
                together: $together,
                check: check::<$ty>,
            }
        };
    }
    macro_rules! add {
        (string, $ty:ty) => {
            let work = clones!(String, false, Some(together::<String, false>));
            let string = Subject::new(String::NAME, "string", work).baseline();
            let twin = string.twin(clones!(String, true, Some(together::<String, true>)));
            subjects.extend([string, twin]);
        };
        // The only type that is not Send and Sync.
        (rc_str, $ty:ty) => {
            add!(rc_str, $ty, None)
        };
        ($id:ident, $ty:ty) => {
            add!($id, $ty, Some(together::<$ty, false>))
        };
        ($id:ident, $ty:ty, $together:expr) => {
            let work = clones!($ty, false, $together);
            subjects.push(Subject::new(<$ty as Text>::NAME, stringify!($id), work));
        };
    }
    for_each_representation!(add);
    add!(triomphe, Triomphe);
    subjects
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_share_every_type_but_rc() {
        for subject in subjects() {
            assert!(subject.work.allow(1));
            assert_eq!(
                subject.work.allow(2),
                subject.name != "Rc<str>",
                "{}",
                subject.name
            );
        }
    }
}
