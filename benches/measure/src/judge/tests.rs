//! Simulated runs: intervals hold the truth although rounds are chosen, and runs have effects.

use std::path::Path;

use super::*;
use crate::run::{Unit, from_bytes};

const TRUTH: f64 = 1.1;
const PROCESSES: usize = 20;
const ROUNDS: usize = 12;

fn cell(factors: Factors, metric: &str) -> Measurement {
    Measurement {
        samples: vec![vec![None; ROUNDS]; PROCESSES],
        ..Measurement::new(factors, metric, Unit::Ns, Vec::new())
    }
}

/// Returns a run with effects of the run, of processes and of rounds. Other work slows one round of
/// three by up to a half, and the cell more than the baseline.
fn simulated(random: &mut fastrand::Rng) -> Run {
    let header = "{'schema':'string-kit-run/1','question':'compare','command':'c','seed':1,\
                  'processes':20,'machine':{},\
                  'compared':{'factor':'way','baseline':'a','twin':'a (twin)'}}";
    let json = header.replace('\'', "\"");
    let mut run = from_bytes(json.as_bytes(), Path::new("run"))
        .unwrap()
        .remove(0);
    let way = |name: &str| Factors::default().with("way", name);
    let mut sentinel = cell(Factors::default(), SENTINEL);
    let (mut baseline, mut slower) = (cell(way("a"), "time"), cell(way("b"), "time"));
    let of_run = RUN_TO_RUN_ERROR * normal(random);
    for process in 0..PROCESSES {
        let of_process = 0.01 * normal(random);
        for round in 0..ROUNDS {
            let is_disturbed = random.u8(..3) == 0;
            let disturbance = f64::from(is_disturbed) * 0.5 * random.f64();
            let mut sample = |log: f64| Some(100.0 * (log + 0.01 * normal(random)).exp());
            sentinel.samples[process][round] = sample(disturbance);
            baseline.samples[process][round] = sample(disturbance);
            let log = TRUTH.ln() + of_run + of_process + 1.5 * disturbance;
            slower.samples[process][round] = sample(log);
        }
    }
    run.measurements = vec![sentinel, baseline, slower];
    run
}

fn judged(run: Run) -> Judgement {
    let run = calm(run);
    let judge = Judge::new(&run);
    judge.judge(&run.measurements[1]).unwrap()
}

#[test]
fn intervals_hold_the_truth_though_rounds_are_chosen_and_runs_differ() {
    const RUNS: usize = 400;
    let mut random = fastrand::Rng::with_seed(3);
    let runs: Vec<Judgement> = (0..RUNS).map(|_| judged(simulated(&mut random))).collect();
    let holds = |judged: &&Judgement| (judged.ratio.low..=judged.ratio.high).contains(&TRUTH);
    let holding = runs.iter().filter(holds).count();
    assert!((370..=394).contains(&holding), "{holding} of {RUNS}");
    let pairs = runs.chunks(2).filter(|pair| pair[0].overlaps(pair[1]));
    let overlapping = pairs.count();
    assert!(overlapping >= RUNS / 2 - 4, "{overlapping} of {}", RUNS / 2);
}

#[test]
fn rounds_are_chosen_by_the_sentinel_alone_and_counted() {
    let mut random = fastrand::Rng::with_seed(4);
    let whole = simulated(&mut random);
    let kept = |run: &Run| run.measurements.last().unwrap().samples.concat();
    let calm_run = calm(whole.clone());
    assert_eq!(calm_run.measurements.len(), 2, "the sentinel is not shown");
    let count = kept(&calm_run).iter().flatten().count();
    let rounds = PROCESSES * ROUNDS;
    assert!(count > rounds / 2 && count < rounds, "{count}");
    let note = format!("{count} of {rounds} rounds, in 20 of 20 processes");
    let notes = calm_run.header.notes;
    assert!(notes[0].contains(&note), "{notes:?}");
    // Whatever is compared has no say in it, and without a sentinel every round counts.
    let mut disturbed = whole.clone();
    disturbed.measurements[2].samples[0].fill(Some(1e6));
    assert_eq!(kept(&calm(disturbed)).iter().flatten().count(), count);
    let mut without = whole;
    without.measurements.remove(0);
    assert_eq!(kept(&calm(without)).iter().flatten().count(), rounds);
}

#[test]
fn an_interval_within_3_percent_is_equal_and_one_that_noise_may_explain_is_not_known() {
    let beside = |mean: f64, error: f64, noise: f64| {
        let estimate = Estimate {
            mean,
            error,
            freedom: 20.0,
        };
        Judgement::new(estimate, 0.95, noise).verdict
    };
    let verdict = |mean, error| beside(mean, error, 0.03);
    assert_eq!(verdict(0.01, 0.005), Verdict::Equal);
    assert_eq!(verdict(0.01, 0.03), Verdict::Unknown);
    assert_eq!(verdict(0.01, f64::INFINITY), Verdict::Unknown);
    assert_eq!(verdict(0.1, 0.03), Verdict::Worse);
    assert_eq!(verdict(-0.1, 0.03), Verdict::Better);
    assert_eq!(beside(-0.7, 0.03, 1.2), Verdict::Unknown);
    assert_eq!(beside(0.01, 0.005, 1.2), Verdict::Equal);
}

#[test]
fn quantiles_are_those_of_the_tables() {
    let table = [(0.95, 1.0, 12.71), (0.95, 15.0, 2.131), (0.99, 5.0, 4.032)];
    for (level, freedom, expected) in table {
        let t = t_quantile(level, freedom);
        assert!((t / expected - 1.0).abs() < 0.002, "{t}, {freedom}");
    }
    let medians = [vec![], vec![3.0, 1.0, 2.0], vec![4.0, 1.0]].map(median);
    assert_eq!(medians, [None, Some(2.0), Some(2.5)]);
}

#[test]
fn too_few_values_have_an_endless_interval_and_equal_ones_none() {
    let interval = |values: &[f64]| Some(Estimate::new(values, 1, DRAWS)?.interval(0.95));
    assert_eq!(interval(&[]), None);
    let endless = (f64::NEG_INFINITY, f64::INFINITY);
    assert_eq!(interval(&[1.0, 2.0]), Some(endless));
    assert_eq!(interval(&[0.5; 20]), Some((0.5, 0.5)));
}

fn normal(random: &mut fastrand::Rng) -> f64 {
    (0..12).map(|_| random.f64()).sum::<f64>() - 6.0
}

#[test]
fn intervals_hold_in_95_of_100_experiments() {
    let settings = [8, 20, 40].map(|processes| [(processes, false), (processes, true)]);
    for (processes, is_tailed) in settings.concat() {
        let mut random = fastrand::Rng::with_seed(5);
        let freedom = Estimate::new(&vec![0.0; processes], 1, 1).unwrap().freedom;
        let t = t_quantile(LEVEL, freedom);
        let holds = |_: &usize| {
            let process = |_| {
                // One process of twenty is far off, to either side.
                let is_far = is_tailed && random.u8(..20) == 0;
                let deviation = if is_far { 0.1 } else { 0.02 };
                let of_process = deviation * normal(&mut random);
                let rounds = (0..9).map(|_| of_process + 0.01 * normal(&mut random));
                median(rounds.collect()).unwrap()
            };
            let values: Vec<f64> = (0..processes).map(process).collect();
            // Fewer draws than the judge's: they are nearly all of this test's time.
            let estimate = Estimate::new(&values, random.u64(..), 200).unwrap();
            estimate.mean.abs() <= estimate.error * t
        };
        let holding = (0..1000).filter(holds).count();
        let expected = 930..=if is_tailed { 975 } else { 970 };
        let setting = (processes, is_tailed);
        assert!(expected.contains(&holding), "{holding}, {setting:?}");
    }
}
