//! A page with every kind of block, whose texts are markup, for eyes and for `.ci/page`, which tests
//! it in a browser.

use std::env;
use std::fs;
use std::path::PathBuf;

use string_kit_benches::report::{
    Axis, Block, Cell, Chart, Column, Document, Scale, Section, Series, Shape, Table, Tone, Unit,
    page,
};

const HOSTILE: &str = "</script><script>throw 'it ran'</script> \"'&<b>";

#[test]
fn hostile_text_stays_text_and_nothing_is_loaded() {
    let mut html = Vec::new();
    page(&sample(), &mut html).unwrap();
    let html = String::from_utf8(html).unwrap();
    assert!(!html.contains("<script>throw") && !html.contains("<b>"));
    assert_eq!(html.matches("</script>").count(), 1);
    assert!(html.contains("&lt;/script&gt;&lt;script&gt;throw 'it ran'"));
    for loading in ["http:", "https:", "@import", "url(", " src=", "<link"] {
        assert!(!html.contains(loading), "{loading}");
    }
    for number in ["NaN", "inf"] {
        assert!(!html.contains(&format!("{number},")) && !html.contains(&format!(",{number}")));
    }

    let folder = env::var_os("STRING_KIT_PAGES")
        .map_or_else(|| env!("CARGO_TARGET_TMPDIR").into(), PathBuf::from);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("sample.html"), html).unwrap();
}

fn sample() -> Document {
    let section = |(id, blocks)| Section {
        id,
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
    let charts = vec![Block::Chart(memory()), Block::Chart(curves())];
    let tables = vec![Block::Table(ways()), Block::Table(marks())];
    Document {
        title: "string-kit: a sample".to_owned(),
        machine: "processor  a processor that exists nowhere\nsystem     none".to_owned(),
        sections: [("words", words), ("charts", charts), ("tables", tables)]
            .map(section)
            .into(),
    }
}

/// Three programs that allocate in waves; one instant takes far more.
fn memory() -> Chart {
    let program = |(name, most): (&str, f64)| {
        let point = |step: i32| {
            let wave = f64::from(step) + 4.0 * f64::from(step % 240);
            let held = if step == 2100 { 2.0 } else { 1.0 } * most * wave;
            (f64::from(step) * 1e6, held)
        };
        Series {
            name: name.to_owned(),
            points: (0..3000).map(point).collect(),
        }
    };
    let programs = [("vec_string", 2e3), ("compact/one", 1e3), ("str_list", 4e2)];
    Chart {
        id: "memory_over_time".to_owned(),
        caption: "Bytes asked of the allocator and not yet given back.".to_owned(),
        x: Axis::new("time", Unit::Nanoseconds, Scale::Linear),
        y: Axis::new("bytes held", Unit::Bytes, Scale::Linear),
        shape: Shape::Steps,
        series: programs.map(program).into(),
    }
}

/// Bytes of one value by its length, for many inline capacities; names and values that are none.
fn curves() -> Chart {
    let series = (0_u32..18).map(|index| {
        let inline = f64::from((index * 7) % 31);
        let handle = f64::from(8 * (1 + index % 4));
        let cost = |length: f64| match length {
            _ if length <= inline => (length, handle),
            _ => (length, handle + (length / 16.0).ceil() * 16.0),
        };
        let lengths = [
            0.0, 1.0, 4.0, 8.0, 16.0, 22.0, 23.0, 31.0, 64.0, 256.0, 4096.0,
        ];
        Series {
            name: format!("type_{index}"),
            points: lengths.map(cost).into(),
        }
    });
    let hostile = Series {
        name: HOSTILE.to_owned(),
        points: vec![(1.0, f64::NAN), (2.0, f64::INFINITY), (3.0, 7.0)],
    };
    Chart {
        id: "bytes_by_length".to_owned(),
        caption: HOSTILE.to_owned(),
        x: Axis::new("length <b> of the text", Unit::Bytes, Scale::Log),
        y: Axis::new("bytes held", Unit::Bytes, Scale::Log),
        shape: Shape::Lines,
        series: series.chain([hostile, Series::default()]).collect(),
    }
}

/// A hundred rows, out of order, with gaps and ties.
fn ways() -> Table {
    let row = |index: u32| {
        let ns = f64::from((index * 7919) % 1009) + 12.5;
        let tone = [Tone::Plain, Tone::Marked, Tone::Better, Tone::Worse][index as usize % 4];
        let kept = match index % 9 {
            0 => Cell::words("-"),
            kept => Cell::number(f64::from(kept) * 1_000.0, Unit::Bytes),
        };
        vec![
            Cell::words(format!("way_{}", index * 31 % 100)),
            Cell::number(ns, Unit::Nanoseconds).in_tone(tone),
            kept,
        ]
    };
    let numbers = ["time", "kept"].map(Column::numbers);
    Table {
        caption: "One pass over the five slices and drop.".to_owned(),
        columns: [Column::words("way")].into_iter().chain(numbers).collect(),
        rows: (0..100).map(row).collect(),
    }
}

/// Many columns of a character or two, under names that run downwards.
fn marks() -> Table {
    let names = (0..20).map(|at| Column::marks(format!("representation_{at}")));
    let row = |index: u32| {
        let name = Cell::words(format!("failed_allocations_lose_nothing_{index}"));
        let mark = |at| Cell::words(["✓", "·", "!1"][(index + at) as usize % 3]);
        [name].into_iter().chain((0..20).map(mark)).collect()
    };
    Table {
        caption: "✓: it is kept. ·: there is nothing to keep.".to_owned(),
        columns: [Column::words("law")].into_iter().chain(names).collect(),
        rows: (0..20).map(row).collect(),
    }
}
