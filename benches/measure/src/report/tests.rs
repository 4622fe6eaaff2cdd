//! Reports of runs that no measurement makes, and a sample of every kind of block, whose texts are
//! markup, for eyes and for `.ci/page`, which tests its page in a browser.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use unicode_width::UnicodeWidthStr;

use super::terminal::{Style, write_document};
use super::*;
use crate::judge::Judge;
use crate::run::{Factors, Measurement, Run, Unit, from_bytes};

const HOSTILE: &str = "</script><script>throw 'it ran'</script> \"'&<b>";

const TYPES: &str = r#"{"factor":"type","baseline":"a","twin":"a (twin)"}"#;

fn run(compared: &str, layout: &str, measurements: Vec<Measurement>) -> Run {
    let header = format!(
        r#"{{"schema":"string-kit-run/1","question":"q\u001b[31m","title":"a\u202eb",
        "command":"c\nrm","seed":1,"processes":3,"machine":{{"cpu":"\u0007"}},
        "compared":{compared},"layout":{layout},
        "doubts":["d\u009b"],"notes":["n\u0000"]}}"#
    );
    let runs = from_bytes(header.replace('\n', "").as_bytes(), Path::new("x"));
    Run {
        measurements,
        ..runs.unwrap().remove(0)
    }
}

type Form = fn(&Document, &mut Vec<u8>) -> io::Result<()>;

fn written(document: &Document, form: Form) -> String {
    let mut out = Vec::new();
    form(document, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn every_form_escapes_control_characters() {
    let factors = Factors::default().with("ty\u{1b}pe", "a\u{8}");
    let cell = Measurement::new(factors, "m\u{7f}", Unit::Count, vec![Some(1.0)]);
    let cell_with_note = cell.with_note(Some("\u{9d}".to_owned()));
    let run = run("null", "{}", vec![cell_with_note]);
    let section = pivot::section(&Judge::new(&run));
    let document = Document::new("t", &[run], vec![section]);
    let in_full: Form = |document, out| terminal(document, true, out);
    for form in [in_full, markdown, csv, page] {
        let text = written(&document, form);
        let is_hidden =
            |letter: char| letter != '\n' && letter.is_control() || letter == '\u{202e}';
        assert!(!text.contains(is_hidden), "{text:?}");
        assert!(text.contains("{1b}") && !text.contains("\nrm"), "{text:?}");
    }
}

#[test]
fn no_number_makes_a_report_panic() {
    let numbers = [1e308, -1e308, 1e-320, 0.0, -0.0, 1.0, 5e-324, -7.0].map(Some);
    let samples = vec![[&numbers[..], &[None]].concat(); 4];
    let shown = r#"{"columns":"length","chart":"length","shown":["1e308"]}"#;
    for (unit, layout) in [
        (Unit::Ns, r#"{"chart":"length"}"#),
        (Unit::Ns, shown),
        (Unit::Bytes, r#"{"chart":"m"}"#),
        (Unit::Flag, "{}"),
        (Unit::Ratio, "{}"),
        (Unit::Count, r#"{"columns":"type"}"#),
    ] {
        let cell = |at: usize| {
            let factors = Factors::default()
                .with("type", ["a", "a (twin)", "b"][at / 5])
                .with("length", ["1e308", "-1", "0", "x", ""][at % 5]);
            Measurement {
                samples: samples.clone(),
                ..Measurement::new(factors, ["m", "k"][at % 2], unit, Vec::new())
            }
        };
        let cells: Vec<Measurement> = (0..15).map(cell).collect();
        show_all(vec![run(TYPES, layout, cells.clone())]);
        show_all(vec![run("null", layout, cells)]);
    }
}

/// A pivot that looked through all cells for each of its own would take minutes here.
#[test]
fn a_thousand_fields_have_a_thousand_tables() {
    const METRICS: [&str; 3] = ["kept", "taken", "blocks"];
    // As `advise --no-times` has them: metrics that do not vary, of each type, for each field.
    let cell = |at: usize| {
        let factors = Factors::default().with("field", at / 60);
        let (factors, metric) = (factors.with("type", at / 3 % 20), METRICS[at % 3]);
        Measurement::new(factors, metric, Unit::Bytes, vec![None])
    };
    for (compared, tables) in [(TYPES, 1_000), ("null", 1)] {
        let run = run(compared, "{}", (0..60_000).map(cell).collect());
        let section = pivot::section(&Judge::new(&run));
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
fn the_page_has_hostile_text_as_text_and_loads_nothing() {
    let html = written(&sample(), page);
    assert!(!html.contains("<script>throw") && !html.contains("<b>"));
    assert_eq!(html.matches("</script>").count(), 1);
    assert!(html.contains("&lt;/script&gt;&lt;script&gt;throw 'it ran'"));
    for loading in ["http:", "https:", "@import", "url(", " src=", "<link"] {
        assert!(!html.contains(loading), "{loading}");
    }
    for number in ["NaN", "inf"] {
        assert!(!html.contains(&format!("{number},")) && !html.contains(&format!(",{number}")));
    }
    if let Some(folder) = env::var_os("STRING_KIT_PAGES") {
        fs::write(PathBuf::from(folder).join("sample.html"), html).unwrap();
    }
}

#[test]
fn on_a_terminal_no_line_is_too_long_and_no_word_is_cut() {
    for width in [40, 41, 60, 80, 120, 200] {
        let text = on_terminal(&sample(), width);
        let lines = text.lines().filter(|line| !line.starts_with("$ "));
        let longest = lines.map(|line| line.chars().count()).max();
        assert!(longest <= Some(width.into()), "{width}: {longest:?}");
        let words: HashSet<&str> = text.split_whitespace().collect();
        for cell in ratios().rows.into_iter().chain(table().rows).flatten() {
            let mut of_cell = cell.text.split_whitespace();
            assert!(of_cell.all(|word| words.contains(word)), "{width}: {text}");
        }
    }
}

fn on_terminal(document: &Document, width: u16) -> String {
    let (colour, is_all, mut out) = (false, true, Vec::new());
    write_document(
        document,
        Style {
            width,
            colour,
            is_all,
        },
        &mut out,
    )
    .unwrap();
    String::from_utf8(out).unwrap()
}

fn drawn_alone(block: Block, width: u16) -> String {
    let mut document = sample();
    document.sections.truncate(1);
    document.sections[0].blocks = vec![block];
    on_terminal(&document, width)
}

#[test]
fn columns_are_as_wide_as_their_texts_are_shown() {
    let drawn = |rows: &[&[&str]], width| {
        let row = |row: &&[&str]| row.iter().copied().map(Cell::words).collect();
        let columns = rows[0].iter().map(|_| Column::numbers("text")).collect();
        let table = Table::new("", columns, rows.iter().map(row).collect());
        drawn_alone(Block::Table(table), width)
    };
    let rows: [&[&str]; 5] = [
        &["日本の名前", "1"],
        &["श्रीलंका", "2"],
        &["👩\u{200d}💻", "3"],
        &["السعودية", "4"],
        &["a\u{30a}land", "5"],
    ];
    let text = drawn(&rows, 80);
    let is_row = |line: &&str| rows.iter().any(|row| line.contains(row[0]));
    let widths: Vec<usize> = text.lines().filter(is_row).map(str::width).collect();
    assert_eq!(widths, [widths[0]; 5], "{text}");

    // Together they are wider than the terminal: each is whole, in a band of its own.
    let words = [
        "1",
        "一二三四五六七八九十百千万億兆",
        "子丑寅卯辰巳午未申酉戌亥甲乙丙",
    ];
    let text = drawn(&[&words], 40);
    assert!(words.iter().all(|word| text.contains(word)), "{text}");
    assert!(text.lines().all(|line| line.width() <= 40), "{text}");
}

#[test]
fn markdown_and_csv_have_tables_intervals_and_commands() {
    let mut document = sample();
    document.sections = document.sections.split_off(1);
    document.sections.truncate(1);
    let markup = r#"\</script>\<script>throw 'it ran'\</script> "'&\<b>"#;
    let expected = format!(
        "# string-kit: a sample\n\n```text\nprocessor  one that exists nowhere\n```\n\n\
         ## The section ratios\n\nRatios\n\n| way | ratio |\n| --- | ---: |\n\
         | slow | 2.50 |\n| fast | 0.50 |\n| {markup} | 1.00 |\n\n\
         - str_list is\n\n```sh\nstring-kit ratios --html 'a page.html'\n```\n"
    );
    assert_eq!(written(&document, markdown), expected);
    let markup = HOSTILE.replace('"', "\"\"");
    let expected = format!(
        "table,name,value\nrun,processor,one that exists nowhere\n\
         ratios,question,The section ratios\n\
         ratios,command,string-kit ratios --html 'a page.html'\nratios 1,caption,Ratios\n\
         ratios,note,\"str_list\nis\"\ntable,way,ratio,ratio low,ratio high\n\
         ratios 1,slow,2.5,1.25,5\nratios 1,fast,0.5,0.25,1\nratios 1,\"{markup}\",1,0.5,2\n"
    );
    assert_eq!(written(&document, csv), expected);
}

#[test]
fn a_chart_is_a_summary_in_text_and_a_path_on_the_page() {
    let mut chart = chart(Scale::Linear, Shape::Steps, 0, 0);
    chart.series[0].points = vec![(0.0, 5.0), (2.0, 9.0), (4.0, 1.0), (5.0, f64::NAN)];
    let mut document = sample();
    document.sections[0].blocks = vec![Block::Chart(chart)];
    let text = written(&document, markdown);
    assert!(text.contains("| 5 B | 9 B | 1 B |\n"), "{text}");
    let html = written(&document, page);
    let steps = "\"90,179 395,179 395,12 395,179 395,12 700,12 700,346\"";
    assert!(html.contains(steps) && html.contains(">9 B</td>"), "{html}");
}

fn ratios() -> Table {
    let row = |name: &str, ratio: f64, tone| {
        let cell = Cell {
            interval: Some((ratio / 2.0, ratio * 2.0)),
            ..Cell::shown(ratio, format!("{ratio:.2}")).in_tone(tone)
        };
        vec![Cell::words(name), cell]
    };
    let columns = vec![Column::words("way"), Column::numbers("ratio")];
    let (slow, fast) = (
        row("slow", 2.5, Tone::Worse),
        row("fast", 0.5, Tone::Better),
    );
    Table::new(
        "Ratios",
        columns,
        vec![slow, fast, row(HOSTILE, 1.0, Tone::Plain)],
    )
}

fn sample() -> Document {
    let section = |(id, blocks): (&str, _)| {
        let command = format!("string-kit {id} --html 'a page.html'");
        Section::new(id, &format!("The section {id}"), &command, blocks)
    };
    let columns = vec![Column::words(HOSTILE), Column::numbers("ns")];
    let row = vec![Cell::words(HOSTILE), Cell::default()];
    let words = vec![
        Block::Text(HOSTILE.to_owned()),
        Block::Points(vec![HOSTILE.to_owned(), "Another point.".to_owned()]),
        Block::Table(Table::new(HOSTILE, columns, vec![row])),
    ];
    let note = Block::Points(vec!["str_list\nis".to_owned()]);
    let ratios = vec![Block::Table(ratios()), note];
    let charts = vec![
        Block::Chart(chart(Scale::Linear, Shape::Steps, 3, 3000)),
        Block::Chart(chart(Scale::Log, Shape::Lines, 18, 20)),
        Block::Chart(chart(Scale::Log, Shape::Points, 12, 1)),
    ];
    let tables = vec![Block::Table(table())];
    let sections = [
        ("words", words),
        ("ratios", ratios),
        ("charts", charts),
        ("tables", tables),
    ];
    Document {
        title: "string-kit: a sample".to_owned(),
        facts: vec![("processor", "one that exists nowhere".to_owned())],
        sections: sections.map(section).into(),
    }
}

/// Curves that rise in waves, with one spike; a name is markup, and some values are no numbers.
fn chart(scale: Scale, shape: Shape, curves: u32, points: u32) -> Chart {
    let series = |curve: u32| {
        let point = |at| {
            let spike = if at == points / 2 { 2 } else { 1 };
            let y = (at + 9 * (at % 240)) * (curve + 1) * spike;
            (f64::from(at), f64::from(y))
        };
        // Points lie apart.
        let first = if shape == Shape::Points { curve + 1 } else { 0 };
        Series {
            name: format!("type_{curve}"),
            points: (first..first + points).map(point).collect(),
            is_pick: curve == 1,
        }
    };
    let no_numbers = vec![(1.0, f64::NAN), (2.0, f64::INFINITY), (3.0, 7.0)];
    let hostile = Series::new(HOSTILE, no_numbers);
    Chart {
        id: format!("{shape:?}"),
        caption: HOSTILE.to_owned(),
        x: Axis::new("length <b> of the text", Unit::Count, scale),
        y: Axis::new("bytes held", Unit::Bytes, scale),
        shape,
        series: (0..curves).map(series).chain([hostile]).collect(),
    }
}

/// Returns a hundred rows out of order, with gaps and ties, and many short words.
fn table() -> Table {
    let marks = (0..20).map(|at| Column::words(format!("m{at}")));
    let row = |index: u32| {
        let tone = [Tone::Plain, Tone::Marked, Tone::Better, Tone::Worse][index as usize % 4];
        let ns = Cell::number(f64::from((index * 7919) % 1009), Unit::Ns);
        let kept = match index % 9 {
            0 => Cell::words("-"),
            kept => Cell::number(f64::from(kept) * 1_000.0, Unit::Bytes),
        };
        let number = index * 31 % 100;
        let name = Cell::words(format!("failed_allocations_lose_nothing_{number}"));
        let mark = |at| Cell::words(["✓", "·", "!1"][(index + at) as usize % 3]);
        let cells = [name, ns.in_tone(tone), kept];
        cells.into_iter().chain((0..20).map(mark)).collect()
    };
    let [time, kept] = ["time", "kept"].map(Column::numbers);
    let columns = [Column::words("way"), time, kept].into_iter().chain(marks);
    let caption = "✓: it is kept. ·: there is nothing to keep.";
    Table::new(caption, columns.collect(), (0..100).map(row).collect())
}
