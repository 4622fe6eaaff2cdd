//! The use of a field's strings, as string-kit-record counts it.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use string_kit_measure::run::Unit;
use string_kit_record::sketch::Cell::{Number, Text};
use string_kit_record::sketch::{Rows, is_operation};
use unicode_ident::{is_xid_continue, is_xid_start};

use super::lengths::add;
use super::row::Part;

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
    /// Adds a row; returns the reason if no program can have recorded it.
    pub(super) fn take(&mut self, part: Part, count: u64) -> Result<(), String> {
        match part {
            Part::Alias { text } => {
                let is_name = text.starts_with(is_xid_start) && text.chars().all(is_xid_continue);
                let is_kept = is_name && text.len() <= LONGEST_ALIAS;
                self.alias = if is_kept { text } else { String::new() };
            }
            Part::Operation { text } if !is_operation(&text) => {
                return Err(format!(
                    "the operation '{}' is unknown",
                    text.escape_debug()
                ));
            }
            Part::Operation { text } => self.add_operation(&text, count),
            Part::Alive { most } | Part::Owners { most } if most < count => {
                return Err(format!(
                    "the greatest number, {most}, is below the counted one, {count}"
                ));
            }
            Part::Alive { most } | Part::Owners { most } if most > MOST_ALIVE => {
                return Err(format!(
                    "{most} strings alive at once take more memory than there is"
                ));
            }
            Part::Alive { most } => self.alive = self.alive.max(most),
            Part::Owners { most } => self.owners = self.owners.max((most, count)),
            Part::Threads if count == 0 => return Err("no thread used the strings".to_owned()),
            Part::Threads => self.threads = self.threads.max(count),
            Part::Cloners => self.cloners = self.cloners.max(count),
            _ => {}
        }
        Ok(())
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
        for (part, (at_once, count)) in
            [("alive", (self.alive, self.alive)), ("owners", self.owners)]
        {
            if count > 0 {
                rows.add(part, &[("count", Number(count)), ("most", Number(at_once))]);
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

    pub(super) fn merge(&mut self, usage: &Self) {
        for (name, count) in &usage.operations {
            self.add_operation(name, *count);
        }
        self.alias.clone_from(&usage.alias);
        self.alive = self.alive.max(usage.alive);
        self.owners = self.owners.max(usage.owners);
        self.threads = self.threads.max(usage.threads);
        self.cloners = self.cloners.max(usage.cloners);
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
        let (at_once, owners) = self.owners;
        if at_once == 0 {
            return self.alive;
        }
        (self.alive as f64 * owners as f64 / at_once as f64).ceil() as u64
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

/// The most strings that are alive at once: each takes 24 bytes at least.
const MOST_ALIVE: u64 = 1 << 40;
