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

#[test]
fn a_table_is_markdown_or_csv_with_its_captions_intervals_and_command() {
    let ratio = Cell {
        interval: Some((0.25, 0.75)),
        ..Cell::shown(0.5, "0.500 [0.250, 0.750]")
    };
    let table = Table {
        caption: "length 8".to_owned(),
        columns: vec![
            Column::words("way"),
            Column::numbers("ratio"),
            Column::numbers("ns"),
        ],
        rows: vec![
            vec![
                Cell::words("a|b, \"c\""),
                ratio,
                Cell::shown(1.5, "1.50 ns"),
            ],
            vec![Cell::words("c"), Cell::shown(1.0, "1")],
        ],
    };
    let section = Section {
        id: "ways".to_owned(),
        title: "Which <b> is best?".to_owned(),
        command: "string-kit".to_owned(),
        blocks: vec![
            Block::Table(table),
            Block::Points(vec!["str_list\nis".to_owned()]),
        ],
    };
    let document = Document {
        title: "Ways".to_owned(),
        facts: vec![("processor", "one".to_owned())],
        sections: vec![section],
    };
    let mut out = Vec::new();
    markdown(&document, &mut out).unwrap();
    let expected = "# Ways\n\n```text\nprocessor  one\n```\n\n## Which \\<b> is best?\n\nlength 8\n\n\
                    | way | ratio | ns |\n| --- | ---: | ---: |\n\
                    | a\\|b, \"c\" | 0.500 \\[0.250, 0.750] | 1.50 ns |\n| c | 1 |\n\n\
                    - str_list is\n\n```sh\nstring-kit\n```\n";
    assert_eq!(String::from_utf8(out).unwrap(), expected);
    let mut out = Vec::new();
    csv(&document, &mut out).unwrap();
    let expected = "table,name,value\nrun,processor,one\nways,question,Which <b> is best?\n\
                    ways,command,string-kit\nways 1,caption,length 8\nways,note,\"str_list\nis\"\n\
                    table,way,ratio,ratio low,ratio high,ns\n\
                    ways 1,\"a|b, \"\"c\"\"\",0.5,0.25,0.75,1.5\nways 1,c,1,,\n";
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}
