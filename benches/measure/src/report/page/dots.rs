//! A dot with its interval for each row of a table of ratios, the least first.

use maud::{Markup, html};

use super::Tone;
use crate::report::document::{Cell, Table};

/// The width of a drawing in pixels, before the page scales it; of the names; of the numbers.
const WIDTH: f64 = 960.0;
const NAMES: f64 = 400.0;
const NUMBERS: f64 = 160.0;
const ROW: i32 = 22;
const FEWEST: usize = 3;
const TICKS: [f64; 13] = [
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0,
];

type Dot<'a> = (&'a str, &'a Cell, f64, (f64, f64));

/// Returns the height and the drawing of the only column that has intervals; none if there are
/// several, or few rows.
pub(super) fn dots<'a>(table: &'a Table) -> Option<(i32, Markup)> {
    let mut columns = (0..table.columns.len()).filter(|column| table.has_interval(*column));
    let (column, None) = (columns.next()?, columns.next()) else {
        return None;
    };
    let dot = |row: &'a Vec<Cell>| {
        let cell = row.get(column)?;
        let ratio = cell.number.filter(|ratio| *ratio > 0.0)?;
        let interval = cell.interval.filter(|(low, _)| *low > 0.0)?;
        Some((&*row[0].text, cell, ratio, interval))
    };
    let mut dots: Vec<Dot<'a>> = table.rows.iter().filter_map(dot).collect();
    dots.sort_by(|a, b| a.2.total_cmp(&b.2));
    (dots.len() >= FEWEST).then(|| svg(&table.columns[column].name, &dots))
}

fn svg(title: &str, dots: &[Dot<'_>]) -> (i32, Markup) {
    // The baseline's line is always there.
    let low = dots.iter().map(|dot| dot.3.0).fold(0.9, f64::min).ln();
    let high = dots.iter().map(|dot| dot.3.1).fold(1.1, f64::max).ln();
    let across = |ratio: f64| {
        let share = (ratio.ln() - low) / (high - low);
        NAMES + share * (WIDTH - NAMES - NUMBERS)
    };
    let down = |row: usize| i32::try_from(row + 1).map_or(i32::MAX, |row| row.saturating_mul(ROW));
    let height = down(dots.len()).saturating_add(ROW);
    let ticks = TICKS
        .iter()
        .filter(|tick| (low..=high).contains(&tick.ln()));
    let drawing = html! {
        svg.dots viewBox={ "0 0 " (WIDTH) " " (height) } role="img" {
            title { (title) }
            g.axes {
                @for tick in ticks {
                    @let (x, is_one) = (across(*tick), tick.ln().abs() < f64::EPSILON);
                    line.one[is_one] x1=(x) x2=(x) y1="0" y2=(height - ROW) {}
                    text x=(x) y=(height - 5) text-anchor="middle" { (tick) }
                }
                @for (row, (name, cell, ..)) in dots.iter().enumerate() {
                    @let y = down(row).saturating_add(5);
                    text x=(NAMES - 10.0) y=(y) text-anchor="end" { (name) }
                    text x=(WIDTH - NUMBERS + 10.0) y=(y) { (cell.text) }
                }
            }
            @for (row, (_, cell, number, (low, high))) in dots.iter().enumerate() {
                g.better[cell.tone == Tone::Better].worse[cell.tone == Tone::Worse] {
                    line x1=(across(*low)) x2=(across(*high)) y1=(down(row)) y2=(down(row)) {}
                    circle cx=(across(*number)) cy=(down(row)) r="4" {}
                }
            }
        }
    };
    (height, drawing)
}
