//! A page with every kind of block, for eyes and for `.ci/page`, which tests it in a browser.

use std::env;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::PathBuf;

use string_kit_benches::report::{
    Axis, Block, Cell, Chart, Column, Document, Scale, Section, Series, Shape, Table, Tone, Unit,
    page,
};

#[test]
fn a_sample_page_is_written() {
    let folder = env::var_os("STRING_KIT_PAGES")
        .map_or_else(|| env!("CARGO_TARGET_TMPDIR").into(), PathBuf::from);
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("sample.html");
    let mut out = BufWriter::new(File::create(&path).unwrap());
    page(&sample(), &mut out).unwrap();
    drop(out);
    assert!(fs::metadata(&path).unwrap().len() > 10_000);
}

fn sample() -> Document {
    Document {
        title: "string-kit: a sample".to_owned(),
        machine: "processor  a processor that exists nowhere, 8 threads\n\
                  system     none\n\
                  allocator  the system's"
            .to_owned(),
        sections: vec![
            section(
                "memory",
                "What a program holds over time",
                vec![
                    Block::Text(
                        "Three programs do the same; this is what they ask for.".to_owned(),
                    ),
                    Block::Chart(memory()),
                    Block::Points(vec![
                        "vec_string holds the most, at its peak and after.".to_owned(),
                        "str_list holds a fifth of that, in one block.".to_owned(),
                    ]),
                ],
            ),
            section(
                "curves",
                "Memory by the length of the text",
                vec![Block::Chart(curves())],
            ),
            section("ways", "A hundred ways", vec![Block::Table(ways())]),
            section("marks", "Who keeps what", vec![Block::Table(marks())]),
            section(
                "hostile",
                "Names that are markup: <b>\"bold\"</b> & </script>",
                vec![Block::Chart(hostile()), Block::Table(empty())],
            ),
        ],
    }
}

fn section(id: &'static str, title: &str, blocks: Vec<Block>) -> Section {
    Section {
        id,
        title: title.to_owned(),
        command: format!(
            "cargo run --release -- {id} --seconds 12 --page 'target/page of {id}.html'"
        ),
        blocks,
    }
}

fn axis(name: &str, unit: Unit, scale: Scale) -> Axis {
    Axis {
        name: name.to_owned(),
        unit,
        scale,
    }
}

/// Three programs that allocate in waves; one of them for an instant far more.
fn memory() -> Chart {
    let program = |name: &str, block: f64, seconds: f64| {
        let mut points = vec![(0.0, 0.0)];
        for step in 1..3000 {
            let time = f64::from(step) / 3000.0;
            let wave = 1.0 + 0.15 * (f64::from(step % 240) / 240.0);
            let spike = if step == 2100 { 1.6 } else { 1.0 };
            let held = block * 1e6 * (1.0 - (-6.0 * time).exp()) * wave * spike;
            points.push((time * seconds * 1e9, held.round()));
        }
        points.push((seconds * 1e9, 0.0));
        Series {
            name: name.to_owned(),
            points,
        }
    };
    Chart {
        id: "memory_over_time".to_owned(),
        caption: "Bytes asked of the allocator and not yet given back, from the program's first \
                  value to its last.\nA peak of an instant is drawn as high as it was."
            .to_owned(),
        x: axis("time", Unit::Nanoseconds, Scale::Linear),
        y: axis("bytes held", Unit::Bytes, Scale::Linear),
        shape: Shape::Steps,
        series: vec![
            program("vec_string", 8.2, 1.9),
            program("compact_string/one_pass", 4.9, 1.5),
            program("str_list", 1.6, 1.1),
        ],
    }
}

const TYPES: [&str; 19] = [
    "string",
    "box_str",
    "rc_str",
    "arc_str",
    "compact_string",
    "smol_str",
    "smart_string",
    "eco_string",
    "flex_str",
    "hip_str",
    "k_string",
    "lean_string",
    "char_str",
    "cold_string",
    "arcstr",
    "small_vec",
    "byte_yarn",
    "seq_str",
    "cow_str",
];

/// What one value costs by its length, for inline capacities from none to 30.
fn curves() -> Chart {
    let series = TYPES.iter().zip(0_u32..).map(|(name, index)| {
        let inline = f64::from((index * 7) % 31);
        let handle = f64::from(8 * (1 + index % 4));
        let header = f64::from(8 * (index % 3));
        let cost = |length: f64| {
            if length <= inline {
                handle
            } else {
                handle + header + (length / 16.0).ceil() * 16.0
            }
        };
        let lengths = [
            0.0, 1.0, 2.0, 4.0, 8.0, 12.0, 15.0, 16.0, 22.0, 23.0, 24.0, 30.0, 31.0, 32.0, 64.0,
            128.0, 256.0, 512.0, 1024.0, 2048.0, 4096.0,
        ];
        Series {
            name: (*name).to_owned(),
            points: lengths.map(|length| (length, cost(length))).into(),
        }
    });
    Chart {
        id: "bytes_by_length".to_owned(),
        caption: "Bytes that one value holds, in its container and on the heap, by the length of \
                  its text."
            .to_owned(),
        x: axis("length of the text", Unit::Bytes, Scale::Log),
        y: axis("bytes held", Unit::Bytes, Scale::Log),
        shape: Shape::Lines,
        series: series.collect(),
    }
}

/// A hundred rows, out of order, with gaps and ties.
fn ways() -> Table {
    let row = |index: u32| {
        let name = format!("{}/way_{index:02}", TYPES[index as usize % TYPES.len()]);
        let ns = f64::from((index * 7919) % 1009) + 12.5;
        let ratio = ns / 500.0;
        let tone = match index {
            0 => Tone::Marked,
            _ if ratio < 0.8 => Tone::Better,
            _ if ratio > 1.2 => Tone::Worse,
            _ => Tone::Plain,
        };
        let over = format!(
            "{:.3}{}",
            ratio,
            if tone == Tone::Plain { " ~" } else { "" }
        );
        let kept = if index.is_multiple_of(9) {
            Cell::words("-")
        } else {
            Cell::number(f64::from((index * 31) % 17) * 1_000.0, Unit::Bytes)
        };
        vec![
            Cell::words(name).in_tone(if index == 0 {
                Tone::Marked
            } else {
                Tone::Plain
            }),
            Cell::words(["published", "representation", "rival"][index as usize % 3]),
            Cell::number(ns, Unit::Nanoseconds),
            Cell::shown(ratio, over).in_tone(tone),
            Cell::number(f64::from(index % 7), Unit::Count),
            kept,
            Cell::number(f64::from(index * index * 37), Unit::Count),
        ]
    };
    Table {
        caption: "One pass over the five slices and drop. ~: no difference to the baseline can be \
                  told. kept: bytes asked of the allocator, all results kept."
            .to_owned(),
        columns: vec![
            Column::words("way"),
            Column::words("kind"),
            Column::numbers("time"),
            Column::numbers("over vec_string"),
            Column::numbers("allocs"),
            Column::numbers("kept"),
            Column::numbers("instructions"),
        ],
        rows: (0..100).map(row).collect(),
    }
}

/// Many columns of a character or two, under names that run downwards.
fn marks() -> Table {
    let mut columns = vec![Column::words("law")];
    columns.extend(TYPES.map(Column::marks));
    let row = |index: usize| {
        let mark = |at| match (index + at) % 7 {
            0 => Cell::words(format!("!{at}")).in_tone(Tone::Worse),
            1 => Cell::words("·"),
            _ => Cell::words("✓"),
        };
        let name = Cell::words(format!("failed_allocations_lose_nothing_{index}"));
        [name]
            .into_iter()
            .chain((0..TYPES.len()).map(mark))
            .collect()
    };
    Table {
        caption: "✓: it is kept. ·: there is nothing to keep.".to_owned(),
        columns,
        rows: (0..20).map(row).collect(),
    }
}

/// Names that would be markup if they were not escaped, and values that are none.
fn hostile() -> Chart {
    let series = |name: &str, points: &[(f64, f64)]| Series {
        name: name.to_owned(),
        points: points.to_vec(),
    };
    Chart {
        id: "hostile".to_owned(),
        caption: "<script>throw 'the caption ran'</script>: \"quotes\" & <i>tags</i>.".to_owned(),
        x: axis("<x>", Unit::Count, Scale::Linear),
        y: axis("\"y\"", Unit::Times, Scale::Linear),
        shape: Shape::Lines,
        series: vec![
            series(
                "</script><script>throw 'a name ran'</script>",
                &[(0.0, 1.0), (3.0, 0.2)],
            ),
            series(
                "\" onfocus=\"throw 'an attribute ran'",
                &[(1.0, f64::NAN), (2.0, 0.7)],
            ),
            series("nothing", &[]),
        ],
    }
}

fn empty() -> Table {
    Table {
        caption: "A table without rows.".to_owned(),
        columns: vec![Column::words("<th>"), Column::numbers("ns")],
        rows: Vec::new(),
    }
}
