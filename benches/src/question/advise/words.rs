//! The verdict in words, field by field, with its conditions.

use std::collections::HashMap;

use super::choice::{Choice, Rated, Time};
use super::constraint::facts_line;
use super::facts::{Facts, FieldFacts, Set};
use super::{FIELD, TIME, TYPE, Timing, picture, snippet};
use crate::candidate::{BASELINE, Candidate, candidates};
use crate::judge::Judge;
use crate::report::pivot::shown;
use crate::report::{Block, Section, Unit};
use crate::run;

/// Returns the verdict, and the pictures.
pub(super) fn sections(facts: &Facts, judge: &Judge<'_>) -> Vec<Section> {
    let candidates = candidates();
    let mut verdict = Vec::new();
    let mut pictures = Vec::new();
    for (at, timing) in Timing::of(facts).iter().enumerate() {
        let times = times(judge, &timing.label);
        let choice = Choice::of(timing.field, &candidates, &times, facts.slower);
        let Some(choice) = choice else { continue };
        verdict.push(Block::Text(headline(timing, &choice)));
        verdict.push(Block::Points(points(timing.field, &choice, facts)));
        if choice.best.candidate.name != BASELINE {
            let name = &timing.field.name;
            verdict.push(Block::Code(snippet::snippet(choice.best.candidate, name)));
        }
        let chart = picture::chart(&format!("front_{at}"), &timing.label, timing.field, &choice);
        pictures.extend(chart.map(Block::Chart));
    }
    let conditions = facts.sets.iter().flat_map(|set| conditions(set, facts));
    verdict.push(Block::Points(conditions.collect()));
    let section = |id: &str, title: &str, blocks| Section {
        id: id.to_owned(),
        title: title.to_owned(),
        command: judge.run.header.command.clone(),
        blocks,
    };
    let mut sections = vec![section("verdict", "Which type to use", verdict)];
    if !pictures.is_empty() {
        sections.push(section("front", "Time against memory", pictures));
    }
    sections
}

/// Returns the time of each candidate for a field, over `String`'s.
fn times(judge: &Judge<'_>, label: &str) -> HashMap<String, Time> {
    let cells = judge
        .run
        .cells
        .iter()
        .filter(|cell| cell.key.metric == TIME && cell.key.factors.get(FIELD) == Some(label));
    let time = |cell: &run::Cell| {
        let name = cell.key.factors.get(TYPE)?.to_owned();
        Some((name, judge.judge(cell)?.into()))
    };
    cells.filter_map(time).collect()
}

/// Returns the field in a line, and the type to use.
fn headline(timing: &Timing<'_>, choice: &Choice<'_>) -> String {
    let FieldFacts {
        count,
        bytes,
        distinct,
        distinct_error,
        ..
    } = timing.field;
    let about = if *distinct_error > 0.0 { "some " } else { "" };
    let best = match &*choice.best.candidate.name {
        BASELINE if is_string_excluded(choice) => "nothing fits the demands".to_owned(),
        BASELINE => "stay with String".to_owned(),
        name => format!("use {name}"),
    };
    format!(
        "{}: {best}. ({} texts, {about}{} distinct, {} on average)",
        timing.label,
        number(*count),
        Unit::Count.show(distinct.round()),
        Unit::Bytes.show(mean(*bytes, *count)),
    )
}

fn is_string_excluded(choice: &Choice<'_>) -> bool {
    choice.string.memory.excluded.is_some()
}

/// Returns the reasons of a choice, its costs, and what stands beside it.
fn points(field: &FieldFacts, choice: &Choice<'_>, facts: &Facts) -> Vec<String> {
    let Choice { string, best, .. } = choice;
    let mut points = Vec::new();
    if best.candidate.name == BASELINE {
        let least = choice.allowed.iter().min_by_key(|one| one.memory.taken);
        points.extend(
            least
                .filter(|one| one.candidate.name != BASELINE)
                .map(|one| format!("The least memory of all: {}.", saving(one, string))),
        );
    } else {
        points.push(format!("{}.", saving(best, string)));
        points.push(format!("Its price: {}.", price(best.candidate)));
    }
    if !choice.level.is_empty() {
        points.push(format!(
            "No difference can be told from {}.",
            list(choice.level.iter().map(|one| one.candidate.name.clone()))
        ));
    }
    for one in &choice.perhaps {
        points.push(format!(
            "{}; it is not told whether that is within the limit of {:.0} % more time.",
            saving(one, string),
            facts.slower * 100.0
        ));
    }
    if let Some(one) = &choice.fastest {
        points.push(format!("The fastest: {}.", saving(one, string)));
    }
    if let Some(one) = &choice.table {
        #[allow(clippy::cast_precision_loss)] // Far from 2^52.
        let times = field.count as f64 / field.distinct.max(1.0);
        points.push(format!(
            "Each value occurs {times:.1} times on average. {}, if one table may keep each text once.",
            saving(one, string)
        ));
    }
    if let Some(one) = &choice.column {
        points.push(format!(
            "{}, if the texts are kept and dropped together, and not changed.",
            saving(one, string)
        ));
    }
    let excluded = field.memory.iter().filter_map(|one| {
        let why = one.excluded.as_ref()?;
        Some(format!("{} ({why})", one.name))
    });
    let excluded: Vec<String> = excluded.collect();
    if !excluded.is_empty() {
        points.push(format!("Excluded: {}.", excluded.join("; ")));
    }
    points
}

/// Returns a type's memory and time beside `String`'s.
#[allow(clippy::cast_precision_loss)] // Far from 2^52.
fn saving(one: &Rated<'_>, string: &Rated<'_>) -> String {
    let share = one.share_of(string);
    let difference = (share - 1.0).abs() * 100.0;
    let than = if share <= 1.0 { "less" } else { "more" };
    let time = match one.time {
        Some(time) => format!(", in {} of its time", shown(time.ratio)),
        None => String::new(),
    };
    format!(
        "{}: {}, {difference:.0} % {than} than String{time}",
        one.candidate.name,
        Unit::Bytes.show(one.memory.taken as f64),
    )
}

/// Returns what a type costs in code, beside `String`.
fn price(candidate: &Candidate) -> String {
    let mut price = Vec::new();
    if !candidate.is_mutable {
        price.push("a text cannot be edited in place".to_owned());
    }
    if !candidate.is_sync {
        price.push("threads cannot share it".to_owned());
    }
    price.push(format!("a value takes {} bytes in place", candidate.size));
    price.push(facts_line(candidate));
    price.join("; ")
}

/// Returns the conditions under which the verdict on a set holds.
fn conditions(set: &Set, facts: &Facts) -> Vec<String> {
    let Set {
        name,
        records,
        bad,
        first_bad,
        scenario,
        sampled,
        ..
    } = set;
    let mut points = vec![format!(
        "{name}: {} records. Times are of {}, by {scenario}.",
        number(*records),
        if set.is_drawn {
            "values that were drawn from the profile".to_owned()
        } else if sampled < records {
            format!(
                "{} records in their order, at equal distances",
                number(*sampled)
            )
        } else {
            "all records in their order".to_owned()
        },
    )];
    if let Some(first) = first_bad {
        points.push(format!(
            "Bad records that were left out: {}. The first: {first}.",
            number(*bad)
        ));
    }
    points.push(format!(
        "The memory is exact for these texts on the allocator {}, and was checked by counting that of the sample.",
        facts.allocator
    ));
    points
}

#[allow(clippy::cast_precision_loss)] // Far from 2^52.
fn number(count: u64) -> String {
    Unit::Count.show(count as f64)
}

#[allow(clippy::cast_precision_loss)] // Far from 2^52.
fn mean(bytes: u64, count: u64) -> f64 {
    bytes as f64 / count.max(1) as f64
}

/// Returns words with commas, and "or" before the last.
fn list(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    match &words[..] {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}
