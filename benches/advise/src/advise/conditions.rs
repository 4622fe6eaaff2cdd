//! How sure the verdict is, and under which conditions it holds.

use string_kit_data::some_of;
use string_kit_measure::judge::Judge;
use string_kit_measure::run::Unit;

use super::advice::Advice;
use super::choice::{RULE, samples};
use super::factors::TIME;
use super::facts::{Facts, Set};
use super::types::percent;
use crate::candidate::BASELINE;

/// The noise floor from which on times are doubted, as a share.
const NOISY: f64 = 0.2;

/// Returns how sure the verdict is, and under which conditions it holds.
pub(super) fn conditions(
    facts: &Facts,
    advised: &[Advice<'_>],
    shown: &[Advice<'_>],
    judge: &Judge<'_>,
) -> Vec<String> {
    let is_brief = advised.len() > 1 && !facts.is_all;
    let records = shown.iter().map(|advice| records(advice, judge, is_brief));
    let mut points: Vec<String> = records.collect();
    if is_brief {
        points = vec![format!("Records: {}.", points.join("; "))];
    }
    points.extend(shown.iter().flat_map(|advice| faults(advice.set)));
    if facts.is_timed {
        points.extend(noise(advised, judge));
    }
    if advised.iter().any(|advice| !advice.choice.ties.is_empty()) {
        points.push(
            "Ties reach across the limit of 5 %: the one of the least risk is used. A greater \
             --seconds tells."
                .to_owned(),
        );
    }
    let time = if facts.is_timed {
        ""
    } else {
        "; no time was measured"
    };
    points.push(format!(
        "Memory: recorded, by the size classes of the allocator {}{time}.",
        facts.allocator
    ));
    if facts.is_all {
        points.push(RULE.to_owned());
    }
    points
}

/// Returns a warning if times are not to be relied on.
fn noise(advised: &[Advice<'_>], judge: &Judge<'_>) -> Option<String> {
    let times = advised.iter().filter_map(|advice| {
        samples(judge, &advice.whole.name, BASELINE, TIME).and_then(|cell| judge.floor(cell))
    });
    let floor = times.fold(0.0, f64::max);
    let mut warnings: Vec<String> = judge.run.header.warnings().collect();
    if floor > NOISY {
        warnings.push(format!(
            "Warning: two runs of String differ by up to {}; measure again on a calm machine.",
            percent(floor)
        ));
    }
    (!warnings.is_empty()).then(|| warnings.join(" "))
}

/// Returns the number of records of a set, and its use if it is timed.
fn records(advice: &Advice<'_>, judge: &Judge<'_>, is_brief: bool) -> String {
    let Advice { set, whole, .. } = advice;
    let (count, noun) = match set.recorded {
        Some(_) => (whole.texts, "text"),
        None => (set.records, "record"),
    };
    let ending = if count == 1 { "" } else { "s" };
    let (subject, count) = (advice.subject(), number(count));
    match samples(judge, &whole.name, BASELINE, TIME) {
        _ if is_brief => format!("{subject} {count}"),
        None => format!("{subject}: {count} {noun}{ending}."),
        Some(string) => {
            let sampled = number(set.sampled);
            let (processes, workload) = (string.samples.len(), &set.workload);
            let timed = if set.is_drawn {
                "values drawn from the profile".to_owned()
            } else if set.sampled < set.records {
                format!("{sampled} of them, in their order, at equal distances")
            } else {
                "all, in their order".to_owned()
            };
            format!(
                "{subject}: {count} {noun}{ending}, timed in {processes} processes: {timed}. The \
                 use: {workload}."
            )
        }
    }
}

/// Returns what was wrong with the records of a set.
fn faults(set: &Set) -> Vec<String> {
    let mut points: Vec<String> = set.outcome.sentences().into_iter().collect();
    // A record says itself how many values it kept.
    if !set.reduced.is_empty() && set.recorded.is_none() {
        points.push(format!(
            "To stay within {} MB of memory (--memory), fewer values were kept of {}.",
            set.memory_limit >> 20,
            some_of(set.reduced.iter().map(String::as_str))
        ));
    }
    if set.too_long > 0 {
        let too_long = number(set.too_long);
        points.push(format!(
            "Records of more than 64 KiB, which are not timed: {too_long}."
        ));
    }
    points
}

pub(super) fn number(count: u64) -> String {
    Unit::Count.show(count as f64)
}
