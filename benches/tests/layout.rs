//! `layout` as its users call it: what texts ask of the program's allocator, and what blocks take.
#![allow(missing_docs)]

mod program;

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

#[track_caller]
fn printed(args: &[&str]) -> String {
    program::printed(&[&["layout"], args].concat())
}

#[track_caller]
fn found(args: &[&str]) -> Value {
    serde_json::from_str(&printed(&[args, &["--json"]].concat())).unwrap()
}

/// One of a list, by its name.
#[track_caller]
fn named<'a>(list: &'a Value, name: &str) -> &'a Value {
    let mut all = list.as_array().unwrap().iter();
    all.find(|one| one["name"] == name).unwrap()
}

#[cfg(target_pointer_width = "64")]
#[test]
fn texts_ask_for_the_blocks_that_they_keep() {
    let found = found(&["--repr", "string,arc_str,compact_string,hip_str"]);
    let texts = |name: &str| -> Vec<Value> {
        let texts = named(&found["types"], name)["texts"].as_array().unwrap();
        texts.iter().map(|text| text["blocks"].clone()).collect()
    };
    let block = |size: usize, align: usize| json!({ "size": size, "align": align });
    let lens = [8, 16, 24, 32, 64];
    let string: Vec<Value> = lens.map(|len| json!([block(len, 1)])).into();
    assert_eq!(texts("string"), [vec![json!([])], string].concat());
    let counted = [0, 8, 16, 24, 32, 64].map(|len| json!([block(len + 16, 8)]));
    assert_eq!(texts("arc_str"), counted);
    let compact = texts("compact_string");
    assert_eq!(compact[..4], [json!([]), json!([]), json!([]), json!([])]);
    assert_eq!(compact[4], json!([block(32, 1)]));
    assert_eq!(texts("hip_str")[5].as_array().unwrap().len(), 2);
}

/// std's types are drawn by their words, the others by their text.
#[test]
fn the_bytes_of_types_are_drawn() {
    let shown = printed(&["--repr", "string,compact_string"]);
    let row = |name: &str| shown.lines().find(|line| line.starts_with(name)).unwrap();
    for word in ["pointer ", "length ", "capacity "] {
        assert!(row("string ").contains(word), "{shown}");
    }
    assert!(!row("string ").contains("private"), "{shown}");
    assert!(row("compact_string ").contains("text 0..24"), "{shown}");
    assert!(!shown.contains("concat_str"), "{shown}");
}

#[test]
fn a_node_is_asked_for_by_its_name() {
    let found = found(&["--repr", "concat_str"]);
    assert_eq!(found["types"], json!([]));
    let node = named(&found["nodes"], "concat_str");
    assert_eq!((&node["size"], &node["handle"]), (&json!(12), &json!(4)));
    let shown = printed(&["--repr", "concat_str"]);
    assert!(
        shown.contains("count 0..4 | left 4..8 | right 8..12"),
        "{shown}"
    );
}

#[test]
fn what_is_not_there_is_refused_with_what_is() {
    let page = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("no_layout.html");
    let page_name = page.to_str().unwrap();
    let said = program::refused(&["layout", "--repr", "strung", "--html", page_name]);
    let there_is = "there is no representation or node 'strung'; there are all, string, ";
    assert!(said.starts_with(there_is), "{said}");
    assert!(
        said.ends_with(", concat_arena, concat_arena_wide"),
        "{said}"
    );
    assert!(!page.exists(), "what is refused makes no page");
}

#[test]
fn a_page_has_the_bytes_and_the_classes() {
    let page = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("layout.html");
    printed(&["--html", page.to_str().unwrap()]);
    let html = fs::read_to_string(page).unwrap();
    for part in [
        "id=\"layout\"",
        "id=\"layout_texts\"",
        "id=\"layout_nodes\"",
        "id=\"size_classes\"",
        "count 0..4 | left 4..8 | right 8..12",
    ] {
        assert!(html.contains(part), "{part}");
    }
}

#[test]
fn what_was_not_measured_is_said() {
    let classes = found(&["--repr", "string"])["classes"].clone();
    let shown = printed(&["--repr", "string"]);
    for of in classes.as_array().unwrap() {
        let name = of["allocator"].as_str().unwrap();
        let is_measured = !of["aligned"][0]["measured"].is_null();
        // The reason comes after it, on a line of its own if the path in it is long.
        let by_rule = format!("- {name}: by its published rule, and not measured:");
        assert_eq!(shown.contains(&by_rule), !is_measured, "{shown}");
    }
}

/// The rules, against the allocators themselves.
#[cfg(all(feature = "allocators", target_os = "linux", target_env = "gnu"))]
#[test]
fn every_allocator_does_as_published() {
    let classes = found(&["--repr", "string"])["classes"].clone();
    let classes = classes.as_array().unwrap();
    assert_eq!(classes.len(), 3);
    for of in classes {
        for aligned in of["aligned"].as_array().unwrap() {
            assert_eq!(
                aligned["measured"], aligned["by_rule"],
                "{}",
                of["allocator"]
            );
        }
    }
}
