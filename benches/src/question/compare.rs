//! Which way to capture is fastest, and which container is good to use afterwards?

use std::time::Duration;

use super::Question;
use crate::cmd::Common;
use crate::engine::{Plan, Program, Sampler, Timed, Unit};
use crate::failure::Failure;
use crate::input;
use crate::memory::Memory;
use crate::run::{Compared, Factors, Layout, Unit as In};
use crate::workload::{self, Operation, Workload};

const WAY: &str = "way";
const OPERATION: &str = "operation";

/// The flags of the question.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Show every strategy of every type, not only the best of each.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    common: Common,
}

impl Args {
    /// Returns the ways that are asked for, the baseline and its twin among them.
    fn ways(&self) -> Result<Vec<Workload>, Failure> {
        let mut ways = workload::all();
        let names = |way: &Workload| {
            let of = [way.title.clone(), way.name.to_owned(), way.to_string()];
            of.into_iter()
                .chain(way.title.split(", ").next().map(ToOwned::to_owned))
                .collect()
        };
        self.common
            .keep_types(&mut ways, names, |way| way.is_baseline() || way.is_floor())?;
        Ok(ways)
    }
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn default_time(&self) -> Duration {
        Duration::from_secs(20)
    }

    fn plan(&self) -> Result<Plan, Failure> {
        self.ways()?;
        let mut units = Unit::on(&self.common.allocators(), "times");
        units.push(Unit::once("allocations", Program::Counting));
        Ok(Plan {
            question: "compare",
            title: "Ways to capture the five example slices".to_owned(),
            compared: Some(Compared::with(WAY, &workload::baseline().title)),
            layout: Layout::default(),
            units,
            ..Plan::default()
        })
    }

    fn sample(&self, unit: &Unit, sampler: &mut Sampler) -> Result<(), Failure> {
        let slices = input::pass();
        let ways = self.ways()?;
        for way in &ways {
            for slice in slices {
                way.check(slice).map_err(Failure::Unexpected)?;
            }
        }
        if unit.program == Program::Counting {
            for way in &ways {
                count(way, &slices, sampler)?;
            }
            return Ok(());
        }
        let mut cells = Vec::new();
        for way in &ways {
            for &operation in way.operations() {
                let factors = Factors::default()
                    .with(WAY, &way.title)
                    .with(OPERATION, operation);
                let mut timed = Timed::new(factors, way.timer(operation, &slices));
                timed.note = Some(way.to_string());
                timed.family = way
                    .family()
                    .filter(|_| !self.all && operation == Operation::Capture);
                cells.push(timed);
            }
        }
        Ok(sampler.time(cells)?)
    }
}

/// Reports what one pass of a way asks of the allocator, and the size of its containers.
#[allow(clippy::cast_precision_loss)] // Sizes are far from 2^52.
fn count(
    way: &Workload,
    slices: &[input::Values<'_>],
    sampler: &mut Sampler,
) -> Result<(), Failure> {
    let memory = Memory::of(way, slices);
    let factors = || {
        Factors::default()
            .with(WAY, &way.title)
            .with(OPERATION, Operation::Capture)
    };
    for (metric, unit, value) in [
        ("allocations", In::Count, memory.allocations as f64),
        ("reallocations", In::Count, memory.reallocations as f64),
        ("kept", In::Bytes, memory.kept_bytes as f64),
        ("peak", In::Bytes, memory.peak_bytes as f64),
        ("size", In::Bytes, way.handle_bytes as f64),
    ] {
        sampler.fixed(factors(), metric, unit, value)?;
    }
    Ok(())
}
