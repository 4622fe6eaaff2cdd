//! The judge: one rule for all claims, tables and gates.
//!
//! 1. Samples of the same round are compared in pairs, as logarithms of their ratio. Only rounds
//!    count in which the sentinel was not slowed.
//! 2. Each process gives the median of its rounds.
//! 3. The estimate is a trimmed mean over processes. Its interval comes from a bootstrap over them,
//!    and from the known size of effects that last as long as a run.
//! 4. The baseline stands twice in each run. The interval of its twin shows the noise floor.
//! 5. A cell is better or worse if its interval lies beyond the margin: the noise floor, or 3 % if
//!    that is larger. It is equal if its interval lies within 3 %. Else the verdict is not known.
//!
//! Other work on the same core slows some code more than other code: ratios on a busy machine
//! differ by up to a quarter from those on a quiet one. Only the sentinel tells disturbed rounds.

use std::collections::HashMap;
use std::f64::consts::FRAC_PI_2;
use std::fmt::{self, Display};

use crate::run::{Compared, Factors, Key, Measurement, Run, SENTINEL, median, sentinel_of};

const LEVEL: f64 = 0.95;
/// The standard error of effects that last as long as a run, such as the place of pages in the
/// caches. Within one run they cannot be seen.
///
/// PERF: of the pairs of intervals of three runs of one build, 85 % overlapped without it. With it,
/// all 1,596 pairs of four runs did; the intervals became 1.8 % wide (median), from 0.9 %.
const RUN_TO_RUN_ERROR: f64 = 0.004;
/// The least difference that is called one, as a share.
const MIN_EFFECT: f64 = 0.03;
/// The share of the processes that is left out at either end.
const TRIM: f64 = 0.1;
/// The number of samples that a bootstrap draws: enough to know a standard error to 2 %.
const DRAWS: usize = 1000;
const FEWEST: usize = 3;
/// The share of all rounds that counts, if there are too few calm ones.
const LEAST_DISTURBED: f64 = 0.5;
/// The share of all rounds that is taken to be undisturbed.
const UNDISTURBED: f64 = 0.02;
/// The limits of a calm round: times of the sentinel over that of undisturbed rounds. The first
/// with which enough processes have calm rounds holds.
const SLOWDOWNS: [f64; 4] = [1.08, 1.16, 1.32, 1.64];
/// The fewest processes with calm rounds, and the part of all processes.
const FEWEST_PROCESSES: [usize; 2] = [4, 3];
/// The processes with calm rounds beyond half of all, if cells have sentinels of their own: so two
/// cells have at least [`FEWEST`] such processes in common.
const BEYOND_HALF: usize = 2;
/// The fewest rounds of all processes: with fewer, all count.
const FEWEST_ROUNDS: usize = 16;
/// The fewest calm rounds of a process that counts, or half of its rounds.
const FEWEST_CALM: usize = 3;

/// Returns a run with the samples of calm rounds alone, without the sentinels, and with a note that
/// says how many rounds count. Without a sentinel all rounds do.
///
/// A cell with a sentinel of its own keeps the median of each process, since its rounds are not
/// those of others.
pub fn calm(mut run: Run) -> Run {
    let is_sentinel = |cell: &Measurement| cell.key.metric.starts_with(SENTINEL);
    let (sentinels, cells): (Vec<_>, Vec<_>) = run.measurements.into_iter().partition(is_sentinel);
    let calm: Vec<Vec<Vec<bool>>> = sentinels.iter().map(calm_rounds).collect();
    run.measurements = cells;
    let cells = run.measurements.iter_mut();
    for cell in cells.filter(|cell| cell.key.unit.varies()) {
        let own = sentinel_of(&cell.key.metric);
        let watches = |(sentinel, _): &(&Measurement, _)| {
            [SENTINEL, &own].contains(&&*sentinel.key.metric)
                && cell.key.factors.includes(&sentinel.key.factors)
        };
        let found = sentinels.iter().zip(&calm).filter(watches);
        let closest = found.max_by_key(|(sentinel, _)| sentinel.key.factors.iter().count());
        let Some((sentinel, calm)) = closest else {
            continue;
        };
        for (samples, calm) in cell.samples.iter_mut().zip(calm) {
            for (sample, calm) in samples.iter_mut().zip(calm) {
                *sample = sample.filter(|_| *calm);
            }
            if sentinel.key.metric == own {
                *samples = vec![median_of(samples)];
            }
        }
    }
    let processes: Vec<&Vec<bool>> = calm.iter().flatten().collect();
    if !processes.is_empty() {
        let kept = |rounds: &&Vec<bool>| rounds.iter().filter(|calm| **calm).count();
        let rounds: usize = processes.iter().map(|rounds| rounds.len()).sum();
        let calm: usize = processes.iter().map(kept).sum();
        let used = processes.iter().filter(|rounds| kept(rounds) > 0).count();
        run.header.notes.push(format!(
            "The machine was calm in {calm} of {rounds} rounds, in {used} of {} processes; only \
             these rounds count.",
            processes.len()
        ));
    }
    run
}

fn calm_rounds(sentinel: &Measurement) -> Vec<Vec<bool>> {
    let ([fewest, part], count) = (FEWEST_PROCESSES, sentinel.samples.len());
    let wanted = match &*sentinel.key.metric {
        SENTINEL => fewest.max(count / part),
        _ => count.div_ceil(2) + BEYOND_HALF,
    };
    let time = |sample: &Option<f64>| sample.unwrap_or(f64::INFINITY);
    let times = |samples: &Vec<Option<f64>>| samples.iter().map(time).collect();
    let processes: Vec<Vec<f64>> = sentinel.samples.iter().map(times).collect();
    let limit = calm_limit(&processes, wanted);
    let calm = |rounds: &Vec<f64>| -> Vec<bool> {
        let is_used = limit.is_infinite() || is_calm(rounds, limit);
        let is_calm = |time: &f64| is_used && *time <= limit;
        rounds.iter().map(is_calm).collect()
    };
    processes.iter().map(calm).collect()
}

/// Returns the time of the sentinel up to which rounds count: one of [`SLOWDOWNS`], if enough
/// processes had such rounds, or that of the calmer half.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // It is a place in a list.
fn calm_limit(processes: &[Vec<f64>], wanted: usize) -> f64 {
    let mut times = processes.concat();
    if times.len() < FEWEST_ROUNDS {
        return f64::INFINITY;
    }
    times.sort_unstable_by(f64::total_cmp);
    let quantile = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let is_enough = |limit: &f64| {
        let calm = processes.iter().filter(|rounds| is_calm(rounds, *limit));
        calm.count() >= wanted.min(processes.len())
    };
    let slight = SLOWDOWNS.map(|slowdown| quantile(UNDISTURBED) * slowdown);
    let mut limits = slight.into_iter().chain([quantile(LEAST_DISTURBED)]);
    limits.find(is_enough).unwrap_or(f64::INFINITY)
}

fn is_calm(rounds: &[f64], limit: f64) -> bool {
    let calm = rounds.iter().filter(|time| **time <= limit).count();
    calm >= FEWEST_CALM.min(rounds.len().div_ceil(2)).max(1)
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Less than the other, beyond the margin: of a time, faster.
    Better,
    /// More than the other, beyond the margin.
    Worse,
    /// At most 3 % apart: the whole interval lies within that.
    Equal,
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

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    pub ratio: Ratio,
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
        } else if low.abs().max(high.abs()) <= MIN_EFFECT.ln_1p() {
            Verdict::Equal
        } else {
            Verdict::Unknown
        };
        let [value, low, high] = [estimate.mean, low, high].map(f64::exp);
        Self {
            ratio: Ratio { value, low, high },
            verdict,
            estimate,
            margin,
        }
    }

    /// Judges the same estimate as the best of `count`: the interval holds for all of them at once.
    pub fn best_of(self, count: usize) -> Self {
        let level = 1.0 - (1.0 - LEVEL) / count.max(1) as f64;
        Self::new(self.estimate, level, self.margin)
    }

    /// Returns whether the intervals of two ratios have a point in common.
    pub fn overlaps(self, against: Self) -> bool {
        self.ratio.low <= against.ratio.high && against.ratio.low <= self.ratio.high
    }

    /// Judges this ratio against that of another run.
    pub fn against(self, against: Self) -> Self {
        let estimate = self.estimate.minus(against.estimate);
        Self::new(estimate, LEVEL, self.margin.max(against.margin))
    }
}

/// A run of [`calm`] rounds with its comparisons.
#[derive(Clone, Debug)]
pub struct Judge<'a> {
    pub run: &'a Run,
    cells: HashMap<(&'a Factors, &'a str), &'a Measurement>,
    /// The logarithm of each cell's ratio to its baseline.
    estimates: HashMap<&'a Key, Estimate>,
}

impl<'a> Judge<'a> {
    /// Returns the judge of a run: it finds the noise floor of each setting.
    pub fn new(run: &'a Run) -> Self {
        let cells = run.measurements.iter();
        // Of several cells of one key, the first is found.
        let keyed = |cell: &'a Measurement| ((&cell.key.factors, &*cell.key.metric), cell);
        let mut judge = Self {
            run,
            cells: cells.clone().rev().map(keyed).collect(),
            estimates: HashMap::new(),
        };
        let estimate = |cell: &'a Measurement| {
            let estimate = judge.estimate(cell, judge.baseline(cell)?)?;
            Some((&cell.key, estimate))
        };
        let varying = cells.filter(|cell| cell.key.unit.varies());
        judge.estimates = varying.filter_map(estimate).collect();
        judge
    }

    pub fn find(&self, factors: &Factors, metric: &str) -> Option<&'a Measurement> {
        self.cells.get(&(factors, metric)).copied()
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
        let factors = &cell.key.factors;
        factors.get(&compared.factor)?;
        let factors = factors.clone().with(&compared.factor, name(compared));
        self.find(&factors, &cell.key.metric)
    }

    /// Compares a cell with its baseline; none if they have no round in common.
    pub fn judge(&self, cell: &Measurement) -> Option<Judgement> {
        let estimate = *self.estimates.get(&cell.key)?;
        Some(Judgement::new(estimate, LEVEL, self.margin(cell)))
    }

    /// Compares two cells by the rounds in which both have samples.
    pub fn compare(&self, cell: &Measurement, against: &Measurement) -> Option<Judgement> {
        let margin = self.margin(cell);
        Some(Judgement::new(self.estimate(cell, against)?, LEVEL, margin))
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
        self.floor(cell).unwrap_or(0.0).max(MIN_EFFECT).ln_1p()
    }

    fn estimate(&self, cell: &Measurement, against: &Measurement) -> Option<Estimate> {
        let processes = cell.samples.iter().zip(&against.samples);
        let medians: Vec<f64> = processes.filter_map(|(a, b)| log_ratio(a, b)).collect();
        let estimate = Estimate::new(&medians, self.run.header.seed, DRAWS)?;
        Some(Estimate {
            error: estimate.error.hypot(RUN_TO_RUN_ERROR),
            ..estimate
        })
    }

    /// Returns the cell with the least ratio to the baseline. Its interval is widened for the
    /// choice among `cells`.
    pub fn best<'b>(&self, cells: &[&'b Measurement]) -> Option<(&'b Measurement, Judgement)> {
        let judged = cells
            .iter()
            .filter_map(|cell| Some((*cell, self.judge(cell)?)));
        let (best, judgement) =
            judged.min_by(|(_, a), (_, b)| a.ratio.value.total_cmp(&b.ratio.value))?;
        Some((best, judgement.best_of(cells.len())))
    }
}

fn log_ratio(samples: &[Option<f64>], against: &[Option<f64>]) -> Option<f64> {
    let pairs = samples.iter().zip(against);
    let logs = pairs.filter_map(|(a, b)| Some((a.as_ref()? / b.as_ref()?).ln()));
    median(logs.filter(|log: &f64| log.is_finite()).collect())
}

/// Returns a small run: of a [`calm`] one, with one number for each cell and process, in four
/// digits. Its ratios and their intervals are those of `run`.
pub fn condensed(run: &Run) -> Run {
    let judge = Judge::new(run);
    let of_process = |cell: &Measurement, process: usize| {
        let samples = &*cell.samples[process];
        let by_ratio = || {
            let against = judge.baseline(cell)?.samples.get(process)?;
            Some(median_of(against)? * log_ratio(samples, against)?.exp())
        };
        let number = by_ratio().or_else(|| median_of(samples))?;
        format!("{number:.3e}").parse().ok()
    };
    let mut condensed = run.clone();
    for (small, cell) in condensed.measurements.iter_mut().zip(&run.measurements) {
        small.samples = if cell.key.unit.varies() {
            let processes = 0..cell.samples.len();
            processes.map(|at| vec![of_process(cell, at)]).collect()
        } else {
            vec![vec![number_of(cell)]]
        };
    }
    condensed
}

/// Returns the typical sample of a cell: the median over processes of the median over rounds.
pub fn typical(cell: &Measurement) -> Option<f64> {
    let medians = cell.samples.iter().filter_map(|samples| median_of(samples));
    median(medians.collect())
}

fn median_of(samples: &[Option<f64>]) -> Option<f64> {
    median(samples.iter().flatten().copied().collect())
}

/// Returns the number of a cell: its typical sample if samples vary, else the median over processes
/// of the last sample.
pub fn number_of(cell: &Measurement) -> Option<f64> {
    if cell.key.unit.varies() {
        return typical(cell);
    }
    let last = |samples: &Vec<Option<f64>>| samples.iter().flatten().next_back().copied();
    median(cell.samples.iter().filter_map(last).collect())
}

/// Returns the group of a cell: its factors but the compared one.
pub fn group(run: &Run, cell: &Measurement) -> Factors {
    let factors = cell.key.factors.clone();
    match &run.header.compared {
        Some(compared) => factors.without(&compared.factor),
        None => factors,
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Estimate {
    mean: f64,
    /// Infinite if there are fewer than [`FEWEST`] values.
    error: f64,
    freedom: f64,
}

impl Estimate {
    /// Estimates the trimmed mean of independent values, its error by a bootstrap of so many draws;
    /// none if there are no values.
    fn new(values: &[f64], seed: u64, draws: usize) -> Option<Self> {
        let n = values.len();
        if n == 0 {
            return None;
        }
        let mut random = fastrand::Rng::with_seed(seed);
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let rank = |value: &f64| sorted.partition_point(|against| against < value);
        let ranks: Vec<usize> = values.iter().map(rank).collect();
        let mut means = vec![0.0; draws];
        for mean in &mut means {
            // PERF: values are counted in their order, so that no draw is sorted.
            let mut counts = vec![0; n];
            for _ in 0..n {
                counts[ranks[random.usize(..n)]] += 1;
            }
            *mean = trimmed_mean(&sorted, &counts);
        }
        let mean_of_means = means.iter().sum::<f64>() / draws as f64;
        let squares = means.iter().map(|mean| (mean - mean_of_means).powi(2));
        let variance = squares.sum::<f64>() / draws as f64;
        let n = n as f64;
        // A bootstrap draws from a sample, whose variance is too small by (n - 1) / n.
        let error = (variance * n / (n - 1.0)).sqrt();
        let is_known = values.len() >= FEWEST;
        Some(Self {
            mean: trimmed_mean(&sorted, &vec![1; values.len()]),
            error: if is_known { error } else { f64::INFINITY },
            freedom: (n - 2.0 * (n * TRIM).floor() - 1.0).max(1.0),
        })
    }

    fn minus(self, against: Self) -> Self {
        Self {
            mean: self.mean - against.mean,
            error: self.error.hypot(against.error),
            freedom: self.freedom.min(against.freedom),
        }
    }

    fn interval(self, level: f64) -> (f64, f64) {
        let half = self.error * t_quantile(level, self.freedom);
        (self.mean - half, self.mean + half)
    }
}

/// Returns the mean without the least and the greatest tenth. Each value counts as often as
/// `counts` says, in all as often as there are values.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Some dozens.
fn trimmed_mean(sorted: &[f64], counts: &[usize]) -> f64 {
    let cut = (sorted.len() as f64 * TRIM) as usize;
    let (mut place, mut sum) = (0, 0.0);
    let kept = cut..sorted.len() - cut;
    for (value, count) in sorted.iter().zip(counts) {
        let next = place + count;
        for _ in place.max(kept.start)..next.min(kept.end) {
            sum += value;
        }
        place = next;
    }
    sum / kept.len() as f64
}

/// Returns the t for which Student's distribution has a probability of `level` within -t to t.
///
/// With x = √freedom tan θ the density is proportional to a power of cos θ, which is summed up over
/// equal steps of θ.
fn t_quantile(level: f64, freedom: f64) -> f64 {
    const STEPS: u32 = 1_000;
    let step = FRAC_PI_2 / f64::from(STEPS);
    let density = |at: u32| ((f64::from(at) + 0.5) * step).cos().powf(freedom - 1.0);
    let wanted = level * (0..STEPS).map(density).sum::<f64>();
    let mut sum = 0.0;
    for at in 0..STEPS {
        let share = density(at);
        if sum + share >= wanted {
            let angle = (f64::from(at) + (wanted - sum) / share) * step;
            return freedom.sqrt() * angle.tan();
        }
        sum += share;
    }
    f64::INFINITY
}

#[cfg(test)]
mod tests;
