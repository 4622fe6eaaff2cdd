//! The questions, a file each: factors, baseline, metrics, and how one sample is taken.

mod compare;
mod conformance;
mod contend;
mod curves;
mod layout;
mod lookup;
mod nodes;
mod trace;

use string_kit_advise::{Advise, Reading};
use string_kit_measure::Question;
use string_kit_measure::judge::Judge;
use string_kit_measure::report::{Block, Section};

/// Lists the questions: the verb with its help, its name, and its flags.
macro_rules! questions {
    ($($(#[$help:meta])* $verb:ident($module:literal, $args:ty),)*) => {
        /// The questions as verbs.
        #[derive(Debug, clap::Subcommand)]
        #[allow(clippy::large_enum_variant)] // A run has one.
        pub(crate) enum Questions {
            $($(#[$help])* $verb($args),)*
        }

        impl Questions {
            /// The names of all questions.
            pub(crate) const NAMES: &[&'static str] = &[$($module),*];

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
    Compare("compare", compare::Args),
    /// Say which string type to keep the texts of a file in (without a file: of embedded data).
    Advise("advise", Advise),
    /// Compare operations by the length of the text.
    Curves("curves", curves::Args),
    /// Compare look-ups in maps, within the caches and beyond them.
    Lookup("lookup", lookup::Args),
    /// Clone one string by several threads at once.
    Contend("contend", contend::Args),
    /// Compare ways to represent strings that share parts of each other.
    Nodes("nodes", nodes::Args),
    /// Examine string types by the laws of string-kit-conformance.
    Conformance("conformance", conformance::Args),
    /// Show the bytes of string types and of nodes, and the blocks that they take.
    Layout("layout", layout::Args),
    /// Trace the allocator while the strings of JSON records are kept.
    Trace("trace", trace::Args),
    /// Measure how fast files are profiled.
    Reading("reading", Reading),
}

/// Returns the section of a question's own findings, or none if there are none.
fn section(judge: &Judge<'_>, id: &str, title: &str, blocks: Vec<Block>) -> Vec<Section> {
    if blocks.is_empty() {
        return Vec::new();
    }
    vec![Section {
        id: id.to_owned(),
        title: title.to_owned(),
        command: judge.run.header.command.clone(),
        blocks,
    }]
}
