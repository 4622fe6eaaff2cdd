//! The verdict in words, field by field, with its conditions.

use std::collections::HashMap;
use std::iter;

use string_kit_measure::judge::Judge;
use string_kit_measure::report::pivot::{ratio, shown};
use string_kit_measure::report::{Block, Cell, Column, Section, Table};
use string_kit_measure::run;
use string_kit_measure::run::Unit;

use super::choice::{Choice, Rated, Time};
use super::constraint::facts_line;
use super::facts::{Facts, FieldFacts, MemoryFacts, Set};
use super::{FIELD, KEPT, TIME, TYPE, Timing, picture, records_of, snippet};
use crate::candidate::{BASELINE, Candidate, candidates};

/// Returns the verdict, the code, and the pictures.
pub(super) fn sections(facts: &Facts, judge: &Judge<'_>) -> Vec<Section> {
    let candidates = candidates();
    let timings = Timing::of(facts);
    let times = times(judge);
    let none = HashMap::new();
    let chosen = timings.iter().filter_map(|timing| {
        let times = times.get(&*timing.field.name).unwrap_or(&none);
        let choice = Choice::of(timing.field, &candidates, times, facts.slower)?;
        Some((timing, choice))
    });
    let chosen: Vec<(&Timing<'_>, Choice<'_>)> = chosen.collect();
    let mut verdict = vec![Block::Table(summary(&chosen))];
    for (timing, choice) in &chosen {
        verdict.push(Block::Text(headline(timing, choice, facts.is_timed)));
        verdict.push(Block::Points(points(timing.field, choice, facts)));
    }
    let records = facts.sets.iter().filter_map(|set| {
        let times = times.get(&*records_of(set)).unwrap_or(&none);
        of_records(set, times)
    });
    verdict.extend(records.map(Block::Text));
    let mut conditions = conditions(facts);
    conditions.extend(failed_checks(judge));
    verdict.push(Block::Points(conditions));
    let pictures = chosen
        .iter()
        .enumerate()
        .filter_map(|(at, (timing, choice))| {
            picture::chart(&format!("front_{at}"), timing.field, choice)
        });
    let section = |id: &str, title: &str, blocks| Section {
        id: id.to_owned(),
        title: title.to_owned(),
        command: String::new(),
        blocks,
    };
    let mut sections = vec![
        section("verdict", "Which type to use", verdict),
        section(
            "front",
            "Time against memory",
            pictures.map(Block::Chart).collect(),
        ),
        section("code", "The choice in code", code(&chosen)),
    ];
    sections.retain(|section| !section.blocks.is_empty());
    sections
}

/// Returns the choice of each field in a row.
#[allow(clippy::cast_precision_loss)] // Far from 2^52.
fn summary(chosen: &[(&Timing<'_>, Choice<'_>)]) -> Table {
    let row = |(timing, choice): &(&Timing<'_>, Choice<'_>)| {
        let Choice { best, string, .. } = choice;
        let share = best.share_of(string);
        let other = |one: &Option<Rated<'_>>| {
            let name = one.as_ref().map(|one| {
                let less = (1.0 - one.share_of(string)) * 100.0;
                format!("{}, {less:.0} % less", one.candidate.name)
            });
            Cell::words(name.unwrap_or_default())
        };
        vec![
            Cell::words(&timing.field.name),
            Cell::words(best_name(choice)),
            Cell::number(string.memory.taken as f64, Unit::Bytes),
            Cell::number(best.memory.taken as f64, Unit::Bytes),
            Cell::shown(share, format!("{:.0} %", share * 100.0)),
            best.time
                .map_or_else(Cell::default, |time| ratio(time.ratio)),
            other(&choice.table),
        ]
    };
    Table {
        caption: "Total memory; time relative to String.".to_owned(),
        columns: vec![
            Column::words("field"),
            Column::words("use"),
            Column::numbers("String"),
            Column::numbers("this type"),
            Column::numbers("of it"),
            Column::numbers("time ratio [95 %]"),
            Column::words("interned"),
        ],
        rows: chosen.iter().map(row).collect(),
    }
}

/// Returns the name of the choice.
fn best_name(choice: &Choice<'_>) -> String {
    if choice.best.memory.excluded.is_some() {
        "(none fits)".to_owned()
    } else {
        choice.best.candidate.name.clone()
    }
}

/// Returns the code of each chosen type, for the first field that uses it.
fn code(chosen: &[(&Timing<'_>, Choice<'_>)]) -> Vec<Block> {
    let mut used: Vec<&str> = vec![BASELINE];
    let mut blocks = Vec::new();
    for (timing, choice) in chosen {
        for one in iter::once(&choice.best)
            .chain(&choice.table)
            .chain(&choice.column)
        {
            let name = &*one.candidate.name;
            if !used.contains(&name) {
                used.push(name);
                blocks.push(Block::Text(format!("{name}, for {}:", timing.field.name)));
                blocks.push(Block::Code(snippet::snippet(
                    one.candidate,
                    &timing.field.name,
                )));
            }
        }
    }
    blocks
}

/// Returns the choice for whole records, if they have several texts.
#[allow(clippy::cast_precision_loss)] // Far from 2^52.
fn of_records(set: &Set, times: &HashMap<String, Time>) -> Option<String> {
    let record = set.record.as_ref()?;
    let find = |name: &str| record.memory.iter().find(|of| of.name == name);
    let (string, list) = (find(BASELINE)?, find("StrList")?);
    let boxed = record
        .memory
        .iter()
        .filter(|of| of.name != list.name && of.excluded.is_none());
    let least = boxed.min_by_key(|of| of.taken);
    let said = |of: &MemoryFacts| {
        let time = times
            .get(&of.name)
            .map(|time| format!(", in {} of its time", shown(time.ratio)));
        let share = (1.0 - of.taken as f64 / string.taken.max(1) as f64) * 100.0;
        let bytes = Unit::Bytes.show(of.taken as f64);
        format!(
            "{bytes}, {share:.0} % less than Box<[String]>{}",
            time.unwrap_or_default()
        )
    };
    let all = if record.records < set.records {
        "sampled records"
    } else {
        "records"
    };
    let mut ways = Vec::new();
    if list.excluded.is_none() {
        ways.push(format!("one StrList a record takes {}", said(list)));
    }
    if let Some(least) = least.filter(|of| of.name != BASELINE) {
        ways.push(format!("Box<[{}]> takes {}", least.name, said(least)));
    }
    (!ways.is_empty()).then(|| {
        format!(
            "{}, the texts of a record together ({} {all}): {}.",
            set.name,
            number(record.records),
            ways.join("; "),
        )
    })
}

/// Returns for each field the time of each candidate, over `String`'s.
fn times<'a>(judge: &Judge<'a>) -> HashMap<&'a str, HashMap<String, Time>> {
    let mut times: HashMap<&str, HashMap<String, Time>> = HashMap::new();
    let mut add = |cell: &'a run::Measurement| {
        let (field, name) = (cell.key.factors.get(FIELD)?, cell.key.factors.get(TYPE)?);
        let time = judge.judge(cell)?.into();
        let of_field = times.entry(field).or_default();
        of_field.insert(name.to_owned(), time)
    };
    for cell in judge
        .run
        .measurements
        .iter()
        .filter(|cell| cell.key.metric == TIME)
    {
        add(cell);
    }
    times
}

/// Returns a warning of each prediction of memory that the sample refutes.
fn failed_checks(judge: &Judge<'_>) -> Vec<String> {
    let warning = |cell: &run::Measurement| {
        let (field, name) = (cell.key.factors.get(FIELD)?, cell.key.factors.get(TYPE)?);
        let note = cell.note.as_ref().filter(|_| cell.key.metric == KEPT)?;
        Some(format!(
            "Warning: the memory of {field} by {name} is not right: {note}."
        ))
    };
    judge.run.measurements.iter().filter_map(warning).collect()
}

/// Returns the field in a line, and the type to use.
fn headline(timing: &Timing<'_>, choice: &Choice<'_>, is_timed: bool) -> String {
    let FieldFacts {
        count,
        bytes,
        distinct,
        distinct_error,
        ..
    } = timing.field;
    let about = if *distinct_error > 0.0 { "some " } else { "" };
    let texts = if *count == 1 { "text" } else { "texts" };
    let mut best = match &*choice.best.candidate.name {
        _ if choice.best.memory.excluded.is_some() => "no type fits the demands".to_owned(),
        BASELINE => "stay with String".to_owned(),
        name => format!("use {name}"),
    };
    if is_timed && choice.allowed.iter().all(|one| one.time.is_none()) {
        best += ", by memory alone: it was not timed";
    }
    format!(
        "{}: {best} ({} {texts}, {about}{} distinct, {} on average).",
        timing.field.name,
        number(*count),
        Unit::Count.show(distinct.round()),
        Unit::Bytes.show(mean(*bytes, *count)),
    )
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
        points.push(format!("Trade-offs: {}.", trade_offs(best.candidate)));
    }
    if !choice.level.is_empty() {
        points.push(format!(
            "{} {} as fast, within error.",
            list(choice.level.iter().map(|one| one.candidate.name.clone())),
            if choice.level.len() == 1 { "is" } else { "are" },
        ));
    }
    for one in &choice.perhaps {
        points.push(format!(
            "{}; it may be over {:.0} % slower.",
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
            "Each value occurs {times:.1} times on average. {}, if you can use an interner.",
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

/// Returns the trade-offs of a type, beside `String`.
fn trade_offs(candidate: &Candidate) -> String {
    let mut all = Vec::new();
    if !candidate.is_mutable {
        all.push("a text cannot be edited in place".to_owned());
    }
    if !candidate.is_sync {
        all.push("threads cannot share it".to_owned());
    }
    all.push(format!("a handle of {} bytes", candidate.size));
    all.push(facts_line(candidate));
    all.join("; ")
}

/// Returns the conditions under which the verdict holds.
fn conditions(facts: &Facts) -> Vec<String> {
    let mut points: Vec<String> = facts
        .sets
        .iter()
        .flat_map(|set| of_set(set, facts.is_timed))
        .collect();
    points.push(format!(
        "The memory is computed for all texts on the allocator {}. A counting allocator checked it on the \
         sample. Interners were checked up to 4,096 distinct texts; ustr once.",
        facts.allocator
    ));
    if !facts.is_timed {
        points.push("The rule: the least memory. No time was measured.".to_owned());
        return points;
    }
    points.push(format!(
        "The rule: the least memory among the types whose time is within {:.0} % of String's (--slower).",
        facts.slower * 100.0
    ));
    points
}

/// Returns the number of records of a set, its scenario, and its faults.
fn of_set(set: &Set, is_timed: bool) -> Vec<String> {
    let Set {
        name,
        records,
        bad,
        first_bad,
        ignored,
        guess,
        reduced,
        memory_limit,
        too_long,
        scenario,
        sampled,
        ..
    } = set;
    let timed = if set.is_drawn {
        "values that were drawn from the profile".to_owned()
    } else if sampled < records {
        format!(
            "{} of them, in their order, at equal distances",
            number(*sampled)
        )
    } else {
        "all of them, in their order".to_owned()
    };
    let records = format!("{name}: {} records.", number(*records));
    let mut points = vec![if is_timed {
        format!("{records} Times are of {timed}. The scenario: {scenario}.")
    } else {
        records
    }];
    if let Some(first) = first_bad {
        points.push(format!(
            "Bad records that were left out: {}. The first: {first}.",
            number(*bad)
        ));
    }
    points.extend(guess.as_ref().map(|guess| format!("{guess}.")));
    if *ignored > 0 {
        points.push(format!(
            "Texts beyond the limit of 1,000 fields, or of names over 1,024 bytes, that were left out: {}.",
            number(*ignored)
        ));
    }
    if !reduced.is_empty() {
        points.push(format!(
            "To stay within {} MB of memory (--memory), fewer values and lengths were kept of {}.",
            memory_limit >> 20,
            some_of(reduced.iter().map(String::as_str))
        ));
    }
    if is_timed && *too_long > 0 {
        points.push(format!(
            "Records of more than 64 KiB, which are not timed: {}.",
            number(*too_long)
        ));
    }
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

/// Returns names with commas; of many, the first and the number of the others.
pub(super) fn some_of<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 8;
    let more = names.len().saturating_sub(SHOWN);
    let shown = names.take(SHOWN).collect::<Vec<_>>().join(", ");
    match more {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Returns words with commas, and "and" before the last.
fn list(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    match &words[..] {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}
