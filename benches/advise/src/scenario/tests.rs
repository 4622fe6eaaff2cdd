//! Scripts, candidates that run them, and the heap of a script.

use std::collections::HashMap;

use clap::ValueEnum;
use proptest::prelude::*;

use super::run::Aged;
use super::script::{Drawer, Operands, SAMPLES, Turn};
use super::store::Map;
use super::*;
use crate::candidate::candidates;
use crate::input;

fn drawn<'a>(scenario: &Scenario, texts: &[&'a str]) -> Script<'a> {
    Script::new(scenario, texts.to_vec(), 1, 1.0, 1)
}

fn scenario(mix: &str, live: usize) -> Scenario {
    Scenario {
        mix: mix.parse().unwrap(),
        live,
        ..Preset::Keys.scenario()
    }
}

/// A scenario that replaces the oldest of so many strings.
fn ring(live: usize) -> Scenario {
    let mut ring = scenario("capture:1,read:1", live);
    ring.lifetimes = Lifetimes::Fifo;
    ring
}

fn refs(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

/// Returns texts of some lengths.
fn lines(count: usize) -> Vec<String> {
    let mut random = fastrand::Rng::with_seed(1);
    let lengths = [3, 5, 8, 13, 21, 34, 55, 89, 144];
    let line = |at| {
        let width = lengths[random.usize(..lengths.len())];
        format!("{at:0>width$}")
    };
    (0..count).map(line).collect()
}

/// Does two turns of a store, which compare their hits with those that were drawn, and compares
/// the strings.
fn assert_is_drawn_right<H: Store>(script: &Script<'_>) {
    let mut aged = Aged::<H>::new::<false>(script).unwrap();
    for _ in 0..2 {
        assert_eq!(
            aged.turn::<false>().map(|samples| samples.len()),
            Ok(SAMPLES)
        );
        assert!(aged.run.is_right(&aged.fixed, &aged.drawer.classes));
        for operands in &aged.turn.timed {
            let is_owner = |at: &u32| (*at as usize) < script.owners;
            assert!(operands.captures.iter().all(is_owner));
            let mut clones = operands.clones.iter();
            assert!(clones.all(|(source, to)| is_owner(source) && !is_owner(to)));
        }
    }
}

#[test]
fn blocks_of_neighbours_lie_far_apart_in_an_aged_heap() {
    for live in [2_000, 70_000] {
        let texts = lines(5 * live);
        let script = drawn(&ring(live), &refs(&texts));
        let aged = Aged::<Owned<String>>::new::<false>(&script).unwrap();
        let address = |text: &String| text.as_ptr().addr();
        let is_near = |pair: &&[String]| address(&pair[0]).abs_diff(address(&pair[1])) <= 128;
        let near = aged.run.live.windows(2).filter(is_near).count();
        assert!(near < live / 20, "{near} of {live} neighbours");
    }
}

#[test]
fn dropped_blocks_have_the_size_of_captured_ones_as_often_as_by_chance() {
    let texts = lines(10_000);
    let script = drawn(&ring(2_000), &refs(&texts));
    // glibc's: multiples of 16 bytes with a word in front.
    let class = |text: &&str| (text.len() + 8).next_multiple_of(16).max(32);
    let classes: Vec<usize> = script.texts.iter().map(class).collect();
    let mut counts: HashMap<usize, f64> = HashMap::new();
    for class in &classes {
        *counts.entry(*class).or_default() += 1.0 / classes.len() as f64;
    }
    let expected: f64 = counts.values().map(|share| share.powi(2)).sum();
    let (mut drawer, mut turn) = (Drawer::new(&script, 0), Turn::default());
    let mut live = classes[..script.owners].to_vec();
    let (mut same, mut all) = (0.0, 0.0);
    for _ in 0..2 {
        drawer.draw_turn(false, &mut turn);
        for operands in [&turn.making, &turn.warm].into_iter().chain(&turn.timed) {
            let next = classes.iter().cycle().skip(operands.text);
            for (place, class) in operands.captures.iter().zip(next) {
                let dropped = std::mem::replace(&mut live[*place as usize], *class);
                same += f64::from(u8::from(dropped == *class));
                all += 1.0;
            }
        }
    }
    let share: f64 = same / all;
    assert!((share - expected).abs() < 0.02, "{share} for {expected}");
}

#[test]
fn the_captures_of_a_table_insert_as_often_as_the_data_have_new_texts() {
    let texts: Vec<String> = (0..60_000)
        .map(|at| format!("text {}", at % 45_000))
        .collect();
    let ring = scenario("capture:1,read:7", 1_000);
    for share in [0.1, 0.5, 0.75] {
        let script = Script::new(&ring, refs(&texts), 1, share, 1);
        let new = (script.distinct.len() - script.known.len()) as f64 / 60_000.0;
        assert!((new - share).abs() < 0.01, "{share}: {new}");
        let (mut drawer, mut turn) = (Drawer::new(&script, 0), Turn::default());
        let mut next = script.owners;
        while drawer.draw_turn(true, &mut turn) {
            let warm = turn.warm.text + turn.warm.captures.len();
            assert!(warm <= next, "it captures known texts");
            assert_eq!(turn.timed[0].text, next);
            next += SAMPLES * turn.timed[0].captures.len();
        }
        assert!(next > 40_000, "it comes near the end of the period");
    }
}

#[test]
fn hits_are_as_frequent_as_the_hit_rate_says() {
    let texts = input::tokens();
    for mix in "capture:1,clone:2,eq:9 capture:1,lookup:9 capture:10,eq:1,lookup:1".split(' ') {
        for hit_rate in [0.0, 0.3, 0.9, 1.0] {
            let mut scenario = scenario(mix, 1_000);
            scenario.hit_rate = hit_rate;
            let script = drawn(&scenario, &refs(&texts));
            let mut turn = Turn::default();
            Drawer::new(&script, 0).draw_turn(false, &mut turn);
            let hits: u64 = turn.timed.iter().map(|sample| sample.hits).sum();
            let round = turn.timed[0].round[0];
            let tries = turn.timed[0].rounds * (round[Operation::Eq] + round[Operation::Lookup]);
            let share = hits as f64 / (SAMPLES * tries) as f64;
            let is_close = (share - hit_rate).abs() < 0.02;
            assert!(is_close, "{mix}: {share} for {hit_rate}");
            assert!(script.keys.len() <= 1_000);
        }
    }
}

#[test]
fn captured_strings_and_clones_have_their_shares_of_the_places() {
    let mut scenario = scenario("capture:1,clone:3", 1_000);
    let texts = lines(6_000);
    for (owned, owners) in [(0.0, 250), (0.9, 900), (1.0, 999)] {
        scenario.details.owned = owned;
        let script = drawn(&scenario, &refs(&texts));
        assert_eq!((script.owners, script.live), (owners, 1_000));
        assert_is_drawn_right::<Owned<String>>(&script);
    }
    scenario.lifetimes = Lifetimes::Fifo;
    let script = drawn(&scenario, &refs(&texts));
    let (mut drawer, mut operands) = (Drawer::new(&script, 0), Operands::default());
    drawer.draw_working_set(&mut operands);
    assert!(operands.captures.iter().copied().eq(0..999));
}

/// Keeps three bytes of each text.
#[derive(Default)]
struct Forgetful;

impl Store for Forgetful {
    type Text = String;

    fn capture(&mut self, text: &str) -> String {
        text[..text.len().min(3)].to_owned()
    }

    fn read<'a>(&'a self, text: &'a String, _index: u32) -> &'a str {
        text
    }

    fn lookup(&self, _map: &Map<String>, _text: &str) -> Option<u32> {
        None
    }
}

#[test]
fn wrong_strings_and_impossible_scenarios_are_refused() {
    let refusal = |mix, texts: &[&str], threads| {
        let mut scenario = scenario(mix, 3);
        scenario.threads = threads;
        let script = drawn(&scenario, texts);
        let turns = alone::<Forgetful, false>(&script);
        turns.and_then(|mut turns| turns()).err().unwrap_or("")
    };
    let words = ["one", "three", "five"];
    assert!(refusal("capture:1", &words, 1).contains("the texts that were captured"));
    assert!(refusal("lookup:1", &["one", "two", "six"], 1).contains("look-ups are wrong"));
    assert!(refusal("read:1", &[], 1).contains("there are no texts"));
    assert!(refusal("read:1", &words, 2).contains("threads cannot share it"));
}

#[test]
fn every_candidate_runs_every_scenario_that_it_can() {
    let texts = input::tokens();
    let of_one_thread = "rc_str arc_str_set pool internity lasso string_interner";
    for (preset, width, samples, refused) in [
        (Preset::Tags, 1, SAMPLES, ""),
        (Preset::Keys, 3, SAMPLES, "str_list"),
        (Preset::Load, 4, 1, ""),
        (Preset::Shared, 3, 1, of_one_thread),
    ] {
        let mut scenario = preset.scenario();
        scenario.live = 100;
        let count = texts.len() / width * width;
        let script = Script::new(&scenario, refs(&texts[..count]), width, 1.0, 1);
        for one in candidates() {
            let times = (one.measured)(&script).and_then(|mut turns| turns());
            let is_refused = refused.split(' ').any(|id| id == one.id);
            assert_eq!(times.is_err(), is_refused, "{}", one.name);
            let times = times.unwrap_or_default();
            assert!(times.iter().all(|sample| sample.time > 0.0), "{}", one.name);
            // Threads may not have run together, and a table may have had all texts.
            let is_always_timed = !is_refused && preset != Preset::Shared && !one.is_interner();
            assert!(times.len() == samples || !is_always_timed, "{}", one.name);
        }
    }
}

#[test]
fn threads_with_strings_of_their_own_take_turns_together() {
    let mut apart = ring(10);
    apart.threads = 2;
    apart.details.is_apart = true;
    apart.details.beside = 1.0;
    let script = drawn(&apart, &["a", "b", "c"]);
    let mut turn = Turn::default();
    Drawer::new(&script, 0).draw_turn(false, &mut turn);
    let (mut numbers, mut reads) = (turn.warm.numbers, turn.warm.reads);
    assert!((1..100).all(|at| reads.next(&mut numbers) == at % 10));
    std::thread::scope(|scope| {
        for _ in 0..apart.copies() {
            scope.spawn(|| {
                let mut turns = alone::<Owned<std::rc::Rc<str>>, false>(&script).unwrap();
                assert_eq!(turns().map(|times| times.len()), Ok(SAMPLES));
            });
        }
    });
}

#[test]
fn scenarios_are_said_in_words() {
    let mut odd = scenario("capture:4,lookup:6,eq:2", 1);
    odd.hit_rate = 0.125;
    let still = scenario("read:7", 1);
    let expected = "\
        a working set of 10,000 strings, dropped in any order; \
        for each capture 8 clones, 20 comparisons, 20 hashes; \
        90 % of comparisons find an equal text\n\
        a working set of 10,000 strings, dropped in order; \
        for each capture 20 clones, 20 reads; 2 threads at once\n\
        a working set of 1 string, dropped in any order; for 2 captures 1 comparison, 3 look-ups; \
        12.5 % of comparisons and look-ups find an equal text\n\
        a working set of 1 string, never dropped; a round is 1 read";
    let [tags, shared] = [Preset::Tags, Preset::Shared].map(Preset::scenario);
    let all = [tags, shared, odd, still].map(|one| one.to_string());
    assert_eq!(all.join("\n"), expected);
}

fn texts() -> impl Strategy<Value = Vec<String>> {
    let text = prop_oneof!["", "[ab]", "[a-z]{0,40}", "é{1,9}"];
    prop_oneof![
        prop::collection::vec(text, 1..40),
        ("[a-z]{0,30}", 1..5_usize).prop_map(|(text, count)| vec![text; count]),
    ]
}

fn scenarios() -> impl Strategy<Value = Scenario> {
    let operation = prop::sample::select(Operation::value_variants());
    let mix = prop::collection::btree_map(operation, 1..50_u32, 1..=6);
    let hit_rate = prop_oneof![Just(0.0), Just(1.0), 0.0..1.0];
    let lifetimes = prop::sample::select(&[Lifetimes::Fifo, Lifetimes::Random][..]);
    let owned = prop_oneof![Just(0.0), Just(1.0), 0.0..1.0];
    let parts = (mix, 1..200_usize, lifetimes, hit_rate, 1..4_usize, owned);
    parts.prop_map(
        |(mix, live, lifetimes, hit_rate, threads, owned)| Scenario {
            mix: mix.into_iter().collect(),
            lifetimes,
            hit_rate,
            threads,
            details: Details {
                is_interleaved: live % 2 == 0,
                owned,
                ..Details::default()
            },
            ..scenario("read:1", live)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn every_candidate_agrees_with_what_was_drawn(
        mut scenario in scenarios(),
        texts in texts(),
        width in 1..6_usize,
    ) {
        const SOME: &str = "string smol_str compact_string rc_str arc_str_set pool \
                            lasso string_interner ustr str_list";

        let width = width.min(texts.len());
        // A label that was recorded has one text.
        scenario.details.is_interleaved &= width == 1;
        let count = texts.len() / width * width;
        let script = Script::new(&scenario, refs(&texts[..count]), width, 1.0, 1);
        let has_lookups = script.round[Operation::Lookup] > 0;
        if !script.is_shared() {
            assert_is_drawn_right::<Owned<String>>(&script);
        }
        if !script.is_shared() && !has_lookups {
            assert_is_drawn_right::<Lists>(&script);
        }
        for one in candidates().iter().filter(|one| SOME.split(' ').any(|id| id == one.id)) {
            // It compares its hits and its strings itself.
            if let Ok(mut turns) = (one.measured)(&script) {
                prop_assert!(turns().is_ok() && turns().is_ok(), "{}", one.name);
            } else {
                let is_of_one_thread = one.is_interner() || !one.is_sync;
                let is_refused = one.is_list() && has_lookups;
                prop_assert!(script.is_shared() && is_of_one_thread || is_refused);
            }
        }
    }
}
