//! A process's side of a run: it measures its cells and prints their samples.

use std::hint::black_box;
use std::io::{self, Write};
use std::time::Duration;

use super::process::Line;
use super::timing::{self, Timed};
use super::{Part, Plan, Task};
use crate::run::{Factors, Measurement, SENTINEL, Unit};

/// The part of a run that a process does.
#[derive(Debug)]
pub struct Sampler {
    /// Time to measure for.
    pub time: Duration,
    /// The number of the process, from 0.
    pub process: u32,
    /// Numbers drawn for this process alone.
    pub random: fastrand::Rng,
    factors: Factors,
    /// The compared factor.
    compared: Option<String>,
    /// Blocks that move the addresses of later ones.
    padding: Vec<Vec<u8>>,
}

impl Sampler {
    /// Begins a part of a plan.
    pub fn new(part: &Part, plan: &Plan, task: &Task) -> Self {
        let place = (u64::from(part.process) << 32) | part.task as u64;
        let mut random =
            fastrand::Rng::with_seed(part.seed ^ place.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let padding = padding(&mut random);
        Self {
            time: Duration::from_micros(part.micros),
            process: part.process,
            random,
            factors: task.factors.clone(),
            compared: plan
                .compared
                .as_ref()
                .map(|compared| compared.factor.clone()),
            padding,
        }
    }

    /// Times cells in rounds, and reports their samples in nanoseconds for each operation.
    pub fn time(&mut self, mut cells: Vec<Timed<'_>>) -> io::Result<()> {
        if let Some(compared) = &self.compared {
            for cell in &mut cells {
                cell.group = cell.factors.clone().without(compared);
            }
        }
        let rounds = timing::rounds(&mut cells, self.time, &mut self.random);
        for (group, values) in rounds.sentinels {
            self.sentinel(group, values)?;
        }
        for (cell, values) in cells.into_iter().zip(rounds.samples) {
            let values = values.into_iter().map(Some).collect();
            self.report(Measurement {
                note: cell.note,
                family: cell.family,
                ..Measurement::new(cell.factors, cell.metric, Unit::Ns, values)
            })?;
        }
        black_box(&self.padding);
        Ok(())
    }

    /// Reports the times of the sentinel in each round of the cells that have these factors.
    pub fn sentinel(&mut self, group: Factors, values: Vec<f64>) -> io::Result<()> {
        let values = values.into_iter().map(Some).collect();
        self.report(Measurement::new(group, SENTINEL, Unit::Ns, values))
    }

    /// Reports a quantity that does not vary.
    pub fn fixed(
        &mut self,
        factors: Factors,
        metric: &str,
        unit: Unit,
        value: f64,
    ) -> io::Result<()> {
        self.report(Measurement::new(factors, metric, unit, vec![Some(value)]))
    }

    /// Reports samples of a cell, one for each round: a line of the standard output.
    pub fn report(&mut self, mut answer: Measurement) -> io::Result<()> {
        answer.key.factors = answer.key.factors.replaced_by(&self.factors);
        let mut out = io::stdout().lock();
        serde_json::to_writer(&mut out, &Line::Answer(answer))?;
        writeln!(out)
    }
}

/// Allocates blocks of random sizes, and frees half of them: the heap of each process differs.
fn padding(random: &mut fastrand::Rng) -> Vec<Vec<u8>> {
    let mut blocks: Vec<Vec<u8>> = (0..random.usize(16..256))
        .map(|_| Vec::with_capacity(1 << random.u32(4..11)))
        .collect();
    random.shuffle(&mut blocks);
    blocks.truncate(blocks.len() / 2);
    blocks
}
