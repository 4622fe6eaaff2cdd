//! What a page must not let through.

use super::*;
use crate::report::{Axis, Cell, Chart, Column, Scale, Section, Series, Shape, Table, Unit};

const HOSTILE: &str = "</script><script>alert(1)</script> \"'&<b>";

fn hostile() -> Document {
    let text = || HOSTILE.to_owned();
    let axis = || Axis {
        name: text(),
        unit: Unit::Bytes,
        scale: Scale::Log,
    };
    let table = Table {
        caption: text(),
        columns: vec![Column::words(text())],
        rows: vec![vec![Cell::words(text())]],
    };
    let chart = Chart {
        id: text(),
        caption: text(),
        x: axis(),
        y: axis(),
        shape: Shape::Lines,
        series: vec![Series {
            name: text(),
            points: vec![(0.0, 0.0), (1.0, f64::NAN), (2.0, f64::INFINITY)],
        }],
    };
    Document {
        title: text(),
        machine: text(),
        sections: vec![Section {
            id: "hostile",
            title: text(),
            command: text(),
            blocks: vec![
                Block::Text(text()),
                Block::Points(vec![text()]),
                Block::Table(table),
                Block::Chart(chart),
            ],
        }],
    }
}

fn written(document: &Document) -> String {
    let mut out = Vec::new();
    page(document, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn hostile_text_stays_text() {
    let html = written(&hostile());
    assert!(!html.contains("<script>alert"));
    assert!(!html.contains("<b>"));
    // One for each script, the chart's points and the manifest.
    assert_eq!(html.matches("</script>").count(), SCRIPTS.len() + 2);
    let harmless = "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; &quot;'&amp;&lt;b&gt;";
    assert!(html.contains(harmless));
}

#[test]
fn a_caption_begins_with_its_subject() {
    let subject_of = |caption| subject(caption).to_owned();
    assert_eq!(
        subject_of("Time of clone; lower is better."),
        "Time of clone"
    );
    assert_eq!(subject_of("Sizes. 1.5: half more"), "Sizes");
    assert_eq!(subject_of("Sizes in bytes."), "Sizes in bytes.");
    assert_eq!(subject_of(""), "");
}

#[test]
fn data_cannot_end_its_script() {
    let html = json("points", &HOSTILE).into_string();
    assert_eq!(html.matches("</script>").count(), 1);
    assert_eq!(html.matches('<').count(), 2);
}

#[test]
fn what_is_no_number_is_drawn_nowhere() {
    let html = written(&hostile()).to_lowercase();
    assert!(!html.contains("nan"));
    assert!(!html.contains("inf%"));
}

#[test]
fn nothing_is_loaded() {
    let html = written(&hostile());
    for loading in ["http:", "https:", "@import", "url(", " src=", "<link"] {
        assert!(!html.contains(loading), "{loading}");
    }
}

#[test]
fn an_empty_document_is_a_page() {
    assert!(written(&Document::default()).contains("\"sections\":0"));
}
