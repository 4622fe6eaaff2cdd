//! The answer of `compare` in one screen: a type for each purpose, and a table with a row for each
//! type; and the best ways beside those that were published.

use std::collections::HashMap;

use string_kit_measure::judge::{Judge, Judgement, number_of, typical};
use string_kit_measure::report::pivot::ratio;
use string_kit_measure::report::{Axis, Block, Cell, Chart, Scale, Section, Series, Shape, Tone};
use string_kit_measure::run::{Measurement, Unit, grouped};
use string_kit_types::Facts;

use super::{OPERATION, WAY};
use crate::question::table;
use crate::workload::{self, BASELINE_TITLE, Operation, TYPED, Use, Workload};

const ROWS: usize = 13;

/// The columns of times in the table of types: the head, whether the ways know the types of the
/// values, and the operation.
const TIMES: [(&str, bool, Operation); 8] = [
    ("typed", true, Operation::Capture),
    ("dyn", false, Operation::Capture),
    ("set", false, Operation::WorkingSet),
    ("names", false, Operation::Names),
    ("read", false, Operation::Use(Use::Read)),
    ("index", false, Operation::Use(Use::Index)),
    ("clone", false, Operation::Use(Use::Clone)),
    ("compare", false, Operation::Use(Use::Compare)),
];

/// The columns of counts, each with its metric and unit.
const COUNTS: [(&str, &str, Unit); 2] = [
    ("blocks", "allocations", Unit::Count),
    ("kept", "kept", Unit::Bytes),
];

/// What a type is wanted for, whether it fits, and the columns of [`TIMES`] that count. A list of
/// all texts has no facts of a string.
type Purpose = (&'static str, fn(Option<Facts>) -> bool, &'static [usize]);

const PURPOSES: [Purpose; 4] = [
    (
        "Editing",
        |facts| facts.is_some_and(|facts| facts.is_mutable),
        &[1, 2, 3, 4, 6],
    ),
    ("Keeping", |facts| facts.is_some(), &[1, 2, 3, 4, 5, 7]),
    ("Sharing", is_shared, &[1, 4, 6, 7]),
    (
        "Sets of labels",
        |facts| facts.is_none(),
        &[1, 2, 3, 4, 5, 6, 7],
    ),
];

fn is_shared(facts: Option<Facts>) -> bool {
    facts.is_some_and(|facts| facts.shares_clones && facts.is_sync)
}

/// The products of memory and time up to which types tie, over the least.
const TIE: f64 = 1.05;

/// Returns the answer, the ways with those published, and the picture; none if the run has no
/// capture that is compared.
pub(super) fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let ways = workload::all();
    let named: HashMap<String, &Workload> = ways.iter().map(|way| (way.to_string(), way)).collect();
    let cells = judge.run.measurements.iter();
    let found = cells.filter_map(|cell| {
        let (way, judged) = (named.get(cell.note.as_deref()?)?, judge.judge(cell)?);
        Some(Timed { cell, way, judged })
    });
    let timed = found.collect();
    Summary { judge, timed }.sections().unwrap_or_default()
}

/// A time of a way, with its ratio to the baseline's.
#[derive(Clone, Copy)]
struct Timed<'a> {
    cell: &'a Measurement,
    way: &'a Workload,
    judged: Judgement,
}

impl Timed<'_> {
    fn ratio(&self) -> f64 {
        self.judged.ratio.value
    }

    fn is(&self, operation: Operation) -> bool {
        self.cell.key.factors.get(OPERATION) == Some(&operation.to_string())
    }

    fn is_typed(&self) -> bool {
        self.way.strategy == Some(TYPED)
    }
}

struct Summary<'a> {
    judge: &'a Judge<'a>,
    timed: Vec<Timed<'a>>,
}

impl<'a> Summary<'a> {
    fn sections(&self) -> Option<Vec<Section>> {
        self.captures().next()?;
        let rows = self.rows();
        let (lines, picks) = answer(&rows);
        let (types, left) = types(&rows, &picks);
        let left = if left > 0 {
            format!(" {left} types are left out.")
        } else {
            String::new()
        };
        let legend = format!(
            "Times over those of {BASELINE_TITLE} (* the least): captures of typed values, of \
             &dyn Display, of these into a working set, of names in ten scripts; uses; heap \
             blocks and bytes. The rows are sorted by dyn.{left}"
        );
        let mut notes: Vec<String> = self.judge.run.header.warnings().collect();
        notes.push(
            "For your own data: string-kit advise FILE. --all shows each way to make them, and \
             those of the article."
                .to_owned(),
        );
        let section = |id: &str, title: &str, blocks| Section {
            is_detail: id != "summary",
            ..Section::new(id, title, "", blocks)
        };
        let answer = vec![
            Block::Points(lines),
            types,
            Block::Text(legend),
            Block::Points(notes),
        ];
        let title = "Which type, if you know nothing of your data";
        let mut sections = vec![
            section("summary", title, answer),
            section("ways", "Which way to make them", vec![self.published()]),
        ];
        let picture = |chart| section("picture", "Memory and time", vec![Block::Chart(chart)]);
        sections.extend(chart(&rows, &picks).map(picture));
        Some(sections)
    }

    fn captures(&self) -> impl Iterator<Item = Timed<'a>> {
        let timed = self.timed.iter().copied();
        timed.filter(|timed| timed.is(Operation::Capture) && !timed.way.is_floor())
    }

    fn rows(&self) -> Vec<Row<'a>> {
        let ways = self.timed.iter().filter(|timed| !timed.way.is_floor());
        let by_type = grouped(ways.map(|timed| (timed.way.text, *timed)));
        let mut rows: Vec<Row<'a>> = by_type.into_iter().map(Row::new).collect();
        for row in &mut rows {
            let factors = row.capture().map(|timed| &timed.cell.key.factors);
            let count = |metric| number_of(self.judge.find(factors?, metric)?);
            row.counts = COUNTS.map(|(_, metric, _)| count(metric));
        }
        rows.sort_by(|a, b| a.place().total_cmp(&b.place()));
        rows
    }

    fn published(&self) -> Block {
        let row = |&(name, ns): &(&str, f64)| {
            let timed = self
                .captures()
                .find(|timed| timed.way.to_string() == name)?;
            let (here, tone) = if timed.way.is_baseline() {
                (Cell::shown(1.0, "1"), Tone::Marked)
            } else {
                (ratio(timed.judged.ratio), Tone::Plain)
            };
            Some(vec![
                Cell::words(&timed.way.title).in_tone(tone),
                Cell::shown(ns, format!("{ns} ns")),
                Cell::shown(ns, format!("{:.2}", ns / PUBLISHED[0].1)),
                Cell::number(typical(timed.cell)?, Unit::Ns),
                here,
            ])
        };
        let caption = "The seven ways as published, on another machine, and as measured here.";
        let numbers = ["published", "ratio", "here", "ratio [95 %]"];
        let rows = PUBLISHED.iter().filter_map(row).collect();
        table(caption, &[WAY], numbers, rows)
    }
}

/// The published times of the seven ways (Linux, another machine), in nanoseconds.
const PUBLISHED: [(&str, f64); 7] = [
    ("vec_string", 458.0),
    ("boxed_string", 455.0),
    ("boxed_boxed", 567.0),
    ("thread_local", 572.0),
    ("smallvec", 562.0),
    ("smolstr", 514.0),
    ("smallvec_smolstr", 529.0),
];

/// Returns a table with a row for each of the first types, of the picks and of the baseline, and
/// how many types it leaves out.
fn types(rows: &[Row<'_>], picks: &[&str]) -> (Block, usize) {
    let least_of = |at: usize| {
        let times = rows.iter().filter_map(|row| row.times[at]);
        times.map(|timed| timed.ratio()).min_by(f64::total_cmp)
    };
    let least: Vec<Option<f64>> = (0..TIMES.len()).map(least_of).collect();
    let mut cells = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        if place + 1 >= ROWS && !row.is_baseline && !picks.contains(&row.name) {
            continue;
        }
        let tone = if row.is_baseline {
            Tone::Marked
        } else {
            Tone::Plain
        };
        let mut shown = vec![Cell::words(row.name).in_tone(tone)];
        for (time, least) in row.times.iter().zip(&least) {
            let cell = time.map(|timed| {
                let is_least = Some(timed.ratio()) == *least;
                let (mark, tone) = if is_least {
                    ("*", Tone::Better)
                } else {
                    ("", Tone::Plain)
                };
                let text = format!("{mark}{:.2}", timed.ratio());
                Cell {
                    text,
                    tone,
                    ..ratio(timed.judged.ratio)
                }
            });
            shown.push(cell.unwrap_or_default());
        }
        for (count, (_, _, unit)) in row.counts.iter().zip(COUNTS) {
            shown.push(count.map_or_else(Cell::default, |count| Cell::number(count, unit)));
        }
        cells.push(shown);
    }
    let heads = TIMES.iter().map(|(head, ..)| *head);
    let counts = COUNTS.iter().map(|(head, ..)| *head);
    let left = rows.len() - cells.len();
    (table("", &["type"], heads.chain(counts), cells), left)
}

struct Row<'a> {
    name: &'a str,
    facts: Option<Facts>,
    is_baseline: bool,
    times: [Option<Timed<'a>>; TIMES.len()],
    /// The heap blocks and the bytes of a capture.
    counts: [Option<f64>; COUNTS.len()],
}

impl<'a> Row<'a> {
    fn new((name, ways): (&'a str, Vec<Timed<'a>>)) -> Self {
        let times = TIMES.map(|(_, is_typed, operation)| {
            let fits = |timed: &&Timed<'_>| timed.is(operation) && timed.is_typed() == is_typed;
            let fit = ways.iter().filter(fits).copied();
            fit.min_by(|a, b| a.ratio().total_cmp(&b.ratio()))
        });
        Self {
            name,
            facts: ways.iter().find_map(|timed| timed.way.facts),
            is_baseline: ways.iter().any(|timed| timed.way.is_baseline()),
            times,
            counts: [None; 2],
        }
    }

    fn capture(&self) -> Option<Timed<'a>> {
        self.times[1]
    }

    fn place(&self) -> f64 {
        self.capture().map_or(f64::INFINITY, |timed| timed.ratio())
    }

    /// Returns the memory, and the geometric mean of the times of some columns.
    fn costs(&self, columns: &[usize]) -> Option<[f64; 2]> {
        let ratios = columns.iter().map(|&at| Some(self.times[at]?.ratio().ln()));
        let sum = ratios.sum::<Option<f64>>()?;
        Some([self.counts[1]?, (sum / columns.len() as f64).exp()])
    }

    fn costs_over(&self, baseline: &Self, columns: &[usize]) -> Option<[f64; 2]> {
        let ([memory, time], own) = (baseline.costs(columns)?, self.costs(columns)?);
        Some([own[0] / memory, own[1] / time])
    }
}

/// Returns a line for each purpose with the type of the least product of memory and time, and the
/// names of these types.
fn answer<'a>(rows: &[Row<'a>]) -> (Vec<String>, Vec<&'a str>) {
    let Some(string) = rows.iter().find(|row| row.is_baseline) else {
        return Default::default();
    };
    let line = |&(purpose, fits, columns): &Purpose| {
        let fit = rows.iter().filter(|row| fits(row.facts));
        let costs = fit.filter_map(|row| Some((row.name, row.costs_over(string, columns)?)));
        let mut costs: Vec<(&str, [f64; 2])> = costs.collect();
        let product = |(_, [memory, time]): &(&str, [f64; 2])| memory * time;
        costs.sort_by(|a, b| product(a).total_cmp(&product(b)));
        let best @ (name, [memory, time]) = *costs.first()?;
        let is_tie = |tie: &&(&str, [f64; 2])| product(tie) <= product(&best) * TIE;
        let rivals = costs[1..].iter().take_while(is_tie);
        let ties: Vec<&str> = rivals.map(|(name, _)| *name).collect();
        let also = if ties.is_empty() { "" } else { "; a tie with " };
        let costs = format!(
            "{time:.2} of the time of {}, {memory:.2} of its memory{also}{}",
            string.name,
            ties.join(", ")
        );
        Some((format!("{purpose}: `{name}`, {costs}."), name))
    };
    PURPOSES.iter().filter_map(line).unzip()
}

/// Draws the types by their memory and the mean of their times over `String`'s.
fn chart(rows: &[Row<'_>], picks: &[&str]) -> Option<Chart> {
    let (string, columns) = (rows.iter().find(|row| row.is_baseline)?, PURPOSES[3].2);
    let point = |row: &Row<'_>| {
        let [memory, time] = row.costs_over(string, columns)?;
        Some(Series {
            name: row.name.to_owned(),
            points: vec![(memory, time)],
            is_pick: picks.contains(&row.name),
        })
    };
    let series = rows.iter().filter_map(point);
    let axis = |name: &str| Axis::new(name, Unit::Ratio, Scale::Log);
    Some(Chart {
        id: "compare_types".to_owned(),
        caption: "Memory and time of each type over `String`'s. The types of the answer are \
                  diamonds."
            .to_owned(),
        x: axis("memory"),
        y: axis("time, mean of all operations"),
        shape: Shape::Points,
        series: series.collect(),
    })
}
