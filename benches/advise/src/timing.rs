//! The times of a type: samples of the program, in a process of its own.

use std::hint::black_box;
use std::time::Instant;

use string_kit_measure::engine::{Sentinel, at_random_place, core_time, move_to_calm_core};
use string_kit_types::Kept;

use crate::program::{Counts, Program, alone, keys, parts, touch};
use crate::texts::Texts;
use crate::workload::{Operation, Workload, gcd};

/// The operations of a timed sample.
const OPERATIONS: usize = if cfg!(test) { 1 << 7 } else { 1 << 14 };
/// The groups of samples of a process, the samples of a group, and the untimed ones before them,
/// which bring what the sentinel drove out of the caches into them again.
const GROUPS: usize = if cfg!(test) { 1 } else { 6 };
const SAMPLES: usize = 8;
const WARM: usize = 3;
/// The number of times that all strings are replaced before, and the most captures of it.
///
/// PERF: blocks stay beside those of the strings before them for long: after one working set 86 %
/// of neighbours lie within 128 bytes, 30 % after 10, and 1 % after 40. A `String` of a ring of
/// 50,000 took 22 ns after one working set, 23 after 40, 28 after 160.
const AGEING: usize = 40;
const MOST_AGED: usize = 1 << 21;

/// The time of an operation in nanoseconds, and that of the sentinel beside it: some arithmetic
/// before or after, whichever took longer, and a pointer chase after its group.
pub(crate) type Sample = (f64, f64);

/// Runs the program: returns the samples of the whole mix, then those of each operation in
/// `alone_too`, or the reason why the type cannot do the work.
pub(crate) fn run<K: Kept, const TWIN: bool>(
    workload: &Workload,
    records: &Texts,
    alone_too: &[Operation],
    random: &mut fastrand::Rng,
    process: u32,
) -> Result<Vec<Vec<Sample>>, &'static str> {
    let (mut texts, width) = (records.texts(), records.width());
    if texts.is_empty() {
        return Err("there are no texts");
    }
    if Program::<K>::IS_LIST && workload.mix.weight(Operation::Lookup) > 0 {
        return Err("a list of texts is no key of a map");
    }
    if workload.is_load {
        return Ok(vec![vec![load::<K, TWIN>(&texts, width)]]);
    }
    let records = workload.places()[0].div_ceil(width);
    truncate(&mut texts, width, records);
    let keys = keys(workload, &texts, u64::from(process));
    let parts = parts(workload);
    let mixes: Vec<Vec<Counts>> = [parts.clone()]
        .into_iter()
        .chain(alone_too.iter().map(|operation| alone(*operation)))
        .collect();
    let mut making = [0; Operation::COUNT];
    for operation in [Operation::Capture, Operation::Clone].map(|operation| operation as usize) {
        making[operation] = parts.iter().map(|counts| counts[operation]).sum();
    }
    let is_table = K::FACTS.interner().is_some();
    // A table is filled by the first half of the data, and timed as it gets the second.
    let middle = if is_table {
        texts.len() / width / 2 * width
    } else {
        0
    };
    let new = || Program::<K>::new(workload, (&texts, width, middle), &keys);
    let mut program = new();
    if !is_table && making[Operation::Capture as usize] > 0 {
        let captures = (AGEING * records).min(MOST_AGED / width).max(4 * records);
        program.rounds::<TWIN>(&[making], captures / making[Operation::Capture as usize]);
    }
    let samples = samples(&mixes, |mix| {
        if is_table {
            program = new();
        }
        at_random_place(random, || group::<K, TWIN>(&mut program, mix))
    });
    // Before the middle, a table captured the first half again and again.
    let captures = match program.text {
        _ if !is_table => usize::MAX,
        0 => texts.len() - middle,
        text => text - middle,
    };
    if program.is_right(captures) {
        Ok(samples)
    } else {
        Err("its strings do not have the texts that were captured")
    }
}

/// Times groups of samples of each mix in turn, on cores that are calm.
fn samples(
    mixes: &[Vec<Counts>],
    mut group: impl FnMut(&[Counts]) -> Vec<Sample>,
) -> Vec<Vec<Sample>> {
    let mut samples = vec![Vec::new(); mixes.len()];
    let mut sentinel = Sentinel::new(&mut fastrand::Rng::with_seed(1));
    for _ in 0..GROUPS {
        move_to_calm_core();
        for (mix, samples) in mixes.iter().zip(&mut samples) {
            let group = group(mix).into_iter();
            let chase = sentinel.time_warm();
            samples.extend(group.map(|(time, core)| (time, core + chase)));
        }
    }
    samples
}

/// Cuts texts to a number of records that has no common divisor with that of the places: else a
/// place would get the same texts again and again.
fn truncate(texts: &mut Vec<&str>, width: usize, places: usize) {
    let coprime = |count: &usize| gcd(to_u32(*count), to_u32(places)) == 1;
    let records = texts.len() / width;
    texts.truncate((1..=records).rev().find(coprime).unwrap_or(records) * width);
}

/// Times a group of samples. A table gets each text of the second half once.
fn group<K: Kept, const TWIN: bool>(program: &mut Program<'_, K>, mix: &[Counts]) -> Vec<Sample> {
    let captures: usize = mix
        .iter()
        .map(|counts| counts[Operation::Capture as usize])
        .sum();
    let operations: usize = mix.iter().flatten().sum();
    let mut rounds = (OPERATIONS / (operations * program.width)).max(1);
    let (mut warm, mut timed) = (WARM, SAMPLES);
    if K::FACTS.interner().is_some() && captures > 0 {
        let left = (program.texts.len() - program.text) / program.width / captures;
        rounds = rounds.min((left / 2).max(1));
        (warm, timed) = (0, (left / rounds).clamp(1, SAMPLES));
    }
    program.rounds::<TWIN>(mix, warm * rounds);
    let strings = (rounds * operations * program.width) as f64;
    let sample = |_| {
        let before = core_time();
        let start = Instant::now();
        program.rounds::<TWIN>(mix, rounds);
        let time = start.elapsed().as_nanos() as f64 / strings;
        (time, core_time().max(before))
    };
    (0..timed).map(sample).collect()
}

/// Captures all texts, reads each once, and drops them together, as a program that loads its data.
#[inline(never)]
fn load<K: Kept, const TWIN: bool>(texts: &[&str], width: usize) -> Sample {
    if TWIN {
        black_box(0_u8);
    }
    let before = core_time();
    let start = Instant::now();
    let mut kept = K::default();
    let mut strings = Vec::new();
    if Program::<K>::IS_LIST {
        for record in texts.chunks_exact(width) {
            strings.push(kept.make_many(record));
        }
    } else {
        for text in texts {
            strings.push(kept.make(text));
        }
    }
    for string in &strings {
        for index in 0..if Program::<K>::IS_LIST { width } else { 1 } {
            touch(kept.read(string, index));
        }
    }
    drop((strings, kept));
    let time = start.elapsed().as_nanos() as f64 / texts.len() as f64;
    let core = core_time().max(before);
    let mut sentinel = Sentinel::new(&mut fastrand::Rng::with_seed(1));
    (time, core + sentinel.time_warm())
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).expect("a sample has fewer records than 2^32")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidate::candidates;
    use crate::workload::Preset;

    #[test]
    fn every_type_keeps_the_texts_of_any_workload() {
        let numbers: Vec<String> = (0..300)
            .map(|number| format!("text {}", number % 90))
            .collect();
        let texts: Vec<&str> = numbers.iter().map(String::as_str).collect();
        for (mix, live, width) in [
            ("capture:1,clone:2,eq:3,hash:1,read:2", 40, 1),
            ("capture:1,clone:2,eq:3,hash:1,read:2", 41, 3),
            ("capture:7,lookup:300,read:1", 500, 1),
            ("clone:1,read:1", 20, 2),
        ] {
            let workload = Workload {
                mix: mix.parse().unwrap(),
                live,
                ..Preset::Records.workload()
            };
            let texts = Texts::new(&texts, width);
            let load = Workload {
                is_load: true,
                ..workload.clone()
            };
            for workload in [workload, load] {
                for candidate in candidates() {
                    let run = candidate.work.run;
                    let alone = [Operation::Capture, Operation::Read];
                    let samples = run(
                        &workload,
                        &texts,
                        &alone,
                        &mut fastrand::Rng::with_seed(1),
                        0,
                    );
                    let is_refused = candidate.is_list() && mix.contains("lookup");
                    match samples {
                        Ok(samples) => assert!(samples[0].iter().all(|(time, _)| *time > 0.0)),
                        Err(why) => assert!(is_refused, "{}: {why}", candidate.name),
                    }
                }
            }
        }
    }
}
