//! Curves over two axes, and their numbers as tables.

use std::iter;

use super::{Cell, Column, Table};
use crate::run::Unit;

/// Curves over an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The name in links: a Rust identifier, unique in the document.
    pub id: String,
    /// The subject, and how to read it.
    pub caption: String,
    /// The axis that goes across.
    pub x: Axis,
    /// The axis that goes up.
    pub y: Axis,
    /// The way from point to point.
    pub shape: Shape,
    /// The curves, the most telling first.
    pub series: Vec<Series>,
}

/// The most rows of a chart's data; of more, only the summary is shown.
const ROWS: usize = 64;
/// The greatest absolute value that is drawn.
const MAX_DRAWN: f64 = 1e18;

impl Chart {
    /// Returns a row for each point, from left to right: for all of them, or for those that are named in the drawing.
    fn points(&self, all: bool) -> Table {
        let line = self.series.first();
        let points = self.series.iter().skip(1);
        let points = points.filter(|series| all || self.is_named(series));
        let mut rows: Vec<((f64, f64), &Series)> = points
            .filter_map(|series| Some((series.finite().next()?, series)))
            .collect();
        rows.sort_by(|a, b| a.0.0.total_cmp(&b.0.0));
        let row = |&(at, series): &((f64, f64), &Series)| {
            let mark = if self.is_on_line(series) { "yes" } else { "" };
            vec![
                Cell::words(&series.name),
                self.x.cell(Some(at.0)),
                self.y.cell(Some(at.1)),
                Cell::words(mark),
                Cell::words(if series.mark == Mark::Pick { "yes" } else { "" }),
            ]
        };
        Table {
            caption: self.caption.clone(),
            columns: vec![
                Column::words(""),
                Column::numbers(&self.x.name),
                Column::numbers(&self.y.name),
                Column::words(line.map_or("", |line| &line.name)),
                Column::words("pick"),
            ],
            rows: rows.iter().map(row).collect(),
        }
    }

    /// Returns whether a point lies on the line, which is the first curve.
    pub(in crate::report) fn is_on_line(&self, point: &Series) -> bool {
        let mut line = self.series.iter().take(1).flat_map(|line| &line.points);
        line.any(|at| point.points.contains(at))
    }

    /// Returns whether the drawing has the name of a point.
    pub(in crate::report) fn is_named(&self, point: &Series) -> bool {
        point.mark != Mark::None || self.is_on_line(point)
    }

    /// Returns the first, greatest and last value of each curve; of points, those that are named.
    pub(in crate::report) fn summary(&self) -> Table {
        if self.shape == Shape::Points {
            return self.points(false);
        }
        let row = |series: &Series| {
            let mut values = series.finite().map(|(_, y)| y);
            let most = series.finite().map(|(_, y)| y).reduce(f64::max);
            let first = values.next();
            let cells = [first, most, values.next_back().or(first)].map(|value| self.y.cell(value));
            iter::once(Cell::words(&series.name)).chain(cells).collect()
        };
        let names = ["first", "greatest", "last"].map(Column::numbers);
        let curve = Column::words(format!("{} of", self.y.name));
        Table {
            caption: self.caption.clone(),
            columns: iter::once(curve).chain(names).collect(),
            rows: self.series.iter().map(row).collect(),
        }
    }

    /// Returns a row for each x and a column for each curve, unless the rows are too many to read; of points, a row
    /// for each.
    pub(in crate::report) fn data(&self) -> Option<Table> {
        if self.shape == Shape::Points {
            return Some(self.points(true));
        }
        let points = self.series.iter().flat_map(Series::finite);
        let mut xs: Vec<f64> = points.map(|(x, _)| x).collect();
        xs.sort_by(f64::total_cmp);
        xs.dedup();
        let row = |&x: &f64| {
            let value = |series: &Series| {
                let mut points = series.finite().rev();
                let at = points.find(|point| point.0.total_cmp(&x).is_eq());
                self.y.cell(at.map(|(_, y)| y))
            };
            let x = iter::once(self.x.cell(Some(x)));
            x.chain(self.series.iter().map(value)).collect()
        };
        let names = iter::once(&self.x.name).chain(self.series.iter().map(|series| &series.name));
        (xs.len() <= ROWS).then(|| Table {
            caption: String::new(),
            columns: names.map(Column::numbers).collect(),
            rows: xs.iter().map(row).collect(),
        })
    }

    /// Returns the rulers of both axes, long enough for all points.
    pub(in crate::report) fn rulers(&self) -> (Ruler, Ruler) {
        let points = || self.series.iter().flat_map(Series::finite);
        (
            Ruler::over(&self.x, points().map(|(x, _)| x)),
            Ruler::over(&self.y, points().map(|(_, y)| y)),
        )
    }
}

/// The meaning of an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The quantity.
    pub name: String,
    /// The unit of the points.
    pub unit: Unit,
    /// The distances between values.
    pub scale: Scale,
}

impl Axis {
    /// Returns an axis.
    pub fn new(name: impl Into<String>, unit: Unit, scale: Scale) -> Self {
        Self {
            name: name.into(),
            unit,
            scale,
        }
    }

    fn cell(&self, value: Option<f64>) -> Cell {
        value.map_or_else(Cell::default, |value| Cell::number(value, self.unit))
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
    /// A straight line.
    Lines,
    /// The value holds until the next point.
    Steps,
    /// None: the first curve is a line, and each other one is a point with its name.
    Points,
}

/// One curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The points; x never falls.
    pub points: Vec<(f64, f64)>,
    /// The emphasis, if the curve is a single point.
    pub mark: Mark,
}

/// The emphasis of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// None: a dot, with a name if it lies on the line.
    #[default]
    None,
    /// A dot with its name.
    Name,
    /// A diamond with its name.
    Pick,
}

impl Series {
    /// Returns the points that can be drawn: numbers of at most [`MAX_DRAWN`].
    pub(in crate::report) fn finite(&self) -> impl DoubleEndedIterator<Item = (f64, f64)> {
        let points = self.points.iter().copied();
        points.filter(|(x, y)| x.abs() <= MAX_DRAWN && y.abs() <= MAX_DRAWN)
    }

    /// Returns the corners of the curve, in the lengths of two rulers.
    pub(in crate::report) fn path(&self, shape: Shape, x: &Ruler, y: &Ruler) -> Vec<(f64, f64)> {
        let mut path: Vec<(f64, f64)> = Vec::new();
        for point in self.finite() {
            let at = (x.place(point.0), y.place(point.1));
            if let (Shape::Steps, Some(last)) = (shape, path.last()) {
                path.push((at.0, last.1));
            }
            path.push(at);
        }
        path
    }
}

/// An axis as lengths: values on a linear axis, their decimal logarithms on the other.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::report) struct Ruler {
    scale: Scale,
    unit: Unit,
    /// The length at which the axis begins; on a log axis, the place of 0 if there is one.
    pub(in crate::report) low: f64,
    /// The length at which it ends.
    ///
    /// INVARIANT: above `low`.
    pub(in crate::report) high: f64,
    has_zero: bool,
}

impl Ruler {
    fn over(axis: &Axis, values: impl Iterator<Item = f64>) -> Self {
        let is_log = axis.scale == Scale::Log;
        let (zeros, values): (Vec<f64>, Vec<f64>) = values.partition(|&at| is_log && at <= 0.0);
        let length = |at: f64| if is_log { at.log10() } else { at };
        let lengths = || values.iter().copied().map(length);
        let low = lengths().reduce(f64::min).unwrap_or(0.0);
        let low = if is_log { low.floor() } else { low.min(0.0) };
        let high = lengths().fold(low, f64::max);
        // A length that is next to nothing has no values to draw between its ends.
        let high = if low + 1e-12 < high { high } else { low + 1.0 };
        let gap = if zeros.is_empty() { 0.0 } else { 0.12 };
        Self {
            scale: axis.scale,
            unit: axis.unit,
            low: low - gap * (high - low),
            high,
            has_zero: !zeros.is_empty(),
        }
    }

    /// Returns the length of a value.
    fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => value,
            Scale::Log if value <= 0.0 => self.low,
            Scale::Log => value.log10(),
        }
    }

    /// Returns the value at a length, in its unit.
    pub(in crate::report) fn show(&self, place: f64) -> String {
        self.unit.show(match self.scale {
            Scale::Linear => place,
            Scale::Log if self.has_zero && place <= self.low => 0.0,
            Scale::Log => 10_f64.powf(place),
        })
    }

    /// Returns the lengths of at most some `most` round values, in order.
    pub(in crate::report) fn ticks(&self, most: u32) -> Vec<f64> {
        if self.scale == Scale::Linear {
            return self.round_steps(most);
        }
        let most = most as usize;
        let decades = || iter::successors(Some(self.low.ceil()), |at| Some(at + 1.0));
        let count = decades().take_while(|&at| at <= self.high).count();
        let digits: &[f64] = if count * 3 <= most {
            &[1.0, 2.0, 5.0]
        } else {
            &[1.0]
        };
        let every = (count * digits.len()).div_ceil(most);
        let above = decades().take(count).step_by(every);
        let above = above.flat_map(|at| digits.iter().map(move |digit| at + digit.log10()));
        let zero = self.has_zero.then_some(self.low);
        let ticks = zero.into_iter().chain(above);
        ticks.filter(|&at| at <= self.high).collect()
    }

    /// Returns multiples of 1, 2 or 5 of a power of ten.
    fn round_steps(&self, most: u32) -> Vec<f64> {
        let least = (self.high - self.low) / f64::from(most);
        let decade = 10_f64.powf(least.log10().floor());
        let steps = [1.0, 2.0, 5.0].map(|digit| digit * decade);
        let step = steps.into_iter().find(|&step| step >= least);
        let is_whole = matches!(self.unit, Unit::Count | Unit::Bytes);
        let whole = if is_whole { 1.0 } else { 0.0 };
        let step = step.unwrap_or(10.0 * decade).max(whole);
        let first = (self.low / step).ceil();
        let ticks = (0..=most).map(|at| (first + f64::from(at)) * step);
        ticks.take_while(|&at| at <= self.high).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(scale: Scale, points: &[(f64, f64)]) -> Chart {
        let series = |points: &[(f64, f64)]| Series {
            name: "held".to_owned(),
            points: points.to_vec(),
            ..Series::default()
        };
        Chart {
            id: String::new(),
            caption: String::new(),
            x: Axis::new("length", Unit::Bytes, scale),
            y: Axis::new("held", Unit::Bytes, scale),
            shape: Shape::Steps,
            series: vec![series(points), series(&[(2.0, f64::NAN)])],
        }
    }

    #[test]
    fn tables_have_the_values_and_paths_hold_them() {
        let chart = chart(Scale::Linear, &[(0.0, 5.0), (2.0, 9.0), (4.0, 1.0)]);
        let numbers = |table: Table| -> Vec<Vec<_>> {
            let row = |row: Vec<Cell>| row.into_iter().map(|cell| cell.number).collect();
            table.rows.into_iter().map(row).collect()
        };
        let held = [None, Some(5.0), Some(9.0), Some(1.0)];
        assert_eq!(numbers(chart.summary()), [held, [None; 4]]);
        let rows = [(0.0, 5.0), (2.0, 9.0), (4.0, 1.0)].map(|(x, y)| [Some(x), Some(y), None]);
        assert_eq!(numbers(chart.data().unwrap()), rows);

        let (x, y) = chart.rulers();
        let path = |shape| chart.series[0].path(shape, &x, &y);
        let steps = [(0.0, 5.0), (2.0, 5.0), (2.0, 9.0), (4.0, 9.0), (4.0, 1.0)];
        assert_eq!(path(Shape::Steps), steps);
        assert_eq!(path(Shape::Lines).len(), 3);
    }

    #[test]
    fn a_linear_axis_has_round_values() {
        let ticks = |most: f64| {
            let (_, y) = chart(Scale::Linear, &[(0.0, most)]).rulers();
            y.ticks(8)
        };
        assert_eq!(ticks(2.0), [0.0, 1.0, 2.0], "bytes are whole");
        assert_eq!(ticks(30.0), [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0]);
        assert!((5..=9).contains(&ticks(1e18).len()));
    }

    #[test]
    fn zero_lies_before_a_log_axis() {
        let ticks = |values: &[f64]| {
            let points: Vec<_> = values.iter().map(|&x| (x, 1.0)).collect();
            let (x, _) = chart(Scale::Log, &points).rulers();
            let ticks = x.ticks(6);
            assert!(ticks.is_sorted() && ticks.iter().all(|&at| at >= x.low && at <= x.high));
            let told: Vec<_> = ticks.into_iter().map(|at| x.show(at)).collect();
            told.join(", ")
        };
        assert_eq!(ticks(&[0.0, 1.0, 1500.0]), "0 B, 1 B, 10 B, 100 B, 1.00 KB");
        assert_eq!(ticks(&[30.0, 70.0]), "10 B, 20 B, 50 B");
        let powers = "1 B, 100 B, 10.0 KB, 1.00 MB, 100 MB";
        assert_eq!(ticks(&[1.0, 1e9]), powers);
        assert_eq!(ticks(&[f64::NAN]), "1 B, 2 B, 5 B, 10 B");
    }
}
