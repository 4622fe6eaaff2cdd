//! Calm rounds: those in which other work disturbed least.
//!
//! Other work on the same core slows some code more than other code, so that ratios on a busy machine
//! differ by up to a quarter from those on a quiet one. Rounds in which most cells were slow are
//! therefore left out.
//!
//! PERF: of the pairs of 95 % intervals of three runs under changing load, 76 % overlapped with all
//! rounds, and 99 % with calm ones.

use super::statistics::median;
use crate::run::Measurement;

/// The share of all rounds that counts, if there are too few calm ones.
const LEAST_DISTURBED: f64 = 0.5;
/// The share of all rounds that is taken to be undisturbed.
const UNDISTURBED: f64 = 0.02;
/// The disturbance, above those, up to which a round is calm.
const SLIGHT: f64 = 1.08;
/// The fewest processes with calm rounds.
const FEWEST_PROCESSES: usize = 4;
/// The fewest rounds a process, on average: with fewer, all count.
const FEWEST_ROUNDS: usize = 6;
/// The fewest calm rounds of a process that counts.
const FEWEST_CALM: usize = 3;

/// The calm rounds of each process.
#[derive(Clone, Debug, Default)]
pub(super) struct Calm(Vec<Vec<bool>>);

impl Calm {
    /// Finds the calm rounds of cells that were measured in the same rounds.
    ///
    /// The disturbance of a round is the median over cells of the ratio of the sample to the second
    /// percentile of the cell's samples.
    pub(super) fn of(cells: &[&Measurement]) -> Self {
        let references: Vec<Option<f64>> = cells.iter().map(|cell| undisturbed(cell)).collect();
        let processes = cells
            .iter()
            .map(|cell| cell.samples.len())
            .max()
            .unwrap_or_default();
        let disturbances: Vec<Vec<f64>> = (0..processes)
            .map(|process| {
                let of = |cell: &&Measurement| cell.samples.get(process).map_or(0, Vec::len);
                let rounds = cells.iter().map(of).max().unwrap_or_default();
                let disturbance = |round: usize| {
                    let ratios = cells
                        .iter()
                        .zip(&references)
                        .filter_map(|(cell, reference)| {
                            let sample = *cell.samples.get(process)?.get(round)?;
                            Some(sample? / (*reference)?)
                        });
                    median(ratios.collect()).unwrap_or(f64::INFINITY)
                };
                (0..rounds).map(disturbance).collect()
            })
            .collect();
        let limit = limit(&disturbances);
        let calm = |rounds: &Vec<f64>| -> Vec<bool> {
            let is_used = limit.is_infinite() || count(rounds, limit) >= FEWEST_CALM;
            rounds.iter().map(|of| is_used && *of <= limit).collect()
        };
        Self(disturbances.iter().map(calm).collect())
    }

    /// Removes the samples of rounds that are not calm.
    pub(super) fn keep(&self, samples: &mut [Vec<Option<f64>>]) {
        for (samples, calm) in samples.iter_mut().zip(&self.0) {
            for (sample, calm) in samples.iter_mut().zip(calm) {
                *sample = sample.filter(|_| *calm);
            }
        }
    }
}

/// Returns the disturbance up to which rounds count: a slight one, if enough processes had such rounds,
/// or that of the calmer half.
fn limit(processes: &[Vec<f64>]) -> f64 {
    let all = processes.concat();
    if all.len() < FEWEST_ROUNDS * processes.len() {
        return f64::INFINITY;
    }
    let is_enough = |limit: &f64| {
        let calm = processes
            .iter()
            .filter(|rounds| count(rounds, *limit) >= FEWEST_CALM);
        calm.count() >= FEWEST_PROCESSES.min(processes.len())
    };
    let slight = quantile(all.clone(), UNDISTURBED).map(|undisturbed| undisturbed * SLIGHT);
    let half = quantile(all, LEAST_DISTURBED);
    let limit = [slight, half].into_iter().flatten().find(is_enough);
    limit.unwrap_or(f64::INFINITY)
}

/// Returns the number of rounds up to a disturbance.
fn count(rounds: &[f64], limit: f64) -> usize {
    rounds.iter().filter(|of| **of <= limit).count()
}

/// Returns the time of a cell with no disturbance: the second percentile of its samples.
fn undisturbed(cell: &Measurement) -> Option<f64> {
    quantile(
        cell.samples.iter().flatten().flatten().copied().collect(),
        UNDISTURBED,
    )
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss
)] // It is a place in a list.
fn quantile(mut values: Vec<f64>, share: f64) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    Some(values[(last as f64 * share) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Factors, Key, Unit};

    fn cell(samples: &[&[f64]]) -> Measurement {
        let known = |round: &f64| Some(*round);
        Measurement {
            key: Key {
                factors: Factors::default(),
                metric: "time".to_owned(),
                unit: Unit::Ns,
            },
            note: None,
            family: None,
            samples: samples
                .iter()
                .map(|of| of.iter().map(known).collect())
                .collect(),
        }
    }

    #[test]
    fn rounds_in_which_all_cells_are_slow_are_left_out() {
        let one = cell(&[
            &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0],
            &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0],
        ]);
        let other = cell(&[
            &[5.0, 5.0, 5.0, 9.0, 9.0, 9.0],
            &[5.0, 5.0, 9.0, 9.0, 5.0, 9.0],
        ]);
        let calm = Calm::of(&[&one, &other]);
        assert_eq!(calm.0[0], [true, true, true, false, false, false]);
        assert!(calm.0[1][0] && !calm.0[1][5]);
        let mut samples = one.samples.clone();
        calm.keep(&mut samples);
        assert_eq!((samples[0][2], samples[0][3]), (Some(1.0), None));
    }

    #[test]
    fn few_rounds_all_count() {
        let calm = Calm::of(&[&cell(&[&[1.0, 9.0]])]);
        assert_eq!(calm.0, [[true, true]]);
    }
}
