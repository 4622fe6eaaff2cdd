//! The times of a set of data: of whole records by all types, then of the parts of them that
//! another type may suit better.
//!
//! ```text
//! whole records: set, set, set, ... each of a process for each type, which take turns
//!                          `--> types that cannot be picked any more are left out
//! parts of them: set, set, set, ... of the picks, and of the types that may save a tenth
//! ```

use std::time::{Duration, Instant};

use string_kit_measure::Failure;
use string_kit_measure::engine::Sampler;
use string_kit_measure::judge::{self, Judge};
use string_kit_measure::run::{Compared, Factors, Header, Measurement, Run, Unit, sentinel_of};

use super::choice::{Choice, LEFT_OUT, Rated, WORTH, saved_memory};
use super::facts::{Data, MemoryFacts, PartFacts, Set};
use super::{FIELD, TIME, TYPE, is_baseline};
use crate::candidate::{BASELINE, Candidate, candidates};
use crate::profile::Sample;
use crate::timing::{self, Samples, Setup, Texts};

/// The fewest sets of processes, for an interval, and the most.
const SETS: [usize; 2] = [3, 200];
/// The set after which types are left out by their intervals, and the least ratio of their products
/// to the least one, at the lower end of the interval.
const FIRST_CUT: usize = 4;
const BEHIND: f64 = 1.15;
/// The sets that time must be left for, or types are left out after the first set.
const WANTED: usize = 10;
/// The fewest types that are measured to the end.
const FEWEST_TYPES: usize = 6;
/// The share of the time that whole records have, if parts are measured after them.
const WHOLE: f64 = 0.65;
/// The most parts that are measured, and the most types of each by memory, and by time.
const PARTS: usize = 3;
const TYPES: usize = 3;

/// Measures a set of data for about as long as the sampler says.
pub(super) fn measure(data: &Data, number: usize, sampler: &mut Sampler) -> Result<(), Failure> {
    let start = Instant::now();
    let (set, sample) = (&data.facts.sets[number], &data.samples[number]);
    let Some((whole, parts)) = set.parts.split_first() else {
        return Ok(());
    };
    let candidates = candidates();
    let time = sampler.time;
    let has_parts = !data.facts.is_rough && data.facts.most_types > 1 && parts.len() > 1;
    let share = if has_parts { WHOLE } else { 1.0 };
    let mut race = Race::new(set, whole, sample, first_types(whole, &candidates), sampler)?;
    let until = start + time.mul_f64(share);
    race.limit(until, sampler)?;
    race.run(until, &candidates, sampler)?;
    let run = race.judged();
    let choice = Choice::new(whole, &candidates, &Judge::new(&run));
    let found = choice
        .filter(|_| has_parts)
        .map_or_else(Vec::new, |choice| parts_to_measure(&choice, whole, parts));
    if found.is_empty() {
        race.run(start + time, &candidates, sampler)?;
    }
    race.report(sampler)?;
    for (at, (part, names)) in found.iter().enumerate() {
        let left = time.saturating_sub(start.elapsed());
        let until = Instant::now() + left / u32::try_from(found.len() - at).unwrap_or(1);
        let mut race = Race::new(set, part, sample, names.clone(), sampler)?;
        race.run(until, &candidates, sampler)?;
        race.report(sampler)?;
    }
    Ok(())
}

/// Returns the types that are measured of whole records, those that take the least memory first.
fn first_types<'a>(whole: &'a PartFacts, candidates: &[Candidate]) -> Vec<&'a str> {
    let is_measured = |one: &&Candidate| {
        let is_column = one.is_list() && whole.width == 1;
        let facts = whole.memory_of(&one.name);
        let is_allowed = facts.is_some_and(|facts| facts.excluded.is_none());
        let is_useful = whole.is_repeating() || !one.is_interner();
        is_baseline(&one.name) || is_allowed && is_useful && !is_column
    };
    let measured = candidates.iter().filter(is_measured);
    let mut types: Vec<_> = measured
        .filter_map(|one| whole.memory_of(&one.name))
        .collect();
    types.sort_by_key(|facts| (!is_baseline(&facts.name), facts.taken));
    types.iter().map(|facts| &*facts.name).collect()
}

/// Returns the parts of a record by which another type may save a tenth of its memory or time, with
/// the types to measure of each.
fn parts_to_measure<'a>(
    choice: &Choice<'a>,
    whole: &PartFacts,
    parts: &'a [PartFacts],
) -> Vec<(&'a PartFacts, Vec<&'a str>)> {
    let Some(pick) = choice.pick.filter(|pick| !pick.candidate.is_list()) else {
        return Vec::new();
    };
    let mut fastest: Vec<_> = choice.by_product();
    fastest.sort_by(|a, b| a.value().total_cmp(&b.value()));
    let is_timed = |name: &str| fastest.iter().any(|one| one.name() == name);
    let mut found = Vec::new();
    for part in parts {
        let is_group = part.fields.len() > 1;
        let mut types: Vec<(f64, &str)> = Vec::new();
        for one in choice.allowed.iter().map(|one| one.candidate) {
            let saved = saved_memory(part, [pick.name(), &one.name], pick.memory);
            let is_allowed = part
                .memory_of(&one.name)
                .is_some_and(|facts| facts.excluded.is_none());
            let is_asked = if is_group {
                one.is_interner()
            } else {
                !one.is_interner()
            };
            if is_allowed && is_asked && !one.is_list() && is_timed(&one.name) {
                types.push((saved.unwrap_or(0.0), &one.name));
            }
        }
        types.sort_by(|a, b| b.0.total_cmp(&a.0));
        let most = types.first().map_or(0.0, |(saved, _)| *saved);
        let share = part.texts as f64 / whole.texts.max(1) as f64;
        if most <= WORTH && (is_group || share <= WORTH) {
            continue;
        }
        let mut names = vec![BASELINE, pick.name()];
        names.extend(choice.ties.iter().map(Rated::name));
        names.extend(types.iter().take(TYPES).map(|(_, name)| *name));
        let is_there = |name: &&str| types.iter().any(|(_, other)| other == name);
        let fastest = fastest.iter().map(Rated::name).filter(is_there);
        names.extend(fastest.take(TYPES));
        let is_named = |facts: &&MemoryFacts| names.contains(&&*facts.name);
        let facts = part.memory.iter().filter(is_named);
        let measured: Vec<&str> = facts.map(|facts| &*facts.name).collect();
        found.push((most.max(share), part, measured));
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(PARTS);
    found
        .into_iter()
        .map(|(_, part, names)| (part, names))
        .collect()
}

/// Returns the number of types of which so many sets can be done until a time.
fn affordable(until: Instant, each: Duration, sets: usize) -> usize {
    let left = until.saturating_duration_since(Instant::now());
    let processes = left.as_secs_f64() / each.as_secs_f64().max(1e-6);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // It is not negative.
    let types = processes as usize / sets;
    types.max(FEWEST_TYPES)
}

/// The types of a part, which take turns.
struct Race<'a> {
    part: &'a PartFacts,
    setup: Vec<u8>,
    is_load: bool,
    types: Vec<Lane<'a>>,
    /// The time of the last set.
    last: Duration,
}

/// A type with its samples in each set, or the reason why it has none.
struct Lane<'a> {
    name: &'a str,
    sets: Vec<Samples>,
    fault: Option<String>,
    is_out: bool,
}

impl Lane<'_> {
    fn note(&self) -> Option<String> {
        let left_out = self.is_out.then(|| LEFT_OUT.to_owned());
        self.fault.clone().or(left_out)
    }
}

impl<'a> Race<'a> {
    fn new(
        set: &Set,
        part: &'a PartFacts,
        sample: &Sample,
        names: Vec<&'a str>,
        sampler: &mut Sampler,
    ) -> Result<Self, Failure> {
        let texts = texts(set, part, sample);
        let new = part.distinct / part.texts.max(1) as f64;
        let mut scenario = set.scenario.clone();
        // A part has its share of the strings that are alive.
        let share = part.texts as f64 / set.parts[0].texts.max(1) as f64;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // It is less.
        if share < 1.0 {
            scenario.live = ((scenario.live as f64 * share) as usize).max(1);
        }
        let setup = Setup::new(&scenario, part.width, texts, new, &mut sampler.random);
        let lane = |name| Lane {
            name,
            sets: Vec::new(),
            fault: None,
            is_out: false,
        };
        Ok(Self {
            part,
            setup: setup.to_bytes().map_err(Failure::Process)?,
            is_load: scenario.is_load(),
            types: names.into_iter().map(lane).collect(),
            last: Duration::ZERO,
        })
    }

    /// Leaves out the last types, if there is no time for all: two processes tell how long each
    /// takes.
    fn limit(&mut self, until: Instant, sampler: &mut Sampler) -> Result<(), Failure> {
        let start = Instant::now();
        let names: Vec<&str> = self.types.iter().take(2).map(|lane| lane.name).collect();
        timing::measure(&names, &self.setup, self.is_load, &mut sampler.random)
            .map_err(Failure::Process)?;
        let each = start.elapsed() / 2;
        let most = affordable(until, each, SETS[0]);
        self.types.truncate(most);
        Ok(())
    }

    /// Measures sets until a time: at least as many as an interval needs.
    fn run(
        &mut self,
        until: Instant,
        candidates: &[Candidate],
        sampler: &mut Sampler,
    ) -> Result<(), Failure> {
        let done = self.types.iter().map(|lane| lane.sets.len()).max();
        for number in done.unwrap_or(0)..SETS[1] {
            let start = Instant::now();
            if number >= SETS[0] && start + self.last > until {
                break;
            }
            let mut active: Vec<&mut Lane<'_>> = self.types.iter_mut().collect();
            active.retain(|lane| !lane.is_out);
            let names: Vec<&str> = active.iter().map(|lane| lane.name).collect();
            let all = timing::measure(&names, &self.setup, self.is_load, &mut sampler.random);
            for (lane, outcome) in active.into_iter().zip(all.map_err(Failure::Process)?) {
                match outcome {
                    Ok(set) => lane.sets.push(set),
                    Err(why) => (lane.fault, lane.is_out) = (Some(why), true),
                }
            }
            self.last = start.elapsed();
            let each = self.last / u32::try_from(names.len()).unwrap_or(1).max(1);
            let most = affordable(until, each, WANTED);
            if number == 0 && most < names.len() {
                self.leave_out(candidates, most);
            } else if number + 1 >= FIRST_CUT {
                self.leave_out(candidates, FEWEST_TYPES);
            }
        }
        // So few samples give no interval.
        let few = self
            .types
            .iter_mut()
            .filter(|lane| lane.sets.len() < SETS[0]);
        few.for_each(|lane| lane.sets.clear());
        Ok(())
    }

    /// Leaves out the types that cannot be picked any more, but for the best, at least so many.
    fn leave_out(&mut self, candidates: &[Candidate], least: usize) {
        let run = self.judged();
        let judge = Judge::new(&run);
        let Some(choice) = Choice::new(self.part, candidates, &judge) else {
            return;
        };
        let is_first = self.types.iter().all(|lane| lane.sets.len() < SETS[0]);
        let mut kept = if is_first {
            Vec::new()
        } else {
            choice.open(BEHIND)
        };
        let best = choice.by_product();
        kept.extend(
            best.iter()
                .take(least)
                .map(|one| one.candidate.name.as_str()),
        );
        for lane in &mut self.types {
            lane.is_out |= !is_baseline(lane.name) && !kept.contains(&lane.name);
        }
    }

    /// Returns the samples so far as a run of calm rounds.
    fn judged(&self) -> Run {
        judge::calm(Run {
            header: Header {
                compared: Some(Compared::with(TYPE, BASELINE)),
                ..Header::default()
            },
            measurements: self.measurements(),
        })
    }

    /// Returns the times of each type with its sentinel, or the reason why it has none.
    fn measurements(&self) -> Vec<Measurement> {
        let mut cells = Vec::new();
        for lane in &self.types {
            let factors = Factors::default()
                .with(FIELD, &self.part.name)
                .with(TYPE, lane.name);
            let mut add = |metric: &str, value: fn(&(f64, f64)) -> f64| {
                let samples = lane.sets.iter().map(|samples| {
                    let values = samples.iter().map(|sample| Some(value(sample)));
                    values.collect()
                });
                cells.push(Measurement {
                    samples: samples.collect(),
                    note: lane.note(),
                    ..Measurement::new(factors.clone(), metric, Unit::Ns, Vec::new())
                });
            };
            add(&sentinel_of(TIME), |(_, sentinel)| *sentinel);
            add(TIME, |(time, _)| *time);
        }
        cells
    }

    fn report(&self, sampler: &mut Sampler) -> Result<(), Failure> {
        for cell in self.measurements() {
            sampler.report(cell)?;
        }
        Ok(())
    }
}

/// Returns the sampled texts of a part, record by record. A field without a text is empty, unless
/// the number of texts varies.
fn texts(set: &Set, part: &PartFacts, sample: &Sample) -> Texts {
    let mut places = vec![None; set.fields.len()];
    for (place, field) in part.fields.iter().enumerate() {
        places[*field] = Some(place);
    }
    let is_fixed = part.width == part.fields.len() && part.width > 1;
    let mut texts: Vec<&str> = Vec::new();
    for record in sample.records() {
        let begin = texts.len();
        if is_fixed {
            texts.resize(begin + part.width, "");
        }
        for (field, text) in record {
            match places[field] {
                Some(place) if is_fixed => texts[begin + place] = text,
                Some(_) => texts.push(text),
                None => {}
            }
        }
    }
    texts.into_iter().collect()
}
