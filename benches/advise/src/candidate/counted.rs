//! The bytes that a candidate keeps, counted.

use std::any::Any;

use string_kit_measure::memory::counts;

use super::Candidate;
use crate::scenario::Holder;

/// The greatest difference of a prediction of memory from the count, as a share: the growth of an interner depends on the
/// order of the texts, and types have texts in static memory.
pub(crate) const TOLERANCE: f64 = 0.05;

/// Texts that a candidate keeps.
#[allow(missing_debug_implementations)] // The texts can be of any type.
pub(crate) struct Held {
    texts: Box<dyn Any>,
    /// The bytes that the system gave without the allocator; none if they cannot be told.
    pub(super) unseen: Option<u64>,
}

impl Held {
    /// Keeps texts all of whose blocks are the allocator's.
    pub(super) fn new(texts: impl Any) -> Self {
        Self {
            texts: Box::new(texts),
            unseen: Some(0),
        }
    }

    /// Keeps the strings of these texts that a holder makes, and the holder.
    pub(super) fn by<H: Holder + 'static>(texts: &[&str]) -> Self {
        let mut holder = H::default();
        let strings: Vec<H::Text> = texts.iter().map(|text| holder.capture(text)).collect();
        Self::new((holder, strings))
    }
}

/// Returns the bytes that a candidate keeps for these texts; none if a table that lives as long as the
/// process was filled before.
///
/// Zero, unless the program's allocator is the laboratory's.
#[allow(clippy::cast_sign_loss)] // No candidate frees a block that it has not asked for.
pub(crate) fn counted(candidate: &Candidate, texts: &[&str]) -> Option<u64> {
    let mut held = None;
    let counts = counts(|| held = Some((candidate.hold)(texts)));
    let Held { texts, unseen } = held?;
    let asked = counts.live_bytes as u64;
    // The box of the texts is not the candidate's.
    let asked = asked.saturating_sub(size_of_val(&*texts) as u64);
    Some(asked + unseen?)
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::HashMap;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use serde_json::Value;

    use super::*;
    use crate::candidate::{Kind, candidates};
    use crate::input::{self, Records};
    use crate::profile::Field;

    /// Lets one test at a time have the allocator that counts.
    pub(crate) fn alone() -> MutexGuard<'static, ()> {
        static ALONE: Mutex<()> = Mutex::new(());
        ALONE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[test]
    fn memory_is_what_the_allocator_counts() {
        let _alone = alone();
        for (set, texts) in embedded() {
            for count in [0, 1, 2, 10, 100, texts.len()] {
                let texts: Vec<&str> = texts.iter().take(count).map(String::as_str).collect();
                let field = Field::of(&texts);
                // The table of ustr is of the process: other tests fill it, too.
                for one in candidates().iter().filter(|one| one.id != "ustr") {
                    assert_close(one, &field, &texts, set);
                }
            }
        }
    }

    /// Asserts that a candidate keeps the bytes that it predicts, within the tolerance.
    #[track_caller]
    pub(in crate::candidate) fn assert_close(
        of: &Candidate,
        field: &Field,
        texts: &[&str],
        what: &str,
    ) {
        let (asked, counted) = (of.memory(field).asked(), counted(of, texts));
        let error = counted.map(|counted| asked.abs_diff(counted) as f64 / counted.max(1) as f64);
        // A list's block does not depend on the order of its texts.
        let most = if of.kind == Kind::Column {
            0.0
        } else {
            TOLERANCE
        };
        let is_close = error.is_some_and(|error| error <= most);
        assert!(is_close, "{}: {what}: {asked} for {counted:?}", of.name);
    }

    /// Returns the texts of the fields of all embedded sets.
    fn embedded() -> Vec<(&'static str, Vec<String>)> {
        let (keys, values) = input::tags().into_iter().flatten().unzip();
        let cities: Vec<HashMap<String, Value>> =
            serde_json::from_slice(&Records::cities().json).expect("the cities are objects");
        let of = |name| {
            let texts = cities.iter().filter_map(|city| city[name].as_str());
            texts.map(ToOwned::to_owned).collect()
        };
        vec![
            ("cities", of("city")),
            ("states", of("state")),
            ("keys", keys),
            ("values", values),
            ("tokens", input::tokens()),
        ]
    }
}
