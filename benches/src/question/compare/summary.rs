//! The answer of `compare` in one screen: the best ways, a table with a row for each type, and the
//! seven published ways.

use std::collections::HashMap;

use string_kit_measure::judge::{Judge, Judgement, number_of, typical};
use string_kit_measure::report::pivot::{ratio, shown};
use string_kit_measure::report::{Block, Cell, Tone};
use string_kit_measure::run::{Measurement, Unit, grouped};
use string_kit_types::Facts;

use super::{OPERATION, WAY};
use crate::question::table;
use crate::workload::{self, BASELINE_TITLE, Operation, TYPED, Use, Workload};

/// The most rows of the table of types.
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

/// The columns of counts, each with its metric.
const COUNTS: [(&str, &str); 2] = [("blocks", "allocations"), ("kept", "kept")];

/// Returns the blocks; none if the run has no capture that is compared.
pub(super) fn blocks(judge: &Judge<'_>) -> Vec<Block> {
    let ways = workload::all();
    let named: HashMap<String, &Workload> = ways.iter().map(|way| (way.to_string(), way)).collect();
    let timed = judge.run.measurements.iter().filter_map(|cell| {
        let way = *named.get(cell.note.as_deref()?)?;
        Some(Timed {
            cell,
            way,
            judged: judge.judge(cell)?,
        })
    });
    let summary = Summary {
        judge,
        timed: timed.collect(),
    };
    summary.blocks().unwrap_or_default()
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
    fn blocks(&self) -> Option<Vec<Block>> {
        let (untyped, judged) = self.fastest(|timed| !timed.is_typed())?;
        let typed = self.fastest(Timed::is_typed).map(|(typed, judged)| {
            let (way, ratio) = (&typed.way.title, shown(judged.ratio));
            format!("; where their types are known: {way}, in {ratio}")
        });
        let answer = format!(
            "Fastest for values of type &dyn Display: {}, in {} of the time of {BASELINE_TITLE}{}.",
            untyped.way.title,
            shown(judged.ratio),
            typed.unwrap_or_default(),
        );
        let (table_of_types, slower) = self.types();
        let mut points: Vec<String> = self.needs().into_iter().chain(slower).collect();
        points.extend(self.judge.run.header.notes.clone());
        let warnings: Vec<String> = self.judge.run.header.warnings().collect();
        points.extend((!warnings.is_empty()).then(|| warnings.join(" ")));
        let rest = "--all shows each way, with its time and interval; --html FILE is a page with \
                    pictures.";
        points.push(rest.to_owned());
        let blocks = vec![
            Block::Text(answer),
            table_of_types,
            self.published(),
            Block::Points(points),
        ];
        Some(blocks)
    }

    fn captures(&self) -> impl Iterator<Item = Timed<'a>> {
        let timed = self.timed.iter().copied();
        timed.filter(|timed| timed.is(Operation::Capture) && !timed.way.is_floor())
    }

    /// Returns the fastest capture of those that fit. Its interval is widened for the choice.
    fn fastest(&self, fits: impl Fn(&Timed<'a>) -> bool) -> Option<(Timed<'a>, Judgement)> {
        let ways: Vec<Timed<'a>> = self.captures().filter(fits).collect();
        let cells: Vec<&Measurement> = ways.iter().map(|timed| timed.cell).collect();
        let (best, judged) = self.judge.best(&cells)?;
        let timed = ways.into_iter().find(|timed| timed.cell.key == best.key)?;
        Some((timed, judged))
    }

    /// Returns a sentence on the fastest captures into types with some property.
    fn needs(&self) -> Option<String> {
        type Fits = fn(&Facts) -> bool;
        let needs: [(&str, Fits); 3] = [
            ("that text can be appended to", |facts| facts.is_mutable),
            ("whose clones share their text", |facts| facts.shares_clones),
            ("of std", |facts| facts.package.is_none()),
        ];
        let best = |(need, fits): (&str, Fits)| {
            let (timed, judged) =
                self.fastest(|timed| timed.way.facts.is_some_and(|facts| fits(&facts)))?;
            let (way, ratio) = (&timed.way.title, judged.ratio.value);
            Some(format!("{need}: {way}, {ratio:.2}"))
        };
        let found: Vec<String> = needs.into_iter().filter_map(best).collect();
        (!found.is_empty()).then(|| format!("Fastest strings {}.", found.join("; ")))
    }

    /// Returns a table with a row for each type, and a sentence on the types without one.
    fn types(&self) -> (Block, Option<String>) {
        let ways = self.timed.iter().filter(|timed| !timed.way.is_floor());
        let by_type = grouped(ways.map(|timed| (timed.way.text, *timed)));
        let mut rows: Vec<Row<'a>> = by_type.into_iter().map(Row::new).collect();
        rows.sort_by(|a, b| a.place().total_cmp(&b.place()));
        let least: Vec<Option<f64>> = (0..TIMES.len())
            .map(|at| {
                let ratios = rows.iter().filter_map(|row| row.times[at]);
                ratios.map(|timed| timed.ratio()).min_by(f64::total_cmp)
            })
            .collect();
        let later: Vec<Row<'a>> = rows.split_off(rows.len().min(ROWS - 1));
        let (baseline, slower): (Vec<_>, Vec<_>) =
            later.into_iter().partition(|row| row.is_baseline);
        rows.extend(baseline);
        let slower: Vec<String> = slower
            .iter()
            .map(|row| match row.capture() {
                Some(timed) => format!("{} {:.2}", row.name, timed.ratio()),
                None => row.name.to_owned(),
            })
            .collect();
        let cells = rows.iter().map(|row| self.cells(row, &least)).collect();
        let times = TIMES.map(|(head, ..)| head).into_iter();
        let heads = times.chain(COUNTS.map(|(head, _)| head));
        let caption = format!(
            "Times over those of {BASELINE_TITLE} (* the least): captures of typed values, of \
             &dyn Display, of these into a working set, of names in ten scripts; uses; heap blocks \
             and bytes."
        );
        let slower = (!slower.is_empty())
            .then(|| format!("Slower to capture &dyn Display: {}.", slower.join(", ")));
        (table(caption, &["type"], heads, cells), slower)
    }

    /// Returns the row of a type; `least` are the least ratios of all types.
    fn cells(&self, row: &Row<'a>, least: &[Option<f64>]) -> Vec<Cell> {
        let tone = if row.is_baseline {
            Tone::Marked
        } else {
            Tone::Plain
        };
        let times = row.times.iter().zip(least).map(|(time, least)| {
            let Some(judged) = time.map(|timed| timed.judged) else {
                return Cell::default();
            };
            let is_least = Some(judged.ratio.value) == *least;
            let (mark, tone) = if is_least {
                ("*", Tone::Better)
            } else {
                ("", Tone::Plain)
            };
            Cell {
                text: format!("{mark}{:.2}", judged.ratio.value),
                tone,
                ..ratio(judged.ratio)
            }
        });
        let counted = |(_, metric)| {
            let factors = &row.capture()?.cell.key.factors;
            let cell = self.judge.find(factors, metric)?;
            Some(Cell::number(number_of(cell)?, cell.key.unit))
        };
        let counts = COUNTS.map(|count| counted(count).unwrap_or_default());
        let name = Cell::words(row.name).in_tone(tone);
        [name].into_iter().chain(times).chain(counts).collect()
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

struct Row<'a> {
    name: &'a str,
    is_baseline: bool,
    /// The least time of each column.
    times: [Option<Timed<'a>>; TIMES.len()],
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
            is_baseline: ways.iter().any(|timed| timed.way.is_baseline()),
            times,
        }
    }

    fn capture(&self) -> Option<Timed<'a>> {
        self.times[1]
    }

    fn place(&self) -> f64 {
        self.capture().map_or(f64::INFINITY, |timed| timed.ratio())
    }
}
