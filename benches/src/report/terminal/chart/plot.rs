//! The curves on their canvas.

use super::LETTERS;
use super::canvas::{ACROSS, Canvas, Dot, UP};
use crate::report::document::{Ruler, Series, Shape};

/// The curves, and the letters of those that end at the right edge.
#[derive(Clone, Debug)]
pub(super) struct Plot {
    pub(super) canvas: Canvas,
    /// By the row from the bottom, which curves end there at the right.
    pub(super) ends: Vec<Vec<usize>>,
}

/// What turns points into dots.
#[derive(Clone, Copy, Debug)]
struct Grid<'a> {
    rulers: &'a [Ruler; 2],
    columns: usize,
    rows: usize,
}

impl Grid<'_> {
    fn dot(&self, (x, y): (f64, f64)) -> Dot {
        let [across, up] = self.rulers;
        (
            at(across.place(x), self.columns * ACROSS),
            at(up.place(y), self.rows * UP),
        )
    }
}

/// The cell of so many at a place.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss
)]
pub(super) fn at(place: f64, cells: usize) -> usize {
    // The cells are some hundreds, and a place lies from 0 to 1.
    (place.clamp(0.0, 1.0) * (cells - 1) as f64).round() as usize
}

/// How many columns lie between two letters of one curve.
const APART: usize = 24;

pub(super) fn plot(
    series: &[Series],
    shape: Shape,
    rulers: &[Ruler; 2],
    (columns, rows): (usize, usize),
) -> Plot {
    let grid = Grid {
        rulers,
        columns,
        rows,
    };
    let mut canvas = Canvas::new(columns, rows);
    for (index, series) in series.iter().enumerate() {
        let mut last = None;
        for dot in series.finite().map(|point| grid.dot(point)) {
            let from = last.replace(dot).unwrap_or(dot);
            let corner = match shape {
                Shape::Lines => from,
                Shape::Steps => (dot.0, from.1),
            };
            canvas.line(index, from, corner);
            canvas.line(index, corner, dot);
        }
    }
    let mut ends = vec![Vec::new(); rows];
    for (index, curve) in series.iter().enumerate() {
        // The curves take turns, so that letters stand side by side and not one above the other.
        let first = APART * (2 * index + 1) / (2 * series.len());
        for column in (first..columns).step_by(APART) {
            let mut near = column..(column + APART / 2).min(columns);
            near.any(|column| canvas.letter(index, column, LETTERS[index]));
        }
        let Some(end) = curve.finite().last().map(|point| grid.dot(point)) else {
            continue;
        };
        if end.0 / ACROSS + 1 == columns {
            ends[end.1 / UP].push(index);
        } else {
            canvas.end(end, LETTERS[index]);
        }
    }
    Plot { canvas, ends }
}
