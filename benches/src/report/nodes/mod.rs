//! What was found out of strings that share parts of each other.

mod csv;
mod published;
mod tables;
#[cfg(test)]
mod tests;
mod words;

use std::io::{self, Write};

use serde::Serialize;

use super::bars::About;
use super::{Block, Section};
use crate::measure::nodes::Class;
use crate::measure::{Allocator, Estimate, Machine, nodes};
use crate::report::json::json_lines;
use crate::workload::nodes::{Kind, Shape};

/// What the bars of nodes are about.
pub(crate) const HELD: About = About {
    id: "nodes_bars",
    title: "What strings that share parts are held to",
    what: "what",
    caption: "Ratios where two are named; else bytes, or nanoseconds, a concatenation. of: so many \
              repetitions in which all that it takes was measured.",
};

/// All that a run found out.
///
/// ```
/// use string_kit_benches::measure::Machine;
/// use string_kit_benches::report::nodes::Findings;
///
/// let findings = Findings {
///     command: "string-kit nodes".to_owned(),
///     machine: Machine::detect(),
///     reps: 6,
///     baseline: "std_arc_vec".to_owned(),
///     left_out: Vec::new(),
///     cells: Vec::new(),
///     classes: Vec::new(),
/// };
/// assert_eq!(findings.sections()[0].id, "nodes");
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Findings {
    /// The command that makes it again.
    pub command: String,
    /// Where it was made.
    pub machine: Machine,
    /// How often each cell was measured.
    pub reps: usize,
    /// The design that ratios are to.
    pub baseline: String,
    /// What was asked for and cannot be done, in words.
    pub left_out: Vec<String>,
    /// What was measured.
    pub cells: Vec<Cell>,
    /// What blocks take.
    pub classes: Vec<Classes>,
}

/// What was measured of one cell.
///
/// ```
/// use string_kit_benches::measure::{Allocator, Estimate, nodes};
/// use string_kit_benches::report::nodes::Cell;
/// use string_kit_benches::workload::nodes::{Kind, Shape};
///
/// let cell = Cell {
///     cell: nodes::Cell {
///         design: "std_arc_vec".to_owned(),
///         allocator: Allocator::System,
///         shape: Shape::Random,
///         count: 1_000_000,
///     },
///     kind: Kind::WriteUp,
///     handle: 8,
///     touched: Some(Estimate::of(vec![48.0, 48.1])),
///     live: None,
///     build_ns: Estimate::of(vec![210.0, 220.0]),
///     drop_ns: None,
///     flatten: None,
///     bytes_ratio: None,
///     build_ratio: None,
///     drop_ratio: None,
/// };
/// assert!(cell.drop_ns.is_none());
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// Which one.
    #[serde(flatten)]
    pub cell: nodes::Cell,
    /// Whose the design is.
    pub kind: Kind,
    /// The bytes of a handle, which are not counted.
    pub handle: usize,
    /// Bytes of memory a concatenation.
    pub touched: Option<Estimate>,
    /// The same by what the allocator says of its blocks.
    pub live: Option<Estimate>,
    /// Nanoseconds to make one.
    pub build_ns: Estimate,
    /// Nanoseconds to drop one.
    pub drop_ns: Option<Estimate>,
    /// Bytes a second of a text that is flattened.
    pub flatten: Option<Estimate>,
    /// The bytes over the baseline's, of the same repetitions.
    pub bytes_ratio: Option<Estimate>,
    /// The time to make one over the baseline's.
    pub build_ratio: Option<Estimate>,
    /// The time to drop one over the baseline's.
    pub drop_ratio: Option<Estimate>,
}

/// What blocks take on one allocator.
///
/// ```
/// use string_kit_benches::measure::Allocator;
/// use string_kit_benches::measure::nodes::Class;
/// use string_kit_benches::report::nodes::Classes;
///
/// let classes = Classes {
///     allocator: Allocator::System,
///     classes: vec![Class { asked: 40, usable: Some(40), takes: 48 }],
/// };
/// assert_eq!(classes.classes.len(), 1);
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Classes {
    /// The allocator.
    pub allocator: Allocator,
    /// Its sizes, rising.
    pub classes: Vec<Class>,
}

/// The cells that differ in the design alone.
struct Group<'a> {
    allocator: Allocator,
    shape: Shape,
    cells: Vec<&'a Cell>,
}

impl Group<'_> {
    fn words(&self) -> String {
        format!("{}, {}", self.shape, self.allocator)
    }

    fn baseline(&self, findings: &Findings) -> Option<&Cell> {
        let mut cells = self.cells.iter().copied();
        cells.find(|cell| cell.cell.design == findings.baseline)
    }
}

impl Findings {
    /// Tables, and what follows from them.
    ///
    /// ```
    /// use string_kit_benches::measure::Machine;
    /// use string_kit_benches::report::nodes::Findings;
    ///
    /// let findings = Findings {
    ///     command: "string-kit nodes".to_owned(),
    ///     machine: Machine::detect(),
    ///     reps: 6,
    ///     baseline: "std_arc_vec".to_owned(),
    ///     left_out: Vec::new(),
    ///     cells: Vec::new(),
    ///     classes: Vec::new(),
    /// };
    /// assert_eq!(findings.sections()[0].title, "Strings that share parts");
    /// ```
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        let mut blocks = vec![Block::Text(words::method(self))];
        for group in self.groups() {
            blocks.push(Block::Table(tables::memory(self, &group)));
            blocks.push(Block::Table(tables::time(self, &group)));
            blocks.push(Block::Points(words::group(self, &group)));
        }
        if !self.classes.is_empty() {
            blocks.push(Block::Table(tables::classes(&self.classes)));
        }
        let mut points = words::classes(&self.classes);
        points.extend(words::doubts(self));
        blocks.push(Block::Points(points));
        vec![Section {
            id: "nodes",
            title: "Strings that share parts".to_owned(),
            command: self.command.clone(),
            blocks,
        }]
    }

    /// Writes each cell, and what blocks take on each allocator, as a line of JSON that says all of itself.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn json_lines(&self, out: &mut impl Write) -> io::Result<()> {
        /// A cell or classes, and how they were measured.
        #[derive(Serialize)]
        struct Line<'a, T> {
            cpu: &'a str,
            reps: usize,
            baseline: &'a str,
            #[serde(flatten)]
            of: &'a T,
        }
        fn line<'a, T>(findings: &'a Findings, of: &'a T) -> Line<'a, T> {
            Line {
                cpu: &findings.machine.cpu,
                reps: findings.reps,
                baseline: &findings.baseline,
                of,
            }
        }
        json_lines(self.cells.iter().map(|cell| line(self, cell)), out)?;
        json_lines(self.classes.iter().map(|classes| line(self, classes)), out)
    }

    /// Writes the cells as CSV, a line each, below a line that names the columns.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn csv(&self, out: &mut impl Write) -> io::Result<()> {
        csv::write(&self.cells, out)
    }

    /// The groups, in the order of their first cells.
    fn groups(&self) -> Vec<Group<'_>> {
        let mut groups: Vec<Group<'_>> = Vec::new();
        for cell in &self.cells {
            let (allocator, shape) = (cell.cell.allocator, cell.cell.shape);
            let is_its =
                |group: &&mut Group<'_>| (group.allocator, group.shape) == (allocator, shape);
            match groups.iter_mut().find(is_its) {
                Some(group) => group.cells.push(cell),
                None => groups.push(Group {
                    allocator,
                    shape,
                    cells: vec![cell],
                }),
            }
        }
        groups
    }
}
