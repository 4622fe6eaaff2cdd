//! `nodes`: what strings that share parts of each other take, by how a concatenation is represented.

mod bars;
mod plan;
mod summary;

use self::plan::Axes;
use super::flags::{distinct, number, reps, some_is_left, with_baseline};
use super::on::On;
use super::show::Show;
use super::turns::{PATIENCE, Programs, in_turn};
use super::{Failure, document};
use crate::measure::nodes::{Cell, Class, Sample, subjects};
use crate::measure::{Machine, Task, free_memory};
use crate::report::nodes::{Classes, Findings};
use crate::workload::nodes::Shape;

/// What can be asked for.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Measure these designs: names of the table, or 'all'.
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "all"
    )]
    design: Vec<String>,
    /// Make these: random, chain, append, persistent.
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "random,chain,append,persistent"
    )]
    workload: Vec<Shape>,
    #[command(flatten)]
    on: On,
    /// Of so many concatenations, as far as a quarter of the free memory goes; 20000000 is what long
    /// runs of such a program come to, and takes minutes.
    #[arg(long, value_name = "N", default_value = "500000", value_parser = count)]
    count: usize,
    /// The design that ratios are to.
    #[arg(long, value_name = "NAME", default_value = "std_arc_vec")]
    baseline: String,
    /// Measure each cell so often, all in turn.
    #[arg(
        long,
        visible_alias = "repetitions",
        value_name = "N",
        default_value = "6",
        value_parser = reps
    )]
    reps: usize,
    /// Measure what this project's designs are held to, and nothing else; the exit code is 3 if a bar is
    /// missed.
    #[arg(long, conflicts_with_all = ["design", "workload", "baseline"])]
    bars: bool,
    #[command(flatten)]
    show: Show,
}

impl Args {
    pub(super) fn run(self, command: String) -> Result<(), Failure> {
        if self.bars {
            return self.hold(command);
        }
        let findings = self.measure(command)?;
        let document = document(Some(&findings.machine), findings.sections());
        self.show.show(
            |mut out| findings.json_lines(&mut out),
            |mut out| findings.csv(&mut out),
            &document,
        )
    }

    pub(super) fn measure(&self, command: String) -> Result<Findings, Failure> {
        let all = subjects();
        let chosen = with_baseline(&self.design, &self.baseline, all, |one| one.name, "design")?;
        let allocators = self.on.all();
        let programs = Programs::find(&allocators)?;
        let shapes = distinct(self.workload.iter().copied());
        let free = free_memory();
        let axes = Axes {
            subjects: &chosen,
            allocators: &allocators,
            shapes: &shapes,
            count: self.count,
            free,
        };
        let (cells, mut left_out) = (axes.cells(), axes.left_out());
        let designs = cells.iter().map(|cell| &*cell.design);
        some_is_left(&self.design, designs, &left_out)?;
        left_out.extend(self.on.replaced());
        self.show.check()?;
        let samples = in_turn(&cells, self.reps, |cell| once(&programs, cell))?;
        let classes = allocators.iter().map(|&allocator| {
            let told: Vec<Class> =
                programs.ask(allocator, &Task::Classes, "what blocks take", PATIENCE)?;
            Ok(Classes {
                allocator,
                classes: told,
            })
        });
        Ok(Findings {
            command,
            reps: self.reps,
            baseline: self.baseline.clone(),
            left_out,
            cells: summary::summary(&cells, &samples, &chosen, &self.baseline),
            classes: classes.collect::<Result<_, Failure>>()?,
            machine: Machine::detect().on(&allocators),
        })
    }
}

/// One repetition of a cell.
fn once(programs: &Programs, cell: &Cell) -> Result<Sample, Failure> {
    let what = format!("{}, {}", cell.design, cell.shape);
    let task = Task::Nodes(cell.clone());
    programs.ask(cell.allocator, &task, &what, patience(cell.count))
}

/// How long a process may take that is to make so many concatenations.
fn patience(count: usize) -> std::time::Duration {
    PATIENCE + plan::PER_CONCATENATION.saturating_mul(u32::try_from(count).unwrap_or(u32::MAX))
}

fn count(text: &str) -> Result<usize, String> {
    number(text, 1000..=1 << 31)
}
