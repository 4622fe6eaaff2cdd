//! The representations of string-kit as subjects.

use std::collections::HashMap;

use string_kit::{CapturedStr, Profile};
use string_kit_measure::Subject;
use string_kit_subjects::for_each_representation;

/// The work of a question with a representation.
pub(crate) trait Work: Sized {
    /// Returns the functions for a type. Those of the twin have machine code of their own.
    fn for_type<S: CapturedStr, const TWIN: bool>() -> Self;
}

/// Returns all representations: the baseline `String`, its twin, then the others.
pub(crate) fn representations<W: Work>() -> Vec<Subject<W>> {
    let mut subjects = Vec::new();
    macro_rules! add {
        (string, $ty:ty) => {
            let work = W::for_type::<String, false>();
            let string = Subject::new(String::PROFILE.name, "string", work).baseline();
            let twin = string.twin(W::for_type::<String, true>());
            subjects.extend([string, twin]);
        };
        ($id:ident, $ty:ty) => {
            let work = W::for_type::<$ty, false>();
            subjects.push(Subject::new(<$ty>::PROFILE.name, stringify!($id), work));
        };
    }
    for_each_representation!(add);
    subjects
}

pub(crate) fn profiles() -> HashMap<&'static str, Profile> {
    let mut profiles = HashMap::new();
    macro_rules! add {
        ($name:ident, $ty:ty) => {
            profiles.insert(stringify!($name), <$ty>::PROFILE);
        };
    }
    for_each_representation!(add);
    profiles
}
