//! Charts in SVG, whose looks follow the page's theme.

use maud::{Markup, html};

use super::table::framed;
use crate::report::chart::{Chart, Mark, Series, Shape};
use crate::report::ruler::Ruler;

type Pixel = (i32, i32);

/// The size of a drawing in pixels, before the page scales it.
pub(super) const SIZE: Pixel = (960, 400);
/// The ends of the axes: left and right, and bottom and top.
const ACROSS: Pixel = (100, 920);
const UP: Pixel = (345, 10);
/// The most points of a curve that have marks, which tell their values.
const MARKS: usize = 40;

/// Returns a chart: the drawing, its legend with a summary unless the drawing has the names, and
/// its data if they can be read.
pub(super) fn chart(chart: &Chart) -> Markup {
    html! {
        figure.chart id={ "chart-" (chart.id) } {
            figcaption { (chart.caption) }
            div.scroll tabindex="0" { (svg(chart)) }
            @if chart.shape != Shape::Points { (framed(&chart.summary(), None)) }
            @if let Some(data) = chart.data() {
                details { summary { "Data as a table" } (framed(&data, Some("sortable"))) }
            }
        }
    }
}

pub(super) fn svg(chart: &Chart) -> Markup {
    let points = || chart.series.iter().flat_map(Series::finite);
    let x = Ruler::over(&chart.x, ACROSS, points().map(|(x, _)| x));
    let y = Ruler::over(&chart.y, UP, points().map(|(_, y)| y));
    let mut labels = Labels::new();
    html! {
        svg viewBox={ "0 0 " (SIZE.0) " " (SIZE.1) } role="img" {
            title { (chart.caption) }
            g.axes { (axes(chart, &x, &y)) }
            // The first curve is the most telling: it is drawn last, above the others.
            g.curves.points[chart.shape == Shape::Points] {
                @for (index, series) in chart.series.iter().enumerate().rev() {
                    @let path = path(chart, series, &x, &y);
                    @if index == 0 || chart.shape != Shape::Points {
                        (curve(chart, series, &path))
                    } @else if let Some(at) = path.first() {
                        (point(chart, series, *at, &mut labels))
                    }
                }
            }
        }
    }
}

fn axes(chart: &Chart, x: &Ruler<'_>, y: &Ruler<'_>) -> Markup {
    let line = |from: Pixel, to: Pixel, opacity: &str| {
        html! { line x1=(from.0) y1=(from.1) x2=(to.0) y2=(to.1) stroke-opacity=(opacity) {} }
    };
    let (corner, middle) = ((ACROSS.0, UP.0), UP.0.midpoint(UP.1));
    html! {
        @for (across, value) in x.ticks(10) {
            (line((across, UP.0), (across, UP.1), "0.15"))
            text x=(across) y=(UP.0 + 18) text-anchor="middle" { (value) }
        }
        @for (down, value) in y.ticks(8) {
            (line((ACROSS.0, down), (ACROSS.1, down), "0.15"))
            text x=(ACROSS.0 - 8) y=(down + 5) text-anchor="end" { (value) }
        }
        (line(corner, (ACROSS.1, UP.0), "1"))
        (line(corner, (ACROSS.0, UP.1), "1"))
        text x=(ACROSS.0.midpoint(ACROSS.1)) y=(SIZE.1 - 12) text-anchor="middle" { (chart.x.name) }
        text text-anchor="middle" transform={ "translate(18 " (middle) ") rotate(-90)" } {
            (chart.y.name)
        }
    }
}

fn path(chart: &Chart, series: &Series, x: &Ruler<'_>, y: &Ruler<'_>) -> Vec<Pixel> {
    let mut path: Vec<Pixel> = Vec::new();
    for point in series.finite() {
        let at = (x.pixel(x.length(point.0)), y.pixel(y.length(point.1)));
        if let (Shape::Steps, Some(last)) = (chart.shape, path.last()) {
            path.push((at.0, last.1));
        }
        path.push(at);
    }
    path
}

fn curve(chart: &Chart, series: &Series, path: &[Pixel]) -> Markup {
    let has_marks = chart.shape == Shape::Lines && path.len() <= MARKS;
    html! {
        g {
            title { (series.name) }
            polyline points=(thin(path)) {}
            @if has_marks {
                @for ((across, down), at) in path.iter().zip(series.finite()) {
                    circle cx=(across) cy=(down) r="3" {
                        title { (description(chart, series, at)) }
                    }
                }
            }
        }
    }
}

/// Returns a point by itself. The pick is a diamond: its shape tells it as well as its colour.
fn point(chart: &Chart, series: &Series, (x, y): Pixel, labels: &mut Labels) -> Markup {
    let is_pick = series.mark == Mark::Pick;
    let is_named = chart.is_named(series);
    let name = is_named.then(|| place(labels, &series.name, (x, y)));
    let diamond = format!("{},{y} {x},{} {},{y} {x},{}", x - 9, y - 9, x + 9, y + 9);
    html! {
        g.line[chart.is_on_line(series)].pick[is_pick] {
            title { @for at in series.finite() { (description(chart, series, at)) } }
            @if is_pick {
                polygon points=(diamond) {}
            } @else {
                circle cx=(x) cy=(y) r="4" {}
            }
            @if let Some((x, y)) = name { text x=(x) y=(y) { (series.name) } }
        }
    }
}

fn description(chart: &Chart, series: &Series, (x, y): (f64, f64)) -> String {
    let (x, y) = (chart.x.unit.show(x), chart.y.unit.show(y));
    format!("{}, {x}: {y}", series.name)
}

/// The names that a drawing has: the left end of each, its base line, and its width.
type Labels = Vec<(Pixel, i32)>;

/// Returns a place for a name beside a point, free of other names if there is one.
fn place(labels: &mut Labels, name: &str, (x, y): Pixel) -> Pixel {
    const LETTER: i32 = 9;
    const LINE: i32 = 18;
    const GAP: i32 = 11;

    let letters = i32::try_from(name.chars().count()).unwrap_or(i32::MAX);
    let width = letters.saturating_mul(LETTER).min(i32::MAX / 2);
    let (right, left) = (x + GAP, x.saturating_sub(GAP).saturating_sub(width));
    let heights = [y - 6, y + LINE, y - LINE - 6, y + 2 * LINE];
    let places = heights.map(|height| [(right, height), (left, height)]);
    let is_free = |&(x, y): &Pixel| {
        let mut others = labels.iter();
        let is_apart = |&((left, height), taken): &(Pixel, i32)| {
            (y - height).abs() >= LINE || x >= left + taken || left >= x + width
        };
        let is_inside = x >= 0 && y >= LINE && x.saturating_add(width) <= SIZE.0;
        is_inside && others.all(is_apart)
    };
    let free = places.into_iter().flatten().find(is_free);
    let place = free.unwrap_or((right, y - 6));
    labels.push((place, width));
    place
}

/// Returns the corners of a line: in each column of pixels the first, the highest, the lowest and
/// the last, which look like all of them.
fn thin(path: &[Pixel]) -> String {
    let corners = path.chunk_by(|a, b| a.0 == b.0).flat_map(|column| {
        let highest = column.iter().min_by_key(|pixel| pixel.1);
        let lowest = column.iter().max_by_key(|pixel| pixel.1);
        let mut kept = vec![column.first(), highest, lowest, column.last()];
        kept.dedup();
        kept.into_iter().flatten()
    });
    let pairs: Vec<String> = corners.map(|(x, y)| format!("{x},{y}")).collect();
    pairs.join(" ")
}
