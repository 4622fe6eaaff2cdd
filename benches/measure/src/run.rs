//! Runs: the raw samples of a measurement, with all that is needed to read them again.
//!
//! ```text
//! engine --> Run --> file --> Run --> judge --> report
//! ```

mod file;
mod machine;
mod versions;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::{self, Display};
use std::hash::Hash;

use serde::{Deserialize, Serialize};

pub use file::{from_bytes, read, write, write_condensed};
pub use machine::{Machine, cores, today};
pub(crate) use machine::{Ticks, doubts, ticks};
pub(crate) use versions::versions;

/// The version of the file format.
pub const SCHEMA: &str = "string-kit-run/1";

/// The metric of the engine's sentinel: fixed work, timed in every round.
pub const SENTINEL: &str = "sentinel";

/// Returns the metric of a sentinel that watches the cells of one metric alone.
pub fn sentinel_of(metric: &str) -> String {
    format!("{SENTINEL} of {metric}")
}

/// The samples of one question, and where they come from.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub header: Header,
    pub measurements: Vec<Measurement>,
}

/// The first line of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Header {
    pub schema: String,
    /// The verb that asks the question.
    pub question: String,
    #[serde(default)]
    pub title: String,
    /// The command that makes such a run again.
    pub command: String,
    /// The orders, offsets and paddings of all processes are drawn from this number.
    pub seed: u64,
    /// The number of processes that each timed cell was measured in.
    pub processes: u32,
    #[serde(default)]
    pub compared: Option<Compared>,
    #[serde(default)]
    pub layout: Layout,
    /// Sentences about this run that the samples cannot tell, such as a type that was left out.
    #[serde(default)]
    pub notes: Vec<String>,
    /// The commit that the laboratory was built from.
    #[serde(default)]
    pub commit: String,
    /// The day on which it began, in UTC.
    #[serde(default)]
    pub date: String,
    #[serde(default)]
    pub versions: BTreeMap<String, String>,
    pub machine: Machine,
    #[serde(default)]
    pub doubts: Vec<String>,
    /// Facts about the input that the question's own part of a report needs.
    #[serde(default, skip_serializing_if = "serde_json::Value::is_null")]
    pub facts: serde_json::Value,
}

impl Header {
    /// Returns the reasons to doubt the times, as sentences.
    pub fn warnings(&self) -> impl Iterator<Item = String> {
        let doubts = self.doubts.iter();
        doubts.map(|doubt| format!("Warning: {doubt}."))
    }
}

/// The factor whose values are compared, and the value that the others are compared with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compared {
    pub factor: String,
    /// The value that the others are divided by.
    pub baseline: String,
    /// The baseline a second time: the two differ by noise alone.
    pub twin: String,
}

impl Compared {
    /// Compares the values of `factor` with `baseline`.
    pub fn with(factor: &str, baseline: &str) -> Self {
        Self {
            factor: factor.to_owned(),
            baseline: baseline.to_owned(),
            twin: twin(baseline),
        }
    }
}

pub fn twin(baseline: &str) -> String {
    format!("{baseline} (twin)")
}

/// The shape of a run's tables. Each setting of the factors that are neither compared nor named
/// here has tables of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Layout {
    /// The factor whose values are columns; if none is named, metrics are.
    pub columns: Option<String>,
    /// The values that are columns; if none is named, some at equal distances are.
    pub shown: Vec<String>,
    /// The factor, a number, along which charts are drawn.
    pub chart: Option<String>,
}

/// The values of the factors of a cell, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Factors(BTreeMap<String, String>);

impl Factors {
    /// Adds a factor, or replaces its value.
    pub fn with(mut self, name: &str, value: impl Display) -> Self {
        self.0.insert(name.to_owned(), value.to_string());
        self
    }

    pub fn without(mut self, name: &str) -> Self {
        self.0.remove(name);
        self
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Returns names and values, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> + Clone {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }

    /// Returns whether all factors of `part` have the same values here.
    pub fn includes(&self, part: &Self) -> bool {
        part.iter()
            .all(|(name, value)| self.get(name) == Some(value))
    }

    /// Replaces the values of the factors that `newer` names.
    pub fn replaced_by(mut self, newer: &Self) -> Self {
        self.0.extend(newer.0.clone());
        self
    }
}

impl Display for Factors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let factors = self.iter().map(|(name, value)| format!("{name} {value}"));
        f.write_str(&factors.collect::<Vec<_>>().join(", "))
    }
}

/// One quantity of one setting, and samples of it: those of one process on its way to the engine,
/// then those of all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    #[serde(flatten)]
    pub key: Key,
    /// The name that was published, a reason why there are no samples, or other words beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The family. Its cells are alternatives, of which a table shows the best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The samples of each process, one for each round; `None` for a round without a sample.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<Vec<Option<f64>>>,
}

/// The setting and the quantity of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Key {
    pub factors: Factors,
    pub metric: String,
    pub unit: Unit,
}

impl Measurement {
    /// Returns the samples of a process, without a note or a family.
    pub fn new(factors: Factors, metric: &str, unit: Unit, values: Vec<Option<f64>>) -> Self {
        Self {
            key: Key {
                factors,
                metric: metric.to_owned(),
                unit,
            },
            note: None,
            family: None,
            samples: vec![values],
        }
    }

    pub fn with_note(self, note: Option<String>) -> Self {
        Self { note, ..self }
    }

    /// Returns the last sample: the value of a metric that does not vary.
    pub fn value(&self) -> Option<f64> {
        self.samples.iter().flatten().flatten().last().copied()
    }

    /// Returns whether there is a sample.
    pub fn is_measured(&self) -> bool {
        self.value().is_some()
    }
}

impl Run {
    /// Returns the values of a factor, each once, in the order of the cells.
    pub fn values<'a>(&'a self, factor: &str) -> Vec<&'a str> {
        let cells = self.measurements.iter();
        distinct(cells.filter_map(|cell| cell.key.factors.get(factor)))
    }
}

/// Returns each of some items once, in the order of their first places.
pub fn distinct<T: Clone + Eq + Hash>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut seen = HashSet::new();
    let is_new = |item: &T| seen.insert(item.clone());
    items.into_iter().filter(is_new).collect()
}

/// Returns the values of each key, the keys in the order of their first places.
pub fn grouped<K: Clone + Eq + Hash, V>(
    items: impl IntoIterator<Item = (K, V)>,
) -> Vec<(K, Vec<V>)> {
    let mut places = HashMap::new();
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    for (key, value) in items {
        let place = *places.entry(key).or_insert_with_key(|key| {
            groups.push((key.clone(), Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push(value);
    }
    groups
}

/// Returns the median; none of no values.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let n = values.len();
    (n > 0).then(|| f64::midpoint(values[(n - 1) / 2], values[n / 2]))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    Ns,
    /// Bytes; a KB is 1,000 of them.
    Bytes,
    Count,
    /// Yes (1) or no (0).
    Flag,
    /// A ratio of two numbers that were measured together.
    Ratio,
}

impl Unit {
    /// Returns whether samples in this unit vary, so that the judge has to compare them.
    pub fn varies(self) -> bool {
        matches!(self, Self::Ns | Self::Ratio)
    }

    /// Returns the number with its unit, in three digits or, for a count, in full.
    pub fn show(self, number: f64) -> String {
        match self {
            Self::Count if number.fract() != 0.0 && number.abs() < 99.95 => format!("{number:.1}"),
            Self::Count | Self::Flag => in_thousands(number),
            Self::Bytes => {
                let is_whole = (number - number.round()).abs() < 1e-6;
                let decimals = if is_whole { 0 } else { 2 };
                scaled(number, &["B", "KB", "MB", "GB", "TB"], decimals)
            }
            Self::Ns => scaled(number, &["ns", "µs", "ms", "s"], 2),
            Self::Ratio => format!("{number:.2}x"),
        }
    }
}

pub fn bytes(bytes: usize) -> String {
    Unit::Bytes.show(bytes as f64)
}

/// Returns three digits and the name of the thousand; the first one has `decimals` at most.
fn scaled(mut number: f64, names: &[&str], decimals: usize) -> String {
    let mut at = 0;
    // 999.5 would be shown as four digits.
    while number.abs() >= 999.5 && at + 1 < names.len() {
        number /= 1000.0;
        at += 1;
    }
    let limit = if at == 0 { decimals } else { 2 };
    let digits = limit.min(match number.abs() {
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    });
    format!("{number:.digits$} {}", names[at])
}

fn in_thousands(number: f64) -> String {
    let mut shown = format!("{:.0}", number.abs());
    for at in (1..shown.len()).rev().skip(2).step_by(3) {
        shown.insert(at, ',');
    }
    let sign = if number < 0.0 { "-" } else { "" };
    format!("{sign}{shown}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_whatever_the_size_and_counts_in_groups() {
        let bytes = [0.0, 999.0, 999.6, 9_996.0, 99_960.0, 1e6, 4e15];
        let shown = bytes.map(|bytes| Unit::Bytes.show(bytes)).join(", ");
        let expected = "0 B, 999 B, 1.00 KB, 10.0 KB, 100 KB, 1.00 MB, 4000 TB";
        assert_eq!(shown, expected);
        let times = [7.25, 1_500.0].map(|ns| Unit::Ns.show(ns));
        assert_eq!(times, ["7.25 ns", "1.50 µs"]);
        let counts = [0.0, 3.1, 999.0, 1_000.0, -1_234_567.0];
        let shown = counts.map(|count| Unit::Count.show(count));
        assert_eq!(shown, ["0", "3.1", "999", "1,000", "-1,234,567"]);
    }
}
