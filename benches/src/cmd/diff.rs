//! `diff`: two runs of one question, row by row.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use string_kit_measure::Failure;
use string_kit_measure::judge::{self, Judge, Verdict, number_of};
use string_kit_measure::output::print;
use string_kit_measure::report::{self, Block, Cell, Column, Document, Section, Table, pivot};
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
                    "{} is of a debug build, whose times say nothing about a release build; \
                     measure with --release",
                    path.display()
                )));
            }
            Ok(runs.into_iter().map(judge::calm).collect())
        };
        let (before, after) = (read(&self.before)?, read(&self.after)?);
        let section = |after: &Run| {
            let question = &after.header.question;
            let before = before.iter().find(|run| run.header.question == *question)?;
            Some(self.section(before, after))
        };
        let sections: Vec<Section> = after.iter().filter_map(section).collect();
        if sections.is_empty() {
            let files = [&self.before, &self.after].map(|file| file.display().to_string());
            let reason = format!("{} have no question in common", files.join(" and "));
            return Err(Failure::Arguments(reason));
        }
        let document = Document::new("string-kit: two runs", &after, sections);
        print(|out| report::terminal(&document, true, out))
    }

    fn section(&self, before: &Run, after: &Run) -> Section {
        let (judge_before, judge_after) = (Judge::new(before), Judge::new(after));
        let row = |cell| row(cell, &judge_before, &judge_after);
        let mut rows: Vec<Row> = after.measurements.iter().filter_map(row).collect();
        let overlaps: Vec<bool> = rows.iter().filter_map(|row| row.overlaps).collect();
        let overlapping = overlaps.iter().filter(|overlaps| **overlaps).count();
        let (count, pairs) = (rows.len(), overlaps.len());
        let changed = rows.iter().filter(|row| row.has_changed).count();
        rows.retain(|row| self.all || row.has_changed);
        let mut points = vec![format!("{changed} of {count} rows differ.")];
        if pairs > 0 {
            points.push(format!(
                "{overlapping} of {pairs} pairs of intervals overlap: 99.4 % do of correct ones \
                 of the same build."
            ));
        }
        points.extend(only_in(&self.before, before, after));
        points.extend(only_in(&self.after, after, before));
        let caption = "before, after: of a time, its ratio to the baseline of the same run. ratio: \
                       after over before, of a time with its [95 % interval]; better and worse lie \
                       beyond 3 % and the noise floors of both runs, and equal within 3 %.";
        let [setting, metric, verdict] = ["setting", "metric", "verdict"].map(Column::words);
        let [old, new, ratio] = ["before", "after", "ratio"].map(Column::numbers);
        let columns = vec![setting, metric, old, new, ratio, verdict];
        let table = Table::new(
            caption,
            columns,
            rows.into_iter().map(|row| row.cells).collect(),
        );
        let mut blocks = vec![Block::Table(table), Block::Points(points)];
        let warnings = self.warnings(&before.header, &after.header);
        if !warnings.is_empty() {
            blocks.insert(0, Block::Points(warnings));
        }
        Section::new("", &after.header.title, "", blocks)
    }

    /// Returns what differs between the machines and the builds of two runs, and what speaks
    /// against either.
    fn warnings(&self, before: &Header, after: &Header) -> Vec<String> {
        let (facts_before, facts_after) = (facts(before), facts(after));
        let names: BTreeSet<&String> = facts_before.keys().chain(facts_after.keys()).collect();
        let difference = |name: &String| {
            let [before, after] = [&facts_before, &facts_after]
                .map(|facts| facts.get(name).map_or("none", String::as_str));
            (before != after).then(|| {
                format!("the {name} differs, and times may for that reason: {before}; {after}")
            })
        };
        let mut warnings: Vec<String> = names.into_iter().filter_map(difference).collect();
        for (file, header) in [(&self.before, before), (&self.after, after)] {
            let doubts = header.doubts.iter();
            warnings.extend(doubts.map(|doubt| format!("{}: {doubt}", file.display())));
        }
        let warning = |reason| format!("Warning: {reason}.");
        warnings.into_iter().map(warning).collect()
    }
}

fn facts(header: &Header) -> BTreeMap<String, String> {
    let own = [
        ("commit", header.commit.clone()),
        ("number of processes", header.processes.to_string()),
    ];
    let named = header.machine.facts().into_iter().chain(own);
    let facts = named.map(|(name, fact)| (name.to_owned(), fact));
    let version =
        |(name, version): (&String, &String)| (format!("version of {name}"), version.clone());
    facts.chain(header.versions.iter().map(version)).collect()
}

/// Counts the cells that only one of two runs has.
fn only_in(file: &Path, run: &Run, beside: &Run) -> Option<String> {
    let keys: HashSet<&Key> = beside.measurements.iter().map(|cell| &cell.key).collect();
    let cells = run.measurements.iter();
    let count = cells.filter(|cell| !keys.contains(&cell.key)).count();
    (count > 0).then(|| format!("{count} rows are only in {}.", file.display()))
}

/// A cell of both runs.
struct Row {
    cells: Vec<Cell>,
    has_changed: bool,
    /// True if the intervals of both runs have a point in common; none if the metric does not vary.
    overlaps: Option<bool>,
}

/// Returns the row of a cell of the run after, if both runs have it and it is compared: baselines
/// are what others are compared with.
#[allow(clippy::float_cmp)] // Counts that do not vary.
fn row(cell: &Measurement, before: &Judge<'_>, after: &Judge<'_>) -> Option<Row> {
    let key = &cell.key;
    let old = before.find(&key.factors, &key.metric)?;
    let number = |value: f64| {
        let text = format!("{value:.3}");
        Cell::shown(value, text.trim_end_matches('0').trim_end_matches('.'))
    };
    let (numbers, ratio, verdict, has_changed, overlaps);
    if key.unit.varies() {
        if after.baseline(cell)?.key == *key {
            return None;
        }
        let (old, new) = (before.judge(old)?, after.judge(cell)?);
        let judged = new.against(old);
        numbers = [old.ratio.value, new.ratio.value];
        (ratio, verdict) = (pivot::ratio(judged.ratio), pivot::verdict(judged.verdict));
        has_changed = matches!(judged.verdict, Verdict::Better | Verdict::Worse);
        overlaps = Some(new.overlaps(old));
    } else {
        numbers = [number_of(old)?, number_of(cell)?];
        has_changed = numbers[0] != numbers[1];
        ratio = number(numbers[1] / numbers[0]);
        verdict = Cell::words(if has_changed { "differs" } else { "same" });
        overlaps = None;
    }
    let words = [key.factors.to_string(), key.metric.clone()].map(Cell::words);
    let numbers = numbers.map(number).into_iter().chain([ratio, verdict]);
    Some(Row {
        cells: words.into_iter().chain(numbers).collect(),
        has_changed,
        overlaps,
    })
}
