//! `nodes` as its users call it. How small or fast a design is, is never asked here: only what is done,
//! what is told of it, and what is refused.
#![allow(missing_docs)]

#[path = "program/cells.rs"]
mod cells;
mod program;

use std::fs;
use std::path::PathBuf;

use cells::DEFAULT;
use serde_json::Value;

/// As few repetitions as an interval takes, of few concatenations, or of as many as are named.
fn short<'a>(args: &[&'a str]) -> Vec<&'a str> {
    let few: &[&str] = if args.contains(&"--count") {
        &[]
    } else {
        &["--count", "1000"]
    };
    [&["nodes", "--reps", "6"], few, args].concat()
}

#[track_caller]
fn printed(args: &[&str]) -> String {
    program::printed(&short(args))
}

#[track_caller]
fn refused(args: &[&str]) -> String {
    program::refused(&short(args))
}

/// What is told of each cell and of each allocator, each from its own line.
#[track_caller]
fn lines(args: &[&str]) -> Vec<Value> {
    cells::read(&printed(&[args, &["--json"]].concat()))
}

#[test]
fn each_cell_is_a_line_that_tells_all_of_itself() {
    let lines = lines(&[
        "--design",
        "packed_slab,ropey",
        "--workload",
        "random,persistent",
    ]);
    let (classes, cells) = lines.split_last().unwrap();
    let told: Vec<(&str, &str)> = cells
        .iter()
        .map(|line| {
            (
                line["design"].as_str().unwrap(),
                line["workload"].as_str().unwrap(),
            )
        })
        .collect();
    // The baseline is always there, and a peer where it can be.
    let expected = [
        ("std_arc_vec", "random"),
        ("packed_slab", "random"),
        ("std_arc_vec", "persistent"),
        ("packed_slab", "persistent"),
        ("ropey", "persistent"),
    ];
    assert_eq!(told, expected);
    for line in cells {
        assert!(DEFAULT.contains(&line["allocator"].as_str().unwrap()));
        assert_eq!(line["count"], 1_000);
        assert!(line["handle"].as_u64().unwrap() >= 8);
        for number in [
            "build_ns",
            "drop_ns",
            "flatten",
            "build_ratio",
            "drop_ratio",
        ] {
            assert!(
                line[number]["median"].as_f64().unwrap() > 0.0,
                "{number} of {line}"
            );
        }
    }
    assert_eq!(cells[0]["build_ratio"]["median"], 1.0);
    let sizes = classes["classes"].as_array().unwrap();
    assert_eq!(
        (&sizes[0]["asked"], &sizes[9]["asked"]),
        (&8.into(), &80.into())
    );
    for size in sizes {
        assert!(size["takes"].as_u64() >= size["asked"].as_u64(), "{size}");
    }
}

/// In processes of their own, since their pages are counted: of so many nodes that what is there before
/// hardly shows.
#[test]
fn a_node_takes_at_least_its_bytes() {
    let args = [
        "--design",
        "packed_slab,leaked_arena",
        "--workload",
        "random",
    ];
    let lines = lines(&[&args[..], &["--count", "200000"]].concat());
    for (line, least) in lines.iter().zip([40.0, 24.0, 16.0]) {
        for bytes in ["touched", "live"] {
            // Not every system tells.
            let told = line[bytes]["median"].as_f64();
            assert!(
                told.is_none_or(|told| told >= 0.9 * least && told < 2.0 * least),
                "{line}"
            );
        }
    }
}

#[test]
fn every_design_is_measured_in_every_workload() {
    let shown = printed(&[]);
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "STRINGS THAT SHARE PARTS",
        "Bytes a concatenation (random, ",
        "Nanoseconds a concatenation (persistent, ",
        "48 -> 64",
        "std_arc_2015",
        "im_vector",
        "What a block of so many bytes becomes",
        "random keeps more strings than there is memory for in xi_rope, ropey, crop, im_vector, string:",
    ] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
}

#[test]
fn a_spreadsheet_has_a_line_for_each_cell() {
    let printed = printed(&["--design", "weakless_arc", "--workload", "chain", "--csv"]);
    let lines: Vec<Vec<&str>> = printed
        .lines()
        .map(|line| line.split(',').collect())
        .collect();
    assert_eq!(lines[0][..4], ["design", "allocator", "workload", "count"]);
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line.len() == lines[0].len()));
    assert_eq!(lines[2][0], "weakless_arc");
}

#[test]
fn a_page_has_the_section() {
    let page = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("nodes.html");
    let args = ["--design", "leaked_box", "--workload", "append", "--html"];
    printed(&[&args[..], &[page.to_str().unwrap()]].concat());
    let html = fs::read_to_string(page).unwrap();
    for part in ["id=\"nodes\"", "leaked_box"] {
        assert!(html.contains(part), "{part}");
    }
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let said = refused(&["--design", "std_rc"]);
    let begin = "there is no design 'std_rc'; there are all, std_arc_vec, ";
    assert!(said.starts_with(begin), "{said}");
    let said = refused(&["--baseline", "std_rc"]);
    assert!(said.starts_with("there is no design 'std_rc'; "), "{said}");
    let said = refused(&["--workload", "chained"]);
    let there_are = "there is no such workload; there are random, chain, append, persistent";
    assert!(said.contains(there_are), "{said}");
    let said = refused(&["--design", "ropey", "--workload", "random"]);
    assert!(
        said.starts_with("nothing of this can be measured: random keeps"),
        "{said}"
    );
    let said = refused(&["--allocator", "malloc"]);
    assert!(
        said.contains("there are laboratory, system, jemalloc, mimalloc"),
        "{said}"
    );
    for few in [["--count", "999"], ["--reps", "5"]] {
        let said = program::refused(&["nodes", few[0], few[1]]);
        assert!(said.contains("a number from "), "{said}");
    }
    refused(&["--json", "--csv"]);
    refused(&["--bars", "--design", "ropey"]);
    let page = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("knotless.html");
    refused(&["--design", "std_rc", "--html", page.to_str().unwrap()]);
    assert!(!page.exists(), "what is refused makes no page");
}

/// The number of a task is of a process of its own.
#[test]
fn a_text_is_flattened_against_a_copy() {
    let task = "{\"against_copy\":{\"design\":\"std_arc_vec\",\"text\":\"doubling\"}}";
    let ratio: f64 = serde_json::from_str(&program::printed(&["cell", task])).unwrap();
    assert!(ratio > 0.0 && ratio.is_finite(), "{ratio}");
    let said = program::refused(&["cell", &task.replace("std_arc_vec", "std_rc")]);
    assert_eq!(said, "there is no design 'std_rc'");
}

/// The program for another allocator tells what its blocks take.
#[cfg(feature = "allocators")]
#[test]
fn each_allocator_tells_of_its_blocks() {
    let allocators = "laboratory,system,jemalloc,mimalloc";
    let args = [
        "--design",
        "weakless_arc",
        "--workload",
        "random",
        "--count",
        "200000",
    ];
    let lines = lines(&[&args[..], &["--allocator", allocators]].concat());
    assert_eq!(lines.len(), 12);
    for line in &lines[..8] {
        // Two counts and 24 bytes, and one count and 24.
        let asked = if line["design"] == "std_arc_vec" {
            40.0
        } else {
            32.0
        };
        // What the process frees meanwhile of what it began with, some hundred KB, counts against it.
        for bytes in ["touched", "live"] {
            let told = line[bytes]["median"].as_f64();
            assert!(
                told.is_none_or(|told| told >= asked * 0.9 && told < 2.0 * asked),
                "{line}"
            );
        }
    }
}
