//! The choice for a field: by memory, within a limit of time; by the same rule for all fields.
//!
//! 1. A type is *allowed* if nothing excludes it.
//! 2. It is *fast enough* if the whole interval of its time lies within the limit, and *too slow* if the whole
//!    interval lies beyond it. Between the two nothing can be told.
//! 3. The choice is the type with the least memory that is allowed and fast enough. Types that take less, and of
//!    which nothing can be told, are named beside it.
//! 4. If it saves less than a twentieth of `String`'s memory and is not faster, the choice is `String`.

use std::collections::HashMap;

use super::facts::{FieldFacts, MemoryFacts};
use crate::candidate::{BASELINE, Candidate, Kind};
use crate::judge::{Judgement, Verdict};
use crate::run::twin;

/// The least share of `String`'s memory that is worth another type.
const WORTH: f64 = 0.05;
/// The share by which the memory of two types may differ that count as equal.
const EQUAL: f64 = 0.01;

/// A candidate with its memory and its time.
#[derive(Clone, Copy)]
pub(super) struct Rated<'a> {
    pub(super) candidate: &'a Candidate,
    pub(super) memory: &'a MemoryFacts,
    /// The time over `String`'s; none if it was not measured.
    pub(super) time: Option<Judgement>,
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
        times: &HashMap<String, Judgement>,
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
        // Of types with equal memory, the one with the least time, unless String is among them.
        let equals = owned
            .iter()
            .filter(|one| fits(one) == Some(true) && one.share_of(&least) <= 1.0 + EQUAL);
        let equals: Vec<Rated<'a>> = equals.copied().collect();
        let value = |one: &Rated<'_>| one.time.map_or(1.0, |time| time.ratio.value);
        let best = equals.iter().min_by(|a, b| value(a).total_cmp(&value(b)));
        let mut best = best.copied().unwrap_or(string);
        let is_string_allowed = string.memory.excluded.is_none();
        if is_string_allowed && best.share_of(&string) > 1.0 - WORTH && !best.is_faster() {
            best = string;
        }
        let is_other = |one: &&Rated<'_>| one.candidate.name != best.candidate.name;
        let level = equals.iter().filter(is_other);
        let level = level.filter(|one| overlap(one, &best) && one.candidate.name != BASELINE);
        let perhaps = owned.iter().filter(|one| {
            fits(one).is_none() && one.time.is_some() && one.share_of(&best) < 1.0 - EQUAL
        });
        let fastest = owned.iter().filter(|one| one.time.is_some());
        let fastest = fastest.min_by(|a, b| value(a).total_cmp(&value(b)));
        let fastest = fastest.filter(|one| one.is_faster() && !overlap(one, &best));
        let saves = |kind: Kind| {
            let of_kind = of_kind(&allowed, kind);
            let mut good = of_kind.into_iter().filter(|one| fits(one) != Some(false));
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
