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

/// Returns the line that refuses a file of this content, after its name.
#[track_caller]
fn refused_file(name: &str, content: impl AsRef<[u8]>, args: &[&str]) -> String {
    let path = file(name, content);
    let path = path.to_str().unwrap();
    let said = refused(&[&["advise", "--no-times", path], args].concat());
    said.strip_prefix(path).unwrap_or(&said).to_owned()
}

#[test]
fn without_a_file_the_embedded_data_is_advised_on() {
    let said = advice(&[]);
    for field in [
        "cities.city",
        "cities.state",
        "tags.key",
        "tags.value",
        "tokens.token",
    ] {
        assert!(said.contains(&format!("{field}: use ")), "{said}");
    }
    assert_eq!(
        said,
        advice(&[]).as_str(),
        "the memory is the same in each run"
    );
}

#[test]
fn every_format_has_the_same_advice() {
    let rows = [
        (
            "Rome",
            "a \"quoted\" text, which is longer than any inline string",
        ),
        ("Oslo", "ü"),
    ];
    let json: Vec<String> = rows
        .iter()
        .map(|(city, note)| serde_json::json!({"city": city, "note": note, "n": 1}).to_string())
        .collect();
    let mut csv = csv::Writer::from_writer(Vec::new());
    let mut tsv = csv::WriterBuilder::new()
        .delimiter(b'\t')
        .from_writer(Vec::new());
    csv.write_record(["city", "note"]).unwrap();
    tsv.write_record(["city", "note"]).unwrap();
    for (city, note) in rows {
        csv.write_record([city, note]).unwrap();
        tsv.write_record([city, note]).unwrap();
    }
    let profile = |name: &str, content: &[u8]| {
        let from = file(name, content);
        let to = file(&format!("{name}.profile"), "");
        advice(&[
            from.to_str().unwrap(),
            "--save-profile",
            to.to_str().unwrap(),
        ]);
        fs::read_to_string(to).unwrap()
    };
    let lines = profile("same.jsonl", json.join("\n").as_bytes());
    assert!(lines.lines().count() > 8, "{lines}");
    let array = format!("[{}]", json.join(",\n"));
    assert_eq!(profile("same.json", array.as_bytes()), lines);
    assert_eq!(profile("same.csv", &csv.into_inner().unwrap()), lines);
    assert_eq!(profile("same.tsv", &tsv.into_inner().unwrap()), lines);
}

#[test]
fn a_profile_gives_the_advice_of_its_file_and_parts_merge() {
    let lines: Vec<String> = (0..300)
        .map(|at| format!("{{\"name\":\"user {}\"}}", at % 70))
        .collect();
    let whole = file("whole.jsonl", lines.join("\n"));
    let parts = [&lines[..100], &lines[100..]].map(|part| part.join("\n"));
    let saved = |name: &str, from: &str| {
        let to = file(name, "");
        let said = advice(&[from, "--save-profile", to.to_str().unwrap()]);
        (to, said)
    };
    let (profile, said) = saved("whole.profile.jsonl", whole.to_str().unwrap());
    let verdict = |said: &str| -> Vec<String> {
        let lines = said
            .lines()
            .skip_while(|line| !line.starts_with("name: use "));
        lines
            .take_while(|line| !line.is_empty())
            .map(ToOwned::to_owned)
            .collect()
    };
    let expected = verdict(&said);
    assert!(!expected.is_empty(), "{said}");
    let from_profile = advice(&["--profile", profile.to_str().unwrap()]);
    assert_eq!(verdict(&from_profile), expected);
    let parts: Vec<String> = (0..2)
        .map(|at| {
            let part = file(&format!("part{at}.jsonl"), &parts[at]);
            let (to, _) = saved(&format!("part{at}.profile.jsonl"), part.to_str().unwrap());
            to.to_str().unwrap().to_owned()
        })
        .collect();
    let merged = file("merged.profile.jsonl", "");
    let merged_path = merged.to_str().unwrap();
    advice(&[
        "--profile",
        &parts[0],
        &parts[1],
        "--save-profile",
        merged_path,
    ]);
    let read = |path: &std::path::Path| fs::read_to_string(path).unwrap();
    assert_eq!(read(&merged), read(&profile));
}

#[test]
fn times_are_measured_and_the_run_can_be_reported_again() {
    let run = file("advise.jsonl", "");
    let path = run.to_str().unwrap();
    let said = printed(&[
        "advise",
        "--field",
        "tags.key",
        "--type",
        "SmolStr,lasso",
        "--processes",
        "3",
        "--seconds",
        "1",
        "--live",
        "100",
        "--json",
        path,
    ]);
    assert!(said.contains("WHICH TYPE TO USE"), "{said}");
    assert!(said.contains("memory and time of each type"), "{said}");
    let again = printed(&["report", path]);
    assert!(again.contains("tags.key: "), "{again}");
    let cells = Cells::of(&["advise", "--no-times", "--type", "SmolStr"]);
    let factors = [("field", "cities.city"), ("type", "String")];
    assert!(cells.value(&factors, "kept") > 24_000.0);
}

#[test]
fn hostile_files_are_refused_in_one_line() {
    assert!(refused(&["advise", "no/such/file.jsonl"]).starts_with("no/such/file.jsonl: "));
    assert!(refused(&["advise", "."]).contains("directory"));
    let said = refused_file("empty.jsonl", "", &[]);
    assert!(said.contains("no record"), "{said}");
    let said = refused_file("binary.dat", [0_u8, 159, 146, 150, 0, 1], &[]);
    assert!(said.contains("binary"), "{said}");
    let said = refused_file("none.jsonl", "{\"a\":\"x\",\"b\":1}\n", &["--field", "c"]);
    assert!(said.contains("'c'") && said.contains('a'), "{said}");
    let said = refused_file("numbers.jsonl", "{\"a\":1}\n", &[]);
    assert!(said.contains("no record has a text"), "{said}");
    let said = refused_file("cut.json", "[{\"a\":\"x\"},{\"a\":", &[]);
    assert!(said.starts_with(":1:"), "{said}");
    let said = refused_file("bad.gz", "no gzip", &[]);
    assert!(said.contains("gz"), "{said}");
}

#[test]
fn an_empty_part_of_a_set_is_no_fault() {
    let full = file("part_full.csv", "name\nRome\n");
    let empty = file("part_empty.csv", "name\n");
    let said = advice(&[full.to_str().unwrap(), empty.to_str().unwrap()]);
    assert!(said.contains("(1 text,"), "{said}");
    refused(&["advise", empty.to_str().unwrap()]);
}

#[test]
fn many_distinct_texts_in_static_memory_are_no_error() {
    let mut lines: Vec<String> = (0..5_000)
        .map(|at| format!("a text of its own {at}"))
        .collect();
    lines.push(" ".repeat(30));
    let path = file("many.txt", lines.join("\n"));
    let said = advice(&[path.to_str().unwrap()]);
    assert!(said.contains("line: use "), "{said}");
}

#[test]
fn bad_rows_are_counted_and_fatal_if_asked() {
    let mut content = b"{\"a\":\"x\"}\n{\"a\":\"cut\n{\"a\":\"y\"}\n".to_vec();
    content.extend(b"{\"a\":\"\xff\"}\n");
    let path = file("bad_rows.jsonl", &content);
    let path = path.to_str().unwrap();
    let said = advice(&[path]);
    assert!(said.contains("left out: 2."), "{said}");
    assert!(said.contains(":2:"), "{said}");
    let said = refused(&["advise", "--no-times", "--strict", path]);
    assert!(said.contains(":2:"), "{said}");
    let csv = file("bad_rows.csv", "a,b\n1,2\n3\n4,5\n");
    let said = advice(&[csv.to_str().unwrap()]);
    assert!(said.contains("left out: 1."), "{said}");
}

#[test]
fn the_standard_input_is_read_and_a_closed_pipe_is_no_error() {
    let program = env!("CARGO_BIN_EXE_string-kit");
    let mut child = Command::new(program)
        .args(["advise", "--no-times", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut into = child.stdin.take().unwrap();
    into.write_all(b"one\ntwo\nthree\n").unwrap();
    drop(into);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.contains("line: ") && said.contains("(3 texts"),
        "{said}"
    );
    assert!(
        said.contains("<stdin> was read as lines, by its first lines"),
        "{said}"
    );

    let mut child = Command::new(program)
        .args(["advise", "--no-times"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
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
    assert!(
        error.starts_with("string-kit: /dev/full: it cannot be written: "),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn demands_exclude_types_with_the_reason() {
    let said = advice(&["--field", "cities.city", "--no-unsafe"]);
    assert!(
        said.contains("Excluded: ") && said.contains("SmolStr ("),
        "{said}"
    );
    let said = advice(&["--field", "cities.city", "--mutable", "--max-size", "16"]);
    assert!(said.contains("String ("), "{said}");
    for (flag, value) in [("--msrv", "abc"), ("--mix", "drop:1"), ("--live", "0")] {
        refused(&["advise", flag, value]);
    }
}

#[test]
fn the_query_of_an_engine_is_printed() {
    let query = |engine, flag, source| {
        printed(&["advise", "--sql", engine, flag, source, "--field", "a,b"])
    };
    for engine in ["duckdb", "datafusion"] {
        let said = query(engine, "--table", "my.lo\"gs; DROP");
        assert!(said.contains("FROM \"my\".\"lo\"\"gs; DROP\"\n"), "{said}");
    }
    assert!(query("spark", "--table", "lo`gs").contains("FROM `lo``gs`\n"));
    let part = "(SELECT * FROM logs) AS part";
    assert!(query("spark", "--from", part).contains(&format!("FROM {part}\n")));
    refused(&["advise", "--sql", "oracle", "--table", "t", "--field", "a"]);
    refused(&["advise", "--sql", "duckdb"]);
    refused(&["advise", "--sql", "duckdb", "--table", "t"]);
}

#[test]
fn advice_is_about_one_allocator() {
    for flags in [&["--no-times"][..], &[]] {
        let said = refused(&[&["advise", "--allocator", "system,jemalloc"], flags].concat());
        assert!(said.contains("run it once for each"), "{said}");
    }
}

#[test]
fn files_without_an_end_are_refused() {
    for flag in ["--format=lines", "--format=csv", "--profile"] {
        let said = refused(&["advise", "--no-times", flag, "/dev/zero"]);
        assert!(
            said.starts_with("/dev/zero: record 1 has more than "),
            "{said}"
        );
    }
    let cell = format!("a\n\"{}", "x\n".repeat(200_000));
    let said = refused_file("stray_quote.csv", cell, &["--memory", "8"]);
    assert!(said.contains("record 1 has more than 128 KiB"), "{said}");
}

#[test]
fn a_name_with_a_comma_can_be_chosen() {
    let path = file("comma.csv", "\"a,b\",c,d\n1,22,333\n4,55,666\n");
    let said = advice(&[path.to_str().unwrap(), "--field", "\"a,b\",d"]);
    assert!(said.contains("a,b: ") && said.contains("d: "), "{said}");
    assert!(!said.contains("\nc: "), "{said}");
}

#[test]
fn records_of_chosen_fields_are_not_those_of_all() {
    let lines = "{\"a\":\"one\",\"b\":\"two\",\"c\":\"a text that is longer than the others\"}\n";
    let from = file("chosen.jsonl", lines.repeat(9));
    let profile = file("chosen.profile.jsonl", "");
    let (from, to) = (from.to_str().unwrap(), profile.to_str().unwrap());
    let is_list = |args: &[&str]| {
        let said = advice(args);
        let words: Vec<&str> = said.split_whitespace().collect();
        words.join(" ").contains("One StrList a record")
    };
    assert!(is_list(&[from, "--save-profile", to]));
    assert!(is_list(&["--profile", to]));
    assert!(!is_list(&["--profile", to, "--field", "a,b"]));
    assert!(is_list(&[from, "--field", "a,b", "--save-profile", to]));
    assert!(is_list(&["--profile", to, "--field", "a,b"]));
}

#[test]
fn precision_that_memory_cost_is_reported() {
    let lines: Vec<String> = (0..6_000)
        .map(|at| format!("a text of its own {at}"))
        .collect();
    let path = file("unique.txt", lines.join("\n"));
    let path = path.to_str().unwrap();
    let cost = "fewer values and lengths were kept of line";
    assert!(advice(&[path, "--memory", "1"]).contains(cost));
    assert!(!advice(&[path]).contains(cost));
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
    let names = (0..5_000).map(|number| format!("name {}", number % 40));
    let edited: Vec<Edited> = names
        .map(|name| {
            let mut edited = Edited::default();
            edited.push_str(&name);
            assert_eq!(edited.clone(), name);
            edited
        })
        .collect();
    let hidden = Hidden::from("a secret");
    drop(edited);
    let path = file("record", "");
    string_kit_record::save(&path).unwrap();
    drop(hidden);
    let path = path.to_str().unwrap();
    let said = advice(&["--profile", path]);
    for expected in [
        "it.edited: use ",
        "it.hidden: use ",
        "The program recorded 5000 append, 5000 capture, 5000 clone,",
        "strings alive at once, threads: 1.",
        "Excluded: Box<str> (its values cannot be edited)",
    ] {
        assert!(said.contains(expected), "{expected} is not in {said}");
    }
    assert!(!said.contains("secret"), "{said}");
    let kept = fs::read_to_string(path).unwrap();
    assert!(!kept.contains("a secret"));
    let of_one = advice(&["--profile", path, "--field", "it.hidden"]);
    assert!(!of_one.contains("it.edited"));
    // The hashes of hidden texts have a key: two records do not merge.
    let said = refused(&["advise", "--profile", path, path, "--no-times"]);
    assert!(said.contains("advise on this file alone"), "{said}");
}
