//! The report of a run by the question that it answers.

use string_kit_measure::judge::Judge;
use string_kit_measure::report::{Section, pivot};

use super::{compare, contend, curves, lookup, nodes, trace, trial};

/// Returns the report of a run: its tables, and the question's own sections if this program knows
/// the question.
pub(crate) fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let own = match &*judge.run.header.question {
        "advise" => return string_kit_advise::sections(judge),
        "contend" => return contend::sections(judge),
        "try" => return trial::sections(judge),
        "compare" => return compare::sections(judge),
        "curves" => curves::sections(judge),
        "lookup" => lookup::sections(judge),
        "nodes" => nodes::sections(judge),
        "trace" => trace::sections(judge),
        _ => Vec::new(),
    };
    [vec![pivot::section(judge)], own].concat()
}
