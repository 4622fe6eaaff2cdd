//! The question's own findings: the types that contention slows, and the published numbers beside
//! ours.

use std::collections::BTreeMap;

use string_kit_measure::judge::{Judge, Judgement, Verdict, typical};
use string_kit_measure::report::{Block, Cell, Column, Section, Table, pivot};
use string_kit_measure::run::{Factors, Measurement, Unit};

use super::{CLONES, LEAKED, PATTERN, THREADS, TIME, WALL};
use crate::question::{LENGTH, TYPE, section};

/// Milliseconds in which the main thread made 2^24 clones of 64 bytes, on a Ryzen 5600X with
/// jemalloc: threads, whether the clones were leaked, `Arc<str>`, `String`.
const PUBLISHED: [(u8, bool, u32, u32); 10] = [
    (1, false, 51, 156),
    (2, false, 430, 156),
    (4, false, 2149, 156),
    (8, false, 3724, 303),
    (12, false, 4819, 302),
    (1, true, 27, 296),
    (2, true, 234, 305),
    (4, true, 689, 327),
    (8, true, 1904, 558),
    (12, true, 2681, 725),
];
pub(super) const SOURCE: &str =
    "https://blocklisted.github.io/blog/arc_str_vs_string_is_it_really_faster/";
pub(super) const ARC: &str = "Arc<str>";

/// Returns the question's own part of a report.
pub(super) fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let (slower, published) = (slower(judge), published(judge));
    let slower = (!slower.is_empty()).then_some(Block::Points(slower));
    let published = (!published.rows.is_empty()).then_some(Block::Table(published));
    let blocks = [slower, published].into_iter().flatten().collect();
    section(judge, "contend_findings", "Contention", blocks)
}

/// Names, for each setting, the types that are slower by the most threads than alone, and the
/// others.
fn slower(judge: &Judge<'_>) -> Vec<String> {
    let number = |threads: &&str| threads.parse().unwrap_or(0_u32);
    let Some(most) = judge.run.values(THREADS).into_iter().max_by_key(number) else {
        return Vec::new();
    };
    let twin = judge.run.header.compared.as_ref().map(|it| &*it.twin);
    let mut settings = BTreeMap::<Factors, Vec<(&str, Judgement)>>::new();
    for cell in &judge.run.measurements {
        let factors = &cell.key.factors;
        let name = factors.get(TYPE).unwrap_or_default();
        let is_of_most = cell.key.metric == TIME && factors.get(THREADS) == Some(most);
        let alone = judge.find(&factors.clone().with(THREADS, 1), TIME);
        if let Some(alone) = alone.filter(|alone| is_of_most && alone.key != cell.key)
            && let Some(judged) = judge.compare(cell, alone)
            && twin != Some(name)
        {
            let setting = factors.clone().without(TYPE).without(THREADS);
            settings.entry(setting).or_default().push((name, judged));
        }
    }
    let words = |(setting, mut types): (Factors, Vec<(&str, Judgement)>)| {
        let slowdown = |judged: &Judgement| match judged.verdict {
            Verdict::Worse => judged.ratio.value,
            _ => 0.0,
        };
        types.sort_by(|(_, a), (_, b)| slowdown(b).total_cmp(&slowdown(a)));
        let names = |how: &str, verdicts: &[Verdict]| {
            let types = types
                .iter()
                .filter(|(_, judged)| verdicts.contains(&judged.verdict));
            let names = types.map(|(name, judged)| match judged.verdict {
                Verdict::Worse => format!("{name} ({:.1} times)", judged.ratio.value),
                _ => (*name).to_owned(),
            });
            match &*names.collect::<Vec<_>>().join(", ") {
                "" => String::new(),
                names => format!(" {how}: {names}."),
            }
        };
        format!(
            "{setting}: {most} threads against one.{}{}{}",
            names("A clone takes longer", &[Verdict::Worse]),
            names(
                "A clone takes no longer",
                &[Verdict::Better, Verdict::Equal]
            ),
            names("Not known", &[Verdict::Unknown])
        )
    };
    settings.into_iter().map(words).collect()
}

/// Returns the published times of a clone beside ours.
fn published(judge: &Judge<'_>) -> Table {
    let row = |cell: &Measurement| {
        let factors = &cell.key.factors;
        let own = [(PATTERN, "own"), (LENGTH, "64"), (TYPE, ARC)];
        let has = |(name, value)| factors.get(name) == Some(value);
        if !own.into_iter().all(has) || cell.key.metric != WALL {
            return None;
        }
        let [threads, clones] = [factors.get(THREADS)?, factors.get(CLONES)?];
        let is_leaked = clones == LEAKED;
        let mut published = PUBLISHED.into_iter().filter(|one| one.1 == is_leaked);
        let (.., arc, string) = published.find(|one| one.0.to_string() == threads)?;
        let there = f64::from(arc) / f64::from(string);
        let here = judge.judge(cell)?;
        let agrees = match here.verdict {
            Verdict::Equal => "equal here",
            Verdict::Unknown => "not known",
            Verdict::Better if there < 1.0 => "yes",
            Verdict::Worse if there > 1.0 => "yes",
            _ => "no",
        };
        let ns = |ns: f64| Cell::number(ns, Unit::Ns);
        let published = |ms: u32| ns(f64::from(ms) * 1e6 / f64::from(1 << 24));
        let own = |cell: &Measurement| typical(cell).map_or_else(Cell::default, ns);
        Some(vec![
            Cell::words(factors.get("allocator").unwrap_or_default()),
            Cell::words(clones),
            Cell::shown(threads.parse().unwrap_or_default(), threads),
            published(arc),
            published(string),
            Cell::shown(there, format!("{there:.2}")),
            own(cell),
            judge.baseline(cell).map_or_else(Cell::default, own),
            pivot::ratio(here.ratio),
            Cell::words(agrees),
        ])
    };
    Table {
        caption: format!(
            "Wall-clock time of a clone of 64 bytes on the first thread, while the other threads \
             clone too. Published: {SOURCE}; 6 cores, jemalloc, 2^24 clones. Here: each \
             measurement lasts some milliseconds, and the readings of the clock are in it."
        ),
        columns: vec![
            Column::words("allocator"),
            Column::words("clones"),
            Column::numbers("threads"),
            Column::numbers("Arc<str>, published"),
            Column::numbers("String, published"),
            Column::numbers("ratio, published"),
            Column::numbers("Arc<str>"),
            Column::numbers("String"),
            Column::numbers("ratio [95 %]"),
            Column::words("same verdict"),
        ],
        rows: judge.run.measurements.iter().filter_map(row).collect(),
    }
}
