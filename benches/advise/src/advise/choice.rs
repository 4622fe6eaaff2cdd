//! The choice of a type for a part of a record, by one rule: [`RULE`].
//!
//! Products are compared in pairs: round by round, the time of one type over that of another. A
//! type whose interval crosses the limit, and that would be chosen within it, ties with the type
//! that is chosen without it. So two runs choose two types that do not tie only if an interval
//! misses the truth.

use string_kit_measure::judge::{Judge, Ratio};
use string_kit_measure::run::{Factors, Measurement, twin};

use super::factors::{FIELD, TIME, TYPE};
use super::facts::PartFacts;
use crate::candidate::{BASELINE, Candidate};

pub(super) const RULE: &str = "The rule: the least product of memory and time; of types within \
    5 % of it the one of the least risk (std, then crates without an advisory whose releases span \
    two years, then others; of each, those with a warning last), then the smallest.";
/// The greatest product, over the least, that counts as equal to it.
pub(super) const EQUAL: f64 = 1.05;

/// Returns the samples of a type; none if it was not timed.
pub(super) fn samples<'a>(
    judge: &Judge<'a>,
    field: &str,
    name: &str,
    metric: &str,
) -> Option<&'a Measurement> {
    let factors = Factors::default().with(FIELD, field).with(TYPE, name);
    let cell = judge.find(&factors, metric);
    cell.filter(|cell| cell.is_measured())
}

/// Returns the number of processes in which a type was timed.
fn processes(judge: &Judge<'_>, field: &str, name: &str) -> usize {
    samples(judge, field, name, TIME).map_or(0, |cell| cell.samples.len())
}

/// Returns the time of the first type over that of the second in a part. The interval holds for
/// `many` such ratios at once.
pub(super) fn time_ratio(
    judge: &Judge<'_>,
    part: &str,
    names: [&str; 2],
    many: usize,
) -> Option<Ratio> {
    let [cell, base] = names.map(|name| samples(judge, part, name, TIME));
    let (cell, base) = (cell?, base?);
    if names[0] == names[1] {
        let [value, low, high] = [1.0; 3];
        return Some(Ratio { value, low, high });
    }
    Some(judge.compare(cell, base)?.best_of(many).ratio)
}

/// A candidate with its memory and its time.
#[derive(Clone, Copy)]
pub(super) struct Rated<'a> {
    pub(super) candidate: &'a Candidate,
    /// The bytes that all texts take, with the size classes of the allocator.
    pub(super) memory: u64,
    /// The time over `String`'s; none if it was not measured.
    pub(super) time: Option<Ratio>,
    /// True if it was measured until it was far behind.
    pub(super) is_out: bool,
}

impl Rated<'_> {
    pub(super) fn name(&self) -> &str {
        &self.candidate.name
    }

    /// Returns the memory over that of another type.
    pub(super) fn share_of(&self, base: &Self) -> f64 {
        self.memory as f64 / base.memory.max(1) as f64
    }

    /// Returns the time over `String`'s; 1 if it was not measured.
    pub(super) fn value(&self) -> f64 {
        self.time.map_or(1.0, |time| time.value)
    }

    pub(super) fn product(&self) -> f64 {
        self.memory as f64 * self.value()
    }
}

/// Returns all types of a part, rated, and whether each meets the demands.
fn rated<'a>(
    part: &PartFacts,
    candidates: &'a [Candidate],
    judge: &Judge<'_>,
) -> Vec<(Rated<'a>, bool)> {
    let rate = |candidate: &'a Candidate| {
        let name = &*candidate.name;
        let memory = part.memory_of(name)?;
        let rated = Rated {
            candidate,
            memory: memory.taken,
            time: time_ratio(judge, &part.name, [name, BASELINE], 1),
            is_out: processes(judge, &part.name, name) < processes(judge, &part.name, BASELINE),
        };
        Some((rated, memory.excluded.is_none()))
    };
    let candidates = candidates.iter();
    let compared = candidates.filter(|candidate| candidate.name != twin(BASELINE));
    compared.filter_map(rate).collect()
}

/// The choice for a part, and what stands beside it.
pub(super) struct Choice<'a> {
    /// `String`, which has a time if times were measured.
    pub(super) string: Rated<'a>,
    /// The type to use; none if no type meets the demands.
    pub(super) pick: Option<Rated<'a>>,
    /// The types that tie with the pick, which is the one of the least risk: the intervals do not
    /// tell whether their product or its is within the limit.
    pub(super) ties: Vec<Rated<'a>>,
    /// The pick without interners, if the pick is one.
    pub(super) owned: Option<Rated<'a>>,
    /// The pick among interners that are read without their table, if the pick is read by its
    /// table.
    pub(super) no_table: Option<Rated<'a>>,
    pub(super) smallest: Option<Rated<'a>>,
    pub(super) fastest: Option<Rated<'a>>,
    /// The list of a whole column, if it takes less memory than the pick.
    pub(super) column: Option<Rated<'a>>,
    /// All types that meet the demands, but the list of a column.
    pub(super) allowed: Vec<Rated<'a>>,
    /// The types that can be compared, with the ends of the interval of each product, over the
    /// least.
    judged: Vec<(Rated<'a>, f64, f64)>,
}

impl<'a> Choice<'a> {
    /// Chooses a type for a part. Without times, memory alone decides.
    pub(super) fn new(
        part: &PartFacts,
        candidates: &'a [Candidate],
        judge: &Judge<'_>,
    ) -> Option<Self> {
        let rated = rated(part, candidates, judge);
        let (string, _) = *rated.iter().find(|(rated, _)| rated.name() == BASELINE)?;
        let allowed = rated.iter().filter(|(_, is_allowed)| *is_allowed);
        let is_column = |rated: &Rated<'_>| rated.candidate.is_list() && part.width == 1;
        let (columns, mut allowed): (Vec<_>, Vec<_>) =
            allowed.map(|(rated, _)| *rated).partition(is_column);
        // A pool keeps no text that its handles have inline: then it saves nothing.
        let strings = allowed
            .iter()
            .filter(|rated| !rated.candidate.is_interner());
        let least = strings.map(|rated| rated.memory).min().unwrap_or(u64::MAX);
        allowed.retain(|rated| {
            let is_small = part.is_repeating() && rated.memory < least;
            !rated.candidate.is_interner() || is_small
        });
        let is_timed = allowed.iter().any(|rated| rated.time.is_some());
        let mut comparable = allowed.clone();
        comparable.retain(|rated| rated.time.is_some() == is_timed);
        let by_memory = comparable.iter().min_by_key(|rated| rated.memory).copied();
        let by_time = |a: &&Rated<'_>, b: &&Rated<'_>| a.value().total_cmp(&b.value());
        comparable.retain(|rated| !rated.is_out);
        let fastest = comparable.iter().min_by(by_time).copied();
        let picked = |is_asked: fn(&Candidate) -> bool| {
            let mut asked = comparable.clone();
            asked.retain(|rated| is_asked(rated.candidate));
            let many = comparable.len();
            pick(&asked, |name, base| {
                time_ratio(judge, &part.name, [name, base], many)
            })
        };
        let (pick, ties, judged) = match picked(|_| true) {
            Some((pick, ties, judged)) => (Some(pick), ties, judged),
            None => (None, Vec::new(), Vec::new()),
        };
        let best: Rated<'a> = pick.unwrap_or(string);
        // The pick among some types, if the pick is none of them.
        let beside = |is_asked: fn(&Candidate) -> bool| {
            if pick.is_none() || is_asked(best.candidate) {
                return None;
            }
            picked(is_asked).map(|(pick, ..)| pick)
        };
        let no_table = beside(|candidate| {
            let interner = candidate.interner();
            interner.is_some_and(|interner| !interner.is_read_by_table)
        });
        Some(Self {
            string,
            owned: beside(|candidate| !candidate.is_interner()),
            no_table: no_table.filter(|_| {
                let interner = best.candidate.interner();
                interner.is_some_and(|interner| interner.is_read_by_table)
            }),
            smallest: by_memory,
            fastest: fastest.filter(|_| is_timed),
            column: columns
                .into_iter()
                .find(|column| column.memory < best.memory),
            pick,
            ties,
            allowed,
            judged,
        })
    }

    /// Returns the type to use, or `String`.
    pub(super) fn best(&self) -> Rated<'a> {
        self.pick.unwrap_or(self.string)
    }

    /// Returns the types that may still be picked if their products are measured longer: those
    /// whose interval begins below this ratio to the least.
    pub(super) fn open(&self, limit: f64) -> Vec<&str> {
        let open = self.judged.iter().filter(|(_, low, _)| *low <= limit);
        open.map(|(rated, ..)| rated.name()).collect()
    }

    /// Returns the measured types by their products, the least first; without times, all.
    pub(super) fn by_product(&self) -> Vec<Rated<'a>> {
        let is_timed = self.judged.iter().any(|(rated, ..)| rated.time.is_some());
        let mut types = self.allowed.clone();
        types.retain(|rated| rated.time.is_some() == is_timed);
        types.sort_by(|a, b| a.product().total_cmp(&b.product()));
        types
    }
}

/// A pick, the types that tie with it, and all with the ends of the interval of each product
/// over the least.
type Picked<'a> = (Rated<'a>, Vec<Rated<'a>>, Vec<(Rated<'a>, f64, f64)>);

/// Picks by [`RULE`], and returns the pick with those that tie with it. `time_ratio` returns
/// the time of one type over that of another.
fn pick<'a>(
    types: &[Rated<'a>],
    time_ratio: impl Fn(&str, &str) -> Option<Ratio>,
) -> Option<Picked<'a>> {
    let by_product = |a: &&Rated<'_>, b: &&Rated<'_>| a.product().total_cmp(&b.product());
    let least = types.iter().min_by(by_product)?;
    let is_least = |rated: &Rated<'_>| rated.name() == least.name();
    let over_least = |rated: &Rated<'a>| {
        let memory = rated.share_of(least);
        let time = rated
            .time
            .and_then(|_| time_ratio(rated.name(), least.name()));
        let (low, high) = time.map_or((1.0, 1.0), |time| (time.low, time.high));
        (*rated, memory * low, memory * high)
    };
    let judged: Vec<_> = types.iter().map(over_least).collect();
    let key = |rated: &Rated<'_>| {
        let risk = rated.candidate.package.map(|package| package.risk());
        let (class, span) = risk.unzip();
        (class, rated.memory, span)
    };
    let equal = judged
        .iter()
        .filter(|(rated, _, high)| is_least(rated) || *high <= EQUAL);
    let known = equal.map(|(rated, ..)| *rated).min_by_key(key)?;
    let is_open = |(rated, low, high): &&(Rated<'_>, f64, f64)| {
        *low <= EQUAL && *high > EQUAL && !is_least(rated) && key(rated) < key(&known)
    };
    let open = judged.iter().filter(is_open);
    let mut ties: Vec<_> = open.map(|(rated, ..)| *rated).collect();
    ties.push(known);
    ties.sort_by_key(key);
    let best = ties.remove(0);
    Some((best, ties, judged))
}

#[cfg(test)]
pub(super) mod tests {
    use std::path::Path;

    use string_kit_measure::run::{Run, Unit, from_bytes};

    use super::*;
    use crate::advise::facts::MemoryFacts;
    use crate::candidate::candidates;

    /// A type with the bytes of its texts, and its time over `String`'s.
    pub(in crate::advise) type Truth<'a> = (&'a str, u64, f64);

    pub(in crate::advise) fn part(truth: &[Truth<'_>], distinct: f64) -> PartFacts {
        let memory = truth.iter().map(|&(name, taken, _)| MemoryFacts {
            name: name.to_owned(),
            taken,
            ..MemoryFacts::default()
        });
        PartFacts {
            name: "name".to_owned(),
            texts: 1000,
            width: 1,
            distinct,
            memory: memory.collect(),
            ..PartFacts::default()
        }
    }

    /// Returns a number with about a normal distribution of deviation 1.
    fn normal(random: &mut fastrand::Rng) -> f64 {
        (0..12).map(|_| random.f64()).sum::<f64>() - 6.0
    }

    /// Returns a run with these times. Each process slows a type by a share of its own.
    pub(in crate::advise) fn run(truth: &[Truth<'_>], noise: f64, seed: u64) -> Run {
        let header = format!(
            r#"{{"schema":"string-kit-run/1","question":"advise","command":"","seed":{seed},
            "processes":15,"machine":{{}},
            "compared":{{"factor":"type","baseline":"String","twin":"String (twin)"}}}}"#
        );
        let runs = from_bytes(header.replace('\n', "").as_bytes(), Path::new("run"));
        let mut run = runs.unwrap().remove(0);
        add_times(&mut run, "name", truth, noise);
        run
    }

    pub(in crate::advise) fn add_times(run: &mut Run, part: &str, truth: &[Truth<'_>], noise: f64) {
        let mut random = fastrand::Rng::with_seed(run.header.seed);
        for &(name, _, time) in truth.iter().filter(|(.., time)| *time > 0.0) {
            let mut sample = || 100.0 * time * (noise * normal(&mut random)).exp();
            let factors = Factors::default().with(FIELD, part).with(TYPE, name);
            run.measurements.push(Measurement {
                samples: (0..15).map(|_| vec![Some(sample())]).collect(),
                ..Measurement::new(factors, TIME, Unit::Ns, Vec::new())
            });
        }
    }

    /// Returns the names of the pick and of those that tie with it, then those of the types
    /// beside it.
    fn picked(truth: &[Truth<'_>], distinct: f64, run: &Run) -> String {
        let candidates = candidates();
        let choice = Choice::new(&part(truth, distinct), &candidates, &Judge::new(run)).unwrap();
        let names = |some: &[Rated<'_>]| {
            let names: Vec<&str> = some.iter().map(Rated::name).collect();
            names.join(", ")
        };
        let mut picks = vec![choice.best()];
        picks.extend(&choice.ties);
        let mut shown = vec![names(&picks)];
        for (role, rated) in [
            ("without interner", choice.owned.as_slice()),
            ("without table", choice.no_table.as_slice()),
            ("smallest", choice.smallest.as_slice()),
            ("fastest", choice.fastest.as_slice()),
        ] {
            if !rated.is_empty() {
                shown.push(format!("{role}: {}", names(rated)));
            }
        }
        shown.join("; ")
    }

    pub(in crate::advise) const TRUTH: [Truth<'_>; 7] = [
        ("String", 100, 1.0),
        ("ColdString", 40, 1.3),
        ("SmolStr", 80, 0.60),
        ("LeanString", 50, 0.95),
        ("Arc<str>", 90, 1.1),
        ("Arc<str> in a set", 30, 0.9),
        ("lasso", 10, 0.7),
    ];

    #[test]
    fn the_least_product_is_picked_and_the_ends_of_the_front_stand_beside_it() {
        let precise = run(&TRUTH, 0.01, 1);
        let picked = |truth: &[Truth<'_>], distinct, run: &Run, expected: &str| {
            let picked = picked(truth, distinct, run);
            assert!(picked.starts_with(expected), "{picked}");
        };
        // LeanString and SmolStr are equal, and SmolStr is the lesser risk.
        let expected = "SmolStr; smallest: ColdString; fastest: SmolStr";
        picked(&TRUTH, 1000.0, &precise, expected);
        let expected = "lasso; without interner: SmolStr; without table: Arc<str> in a set; ";
        picked(&TRUTH, 10.0, &precise, expected);
        let mut demanding = TRUTH;
        demanding[2].1 = 86;
        picked(&demanding, 1000.0, &precise, "LeanString; ");
        // Without times memory decides, and String stays unless another is better.
        let none = run(&[], 0.0, 1);
        picked(&TRUTH, 1000.0, &none, "ColdString; smallest: ColdString");
        let truth = [("String", 100, 1.0), ("SmolStr", 97, 1.0)];
        picked(&truth, 1000.0, &none, "String; ");
        // A type that was not timed is not compared with those that were.
        let mut truth = TRUTH;
        truth[1] = ("Rc<str>", 1, 0.0);
        picked(&truth, 1000.0, &run(&truth, 0.01, 1), "SmolStr; ");
    }

    #[test]
    fn of_types_that_tie_the_one_of_the_least_risk_is_picked() {
        let truth = |types: [&'static str; 3]| {
            let string = [("String", 100, 1.0)].into_iter();
            let truth = string.chain(types.map(|name| (name, 50, 0.5)));
            truth.collect::<Vec<_>>()
        };
        // The intervals do not tell them apart. One was first released this year.
        let tied = truth(["CharString", "EcoString", "CompactString"]);
        for seed in 0..10 {
            let picked = picked(&tied, 1000.0, &run(&tied, 0.2, seed));
            assert!(picked.starts_with("CompactString"), "{picked}");
        }
        // The memory is the same, and releases span more years.
        let none = run(&[], 0.0, 1);
        let equal = truth(["EcoString", "KString", "LeanString"]);
        assert_eq!(
            picked(&equal, 1000.0, &none),
            "KString; smallest: EcoString"
        );
    }

    #[test]
    fn ten_runs_pick_the_same_type_or_say_that_types_tie() {
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
            let mut picks: Vec<String> = runs.map(|run| picked(&truth, 1000.0, &run)).collect();
            for pick in &mut picks {
                pick.truncate(pick.find(';').unwrap());
            }
            picks.retain(|pick| !pick.contains(','));
            let is_same = picks.windows(2).all(|two| two[0] == two[1]);
            assert!(is_same, "{truth:?}: {picks:?}");
            known += picks.len();
        }
        assert!(known >= 40, "{known} of 120 are known");
    }
}
