//! The exceptions from the pick of a record: types for fields for which another saves much.

use string_kit_measure::judge::Judge;

use super::choice::{Choice, EQUAL, samples, time_ratio};
use super::factors::TIME;
use super::facts::{PartFacts, Set};
use crate::candidate::Candidate;

/// The least share of a record's memory or time that an exception saves.
const WORTH: f64 = 0.10;

/// A type for some fields of a record whose other fields have the pick.
pub(super) struct Exception<'a> {
    pub(super) part: &'a PartFacts,
    pub(super) candidate: &'a Candidate,
    /// The shares of the record's memory and time that it saves: of the time, none if the type was
    /// not timed.
    pub(super) memory: f64,
    pub(super) time: Option<f64>,
}

impl Exception<'_> {
    /// Returns the product of memory and time that is left, as a share.
    fn left(&self) -> f64 {
        (1.0 - self.memory) * (1.0 - self.time.unwrap_or(0.0))
    }
}

/// Returns the share of a record's memory that a type saves in a part.
fn saved_memory(part: &PartFacts, [pick, base]: [&str; 2], whole: u64) -> Option<f64> {
    let taken = |name| Some(part.memory_of(name)?.taken as f64);
    Some((taken(pick)? - taken(base)?) / whole.max(1) as f64)
}

/// Returns the exceptions from the pick of a record: with it, they name at most so many types. Each
/// saves more than a tenth of the record's memory or time, and leaves a lesser product.
pub(super) fn exceptions<'a>(
    set: &'a Set,
    choice: &Choice<'a>,
    candidates: &'a [Candidate],
    judge: &Judge<'_>,
    most_types: usize,
) -> Vec<Exception<'a>> {
    let (Some(pick), [whole, parts @ ..]) = (choice.pick, &set.parts[..]) else {
        return Vec::new();
    };
    if pick.candidate.is_list() {
        return Vec::new();
    }
    let mut found: Vec<Exception<'a>> = Vec::new();
    let is_group = |part: &PartFacts| part.fields.len() > 1;
    let has_group = parts.iter().any(is_group);
    let is_timed = samples(judge, &whole.name, pick.name(), TIME).is_some();
    for part in parts {
        let Some(choice) = Choice::new(part, candidates, judge) else {
            continue;
        };
        let share = part.texts as f64 / whole.texts.max(1) as f64;
        let allowed = choice.allowed.iter().map(|rated| rated.candidate);
        found.extend(allowed.filter_map(|candidate| {
            let names = [pick.name(), &*candidate.name];
            let is_of_group = has_group && candidate.is_interner();
            if names[0] == names[1] || candidate.is_list() || is_group(part) != is_of_group {
                return None;
            }
            // Its time is that which it has with whole records.
            let ratio = time_ratio(judge, &whole.name, [names[1], names[0]], 1);
            let saved = ratio.map(|ratio| (1.0 - ratio.value) * share);
            let exception = Exception {
                part,
                candidate,
                memory: saved_memory(part, names, pick.memory)?,
                time: saved,
            };
            let is_worth = exception.memory > WORTH || saved.is_some_and(|saved| saved > WORTH);
            // Types that were left out of the times were behind others.
            let is_known = saved.is_some() || !is_timed;
            (is_worth && is_known && exception.left() * EQUAL < 1.0).then_some(exception)
        }));
    }
    found.sort_by(|a, b| a.left().total_cmp(&b.left()));
    let mut chosen: Vec<Exception<'a>> = Vec::new();
    for exception in found {
        let mut types: Vec<&str> = chosen.iter().map(|known| &*known.candidate.name).collect();
        types.extend([pick.name(), &*exception.candidate.name]);
        types.sort_unstable();
        types.dedup();
        let mut fields = chosen.iter().flat_map(|known| &known.part.fields);
        let is_free = !fields.any(|field| exception.part.fields.contains(field));
        if is_free && types.len() <= most_types {
            chosen.push(exception);
        }
    }
    chosen
}
