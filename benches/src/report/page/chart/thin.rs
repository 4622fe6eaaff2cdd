//! A curve with no more points than can be seen.

use crate::report::document::{Ruler, Series};

/// How many columns a curve is thinned to: as many as a wide chart has pixels.
const COLUMNS: f64 = 800.0;

/// A point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    /// Where it lies across: 0 is left and 1 right.
    pub(super) across: f64,
    /// Where it lies up: 0 is below and 1 above.
    pub(super) up: f64,
    /// What it says.
    pub(super) value: (f64, f64),
}

/// A curve of which each column of pixels keeps the first, the least, the greatest and the last
/// point: as much as it can show.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Thin(pub(super) Vec<Point>);

impl Thin {
    pub(super) fn of(series: &Series, rulers: &[Ruler; 2]) -> Self {
        let [across, up] = rulers;
        let all: Vec<Point> = series
            .finite()
            .map(|(x, y)| Point {
                across: across.place(x),
                up: up.place(y),
                value: (x, y),
            })
            .collect();
        let columns = all.chunk_by(|a, b| column(*a) == column(*b));
        Self(columns.flat_map(extents).collect())
    }
}

#[allow(clippy::cast_possible_truncation)] // A place lies from 0 to 1.
fn column(point: Point) -> i32 {
    (point.across * COLUMNS).floor() as i32
}

fn extents(points: &[Point]) -> Vec<Point> {
    let by_height = |a: &usize, b: &usize| points[*a].up.total_cmp(&points[*b].up);
    let least = (0..points.len()).min_by(by_height).unwrap_or_default();
    let greatest = (0..points.len()).max_by(by_height).unwrap_or_default();
    let mut kept = vec![0, least, greatest, points.len() - 1];
    kept.sort_unstable();
    kept.dedup();
    kept.into_iter().map(|at| points[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Axis, Chart, Scale, Shape, Unit};

    #[test]
    fn a_spike_among_many_points_stays() {
        let axis = || Axis {
            name: String::new(),
            unit: Unit::Count,
            scale: Scale::Linear,
        };
        let mut points: Vec<_> = (0..50_000).map(|x| (f64::from(x), 1.0)).collect();
        points[31_415].1 = 1000.0;
        let chart = Chart {
            id: String::new(),
            caption: String::new(),
            x: axis(),
            y: axis(),
            shape: Shape::Steps,
            series: vec![Series {
                name: String::new(),
                points,
            }],
        };
        let thin = Thin::of(&chart.series[0], &chart.rulers(&chart.series));
        assert!(thin.0.len() <= 4 * 801, "{} points", thin.0.len());
        assert!(thin.0.iter().any(|point| point.value == (31_415.0, 1000.0)));
    }
}
