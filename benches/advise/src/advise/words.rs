//! The verdict: pictures, a table, and sentences with its conditions.

use std::collections::HashSet;

use string_kit_measure::judge::{Judge, Ratio};
use string_kit_measure::report::pivot::{ratio, shown};
use string_kit_measure::report::{Block, Cell, Column, Section, Table};
use string_kit_measure::run::{self, Unit};

use super::choice::{Choice, EQUAL, RULE, Rated, Times};
use super::constraint::facts_line;
use super::facts::{Facts, FieldFacts, MemoryFacts, Set};
use super::snippet::{self, Member};
use super::{FIELD, KEPT, TYPE, picture, records_of};
use crate::candidate::{BASELINE, Candidate, Kind, candidates};
use crate::crates::Crate;

/// A field with its choice.
struct Advised<'a> {
    field: &'a FieldFacts,
    choice: Choice<'a>,
    is_timed: bool,
    /// The share of the program's time that its strings take, if that is known.
    strings: Option<f64>,
}

/// Returns the verdict and the code.
pub(super) fn sections(facts: &Facts, judge: &Judge<'_>) -> Vec<Section> {
    let candidates = candidates();
    let times = Times::of(judge);
    let advised = |field| {
        Some(Advised {
            field,
            choice: Choice::of(&[field], &candidates, &times)?,
            is_timed: times.has(&field.name),
            strings: times
                .of_strings(&field.name)
                .and_then(|strings| Some(strings / field.cpu_time?)),
        })
    };
    let sets: Vec<(&Set, Vec<Advised<'_>>)> = facts
        .sets
        .iter()
        .map(|set| (set, set.fields.iter().filter_map(advised).collect()))
        .collect();
    let all: Vec<&Advised<'_>> = sets.iter().flat_map(|(_, of)| of).collect();
    let fields: Vec<&FieldFacts> = all.iter().map(|of| of.field).collect();
    let single = Choice::of(&fields, &candidates, &times).filter(|_| fields.len() > 1);
    let pictures = all
        .iter()
        .enumerate()
        .filter_map(|(at, of)| picture::chart(&format!("front_{at}"), of.field, &of.choice));
    let mut verdict: Vec<Block> = pictures.map(Block::Chart).collect();
    verdict.push(Block::Table(summary(&all, single.as_ref(), &times)));
    for of in &all {
        verdict.push(Block::Text(headline(of)));
        verdict.push(Block::Points(points(of)));
    }
    let of_records = sets.iter();
    let of_records = of_records.map(|(set, advised)| records(set, advised, &times));
    let of_records: Vec<Option<(String, bool)>> = of_records.collect();
    let sentences = of_records.iter().flatten();
    verdict.extend(sentences.map(|(sentence, _)| Block::Text(sentence.clone())));
    let mut conditions = conditions(facts);
    conditions.extend(failed_checks(judge));
    verdict.push(Block::Points(conditions));
    let mut code = Vec::new();
    for ((set, advised), list) in sets.iter().zip(of_records) {
        let is_list = list.is_some_and(|(_, is_best)| is_best);
        code.extend(code_of(set, advised, is_list, &candidates));
    }
    let section = |id: &str, title: &str, blocks| Section {
        id: id.to_owned(),
        title: title.to_owned(),
        blocks,
        ..Section::default()
    };
    vec![
        section("verdict", "Which type to use", verdict),
        section("code", "The choice in code", code),
    ]
}

/// Returns the choice of each field in a row, beside one type for all fields.
fn summary(all: &[&Advised<'_>], single: Option<&Choice<'_>>, times: &Times<'_, '_>) -> Table {
    let single_best = single.and_then(|choice| Some(choice.pick.as_ref()?.best));
    let beside = |one: Option<Rated<'_>>, string: &Rated<'_>| {
        one.map(|one| format!("{}, {}", one.name(), over_string(&one, string)))
    };
    let row = |name: &str, choice: &Choice<'_>, is_timed: bool, single: Option<String>| {
        let (best, string) = (choice.best(), &choice.string);
        let share = best.share_of(string);
        let time = match best.time {
            Some(time) => ratio(time),
            None if is_timed => Cell::default(),
            None => Cell::words("not timed"),
        };
        let memory = Cell::number(best.memory as f64, Unit::Bytes);
        vec![
            Cell::words(name),
            Cell::words(best_name(choice)),
            memory,
            Cell::shown(share, percent(share)),
            time,
            Cell::words(beside(choice.smallest, string).unwrap_or_default()),
            Cell::words(beside(choice.fastest, string).unwrap_or_default()),
            Cell::words(single.unwrap_or_default()),
        ]
    };
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for of in all {
        let single = single_best.and_then(|single| {
            let mut allowed = of.choice.allowed.iter();
            let one = allowed.find(|one| one.name() == single.name())?;
            Some(over_string(one, &of.choice.string))
        });
        rows.push(row(&of.field.name, &of.choice, of.is_timed, single));
    }
    if let Some(choice) = single {
        let is_timed = all.iter().any(|of| times.has(&of.field.name));
        rows.push(row("one type for all", choice, is_timed, None));
    }
    let mut columns = vec![
        Column::words("field"),
        Column::words("use"),
        Column::numbers("memory"),
        Column::numbers("of String's"),
        Column::numbers("time ratio [95 %]"),
        Column::words("smallest"),
        Column::words("fastest"),
    ];
    match single_best {
        Some(single) => columns.push(Column::words(format!("{} for all", single.name()))),
        None => rows.iter_mut().for_each(|row| drop(row.pop())),
    }
    Table {
        caption: "Total memory; time relative to String. Percentages are of String's memory, the numbers behind them \
                  of its time."
            .to_owned(),
        columns,
        rows,
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// Returns a type's memory and time over `String`'s, shortly.
fn over_string(one: &Rated<'_>, string: &Rated<'_>) -> String {
    let time = one.time.map(|time| format!(" / {:.2}", time.value));
    percent(one.share_of(string)) + &time.unwrap_or_default()
}

/// Returns the name of the choice, with those that it may be instead.
fn best_name(choice: &Choice<'_>) -> String {
    let Some(pick) = &choice.pick else {
        return "(none fits)".to_owned();
    };
    let best = pick.best.name();
    match &pick.perhaps[..] {
        [] => best.to_owned(),
        [other] => format!("not known: {best} or {}", other.name()),
        [other, more @ ..] => {
            format!("not known: {best}, {} or {} more", other.name(), more.len())
        }
    }
}

/// Returns the code of a set: the best way to keep a record, and a type for each field.
fn code_of(set: &Set, all: &[Advised<'_>], is_list: bool, candidates: &[Candidate]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let list = candidates.iter().find(|one| one.kind == Kind::Column);
    if let Some(list) = list.filter(|_| is_list) {
        let names = all.iter().map(|of| &*of.field.name);
        blocks.push(Block::Text(format!(
            "A record of {} in one list:",
            set.name
        )));
        blocks.push(Block::Code(snippet::list_record(list, names)));
    }
    let members = all.iter().filter_map(|of| {
        Some(Member {
            field: &of.field.name,
            candidate: of.choice.pick.as_ref()?.best.candidate,
            is_many: of.field.count > of.field.present,
        })
    });
    blocks.push(Block::Text(format!(
        "A record of {} with a type for each field:",
        set.name
    )));
    blocks.push(Block::Code(snippet::record(&members.collect::<Vec<_>>())));
    blocks
}

/// The name of the list that keeps all texts of a record.
const LIST: &str = "StrList";

/// Returns a sentence on the ways to keep all texts of a record together, if records have several texts; and whether
/// the product of one list is less than that of the fields' own picks.
fn records(set: &Set, fields: &[Advised<'_>], times: &Times<'_, '_>) -> Option<(String, bool)> {
    let record = set.record.as_ref()?;
    let label = records_of(set);
    let string = record.iter().find(|of| of.name == BASELINE)?;
    let allowed = || record.iter().filter(|of| of.excluded.is_none());
    let list = allowed().find(|of| of.name == LIST);
    let boxed = allowed().filter(|of| of.name != LIST && of.name != BASELINE);
    let boxed = boxed.min_by_key(|of| of.taken);
    let time = |of: &MemoryFacts| times.ratio(&[(&label, 1)], &of.name, BASELINE, 1);
    let way = |name: String, of: &MemoryFacts| {
        format!(
            ". {name}: {}, {} than Box<[String]>{}",
            Unit::Bytes.show(of.taken as f64),
            difference(of.taken as f64 / string.taken.max(1) as f64),
            in_time(time(of))
        )
    };
    let mut sentence = format!(
        "{}, all texts of a record together ({} records)",
        set.name,
        number(set.records)
    );
    sentence.extend(list.map(|of| way("One StrList a record".to_owned(), of)));
    sentence.extend(boxed.map(|of| way(format!("Box<[{}]>", of.name), of)));

    let texts: u64 = fields.iter().map(|of| of.field.count).sum();
    let best = || {
        fields
            .iter()
            .map(|of| (of.choice.best(), of.field.count as f64))
    };
    let memory: f64 = best().map(|(best, _)| best.memory as f64).sum();
    let times: f64 = best().map(|(best, count)| best.value() * count).sum();
    let is_timed = fields.iter().all(|of| of.is_timed);
    let has_one_text = fields.iter().all(|of| of.field.count == of.field.present);
    let is_best = list.is_some_and(|of| {
        let time = time(of);
        let product = of.taken as f64 * time.map_or(1.0, |time| time.value);
        let of_fields = memory * times / texts.max(1) as f64;
        has_one_text && is_timed == time.is_some() && product * EQUAL < of_fields
    });
    sentence.push_str(if is_best {
        ". The list has the least product of memory and time, below that of the types above."
    } else {
        "."
    });
    Some((sentence, is_best))
}

/// Returns a warning of each prediction of memory that the sample refutes.
fn failed_checks(judge: &Judge<'_>) -> Vec<String> {
    let warning = |cell: &run::Measurement| {
        let (field, name) = (cell.key.factors.get(FIELD)?, cell.key.factors.get(TYPE)?);
        let note = cell.note.as_ref().filter(|_| cell.key.metric == KEPT)?;
        Some(format!(
            "Warning: the memory computed for {field} by {name} is wrong: {note}."
        ))
    };
    judge.run.measurements.iter().filter_map(warning).collect()
}

/// Returns the field in a line, and the type to use.
fn headline(of: &Advised<'_>) -> String {
    let field = of.field;
    let about = if field.distinct_error > 0.0 {
        "some "
    } else {
        ""
    };
    let texts = if field.count == 1 { "text" } else { "texts" };
    let choice = match (&of.choice.pick, best_name(&of.choice)) {
        (None, _) => "no type meets the demands".to_owned(),
        (Some(pick), name) if !pick.perhaps.is_empty() => name,
        (_, name) if name == BASELINE => "stay with String".to_owned(),
        (_, name) => format!("use {name}"),
    };
    let untimed = if of.is_timed { "" } else { ", not timed" };
    format!(
        "{}: {choice} ({} {texts}, {about}{} distinct, {} on average{untimed}).",
        field.name,
        number(field.count),
        Unit::Count.show(field.distinct.round()),
        Unit::Bytes.show(mean(field.bytes, field.count)),
    )
}

/// Returns the reasons of a choice, its costs, and what stands beside it.
fn points(of: &Advised<'_>) -> Vec<String> {
    let Advised { field, choice, .. } = of;
    let (best, string) = (choice.best(), &choice.string);
    let mut points = Vec::new();
    if let Some(pick) = &choice.pick {
        if best.name() != BASELINE {
            points.push(format!("{}.", saving(&best, string)));
            points.push(format!("Trade-offs: {}.", trade_offs(best.candidate)));
            points.extend(
                Crate::of_package(best.candidate.package)
                    .and_then(Crate::youth)
                    .map(|why| format!("Warning: {why}.")),
            );
        }
        let perhaps = pick.perhaps.iter().map(Rated::name).collect::<Vec<_>>();
        if !perhaps.is_empty() {
            points.push(format!(
                "Not known: the products of {} may be within 5 % of the least, and would then be picked. --seconds \
                 and --processes make intervals narrower.",
                some_of(perhaps.into_iter())
            ));
        }
    }
    if let Some(share) = of.strings {
        points.push(format!(
            "Times are those of the whole program. As String, its strings take about {} of them.",
            percent(share.min(1.0))
        ));
    }
    if let Some(alive) = field.alive {
        let captured = |one: &Rated<'_>| {
            let mut memory = field.memory.iter();
            let of = memory.find(|of| of.name == one.name())?;
            Some(format!(
                "{} {}",
                one.name(),
                Unit::Bytes.show(of.captured as f64)
            ))
        };
        let mut all = vec![string];
        all.extend(Some(&best).filter(|best| best.name() != BASELINE));
        let all: Vec<String> = all.into_iter().filter_map(captured).collect();
        points.push(format!(
            "The memory is that of the {} strings alive at once at most. If all captured ones were alive: {}.",
            number(alive),
            all.join(", ")
        ));
    }
    if best.candidate.kind == Kind::Interned {
        points.push(format!(
            "Each value occurs {:.1} times on average.",
            field.repeats()
        ));
    }
    let column = "Kept and dropped together, and not changed";
    let beside = [
        ("Without an interner", choice.owned),
        ("Without a table to pass around", choice.no_table),
        ("The smallest", choice.smallest),
        ("The fastest", choice.fastest),
        (column, choice.column),
    ];
    let mut shown = HashSet::from([best.name().to_owned(), BASELINE.to_owned()]);
    for (what, one) in beside {
        if let Some(one) = one.filter(|one| shown.insert(one.name().to_owned())) {
            points.push(format!("{what}: {}.", saving(&one, string)));
        }
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
fn saving(one: &Rated<'_>, string: &Rated<'_>) -> String {
    format!(
        "{}: {}, {} than String{}",
        one.name(),
        Unit::Bytes.show(one.memory as f64),
        difference(one.share_of(string)),
        in_time(one.time)
    )
}

fn difference(share: f64) -> String {
    let than = if share <= 1.0 { "less" } else { "more" };
    format!("{} {than}", percent((share - 1.0).abs()))
}

fn in_time(time: Option<Ratio>) -> String {
    time.map_or_else(String::new, |time| {
        format!(", in {} of its time", shown(time))
    })
}

/// Returns the trade-offs of a type, beside `String`.
fn trade_offs(candidate: &Candidate) -> String {
    let mut all: Vec<String> = Vec::new();
    if candidate.kind == Kind::Interned {
        all.push(candidate.table_cost().to_owned());
    }
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
    let sets = facts.sets.iter();
    let mut points: Vec<String> = sets.flat_map(|set| of_set(set, facts.is_timed)).collect();
    points.push(format!(
        "The memory is computed on the allocator {}. A counting allocator checked it on the \
         sample. Interners were checked up to 4,096 distinct texts; ustr once.",
        facts.allocator
    ));
    points.push(RULE.to_owned());
    if !facts.is_timed {
        points.push("No time was measured: the rule is by memory alone.".to_owned());
    }
    points
}

/// Returns the number of records of a set, its scenario, and its faults.
fn of_set(set: &Set, is_timed: bool) -> Vec<String> {
    let timed = if set.is_drawn {
        "values that were drawn from the profile".to_owned()
    } else if set.sampled < set.records {
        format!(
            "{} of them, in their order, at equal distances",
            number(set.sampled)
        )
    } else {
        "all of them, in their order".to_owned()
    };
    let records = format!("{}: {} records.", set.name, number(set.records));
    let mut points = vec![if is_timed {
        format!(
            "{records} Times are of {timed}. The scenario: {}.",
            set.scenario
        )
    } else {
        records
    }];
    if let Some(recorded) = &set.recorded {
        points.push(format!("The program recorded {recorded}."));
    }
    if let Some(first) = &set.outcome.first_bad {
        points.push(format!(
            "Bad records that were left out: {}. The first: {first}.",
            number(set.outcome.bad)
        ));
    }
    points.extend(set.outcome.guess.as_ref().map(|guess| format!("{guess}.")));
    if set.outcome.ignored > 0 {
        points.push(format!(
            "Texts left out, since a file has over 1,000 fields or their names have over 1,024 bytes: {}.",
            number(set.outcome.ignored)
        ));
    }
    if !set.reduced.is_empty() {
        points.push(format!(
            "To stay within {} MB of memory (--memory), fewer values and lengths were kept of {}.",
            set.memory_limit >> 20,
            some_of(set.reduced.iter().map(String::as_str))
        ));
    }
    if is_timed && set.too_long > 0 {
        points.push(format!(
            "Records of more than 64 KiB, which are not timed: {}.",
            number(set.too_long)
        ));
    }
    points
}

fn number(count: u64) -> String {
    Unit::Count.show(count as f64)
}

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
