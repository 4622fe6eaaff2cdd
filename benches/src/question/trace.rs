//! The memory that strings from JSON take, event by event.

use std::path::{Path, PathBuf};

use string_kit_advise::input::Records;
use string_kit_measure::engine::{Plan, Program, Sampler, Task};
use string_kit_measure::judge::Judge;
use string_kit_measure::memory::{Counts, Summary, Trace, counts, trace};
use string_kit_measure::output::{check_file, write_file};
use string_kit_measure::report::{Block, Cell, Column, Section, Table};
use string_kit_measure::run::{Compared, Factors, Layout, Measurement, Unit};
use string_kit_measure::{Common, Failure, Fault, Question, Subject};

use super::section;
use crate::workload::json::{self, BORROWED, Reading, Source};

const TYPE: &str = "type";
const SOURCE: &str = "from";
const BASELINE: &str = "String";
/// The metric that is the axis of the chart.
const EVENTS: &str = "events";
const PEAK: &str = "peak";
/// The most events of a string: a block, its growth (two events), and its end.
const EVENTS_OF_A_STRING: usize = 4;
/// The least room for events, whatever the input.
const LEAST_CAPACITY: usize = 1 << 20;

/// The flags of the question.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Keep the strings of a JSON array of objects in this file, instead of the embedded cities.
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Keep these fields of the file [default: those that hold a string in the first object].
    #[arg(long, value_name = "NAME", value_delimiter = ',', requires = "input")]
    field: Vec<String>,
    /// Read the text from one source only: a reader, or memory.
    #[arg(long, value_name = "SOURCE", value_parser = ["reader", "memory"])]
    from: Option<String>,
    /// Save the events of one --type from one --from, as lines of JSON.
    #[arg(long, value_name = "FILE", requires_all = ["from", "types"])]
    events: Option<PathBuf>,
    /// Show the events in this file, which --events saved, and trace nothing.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["input", "from", "events", "types"])]
    read: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

impl Args {
    fn records(&self) -> Result<Records, Fault> {
        match &self.input {
            Some(path) => Records::read(path, &self.field),
            None => Ok(Records::cities()),
        }
    }

    /// Returns the readings that are asked for, `String`'s among them.
    fn readings(&self) -> Result<Vec<Subject<Reading>>, Failure> {
        let mut readings = self.common.chosen(json::readings())?;
        let is_from_reader = self.from.as_deref() == Some("reader");
        if !self.common.types.is_empty()
            && is_from_reader
            && readings.iter().any(|reading| reading.name == BORROWED)
        {
            let what = "text from a reader cannot be borrowed; use --from memory";
            return Err(Failure::Arguments(what.to_owned()));
        }
        let from = |source: Source| {
            self.from
                .as_ref()
                .is_none_or(|it| *it == source.to_string())
        };
        readings.retain(|reading| from(reading.work.source));
        if self.events.is_some() && readings.len() > 2 {
            let what = "--events saves one trace; name one --type";
            return Err(Failure::Arguments(what.to_owned()));
        }
        Ok(readings)
    }
}

/// The outcome of a reading.
enum Traced {
    Whole {
        trace: Trace,
        /// The allocations and the reallocations.
        blocks: [usize; 2],
    },
    /// Borrowed text must not have escapes.
    Refused(String),
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        if let Some(file) = &self.read {
            Trace::read(file)?;
            return Ok(Plan {
                question: "trace",
                title: "A saved trace".to_owned(),
                compared: Some(Compared::with("trace", &file.display().to_string())),
                layout: layout(),
                tasks: vec![Task::once("read", Program::current())],
                ..Plan::default()
            });
        }
        let readings = self.readings()?;
        let records = self.records()?;
        // String's reading is the first: it finds any fault in the text.
        readings[0]
            .work
            .read(&records, |read| read())
            .map_err(|error| {
                let path = self.input.as_deref().unwrap_or(Path::new("cities.json"));
                Fault::json(path, &error, "mend it, or keep other fields (--field)")
            })?;
        if let Some(file) = &self.events {
            check_file(file)?;
        }
        let Records {
            name,
            count,
            fields,
            missing,
            ..
        } = &records;
        let mut notes = vec![
            format!("{count} records are read, of which these fields are kept: {}.", fields.join(", ")),
            "StrList is a list for each field, all others are a vector of strings, record by record."
                .to_owned(),
            "A reallocation is two events; the peak counts both blocks.".to_owned(),
            "From memory: the text is first copied into memory, and the copy counts.".to_owned(),
        ];
        if *missing > 0 {
            notes.push(format!(
                "Strings that are missing, and kept as empty ones: {missing}."
            ));
        }
        Ok(Plan {
            question: "trace",
            title: title(name),
            compared: Some(Compared::with(TYPE, BASELINE)),
            layout: layout(),
            notes,
            tasks: vec![Task::once("traces", Program::Counting)],
            ..Plan::default()
        })
    }

    fn sample(&self, _: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        if let Some(file) = &self.read {
            let factors = Factors::default().with("trace", file.display());
            return report(&Trace::read(file)?, None, &factors, sampler);
        }
        let records = self.records()?;
        let readings = self.readings()?;
        let mut expected = None;
        let mut all = Vec::new();
        for reading in &readings {
            all.push((reading, traced(reading, &records, &mut expected)?));
        }
        if let (Some(file), Some((_, Traced::Whole { trace, .. }))) = (&self.events, all.last()) {
            write_file(file, |out| trace.write(out))?;
        }
        // Charts show the first.
        all.sort_by_cached_key(|(reading, traced)| {
            let is_published = PUBLISHED.iter().any(|of| of.0 == reading.name);
            let peak = match traced {
                Traced::Whole { trace, .. } => Summary::of(trace).peak,
                Traced::Refused(_) => isize::MAX,
            };
            (reading.name != BASELINE, !is_published, peak)
        });
        for (reading, traced) in &all {
            let factors = Factors::default()
                .with(TYPE, &reading.name)
                .with(SOURCE, reading.work.source);
            match traced {
                Traced::Whole { trace, blocks } => report(trace, Some(*blocks), &factors, sampler)?,
                Traced::Refused(why) => sampler.report(Measurement {
                    note: Some(format!("escaped text cannot be borrowed: {why}")),
                    ..Measurement::new(factors, EVENTS, Unit::Count, Vec::new())
                })?,
            }
        }
        Ok(())
    }

    fn sections(&self, judge: &Judge<'_>) -> Vec<Section> {
        if judge.run.header.title != title(&Records::cities().name) {
            return Vec::new();
        }
        let row = |&(name, source, events, peak): &(&str, Source, f64, f64)| {
            let factors = Factors::default().with(TYPE, name).with(SOURCE, source);
            let here = |metric| judge.find(&factors, metric)?.value();
            let shown = |value, unit: Unit| Cell::number(value, unit);
            let [count, bytes] = [Unit::Count, Unit::Bytes];
            Some(vec![
                Cell::words(name),
                Cell::words(source.to_string()),
                shown(events, count),
                shown(here(EVENTS)?, count),
                shown(peak, bytes),
                shown(here(PEAK)?, bytes),
            ])
        };
        let numbers = ["events there", "events here", "peak there", "peak here"];
        let table = Table {
            caption: "there: as published in Small strings in Rust (fasterthanlime, 2020), of another \
                      list of 1,000 cities. Vectors and serde_json's buffer grow in other steps today, and borrowed \
                      text keeps the whole file."
                .to_owned(),
            columns: [
                [TYPE, SOURCE].map(Column::words).to_vec(),
                numbers.map(Column::numbers).to_vec(),
            ]
            .concat(),
            rows: PUBLISHED.iter().filter_map(row).collect(),
        };
        section(
            judge,
            "published_traces",
            "Published traces",
            vec![Block::Table(table)],
        )
    }
}

/// Traces a reading; `expected` are the strings of the first one.
fn traced(
    reading: &Subject<Reading>,
    records: &Records,
    expected: &mut Option<Vec<String>>,
) -> Result<Traced, Failure> {
    let failed = |what: &str| Failure::Unexpected(format!("{}: {what}", reading.name));
    // The first reading may fill buffers that the crate keeps.
    let strings = match reading.work.read(records, |read| read()) {
        Ok(strings) => strings,
        Err(error) if reading.name == BORROWED => {
            return Ok(Traced::Refused(error.to_string()));
        }
        Err(error) => return Err(failed(&error.to_string())),
    };
    if *expected.get_or_insert_with(|| strings.clone()) != strings {
        return Err(failed("it kept other strings than String"));
    }
    let capacity = (records.count * records.fields.len() * EVENTS_OF_A_STRING).max(LEAST_CAPACITY);
    let mut recorded = Trace::default();
    let read = reading
        .work
        .read(records, |read| recorded = trace(capacity, read).1);
    read.map_err(|error| failed(&error.to_string()))?;
    let mut counted = Counts::default();
    let read = reading.work.read(records, |read| counted = counts(read));
    read.map_err(|error| failed(&error.to_string()))?;
    Ok(Traced::Whole {
        trace: recorded,
        blocks: [counted.allocations, counted.reallocations],
    })
}

fn title(records: &str) -> String {
    format!("Memory while the strings of {records} are kept")
}

fn layout() -> Layout {
    Layout {
        chart: Some(EVENTS.to_owned()),
        ..Layout::default()
    }
}

/// Reports a trace: its sums, and its curve as the samples of two metrics.
#[allow(clippy::cast_precision_loss)] // Sizes are far from 2^52.
fn report(
    trace: &Trace,
    blocks: Option<[usize; 2]>,
    factors: &Factors,
    sampler: &mut Sampler,
) -> Result<(), Failure> {
    let summary = Summary::of(trace);
    let curve = || summary.curve.iter();
    let one = |value: f64| vec![Some(value)];
    let mut metrics = vec![
        (
            EVENTS,
            Unit::Count,
            curve().map(|(event, _)| Some(*event as f64)).collect(),
        ),
        (PEAK, Unit::Bytes, one(summary.peak as f64)),
        (
            "kept",
            Unit::Bytes,
            curve().map(|(_, held)| Some(*held as f64)).collect(),
        ),
        ("allocated", Unit::Bytes, one(summary.allocated as f64)),
    ];
    for (metric, count) in ["allocations", "reallocations"]
        .into_iter()
        .zip(blocks.into_iter().flatten())
    {
        metrics.push((metric, Unit::Count, one(count as f64)));
    }
    for (metric, unit, values) in metrics {
        sampler.report(Measurement {
            note: (trace.lost > 0).then(|| format!("{} more events were not recorded", trace.lost)),
            ..Measurement::new(factors.clone(), metric, unit, values)
        })?;
    }
    Ok(())
}

/// The traces of *Small strings in Rust* (fasterthanlime, 2020), city and state kept: type, source,
/// events, and the most bytes held at once.
const PUBLISHED: [(&str, Source, f64, f64); 4] = [
    (BASELINE, Source::Reader, 2_033.0, 82_700.0),
    ("SmolStr", Source::Reader, 42.0, 73_900.0),
    ("SmartString<LazyCompact>", Source::Reader, 35.0, 73_800.0),
    (BORROWED, Source::Memory, 24.0, 293_400.0),
];
