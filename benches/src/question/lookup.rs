//! The time of look-ups in maps, within the caches and beyond them.

use std::fs::{self, DirEntry};
use std::io;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use string_kit_measure::engine::{Plan, Sampler, Task, Timed, repeat};
use string_kit_measure::memory::free_memory;
use string_kit_measure::run::{Factors, Unit, bytes};
use string_kit_measure::{Common, Failure, Question, Subject};

use super::{BASELINE, TYPE, tasks};
use crate::workload::lookup::{self, Build, Key, LOOKUPS, Map, Paths, Shape, Text};
use crate::workload::representations::representations;

const MAP: &str = "map";
const TEXT: &str = "keys";
const SIZE: &str = "size";

const COLD: &str = "cold";
const LINES: &str = "lines";
const INLINE: &str = "inline %";

const CACHED: usize = LOOKUPS;
/// The fewest queries: too many for a processor to learn the order of the branches.
const QUERIES: usize = 16 * LOOKUPS;
/// All cold maps of a setting together are so many times as large as the last cache.
const TIMES: usize = 6;
/// A cold map is this part of the last cache.
const PART: usize = 4;
/// The size of the last cache if the system does not report it.
const COMMON_CACHE: usize = 32 << 20;
const MOST: i64 = 8_000_000;

#[derive(Debug, Default, clap::Args, Serialize, Deserialize)]
pub(crate) struct Args {
    /// Fill each map with this many keys [default: first 1,024, which stay in the caches; then so
    /// many that all maps together exceed the caches].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST))]
    keys: Option<u32>,
    #[command(flatten)]
    common: Common,
}

/// A kind of map with a number of keys of a kind: one process measures it for all types.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Setting {
    shape: Shape,
    text: Text,
    size: String,
    keys: usize,
    /// The number of maps of each type. Look-ups take turns between them.
    copies: usize,
}

impl Setting {
    fn factors(&self) -> Factors {
        let factors = Factors::default().with(MAP, self.shape);
        factors.with(TEXT, self.text).with(SIZE, &self.size)
    }

    /// Returns the memory of the maps of `types` types, as if all were of `String`.
    fn bytes(&self, types: usize) -> usize {
        types * self.copies * self.keys * self.text.entry_bytes()
    }

    fn note(&self, types: usize) -> Option<String> {
        let cache = last_cache();
        let size = cache.unwrap_or(COMMON_CACHE);
        let together = self.bytes(types);
        (self.size == COLD && self.shape == Shape::Tree).then(|| {
            format!(
                "A cold map with keys of {} has {} keys, and takes about {}. The maps of all types \
                 together take about {}, {:.1} times the last-level cache ({}{}).",
                self.text,
                Unit::Count.show(self.keys as f64),
                bytes(self.keys * self.text.entry_bytes()),
                bytes(together),
                together as f64 / size as f64,
                bytes(size),
                cache.map_or(" assumed, since the system does not report it", |_| ""),
            )
        })
    }
}

/// Refuses to build maps that take more memory than is free. While they are built, they take twice
/// their size.
fn refuse_more_than_is_free(needed: usize, free: usize) -> Result<(), Failure> {
    if 2 * needed <= free {
        return Ok(());
    }
    Err(Failure::Arguments(format!(
        "the maps of all types take up to {}, and {} are free; ask for fewer keys (--keys) or \
         types (--type)",
        bytes(2 * needed),
        bytes(free),
    )))
}

fn last_cache() -> Option<usize> {
    let caches = fs::read_dir("/sys/devices/system/cpu/cpu0/cache").ok()?;
    let size = |cache: io::Result<DirEntry>| {
        let text = fs::read_to_string(cache.ok()?.path().join("size")).ok()?;
        let kilobytes = text.trim().strip_suffix('K')?.parse::<usize>();
        Some(kilobytes.ok()? << 10)
    };
    caches.filter_map(size).max()
}

impl Args {
    fn settings(&self, types: usize) -> Vec<Setting> {
        let sizes = |text: Text| {
            if let Some(keys) = self.keys {
                return vec![(format!("{keys} keys"), keys as usize, 1)];
            }
            let cold = last_cache().unwrap_or(COMMON_CACHE) / PART / text.entry_bytes();
            let copies = (TIMES * PART / types).max(1);
            let cached = ("cached".to_owned(), CACHED, 1);
            vec![cached, (COLD.to_owned(), cold, copies)]
        };
        let kinds = Shape::ALL.map(|shape| Text::ALL.map(|text| (shape, text)));
        let settings = kinds.into_iter().flatten().flat_map(|(shape, text)| {
            sizes(text)
                .into_iter()
                .map(move |(size, keys, copies)| Setting {
                    shape,
                    text,
                    size,
                    keys,
                    copies,
                })
        });
        settings.collect()
    }
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let types = self.common.chosen(representations::<Build>())?.len();
        let settings = self.settings(types);
        let needed = settings.iter().map(|setting| setting.bytes(types)).max();
        refuse_more_than_is_free(needed.unwrap_or_default(), free_memory())?;
        let mut plan = Plan::new("lookup", "Look-ups of keys in maps")
            .lasting(Duration::from_secs(30), 10)
            .comparing(TYPE, BASELINE);
        let works = settings.iter().map(|setting| (setting.factors(), setting));
        plan.tasks = tasks(&self.common, works);
        let notes = settings.iter().filter_map(|setting| setting.note(types));
        plan.header.notes = notes.collect();
        Ok(plan)
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        let subjects = self.common.chosen(representations::<Build>())?;
        let setting: Setting = task.work()?;
        let keys = lookup::keys(setting.text, setting.keys, &mut sampler.random);
        let queries = lookup::queries(&keys, QUERIES, &mut sampler.random);
        let mut maps = Vec::new();
        for subject in &subjects {
            let copy = |_| subject.work.0(setting.shape, &keys);
            let copies: Vec<_> = (0..setting.copies).map(copy).collect();
            check(&subject.name, &*copies[0], &queries)?;
            maps.push(copies);
        }
        let factors = |subject: &Subject<Build>| Factors::default().with(TYPE, &subject.name);
        let cells = subjects.iter().zip(&maps).map(|(subject, copies)| {
            Timed::new(factors(subject), passes(copies, &queries)).with_operations(LOOKUPS)
        });
        sampler.time(cells.collect())?;
        if sampler.process > 0 {
            return Ok(());
        }
        // The counts that explain the time.
        let paths = Paths::new(setting.shape, &keys, &queries);
        for (subject, copies) in subjects.iter().zip(&maps) {
            let entries = paths.entries(&*copies[0]);
            let mut fixed =
                |metric, unit, value| sampler.fixed(factors(subject), metric, unit, value);
            fixed(LINES, Unit::Count, entries.lines)?;
            fixed("key", Unit::Bytes, entries.bytes)?;
            fixed(INLINE, Unit::Count, entries.inline * 100.0)?;
        }
        Ok(())
    }
}

fn check(name: &str, map: &dyn Map, queries: &[Key]) -> Result<(), Failure> {
    let is_wrong = |(query, place): &&Key| map.find(query).map(|found| found.value) != Some(*place);
    match queries.iter().take(LOOKUPS).find(is_wrong) {
        None => Ok(()),
        Some((query, place)) => Err(Failure::Unexpected(format!(
            "a map of {name} does not find {place} for '{query}'"
        ))),
    }
}

/// Looks up the queries in turn, in one map after the other; each pass goes on where the last
/// ended.
fn passes<'a>(maps: &'a [Box<dyn Map>], queries: &'a [Key]) -> impl FnMut(u32) -> Duration + 'a {
    let mut maps = maps.iter().cycle();
    let mut parts = queries.chunks_exact(LOOKUPS).cycle();
    move |count| {
        repeat(count, || {
            if let (Some(map), Some(part)) = (maps.next(), parts.next()) {
                map.pass(part);
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cold_maps_exceed_the_last_cache_for_any_number_of_types() {
        let cache = last_cache().unwrap_or(COMMON_CACHE);
        for types in [3, 10, 23] {
            for setting in Args::default().settings(types) {
                let exceeds = setting.bytes(types) > 4 * cache;
                assert!(setting.size != COLD || exceeds, "{setting:?}");
            }
        }
    }

    #[test]
    fn maps_without_memory_are_refused() {
        assert!(refuse_more_than_is_free(1 << 20, 4 << 20).is_ok());
        let Err(Failure::Arguments(reason)) = refuse_more_than_is_free(3 << 20, 4 << 20) else {
            panic!("twice the maps do not fit");
        };
        assert!(reason.contains("6.29 MB"), "{reason}");
        assert!(reason.contains("--keys"), "{reason}");
    }
}
