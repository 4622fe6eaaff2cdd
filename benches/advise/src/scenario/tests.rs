//! Scripts and holders against a model: the same steps on a vector of `String`.

use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use compact_str::CompactString;
use proptest::prelude::*;
use smol_str::SmolStr;
use string_kit::SharedStr;

use super::holder::Input;
use super::run::{Fixed, Run};
use super::script::Step;
use super::*;
use crate::candidate::record_candidates;
use crate::input;

fn drawn<T: Input + ?Sized>(scenario: &Scenario, texts: &[&T]) -> Script {
    Script::new(scenario, texts, &mut fastrand::Rng::with_seed(1))
}

fn scenario(mix: &str, live: usize) -> Scenario {
    Scenario {
        mix: mix.parse().unwrap(),
        live,
        lifetimes: Lifetimes::Random,
        hit_rate: 0.9,
        threads: 1,
    }
}

/// Every operation.
const ALL: &str = "capture:3,clone:5,eq:4,hash:1,lookup:2,read:6";

/// The naive program: strings without places that are known before.
struct Model {
    live: Vec<String>,
    /// The captured strings of all threads, if they share some.
    shared: Vec<String>,
    hits: u64,
}

impl Model {
    fn new(script: &Script, texts: &[&str]) -> Self {
        let live = script.start.iter();
        let live = live.map(|start| texts[start.text as usize].to_owned());
        let shared = 0..if script.is_shared() { script.owners } else { 0 };
        Self {
            live: live.collect(),
            shared: shared
                .map(|at| texts[at % texts.len()].to_owned())
                .collect(),
            hits: 0,
        }
    }

    fn source(&self, at: u32) -> &String {
        let shared = self.shared.get(at as usize);
        shared.unwrap_or(&self.live[at as usize])
    }

    fn period(&mut self, script: &Script, texts: &[&str]) {
        let keys = script.keys.iter().map(|text| texts[*text as usize]);
        let keys: HashSet<&str> = keys.collect();
        for step in &script.steps {
            match *step {
                Step::Capture { at, text } => {
                    assert!((at as usize) < script.owners);
                    self.live[at as usize] = texts[text as usize].to_owned();
                }
                Step::Clone { of, at } => {
                    assert!((of as usize) < script.owners && at as usize >= script.owners);
                    self.live[at as usize] = self.source(of).clone();
                }
                Step::Eq { at, other } => {
                    let other = texts[script.others[other as usize] as usize];
                    self.hits += u64::from(self.source(at) == other);
                }
                Step::Lookup { text } => {
                    self.hits += u64::from(keys.contains(texts[text as usize]));
                }
                Step::Read { field, .. } => assert_eq!(field, 0),
                Step::Hash { .. } => {}
            }
        }
    }
}

/// Runs two periods of the model, and compares both ends with the beginning.
fn assert_is_periodic(script: &Script, texts: &[&str]) {
    let mut model = Model::new(script, texts);
    for period in 1..=2 {
        model.period(script, texts);
        assert_eq!(model.hits, period * script.hits);
        let start = script.start.iter();
        assert!(
            start
                .zip(&model.live)
                .all(|(start, string)| texts[start.text as usize] == string)
        );
    }
}

/// Runs two periods of a holder in one thread.
fn assert_agrees<H: Holder>(script: &Script, texts: &[&str]) {
    let mut holder = H::default();
    let fixed = Fixed::new(script, texts, &mut holder);
    let mut run = Run::new(script, texts, holder, &fixed);
    for _ in 0..2 {
        assert_eq!(run.check::<false, false>(&fixed), Ok(()));
    }
}

fn assert_all_agree(script: &Script, texts: &[&str]) {
    assert_is_periodic(script, texts);
    assert_agrees::<Owned<String>>(script, texts);
    assert_agrees::<Owned<SmolStr>>(script, texts);
    assert_agrees::<Owned<CompactString>>(script, texts);
    assert_agrees::<Owned<Rc<str>>>(script, texts);
    assert_agrees::<RodeoHolder>(script, texts);
    assert_agrees::<InternerHolder>(script, texts);
    assert_agrees::<UstrHolder>(script, texts);
    assert_agrees::<SetHolder<Arc<str>>>(script, texts);
    assert_agrees::<SetHolder<SharedStr>>(script, texts);
}

fn tokens(tokens: &[String]) -> Vec<&str> {
    tokens.iter().map(String::as_str).collect()
}

#[test]
fn hits_are_as_frequent_as_asked_for() {
    let all = input::tokens();
    let texts = tokens(&all);
    for mix in [
        "capture:1,clone:2,eq:9",
        "capture:1,lookup:9",
        "eq:1,lookup:1",
    ] {
        for hit_rate in [0.0, 0.3, 0.9, 1.0] {
            let asked = Scenario {
                hit_rate,
                ..scenario(mix, 1_000)
            };
            let script = drawn(&asked, &texts);
            let hits = |step: &&Step| matches!(step, Step::Eq { .. } | Step::Lookup { .. });
            let all = script.steps.iter().filter(hits).count();
            #[allow(clippy::cast_precision_loss)] // At most 2^16.
            let share = script.hits as f64 / all as f64;
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

        fn lookup(&self, _map: &holder::Map<String>, _text: &str) -> Option<u32> {
            None
        }
    }
    let texts = ["one", "three", "five"];
    let refusal = |mix| {
        let script = drawn(&scenario(mix, 3), &texts);
        measured::<Forgetful, false>(&script, &texts).err()
    };
    let wrong = "its strings do not have the texts that were captured";
    assert_eq!(refusal("capture:1"), Some(wrong));
    let wrong = "its comparisons or look-ups are wrong";
    assert_eq!(refusal("lookup:1"), Some(wrong));
}

#[test]
fn what_cannot_be_measured_has_a_reason() {
    let texts = ["a"];
    let none = drawn::<str>(&scenario(ALL, 3), &[]);
    assert!(measured::<Owned<String>, false>(&none, &[]).is_err());
    assert!(measured_together::<Owned<String>, false>(&none, &[]).is_err());
    let threads = Scenario {
        threads: 2,
        ..scenario(ALL, 3)
    };
    let threads = drawn(&threads, &texts);
    let refusal = measured::<Owned<Rc<str>>, false>(&threads, &texts).err();
    assert_eq!(refusal, Some("threads cannot share it"));
    let refusal = measured::<RodeoHolder, false>(&threads, &texts).err();
    assert_eq!(refusal, Some("its table belongs to one thread"));
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
    assert_is_periodic(&script, &texts);
    for measured in [
        measured_together::<Owned<Arc<str>>, false>(&script, &texts),
        measured_together::<UstrHolder, false>(&script, &texts),
    ] {
        let Ok(Measured::Together(mut run)) = measured else {
            panic!("it has two threads");
        };
        let time = Duration::from_millis(1);
        let ns = run(time, &mut fastrand::Rng::with_seed(1));
        assert!(ns.is_none_or(|ns| ns > 0.0), "{ns:?}");
    }
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
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_scenario_agrees_with_the_model(scenario in scenarios(), all in texts(), seed: u64) {
        let texts = tokens(&all);
        let script = Script::new(&scenario, &texts, &mut fastrand::Rng::with_seed(seed));
        if script.is_shared() {
            assert_is_periodic(&script, &texts);
            measured_together::<Owned<String>, false>(&script, &texts).err().map_or(Ok(()), Err).unwrap();
            measured_together::<UstrHolder, true>(&script, &texts).err().map_or(Ok(()), Err).unwrap();
        } else {
            assert_all_agree(&script, &texts);
        }
        let is_distinct = texts.iter().collect::<HashSet<_>>().len() > 1;
        let is_hit = |step: &&Step| matches!(step, Step::Eq { .. } | Step::Lookup { .. });
        let all = script.steps.iter().filter(is_hit).count() as u64;
        if is_distinct && scenario.hit_rate <= 0.0 {
            prop_assert_eq!(script.hits, 0);
        }
        if scenario.hit_rate >= 1.0 && script.keys.is_empty() {
            prop_assert_eq!(script.hits, all);
        }
    }

    #[test]
    fn every_way_keeps_records(
        records in prop::collection::vec(prop::collection::vec("[a-z]{0,30}", 0..5), 1..20),
        scenario in scenarios(),
    ) {
        let records: Vec<Vec<&str>> = records.iter().map(|record| tokens(record)).collect();
        let records: Vec<&[&str]> = records.iter().map(Vec::as_slice).collect();
        let mut random = fastrand::Rng::with_seed(1);
        let script = Script::of_records(&scenario, &records, &mut random);
        for candidate in record_candidates() {
            let measured = (candidate.measured)(&script, &records);
            prop_assert_eq!(measured.is_err(), script.steps.is_empty(), "{}", candidate.name);
        }
    }
}
