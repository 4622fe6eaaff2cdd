//! Curves over two axes, and their numbers as tables.

use std::iter;

use super::table::{Cell, Column, Table};
use crate::run::Unit;

#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The name in links: a Rust identifier, unique in the document.
    pub id: String,
    /// The subject, and how to read it.
    pub caption: String,
    pub x: Axis,
    pub y: Axis,
    pub shape: Shape,
    /// The curves, the most telling first.
    pub series: Vec<Series>,
}

/// The most rows of a chart's data; of more, only the summary is shown.
const ROWS: usize = 64;
/// The greatest absolute value that is drawn.
const MAX_DRAWN: f64 = 1e18;

impl Chart {
    fn points(&self) -> Table {
        let series = self.series.iter();
        let points = series.filter_map(|series| Some((series.finite().next()?, series)));
        let mut rows: Vec<((f64, f64), &Series)> = points.collect();
        rows.sort_by(|a, b| a.0.0.total_cmp(&b.0.0));
        let row = |((x, y), series): ((f64, f64), &Series)| {
            vec![
                Cell::words(&series.name),
                Cell::number(x, self.x.unit),
                Cell::number(y, self.y.unit),
                Cell::words(if series.is_pick { "yes" } else { "" }),
            ]
        };
        let [x, y] = [&self.x.name, &self.y.name].map(Column::numbers);
        let columns = vec![Column::words(""), x, y, Column::words("pick")];
        Table::new(&self.caption, columns, rows.into_iter().map(row).collect())
    }

    /// Returns the first, greatest and last value of each curve; of points, all.
    pub(super) fn summary(&self) -> Table {
        if self.shape == Shape::Points {
            return self.points();
        }
        let row = |series: &Series| {
            let values: Vec<f64> = series.finite().map(|(_, y)| y).collect();
            let greatest = values.iter().copied().reduce(f64::max);
            let values = [values.first().copied(), greatest, values.last().copied()];
            let cells = values.map(|value| self.y_cell(value));
            iter::once(Cell::words(&series.name)).chain(cells).collect()
        };
        // The x of the first or last points, if it is the same in all curves.
        let at = |word: &str, x: fn(&Series) -> Option<f64>| {
            let mut xs = self.series.iter().filter_map(x);
            match xs.next() {
                Some(first) if xs.all(|x| x.total_cmp(&first).is_eq()) => {
                    Column::numbers(format!("{} {}", self.x.name, self.x.unit.show(first)))
                }
                _ => Column::numbers(word),
            }
        };
        let first = at("first", |series| Some(series.finite().next()?.0));
        let last = at("last", |series| Some(series.finite().last()?.0));
        let names = [first, Column::numbers("greatest"), last];
        let curve = Column::words(format!("{} of", self.y.name));
        let columns = iter::once(curve).chain(names).collect();
        Table::new(
            &self.caption,
            columns,
            self.series.iter().map(row).collect(),
        )
    }

    /// Returns a row for each x and a column for each curve, unless the rows are too many to read;
    /// of points, a row for each.
    pub(super) fn data(&self) -> Option<Table> {
        if self.shape == Shape::Points {
            return Some(self.points());
        }
        let points = self.series.iter().flat_map(Series::finite);
        let mut xs: Vec<f64> = points.map(|(x, _)| x).collect();
        xs.sort_by(f64::total_cmp);
        xs.dedup();
        let row = |&x: &f64| {
            let value = |series: &Series| {
                let mut points = series.finite();
                let at = points.rfind(|point| point.0.total_cmp(&x).is_eq());
                self.y_cell(at.map(|(_, y)| y))
            };
            let x = iter::once(Cell::number(x, self.x.unit));
            x.chain(self.series.iter().map(value)).collect()
        };
        let names = iter::once(&self.x.name).chain(self.series.iter().map(|series| &series.name));
        let columns = names.map(Column::numbers).collect();
        (xs.len() <= ROWS).then(|| Table::new("", columns, xs.iter().map(row).collect()))
    }

    fn y_cell(&self, value: Option<f64>) -> Cell {
        value.map_or_else(Cell::default, |value| Cell::number(value, self.y.unit))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    pub name: String,
    pub unit: Unit,
    pub scale: Scale,
}

impl Axis {
    pub fn new(name: impl Into<String>, unit: Unit, scale: Scale) -> Self {
        Self {
            name: name.into(),
            unit,
            scale,
        }
    }
}

/// The distances between the values of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences are equally long. The axis begins at 0, or at a value below that.
    Linear,
    /// Equal ratios are equally long. A 0 has a place of its own, in front of all that is above it.
    Log,
}

/// The way from one point of a curve to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Lines,
    Steps,
    /// None: each curve is a point with its name.
    Points,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    pub name: String,
    /// The points; x never falls.
    pub points: Vec<(f64, f64)>,
    /// True for a point that the report recommends: it is a diamond.
    pub is_pick: bool,
}

impl Series {
    pub fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        let (name, is_pick) = (name.into(), false);
        Self {
            name,
            points,
            is_pick,
        }
    }

    /// Returns the points that can be drawn: numbers of at most [`MAX_DRAWN`].
    pub(super) fn finite(&self) -> impl DoubleEndedIterator<Item = (f64, f64)> {
        let points = self.points.iter().copied();
        points.filter(|(x, y)| x.abs() <= MAX_DRAWN && y.abs() <= MAX_DRAWN)
    }
}
