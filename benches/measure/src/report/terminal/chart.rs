//! Charts in a terminal: a drawing for each of the first curves, and a table of all.
//!
//! Each curve has a drawing of its own, on the same axes, so that nothing but its name tells it from
//! the others.

use std::io::{self, Write};

use textplots::{Chart as Dots, LabelBuilder, LabelFormat, Plot, Shape};

use super::{Style, WIDTH, prose, table};
use crate::report::document::{Chart, Ruler, Shape as ChartShape};

/// The most curves that are drawn.
const DRAWN: usize = 4;
/// The dots of a drawing upwards; a character has four.
const UP: u32 = 20;
/// The characters beside a drawing: its greatest and its least value.
const LABEL: u16 = 12;

pub(super) fn write(chart: &Chart, style: Style, out: &mut impl Write) -> io::Result<()> {
    prose(&chart.caption, style, out)?;
    let (x, y) = chart.rulers();
    if chart.shape == ChartShape::Points {
        writeln!(out)?;
        let paths = chart.series.iter();
        let mut paths = paths.map(|series| series.path(chart.shape, &x, &y));
        let line = paths.next().unwrap_or_default();
        let points: Vec<_> = paths.flatten().collect();
        lines(&drawing(&line, &points, &x, &y, style), out)?;
        writeln!(out)?;
        return table::write(&chart.summary(), style, out);
    }
    let drawn = chart.series.iter().take(DRAWN);
    for series in drawn.filter(|series| series.finite().next().is_some()) {
        writeln!(out)?;
        let title = format!("{}: {} by {}", series.name, chart.y.name, chart.x.name);
        prose(&title, style, out)?;
        let path = series.path(chart.shape, &x, &y);
        lines(&drawing(&path, &[], &x, &y, style), out)?;
    }
    writeln!(out)?;
    table::write(&chart.summary(), style, out)
}

/// Writes a drawing with spaces for the characters without a dot.
fn lines(drawing: &str, out: &mut impl Write) -> io::Result<()> {
    for line in drawing.lines() {
        writeln!(out, "{}", line.replace('\u{2800}', " ").trim_end())?;
    }
    Ok(())
}

/// Draws a curve and some points in dots.
fn drawing(
    path: &[(f64, f64)],
    points: &[(f64, f64)],
    x: &Ruler,
    y: &Ruler,
    style: Style,
) -> String {
    #[allow(clippy::cast_possible_truncation)] // A dot needs no more digits.
    let dots = |path: &[(f64, f64)]| -> Vec<(f32, f32)> {
        path.iter().map(|&(x, y)| (x as f32, y as f32)).collect()
    };
    let (path, points) = (dots(path), dots(points));
    let (shape, crosses) = (Shape::Lines(&path), Shape::Points(&points));
    // Two dots a character.
    let across = 2 * u32::from(style.width.min(WIDTH) - LABEL);
    #[allow(clippy::cast_possible_truncation)]
    let [left, right, low, high] = [x.low, x.high, y.low, y.high].map(|place| place as f32);
    let label = |ruler: &Ruler| {
        let ruler = ruler.clone();
        LabelFormat::Custom(Box::new(move |place| ruler.show(place.into())))
    };
    let mut dots = Dots::new_with_y_range(across, UP, left, right, low, high);
    let dots = dots.x_label_format(label(x)).y_label_format(label(y));
    let dots = dots.lineplot(&shape);
    let dots = dots.lineplot(&crosses);
    dots.figures();
    dots.to_string()
}
