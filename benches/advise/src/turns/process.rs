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
    let texts = setup.texts.texts();
    let mut turns =
        move |prepared: Result<Turns<'_>, &'static str>| take(prepared, &mut input, &mut random);
    if setup.is_of_records {
        let script = script(&setup, setup.texts.records(&texts), seed);
        let mut all = record_candidates().into_iter();
        let found = all.find(|one| one.name == candidate);
        turns(found.map_or(Err(UNKNOWN), |one| (one.measured)(&script)))
    } else {
        let script = script(&setup, texts, seed);
        let mut all = candidates().into_iter();
        let found = all.find(|one| one.name == candidate);
        turns(found.map_or(Err(UNKNOWN), |one| (one.measured)(&script)))
    }
}

/// The reason why an unknown candidate has no turns.
const UNKNOWN: &str = "there is no such candidate";

fn script<'a, T: Input + ?Sized>(setup: &Setup, texts: Vec<&'a T>, seed: u64) -> Script<'a, T> {
    Script::new(&setup.scenario, texts, setup.distinct, seed)
}

/// Reports that the candidate is ready, or why not; then each turn.
fn take(
    prepared: Result<Turns<'_>, &'static str>,
    input: &mut dyn Iterator<Item = io::Result<String>>,
    random: &mut fastrand::Rng,
) -> io::Result<()> {
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
