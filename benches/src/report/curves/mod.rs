//! What was found out of how an operation's time follows a text's length.

mod tables;
mod words;

use serde::Serialize;

use super::{Axis, Block, Chart, Scale, Section, Series, Shape, Unit};
use crate::measure::{Estimate, Machine};

/// All that a run found out.
///
/// ```
/// use string_kit_benches::measure::Machine;
/// use string_kit_benches::report::curves::Findings;
///
/// let findings = Findings {
///     command: "string-kit curves".to_owned(),
///     machine: Machine::detect(),
///     rounds: 60,
///     baseline: "string",
///     texts: 256,
///     operations: Vec::new(),
/// };
/// assert!(findings.sections().is_empty());
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Findings {
    /// The command that makes it again.
    pub command: String,
    /// Where it was made.
    pub machine: Machine,
    /// How many rounds count: those of the calmest third of the sweeps over all lengths.
    pub rounds: usize,
    /// The representation that ratios are to.
    pub baseline: &'static str,
    /// How many texts of one length were taken in turn.
    pub texts: usize,
    /// What was done with the texts.
    pub operations: Vec<Operation>,
}

/// An operation and its curves.
///
/// ```
/// use string_kit_benches::report::curves::Operation;
///
/// let operation = Operation {
///     id: "curve_clone",
///     name: "clone",
///     what: "cloning a text",
///     curves: Vec::new(),
/// };
/// assert!(operation.curves.is_empty());
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Operation {
    /// The name of its section: a Rust identifier.
    pub id: &'static str,
    /// The name.
    pub name: &'static str,
    /// What is measured, in a few words.
    pub what: &'static str,
    /// One for each representation, in the order of string-kit's list.
    pub curves: Vec<Curve>,
}

/// An operation of one representation.
///
/// ```
/// use string_kit_benches::report::curves::Curve;
///
/// let curve = Curve {
///     name: "smol_str",
///     inline_capacity: 23,
///     points: Vec::new(),
///     mixes: Vec::new(),
/// };
/// assert_eq!(curve.inline_capacity, 23);
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Curve {
    /// The representation.
    pub name: &'static str,
    /// The longest text, in bytes, that it keeps inline.
    pub inline_capacity: usize,
    /// The times, by rising length.
    pub points: Vec<Point>,
    /// The times of texts of many lengths.
    pub mixes: Vec<Mix>,
}

impl Curve {
    /// The point of a length, if it was measured.
    fn at(&self, length: usize) -> Option<&Point> {
        self.points.iter().find(|point| point.length == length)
    }

    /// The points on both sides of where text goes to the heap.
    fn step(&self) -> Option<(&Point, &Point)> {
        let inline = self.inline_capacity;
        if inline == 0 {
            return None;
        }
        Some((self.at(inline)?, self.at(inline + 1)?))
    }
}

/// The time of texts of one length.
///
/// ```
/// use string_kit_benches::measure::Estimate;
/// use string_kit_benches::report::curves::Point;
///
/// let point = Point {
///     length: 24,
///     ns: Estimate::of(vec![9.0, 10.0, 11.0]),
///     ratio: Estimate::of(vec![0.5, 0.6, 0.7]),
/// };
/// assert!(!point.ratio.contains(1.0));
/// ```
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Point {
    /// The length in bytes.
    pub length: usize,
    /// Nanoseconds for each text.
    pub ns: Estimate,
    /// The time over the baseline's, of pairs of the same round.
    pub ratio: Estimate,
}

/// The time of texts of many lengths.
///
/// ```
/// use string_kit_benches::measure::Estimate;
/// use string_kit_benches::report::curves::Mix;
///
/// let mix = Mix {
///     name: "even",
///     what: "each length as often as any other",
///     shuffled: Estimate::of(vec![20.0]),
///     sorted: Estimate::of(vec![12.0]),
///     order: Estimate::of(vec![20.0 / 12.0]),
///     curve: 10.0,
/// };
/// assert!(mix.sorted.median > mix.curve);
/// ```
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Mix {
    /// The name: a Rust identifier.
    pub name: &'static str,
    /// What it is, in a few words.
    pub what: &'static str,
    /// Nanoseconds for each text, in no order.
    pub shuffled: Estimate,
    /// The same texts from short to long.
    pub sorted: Estimate,
    /// The first over the second, of pairs of the same round.
    pub order: Estimate,
    /// What the curve says of these lengths, on average.
    pub curve: f64,
}

impl Mix {
    /// How many times as long a text takes as its length's curve says.
    fn over_curve(&self) -> f64 {
        self.shuffled.median / self.curve
    }
}

impl Findings {
    /// The curves, and what a curve does not tell.
    ///
    /// ```
    /// use string_kit_benches::measure::{Estimate, Machine};
    /// use string_kit_benches::report::curves::{Curve, Findings, Operation, Point};
    ///
    /// let point = Point {
    ///     length: 8,
    ///     ns: Estimate::of(vec![9.0]),
    ///     ratio: Estimate::of(vec![1.0]),
    /// };
    /// let curve = Curve {
    ///     name: "string",
    ///     inline_capacity: 0,
    ///     points: vec![point],
    ///     mixes: Vec::new(),
    /// };
    /// let operation = Operation {
    ///     id: "curve_clone",
    ///     name: "clone",
    ///     what: "cloning a text",
    ///     curves: vec![curve],
    /// };
    /// let findings = Findings {
    ///     command: "string-kit curves".to_owned(),
    ///     machine: Machine::detect(),
    ///     rounds: 1,
    ///     baseline: "string",
    ///     texts: 256,
    ///     operations: vec![operation],
    /// };
    /// assert_eq!(findings.sections()[0].title, "By length: clone");
    /// ```
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        let section = |id, title: String, blocks| Section {
            id,
            title,
            command: self.command.clone(),
            blocks,
        };
        let mut sections: Vec<Section> = self
            .operations
            .iter()
            .map(|operation| {
                let mut blocks = vec![
                    Block::Chart(self.chart(operation)),
                    Block::Table(tables::lengths(self, operation)),
                ];
                let points = words::operation(operation);
                if !points.is_empty() {
                    blocks.push(Block::Points(points));
                }
                let title = format!("By length: {}", operation.name);
                section(operation.id, title, blocks)
            })
            .collect();
        if let Some(table) = tables::steps(&self.operations) {
            sections.push(section(
                "inline_step",
                "One byte more than fits inline".to_owned(),
                vec![Block::Table(table)],
            ));
        }
        let mixes = tables::mixes(&self.operations);
        if !mixes.is_empty() {
            let mut blocks: Vec<Block> = mixes.into_iter().map(Block::Table).collect();
            blocks.push(Block::Points(words::mixes(&self.operations)));
            sections.push(section(
                "mixed_lengths",
                "Texts of many lengths in turn".to_owned(),
                blocks,
            ));
        }
        sections
    }

    fn chart(&self, operation: &Operation) -> Chart {
        #[allow(clippy::cast_precision_loss)] // Lengths are far from 2^52.
        let point = |point: &Point| (point.length as f64, point.ns.median);
        let mut curves: Vec<&Curve> = operation.curves.iter().collect();
        curves.sort_by(|a, b| self.rank(a.name).total_cmp(&self.rank(b.name)));
        Chart {
            id: format!("{}_chart", operation.id),
            caption: format!("Time of {}; lower is better.", operation.what),
            x: Axis::new("length of the text, bytes", Unit::Count, Scale::Log),
            y: Axis::new("time", Unit::Nanoseconds, Scale::Log),
            shape: Shape::Lines,
            series: curves
                .into_iter()
                .map(|curve| Series {
                    name: curve.name.to_owned(),
                    points: curve.points.iter().map(point).collect(),
                })
                .collect(),
        }
    }

    /// A representation's place in every chart, so that it looks alike in all: the baseline, then
    /// by the mean ratio to it over all that was measured. Where there is room for a few, they are
    /// the ones to look at.
    fn rank(&self, name: &str) -> f64 {
        if name == self.baseline {
            return f64::NEG_INFINITY;
        }
        let curves = self.operations.iter().flat_map(|one| &one.curves);
        let of = curves.filter(|curve| curve.name == name);
        of.map(tables::over_baseline).sum()
    }
}
