//! Reports of runs that no measurement makes.

use std::fmt::Write;
use std::path::Path;

use super::*;
use crate::judge::Judge;
use crate::run::{Run, from_bytes};

/// Returns the runs of a file with this compared factor, layout, and lines.
fn runs(compared: &str, layout: &str, lines: &str) -> Vec<Run> {
    let header = format!(
        r#"{{"schema":"string-kit-run/1","question":"q\u001b[31m","title":"a\u202eb","command":"c\nrm","seed":1,
        "processes":3,"compared":{compared},"layout":{layout},"machine":{{"cpu":"\u0007"}},
        "doubts":["d\u009b"],"notes":["n\u0000"]}}"#
    )
    .replace('\n', "");
    from_bytes(format!("{header}\n{lines}").as_bytes(), Path::new("x")).unwrap()
}

const TYPES: &str = r#"{"factor":"type","baseline":"a","twin":"a (twin)"}"#;

fn form(runs: &[Run], write: impl Fn(&Document, &mut Vec<u8>) -> std::io::Result<()>) -> String {
    let sections = runs.iter().map(|run| pivot::section(&Judge::of(run)));
    let document = Document::new("t", runs, sections.collect());
    let mut out = Vec::new();
    write(&document, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn every_form_escapes_control_characters() {
    let cell = r#"{"cell":0,"factors":{"ty\u001bpe":"a\u0008"},"metric":"m\u007f","unit":"count","note":"\u009d"}"#;
    let lines = format!("{cell}\n{{\"cell\":0,\"process\":0,\"values\":[1]}}\n");
    let runs = runs("null", "{}", &lines);
    let forms = [
        form(&runs, terminal),
        form(&runs, markdown),
        form(&runs, csv),
        form(&runs, page),
    ];
    for form in forms {
        let is_hidden =
            |letter: char| letter != '\n' && letter.is_control() || letter == '\u{202e}';
        assert!(!form.contains(is_hidden), "{form:?}");
        assert!(form.contains("{1b}") && !form.contains("\nrm"), "{form:?}");
    }
}

#[test]
fn no_number_makes_a_report_panic() {
    let numbers = "1e308,-1e308,1e-320,0,-0.0,null,1,5e-324,-7";
    for (unit, layout) in [
        ("ns", r#"{"chart":"length"}"#),
        (
            "ns",
            r#"{"columns":"length","chart":"length","shown":["1e308"]}"#,
        ),
        ("bytes", r#"{"chart":"m"}"#),
        ("flag", "{}"),
        ("ratio", "{}"),
        ("count", r#"{"columns":"type"}"#),
    ] {
        let mut lines = String::new();
        let values = ["a", "a (twin)", "b"]
            .map(|name| ["1e308", "-1", "0", "x", ""].map(|length| (name, length)));
        for (cell, (name, length)) in values.concat().into_iter().enumerate() {
            let factors = format!(r#"{{"type":"{name}","length":"{length}"}}"#);
            let metric = if cell % 2 == 0 { "m" } else { "k" };
            let key =
                format!(r#""cell":{cell},"factors":{factors},"metric":"{metric}","unit":"{unit}""#);
            writeln!(lines, "{{{key}}}").unwrap();
            for process in 0..4 {
                let samples =
                    format!(r#"{{"cell":{cell},"process":{process},"values":[{numbers}]}}"#);
                writeln!(lines, "{samples}").unwrap();
            }
        }
        show_all(runs(TYPES, layout, &lines));
        show_all(runs("null", layout, &lines));
    }
}

/// A pivot that looked through all cells for each of its own would take minutes here.
#[test]
fn a_thousand_fields_have_a_thousand_tables() {
    // As `advise --no-times` has them: metrics that do not vary, of each type, for each field.
    let (mut lines, mut count) = (String::new(), 0);
    for field in 0..1_000 {
        for name in 0..20 {
            for metric in ["kept", "taken", "blocks"] {
                let factors = format!(r#"{{"field":"field_{field}","type":"type_{name}"}}"#);
                let key = format!(r#""cell":{count},"factors":{factors},"metric":"{metric}""#);
                writeln!(lines, r#"{{{key},"unit":"bytes"}}"#).unwrap();
                count += 1;
            }
        }
    }
    for (compared, tables) in [(TYPES, 1_000), ("null", 1)] {
        let runs = runs(compared, "{}", &lines);
        let section = pivot::section(&Judge::of(&runs[0]));
        // The last block is the notes.
        assert_eq!(section.blocks.len(), tables + 1);
        let rows = section.blocks.iter().map(|block| match block {
            Block::Table(table) => table.rows.len(),
            _ => 0,
        });
        assert_eq!(rows.sum::<usize>(), 20_000);
    }
}
