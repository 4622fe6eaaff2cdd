//! `diff`: two runs of one question, row by row.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use string_kit_measure::Failure;
use string_kit_measure::judge::{self, Judge, Judgement, Verdict};
use string_kit_measure::output::print;
use string_kit_measure::report::pivot::{ratio, verdict};
use string_kit_measure::report::{self, Block, Cell, Column, Document, Section, Table};
use string_kit_measure::run::{self, Header, Key, Measurement, Run};

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
        let all = rows.len();
        let overlaps: Vec<bool> = rows.iter().filter_map(Row::overlaps).collect();
        let overlapping = overlaps.iter().filter(|overlaps| **overlaps).count();
        let changed = rows.iter().filter(|row| row.has_changed()).count();
        if !self.all {
            rows.retain(Row::has_changed);
        }
        let mut points = vec![format!("{changed} of {all} rows differ.")];
        if !overlaps.is_empty() {
            points.push(format!(
                "{overlapping} of {} pairs of intervals overlap: 99.4 % do of correct ones of the same build.",
                overlaps.len()
            ));
        }
        points.extend(only_in(&self.before, before, after));
        points.extend(only_in(&self.after, after, before));
        let table = Table {
            caption:
                "before, after: of a time, its ratio to the baseline of the same run. ratio: after \
                      over before, of a time with its [95 % interval]; better and worse lie beyond \
                      3 % and the noise floors of both runs, and equal within them."
                    .to_owned(),
            columns: vec![
                Column::words("setting"),
                Column::words("metric"),
                Column::numbers("before"),
                Column::numbers("after"),
                Column::numbers("ratio"),
                Column::words("verdict"),
            ],
            rows: rows.iter().map(Row::cells).collect(),
        };
        let mut blocks = vec![Block::Table(table), Block::Points(points)];
        let warnings = self.warnings(&before.header, &after.header);
        if !warnings.is_empty() {
            blocks.insert(0, Block::Points(warnings));
        }
        Section {
            title: after.header.title.clone(),
            blocks,
            ..Section::default()
        }
    }

    /// Returns what differs between the machines and the builds of two runs, and what speaks against either.
    fn warnings(&self, before: &Header, after: &Header) -> Vec<String> {
        let (facts_before, facts_after) = (facts(before), facts(after));
        let names: BTreeSet<&String> = facts_before.keys().chain(facts_after.keys()).collect();
        let difference = |name: &String| {
            let fact = |of: &BTreeMap<String, String>| {
                of.get(name).map_or_else(|| "none".to_owned(), Clone::clone)
            };
            let (before, after) = (fact(&facts_before), fact(&facts_after));
            (before != after).then(|| {
                format!("the {name} differs, and times may for that reason: {before}; {after}")
            })
        };
        let mut warnings: Vec<String> = names.into_iter().filter_map(difference).collect();
        for (file, header) in [(&self.before, before), (&self.after, after)] {
            let doubts = header.doubts.iter();
            warnings.extend(doubts.map(|doubt| format!("{}: {doubt}", file.display())));
        }
        let warning = |what| format!("Warning: {what}.");
        warnings.into_iter().map(warning).collect()
    }
}

/// Returns what the times of a run depend on, by name.
fn facts(header: &Header) -> BTreeMap<String, String> {
    let versions = header.versions.iter();
    let versions = versions.map(|(name, version)| (format!("version of {name}"), version.clone()));
    let own = [
        ("commit", header.commit.clone()),
        ("number of processes", header.processes.to_string()),
    ];
    let facts = header.machine.facts().into_iter().chain(own);
    let facts = facts.map(|(name, fact)| (name.to_owned(), fact));
    facts.chain(versions).collect()
}

/// Counts the cells that only one of two runs has.
fn only_in(file: &Path, run: &Run, other: &Run) -> Option<String> {
    let keys: HashSet<&Key> = other.measurements.iter().map(|cell| &cell.key).collect();
    let cells = run.measurements.iter();
    let count = cells.filter(|cell| !keys.contains(&cell.key)).count();
    (count > 0).then(|| format!("{count} rows are only in {}.", file.display()))
}

/// A cell of both runs.
struct Row<'a> {
    key: &'a Key,
    before: f64,
    after: f64,
    /// The judgements of both runs, of a metric that varies.
    judged: Option<[Judgement; 2]>,
}

/// Returns the cells that both runs have and that are compared: baselines are what others are
/// compared with.
fn rows<'a>(before: &Run, after: &'a Run) -> Vec<Row<'a>> {
    let (judge_before, judge_after) = (Judge::of(before), Judge::of(after));
    let row = |new: &'a Measurement| {
        let old = judge_before.find(&new.key.factors, &new.key.metric)?;
        let key = &new.key;
        if !key.unit.varies() {
            return Some(Row {
                key,
                before: old.value()?,
                after: new.value()?,
                judged: None,
            });
        }
        if judge_after.baseline(new)?.key == *key {
            return None;
        }
        let judged = [judge_before.judge(old)?, judge_after.judge(new)?];
        Some(Row {
            key,
            before: judged[0].ratio.value,
            after: judged[1].ratio.value,
            judged: Some(judged),
        })
    };
    after.measurements.iter().filter_map(row).collect()
}

impl Row<'_> {
    fn overlaps(&self) -> Option<bool> {
        self.judged.map(|[old, new]| new.overlaps(old))
    }

    #[allow(clippy::float_cmp)] // Counts that do not vary.
    fn has_changed(&self) -> bool {
        match self.judged {
            Some([old, new]) => {
                matches!(new.against(old).verdict, Verdict::Better | Verdict::Worse)
            }
            None => self.before != self.after,
        }
    }

    fn cells(&self) -> Vec<Cell> {
        let number = |value: f64| {
            let text = format!("{value:.3}");
            Cell::shown(value, text.trim_end_matches('0').trim_end_matches('.'))
        };
        let quotient = number(self.after / self.before);
        let (ratio, verdict) = match self.judged.map(|[old, new]| new.against(old)) {
            Some(judged) => (ratio(judged.ratio), verdict(judged.verdict)),
            None if self.has_changed() => (quotient, Cell::words("differs")),
            None => (quotient, Cell::words("same")),
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
