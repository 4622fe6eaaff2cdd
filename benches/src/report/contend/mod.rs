//! What was found out of clones under contention.

mod csv;
mod faithful;
mod published;
mod tables;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use faithful::{Faithful, Repeated};
pub(crate) use published::CLONES;

use std::io::{self, Write};

use serde::Serialize;

use super::bars::About;
use super::json::json_lines;
use super::{Axis, Block, Chart, Scale, Section, Series, Shape, Unit};
use crate::measure::{Estimate, Machine, contend};

/// What the bars of clones are about.
pub(crate) const HELD: About = About {
    id: "contend_bars",
    title: "What clones by many threads are held to",
    what: "ratio",
    caption: "Ratios of times, of bytes where it says so. A text has 64 bytes where nothing else is said. \
              x2: by two threads. of: so many repetitions in which, on both sides, at least one thread ran \
              together with as many others as can run at once.",
};

/// All that a run of the fixed engine found out.
///
/// ```
/// use string_kit_benches::measure::Machine;
/// use string_kit_benches::report::contend::Findings;
///
/// let findings = Findings {
///     command: "string-kit contend".to_owned(),
///     machine: Machine::detect(),
///     millis: 60,
///     clones: None,
///     reps: 7,
///     baseline: "string".to_owned(),
///     left_out: Vec::new(),
///     cells: Vec::new(),
/// };
/// assert_eq!(findings.sections()[0].id, "contend");
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Findings {
    /// The command that makes it again.
    pub command: String,
    /// Where it was made.
    pub machine: Machine,
    /// How long a cell was measured at a time, if not by a number of clones.
    pub millis: u64,
    /// How many clones each thread made, if not by time.
    pub clones: Option<u64>,
    /// How often.
    pub reps: usize,
    /// The representation that ratios are to.
    pub baseline: String,
    /// What was asked for and cannot be done, in words.
    pub left_out: Vec<String>,
    /// What was measured.
    pub cells: Vec<Cell>,
}

/// What was measured of one cell.
///
/// ```
/// use string_kit_benches::measure::{Allocator, Estimate, contend};
/// use string_kit_benches::report::contend::Cell;
/// use string_kit_benches::workload::contend::Pattern;
///
/// let cell = Cell {
///     cell: contend::Cell {
///         repr: "arc_str".to_owned(),
///         allocator: Allocator::System,
///         pattern: Pattern::Own,
///         leaked: false,
///         size: 64,
///         threads: 2,
///     },
///     shares: true,
///     oversubscribed: false,
///     found: 7,
///     ns: Some(Estimate::of(vec![30.0, 31.0, 32.0])),
///     clone_ns: None,
///     drop_ns: None,
///     ratio: None,
///     slowdown: None,
///     per_second: Some(6e7),
///     least: Some(2.9e7),
///     most: Some(3.1e7),
///     counted: 900,
///     chunks: 1_000,
///     without: 0,
///     operations: 128_000,
///     bounded: false,
///     mappings: Some(0),
///     mapped_bytes: Some(0),
///     jemalloc_mapped: None,
/// };
/// assert!(cell.ratio.is_none());
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// Which one.
    #[serde(flatten)]
    pub cell: contend::Cell,
    /// Whether clones of it share the text, as its type says.
    pub shares: bool,
    /// Whether there are more threads than cores.
    pub oversubscribed: bool,
    /// In how many repetitions a thread ran together with as many others as can run at once, for long
    /// enough.
    pub found: usize,
    /// Nanoseconds an operation, on one core.
    pub ns: Option<Estimate>,
    /// Of that, what a clone takes, if others drop it.
    pub clone_ns: Option<Estimate>,
    /// And a drop.
    pub drop_ns: Option<Estimate>,
    /// The time over the baseline's, of the same repetitions.
    pub ratio: Option<Estimate>,
    /// The time over that of the same type alone, of the same repetitions.
    pub slowdown: Option<Estimate>,
    /// Operations a second of all threads, of which no more run at once than there are cores.
    pub per_second: Option<f64>,
    /// The fewest of one thread while it ran.
    pub least: Option<f64>,
    /// And the most.
    pub most: Option<f64>,
    /// How many chunks count.
    pub counted: usize,
    /// Of how many.
    pub chunks: usize,
    /// How many threads, of all repetitions, found no chunks that count.
    pub without: usize,
    /// Operations of all threads in a repetition.
    pub operations: u64,
    /// Whether a thread stopped early, since memory is bounded.
    pub bounded: bool,
    /// The anonymous mappings that a repetition made.
    pub mappings: Option<i64>,
    /// And their bytes.
    pub mapped_bytes: Option<i64>,
    /// The bytes that jemalloc mapped meanwhile.
    pub jemalloc_mapped: Option<i64>,
}

/// The cells that differ in the type and in the number of threads alone.
#[derive(Clone, Debug)]
struct Group<'a> {
    /// What they have in common.
    like: &'a contend::Cell,
    cells: Vec<&'a Cell>,
    /// The numbers of threads, rising.
    threads: Vec<usize>,
}

impl<'a> Group<'a> {
    fn at(&self, repr: &str, threads: usize) -> Option<&'a Cell> {
        let is_it = |cell: &&&Cell| cell.cell.repr == repr && cell.cell.threads == threads;
        self.cells.iter().find(is_it).copied()
    }

    /// The representations, the fastest first where the most threads run.
    fn reprs(&self) -> Vec<&'a str> {
        let mut reprs: Vec<&str> = Vec::new();
        for cell in &self.cells {
            if !reprs.contains(&&*cell.cell.repr) {
                reprs.push(&cell.cell.repr);
            }
        }
        let key = |repr: &&str| {
            let times = self.threads.iter().rev();
            let time = times.filter_map(|&threads| self.at(repr, threads)?.ns);
            time.map(|ns| ns.median).next().unwrap_or(f64::INFINITY)
        };
        reprs.sort_by(|a, b| key(a).total_cmp(&key(b)));
        reprs
    }

    /// What is timed, in words.
    fn operation(&self) -> &'static str {
        if self.like.pattern.hands_over() {
            "a clone on one core and its drop on another"
        } else if self.like.leaked {
            "a clone that is leaked, on one core"
        } else {
            "a clone and its drop, on one core"
        }
    }

    /// What they have in common, in words.
    fn words(&self) -> String {
        let contend::Cell {
            allocator,
            pattern,
            leaked,
            size,
            ..
        } = self.like;
        let leaked = words::leaked_or_dropped(*leaked);
        format!("{pattern}, {leaked}, {size} bytes, {allocator}")
    }
}

impl Findings {
    /// Tables, charts, and what follows from them.
    ///
    /// ```
    /// use string_kit_benches::measure::Machine;
    /// use string_kit_benches::report::contend::Findings;
    ///
    /// let findings = Findings {
    ///     command: "string-kit contend".to_owned(),
    ///     machine: Machine::detect(),
    ///     millis: 60,
    ///     clones: None,
    ///     reps: 7,
    ///     baseline: "string".to_owned(),
    ///     left_out: Vec::new(),
    ///     cells: Vec::new(),
    /// };
    /// let section = &findings.sections()[0];
    /// assert_eq!(section.title, "Clones by many threads");
    /// ```
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        let mut blocks = vec![Block::Text(words::method(self))];
        for (index, group) in self.groups().iter().enumerate() {
            if group.threads.len() > 1 {
                blocks.push(Block::Chart(self.chart(index, group)));
            }
            blocks.push(Block::Table(tables::times(self, group)));
            blocks.push(Block::Table(tables::throughput(group)));
            blocks.push(Block::Points(words::group(group)));
        }
        blocks.push(Block::Points(words::doubts(self)));
        vec![Section {
            id: "contend",
            title: "Clones by many threads".to_owned(),
            command: self.command.clone(),
            blocks,
        }]
    }

    /// Writes each cell as a line of JSON that says all of itself.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn json_lines(&self, out: &mut impl Write) -> io::Result<()> {
        /// A cell, and how it was measured.
        #[derive(Serialize)]
        struct Line<'a> {
            engine: &'static str,
            cpu: &'a str,
            cores: usize,
            millis: u64,
            clones: Option<u64>,
            reps: usize,
            baseline: &'a str,
            #[serde(flatten)]
            cell: &'a Cell,
        }
        let line = |cell| Line {
            engine: "fixed",
            cpu: &self.machine.cpu,
            cores: self.machine.cores,
            millis: self.millis,
            clones: self.clones,
            reps: self.reps,
            baseline: &self.baseline,
            cell,
        };
        json_lines(self.cells.iter().map(line), out)
    }

    /// Writes the cells as CSV, a line each, below a line that names the columns.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn csv(&self, out: &mut impl Write) -> io::Result<()> {
        csv::write(&self.cells, out)
    }

    /// The groups, in the order of their first cells.
    fn groups(&self) -> Vec<Group<'_>> {
        let mut groups: Vec<Group<'_>> = Vec::new();
        for cell in &self.cells {
            let of = &cell.cell;
            let key = |cell: &contend::Cell| (cell.allocator, cell.pattern, cell.leaked, cell.size);
            let at = groups.iter().position(|group| key(group.like) == key(of));
            let at = at.unwrap_or(groups.len());
            if at == groups.len() {
                groups.push(Group {
                    like: of,
                    cells: Vec::new(),
                    threads: Vec::new(),
                });
            }
            let group = &mut groups[at];
            group.cells.push(cell);
            if let Err(at) = group.threads.binary_search(&of.threads) {
                group.threads.insert(at, of.threads);
            }
        }
        groups
    }

    /// The time by the number of threads; the baseline and what it is most often compared with come
    /// first.
    fn chart(&self, index: usize, group: &Group<'_>) -> Chart {
        let series = |repr: &&str| {
            #[allow(clippy::cast_precision_loss)] // A handful.
            let point = |&threads: &usize| {
                let ns = group.at(repr, threads)?.ns?;
                Some((threads as f64, ns.median))
            };
            Series {
                name: (*repr).to_owned(),
                points: group.threads.iter().filter_map(point).collect(),
            }
        };
        let mut reprs = group.reprs();
        let rank = |repr: &&str| match *repr {
            repr if repr == self.baseline => 0,
            "shared_str" => 1,
            "arc_str" => 2,
            _ => 3,
        };
        reprs.sort_by_key(rank);
        Chart {
            id: format!("contend_chart_{index}"),
            caption: format!(
                "Time of {}, by the number of threads ({}); lower is better.",
                group.operation(),
                group.words()
            ),
            x: Axis::new("threads", Unit::Count, Scale::Log),
            y: Axis::new("time", Unit::Nanoseconds, Scale::Log),
            shape: Shape::Lines,
            series: reprs.iter().map(series).collect(),
        }
    }
}
