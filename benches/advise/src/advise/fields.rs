//! The fields of records, each with its type and the memory that it saves, as a table.

use std::cmp::Reverse;

use string_kit_data::some_of;
use string_kit_measure::report::{Cell, Column, Table};
use string_kit_measure::run::Unit;

use super::advice::Advice;
use super::exceptions::Exception;
use super::facts::{FieldFacts, PartFacts};
use super::types::percent;
use crate::candidate::BASELINE;
use crate::profile::{Kind, Plain};

/// The most rows of a set in the short form.
const ROWS: usize = 12;

/// A field, or fields that are kept together.
#[derive(Default)]
struct Row<'a> {
    fields: Vec<&'a str>,
    ty: String,
    /// The time beside the pick's.
    time: String,
    memory: Memory,
    is_enum: bool,
    is_pick: bool,
}

/// The bytes that `String` takes, and those that a type takes.
type Memory = [u64; 2];

/// Returns a row for each field, or for fields that are kept together, and the sum of each set.
///
/// The short form has the rows that save the most; of several sets those of the fields that do not
/// have the pick. An enum whose code is not printed says so.
pub(super) fn table(advised: &[Advice<'_>], is_all: bool, printed_enums: &[&str]) -> Table {
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
    // A recorded label is one field.
    let of_files = |advice: &&Advice<'_>| advice.set.recorded.is_none();
    for advice in advised.iter().filter(of_files) {
        let (mut rows, memory) = rows(advice);
        if !is_all {
            for row in &mut rows {
                if row.is_enum && !printed_enums.contains(&row.fields[0]) {
                    row.ty += "; code: --all";
                }
            }
        }
        let has_total = rows.len() > 1;
        rows.sort_by_key(|row| Reverse(row.memory[0].saturating_sub(row.memory[1])));
        if !is_all {
            rows.retain(|row| advised.len() == 1 || !row.is_pick);
            let left_out: Vec<Row<'_>> = rows.drain(ROWS.min(rows.len())..).collect();
            let hidden: usize = left_out.iter().map(|row| row.fields.len()).sum();
            rows.extend((hidden > 0).then(|| Row {
                ty: format!("{hidden} more: see --all"),
                memory: sum(&left_out),
                ..Row::default()
            }));
        }
        if has_total && !rows.is_empty() {
            rows.push(Row {
                ty: format!("all of {}", advice.set.name),
                memory,
                ..Row::default()
            });
        }
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

fn sum(rows: &[Row<'_>]) -> Memory {
    [0, 1].map(|at| {
        let bytes = rows.iter().map(|row| row.memory[at]);
        bytes.fold(0, u64::saturating_add)
    })
}

/// Returns the memory of a part by `String`, and by a type.
fn taken(part: &PartFacts, name: &str) -> Memory {
    [BASELINE, name].map(|name| part.memory_of(name).map_or(0, |facts| facts.taken))
}

/// Returns the rows of a set, and the memory of its records.
fn rows<'a>(advice: &Advice<'a>) -> (Vec<Row<'a>>, Memory) {
    let Advice { set, whole, .. } = advice;
    let mut rows: Vec<Row<'a>> = advice.plain().map(plain_row).collect();
    let mut memory = sum(&rows);
    if advice.is_plain() {
        return (rows, memory);
    }
    let best = advice.choice.best().candidate;
    let row = |places: &[usize], name: &str, memory| Row {
        fields: places.iter().map(|at| &*set.fields[*at].name).collect(),
        ty: name.to_owned(),
        memory,
        ..Row::default()
    };
    let (mut places, mut left) = (whole.fields.clone(), taken(whole, &best.name));
    for exception in &advice.exceptions {
        let part = exception.part;
        places.retain(|at| !part.fields.contains(at));
        let own = taken(part, &exception.candidate.name);
        for (at, bytes) in taken(part, &best.name).into_iter().enumerate() {
            left[at] = left[at].saturating_sub(bytes);
            memory[at] = memory[at].saturating_add(own[at]);
        }
        rows.push(Row {
            time: time_of(exception),
            ..row(&part.fields, &exception.candidate.name, own)
        });
    }
    let memory = [0, 1].map(|at| memory[at].saturating_add(left[at]));
    let mut add = |places: &[usize], memory| {
        rows.push(Row {
            is_pick: true,
            ..row(places, &best.name, memory)
        });
    };
    if best.is_interner() || best.is_list() {
        add(&places, left);
    } else {
        // A record may have vectors, which no field has alone.
        let is_left = |part: &&PartFacts| matches!(part.fields[..], [at] if places.contains(&at));
        for part in set.parts.iter().filter(is_left) {
            add(&part.fields, taken(part, &best.name));
        }
    }
    (rows, memory)
}

fn plain_row<'a>((field, plain, saved): (&'a FieldFacts, &Plain, u64)) -> Row<'a> {
    let after = field.count.saturating_mul(plain.size());
    Row {
        fields: vec![&field.name],
        ty: type_of(plain),
        memory: [saved.saturating_add(after), after],
        is_enum: plain.kind == Kind::Enum,
        ..Row::default()
    }
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
    let (name, _) = plain.layout();
    let note = match plain.kind {
        Kind::Nothing => return "empty, nothing to keep".to_owned(),
        Kind::Enum => {
            let count = plain.words.len() + usize::from(plain.has_empty);
            return format!("an enum of {count}, if no other comes");
        }
        Kind::Constant => return format!("a constant: {:?}, if no other comes", plain.words[0]),
        Kind::Float => ", if they are numbers, not versions".to_owned(),
        Kind::Decimal => format!(
            " in units of 0.{:0>1$}, if they are numbers",
            1, plain.digits
        ),
        Kind::Hex => format!(" of {} hex digits", plain.digits),
        Kind::Time => ", or a date type of a crate".to_owned(),
        _ => String::new(),
    };
    let sampled = if plain.is_sampled {
        " (by a sample)"
    } else {
        ""
    };
    format!("{name}{note}{sampled}")
}
