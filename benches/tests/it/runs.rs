//! Runs that are saved, shown, compared and held to rules.

use serde_json::Value;

use crate::program::{assert_has, assert_refused, command, failed, printed, read, written};

/// Measures little, and writes a run file.
fn measure(file: &str, seed: u64) {
    let few = "--type StrList --seconds 0.3 --processes 3";
    printed(&format!("{few} --seed {seed} --json {file}"));
}

#[test]
fn a_run_is_saved_with_every_sample_and_shown_in_every_form() {
    measure("shown.jsonl", 7);
    let text = read("shown.jsonl");
    let header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&header["seed"], &header["processes"]),
        (&7.into(), &3.into())
    );
    for name in ["smol_str", "compact_str", "string-kit"] {
        assert!(header["versions"][name].is_string(), "{name}");
    }
    assert!(header["machine"]["cpu"].is_string());
    assert!(text.contains(r#""process":2,"values":["#));
    let streamed = printed("trace --type String --from reader --json -");
    assert!(streamed.starts_with(r#"{"schema":"#), "{streamed}");

    assert_has(
        &printed("report shown.jsonl"),
        &[
            "StrList, str_list!",
            "Noise floor",
            "The seven ways as published",
            "seed 7",
        ],
    );
    let csv = printed("report shown.jsonl --format csv");
    for start in [
        "compare 1,\"StrList, capture\",",
        "run,build,",
        "compare,command,",
        "compare,note,Drawn from seed 7.",
    ] {
        let has_line = csv.lines().any(|line| line.starts_with(start));
        assert!(has_line, "{start}: {csv}");
    }
    assert_has(&csv, &[",time ratio [95 %],time ratio [95 %] low,"]);
    assert_has(
        &printed("report shown.jsonl --format markdown"),
        &["| StrList, capture"],
    );
    printed("report shown.jsonl --html shown.html");
    assert!(read("shown.html").starts_with("<!DOCTYPE html>"));
}

#[test]
fn a_run_differs_from_itself_in_no_row() {
    measure("same.jsonl", 1);
    // The tests are a debug build, which diff refuses.
    let run = read("same.jsonl");
    written(
        "same.jsonl",
        run.replace("\"optimized\":false", "\"optimized\":true"),
    );
    let all = printed("diff same.jsonl same.jsonl --all");
    assert_has(&all, &["0 of ", " same"]);
    assert!(!all.contains("differs"), "{all}");
}

#[test]
fn rules_are_kept_missed_or_refused() {
    measure("held.jsonl", 1);
    let gate = "gate held.jsonl --rules rules.toml";
    let rule = |way: &str, bound: &str| {
        let (name, metric) = ("One block.", "allocations");
        let cells = format!("{{ way = \"{way}\" }}");
        let rule = format!("name = \"{name}\"\nquestion = \"compare\"\nmetric = \"{metric}\"");
        written(
            "rules.toml",
            format!("[[rule]]\n{rule}\ncells = {cells}\n{bound}\n"),
        );
    };
    let list = "StrList, str_list!";
    rule(list, "at_most = 1");
    let output = command(gate).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    rule(list, "at_least = 2");
    assert_eq!(failed(gate, 3).1, "1 of 1 bounds missed: One block.");
    rule(
        list,
        "against = { way = \"Vec<String>, to_string\" }\nat_most = 0.08",
    );
    assert_has(&printed(gate), &["0.071"]);
    rule("StrLst", "at_most = 1");
    let missing = "rules.toml: One block.: no cell has allocations way StrLst";
    assert_refused(gate, missing);
    written("rules.toml", "[[rule]]\nname = 1\n");
    assert_refused(gate, "rules.toml:2:8: invalid type: integer `1`...");
}

#[cfg(unix)]
#[test]
fn devices_are_written_to() {
    measure("device.jsonl", 1);
    let page = printed("report device.jsonl --format csv --html /dev/stdout");
    assert!(page.contains("<!DOCTYPE html>"));
}
