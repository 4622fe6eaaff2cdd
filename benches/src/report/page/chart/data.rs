//! A chart's numbers: for the script, and for who would rather read a table.

use std::iter;

use maud::{Markup, html};

use super::thin::Thin;
use crate::report::document::{Cell, Chart, Column, Ruler, Series, Shape, Table};
use crate::report::page::table::framed;

/// How many rows the table has at most.
const ROWS: usize = 200;

/// A place with what is said there, across and up.
pub(super) type Told = (f64, f64, String, String);

/// A curve's points, told in their units.
pub(super) fn points(curve: &Thin, chart: &Chart) -> Vec<Told> {
    // Four digits are a tenth of a pixel of a wide chart.
    let rounded = |place: f64| (place * 1e4).round() / 1e4;
    let told = curve.0.iter().map(|point| {
        let (x, y) = point.value;
        (
            rounded(point.across),
            rounded(point.up),
            chart.x.unit.show(x),
            chart.y.unit.show(y),
        )
    });
    told.collect()
}

/// The chart as a table: a row for each x, a column for each curve.
pub(super) fn table(chart: &Chart, rulers: &[Ruler; 2]) -> Markup {
    let [across, _] = rulers;
    let mut xs: Vec<f64> = chart
        .series
        .iter()
        .flat_map(Series::finite)
        .map(|(x, _)| x)
        .collect();
    xs.sort_by(f64::total_cmp);
    xs.dedup();
    // More rows than one can read: equal parts of the axis, each with its greatest value.
    let is_thinned = xs.len() > ROWS;
    if is_thinned {
        let mut last = None;
        xs.retain(|&x| {
            let part = part(across, x);
            last.replace(part) != Some(part)
        });
    }
    let columns: Vec<Vec<Option<f64>>> = chart
        .series
        .iter()
        .map(|series| column(series, chart.shape, &xs))
        .collect();
    let rows = xs.iter().enumerate().map(|(row, &x)| {
        let first = Cell::number(x, chart.x.unit);
        let others = columns.iter().map(|column| match column[row] {
            Some(y) => Cell::number(y, chart.y.unit),
            None => Cell::default(),
        });
        iter::once(first).chain(others).collect()
    });
    let names = chart
        .series
        .iter()
        .map(|series| Column::numbers(&series.name));
    let table = Table {
        caption: format!("{}: data", chart.caption.lines().next().unwrap_or_default()),
        columns: iter::once(Column::numbers(&chart.x.name))
            .chain(names)
            .collect(),
        rows: rows.collect(),
    };
    html! {
        details.data {
            summary { "Data as a table" }
            @if is_thinned {
                p { "Each row has the greatest values from its first column to the next row's." }
            }
            (framed(&table, "plain"))
        }
    }
}

/// The part of an axis, of `ROWS`, in which a value lies.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
fn part(ruler: &Ruler, value: f64) -> i64 {
    // A place lies from 0 to 1.
    (ruler.place(value) * (ROWS - 1) as f64).floor() as i64
}

/// The greatest value of a curve from each x to before the next; where a value holds, that counts
/// too.
fn column(series: &Series, shape: Shape, xs: &[f64]) -> Vec<Option<f64>> {
    let mut points = series.finite().peekable();
    let mut held = None;
    let mut column = Vec::new();
    for row in 0..xs.len() {
        let mut greatest = match shape {
            Shape::Lines => None,
            Shape::Steps => held,
        };
        let mut is_first = true;
        while let Some((x, y)) =
            points.next_if(|(x, _)| xs.get(row + 1).is_none_or(|next| x < next))
        {
            // A new value at the row's very beginning takes the place of the one that held.
            let held_no_more = is_first && x.total_cmp(&xs[row]).is_le();
            greatest = match greatest {
                Some(greatest) if !held_no_more && greatest > y => Some(greatest),
                _ => Some(y),
            };
            is_first = false;
            held = points.peek().map(|_| y);
        }
        column.push(greatest);
    }
    column
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is(shape: Shape, points: &[(f64, f64)], xs: &[f64], expected: &[Option<f64>]) {
        let series = Series {
            name: String::new(),
            points: points.to_vec(),
        };
        assert_eq!(column(&series, shape, xs), expected);
    }

    #[test]
    fn a_value_holds_until_the_next_and_not_beyond_the_last() {
        let points = [(1.0, 5.0), (3.0, 2.0)];
        let xs = [0.0, 1.0, 2.0, 3.0, 4.0];
        let held = [None, Some(5.0), Some(5.0), Some(2.0), None];
        is(Shape::Steps, &points, &xs, &held);
        let alone = [None, Some(5.0), None, Some(2.0), None];
        is(Shape::Lines, &points, &xs, &alone);
    }

    #[test]
    fn a_row_has_the_greatest_of_its_part() {
        let points = [(0.0, 1.0), (0.4, 9.0), (0.6, 2.0), (1.0, 0.0), (1.5, 0.0)];
        is(Shape::Steps, &points, &[0.0, 1.0], &[Some(9.0), Some(0.0)]);
        // What held when the part began is in it.
        let falling = [(0.0, 7.0), (1.5, 1.0), (2.0, 0.0)];
        is(Shape::Steps, &falling, &[0.0, 1.0], &[Some(7.0), Some(7.0)]);
    }
}
