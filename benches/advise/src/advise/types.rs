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
pub(super) fn table(advised: &[Advice<'_>], shown: usize, is_all: bool) -> Table {
    let is_one = advised.len() == 1;
    let limit = most_rows(advised, is_all);
    let row = |advice: &Advice<'_>, rated: &Rated<'_>, roles: &str| {
        let share = rated.share_of(&advice.choice.string);
        let product = share * rated.value();
        vec![
            Cell::words(if is_one { "" } else { advice.subject() }),
            Cell::words(rated.name()),
            Cell::number(rated.memory as f64, Unit::Bytes),
            Cell::shown(share, percent(share)),
            rated.time.map_or_else(Cell::default, ratio),
            match rated.time {
                Some(_) if is_one => Cell::shown(product, format!("{product:.2}")),
                _ => Cell::default(),
            },
            Cell::words(roles),
        ]
    };
    let rows = advised.iter().take(shown).flat_map(|advice| {
        let types = types(&advice.choice, limit);
        let rows = types
            .iter()
            .map(|(rated, roles)| row(advice, rated, &roles.join(", ")));
        rows.collect::<Vec<_>>()
    });
    let columns = vec![
        Column::words("data"),
        Column::words("type"),
        Column::numbers("memory"),
        Column::numbers("% of String"),
        Column::numbers("time ratio [95 %]"),
        Column::numbers("product"),
        Column::words("it is"),
    ];
    Table {
        caption: String::new(),
        rows: rows.collect(),
        columns,
    }
    .without_empty_columns()
}

/// Returns the most rows of a set.
fn most_rows(advised: &[Advice<'_>], is_all: bool) -> usize {
    match advised.len() {
        _ if is_all => usize::MAX,
        1 => ROWS[0],
        2 | 3 => ROWS[1],
        _ => ROWS[2],
    }
}

/// Returns the types of a table with their roles, the least product first and `String` last,
/// unless there are too few rows.
fn types<'a>(choice: &Choice<'a>, limit: usize) -> Vec<(Rated<'a>, Vec<&'static str>)> {
    let ties = choice.ties.iter().map(|tie| (Some(*tie), "a tie"));
    let beside = [
        (choice.owned, "no interner"),
        (choice.smallest, "smallest"),
        (choice.fastest, "fastest"),
        (choice.no_table, "no table"),
        (choice.column, "one list of the column"),
    ];
    let picks = [(choice.pick, "the pick")].into_iter().chain(ties);
    let roles: Vec<(Rated<'a>, &str)> = picks
        .chain(beside)
        .filter_map(|(rated, role)| Some((rated?, role)))
        .collect();
    // The times of a type that was left out early are rough.
    let mut by_product = choice.by_product();
    by_product.retain(|rated| limit == usize::MAX || !rated.is_out);
    let has_string = limit > ROWS[2];
    let mut kept = HashSet::from([BASELINE]);
    let by_role = roles.iter().map(|(rated, _)| *rated);
    let mut types: Vec<Rated<'a>> = by_role
        .chain(by_product)
        .filter(|rated| kept.insert(&rated.candidate.name))
        .take(if has_string { limit - 1 } else { limit })
        .collect();
    types.sort_by(|a, b| a.product().total_cmp(&b.product()));
    types.extend(has_string.then_some(choice.string));
    let least = types.iter().map(|rated| rated.memory).min().unwrap_or(0);
    let with_roles = types.into_iter().map(|rated| {
        // A list may be smaller than the smallest string.
        let is_right = |role: &str| role != "smallest" || rated.memory == least;
        let own = roles
            .iter()
            .filter(|(known, role)| known.name() == rated.name() && is_right(role));
        (rated, own.map(|(_, role)| *role).collect())
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
