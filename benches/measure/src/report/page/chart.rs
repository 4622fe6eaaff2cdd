//! Charts in SVG, whose looks follow the page's theme.

use std::iter;

use maud::{Markup, html};

use super::framed;
use crate::report::document::{Axis, Chart, Mark, Scale, Series, Shape};
use crate::run::Unit;

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

/// An axis as lengths: values on a linear axis, their decimal logarithms on the other.
struct Ruler<'a> {
    axis: &'a Axis,
    /// The pixels at which it begins and ends.
    ends: Pixel,
    /// The length at which the axis begins; on a log axis, the place of 0 if there is one.
    low: f64,
    /// The length at which it ends.
    ///
    /// INVARIANT: above `low`.
    high: f64,
    has_zero: bool,
}

impl<'a> Ruler<'a> {
    fn over(axis: &'a Axis, ends: Pixel, values: impl Iterator<Item = f64>) -> Self {
        let is_log = axis.scale == Scale::Log;
        let (zeros, values): (Vec<f64>, Vec<f64>) = values.partition(|&at| is_log && at <= 0.0);
        let length = |at: &f64| if is_log { at.log10() } else { *at };
        let lengths = values.iter().map(length);
        let least = lengths.clone().reduce(f64::min).unwrap_or(0.0);
        let low = if is_log {
            least.floor()
        } else {
            least.min(0.0)
        };
        let most = lengths.fold(low, f64::max);
        // A length that is next to nothing has no values to draw between its ends.
        let high = if low + 1e-12 < most { most } else { low + 1.0 };
        let gap = if zeros.is_empty() { 0.0 } else { 0.12 };
        Self {
            axis,
            ends,
            low: low - gap * (high - low),
            high,
            has_zero: !zeros.is_empty(),
        }
    }

    fn length(&self, value: f64) -> f64 {
        match self.axis.scale {
            Scale::Linear => value,
            Scale::Log if value <= 0.0 => self.low,
            Scale::Log => value.log10(),
        }
    }

    #[allow(clippy::cast_possible_truncation)] // It is within the drawing.
    fn pixel(&self, length: f64) -> i32 {
        let share = (length - self.low) / (self.high - self.low);
        let (from, to) = self.ends;
        from + (f64::from(to - from) * share).round() as i32
    }

    /// Returns at most some `most` round values, in order, each with its pixel.
    fn ticks(&self, most: u32) -> Vec<(i32, String)> {
        let lengths = match self.axis.scale {
            Scale::Linear => self.round_steps(most),
            Scale::Log => self.decades(most as usize),
        };
        let tick = |length: f64| {
            let value = match self.axis.scale {
                Scale::Linear => length,
                Scale::Log if self.has_zero && length <= self.low => 0.0,
                Scale::Log => 10_f64.powf(length),
            };
            (self.pixel(length), self.axis.unit.show(value))
        };
        let shown = lengths.into_iter().take_while(|&at| at <= self.high);
        shown.map(tick).collect()
    }

    /// Returns the lengths of 0 and of powers of ten, and of 2 and 5 times these if there is room.
    fn decades(&self, most: usize) -> Vec<f64> {
        let decades = || iter::successors(Some(self.low.ceil()), |at| Some(at + 1.0));
        let count = decades().take_while(|&at| at <= self.high).count();
        let digits = if count * 3 <= most { 3 } else { 1 };
        let digits = &[1.0_f64, 2.0, 5.0][..digits];
        let every = (count * digits.len()).div_ceil(most);
        let shown = decades().take(count).step_by(every);
        let above = shown.flat_map(|at| digits.iter().map(move |digit| at + digit.log10()));
        let zero = self.has_zero.then_some(self.low);
        zero.into_iter().chain(above).collect()
    }

    /// Returns multiples of 1, 2 or 5 of a power of ten.
    fn round_steps(&self, most: u32) -> Vec<f64> {
        let least = (self.high - self.low) / f64::from(most);
        let decade = 10_f64.powf(least.log10().floor());
        let steps = [1.0, 2.0, 5.0].map(|digit| digit * decade);
        let step = steps.into_iter().find(|&step| step >= least);
        let is_whole = matches!(self.axis.unit, Unit::Count | Unit::Bytes);
        let step = step.unwrap_or(10.0 * decade).max(f64::from(is_whole));
        let first = (self.low / step).ceil();
        let ticks = (0..=most).map(|at| (first + f64::from(at)) * step);
        ticks.collect()
    }
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
        let is_apart = |&((left, height), other): &(Pixel, i32)| {
            (y - height).abs() >= LINE || x >= left + other || left >= x + width
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_values_and_zero_lies_before_a_log_axis() {
        let (linear, log) = (Scale::Linear, Scale::Log);
        for (scale, values, expected) in [
            (linear, &[0.0, 2.0][..], "0 B, 1 B, 2 B"),
            (linear, &[30.0], "0 B, 5 B, 10 B, 15 B, 20 B, 25 B, 30 B"),
            (log, &[0.0, 1.0, 150.0], "0 B, 1 B, 10 B, 100 B"),
            (log, &[30.0, 70.0], "10 B, 20 B, 50 B"),
            (log, &[1.0, 1e9], "1 B, 100 B, 10.0 KB, 1.00 MB, 100 MB"),
            (log, &[], "1 B, 2 B, 5 B, 10 B"),
        ] {
            let axis = Axis::new("length", Unit::Bytes, scale);
            let ruler = Ruler::over(&axis, ACROSS, values.iter().copied());
            let (pixels, shown): (Vec<i32>, Vec<String>) = ruler.ticks(7).into_iter().unzip();
            assert!(pixels.is_sorted(), "{pixels:?}");
            assert_eq!(shown.join(", "), expected);
        }
    }
}
