//! The choice for a field: by memory, within a limit of time; by the same rule for all fields.
//!
//! 1. A type is *allowed* if nothing excludes it.
//! 2. It is *fast enough* if the whole interval of its time lies within the limit, and *too slow* if the whole
//!    interval lies beyond it. Between the two nothing can be told.
//! 3. The choice is the type with the least memory that is allowed and fast enough. Types with less memory whose interval
//!    crosses the limit are named beside it.
//! 4. Of types with equal memory it is the fastest; of those whose times overlap, the one with the least memory,
//!    then the first in the list.
//! 5. If it saves less than a twentieth of `String`'s memory and is not faster, the choice is `String`.

use std::collections::HashMap;

use string_kit_measure::judge::{Judgement, Ratio, Verdict};
use string_kit_measure::run::twin;

use super::facts::{FieldFacts, MemoryFacts};
use crate::candidate::{BASELINE, Candidate, Kind};

/// The least share of `String`'s memory that is worth another type.
const WORTH: f64 = 0.05;
/// The share by which the memory of two types may differ that count as equal.
const EQUAL: f64 = 0.01;

/// A time over `String`'s.
#[derive(Clone, Copy)]
pub(super) struct Time {
    pub(super) ratio: Ratio,
    pub(super) verdict: Verdict,
}

impl From<Judgement> for Time {
    fn from(judged: Judgement) -> Self {
        Self {
            ratio: judged.ratio,
            verdict: judged.verdict,
        }
    }
}

/// A candidate with its memory and its time.
#[derive(Clone, Copy)]
pub(super) struct Rated<'a> {
    pub(super) candidate: &'a Candidate,
    pub(super) memory: &'a MemoryFacts,
    /// None if it was not measured.
    pub(super) time: Option<Time>,
}

impl Rated<'_> {
    /// Returns the memory over that of another.
    #[allow(clippy::cast_precision_loss)] // Far from 2^52.
    pub(super) fn share_of(&self, other: &Self) -> f64 {
        self.memory.taken as f64 / other.memory.taken.max(1) as f64
    }

    /// Returns whether the time lies within a limit; none if nothing can be told.
    fn is_within(&self, limit: f64) -> Option<bool> {
        let ratio = self.time?.ratio;
        if ratio.high <= limit {
            Some(true)
        } else if ratio.low > limit {
            Some(false)
        } else {
            None
        }
    }

    pub(super) fn is_faster(&self) -> bool {
        self.time
            .is_some_and(|time| time.verdict == Verdict::Better)
    }
}

/// The choice for a field, and what stands beside it.
pub(super) struct Choice<'a> {
    /// `String`.
    pub(super) string: Rated<'a>,
    /// The type to use: `String` itself, if no other is worth it.
    pub(super) best: Rated<'a>,
    /// Types with as much memory as the best whose time cannot be told from its own.
    pub(super) level: Vec<Rated<'a>>,
    /// Types with less memory of which nothing can be told: they may be within the limit of time.
    pub(super) perhaps: Vec<Rated<'a>>,
    /// The fastest type, if it is told faster than the best.
    pub(super) fastest: Option<Rated<'a>>,
    /// The best table that keeps each text once, if it saves memory over the best.
    pub(super) table: Option<Rated<'a>>,
    /// The list of the whole column, if it saves memory over the best.
    pub(super) column: Option<Rated<'a>>,
    /// All candidates that are allowed.
    pub(super) allowed: Vec<Rated<'a>>,
}

impl<'a> Choice<'a> {
    /// Chooses for a field. Without `times`, memory alone decides.
    ///
    /// `String` is always among the candidates; it is the choice if nothing else is allowed.
    pub(super) fn of(
        field: &'a FieldFacts,
        candidates: &'a [Candidate],
        times: &HashMap<String, Time>,
        slower: f64,
    ) -> Option<Self> {
        let twin = twin(BASELINE);
        let rate = |memory: &'a MemoryFacts| {
            let candidate = candidates.iter().find(|one| one.name == memory.name)?;
            if memory.name == twin {
                return None;
            }
            let time = times.get(&memory.name).copied();
            Some(Rated {
                candidate,
                memory,
                time,
            })
        };
        let all: Vec<Rated<'a>> = field.memory.iter().filter_map(rate).collect();
        let string = *all.iter().find(|one| one.candidate.name == BASELINE)?;
        let allowed: Vec<Rated<'a>> = all
            .into_iter()
            .filter(|one| one.memory.excluded.is_none())
            .collect();
        let owned = of_kind(&allowed, Kind::Owned);
        let limit = 1.0 + slower;
        let fits = |one: &Rated<'_>| {
            let is_string = one.candidate.name == BASELINE;
            if times.is_empty() || is_string {
                Some(true)
            } else {
                one.is_within(limit)
            }
        };
        let mut fast = owned.iter().filter(|one| fits(one) == Some(true));
        let least = fast.next().copied().unwrap_or(string);
        // Of types with equal memory, the fastest.
        let equals = owned
            .iter()
            .filter(|one| fits(one) == Some(true) && one.share_of(&least) <= 1.0 + EQUAL);
        let equals: Vec<Rated<'a>> = equals.copied().collect();
        let value = |one: &Rated<'_>| one.time.map_or(1.0, |time| time.ratio.value);
        let fastest = equals.iter().min_by(|a, b| value(a).total_cmp(&value(b)));
        // Not the fastest itself: of types that cannot be told apart, each run names the same.
        let first = equals
            .iter()
            .find(|one| fastest.is_some_and(|best| overlap(one, best)));
        let mut best = first.copied().unwrap_or(string);
        let is_string_allowed = string.memory.excluded.is_none();
        if is_string_allowed && best.share_of(&string) > 1.0 - WORTH && !best.is_faster() {
            best = string;
        }
        let is_other = |one: &&Rated<'_>| one.candidate.name != best.candidate.name;
        let is_equal = |one: &&Rated<'_>| (one.share_of(&best) - 1.0).abs() <= EQUAL;
        let level = equals.iter().filter(is_other).filter(is_equal);
        let level = level.filter(|one| overlap(one, &best) && one.candidate.name != BASELINE);
        let perhaps = owned.iter().filter(|one| {
            fits(one).is_none() && one.time.is_some() && one.share_of(&best) < 1.0 - EQUAL
        });
        let fastest = owned.iter().filter(|one| one.time.is_some());
        let fastest = fastest.min_by(|a, b| value(a).total_cmp(&value(b)));
        let fastest = fastest.filter(|one| one.is_faster() && !overlap(one, &best));
        let saves = |kind: Kind| {
            let of_kind = of_kind(&allowed, kind);
            // A column is not timed.
            let is_fit = |one: &Rated<'_>| kind == Kind::Column || fits(one) == Some(true);
            let mut good = of_kind.into_iter().filter(is_fit);
            good.find(|one| one.share_of(&best) < 1.0 - WORTH)
        };
        Some(Self {
            string,
            level: level.copied().collect(),
            perhaps: perhaps.copied().collect(),
            fastest: fastest.copied().filter(|one| is_other(&one)),
            table: saves(Kind::Interned),
            column: saves(Kind::Column),
            best,
            allowed,
        })
    }

    /// Returns the allowed types that no other beats in time and memory at once, by time.
    pub(super) fn front(&self) -> Vec<Rated<'a>> {
        let time = |one: &Rated<'_>| one.time.map(|time| time.ratio.value);
        let mut timed: Vec<(f64, Rated<'a>)> = self
            .allowed
            .iter()
            .filter_map(|one| Some((time(one)?, *one)))
            .collect();
        timed.sort_by(|a, b| {
            a.0.total_cmp(&b.0)
                .then(a.1.memory.taken.cmp(&b.1.memory.taken))
        });
        let mut least = u64::MAX;
        timed.retain(|(_, one)| {
            let is_less = one.memory.taken < least;
            least = least.min(one.memory.taken);
            is_less
        });
        timed.into_iter().map(|(_, one)| one).collect()
    }
}

/// Returns the candidates of a kind, the least memory first.
fn of_kind<'a>(all: &[Rated<'a>], kind: Kind) -> Vec<Rated<'a>> {
    let mut some: Vec<Rated<'a>> = all
        .iter()
        .copied()
        .filter(|one| one.candidate.kind == kind)
        .collect();
    some.sort_by_key(|one| one.memory.taken);
    some
}

/// Returns whether the intervals of two times overlap.
fn overlap(a: &Rated<'_>, b: &Rated<'_>) -> bool {
    match (a.time, b.time) {
        (Some(a), Some(b)) => a.ratio.low <= b.ratio.high && b.ratio.low <= a.ratio.high,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidate::candidates;

    /// Returns a field whose texts take so many bytes by each type.
    fn field(memory: &[(&str, u64)]) -> FieldFacts {
        let of = |&(name, taken): &(&str, u64)| MemoryFacts {
            name: name.to_owned(),
            asked: taken,
            taken,
            blocks: 0,
            excluded: None,
        };
        FieldFacts {
            name: "name".to_owned(),
            count: 1,
            bytes: 1,
            present: 1,
            ascii: 1,
            distinct: 1.0,
            distinct_error: 0.0,
            quantiles: [1; 3],
            lengths: Vec::new(),
            heaviest: Vec::new(),
            memory: memory.iter().map(of).collect(),
        }
    }

    /// Returns times over `String`'s, each with how far its interval reaches to both sides.
    fn times(times: &[(&str, f64, f64)]) -> HashMap<String, Time> {
        let time = |&(name, value, error): &(&str, f64, f64)| {
            let ratio = Ratio {
                value,
                low: value - error,
                high: value + error,
            };
            let verdict = match ratio {
                Ratio { high, .. } if high < 0.97 => Verdict::Better,
                Ratio { low, .. } if low > 1.03 => Verdict::Worse,
                _ => Verdict::Unknown,
            };
            (name.to_owned(), Time { ratio, verdict })
        };
        times.iter().map(time).collect()
    }

    fn names(some: &[Rated<'_>]) -> Vec<String> {
        some.iter().map(|one| one.candidate.name.clone()).collect()
    }

    const MEMORY: &[(&str, u64)] = &[
        ("String", 100),
        ("ColdString", 40),
        ("EcoString", 50),
        ("LeanString", 50),
        ("SmolStr", 70),
        ("lasso", 10),
    ];

    #[test]
    fn the_least_memory_within_the_limit_of_time_is_chosen() {
        let field = field(MEMORY);
        let all = candidates();
        let times = times(&[
            ("ColdString", 1.4, 0.05),
            ("EcoString", 1.01, 0.02),
            ("LeanString", 1.0, 0.02),
            ("SmolStr", 0.8, 0.02),
            ("lasso", 0.9, 0.02),
        ]);
        let choice = Choice::of(&field, &all, &times, 0.1).unwrap();
        assert_eq!(choice.best.candidate.name, "EcoString");
        assert_eq!(names(&choice.level), ["LeanString"]);
        assert_eq!(choice.fastest.unwrap().candidate.name, "SmolStr");
        assert_eq!(choice.table.unwrap().candidate.name, "lasso");
        assert!(choice.perhaps.is_empty() && choice.column.is_none());
        assert_eq!(names(&choice.front()), ["SmolStr", "lasso"]);
        let patient = Choice::of(&field, &all, &times, 0.5).unwrap();
        assert_eq!(patient.best.candidate.name, "ColdString");
    }

    #[test]
    fn a_time_across_the_limit_is_named_and_not_chosen() {
        let field = field(MEMORY);
        let all = candidates();
        let times = times(&[("ColdString", 1.1, 0.02), ("EcoString", 1.0, 0.02)]);
        let choice = Choice::of(&field, &all, &times, 0.1).unwrap();
        assert_eq!(choice.best.candidate.name, "EcoString");
        assert_eq!(names(&choice.perhaps), ["ColdString"]);
    }

    #[test]
    fn without_times_memory_decides() {
        let field = field(MEMORY);
        let all = candidates();
        let choice = Choice::of(&field, &all, &HashMap::new(), 0.1).unwrap();
        assert_eq!(choice.best.candidate.name, "ColdString");
    }

    #[test]
    fn string_stays_if_nothing_is_worth_it_or_allowed() {
        let all = candidates();
        let little = field(&[("String", 100), ("EcoString", 97), ("SmolStr", 120)]);
        let times = times(&[("EcoString", 1.0, 0.02), ("SmolStr", 0.99, 0.02)]);
        let choice = Choice::of(&little, &all, &times, 0.1).unwrap();
        assert_eq!(choice.best.candidate.name, "String");
        let mut none = field(MEMORY);
        for memory in &mut none.memory {
            memory.excluded = Some("it is too old".to_owned());
        }
        let choice = Choice::of(&none, &all, &times, 0.1).unwrap();
        assert_eq!(choice.best.candidate.name, "String");
    }
}
