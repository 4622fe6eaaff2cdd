//! The trait of a question. It turns flags into a plan, a task of the plan into samples, and a run into sections of a
//! report.

use crate::engine::{Plan, Sampler, Task};
use crate::failure::Failure;
use crate::flags::Common;
use crate::judge::Judge;
use crate::report::Section;
use crate::run::Run;

/// A question, with its flags.
pub trait Question {
    /// Returns the flags that all questions have.
    fn common(&self) -> &Common;

    /// Plans the work.
    fn plan(&self) -> Result<Plan, Failure>;

    /// Measures the cells of a task in this process.
    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure>;

    /// Returns a text that answers without a measurement, if the flags ask for one.
    fn printed(&self) -> Option<String> {
        None
    }

    /// Returns the part of a report that stands before the tables.
    fn first_sections(&self, _judge: &Judge<'_>) -> Vec<Section> {
        Vec::new()
    }

    /// Returns the question's own part of a report: sentences, published numbers, other tables.
    fn sections(&self, _judge: &Judge<'_>) -> Vec<Section> {
        Vec::new()
    }

    /// Compares the finished run with the expected results.
    fn verify(&self, _run: &Run) -> Result<(), Failure> {
        Ok(())
    }
}
