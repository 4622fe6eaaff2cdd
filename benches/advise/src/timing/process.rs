//! The process of a candidate.

use std::io::{self, BufRead, Write};

use string_kit_measure::engine::{Sentinel, at_random_place, move_to_calm_core};

use super::{Samples, Setup, TURNS_EACH, Texts};
use crate::candidate::candidates;
use crate::scenario::{Input, Operation, Script, TimeSample, Turns};

/// The hidden verb of such a process. Its arguments are the name of the candidate and a seed.
pub const TURNS: &str = "turns";

/// The preparation of a script by a candidate.
type Measure<T> = fn(&'static Script<'static, T>) -> Result<Turns<'static>, &'static str>;

/// Runs the scenario that the standard input has in its first line, before the texts: a turn for
/// each further line. Prints a line for each.
///
/// # Errors
///
/// If the standard input has another form, or the standard output is closed.
pub fn take_turns(candidate: &str, seed: u64) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut line = String::new();
    input.read_line(&mut line)?;
    let mut setup: Setup = serde_json::from_str(&line)?;
    setup.texts = Texts::read(&mut input)?;
    let mut input = input.lines();
    if setup.is_of_records {
        setup.scenario.mix = setup.scenario.mix.without(Operation::Lookup);
    }
    let mut random = fastrand::Rng::with_seed(seed);
    let period = Script::<str>::period(&setup.scenario, TURNS_EACH[1]);
    setup.texts.extend(period, &mut random);
    // The threads end with the process.
    let setup: &'static Setup = Box::leak(Box::new(setup));
    let texts: &'static [&str] = Vec::leak(setup.texts.texts());
    let mut all = candidates().into_iter();
    if setup.is_of_records {
        let records = setup.texts.records(texts);
        let found = all.find(|one| one.record_name() == candidate);
        let measure = found.and_then(|one| one.of_records());
        run(setup, records, measure, seed, &mut input)
    } else {
        let found = all.find(|one| one.name == candidate);
        let measure = found.map(|one| one.measured);
        run(setup, texts.to_vec(), measure, seed, &mut input)
    }
}

/// Runs the turns of a candidate, in as many threads as there are copies of the scenario. The times
/// are this thread's.
fn run<T: Input + Sync + ?Sized>(
    setup: &Setup,
    texts: Vec<&'static T>,
    measure: Option<Measure<T>>,
    seed: u64,
    input: &mut dyn Iterator<Item = io::Result<String>>,
) -> io::Result<()> {
    let drawn = Script::new(&setup.scenario, texts, setup.distinct, seed);
    let script = &*Box::leak(Box::new(drawn));
    let Some(measure) = measure else {
        return report(&Err("there is no such candidate"));
    };
    for _ in 1..setup.scenario.copies() {
        std::thread::spawn(move || {
            if let Ok(mut turns) = measure(script) {
                while turns().is_ok() {}
            }
        });
    }
    let mut turns = match measure(script) {
        Ok(turns) => turns,
        Err(why) => return report(&Err(why)),
    };
    let mut random = fastrand::Rng::with_seed(seed);
    let mut sentinel = Sentinel::new(&mut fastrand::Rng::with_seed(1));
    // It is ready.
    report(&Ok(Samples::new()))?;
    for line in input {
        line?;
        move_to_calm_core();
        let samples = at_random_place(&mut random, &mut turns);
        report(&samples.map(|samples| {
            let chase = sentinel.time_warm();
            let with_chase = |sample: TimeSample| (sample.time, sample.core + chase);
            samples.into_iter().map(with_chase).collect()
        }))?;
    }
    Ok(())
}

/// Prints a line: the samples of a turn, or the reason why the candidate cannot run the scenario.
fn report(turn: &Result<Samples, &str>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, turn)?;
    writeln!(out)?;
    out.flush()
}
