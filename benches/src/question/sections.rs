//! The report of a run by the question that it answers.

use string_kit_measure::judge::Judge;
use string_kit_measure::report::{Section, pivot, summary};
use string_kit_measure::run::Measurement;

use super::{LENGTH, compare, contend, curves, layout, nodes, section, trace, trial};

/// Returns the report of a run: its answer, and with `--all` its tables and the question's own
/// sections, if this program knows the question.
pub(crate) fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let header = &judge.run.header;
    // Of a factor with an order, the answer is about the last value.
    let last = |factor: &'static str| {
        let value = judge.run.values(factor).last().copied();
        move |cell: &Measurement| cell.key.factors.get(factor) == value
    };
    let is_time = |cell: &Measurement| cell.key.metric == "time";
    let (answer, own) = match &*header.question {
        "advise" => return string_kit_advise::sections(judge),
        "try" => return trial::sections(judge),
        "compare" => return compare::sections(judge),
        "contend" => {
            let busiest = last(contend::THREADS);
            let answer = summary(judge, "", |cell| busiest(cell) && is_time(cell));
            (answer, contend::sections(judge))
        }
        "curves" => (summary(judge, LENGTH, is_time), curves::sections(judge)),
        "layout" => (layout::answer(judge), Vec::new()),
        "lookup" => (summary(judge, "", is_time), Vec::new()),
        "nodes" => {
            let (count, allocator) = (last(nodes::COUNT), last("allocator"));
            let answer = summary(judge, "", |cell| count(cell) && allocator(cell));
            (answer, nodes::sections(judge))
        }
        "trace" => {
            let is_kept =
                |cell: &Measurement| cell.key.factors.get(trace::SOURCE) != Some("memory");
            (summary(judge, "", is_kept), trace::sections(judge))
        }
        _ => (Vec::new(), Vec::new()),
    };
    let id = format!("{}_answer", header.question);
    let mut sections = section(judge, &id, &header.title, answer);
    let has_answer = !sections.is_empty();
    sections.extend(own);
    sections.push(pivot::section(judge));
    for details in sections.iter_mut().skip(1) {
        details.is_detail = has_answer;
    }
    sections
}
