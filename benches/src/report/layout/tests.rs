//! What layouts that are known come to.

use super::*;
use crate::measure::Allocator;
use crate::measure::layout::{Request, Text, nodes};
use crate::report::seen::rows;

/// All by the rules, as on a machine where nothing was measured.
fn classes() -> Vec<SizeClasses> {
    let allocators = [Allocator::System, Allocator::Jemalloc, Allocator::Mimalloc];
    allocators.map(|it| SizeClasses::of(it, None)).into()
}

fn findings() -> Findings {
    let listed = string_kit_subjects::all();
    let mut string = StringType::of(&listed[0]);
    let block = Request { size: 40, align: 1 };
    for text in &mut string.texts {
        text.blocks = if text.len == 0 { vec![] } else { vec![block] };
    }
    Findings {
        command: "string-kit layout".to_owned(),
        machine: Machine::detect(),
        types: vec![string],
        nodes: nodes(),
        classes: classes(),
    }
}

#[test]
fn what_was_not_found_out_has_no_section() {
    let ids = |findings: &Findings| -> Vec<&str> {
        findings
            .sections()
            .iter()
            .map(|section| section.id)
            .collect()
    };
    let all = findings();
    assert_eq!(
        ids(&all),
        ["layout", "layout_texts", "layout_nodes", "size_classes"]
    );
    let none = Findings {
        types: Vec::new(),
        nodes: Vec::new(),
        ..all
    };
    assert_eq!(ids(&none), ["size_classes"]);
}

#[cfg(target_pointer_width = "64")]
#[test]
fn a_text_shows_what_it_asks_and_what_that_takes() {
    let sections = findings().sections();
    let rows = rows(&sections[1]);
    assert_eq!(rows[0][..4], ["string", "1", "-", "40: 48/48/48"]);
}

#[cfg(target_pointer_width = "64")]
#[test]
fn a_node_shows_its_bytes() {
    let sections = findings().sections();
    let rows = rows(&sections[2]);
    let has = |row: &[&str]| rows.iter().any(|one| one == row);
    assert!(has(&[
        "concat_str",
        "concatenation",
        "count 0..4 | left 4..8 | right 8..12"
    ]));
    assert!(has(&[
        "arc_2015",
        "concatenation",
        "strong 0..8 | weak 8..16 | tag 16..24 | left 24..32 | right 32..40 | padding 40..48"
    ]));
    let arc = rows.iter().find(|row| row[0] == "arc_vec").unwrap();
    assert_eq!(
        arc[2..],
        ["8", "1", "40", "8", "in a niche", "48", "48", "48"]
    );
}

#[cfg(target_pointer_width = "64")]
#[test]
fn what_costs_the_same_is_said() {
    let said = words::nodes(&findings());
    assert_eq!(
        said[0],
        "arc_vec asks for 8 bytes less than arc_2015 (40 for 48), which saves 16 on system (48 for 64), \
         nothing on jemalloc (48 both), 16 on mimalloc (48 for 64)."
    );
    let said = words::classes(&classes());
    let starts = |at: usize, text| assert!(said[at].starts_with(text), "{}", said[at]);
    starts(
        0,
        "system: these cost the same, each group for itself: 8 to 24, 32 to 40, ",
    );
    starts(
        2,
        "jemalloc: these cost the same, each group for itself: 24 to 32, 40 to 48, ",
    );
    starts(
        4,
        "mimalloc: these cost the same, each group for itself: 24 to 32, 40 to 48, ",
    );
    assert!(
        said[4].contains("; at an alignment of 8 these: 24 to 32, 48 to 64, "),
        "{}",
        said[4]
    );
}

#[test]
fn several_blocks_are_added_up() {
    let text = Text {
        len: 8,
        blocks: vec![
            Request { size: 8, align: 1 },
            Request { size: 24, align: 8 },
        ],
    };
    assert_eq!(text.asked(), 32);
}
