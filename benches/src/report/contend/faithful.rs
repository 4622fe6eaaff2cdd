//! What came of the experiment as it was published.

use std::io::{self, Write};

use serde::Serialize;

use super::published;
use super::tables::some;
use super::words::{and_leaked, leaked_or_dropped, scaled_down, times};
use crate::measure::{Allocator, Estimate, Machine};
use crate::report::cells::{by_way, many, unknown};
use crate::report::csv;
use crate::report::json::json_lines;
use crate::report::{
    Axis, Block, Cell, Chart, Column, Scale, Section, Series, Shape, Table, Unit, cells,
};

/// The type that ratios are to.
const BASELINE: &str = "string";

/// The type that the write-up is about.
const ARC: &str = "arc_str";

/// All that a run of the published experiment found out.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Faithful {
    /// The command that makes it again.
    pub(crate) command: String,
    /// Where it was made.
    pub(crate) machine: Machine,
    /// What it ran on.
    pub(crate) allocator: Allocator,
    /// How often each was measured.
    pub(crate) reps: usize,
    /// How many times the main thread was to clone.
    pub(crate) clones: u64,
    /// What is otherwise than published, in words.
    pub(crate) notes: Vec<String>,
    /// What was measured.
    pub(crate) rows: Vec<Repeated>,
}

/// A type, cloned by so many threads.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Repeated {
    /// The representation.
    pub(crate) repr: String,
    /// How many threads clone.
    pub(crate) threads: usize,
    /// Whether clones are leaked.
    pub(crate) leaked: bool,
    /// How many times the main thread cloned: fewer than asked for if memory is bounded.
    pub(crate) clones: u64,
    /// How long the main thread took.
    pub(crate) ns: Estimate,
    /// How long for each clone.
    pub(crate) clone_ns: Estimate,
    /// The time of a clone over that of a `String`'s, of the same repetitions.
    pub(crate) ratio: Option<Estimate>,
    /// Whether the other threads leaked all that memory allows, and dropped from there on.
    pub(crate) drops_at_last: bool,
    /// The anonymous mappings that a repetition made.
    pub(crate) mappings: Option<i64>,
    /// And their bytes.
    pub(crate) mapped_bytes: Option<i64>,
    /// The most that jemalloc had mapped at a time.
    pub(crate) most_mapped: Option<i64>,
    /// What jemalloc had mapped, every 10 ms of the first repetition: nanoseconds since the
    /// beginning, and bytes.
    pub(crate) series: Vec<(u64, i64)>,
}

impl Repeated {
    fn name(&self) -> String {
        let leaked = and_leaked(self.leaked);
        format!("{} x{}{leaked}", self.repr, self.threads)
    }

    /// The ratio as a cell.
    fn ratio(&self) -> Cell {
        let ratio = |ratio| cells::ratio(ratio, self.repr == BASELINE);
        self.ratio.map_or_else(unknown, ratio)
    }
}

impl Faithful {
    /// The times as a table and a chart, what they say, and what jemalloc had mapped.
    pub(crate) fn sections(&self) -> Vec<Section> {
        let mut blocks = Vec::new();
        for leaked in [false, true] {
            let rows: Vec<&Repeated> = self
                .rows
                .iter()
                .filter(|row| row.leaked == leaked)
                .collect();
            let mut threads: Vec<usize> = rows.iter().map(|row| row.threads).collect();
            threads.dedup();
            if threads.len() > 1 {
                blocks.push(Block::Chart(self.times(&rows, leaked)));
            }
        }
        blocks.push(Block::Table(self.table()));
        let beside = self.beside();
        if !beside.rows.is_empty() {
            blocks.push(Block::Table(beside));
        }
        let mut points = self.shape();
        points.extend(self.notes.iter().cloned());
        points.extend(by_way([self.allocator].into_iter()));
        blocks.push(Block::Points(points));
        if self.rows.iter().any(|row| !row.series.is_empty()) {
            blocks.push(Block::Chart(self.mapped()));
        }
        vec![Section {
            id: "contend_published",
            title: "Clones by many threads, as published".to_owned(),
            command: self.command.clone(),
            blocks,
        }]
    }

    fn table(&self) -> Table {
        let row = |row: &Repeated| {
            vec![
                Cell::words(&row.repr),
                Cell::count(row.threads),
                Cell::words(leaked_or_dropped(row.leaked)),
                Cell::number(row.ns.median, Unit::Nanoseconds),
                cells::interval(row.clone_ns),
                row.ratio(),
                some(row.mappings, Unit::Count),
                some(row.mapped_bytes, Unit::Bytes),
                some(row.most_mapped, Unit::Bytes),
            ]
        };
        Table {
            caption: format!(
                "The time in which the main thread makes its clones of a text of 64 bytes, and \
                 nanoseconds a clone, with its drop if there is one, [95 % interval of this run], while \
                 other threads do the same, on {}. By the clock: what else the machine does is in it. \
                 ratio: to {BASELINE} with as many threads; ~: no difference can be told. mappings: \
                 anonymous ones that the process had more at the end, as Linux joins them, and their \
                 bytes, the medians; most: the most that jemalloc had mapped at a time (--mapped).",
                self.allocator,
            ),
            columns: vec![
                Column::words("representation"),
                Column::numbers("threads"),
                Column::words("clones"),
                Column::numbers("time"),
                Column::numbers("ns"),
                Column::numbers("ratio"),
                Column::numbers("mappings"),
                Column::numbers("mapped"),
                Column::numbers("most"),
            ],
            rows: self.rows.iter().map(row).collect(),
        }
    }

    /// What was published, and what was measured here.
    fn beside(&self) -> Table {
        let row = |row: &Repeated| {
            let [arc, string] = published::clone_ns(row.threads, row.leaked)?;
            let there = match row.repr.as_str() {
                ARC => arc,
                BASELINE => string,
                _ => return None,
            };
            Some(vec![
                Cell::words(&row.repr),
                Cell::count(row.threads),
                Cell::words(leaked_or_dropped(row.leaked)),
                Cell::number(there, Unit::Nanoseconds),
                Cell::number(row.clone_ns.median, Unit::Nanoseconds),
                Cell::shown(there / string, cells::digits(there / string)),
                row.ratio(),
            ])
        };
        Table {
            caption: format!(
                "there: what the write-up has, a clone, on six cores. ratio: to {BASELINE} with as many \
                 threads."
            ),
            columns: vec![
                Column::words("representation"),
                Column::numbers("threads"),
                Column::words("clones"),
                Column::numbers("there"),
                Column::numbers("here"),
                Column::numbers("ratio there"),
                Column::numbers("ratio here"),
            ],
            rows: self.rows.iter().filter_map(row).collect(),
        }
    }

    fn times(&self, rows: &[&Repeated], leaked: bool) -> Chart {
        let mut series: Vec<Series> = Vec::new();
        for row in rows {
            #[allow(clippy::cast_precision_loss)] // A handful.
            let point = (row.threads as f64, row.clone_ns.median);
            match series.iter_mut().find(|one| one.name == row.repr) {
                Some(one) => one.points.push(point),
                None => series.push(Series {
                    name: row.repr.clone(),
                    points: vec![point],
                }),
            }
        }
        let told = leaked_or_dropped(leaked);
        Chart {
            id: format!("contend_published_{told}"),
            caption: format!(
                "Time of a clone on the main thread, by the number of threads; the clones are {told}; {}.",
                self.allocator
            ),
            x: Axis::new("threads", Unit::Count, Scale::Log),
            y: Axis::new("time", Unit::Nanoseconds, Scale::Log),
            shape: Shape::Lines,
            series,
        }
    }

    fn mapped(&self) -> Chart {
        #[allow(clippy::cast_precision_loss)] // Far from 2^52.
        let point = |&(ns, bytes): &(u64, i64)| (ns as f64, bytes as f64);
        let mut rows: Vec<&Repeated> = self.rows.iter().collect();
        rows.sort_by_key(|row| -row.most_mapped.unwrap_or_default());
        Chart {
            id: "contend_mapped".to_owned(),
            caption: "What jemalloc has mapped while the main thread clones.".to_owned(),
            x: Axis::new("time", Unit::Nanoseconds, Scale::Linear),
            y: Axis::new("mapped", Unit::Bytes, Scale::Linear),
            shape: Shape::Steps,
            series: rows
                .into_iter()
                .filter(|row| !row.series.is_empty())
                .map(|row| Series {
                    name: row.name(),
                    points: row.series.iter().map(point).collect(),
                })
                .collect(),
        }
    }

    /// Whether what was published is seen here too.
    fn shape(&self) -> Vec<String> {
        let mut words = Vec::new();
        for row in self.rows.iter().filter(|row| row.repr == ARC) {
            let Some((ratio, [arc, string])) =
                row.ratio.zip(published::clone_ns(row.threads, row.leaked))
            else {
                continue;
            };
            let was_ahead = arc < string;
            let published = if was_ahead { "ahead" } else { "behind" };
            let seen = if ratio.contains(1.0) {
                "no difference can be told".to_owned()
            } else {
                let (times, seen) = if ratio.median < 1.0 {
                    (1.0 / ratio.median, "ahead of")
                } else {
                    (ratio.median, "behind")
                };
                format!("it is {} times {seen} {BASELINE}", self::times(times))
            };
            let as_published = match (was_ahead, ratio.low > 1.0, ratio.high < 1.0) {
                (true, _, true) | (false, true, _) => "as published",
                _ => "unlike what was published",
            };
            words.push(format!(
                "{}, of which was published that it is {published}: {seen}, {as_published}.",
                row.name()
            ));
        }
        let bounded: Vec<String> = self
            .rows
            .iter()
            .filter_map(|row| {
                let fewer = row.clones < self.clones;
                let fewer = fewer.then(|| many_clones(row.clones));
                let dropped = "the other threads dropped their last ones".to_owned();
                let dropped = row.drops_at_last.then_some(dropped);
                let how: Vec<String> = fewer.into_iter().chain(dropped).collect();
                (!how.is_empty()).then(|| format!("{} ({})", row.name(), how.join("; ")))
            })
            .collect();
        if !bounded.is_empty() {
            words.push(scaled_down(&bounded.join(", ")));
        }
        words
    }

    /// Writes each row as a line of JSON.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn json_lines(&self, out: &mut impl Write) -> io::Result<()> {
        /// A row, and how it was measured.
        #[derive(Serialize)]
        struct Line<'a> {
            engine: &'static str,
            cpu: &'a str,
            cores: usize,
            allocator: Allocator,
            reps: usize,
            #[serde(flatten)]
            row: &'a Repeated,
        }
        let line = |row| Line {
            engine: "faithful",
            cpu: &self.machine.cpu,
            cores: self.machine.cores,
            allocator: self.allocator,
            reps: self.reps,
            row,
        };
        json_lines(self.rows.iter().map(line), out)
    }

    /// Writes the rows as comma-separated values.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn csv(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "repr,allocator,threads,leaked,clones,ns,clone_ns,clone_ns_low,clone_ns_high,ratio,\
             ratio_low,ratio_high,drops_at_last,mappings,mapped_bytes,most_mapped"
        )?;
        for row in &self.rows {
            let some =
                |value: Option<i64>| value.map(|value| value.to_string()).unwrap_or_default();
            writeln!(
                out,
                "{},{},{},{},{},{},{},{},{},{},{},{}",
                row.repr,
                self.allocator,
                row.threads,
                row.leaked,
                row.clones,
                row.ns.median,
                csv::estimate(Some(row.clone_ns)),
                csv::estimate(row.ratio),
                row.drops_at_last,
                some(row.mappings),
                some(row.mapped_bytes),
                some(row.most_mapped),
            )?;
        }
        Ok(())
    }
}

fn many_clones(clones: u64) -> String {
    many(usize::try_from(clones).unwrap_or(usize::MAX), "clone")
}
