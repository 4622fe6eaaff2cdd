//! Reports as a reader with a narrow terminal sees them.

use super::*;
use crate::report::{Axis, Chart, Scale, Series, Shape};
use crate::run::Unit;

fn style(width: u16) -> Style {
    Style {
        width,
        colour: false,
        table_width: width,
    }
}

fn table(column: impl Fn(u32) -> Column, cell: impl Fn(u32) -> Cell, count: u32) -> Block {
    let names = [Column::words("representation")].into_iter();
    let row = |name| [Cell::words(name)].into_iter().chain((0..count).map(&cell));
    Block::Table(Table {
        caption: "Nanoseconds for one key\nof six to fourteen bytes. ".repeat(4),
        columns: names.chain((0..count).map(column)).collect(),
        rows: vec![row("smart_lazy").collect(), row("cold-string").collect()],
    })
}

fn times(count: u32) -> Block {
    let time = |at| Cell::shown(f64::from(at), format!("~{at}.25 [{at}.00, {at}.50]"));
    table(|at| Column::numbers(format!("ns, set {at}")), time, count)
}

fn marks() -> Block {
    let mark = |at| Cell::words(format!("!{at}"));
    table(|at| Column::marks(format!("smart_{at}")), mark, 40)
}

fn chart(scale: Scale) -> Chart {
    let series = |(name, points): (&str, _)| Series {
        name: name.to_owned(),
        points,
        ..Series::default()
    };
    let held = vec![(0.0, 0.0), (4e8, 1e3), (5e8, 4e3), (6e8, 2e3), (1e9, 0.0)];
    Chart {
        id: "test".to_owned(),
        caption: "A test.".to_owned(),
        x: Axis::new("time", Unit::Ns, scale),
        y: Axis::new("bytes held", Unit::Bytes, scale),
        shape: Shape::Steps,
        series: [("vec_string", held), ("none", vec![])].map(series).into(),
    }
}

fn document() -> Document {
    let sentence = "no difference can be told to cold-string ".repeat(5);
    let blocks = vec![
        Block::Text(sentence.clone()),
        Block::Points(vec![sentence.clone(), sentence.clone()]),
        times(1),
        times(12),
        marks(),
        Block::Chart(chart(Scale::Linear)),
        Block::Chart(chart(Scale::Log)),
    ];
    let section = Section {
        title: sentence.clone(),
        blocks,
        ..Section::default()
    };
    Document {
        facts: vec![
            ("processor", sentence.clone()),
            ("system", "Linux".to_owned()),
        ],
        sections: vec![section],
        ..Document::default()
    }
}

fn written(style: Style) -> String {
    let mut out = Vec::new();
    write_document(&document(), style, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn no_line_is_too_long_and_no_word_is_cut() {
    for width in [40, 41, 60, 80, 120, 200] {
        let text = written(style(width));
        let longest = text.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(width.into()), "{width}: {longest:?}");
        let words: Vec<&str> = text.split_whitespace().collect();
        let numbers = (0..12).map(|at| format!("[{at}.00,"));
        let marks = (0..40).map(|at| format!("!{at}"));
        for word in numbers.chain(marks).chain(["cold-string".to_owned()]) {
            assert!(words.contains(&&*word), "{width}: {word} in\n{text}");
        }
    }
}

#[test]
fn in_a_pipe_a_row_is_a_line() {
    let text = written(Style {
        table_width: u16::MAX,
        ..style(40)
    });
    let rows = text.lines().filter(|line| line.starts_with("smart_lazy "));
    assert_eq!(rows.count(), 3, "{text}");
    assert!(text.contains("~11.25 [11.00, 11.50]"), "{text}");
    assert!(text.contains("smart_lazy      !0 !1 !2 "), "{text}");
}
