//! Charts of a run.

use super::cells::captioned;
use super::{Pivot, belongs};
use crate::judge::typical;
use crate::report::{Axis, Chart, Scale, Series, Shape};
use crate::run::{self, Factors, Unit};

impl Pivot<'_> {
    /// Returns a chart of a metric along a factor, or along the samples of another metric.
    pub(super) fn chart(
        &self,
        setting: &Factors,
        rows: &str,
        along: &str,
        metric: &str,
    ) -> Option<Chart> {
        if metric == along {
            return None;
        }
        let mut unit = None;
        let mut series = Vec::new();
        for row in self.run.values(rows) {
            let points = self.run.measurements.iter().filter(|cell| {
                cell.key.metric == metric
                    && belongs(cell, setting)
                    && cell.key.factors.get(rows) == Some(row)
            });
            let mut points: Vec<(f64, f64)> = points
                .flat_map(|cell| {
                    unit = unit.or(Some(cell.key.unit));
                    self.points(cell, along)
                })
                .collect();
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            series.push(Series {
                name: row.to_owned(),
                points,
            });
        }
        series.retain(|one| one.points.len() > 1);
        if series.is_empty() {
            return None;
        }
        let is_series = self
            .run
            .measurements
            .iter()
            .any(|cell| cell.key.metric == along);
        let (scale, shape) = if is_series {
            (Scale::Linear, Shape::Steps)
        } else {
            (Scale::Log, Shape::Lines)
        };
        let setting_words: Vec<&str> = setting.iter().map(|(_, value)| value).collect();
        Some(Chart {
            id: format!(
                "{}-{metric}-{}",
                self.run.header.question,
                setting_words.join("-")
            )
            .replace(|c: char| !c.is_alphanumeric(), "-"),
            caption: captioned(setting, &format!("{metric} by {along}.")),
            x: Axis::new(along, Unit::Count, Scale::Log),
            y: Axis::new(metric, unit?, scale),
            shape,
            series,
        })
    }

    /// Returns the points of a cell: one at the value of the factor `along`, or its samples over those of
    /// the metric `along`.
    fn points(&self, cell: &run::Measurement, along: &str) -> Vec<(f64, f64)> {
        let factors = &cell.key.factors;
        if let Some(x) = factors.get(along) {
            return x.parse().ok().zip(typical(cell)).into_iter().collect();
        }
        let samples =
            |cell: &run::Measurement| cell.samples.concat().into_iter().flatten().collect();
        let xs: Vec<f64> = self.run.find(factors, along).map_or(Vec::new(), samples);
        xs.into_iter().zip(samples(cell)).collect()
    }
}
