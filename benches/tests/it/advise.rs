//! The advisor: verdicts, hostile files, profiles.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::program::run_file::{Cells, written as file};
use crate::program::{printed, refused, run};

/// Advises without times, and so at once and always alike.
#[track_caller]
fn advice(args: &[&str]) -> String {
    printed(&[&["advise", "--no-times"], args].concat())
}

/// Writes a file, and returns its path.
fn written(name: &str, content: impl AsRef<[u8]>) -> String {
    file(name, content).to_str().unwrap().to_owned()
}

/// Returns the profile that the advice on these files saves.
#[track_caller]
fn profile_of(name: &str, args: &[&str]) -> String {
    let to = written(&format!("{name}.profile"), "");
    advice(&[args, &["--save-profile", &to]].concat());
    to
}

#[track_caller]
fn assert_has(said: &str, expected: &[&str]) {
    // The terminal breaks lines between words.
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    for expected in expected {
        assert!(words.contains(expected), "{expected} is not in {said}");
    }
}

#[test]
fn without_a_file_the_embedded_data_is_advised_on() {
    let said = advice(&[]);
    for field in "cities.city cities.state tags.key tags.value tokens.token".split(' ') {
        assert!(said.contains(&format!("{field}: use ")), "{said}");
    }
    assert_eq!(said, advice(&[]), "the memory is the same in each run");
}

#[test]
fn every_format_has_the_same_advice() {
    let profile = |name: &str, content: String| {
        fs::read_to_string(profile_of(name, &[&written(name, content)])).unwrap()
    };
    let note = "a \"quoted\" text, which is longer than any inline string";
    let rows = [["Rome", note], ["Oslo", "ü"]];
    let json = rows
        .map(|[city, note]| serde_json::json!({"city": city, "note": note, "n": 1}).to_string());
    let lines = profile("same.jsonl", json.join("\n"));
    assert!(lines.lines().count() > 8, "{lines}");
    let array = format!("[{}]", json.join(",\n"));
    assert_eq!(profile("same.json", array), lines);
    for (name, delimiter) in [("same.csv", b','), ("same.tsv", b'\t')] {
        let mut table = csv::WriterBuilder::new();
        let mut table = table.delimiter(delimiter).from_writer(Vec::new());
        table.write_record(["city", "note"]).unwrap();
        for row in rows {
            table.write_record(row).unwrap();
        }
        let table = String::from_utf8(table.into_inner().unwrap()).unwrap();
        assert_eq!(profile(name, table), lines);
    }
}

#[test]
fn a_profile_gives_the_advice_of_its_file_and_parts_merge() {
    let line = |at| format!("{{\"name\":\"user {}\"}}", at % 70);
    let lines: Vec<String> = (0..300).map(line).collect();
    let whole = written("whole.jsonl", lines.join("\n"));
    let verdict = |said: String| -> Vec<String> {
        let lines = said.lines().map(ToOwned::to_owned);
        let lines = lines.skip_while(|line| !line.starts_with("name: use "));
        lines.take_while(|line| !line.is_empty()).collect()
    };
    let expected = verdict(advice(&[&whole]));
    assert!(!expected.is_empty());
    let profile = profile_of("whole", &[&whole]);
    assert_eq!(verdict(advice(&["--profile", &profile])), expected);
    let parts = [("part0", &lines[..100]), ("part1", &lines[100..])];
    let [first, second] = parts.map(|(name, part)| {
        let part = written(&format!("{name}.jsonl"), part.join("\n"));
        profile_of(name, &[&part])
    });
    let merged = profile_of("merged", &["--profile", &first, &second]);
    let [merged, whole] = [merged, profile].map(|path| fs::read_to_string(path).unwrap());
    assert_eq!(merged, whole);
}

#[test]
fn times_are_measured_and_the_run_can_be_reported_again() {
    let run = written("advise.jsonl", "");
    let flags =
        "advise --field tags.key --type SmolStr,lasso --processes 3 --seconds 1 --live 100 --json";
    let flags: Vec<&str> = flags.split(' ').chain([&*run]).collect();
    let expected = ["WHICH TYPE TO USE", "memory and time of each type"];
    assert_has(&printed(&flags), &expected);
    assert_has(&printed(&["report", &run]), &["tags.key: "]);
    let cells = Cells::of(&["advise", "--no-times", "--type", "SmolStr"]);
    let factors = [("field", "cities.city"), ("type", "String")];
    assert!(cells.value(&factors, "kept") > 24_000.0);
}

#[test]
fn hostile_files_are_refused_in_one_line() {
    assert!(refused(&["advise", "no/such/file.jsonl"]).starts_with("no/such/file.jsonl: "));
    assert!(refused(&["advise", "."]).contains("directory"));
    let check = |name: &str, content: &[u8], flags: &str, expected: &str| {
        let path = written(name, content);
        let args = ["advise", "--no-times", &path].into_iter();
        let said = refused(&args.chain(flags.split_whitespace()).collect::<Vec<_>>());
        let said = said.strip_prefix(&path).unwrap_or(&said);
        assert!(said.contains(expected), "{name}: {said}");
    };
    check("empty.jsonl", b"", "", "no record");
    check("binary.dat", &[0, 159, 146, 150, 0, 1], "", "binary");
    let (content, expected) = (br#"{"a":"x","b":1}"#, "'c'; its fields are a");
    check("none.jsonl", content, "--field c", expected);
    check("numbers.jsonl", br#"{"a":1}"#, "", "no record has a text");
    check("cut.json", br#"[{"a":"x"},{"a":"#, "", ":1:");
    check("bad.gz", b"no gzip", "", "gz");
    let cell = format!("a\n\"{}", "x\n".repeat(200_000));
    let expected = "record 1 has more than 128 KiB";
    check("stray_quote.csv", cell.as_bytes(), "--memory 8", expected);
    for flag in ["--format=lines", "--format=csv", "--profile"] {
        let said = refused(&["advise", "--no-times", flag, "/dev/zero"]);
        assert_has(&said, &["/dev/zero: record 1 has more than "]);
    }
}

#[test]
fn an_empty_part_of_a_set_is_no_fault() {
    let full = written("part_full.csv", "name\nRome\n");
    let empty = written("part_empty.csv", "name\n");
    assert_has(&advice(&[&full, &empty]), &["(1 text,"]);
    refused(&["advise", &empty]);
}

#[test]
fn many_distinct_texts_in_static_memory_are_no_error() {
    let line = |at| format!("a text of its own {at}\n");
    let lines = (0..5_000).map(line).chain([" ".repeat(30)]);
    let path = written("many.txt", lines.collect::<String>());
    assert_has(&advice(&[&path]), &["line: use "]);
}

#[test]
fn bad_rows_are_counted_and_fatal_if_asked() {
    let content = b"{\"a\":\"x\"}\n{\"a\":\"cut\n{\"a\":\"y\"}\n{\"a\":\"\xff\"}\n";
    let path = written("bad_rows.jsonl", content);
    assert_has(&advice(&[&path]), &["left out: 2.", ":2:"]);
    assert_has(
        &refused(&["advise", "--no-times", "--strict", &path]),
        &[":2:"],
    );
    let csv = written("bad_rows.csv", "a,b\n1,2\n3\n4,5\n");
    assert_has(&advice(&[&csv]), &["left out: 1."]);
}

#[test]
fn the_standard_input_is_read_and_a_closed_pipe_is_no_error() {
    let start = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_string-kit"));
        let command = command.args(["advise", "--no-times"]).args(args);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(Stdio::piped()).spawn().unwrap()
    };
    let mut child = start(&["-"]);
    let mut into = child.stdin.take().unwrap();
    into.write_all(b"one\ntwo\nthree\n").unwrap();
    drop(into);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    let guess = "<stdin> was read as lines, by its first lines";
    assert_has(&said, &["line: ", "(3 texts", guess]);

    let mut child = start(&[]);
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_after_the_report() {
    let output = run(&["advise", "--no-times", "--html", "/dev/full"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!output.stdout.is_empty(), "the report is printed");
    let error = String::from_utf8(output.stderr).unwrap();
    let expected = "string-kit: /dev/full: it cannot be written: ";
    assert!(
        error.starts_with(expected) && error.lines().count() == 1,
        "{error}"
    );
}

#[test]
fn demands_exclude_types_with_the_reason() {
    let said = advice(&["--field", "cities.city", "--no-unsafe"]);
    assert_has(&said, &["Excluded: ", "SmolStr ("]);
    let said = advice(&["--field", "cities.city", "--mutable", "--max-size", "16"]);
    assert_has(&said, &["String ("]);
}

/// Wrong flags, and what the refusal of each of them says.
const REFUSALS: &str = "
    --msrv=abc / --msrv=1.75.x | not a version of Rust, such as 1.75
    --license= | empty expression; give SPDX ids
    --license=MIT,Nonsense | give SPDX ids
    --max-size=1k | invalid digit
    --live=0 / --live=10000001 | is not in 1..=10000000
    --threads=0 / --threads=65 | is not in 1..=64
    --hit-rate=-0.1 / --hit-rate=1.1 / --hit-rate=NaN | a number from 0 to 1 is needed
    --preset=tag | possible values: tags, tokens
    --preset=load --live=1 | leave them out
    --mix=capture:1 --hit-rate=0.5 | add eq or lookup
    --mix=eq:1 --lifetimes=fifo | add capture
    --mix=capture:1,clone:8,drop:8 | drop must equal capture + clone (9), or be left out
    --mix=eq:1,drop:1 | nothing is captured or cloned: leave drop out
    --mix=captur:1 | there is no operation 'captur'; did you mean 'capture'?
    --mix=captur:1 | The operations are: capture, clone, eq, hash, lookup, read, drop
    --mix=Drops:1 | 'drop'
    --mix=eq:1,eq:2 | eq comes twice; add up its weights
    --mix=drop:2,drop:2,capture:2 | drop comes twice; add up its weights
    --mix=eq:0 / --mix=eq: / --mix=eq:x / --mix=eq:-1 / --mix=eq:1.5 / --mix=drop:0 | a weight is 1 to 10000
    --mix=read:10001 | read: 10001 is more than 10000; divide all weights
    --mix=drop:3 | an operation that is not drop
    --mix= / --mix=eq / --mix=eq:1, / --mix=, | is no operation with its weight
    --cpu-time=1 | --profile
    --allocator=system,jemalloc / --allocator=system,jemalloc --no-times | run it once for each
    --sql=oracle --table=t --field=a | possible values: duckdb
    --sql=duckdb / --sql=duckdb --table=t | required";

#[test]
fn wrong_flags_are_refused_with_a_remedy() {
    for line in REFUSALS.lines().skip(1) {
        let (cases, expected) = line.split_once(" | ").unwrap();
        for flags in cases.split(" / ") {
            let mut args = vec!["advise"];
            args.extend(flags.split_whitespace());
            assert_has(&refused(&args), &[expected]);
        }
    }
}

#[test]
fn the_query_of_an_engine_is_printed() {
    let check = |engine, flag, source, from: &str| {
        let said = printed(&["advise", "--sql", engine, flag, source, "--field", "a,b"]);
        assert!(said.contains(&format!("FROM {from}\n")), "{said}");
    };
    for engine in ["duckdb", "datafusion"] {
        let quoted = r#""my"."lo""gs; DROP""#;
        check(engine, "--table", r#"my.lo"gs; DROP"#, quoted);
    }
    check("spark", "--table", "lo`gs", "`lo``gs`");
    let part = "(SELECT * FROM logs) AS part";
    check("spark", "--from", part, part);
}

#[test]
fn a_name_with_a_comma_can_be_chosen() {
    let path = written("comma.csv", "\"a,b\",c,d\n1,22,333\n4,55,666\n");
    let said = advice(&[&path, "--field", "\"a,b\",d"]);
    assert_has(&said, &["a,b: ", "d: "]);
    assert!(!said.contains("\nc: "), "{said}");
}

#[test]
fn records_of_chosen_fields_are_not_those_of_all() {
    let lines = "{\"a\":\"one\",\"b\":\"two\",\"c\":\"a text that is longer than the others\"}\n";
    let from = written("chosen.jsonl", lines.repeat(9));
    let list = ["One StrList a record"];
    assert_has(&advice(&[&from]), &list);
    let of_all = profile_of("chosen", &[&from]);
    assert_has(&advice(&["--profile", &of_all]), &list);
    let said = advice(&["--profile", &of_all, "--field", "a,b"]);
    assert!(!said.contains("One StrList"), "{said}");
    let of_two = profile_of("chosen_two", &[&from, "--field", "a,b"]);
    assert_has(&advice(&["--profile", &of_two, "--field", "a,b"]), &list);
}

#[test]
fn precision_that_memory_cost_is_reported() {
    let line = |at| format!("a text of its own {at}\n");
    let path = written("unique.txt", (0..6_000).map(line).collect::<String>());
    let cost = "fewer values and lengths were kept of line";
    assert_has(&advice(&[&path, "--memory", "1"]), &[cost]);
    assert!(!advice(&[&path]).contains(cost));
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_advisor_leaves_no_texts() {
    let folder = crate::program::run_file::file("temporary");
    fs::create_dir_all(&folder).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_string-kit"))
        .args(["advise", "--field", "cities.city", "--seconds", "30"])
        .env("TMPDIR", &folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // Processes that measure have the data as their standard input: a file that has been removed, or never had a name.
    let is_open = |child: &std::process::Child| {
        let open = fs::read_dir(format!("/proc/{}/fd", child.id())).unwrap();
        let mut names = open.filter_map(|open| fs::read_link(open.ok()?.path()).ok());
        names.any(|name| name.starts_with(&folder))
    };
    while !is_open(&child) {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let left = || fs::read_dir(&folder).unwrap().count();
    assert_eq!(left(), 0);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(left(), 0);
}

#[test]
fn a_recorded_program_chooses_its_scenario_and_its_demands() {
    string_kit_record::recorded! {
        type Edited = String, "it.edited";
        type Hidden = Box<str>, "it.hidden", texts = lengths;
    }
    let mut all = Vec::new();
    for number in 0..5_000 {
        let mut edited = Edited::default();
        let name = format!("name {}", number % 40);
        edited.push_str(&name);
        assert_eq!(edited.clone(), name);
        all.push(edited);
    }
    let hidden = Hidden::from("a secret");
    drop(all);
    let path = written("record", "");
    string_kit_record::save(&path).unwrap();
    drop(hidden);
    let said = advice(&["--profile", &path]);
    let expected = [
        "it.edited: use ",
        "it.hidden: use ",
        "The program recorded 5000 append, 5000 capture, 5000 clone,",
        "strings alive at once, threads: 1.",
        "Excluded: Box<str> (its values cannot be edited)",
    ];
    assert_has(&said, &expected);
    assert!(!said.contains("secret"), "{said}");
    assert!(!fs::read_to_string(&path).unwrap().contains("a secret"));
    let of_one = advice(&["--profile", &path, "--field", "it.hidden"]);
    assert!(!of_one.contains("it.edited"));
    // The hashes of hidden texts have a key: two records do not merge.
    let said = refused(&["advise", "--profile", &path, &path, "--no-times"]);
    assert_has(&said, &["advise on this file alone"]);
}
