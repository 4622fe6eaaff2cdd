//! The time and the memory of profiling a file, against `serde_json` that reads the same into typed rows.

use std::borrow::Cow;
use std::hint::black_box;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use string_kit_measure::engine::{Plan, Program, Sampler, Task, Timed, repeat};
use string_kit_measure::judge::{Judge, typical};
use string_kit_measure::memory::peak;
use string_kit_measure::report::{Block, Section};
use string_kit_measure::run::{self, Compared, Factors, Layout, Unit};
use string_kit_measure::{Common, Failure, Question};
use tempfile::NamedTempFile;

use crate::input::{self, Fault, LONGEST_RECORD, Options, Sink, Source};
use crate::profile::{MEMORY, Profiler};

const WAY: &str = "way";
const LINE: &str = "line";

/// The way that the others are compared with.
const BASELINE: &str = "serde_json, typed rows";
/// The way whose memory is measured.
const PROFILE: &str = "profile";

/// A way to read a file of JSON lines.
type Way = fn(&Path) -> Result<Totals, Fault>;

/// All ways with their names, the baseline first.
const WAYS: [(&str, Way); 3] = [
    (BASELINE, typed_rows),
    ("reading alone", reading_alone),
    (PROFILE, profile),
];

/// The flags of the question.
#[derive(Debug, Default, clap::Args)]
pub struct Args {
    /// Read a file of this many megabytes, which each process writes first.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    megabytes: u32,
    #[command(flatten)]
    common: Common,
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        if !self.common.types.is_empty() {
            let what = "reading compares no types; leave out --type";
            return Err(Failure::Arguments(what.to_owned()));
        }
        let megabytes = self.megabytes;
        let mut tasks = Task::on(&self.common.allocators(), "times");
        tasks.push(Task::once("memory", Program::current()));
        Ok(Plan {
            question: "reading",
            effort: Some((Duration::from_secs(20), 5)),
            title: format!("Files of {megabytes} MB of JSON lines, read and profiled"),
            compared: Some(Compared::with(WAY, BASELINE)),
            layout: Layout::default(),
            notes: vec![
                "The records are lines of a log: ten texts, one of them unique, and two numbers."
                    .to_owned(),
                "Times are of one record; the file is in the cache of the system. peak: the most memory of \
                 the process."
                    .to_owned(),
            ],
            tasks,
            ..Plan::default()
        })
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        let file = file(self.megabytes as usize * 1_000_000, &mut sampler.random)?;
        let path = file.path();
        if task.once {
            profile(path)?;
            // Not every system counts it.
            if let Some(peak) = peak() {
                let factors = Factors::default().with(WAY, PROFILE);
                sampler.fixed(factors, "peak", Unit::Bytes, peak as f64)?;
            }
            return Ok(());
        }
        let totals = WAYS[0].1(path)?;
        for (name, way) in &WAYS[1..] {
            let other = way(path)?;
            if other != totals {
                let what = format!("{name} finds {other:?}, and {BASELINE} {totals:?}");
                return Err(Failure::Unexpected(what));
            }
        }
        let twin = run::twin(BASELINE);
        let ways = WAYS.into_iter().chain([(&*twin, WAYS[0].1)]);
        let cells = ways.map(|(name, way)| {
            let pass = move |count| {
                repeat(count, || {
                    // The same file was read without a fault before.
                    let _ = black_box(way(path));
                })
            };
            Timed::new(Factors::default().with(WAY, name), pass).of(totals.records)
        });
        sampler.time(cells.collect())?;
        if sampler.process == 0 {
            let line = file.as_file().metadata()?.len() as f64 / totals.records as f64;
            for (name, _) in WAYS {
                let factors = Factors::default().with(WAY, name);
                sampler.fixed(factors, LINE, Unit::Bytes, line)?;
            }
        }
        Ok(())
    }

    fn sections(&self, judge: &Judge<'_>) -> Vec<Section> {
        let run = judge.run;
        let speed = |cell: &run::Measurement| {
            let line = judge.find(&cell.key.factors, LINE)?.value()?;
            // Bytes in a nanosecond are gigabytes in a second.
            let speed = line / typical(cell)? * 1_000.0;
            let way = cell.key.factors.get(WAY)?;
            Some(format!("{way}: {speed:.0} MB in a second."))
        };
        let timed = run.measurements.iter();
        let timed = timed.filter(|cell| cell.key.unit == Unit::Ns);
        vec![Section {
            id: "reading_speed".to_owned(),
            title: "Megabytes in a second".to_owned(),
            command: run.header.command.clone(),
            blocks: vec![Block::Points(timed.filter_map(speed).collect())],
        }]
    }
}

/// The number of records, of their texts, and of the bytes of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Totals {
    records: usize,
    texts: usize,
    bytes: usize,
}

/// A line of a log, as a program declares it.
#[derive(Debug, Serialize, Deserialize)]
struct Row<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow)]
    time: Cow<'a, str>,
    #[serde(borrow)]
    level: Cow<'a, str>,
    #[serde(borrow)]
    service: Cow<'a, str>,
    #[serde(borrow)]
    region: Cow<'a, str>,
    status: u16,
    seconds: f64,
    #[serde(borrow)]
    host: Cow<'a, str>,
    #[serde(borrow)]
    message: Cow<'a, str>,
    /// It has escapes now and then.
    #[serde(borrow)]
    request: Cow<'a, str>,
    #[serde(borrow)]
    user: User<'a>,
}

#[derive(Debug, Serialize, Deserialize)]
struct User<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow)]
    plan: Cow<'a, str>,
}

const LEVELS: &str = "info info info debug warn error";
const REGIONS: &str = "eu-west-1 eu-central-1 us-east-1 us-west-2 ap-south-1";
const PLANS: &str = "free team enterprise";
const WORDS: &str = "accepted after batch cache checkout client closed connection expired failed for from lease \
    order payment queue request retry session shard the timeout token upstream";

/// Writes a file of at least `bytes` bytes.
fn file(bytes: usize, random: &mut fastrand::Rng) -> io::Result<NamedTempFile> {
    let file = tempfile::Builder::new().suffix(".jsonl").tempfile()?;
    let mut out = BufWriter::with_capacity(1 << 20, file.as_file());
    let mut written = 0;
    for number in 0_u64.. {
        if written >= bytes {
            break;
        }
        let line = serde_json::to_string(&row(number, random))?;
        writeln!(out, "{line}")?;
        written += line.len() + 1;
    }
    out.flush()?;
    drop(out);
    Ok(file)
}

fn row(number: u64, random: &mut fastrand::Rng) -> Row<'static> {
    let [hours, minutes, seconds] = [number / 360_000, number / 6_000, number / 100];
    let [level, region, plan] = [LEVELS, REGIONS, PLANS].map(|words| one_of(words, random));
    let length = random.usize(40..=110);
    let mut message = String::with_capacity(120);
    while message.len() < length {
        message.push_str(one_of(WORDS, random));
        message.push(' ');
    }
    message.truncate(message.trim_end().len());
    let page = random.u16(..900);
    let request = if random.u8(..10) == 0 {
        format!("GET /search?q=\"{page}\"&n=20\t200")
    } else {
        format!("GET /items/{page}/details")
    };
    Row {
        id: format!("{:016x}{:016x}", random.u64(..), number).into(),
        time: format!(
            "2026-01-{:02}T{:02}:{:02}:{:02}.{:02}0Z",
            hours / 24 % 28 + 1,
            hours % 24,
            minutes % 60,
            seconds % 60,
            number % 100
        )
        .into(),
        level: level.into(),
        service: format!("service-{}", random.u8(..40)).into(),
        region: region.into(),
        status: [200, 200, 204, 404, 500][random.usize(..5)],
        seconds: f64::from(random.u16(..)) / 1_000.0,
        host: format!("node-{:03}.internal", random.u16(..400)).into(),
        message: message.into(),
        request: request.into(),
        user: User {
            name: format!("user{}", random.u32(..50_000)).into(),
            plan: plan.into(),
        },
    }
}

fn one_of(words: &'static str, random: &mut fastrand::Rng) -> &'static str {
    let count = words.split(' ').count();
    let mut words = words.split(' ');
    words.nth(random.usize(..count)).unwrap_or_default()
}

/// Reads each line into a row that borrows its texts.
fn typed_rows(path: &Path) -> Result<Totals, Fault> {
    let mut totals = Totals::default();
    Source::open(path, LONGEST_RECORD)?.for_each_line(|path, number, line| {
        let row: Row<'_> = serde_json::from_slice(line)
            .map_err(|error| Fault::json_line(path, number, &error, "a row is needed"))?;
        let texts = [
            &row.id,
            &row.time,
            &row.level,
            &row.service,
            &row.region,
            &row.host,
            &row.message,
            &row.request,
            &row.user.name,
            &row.user.plan,
        ];
        totals.records += 1;
        totals.texts += texts.len();
        totals.bytes += texts.iter().map(|text| text.len()).sum::<usize>();
        black_box(row);
        Ok(())
    })?;
    Ok(totals)
}

impl Sink for Totals {
    fn field(&mut self, _: &str) -> Option<usize> {
        Some(0)
    }

    fn text(&mut self, _: usize, text: &str) {
        self.texts += 1;
        self.bytes += black_box(text).len();
    }

    fn end_record(&mut self) {
        self.records += 1;
    }
}

fn reading_alone(path: &Path) -> Result<Totals, Fault> {
    let mut totals = Totals::default();
    let source = Source::open(path, LONGEST_RECORD)?;
    input::read(source, Options::default(), &mut totals)?;
    Ok(totals)
}

#[allow(clippy::cast_possible_truncation)] // A file of the laboratory's is smaller than its memory.
fn profile(path: &Path) -> Result<Totals, Fault> {
    let mut profiler = Profiler::new(&[], MEMORY);
    let source = Source::open(path, LONGEST_RECORD)?;
    input::read(source, Options::default(), &mut profiler)?;
    let (profile, sample) = profiler.finish();
    black_box(sample);
    let texts = profile.fields.iter().map(|field| field.count() as usize);
    Ok(Totals {
        records: profile.records as usize,
        texts: texts.sum(),
        bytes: profile.record_bytes.bytes() as usize,
    })
}
