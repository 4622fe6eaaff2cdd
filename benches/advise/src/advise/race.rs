//! The times of the types: each process runs the program of one type. All types that may be picked
//! have some processes; those that can still be picked have more, until the time is over.

use std::io::{self, BufReader};
use std::time::Duration;

use string_kit_data::some_of;
use string_kit_measure::Failure;
use string_kit_measure::engine::{Program, Sampler, SoFar, Task, save_with};
use string_kit_measure::judge::{self, Judge};
use string_kit_measure::run::{Factors, Measurement, Unit, sentinel_of, twin};

use super::choice::Choice;
use super::factors::{FIELD, TIME, TYPE, Work};
use super::facts::{Facts, PartFacts, Set};
use crate::candidate::{BASELINE, Candidate, candidates};
use crate::profile::Sample;
use crate::texts::Texts;
use crate::workload::{Operation, Workload};

/// The most processes of a type.
pub(super) const MOST_PROCESSES: u32 = 200;
/// The fewest processes of a type, for an interval: `String` and its twin have one more.
const FEWEST: u32 = 4;
/// The part of the time that the first processes of all types may take.
const FIRST: f64 = 0.6;
/// The fewest types that are measured to the end.
const FEWEST_TYPES: usize = 6;
/// The least ratio of products to the least one, at the lower end of the interval, from which on a
/// type cannot be picked any more.
const BEHIND: f64 = 1.15;
/// The seconds that a set takes at least.
const SECONDS_OF_A_SET: u64 = 3;

/// Returns the sets that are timed, and a note on those that are not: those with fewer texts.
pub(super) fn timed_sets(sets: &[Set], seconds: u64) -> (Vec<usize>, Option<String>) {
    let limit = usize::try_from(seconds / SECONDS_OF_A_SET).unwrap_or(1);
    // The time of a recorded program is measured by building it: see the verb `try`.
    let is_timed = |set: &usize| sets[*set].recorded.is_none();
    let mut order: Vec<usize> = (0..sets.len()).filter(is_timed).collect();
    let texts = |set: &usize| sets[*set].parts.first().map_or(0, |whole| whole.texts);
    order.sort_by_key(|set| std::cmp::Reverse(texts(set)));
    let left_out = order.split_off(order.len().min(limit));
    order.sort_unstable();
    let names = left_out.iter().map(|set| &*sets[*set].parts[0].name);
    let note = (!left_out.is_empty()).then(|| {
        format!(
            "Not timed, since others have more texts (name them with --field): {}.",
            some_of(names)
        )
    });
    (order, note)
}

/// Returns a task for each candidate that may be picked for the records of a set. If all tables are
/// asked for, it times each operation alone too.
pub(super) fn tasks(
    set: &Set,
    sample: &Sample,
    candidates: &[Candidate],
    allocator: Program,
    is_all: bool,
) -> Result<Vec<Task>, Failure> {
    let Some(whole) = set.parts.first() else {
        return Ok(Vec::new());
    };
    let texts = texts(set, whole, sample);
    let data = save_with(|out| texts.write(out))?;
    let is_timed = |candidate: &&Candidate| {
        let mut facts = whole.memory.iter();
        let is_allowed =
            facts.any(|facts| facts.name == candidate.name && facts.excluded.is_none());
        let is_column = candidate.is_list() && whole.width == 1;
        let is_useful = !candidate.is_interner() || set.parts.iter().any(PartFacts::is_repeating);
        candidate.is_baseline() || is_allowed && is_useful && !is_column
    };
    let operations: Vec<Operation> = if is_all {
        set.workload
            .mix
            .iter()
            .map(|(operation, _)| operation)
            .collect()
    } else {
        Vec::new()
    };
    let task = |candidate: &Candidate| {
        let factors = Factors::default()
            .with(FIELD, &whole.name)
            .with(TYPE, &candidate.name);
        let work = Work::Times {
            candidate: candidate.name.clone(),
            workload: set.workload.clone(),
            operations: operations.clone(),
        };
        let task = Task::new(factors.to_string(), allocator, factors);
        task.with_work(work).with_data(&data)
    };
    Ok(candidates.iter().filter(is_timed).map(task).collect())
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
    Texts::new(&texts, part.width)
}

/// Runs the program by a candidate, and reports its samples.
pub(super) fn sample(
    candidate: &Candidate,
    workload: &Workload,
    operations: &[Operation],
    sampler: &mut Sampler,
) -> Result<(), Failure> {
    let texts = Texts::read(&mut BufReader::new(io::stdin())).map_err(Failure::Process)?;
    let process = sampler.process;
    let alone = operations.iter().map(ToString::to_string);
    let metrics = [TIME.to_owned()].into_iter().chain(alone);
    let run = candidate.work.run;
    match run(workload, &texts, operations, &mut sampler.random, process) {
        Ok(timings) => {
            for (metric, pairs) in metrics.zip(timings) {
                let (times, sentinels): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
                for (metric, values) in [(sentinel_of(&metric), sentinels), (metric, times)] {
                    let values = values.into_iter().map(Some).collect();
                    let cell = Measurement::new(Factors::default(), &metric, Unit::Ns, values);
                    sampler.report(cell)?;
                }
            }
        }
        Err(why) => {
            let cell = Measurement::new(Factors::default(), TIME, Unit::Ns, Vec::new());
            let note = Some(why.to_owned());
            sampler.report(Measurement { note, ..cell })?;
        }
    }
    Ok(())
}

/// Chooses the types of the next round, by their tasks: first `String` and its twin, which tell how
/// long a process takes; then, for some rounds, of each set those with the least memory, as many
/// as the time allows; then those that may still be picked.
pub(super) fn next(so_far: &SoFar<'_>) -> Vec<usize> {
    let Ok(mut facts) = serde_json::from_value::<Facts>(so_far.plan.header.facts.clone()) else {
        return Vec::new();
    };
    let candidates = candidates();
    let round = Round { so_far, candidates };
    let mut tasks = so_far.varying();
    let Some(each) = so_far.each else {
        tasks.retain(|task| round.is_baseline(*task));
        return tasks;
    };
    let run = judge::calm(so_far.run());
    let judge = Judge::new(&run);
    facts.read_memory(&judge);
    let types = |set: &Set| {
        let name = &set.parts.first()?.name;
        let mut types = tasks.clone();
        types.retain(|task| round.factor(*task, FIELD) == name);
        (!types.is_empty()).then_some(types)
    };
    let sets = facts.sets.iter();
    let timed: Vec<_> = sets.filter_map(|set| Some((set, types(set)?))).collect();
    let limit = affordable(so_far.left, each, timed.len().max(1));
    let mut chosen = Vec::new();
    for (set, types) in timed {
        chosen.extend(round.chosen(&set.parts[0], types, limit, &judge));
    }
    let time = each * u32::try_from(chosen.len()).unwrap_or(u32::MAX);
    let is_over = so_far.round >= FEWEST && time > so_far.left;
    if is_over || chosen.iter().all(|task| round.is_baseline(*task)) {
        return Vec::new();
    }
    chosen
}

/// A round whose tasks are to be chosen.
struct Round<'a> {
    so_far: &'a SoFar<'a>,
    candidates: Vec<Candidate>,
}

impl Round<'_> {
    fn factor(&self, task: usize, name: &str) -> &str {
        let task = &self.so_far.plan.tasks[task];
        task.factors.get(name).unwrap_or_default()
    }

    fn is_baseline(&self, task: usize) -> bool {
        [BASELINE, &twin(BASELINE)].contains(&self.factor(task, TYPE))
    }

    /// Chooses among the tasks of a set; of the first ones, `most` and those of `String`.
    fn chosen(
        &self,
        whole: &PartFacts,
        mut types: Vec<usize>,
        limit: usize,
        judge: &Judge<'_>,
    ) -> Vec<usize> {
        let processes = |task: usize| {
            let task = &self.so_far.plan.tasks[task];
            let cell = judge.find(&task.factors, TIME);
            cell.map_or(0, |cell| cell.samples.len())
        };
        let round = self.so_far.round;
        if round == 1 {
            types.sort_by_key(|task| {
                let memory = whole.memory_of(self.factor(*task, TYPE));
                (!self.is_baseline(*task), memory.map(|memory| memory.taken))
            });
            types.truncate(limit + 2);
        } else if round < FEWEST {
            types.retain(|task| self.is_baseline(*task) || processes(*task) > 1);
        } else {
            let open = open_types(whole, &self.candidates, judge);
            types.retain(|task| {
                let name = self.factor(*task, TYPE);
                let is_newest = processes(*task) >= round as usize;
                self.is_baseline(*task) || is_newest && open.iter().any(|open| open == name)
            });
        }
        types
    }
}

/// Returns the number of types of each set that the time allows.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // It is not negative.
fn affordable(left: Duration, each: Duration, sets: usize) -> usize {
    let processes = FIRST * left.as_secs_f64() / each.as_secs_f64().max(1e-6);
    let types = processes as usize / (FEWEST as usize - 1) / sets;
    types.max(FEWEST_TYPES)
}

/// Returns the names of the types that may still be picked, and of the best, at least so many.
fn open_types(whole: &PartFacts, candidates: &[Candidate], judge: &Judge<'_>) -> Vec<String> {
    let Some(choice) = Choice::new(whole, candidates, judge) else {
        return Vec::new();
    };
    let by_product = choice.by_product();
    let best = by_product.iter().take(FEWEST_TYPES);
    choice
        .open(BEHIND)
        .into_iter()
        .chain(best.map(|rated| &*rated.candidate.name))
        .map(ToOwned::to_owned)
        .collect()
}
