//! `layout` as its users call it: texts ask the program's allocator, and blocks are measured.
#![allow(clippy::float_cmp)] // They are whole numbers.

use crate::program::run_file::{Cells, file};

#[cfg(target_pointer_width = "64")]
#[test]
fn texts_ask_for_the_blocks_that_they_keep() {
    let types = "String,arc_str,compact_string,hip_str";
    let cells = Cells::of(&["layout", "--type", types]);
    let asked = |name| {
        let of = |len| cells.value(&[("type", name), ("length", len)], "asked");
        ["0", "8", "16", "24", "32", "64"].map(of)
    };
    assert_eq!(asked("String"), [0.0, 8.0, 16.0, 24.0, 32.0, 64.0]);
    assert_eq!(asked("Arc<str>"), [16.0, 24.0, 32.0, 40.0, 48.0, 80.0]);
    assert_eq!(asked("CompactString"), [0.0, 0.0, 0.0, 0.0, 32.0, 64.0]);
    // Of two blocks.
    assert_eq!(asked("HipStr<'static>")[5], 96.0);
    let text = [("type", "Arc<str>"), ("length", "24")];
    assert_eq!(cells.value(&text, "glibc, by rule"), 48.0);
}

#[test]
fn the_bytes_of_types_and_nodes_are_drawn() {
    let types = "SmolStr,compact_string,ConcatStr";
    let cells = Cells::of(&["layout", "--type", types]);
    let drawn = |factors| cells.get(factors, "size")["note"].clone();
    assert_eq!(drawn(&[("type", "SmolStr")]), "private 0..1 | text 1..24");
    assert_eq!(drawn(&[("type", "CompactString")]), "text 0..24");
    let node = [("node", "ConcatStr"), ("seen as", "concatenation")];
    let bytes = "count 0..4 | length 4..8 | left 8..12 | right 12..16";
    assert_eq!(drawn(&node), bytes);
    assert_eq!(cells.value(&node[..1], "handle"), 4.0);
}

/// Compares the published rules with the allocators.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn blocks_take_the_published_sizes() {
    let rules: &[(&str, &str)] = if cfg!(feature = "allocators") {
        &[
            ("system", "glibc"),
            ("jemalloc", "jemalloc"),
            ("mimalloc", "mimalloc"),
        ]
    } else {
        &[("system", "glibc")]
    };
    let names: Vec<&str> = rules.iter().map(|(allocator, _)| *allocator).collect();
    let cells = Cells::of(&[
        "layout",
        "--type",
        "String",
        "--allocator",
        &names.join(","),
    ]);
    for (allocator, rule) in rules {
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
fn unknown_names_are_refused_with_those_that_exist() {
    let page = file("no_layout.html");
    let said = crate::program::refused(&[
        "layout",
        "--type",
        "strung",
        "--html",
        page.to_str().unwrap(),
    ]);
    assert!(
        said.starts_with("there is no type 'strung'; did you mean 'String'?"),
        "{said}"
    );
    assert!(said.contains("; ConcatStr; "), "{said}");
    assert!(!page.exists(), "a refused run makes no page");
}
