//! What something is held to, and what was measured.

use std::io::{self, Write};

use serde::Serialize;

use super::cells::{by_way, many, unknown};
use super::json::json_lines;
use super::{Block, Cell, Column, Section, Table, Tone, cells, csv};
use crate::measure::{Allocator, Estimate, MIN_ROUNDS, Machine};

/// How much a ratio may be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Bound {
    /// No more than this.
    AtMost(f64),
    /// No less.
    AtLeast(f64),
}

impl Bound {
    /// Whether a ratio is within it.
    pub(crate) fn holds(self, ratio: f64) -> bool {
        match self {
            Self::AtMost(most) => ratio <= most,
            Self::AtLeast(least) => ratio >= least,
        }
    }

    fn words(self) -> String {
        match self {
            Self::AtMost(most) => format!("at most {}", shown(most)),
            Self::AtLeast(least) => format!("at least {}", shown(least)),
        }
    }
}

/// A bound in two decimals, or in as many more as it has.
fn shown(bound: f64) -> String {
    let two = format!("{bound:.2}");
    if two.parse() == Ok(bound) {
        two
    } else {
        bound.to_string()
    }
}

/// A number, most often a ratio, and how much it may be.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Bar {
    /// What is measured, or the two sides of a ratio.
    pub(crate) what: String,
    /// What they ran on.
    pub(crate) allocator: Allocator,
    /// How much the ratio may be.
    pub(crate) bound: Bound,
    /// The number, or the ratio of pairs of the same repetition; none if it could not be measured.
    pub(crate) ratio: Option<Estimate>,
    /// How many repetitions have what it takes.
    pub(crate) found: usize,
}

impl Bar {
    /// Whether the median is within the bound; what was not measured often enough is not.
    pub(crate) fn holds(&self) -> bool {
        self.sure()
            .is_some_and(|ratio| self.bound.holds(ratio.median))
    }

    /// The ratio, if it is of as many repetitions as its interval takes.
    fn sure(&self) -> Option<Estimate> {
        self.ratio.filter(|_| self.found >= MIN_ROUNDS)
    }
}

/// What bars are about.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct About {
    /// The name of the section.
    pub(crate) id: &'static str,
    /// Its title.
    pub(crate) title: &'static str,
    /// What is in the first column.
    pub(crate) what: &'static str,
    /// How to read it.
    pub(crate) caption: &'static str,
}

/// All bars of a run.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Bars {
    /// What they are about.
    pub(crate) about: About,
    /// The command that makes it again.
    pub(crate) command: String,
    /// Where it was made.
    pub(crate) machine: Machine,
    /// How often each side was measured.
    pub(crate) reps: usize,
    /// What is otherwise than asked for, in words.
    pub(crate) notes: Vec<String>,
    /// What was measured.
    pub(crate) all: Vec<Bar>,
}

impl Bars {
    /// Which bars are missed, in words, if any is.
    pub(crate) fn missed(&self) -> Option<String> {
        let missed: Vec<String> = self
            .all
            .iter()
            .filter(|bar| !bar.holds())
            .map(|bar| format!("{} ({})", bar.what, bar.allocator))
            .collect();
        (!missed.is_empty()).then(|| {
            format!(
                "{} of {} missed: {}",
                missed.len(),
                many(self.all.len(), "bar"),
                missed.join("; ")
            )
        })
    }

    /// The bars as a table.
    pub(crate) fn sections(&self) -> Vec<Section> {
        let row = |bar: &Bar| {
            let (told, tone) = if bar.holds() {
                ("held".to_owned(), Tone::Better)
            } else if bar.sure().is_some() {
                ("MISSED".to_owned(), Tone::Worse)
            } else {
                let few = format!("MISSED: too few, {MIN_ROUNDS} are needed");
                (few, Tone::Worse)
            };
            let ratio = bar.sure().map_or_else(unknown, |ratio| {
                let text = cells::over(ratio).text;
                Cell::shown(ratio.median, text.trim_start_matches('~'))
            });
            vec![
                Cell::words(&bar.what),
                Cell::words(bar.allocator.name()),
                Cell::words(bar.bound.words()),
                ratio,
                Cell::count(bar.found),
                Cell::words(told).in_tone(tone),
            ]
        };
        let table = Table {
            caption: format!(
                "The median of {} in turn, [95 % interval of this run], against the bar, to which the \
                 median alone is held. {}",
                many(self.reps, "repetition"),
                self.about.caption,
            ),
            columns: vec![
                Column::words(self.about.what),
                Column::words("allocator"),
                Column::words("bar"),
                Column::numbers("measured"),
                Column::numbers("of"),
                Column::words("held"),
            ],
            rows: self.all.iter().map(row).collect(),
        };
        let told = self
            .missed()
            .unwrap_or_else(|| format!("All {} are held.", many(self.all.len(), "bar")));
        let mut points = vec![told];
        points.extend(self.notes.iter().cloned());
        points.extend(by_way(self.all.iter().map(|bar| bar.allocator)));
        vec![Section {
            id: self.about.id,
            title: self.about.title.to_owned(),
            command: self.command.clone(),
            blocks: vec![Block::Table(table), Block::Points(points)],
        }]
    }

    /// Writes each bar as a line of JSON.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn json_lines(&self, out: &mut impl Write) -> io::Result<()> {
        /// A bar, and how it stands.
        #[derive(Serialize)]
        struct Line<'a> {
            cpu: &'a str,
            cores: usize,
            reps: usize,
            holds: bool,
            #[serde(flatten)]
            bar: &'a Bar,
        }
        let line = |bar| Line {
            cpu: &self.machine.cpu,
            cores: self.machine.cores,
            reps: self.reps,
            holds: Bar::holds(bar),
            bar,
        };
        json_lines(self.all.iter().map(line), out)
    }

    /// Writes the bars as comma-separated values.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn csv(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "what,allocator,at_most,at_least,ratio,ratio_low,ratio_high,found,reps,holds"
        )?;
        for bar in &self.all {
            let (most, least) = match bar.bound {
                Bound::AtMost(most) => (most.to_string(), String::new()),
                Bound::AtLeast(least) => (String::new(), least.to_string()),
            };
            let ratio = csv::estimate(bar.ratio);
            let (what, allocator) = (&bar.what, bar.allocator);
            // No name of a side has a quote in it.
            writeln!(
                out,
                "\"{what}\",{allocator},{most},{least},{ratio},{},{},{}",
                bar.found,
                self.reps,
                bar.holds()
            )?;
        }
        Ok(())
    }
}
