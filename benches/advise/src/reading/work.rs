//! Records of a log as JSON lines, and the ways to read them.

use std::borrow::Cow;
use std::hint::black_box;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use crate::input::{self, Fault, Options, Sink, Source};
use crate::profile::{MEMORY, Profiler};

/// The way that the others are compared with.
pub(crate) const BASELINE: &str = "serde_json, typed rows";
/// The way whose memory is measured.
pub(crate) const PROFILE: &str = "profile";

/// A way to read a file of JSON lines.
type Way = fn(&Path) -> Result<Totals, Fault>;

/// All ways with their names, the baseline first.
pub(crate) const WAYS: [(&str, Way); 3] = [
    (BASELINE, typed_rows),
    ("reading alone", reading_alone),
    (PROFILE, profile),
];

/// The number of records, of their texts, and of the bytes of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) records: usize,
    pub(crate) texts: usize,
    pub(crate) bytes: usize,
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

impl Row<'_> {
    fn texts(&self) -> [&str; 10] {
        [
            &self.id,
            &self.time,
            &self.level,
            &self.service,
            &self.region,
            &self.host,
            &self.message,
            &self.request,
            &self.user.name,
            &self.user.plan,
        ]
    }
}

const LEVELS: &str = "info info info debug warn error";
const REGIONS: &str = "eu-west-1 eu-central-1 us-east-1 us-west-2 ap-south-1";
const PLANS: &str = "free team enterprise";
const WORDS: &str = "accepted after batch cache checkout client closed connection expired failed for from lease \
    order payment queue request retry session shard the timeout token upstream";

/// Writes a file of at least `bytes` bytes.
pub(crate) fn file(bytes: usize, random: &mut fastrand::Rng) -> io::Result<NamedTempFile> {
    let file = tempfile::Builder::new().suffix(".jsonl").tempfile()?;
    let mut out = BufWriter::with_capacity(1 << 20, file.as_file());
    let mut line = Vec::new();
    let mut written = 0;
    for number in 0_u64.. {
        if written >= bytes {
            break;
        }
        line.clear();
        serde_json::to_writer(&mut line, &row(number, random))?;
        line.push(b'\n');
        out.write_all(&line)?;
        written += line.len();
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

/// Returns one of some words.
fn one_of(words: &'static str, random: &mut fastrand::Rng) -> &'static str {
    let count = words.split(' ').count();
    let mut words = words.split(' ');
    words.nth(random.usize(..count)).unwrap_or_default()
}

/// Reads each line into a row that borrows its texts.
fn typed_rows(path: &Path) -> Result<Totals, Fault> {
    let mut totals = Totals::default();
    Source::open(path, Options::default().longest)?.for_each_line(|path, number, line| {
        let row: Row<'_> = serde_json::from_slice(line)
            .map_err(|error| Fault::json_line(path, number, &error, "a row is needed"))?;
        let texts = row.texts();
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
    input::read(path, Options::default(), &mut totals)?;
    Ok(totals)
}

#[allow(clippy::cast_possible_truncation)] // A file of the laboratory's is smaller than its memory.
pub(crate) fn profile(path: &Path) -> Result<Totals, Fault> {
    let mut profiler = Profiler::new(&[], MEMORY);
    input::read(path, Options::default(), &mut profiler)?;
    let (profile, sample) = profiler.finish();
    black_box(sample);
    let texts = profile.fields.iter().map(|field| field.count() as usize);
    Ok(Totals {
        records: profile.records as usize,
        texts: texts.sum(),
        bytes: profile.record_bytes.bytes() as usize,
    })
}
