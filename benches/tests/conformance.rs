//! `conformance` as its users call it. That each type keeps the laws that it is said to keep is tested
//! elsewhere.
#![allow(missing_docs)]

mod program;

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use string_kit_conformance::Law;

#[track_caller]
fn printed(args: &[&str]) -> String {
    program::printed(&[&["conformance"], args].concat())
}

#[track_caller]
fn refused(args: &[&str]) -> String {
    program::refused(&[&["conformance"], args].concat())
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(&[args, &["--json"]].concat())).unwrap()
}

fn names(values: &Value, field: &str) -> Vec<String> {
    let values = values.as_array().unwrap().iter();
    values
        .map(|value| value[field].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_type_has_a_column_and_each_law_a_row() {
    let shown = printed(&["--repr", "string"]);
    for law in Law::ALL {
        let row = |line: &&str| line.split_whitespace().next() == Some(law.name());
        let rows: Vec<&str> = shown.lines().filter(row).collect();
        let [row] = rows[..] else {
            panic!("{}: {rows:?} in\n{shown}", law.name());
        };
        let mark = row.split_whitespace().nth(1);
        assert!(matches!(mark, Some("✓" | "·")), "{row}");
    }
    assert!(shown.contains("put to 1 representation. Kept: "), "{shown}");
    assert!(shown.trim_end().ends_with("conformance --repr string"));
}

/// A type that breaks a law, as is known: a number in its row, and the note of it.
#[test]
fn a_law_that_is_broken_has_a_note() {
    let shown = printed(&["--repr", "smart_lazy", "--law", "option_is_free"]);
    let row = shown
        .lines()
        .find(|line| line.starts_with("option_is_free"));
    assert_eq!(row.unwrap().split_whitespace().nth(1), Some("1"), "{shown}");
    let note = "- 1: smart_lazy, option_is_free: smartstring 2.0.0 ";
    assert!(shown.contains(note), "{shown}");
}

#[test]
fn a_program_gets_each_law_once() {
    let found = json(&["--repr", "string,smol_str"]);
    let laws: Vec<String> = Law::ALL.iter().map(|law| law.name().to_owned()).collect();
    assert_eq!(names(&found["laws"], "name"), laws);
    assert_eq!(names(&found["subjects"], "name"), ["string", "smol_str"]);
    for subject in found["subjects"].as_array().unwrap() {
        assert_eq!(names(&subject["verdicts"], "law"), laws);
        for outcome in names(&subject["verdicts"], "outcome") {
            assert!(
                ["kept", "broken", "crashed", "lacks"].contains(&&*outcome),
                "{outcome}"
            );
        }
    }
}

/// Laws about memory are examined: the processes that do it have the allocator that they ask for.
#[test]
fn memory_is_looked_at() {
    let laws = [
        "allocation_layouts",
        "nothing_leaks",
        "heap_size_is_what_was_asked",
    ];
    let found = json(&["--repr", "string", "--law", &laws.join(",")]);
    let verdicts = &found["subjects"][0]["verdicts"];
    assert_eq!(names(verdicts, "outcome"), ["kept"; 3], "{verdicts}");
}

#[test]
fn what_is_not_there_is_refused_with_what_is() {
    let said = refused(&["--repr", "strung"]);
    assert!(said.starts_with("there is no representation 'strung'; there are all, string, "));
    let said = refused(&["--law", "gravity"]);
    assert!(said.starts_with("there is no law 'gravity'; there are all, views_agree, "));
    refused(&["--laws", "--repr", "string"]);
    let page = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lawless.html");
    refused(&["--law", "gravity", "--html", page.to_str().unwrap()]);
    assert!(!page.exists(), "what is refused makes no page");
}

#[test]
fn the_laws_are_told_with_their_reasons() {
    let shown = printed(&["--laws"]);
    for law in Law::ALL {
        assert!(shown.contains(&format!("- {}: ", law.name())), "{shown}");
    }
    let told = json(&["--laws", "--law", "hash_is_strs"]);
    assert_eq!(told["laws"][0]["why"], Law::HashIsStrs.why());
    assert_eq!(names(&told["laws"], "name"), ["hash_is_strs"]);
}

#[test]
fn a_page_has_the_matrix_and_the_laws() {
    let page = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("conformance.html");
    let path = page.to_str().unwrap();
    printed(&["--repr", "string", "--law", "hash_is_strs", "--html", path]);
    let html = fs::read_to_string(page).unwrap();
    for part in [
        "id=\"conformance\"",
        "id=\"laws\"",
        Law::HashIsStrs.seen_in(),
    ] {
        assert!(html.contains(part), "{part}");
    }
}

/// A law does not lean on another that came before it and left something behind.
#[test]
fn a_law_can_be_examined_alone() {
    for law in Law::ALL {
        let found = json(&["--repr", "string,arc_str", "--law", law.name()]);
        for subject in found["subjects"].as_array().unwrap() {
            let [outcome] = &names(&subject["verdicts"], "outcome")[..] else {
                panic!("one law, one verdict: {subject}");
            };
            assert!(["kept", "lacks"].contains(&&**outcome), "{subject}");
        }
    }
}
