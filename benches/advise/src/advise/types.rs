//! The types of a verdict, as a table and as a chart of their memory and time.

use std::collections::HashSet;

use string_kit_measure::report::pivot::ratio;
use string_kit_measure::report::{Axis, Cell, Chart, Column, Scale, Series, Shape, Table};
use string_kit_measure::run::Unit;

use super::advice::Advice;
use super::choice::{Choice, Rated};
use crate::candidate::BASELINE;

/// The most rows of a table for one set, for each of two or three, and for each of more. These have
/// no row of `String`, so that four sets fit one screen.
const ROWS: [usize; 3] = [9, 3, 2];

/// Returns a row for each type: of one set the best ones, of several those that a reader may choose
/// between.
pub(super) fn table(all: &[Advice<'_>], shown: usize, is_all: bool) -> Table {
    let is_one = all.len() == 1;
    let most = most_rows(all, is_all);
    let row = |advice: &Advice<'_>, one: &Rated<'_>, what: &str| {
        let share = one.share_of(&advice.choice.string);
        let product = share * one.value();
        let time = one.time;
        let mut row = vec![
            Cell::words(one.name()),
            Cell::number(one.memory as f64, Unit::Bytes),
            Cell::shown(share, percent(share)),
            time.map_or_else(Cell::default, ratio),
            match time {
                Some(_) => Cell::shown(product, format!("{product:.2}")),
                None => Cell::default(),
            },
            Cell::words(what),
        ];
        if !is_one {
            row.remove(4);
            row.insert(0, Cell::words(advice.subject()));
        }
        row
    };
    let rows = all.iter().take(shown).flat_map(|advice| {
        let types = types(&advice.choice, most);
        let rows = types
            .iter()
            .map(|(one, what)| row(advice, one, &what.join(", ")));
        rows.collect::<Vec<_>>()
    });
    let mut columns = vec![
        Column::words("type"),
        Column::numbers("memory"),
        Column::numbers("% of String"),
        Column::numbers("time ratio [95 %]"),
        Column::numbers("product"),
        Column::words("it is"),
    ];
    if !is_one {
        columns.remove(4);
        columns.insert(0, Column::words("data"));
    }
    Table {
        caption: String::new(),
        rows: rows.collect(),
        columns,
    }
    .without_empty_columns()
}

/// Returns the most rows of a set.
fn most_rows(all: &[Advice<'_>], is_all: bool) -> usize {
    match all.len() {
        _ if is_all => usize::MAX,
        1 => ROWS[0],
        2 | 3 => ROWS[1],
        _ => ROWS[2],
    }
}

/// Returns the types of a table with what they are, the least product first and `String` last,
/// unless there are too few rows.
fn types<'a>(choice: &Choice<'a>, most: usize) -> Vec<(Rated<'a>, Vec<&'static str>)> {
    let mut roles: Vec<(Rated<'a>, &'static str)> = Vec::new();
    roles.extend(choice.pick.map(|one| (one, "the pick")));
    roles.extend(choice.ties.iter().map(|one| (*one, "a tie")));
    for (one, what) in [
        (choice.owned, "no interner"),
        (choice.smallest, "smallest"),
        (choice.fastest, "fastest"),
        (choice.no_table, "no table"),
        (choice.column, "one list of the column"),
    ] {
        roles.extend(one.map(|one| (one, what)));
    }
    // The times of a type that was left out early are rough.
    let mut others = choice.by_product();
    others.retain(|one| most == usize::MAX || !one.is_out);
    let has_string = most > ROWS[2];
    let mut kept = HashSet::from([BASELINE]);
    let by_role = roles.iter().map(|(one, _)| *one);
    let mut types: Vec<Rated<'a>> = by_role
        .chain(others)
        .filter(|one| kept.insert(&one.candidate.name))
        .take(if has_string { most - 1 } else { most })
        .collect();
    types.sort_by(|a, b| a.product().total_cmp(&b.product()));
    types.extend(has_string.then_some(choice.string));
    let least = types.iter().map(|one| one.memory).min().unwrap_or(0);
    let with_roles = types.into_iter().map(|one| {
        // A list may be smaller than the smallest string.
        let is_right = |what: &str| what != "smallest" || one.memory == least;
        let of_type = roles.iter().filter(|(other, _)| other.name() == one.name());
        let own = of_type.filter(|(_, what)| is_right(what));
        (one, own.map(|(_, what)| *what).collect())
    });
    with_roles.collect()
}

/// Draws the types by their memory and time; none if no time was measured.
pub(super) fn chart(id: &str, advice: &Advice<'_>) -> Option<Chart> {
    let Advice { whole, choice, .. } = advice;
    let string = choice.string.memory.max(1) as f64;
    let point = |rated: Rated<'_>| {
        let memory = rated.memory as f64 / string;
        Some(Series {
            name: rated.name().to_owned(),
            points: vec![(memory, rated.time?.value)],
            is_pick: choice.pick.is_some_and(|pick| pick.name() == rated.name()),
        })
    };
    let series: Vec<Series> = choice.by_product().into_iter().filter_map(point).collect();
    (!series.is_empty()).then(|| Chart {
        id: id.to_owned(),
        caption: format!(
            "{}: memory and time of each type over `String`'s. The pick is a diamond.",
            whole.name
        ),
        x: Axis::new("memory", Unit::Ratio, Scale::Log),
        y: Axis::new("time", Unit::Ratio, Scale::Log),
        shape: Shape::Points,
        series,
    })
}

pub(super) fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}
