//! Scripts and holders against a model: the same operations on a vector of `String`; and the heap of a script.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use compact_str::CompactString;
use proptest::prelude::*;
use smol_str::SmolStr;
use string_kit::SharedStr;

use super::run::Aged;
use super::script::{Drawer, PIECES, Stretch, Turn};
use super::*;
use crate::candidate::record_candidates;
use crate::input;

fn drawn<'a, T: Input + ?Sized>(scenario: &Scenario, texts: &[&'a T]) -> Script<'a, T> {
    Script::new(scenario, texts.to_vec(), 1.0, 1)
}

fn scenario(mix: &str, live: usize) -> Scenario {
    Scenario {
        mix: mix.parse().unwrap(),
        live,
        details: Details::default(),
        lifetimes: Lifetimes::Random,
        hit_rate: 0.9,
        threads: 1,
    }
}

/// Every operation.
const ALL: &str = "capture:3,clone:5,eq:4,hash:1,lookup:2,read:6";

/// The naive program: strings without places that are known before.
struct Model<'s, 'a> {
    script: &'s Script<'a, str>,
    live: Vec<String>,
}

impl<'s, 'a> Model<'s, 'a> {
    fn new(script: &'s Script<'a, str>) -> Self {
        let text = |at: usize| script.texts[at % script.owners % script.texts.len()];
        let live = (0..script.live).map(|at| text(at).to_owned()).collect();
        Self { script, live }
    }

    /// Does a stretch, and returns its hits.
    fn walk(&mut self, stretch: &Stretch) -> u64 {
        let texts = &self.script.texts;
        let is_key = |text: u32| {
            let mut keys = self.script.keys.iter();
            keys.any(|key| texts[*key as usize] == texts[text as usize])
        };
        let (mut hits, round) = (0, stretch.round);
        for at in 0..stretch.rounds {
            for capture in at * round.captures..(at + 1) * round.captures {
                let place = stretch.captures[capture] as usize;
                assert!(place < self.script.owners);
                let text = texts[(stretch.text + capture) % texts.len()];
                text.clone_into(&mut self.live[place]);
            }
            for &(of, to) in &stretch.clones[at * round.clones..][..round.clones] {
                assert!((of as usize) < self.script.owners && to as usize >= self.script.owners);
                self.live[to as usize] = self.live[of as usize].clone();
            }
            for &(a, b) in &stretch.eqs[at * round.eqs..][..round.eqs] {
                hits += u64::from(self.live[a as usize] == self.live[b as usize]);
            }
            let lookups = &stretch.lookups[at * round.lookups..][..round.lookups];
            hits += lookups
                .iter()
                .map(|text| u64::from(is_key(*text)))
                .sum::<u64>();
        }
        hits
    }
}

/// Does a turn of a script by the model, and compares its strings and its hits with those that were drawn.
fn assert_is_drawn_right(script: &Script<'_, str>) {
    let (mut drawer, mut turn) = (Drawer::new(script, 0), Turn::default());
    let mut model = Model::new(script);
    for _ in 0..2 {
        assert!(drawer.draw_turn(false, &mut turn));
        for stretch in [&turn.making, &turn.warm].into_iter().chain(&turn.timed) {
            assert_eq!(model.walk(stretch), stretch.hits);
        }
        for (string, class) in model.live.iter().zip(&drawer.classes) {
            assert_eq!(
                string,
                script.texts[script.distinct[*class as usize] as usize]
            );
        }
    }
}

/// Does two turns of a holder in one thread, which compares its hits and its strings itself.
fn assert_agrees<H: Holder>(script: &Script<'_, str>) {
    let mut turns = alone::<str, H, false>(script).unwrap();
    let pieces = turns().unwrap().len();
    assert!(pieces == PIECES || H::IS_TABLE);
    assert!(turns().is_ok());
}

fn assert_all_agree(script: &Script<'_, str>) {
    assert_is_drawn_right(script);
    assert_agrees::<Owned<String>>(script);
    assert_agrees::<Owned<SmolStr>>(script);
    assert_agrees::<Owned<CompactString>>(script);
    assert_agrees::<Owned<Rc<str>>>(script);
    assert_agrees::<RodeoHolder>(script);
    assert_agrees::<InternerHolder>(script);
    assert_agrees::<UstrHolder>(script);
    assert_agrees::<SetHolder<Arc<str>>>(script);
    assert_agrees::<SetHolder<SharedStr>>(script);
}

fn tokens(tokens: &[String]) -> Vec<&str> {
    tokens.iter().map(String::as_str).collect()
}

/// Returns texts of some lengths, and a script that replaces the oldest of so many strings.
fn lines(count: usize) -> Vec<String> {
    let mut random = fastrand::Rng::with_seed(1);
    let lengths = [3, 5, 8, 13, 21, 34, 55, 89, 144];
    let line = |at| {
        let width = lengths[random.usize(..lengths.len())];
        format!("{at:0>width$}")
    };
    (0..count).map(line).collect()
}

fn ring(live: usize) -> Scenario {
    Scenario {
        lifetimes: Lifetimes::Fifo,
        ..scenario("capture:1,read:1", live)
    }
}

#[test]
fn blocks_of_neighbours_lie_far_apart_in_an_aged_heap() {
    for live in [2_000, 70_000] {
        let texts = lines(5 * live);
        let script = drawn(&ring(live), &tokens(&texts));
        let aged = Aged::<str, Owned<String>>::new::<false>(&script).unwrap();
        let address = |text: &String| text.as_ptr().addr();
        let is_near = |pair: &&[String]| address(&pair[0]).abs_diff(address(&pair[1])) <= 128;
        let near = aged.run.live.windows(2).filter(is_near).count();
        assert!(near < live / 20, "{near} of {live} neighbours");
    }
}

#[test]
fn dropped_blocks_have_the_size_of_captured_ones_as_often_as_by_chance() {
    let texts = lines(10_000);
    let texts = tokens(&texts);
    let script = drawn(&ring(2_000), &texts);
    // glibc's: multiples of 16 bytes with a word in front.
    let class = |text: &str| (text.len() + 8).next_multiple_of(16).max(32);
    let mut counts: HashMap<usize, f64> = HashMap::new();
    for text in &texts {
        *counts.entry(class(text)).or_default() += 1.0;
    }
    let count = texts.len() as f64;
    let expected: f64 = counts.values().map(|of| (of / count).powi(2)).sum();
    let (mut drawer, mut turn) = (Drawer::new(&script, 0), Turn::default());
    let mut model = Model::new(&script);
    let (mut same, mut all) = (0.0, 0.0);
    for _ in 0..2 {
        drawer.draw_turn(false, &mut turn);
        for stretch in [&turn.making, &turn.warm].into_iter().chain(&turn.timed) {
            for (at, place) in stretch.captures.iter().enumerate() {
                let text = script.texts[(stretch.text + at) % script.texts.len()];
                let dropped = &mut model.live[*place as usize];
                same += f64::from(u8::from(class(dropped) == class(text)));
                all += 1.0;
                text.clone_into(dropped);
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
    let texts = tokens(&texts);
    let ring = scenario("capture:1,read:7", 1_000);
    for share in [0.1, 0.5, 0.75] {
        let script = Script::new(&ring, texts.clone(), share, 1);
        let wanted = (script.distinct.len() - script.known.len()) as f64;
        assert!(
            (wanted / 60_000.0 - share).abs() < 0.01,
            "{share}: {wanted}"
        );
        let (mut drawer, mut turn) = (Drawer::new(&script, 0), Turn::default());
        let mut next = script.owners;
        while drawer.draw_turn(true, &mut turn) {
            assert!(
                turn.warm.text + turn.warm.captures.len() <= next,
                "it captures known texts"
            );
            assert_eq!(turn.timed[0].text, next);
            next += turn
                .timed
                .iter()
                .map(|piece| piece.captures.len())
                .sum::<usize>();
        }
        assert!(next > 40_000, "it comes near the end of the period");
    }
}

#[test]
fn hits_are_as_frequent_as_asked_for() {
    let all = input::tokens();
    let texts = tokens(&all);
    for mix in [
        "capture:1,clone:2,eq:9",
        "capture:1,lookup:9",
        "capture:10,eq:1,lookup:1",
    ] {
        for hit_rate in [0.0, 0.3, 0.9, 1.0] {
            let asked = Scenario {
                hit_rate,
                ..scenario(mix, 1_000)
            };
            let script = drawn(&asked, &texts);
            let mut turn = Turn::default();
            Drawer::new(&script, 0).draw_turn(false, &mut turn);
            let pieces = turn.timed.iter();
            let (hits, all) = pieces.fold((0, 0), |(hits, all), piece| {
                let tries = piece.eqs.len() + piece.lookups.len();
                (hits + piece.hits, all + tries)
            });
            let share = hits as f64 / all as f64;
            assert!(
                (share - hit_rate).abs() < 0.02,
                "{mix}: {share} for {hit_rate}"
            );
            assert!(script.keys.len() <= 1_000);
        }
    }
}

#[test]
fn a_wrong_string_is_refused() {
    #[derive(Default)]
    struct Forgetful(Owned<String>);

    impl Holder for Forgetful {
        type Text = String;

        fn capture(&mut self, text: &str) -> String {
            self.0.capture(&text[..text.len().min(3)])
        }

        fn read<'a>(&'a self, text: &'a String, _field: usize) -> &'a str {
            text
        }
    }
    let refusal = |mix, texts: &[&str]| {
        let script = drawn(&scenario(mix, 3), texts);
        alone::<str, Forgetful, false>(&script)
            .and_then(|mut turns| turns())
            .err()
    };
    let wrong = "its strings do not have the texts that were captured";
    assert_eq!(refusal("capture:1", &["one", "three", "five"]), Some(wrong));
    let wrong = "its comparisons or look-ups are wrong";
    assert_eq!(refusal("lookup:1", &["one", "two", "six"]), Some(wrong));
}

#[test]
fn what_cannot_be_measured_has_a_reason() {
    let none = drawn::<str>(&scenario(ALL, 3), &[]);
    assert!(alone::<str, Owned<String>, false>(&none).is_err());
    assert!(together::<str, Owned<String>, false>(&none).is_err());
    let threads = Scenario {
        threads: 2,
        ..scenario(ALL, 3)
    };
    let threads = drawn(&threads, &["a"]);
    let refusal = alone::<str, Owned<Rc<str>>, false>(&threads).err();
    assert_eq!(refusal, Some("threads cannot share it"));
    let refusal = alone::<str, RodeoHolder, false>(&threads).err();
    assert_eq!(refusal, Some("its table belongs to one thread"));
}

#[test]
fn threads_with_strings_of_their_own_take_turns_together() {
    let details = Details {
        is_apart: true,
        beside: 1.0,
        ..Details::default()
    };
    let apart = Scenario {
        threads: 2,
        details,
        ..scenario("capture:1,read:1", 10)
    };
    let script = drawn(&apart, &["a", "b", "c"]);
    let mut turn = Turn::default();
    Drawer::new(&script, 0).draw_turn(false, &mut turn);
    let reads = turn.warm.reads.windows(2);
    assert!(reads.into_iter().all(|of| of[1].0 == (of[0].0 + 1) % 10));
    std::thread::scope(|scope| {
        for _ in 0..apart.copies() {
            scope.spawn(|| {
                let mut turns = alone::<str, Owned<Rc<str>>, false>(&script).unwrap();
                assert_eq!(turns().map(|times| times.len()), Ok(PIECES));
            });
        }
    });
}

#[test]
fn threads_run_at_once() {
    let all = input::tokens();
    let texts = tokens(&all);
    let shared = Scenario {
        live: 100,
        ..Preset::Shared.scenario()
    };
    let script = drawn(&shared, &texts);
    for prepared in [
        together::<str, Owned<Arc<str>>, false>(&script),
        together::<str, UstrHolder, false>(&script),
    ] {
        let times = prepared.unwrap()().unwrap();
        assert!(times.iter().all(|ns| ns.time > 0.0), "{times:?}");
    }
}

#[test]
fn a_program_that_loads_its_data_has_one_time() {
    let all = input::tokens();
    let texts = tokens(&all);
    let script = drawn(&Preset::Load.scenario(), &texts);
    assert_eq!(script.texts.len(), texts.len());
    let times = alone::<str, RodeoHolder, false>(&script).unwrap()().unwrap();
    assert!(times.len() == 1 && times[0].time > 0.0);
}

#[test]
fn scenarios_are_said_in_words() {
    let tags = Preset::Tags.scenario();
    assert_eq!(
        tags.to_string(),
        "a working set of 10,000 strings, dropped in any order; for each capture 8 clones, \
         20 comparisons, 20 hashes; 90 % of comparisons find an equal text"
    );
    let shared = Preset::Shared.scenario();
    assert_eq!(
        shared.to_string(),
        "a working set of 10,000 strings, dropped in order; for each capture 20 clones, \
         20 reads; 2 threads at once"
    );
    let odd = Scenario {
        mix: "capture:4,lookup:6,eq:2".parse().unwrap(),
        hit_rate: 0.125,
        live: 1,
        ..tags
    };
    assert_eq!(
        odd.to_string(),
        "a working set of 1 string, dropped in any order; for 2 captures 1 comparison, \
         3 look-ups; 12.5 % of comparisons and look-ups find an equal text"
    );
    let still = Scenario {
        mix: "read:7".parse().unwrap(),
        ..odd
    };
    assert_eq!(
        still.to_string(),
        "a working set of 1 string, never dropped; a round is 1 read"
    );
}

fn texts() -> impl Strategy<Value = Vec<String>> {
    let text = prop_oneof!["", "[ab]", "[a-z]{0,40}", "é{1,9}"];
    prop_oneof![
        prop::collection::vec(text, 1..40),
        ("[a-z]{0,30}", 1..5_usize).prop_map(|(text, count)| vec![text; count]),
    ]
}

fn scenarios() -> impl Strategy<Value = Scenario> {
    const NAMES: [&str; 6] = ["capture", "clone", "eq", "hash", "lookup", "read"];
    let mix = prop::collection::btree_map(prop::sample::select(&NAMES[..]), 1..50_u32, 1..=6);
    let mix = mix.prop_map(|mix| {
        let parts = mix.iter().map(|(name, weight)| format!("{name}:{weight}"));
        parts.collect::<Vec<_>>().join(",")
    });
    let hit_rate = prop_oneof![Just(0.0), Just(1.0), 0.0..1.0];
    let scenario = (mix, 1..200_usize, any::<bool>(), hit_rate, 1..4_usize);
    scenario.prop_map(|(mix, live, is_fifo, hit_rate, threads)| Scenario {
        lifetimes: if is_fifo {
            Lifetimes::Fifo
        } else {
            Lifetimes::Random
        },
        hit_rate,
        threads,
        ..self::scenario(&mix, live)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn every_scenario_agrees_with_the_model(scenario in scenarios(), all in texts()) {
        let texts = tokens(&all);
        let script = drawn(&scenario, &texts);
        if script.is_shared() {
            prop_assert!(together::<str, Owned<String>, false>(&script).unwrap()().is_ok());
        } else {
            assert_all_agree(&script);
        }
    }

    #[test]
    fn every_way_keeps_records(
        records in prop::collection::vec(prop::collection::vec("[a-z]{0,30}", 0..5), 1..20),
        mut scenario in scenarios(),
    ) {
        scenario.mix = scenario.mix.without(Operation::Lookup);
        let records: Vec<Vec<&str>> = records.iter().map(|record| tokens(record)).collect();
        let records: Vec<&[&str]> = records.iter().map(Vec::as_slice).collect();
        let script = drawn(&scenario, &records);
        for candidate in record_candidates() {
            let turns = (candidate.measured)(&script);
            let is_done = turns.is_ok_and(|mut turns| turns().is_ok());
            prop_assert_eq!(is_done, script.round.operations() > 0, "{}", candidate.name);
        }
    }
}
