//! `conformance` as its users call it. That each type keeps the laws that it is said to keep is tested
//! elsewhere.
#![allow(clippy::float_cmp)] // They are whole numbers.

use crate::program::run_file::{Cells, file};
use crate::program::{printed, refused};
use string_kit_conformance::Law;

#[test]
fn each_law_has_an_answer_and_memory_is_looked_at() {
    let cells = Cells::of(&["conformance", "--type", "String"]);
    for law in Law::ALL {
        let cell = cells.get(&[("type", "String"), ("law", law.name())], "kept");
        let is_kept = cell["values"][0] == 1.0;
        let note = cell["note"].as_str().unwrap_or_default();
        assert!(is_kept || note.starts_with("lacks "), "{cell}");
    }
    for law in [
        "allocation_layouts",
        "nothing_leaks",
        "heap_size_is_what_was_asked",
    ] {
        assert_eq!(
            cells.value(&[("type", "String"), ("law", law)], "kept"),
            1.0
        );
    }
}

/// Checks that the row of a type has a number for a law that it breaks, and a note of that number.
#[test]
fn a_law_that_is_broken_has_a_note() {
    let args = [
        "conformance",
        "--type",
        "smart_lazy",
        "--law",
        "option_is_free,hash_is_strs",
    ];
    let shown = printed(&args);
    let row = shown
        .lines()
        .find(|line| line.starts_with("SmartString<LazyCompact>"));
    let marks: Vec<&str> = row.unwrap().split_whitespace().skip(1).collect();
    assert_eq!(marks, ["✓", "1"], "{shown}");
    let note =
        "- 1: SmartString<LazyCompact>, option_is_free: smartstring 2.0.0 has no niche. Found: ";
    assert!(shown.contains(note), "{shown}");
}

#[test]
fn unknown_names_are_refused_with_those_that_exist() {
    let page = file("lawless.html");
    let said = refused(&[
        "conformance",
        "--law",
        "gravity",
        "--html",
        page.to_str().unwrap(),
    ]);
    assert!(
        said.starts_with("there is no law 'gravity'; the laws are: views_agree, "),
        "{said}"
    );
    assert!(!page.exists(), "a refused run makes no page");
    let said = refused(&["conformance", "--type", "smol"]);
    assert!(
        said.starts_with("there is no type 'smol'; did you mean "),
        "{said}"
    );
    refused(&["conformance", "--laws", "--type", "String"]);
}

#[test]
fn the_laws_are_shown_with_their_reasons() {
    let shown = printed(&["conformance", "--laws"]);
    for law in Law::ALL {
        assert!(shown.contains(&format!(", {}: ", law.name())), "{shown}");
    }
}
