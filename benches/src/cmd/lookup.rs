//! `lookup`: how fast maps find their keys, within the caches and beyond them.

use std::cell::Cell;
use std::time::Duration;

use indicatif::ProgressBar;

use super::flags::number;
use super::output::Output;
use super::progress::{progress_bar, seconds, show};
use super::subjects::{BASELINE, only};
use super::{Failure, document};
use crate::measure::{self, Budget, Caches, Estimate, Machine, Timing, free_memory, repeat};
use crate::report::lookup::{Findings, Set, Way};
use crate::workload::lookup::{
    self, Entries, Keys, Kind, LOOKUPS, MOST, Map, Paths, Queries, Shape, Subject,
};

/// What can be asked for.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Look up for about this many seconds; to build the maps takes half a minute more where the last
    /// cache has 32 MB, and less with --only or --keys.
    #[arg(long, value_name = "S", default_value = "8", value_parser = seconds)]
    seconds: Duration,
    /// Measure only the representations with this in their name, and what they are compared with.
    #[arg(long, value_name = "SUBSTRING")]
    only: Option<String>,
    /// Fill the maps with this many keys, instead of with few and with many.
    #[arg(long, value_name = "N", value_parser = keys)]
    keys: Option<usize>,
    #[command(flatten)]
    output: Output,
}

impl Args {
    pub(super) fn run(self, command: String) -> Result<(), Failure> {
        let findings = self.measure(command)?;
        let document = document(Some(&findings.machine), findings.sections());
        self.output.show(&findings, &document)
    }

    pub(super) fn measure(&self, command: String) -> Result<Findings, Failure> {
        let mut subjects = lookup::subjects();
        only(self.only.as_deref(), &mut subjects, |subject| subject.name)?;
        self.output.check()?;
        let caches = Caches::detect();
        let memory = free_memory() / 4;
        let sizes = match self.keys {
            Some(_) => vec![Size::Given],
            None => vec![Size::Small, Size::Large],
        };
        let mut plan = Vec::new();
        for kind in Kind::ALL {
            plan.extend(sizes.iter().map(|size| (kind, *size)));
        }

        let bar = progress_bar();
        let tables = plan.len() * Shape::ALL.len();
        let run = Run {
            subjects: &subjects,
            #[allow(clippy::cast_possible_truncation)] // A handful.
            time: self.seconds / tables as u32,
            memory,
            bar: &bar,
            tables,
            done: Cell::new(0),
        };
        let sets = plan
            .into_iter()
            .flat_map(|(kind, size)| run.sets(kind, size, self.count(kind, size, caches, memory)))
            .collect();
        bar.finish_and_clear();
        Ok(Findings {
            command,
            machine: Machine::detect(),
            caches,
            baseline: BASELINE,
            sets,
        })
    }

    /// How many keys a set has.
    fn count(&self, kind: Kind, size: Size, caches: Caches, memory: usize) -> usize {
        let bytes = match size {
            Size::Given => return self.keys.expect("it is given"),
            Size::Small => caches.second / 4,
            Size::Large => caches.last * 2,
        };
        let count = (bytes / kind.string_bytes()).min(MOST_UNASKED);
        count
            .min(memory / bytes_to_build(kind, size_of::<String>()))
            .max(1)
    }
}

/// The most keys of a set that nobody asked for by number: to build the maps of twice as many takes
/// over two minutes.
const MOST_UNASKED: usize = 4_000_000;

/// How large a set is.
#[derive(Clone, Copy, PartialEq)]
enum Size {
    /// A quarter of the second cache, as `String`s.
    Small,
    /// Twice the last cache.
    Large,
    /// As asked for.
    Given,
}

impl Size {
    fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Large => "large",
            Self::Given => "given",
        }
    }
}

/// What all sets of a run share.
struct Run<'a> {
    subjects: &'a [Subject],
    /// For each table.
    time: Duration,
    /// What maps may take.
    memory: usize,
    bar: &'a ProgressBar,
    tables: usize,
    done: Cell<usize>,
}

impl Run<'_> {
    /// Fills both kinds of maps with so many keys, and looks them up.
    fn sets(&self, kind: Kind, size: Size, count: usize) -> Vec<Set> {
        let keys = Keys::new(kind, count);
        // Several for each key of a small set; of a large one more than any cache keeps of it.
        let passes = (4 * count / LOOKUPS).clamp(2, 256);
        let queries = Queries::new(&keys, passes * LOOKUPS);
        let bytes = |subject: &Subject| count * bytes_to_build(kind, subject.size);
        let together = self.subjects.iter().map(bytes).sum::<usize>() <= self.memory;
        let set = |shape| {
            let paths = match shape {
                Shape::Tree => Paths::in_tree(&keys, &queries),
                Shape::Hash => Paths::hashed(&queries),
            };
            let lookups = Lookups {
                shape,
                keys: &keys,
                queries: &queries,
                paths: &paths,
            };
            let group = if together { self.subjects.len() } else { 1 };
            let groups = self.subjects.chunks(group);
            let measured: Vec<Measured> = groups
                .flat_map(|group| {
                    lookups.measure(
                        group,
                        self.time.mul_f64(share(group.len(), self.subjects.len())),
                    )
                })
                .collect();
            self.done.set(self.done.get() + 1);
            show(self.bar, share(self.done.get(), self.tables));
            Set {
                map: shape.name(),
                kind: kind.name(),
                lengths: kind.lengths(),
                size: size.name(),
                keys: count,
                string_bytes: count * kind.string_bytes(),
                comparisons: paths.comparisons(),
                rounds: measured[0].timing.ns.len(),
                together,
                ways: ways(&measured),
            }
        };
        Shape::ALL.map(set).into()
    }
}

/// What is looked up in maps of every representation.
struct Lookups<'a> {
    shape: Shape,
    keys: &'a Keys,
    queries: &'a Queries,
    paths: &'a Paths<'a>,
}

/// One representation's share of that.
struct Measured {
    subject: Subject,
    entries: Entries,
    timing: Timing,
}

impl Lookups<'_> {
    /// Builds a map of each, all of them in memory at once, and times them in the same rounds.
    fn measure(&self, subjects: &[Subject], time: Duration) -> Vec<Measured> {
        let build = |subject: &Subject| {
            let map = subject.build(self.shape, self.keys);
            let checked = map.check(self.queries);
            assert_eq!(
                checked,
                Ok(()),
                "in a {} of {}",
                self.shape.name(),
                subject.name
            );
            (map, Cell::new(0))
        };
        let maps: Vec<(Map, Cell<usize>)> = subjects.iter().map(build).collect();
        // Each pass goes on where the map's last one ended: all maps are asked for the same in the
        // same round, and none for what it was just asked for.
        let passes = |(map, from): &(Map, Cell<usize>), count| {
            repeat(count, || {
                map.pass(self.queries, from.get());
                from.set((from.get() + LOOKUPS) % self.queries.count());
            })
        };
        let timings = measure::time(&maps, passes, Budget::Time(time), |_| {});
        let measured = subjects.iter().zip(&maps).zip(timings);
        measured
            .map(|((subject, (map, _)), timing)| Measured {
                subject: *subject,
                entries: map.entries(self.paths),
                timing,
            })
            .collect()
    }
}

fn ways(measured: &[Measured]) -> Vec<Way> {
    let baseline = measured
        .iter()
        .find(|one| one.subject.name == BASELINE)
        .expect("the baseline is always measured");
    #[allow(clippy::cast_precision_loss)] // Some thousands.
    let each = |ns: &f64| ns / LOOKUPS as f64;
    let way = |one: &Measured| Way {
        name: one.subject.name,
        handle_bytes: one.subject.size,
        heap_bytes: one.entries.heap_bytes,
        inline: one.entries.inline,
        lines: one.entries.lines,
        ns: Estimate::of(one.timing.ns.iter().map(each).collect()),
        ratio: Estimate::of(one.timing.over(&baseline.timing)),
    };
    measured.iter().map(way).collect()
}

/// The most that an entry takes while its map is built: its text on the heap with what the allocator
/// adds to it, the counts before it if clones share it, and twice the handle with the value.
fn bytes_to_build(kind: Kind, handle: usize) -> usize {
    let text = kind.string_bytes() - size_of::<(String, u32)>();
    text + COUNTS + 2 * (handle + size_of::<u64>())
}

/// What an `Arc` has before its text: a strong and a weak count.
const COUNTS: usize = 2 * size_of::<usize>();

#[allow(clippy::cast_precision_loss)] // Both are small.
fn share(part: usize, of: usize) -> f64 {
    part as f64 / of as f64
}

fn keys(text: &str) -> Result<usize, String> {
    number(text, 1..=MOST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmd::given;

    fn small() -> Args {
        Args {
            seconds: Duration::from_millis(1),
            only: Some("smol".to_owned()),
            keys: Some(200),
            output: Output::default(),
        }
    }

    #[test]
    fn a_number_of_keys_out_of_range_is_refused() {
        for text in ["", "0", "-1", "x", "8000001"] {
            assert!(keys(text).is_err(), "{text}");
        }
        assert_eq!(keys("8000000"), Ok(MOST));
    }

    #[test]
    fn a_large_set_is_bounded_by_memory() {
        let caches = Caches {
            last: 1 << 30,
            ..Caches::detect()
        };
        let count = given::<Args>(&[]).count(Kind::Long, Size::Large, caches, 1 << 20);
        assert!((1000..20_000).contains(&count), "{count}");
    }

    #[test]
    fn every_map_and_kind_of_key_is_told_of() {
        let Ok(findings) = small().measure(String::new()) else {
            panic!("smol_str is known");
        };
        let sets = findings.sets.iter();
        let sets: Vec<_> = sets
            .map(|set| (set.map, set.kind, set.ways.len()))
            .collect();
        let expected = [
            ("BTreeMap", "short", 2),
            ("HashMap", "short", 2),
            ("BTreeMap", "long", 2),
            ("HashMap", "long", 2),
        ];
        assert_eq!(sets, expected);
        assert_eq!(findings.sections().len(), 3);
    }

    #[test]
    fn without_memory_maps_are_timed_one_by_one() {
        let subjects = lookup::subjects();
        let bar = ProgressBar::hidden();
        let run = Run {
            subjects: &subjects[..2],
            time: Duration::from_millis(1),
            memory: 0,
            bar: &bar,
            tables: 1,
            done: Cell::new(0),
        };
        let sets = run.sets(Kind::Short, Size::Given, 100);
        assert!(sets.iter().all(|set| !set.together && set.ways.len() == 2));
    }
}
