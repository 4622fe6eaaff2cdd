//! Reports as a reader with a narrow terminal sees them.

use super::*;
use crate::report::{Cell, Column, Table};

fn style(width: usize) -> Style {
    Style {
        width,
        colour: false,
        narrow_tables: true,
    }
}

/// A table with a column of words, and this many of times with their intervals.
fn table(numbers: u32) -> Table {
    let mut columns = vec![Column::words("representation")];
    columns.extend((0..numbers).map(|at| Column::numbers(format!("ns, set {at}"))));
    let row = |name: &str| {
        let mut row = vec![Cell::words(name)];
        let time = |at| Cell::shown(f64::from(at), format!("~{at}.25 [{at}.00, {at}.50]"));
        row.extend((0..numbers).map(time));
        row
    };
    Table {
        caption: "Nanoseconds for one key\nof six to fourteen bytes. ".repeat(4),
        columns,
        rows: vec![row("smart_lazy"), row("cold-string")],
    }
}

/// Marks under names that run downwards.
fn marks() -> Table {
    let mut columns = vec![Column::words("law")];
    columns.extend((0..40).map(|at| Column::marks(format!("smart_compact_{at}"))));
    let mut row = vec![Cell::words("failed_allocations_lose_nothing")];
    row.extend((0..40).map(|at| Cell::words(format!("!{at}"))));
    Table {
        caption: String::new(),
        columns,
        rows: vec![row],
    }
}

fn document() -> Document {
    let sentence = "no difference can be told to cold-string ".repeat(5);
    Document {
        title: String::new(),
        machine: format!("{sentence}\nLinux"),
        sections: vec![Section {
            id: "test",
            title: sentence.clone(),
            command: "string-kit".to_owned(),
            blocks: vec![
                Block::Text(sentence.clone()),
                Block::Points(vec![sentence.clone(), sentence]),
                Block::Table(table(1)),
                Block::Table(table(3)),
                Block::Table(table(12)),
                Block::Table(marks()),
            ],
        }],
    }
}

fn written(style: Style) -> String {
    let mut out = Vec::new();
    write_document(&document(), style, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn no_line_is_longer_than_the_terminal() {
    for width in [40, 41, 60, 79, 80, 120, 200] {
        let text = written(style(width));
        let longest = text.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(width), "{width}, {longest:?}:\n{text}");
    }
}

#[test]
fn whatever_the_width_all_of_it_is_there_and_no_number_is_cut() {
    for width in [40, 60, 80, 120, 200] {
        let text = written(style(width));
        let words: Vec<&str> = text.split_whitespace().collect();
        for at in 0..12 {
            let number = format!("~{at}.25");
            let least = format!("[{at}.00,");
            let most = format!("{at}.50]");
            for word in [number, least, most] {
                assert!(words.contains(&&*word), "{width}: {word} in\n{text}");
            }
        }
    }
}

#[test]
fn marks_are_whole_and_stand_close_together() {
    for width in [40, 60, 80, 120, 200] {
        let text = written(style(width));
        let words: Vec<&str> = text.split_whitespace().collect();
        for at in 0..40 {
            assert!(
                words.contains(&&*format!("!{at}")),
                "{width}: {at} in\n{text}"
            );
        }
    }
    let text = written(style(200));
    assert!(
        text.contains("failed_allocations_lose_nothing  !0 !1 !2 "),
        "{text}"
    );
}

#[test]
fn in_a_pipe_a_row_is_a_line() {
    let text = written(Style {
        narrow_tables: false,
        ..style(40)
    });
    let rows = text.lines().filter(|line| line.starts_with("smart_lazy "));
    assert_eq!(rows.count(), 3, "{text}");
    assert!(text.contains("~11.25 [11.00, 11.50]"), "{text}");
}
