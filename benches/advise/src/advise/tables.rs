//! The profile as tables: the fields, their lengths with the inline limits of the types, the
//! heaviest values.

use std::collections::BTreeMap;

use string_kit_measure::report::{Block, Cell, Column, Section, Table};
use string_kit_measure::run::Unit;

use super::facts::{Facts, FieldFacts, inline_limits};
use crate::candidate::candidates;

/// The characters of the longest bar.
const BAR: usize = 30;
/// The characters of a value that are shown.
const VALUE: usize = 48;

/// Returns the profile of all fields.
pub(super) fn section(facts: &Facts) -> Section {
    let candidates = candidates();
    let limits = inline_limits(&candidates);
    let mut blocks = vec![Block::Table(fields(facts))];
    for field in facts.sets.iter().flat_map(|set| &set.fields) {
        blocks.push(Block::Table(lengths(field, &limits)));
        if !field.heaviest.is_empty() {
            blocks.push(Block::Table(heaviest(field)));
        }
    }
    Section {
        id: "profile".to_owned(),
        title: "Profile of the texts".to_owned(),
        command: String::new(),
        blocks,
    }
}

/// Returns a row for each field.
fn fields(facts: &Facts) -> Table {
    let row = |records: u64, field: &FieldFacts| {
        let (texts, bytes) = (field.count, field.bytes);
        let number = Unit::Count.show(field.distinct.round());
        let distinct = match 200.0 * field.distinct_error {
            0.0 => number,
            error => format!("{number} ± {error:.1} %"),
        };
        let count = |number: u64| Cell::number(number as f64, Unit::Count);
        let size = |bytes: u64| Cell::number(bytes as f64, Unit::Bytes);
        let mut row = vec![
            Cell::words(&field.name),
            count(texts),
            count(records.saturating_sub(field.present)),
            Cell::shown(field.distinct, distinct),
            share(field.distinct, texts),
            share(field.ascii as f64, texts),
            size(bytes),
            Cell::number(bytes as f64 / texts.max(1) as f64, Unit::Bytes),
        ];
        row.extend(field.quantiles.map(size));
        row
    };
    let sets = facts.sets.iter();
    let rows = sets.flat_map(|set| set.fields.iter().map(|field| row(set.records, field)));
    let names = [
        "texts",
        "missing",
        "distinct",
        "% distinct",
        "ASCII",
        "bytes",
        "mean",
        "median",
        "99 %",
        "longest",
    ];
    let columns = [Column::words("field")].into_iter();
    Table {
        caption: "missing: records without a text. ±: the 95 % interval of an estimate.".to_owned(),
        columns: columns.chain(names.map(Column::numbers)).collect(),
        rows: rows.collect(),
    }
}

/// Shows a part of a whole, at most 100 %: a part may be an estimate.
fn share(part: f64, whole: u64) -> Cell {
    let share = (100.0 * part / whole.max(1) as f64).min(100.0);
    Cell::shown(share, format!("{share:.1} %"))
}

/// Returns the histogram of a field's lengths, cut at the inline limits.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Shares of a bar.
fn lengths(field: &FieldFacts, limits: &BTreeMap<u64, Vec<&str>>) -> Table {
    let counts = field.lengths.iter().map(|&(_, count)| count);
    let most = counts.max().unwrap_or(1).max(1);
    let (mut from, mut below) = (0, 0);
    let row = |&(end, count): &(u64, u64)| {
        let bytes = match from {
            from if from == end => end.to_string(),
            from => format!("{from} to {end}"),
        };
        from = end.saturating_add(1);
        below += count;
        let bar = (BAR as f64 * count as f64 / most as f64).ceil() as usize;
        let inline = limits
            .get(&end)
            .map_or(String::new(), |names| names.join(", "));
        vec![
            Cell::shown(end as f64, bytes),
            share(count as f64, field.count),
            share(below as f64, field.count),
            Cell::words("█".repeat(bar)),
            Cell::words(inline),
        ]
    };
    Table {
        caption: format!(
            "Lengths of {} in bytes, cut where types stop being inline.",
            field.name
        ),
        columns: vec![
            Column::numbers("bytes"),
            Column::numbers("texts"),
            Column::numbers("% up to here"),
            Column::words(""),
            Column::words("inline up to here"),
        ],
        rows: field.lengths.iter().map(row).collect(),
    }
}

fn heaviest(field: &FieldFacts) -> Table {
    let row = |(text, least, most): &(String, u64, u64)| {
        let mut letters = text.escape_debug();
        let mut shown: String = letters.by_ref().take(VALUE).collect();
        shown.extend(letters.next().map(|_| '…'));
        let [fewest, greatest] = [least, most].map(|texts| Unit::Count.show(*texts as f64));
        let texts = match *most {
            _ if least == most => fewest,
            u64::MAX => format!("{fewest} or more"),
            _ => format!("{fewest} to {greatest}"),
        };
        vec![
            Cell::words(format!("\"{shown}\"")),
            Cell::shown(*least as f64, texts),
            share(*least as f64, field.count),
        ]
    };
    Table {
        caption: format!("The most frequent values of {}.", field.name),
        columns: vec![
            Column::words("value"),
            Column::numbers("texts"),
            Column::numbers("share"),
        ],
        rows: field.heaviest.iter().map(row).collect(),
    }
}
