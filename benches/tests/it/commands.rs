//! What the program refuses: each time by exit code 2, one line of error, and no output.

use crate::program::{assert_files_refused, assert_refused, file, read, refused, written};

#[test]
fn flags_that_are_wrong_are_refused_with_the_reason() {
    let never = ["never.jsonl", "never.html"].map(file);
    assert_refused(&[
        ("--type smolstring", "...did you mean 'SmolStr'?..."),
        ("--processes 2", "...2 is not in 3..=1000..."),
        ("--allocator dlmalloc", "...the allocators are system, ..."),
        ("compare --seconds -1", "..."),
        ("--seconds=", "..."),
        ("--seconds=0", "...from above 0 to 3600..."),
        ("--seconds=-1", "...from above 0 to 3600..."),
        ("--seconds=x", "...from above 0 to 3600..."),
        ("--seconds=inf", "...from above 0 to 3600..."),
        ("--seconds=NaN", "...from above 0 to 3600..."),
        ("--seconds=3601", "...from above 0 to 3600..."),
        (
            "trace --input no/such.json",
            "no/such.json: it cannot be read: ...",
        ),
        ("trace --field city", "..."),
        ("trace --type &str --from reader", "...--from memory..."),
        ("trace --events never.jsonl", "..."),
        (
            "trace --events never.jsonl --from reader --type SmolStr,StrList",
            "...--events saves one trace...",
        ),
        (
            "conformance --law gravity --html never.html",
            "there is no law 'gravity'; the laws are: views_agree, ...",
        ),
        (
            "conformance --type smol",
            "there is no type 'smol'; did you mean ...",
        ),
        ("conformance --laws --type String", "..."),
        ("contend --type strung", "...did you mean 'String'?..."),
        (
            "contend --type Rc<str> --threads 2,4",
            "there is nothing to measure: Rc<str> is neither Send nor Sync: it has one thread",
        ),
        (
            "contend --pattern handoff --threads 1",
            "...handoff takes pairs of threads",
        ),
        (
            "contend --pattern batch --clones leaked",
            "...batch drops its clones",
        ),
        ("contend --pattern sung", "...the patterns are own, ..."),
        ("contend --threads 0", "..."),
        ("contend --threads 65", "..."),
        ("contend --length 65537", "..."),
        ("contend --clones kept", "..."),
        ("contend --allocator malloc", "..."),
        ("curves --lengths 24,words", "...tokens, tags, uniform..."),
        ("curves --lengths 65537", "...0 to 65536 bytes..."),
        ("curves --operation sing", "...into_string..."),
        ("lookup --type smolst", "...did you mean..."),
        ("lookup --keys 8000001", "...8000000..."),
        ("lookup --keys 0", "..."),
        (
            "layout --type strung --html never.html",
            "there is no type 'strung'; did you mean 'String'?...; ConcatStr; ...",
        ),
        (
            "nodes --type Rc<Node>",
            "...there is no type 'Rc<Node>'; did you mean...",
        ),
        ("nodes --count 999", "...a number from 1000..."),
        ("nodes --shape chained", "...chain..."),
        ("reading --type String", "...no types..."),
        ("advise no/such/file.jsonl", "no/such/file.jsonl: ..."),
        ("advise .", "...directory..."),
        ("advise --no-times --msrv abc", "..."),
        ("advise --no-times --mix drop:1", "..."),
        ("advise --no-times --live 0", "..."),
        ("advise --sql oracle --table t --field a", "..."),
        ("advise --sql duckdb", "..."),
        ("advise --sql duckdb --table t", "..."),
        (
            "advise --allocator system,jemalloc",
            "...run it once for each...",
        ),
        (
            "advise --no-times --allocator system,jemalloc",
            "...run it once for each...",
        ),
    ]);
    for never in never {
        assert!(!never.exists(), "a refused run leaves no file");
    }
}

#[test]
fn files_that_are_wrong_are_refused_with_the_place() {
    const EVENTS: &str =
        "each line is to be like {\"Alloc\":{\"addr\":4096,\"size\":8}} or \"Freed\"";
    let huge = "{\"Alloc\":{\"addr\":4096,\"size\":9223372036854775807}}\n".repeat(2);
    assert_files_refused(&[
        (
            "trace --input wrong.json",
            b"[\n{\"a\": \"b\"},\n{\"a\": ",
            ":3:6: EOF while parsing a value; a JSON array of objects is needed",
        ),
        ("trace --input wrong.json", b"{\"a\": 1}", ":1:1: invalid type: map..."),
        ("trace --input wrong.json", b"[]", ": there is no object in it; ..."),
        ("trace --input wrong.json", b"[{\"a\": 1}]", ": no field of its first object..."),
        (
            "trace --input wrong.json",
            b"[\n{\"a\": \"b\"},\n{\"a\": 1}]",
            ":3:8: invalid type: integer `1`, expected a string; mend it, or keep other fields (--field)",
        ),
        ("trace --input wrong.json", b"[{\"a\": \"b\x01\"}]", ":1:10: control character..."),
        ("trace --input wrong.json", b"", ":1:1: EOF..."),
        (
            "trace --input wrong.json",
            b"[{\"a\": \"1\", \"a\": \"2\"}]",
            ":1:21: a field comes twice in one record; mend it, or keep other fields (--field)",
        ),
        (
            "trace --input latin1.json",
            b"[{\"a\": \"b\xFF\"}]",
            ": it is not UTF-8 at byte 9; save it as UTF-8",
        ),
        (
            "trace --field c --input fields.json",
            b"[{\"a\": \"1\", \"b\": 2}]",
            ": its first object has no field 'c'; it has a, b",
        ),
        (
            "trace --field a,a --input fields.json",
            b"[{\"a\": \"1\", \"b\": 2}]",
            ": the field 'a' is asked for twice; name each once",
        ),
        (
            "trace --read wrong-events.jsonl",
            b"{\"Alloc\":{\"addr\":4096,\"size\":8}}\n\n{\"Free\":{}}\n",
            &format!(":3:7: unknown variant `Free`, expected `Alloc` or `Freed`; {EVENTS}"),
        ),
        ("trace --read wrong-events.jsonl", b"{\"Alloc\":{\"addr\":1", ":1:18: EOF..."),
        (
            "trace --read wrong-events.jsonl",
            b"\n\n",
            &format!(": there are no events in it; {EVENTS}"),
        ),
        (
            "trace --read wrong-events.jsonl",
            huge.as_bytes(),
            ":2:1: the sizes add up to more than memory can be...",
        ),
        ("report wrong-run.jsonl", b"", ": there is no run in it; ..."),
        ("report wrong-run.jsonl", b"{\n", ":1:..."),
        (
            "report wrong-run.jsonl",
            br#"{"cell":0,"factors":{},"metric":"time","unit":"ns"}"#,
            ":1:1: there is no header before it; ...",
        ),
        (
            "report wrong-run.jsonl",
            br#"{"schema":"\u001b[31m","question":"q","command":"","seed":1,"processes":3,"machine":{}}"#,
            "...the schema is \\u{1b}[31m, not ...",
        ),
        ("advise --no-times empty.jsonl", b"", "...no record..."),
        ("advise --no-times part_empty.csv", b"name\n", "..."),
        ("advise --no-times binary.dat", b"\x00\x9f\x92\x96\x00\x01", "...binary..."),
        (
            "advise --no-times --field c none.jsonl",
            b"{\"a\":\"x\",\"b\":1}\n",
            "...'c'...a...",
        ),
        (
            "advise --no-times numbers.jsonl",
            b"{\"a\":1}\n",
            "...no record has a text...",
        ),
        (
            "advise --no-times cut.json",
            b"[{\"a\":\"x\"},{\"a\":",
            ":1:...",
        ),
        ("advise --no-times bad.gz", b"no gzip", "...gz..."),
        (
            "advise --no-times --memory 8 stray_quote.csv",
            format!("a\n\"{}", "x\n".repeat(200_000)).as_bytes(),
            "...record 1 has more than 128 KiB...",
        ),
    ]);
}

/// Memory stays bounded: each record has a limit.
#[cfg(unix)]
#[test]
fn files_without_an_end_are_refused() {
    const HEADER: &str = r#"{"schema":"string-kit-run/1","question":"q","command":"","seed":1,"processes":3,"machine":{}}"#;
    written("ruled.jsonl", HEADER);
    let long = "/dev/zero: record 1 has more than ...";
    assert_refused(&[
        ("report /dev/zero", long),
        ("trace --read /dev/zero", long),
        ("advise --no-times --format=lines /dev/zero", long),
        ("advise --no-times --format=csv /dev/zero", long),
        ("advise --no-times --profile /dev/zero", long),
        (
            "gate ruled.jsonl --rules /dev/zero",
            "/dev/zero: it is longer than any rules are; ...",
        ),
    ]);
}

#[test]
fn reports_that_cannot_be_written_are_refused_and_the_old_file_is_kept() {
    written("kept.jsonl", "old");
    refused(
        "--type StrList --seconds 0.1 --processes 3 --json kept.jsonl --html no/such/page.html",
    );
    assert_eq!(read("kept.jsonl"), "old");
    let said = refused("trace --type String --html no/such/page.html");
    assert!(
        said.starts_with("no/such/page.html: it cannot be written: "),
        "{said}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_after_the_report() {
    let (printed, error) = crate::program::failed("advise --no-times --html /dev/full", 2);
    assert!(!printed.is_empty(), "the report is printed");
    assert!(
        error.starts_with("/dev/full: it cannot be written: "),
        "{error}"
    );
}
