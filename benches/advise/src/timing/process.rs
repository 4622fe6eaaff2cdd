//! The process of a candidate.

use std::io::{self, BufRead, Write};

use string_kit_measure::engine::{Sentinel, at_random_place, move_to_calm_core};

use super::{Samples, Setup, Texts};
use crate::candidate::{Measure, candidates};
use crate::scenario::{Script, TimeSample};

/// The hidden verb of such a process. Its arguments are the name of the candidate and a seed.
pub const TURNS: &str = "turns";

/// Runs the scenario that the standard input has in its first line, before the texts: a turn for
/// each further line. Prints a line for each. In as many threads as there are copies of the
/// scenario; the times are this thread's.
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
    // The threads end with the process.
    let setup: &'static Setup = Box::leak(Box::new(setup));
    let texts = setup.texts.texts();
    let drawn = Script::new(&setup.scenario, texts, setup.width, setup.distinct, seed);
    let script = &*Box::leak(Box::new(drawn));
    let mut all = candidates().into_iter();
    let Some(measure) = all
        .find(|one| one.name == candidate)
        .map(|one| one.measured)
    else {
        return report(&Err("there is no such candidate"));
    };
    run(setup, script, measure, seed, &mut input.lines())
}

fn run(
    setup: &Setup,
    script: &'static Script<'static>,
    measure: Measure,
    seed: u64,
    input: &mut dyn Iterator<Item = io::Result<String>>,
) -> io::Result<()> {
    for _ in 1..setup.scenario.copies() {
        std::thread::spawn(move || {
            if let Ok(mut turns) = measure(script) {
                while let Ok(_samples) = turns() {}
                // The other threads would wait for this one.
                let _ = report(&Err(
                    "a copy of it does not have the strings that were drawn",
                ));
                std::process::exit(1);
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
