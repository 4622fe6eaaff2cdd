//! The questions about lengths and about maps, asked with little effort.

use serde_json::Value;

use crate::program::{printed, refused, run};

const QUICK: [&str; 6] = [
    "--type",
    "smol_str",
    "--seconds",
    "0.01",
    "--processes",
    "3",
];

/// Returns the cells of a run, after checking that each process has samples of each timed one.
#[track_caller]
fn cells(args: &[&str]) -> Vec<Value> {
    let args = [args, &QUICK, &["--json", "-"]].concat();
    let printed = printed(&args);
    let lines = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let lines: Vec<Value> = lines.collect();
    let is_asked = |line: &&Value| line["metric"].is_string() && line["metric"] != "sentinel";
    let cells = lines.iter().filter(is_asked);
    let cells: Vec<Value> = cells.cloned().collect();
    for cell in cells.iter().filter(|cell| cell["metric"] == "time") {
        let is_of_it = |line: &&Value| line["cell"] == cell["cell"] && line["values"].is_array();
        assert_eq!(lines.iter().filter(is_of_it).count(), 3, "{cell}");
    }
    cells
}

#[track_caller]
fn assert_has(cells: &[Value], factors: &Value, metric: &str) {
    let is_it = |cell: &Value| cell["factors"] == *factors && cell["metric"] == metric;
    assert!(
        cells.iter().any(is_it),
        "{factors} {metric} is not in {cells:?}"
    );
}

#[test]
fn curves_have_every_operation_length_and_type() {
    let cells = cells(&["curves", "--lengths", "0,24,tags,24"]);
    assert_eq!(cells.len(), 5 * 3 * 3);
    for operation in ["create", "clone", "into_string", "equal", "hash"] {
        for length in ["0", "24", "mix: tags"] {
            for name in ["String", "String (twin)", "SmolStr"] {
                let factors =
                    serde_json::json!({"operation": operation, "length": length, "type": name});
                assert_has(&cells, &factors, "time");
            }
        }
    }
}

#[test]
fn lookup_has_every_map_and_kind_of_keys() {
    let cells = cells(&["lookup", "--keys", "200"]);
    assert_eq!(cells.len(), 4 * 3 * 4);
    for map in ["BTreeMap", "HashMap"] {
        for keys in ["6 to 14 bytes", "24 to 40 bytes"] {
            let factors = serde_json::json!({
                "map": map, "keys": keys, "size": "200 keys", "type": "SmolStr"
            });
            for metric in ["time", "lines", "key", "inline %"] {
                assert_has(&cells, &factors, metric);
            }
        }
    }
}

#[test]
fn reports_name_the_step_to_the_heap_and_the_worth_of_inline_keys() {
    let report = printed(
        &[
            &["curves", "--operation", "clone", "--lengths", "23,24"],
            &QUICK[..],
        ]
        .concat(),
    );
    assert!(
        report.contains("at the first length that is not kept inline"),
        "{report}"
    );
    let report = printed(&[&["lookup", "--keys", "50"], &QUICK[..]].concat());
    assert!(
        report.contains("types that keep all keys inline (1):"),
        "{report}"
    );
}

#[test]
fn what_does_not_exist_is_refused() {
    assert!(refused(&["curves", "--lengths", "24,words"]).contains("tokens, tags, uniform"));
    assert!(refused(&["curves", "--lengths", "65537"]).contains("0 to 65536 bytes"));
    assert!(refused(&["curves", "--operation", "sing"]).contains("into_string"));
    assert!(refused(&["lookup", "--type", "smolst"]).contains("did you mean"));
    assert!(refused(&["lookup", "--keys", "8000001"]).contains("8000000"));
    assert_eq!(run(&["lookup", "--keys", "0"]).status.code(), Some(2));
}
