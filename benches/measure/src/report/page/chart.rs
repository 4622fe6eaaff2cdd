//! Charts in SVG, whose looks follow the page's theme.

use maud::{Markup, html};

use super::table::{framed, words};
use crate::report::chart::{Chart, Series, Shape};
use crate::report::ruler::Ruler;

type Pixel = (i32, i32);

/// The size of a drawing in pixels, before the page scales it.
pub(super) const SIZE: Pixel = (720, 440);
const ACROSS: Pixel = (90, 700);
const UP: Pixel = (388, 12);
/// The radius of a dot, and the height of a name.
const DOT: i32 = 5;
const LINE: i32 = 15;
/// The most points of a curve that have marks, which tell their values.
const MARKS: usize = 40;

/// Returns a chart: the drawing, its legend with a summary unless the drawing has the names, and
/// its data if they can be read.
pub(super) fn chart(chart: &Chart) -> Markup {
    html! {
        figure.chart id={ "chart-" (chart.id) } {
            figcaption { (words(&chart.caption)) }
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
    // Names keep clear of the dots.
    let dot = |at: (f64, f64)| {
        let (across, down) = (x.pixel(x.length(at.0)), y.pixel(y.length(at.1)));
        ((across - DOT, down + DOT), 2 * DOT)
    };
    let mut labels: Labels = points().map(dot).collect();
    // The first curve is the most telling: it is drawn last, above the others, and has the best
    // place for its name.
    let mut drawn: Vec<&Series> = chart.series.iter().collect();
    if chart.shape != Shape::Points {
        drawn.reverse();
    }
    html! {
        svg viewBox={ "0 0 " (SIZE.0) " " (SIZE.1) } role="img" {
            title { (chart.caption) }
            g.axes { (axes(chart, &x, &y)) }
            g.curves.points[chart.shape == Shape::Points] {
                @for series in drawn {
                    @let path = path(chart, series, &x, &y);
                    @if chart.shape != Shape::Points {
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
        @for (across, value) in x.ticks(8) {
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

/// Returns a point with its name. The pick is a diamond: its shape tells it as well as its colour.
fn point(chart: &Chart, series: &Series, (x, y): Pixel, labels: &mut Labels) -> Markup {
    let is_pick = series.is_pick;
    let ((left, base), width) = place(labels, &series.name, (x, y));
    let near = x.clamp(left, left + width);
    let is_far = (base - LINE / 3 - y).abs() > LINE;
    let diamond = format!("{},{y} {x},{} {},{y} {x},{}", x - 9, y - 9, x + 9, y + 9);
    html! {
        g.pick[is_pick] {
            title { @for at in series.finite() { (description(chart, series, at)) } }
            @if is_far { line x1=(x) y1=(y) x2=(near) y2=(base - LINE / 3) {} }
            @if is_pick { polygon points=(diamond) {} } @else { circle cx=(x) cy=(y) r="4" {} }
            text x=(left) y=(base) { (series.name) }
        }
    }
}

fn description(chart: &Chart, series: &Series, (x, y): (f64, f64)) -> String {
    let (x, y) = (chart.x.unit.show(x), chart.y.unit.show(y));
    format!("{}, {x}: {y}", series.name)
}

/// The names that a drawing has: the left end of each, its base line, and its width.
type Labels = Vec<(Pixel, i32)>;

/// Returns a place for a name, with its width: beside the point or a few lines above or below, free
/// of other names if there is one.
fn place(labels: &mut Labels, name: &str, (x, y): Pixel) -> (Pixel, i32) {
    const LETTER: i32 = 8;
    const LINES: i32 = 9;

    let letters = i32::try_from(name.chars().count()).unwrap_or(i32::MAX);
    let width = letters.saturating_mul(LETTER).min(i32::MAX / 2);
    let left = x.saturating_sub(2 * DOT).saturating_sub(width);
    let sides = [x + 2 * DOT, left, x - width / 2];
    let heights = (0..=LINES).flat_map(|line| [-line, line].map(|line| y + DOT + line * LINE));
    let mut places = heights.flat_map(|height| sides.map(|left| (left, height)));
    let is_free = |&(x, y): &Pixel| {
        let is_apart = |&((left, height), taken): &(Pixel, i32)| {
            (y - height).abs() >= LINE || x >= left + taken || left >= x + width
        };
        let is_inside = x >= ACROSS.0 && y >= LINE && y < UP.0 && x.saturating_add(width) <= SIZE.0;
        is_inside && labels.iter().all(is_apart)
    };
    let place = places.find(is_free).unwrap_or((sides[0], y));
    labels.push((place, width));
    (place, width)
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
