//! The time of look-ups in maps, within the caches and beyond them.

use std::fs::{self, DirEntry};
use std::io;
use std::time::Duration;

use string_kit_measure::engine::{Plan, Sampler, Task, Timed, repeat};
use string_kit_measure::judge::{Judge, group, typical};
use string_kit_measure::memory::free_memory;
use string_kit_measure::report::{Block, Section};
use string_kit_measure::run::{self, Compared, Factors, Layout, Unit, bytes};
use string_kit_measure::{Common, Failure, Question, Subject};

use super::section;
use crate::workload::lookup::{self, Key, LOOKUPS, Map, Maps, Paths, Shape, Text};
use crate::workload::representations::representations;

const TYPE: &str = "type";
const MAP: &str = "map";
const TEXT: &str = "keys";
const SIZE: &str = "size";
const BASELINE: &str = "String";

const COLD: &str = "cold";

/// The number of keys of a cached map.
const CACHED: usize = LOOKUPS;
/// The fewest queries: too many for a processor to learn the order of the branches.
const QUERIES: usize = 16 * LOOKUPS;
/// All cold maps of a setting together are so many times as large as the last cache.
const TIMES: usize = 6;
/// A cold map is this part of the last cache.
const PART: usize = 4;
/// The size of the last cache if the system does not report it.
const COMMON_CACHE: usize = 32 << 20;
/// The most keys of a map.
const MOST: i64 = 8_000_000;

/// The flags of the question.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Fill each map with this many keys [default: as many as are cached, and as many as are not].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST))]
    keys: Option<u32>,
    #[command(flatten)]
    common: Common,
}

/// A kind of map with a number of keys of a kind: one process measures it for all types.
#[derive(Clone, Debug)]
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
        Factors::default()
            .with(MAP, self.shape)
            .with(TEXT, self.text)
            .with(SIZE, &self.size)
    }

    /// Returns the memory of the maps of `types` types, as if all were of `String`.
    fn bytes(&self, types: usize) -> usize {
        types * self.copies * self.keys * self.text.entry_bytes()
    }

    /// Returns a sentence about the size of cold maps.
    #[allow(clippy::cast_precision_loss)] // Sizes are far from 2^52.
    fn note(&self, types: usize) -> Option<String> {
        let cache = last_cache();
        (self.size == COLD && self.shape == Shape::Tree).then(|| {
            format!(
                "A cold map with keys of {} has {} keys, and takes about {}. The maps of all types together \
                 take about {}, {:.1} times the last cache ({}{}).",
                self.text,
                Unit::Count.show(self.keys as f64),
                bytes(self.keys * self.text.entry_bytes()),
                bytes(self.bytes(types)),
                self.bytes(types) as f64 / cache.unwrap_or(COMMON_CACHE) as f64,
                bytes(cache.unwrap_or(COMMON_CACHE)),
                if cache.is_none() { " assumed, since the system does not report it" } else { "" },
            )
        })
    }
}

/// Refuses to build maps that take more memory than is free. While they are built, they take twice their
/// size.
fn refuse_more_than_is_free(needed: usize, free: usize) -> Result<(), Failure> {
    if 2 * needed <= free {
        return Ok(());
    }
    Err(Failure::Arguments(format!(
        "the maps of all types take up to {}, and {} are free; ask for fewer keys (--keys) or types (--type)",
        bytes(2 * needed),
        bytes(free),
    )))
}

/// Returns the size of the first core's last cache, if Linux reports it.
fn last_cache() -> Option<usize> {
    let caches = fs::read_dir("/sys/devices/system/cpu/cpu0/cache").ok()?;
    let size = |cache: io::Result<DirEntry>| {
        let text = fs::read_to_string(cache.ok()?.path().join("size")).ok()?;
        kilobytes(text.trim())
    };
    caches.filter_map(size).max()
}

/// Reads a size as Linux writes it: `512K`.
fn kilobytes(text: &str) -> Option<usize> {
    Some(text.strip_suffix('K')?.parse::<usize>().ok()? << 10)
}

impl Args {
    fn subjects(&self) -> Result<Vec<Subject<Maps>>, Failure> {
        self.common.chosen(representations())
    }

    /// Returns the settings for so many types.
    fn settings(&self, types: usize) -> Vec<Setting> {
        let mut settings = Vec::new();
        for shape in Shape::ALL {
            for text in Text::ALL {
                let setting = |size: &str, keys, copies| Setting {
                    shape,
                    text,
                    size: size.to_owned(),
                    keys,
                    copies,
                };
                match self.keys {
                    Some(keys) => settings.push(setting(&format!("{keys} keys"), keys as usize, 1)),
                    None => settings.extend([
                        setting("cached", CACHED, 1),
                        setting(COLD, cold_keys(text), (TIMES * PART / types).max(1)),
                    ]),
                }
            }
        }
        settings
    }
}

/// Returns the number of keys of a cold map.
fn cold_keys(text: Text) -> usize {
    last_cache().unwrap_or(COMMON_CACHE) / PART / text.entry_bytes()
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let types = self.subjects()?.len();
        let settings = self.settings(types);
        let needed = settings.iter().map(|setting| setting.bytes(types)).max();
        refuse_more_than_is_free(needed.unwrap_or_default(), free_memory())?;
        let mut tasks = Vec::new();
        for setting in &settings {
            for mut task in Task::on(&self.common.allocators(), &setting.factors().to_string()) {
                task.factors = task.factors.replaced_by(&setting.factors());
                tasks.push(task);
            }
        }
        Ok(Plan {
            question: "lookup",
            effort: (Duration::from_secs(20), 10),
            title: "Look-ups of keys in maps".to_owned(),
            compared: Some(Compared::with(TYPE, BASELINE)),
            layout: Layout::default(),
            notes: settings
                .iter()
                .filter_map(|setting| setting.note(types))
                .collect(),
            tasks,
            ..Plan::default()
        })
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        let subjects = self.subjects()?;
        let settings = self.settings(subjects.len()).into_iter();
        let mut settings = settings.filter(|setting| setting.factors().to_string() == task.name);
        let setting = settings.next().expect("a task is named after its setting");
        let keys = lookup::keys(setting.text, setting.keys, &mut sampler.random);
        let queries = lookup::queries(&keys, QUERIES, &mut sampler.random);
        let mut maps = Vec::new();
        for subject in &subjects {
            let mut copies = Vec::new();
            for _ in 0..setting.copies {
                copies.push((subject.work.build)(setting.shape, &keys));
            }
            check(subject, &*copies[0], &queries)?;
            maps.push(copies);
        }
        let cells = subjects.iter().zip(&maps).map(|(subject, copies)| {
            let factors = Factors::default().with(TYPE, &subject.name);
            Timed::new(factors, passes(copies, &queries)).of(LOOKUPS)
        });
        sampler.time(cells.collect())?;
        if sampler.process == 0 {
            let paths = Paths::of(setting.shape, &keys, &queries);
            for (subject, copies) in subjects.iter().zip(&maps) {
                report(&subject.name, &*copies[0], &paths, sampler)?;
            }
        }
        Ok(())
    }

    fn sections(&self, judge: &Judge<'_>) -> Vec<Section> {
        section(
            judge,
            "lookup_inline",
            "Types that keep all keys inline, and types that keep none",
            vec![Block::Points(inline(judge))],
        )
    }
}

/// Checks that a map finds the places of the keys.
fn check(subject: &Subject<Maps>, map: &dyn Map, queries: &[Key]) -> Result<(), Failure> {
    let is_wrong = |(query, place): &&Key| map.find(query).map(|found| found.value) != Some(*place);
    match queries.iter().take(LOOKUPS).find(is_wrong) {
        None => Ok(()),
        Some((query, place)) => Err(Failure::Unexpected(format!(
            "a map of {} does not find {place} for '{query}'",
            subject.name
        ))),
    }
}

/// Looks up the queries in turn, in one map after the other; each pass goes on where the last ended.
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

/// Reports the counts that explain the time.
fn report(
    name: &str,
    map: &dyn Map,
    paths: &Paths<'_>,
    sampler: &mut Sampler,
) -> Result<(), Failure> {
    let entries = paths.entries(map);
    for (metric, unit, value) in [
        (LINES, Unit::Count, entries.lines),
        ("key", Unit::Bytes, entries.bytes),
        (INLINE, Unit::Count, entries.inline * 100.0),
    ] {
        sampler.fixed(Factors::default().with(TYPE, name), metric, unit, value)?;
    }
    Ok(())
}

const LINES: &str = "lines";
const INLINE: &str = "inline %";

/// Compares the types that keep all keys inline with those that keep none, for each setting.
fn inline(judge: &Judge<'_>) -> Vec<String> {
    let run = judge.run;
    let twin = run::twin(BASELINE);
    let timed: Vec<&run::Measurement> = run
        .measurements
        .iter()
        .filter(|cell| cell.key.unit == Unit::Ns && cell.key.factors.get(TYPE) != Some(&twin))
        .collect();
    let mut settings: Vec<Factors> = timed.iter().map(|cell| group(run, cell)).collect();
    settings.dedup();
    let mean = |setting: &Factors, share: f64| {
        let value =
            |cell: &run::Measurement, metric| judge.find(&cell.key.factors, metric)?.value();
        let cells = timed.iter().filter(|cell| group(run, cell) == *setting);
        let cells = cells.filter(|cell| value(cell, INLINE) == Some(share));
        let facts = cells.filter_map(|cell| Some((typical(cell)?, value(cell, LINES)?)));
        mean(&facts.collect::<Vec<_>>())
    };
    let words = |setting: &Factors| {
        Some(format!(
            "{setting}: types that keep all keys inline {}; types that keep none {}.",
            mean(setting, 100.0)?,
            mean(setting, 0.0)?
        ))
    };
    settings.iter().filter_map(words).collect()
}

/// Returns the means of some times and numbers of lines in words; none if there are no types.
#[allow(clippy::cast_precision_loss)] // A handful.
fn mean(facts: &[(f64, f64)]) -> Option<String> {
    let count = facts.len();
    let mean = |part: fn(&(f64, f64)) -> f64| facts.iter().map(part).sum::<f64>() / count as f64;
    let time = Unit::Ns.show(mean(|of| of.0));
    let lines = mean(|of| of.1);
    (count > 0).then(|| format!("({count}): {time} and {lines:.1} lines on average"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_linux_writes_them() {
        let read = ["512K", "32768K", "64", "", "K", "manyK"].map(kilobytes);
        assert_eq!(
            read,
            [Some(512 << 10), Some(32 << 20), None, None, None, None]
        );
    }

    #[test]
    fn cold_maps_exceed_the_last_cache_for_any_number_of_types() {
        let cache = last_cache().unwrap_or(COMMON_CACHE);
        for types in [3, 10, 23] {
            for setting in Args::default().settings(types) {
                assert!(
                    setting.size != COLD || setting.bytes(types) > 4 * cache,
                    "{setting:?}"
                );
            }
        }
    }

    #[test]
    fn maps_without_memory_are_refused() {
        assert!(refuse_more_than_is_free(1 << 20, 4 << 20).is_ok());
        let Err(Failure::Arguments(what)) = refuse_more_than_is_free(3 << 20, 4 << 20) else {
            panic!("twice the maps do not fit");
        };
        assert!(
            what.contains("6.29 MB") && what.contains("--keys"),
            "{what}"
        );
    }
}
