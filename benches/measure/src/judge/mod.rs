//! The judge: one rule for all claims, tables and gates.
//!
//! 1. Samples of the same round are compared in pairs, as logarithms of their ratio. Only rounds count
//!    in which the sentinel was not slowed.
//! 2. Each process gives the median of its rounds.
//! 3. The estimate is a trimmed mean over processes; its interval comes from a bootstrap over them, and
//!    from the known size of effects that last as long as a run.
//! 4. The baseline stands twice in each run. The interval of its twin shows the noise floor.
//! 5. A cell is better or worse if its interval lies beyond the margin: the noise floor, or 3 % if
//!    that is larger. It is equal if its interval lies within the margin. Else the verdict is not known.

mod calm;
mod statistics;

use std::collections::HashMap;
use std::fmt::{self, Display};

use crate::run::{Compared, Factors, Key, Measurement, Run};
pub use calm::calm;
use statistics::Estimate;
pub use statistics::median;

/// The probability that an interval holds the truth.
const LEVEL: f64 = 0.95;
/// The standard error of effects that last as long as a run, such as the place of pages in the caches and
/// the neighbours of a virtual machine. Within one run they cannot be seen.
///
/// PERF: of the pairs of intervals of three runs of one build, 85 % overlapped without it, and 96 %
/// with it; the intervals became 1.9 % wide (median), from 0.9 %.
const RUN_TO_RUN_ERROR: f64 = 0.004;
/// The least difference that is called one, as a share.
const MIN_EFFECT: f64 = 0.03;

/// A ratio and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// The outcome of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Less than the other, beyond the margin: of a time, faster.
    Better,
    /// More than the other, beyond the margin.
    Worse,
    /// At most the margin apart: the whole interval lies within it.
    Equal,
    /// Not known: the interval lies on both sides of the margin.
    Unknown,
}

impl Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::Equal => "equal",
            Self::Unknown => "not known",
        })
    }
}

/// A comparison of two cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// The ratio to the baseline.
    pub ratio: Ratio,
    /// The verdict about the ratio.
    pub verdict: Verdict,
    estimate: Estimate,
    margin: f64,
}

impl Judgement {
    /// Judges an estimate of a logarithm, with an interval of this level and a margin.
    fn new(estimate: Estimate, level: f64, margin: f64) -> Self {
        let (low, high) = estimate.interval(level);
        let verdict = if high < -margin {
            Verdict::Better
        } else if low > margin {
            Verdict::Worse
        } else if -margin <= low && high <= margin {
            Verdict::Equal
        } else {
            Verdict::Unknown
        };
        let ratio = Ratio {
            value: estimate.mean.exp(),
            low: low.exp(),
            high: high.exp(),
        };
        Self {
            ratio,
            verdict,
            estimate,
            margin,
        }
    }

    /// Judges the same estimate as the best of `count`: the interval holds for all of them at once.
    pub fn of_many(self, count: usize) -> Self {
        let level = 1.0 - (1.0 - LEVEL) / count.max(1) as f64;
        Self::new(self.estimate, level, self.margin)
    }

    /// Returns whether the intervals of two ratios have a point in common.
    pub fn overlaps(self, other: Self) -> bool {
        self.ratio.low <= other.ratio.high && other.ratio.low <= self.ratio.high
    }

    /// Judges this ratio against that of another run.
    pub fn against(self, other: Self) -> Self {
        let estimate = self.estimate.minus(other.estimate);
        Self::new(estimate, LEVEL, self.margin.max(other.margin))
    }
}

/// A run of [`calm`] rounds with its comparisons.
#[derive(Clone, Debug)]
pub struct Judge<'a> {
    /// The run that is judged.
    pub run: &'a Run,
    /// The cells of each combination of factors.
    cells: HashMap<&'a Factors, HashMap<&'a str, &'a Measurement>>,
    /// The logarithm of each cell's ratio to its baseline.
    estimates: HashMap<&'a Key, Estimate>,
}

impl<'a> Judge<'a> {
    /// Returns the judge of a run: it finds the noise floor of each setting.
    pub fn of(run: &'a Run) -> Self {
        let mut judge = Self {
            run,
            cells: HashMap::new(),
            estimates: HashMap::new(),
        };
        for cell in &run.measurements {
            let cells = judge.cells.entry(&cell.key.factors).or_default();
            cells.entry(&cell.key.metric).or_insert(cell);
        }
        let cells = run
            .measurements
            .iter()
            .filter(|cell| cell.key.unit.varies());
        let estimate = |cell: &'a Measurement| {
            let estimate = judge.estimate(cell, judge.baseline(cell)?)?;
            Some((&cell.key, estimate))
        };
        judge.estimates = cells.filter_map(estimate).collect();
        judge
    }

    /// Returns the cell of this setting and metric.
    pub fn find(&self, factors: &Factors, metric: &str) -> Option<&'a Measurement> {
        self.cells.get(factors)?.get(metric).copied()
    }

    /// Returns the cell that another is compared with: the baseline of the same setting.
    pub fn baseline(&self, cell: &Measurement) -> Option<&'a Measurement> {
        self.counterpart(cell, |compared| &compared.baseline)
    }

    fn counterpart(
        &self,
        cell: &Measurement,
        name: impl Fn(&Compared) -> &String,
    ) -> Option<&'a Measurement> {
        let compared = self.run.header.compared.as_ref()?;
        cell.key.factors.get(&compared.factor)?;
        let factors = cell
            .key
            .factors
            .clone()
            .with(&compared.factor, name(compared));
        self.find(&factors, &cell.key.metric)
    }

    /// Compares a cell with its baseline; none if they have no round in common.
    pub fn judge(&self, cell: &Measurement) -> Option<Judgement> {
        let estimate = *self.estimates.get(&cell.key)?;
        Some(Judgement::new(estimate, LEVEL, self.margin(cell)))
    }

    /// Compares two cells by the rounds in which both have samples.
    pub fn compare(&self, cell: &Measurement, other: &Measurement) -> Option<Judgement> {
        let margin = self.margin(cell);
        Some(Judgement::new(self.estimate(cell, other)?, LEVEL, margin))
    }

    /// Returns the noise floor of a cell's setting, as a share: how far the interval of the
    /// baseline's twin reaches from 1.
    pub fn floor(&self, cell: &Measurement) -> Option<f64> {
        let twin = self.counterpart(cell, |compared| &compared.twin)?;
        let (low, high) = self.estimates.get(&twin.key)?.interval(LEVEL);
        Some(low.abs().max(high.abs()).exp_m1())
    }

    /// Returns the least logarithm of a ratio that is called a difference.
    fn margin(&self, cell: &Measurement) -> f64 {
        let floor = self.floor(cell).unwrap_or_default();
        floor.max(MIN_EFFECT).ln_1p()
    }

    fn estimate(&self, cell: &Measurement, other: &Measurement) -> Option<Estimate> {
        let of_process = |process: usize| {
            let pairs = cell.samples[process].iter().zip(&other.samples[process]);
            let logs = pairs.filter_map(|(a, b)| Some((a.as_ref()? / b.as_ref()?).ln()));
            median(logs.filter(|log: &f64| log.is_finite()).collect())
        };
        let processes = cell.samples.len().min(other.samples.len());
        let medians: Vec<f64> = (0..processes).filter_map(of_process).collect();
        let estimate = Estimate::of(&medians, self.run.header.seed)?;
        Some(Estimate {
            error: estimate.error.hypot(RUN_TO_RUN_ERROR),
            ..estimate
        })
    }

    /// Returns the cell with the least ratio to the baseline. Its interval is widened for the choice among `cells`.
    pub fn best<'b>(&self, cells: &[&'b Measurement]) -> Option<(&'b Measurement, Judgement)> {
        let judged = cells
            .iter()
            .filter_map(|cell| Some((*cell, self.judge(cell)?)));
        let by_ratio =
            |a: &(_, Judgement), b: &(_, Judgement)| a.1.ratio.value.total_cmp(&b.1.ratio.value);
        let (best, judgement) = judged.min_by(by_ratio)?;
        Some((best, judgement.of_many(cells.len())))
    }
}

/// Returns the typical sample of a cell: the median over processes of the median over rounds.
pub fn typical(cell: &Measurement) -> Option<f64> {
    let medians = cell.samples.iter();
    let medians = medians.filter_map(|of| median(of.iter().flatten().copied().collect()));
    median(medians.collect())
}

/// Returns the number of a cell: its typical sample if samples vary, else its value.
pub fn number_of(cell: &Measurement) -> Option<f64> {
    if cell.key.unit.varies() {
        typical(cell)
    } else {
        cell.value()
    }
}

/// Returns the group of a cell: its factors but the compared one.
pub fn group(run: &Run, cell: &Measurement) -> Factors {
    let factors = cell.key.factors.clone();
    match &run.header.compared {
        Some(compared) => factors.without(&compared.factor),
        None => factors,
    }
}

#[cfg(test)]
mod tests;
