//! The traces as tables and a chart.

use super::summary::{self, COLUMNS};
use super::{Features, MemoryReport, Published, TracedReading};
use crate::measure::Summary;
use crate::report::cells::{count, many};
use crate::report::{Cell, Chart, Column, Table, Tone, Unit};

/// What every reading came to.
pub(super) fn readings(report: &MemoryReport) -> Table {
    let mut caption = format!(
        "{}: {} of JSON, of which {} kept. str_list is a list for each field, all others are a vector of \
         strings, record by record. events: calls of the allocator, a reallocation being two. peak: the \
         most bytes held at once, green or red as it is below or above that of String from the same \
         source. kept: bytes held at the end. From memory: the text is copied there first, and counts.",
        report.input,
        many(report.records, "record"),
        match &*report.fields {
            [field] => format!("the field {field} is"),
            fields => format!("the fields {} are", fields.join(", ")),
        },
    );
    match report.missing {
        0 => {}
        1 => caption += " One string is missing, and kept as an empty one.",
        missing => {
            caption += " ";
            caption += &count(missing);
            caption += " strings are missing, and kept as empty ones.";
        }
    }
    let mut columns = vec![Column::words("kept in"), Column::words("from")];
    columns.extend(COLUMNS.map(Column::numbers));
    let row = |reading: &TracedReading| {
        let baseline = report.baseline(reading.source);
        let tone = match baseline {
            Some(baseline) if baseline.name == reading.name => Tone::Marked,
            _ => Tone::Plain,
        };
        let mut row = vec![
            Cell::words(reading.name).in_tone(tone),
            Cell::words(reading.source),
        ];
        row.extend(summary::cells(
            &reading.summary,
            baseline.map(|baseline| &baseline.summary),
        ));
        row
    };
    Table {
        caption,
        columns,
        rows: report.readings.iter().map(row).collect(),
    }
}

/// What was published of such records, beside what is measured here.
pub(super) fn published(report: &MemoryReport) -> Option<Table> {
    let row = |published: &Published| {
        let reading = report.reading(published.name, published.source)?;
        Some(vec![
            Cell::words(published.name),
            Cell::words(published.source),
            Cell::count(published.events),
            Cell::count(reading.summary.events),
            Cell::number(published.peak_bytes, Unit::Bytes),
            Cell::bytes(reading.summary.peak_bytes),
        ])
    };
    let rows: Vec<_> = report.published.iter().filter_map(row).collect();
    let numbers = ["events there", "events here", "peak there", "peak here"];
    (!rows.is_empty()).then(|| Table {
        caption: "there: what the write-up Small strings in Rust (fasterthanlime, 2020) has of another \
                  list of 1,000 cities. Vectors and serde_json's buffer grow in other steps today, and \
                  what is borrowed is as large as the file."
            .to_owned(),
        columns: [
            ["kept in", "from"].map(Column::words).to_vec(),
            numbers.map(Column::numbers).to_vec(),
        ]
        .concat(),
        rows,
    })
}

/// What the types offer, beside their peaks.
pub(super) fn features(report: &MemoryReport) -> Table {
    let row = |features: &Features| {
        let peak = |source| match report.reading(features.name, source) {
            Some(reading) => Cell::bytes(reading.summary.peak_bytes),
            None => Cell::default(),
        };
        vec![
            Cell::words(features.name),
            Cell::words(features.type_name),
            Cell::words(features.version.unwrap_or_default()),
            Cell::yes_or_no(features.serde),
            Cell::yes_or_no(features.streaming),
            Cell::yes_or_no(features.mutable),
            Cell::words(features.clone),
            Cell::count(features.inline_capacity),
            features.unsafe_code.map_or_else(Cell::default, Cell::count),
            peak("reader"),
            peak("memory"),
        ]
    };
    let words = [
        "kept in", "type", "version", "serde", "streams", "mutable", "clone",
    ];
    let numbers = ["inline", "unsafe", "reader", "memory"];
    Table {
        caption: "serde: its crate, or serde, implements serde's traits; string-kit-serde reads and writes \
                  all of them. streams: it can be read from a reader. inline: bytes kept inside a value. \
                  unsafe: blocks, functions and impls marked so in its crate, and not in those that it \
                  stands on. reader, memory: the peak of reading from there."
            .to_owned(),
        columns: [
            words.map(Column::words).to_vec(),
            numbers.map(Column::numbers).to_vec(),
        ]
        .concat(),
        rows: report.features.iter().map(row).collect(),
    }
}

/// Memory over time, from the reader, or from where there is.
pub(super) fn chart(report: &MemoryReport) -> Chart {
    let caption = format!(
        "Memory held over time, of each the shortest of {}. It compares memory, not speed: \
         recording takes some of the time.",
        many(report.traces, "trace"),
    );
    summary::chart("memory_over_time", caption, &curves(report))
}

/// The most telling first: `String`, string-kit's, the write-up's, then those that peak least.
fn curves(report: &MemoryReport) -> Vec<(String, &Summary)> {
    let streamed = |reading: &&TracedReading| reading.source == "reader";
    let mut shown: Vec<_> = report.readings.iter().filter(streamed).collect();
    if shown.is_empty() {
        shown = report.readings.iter().collect();
    }
    shown.sort_by_key(|reading| match reading.name {
        "string" => (0, 0),
        "str_list" => (1, 0),
        "smol_str" | "smart_lazy" => (2, 0),
        _ => (3, reading.summary.peak_bytes),
    });
    shown
        .into_iter()
        .map(|reading| (reading.full_name(), &reading.summary))
        .collect()
}
