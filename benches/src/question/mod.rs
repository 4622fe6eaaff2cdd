//! The questions, a file each: factors, baseline, metrics, and how one sample is taken.

mod advise;
mod compare;
mod conformance;
mod contend;
mod crates;
mod curves;
mod layout;
mod lookup;
mod nodes;
mod reading;
mod trace;

use std::time::Duration;

use crate::cmd::Common;
use crate::engine::{Plan, Sampler, Unit};
use crate::failure::Failure;
use crate::judge::Judge;
use crate::report::Section;
use crate::run::Run;

/// A question, with the flags that it was asked with.
pub(crate) trait Question {
    /// Returns the flags that all questions have.
    fn common(&self) -> &Common;

    /// Returns the time that all processes together measure for by default.
    fn default_time(&self) -> Duration {
        Duration::from_secs(10)
    }

    /// Returns the number of processes that measure by default.
    fn default_processes(&self) -> u32 {
        40
    }

    /// Plans the work.
    ///
    /// # Errors
    ///
    /// If the flags ask for something that does not exist.
    fn plan(&self) -> Result<Plan, Failure>;

    /// Measures the cells of a unit in this process.
    ///
    /// # Errors
    ///
    /// If a result is wrong, or the samples cannot be written.
    fn sample(&self, unit: &Unit, sampler: &mut Sampler) -> Result<(), Failure>;

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
    ///
    /// # Errors
    ///
    /// The differences, in one line.
    fn verify(&self, _run: &Run) -> Result<(), Failure> {
        Ok(())
    }
}

/// Lists the questions: the verb with its help, and the module of its flags.
macro_rules! questions {
    ($($(#[$help:meta])* $verb:ident($module:ident),)*) => {
        /// The questions as verbs.
        #[derive(Debug, clap::Subcommand)]
        #[allow(clippy::large_enum_variant)] // A run has one.
        pub(crate) enum Questions {
            $($(#[$help])* $verb($module::Args),)*
        }

        impl Questions {
            /// The names of all questions.
            pub(crate) const NAMES: &[&'static str] = &[$(stringify!($module)),*];

            /// Returns the question.
            pub(crate) fn get(&self) -> &dyn Question {
                match self {
                    $(Self::$verb(args) => args,)*
                }
            }
        }
    };
}

questions! {
    /// Compare all ways to capture the example slices, and uses of the results (the default verb).
    Compare(compare),
    /// Say which string type to keep the texts of a file in (without a file: of embedded data).
    Advise(advise),
    /// Compare operations by the length of the text.
    Curves(curves),
    /// Compare look-ups in maps, within the caches and beyond them.
    Lookup(lookup),
    /// Clone one string by several threads at once.
    Contend(contend),
    /// Compare ways to represent strings that share parts of each other.
    Nodes(nodes),
    /// Examine string types by the laws of string-kit-conformance.
    Conformance(conformance),
    /// Show the bytes of string types and of nodes, and the blocks that they take.
    Layout(layout),
    /// Trace the allocator while the strings of JSON records are kept.
    Trace(trace),
    /// Measure how fast files are profiled.
    Reading(reading),
}
