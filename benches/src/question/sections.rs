//! The report of a run by the question that it answers.

use string_kit_measure::judge::Judge;
use string_kit_measure::report::{Section, pivot, summary};
use string_kit_measure::run::Measurement;

use super::{LENGTH, compare, contend, curves, layout, nodes, trace, trial};

/// Returns the report of a run: its answer, and with `--all` its tables and the question's own
/// sections, if this program knows the question.
pub(crate) fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let header = &judge.run.header;
    // Of a factor with an order, the answer is about the last value.
    let last = |factor: &str| {
        let value = judge
            .run
            .values(factor)
            .last()
            .map(|value| (*value).to_owned());
        let factor = factor.to_owned();
        move |cell: &Measurement| cell.key.factors.get(&factor) == value.as_deref()
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
        "trace" => (
            summary(judge, "", |cell| {
                cell.key.factors.get(trace::SOURCE) != Some("memory")
            }),
            trace::sections(judge),
        ),
        _ => (Vec::new(), Vec::new()),
    };
    let details = [own, vec![pivot::section(judge)]].concat();
    if answer.is_empty() {
        return details;
    }
    let answer = Section {
        id: format!("{}_answer", header.question),
        title: header.title.clone(),
        command: header.command.clone(),
        blocks: answer,
        ..Section::default()
    };
    let hidden = details.into_iter().map(|section| Section {
        is_detail: true,
        ..section
    });
    [answer].into_iter().chain(hidden).collect()
}
