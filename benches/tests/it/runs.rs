//! Runs that are saved, shown, compared and held to rules.

use std::fs;
use std::path::PathBuf;

use crate::program::run_file::file;
use crate::program::{printed, refused, run};

/// Measures little, and returns the run file.
fn measured(name: &str, seed: &str) -> PathBuf {
    let path = file(name);
    let text = path.to_str().unwrap();
    let few = ["--type", "StrList", "--seconds", "0.3", "--processes", "3"];
    printed(&[&few[..], &["--seed", seed, "--json", text]].concat());
    path
}

#[test]
fn a_run_is_saved_with_every_sample_and_shown_in_every_form() {
    let path = measured("shown.jsonl", "7");
    let text = fs::read_to_string(&path).unwrap();
    let header: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&header["seed"], &header["processes"]),
        (&7.into(), &3.into())
    );
    for name in ["smol_str", "compact_str", "string-kit"] {
        assert!(header["versions"][name].is_string(), "{name}");
    }
    assert!(header["machine"]["cpu"].is_string());
    assert!(text.contains(r#""process":2,"values":["#));

    let path = path.to_str().unwrap();
    let table = printed(&["report", path]);
    for words in [
        "StrList, str_list!",
        "Noise floor",
        "The seven ways as published",
        "seed 7",
    ] {
        assert!(table.contains(words), "{words}");
    }
    let csv = printed(&["report", path, "--format", "csv"]);
    for start in [
        "compare 1,\"StrList, capture\",",
        "run,build,",
        "compare,command,",
        "compare,note,Drawn from seed 7.",
    ] {
        assert!(
            csv.lines().any(|line| line.starts_with(start)),
            "{start}: {csv}"
        );
    }
    assert!(
        csv.contains(",time ratio [95 %],time ratio [95 %] low,"),
        "{csv}"
    );
    assert!(printed(&["report", path, "--format", "markdown"]).contains("| StrList, capture"));
    let page = file("shown.html");
    printed(&["report", path, "--html", page.to_str().unwrap()]);
    assert!(
        fs::read_to_string(page)
            .unwrap()
            .starts_with("<!DOCTYPE html>")
    );
}

#[test]
fn a_run_differs_from_itself_in_no_row() {
    let path = measured("same.jsonl", "1");
    // The tests are a debug build, which diff refuses.
    let run = fs::read_to_string(&path).unwrap();
    fs::write(
        &path,
        run.replace("\"optimized\":false", "\"optimized\":true"),
    )
    .unwrap();
    let path = path.to_str().unwrap();
    let all = printed(&["diff", path, path, "--all"]);
    assert!(all.contains("0 of ") && all.contains(" same"), "{all}");
    assert!(!all.contains("differs"), "{all}");
}

#[test]
fn runs_of_other_machines_are_warned_of_and_debug_builds_refused() {
    let header = |cpu: &str, optimized: bool| {
        format!(
            r#"{{"schema":"string-kit-run/1","question":"compare","command":"c","seed":1,"processes":3,"machine":
            {{"cpu":"{cpu}","rustc":"1.95","optimized":{optimized}}},"doubts":["CPU steal: 9 %"]}}"#
        )
        .replace('\n', "")
    };
    let (one, other) = (header("one", true), header("other\\u001b", true));
    let debug = header("one", false);
    let runs = [
        ("before.jsonl", one),
        ("after.jsonl", other),
        ("debug.jsonl", debug),
    ];
    let [before, after, debug] = runs.map(|(name, header)| {
        let path = file(name);
        fs::write(&path, header).unwrap();
        path.into_os_string().into_string().unwrap()
    });
    let said = printed(&["diff", &before, &after]);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "the processor differs, and times may for that reason: one, 0 threads; other\\u{1b}, 0 threads.",
        "before.jsonl: CPU steal: 9 %.",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(!said.contains("compiler differs"), "{said}");
    let said = refused(&["diff", &before, &debug]);
    assert!(said.contains("debug.jsonl is of a debug build"), "{said}");
}

#[test]
fn rules_are_kept_missed_or_refused() {
    let run_path = measured("held.jsonl", "1");
    let gate = |rules: &str| {
        let path = file("rules.toml");
        fs::write(&path, rules).unwrap();
        let output = run(&[
            "gate",
            run_path.to_str().unwrap(),
            "--rules",
            path.to_str().unwrap(),
        ]);
        let said = String::from_utf8(output.stderr).unwrap();
        (
            output.status.code().unwrap(),
            said.replace(path.to_str().unwrap(), "rules.toml"),
        )
    };
    let rule = |way: &str, bound: &str| {
        format!(
            "[[rule]]\nname = \"One block.\"\nquestion = \"compare\"\nmetric = \"allocations\"\n\
             cells = {{ way = \"{way}\" }}\n{bound}\n"
        )
    };
    let list = "StrList, str_list!";
    assert_eq!(gate(&rule(list, "at_most = 1")), (0, String::new()));
    let (code, said) = gate(&rule(list, "at_least = 2"));
    assert_eq!(
        (code, &*said),
        (3, "string-kit: 1 of 1 bounds missed: One block.\n")
    );
    let ratio = "against = { way = \"Vec<String>, to_string\" }\nat_most = 0.08";
    assert_eq!(gate(&rule(list, ratio)).0, 0, "1 of 14 blocks");
    let (code, said) = gate(&rule("StrLst", "at_most = 1"));
    assert_eq!(
        (code, &*said),
        (
            2,
            "string-kit: rules.toml: One block.: no cell has allocations way StrLst\n"
        )
    );
    let (code, said) = gate("[[rule]]\nname = 1\n");
    assert_eq!(code, 2);
    assert!(
        said.starts_with("string-kit: rules.toml:2:8: invalid type: integer `1`"),
        "{said}"
    );
}

#[test]
fn files_that_are_no_runs_are_refused_with_their_place() {
    let said = |content: &str| {
        let path = file("wrong.jsonl");
        fs::write(&path, content).unwrap();
        let path = path.to_str().unwrap();
        refused(&["report", path]).replace(path, "wrong.jsonl")
    };
    assert!(said("").starts_with("wrong.jsonl: there is no run in it; "));
    assert!(said("{\n").starts_with("wrong.jsonl:1:"));
    let cell = r#"{"cell":0,"factors":{},"metric":"time","unit":"ns"}"#;
    assert!(said(cell).starts_with("wrong.jsonl:1:1: there is no header before it; "));
    let escape = said(
        "{\"schema\":\"\\u001b[31m\",\"question\":\"q\",\"command\":\"\",\"seed\":1,\"processes\":3,\"machine\":{}}",
    );
    assert!(
        escape.contains("the schema is \\u{1b}[31m, not "),
        "{escape}"
    );
}

/// Memory stays bounded: the first line has a limit.
#[cfg(unix)]
#[test]
fn an_endless_file_is_refused() {
    for verb in [&["report"][..], &["trace", "--read"]] {
        let said = refused(&[verb, &["/dev/zero"]].concat());
        assert!(
            said.starts_with("/dev/zero: record 1 has more than "),
            "{said}"
        );
    }
    let run = file("ruled.jsonl");
    let header = r#"{"schema":"string-kit-run/1","question":"q","command":"","seed":1,"processes":3,"machine":{}}"#;
    fs::write(&run, header).unwrap();
    let said = refused(&["gate", run.to_str().unwrap(), "--rules", "/dev/zero"]);
    assert!(
        said.starts_with("/dev/zero: it is longer than any rules are; "),
        "{said}"
    );
}

#[test]
fn a_run_that_fails_leaves_no_file_and_keeps_the_old_one() {
    let (json, html) = (file("kept.jsonl"), file("no/such/folder.html"));
    fs::write(&json, "old").unwrap();
    let few = ["--type", "StrList", "--seconds", "0.1", "--processes", "3"];
    let files = [
        "--json",
        json.to_str().unwrap(),
        "--html",
        html.to_str().unwrap(),
    ];
    refused(&[&few[..], &files].concat());
    assert_eq!(fs::read(&json).unwrap(), b"old");
}

#[cfg(unix)]
#[test]
fn devices_are_written_to() {
    let path = measured("device.jsonl", "1");
    let path = path.to_str().unwrap();
    let page = printed(&["report", path, "--format", "csv", "--html", "/dev/stdout"]);
    assert!(page.contains("<!DOCTYPE html>"));
}

#[test]
fn flags_that_are_wrong_are_refused() {
    assert!(refused(&["--type", "smolstring"]).contains("did you mean 'SmolStr'?"));
    assert!(refused(&["--processes", "2"]).contains("2 is not in 3..=1000"));
    assert!(refused(&["--allocator", "dlmalloc"]).contains("the allocators are system, "));
    for seconds in ["", "0", "-1", "x", "inf", "NaN", "3601"] {
        let said = refused(&[&*format!("--seconds={seconds}")]);
        assert!(
            said.contains("from above 0 to 3600") || seconds.is_empty(),
            "{said}"
        );
    }
}
