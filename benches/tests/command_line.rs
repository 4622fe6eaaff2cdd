//! The program as its users call it: what it makes, and what it says of files that are wrong.
#![allow(missing_docs)]

mod program;

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use program::{printed, refused, run};

/// A file of this content, in the folder that Cargo has for tests.
fn file(name: &str, content: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path
}

/// What is said of a file, without its path.
#[track_caller]
fn refused_file(name: &str, content: &str, args: &[&str]) -> String {
    let path = file(name, content);
    let path = path.to_str().unwrap();
    let args: Vec<&str> = args
        .iter()
        .map(|arg| if *arg == "FILE" { path } else { arg })
        .collect();
    let said = refused(&args);
    said.strip_prefix(path).expect(&said).to_owned()
}

const TRACE: &[&str] = &["trace", "--repr", "string", "--input", "FILE"];

#[test]
fn records_that_are_wrong_are_refused_with_their_place() {
    let said = |name: &str, content: &str| refused_file(name, content, TRACE);
    assert_eq!(
        said("cut.json", "[\n{\"a\": \"b\"},\n{\"a\": "),
        ":3:6: EOF while parsing a value; a JSON array of objects is needed"
    );
    assert!(said("object.json", "{\"a\": 1}").starts_with(":1:1: invalid type: map"));
    assert!(said("empty.json", "[]").starts_with(": there is no object in it; "));
    assert!(said("numbers.json", "[{\"a\": 1}]").starts_with(": no field of its first object"));
    assert_eq!(
        said("mixed.json", "[\n{\"a\": \"b\"},\n{\"a\": 1}]"),
        ":3:8: invalid type: integer `1`, expected a string; mend it, or keep other fields (--field)"
    );
    assert!(said("bytes.json", "[{\"a\": \"b\u{1}\"}]").starts_with(":1:10: control character"));
    assert!(said("utf8.json", "[{\"a\": \"b").starts_with(":1:9: EOF"));
    assert!(said("void.json", "").starts_with(":1:1: EOF"));
    let path = file("latin1.json", "");
    fs::write(&path, b"[{\"a\": \"b\xFF\"}]").unwrap();
    let latin1 = refused(&["trace", "--input", path.to_str().unwrap()]);
    assert!(
        latin1.ends_with(": it is not UTF-8 at byte 9; save it as UTF-8"),
        "{latin1}"
    );
    let missing = refused(&["trace", "--input", "no/such.json"]);
    assert!(
        missing.starts_with("no/such.json: it cannot be read: "),
        "{missing}"
    );
}

#[test]
fn a_field_that_is_not_there_is_named_with_those_that_are() {
    let args = ["trace", "--input", "FILE", "--field", "c"];
    assert_eq!(
        refused_file("fields.json", "[{\"a\": \"1\", \"b\": 2}]", &args),
        ": its first object has no field 'c'; it has a, b"
    );
    assert_eq!(
        refused_file(
            "twice.json",
            "[{\"a\": \"1\", \"a\": \"2\"}]",
            &["trace", "--repr", "str_list", "--input", "FILE"]
        ),
        ":1:18: a field comes twice in one record; mend it, or keep other fields (--field)"
    );
    assert!(
        refused_file("twice.json", "[{\"a\": \"1\", \"a\": \"2\"}]", TRACE).ends_with(
            ": a field comes twice in one record; mend it, or keep other fields (--field)"
        )
    );
    let args = ["trace", "--input", "FILE", "--field", "a,a"];
    assert_eq!(
        refused_file("named.json", "[{\"a\": \"1\"}]", &args),
        ": the field 'a' is asked for twice; name each once"
    );
}

#[test]
fn a_saved_trace_that_is_wrong_is_refused_with_its_place() {
    let said = |name: &str, content: &str| refused_file(name, content, &["report", "FILE"]);
    let good = "{\"Alloc\":{\"addr\":4096,\"size\":8}}\n";
    let remedy = "each line is to be like {\"Alloc\":{\"addr\":4096,\"size\":8}} or \"Freed\"";
    assert_eq!(
        said("kind.jsonl", &format!("{good}\n{{\"Free\":{{}}}}\n")),
        format!(":3:7: unknown variant `Free`, expected `Alloc` or `Freed`; {remedy}")
    );
    assert!(said("cut.jsonl", "{\"Alloc\":{\"addr\":1").starts_with(":1:18: EOF"));
    assert_eq!(
        said("none.jsonl", "\n\n"),
        format!(": there are no events in it; {remedy}")
    );
}

#[test]
fn what_does_not_go_together_is_refused() {
    let said = refused(&["trace", "--repr", "strung"]);
    assert!(said.starts_with("there is no representation 'strung'; there are all, string, "));
    let said = refused(&["trace", "--repr", "borrowed", "--from", "reader"]);
    assert!(said.contains("--from memory"));
    let events = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("never.jsonl");
    let said = refused(&["trace", "--events", events.to_str().unwrap()]);
    assert!(said.contains("--events saves one trace"));
    assert!(!events.exists(), "a refused trace leaves no file");
    refused(&["trace", "--field", "city"]);
    refused(&["trace", "--capacity", "0"]);
    refused(&["trace", "--capacity", "100000001"]);
    refused(&["curves", "--op", "sing"]);
    refused(&["lookup", "--only", "strung"]);
    refused(&["compare", "--seconds", "-1"]);
}

/// What is refused makes no page, and empties none.
#[test]
fn a_refused_verb_leaves_no_page() {
    let page = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("never.html");
    for verb in ["compare", "curves", "lookup"] {
        refused(&[verb, "--only", "strung", "--html", page.to_str().unwrap()]);
        assert!(!page.exists(), "{verb}");
    }
}

/// What is read back is what was saved, and the curve is over time.
#[test]
fn a_trace_is_saved_and_read_back() {
    let events = file("events.jsonl", "");
    let events = events.to_str().unwrap();
    let args = ["trace", "--repr", "smol_str", "--from", "reader", "--json"];
    let traced = printed(&[&args[..], &["--events", events]].concat());
    let traced: Value = serde_json::from_str(&traced).unwrap();
    let read: Value = serde_json::from_str(&printed(&["report", events, "--json"])).unwrap();
    let reading = &traced["readings"][0];
    for field in [
        "events",
        "peak_bytes",
        "kept_bytes",
        "alloc_bytes",
        "freed_events",
        "curve",
    ] {
        assert_eq!(read[field], reading[field], "{field}");
        assert!(!read[field].is_null(), "{field}");
    }
    assert_eq!(read["is_timed"], true);
    let lines = fs::read_to_string(events).unwrap();
    assert_eq!(
        lines.lines().count(),
        usize::try_from(read["events"].as_u64().unwrap()).unwrap()
    );
}

/// The write-up's list has 1,000 cities as the embedded one has: what was published of it holds
/// here, but for the growth of `Vec`s and of the parser's buffer, which is another today.
#[test]
fn the_published_peaks_are_reproduced_and_halved() {
    let traced: Value = serde_json::from_str(&printed(&["trace", "--json"])).unwrap();
    let readings = traced["readings"].as_array().unwrap();
    let of = |name: &str, field: &str| {
        let of = |reading: &&Value| reading["name"] == name && reading["source"] == "reader";
        let reading = readings.iter().find(of).unwrap();
        reading[field].as_f64().unwrap()
    };
    for published in traced["published"].as_array().unwrap() {
        let name = published["name"].as_str().unwrap();
        if published["source"] == "reader" {
            let peak = of(name, "peak_bytes") / published["peak_bytes"].as_f64().unwrap();
            assert!((0.97..=1.03).contains(&peak), "{name}: {peak}");
            let events = of(name, "events") - published["events"].as_f64().unwrap();
            assert!(events.abs() <= 20.0, "{name}: {events} events more");
        }
    }
    assert!(of("str_list", "peak_bytes") <= 0.5 * of("smart_lazy", "peak_bytes"));
    assert!(of("str_list", "events") < of("smart_lazy", "events"));
}

/// A byte order mark is no part of the text.
#[test]
fn a_byte_order_mark_is_passed_over() {
    let path = file("mark.json", "\u{feff}[{\"a\": \"b\"}]");
    printed(&[
        "trace",
        "--repr",
        "string",
        "--input",
        path.to_str().unwrap(),
    ]);
}

#[test]
fn what_is_not_named_is_said() {
    let said = refused(&["report"]);
    assert!(said.contains("<FILE>"), "{said}");
}

/// A file of the user's, with text that is escaped: it can be read, and cannot be borrowed.
#[test]
fn escaped_text_is_kept_but_not_borrowed() {
    let path = file(
        "escaped.json",
        r#"[{"name": "a\nb", "size": 1}, {"name": null}, {}]"#,
    );
    let args = ["trace", "--json", "--input", path.to_str().unwrap()];
    let traced: Value = serde_json::from_str(&printed(&args)).unwrap();
    assert_eq!(traced["fields"], serde_json::json!(["name"]));
    assert_eq!(traced["records"], 3);
    let refused = traced["refused"].as_array().unwrap();
    let refused = refused[0].as_str().unwrap();
    assert!(refused.starts_with("borrowed: the text is escaped at line 1 column "));
    assert_eq!(traced["missing"], 2);
}

#[test]
fn events_that_are_lost_are_told() {
    let shown = printed(&["trace", "--repr", "string", "--capacity", "100"]);
    let line = "events were lost, since the buffer was full; --capacity makes it larger.";
    assert_eq!(shown.matches(line).count(), 2, "{shown}");
}

#[test]
fn a_page_that_cannot_be_written_is_named() {
    let output = run(&["trace", "--repr", "string", "--html", "no/such/page.html"]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.starts_with("string-kit: no/such/page.html: it cannot be written: "),
        "{error}"
    );
}
