//! The verdict: pictures, a table, and sentences with its conditions.

use std::collections::HashSet;

use string_kit_measure::judge::{Judge, Ratio, typical};
use string_kit_measure::report::pivot::{ratio, shown};
use string_kit_measure::report::{
    Axis, Block, Cell, Chart, Column, Mark, Scale, Section, Series, Shape, Table,
};
use string_kit_measure::run::{Measurement, Unit, grouped, twin};

use super::choice::{Choice, EQUAL, RULE, Rated, samples, time_ratio};
use super::facts::{Facts, FieldFacts, MemoryFacts, Set};
use super::snippet::{self, Member};
use super::{FIELD, KEPT, STRINGS, TIME, TYPE, some_of, time_of_all};
use crate::candidate::{BASELINE, Candidate, candidates};
use crate::crates::Package;

/// A field with its choice.
struct Advised<'a> {
    field: &'a FieldFacts,
    choice: Choice<'a>,
    /// The choice while all texts are alive, if that was timed.
    of_all: Option<Choice<'a>>,
}

impl<'a> Advised<'a> {
    fn new(field: &'a FieldFacts, candidates: &'a [Candidate], judge: &Judge<'_>) -> Option<Self> {
        let choice = |metric: &str| Choice::new(&[field], candidates, judge, metric);
        let of_all = choice(&time_of_all(field.count));
        Some(Self {
            field,
            choice: choice(TIME)?,
            of_all: of_all.filter(|choice| choice.string.time.is_some()),
        })
    }
}

/// Returns the verdict and the code.
pub(super) fn sections(facts: &Facts, judge: &Judge<'_>) -> Vec<Section> {
    let candidates = candidates();
    let advised = |field| Advised::new(field, &candidates, judge);
    let fields = facts.sets.iter().map(|set| set.fields.iter());
    let all_advised = fields.map(|fields| fields.filter_map(advised).collect());
    let sets: Vec<(&Set, Vec<Advised<'_>>)> = facts.sets.iter().zip(all_advised).collect();
    let all: Vec<&Advised<'_>> = sets.iter().flat_map(|(_, advised)| advised).collect();
    let fields: Vec<&FieldFacts> = all.iter().map(|advised| advised.field).collect();
    let single = Choice::new(&fields, &candidates, judge, TIME).filter(|_| fields.len() > 1);
    let mut verdict = Vec::new();
    if facts.is_rough {
        let rough =
            "Rough: --quick measures each type only briefly; leave it out for times to rely on.";
        verdict.push(Block::Text(rough.to_owned()));
    }
    for (at, advised) in all.iter().enumerate() {
        let picture = chart(&format!("front_{at}"), advised);
        verdict.extend(picture.map(Block::Chart));
    }
    verdict.push(Block::Table(summary(&all, single.as_ref())));
    for advised in &all {
        verdict.push(Block::Text(headline(advised)));
        verdict.push(Block::Points(points(advised, judge)));
    }
    if let Some(choice) = &single {
        let use_it = in_words(choice);
        verdict.push(Block::Text(format!("One type for all fields: {use_it}.")));
        verdict.push(Block::Points(savings(choice)));
    }
    let mut code = Vec::new();
    for (set, advised) in &sets {
        let (sentence, is_list) = records(set, advised, judge).unzip();
        verdict.extend(sentence.map(Block::Text));
        code.extend(code_of(set, advised, is_list == Some(true), &candidates));
    }
    let mut conditions = conditions(facts);
    conditions.extend(judge.run.measurements.iter().filter_map(failed_check));
    verdict.push(Block::Points(conditions));
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

/// Draws the types by their memory and time; none if no time was measured.
fn chart(id: &str, advised: &Advised<'_>) -> Option<Chart> {
    let Advised { field, choice, .. } = advised;
    let point = |one: &Rated<'_>| {
        let bytes = one.memory as f64 / field.alive.unwrap_or(field.count).max(1) as f64;
        Some((bytes, one.time?.value))
    };
    let series = |name: &str, points, mark| Series {
        name: name.to_owned(),
        points,
        mark,
    };
    let front = choice.front().iter().filter_map(point).collect();
    let mut all = vec![series("front", front, Mark::None)];
    let pick = choice.pick.as_ref().map(Rated::name);
    let mut points: Vec<&Rated<'_>> = choice.allowed.iter().collect();
    // The pick first: it is drawn above the others.
    points.sort_by_key(|one| Some(one.name()) != pick);
    for one in points {
        let mark = match one.name() {
            name if Some(name) == pick => Mark::Pick,
            BASELINE => Mark::Name,
            _ => Mark::None,
        };
        all.extend(point(one).map(|point| series(one.name(), vec![point], mark)));
    }
    (all.len() > 1).then(|| Chart {
        id: id.to_owned(),
        caption: format!(
            "{}: memory and time. \"front\": no other type beats it in both; the page draws these \
             as a line, and the pick as a diamond.",
            field.name
        ),
        x: Axis::new("bytes a text", Unit::Bytes, Scale::Log),
        y: Axis::new("time ratio", Unit::Ratio, Scale::Log),
        shape: Shape::Points,
        series: all,
    })
}

/// Returns the choice of each field in a row, beside one type for all fields.
fn summary(all: &[&Advised<'_>], single: Option<&Choice<'_>>) -> Table {
    let for_all = single.and_then(|choice| choice.pick);
    let row = |name: &str, choice: &Choice<'_>, for_all_beside: Option<Rated<'_>>| {
        let (best, string) = (choice.best(), &choice.string);
        let share = best.share_of(string);
        let beside = |one: Option<Rated<'_>>| {
            let words = one.map(|one| format!("{}, {}", one.name(), over_string(&one, string)));
            Cell::words(words.unwrap_or_default())
        };
        let same = |pick: Rated<'_>| choice.allowed.iter().find(|one| one.name() == pick.name());
        let same_over_string = for_all_beside
            .and_then(same)
            .map(|one| over_string(one, string))
            .unwrap_or_default();
        let mut row = vec![
            Cell::words(name),
            Cell::words(best_name(choice)),
            Cell::number(best.memory as f64, Unit::Bytes),
            Cell::shown(share, percent(share)),
            match best.time {
                Some(time) => ratio(time),
                None if string.time.is_some() => Cell::default(),
                None => Cell::words("not timed"),
            },
            beside(choice.smallest),
            beside(choice.fastest),
        ];
        row.extend(for_all.map(|_| Cell::words(same_over_string)));
        row
    };
    let rows = all
        .iter()
        .map(|advised| row(&advised.field.name, &advised.choice, for_all));
    let row_for_all = single.map(|choice| row("one type for all", choice, None));
    let columns = [
        Column::words("field"),
        Column::words("use"),
        Column::numbers("memory"),
        Column::numbers("% of String"),
        Column::numbers("time ratio [95 %]"),
        Column::words("smallest"),
        Column::words("fastest"),
    ];
    let column_for_all = for_all.map(|one| Column::words(format!("if all were {}", one.name())));
    let caption = "Total memory; time relative to String. 30 % / 0.40: 30 % of String's memory, \
                   0.40 of its time.";
    Table {
        caption: caption.to_owned(),
        columns: columns.into_iter().chain(column_for_all).collect(),
        rows: rows.chain(row_for_all).collect(),
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
    let best = pick.name();
    match &choice.perhaps[..] {
        [] => best.to_owned(),
        [other] => format!("not known: {best} or {}", other.name()),
        [other, more @ ..] => {
            format!("not known: {best}, {} or {} more", other.name(), more.len())
        }
    }
}

fn in_words(choice: &Choice<'_>) -> String {
    match best_name(choice) {
        _ if choice.pick.is_none() => "no type meets the demands".to_owned(),
        name if !choice.perhaps.is_empty() => name,
        name if name == BASELINE => "stay with String".to_owned(),
        name => format!("use {name}"),
    }
}

/// Returns the field in a line, and the type to use.
fn headline(advised: &Advised<'_>) -> String {
    let Advised { field, choice, .. } = advised;
    let choice_in_words = in_words(choice);
    let texts = if field.count == 1 { "text" } else { "texts" };
    let is_estimate = field.distinct_error > 0.0;
    let some = if is_estimate { "some " } else { "" };
    let is_timed = choice.string.time.is_some();
    format!(
        "{}: {choice_in_words} ({} {texts}, {some}{} distinct, {} on average{}).",
        field.name,
        number(field.count),
        Unit::Count.show(field.distinct.round()),
        bytes(field.bytes as f64 / field.count.max(1) as f64),
        if is_timed { "" } else { ", not timed" },
    )
}

/// Returns what a choice saves, its trade-offs, and what else it may be.
fn savings(choice: &Choice<'_>) -> Vec<String> {
    let best = choice.best();
    let mut points = Vec::new();
    if best.name() != BASELINE {
        points.push(saving(&best, &choice.string));
        points.push(format!("Trade-offs: {}.", trade_offs(best.candidate)));
    }
    if !choice.perhaps.is_empty() {
        points.push(format!(
            "Not known: by intervals that hold for all types at once, the products of {} may be \
             within 5 % of the least, and would then be picked. --seconds and --processes make \
             intervals narrower.",
            some_of(choice.perhaps.iter().map(Rated::name))
        ));
    }
    points
}

/// Returns the reasons of a choice, its costs, and what stands beside it.
fn points(advised: &Advised<'_>, judge: &Judge<'_>) -> Vec<String> {
    let Advised { field, choice, .. } = advised;
    let (best, string) = (choice.best(), &choice.string);
    let mut points = savings(choice);
    let is_best = |one: &Rated<'_>| one.name() == best.name();
    if let Some(all) = &advised.of_all
        && let Some(pick) = all.pick.filter(|pick| !is_best(pick))
        && !all.perhaps.iter().any(is_best)
    {
        points.push(format!(
            "With all {} texts alive at once, another type would be picked. {}",
            number(field.count),
            saving(&pick, &all.string)
        ));
    }
    let strings = samples(judge, &field.name, BASELINE, STRINGS).and_then(typical);
    if let Some((strings, all)) = strings.zip(field.cpu_time) {
        points.push(format!(
            "Times are those of the whole program. As String, its strings take about {} of them.",
            percent((strings / all).min(1.0))
        ));
    }
    if let Some(alive) = field.alive {
        let captured = |name: &str| {
            let captured = field.memory_of(name)?.captured;
            Some(format!("{name} {}", bytes(captured as f64)))
        };
        let others = Some(best.name()).filter(|name| *name != BASELINE);
        let all = [BASELINE].into_iter().chain(others).filter_map(captured);
        points.push(format!(
            "The memory is that of the {} strings alive at once at most. If all captured ones were \
             alive: {}.",
            number(alive),
            all.collect::<Vec<_>>().join(", ")
        ));
    }
    if best.candidate.is_interner() {
        let repeats = field.repeats();
        points.push(format!("Each value occurs {repeats:.1} times on average."));
    }
    let mut shown = HashSet::from([best.name(), BASELINE]);
    for (what, one) in [
        ("Without an interner", &choice.owned),
        (
            "An interner without a table to pass around",
            &choice.no_table,
        ),
        ("The smallest", &choice.smallest),
        ("The fastest", &choice.fastest),
        (
            "If all texts are dropped together and never changed",
            &choice.column,
        ),
    ] {
        if let Some(one) = one.as_ref().filter(|one| shown.insert(one.name())) {
            points.push(format!("{what}: {}", saving(one, string)));
        }
    }
    let excluded = field
        .memory
        .iter()
        .filter(|facts| facts.name != twin(BASELINE))
        .filter_map(|facts| Some((facts.excluded.as_ref()?, &*facts.name)));
    let reasons: Vec<String> = grouped(excluded)
        .into_iter()
        .map(|(why, names)| format!("{} ({why})", names.join(", ")))
        .collect();
    if !reasons.is_empty() {
        points.push(format!("Excluded: {}.", reasons.join("; ")));
    }
    points
}

/// Returns a type's memory and time beside `String`'s, and the warning of a young crate.
fn saving(one: &Rated<'_>, string: &Rated<'_>) -> String {
    let beside = beside(one.name(), one.memory, one.time, ("String", string.memory));
    let youth = one.candidate.package().and_then(Package::youth);
    let warning = youth.map(|why| format!(" Warning: {why}."));
    format!("{beside}.{}", warning.unwrap_or_default())
}

/// Returns the memory of a type and its time, beside those of another type, which takes `others`
/// bytes.
fn beside(name: &str, taken: u64, time: Option<Ratio>, (other, others): (&str, u64)) -> String {
    let share = taken as f64 / others.max(1) as f64;
    let than = if share <= 1.0 { "less" } else { "more" };
    let difference = percent((share - 1.0).abs());
    let taken = bytes(taken as f64);
    let in_time = time.map_or(String::new(), |time| {
        format!(", in {} of its time", shown(time))
    });
    format!("{name}: {taken}, {difference} {than} than {other}{in_time}")
}

/// Returns the trade-offs of a type, beside `String`.
fn trade_offs(candidate: &Candidate) -> String {
    let mut all = Vec::new();
    if candidate.id == "ustr" {
        all.push("its one table is that of the process, and frees no text".to_owned());
    } else if candidate.is_interner() {
        let (table, and_readers) = if candidate.is_read_by_table() {
            ("table", "and")
        } else {
            ("set", "and not")
        };
        all.push(format!(
            "a {table} has to be passed to the code that makes records {and_readers} to the code \
             that reads them; it frees no text"
        ));
    }
    if !candidate.is_mutable {
        all.push("a text cannot be edited in place".to_owned());
    }
    if !candidate.is_sync() {
        all.push("threads cannot share it".to_owned());
    }
    all.push(format!("a handle of {} bytes", candidate.size));
    all.push(match candidate.package() {
        Some(Package { name, version, .. }) => format!("{name} {version}"),
        None => "std".to_owned(),
    });
    all.join("; ")
}

/// Returns a sentence on the ways to keep all texts of a record together, if records have several
/// texts; and whether the product of one list is less than that of the fields' own picks.
fn records(set: &Set, fields: &[Advised<'_>], judge: &Judge<'_>) -> Option<(String, bool)> {
    /// The name of the list that keeps all texts of a record.
    const LIST: &str = "StrList";

    let record = set.record.as_ref()?;
    let label = set.label_of_records();
    let string = record.iter().find(|facts| facts.name == BASELINE)?;
    let allowed = || record.iter().filter(|facts| facts.excluded.is_none());
    let list = allowed().find(|facts| facts.name == LIST);
    let boxed = allowed()
        .filter(|facts| ![LIST, BASELINE].contains(&&*facts.name))
        .min_by_key(|facts| facts.taken);
    let time =
        |facts: &MemoryFacts| time_ratio(judge, TIME, &[(&label, 1)], [&facts.name, BASELINE], 1);
    let way = |name: &str, facts: &MemoryFacts| {
        let string = ("Box<[String]>", string.taken);
        format!(". {}", beside(name, facts.taken, time(facts), string))
    };
    let records = number(set.records);
    let mut sentence = format!(
        "{}: all texts of a record together ({records} records)",
        set.name
    );
    sentence.extend(list.map(|facts| way("One StrList for each record", facts)));
    sentence.extend(boxed.map(|facts| way(&format!("Box<[{}]>", facts.name), facts)));

    let (mut texts, mut memory, mut times) = (0.0, 0.0, 0.0);
    for Advised { field, choice, .. } in fields {
        let (best, count) = (choice.best(), field.count as f64);
        texts += count;
        memory += best.memory as f64;
        times += best.value() * count;
    }
    let is_timed = fields
        .iter()
        .all(|advised| advised.choice.string.time.is_some());
    let has_one_text = fields
        .iter()
        .all(|Advised { field, .. }| field.count == field.present);
    let is_best = list.is_some_and(|facts| {
        let time = time(facts);
        let product = facts.taken as f64 * time.map_or(1.0, |time| time.value);
        let of_fields = memory * times / f64::max(texts, 1.0);
        has_one_text && is_timed == time.is_some() && product * EQUAL < of_fields
    });
    sentence += if is_best {
        ". The list has the least product of memory and time, below that of the types above."
    } else {
        "."
    };
    Some((sentence, is_best))
}

/// Returns the code of a set: the best way to keep a record, and a type for each field.
fn code_of(set: &Set, all: &[Advised<'_>], is_list: bool, candidates: &[Candidate]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut add = |how: &str, code| {
        let what = format!("A record of {} {how}:", set.name);
        blocks.extend([Block::Text(what), Block::Code(code)]);
    };
    let list = candidates.iter().find(|one| one.is_list());
    if let Some(list) = list.filter(|_| is_list) {
        let names = all.iter().map(|advised| &*advised.field.name);
        add("in one list", snippet::list_record(list, names));
    }
    let members: Vec<Member<'_>> = all
        .iter()
        .filter_map(|Advised { field, choice, .. }| {
            Some(Member {
                field: &field.name,
                candidate: choice.pick?.candidate,
                is_many: field.count > field.present,
            })
        })
        .collect();
    add("with a type for each field", snippet::record(&members));
    blocks
}

/// Returns a warning of a prediction of memory that the sample refutes.
fn failed_check(cell: &Measurement) -> Option<String> {
    let (field, name) = (cell.key.factors.get(FIELD)?, cell.key.factors.get(TYPE)?);
    let note = cell.note.as_ref().filter(|_| cell.key.metric == KEPT)?;
    Some(format!(
        "Warning: the memory computed for {field} by {name} is wrong: {note}."
    ))
}

/// Returns the conditions under which the verdict holds.
fn conditions(facts: &Facts) -> Vec<String> {
    let mut points = Vec::new();
    for set in &facts.sets {
        of_set(set, facts.is_timed, &mut points);
    }
    points.push(format!(
        "The memory is computed for the allocator {}. A counting allocator checked it on the \
         sample, interners up to 131,072 distinct texts.",
        facts.allocator
    ));
    points.push(RULE.to_owned());
    if !facts.is_timed {
        points.push("No time was measured: the rule is by memory alone.".to_owned());
    }
    points
}

/// Adds the number of records of a set, its scenario, and its faults.
fn of_set(set: &Set, is_timed: bool, points: &mut Vec<String>) {
    let mut records = format!("{}: {} records.", set.name, number(set.records));
    if is_timed {
        let sampled = number(set.sampled);
        let timed = if set.is_drawn {
            "values that were drawn from the profile".to_owned()
        } else if set.sampled < set.records {
            format!("{sampled} of them, in their order, at equal distances")
        } else {
            "all of them, in their order".to_owned()
        };
        let scenario = &set.scenario;
        records = format!("{records} Timed: {timed}. The scenario: {scenario}.");
    }
    points.push(records);
    let recorded = set.recorded.as_ref();
    points.extend(recorded.map(|recorded| format!("The program recorded {recorded}.")));
    points.extend(set.outcome.sentences());
    if !set.reduced.is_empty() {
        points.push(format!(
            "To stay within {} MB of memory (--memory), fewer values were kept of {}.",
            set.memory_limit >> 20,
            some_of(set.reduced.iter().map(String::as_str))
        ));
    }
    if is_timed && set.too_long > 0 {
        let too_long = number(set.too_long);
        points.push(format!(
            "Records of more than 64 KiB, which are not timed: {too_long}."
        ));
    }
}

fn number(count: u64) -> String {
    Unit::Count.show(count as f64)
}

fn bytes(bytes: f64) -> String {
    Unit::Bytes.show(bytes)
}

#[cfg(test)]
mod tests {
    use string_kit_measure::run::Run;

    use super::*;
    use crate::advise::choice::tests::{TRUTH, add_times, field, run};

    #[test]
    fn a_line_for_each_type_has_its_warning_and_the_other_time_may_choose_another() {
        let mut run = run(&TRUTH, 0.01, 1);
        let (field, candidates) = (field(&TRUTH, 1000.0), candidates());
        let points = |run: &Run| {
            let judge = Judge::new(run);
            let advised = Advised::new(&field, &candidates, &judge).unwrap();
            points(&advised, &judge).join("\n")
        };
        let said = points(&run);
        assert!(said.starts_with("SmolStr: 80 B, 20 % less"), "{said}");
        let warning = "time. Warning: cold-string was first released on 2026-02-22.";
        let mut lines = said.lines();
        let smallest = lines.find(|line| line.starts_with("The smallest: ColdString"));
        assert!(smallest.unwrap().ends_with(warning), "{said}");
        assert!(!said.contains("With all"), "{said}");
        // With all texts alive, SmolStr is as slow as String.
        let mut truth = TRUTH;
        truth[2].2 = 1.0;
        add_times(&mut run, &time_of_all(field.count), &truth, 0.01);
        let said = points(&run);
        let other = "With all 1,000 texts alive at once, another type would be picked. \
                     LeanString: 50 B, 50 %";
        assert!(said.contains(other), "{said}");
    }
}
