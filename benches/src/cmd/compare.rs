//! `compare`: every way to capture the five example slices, side by side.

use std::time::Duration;

use string_kit::CloneCost;

use super::flags::number;
use super::output::Output;
use super::progress::{progress_bar, seconds, show};
use super::{
    Failure, conformance, contend, curves, document, given, layout, lookup, nodes, trace, verb,
};
use crate::input;
use crate::measure::{self, Budget, Estimate, MIN_ROUNDS, Machine, Memory};
use crate::report::{self, CONCLUSIONS, Capability, Report, Section, Way};
use crate::workload::{self, BASELINE, Group, Representation, Workload};

/// What can be asked for.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Measure for about this many seconds.
    #[arg(long, value_name = "S", default_value = "12", value_parser = seconds)]
    seconds: Duration,
    /// Measure this many rounds, however long it takes.
    #[arg(long, value_name = "N", conflicts_with = "seconds", value_parser = rounds)]
    rounds: Option<usize>,
    /// Measure only the ways with this in their name or kind, and what they are compared with.
    #[arg(long, value_name = "SUBSTRING")]
    only: Option<String>,
    /// Show every strategy of every representation in the first table.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    output: Output,
}

impl Args {
    pub(super) fn run(self, command: String) -> Result<(), Failure> {
        let workloads = self.workloads()?;
        self.output.check()?;
        let report = self.measure(&workloads, command);
        let sections = report.sections(self.all || self.only.is_some());
        let shown = document(Some(&report.machine), sections.clone());
        let page = || {
            let mut all = [sections, others()?].concat();
            // At a terminal the end is what one sees, on a page the beginning.
            all.sort_by_key(|section| section.id != CONCLUSIONS);
            Ok(document(Some(&report.machine), all))
        };
        self.output
            .show_with_page(&Concluded::from(&report), &shown, page)
    }

    /// The workloads that are asked for, and those that all are compared with.
    fn workloads(&self) -> Result<Vec<Workload>, Failure> {
        let mut workloads = workload::all();
        let Some(only) = &self.only else {
            return Ok(workloads);
        };
        let asked =
            |way: &Workload| way.to_string().contains(only) || way.group.name().contains(only);
        if !workloads.iter().any(asked) {
            return Err(Failure::Arguments(format!(
                "no way has '{only}' in its name or kind; run without --only to see them all"
            )));
        }
        workloads.retain(|way| asked(way) || way.is_baseline() || way.group == Group::Floor);
        Ok(workloads)
    }

    fn measure(&self, workloads: &[Workload], command: String) -> Report {
        let slices = input::pass();
        let budget = self
            .rounds
            .map_or(Budget::Time(self.seconds), Budget::Rounds);

        let bar = progress_bar();
        let passes = |way: &Workload, count| measure::repeat(count, || way.pass(&slices));
        let timings = measure::time(workloads, passes, budget, |share| show(&bar, share));
        bar.finish_and_clear();

        let baseline = workloads
            .iter()
            .position(Workload::is_baseline)
            .expect("the baseline is always measured");
        let ways = workloads
            .iter()
            .zip(&timings)
            .map(|(workload, timing)| Way {
                group: workload.group.name(),
                name: workload.name,
                strategy: workload.strategy,
                ns: Estimate::of(timing.ns.clone()),
                ratio: Estimate::of(timing.over(&timings[baseline])),
                memory: Memory::of(workload, &slices),
                handle_bytes: workload.handle_bytes,
            });
        Report {
            command,
            machine: Machine::detect(),
            rounds: timings[baseline].ns.len(),
            baseline: BASELINE,
            ways: ways.collect(),
            representations: workload::representations()
                .iter()
                .filter(|known| workloads.iter().any(|way| way.name == known.name))
                .map(capability)
                .collect(),
        }
    }
}

/// A report with what follows from it.
#[derive(serde::Serialize)]
struct Concluded<'a> {
    #[serde(flatten)]
    report: &'a Report,
    conclusions: Vec<String>,
}

impl<'a> From<&'a Report> for Concluded<'a> {
    fn from(report: &'a Report) -> Self {
        Self {
            report,
            conclusions: report::words(report),
        }
    }
}

/// Some seconds of `nodes`: what its page has of one shape, of fewer concatenations than it takes to
/// leave all caches behind.
const FEW_NODES: [&str; 4] = ["--workload", "random", "--count", "100000"];

/// What the other verbs find out, for a page with all of it.
fn others() -> Result<Vec<Section>, Failure> {
    Ok([
        given::<trace::Args>(&[])
            .measure(verb("trace", &[]))?
            .sections(),
        given::<curves::Args>(&[])
            .measure(verb("curves", &[]))?
            .sections(),
        given::<lookup::Args>(&[])
            .measure(verb("lookup", &[]))?
            .sections(),
        given::<contend::Args>(&[])
            .measure(verb("contend", &[]))?
            .sections(),
        given::<nodes::Args>(&FEW_NODES)
            .measure(verb("nodes", &FEW_NODES))?
            .sections(),
        given::<layout::Args>(&[])
            .measure(verb("layout", &[]))?
            .sections(),
        conformance::with_laws(&given::<conformance::Args>(&[]).measure(verb("conformance", &[]))?),
    ]
    .concat())
}

fn capability(of: &Representation) -> Capability {
    Capability {
        name: of.name,
        type_name: of.profile.name,
        size: of.size,
        option_size: of.option_size,
        inline_capacity: of.profile.inline_capacity,
        clone_shares: of.profile.clone == CloneCost::Shares,
        mutable: of.profile.mutable,
    }
}

fn rounds(text: &str) -> Result<usize, String> {
    number(text, MIN_ROUNDS..=1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_out_of_range_is_refused() {
        for text in ["", "5", "-1", "x", "1000001"] {
            assert!(rounds(text).is_err(), "{text}");
        }
        assert_eq!(rounds("6"), Ok(6));
    }
}
