//! Charts in SVG. The axes are drawn by plotters; the curves are not, since only so their looks can
//! follow the page's theme.

use std::error::Error;
use std::ops::Range;

use maud::{Markup, PreEscaped, html};
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use super::framed;
use crate::report::document::{Chart, Ruler, Series, Shape};

/// A place in the drawing: from the left and from the top.
type Pixel = (i32, i32);

/// The size of a drawing in pixels, before the page stretches it.
const SIZE: (u32, u32) = (960, 400);
/// The most points of a curve that have marks, which tell their values.
const MARKS: usize = 40;

/// Returns a chart: the drawing, its legend with a summary, and its data if they can be read.
pub(super) fn chart(chart: &Chart) -> Markup {
    html! {
        figure.chart id={ "chart-" (chart.id) } {
            figcaption { (chart.caption) }
            div.scroll tabindex="0" { (svg(chart)) }
            (framed(&chart.summary(), None))
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
    html! {
        svg viewBox={ "0 0 " (SIZE.0) " " (SIZE.1) } role="img" {
            title { (chart.caption) }
            g.axes { (PreEscaped(axes)) }
            // The first curve is the most telling: it is drawn last, above the others.
            g.curves {
                @for (series, path) in chart.series.iter().zip(&paths).rev() {
                    (curve(chart, series, path))
                }
            }
        }
    }
}

/// Returns one curve, and marks on its points if they are few.
fn curve(chart: &Chart, series: &Series, path: &[Pixel]) -> Markup {
    let has_marks = chart.shape != Shape::Steps && path.len() <= MARKS;
    let is_point = chart.shape == Shape::Points && path.len() == 1;
    html! {
        g {
            title { (series.name) }
            polyline points=(thin(path)) {}
            @if has_marks {
                @for ((across, down), (x, y)) in path.iter().zip(series.finite()) {
                    circle cx=(across) cy=(down) r="3" {
                        title { (series.name) ", " (chart.x.unit.show(x)) ": " (chart.y.unit.show(y)) }
                    }
                    @if is_point { text x=(across + 6) y=(down - 4) { (series.name) } }
                }
            }
        }
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
