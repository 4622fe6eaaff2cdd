//! The verb `nodes` from outside: few strings, the run file, the tables and the refusals.

use std::fs;
use std::path::PathBuf;

use crate::program::{printed, refused};
use serde_json::Value;

/// The allocators that this build has programs for.
const ALLOCATORS: &str = if cfg!(feature = "allocators") {
    "system,jemalloc,mimalloc"
} else {
    "system"
};

/// Returns the arguments for as few processes as there may be.
fn few<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [&["nodes", "--processes", "3", "--seed", "1"], args].concat()
}

/// Returns the report of a run, and the lines of its file.
#[track_caller]
fn run(name: &str, args: &[&str]) -> (String, Vec<Value>) {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let shown = printed(&few(&[args, &["--json", file.to_str().unwrap()]].concat()));
    let text = fs::read_to_string(file).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    (shown, lines.collect())
}

#[test]
fn a_run_has_every_metric_and_shows_the_published_sizes() {
    let (shown, lines) = run(
        "nodes.jsonl",
        &[
            "--count",
            "5000",
            "--shape",
            "random,chain,history",
            "--type",
            "packed node,ConcatStr,ropey::Rope",
        ],
    );
    let words: Vec<&str> = shown.split_whitespace().collect();
    for part in ["Arc<Node> (twin)", "ropey::Rope", "16 B", "polybdenum"] {
        assert!(words.join(" ").contains(part), "{part} in\n{shown}");
    }
    let metrics = |name: &str, shape: &str| -> Vec<&str> {
        let is_it =
            |line: &&Value| line["factors"]["type"] == name && line["factors"]["shape"] == shape;
        let cells = lines.iter().filter(is_it);
        cells.map(|cell| cell["metric"].as_str().unwrap()).collect()
    };
    for metric in ["build", "drop", "flatten", "handle"] {
        assert!(metrics("Arc<Node> (twin)", "random").contains(&metric));
    }
    for metric in ["build", "drop", "flatten"] {
        for name in ["ConcatStr", "ropey::Rope"] {
            assert!(metrics(name, "history").contains(&metric));
        }
    }
    assert!(
        metrics("Arc<Node>", "history").is_empty(),
        "it cuts no texts"
    );
}

#[test]
fn a_node_takes_its_bytes() {
    let types = "packed node in blocks,&'static node in blocks";
    let args = [
        "--count",
        "200000",
        "--type",
        types,
        "--allocator",
        ALLOCATORS,
    ];
    let (_, lines) = run("nodes-bytes.jsonl", &args);
    let mut checked = 0;
    for line in &lines {
        let least = match line["factors"]["type"].as_str() {
            Some("packed Node in blocks") => 16.0,
            Some("&'static Node in blocks") => 24.0,
            Some(_) => 40.0,
            None => continue,
        };
        assert!(ALLOCATORS.contains(line["factors"]["allocator"].as_str().unwrap()));
        if line["metric"] != "bytes" && line["metric"] != "blocks" {
            continue;
        }
        let samples = lines.iter().filter(|sample| sample["cell"] == line["cell"]);
        for values in samples.filter_map(|sample| sample["values"].as_array()) {
            let bytes = values[0].as_f64().unwrap();
            assert!(
                bytes >= 0.9 * least && bytes < 2.0 * least,
                "{bytes}: {line}"
            );
            checked += 1;
        }
    }
    // Not every system reports bytes.
    assert!(checked > 0 || !cfg!(target_os = "linux"));
}

#[test]
fn wrong_arguments_are_refused() {
    let said = refused(&few(&["--type", "Rc<Node>"]));
    assert!(
        said.contains("there is no type 'Rc<Node>'; did you mean"),
        "{said}"
    );
    let said = refused(&few(&["--count", "999"]));
    assert!(said.contains("a number from 1000"), "{said}");
    let said = refused(&few(&["--shape", "chained"]));
    assert!(said.contains("chain"), "{said}");
}
