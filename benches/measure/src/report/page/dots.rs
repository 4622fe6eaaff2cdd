//! A dot with its interval for each row of a table of ratios, the least first.

use maud::{Markup, html};

use crate::report::table::{Cell, Table, Tone};

/// The width of a drawing in pixels, before the page scales it: a phone can show it.
const WIDTH: i32 = 600;
/// The height of a row: a line of text with its dot below.
const ROW: i32 = 36;
/// The height of a line of the title, and of the names of the axis.
const EDGE: i32 = 24;
/// The most characters of a line of the title.
const TITLE: usize = 64;
const FEWEST: usize = 3;
const MOST: usize = 20;
const TICKS: [f64; 13] = [
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0,
];

/// The name of a row, whether it is the baseline, and the ratio as a cell and as numbers.
type Dot<'a> = (String, bool, &'a Cell, f64, (f64, f64));

/// Returns the size and the drawing of the only column that has intervals; none if there are
/// several, or few rows. Of many rows it has the first, and the baseline.
pub(super) fn dots<'a>(table: &'a Table, title: &str) -> Option<((i32, i32), Markup)> {
    let mut columns = (0..table.columns.len()).filter(|column| table.has_interval(*column));
    let (column, None) = (columns.next()?, columns.next()) else {
        return None;
    };
    let dot = |row: &'a Vec<Cell>| {
        let cell = row.get(column)?;
        let ratio = cell.number.filter(|ratio| *ratio > 0.0)?;
        let is_baseline = row[0].tone == Tone::Marked;
        let own = cell.interval.or(is_baseline.then_some((ratio, ratio)));
        let interval = own.filter(|(low, _)| *low > 0.0)?;
        let words = row
            .iter()
            .zip(&table.columns)
            .take_while(|(_, column)| !column.is_number);
        let name: Vec<&str> = words.map(|(cell, _)| &*cell.text).collect();
        Some((name.join(", "), is_baseline, cell, ratio, interval))
    };
    let mut dots: Vec<Dot<'a>> = table.rows.iter().filter_map(dot).collect();
    dots.sort_by(|a, b| a.3.total_cmp(&b.3));
    let later = dots.split_off(dots.len().min(MOST - 1));
    dots.extend(
        later
            .into_iter()
            .filter(|(_, is_baseline, ..)| *is_baseline),
    );
    (dots.len() >= FEWEST).then(|| svg(title, &table.columns[column].name, &dots))
}

fn svg(title: &str, axis: &str, dots: &[Dot<'_>]) -> ((i32, i32), Markup) {
    // The baseline's line is always there.
    let low = dots.iter().map(|dot| dot.4.0).fold(0.9, f64::min).ln();
    let high = dots.iter().map(|dot| dot.4.1).fold(1.1, f64::max).ln();
    let across = |ratio: f64| {
        let share = (ratio.ln() - low) / (high - low);
        10.0 + share * f64::from(WIDTH - 20)
    };
    let rows = i32::try_from(dots.len()).unwrap_or(i32::MAX / ROW);
    let title = textwrap::wrap(title, TITLE);
    let start = i32::try_from(title.len()).map_or(0, |lines| lines * EDGE);
    let end = start + rows * ROW;
    let height = end + 2 * EDGE;
    let tops = (0..rows).map(|row| start + row * ROW);
    let is_inside = |tick: &&f64| (low..=high).contains(&tick.ln());
    let ticks = TICKS.iter().filter(is_inside);
    let drawing = html! {
        svg.dots viewBox={ "0 0 " (WIDTH) " " (height) } role="img" {
            @for (line, y) in title.iter().zip((1..).map(|line| line * EDGE - 8)) {
                text.title x="0" y=(y) { (line) }
            }
            g.axes {
                @for tick in ticks {
                    @let (x, is_one) = (across(*tick), tick.ln().abs() < f64::EPSILON);
                    line.one[is_one] x1=(x) x2=(x) y1=(start) y2=(end) {}
                    text x=(x) y=(end + 16) text-anchor="middle" { (tick) }
                }
                text x=(WIDTH / 2) y=(height - 8) text-anchor="middle" { (axis) }
            }
            @for ((name, is_baseline, cell, number, (low, high)), top) in dots.iter().zip(tops) {
                @let y = top + ROW - 8;
                g.marked[*is_baseline] {
                    text x="0" y=(top + 16) { (name) }
                    text x=(WIDTH) y=(top + 16) text-anchor="end" { (cell.text) }
                }
                g.better[cell.tone == Tone::Better].worse[cell.tone == Tone::Worse] {
                    title { (name) ": " (cell.text) }
                    line x1=(across(*low)) x2=(across(*high)) y1=(y) y2=(y) {}
                    circle cx=(across(*number)) cy=(y) r="4" {}
                }
            }
        }
    };
    ((WIDTH, height), drawing)
}
