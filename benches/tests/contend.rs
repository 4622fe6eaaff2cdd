//! `contend` as its users call it. How fast a type is, is never asked here: only what is done, what is
//! told of it, and what is refused.
#![allow(missing_docs)]

#[path = "program/cells.rs"]
mod cells;
mod program;

use std::fs;
use std::path::PathBuf;

use cells::DEFAULT;
use serde_json::Value;

/// As few repetitions as an interval takes, of few clones, which end however busy the machine is; or of
/// as many as are named.
fn short<'a>(args: &[&'a str]) -> Vec<&'a str> {
    let few: &[&str] = if args.contains(&"--clones") {
        &[]
    } else {
        &["--clones", "200"]
    };
    [&["contend", "--reps", "6"], few, args].concat()
}

#[track_caller]
fn printed(args: &[&str]) -> String {
    program::printed(&short(args))
}

#[track_caller]
fn refused(args: &[&str]) -> String {
    program::refused(&short(args))
}

/// The cells, each from its own line.
#[track_caller]
fn lines(args: &[&str]) -> Vec<Value> {
    cells::read(&printed(&[args, &["--json"]].concat()))
}

#[test]
fn each_cell_is_a_line_that_tells_all_of_itself() {
    let lines = lines(&[
        "--repr",
        "arc_str",
        "--threads",
        "1,2",
        "--leak",
        "dropped,leaked",
    ]);
    let cells: Vec<(&str, u64, bool)> = lines
        .iter()
        .map(|line| {
            let name = line["repr"].as_str().unwrap();
            (
                name,
                line["threads"].as_u64().unwrap(),
                line["leaked"] == true,
            )
        })
        .collect();
    let mut expected = Vec::new();
    for leaked in [false, true] {
        // The baseline is always there.
        for name in ["string", "arc_str"] {
            expected.extend([1, 2].map(|threads| (name, threads, leaked)));
        }
    }
    assert_eq!(cells, expected);
    for line in lines {
        assert_eq!(line["engine"], "fixed");
        assert!(DEFAULT.contains(&line["allocator"].as_str().unwrap()));
        assert_eq!(line["pattern"], "own");
        assert_eq!(line["size"], 64);
        assert!(line["cores"].as_u64().unwrap() > 0);
        assert!(line["operations"].as_u64().unwrap() > 0, "{line}");
        assert_eq!(line["shares"], line["repr"] == "arc_str");
        assert!(line["counted"].as_u64() <= line["chunks"].as_u64());
    }
}

/// A thread alone always finds chunks that count.
#[test]
fn a_cell_alone_has_its_time_and_its_ratio() {
    let lines = lines(&["--repr", "arc_str", "--threads", "1", "--clones", "50000"]);
    for line in &lines {
        for field in ["ns", "ratio"] {
            assert!(
                line[field]["median"].as_f64().unwrap() > 0.0,
                "{field} of {line}"
            );
        }
        assert!(line["per_second"].as_f64().unwrap() > 0.0);
        assert!(line["slowdown"].is_null());
    }
    assert_eq!(lines[0]["ratio"]["median"], 1.0);
}

#[test]
fn every_pattern_is_measured() {
    let patterns = "own,borrowed,private,picked:4,handoff,batch";
    let args = [
        "--repr",
        "string",
        "--pattern",
        patterns,
        "--threads",
        "2",
        "--size",
        "0,8",
    ];
    let lines = lines(&args);
    let told: Vec<&str> = lines
        .iter()
        .map(|line| line["pattern"].as_str().unwrap())
        .collect();
    let expected: Vec<&str> = patterns.split(',').flat_map(|one| [one; 2]).collect();
    assert_eq!(told, expected);
    for line in lines {
        assert!(line["operations"].as_u64().unwrap() > 0, "{line}");
    }
}

#[test]
fn a_spreadsheet_has_a_line_for_each_cell() {
    let printed = printed(&["--repr", "arc_str", "--threads", "1,2", "--csv"]);
    let mut lines = printed.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(
        header[..6],
        ["repr", "allocator", "pattern", "leaked", "size", "threads"]
    );
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 4);
    for row in rows {
        assert_eq!(row.len(), header.len());
        assert!(DEFAULT.contains(&row[1]), "{row:?}");
        assert_eq!(row[2..5], ["own", "false", "64"]);
    }
}

#[test]
fn people_get_a_chart_tables_and_sentences() {
    let shown = printed(&["--repr", "arc_str,rc_str", "--threads", "1,2,64"]);
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "CLONES BY MANY THREADS",
        "ns, 64*",
        "64 / alone",
        "mappings",
        "rc_str is one thread's, since it is neither Send nor Sync: it is left out with 2, 64 threads.",
    ] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
}

#[test]
fn a_page_has_the_section() {
    let page = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("contend.html");
    printed(&[
        "--repr",
        "arc_str",
        "--threads",
        "1,2",
        "--html",
        page.to_str().unwrap(),
    ]);
    let html = fs::read_to_string(page).unwrap();
    for part in ["id=\"contend\"", "contend_chart_0", "arc_str"] {
        assert!(html.contains(part), "{part}");
    }
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let said = refused(&["--repr", "strung"]);
    assert!(said.starts_with("there is no representation 'strung'; there are all, string, "));
    let said = refused(&["--baseline", "strung"]);
    assert!(
        said.starts_with("there is no representation 'strung'; "),
        "{said}"
    );
    let said = refused(&["--repr", "rc_str", "--threads", "2,4"]);
    assert!(
        said.starts_with("nothing of this can be measured: rc_str is one thread's"),
        "{said}"
    );
    let said = refused(&["--pattern", "handoff", "--threads", "1"]);
    assert!(said.contains("handoff takes pairs of threads"), "{said}");
    let said = refused(&["--pattern", "sung"]);
    assert!(
        said.contains("there is no such pattern; there are own, "),
        "{said}"
    );
    let said = refused(&["--allocator", "malloc"]);
    assert!(
        said.contains("there are laboratory, system, jemalloc, mimalloc"),
        "{said}"
    );
    let said = refused(&["--mapped"]);
    assert!(said.contains("--engine faithful"), "{said}");
    refused(&["--threads", "0"]);
    refused(&["--threads", "65"]);
    refused(&["--size", "65537"]);
    refused(&["--leak", "kept"]);
    refused(&["--json", "--csv"]);
    refused(&["--engine", "faithful", "--pattern", "cold"]);
    let said = refused(&["--engine", "faithful", "--millis", "5"]);
    assert!(said.contains("--millis"), "{said}");
    let rc = ["--engine", "faithful", "--repr", "rc_str", "--threads", "2"];
    let said = refused(&rc);
    assert!(
        said.starts_with("nothing of this can be measured: rc_str is one thread's"),
        "{said}"
    );
    for few in [&["--reps", "5"][..], &["--bars", "--reps", "5"]] {
        let said = program::refused(&[&["contend"], few].concat());
        assert!(said.contains("a number from 6 to 1000"), "{said}");
    }
    refused(&[
        "--engine",
        "faithful",
        "--allocator",
        "laboratory",
        "--mapped",
    ]);
    let page = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("uncontended.html");
    refused(&["--repr", "strung", "--html", page.to_str().unwrap()]);
    assert!(!page.exists(), "what is refused makes no page");
}

#[test]
fn the_published_experiment_is_repeated() {
    let args = [
        "--engine",
        "faithful",
        "--allocator",
        "system",
        "--clones",
        "5000",
    ];
    let args = [&args[..], &["--threads", "1,2", "--leak", "leaked,dropped"]].concat();
    let lines = lines(&args);
    // Two types by one thread and by two, and one that is one thread's; leaked and dropped.
    assert_eq!(lines.len(), 10);
    for line in &lines {
        assert_eq!(
            (&line["engine"], &line["clones"]),
            (&"faithful".into(), &5000.into())
        );
        assert!(line["ns"]["median"].as_f64() > line["clone_ns"]["median"].as_f64());
        assert!(line["series"].as_array().unwrap().is_empty());
    }
    let shown = printed(&args);
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "arc_str x1, of which was published that it is ahead: ",
        "arc_str x2, leaked, of which was published that it is ahead: ",
        "arc_str x2, of which was published that it is behind: ",
        "Published were 16777216 clones, these are 5000.",
        "rc_str is one thread's, since it is neither Send nor Sync: it is left out with 2 threads.",
    ] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
}

/// Without the programs of other allocators, it runs on the one that comes close, and says so.
#[test]
fn the_program_alone_in_a_folder_does_what_was_published() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("alone");
    fs::create_dir_all(&folder).unwrap();
    let program = folder.join(format!("string-kit{}", std::env::consts::EXE_SUFFIX));
    // It may be there since the last run.
    let _ = fs::remove_file(&program);
    fs::hard_link(env!("CARGO_BIN_EXE_string-kit"), &program).unwrap();
    for args in [
        &["--engine", "faithful", "--threads", "1"][..],
        &[
            "--allocator",
            "system",
            "--repr",
            "string",
            "--threads",
            "1",
        ],
    ] {
        let output = std::process::Command::new(&program)
            .args(short(args))
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{error}");
        let shown = String::from_utf8(output.stdout).unwrap();
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in ["is not there", "laboratory: the system's allocator"] {
            assert!(shown.contains(part), "{part} in\n{shown}");
        }
    }
}

/// In a process of its own, since its pages are counted.
#[test]
fn a_string_takes_at_least_its_text() {
    let bytes = |size: usize| -> Option<f64> {
        let task = format!("{{\"bytes\":{{\"repr\":\"string\",\"size\":{size}}}}}");
        serde_json::from_str(&program::printed(&["cell", &task])).unwrap()
    };
    // Not every system counts pages.
    assert!(bytes(64).is_none_or(|bytes| (64.0..200.0).contains(&bytes)));
    assert!(bytes(0).is_none_or(|bytes| bytes < 1.0));
}

/// What verbs ask processes for is no part of what users see, and is refused as plainly.
#[test]
fn a_task_that_is_wrong_is_refused() {
    let said = program::refused(&["cell", "{\"sing\":1}"]);
    assert!(said.contains("it is of another build"), "{said}");
    let said = program::refused(&["cell", "{\"bytes\":{\"repr\":\"strung\",\"size\":1}}"]);
    assert_eq!(said, "there is no representation 'strung'");
}

/// The program for another allocator tells what it runs on, and what it cannot do.
#[cfg(feature = "allocators")]
#[test]
fn each_allocator_has_its_program() {
    let allocators = "laboratory,system,jemalloc,mimalloc";
    let args = [
        "--repr",
        "arc_str",
        "--threads",
        "1",
        "--allocator",
        allocators,
    ];
    let lines = lines(&args);
    assert_eq!(lines.len(), 8);
    for line in &lines {
        assert!(line["operations"].as_u64().unwrap() > 0, "{line}");
        let is_jemallocs = line["allocator"] == "jemalloc";
        assert_eq!(line["jemalloc_mapped"].is_number(), is_jemallocs, "{line}");
    }
    let faithful = [
        "--engine",
        "faithful",
        "--clones",
        "5000",
        "--threads",
        "1",
        "--mapped",
    ];
    for line in self::lines(&faithful) {
        assert_eq!(line["allocator"], "jemalloc");
        assert!(line["most_mapped"].as_i64().unwrap() > 0, "{line}");
    }
    let program = env!("CARGO_BIN_EXE_string-kit-jemalloc");
    let trace = std::process::Command::new(program)
        .arg("trace")
        .output()
        .unwrap();
    assert_eq!(trace.status.code(), Some(2));
    let said = String::from_utf8(trace.stderr).unwrap();
    assert!(said.contains("this program runs on jemalloc"), "{said}");
}
