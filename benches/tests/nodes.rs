//! The verb `nodes` from outside: few strings, the run file, the tables and the refusals.
#![allow(missing_docs)]

mod program;

use std::fs;
use std::path::PathBuf;

use program::{printed, refused};
use serde_json::Value;

/// As few strings in as few processes as there may be.
fn few<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [&["nodes", "--processes", "3", "--seed", "1"], args].concat()
}

#[test]
fn a_run_has_every_metric_and_shows_the_published_sizes() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("nodes.jsonl");
    let shown = printed(&few(&[
        "--count",
        "20000",
        "--shape",
        "random,chain,doubling",
        "--type",
        "packed node,ConcatArena with lengths,ropey::Rope",
        "--json",
        file.to_str().unwrap(),
    ]));
    let words: Vec<&str> = shown.split_whitespace().collect();
    for part in [
        "Arc<Node> (twin)",
        "ropey::Rope",
        "16 B",
        "flatten",
        "byte_at",
        "polybdenum",
    ] {
        assert!(words.join(" ").contains(part), "{part} in\n{shown}");
    }
    let text = fs::read_to_string(file).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let lines: Vec<Value> = lines.collect();
    let cells = lines.iter().filter(|line| line.get("factors").is_some());
    for cell in cells.clone() {
        for factor in ["type", "shape", "count", "allocator"] {
            assert!(cell["factors"][factor].is_string(), "{cell}");
        }
    }
    let of = |name: &str, shape: &str| {
        let is_it =
            |cell: &&Value| cell["factors"]["type"] == name && cell["factors"]["shape"] == shape;
        let metrics = cells
            .clone()
            .filter(is_it)
            .map(|cell| cell["metric"].as_str().unwrap());
        metrics.collect::<Vec<_>>()
    };
    let metrics = of("Arc<Node>", "random");
    for metric in ["build", "drop", "flatten", "handle"] {
        assert!(metrics.contains(&metric), "{metrics:?}");
    }
    assert_eq!(of("Arc<Node>", "doubling"), ["flatten"]);
    assert!(of("ConcatArena with lengths", "chain").contains(&"byte_at"));
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
