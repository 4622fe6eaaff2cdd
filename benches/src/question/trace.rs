//! The memory that strings from JSON take, event by event.

use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use string_kit_data::{Inputs, Records};
use string_kit_measure::engine::{Plan, Program, Sampler, Task, load, save};
use string_kit_measure::judge::Judge;
use string_kit_measure::memory::{Summary, Trace, trace};
use string_kit_measure::output::{check_file, write_file};
use string_kit_measure::report::{Cell, Section};
use string_kit_measure::run::{Factors, Measurement, Unit};
use string_kit_measure::{Common, Failure, Question, Subject};

use super::{BASELINE, TYPE, section, table};
use crate::workload::json::{self, BORROWED, Reading, Source};

pub(super) const SOURCE: &str = "from";
/// The metric that is the axis of the chart.
const EVENTS: &str = "events";
const ALLOCS: &str = "allocs";
const ALLOCATED: &str = "allocated";
const FREES: &str = "frees";
const FREED: &str = "freed";
const PEAK: &str = "peak";
/// The most events of a string: a block, its growth (two events), and its end.
const EVENTS_OF_A_STRING: usize = 4;
/// The least room for events, whatever the input.
const LEAST_CAPACITY: usize = 1 << 20;

#[derive(Debug, Default, clap::Args, Serialize, Deserialize)]
pub(crate) struct Args {
    #[command(flatten)]
    #[serde(skip)]
    inputs: Inputs,
    /// Read the text from one source only: a reader, or memory.
    #[arg(long, value_name = "SOURCE", value_parser = ["reader", "memory"])]
    from: Option<String>,
    /// Save the events, as lines of JSON. Needs --from, and --type with one type.
    #[arg(long, value_name = "FILE", requires_all = ["from", "types"])]
    events: Option<PathBuf>,
    /// Show the events in this file, which --events or another program wrote, instead of a trace.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "from", "events", "types"])]
    read: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

impl Args {
    /// Returns the readings that are asked for, `String`'s among them.
    fn readings(&self) -> Result<Vec<Subject<Reading>>, Failure> {
        let mut readings = self.common.chosen(json::readings())?;
        let wrong = |reason: &str| Err(Failure::Arguments(reason.to_owned()));
        let has_borrowed = readings.iter().any(|reading| reading.name == BORROWED);
        if has_borrowed && !self.common.types.is_empty() && self.from.as_deref() == Some("reader") {
            return wrong("text from a reader cannot be borrowed; use --from memory");
        }
        if let Some(from) = &self.from {
            readings.retain(|reading| reading.work.source.to_string() == *from);
        }
        if self.events.is_some() && readings.len() > 2 {
            return wrong("--events saves one trace; name one --type");
        }
        Ok(readings)
    }
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let plan = |title: &str, task| {
            let mut plan = Plan::new("trace", title);
            plan.header.layout.chart = Some(EVENTS.to_owned());
            plan.tasks = vec![task];
            plan
        };
        if let Some(file) = &self.read {
            let trace = Trace::read(file)?;
            let mut plan = plan("A saved trace", Task::once("read", Program::current()));
            if trace.unmatched > 0 {
                plan.header.notes.push(format!(
                    "Frees of blocks that are not held, which were left out: {}. The trace begins \
                     late, or frees a block twice.",
                    trace.unmatched
                ));
            }
            return Ok(plan.comparing("trace", &file.display().to_string()));
        }
        self.readings()?;
        let records = Records::read(&self.inputs)?;
        if let Some(file) = &self.events {
            check_file(file)?;
        }
        let (count, fields) = (records.count, records.fields.join(", "));
        let mut notes = vec![
            format!("{count} records are read, of which these fields are kept: {fields}."),
            "StrList is a list for each field, all others are a vector of strings, record by \
             record."
                .to_owned(),
            "allocs, frees: the events Alloc and Freed; allocated, freed: their bytes. A \
             reallocation is one of each; the peak counts both blocks."
                .to_owned(),
            "kept: the bytes held after each event; the first table has the last of \
             them."
                .to_owned(),
            "From memory: the text is first copied into memory, and the copy counts.".to_owned(),
        ];
        notes.extend_from_slice(&records.notes);
        let task = Task::once("traces", Program::Counting).with_data(&save(&records)?);
        let mut plan = plan(&title(&records.name), task).comparing(TYPE, BASELINE);
        plan.header.notes = notes;
        Ok(plan)
    }

    fn sample(&self, _: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        if let Some(file) = &self.read {
            let factors = Factors::default().with("trace", file.display());
            return Ok(report(&Trace::read(file)?, &factors, sampler)?);
        }
        let (records, readings) = (load()?, self.readings()?);
        let mut traces = Vec::new();
        let mut expected = None;
        for reading in &readings {
            traces.push((reading, traced(reading, &records, &mut expected)?));
        }
        if let (Some(file), Some((_, Ok(trace)))) = (&self.events, traces.last()) {
            write_file(file, |out| trace.write(out))?;
        }
        // Charts show the first.
        traces.sort_by_cached_key(|(reading, traced)| {
            let is_published = PUBLISHED.iter().any(|row| row.0 == reading.name);
            let peak = traced.as_ref().map(|trace| Summary::new(trace).peak);
            (
                reading.name != BASELINE,
                !is_published,
                peak.unwrap_or(isize::MAX),
            )
        });
        for (reading, traced) in &traces {
            let of_type = Factors::default().with(TYPE, &reading.name);
            let factors = of_type.with(SOURCE, reading.work.source);
            match traced {
                Ok(trace) => report(trace, &factors, sampler)?,
                Err(why) => {
                    let note = format!("escaped text cannot be borrowed: {why}");
                    let cell = Measurement::new(factors, EVENTS, Unit::Count, Vec::new());
                    sampler.report(cell.with_note(Some(note)))?;
                }
            }
        }
        Ok(())
    }
}

pub(super) fn sections(judge: &Judge<'_>) -> Vec<Section> {
    if judge.run.header.title != title(&Records::cities().name) {
        return Vec::new();
    }
    let row = |(name, source, published): &Published| {
        let factors = Factors::default().with(TYPE, name).with(SOURCE, source);
        let mut cells = vec![Cell::words(*name)];
        for (metric, there) in FIGURES.into_iter().zip(published) {
            let here = judge.find(&factors, metric)?.value()?;
            // As precise as the article.
            cells.extend([*there, here].map(|value| match metric {
                EVENTS | ALLOCS => Cell::number(value, Unit::Count),
                _ => Cell::shown(value, format!("{:.1} KB", value / 1e3)),
            }));
        }
        Some(cells)
    };
    let caption = "published: of Small strings in Rust (fasterthanlime, 2020), from another list \
                   of 1,000 cities. Vectors and serde_json's buffer grow in other steps today, and \
                   borrowed text keeps the whole file.";
    let figures = FIGURES.map(|metric| [format!("{metric}, published"), metric.to_owned()]);
    let rows: Vec<Vec<Cell>> = PUBLISHED.iter().filter_map(row).collect();
    let blocks = vec![table(caption, &[TYPE], figures.concat(), rows)];
    section(judge, "published_traces", "Published traces", blocks)
}

/// Traces a reading. Returns an inner error if the text has escapes, and cannot be borrowed.
/// `expected` are the strings of the first reading.
fn traced(
    reading: &Subject<Reading>,
    records: &Records,
    expected: &mut Option<Vec<String>>,
) -> Result<Result<Trace, serde_json::Error>, Failure> {
    let name = &reading.name;
    let failed = |error: serde_json::Error| Failure::Unexpected(format!("{name}: {error}"));
    // The first reading may fill buffers that the crate keeps.
    let Reading { source, read } = reading.work;
    let strings = match read(records, source, &mut |read| read()) {
        Err(error) if name == BORROWED => return Ok(Err(error)),
        strings => strings.map_err(failed)?,
    };
    if *expected.get_or_insert_with(|| strings.clone()) != strings {
        let reason = format!("{name}: it kept other strings than String");
        return Err(Failure::Unexpected(reason));
    }
    let capacity = (records.count * records.fields.len() * EVENTS_OF_A_STRING).max(LEAST_CAPACITY);
    let mut recorded = Trace::default();
    let mut traced = |read: &mut dyn FnMut()| recorded = trace(capacity, read).1;
    read(records, source, &mut traced).map_err(failed)?;
    Ok(Ok(recorded))
}

fn title(records: &str) -> String {
    format!("Memory while the strings of {records} are kept")
}

fn report(trace: &Trace, factors: &Factors, sampler: &mut Sampler) -> io::Result<()> {
    let Summary {
        allocated,
        freed,
        peak,
        curve,
    } = Summary::new(trace);
    let points = curve
        .into_iter()
        .map(|(event, kept)| (event as f64, kept as f64));
    let (events, kept): (Vec<f64>, Vec<f64>) = points.unzip();
    for (metric, unit, values) in [
        (EVENTS, Unit::Count, events),
        (ALLOCS, Unit::Count, vec![allocated.events as f64]),
        (ALLOCATED, Unit::Bytes, vec![allocated.bytes as f64]),
        (FREES, Unit::Count, vec![freed.events as f64]),
        (FREED, Unit::Bytes, vec![freed.bytes as f64]),
        (PEAK, Unit::Bytes, vec![peak as f64]),
        ("kept", Unit::Bytes, kept),
    ] {
        let values = values.into_iter().map(Some).collect();
        let cell = Measurement::new(factors.clone(), metric, unit, values);
        let lost = || format!("{} more events were not recorded", trace.lost);
        sampler.report(cell.with_note((trace.lost > 0).then(lost)))?;
    }
    Ok(())
}

/// The published figures of a type.
const FIGURES: [&str; 5] = [EVENTS, PEAK, ALLOCS, ALLOCATED, FREED];

/// A type, the source of its text, and the figures.
type Published = (&'static str, Source, [f64; 5]);

/// *Small strings in Rust* (fasterthanlime, 2020), city and state kept.
#[rustfmt::skip] // A line each.
const PUBLISHED: [Published; 4] = [
    (BASELINE, Source::Reader, [2_033.0, 82_700.0, 2_017.0, 115_800.0, 49_200.0]),
    ("SmolStr", Source::Reader, [42.0, 73_900.0, 23.0, 98_500.0, 49_200.0]),
    ("SmartString<LazyCompact>", Source::Reader, [35.0, 73_800.0, 19.0, 98_400.0, 49_200.0]),
    (BORROWED, Source::Memory, [24.0, 293_400.0, 13.0, 309_700.0, 32_700.0]),
];
