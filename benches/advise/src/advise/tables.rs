//! The profile as a table of the fields.

use string_kit_measure::report::{Block, Cell, Column, Section, Table};
use string_kit_measure::run::Unit;

use super::facts::{Facts, FieldFacts};

/// The characters of a value that are shown.
const VALUE: usize = 24;

/// Returns the profile of all fields.
pub(super) fn section(facts: &Facts) -> Section {
    Section {
        id: "profile".to_owned(),
        title: "Profile of the texts".to_owned(),
        blocks: vec![Block::Table(fields(facts))],
        ..Section::default()
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
        row.push(heaviest(field));
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
        columns: columns
            .chain(names.map(Column::numbers))
            .chain([Column::words("most frequent")])
            .collect(),
        rows: rows.collect(),
    }
}

/// Shows a part of a whole, at most 100 %: a part may be an estimate.
fn share(part: f64, whole: u64) -> Cell {
    let share = (100.0 * part / whole.max(1) as f64).min(100.0);
    Cell::shown(share, format!("{share:.1} %"))
}

/// Returns the value with the most texts behind its share: a text from right to left would take
/// what follows it along.
fn heaviest(field: &FieldFacts) -> Cell {
    let Some((text, least)) = &field.heaviest else {
        return Cell::default();
    };
    let mut letters = text.escape_debug();
    let mut shown: String = letters.by_ref().take(VALUE).collect();
    shown.extend(letters.next().map(|_| '…'));
    let share = share(*least as f64, field.count);
    Cell::words(format!("{}: \"{shown}\"", share.text))
}
