//! The drawing: a grid, and curves with their marks.

use std::fmt::Write;

use maud::{Markup, html};

use super::thin::{Point, Thin};
use super::{Side, look, percent};
use crate::report::document::Shape;

/// How many marks a curve has along its way, and one at its end.
const MARKS: usize = 5;

pub(super) fn drawing(title: &str, shape: Shape, sides: [&Side; 2], curves: &[Thin]) -> Markup {
    let [across, up] = sides;
    html! {
        svg role="img" aria-label=(title) {
            g.gap {
                // Between 0 and the rest of a log axis a length means nothing.
                @if across.start > 0.0 {
                    rect x="0" y="0" width=(percent(across.start)) height="100%" {}
                }
                @if up.start > 0.0 {
                    rect x="0" y=(percent(1.0 - up.start)) width="100%" height=(percent(up.start)) {}
                }
            }
            g.grid {
                @for tick in &across.ticks {
                    line x1=(percent(tick.place)) x2=(percent(tick.place)) y1="0" y2="100%" {}
                }
                @for tick in &up.ticks {
                    @let y = percent(1.0 - tick.place);
                    line x1="0" x2="100%" y1=(y) y2=(y) {}
                }
            }
            // What comes first is the most telling: it is drawn last, above the others.
            @for (index, curve) in curves.iter().enumerate().rev() {
                g class={ "curve " (look::classes(index)) } data-series=(index) {
                    svg viewBox="0 0 1000 1000" preserveAspectRatio="none" width="100%" height="100%" {
                        path d=(path(curve, shape)) {}
                    }
                    @for mark in marks(curve, index, curves.len()) {
                        use href=(look::mark(index)) x=(percent(mark.across)) y=(percent(1.0 - mark.up)) {}
                    }
                }
            }
        }
    }
}

/// The path of a curve in a square of 1000 by 1000.
fn path(curve: &Thin, shape: Shape) -> String {
    let mut path = String::new();
    for (index, point) in curve.0.iter().enumerate() {
        let (x, y) = (point.across * 1000.0, (1.0 - point.up) * 1000.0);
        let written = match shape {
            _ if index == 0 => write!(path, "M{x:.1},{y:.1}"),
            Shape::Lines => write!(path, "L{x:.1},{y:.1}"),
            Shape::Steps => write!(path, "H{x:.1}V{y:.1}"),
        };
        written.expect("a String takes all that is written");
    }
    path
}

/// The points of a curve that have a mark. The curves take turns, so that marks of curves that lie on
/// each other do not.
#[allow(clippy::cast_precision_loss)] // Curves and marks are few.
fn marks(curve: &Thin, series: usize, of: usize) -> Vec<Point> {
    let turn = (series as f64 + 0.5) / of as f64;
    let near = |place: f64| {
        let distance = |point: &&Point| (point.across - place).abs();
        let points = curve.0.iter();
        points.min_by(|a, b| distance(a).total_cmp(&distance(b)))
    };
    let along = (0..MARKS).filter_map(|at| near((at as f64 + turn) / MARKS as f64));
    let mut marks: Vec<Point> = along.chain(curve.0.last()).copied().collect();
    marks.dedup();
    marks
}
