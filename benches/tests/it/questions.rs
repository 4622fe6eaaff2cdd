//! Each question, asked with little effort. No test asks how fast a type is.
#![allow(clippy::float_cmp)] // They are whole numbers.

use std::collections::BTreeSet;

use string_kit_measure::run::Run;

use crate::program::{asked, assert_has, cell, metrics, read, value};

/// The allocators that this build has programs for.
const ALLOCATORS: &str = if cfg!(feature = "allocators") {
    "system,jemalloc,mimalloc"
} else {
    "system"
};

fn count(run: &Run, metric: &str) -> usize {
    let cells = run.measurements.iter();
    cells.filter(|cell| cell.key.metric == metric).count()
}

/// `questions.txt` says what its marks mean.
#[test]
fn each_question_has_its_cells() {
    let (mut report, mut measured) = (String::new(), None);
    for (line, number) in include_str!("questions.txt").lines().zip(1..) {
        let place = format!("questions.txt:{number}");
        let (mark, text) = line.split_at_checked(2).unwrap_or_default();
        if mark == "$ " {
            let (shown, run) = asked(text);
            (report, measured) = (shown, Some(run));
            continue;
        }
        let Some(run) = &measured else { continue };
        match mark {
            "= " => assert_has(&report, &[text]),
            "# " => {
                let (factor, values) = text.split_once(": ").unwrap();
                let known = BTreeSet::from_iter(run.values(factor));
                assert_eq!(known, values.split(", ").collect(), "{place}");
            }
            "+ " => {
                let (cells, processes) = text.split_once(": ").unwrap_or((text, "0"));
                let (expected, metric) = cells.split_once(' ').unwrap();
                assert_eq!(count(run, metric).to_string(), expected, "{place}");
                let cells = run
                    .measurements
                    .iter()
                    .filter(|cell| cell.key.metric == metric);
                for cell in cells.filter(|_| processes != "0") {
                    let has_samples = |samples: &&Vec<_>| !samples.is_empty();
                    let count = cell.samples.iter().filter(has_samples).count();
                    assert_eq!(count.to_string(), processes, "{place}: {cell:?}");
                }
            }
            "& " => check_cell(run, text, &place),
            _ => {}
        }
    }
}

fn check_cell(run: &Run, line: &str, place: &str) {
    let [factors, metric, expected] = line.split("; ").collect::<Vec<_>>()[..] else {
        panic!("{place}: a cell has factors, a metric and its value");
    };
    let keys = run.measurements.iter();
    let mut named = keys.filter(|cell| cell.key.factors.to_string() == factors);
    let cell = named.find(|cell| cell.key.metric == metric).expect(place);
    let numbers: Vec<f64> = expected
        .split(' ')
        .filter_map(|word| word.parse().ok())
        .collect();
    let is_expected = match numbers[..] {
        [least, greatest] => cell
            .value()
            .is_some_and(|value| (least..=greatest).contains(&value)),
        _ => cell.note.as_deref() == Some(expected),
    };
    assert!(is_expected, "{place}: {cell:?}");
}

#[cfg(feature = "allocators")]
#[test]
fn contend_repeats_the_published_experiment() {
    let (report, run) = asked("contend --published --count 6400");
    let counts = ["ms", "mapped", "anonymous maps"].map(|metric| count(&run, metric));
    assert_eq!(counts, [20, 4, 2]);
    for (clones, name, published) in [
        ("dropped", "Arc<str>", "3,125 8.50 MB"),
        ("leaked", "String", "968 53.7 MB"),
    ] {
        let factors = [("clones", clones), ("type", name), ("threads", "8")];
        let mapped = &cell(&run, &factors, "mapped").samples;
        assert!(mapped.len() == 3 && mapped.iter().all(|read| read.len() == 65));
        assert_has(
            &report,
            &[&format!("{clones} {name} published {published}")],
        );
        assert!(value(&run, &factors, "ms") > 0.0);
        let has_maps = metrics(&run, &factors).contains(&"anonymous maps");
        assert_eq!(has_maps, name == "String");
    }
    let claim = "one thread clones Arc<str> faster: ";
    assert_has(&report, &["https://blocklisted.github.io", claim]);
}

/// Compares the published rules with the allocators.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn layout_measures_blocks_of_the_published_sizes() {
    let (_, run) = asked(&format!("layout --type String --allocator {ALLOCATORS}"));
    for allocator in ALLOCATORS.split(',') {
        let rule = allocator.replace("system", "glibc");
        for bytes in (8..=128).step_by(8).map(|bytes: usize| bytes.to_string()) {
            for align in ["1", "8"] {
                let block = [("block", &*bytes), ("of alignment", align)];
                let measured = value(&run, &block, &format!("{allocator}, measured"));
                let by_rule = value(&run, &block, &format!("{rule}, by rule"));
                assert_eq!(measured, by_rule, "{allocator}, {bytes} bytes");
            }
        }
    }
}

/// On jemalloc a dummy field of 8 bytes adds nothing, as published.
#[cfg(target_pointer_width = "64")]
#[test]
fn published_nodes_take_their_bytes() {
    let few = "--processes 3 --seed 1 --count 100000";
    let (shown, run) = asked(&format!("nodes --published {few} --allocator {ALLOCATORS}"));
    let mut checked = 0;
    for (name, size, of_jemalloc) in [
        ("Arc<Node> of 2017", 48, 48),
        ("weakless Node of 2017", 40, 48),
        ("weakless Node + 8", 48, 48),
        ("weakless Node + 16", 56, 64),
        ("weakless Node + 32", 72, 80),
        ("weakless Node + 64", 104, 112),
        ("triomphe::Arc<Node>", 32, 32),
        ("&'static Node in blocks", 24, 24),
        ("packed Node", 16, 16),
    ] {
        for allocator in ALLOCATORS.split(',') {
            let block = match allocator {
                "jemalloc" => of_jemalloc,
                "system" if cfg!(target_env = "gnu") && size != 24 => {
                    (size + 8_u32).next_multiple_of(16).max(32)
                }
                _ => size,
            };
            let (count, shape) = (("count", "100000"), ("shape", "random"));
            let factors = [("type", name), ("allocator", allocator), count, shape];
            let mut metrics = metrics(&run, &factors);
            // Not every system reports them.
            metrics.retain(|metric| ["bytes", "blocks"].contains(metric));
            checked += metrics.len();
            for metric in metrics {
                let bytes = value(&run, &factors, metric) / f64::from(block);
                // mimalloc touches pages ahead; reports have blocks that are kept for later.
                let is_exact = metric == "bytes" && allocator != "mimalloc";
                let limit = if is_exact { 1.2 } else { 2.0 };
                let setting = (metric, allocator, name);
                assert!((0.9..limit).contains(&bytes), "{setting:?}: {bytes}");
            }
        }
    }
    if cfg!(target_os = "linux") {
        assert!(checked > 0);
        let words = "with a dummy field of 8 bytes, ";
        assert_has(&shown, &[words, "published, block", "dummy 64 B"]);
    }
}

#[test]
fn trace_saves_events_and_reads_them_back() {
    let (_, traced) = asked("trace --type SmolStr --from reader --events events.jsonl");
    let (shown, saved) = asked("trace --read events.jsonl");
    let file = [("trace", "events.jsonl")];
    let metrics = metrics(&saved, &file);
    assert_eq!(
        metrics.join(" "),
        "events allocs allocated frees freed peak kept"
    );
    for metric in metrics {
        let there = cell(&traced, &[("type", "SmolStr"), ("from", "reader")], metric);
        assert_eq!(
            cell(&saved, &file, metric).samples,
            there.samples,
            "{metric}"
        );
    }
    let lines = read("events.jsonl");
    let first = lines.lines().next().unwrap();
    assert!(first.starts_with("{\"Alloc\":{\"addr\":"), "{first}");
    assert!(first.ends_with(",\"size\":8}}"), "{first}");
    #[allow(clippy::cast_precision_loss)] // Some dozens.
    let count = lines.lines().count() as f64;
    assert_eq!(value(&saved, &file, "events"), count);
    assert_has(&shown, &["A SAVED TRACE", "kept by events"]);
}
