//! Calm rounds: those in which other work disturbed least.
//!
//! Other work on the same core slows some code more than other code, so that ratios on a busy machine
//! differ by up to a tenth from those on a quiet one. Rounds in which most cells were slow are therefore
//! left out.
//!
//! PERF: of three runs under changing load, 76 % of the pairs of intervals overlapped with all rounds,
//! and 99 % with the calmer half.

use super::statistics::median;
use crate::run::Cell;

/// The share of all rounds that counts.
const CALM: f64 = 0.5;
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
    /// The disturbance of a round is the median over cells of the ratio of the sample to the tenth
    /// percentile of the cell's samples.
    pub(super) fn of(cells: &[&Cell]) -> Self {
        let references: Vec<Option<f64>> = cells.iter().map(|cell| undisturbed(cell)).collect();
        let processes = cells
            .iter()
            .map(|cell| cell.samples.len())
            .max()
            .unwrap_or_default();
        let disturbances: Vec<Vec<f64>> = (0..processes)
            .map(|process| {
                let of = |cell: &&Cell| cell.samples.get(process).map_or(0, Vec::len);
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
        let all = disturbances.concat();
        let limit = if all.len() < FEWEST_ROUNDS * processes {
            f64::INFINITY
        } else {
            quantile(all, CALM).unwrap_or(f64::INFINITY)
        };
        let calm = |rounds: &Vec<f64>| -> Vec<bool> {
            let calm: Vec<bool> = rounds.iter().map(|of| *of <= limit).collect();
            let count = calm.iter().filter(|calm| **calm).count();
            let is_enough = limit.is_infinite() || count >= FEWEST_CALM;
            if is_enough {
                calm
            } else {
                vec![false; calm.len()]
            }
        };
        Self(disturbances.iter().map(calm).collect())
    }

    /// Returns whether a round is calm.
    pub(super) fn has(&self, process: usize, round: usize) -> bool {
        let rounds = self.0.get(process);
        rounds
            .and_then(|rounds| rounds.get(round))
            .copied()
            .unwrap_or(true)
    }
}

/// Returns the time of a cell with no disturbance: the tenth percentile of its samples.
fn undisturbed(cell: &Cell) -> Option<f64> {
    quantile(
        cell.samples.iter().flatten().flatten().copied().collect(),
        0.1,
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

    fn cell(samples: &[&[f64]]) -> Cell {
        let known = |round: &f64| Some(*round);
        Cell {
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
        let of = |process| {
            (0..6)
                .map(|round| calm.has(process, round))
                .collect::<Vec<_>>()
        };
        assert_eq!(of(0), [true, true, true, false, false, false]);
        assert!(calm.has(1, 0) && !calm.has(1, 5));
    }

    #[test]
    fn few_rounds_all_count() {
        let calm = Calm::of(&[&cell(&[&[1.0, 9.0]])]);
        assert!(calm.has(0, 0) && calm.has(0, 1));
    }
}
