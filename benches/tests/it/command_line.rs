//! The program as its users call it: traces, and errors about wrong files.
#![allow(clippy::float_cmp)] // They are whole numbers.

use std::fs;

use crate::program::run_file::{Cells, file as no_file, written as file};
use crate::program::{printed, refused, run};

/// Returns what is said of a file, without its path.
#[track_caller]
fn refused_file(name: &str, content: impl AsRef<[u8]>, args: &[&str]) -> String {
    let path = file(name, content);
    let path = path.to_str().unwrap();
    let said = refused(&[args, &[path]].concat());
    said.strip_prefix(path).expect(&said).to_owned()
}

#[test]
fn records_that_are_wrong_are_refused_with_their_place() {
    let said = |content: &str| refused_file("wrong.json", content, &["trace", "--input"]);
    assert_eq!(
        said("[\n{\"a\": \"b\"},\n{\"a\": "),
        ":3:6: EOF while parsing a value; a JSON array of objects is needed"
    );
    assert!(said("{\"a\": 1}").starts_with(":1:1: invalid type: map"));
    assert!(said("[]").starts_with(": there is no object in it; "));
    assert!(said("[{\"a\": 1}]").starts_with(": no field of its first object"));
    assert_eq!(
        said("[\n{\"a\": \"b\"},\n{\"a\": 1}]"),
        ":3:8: invalid type: integer `1`, expected a string; mend it, or keep other fields (--field)"
    );
    assert!(said("[{\"a\": \"b\u{1}\"}]").starts_with(":1:10: control character"));
    assert!(said("").starts_with(":1:1: EOF"));
    assert_eq!(
        said("[{\"a\": \"1\", \"a\": \"2\"}]"),
        ":1:21: a field comes twice in one record; mend it, or keep other fields (--field)"
    );
    let latin1 = refused_file(
        "latin1.json",
        b"[{\"a\": \"b\xFF\"}]",
        &["trace", "--input"],
    );
    assert_eq!(latin1, ": it is not UTF-8 at byte 9; save it as UTF-8");
    let missing = refused(&["trace", "--input", "no/such.json"]);
    assert!(
        missing.starts_with("no/such.json: it cannot be read: "),
        "{missing}"
    );
}

#[test]
fn fields_that_are_wrong_are_named() {
    let said = |field| {
        let args = ["trace", "--field", field, "--input"];
        refused_file("fields.json", "[{\"a\": \"1\", \"b\": 2}]", &args)
    };
    assert_eq!(
        said("c"),
        ": its first object has no field 'c'; it has a, b"
    );
    assert_eq!(
        said("a,a"),
        ": the field 'a' is asked for twice; name each once"
    );
    refused(&["trace", "--field", "city"]);
}

#[test]
fn saved_events_that_are_wrong_are_refused_with_their_place() {
    let said = |content: &str| refused_file("wrong.jsonl", content, &["trace", "--read"]);
    let good = "{\"Alloc\":{\"addr\":4096,\"size\":8}}\n";
    let remedy = "each line is to be like {\"Alloc\":{\"addr\":4096,\"size\":8}} or \"Freed\"";
    assert_eq!(
        said(&format!("{good}\n{{\"Free\":{{}}}}\n")),
        format!(":3:7: unknown variant `Free`, expected `Alloc` or `Freed`; {remedy}")
    );
    assert!(said("{\"Alloc\":{\"addr\":1").starts_with(":1:18: EOF"));
    assert_eq!(
        said("\n\n"),
        format!(": there are no events in it; {remedy}")
    );
    let huge = good.replace("8}", "9223372036854775807}");
    let too_large = ":2:1: the sizes add up to more than memory can be";
    assert!(said(&huge.repeat(2)).starts_with(too_large));
}

#[test]
fn flags_that_do_not_go_together_are_refused() {
    let events = no_file("never.jsonl");
    let path = events.to_str().unwrap();
    let said = refused(&["trace", "--type", "&str", "--from", "reader"]);
    assert!(said.contains("--from memory"), "{said}");
    let both = "SmolStr,StrList";
    let said = refused(&[
        "trace", "--events", path, "--from", "reader", "--type", both,
    ]);
    assert!(said.contains("--events saves one trace"), "{said}");
    refused(&["trace", "--events", path]);
    assert!(!events.exists(), "a refused trace leaves no file");
    refused(&["compare", "--seconds", "-1"]);
    let page = ["--html", "no/such/page.html"];
    let output = run(&[&["trace", "--type", "String"][..], &page].concat());
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    let what = "string-kit: no/such/page.html: it cannot be written: ";
    assert!(error.starts_with(what), "{error}");
}

#[test]
fn a_trace_is_saved_and_read_back() {
    let events = file("events.jsonl", "");
    let path = events.to_str().unwrap();
    let flags = ["--type", "SmolStr", "--from", "reader", "--events", path];
    let traced = Cells::of(&[&["trace"], &flags[..]].concat());
    let read = Cells::of(&["trace", "--read", path]);
    for metric in ["events", "peak", "kept", "allocated"] {
        let factors = [("type", "SmolStr"), ("from", "reader")];
        let there = &traced.get(&factors, metric)["values"];
        assert_eq!(
            read.get(&[("trace", path)], metric)["values"],
            *there,
            "{metric}"
        );
    }
    let lines = fs::read_to_string(&events).unwrap().lines().count();
    #[allow(clippy::cast_precision_loss)] // Some dozens.
    let lines = lines as f64;
    assert_eq!(read.value(&[("trace", path)], "events"), lines);
    let shown = printed(&["trace", "--read", path]);
    assert!(
        shown.contains("A SAVED TRACE") && shown.contains("kept by events"),
        "{shown}"
    );
}

/// Compares the published numbers with those of the embedded list: both have 1,000 cities. `Vec`s and the
/// parser's buffer grow in other steps today.
#[test]
fn the_published_peaks_are_reproduced_and_halved() {
    let cells = Cells::of(&["trace", "--from", "reader"]);
    let value = |name, metric| cells.value(&[("type", name), ("from", "reader")], metric);
    for (name, events, peak) in [
        ("String", 2_033.0, 82_700.0),
        ("SmolStr", 42.0, 73_900.0),
        ("SmartString<LazyCompact>", 35.0, 73_800.0),
    ] {
        let ratio: f64 = value(name, "peak") / peak;
        assert!((0.97..=1.03).contains(&ratio), "{name}: {ratio}");
        let more: f64 = value(name, "events") - events;
        assert!(more.abs() <= 20.0, "{name}: {more} events more");
    }
    assert!(value("StrList", "peak") <= 0.5 * value("SmolStr", "peak"));
    assert!(value("StrList", "events") < value("SmolStr", "events"));
}

/// Reads a file with a byte order mark and escapes, whose strings cannot be borrowed.
#[test]
fn escaped_text_is_kept_but_not_borrowed() {
    let records = "\u{feff}[{\"name\": \"a\\nb\", \"size\": 1}, {\"name\": null}, {}]";
    let path = file("escaped.json", records);
    let args = [
        "trace",
        "--type",
        "&str,String",
        "--input",
        path.to_str().unwrap(),
    ];
    let shown = printed(&args);
    assert!(
        shown.contains("3 records are read, of which these fields are kept: name."),
        "{shown}"
    );
    assert!(shown.contains("kept as empty ones: 2."), "{shown}");
    assert!(
        shown.contains("escaped text cannot be borrowed: "),
        "{shown}"
    );
    assert!(!shown.contains("PUBLISHED"), "{shown}");
}
