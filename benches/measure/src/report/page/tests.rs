//! A page with every kind of block, whose texts are markup, for eyes and for `.ci/page`, which tests
//! it in a browser.

use std::env;
use std::fs;
use std::path::PathBuf;

use crate::report::{
    Axis, Block, Cell, Chart, Column, Document, Scale, Section, Series, Shape, Table, Tone, page,
};
use crate::run::Unit;

const HOSTILE: &str = "</script><script>throw 'it ran'</script> \"'&<b>";

#[test]
fn hostile_text_stays_text_and_nothing_is_loaded() {
    let mut html = Vec::new();
    page(&sample(), &mut html).unwrap();
    let html = String::from_utf8(html).unwrap();
    assert!(!html.contains("<script>throw") && !html.contains("<b>"));
    assert_eq!(html.matches("</script>").count(), 1);
    assert!(html.contains("&lt;/script&gt;&lt;script&gt;throw 'it ran'"));
    let dots = html.find("svg class=\"dots\"").unwrap();
    let (fast, slow) = (
        html[dots..].find(">fast<").unwrap(),
        html[dots..].find(">slow<").unwrap(),
    );
    assert!(fast < slow, "dots are sorted");
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

fn sample() -> Document {
    let section = |(id, blocks): (&str, _)| Section {
        id: id.to_owned(),
        title: format!("The section {id}"),
        command: format!("cargo run --release -- {id} --html 'target/page of {id}.html'"),
        blocks,
    };
    let words = vec![
        Block::Text(HOSTILE.to_owned()),
        Block::Points(vec![HOSTILE.to_owned(), "Another point.".to_owned()]),
        Block::Table(Table {
            caption: HOSTILE.to_owned(),
            columns: vec![Column::words(HOSTILE), Column::numbers("ns")],
            rows: vec![vec![Cell::words(HOSTILE), Cell::default()]],
        }),
    ];
    let ratio = |name: &str, ratio: f64, tone| {
        let cell = Cell {
            interval: Some((ratio * 0.97, ratio * 1.03)),
            ..Cell::shown(ratio, format!("{ratio:.2}")).in_tone(tone)
        };
        vec![Cell::words(name), cell]
    };
    let ratios = vec![Block::Table(Table {
        caption: "Ratios".to_owned(),
        columns: vec![Column::words("way"), Column::numbers("ratio")],
        rows: vec![
            ratio("slow", 2.5, Tone::Worse),
            ratio("fast", 0.4, Tone::Better),
            ratio(HOSTILE, 1.0, Tone::Plain),
        ],
    })];
    let charts = vec![
        Block::Chart(chart(Scale::Linear, Shape::Steps, 3, 3000)),
        Block::Chart(chart(Scale::Log, Shape::Lines, 18, 20)),
    ];
    Document {
        title: "string-kit: a sample".to_owned(),
        facts: vec![("processor", "one that exists nowhere".to_owned())],
        sections: [
            ("words", words),
            ("ratios", ratios),
            ("charts", charts),
            ("tables", vec![Block::Table(table())]),
        ]
        .map(section)
        .into(),
    }
}

/// Curves that rise in waves, with one spike; a name that is markup, and values that are no numbers.
fn chart(scale: Scale, shape: Shape, curves: u32, points: u32) -> Chart {
    let series = |curve| {
        let point = |at| {
            let spike = if at == points / 2 { 2 } else { 1 };
            let y = (at + 9 * (at % 240)) * (curve + 1) * spike;
            (f64::from(at), f64::from(y))
        };
        Series {
            name: format!("type_{curve}"),
            points: (0..points).map(point).collect(),
        }
    };
    let hostile = Series {
        name: HOSTILE.to_owned(),
        points: vec![(1.0, f64::NAN), (2.0, f64::INFINITY), (3.0, 7.0)],
    };
    Chart {
        id: format!("{shape:?}"),
        caption: HOSTILE.to_owned(),
        x: Axis::new("length <b> of the text", Unit::Count, scale),
        y: Axis::new("bytes held", Unit::Bytes, scale),
        shape,
        series: (0..curves).map(series).chain([hostile]).collect(),
    }
}

/// Returns a hundred rows out of order, with gaps and ties, and marks under names that run downwards.
fn table() -> Table {
    let marks = (0..20).map(|at| Column::marks(format!("representation_{at}")));
    let row = |index: u32| {
        let tone = [Tone::Plain, Tone::Marked, Tone::Better, Tone::Worse][index as usize % 4];
        let ns = Cell::number(f64::from((index * 7919) % 1009), Unit::Ns);
        let kept = match index % 9 {
            0 => Cell::words("-"),
            kept => Cell::number(f64::from(kept) * 1_000.0, Unit::Bytes),
        };
        let name = Cell::words(format!(
            "failed_allocations_lose_nothing_{}",
            index * 31 % 100
        ));
        let mark = |at| Cell::words(["✓", "·", "!1"][(index + at) as usize % 3]);
        let cells = [name, ns.in_tone(tone), kept];
        cells.into_iter().chain((0..20).map(mark)).collect()
    };
    let columns = [
        Column::words("way"),
        Column::numbers("time"),
        Column::numbers("kept"),
    ];
    Table {
        caption: "✓: it is kept. ·: there is nothing to keep.".to_owned(),
        columns: columns.into_iter().chain(marks).collect(),
        rows: (0..100).map(row).collect(),
    }
}
