//! The use of a field's strings, as string-kit-record counts it.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use string_kit_measure::run::Unit;
use string_kit_record::sketch::Cell::{Number, Text};
use string_kit_record::sketch::Rows;
use unicode_ident::{is_xid_continue, is_xid_start};

use super::lengths::add;
use super::row::Row;

/// The most bytes of the name of an alias.
const LONGEST_ALIAS: usize = 64;

/// The operations of a program on the strings of a label.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Usage {
    /// The number of each operation, by its name.
    pub(super) operations: BTreeMap<String, u64>,
    /// The name of the alias of the strings.
    pub(crate) alias: String,
    /// The strings that were alive at once, at most.
    pub(crate) alive: u64,
    /// The most strings that were alive at once, and their number where a string and its clones
    /// count as one.
    pub(crate) owners: (u64, u64),
    pub(crate) threads: u64,
    /// The threads that cloned strings, as many as ran at once.
    pub(crate) cloners: u64,
}

/// The operations that a reader knows, and their names for many.
const NOUNS: [(&str, &str); 8] = [
    ("capture", "strings made"),
    ("clone", "clones"),
    ("compare", "comparisons"),
    ("hash", "hashes"),
    ("lookup", "look-ups that found a key"),
    ("read", "reads"),
    ("append", "appends"),
    ("elsewhere", "operations on strings of other threads"),
];

/// Writes the numbers of operations, of strings alive at most, and of threads.
impl Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |count: u64| Unit::Count.show(count as f64);
        for (name, noun) in NOUNS {
            let count = self.operation(name);
            if count > 0 {
                write!(f, "{} {noun}, ", number(count))?;
            }
        }
        let (alive, threads) = (number(self.alive), number(self.threads));
        write!(
            f,
            "at most {alive} strings alive at once, threads: {threads}"
        )
    }
}

impl Usage {
    /// Adds a row. Returns `false` if its part is none of a record's.
    pub(super) fn take(&mut self, row: &Row<'_>) -> bool {
        let count = row.count.unwrap_or(0);
        let most = row.most.unwrap_or(0);
        match &*row.part {
            "alias" => {
                let name = row.text.as_deref().unwrap_or_default();
                let is_name = name.starts_with(is_xid_start) && name.chars().all(is_xid_continue);
                let is_short = name.len() <= LONGEST_ALIAS;
                self.alias.clear();
                self.alias
                    .push_str(if is_name && is_short { name } else { "" });
            }
            "operation" => self.add_operation(row.text.as_deref().unwrap_or(""), count),
            "alive" => self.alive = self.alive.max(most),
            "owners" => self.owners = self.owners.max((most, count)),
            "threads" => self.threads = self.threads.max(count),
            "cloners" => self.cloners = self.cloners.max(count),
            _ => return false,
        }
        true
    }

    /// Adds to the number of an operation.
    pub(crate) fn add_operation(&mut self, name: &str, count: u64) {
        add(self.operations.entry(name.to_owned()).or_default(), count);
    }

    /// Adds the rows that [`take`](Self::take) takes.
    pub(super) fn write(&self, rows: &mut Rows<'_>) {
        for (name, count) in &self.operations {
            rows.add(
                "operation",
                &[("text", Text(name)), ("count", Number(*count))],
            );
        }
        for (part, (most, count)) in [("alive", (self.alive, self.alive)), ("owners", self.owners)]
        {
            if count > 0 {
                rows.add(part, &[("count", Number(count)), ("most", Number(most))]);
            }
        }
        for (part, count) in [("threads", self.threads), ("cloners", self.cloners)] {
            if count > 0 {
                rows.count(part, count);
            }
        }
        if !self.alias.is_empty() {
            rows.add(
                "alias",
                &[("text", Text(&self.alias)), ("count", Number(1))],
            );
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (name, count) in &other.operations {
            self.add_operation(name, *count);
        }
        self.alias.clone_from(&other.alias);
        self.alive = self.alive.max(other.alive);
        self.owners = self.owners.max(other.owners);
        self.threads = self.threads.max(other.threads);
        self.cloners = self.cloners.max(other.cloners);
    }

    /// Returns the number of strings that were made.
    pub(super) fn made(&self) -> u64 {
        self.operation("capture")
            .saturating_add(self.operation("clone"))
    }

    /// Returns the strings alive at most that have a text of their own; all, if the record does not
    /// tell.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Far from 2^52.
    pub(crate) fn alive_owners(&self) -> u64 {
        let (most, owners) = self.owners;
        if most == 0 {
            return self.alive;
        }
        (self.alive as f64 * owners as f64 / most as f64).ceil() as u64
    }

    pub(crate) fn operation(&self, name: &str) -> u64 {
        self.operations.get(name).copied().unwrap_or_default()
    }

    /// Returns whether threads use strings that other threads captured.
    pub(crate) fn is_shared(&self) -> bool {
        self.operation("elsewhere") > 0
    }

    /// Returns whether threads clone one another's strings: two or more do, and one of a hundred
    /// clones is such a clone.
    pub(crate) fn is_cloned_across(&self) -> bool {
        let [clones, elsewhere] = ["clone", "clone elsewhere"].map(|name| self.operation(name));
        self.cloners > 1 && elsewhere > clones / 100
    }
}

/// The operations of a record.
pub(super) const OPERATIONS: [&str; 10] = [
    "capture",
    "clone",
    "drop",
    "compare",
    "hash",
    "lookup",
    "read",
    "append",
    "elsewhere",
    "clone elsewhere",
];

/// The most strings that are alive at once: each takes 24 bytes at least.
const MOST_ALIVE: u64 = 1 << 40;

/// Returns why no program can have recorded a row.
pub(super) fn impossible(row: &Row<'_>) -> Option<String> {
    let count = row.count.unwrap_or(0);
    let most = row.most.unwrap_or(count);
    match (&*row.part, row.bits, row.text.as_deref().unwrap_or("")) {
        ("operation", _, name) if !OPERATIONS.contains(&name) => {
            let name = name.escape_debug();
            Some(format!("the operation '{name}' is unknown"))
        }
        ("threads", ..) if count == 0 => Some("no thread used the strings".to_owned()),
        ("alive" | "owners" | "value", ..) if most < count => Some(format!(
            "the greatest number, {most}, is below the counted one, {count}"
        )),
        ("alive" | "owners", ..) if most > MOST_ALIVE => {
            let what = format!("{most} strings alive at once take more memory than there is");
            Some(what)
        }
        _ => None,
    }
}
