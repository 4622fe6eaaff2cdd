//! The advisor: advice, formats of files, profiles and records.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::sync::Barrier;
use std::{fs, thread};

use crate::program::{
    asked, assert_has, assert_refused, command, file, printed, read, value, written,
};

/// Advises without times, and so at once and always alike.
#[track_caller]
fn advice(flags: &str) -> String {
    printed(&format!("advise --no-times {flags}"))
}

/// Starts a command whose output goes to pipes.
fn spawned(command: &mut Command) -> Child {
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

#[test]
fn every_format_has_the_same_advice() {
    let long = "a \"quoted\" text, which is longer than any inline string";
    let rows = [("Rome", long), ("Oslo", "ü")];
    let json = rows.map(|(city, note)| serde_json::json!({"city": city, "note": note, "n": 1}));
    let [rome, oslo] = json.map(|row| row.to_string());
    written("same.jsonl", format!("{rome}\n{oslo}"));
    written("same.json", format!("[{rome},\n{oslo}]"));
    for (file, mark) in [("same.csv", ','), ("same.tsv", '\t')] {
        let quoted = long.replace('"', "\"\"");
        written(
            file,
            format!("city{mark}note\nRome{mark}\"{quoted}\"\nOslo{mark}ü\n"),
        );
    }
    let profile = |form: &str| {
        advice(&format!(
            "same.{form} --quotes enclose --save-profile {form}.profile"
        ));
        read(&format!("{form}.profile"))
    };
    let lines = profile("jsonl");
    assert!(lines.lines().count() > 8, "{lines}");
    for form in ["json", "csv", "tsv"] {
        assert_eq!(profile(form), lines, "{form}");
    }
}

#[test]
fn the_advice_on_the_embedded_data_fits_one_screen() {
    let said = advice("");
    assert!(said.lines().count() <= 50, "{said}");
    assert!(!said.contains("time ratio"), "{said}");
}

/// Writes records as a service logs them: `hosts` fields with text beside the ids.
fn write_log(name: &str, hosts: usize) {
    let record = |at: usize| {
        let mut record = serde_json::json!({
            "trace": format!("{:032x}", at as u128 * 0x9e37_79b9_7f4a_7c15_f39c),
            "request": format!("request {at} of 400"),
            "level": (["warn", "error"][at % 2]),
            "price": format!("{}.{:02}", at, at % 100),
            "version": "none",
            "flag": (["", "set"][at % 2]),
        });
        for host in 0..hosts {
            record[format!("host{host:02}")] = format!("host {} of {host}", at % 40).into();
        }
        record.to_string()
    };
    let lines: Vec<String> = (0..400).map(record).collect();
    written(name, lines.join("\n"));
}

#[test]
fn each_field_has_its_type_and_what_it_saves_and_the_record_its_sum() {
    write_log("log.jsonl", 1);
    let said = advice("log.jsonl --no-interner");
    let is_row = |row: &str| {
        let mut lines = said.lines();
        let has_row = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ") == row;
        lines.any(has_row)
    };
    for row in [
        "field type before after saves",
        "trace u128 of 32 hex digits 28.8 KB 6.40 KB 22.4 KB",
        "price i64 in units of 0.01, if they are numbers 22.4 KB 3.20 KB 19.2 KB",
        "level an enum of 2, if no other comes 22.4 KB 400 B 22.0 KB",
        "version a constant: \"none\", if no other comes 22.4 KB 0 B 22.4 KB",
        "flag an enum of 2, if no other comes 16.0 KB 400 B 15.6 KB",
    ] {
        assert!(is_row(row), "{row}\n{said}");
    }
    let sum = said.lines().find(|line| line.contains("all of log.jsonl"));
    assert!(sum.is_some(), "{said}");
    // Code follows for each enum that has a row.
    let level = [
        "#[serde(rename_all = \"lowercase\")]",
        "enum Level { Error, Warn }",
    ];
    assert_has(&said, &level);
    assert_has(&said, &["enum Flag {", "#[serde(rename = \"\")] Empty,"]);
}

#[test]
fn each_field_is_named_by_all_forms_but_the_short_one_which_says_how_many() {
    write_log("wide.jsonl", 40);
    let said = advice("wide.jsonl --type SmolStr --json wide.run --html wide.html");
    assert!(said.lines().count() <= 50, "{said}");
    assert_has(&said, &[" for its 41 text fields ", " more: see --all"]);
    let rows = said.lines().filter(|line| line.starts_with("host"));
    assert!(rows.count() <= 12, "{said}");
    let in_full = advice("wide.jsonl --type SmolStr --all");
    let (page, run) = (read("wide.html"), read("wide.run"));
    for form in [&in_full, &page, &run] {
        for host in 0..40 {
            assert!(form.contains(&format!("host{host:02}")), "{host}\n{form}");
        }
    }
}

#[test]
fn texts_that_differ_go_to_no_table_that_frees_none_unless_a_flag_allows_it() {
    write_log("unique.jsonl", 3);
    let said = advice("unique.jsonl --max-types 1");
    let reason = "No table that frees no text (--intern-unique allows it): most texts of request";
    assert_has(&said, &[reason]);
    let tables = ["internity", "string-interner", "lasso"];
    assert!(!tables.iter().any(|table| said.contains(table)), "{said}");
    let allowed = advice("unique.jsonl --max-types 1 --intern-unique");
    assert_has(&allowed, &["use internity for its 4 text fields"]);
    // The fields that repeat may have one.
    let said = advice("unique.jsonl");
    let row = said
        .lines()
        .find(|line| line.starts_with("host00, host01, host02 "));
    assert!(row.is_some_and(|row| row.contains(" internity ")), "{said}");
}

#[test]
fn the_memory_is_the_same_in_each_run() {
    assert_eq!(advice(""), advice(""));
    let (_, run) = asked("advise --no-times --type SmolStr");
    let factors = [("field", "cities.city"), ("type", "String")];
    assert!(value(&run, &factors, "kept") > 24_000.0);
    let factors = [("field", "records of cities"), ("type", "SmolStr")];
    assert!(value(&run, &factors, "kept") >= 48_000.0);
}

#[test]
fn a_profile_gives_the_advice_of_its_file_and_parts_merge() {
    let line = |at: usize| format!("{{\"name\":\"user {}\"}}", at % 70);
    let lines: Vec<String> = (0..300).map(line).collect();
    let save = |name: &str, lines: &[String]| {
        written(&format!("{name}.jsonl"), lines.join("\n"));
        advice(&format!("{name}.jsonl --save-profile {name}.profile"))
    };
    let said = save("whole", &lines);
    let verdict = |said: &str| {
        let start = said.find("name: use ").expect(said);
        let verdict = said[start..].lines().take_while(|line| !line.is_empty());
        verdict.map(ToOwned::to_owned).collect::<Vec<_>>()
    };
    let from_profile = advice("--profile whole.profile");
    assert_eq!(verdict(&from_profile), verdict(&said));
    save("part1", &lines[..100]);
    save("part2", &lines[100..]);
    advice("--profile part1.profile part2.profile --save-profile merged.profile");
    assert_eq!(read("merged.profile"), read("whole.profile"));
}

#[test]
fn the_standard_input_is_read_and_a_closed_pipe_is_no_error() {
    let lines = "<stdin> was read as lines, by its first lines";
    for (question, expected) in [
        ("advise --no-times -", "line: "),
        ("trace --type String --from reader -", "3 records are read"),
    ] {
        let mut child = spawned(command(question).stdin(Stdio::piped()));
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"one\ntwo\nthree\n").unwrap();
        drop(input);
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        let said = String::from_utf8(output.stdout).unwrap();
        assert_has(&said, &[expected, lines]);
    }

    let mut child = spawned(&mut command("advise --no-times"));
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_advisor_leaves_no_texts() {
    let folder = file("temporary");
    fs::create_dir_all(&folder).unwrap();
    let mut advise = command("advise --field cities.city --seconds 30");
    let mut child = spawned(advise.env("TMPDIR", &folder));
    // Processes that measure have the data as their standard input: a file that has been removed,
    // or never had a name.
    let is_open = |child: &Child| {
        let open = fs::read_dir(format!("/proc/{}/fd", child.id())).unwrap();
        let mut names = open.filter_map(|open| fs::read_link(open.ok()?.path()).ok());
        names.any(|name| name.starts_with(&folder))
    };
    while !is_open(&child) {
        thread::sleep(std::time::Duration::from_millis(20));
    }
    let left = || fs::read_dir(&folder).unwrap().count();
    assert_eq!(left(), 0);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(left(), 0);
}

#[test]
fn a_recorded_program_chooses_its_constraints_and_is_to_be_tried() {
    string_kit_record::recorded! {
        type Edited = String, "it.edited", texts = kept;
        type Hidden = Box<str>, "it.hidden";
    }
    let mut kept = Vec::new();
    for number in 0..5_000 {
        let name = format!("name {}", number % 40);
        let mut edited = Edited::default();
        edited.push_str(&name);
        assert_eq!(edited.clone(), name);
        kept.push(edited);
    }
    let hidden = Hidden::from("a secret");
    drop(kept);
    string_kit_record::save(file("record")).unwrap();
    drop(hidden);
    let said = advice("--profile record");
    assert_has(
        &said,
        &[
            "it.edited: use ",
            "it.hidden: use ",
            "it.edited: the program recorded 5,000 strings made, 5,000 clones,",
            "type Edited = ",
            "strings alive at once, threads: 1.",
            "Excluded: Box<str>, Arc<str>, ",
            "(its values cannot be edited, and the program edits them)",
        ],
    );
    assert!(!said.contains("secret"), "{said}");
    assert!(!read("record").contains("a secret"));
    assert!(!advice("--profile record --field it.hidden").contains("it.edited"));
    // What the program takes is measured by building it.
    assert_has(
        &said,
        &["(the strings alone: ", "string-kit try --profile RECORD"],
    );
    assert_eq!(said.matches("string-kit try").count(), 1, "{said}");
    assert!(!said.contains("time ratio"), "{said}");
    let little = advice("--profile record --memory 1");
    assert!(!little.contains("--memory"), "{little}");
    let reason = "--preset, --mix and --live ...: leave them out";
    assert_refused("advise --profile record --live 5", reason);
    // The hashes of hidden texts have a key: two records do not merge.
    let merged = "advise --no-times --profile record record";
    assert_refused(merged, "...advise on this file alone...");
}

#[test]
fn threads_that_share_a_text_get_a_type_that_they_can_share_and_others_any_type() {
    string_kit_record::recorded! {
        type Shared = Box<str>, "it.shared";
        type Own = Box<str>, "it.own";
    }
    let text = "a text that no type keeps inline, and all threads clone";
    let shared = Shared::from(text);
    let barrier = Barrier::new(4);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                barrier.wait();
                let own = Own::from(text);
                (0..50_000).for_each(|_| drop((shared.clone(), own.clone())));
                barrier.wait();
            });
        }
    });
    string_kit_record::save(file("threads")).unwrap();
    let shared = advice("--profile threads --field it.shared --no-interner");
    let [sharing, clones] = [
        "Rc<str> (threads cannot share it, and 5 threads use the strings)",
        "Excluded: Arc<str>, SmolStr, EcoString, LeanString, LeanStr, CharStr, CharString, \
         HipStr<'static>, ArcStr, ArcColdString, flexstr::SharedStr (its clones contend, and 4 \
         threads clone the strings)",
    ];
    assert_has(&shared, &["it.shared: use SharedStr", sharing, clones]);
    let own = advice("--profile threads --field it.own");
    assert!(!own.contains("Excluded: "), "{own}");
}

#[test]
fn clones_that_are_dead_at_the_peak_do_not_share() {
    string_kit_record::recorded! { type Word = String, "it.cloned"; }
    let mut kept = Vec::new();
    for number in 0..100_000 {
        let word = Word::from(format!("a text of forty bytes {number:018}"));
        drop(word.clone());
        kept.push(word);
    }
    string_kit_record::save(file("cloned")).unwrap();
    drop(kept);
    let flags = "--no-times --field it.cloned --type String,Arc<str>";
    let (_, run) = asked(&format!("advise --profile cloned {flags}"));
    for (name, expected) in [("String", 6.4e6), ("Arc<str>", 7.2e6)] {
        let factors = [("field", "it.cloned"), ("type", name)];
        let kept = value(&run, &factors, "kept");
        assert!((kept / expected - 1.0).abs() < 0.02, "{name}: {kept}");
    }
}
