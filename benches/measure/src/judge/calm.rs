//! Calm rounds: those in which other work slowed the sentinel least.
//!
//! Other work on the same core slows some code more than other code, so that ratios on a busy machine
//! differ by up to a quarter from those on a quiet one. The sentinel says which rounds were disturbed; the
//! samples of what is compared have no say in it.

use super::median;
use crate::run::{Measurement, Run, SENTINEL, sentinel_of};

/// The share of all rounds that counts, if there are too few calm ones.
const LEAST_DISTURBED: f64 = 0.5;
/// The share of all rounds that is taken to be undisturbed.
const UNDISTURBED: f64 = 0.02;
/// The times of the sentinel, over that of undisturbed rounds, up to which a round is calm: the first with which
/// enough processes have calm rounds.
const SLOWDOWNS: [f64; 4] = [1.08, 1.16, 1.32, 1.64];
/// The fewest processes with calm rounds, and the part of all processes.
const FEWEST_PROCESSES: [usize; 2] = [4, 3];
/// The fewest rounds of all processes: with fewer, all count.
const FEWEST_ROUNDS: usize = 16;
/// The fewest calm rounds of a process that counts, or half of its rounds.
const FEWEST_CALM: usize = 3;

/// Returns a run with the samples of calm rounds alone and without the sentinels, and with a note that says how
/// many rounds count. Without a sentinel all rounds do.
///
/// A cell with a sentinel of its own keeps the median of each process: the rounds that count are not those of others.
pub fn calm(mut run: Run) -> Run {
    let is_sentinel = |cell: &Measurement| cell.key.metric.starts_with(SENTINEL);
    let (sentinels, cells) = run.measurements.into_iter().partition(is_sentinel);
    run.measurements = cells;
    let sentinels: Vec<Measurement> = sentinels;
    let calm: Vec<Vec<Vec<bool>>> = sentinels.iter().map(|one| rounds(&one.samples)).collect();
    for cell in run
        .measurements
        .iter_mut()
        .filter(|cell| cell.key.unit.varies())
    {
        let (factors, own) = (&cell.key.factors, sentinel_of(&cell.key.metric));
        let watches = |(sentinel, _): &(&Measurement, _)| {
            [SENTINEL, &own].contains(&&*sentinel.key.metric)
                && factors.includes(&sentinel.key.factors)
        };
        let found = sentinels.iter().zip(&calm).filter(watches);
        let closest = found.max_by_key(|(sentinel, _)| sentinel.key.factors.iter().count());
        let is_own = closest.is_some_and(|(sentinel, _)| sentinel.key.metric == own);
        let processes = closest.into_iter().flat_map(|(_, calm)| calm);
        for (samples, calm) in cell.samples.iter_mut().zip(processes) {
            for (sample, calm) in samples.iter_mut().zip(calm) {
                *sample = sample.filter(|_| *calm);
            }
            if is_own {
                *samples = vec![median(samples.iter().flatten().copied().collect())];
            }
        }
    }
    let all: Vec<&[bool]> = calm.iter().flatten().map(Vec::as_slice).collect();
    if !all.is_empty() {
        let kept = |of: &&[bool]| of.iter().filter(|calm| **calm).count();
        let with = all.iter().filter(|of| kept(of) > 0).count();
        run.header.notes.push(format!(
            "Calm by the sentinel: {} of {} rounds, in {with} of {} processes; only they count.",
            all.iter().map(kept).sum::<usize>(),
            all.iter().map(|of| of.len()).sum::<usize>(),
            all.len(),
        ));
    }
    run
}

/// Returns which rounds of each process are calm, by the times of the sentinel.
fn rounds(samples: &[Vec<Option<f64>>]) -> Vec<Vec<bool>> {
    let time = |sample: &Option<f64>| sample.unwrap_or(f64::INFINITY);
    let times = samples.iter().map(|of| of.iter().map(time).collect());
    let times: Vec<Vec<f64>> = times.collect();
    let limit = limit(&times);
    let calm = |rounds: &Vec<f64>| -> Vec<bool> {
        let is_used = limit.is_infinite() || is_calm(rounds, limit);
        rounds.iter().map(|of| is_used && *of <= limit).collect()
    };
    times.iter().map(calm).collect()
}

/// Returns the time of the sentinel up to which rounds count: a slightly longer one than undisturbed, if
/// enough processes had such rounds, or that of the calmer half.
fn limit(processes: &[Vec<f64>]) -> f64 {
    let all = processes.concat();
    if all.len() < FEWEST_ROUNDS {
        return f64::INFINITY;
    }
    let [fewest, part] = FEWEST_PROCESSES;
    let wanted = fewest.max(processes.len() / part).min(processes.len());
    let is_enough = |limit: &f64| {
        let calm = processes.iter().filter(|rounds| is_calm(rounds, *limit));
        calm.count() >= wanted
    };
    let undisturbed = quantile(all.clone(), UNDISTURBED);
    let slight = SLOWDOWNS.map(|slowdown| Some(undisturbed? * slowdown));
    let limits = slight.into_iter().chain([quantile(all, LEAST_DISTURBED)]);
    let limit = limits.flatten().find(is_enough);
    limit.unwrap_or(f64::INFINITY)
}

/// Returns whether enough rounds of a process lie below a time of the sentinel.
fn is_calm(rounds: &[f64], limit: f64) -> bool {
    let calm = rounds.iter().filter(|of| **of <= limit).count();
    calm >= FEWEST_CALM.min(rounds.len().div_ceil(2)).max(1)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // It is a place in a list.
fn quantile(mut values: Vec<f64>, share: f64) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    Some(values[(last as f64 * share) as usize])
}
