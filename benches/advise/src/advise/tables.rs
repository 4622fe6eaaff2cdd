//! The profile as tables: the fields, their lengths with the inline limits of the types, the heaviest
//! values.

use string_kit_measure::report::{Block, Cell, Column, Section, Table};
use string_kit_measure::run::Unit;

use super::facts::{Facts, FieldFacts, Set};
use crate::candidate::{Candidate, Kind, candidates};
use crate::profile::Lengths;

/// The characters of the longest bar.
const BAR: usize = 30;
/// The characters of a value that are shown.
const VALUE: usize = 48;

/// Returns the profile of all fields.
pub(super) fn sections(facts: &Facts) -> Vec<Section> {
    let sets = facts.sets.iter();
    let all: Vec<_> = sets
        .flat_map(|set| set.fields.iter().map(move |field| (set, field)))
        .collect();
    let limits = Limits::of(&candidates());
    let mut blocks = vec![Block::Table(fields(&all))];
    for (_, field) in all {
        blocks.push(Block::Table(limits.lengths(field)));
        if !field.heaviest.is_empty() {
            blocks.push(Block::Table(heaviest(field)));
        }
    }
    vec![Section {
        id: "profile".to_owned(),
        title: "Profile of the texts".to_owned(),
        command: String::new(),
        blocks,
    }]
}

/// Returns a row for each field.
fn fields(all: &[(&Set, &FieldFacts)]) -> Table {
    let row = |(set, field): &(&Set, &FieldFacts)| {
        let (count, records) = (field.count, set.records);
        let distinct = Unit::Count.show(field.distinct.round());
        let distinct = match field.distinct_error {
            0.0 => distinct,
            error => format!("{distinct} ± {:.1} %", 200.0 * error),
        };
        let mut row = vec![
            Cell::words(&field.name),
            Cell::number(count as f64, Unit::Count),
            Cell::number(records.saturating_sub(field.present) as f64, Unit::Count),
            Cell::shown(field.distinct, distinct),
            share(field.distinct, count),
            share(field.ascii as f64, count),
            Cell::number(field.bytes as f64, Unit::Bytes),
            Cell::number(field.bytes as f64 / count.max(1) as f64, Unit::Bytes),
        ];
        row.extend(
            field
                .quantiles
                .map(|bytes| Cell::number(bytes as f64, Unit::Bytes)),
        );
        row
    };
    let names = [
        "texts", "missing", "distinct", "of them", "ASCII", "bytes", "mean", "median", "99 %",
        "longest",
    ];
    Table {
        caption: "missing: records without a text. ±: the 95 % interval of an estimate.".to_owned(),
        columns: [Column::words("field")]
            .into_iter()
            .chain(names.map(Column::numbers))
            .collect(),
        rows: all.iter().map(row).collect(),
    }
}

fn share(part: f64, of: u64) -> Cell {
    let share = 100.0 * part / of.max(1) as f64;
    Cell::shown(share, format!("{share:.1} %"))
}

/// The lengths at which types stop being inline, each with the types.
pub(super) struct Limits(Vec<(u64, Vec<String>)>);

impl Limits {
    pub(super) fn of(candidates: &[Candidate]) -> Self {
        let mut limits: Vec<(u64, Vec<String>)> = Vec::new();
        let owned = candidates
            .iter()
            .filter(|one| one.kind == Kind::Owned && one.inline > 0);
        for one in owned {
            let bytes = one.inline as u64;
            match limits.iter_mut().find(|(limit, _)| *limit == bytes) {
                Some((_, names)) => names.push(one.name.clone()),
                None => limits.push((bytes, vec![one.name.clone()])),
            }
        }
        limits.sort();
        Self(limits)
    }

    /// Returns the greatest lengths of the rows of a histogram: 0, the limits, then powers of two.
    fn ends(&self, longest: u64) -> Vec<u64> {
        let mut ends: Vec<u64> = [0]
            .into_iter()
            .chain(self.0.iter().map(|of| of.0))
            .collect();
        while let Some(&last) = ends.last()
            && last < longest
        {
            ends.push((last + 1).next_power_of_two().max(last + 1));
        }
        let needed = ends.iter().position(|&end| end >= longest).unwrap_or(0);
        ends.truncate(needed + 1);
        ends
    }

    /// Returns the number of texts up to each of these lengths, and above the one before.
    pub(super) fn counts(&self, lengths: &Lengths) -> Vec<(u64, u64)> {
        let mut below = 0;
        let ends = self.ends(lengths.quantile(1.0)).into_iter();
        ends.map(|end| {
            let before = below;
            below = lengths.at_most(end);
            (end, below - before)
        })
        .collect()
    }

    /// Returns the histogram of a field, cut at the inline limits.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Shares of a bar.
    fn lengths(&self, field: &FieldFacts) -> Table {
        let counts = field.lengths.iter().map(|&(_, count)| count);
        let most = counts.max().unwrap_or(1).max(1);
        let mut below = 0;
        let mut from = 0;
        let mut rows = Vec::new();
        for &(end, count) in &field.lengths {
            below += count;
            let bytes = if from == end {
                format!("{end}")
            } else {
                format!("{from} to {end}")
            };
            let bar = (BAR as f64 * count as f64 / most as f64).ceil() as usize;
            let inline = self.0.iter().find(|(limit, _)| *limit == end);
            rows.push(vec![
                Cell::shown(end as f64, bytes),
                share(count as f64, field.count),
                share(below as f64, field.count),
                Cell::words("█".repeat(bar)),
                Cell::words(inline.map_or_else(String::new, |(_, names)| names.join(", "))),
            ]);
            from = end + 1;
        }
        Table {
            caption: format!(
                "Lengths of {} in bytes, cut where types stop being inline.",
                field.name
            ),
            columns: vec![
                Column::numbers("bytes"),
                Column::numbers("texts"),
                Column::numbers("and shorter"),
                Column::words(""),
                Column::words("inline up to here"),
            ],
            rows,
        }
    }
}

/// Returns the heaviest values of a field.
fn heaviest(field: &FieldFacts) -> Table {
    let row = |(text, least, most): &(String, u64, u64)| {
        let mut letters = text.escape_debug();
        let mut shown: String = letters.by_ref().take(VALUE).collect();
        shown.extend(letters.next().map(|_| '…'));
        let mut texts = Unit::Count.show(*least as f64);
        if least < most {
            texts += " to ";
            texts += &Unit::Count.show(*most as f64);
        }
        vec![
            Cell::words(format!("\"{shown}\"")),
            Cell::shown(*least as f64, texts),
            share(*least as f64, field.count),
        ]
    };
    Table {
        caption: format!("The heaviest values of {}.", field.name),
        columns: vec![
            Column::words("value"),
            Column::numbers("texts"),
            Column::numbers("share"),
        ],
        rows: field.heaviest.iter().map(row).collect(),
    }
}
