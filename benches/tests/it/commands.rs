//! Command lines with what the program prints or why it refuses: by exit code 2, one line of error,
//! and no output.

use crate::program::{assert_refused, failed, file, printed, written};

#[test]
fn each_command_prints_its_lines_or_is_refused_with_its_reason() {
    let never = ["never.jsonl", "never.html"].map(file);
    written("control.json", b"[{\"a\": \"b\x01\"}]");
    written("latin1.json", b"[{\"a\": \"b\xFF\"}]");
    written("binary.dat", b"\x00\x9f\x92\x96\x00\x01");
    written("bytes.jsonl", b"{\"a\":\"x\"}\n{\"a\":\"\xff\"}\n");
    let long_record = format!("a\n\"{}", "x\n".repeat(200_000));
    written("stray_quote.csv", long_record);
    let (mut name, mut content) = ("", String::new());
    let (mut commands, mut output) = (Vec::new(), None);
    for (line, number) in include_str!("commands.txt").lines().zip(1..) {
        let text = line.get(2..).unwrap_or_default();
        match line.get(..1).unwrap_or_default() {
            ">" => {
                (name, content) = (text, String::new());
                written(name, "");
            }
            "<" => {
                content += text;
                written(name, &content);
                content.push('\n');
            }
            "*" => {
                let (count, numbered) = text.split_once(' ').unwrap();
                for number in 0..count.parse().unwrap() {
                    content += &(with_number(numbered, number) + "\n");
                }
                written(name, &content);
            }
            "%" if !cfg!(unix) => break,
            "$" => {
                if output.take().is_some() {
                    commands.clear();
                }
                commands.push(text);
            }
            "?" => commands
                .drain(..)
                .for_each(|command| assert_refused(command, text)),
            mark @ ("=" | "!") => {
                let output = output.get_or_insert_with(|| {
                    let output = printed(commands[0]);
                    output.split_whitespace().collect::<Vec<_>>().join(" ")
                });
                let is_expected = output.contains(text) == (mark == "=");
                assert!(is_expected, "commands.txt:{number}: {output}");
            }
            _ => {}
        }
    }
    for never in never {
        assert!(!never.exists(), "a refused run leaves no file");
    }
}

/// Replaces `{n}` by the number, and `{n%40}` by what is left of it.
fn with_number(line: &str, number: usize) -> String {
    let mut parts = line.split("{n");
    let mut text = parts.next().unwrap().to_owned();
    for part in parts {
        let (modulus, end) = part.split_once('}').unwrap();
        let modulus = modulus
            .strip_prefix('%')
            .map_or(usize::MAX, |text| text.parse().unwrap());
        text += &(number % modulus).to_string();
        text += end;
    }
    text
}

/// Memory stays bounded: each record has a limit.
#[cfg(unix)]
#[test]
fn files_without_an_end_are_refused() {
    for command in [
        "report",
        "trace --read",
        "advise --no-times --format=lines",
        "advise --no-times --format=csv",
        "trace --format=json",
        "advise --no-times --profile",
    ] {
        let reason = "/dev/zero: record 1 has more than ...";
        assert_refused(&format!("{command} /dev/zero"), reason);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_after_the_report() {
    let (printed, error) = failed("advise --no-times --html /dev/full", 2);
    assert!(!printed.is_empty(), "the report is printed");
    let reason = "/dev/full: it cannot be written: ";
    assert!(error.starts_with(reason), "{error}");
}
