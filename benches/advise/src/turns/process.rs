//! The process of a candidate.

use std::io::{self, Write};

use string_kit_measure::engine::{Sentinel, at_random_place, move_to_calm_core};

use super::{ROUNDS, Setup, Turn};
use crate::candidate::{candidates, record_candidates};
use crate::scenario::{Input, Operation, Script, Turns};

/// The hidden verb of such a process. Its arguments are the name of the candidate and a seed.
pub const TURNS: &str = "turns";

/// Runs the scenario that the standard input has in its first line, a turn for each further line, and prints a line
/// for each.
///
/// # Errors
///
/// If the standard input has another form, or the standard output is closed.
pub fn take_turns(candidate: &str, seed: u64) -> io::Result<()> {
    let mut input = io::stdin().lines();
    let setup = input.next().transpose()?.unwrap_or_default();
    let mut setup: Setup = serde_json::from_str(&setup)?;
    if setup.is_of_records {
        setup.scenario.mix = setup.scenario.mix.without(Operation::Lookup);
    }
    let mut random = fastrand::Rng::with_seed(seed);
    let period = Script::<str>::period(&setup.scenario, ROUNDS[1]);
    setup.texts.extend(period, &mut random);
    // The threads end with the process.
    let setup: &'static Setup = Box::leak(Box::new(setup));
    let texts: &'static [&str] = Vec::leak(setup.texts.texts());
    if setup.is_of_records {
        let mut all = record_candidates().into_iter();
        let found = all.find(|one| one.name == candidate);
        let measured = found.map(|one| one.measured);
        run(
            setup,
            setup.texts.records(texts),
            measured,
            seed,
            &mut input,
        )
    } else {
        let mut all = candidates().into_iter();
        let found = all.find(|one| one.name == candidate);
        let measured = found.map(|one| one.measured);
        run(setup, texts.to_vec(), measured, seed, &mut input)
    }
}

/// The reason why an unknown candidate has no turns.
const UNKNOWN: &str = "there is no such candidate";

/// The preparation of a script by a candidate.
type Measured<T> = fn(&'static Script<'static, T>) -> Result<Turns<'static>, &'static str>;

/// Runs the turns of a candidate, in as many threads as there are copies of the scenario. The times are this thread's.
fn run<T: Input + Sync + ?Sized>(
    setup: &Setup,
    texts: Vec<&'static T>,
    measured: Option<Measured<T>>,
    seed: u64,
    input: &mut dyn Iterator<Item = io::Result<String>>,
) -> io::Result<()> {
    let script = Script::new(&setup.scenario, texts, setup.distinct, seed);
    let script = &*Box::leak(Box::new(script));
    let Some(measured) = measured else {
        return take(Err(UNKNOWN), input, seed);
    };
    for _ in 1..setup.scenario.copies() {
        std::thread::spawn(move || {
            if let Ok(mut turns) = measured(script) {
                while turns().is_ok() {}
            }
        });
    }
    take(measured(script), input, seed)
}

/// Reports that the candidate is ready, or why not; then each turn.
fn take(
    prepared: Result<Turns<'_>, &'static str>,
    input: &mut dyn Iterator<Item = io::Result<String>>,
    seed: u64,
) -> io::Result<()> {
    let random = &mut fastrand::Rng::with_seed(seed);
    let refused = |why: &str| Turn {
        refusal: Some(why.to_owned()),
        ..Turn::default()
    };
    let mut turns = match prepared {
        Ok(turns) => turns,
        Err(why) => return report(&refused(why)),
    };
    let mut sentinel = Sentinel::new(&mut fastrand::Rng::with_seed(1));
    report(&Turn::default())?;
    for line in input {
        line?;
        move_to_calm_core();
        let turn = match at_random_place(random, &mut turns) {
            Err(why) => refused(why),
            Ok(pieces) => Turn {
                pieces,
                chase: sentinel.time_warm(),
                refusal: None,
            },
        };
        report(&turn)?;
    }
    Ok(())
}

fn report(turn: &Turn) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, turn)?;
    writeln!(out)?;
    out.flush()
}
