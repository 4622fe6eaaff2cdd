//! Each question, asked with little effort. No test asks how fast a type is, nor whether a type keeps the laws.
#![allow(clippy::float_cmp)] // They are whole numbers.

use string_kit_conformance::Law;

use crate::program::{Cells, asked, assert_has, printed, read, written};

/// As little time as a run takes.
const SHORT: &str = "--seconds 0.01 --processes 3";

/// Returns the report and the cells of a question about one type, after checking that each process has samples of each
/// time.
#[track_caller]
fn asked_of_smol_str(question: &str) -> (String, Cells) {
    let (report, cells) = asked(&format!("{question} --type smol_str {SHORT}"));
    for cell in cells.0.iter().filter(|cell| cell["metric"] == "time") {
        assert_eq!(cell["samples"].as_array().unwrap().len(), 3, "{cell}");
    }
    (report, cells)
}

#[test]
fn curves_have_every_operation_length_and_type() {
    let (report, cells) = asked_of_smol_str("curves --lengths 0,23,24,tags,24");
    for operation in ["create", "clone", "into_string", "equal", "hash"] {
        for length in ["0", "23", "24", "mix: tags"] {
            for name in ["String", "String (twin)", "SmolStr"] {
                let factors = [("operation", operation), ("length", length), ("type", name)];
                cells.get(&factors, "time");
            }
        }
    }
    let timed = cells.0.iter().filter(|cell| cell["metric"] == "time");
    assert_eq!(timed.count(), 5 * 4 * 3);
    assert_has(&report, &["at the first length that is not kept inline"]);
    let (_, cells) = asked_of_smol_str("curves --operation clone --lengths 23,24");
    assert_eq!(cells.with(&[("type", "SmolStr")]).count(), 2);
}

#[test]
fn lookup_has_every_map_and_kind_of_keys() {
    let (report, cells) = asked_of_smol_str("lookup --keys 200");
    let metrics = ["time", "lines", "key", "inline %"];
    for map in ["BTreeMap", "HashMap"] {
        for keys in ["6 to 14 bytes", "24 to 40 bytes"] {
            let size = ("size", "200 keys");
            let factors = [("map", map), ("keys", keys), size, ("type", "SmolStr")];
            assert_eq!(cells.metrics(&factors), metrics);
        }
    }
    let named = cells
        .0
        .iter()
        .filter(|cell| cell["factors"]["type"].is_string());
    assert_eq!(named.count(), 4 * 3 * metrics.len());
    assert_has(&report, &["types that keep all keys inline (1):"]);
}

#[test]
fn contend_measures_every_pattern() {
    let patterns = ["own", "borrowed", "private", "picked:4", "handoff", "batch"];
    let (report, cells) = asked(&format!(
        "contend --type String --threads 1,2 --length 8 --seconds 0.1 --processes 3 --pattern {}",
        patterns.join(",")
    ));
    for pattern in patterns {
        for name in ["String", "String (twin)"] {
            for threads in ["1", "2"] {
                let factors = [
                    ("pattern", pattern),
                    ("type", name),
                    ("threads", threads),
                    ("allocator", "system"),
                    ("length", "8"),
                ];
                let is_measured = pattern != "handoff" || threads == "2";
                let has_time = cells.metrics(&factors).contains(&"time");
                assert_eq!(has_time, is_measured, "{pattern} {threads}");
            }
        }
        assert_has(&report, &[&format!("{pattern}: ")]);
    }
}

#[test]
fn contend_shows_the_published_numbers_beside_ours() {
    let (report, cells) = asked(
        "contend --type Arc<str>,rc_str --pattern own --threads 1,2 --clones dropped,leaked --seconds 0.1 --processes 3",
    );
    let count = |metric: &str| {
        cells
            .0
            .iter()
            .filter(|cell| cell["metric"] == metric)
            .count()
    };
    // Four types by one thread and three by two, dropped and leaked; the bytes of each type.
    let counts = ["time", "wall-clock time", "heap"].map(count);
    assert_eq!(counts, [14, 14, 4]);
    assert_has(
        &report,
        &[
            "as published (https://blocklisted.github.io",
            "Rc<str> is neither Send nor Sync: it has one thread.",
        ],
    );
}

#[test]
fn conformance_has_an_answer_for_each_law_and_looks_at_memory() {
    let (_, cells) = asked("conformance --type String");
    let kept = |law: &str| cells.get(&[("type", "String"), ("law", law)], "kept");
    for law in Law::ALL {
        let cell = kept(law.name());
        let note = cell["note"].as_str().unwrap_or_default();
        let is_kept = cell["samples"][0][0] == 1.0;
        assert!(is_kept || note.starts_with("lacks "), "{cell}");
    }
    let of_memory = [
        "allocation_layouts",
        "nothing_leaks",
        "heap_size_is_what_was_asked",
    ];
    for law in of_memory {
        assert_eq!(kept(law)["samples"][0][0], 1.0);
    }
}

/// Checks that the row of a type has a number for a law that it breaks, and a note of that number.
#[test]
fn conformance_has_a_note_of_a_law_that_is_broken() {
    let shown = printed("conformance --type smart_lazy --law option_is_free,hash_is_strs");
    let name = "SmartString<LazyCompact>";
    let row = shown.lines().find_map(|line| line.strip_prefix(name));
    let marks: Vec<&str> = row.unwrap().split_whitespace().collect();
    assert_eq!(marks, ["✓", "1"], "{shown}");
    let note = format!("- 1: {name}, option_is_free: smartstring 2.0.0 has no niche. Found: ");
    assert_has(&shown, &[note.trim_end()]);
}

#[test]
fn conformance_shows_the_laws_with_their_reasons() {
    let shown = printed("conformance --laws");
    for law in Law::ALL {
        assert_has(&shown, &[&format!(", {}: ", law.name())]);
    }
}

#[cfg(target_pointer_width = "64")]
#[test]
fn layout_counts_the_blocks_that_texts_ask_for() {
    let (_, cells) = asked("layout --type String,arc_str,compact_string,hip_str");
    let requested = |name| {
        let of = |len| cells.value(&[("type", name), ("length", len)], "asked");
        ["0", "8", "16", "24", "32", "64"].map(of)
    };
    assert_eq!(requested("String"), [0.0, 8.0, 16.0, 24.0, 32.0, 64.0]);
    assert_eq!(requested("Arc<str>"), [16.0, 24.0, 32.0, 40.0, 48.0, 80.0]);
    assert_eq!(requested("CompactString"), [0.0, 0.0, 0.0, 0.0, 32.0, 64.0]);
    // Of two blocks.
    assert_eq!(requested("HipStr<'static>")[5], 96.0);
    let text = [("type", "Arc<str>"), ("length", "24")];
    assert_eq!(cells.value(&text, "glibc, by rule"), 48.0);
}

#[test]
fn layout_draws_the_bytes_of_types_and_nodes() {
    let (_, cells) = asked("layout --type SmolStr,compact_string,ConcatStr");
    let drawn = |factors| cells.get(factors, "size")["note"].clone();
    assert_eq!(drawn(&[("type", "SmolStr")]), "private 0..1 | text 1..24");
    assert_eq!(drawn(&[("type", "CompactString")]), "text 0..24");
    let node = [("node", "ConcatStr"), ("seen as", "concatenation")];
    let bytes = "count 0..4 | length 4..8 | left 8..12 | right 12..16";
    assert_eq!(drawn(&node), bytes);
    assert_eq!(cells.value(&node[..1], "handle"), 4.0);
}

/// The allocators that this build has programs for.
const ALLOCATORS: &str = if cfg!(feature = "allocators") {
    "system,jemalloc,mimalloc"
} else {
    "system"
};

/// Compares the published rules with the allocators.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn layout_measures_blocks_of_the_published_sizes() {
    let (_, cells) = asked(&format!("layout --type String --allocator {ALLOCATORS}"));
    for allocator in ALLOCATORS.split(',') {
        let rule = if allocator == "system" {
            "glibc"
        } else {
            allocator
        };
        for bytes in (8..=128).step_by(8).map(|bytes: usize| bytes.to_string()) {
            for align in ["1", "8"] {
                let block = [("block", &*bytes), ("of alignment", align)];
                let measured = cells.value(&block, &format!("{allocator}, measured"));
                let by_rule = cells.value(&block, &format!("{rule}, by rule"));
                assert_eq!(measured, by_rule, "{allocator}, {bytes} bytes");
            }
        }
    }
}

#[test]
fn nodes_have_every_metric_and_the_published_sizes() {
    let (shown, cells) = asked(
        "nodes --processes 3 --seed 1 --count 5000 --shape random,chain,history \
         --type packednode,ConcatStr,ropey::Rope",
    );
    assert_has(
        &shown,
        &["Arc<Node> (twin)", "ropey::Rope", "16 B", "polybdenum"],
    );
    let metrics = |name, shape| cells.metrics(&[("type", name), ("shape", shape)]);
    let twin = metrics("Arc<Node> (twin)", "random");
    for metric in ["build", "drop", "flatten", "handle"] {
        assert!(twin.contains(&metric), "{metric}: {twin:?}");
    }
    for name in ["ConcatStr", "ropey::Rope"] {
        let history = metrics(name, "history");
        for metric in ["build", "drop", "flatten"] {
            assert!(history.contains(&metric), "{metric}: {history:?}");
        }
    }
    assert!(
        metrics("Arc<Node>", "history").is_empty(),
        "it cuts no texts"
    );
}

#[test]
fn nodes_take_their_bytes() {
    let (_, cells) = asked(&format!(
        "nodes --processes 3 --seed 1 --count 200000 --allocator {ALLOCATORS} \
         --type packednodeinblocks,staticnodeinblocks",
    ));
    let mut checked = 0;
    for cell in cells
        .0
        .iter()
        .filter(|cell| cell["factors"]["type"].is_string())
    {
        let factors = &cell["factors"];
        let least = match factors["type"].as_str() {
            Some("packed Node in blocks") => 16.0,
            Some("&'static Node in blocks") => 24.0,
            _ => 40.0,
        };
        assert!(ALLOCATORS.contains(factors["allocator"].as_str().unwrap()));
        if cell["metric"] != "bytes" && cell["metric"] != "blocks" {
            continue;
        }
        for samples in cell["samples"].as_array().unwrap() {
            let bytes = samples[0].as_f64().unwrap();
            let is_near = (0.9 * least..2.0 * least).contains(&bytes);
            assert!(is_near, "{bytes}: {cell}");
            checked += 1;
        }
    }
    // Not every system reports bytes.
    assert!(checked > 0 || !cfg!(target_os = "linux"));
}

#[test]
fn reading_times_each_way_and_counts_the_memory_of_the_profile() {
    let (report, cells) = asked(&format!("reading --megabytes 1 {SHORT}"));
    assert_has(&report, &[" MB in a second."]);
    let metrics = |way| cells.metrics(&[("way", way)]);
    assert_eq!(metrics("serde_json, typed rows"), ["time", "line"]);
    assert_eq!(metrics("serde_json, typed rows (twin)"), ["time"]);
    assert_eq!(metrics("reading alone"), ["time", "line"]);
    assert_eq!(metrics("profile"), ["time", "line", "peak"]);
}

#[test]
fn trace_saves_events_and_reads_them_back() {
    let flags = "--type SmolStr --from reader --events events.jsonl";
    let (_, traced) = asked(&format!("trace {flags}"));
    let (shown, saved) = asked("trace --read events.jsonl");
    let file = [("trace", "events.jsonl")];
    for metric in ["events", "peak", "kept", "allocated"] {
        let factors = [("type", "SmolStr"), ("from", "reader")];
        let samples = |cells: &Cells, factors| cells.get(factors, metric)["samples"].clone();
        assert_eq!(
            samples(&saved, &file),
            samples(&traced, &factors),
            "{metric}"
        );
    }
    #[allow(clippy::cast_precision_loss)] // Some dozens.
    let lines = read("events.jsonl").lines().count() as f64;
    assert_eq!(saved.value(&file, "events"), lines);
    assert_has(&shown, &["A SAVED TRACE", "kept by events"]);
}

/// Compares the published numbers with those of the embedded list: both have 1,000 cities. `Vec`s and the
/// parser's buffer grow in other steps today.
#[test]
fn trace_reproduces_the_published_peaks_and_halves_them() {
    let run = printed("trace --from reader --json -");
    let cells = Cells::of(&run);
    let value = |name, metric| cells.value(&[("type", name), ("from", "reader")], metric);
    for (name, events, peak) in [
        ("String", 2_033.0, 82_700.0),
        ("SmolStr", 42.0, 73_900.0),
        ("SmartString<LazyCompact>", 35.0, 73_800.0),
    ] {
        let ratio: f64 = value(name, "peak") / peak;
        assert!((0.97..=1.03).contains(&ratio), "{name}: {ratio}");
        let more: f64 = value(name, "events") - events;
        assert!(more.abs() <= 20.0, "{name}: {more} events more");
    }
    assert!(value("StrList", "peak") <= 0.5 * value("SmolStr", "peak"));
    assert!(value("StrList", "events") < value("SmolStr", "events"));
}

/// Reads a file with a byte order mark and escapes, whose strings cannot be borrowed.
#[test]
fn trace_keeps_escaped_text_but_does_not_borrow_it() {
    let records = "\u{feff}[{\"name\": \"a\\nb\", \"size\": 1}, {\"name\": null}, {}]";
    written("escaped.json", records);
    let shown = printed("trace --type &str,String --input escaped.json");
    assert_has(
        &shown,
        &[
            "3 records are read, of which these fields are kept: name.",
            "kept as empty ones: 2.",
            "escaped text cannot be borrowed: ",
        ],
    );
    assert!(!shown.contains("PUBLISHED"), "{shown}");
}
