//! The time and the memory of profiling a file, against `serde_json` that reads the same into typed rows.

mod work;

use std::time::Duration;

use string_kit_measure::engine::{Plan, Program, Sampler, Task, Timed, repeat};
use string_kit_measure::judge::{Judge, typical};
use string_kit_measure::memory::peak;
use string_kit_measure::report::{Block, Section};
use string_kit_measure::run::{self, Compared, Factors, Layout, Unit};
use string_kit_measure::{Common, Failure, Question};

use self::work::{BASELINE, PROFILE, WAYS};

const WAY: &str = "way";
const LINE: &str = "line";

/// The flags of the question.
#[derive(Debug, Default, clap::Args)]
pub struct Args {
    /// Read a file of this many megabytes, which each process writes first.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    megabytes: u32,
    #[command(flatten)]
    common: Common,
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        if !self.common.types.is_empty() {
            let what = "reading compares no types; leave out --type";
            return Err(Failure::Arguments(what.to_owned()));
        }
        let megabytes = self.megabytes;
        let mut tasks = Task::on(&self.common.allocators(), "times");
        tasks.push(Task::once("memory", Program::current()));
        Ok(Plan {
            question: "reading",
            effort: (Duration::from_secs(20), 5),
            title: format!("Files of {megabytes} MB of JSON lines, read and profiled"),
            compared: Some(Compared::with(WAY, BASELINE)),
            layout: Layout::default(),
            notes: vec![
                "The records are lines of a log: ten texts, one of them unique, and two numbers."
                    .to_owned(),
                "Times are of one record; the file is in the cache of the system. peak: the most memory of \
                 the process."
                    .to_owned(),
            ],
            tasks,
            ..Plan::default()
        })
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        let file = work::file(self.megabytes as usize * 1_000_000, &mut sampler.random)?;
        let path = file.path();
        if task.once {
            work::profile(path)?;
            // Not every system counts it.
            if let Some(peak) = peak() {
                let factors = Factors::default().with(WAY, PROFILE);
                sampler.fixed(factors, "peak", Unit::Bytes, peak as f64)?;
            }
            return Ok(());
        }
        let totals = WAYS[0].1(path)?;
        for (name, way) in &WAYS[1..] {
            let other = way(path)?;
            if other != totals {
                let what = format!("{name} finds {other:?}, and {BASELINE} {totals:?}");
                return Err(Failure::Unexpected(what));
            }
        }
        let twin = run::twin(BASELINE);
        let ways = WAYS.into_iter().chain([(&*twin, WAYS[0].1)]);
        let cells = ways.map(|(name, way)| {
            let pass = move |count| {
                repeat(count, || {
                    // The same file was read without a fault before.
                    let _ = std::hint::black_box(way(path));
                })
            };
            Timed::new(Factors::default().with(WAY, name), pass).of(totals.records)
        });
        let cells: Vec<_> = cells.collect();
        sampler.time(cells)?;
        if sampler.process == 0 {
            let line = file.as_file().metadata()?.len() as f64 / totals.records as f64;
            for (name, _) in WAYS {
                let factors = Factors::default().with(WAY, name);
                sampler.fixed(factors, LINE, Unit::Bytes, line)?;
            }
        }
        Ok(())
    }

    fn sections(&self, judge: &Judge<'_>) -> Vec<Section> {
        let run = judge.run;
        let speed = |cell: &run::Measurement| {
            let line = judge.find(&cell.key.factors, LINE)?.value()?;
            // Bytes in a nanosecond are gigabytes in a second.
            let speed = line / typical(cell)? * 1_000.0;
            let way = cell.key.factors.get(WAY)?;
            Some(format!("{way}: {speed:.0} MB in a second."))
        };
        let timed = run.measurements.iter();
        let timed = timed.filter(|cell| cell.key.unit == Unit::Ns);
        vec![Section {
            id: "reading_speed".to_owned(),
            title: "Megabytes in a second".to_owned(),
            command: run.header.command.clone(),
            blocks: vec![Block::Points(timed.filter_map(speed).collect())],
        }]
    }
}
