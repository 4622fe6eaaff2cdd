//! Charts in SVG. The axes are drawn by plotters; the curves are not, since only so their looks can
//! follow the page's theme.

use std::error::Error;
use std::ops::Range;

use maud::{Markup, PreEscaped, html};
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use super::framed;
use crate::report::document::{Chart, Mark, Ruler, Series, Shape};

/// A place in the drawing: from the left and from the top.
type Pixel = (i32, i32);

/// The size of a drawing in pixels, before the page stretches it.
const SIZE: (u32, u32) = (960, 400);
/// The most points of a curve that have marks, which tell their values.
const MARKS: usize = 40;

/// Returns a chart: the drawing, its legend with a summary unless the drawing has the names, and its data if they can
/// be read.
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

fn svg(chart: &Chart) -> Markup {
    let mut axes = String::new();
    let paths = draw(chart, &mut axes).expect("a String takes all that is written");
    // The element around them is the page's own.
    let axes = axes.split_once('>').map_or("", |(_, inner)| inner);
    let axes = axes.trim_end().trim_end_matches("</svg>");
    let mut labels = Labels::default();
    html! {
        svg viewBox={ "0 0 " (SIZE.0) " " (SIZE.1) } role="img" {
            title { (chart.caption) }
            g.axes { (PreEscaped(axes)) }
            // The first curve is the most telling: it is drawn last, above the others.
            g.curves.points[chart.shape == Shape::Points] {
                @for (index, (series, path)) in chart.series.iter().zip(&paths).enumerate().rev() {
                    @if index == 0 || chart.shape != Shape::Points {
                        (curve(chart, series, path))
                    } @else if let Some(at) = path.first() {
                        (point(chart, series, *at, &mut labels))
                    }
                }
            }
        }
    }
}

/// Returns one curve, and marks on its points if they are few.
fn curve(chart: &Chart, series: &Series, path: &[Pixel]) -> Markup {
    let has_marks = chart.shape == Shape::Lines && path.len() <= MARKS;
    html! {
        g {
            title { (series.name) }
            polyline points=(thin(path)) {}
            @if has_marks {
                @for ((across, down), at) in path.iter().zip(series.finite()) {
                    circle cx=(across) cy=(down) r="3" { title { (told(chart, series, at)) } }
                }
            }
        }
    }
}

/// Returns a point by itself: the pick is a diamond, so that its shape tells it as well as its colour.
fn point(chart: &Chart, series: &Series, (x, y): Pixel, labels: &mut Labels) -> Markup {
    let is_pick = series.mark == Mark::Pick;
    let name = chart
        .is_named(series)
        .then(|| labels.place(&series.name, (x, y)));
    html! {
        g.line[chart.is_on_line(series)].pick[is_pick] {
            title { @for at in series.finite() { (told(chart, series, at)) } }
            @if is_pick {
                polygon points=(format!("{},{y} {x},{} {},{y} {x},{}", x - 9, y - 9, x + 9, y + 9)) {}
            } @else {
                circle cx=(x) cy=(y) r="4" {}
            }
            @if let Some((x, y)) = name { text x=(x) y=(y) { (series.name) } }
        }
    }
}

fn told(chart: &Chart, series: &Series, (x, y): (f64, f64)) -> String {
    let (x, y) = (chart.x.unit.show(x), chart.y.unit.show(y));
    format!("{}, {x}: {y}", series.name)
}

/// The names that a drawing has: the left end of each, its base line, and its width.
#[derive(Default)]
struct Labels(Vec<(Pixel, i32)>);

impl Labels {
    /// Returns a place beside a point, free of other names if there is one.
    fn place(&mut self, name: &str, (x, y): Pixel) -> Pixel {
        const LETTER: i32 = 9;
        const LINE: i32 = 18;
        const GAP: i32 = 11;

        let width = i32::try_from(name.chars().count())
            .map_or(i32::MAX / 2, |count| count.saturating_mul(LETTER));
        let (right, left) = (x + GAP, x.saturating_sub(GAP).saturating_sub(width));
        let heights = [y - 6, y + LINE, y - LINE - 6, y + 2 * LINE];
        let mut places = heights
            .into_iter()
            .flat_map(|height| [(right, height), (left, height)]);
        let edge = i32::try_from(SIZE.0).unwrap_or(i32::MAX);
        let is_free = |&(x, y): &Pixel| {
            let mut others = self.0.iter();
            let is_apart = |&((left, height), of): &(Pixel, i32)| {
                (y - height).abs() >= LINE || x >= left + of || left >= x + width
            };
            x >= 0 && x.saturating_add(width) <= edge && others.all(is_apart)
        };
        let place = places.find(is_free).unwrap_or((right, y - 6));
        self.0.push((place, width));
        place
    }
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
    let corners = corners.map(|(across, down)| format!("{across},{down}"));
    corners.collect::<Vec<_>>().join(" ")
}

/// Draws the axes into `svg`, and returns the corners of each curve between them.
fn draw(chart: &Chart, svg: &mut String) -> Result<Vec<Vec<Pixel>>, Box<dyn Error>> {
    let (x, y) = chart.rulers();
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    let mut context = ChartBuilder::on(&area)
        .margin(10)
        .margin_right(40)
        .x_label_area_size(45)
        .y_label_area_size(90)
        .build_cartesian_2d(x.clone(), y.clone())?;
    context
        .configure_mesh()
        .x_labels(10)
        .y_labels(8)
        .max_light_lines(0)
        .bold_line_style(BLACK.mix(0.15))
        .label_style(("sans-serif", 16))
        .x_label_formatter(&|at| x.show(*at))
        .y_label_formatter(&|at| y.show(*at))
        .x_desc(&chart.x.name)
        .y_desc(&chart.y.name)
        .draw()?;
    area.present()?;
    let path = |series: &Series| {
        let path = series.path(chart.shape, &x, &y);
        path.iter().map(|at| context.backend_coord(at)).collect()
    };
    Ok(chart.series.iter().map(path).collect())
}

impl Ranged for Ruler {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, limit: (i32, i32)) -> i32 {
        RangedCoordf64::from(self.range()).map(place, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let most = hint.max_num_points();
        if most == 0 {
            return Vec::new();
        }
        let linear = RangedCoordf64::from(self.range()).key_points(hint);
        self.ticks(linear, most)
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}
