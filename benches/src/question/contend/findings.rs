//! The question's own findings: the types that contention slows, and the published numbers beside
//! ours.

use std::collections::BTreeMap;

use string_kit_measure::judge::{self, Judge, Verdict};
use string_kit_measure::report::{Block, Cell, Column, Section, Table, pivot};
use string_kit_measure::run::{Factors, Measurement, Unit};

use super::{CLONES, LENGTH, PATTERN, THREADS, TIME, TYPE, WALL};
use crate::question::section;
use crate::workload::contend::Pattern;

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
const SOURCE: &str = "https://blocklisted.github.io/blog/arc_str_vs_string_is_it_really_faster/";
const ARC: &str = "Arc<str>";

/// Returns whether numbers of this setting were published.
pub(super) fn is_published(pattern: Pattern, length: usize) -> bool {
    pattern == Pattern::Own && length == 64
}

/// Returns the question's own part of a report.
pub(super) fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let mut blocks = Vec::new();
    let slower = slower(judge);
    if !slower.is_empty() {
        blocks.push(Block::Points(slower));
    }
    let published = published(judge);
    if !published.rows.is_empty() {
        blocks.push(Block::Table(published));
    }
    section(judge, "contend_findings", "Contention", blocks)
}

/// The types of a setting, by the time of a clone by the most threads against that by one.
#[derive(Default)]
struct Compared<'a> {
    slower: Vec<(f64, &'a str)>,
    unknown: Vec<&'a str>,
    others: Vec<&'a str>,
}

/// Names, for each setting, the types that are slower by the most threads than alone, and the others.
fn slower(judge: &Judge<'_>) -> Vec<String> {
    let number = |threads: &&str| threads.parse().unwrap_or(0_u32);
    let most = judge.run.values(THREADS).into_iter().max_by_key(number);
    let twin = judge.run.header.compared.as_ref().map(|it| &*it.twin);
    let mut settings = BTreeMap::<Factors, Compared<'_>>::new();
    for cell in &judge.run.measurements {
        let factors = &cell.key.factors;
        let name = factors.get(TYPE).unwrap_or_default();
        let alone = factors.clone().with(THREADS, 1);
        if cell.key.metric != TIME
            || factors.get(THREADS) != most
            || alone == *factors
            || twin == Some(name)
        {
            continue;
        }
        let alone = judge.find(&alone, TIME);
        let Some(judgement) = alone.and_then(|alone| judge.compare(cell, alone)) else {
            continue;
        };
        let setting = settings.entry(factors.clone().without(TYPE).without(THREADS));
        let compared = setting.or_default();
        match judgement.verdict {
            Verdict::Worse => compared.slower.push((judgement.ratio.value, name)),
            Verdict::Unknown => compared.unknown.push(name),
            Verdict::Better | Verdict::Equal => compared.others.push(name),
        }
    }
    let words = |(setting, mut compared): (Factors, Compared<'_>)| {
        compared.slower.sort_by(|a, b| b.0.total_cmp(&a.0));
        let times = |(ratio, name): &(f64, &str)| format!("{name} ({ratio:.1} times)");
        let slower: Vec<String> = compared.slower.iter().map(times).collect();
        let told = |how: &str, names: String| match &*names {
            "" => String::new(),
            _ => format!(" {how}: {names}."),
        };
        format!(
            "{setting}: {} threads against one.{}{}{}",
            most.unwrap_or_default(),
            told("A clone takes longer", slower.join(", ")),
            told("It takes no longer", compared.others.join(", ")),
            told("Not known", compared.unknown.join(", "))
        )
    };
    settings.into_iter().map(words).collect()
}

/// Returns the published times of a clone beside ours.
fn published(judge: &Judge<'_>) -> Table {
    let row = |cell: &Measurement| {
        let factors = &cell.key.factors;
        let is_it = factors.get(PATTERN) == Some("own") && factors.get(LENGTH) == Some("64");
        if !is_it || cell.key.metric != WALL || factors.get(TYPE) != Some(ARC) {
            return None;
        }
        let [threads, clones] = [factors.get(THREADS)?, factors.get(CLONES)?];
        let of_setting = |one: &&(u8, bool, u32, u32)| {
            one.0.to_string() == threads && one.1 == (clones == "leaked")
        };
        let &(.., arc, string) = PUBLISHED.iter().find(of_setting)?;
        let there = f64::from(arc) / f64::from(string);
        let here = judge.judge(cell)?;
        let agrees = match here.verdict {
            Verdict::Equal => "equal here",
            Verdict::Unknown => "not known",
            Verdict::Better if there < 1.0 => "yes",
            Verdict::Worse if there > 1.0 => "yes",
            _ => "no",
        };
        let published = |ms: u32| f64::from(ms) * 1e6 / f64::from(1 << 24);
        let ns = |ns: f64| Cell::number(ns, Unit::Ns);
        let own = |cell: &Measurement| judge::typical(cell).map_or_else(Cell::default, ns);
        Some(vec![
            Cell::words(factors.get("allocator").unwrap_or_default()),
            Cell::words(clones),
            Cell::shown(threads.parse().unwrap_or_default(), threads),
            ns(published(arc)),
            ns(published(string)),
            Cell::shown(there, format!("{there:.2}")),
            own(cell),
            judge.baseline(cell).map_or_else(Cell::default, own),
            pivot::ratio(here.ratio),
            Cell::words(agrees),
        ])
    };
    Table {
        caption: format!(
            "A clone of 64 bytes on the main thread, by the clock, while the other threads clone too: \
             as published ({SOURCE}; 6 cores, jemalloc, 2^24 clones), and here, for some milliseconds \
             at a time, the readings of the clock included."
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
            Column::words("agrees"),
        ],
        rows: judge.run.measurements.iter().filter_map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arc_was_ahead_alone_and_behind_among_many() {
        for (threads, _, arc, string) in PUBLISHED {
            assert_eq!(arc < string, threads == 1 || (threads, arc) == (2, 234));
        }
    }
}
