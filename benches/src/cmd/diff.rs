//! `diff`: two runs of one question, row by row.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use string_kit_measure::Failure;
use string_kit_measure::judge::{self, Judge, Judgement, Verdict};
use string_kit_measure::output::print;
use string_kit_measure::report::pivot::{ratio, verdict};
use string_kit_measure::report::{self, Block, Cell, Column, Document, Section, Table};
use string_kit_measure::run::{self, Header, Key, Run};

/// The flags.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The run before a change: a file that --json wrote.
    #[arg(value_name = "BEFORE")]
    before: PathBuf,
    /// The run after it.
    #[arg(value_name = "AFTER")]
    after: PathBuf,
    /// Show the rows without a difference too.
    #[arg(long)]
    all: bool,
}

impl Args {
    pub(super) fn run(self) -> Result<(), Failure> {
        let read = |path| -> Result<Vec<Run>, Failure> {
            let runs = run::read(path)?;
            if runs.iter().any(|run| !run.header.machine.optimized) {
                return Err(Failure::Arguments(format!(
                    "{} is of a debug build, whose times say nothing about a release build; measure with \
                     --release",
                    path.display()
                )));
            }
            Ok(runs.into_iter().map(judge::calm).collect())
        };
        let (before, after) = (read(&self.before)?, read(&self.after)?);
        let mut sections = Vec::new();
        for after in &after {
            let question = &after.header.question;
            if let Some(before) = before.iter().find(|run| run.header.question == *question) {
                sections.push(self.section(before, after));
            }
        }
        if sections.is_empty() {
            return Err(Failure::Arguments(format!(
                "{} and {} have no question in common",
                self.before.display(),
                self.after.display()
            )));
        }
        let document = Document::new("string-kit: two runs", &after, sections);
        print(|out| report::terminal(&document, out))
    }

    fn section(&self, before: &Run, after: &Run) -> Section {
        let mut rows = rows(before, after);
        let of = rows.len();
        let changed = rows.iter().filter(|row| row.has_changed()).count();
        let judged: Vec<bool> = rows.iter().filter_map(|row| row.overlaps).collect();
        let overlap = judged.iter().filter(|overlaps| **overlaps).count();
        let overlap = (!judged.is_empty()).then(|| {
            format!(
                "{overlap} of {} pairs of intervals overlap: 99.4 % do of correct ones of the same build.",
                judged.len()
            )
        });
        if !self.all {
            rows.retain(Row::has_changed);
        }
        let table = Table {
            caption:
                "before, after: of a time, its ratio to the baseline of the same run. ratio: after \
                      over before, of a time with its [95 % interval]; better and worse lie beyond \
                      3 % and the noise floors of both runs, and equal within them."
                    .to_owned(),
            columns: [
                ["setting", "metric"].map(Column::words).to_vec(),
                ["before", "after", "ratio"].map(Column::numbers).to_vec(),
                vec![Column::words("verdict")],
            ]
            .concat(),
            rows: rows.iter().map(Row::cells).collect(),
        };
        let words = format!("{changed} of {of} rows differ.");
        let only_here = |one: &Run, other: &Run, file: &Path| {
            let keys: HashSet<&Key> = other.measurements.iter().map(|cell| &cell.key).collect();
            let missing = one
                .measurements
                .iter()
                .filter(|cell| !keys.contains(&cell.key));
            let missing = missing.count();
            (missing > 0).then(|| format!("{missing} rows are only in {}.", file.display()))
        };
        let notes = [
            only_here(before, after, &self.before),
            only_here(after, before, &self.after),
        ];
        let points = [Some(words), overlap].into_iter().chain(notes).flatten();
        let points = points.collect();
        let warnings = self.warnings(&before.header, &after.header);
        let warnings = (!warnings.is_empty()).then_some(Block::Points(warnings));
        let answer = [Block::Table(table), Block::Points(points)];
        Section {
            title: after.header.title.clone(),
            blocks: warnings.into_iter().chain(answer).collect(),
            ..Section::default()
        }
    }

    /// Returns what differs between the machines and the builds of two runs, and what speaks against either.
    fn warnings(&self, before: &Header, after: &Header) -> Vec<String> {
        let facts = before
            .machine
            .facts()
            .into_iter()
            .zip(after.machine.facts());
        let settings = |header: &Header| {
            [
                ("commit", header.commit.clone()),
                ("number of processes", header.processes.to_string()),
            ]
        };
        let facts = facts.chain(settings(before).into_iter().zip(settings(after)));
        let differing = facts.filter(|(before, after)| before != after);
        let mut warnings: Vec<String> = differing
            .map(|((name, before), (_, after))| {
                format!(
                    "Warning: the {name} differs, and times may for that reason: {before}; {after}."
                )
            })
            .collect();
        let names: BTreeSet<&String> = before
            .versions
            .keys()
            .chain(after.versions.keys())
            .collect();
        for name in names {
            let version = |header: &Header| {
                let version = header.versions.get(name);
                version.map_or_else(|| "none".to_owned(), Clone::clone)
            };
            let (before, after) = (version(before), version(after));
            if before != after {
                warnings.push(format!(
                    "Warning: the version of {name} differs: {before}; {after}."
                ));
            }
        }
        for (file, header) in [(&self.before, before), (&self.after, after)] {
            let file = file.display();
            let doubts = header.doubts.iter();
            warnings.extend(doubts.map(|doubt| format!("Warning: {file}: {doubt}.")));
        }
        warnings
    }
}

/// A cell of both runs.
struct Row<'a> {
    key: &'a run::Key,
    before: f64,
    after: f64,
    /// The comparison, of a metric that varies.
    judged: Option<Judgement>,
    /// True if the intervals of both runs overlap.
    overlaps: Option<bool>,
}

/// Returns the cells that both runs have and that are compared: baselines are what others are
/// compared with.
fn rows<'a>(before: &Run, after: &'a Run) -> Vec<Row<'a>> {
    let (of_before, of_after) = (Judge::of(before), Judge::of(after));
    let row = |cell: &'a run::Measurement| {
        let old = of_before.find(&cell.key.factors, &cell.key.metric)?;
        if !cell.key.unit.varies() {
            let (before, after) = (old.value()?, cell.value()?);
            return Some(Row {
                key: &cell.key,
                before,
                after,
                judged: None,
                overlaps: None,
            });
        }
        if of_after.baseline(cell)?.key == cell.key {
            return None;
        }
        let (old, new) = (of_before.judge(old)?, of_after.judge(cell)?);
        Some(Row {
            key: &cell.key,
            before: old.ratio.value,
            after: new.ratio.value,
            judged: Some(new.against(old)),
            overlaps: Some(new.overlaps(old)),
        })
    };
    after.measurements.iter().filter_map(row).collect()
}

impl Row<'_> {
    #[allow(clippy::float_cmp)] // Counts that do not vary.
    fn has_changed(&self) -> bool {
        match self.judged {
            Some(judged) => matches!(judged.verdict, Verdict::Better | Verdict::Worse),
            None => self.before != self.after,
        }
    }

    fn cells(&self) -> Vec<Cell> {
        let number = |value: f64| {
            Cell::shown(
                value,
                format!("{value:.3}")
                    .trim_end_matches('0')
                    .trim_end_matches('.'),
            )
        };
        let (ratio, verdict) = if let Some(judged) = self.judged {
            (ratio(judged.ratio), verdict(judged.verdict))
        } else {
            let word = if self.has_changed() {
                "differs"
            } else {
                "same"
            };
            (number(self.after / self.before), Cell::words(word))
        };
        vec![
            Cell::words(self.key.factors.to_string()),
            Cell::words(&*self.key.metric),
            number(self.before),
            number(self.after),
            ratio,
            verdict,
        ]
    }
}
