//! `trace`: what keeping the strings of JSON records asks of the allocator, event by event.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::flags::{ALL, named, number};
use super::output::{Output, check_file, write_file};
use super::{Failure, document};
use crate::input::{Fault, Records};
use crate::measure::{Machine, Summary, Trace, trace};
use crate::report::{Features, MemoryReport, Published, TracedReading};
use crate::workload::json::{self, Reading};
use crate::workload::{self, Offer};

/// What can be asked for.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Trace these representations: names of the table, or 'all'.
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = ALL)]
    repr: Vec<String>,
    /// Read from there alone.
    #[arg(long, value_name = "SOURCE", value_parser = ["reader", "memory"])]
    from: Option<String>,
    /// Read a file of yours, a JSON array of objects, instead of the embedded cities.
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Keep these fields of yours; else those that hold a string in the first object.
    #[arg(long, value_name = "NAME", value_delimiter = ',', requires = "input")]
    field: Vec<String>,
    /// Save the events of one trace, a line of JSON each.
    #[arg(long, value_name = "FILE")]
    events: Option<PathBuf>,
    /// Record at most this many events a trace; more are counted as lost.
    #[arg(long, value_name = "N", default_value_t = CAPACITY, value_parser = capacity)]
    capacity: usize,
    #[command(flatten)]
    output: Output,
}

/// Room for the events of half a million strings, and 24 MB at most.
const CAPACITY: usize = 1_000_000;

/// How often each reading is traced, if that takes no longer than the time below.
const TRACES: usize = 7;
const PATIENCE: Duration = Duration::from_secs(1);

fn capacity(text: &str) -> Result<usize, String> {
    number(text, 1..=100 * CAPACITY)
}

impl Args {
    pub(super) fn run(self, command: String) -> Result<(), Failure> {
        let report = self.measure(command)?;
        let document = document(Some(&report.machine), report.sections());
        self.output.show(&report, &document)
    }

    /// Traces what is asked for.
    pub(super) fn measure(&self, command: String) -> Result<MemoryReport, Failure> {
        let mut readings = self.readings()?;
        let records = match &self.input {
            Some(path) => Records::read(path, &self.field)?,
            None => Records::cities(),
        };
        self.output.check()?;
        if let Some(path) = &self.events {
            check_file(path)?;
        }
        let mut report = MemoryReport {
            command,
            machine: Machine::detect(),
            input: records.name.clone(),
            records: records.count,
            missing: records.missing,
            fields: records.fields.clone(),
            traces: 0,
            features: features(&readings),
            readings: Vec::new(),
            refused: Vec::new(),
            published: if self.input.is_none() {
                PUBLISHED.to_vec()
            } else {
                Vec::new()
            },
        };
        self.check(&records, &mut readings, &mut report)?;
        let traced = self.trace(&records, &readings, &mut report.traces);
        if let (Some(path), [(_, recorded)]) = (&self.events, &*traced) {
            write_file(path, |out| recorded.write_lines(out))?;
        }
        let told = |(reading, (summary, _)): (&Reading, (Summary, Trace))| TracedReading {
            name: reading.name,
            source: reading.source.name(),
            summary,
        };
        report.readings = readings.iter().zip(traced).map(told).collect();
        Ok(report)
    }

    /// Makes sure that all can read the records, and keep the same strings; drops the one that may
    /// be unable to.
    fn check(
        &self,
        records: &Records,
        readings: &mut Vec<Reading>,
        report: &mut MemoryReport,
    ) -> Result<(), Failure> {
        let mut expected: Option<Vec<String>> = None;
        for reading in &*readings {
            match reading.read(records, |read| read()) {
                Ok(strings) => {
                    let expected = expected.get_or_insert_with(|| strings.clone());
                    let same = *expected == strings;
                    assert!(same, "{reading:?} kept other strings than the first");
                }
                Err(error) if reading.name == json::BORROWED && expected.is_some() => {
                    report.refused.push(format!(
                        "{}: the text is escaped at line {} column {}, so that what is kept stands \
                         nowhere to be borrowed.",
                        reading.name,
                        error.line(),
                        error.column(),
                    ));
                }
                Err(error) => return Err(self.fault(reading, &error)),
            }
        }
        readings.retain(|reading| reading.name != json::BORROWED || report.refused.is_empty());
        Ok(())
    }

    /// Traces each a few times, in turn, and keeps the shortest trace: what disturbs the machine
    /// lengthens a trace, and changes nothing else in it.
    fn trace(
        &self,
        records: &Records,
        readings: &[Reading],
        traces: &mut usize,
    ) -> Vec<(Summary, Trace)> {
        let mut shortest: Vec<Option<(Summary, Trace)>> = vec![None; readings.len()];
        let start = Instant::now();
        while *traces < TRACES && (*traces == 0 || start.elapsed() < PATIENCE) {
            for (reading, shortest) in readings.iter().zip(&mut shortest) {
                let mut recorded = Trace::default();
                let read = reading.read(records, |read| recorded = trace(self.capacity, read).1);
                read.expect("what could be read before still can");
                let summary = Summary::of(&recorded);
                let is_shorter = |(known, _): &(Summary, _)| summary.length() < known.length();
                if shortest.as_ref().is_none_or(is_shorter) {
                    // Many events of many traces are more than memory may hold.
                    let kept = if self.events.is_some() {
                        recorded
                    } else {
                        Trace::default()
                    };
                    *shortest = Some((summary, kept));
                }
            }
            *traces += 1;
        }
        shortest.into_iter().flatten().collect()
    }

    /// The readings that are asked for.
    fn readings(&self) -> Result<Vec<Reading>, Failure> {
        let mut readings = json::readings();
        named(
            &self.repr,
            &mut readings,
            |reading| reading.name,
            "representation",
        )?;
        readings.retain(|reading| {
            let is_from = |from: &String| from == reading.source.name();
            self.from.as_ref().is_none_or(is_from)
        });
        if readings.is_empty() {
            return Err(Failure::Arguments(
                "what is borrowed cannot come from a reader; ask for --from memory".to_owned(),
            ));
        }
        if self.events.is_some() && readings.len() > 1 {
            return Err(Failure::Arguments(
                "--events saves one trace; name it with --repr and --from".to_owned(),
            ));
        }
        Ok(readings)
    }

    fn fault(&self, reading: &Reading, error: &serde_json::Error) -> Failure {
        let path = self
            .input
            .as_deref()
            .unwrap_or("the embedded cities".as_ref());
        let remedy = if reading.name == json::BORROWED {
            "what is escaped cannot be borrowed: ask for another --repr"
        } else {
            "mend it, or keep other fields (--field)"
        };
        Fault::json(path, error, remedy).into()
    }
}

/// What the types of the readings offer.
fn features(readings: &[Reading]) -> Vec<Features> {
    let is_read = |offer: &Offer| readings.iter().any(|reading| reading.name == offer.name);
    let offers = workload::offers().into_iter().filter(is_read);
    let features = |offer: Offer| Features {
        name: offer.name,
        type_name: offer.type_name,
        version: offer.version,
        serde: offer.serde,
        inline_capacity: offer.inline_capacity,
        streaming: offer.streaming,
        mutable: offer.mutable,
        unsafe_code: offer.unsafe_code,
        clone: offer.clone,
    };
    offers.map(features).collect()
}

/// What *Small strings in Rust* (fasterthanlime, 2020) measured on its list of 1,000 cities, city
/// and state kept.
const PUBLISHED: [Published; 4] = [
    published("string", "reader", 2_033, 82.7),
    published("smol_str", "reader", 42, 73.9),
    published("smart_lazy", "reader", 35, 73.8),
    published(json::BORROWED, "memory", 24, 293.4),
];

const fn published(
    name: &'static str,
    source: &'static str,
    events: usize,
    peak_kb: f64,
) -> Published {
    Published {
        name,
        source,
        events,
        peak_bytes: peak_kb * 1_000.0,
    }
}
