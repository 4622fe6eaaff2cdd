//! The fields of records, each with its type and the memory that it saves, as a table.

use std::cmp::Reverse;

use string_kit_measure::report::{Cell, Column, Table};
use string_kit_measure::run::Unit;

use super::advice::Advice;
use super::choice::Exception;
use super::facts::PartFacts;
use super::snippet;
use super::types::percent;
use crate::candidate::BASELINE;
use crate::input::some_of;
use crate::profile::{Kind, Plain};

/// The most rows of a set in the short form.
const ROWS: usize = 12;

/// A field, or fields that are kept together.
struct Row<'a> {
    fields: Vec<&'a str>,
    ty: String,
    /// The time beside the pick's.
    time: String,
    /// The bytes that `String` takes, and those that the type takes.
    memory: [u64; 2],
    is_enum: bool,
    is_pick: bool,
}

/// Returns a row for each field, or for fields that are kept together, and the sum of each set.
///
/// The short form has the rows that save the most; of several sets those of the fields that do not
/// have the pick. It has no enum but those whose code is printed.
pub(super) fn table(all: &[Advice<'_>], is_all: bool, printed_enums: &[&str]) -> Table {
    let mut table = Table {
        columns: vec![
            Column::words("field"),
            Column::words("type"),
            Column::numbers("before"),
            Column::numbers("after"),
            Column::numbers("saves"),
            Column::words("time"),
        ],
        ..Table::default()
    };
    for advice in all {
        let (mut rows, memory) = rows(advice);
        let total = Row {
            memory,
            ..sum(&[], format!("all of {}", advice.set.name))
        };
        let has_total = rows.len() > 1;
        rows.sort_by_key(|row| Reverse(row.memory[0].saturating_sub(row.memory[1])));
        if !is_all {
            rows.retain(|row| all.len() == 1 || !row.is_pick);
            let is_printed = |row: &Row<'_>| !row.is_enum || printed_enums.contains(&row.fields[0]);
            let mut rest: Vec<Row<'_>> = rows.extract_if(.., |row| !is_printed(row)).collect();
            rest.extend(rows.drain(ROWS.min(rows.len())..));
            let hidden: usize = rest.iter().map(|row| row.fields.len()).sum();
            rows.extend((hidden > 0).then(|| sum(&rest, format!("{hidden} more: see --all"))));
        }
        let has_total = has_total && !rows.is_empty();
        rows.extend(has_total.then_some(total));
        table.rows.extend(rows.iter().map(|row| cells(row, is_all)));
    }
    table.without_empty_columns()
}

fn cells(row: &Row<'_>, is_all: bool) -> Vec<Cell> {
    let [before, after] = row.memory.map(|bytes| bytes as f64);
    let number = |bytes| Cell::number(bytes, Unit::Bytes);
    vec![
        Cell::words(names(row.fields.iter().copied(), is_all)),
        Cell::words(&row.ty),
        number(before),
        number(after),
        number(before - after),
        Cell::words(&row.time),
    ]
}

/// Returns names with commas: all, or of many the first.
pub(super) fn names<'a>(names: impl ExactSizeIterator<Item = &'a str>, is_all: bool) -> String {
    if is_all {
        names.collect::<Vec<_>>().join(", ")
    } else {
        some_of(names)
    }
}

/// Returns a row with the memory of others.
fn sum<'a>(rows: &[Row<'_>], ty: String) -> Row<'a> {
    let sum = |at: usize| {
        rows.iter()
            .map(|row| row.memory[at])
            .fold(0, u64::saturating_add)
    };
    Row {
        fields: Vec::new(),
        ty,
        time: String::new(),
        memory: [sum(0), sum(1)],
        is_enum: false,
        is_pick: false,
    }
}

/// Returns the rows of a set and the memory of its records; no row of a recorded label, which is one
/// field.
fn rows<'a>(advice: &Advice<'a>) -> (Vec<Row<'a>>, [u64; 2]) {
    let Advice {
        set, whole, choice, ..
    } = advice;
    if set.recorded.is_some() {
        return (Vec::new(), [0; 2]);
    }
    let plain_row = |(field, plain, saved): (_, &Plain, u64)| {
        let field: &'a super::facts::FieldFacts = field;
        let after = field.count.saturating_mul(plain.size());
        Row {
            fields: vec![&*field.name],
            ty: type_of(plain),
            time: String::new(),
            memory: [saved.saturating_add(after), after],
            is_enum: plain.kind == Kind::Enum,
            is_pick: false,
        }
    };
    let mut rows: Vec<Row<'a>> = advice.plain().map(plain_row).collect();
    if advice.is_plain() {
        let total = sum(&rows, String::new()).memory;
        return (rows, total);
    }
    let names = |places: &[usize]| places.iter().map(|at| &*set.fields[*at].name).collect();
    let row = |places: &[usize], name: &str, memory| Row {
        fields: names(places),
        ty: name.to_owned(),
        time: String::new(),
        memory,
        is_enum: false,
        is_pick: true,
    };
    let taken = |part: &PartFacts, name| part.memory_of(name).map_or(0, |facts| facts.taken);
    let best = choice.best().candidate;
    let both = [BASELINE, &*best.name];
    let mut left = whole.fields.clone();
    let mut memory = both.map(|name| taken(whole, name));
    for exception in &advice.exceptions {
        let Exception {
            part, candidate, ..
        } = exception;
        left.retain(|at| !part.fields.contains(at));
        for (at, name) in both.into_iter().enumerate() {
            memory[at] = memory[at].saturating_sub(taken(part, name));
        }
        rows.push(Row {
            time: time_of(exception),
            is_pick: false,
            ..row(
                &part.fields,
                &candidate.name,
                [BASELINE, &*candidate.name].map(|name| taken(part, name)),
            )
        });
    }
    // A record may have vectors, which no field has alone.
    let others = sum(&rows, String::new()).memory;
    let total = [0, 1].map(|at: usize| memory[at].saturating_add(others[at]));
    let alone = |at: &usize| set.parts.iter().find(|part| part.fields == [*at]);
    let is_together = best.is_interner() || best.is_list();
    let parts: Option<Vec<&PartFacts>> = left.iter().map(alone).collect();
    match parts.filter(|_| !is_together) {
        Some(parts) => rows.extend(
            parts
                .into_iter()
                .map(|part| row(&part.fields, &best.name, both.map(|name| taken(part, name)))),
        ),
        None if left.is_empty() => {}
        None => rows.push(row(&left, &best.name, memory)),
    }
    (rows, total)
}

/// Returns the time that an exception saves, of that of the record.
fn time_of(exception: &Exception<'_>) -> String {
    match exception.time {
        Some(saved) if saved >= 0.0 => format!("saves {}", percent(saved)),
        Some(lost) => format!("costs {}", percent(-lost)),
        None => String::new(),
    }
}

/// Returns the type of a field that needs no string, in words.
fn type_of(plain: &Plain) -> String {
    let name = snippet::plain_type(plain);
    let note = match plain.kind {
        Kind::Nothing => return "empty, nothing to keep".to_owned(),
        Kind::Enum => return format!("an enum of {}, if no other comes", plain.words.len()),
        Kind::Constant => {
            let word = &plain.words[0];
            let what = if plain.has_empty {
                "bool, set if it is"
            } else {
                "a constant:"
            };
            return format!("{what} {word:?}, if no other comes");
        }
        Kind::Float => ", if they are numbers, not versions".to_owned(),
        Kind::Decimal => format!(
            " in units of 0.{:0>1$}, if they are numbers",
            1, plain.digits
        ),
        Kind::Hex => format!(" of {} hex digits", plain.digits),
        Kind::Time => ", or a date type of a crate".to_owned(),
        _ => String::new(),
    };
    let by = if plain.is_sampled {
        " (by a sample)"
    } else {
        ""
    };
    format!("{name}{note}{by}")
}
