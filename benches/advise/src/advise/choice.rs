//! The choice of a type, by one rule for a field and for all fields together: [`RULE`].
//!
//! Products are compared in pairs: round by round, the time of one type over that of another. A type whose interval
//! crosses the limit, and that would be chosen within it, makes the choice "not known". So two runs choose two types
//! only if an interval misses the truth.

use std::collections::HashMap;

use string_kit_measure::judge::{Judge, Ratio, typical};
use string_kit_measure::run::{Measurement, twin};

use super::facts::FieldFacts;
use super::{FIELD, STRINGS, TIME, TYPE};
use crate::candidate::{BASELINE, Candidate, Kind};
use crate::crates::Crate;

/// The rule in a sentence.
pub(super) const RULE: &str = "The rule: the least product of memory and time among the types that meet the demands; \
    types within 5 % of it count as equal, and of these the one of the least risk is picked (std, then crates with \
    releases for two years, then all others), then the smallest.";
/// The greatest product, over the least, that counts as equal to it.
pub(super) const EQUAL: f64 = 1.05;
/// The least number of texts for each distinct value for which interners are candidates.
const REPEATED: f64 = 2.0;

/// The times of a run, by field and type.
pub(super) struct Times<'j, 'a> {
    judge: &'j Judge<'a>,
    cells: HashMap<(&'a str, &'a str), &'a Measurement>,
}

impl<'j, 'a> Times<'j, 'a> {
    pub(super) fn of(judge: &'j Judge<'a>) -> Self {
        let cells = judge.run.measurements.iter();
        let cells = cells.filter(|cell| cell.key.metric == TIME && cell.is_measured());
        let keyed = cells.filter_map(|cell| {
            let factors = &cell.key.factors;
            Some(((factors.get(FIELD)?, factors.get(TYPE)?), cell))
        });
        Self {
            judge,
            cells: keyed.collect(),
        }
    }

    /// Returns whether a field was timed.
    pub(super) fn has(&self, field: &str) -> bool {
        self.cells.contains_key(&(field, BASELINE))
    }

    /// Returns the nanoseconds that an operation on a `String` takes, if the times are those of the whole program.
    pub(super) fn of_strings(&self, field: &str) -> Option<f64> {
        let factors = [(FIELD, field), (TYPE, BASELINE)];
        let mut cells = self.judge.run.measurements.iter();
        typical(cells.find(|cell| {
            let is = |(name, value)| cell.key.factors.get(name) == Some(value);
            cell.key.metric == STRINGS && factors.into_iter().all(is)
        })?)
    }

    /// Returns the time of a type over that of another, in the fields that were timed, each weighted by its texts.
    /// The interval holds for `many` such ratios at once.
    pub(super) fn ratio(
        &self,
        fields: &[(&str, u64)],
        one: &str,
        other: &str,
        many: usize,
    ) -> Option<Ratio> {
        let mut sum = [0.0; 4];
        for &(field, count) in fields.iter().filter(|(field, _)| self.has(field)) {
            let other = *self.cells.get(&(field, other))?;
            let one = *self.cells.get(&(field, one))?;
            let ratio = if one.key == other.key {
                let [value, low, high] = [1.0; 3];
                Ratio { value, low, high }
            } else {
                self.judge.compare(one, other)?.of_many(many).ratio
            };
            let weight = count as f64 * typical(other)?;
            let parts = [1.0, ratio.value, ratio.low, ratio.high];
            for (sum, part) in sum.iter_mut().zip(parts) {
                *sum += weight * part;
            }
        }
        let [weight, value, low, high] = sum;
        (weight > 0.0).then(|| Ratio {
            value: value / weight,
            low: low / weight,
            high: high / weight,
        })
    }
}

/// A candidate with its memory and its time.
#[derive(Clone, Copy)]
pub(super) struct Rated<'a> {
    pub(super) candidate: &'a Candidate,
    /// The bytes that all texts take, with the size classes of the allocator.
    pub(super) memory: u64,
    /// The time over `String`'s; none if it was not measured.
    pub(super) time: Option<Ratio>,
}

impl Rated<'_> {
    pub(super) fn name(&self) -> &str {
        &self.candidate.name
    }

    /// Returns the memory over that of another.
    pub(super) fn share_of(&self, other: &Self) -> f64 {
        self.memory as f64 / other.memory.max(1) as f64
    }

    /// Returns the time over `String`'s; 1 if it was not measured.
    pub(super) fn value(&self) -> f64 {
        self.time.map_or(1.0, |time| time.value)
    }
}

/// The choice for a field, or for several together, and what stands beside it.
pub(super) struct Choice<'a> {
    /// `String`.
    pub(super) string: Rated<'a>,
    /// The type to use; none if no type meets the demands.
    pub(super) pick: Option<Pick<'a>>,
    /// The pick without interners, if the pick is one.
    pub(super) owned: Option<Rated<'a>>,
    /// The pick among interners that are read without their table, if the pick is read by its table.
    pub(super) no_table: Option<Rated<'a>>,
    pub(super) smallest: Option<Rated<'a>>,
    pub(super) fastest: Option<Rated<'a>>,
    /// The list of the whole column, if it takes less memory than the pick.
    pub(super) column: Option<Rated<'a>>,
    /// All types that meet the demands, but the list of the column.
    pub(super) allowed: Vec<Rated<'a>>,
}

/// The type to use.
#[derive(Clone)]
pub(super) struct Pick<'a> {
    pub(super) best: Rated<'a>,
    /// Types that would be picked if their product is within the limit, which is not known.
    pub(super) perhaps: Vec<Rated<'a>>,
}

impl<'a> Choice<'a> {
    /// Chooses one type for these fields. Without times, memory alone decides; none if there is no field.
    pub(super) fn of(
        fields: &[&'a FieldFacts],
        candidates: &'a [Candidate],
        times: &Times<'_, '_>,
    ) -> Option<Self> {
        let weights: Vec<(&str, u64)> = fields.iter().map(|of| (&*of.name, of.count)).collect();
        let rate = |candidate: &'a Candidate| {
            let facts = |field: &&'a FieldFacts| {
                let mut memory = field.memory.iter();
                memory.find(|of| of.name == candidate.name)
            };
            let facts: Option<Vec<_>> = fields.iter().map(facts).collect();
            let facts = facts.filter(|facts| !facts.is_empty())?;
            let rated = Rated {
                candidate,
                memory: facts.iter().fold(0, |sum, of| sum.saturating_add(of.taken)),
                time: times.ratio(&weights, &candidate.name, BASELINE, 1),
            };
            Some((rated, facts.iter().all(|of| of.excluded.is_none())))
        };
        let twin = twin(BASELINE);
        let all = candidates.iter().filter(|one| one.name != twin);
        let all: Vec<(Rated<'a>, bool)> = all.filter_map(rate).collect();
        let string = all.iter().find(|(one, _)| one.name() == BASELINE)?.0;
        let repeats = fields.iter().all(|of| of.repeats() >= REPEATED);
        let is_allowed = |(one, is_allowed): &(Rated<'_>, bool)| {
            *is_allowed && (one.candidate.kind != Kind::Interned || repeats)
        };
        let all = all.into_iter().filter(is_allowed).map(|(one, _)| one);
        let (columns, allowed): (Vec<_>, Vec<_>) =
            all.partition(|one| one.candidate.kind == Kind::Column);
        let is_timed = allowed.iter().any(|one| one.time.is_some());
        let comparable = allowed.iter().copied();
        let comparable: Vec<Rated<'a>> = comparable
            .filter(|one| one.time.is_some() == is_timed)
            .collect();
        let ratio = |one: &Rated<'_>, other: &Rated<'_>| {
            times.ratio(&weights, one.name(), other.name(), comparable.len())
        };
        let picked = |is_asked: &dyn Fn(&Candidate) -> bool| {
            let some = comparable.iter().copied();
            let some: Vec<_> = some.filter(|one| is_asked(one.candidate)).collect();
            Pick::of(&some, &ratio)
        };
        let pick = picked(&|_| true);
        let other = |is_asked: &dyn Fn(&Candidate) -> bool| {
            let best = pick.as_ref()?.best.candidate;
            picked(is_asked)
                .filter(|_| !is_asked(best))
                .map(|pick| pick.best)
        };
        let is_interner = |one: &Candidate| one.kind == Kind::Interned;
        let column = columns.into_iter().find(|column| {
            let best = pick.as_ref().map_or(string, |pick| pick.best);
            column.memory < best.memory
        });
        Some(Self {
            string,
            owned: other(&|one| !is_interner(one)),
            no_table: other(&|one| !one.is_read_by_table() && is_interner(one)).filter(|_| {
                pick.iter()
                    .any(|pick| pick.best.candidate.is_read_by_table())
            }),
            smallest: comparable.iter().copied().min_by_key(|one| one.memory),
            fastest: comparable
                .iter()
                .copied()
                .filter(|_| is_timed)
                .min_by(|a, b| a.value().total_cmp(&b.value())),
            pick,
            column,
            allowed,
        })
    }

    /// Returns the type to use, or `String`.
    pub(super) fn best(&self) -> Rated<'a> {
        self.pick.as_ref().map_or(self.string, |pick| pick.best)
    }

    /// Returns the timed types that no other beats in both memory and time, the smallest first.
    pub(super) fn front(&self) -> Vec<Rated<'a>> {
        let timed = self.allowed.iter().copied();
        let mut timed: Vec<Rated<'a>> = timed.filter(|one| one.time.is_some()).collect();
        timed.sort_by(|a, b| (a.memory.cmp(&b.memory)).then(a.value().total_cmp(&b.value())));
        let mut least = f64::INFINITY;
        timed.retain(|one| {
            let is_less = one.value() < least;
            least = least.min(one.value());
            is_less
        });
        timed
    }
}

impl<'a> Pick<'a> {
    /// Picks by [`RULE`]. `ratio` returns the time of one type over that of another.
    fn of(
        all: &[Rated<'a>],
        ratio: &dyn Fn(&Rated<'_>, &Rated<'_>) -> Option<Ratio>,
    ) -> Option<Self> {
        let product = |one: &Rated<'_>| one.memory as f64 * one.value();
        let least = all
            .iter()
            .min_by(|a, b| product(a).total_cmp(&product(b)))?;
        // The ends of the interval of each product, over the least.
        let over_least = |one: &Rated<'_>| {
            let memory = one.share_of(least);
            let time = one.time.and_then(|_| ratio(one, least));
            time.map_or((memory, memory), |time| {
                (memory * time.low, memory * time.high)
            })
        };
        let judged: Vec<_> = all.iter().map(|one| (*one, over_least(one))).collect();
        let key = |one: &Rated<'_>| (Crate::risk(one.candidate.package), one.memory);
        let is_least = |one: &Rated<'_>| one.name() == least.name();
        let equal = judged
            .iter()
            .filter(|(one, (_, high))| is_least(one) || *high <= EQUAL);
        let best = equal.map(|(one, _)| *one).min_by_key(key)?;
        let is_open = |&&(one, (low, high)): &&(Rated<'_>, (f64, f64))| {
            low <= EQUAL && high > EQUAL && !is_least(&one) && key(&one) < key(&best)
        };
        Some(Self {
            best,
            perhaps: judged.iter().filter(is_open).map(|(one, _)| *one).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use string_kit_measure::run::{Factors, Run, Unit, from_bytes};

    use super::*;
    use crate::advise::facts::MemoryFacts;
    use crate::candidate::candidates;

    /// A type with the bytes of its texts, and its time over `String`'s.
    type Truth<'a> = (&'a str, u64, f64);

    fn field(truth: &[Truth<'_>], distinct: f64) -> FieldFacts {
        let memory = truth.iter().map(|&(name, taken, _)| MemoryFacts {
            name: name.to_owned(),
            taken,
            ..MemoryFacts::default()
        });
        FieldFacts {
            name: "name".to_owned(),
            count: 1000,
            distinct,
            memory: memory.collect(),
            ..FieldFacts::default()
        }
    }

    /// Returns a number with about a normal distribution of deviation 1.
    fn normal(random: &mut fastrand::Rng) -> f64 {
        (0..12).map(|_| random.f64()).sum::<f64>() - 6.0
    }

    /// Returns a run with these times. Each process slows a type by a share of its own, and each round all types
    /// alike.
    fn run(truth: &[Truth<'_>], noise: f64, seed: u64) -> Run {
        let header = format!(
            r#"{{"schema":"string-kit-run/1","question":"advise","command":"","seed":{seed},"processes":15,
            "compared":{{"factor":"type","baseline":"String","twin":"String (twin)"}},"machine":{{}}}}"#
        );
        let runs = from_bytes(header.replace('\n', "").as_bytes(), Path::new("run"));
        let mut run = runs.unwrap().remove(0);
        let mut random = fastrand::Rng::with_seed(seed);
        let rounds: Vec<Vec<f64>> = (0..15)
            .map(|_| (0..8).map(|_| normal(&mut random).abs()).collect())
            .collect();
        let cell = |&(name, _, time): &Truth<'_>| {
            let process = |rounds: &Vec<f64>| {
                let own = (noise * normal(&mut random)).exp();
                let sample = |slow: &f64| Some(100.0 * time * own * (1.0 + slow));
                rounds.iter().map(sample).collect()
            };
            let factors = Factors::default().with(FIELD, "name").with(TYPE, name);
            Measurement {
                samples: rounds.iter().map(process).collect(),
                ..Measurement::new(factors, TIME, Unit::Ns, Vec::new())
            }
        };
        run.measurements = truth.iter().filter(|of| of.2 > 0.0).map(cell).collect();
        run
    }

    /// Returns the pick, or its alternatives where it is not known; and checks a choice.
    fn picked(
        truth: &[Truth<'_>],
        distinct: f64,
        run: &Run,
        check: impl Fn(&Choice<'_>),
    ) -> Result<String, Vec<String>> {
        let judge = Judge::of(run);
        let (field, all) = (field(truth, distinct), candidates());
        let choice = Choice::of(&[&field], &all, &Times::of(&judge)).unwrap();
        check(&choice);
        let pick = choice.pick.as_ref().unwrap();
        let names = [pick.best].into_iter().chain(pick.perhaps.iter().copied());
        let names: Vec<String> = names.map(|one| one.name().to_owned()).collect();
        if let [one] = &names[..] {
            Ok(one.clone())
        } else {
            Err(names)
        }
    }

    const TRUTH: [Truth<'_>; 7] = [
        ("String", 100, 1.0),
        ("ColdString", 40, 1.3),
        ("SmolStr", 80, 0.60),
        ("LeanString", 50, 0.95),
        ("Arc<str>", 90, 1.1),
        ("Arc<str> in a set", 30, 0.9),
        ("lasso", 10, 0.7),
    ];

    fn is(one: Option<Rated<'_>>, name: &str) -> bool {
        one.is_some_and(|one| one.name() == name)
    }

    #[test]
    fn the_knee_is_picked_and_the_ends_of_the_front_stand_beside_it() {
        let run = run(&TRUTH, 0.01, 1);
        let picked = |truth: &[Truth<'_>], distinct, check: &dyn Fn(&Choice<'_>)| {
            picked(truth, distinct, &run, check).unwrap()
        };
        // LeanString and SmolStr are equal, and SmolStr is the lesser risk.
        let unique = picked(&TRUTH, 1000.0, &|choice| {
            assert!(is(choice.smallest, "ColdString") && is(choice.fastest, "SmolStr"));
            let front: Vec<_> = choice.front().iter().map(|one| one.memory).collect();
            assert_eq!(front, [40, 50, 80]);
            assert!(choice.owned.is_none() && choice.no_table.is_none());
        });
        assert_eq!(unique, "SmolStr");
        let repeated = picked(&TRUTH, 10.0, &|choice| {
            assert!(is(choice.owned, "SmolStr"));
            assert!(is(choice.no_table, "Arc<str> in a set"));
        });
        assert_eq!(repeated, "lasso");
        let mut demanding = TRUTH;
        demanding[2].1 = 86;
        assert_eq!(picked(&demanding, 1000.0, &|_| ()), "LeanString");
    }

    #[test]
    fn memory_decides_without_times_and_string_stays_unless_another_is_better() {
        let run = run(&[], 0.0, 1);
        let picked = |truth: &[Truth<'_>]| picked(truth, 1000.0, &run, |_| ()).unwrap();
        assert_eq!(picked(&TRUTH), "ColdString");
        assert_eq!(
            picked(&[("String", 100, 1.0), ("SmolStr", 97, 1.0)]),
            "String"
        );
    }

    #[test]
    fn a_type_that_was_not_timed_is_not_compared_with_those_that_were() {
        let mut truth = TRUTH;
        truth[1] = ("Rc<str>", 1, 0.0);
        assert_eq!(
            picked(&truth, 1000.0, &run(&truth, 0.01, 1), |_| ()),
            Ok("SmolStr".to_owned())
        );
    }

    #[test]
    fn ten_runs_pick_the_same_type_or_say_that_it_is_not_known() {
        let names = ["String", "ColdString", "SmolStr", "LeanString", "Box<str>"];
        let mut random = fastrand::Rng::with_seed(7);
        let mut known = 0;
        for _ in 0..12 {
            // Products that differ by little.
            let truth = names.map(|name| {
                let memory = random.u64(40..100);
                let time = 50.0 / memory as f64 * (1.0 + 0.15 * random.f64());
                (name, memory, time)
            });
            let noise = [0.005, 0.02, 0.06][random.usize(..3)];
            let runs = (0..10).map(|_| run(&truth, noise, random.u64(..)));
            let picks: Vec<String> = runs
                .filter_map(|run| picked(&truth, 1000.0, &run, |_| ()).ok())
                .collect();
            assert!(
                picks.windows(2).all(|two| two[0] == two[1]),
                "{truth:?}: {picks:?}"
            );
            known += picks.len();
        }
        assert!(known >= 40, "{known} of 120 are known");
    }
}
