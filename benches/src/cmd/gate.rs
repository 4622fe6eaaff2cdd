//! `gate`: rules that a run has to keep.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use string_kit_measure::judge::{self, Judge, number_of};
use string_kit_measure::output::print;
use string_kit_measure::report::pivot::shown;
use string_kit_measure::report::{self, Block, Cell, Column, Document, Section, Table, Tone};
use string_kit_measure::run::{self, Factors, Measurement, Run};
use string_kit_measure::{Failure, Fault};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A file that --json wrote.
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// The rules: a TOML file, such as those in benches/rules.
    #[arg(long, value_name = "FILE")]
    rules: PathBuf,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    rule: Vec<Rule>,
}

/// A bound of a metric, or of its ratio to that of another cell.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    /// The promise in a sentence.
    name: String,
    question: String,
    metric: String,
    /// The factors that select cells, each of which has to keep the rule.
    cells: Factors,
    /// The factors in which the other side of a ratio differs; of several sides, the least counts.
    against: Option<Against>,
    /// The factors of a cell that is subtracted from both sides.
    minus: Option<Factors>,
    at_most: Option<f64>,
    at_least: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Against {
    One(Factors),
    Least(Vec<Factors>),
}

impl Against {
    fn all(&self) -> &[Factors] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Least(all) => all,
        }
    }
}

/// The row of a cell that is held to a rule, and whether it keeps the rule; none if the interval lies on both sides of the
/// bound.
type Held = (Vec<Cell>, Option<bool>);

impl Args {
    pub(super) fn run(self) -> Result<(), Failure> {
        let runs: Vec<Run> = run::read(&self.run)?.into_iter().map(judge::calm).collect();
        let rules = read(&self.rules)?;
        let judges: Vec<Judge<'_>> = runs.iter().map(Judge::of).collect();
        let (mut rows, mut missed) = (Vec::new(), Vec::new());
        for rule in &rules.rule {
            let held = rule.hold_all(&judges).map_err(|what| {
                Failure::Arguments(format!("{}: {}: {what}", self.rules.display(), rule.name))
            })?;
            for (row, is_kept) in held {
                rows.push(row);
                missed.extend((is_kept == Some(false)).then_some(&*rule.name));
            }
        }
        let all = rows.len();
        let document = Document::new("string-kit: rules", &runs, vec![section(rows)]);
        print(|out| report::terminal(&document, out))?;
        if missed.is_empty() {
            return Ok(());
        }
        let (missing, names) = (missed.len(), missed.join("; "));
        let what = format!("{missing} of {all} bounds missed: {names}");
        Err(Failure::Missed(what))
    }
}

fn read(path: &Path) -> Result<Rules, Fault> {
    const FORMAT: &str = "benches/rules has examples";
    const LONGEST: u64 = 1 << 20;
    let mut text = String::new();
    let file = File::open(path).map(|file| file.take(LONGEST));
    let length = file.and_then(|mut file| file.read_to_string(&mut text));
    if length.map_err(|error| Fault::unreadable(path, &error))? as u64 == LONGEST {
        return Err(Fault::of(path, "it is longer than any rules are", FORMAT));
    }
    let rules: Rules = toml::from_str(&text).map_err(|error| {
        let before = &text[..error.span().map_or(0, |span| span.start)];
        let line = before.split('\n').count();
        let last = before.rsplit('\n').next().unwrap_or_default();
        let column = last.chars().count() + 1;
        Fault::at(path, line, column, error.message().trim(), FORMAT)
    })?;
    let has_one_bound = |rule: &&Rule| rule.at_most.is_some() != rule.at_least.is_some();
    if let Some(rule) = rules.rule.iter().find(|rule| !has_one_bound(rule)) {
        let what = format!("'{}' needs either at_most or at_least", rule.name);
        return Err(Fault::of(path, what, FORMAT));
    }
    Ok(rules)
}

impl Rule {
    /// Holds all cells that this rule selects to it.
    fn hold_all(&self, judges: &[Judge<'_>]) -> Result<Vec<Held>, String> {
        let mut judges = judges.iter();
        let judge = judges.find(|judge| judge.run.header.question == self.question);
        let judge = judge.ok_or_else(|| format!("no run of {} is in the file", self.question))?;
        let cells = judge.run.measurements.iter();
        let selected = cells.filter(|cell| {
            cell.key.metric == self.metric && cell.key.factors.includes(&self.cells)
        });
        let row = |cell: &Measurement| {
            let (measured, is_kept) = self.hold(judge, cell)?;
            let factors = cell.key.factors.to_string();
            let words = [self.name.clone(), factors, self.bound(), measured];
            let verdict = match is_kept {
                Some(true) => Cell::words("kept").in_tone(Tone::Better),
                Some(false) => Cell::words("MISSED").in_tone(Tone::Worse),
                None => Cell::words("not known"),
            };
            let row = words.into_iter().map(Cell::words).chain([verdict]);
            Ok((row.collect(), is_kept))
        };
        let held: Vec<Held> = selected.map(row).collect::<Result<_, String>>()?;
        if held.is_empty() {
            return Err(format!("no cell has {} {}", self.metric, self.cells));
        }
        Ok(held)
    }

    /// Returns the measured number of a cell, and whether it keeps the rule.
    fn hold(
        &self,
        judge: &Judge<'_>,
        cell: &Measurement,
    ) -> Result<(String, Option<bool>), String> {
        if !cell.is_measured() {
            return Ok(("no samples".to_owned(), Some(false)));
        }
        let find = |factors: &Factors| {
            let factors = cell.key.factors.clone().replaced_by(factors);
            let found = judge.find(&factors, &self.metric);
            found.ok_or_else(|| format!("no cell has {} {factors}", self.metric))
        };
        let others = self.against.as_ref().map_or(&[][..], Against::all);
        let others: Vec<&Measurement> = others.iter().map(find).collect::<Result<_, _>>()?;
        if cell.key.unit.varies()
            && let [other] = others[..]
        {
            if self.minus.is_some() {
                return Err("minus is for metrics that do not vary".to_owned());
            }
            let judged = judge.compare(cell, other);
            let ratio = judged.ok_or("the two sides have no round in common")?.ratio;
            let is_kept = match (self.keeps(ratio.low), self.keeps(ratio.high)) {
                // Too few processes for an interval.
                _ if !ratio.high.is_finite() => Some(false),
                (low, high) if low == high => Some(low),
                _ => None,
            };
            return Ok((shown(ratio), is_kept));
        }
        let subtracted = match &self.minus {
            Some(minus) => number(find(minus)?)?,
            None => 0.0,
        };
        let mut value = number(cell)? - subtracted;
        let others: Vec<f64> = others.into_iter().map(number).collect::<Result<_, _>>()?;
        if let Some(least) = others.into_iter().min_by(f64::total_cmp) {
            value /= least - subtracted;
        }
        Ok((format!("{value:.3}"), Some(self.keeps(value))))
    }

    /// Returns whether a number is within the bound.
    fn keeps(&self, value: f64) -> bool {
        self.at_most.is_none_or(|most| value <= most)
            && self.at_least.is_none_or(|least| value >= least)
    }

    fn bound(&self) -> String {
        let least = self.at_least.map(|least| format!("at least {least}"));
        let most = self.at_most.map(|most| format!("at most {most}"));
        most.or(least).unwrap_or_default()
    }
}

fn number(cell: &Measurement) -> Result<f64, String> {
    number_of(cell).ok_or_else(|| format!("no samples of {} {}", cell.key.metric, cell.key.factors))
}

fn section(rows: Vec<Vec<Cell>>) -> Section {
    let columns = ["rule", "cell", "bound", "measured", "verdict"];
    let table = Table {
        caption:
            "A ratio of times misses a bound if its whole 95 % interval lies beyond it, and is not known if the \
             bound lies within the interval; any other number misses it if it lies beyond it."
                .to_owned(),
        columns: columns.map(Column::words).to_vec(),
        rows,
    };
    Section {
        title: "Rules".to_owned(),
        blocks: vec![Block::Table(table)],
        ..Section::default()
    }
}
