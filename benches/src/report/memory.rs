//! What traces of memory found out.

use serde::Serialize;

use super::{Axis, Block, Cell, Chart, Column, Scale, Section, Series, Shape, Table, Tone, Unit};
use crate::measure::{Machine, Summary};

/// What traces of the JSON workload found out.
#[derive(Clone, Debug, Serialize)]
pub struct MemoryReport {
    /// The command that makes it again.
    pub command: String,
    /// Where it was made.
    pub machine: Machine,
    /// What was read.
    pub input: String,
    /// How many records it has.
    pub records: usize,
    /// The fields whose strings were kept.
    pub fields: Vec<String>,
    /// What was traced, in the order of the representations.
    pub readings: Vec<TracedReading>,
    /// What the types of the readings offer.
    pub features: Vec<Features>,
    /// What could not be read in some way, and why.
    pub refused: Vec<String>,
    /// What was published of such a file, if this is one.
    pub published: Vec<Published>,
}

/// The trace of one way to keep the strings.
#[derive(Clone, Debug, Serialize)]
pub struct TracedReading {
    /// What they were kept in.
    pub name: &'static str,
    /// Where the text was from.
    pub source: &'static str,
    /// What it came to.
    #[serde(flatten)]
    pub summary: Summary,
}

impl TracedReading {
    fn full_name(&self) -> String {
        format!("{} ({})", self.name, self.source)
    }
}

/// What a type offers, as its code tells.
#[derive(Clone, Debug, Serialize)]
pub struct Features {
    /// The name in [`TracedReading::name`].
    pub name: &'static str,
    /// The type's name as its users write it.
    pub type_name: &'static str,
    /// Whether its crate implements serde's traits.
    pub serde: bool,
    /// The longest text, in bytes, that is kept inside the value.
    pub inline_capacity: usize,
    /// Whether it can be read from a stream, which a borrow cannot.
    pub streaming: bool,
    /// Whether text can be appended in place.
    pub mutable: bool,
    /// The blocks, functions and impls that its crate marks `unsafe`; none is said for std's.
    pub unsafe_code: Option<usize>,
    /// What a clone does with a text on the heap.
    pub clone: &'static str,
}

/// A row of the table that was published.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Published {
    /// The name in [`TracedReading::name`].
    pub name: &'static str,
    /// Where the text was from.
    pub source: &'static str,
    /// Events of the allocator.
    pub events: usize,
    /// The most bytes held at once.
    pub peak_bytes: f64,
}

impl MemoryReport {
    /// The tables, the chart and the conclusions.
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        let section = |id, title: &str, blocks| Section {
            id,
            title: title.to_owned(),
            command: self.command.clone(),
            blocks,
        };
        let mut memory = vec![
            Block::Table(self.table()),
            Block::Chart(chart("memory_over_time", &self.curves())),
        ];
        memory.push(Block::Points(self.words()));
        let mut sections = vec![section("memory", "Memory, event by event", memory)];
        if !self.features.is_empty() {
            let features = vec![Block::Table(self.feature_table())];
            sections.push(section("features", "What the types offer", features));
        }
        sections
    }

    /// What the ratios are to: `String` from a reader, or else the first.
    fn baseline(&self) -> Option<&TracedReading> {
        let is_string = |reading: &&TracedReading| reading.name == "string";
        self.readings
            .iter()
            .find(is_string)
            .or(self.readings.first())
    }

    fn table(&self) -> Table {
        let baseline = self.baseline();
        let is_traced = |row: &&Published| self.reading(row.name, row.source).is_some();
        let published: Vec<_> = self.published.iter().filter(is_traced).collect();
        let mut columns = vec![Column::words("kept in"), Column::words("from")];
        columns.extend(SUMMARY.map(Column::numbers));
        if !published.is_empty() {
            columns.extend(["events published", "peak published"].map(Column::numbers));
        }
        let row = |reading: &TracedReading| {
            let tone = match baseline {
                Some(baseline) if std::ptr::eq(baseline, reading) => Tone::Marked,
                _ => Tone::Plain,
            };
            let mut row = vec![
                Cell::words(reading.name).in_tone(tone),
                Cell::words(reading.source),
            ];
            row.extend(summary_cells(
                &reading.summary,
                baseline.map(|known| &known.summary),
            ));
            if !published.is_empty() {
                let known = published
                    .iter()
                    .find(|known| (known.name, known.source) == (reading.name, reading.source));
                row.extend(match known {
                    Some(known) => [
                        Cell::count(known.events),
                        Cell::number(known.peak_bytes, Unit::Bytes),
                    ],
                    None => [Cell::default(), Cell::default()],
                });
            }
            row
        };
        let mut caption = format!(
            "{}: {} records of JSON, of which the fields {} are kept. events: calls of the\n\
             allocator, a reallocation being two. peak: the most bytes held at once. kept: bytes\n\
             held at the end. From memory: the text is copied there first, and counts.",
            self.input,
            count(self.records),
            self.fields.join(", "),
        );
        if !published.is_empty() {
            caption +=
                "\npublished: Small strings in Rust (2020), of another list of as many cities.";
        }
        Table {
            caption,
            columns,
            rows: self.readings.iter().map(row).collect(),
        }
    }

    fn feature_table(&self) -> Table {
        let row = |features: &Features| {
            let peak = |source| match self.reading(features.name, source) {
                Some(reading) => Cell::bytes(reading.summary.peak_bytes),
                None => Cell::default(),
            };
            vec![
                Cell::words(features.name),
                Cell::words(features.type_name),
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
        let words = ["kept in", "type", "serde", "streams", "mutable", "clone"];
        let numbers = ["inline", "unsafe", "reader", "memory"];
        Table {
            caption: "serde: its crate, or serde, implements serde's traits; string-kit-serde reads and\n\
                      writes all of them. streams: it can be read from a reader. inline: bytes kept\n\
                      inside a value. unsafe: blocks, functions and impls marked so in its crate.\n\
                      reader, memory: the peak of reading from there."
                .to_owned(),
            columns: [
                words.map(Column::words).to_vec(),
                numbers.map(Column::numbers).to_vec(),
            ]
            .concat(),
            rows: self.features.iter().map(row).collect(),
        }
    }

    /// The curves from the reader, or what there is; string-kit's, the baseline and the least
    /// first.
    fn curves(&self) -> Vec<(String, &Summary)> {
        let streamed = |reading: &&TracedReading| reading.source == "reader";
        let mut shown: Vec<_> = self.readings.iter().filter(streamed).collect();
        if shown.is_empty() {
            shown = self.readings.iter().collect();
        }
        shown.sort_by_key(|reading| match reading.name {
            "string" => (0, 0),
            "str_list" => (1, 0),
            "smol_str" | "smart_lazy" => (2, 0),
            _ => (3, reading.summary.peak_bytes),
        });
        shown
            .iter()
            .map(|reading| (reading.full_name(), &reading.summary))
            .collect()
    }

    fn reading(&self, name: &str, source: &str) -> Option<&TracedReading> {
        let mut readings = self.readings.iter();
        readings.find(|reading| reading.name == name && reading.source == source)
    }

    /// What to conclude, one sentence each.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let by_peak = |reading: &&TracedReading| reading.summary.peak_bytes;
        let least = self.readings.iter().min_by_key(by_peak);
        if let (Some(least), Some(baseline), 2..) = (least, self.baseline(), self.readings.len()) {
            words.push(format!(
                "Least peak: {}, {} and {} events, where {} takes {} and {}.",
                least.full_name(),
                bytes(least.summary.peak_bytes),
                count(least.summary.events),
                baseline.full_name(),
                bytes(baseline.summary.peak_bytes),
                count(baseline.summary.events),
            ));
        }
        let streamed = self
            .readings
            .iter()
            .filter(|reading| reading.source == "reader");
        let dearest = streamed
            .filter_map(|reading| Some((reading, self.reading(reading.name, "memory")?)))
            .max_by_key(|(reader, memory)| memory.summary.peak_bytes - reader.summary.peak_bytes);
        if let Some((reader, memory)) = dearest {
            words.push(format!(
                "Reading from memory holds the text meanwhile: {} peaks at {} from there, at {} from \
                 a reader.",
                reader.name,
                bytes(memory.summary.peak_bytes),
                bytes(reader.summary.peak_bytes),
            ));
        }
        words.extend(self.readings.iter().filter_map(|reading| {
            loss(&reading.summary).map(|loss| format!("{}: {loss}", reading.full_name()))
        }));
        words.extend(self.refused.iter().cloned());
        words
    }
}

/// What a saved trace comes to.
#[derive(Clone, Debug, Serialize)]
pub struct SavedTrace {
    /// The command that makes it again.
    pub command: String,
    /// Where this was run; the trace may be from elsewhere.
    pub machine: Machine,
    /// The file.
    pub file: String,
    /// What it comes to.
    #[serde(flatten)]
    pub summary: Summary,
}

impl SavedTrace {
    /// The table and the chart.
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        let table = Table {
            caption: self.file.clone(),
            columns: SUMMARY.map(Column::numbers).to_vec(),
            rows: vec![summary_cells(&self.summary, None).to_vec()],
        };
        vec![Section {
            id: "trace",
            title: "A saved trace".to_owned(),
            command: self.command.clone(),
            blocks: vec![
                Block::Table(table),
                Block::Chart(chart(
                    "trace_over_time",
                    &[(self.file.clone(), &self.summary)],
                )),
            ],
        }]
    }
}

/// The columns of a summary.
const SUMMARY: [&str; 7] = [
    "events",
    "peak",
    "kept",
    "allocs",
    "allocated",
    "frees",
    "freed",
];

/// A summary, its peak compared with another's.
fn summary_cells(summary: &Summary, baseline: Option<&Summary>) -> [Cell; 7] {
    let peak = Cell::bytes(summary.peak_bytes);
    let peak = match baseline.map(|baseline| summary.peak_bytes.cmp(&baseline.peak_bytes)) {
        Some(std::cmp::Ordering::Less) => peak.in_tone(Tone::Better),
        Some(std::cmp::Ordering::Greater) => peak.in_tone(Tone::Worse),
        _ => peak,
    };
    [
        Cell::count(summary.events),
        peak,
        Cell::bytes(summary.kept_bytes),
        Cell::count(summary.alloc_events),
        Cell::bytes(summary.alloc_bytes.cast_signed()),
        Cell::count(summary.freed_events),
        Cell::bytes(summary.freed_bytes.cast_signed()),
    ]
}

/// Bytes held over time, or over events where a time is not known of all.
fn chart(id: &str, curves: &[(String, &Summary)]) -> Chart {
    let is_timed = curves.iter().all(|(_, summary)| summary.is_timed);
    let (name, unit) = if is_timed {
        ("time", Unit::Nanoseconds)
    } else {
        ("events", Unit::Count)
    };
    let axis = |name: &str, unit| Axis {
        name: name.to_owned(),
        unit,
        scale: Scale::Linear,
    };
    let series = |(name, summary): &(String, &Summary)| Series {
        name: name.clone(),
        points: summary.curve.clone(),
    };
    Chart {
        id: id.to_owned(),
        caption: "Memory held, as traced: recording takes some of the time.".to_owned(),
        x: axis(name, unit),
        y: axis("bytes held", Unit::Bytes),
        shape: Shape::Steps,
        series: curves.iter().map(series).collect(),
    }
}

/// What a trace does not know.
fn loss(summary: &Summary) -> Option<String> {
    (summary.lost > 0).then(|| {
        format!(
            "{} events were lost, since the buffer was full; --capacity makes it larger.",
            count(summary.lost),
        )
    })
}

fn count(count: usize) -> String {
    Cell::count(count).text
}

fn bytes(bytes: isize) -> String {
    Cell::bytes(bytes).text
}
